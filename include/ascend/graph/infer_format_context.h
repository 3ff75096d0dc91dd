/**
 * @file
 * `gert::InferFormatContext`: what a registered format inference function sees.
 */
#ifndef OPSTRATA_GRAPH_INFER_FORMAT_CONTEXT_H_
#define OPSTRATA_GRAPH_INFER_FORMAT_CONTEXT_H_

#include <cstddef>
#include <type_traits>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "exe_graph/runtime/storage_format.h"

namespace gert {
/** Formats of the node's inputs and outputs, to be read and written. Null when there is no such input or output. */
class InferFormatContext : public ExtendedKernelContext {
 public:
  StorageFormat *GetInputFormat(const size_t index) { return MutableInputPointer<StorageFormat>(index); }
  StorageFormat *GetOptionalInputFormat(const size_t ir_index) { return GetDynamicInputFormat(ir_index, 0); }
  StorageFormat *GetRequiredInputFormat(const size_t ir_index) { return GetDynamicInputFormat(ir_index, 0); }
  StorageFormat *GetDynamicInputFormat(const size_t ir_index, const size_t relative_index) {
    return MutableInputPointer<StorageFormat>(InputInstance(ir_index, relative_index));
  }
  StorageFormat *GetOutputFormat(const size_t index) { return GetOutputPointer<StorageFormat>(index); }
};
static_assert(std::is_standard_layout<InferFormatContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_GRAPH_INFER_FORMAT_CONTEXT_H_
