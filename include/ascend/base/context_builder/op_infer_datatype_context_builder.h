/**
 * @file
 * `gert::OpInferDataTypeContextBuilder`: context of a data type inference function.
 */
#ifndef OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_DATATYPE_CONTEXT_BUILDER_H_
#define OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_DATATYPE_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_datatype_context.h"

namespace gert {
class OPSTRATA_API OpInferDataTypeContextBuilder : public OpContextBuilderBase<OpInferDataTypeContextBuilder> {
 public:
  OpInferDataTypeContextBuilder();
  ~OpInferDataTypeContextBuilder() override;

  OpInferDataTypeContextBuilder &InputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
      const ExpandDimsType &expand_dims_type = {});
  OpInferDataTypeContextBuilder &OutputTensorDesc(size_t index, ge::Format origin_format, ge::Format storage_format,
      const ExpandDimsType &expand_dims_type = {});

  /** The context; the builder may build again afterwards. */
  ContextHolder<InferDataTypeContext> Build();
};
}  // namespace gert

#endif  // OPSTRATA_BASE_CONTEXT_BUILDER_OP_INFER_DATATYPE_CONTEXT_BUILDER_H_
