// gert::OpImplRegisterV2: registration of inference functions by operator libraries.
#include "register/op_impl_registry.h"

#include "infer/registry.h"

namespace gert {

class OpImplRegisterV2Impl {
 public:
  OpImplRegisterV2Impl(opstrata::infer::Entry &entry, std::string place) : entry_(entry), place_(std::move(place)) {}
  void change(const std::function<void(OpImplKernelRegistry::OpImplFunctionsV2 &)> &change) const {
    opstrata::infer::update(entry_, [&](OpImplKernelRegistry::OpImplFunctionsV2 &functions) {
      const auto shape = functions.infer_shape;
      const auto type = functions.infer_datatype;
      change(functions);
      if (functions.infer_shape != shape) entry_.shape_place = place_;
      if (functions.infer_datatype != type) entry_.type_place = place_;
    });
  }

 private:
  opstrata::infer::Entry &entry_;
  std::string place_;
};

namespace {

using Functions = OpImplKernelRegistry::OpImplFunctionsV2;

void set_bits(uint64_t &bits, std::initializer_list<int32_t> indices) {
  bits = 0;
  for (const int32_t index : indices) {
    if (index >= 0 && static_cast<size_t>(index) < OpImplKernelRegistry::kMaxDependencyIndex) bits |= uint64_t{1} << index;
  }
}

UINT32 same_as_first_input(InferDataTypeContext *context) {
  const ge::DataType type = context->GetInputDataType(0);
  for (size_t i = 0; i < context->GetComputeNodeOutputNum(); ++i) {
    if (const ge::graphStatus status = context->SetOutputDataType(i, type); status != ge::GRAPH_SUCCESS) return status;
  }
  return ge::GRAPH_SUCCESS;
}

/// A private attribute without value (monostate-like: an empty AttrValue) when `set` does nothing.
template <typename Set>
void add_private_attr(const OpImplRegisterV2Impl &impl, const ge::char_t *name, const Set &set) {
  if (name == nullptr || *name == '\0') return;
  ge::AttrValue value;
  set(value);
  impl.change([&](Functions &functions) {
    if (functions.unique_private_attrs.insert(name).second) functions.private_attrs.emplace_back(name, value);
  });
}

}  // namespace

// The caller's address tells which library registers: static initialisers of operator libraries call the constructor.
OpImplRegisterV2::OpImplRegisterV2(const ge::char_t *op_type)
    : impl_(new OpImplRegisterV2Impl(
          opstrata::infer::entry_for(op_type == nullptr ? "" : op_type, __builtin_return_address(0)),
          "an unknown place")) {}
OpImplRegisterV2::OpImplRegisterV2(const ge::char_t *op_type, const ge::char_t *file, int32_t line)
    : impl_(new OpImplRegisterV2Impl(
          opstrata::infer::entry_for(op_type == nullptr ? "" : op_type, __builtin_return_address(0)),
          std::string(file == nullptr ? "?" : file) + ":" + std::to_string(line))) {}
OpImplRegisterV2::OpImplRegisterV2(OpImplRegisterV2 &&other) noexcept = default;
OpImplRegisterV2::OpImplRegisterV2(const OpImplRegisterV2 &other)
    : impl_(other.impl_ == nullptr ? nullptr : new OpImplRegisterV2Impl(*other.impl_)) {}
OpImplRegisterV2::~OpImplRegisterV2() = default;

#define OPSTRATA_SETTER(name, type, field)                                                     \
  OpImplRegisterV2 &OpImplRegisterV2::name(type value) {                                       \
    impl_->change([value](Functions &functions) { functions.field = value; });                 \
    return *this;                                                                              \
  }
OPSTRATA_SETTER(InferShape, InferShapeKernelFunc, infer_shape)
OPSTRATA_SETTER(InferShapeRange, InferShapeRangeKernelFunc, infer_shape_range)
OPSTRATA_SETTER(InferDataType, InferDataTypeKernelFunc, infer_datatype)
OPSTRATA_SETTER(InferSymbolShape, InferSymbolShapeKernelFunc, infer_symbol_shape)
OPSTRATA_SETTER(InferFormat, InferFormatFunc, infer_format_func)
OPSTRATA_SETTER(GenSimplifiedKey, GenSimplifiedKeyKernelFunc, gen_simplifiedkey)
OPSTRATA_SETTER(OpExecuteFunc, OpExecFunc, op_execute_func)
OPSTRATA_SETTER(CalcOpParam, OpCalcParamKernelFunc, calc_op_param)
OPSTRATA_SETTER(GenerateTask, OpGenTaskKernelFunc, gen_task)
OPSTRATA_SETTER(CheckSupport, OpCheckFunc, check_support)
OPSTRATA_SETTER(OpSelectFormat, OpCheckFunc, op_select_format)
OPSTRATA_SETTER(ExceptionDumpParseFunc, ExceptionDumpFunc, exception_func)
#undef OPSTRATA_SETTER

#define OPSTRATA_INDEX_SETTER(name, field)                                                     \
  OpImplRegisterV2 &OpImplRegisterV2::name(std::initializer_list<int32_t> indices) {           \
    impl_->change([&](Functions &functions) { set_bits(functions.field, indices); });          \
    return *this;                                                                              \
  }
OPSTRATA_INDEX_SETTER(InputsDataDependency, inputs_dependency)
OPSTRATA_INDEX_SETTER(TilingInputsDataDependency, tiling_dependency)
OPSTRATA_INDEX_SETTER(OutputShapeDependOnCompute, output_shape_depend_compute)
OPSTRATA_INDEX_SETTER(HostInputs, host_inputs)
OPSTRATA_INDEX_SETTER(NullableOutputs, nullable_outputs_)
#undef OPSTRATA_INDEX_SETTER

OpImplRegisterV2 &OpImplRegisterV2::TilingInputsDataDependency(std::initializer_list<int32_t> inputs,
                                                               std::initializer_list<TilingPlacement> placements) {
  impl_->change([&](Functions &functions) {
    set_bits(functions.tiling_dependency, inputs);
    functions.tiling_dependency_placements = 0;
    for (const TilingPlacement placement : placements) {
      (void)functions.SetTilingDependencyPlacement(static_cast<uint32_t>(placement));
    }
  });
  return *this;
}

OpImplRegisterV2 &OpImplRegisterV2::InferOutDataTypeSameWithFirstInput() { return InferDataType(&same_as_first_input); }

OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *private_attr) {
  add_private_attr(*impl_, private_attr, [](const ge::AttrValue &) {});
  return *this;
}

#define OPSTRATA_PRIVATE_ATTR(type)                                                                                 \
  OpImplRegisterV2 &OpImplRegisterV2::PrivateAttr(const ge::char_t *private_attr, type private_attr_val) {          \
    add_private_attr(*impl_, private_attr,                                                                          \
                     [&](const ge::AttrValue &value) { (void)value.SetAttrValue(private_attr_val); });              \
    return *this;                                                                                                   \
  }
OPSTRATA_PRIVATE_ATTR(int64_t)
OPSTRATA_PRIVATE_ATTR(float)
OPSTRATA_PRIVATE_ATTR(bool)
OPSTRATA_PRIVATE_ATTR(const ge::char_t *)
OPSTRATA_PRIVATE_ATTR(const std::vector<int64_t> &)
OPSTRATA_PRIVATE_ATTR(const std::vector<float> &)
#undef OPSTRATA_PRIVATE_ATTR

OpImplRegisterV2 &OpImplRegisterV2::Tiling(TilingKernelFunc tiling_func, size_t max_tiling_data_size) {
  impl_->change([=](Functions &functions) {
    functions.tiling = tiling_func;
    functions.max_tiling_data_size = max_tiling_data_size;
  });
  return *this;
}

OpImplRegisterV2 &OpImplRegisterV2::TilingParse(OpImplKernelRegistry::KernelFunc tiling_parse_func,
                                                OpImplKernelRegistry::CompileInfoCreatorFunc creator_func,
                                                OpImplKernelRegistry::CompileInfoDeleterFunc deleter_func) {
  impl_->change([=](Functions &functions) {
    functions.tiling_parse = tiling_parse_func;
    functions.compile_info_creator = creator_func;
    functions.compile_info_deleter = deleter_func;
  });
  return *this;
}

OpImplRegisterV2 &OpImplRegisterV2::Op2StageExecuteFuncs(OpExecPrepareFunc prepare_func, OpExecLaunchFunc launch_func) {
  impl_->change([=](Functions &functions) {
    functions.op_execute_prepare_func = prepare_func;
    functions.op_execute_launch_func = launch_func;
  });
  return *this;
}

}  // namespace gert
