/**
 * @file
 * `gert::OpKernelContextBuilder`: context with any values.
 */
#ifndef OPSTRATA_BASE_CONTEXT_BUILDER_OP_KERNEL_RUN_CONTEXT_BUILDER_H_
#define OPSTRATA_BASE_CONTEXT_BUILDER_OP_KERNEL_RUN_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/kernel_context.h"

namespace gert {
class OPSTRATA_API OpKernelContextBuilder : public OpContextBuilderBase<OpKernelContextBuilder> {
 public:
  OpKernelContextBuilder();
  ~OpKernelContextBuilder() override;

  OpKernelContextBuilder &InputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
      const ExpandDimsType &expand_dims_type = {});
  OpKernelContextBuilder &OutputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
      const ExpandDimsType &expand_dims_type = {});
  /** Values of the context, by pointer. */
  OpKernelContextBuilder &Inputs(const std::vector<void *> &inputs);
  OpKernelContextBuilder &Outputs(const std::vector<void *> &outputs);

  /** The context; the builder may build again afterwards. */
  ContextHolder<KernelContext> Build();
};
}  // namespace gert

#endif  // OPSTRATA_BASE_CONTEXT_BUILDER_OP_KERNEL_RUN_CONTEXT_BUILDER_H_
