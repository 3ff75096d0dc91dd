/**
 * @file
 * `gert::OpImplKernelRegistry`: the functions that can be registered for an operator type, as one table
 * (foreign-build section 4.10). Tables are made by the framework; readers use the members.
 */
#ifndef OPSTRATA_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_
#define OPSTRATA_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "exe_graph/runtime/base_type.h"
#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/infer_shape_range_context.h"
#include "exe_graph/runtime/kernel_context.h"
#include "exe_graph/runtime/op_execute_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/ge_error_codes.h"
#include "graph/infer_format_context.h"
#include "opstrata/visibility.h"

namespace gert {
class InferSymbolShapeContext;
class ExeResGenerationContext;
class OpCheckContext;
class ExceptionDumpContext;

/** Where a data-dependent input of tiling must lie. */
enum class TilingPlacement : uint32_t { TILING_ON_HOST = 0, TILING_ON_AICPU = 1 };
constexpr TilingPlacement TILING_ON_HOST = TilingPlacement::TILING_ON_HOST;
constexpr TilingPlacement TILING_ON_AICPU = TilingPlacement::TILING_ON_AICPU;

class OpImplKernelRegistry {
 public:
  typedef UINT32 (*InferShapeKernelFunc)(InferShapeContext *);
  typedef UINT32 (*InferShapeRangeKernelFunc)(InferShapeRangeContext *);
  typedef UINT32 (*InferDataTypeKernelFunc)(InferDataTypeContext *);
  typedef UINT32 (*InferSymbolShapeKernelFunc)(InferSymbolShapeContext *);
  typedef UINT32 (*InferFormatFunc)(InferFormatContext *);
  typedef UINT32 (*TilingKernelFunc)(TilingContext *);
  typedef UINT32 (*TilingParseFunc)(TilingParseContext *);
  typedef UINT32 (*KernelFunc)(KernelContext *);
  typedef UINT32 (*GenSimplifiedKeyKernelFunc)(TilingContext *, ge::char_t *);
  typedef UINT32 (*OpExecFunc)(OpExecuteContext *);
  typedef UINT32 (*OpExecPrepareFunc)(OpExecutePrepareContext *);
  typedef UINT32 (*OpExecLaunchFunc)(OpExecuteLaunchContext *);
  typedef UINT32 (*OpCalcParamKernelFunc)(ExeResGenerationContext *);
  typedef UINT32 (*OpGenTaskKernelFunc)(const ExeResGenerationContext *, std::vector<std::vector<uint8_t>> &);
  typedef UINT32 (*OpCheckFunc)(const OpCheckContext *, ge::AscendString &);
  typedef UINT32 (*ExceptionDumpFunc)(ExceptionDumpContext *);
  using CompileInfoCreatorFunc = void *(*)();
  using CompileInfoDeleterFunc = void (*)(void *);
  using PrivateAttrList = std::vector<std::pair<ge::AscendString, ge::AttrValue>>;
  using PrivateAttrSet = std::set<ge::AscendString>;

  static constexpr size_t kMaxDependencyIndex = 64;

  struct OpImplFunctions {
    bool HasDataDependency() const { return inputs_dependency != 0U; }
    bool IsInputDataDependency(const size_t index) const { return Has(inputs_dependency, index); }
    ge::graphStatus SetInputDataDependency(const size_t index) { return Set(inputs_dependency, index); }
    bool HasHostInput() const { return host_inputs != 0U; }
    bool IsHostInput(const size_t index) const { return Has(host_inputs, index); }
    ge::graphStatus SetHostInputs(const size_t index) { return Set(host_inputs, index); }
    bool HasTilingInputDataDependency() const { return tiling_dependency != 0U; }
    bool IsTilingInputDataDependency(const size_t index) const { return Has(tiling_dependency, index); }
    ge::graphStatus SetTilingInputDataDependency(const size_t index) { return Set(tiling_dependency, index); }
    /** Bit per placement. */
    bool IsSupportTilingDependencyPlacement(const uint32_t placement) const {
      return Has(tiling_dependency_placements, placement);
    }
    ge::graphStatus SetTilingDependencyPlacement(const uint32_t placement) {
      return Set(tiling_dependency_placements, placement);
    }
    bool IsOutputShapeDependOnCompute(const size_t index) const { return Has(output_shape_depend_compute, index); }
    ge::graphStatus SetOutputShapeDependOnCompute(const size_t index) { return Set(output_shape_depend_compute, index); }
    bool IsOutputShapeDependOnCompute() const { return output_shape_depend_compute != 0U; }

    InferShapeKernelFunc infer_shape = nullptr;
    InferShapeRangeKernelFunc infer_shape_range = nullptr;
    InferDataTypeKernelFunc infer_datatype = nullptr;
    TilingKernelFunc tiling = nullptr;
    KernelFunc tiling_parse = nullptr;
    CompileInfoCreatorFunc compile_info_creator = nullptr;
    CompileInfoDeleterFunc compile_info_deleter = nullptr;
    size_t max_tiling_data_size = 2048U;
    uint64_t inputs_dependency = 0U;
    PrivateAttrList private_attrs;
    PrivateAttrSet unique_private_attrs;
    uint64_t host_inputs = 0U;
    OpExecFunc op_execute_func = nullptr;
    uint64_t tiling_dependency = 0U;
    GenSimplifiedKeyKernelFunc gen_simplifiedkey = nullptr;
    uint64_t tiling_dependency_placements = 0U;
    uint64_t output_shape_depend_compute = 0U;

   protected:
    static bool Has(uint64_t bits, size_t index) { return index < kMaxDependencyIndex && ((bits >> index) & 1U) != 0U; }
    /** GRAPH_FAILED for an index that has no bit. */
    static ge::graphStatus Set(uint64_t &bits, size_t index) {
      if (index >= kMaxDependencyIndex) {
        return ge::GRAPH_FAILED;
      }
      bits |= static_cast<uint64_t>(1) << index;
      return ge::GRAPH_SUCCESS;
    }
  };

  struct OpImplFunctionsV2 : public OpImplFunctions {
    bool IsNullableOutput(const size_t index) const { return Has(nullable_outputs_, index); }
    ge::graphStatus SetNullableOutputs(const size_t index) { return Set(nullable_outputs_, index); }

    InferSymbolShapeKernelFunc infer_symbol_shape = nullptr;
    InferFormatFunc infer_format_func = nullptr;
    size_t st_size = sizeof(OpImplFunctionsV2);
    uint32_t version = 2U;
    OpCalcParamKernelFunc calc_op_param = nullptr;
    OpGenTaskKernelFunc gen_task = nullptr;
    OpCheckFunc check_support = nullptr;
    OpCheckFunc op_select_format = nullptr;
    OpCheckFunc get_op_support_info = nullptr;
    OpCheckFunc get_op_specific_info = nullptr;
    OpExecPrepareFunc op_execute_prepare_func = nullptr;
    OpExecLaunchFunc op_execute_launch_func = nullptr;
    ExceptionDumpFunc exception_func = nullptr;
    uint64_t nullable_outputs_ = 0U;
  };
};
}  // namespace gert

/** Entries that an operator library hands out in the per-library form of registration (foreign-build section 3.4). */
struct TypesToImpl {
  const char *op_type;
  gert::OpImplKernelRegistry::OpImplFunctions funcs;
};
struct TypesToImplV2 {
  const char *op_type;
  gert::OpImplKernelRegistry::OpImplFunctionsV2 funcs;
};

#endif  // OPSTRATA_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_
