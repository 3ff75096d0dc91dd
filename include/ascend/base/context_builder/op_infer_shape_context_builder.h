/**
 * @file
 * `gert::OpInferShapeContextBuilder`: context of a shape inference function.
 */
#ifndef OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_CONTEXT_BUILDER_H_
#define OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_shape_context.h"

namespace gert {
class OPSTRATA_API OpInferShapeContextBuilder : public OpContextBuilderBase<OpInferShapeContextBuilder> {
 public:
  OpInferShapeContextBuilder();
  ~OpInferShapeContextBuilder() override;

  OpInferShapeContextBuilder &OutputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
      const ExpandDimsType &expand_dims_type = {});
  /** One tensor per input instance; null = no such tensor. Types and formats of the inputs are those of the tensors. */
  OpInferShapeContextBuilder &InputTensors(const std::vector<Tensor *> &inputs);

  /** The context; the builder may build again afterwards. */
  ContextHolder<InferShapeContext> Build();
};
}  // namespace gert

#endif  // OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_CONTEXT_BUILDER_H_
