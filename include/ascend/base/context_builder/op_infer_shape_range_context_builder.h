/**
 * @file
 * `gert::OpInferShapeRangeContextBuilder`: context of a shape range inference function.
 */
#ifndef OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_RANGE_CONTEXT_BUILDER_H_
#define OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_RANGE_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_shape_range_context.h"

namespace gert {
class OPSTRATA_API OpInferShapeRangeContextBuilder : public OpContextBuilderBase<OpInferShapeRangeContextBuilder> {
 public:
  OpInferShapeRangeContextBuilder();
  ~OpInferShapeRangeContextBuilder() override;

  OpInferShapeRangeContextBuilder &OutputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
      const ExpandDimsType &expand_dims_type = {});
  /** One range per input instance; null = no such input. */
  OpInferShapeRangeContextBuilder &InputTensorsRange(const std::vector<Range<Tensor> *> &inputs);

  /** The context; the builder may build again afterwards. */
  ContextHolder<InferShapeRangeContext> Build();
};
}  // namespace gert

#endif  // OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_SHAPE_RANGE_CONTEXT_BUILDER_H_
