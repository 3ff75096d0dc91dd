/**
 * @file
 * `gert::InferDataTypeContext`: what a registered data type inference function sees (opdev-api section 4.1).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_INFER_DATATYPE_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_INFER_DATATYPE_CONTEXT_H_

#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "graph/error_codes.h"
#include "graph/types.h"

namespace gert {
/** DT_UNDEFINED when there is no such input or output. */
class InferDataTypeContext : public ExtendedKernelContext {
 public:
  ge::DataType GetInputDataType(const size_t index) const { return TypeOf(GetInputPointer<ge::DataType>(index)); }
  ge::DataType GetOptionalInputDataType(const size_t ir_index) const { return GetDynamicInputDataType(ir_index, 0); }
  ge::DataType GetRequiredInputDataType(const size_t ir_index) const { return GetDynamicInputDataType(ir_index, 0); }
  ge::DataType GetDynamicInputDataType(const size_t ir_index, const size_t relative_index) const {
    return TypeOf(GetDynamicInputPointer<ge::DataType>(ir_index, relative_index));
  }
  ge::DataType GetOutputDataType(const size_t index) const { return TypeOf(GetOutputPointer<ge::DataType>(index)); }
  /** GRAPH_FAILED when there is no such output. */
  ge::graphStatus SetOutputDataType(const size_t index, const ge::DataType datatype) {
    ge::DataType *out = GetOutputPointer<ge::DataType>(index);
    if (out == nullptr) {
      return ge::GRAPH_FAILED;
    }
    *out = datatype;
    return ge::GRAPH_SUCCESS;
  }

 private:
  static ge::DataType TypeOf(const ge::DataType *type) { return type == nullptr ? ge::DT_UNDEFINED : *type; }
};
static_assert(std::is_standard_layout<InferDataTypeContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_INFER_DATATYPE_CONTEXT_H_
