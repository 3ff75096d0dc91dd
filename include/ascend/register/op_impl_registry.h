/**
 * @file
 * Registration of inference, tiling and execution functions: `IMPL_OP_INFERSHAPE(Type).InferShape(Fn)` and its relatives
 * (opdev-api section 4.2). Several registrations of one type in one library add to one entry; entries of different
 * libraries are kept apart by origin.
 */
#ifndef OPSTRATA_REGISTER_OP_IMPL_REGISTRY_H_
#define OPSTRATA_REGISTER_OP_IMPL_REGISTRY_H_

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/compiler_def.h"
#include "opstrata/visibility.h"
#include "register/op_impl_kernel_registry.h"

namespace gert {
class OpImplRegisterV2Impl;

/**
 * Adds functions to the entry of an operator type. All setters may be chained in any order; a later value replaces an
 * earlier one. Indices beyond 63 in the index lists are ignored.
 */
class OPSTRATA_API OpImplRegisterV2 {
 public:
  using InferShapeKernelFunc = OpImplKernelRegistry::InferShapeKernelFunc;
  using InferShapeRangeKernelFunc = OpImplKernelRegistry::InferShapeRangeKernelFunc;
  using InferDataTypeKernelFunc = OpImplKernelRegistry::InferDataTypeKernelFunc;
  using TilingKernelFunc = OpImplKernelRegistry::TilingKernelFunc;
  using TilingParseFunc = OpImplKernelRegistry::TilingParseFunc;
  using GenSimplifiedKeyKernelFunc = OpImplKernelRegistry::GenSimplifiedKeyKernelFunc;
  using OpExecFunc = OpImplKernelRegistry::OpExecFunc;
  using OpExecPrepareFunc = OpImplKernelRegistry::OpExecPrepareFunc;
  using OpExecLaunchFunc = OpImplKernelRegistry::OpExecLaunchFunc;
  using InferFormatFunc = OpImplKernelRegistry::InferFormatFunc;
  using InferSymbolShapeKernelFunc = OpImplKernelRegistry::InferSymbolShapeKernelFunc;
  using OpCalcParamKernelFunc = OpImplKernelRegistry::OpCalcParamKernelFunc;
  using OpGenTaskKernelFunc = OpImplKernelRegistry::OpGenTaskKernelFunc;
  using OpCheckFunc = OpImplKernelRegistry::OpCheckFunc;
  using ExceptionDumpFunc = OpImplKernelRegistry::ExceptionDumpFunc;

  explicit OpImplRegisterV2(const ge::char_t *op_type);
  /** The same with the place of the registration, which `opstrata why` shows. */
  OpImplRegisterV2(const ge::char_t *op_type, const ge::char_t *file, int32_t line);
  OpImplRegisterV2(OpImplRegisterV2 &&other) noexcept;
  OpImplRegisterV2(const OpImplRegisterV2 &other);
  OpImplRegisterV2 &operator=(const OpImplRegisterV2 &) = delete;
  OpImplRegisterV2 &operator=(OpImplRegisterV2 &&) = delete;
  ~OpImplRegisterV2();

  OpImplRegisterV2 &InferShape(InferShapeKernelFunc infer_shape_func);
  OpImplRegisterV2 &InferShapeRange(InferShapeRangeKernelFunc infer_shape_range_func);
  OpImplRegisterV2 &InferDataType(InferDataTypeKernelFunc infer_datatype_func);
  OpImplRegisterV2 &InferSymbolShape(InferSymbolShapeKernelFunc infer_symbol_shape_func);
  OpImplRegisterV2 &InferFormat(InferFormatFunc infer_format_func);
  /** Every output has the type of input instance 0. */
  OpImplRegisterV2 &InferOutDataTypeSameWithFirstInput();

  /** A private attribute follows the prototype's attributes in the order of registration; a second one of a name is ignored. */
  OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr);
  OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, int64_t private_attr_val);
  OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, const std::vector<int64_t> &private_attr_val);
  OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, const ge::char_t *private_attr_val);
  OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, float private_attr_val);
  OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, bool private_attr_val);
  OpImplRegisterV2 &PrivateAttr(const ge::char_t *private_attr, const std::vector<float> &private_attr_val);

  /** IR inputs whose values shape inference reads. */
  OpImplRegisterV2 &InputsDataDependency(std::initializer_list<int32_t> inputs);
  OpImplRegisterV2 &TilingInputsDataDependency(std::initializer_list<int32_t> inputs);
  OpImplRegisterV2 &TilingInputsDataDependency(std::initializer_list<int32_t> inputs,
                                               std::initializer_list<TilingPlacement> placements);
  OpImplRegisterV2 &OutputShapeDependOnCompute(std::initializer_list<int32_t> outputs);
  OpImplRegisterV2 &HostInputs(std::initializer_list<int32_t> inputs);
  OpImplRegisterV2 &NullableOutputs(std::initializer_list<int32_t> outputs);

  OpImplRegisterV2 &Tiling(TilingKernelFunc tiling_func, size_t max_tiling_data_size = 2048);
  OpImplRegisterV2 &GenSimplifiedKey(GenSimplifiedKeyKernelFunc gen_simplifiedkey_func);
  template <typename T>
  OpImplRegisterV2 &TilingParse(OpImplKernelRegistry::KernelFunc tiling_parse_func) {
    return TilingParse(tiling_parse_func, CreateCompileInfo<T>, DeleteCompileInfo<T>);
  }
  template <typename T>
  OpImplRegisterV2 &TilingParse(TilingParseFunc tiling_parse_func) {
    return TilingParse<T>(reinterpret_cast<OpImplKernelRegistry::KernelFunc>(tiling_parse_func));
  }

  OpImplRegisterV2 &OpExecuteFunc(OpExecFunc op_execute_func);
  OpImplRegisterV2 &Op2StageExecuteFuncs(OpExecPrepareFunc prepare_func, OpExecLaunchFunc launch_func);
  OpImplRegisterV2 &CalcOpParam(OpCalcParamKernelFunc calc_op_param_func);
  OpImplRegisterV2 &GenerateTask(OpGenTaskKernelFunc gen_task_func);
  OpImplRegisterV2 &CheckSupport(OpCheckFunc check_support_func);
  OpImplRegisterV2 &OpSelectFormat(OpCheckFunc op_select_format_func);
  OpImplRegisterV2 &ExceptionDumpParseFunc(ExceptionDumpFunc exception_func);

 private:
  template <typename T>
  static void *CreateCompileInfo() {
    return new T();
  }
  template <typename T>
  static void DeleteCompileInfo(void *object) {
    delete static_cast<T *>(object);
  }
  OpImplRegisterV2 &TilingParse(OpImplKernelRegistry::KernelFunc tiling_parse_func,
                                OpImplKernelRegistry::CompileInfoCreatorFunc creator_func,
                                OpImplKernelRegistry::CompileInfoDeleterFunc deleter_func);

  std::unique_ptr<OpImplRegisterV2Impl> impl_;
};
}  // namespace gert

#define IMPL_OP_COUNTER(op_type, name, counter) IMPL_OP_COUNTER_NUMBER(op_type, name, counter)
#define IMPL_OP_COUNTER_NUMBER(op_type, name, counter) \
  static ::gert::OpImplRegisterV2 VAR_UNUSED name##counter = ::gert::OpImplRegisterV2(#op_type, __FILE__, __LINE__)
/* Any number of times per file. */
#define IMPL_OP(op_type) IMPL_OP_COUNTER(op_type, op_impl_register_##op_type##_, __COUNTER__)
#define IMPL_OP_DEFAULT() IMPL_OP(DefaultImpl)
/* Once per type and library; hidden, so that the objects of two libraries in one process are never one. */
#define OPSTRATA_LIBRARYS_OWN __attribute__((visibility("hidden")))
#define IMPL_OP_INFERSHAPE(op_type)                                           \
  OPSTRATA_LIBRARYS_OWN ::gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_infershape_##op_type = \
      ::gert::OpImplRegisterV2(#op_type, __FILE__, __LINE__)
#define IMPL_OP_OPTILING(op_type)                                           \
  OPSTRATA_LIBRARYS_OWN ::gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_optiling_##op_type = \
      ::gert::OpImplRegisterV2(#op_type, __FILE__, __LINE__)

#endif  // OPSTRATA_REGISTER_OP_IMPL_REGISTRY_H_
