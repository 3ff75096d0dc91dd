// Shape and type inference: contexts, value classes, registration, op_common helpers, builders, space registry.
#include "base/context_builder/op_infer_datatype_context_builder.h"
#include "base/context_builder/op_infer_shape_context_builder.h"
#include "base/context_builder/op_infer_shape_range_context_builder.h"
#include "base/context_builder/op_kernel_run_context_builder.h"
#include "base/context_builder/op_tiling_context_builder.h"
#include "base/context_builder/op_tiling_parse_context_builder.h"
#include "base/registry/op_impl_space_registry_v2.h"
#include "base/registry/opp_package_utils.h"
#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/infer_shape_range_context.h"
#include "exe_graph/runtime/kernel_context.h"
#include "exe_graph/runtime/kernel_run_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_data.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "external/ge_common/api_error_codes.h"
#include "graph/utils/type_utils.h"
#include "infershape_broadcast_util.h"
#include "infershape_elewise_util.h"
#include "infershape_reduce_util.h"
#include "items.h"
#include "log/log.h"
#include "register/op_impl_kernel_registry.h"
#include "register/op_impl_registry.h"
#include "util/bfloat16.h"
#include "util/const_util.h"
#include "util/fp16.h"
#include "util/math_util.h"
#include "util/shape_util.h"
#include "utils/extern_math_util.h"

using namespace gert;

NUMBER(ge::GRAPH_SUCCESS, 0);
NUMBER(ge::GRAPH_FAILED, 0xFFFFFFFFLL);
NUMBER(ge::GRAPH_PARAM_INVALID, 50331649);
NUMBER(ge::GRAPH_PARAM_OUT_OF_RANGE, 50331644);
NUMBER(ge::SUCCESS, 0);
NUMBER(ge::FAILED, 0xFFFFFFFFLL);
SAME(ge::graphStatus, uint32_t);
SAME(UINT32, unsigned int);
static_assert(sizeof(KernelStatus) > 0, "a global name");
#define LAYOUT(T) static_assert(std::is_standard_layout<T>::value, #T)
LAYOUT(InferShapeContext);
LAYOUT(InferDataTypeContext);
LAYOUT(InferShapeRangeContext);
LAYOUT(TilingContext);
LAYOUT(TilingParseContext);
LAYOUT(KernelContext);
static_assert(std::is_convertible<InferShapeContext *, ExtendedKernelContext *>::value &&
                  std::is_convertible<InferDataTypeContext *, ExtendedKernelContext *>::value &&
                  std::is_convertible<InferShapeRangeContext *, ExtendedKernelContext *>::value,
              "public base");
FIELD(size_t, KernelRunContext, input_size);
FIELD(size_t, KernelRunContext, output_size);
FIELD(const void *, KernelRunContext, compute_node_info);
FIELD(const void *, KernelRunContext, kernel_extend_info);
FIELD(AsyncAnyValue **, KernelRunContext, output_start);
static_assert(std::is_same<decltype(KernelRunContext::values), AsyncAnyValue *[1]>::value, "values");
static_assert(std::is_same<decltype(AsyncAnyValue::deleter), void (*)(void *)>::value, "deleter");
static_assert(sizeof(AsyncAnyValue) == 16 && sizeof(AsyncAnyValue().data.inplace) == 8 &&
                  sizeof(AsyncAnyValue().data.pointer) == 8,
              "AsyncAnyValue");
static_assert(std::is_same<TensorAddrManager, ge::graphStatus (*)(void *, TensorOperateType, void **)>::value,
              "TensorAddrManager");
static_assert(!std::is_copy_constructible<gert::Tensor>::value && !std::is_default_constructible<RuntimeAttrs>::value,
              "");
SAME(std::underlying_type<TensorPlacement>::type, int32_t);

void Shapes(InferShapeContext *c) {
#define CONST(type, owner, name, ...) MEMBER(type, owner, name, (__VA_ARGS__) const)
  CONST(const Shape *, InferShapeContext, GetInputShape, size_t);
  CONST(const Tensor *, InferShapeContext, GetInputTensor, size_t);
  CONST(const Shape *, InferShapeContext, GetOptionalInputShape, size_t);
  CONST(const Tensor *, InferShapeContext, GetOptionalInputTensor, size_t);
  CONST(const Shape *, InferShapeContext, GetRequiredInputShape, size_t);
  CONST(const Tensor *, InferShapeContext, GetRequiredInputTensor, size_t);
  CONST(const Shape *, InferShapeContext, GetDynamicInputShape, size_t, size_t);
  CONST(const Tensor *, InferShapeContext, GetDynamicInputTensor, size_t, size_t);
  MEMBER(Shape *, InferShapeContext, GetOutputShape, (size_t));
  CONST(const char *, ExtendedKernelContext, GetNodeName);
  CONST(const char *, ExtendedKernelContext, GetNodeType);
  CONST(const RuntimeAttrs *, ExtendedKernelContext, GetAttrs);
  CONST(const CompileTimeTensorDesc *, ExtendedKernelContext, GetInputDesc, size_t);
  CONST(const CompileTimeTensorDesc *, ExtendedKernelContext, GetOutputDesc, size_t);
  CONST(const CompileTimeTensorDesc *, ExtendedKernelContext, GetOptionalInputDesc, size_t);
  CONST(const CompileTimeTensorDesc *, ExtendedKernelContext, GetRequiredInputDesc, size_t);
  CONST(const CompileTimeTensorDesc *, ExtendedKernelContext, GetDynamicInputDesc, size_t, size_t);
  CONST(size_t, ExtendedKernelContext, GetComputeNodeInputNum);
  CONST(size_t, ExtendedKernelContext, GetComputeNodeOutputNum);
  CONST(const AnchorInstanceInfo *, ExtendedKernelContext, GetIrInputInstanceInfo, size_t);
  CONST(const AnchorInstanceInfo *, ExtendedKernelContext, GetIrOutputInstanceInfo, size_t);
  CONST(const ComputeNodeInfo *, ExtendedKernelContext, GetComputeNodeInfo);
  const RuntimeAttrs *a = c->GetAttrs();
  CONST(const int64_t *, RuntimeAttrs, GetInt, size_t);
  CONST(const float *, RuntimeAttrs, GetFloat, size_t);
  CONST(const bool *, RuntimeAttrs, GetBool, size_t);
  CONST(const char *, RuntimeAttrs, GetStr, size_t);
  CONST(const TypedContinuousVector<int64_t> *, RuntimeAttrs, GetListInt, size_t);
  CONST(const TypedContinuousVector<float> *, RuntimeAttrs, GetListFloat, size_t);
  CONST(const ContinuousVectorVector *, RuntimeAttrs, GetListListInt, size_t);
  CONST(const ContinuousVectorVector *, RuntimeAttrs, GetListListFloat, size_t);
  CONST(const Tensor *, RuntimeAttrs, GetTensor, size_t);
  CONST(size_t, RuntimeAttrs, GetAttrNum);
  items::Take(a->GetAttrPointer<bool>(0));
  items::Take(a->GetAttrPointer<char>(0));
  items::Take(a->GetAttrPointer<ContinuousVector>(0));
  CONST(size_t, ContinuousVector, GetSize);
  CONST(size_t, ContinuousVector, GetCapacity);
  CONST(const void *, ContinuousVector, GetData);
  MEMBER(void *, ContinuousVector, MutableData, ());
  MEMBER(ge::graphStatus, ContinuousVector, SetSize, (size_t));
  size_t total = 0;
  auto made = ContinuousVector::Create<int64_t>(2);
  auto made2 = ContinuousVector::Create<int64_t>(2, total);
  SAME(decltype(made), std::unique_ptr<uint8_t[]>);
  reinterpret_cast<ContinuousVector *>(made.get())->Init(2);
  NUMBER(sizeof(ContinuousVector), 56);
  using Ints = TypedContinuousVector<int64_t>;
  const Ints *ints = a->GetListInt(0);
  items::Take(ints->GetSize() + ints->GetCapacity());
  CONST(const int64_t *, Ints, GetData);
  MEMBER(int64_t *, Ints, MutableData, ());
  static_assert(!std::is_convertible<Ints *, ContinuousVector *>::value, "a private base");
  CONST(size_t, ContinuousVectorVector, GetSize);
  CONST(const ContinuousVector *, ContinuousVectorVector, Get, size_t);
  StorageShape s, s2({2, 3}, {2, 3});
  StorageShape s3 = {{2, 3}, {2, 3}};
  CONST(const Shape &, StorageShape, GetOriginShape);
  CONST(const Shape &, StorageShape, GetStorageShape);
  MEMBER(Shape &, StorageShape, MutableOriginShape, ());
  MEMBER(Shape &, StorageShape, MutableStorageShape, ());
  CONST(const Shape &, StorageShape, GetShape);
  MEMBER(Shape &, StorageShape, MutableShape, ());
  items::Take(s == s2 || s != s3);
  StorageFormat f, f2(ge::FORMAT_ND, ge::FORMAT_ND, ExpandDimsType());
  f.SetOriginFormat(f2.GetOriginFormat());
  f.SetStorageFormat(f2.GetStorageFormat());
  f.SetExpandDimsType(f2.GetExpandDimsType());
  CONST(ge::Format, StorageFormat, GetOriginFormat);
  CONST(ge::Format, StorageFormat, GetStorageFormat);
  CONST(ExpandDimsType, StorageFormat, GetExpandDimsType);
  MEMBER(ExpandDimsType &, StorageFormat, MutableExpandDimsType, ());
  items::Take(f == f2 || f != f2);
  ExpandDimsType e, e2("1001"), e3(int64_t(9));
  static_assert(
      !std::is_convertible<const char *, ExpandDimsType>::value && !std::is_convertible<int64_t, ExpandDimsType>::value,
      "explicit");
  Shape in, out;
  CONST(ge::graphStatus, ExpandDimsType, Expand, const Shape &, Shape &);
  CONST(ge::graphStatus, ExpandDimsType, Expand, Shape &);
  items::Take(e.GetFullSize());
  items::Take(e.IsExpandIndex(0));
  e.SetExpandIndex(0);
  items::Take(e == e2 || e2 == e3);
}
void Tensors() {
  Tensor t, t2(StorageShape(), StorageFormat(), kOnHost, ge::DT_FLOAT, nullptr),
      t3(StorageShape(), StorageFormat(), kOnHost, ge::DT_FLOAT, nullptr, nullptr),
      t4(StorageShape(), StorageFormat(), ge::DT_FLOAT);
  const Tensor &k = t;
  items::Take(k.GetData<float>());
  items::Take(t.GetData<float>());
  CONST(const void *, Tensor, GetAddr);
  MEMBER(void *, Tensor, GetAddr, ());
  CONST(int64_t, Tensor, GetShapeSize);
  CONST(size_t, Tensor, GetSize);
  MEMBER(void, Tensor, SetSize, (size_t));
  CONST(ge::DataType, Tensor, GetDataType);
  MEMBER(void, Tensor, SetDataType, (ge::DataType));
  CONST(const Shape &, Tensor, GetOriginShape);
  CONST(const Shape &, Tensor, GetStorageShape);
  MEMBER(Shape &, Tensor, MutableOriginShape, ());
  MEMBER(Shape &, Tensor, MutableStorageShape, ());
  CONST(const StorageShape &, Tensor, GetShape);
  MEMBER(StorageShape &, Tensor, GetShape, ());
  CONST(ge::Format, Tensor, GetStorageFormat);
  MEMBER(void, Tensor, SetStorageFormat, (ge::Format));
  CONST(ge::Format, Tensor, GetOriginFormat);
  MEMBER(void, Tensor, SetOriginFormat, (ge::Format));
  CONST(const StorageFormat &, Tensor, GetFormat);
  MEMBER(StorageFormat &, Tensor, MutableFormat, ());
  CONST(ExpandDimsType, Tensor, GetExpandDimsType);
  MEMBER(void, Tensor, SetExpandDimsType, (const ExpandDimsType &));
  CONST(TensorPlacement, Tensor, GetPlacement);
  MEMBER(void, Tensor, SetPlacement, (TensorPlacement));
  CONST(const TensorData &, Tensor, GetTensorData);
  MEMBER(TensorData &, Tensor, MutableTensorData, ());
  MEMBER(void, Tensor, SetData, (TensorData &&));
  FREE(std::unique_ptr<uint8_t[]>, Tensor::CreateFollowing, (int64_t, ge::DataType, size_t &));
  FREE(std::unique_ptr<uint8_t[]>, Tensor::CreateFollowing, (ge::DataType, size_t, size_t &));
  TensorData d, d2(nullptr), d3(nullptr, nullptr), d4(nullptr, nullptr, 0, kOnHost);
  static_assert(!std::is_convertible<void *, TensorData>::value, "explicit");
  CONST(void *, TensorData, GetAddr);
  CONST(size_t, TensorData, GetSize);
  MEMBER(void, TensorData, SetSize, (size_t));
  CONST(TensorPlacement, TensorData, GetPlacement);
  MEMBER(void, TensorData, SetPlacement, (TensorPlacement));
  MEMBER(ge::graphStatus, TensorData, SetAddr, (const ConstTensorAddressPtr, TensorAddrManager));
  MEMBER(ge::graphStatus, TensorData, Free, ());
  MEMBER(ge::graphStatus, TensorData, ShareFrom, (const TensorData &));
  CONST(bool, TensorData, IsSharedWith, const TensorData &);
  MEMBER(TensorAddress, TensorData, Release, (TensorAddrManager &));
}
void Nodes() {
  CONST(ge::DataType, CompileTimeTensorDesc, GetDataType);
  CONST(ge::Format, CompileTimeTensorDesc, GetOriginFormat);
  CONST(ge::Format, CompileTimeTensorDesc, GetStorageFormat);
  CONST(const StorageFormat &, CompileTimeTensorDesc, GetFormat);
  CONST(ExpandDimsType, CompileTimeTensorDesc, GetExpandDimsType);
  items::Take(&CompileTimeTensorDesc::IsExist);
  CompileTimeTensorDesc desc;
  desc.SetDataType(ge::DT_FLOAT);
  desc.SetOriginFormat(ge::FORMAT_ND);
  desc.SetStorageFormat(ge::FORMAT_ND);
  desc.SetExpandDimsType(ExpandDimsType());
  CONST(size_t, AnchorInstanceInfo, GetInstanceNum);
  CONST(size_t, AnchorInstanceInfo, GetInstanceStart);
  CONST(const char *, ComputeNodeInfo, GetNodeType);
  CONST(const char *, ComputeNodeInfo, GetNodeName);
  CONST(size_t, ComputeNodeInfo, GetIrInputsNum);
  CONST(size_t, ComputeNodeInfo, GetIrOutputsNum);
  CONST(size_t, ComputeNodeInfo, GetInputsNum);
  CONST(size_t, ComputeNodeInfo, GetOutputsNum);
  CONST(const AnchorInstanceInfo *, ComputeNodeInfo, GetInputInstanceInfo, size_t);
  CONST(const AnchorInstanceInfo *, ComputeNodeInfo, GetOutputInstanceInfo, size_t);
  CONST(const CompileTimeTensorDesc *, ComputeNodeInfo, GetInputTdInfo, size_t);
  CONST(const CompileTimeTensorDesc *, ComputeNodeInfo, GetOutputTdInfo, size_t);
  CONST(const RuntimeAttrs *, ComputeNodeInfo, GetAttrs);
  CONST(CompileTimeTensorDesc *, ComputeNodeInfo, MutableInputTdInfo, size_t);
  CONST(CompileTimeTensorDesc *, ComputeNodeInfo, MutableOutputTdInfo, size_t);
  CONST(AnchorInstanceInfo *, ComputeNodeInfo, MutableInputInstanceInfo, size_t);
  CONST(AnchorInstanceInfo *, ComputeNodeInfo, MutableOutputInstanceInfo, size_t);
  CONST(ge::DataType, InferDataTypeContext, GetInputDataType, size_t);
  CONST(ge::DataType, InferDataTypeContext, GetOptionalInputDataType, size_t);
  CONST(ge::DataType, InferDataTypeContext, GetRequiredInputDataType, size_t);
  CONST(ge::DataType, InferDataTypeContext, GetDynamicInputDataType, size_t, size_t);
  CONST(ge::DataType, InferDataTypeContext, GetOutputDataType, size_t);
  MEMBER(ge::graphStatus, InferDataTypeContext, SetOutputDataType, (size_t, ge::DataType));
  SAME(TensorRange, Range<Tensor>);
  CONST(const Range<Shape> *, InferShapeRangeContext, GetInputShapeRange, size_t);
  CONST(const Range<Shape> *, InferShapeRangeContext, GetOptionalInputShapeRange, size_t);
  CONST(const Range<Shape> *, InferShapeRangeContext, GetRequiredInputShapeRange, size_t);
  CONST(const Range<Shape> *, InferShapeRangeContext, GetDynamicInputShapeRange, size_t, size_t);
  CONST(const TensorRange *, InferShapeRangeContext, GetInputTensorRange, size_t);
  CONST(const TensorRange *, InferShapeRangeContext, GetOptionalInputTensorRange, size_t);
  CONST(const TensorRange *, InferShapeRangeContext, GetRequiredInputTensorRange, size_t);
  CONST(const TensorRange *, InferShapeRangeContext, GetDynamicInputTensorRange, size_t, size_t);
  MEMBER(Range<Shape> *, InferShapeRangeContext, GetOutputShapeRange, (size_t));
  Shape low, high;
  Range<Shape> r, r2(&low, &high), r3(&low);
  static_assert(!std::is_convertible<Shape *, Range<Shape>>::value, "explicit");
  CONST(const Shape *, Range<Shape>, GetMin);
  CONST(const Shape *, Range<Shape>, GetMax);
  MEMBER(Shape *, Range<Shape>, GetMin, ());
  MEMBER(Shape *, Range<Shape>, GetMax, ());
  r.SetMin(&low);
  r.SetMax(&high);
  items::Take(r == r2);
  CONST(size_t, KernelContext, GetInputNum);
  CONST(size_t, KernelContext, GetOutputNum);
  CONST(const Chain *, KernelContext, GetInput, size_t);
  items::Take(&KernelContext::MutableInput);
  MEMBER(Chain *, KernelContext, GetOutput, (size_t));
  CONST(const char *, KernelContext, GetInputStrPointer, size_t);
  CONST(const void *, KernelContext, GetComputeNodeExtend);
  CONST(const void *, KernelContext, GetKernelExtend);
  KernelContext *c = nullptr;
  if (c != nullptr) {
    items::Take(c->GetInputPointer<int>(0));
    items::Take(c->MutableInputPointer<int>(0));
    items::Take(c->GetOutputPointer<int>(0));
    items::Take(c->GetInputValue<int>(0));
    KernelRunContext *run = c->GetContext();
    items::Take(run);
    Chain *chain = c->GetOutput(0);
    items::Take(chain->GetPointer<int>());
    items::Take(chain->GetValue<int>());
    chain->Set(nullptr, nullptr);
    chain->SetWithDefaultDeleter(new int);
    items::Take(chain->HasDeleter());
  }
}
ge::graphStatus Infer(InferShapeContext *) { return 0; }
ge::graphStatus InferType(InferDataTypeContext *) { return 0; }
ge::graphStatus InferRange(InferShapeRangeContext *) { return 0; }
ge::graphStatus Tile(TilingContext *) { return 0; }
ge::graphStatus Parse(TilingParseContext *) { return 0; }
ge::graphStatus ParseKernel(KernelContext *) { return 0; }
IMPL_OP_INFERSHAPE(ItemsFirst)
    .InferShape(Infer)
    .InferDataType(InferType)
    .InferShapeRange(InferRange)
    .InputsDataDependency({0, 1})
    .PrivateAttr("a")
    .PrivateAttr("b", 0L)
    .PrivateAttr("c", 1.0f)
    .PrivateAttr("d", false)
    .PrivateAttr("e", "")
    .PrivateAttr("f", std::vector<int64_t>())
    .PrivateAttr("g", std::vector<float>())
    .OutputShapeDependOnCompute({0})
    .InferOutDataTypeSameWithFirstInput()
    .TilingInputsDataDependency({0})
    .HostInputs({0})
    .NullableOutputs({0});
IMPL_OP(ItemsSecond)
    .Tiling(Tile)
    .TilingParse<int>(Parse)
    .TilingInputsDataDependency({0}, {TilingPlacement::TILING_ON_HOST, TilingPlacement::TILING_ON_AICPU});
IMPL_OP(ItemsThird).Tiling(Tile, 4096).TilingParse<int>(ParseKernel);
IMPL_OP_OPTILING(ItemsFourth).Tiling(Tile);
IMPL_OP_DEFAULT();
NUMBER(TilingPlacement::TILING_ON_HOST, 0);
NUMBER(TilingPlacement::TILING_ON_AICPU, 1);
static_assert(std::is_same<OpImplRegisterV2::InferShapeKernelFunc, UINT32 (*)(InferShapeContext *)>::value,
              "InferShapeKernelFunc");
static_assert(!std::is_copy_assignable<OpImplRegisterV2>::value && std::is_copy_constructible<OpImplRegisterV2>::value,
              "");
void Registration(OpImplRegisterV2 &r) {
  items::Take(&op_impl_register_infershape_ItemsFirst);
  items::Take(&op_impl_register_optiling_ItemsFourth);
  items::Take(&OpImplRegisterV2::GenSimplifiedKey);
  items::Take(&OpImplRegisterV2::OpExecuteFunc);
  items::Take(&OpImplRegisterV2::Op2StageExecuteFuncs);
  items::Take(&OpImplRegisterV2::InferFormat);
  items::Take(&OpImplRegisterV2::CalcOpParam);
  items::Take(&OpImplRegisterV2::GenerateTask);
  items::Take(&OpImplRegisterV2::CheckSupport);
  items::Take(&OpImplRegisterV2::OpSelectFormat);
  items::Take(&OpImplRegisterV2::ExceptionDumpParseFunc);
  r.GenSimplifiedKey(nullptr)
      .OpExecuteFunc(nullptr)
      .InferFormat(nullptr)
      .CalcOpParam(nullptr)
      .GenerateTask(nullptr)
      .CheckSupport(nullptr)
      .OpSelectFormat(nullptr)
      .ExceptionDumpParseFunc(nullptr)
      .Op2StageExecuteFuncs(nullptr, nullptr);
  OpImplKernelRegistry::OpImplFunctionsV2 f;
  (void)f.infer_shape;
  (void)f.infer_shape_range;
  (void)f.infer_datatype;
  (void)f.tiling;
  (void)f.tiling_parse;
  (void)f.compile_info_creator;
  (void)f.compile_info_deleter;
  (void)f.max_tiling_data_size;
  SAME(decltype(f.inputs_dependency), uint64_t);
  (void)f.private_attrs;
  (void)f.unique_private_attrs;
  SAME(decltype(f.host_inputs), uint64_t);
  (void)f.op_execute_func;
  SAME(decltype(f.tiling_dependency), uint64_t);
  (void)f.gen_simplifiedkey;
  SAME(decltype(f.tiling_dependency_placements), uint64_t);
  SAME(decltype(f.output_shape_depend_compute), uint64_t);
  items::Take(f.HasDataDependency());
  items::Take(f.IsInputDataDependency(0));
  items::Take(f.SetInputDataDependency(0));
  (void)f.infer_symbol_shape;
  (void)f.infer_format_func;
  (void)f.st_size;
  items::Take(f.version == 2);
  (void)f.calc_op_param;
  (void)f.gen_task;
  (void)f.check_support;
  (void)f.op_select_format;
  (void)f.get_op_support_info;
  (void)f.get_op_specific_info;
  (void)f.op_execute_prepare_func;
  (void)f.op_execute_launch_func;
  (void)f.exception_func;
  (void)f.nullable_outputs_;
  static_assert(std::is_base_of<OpImplKernelRegistry::OpImplFunctions, OpImplKernelRegistry::OpImplFunctionsV2>::value,
                "");
  NUMBER(OppImplVersionTag::kOpp, 0);
  NUMBER(OppImplVersionTag::kOppKernel, 1);
  NUMBER(OppImplVersionTag::kVersionEnd, 20);
  OppSoDesc so(std::vector<ge::AscendString>{"a"}, "b"), copy(so);
  (void)so.GetSoPaths();
  (void)so.GetPackageName();
  FREE(ge::graphStatus, OppPackageUtils::LoadAllOppPackage, ());
  OpImplSpaceRegistryV2 space;
  MEMBER(ge::graphStatus, OpImplSpaceRegistryV2, AddSoToRegistry, (const OppSoDesc &));
  CONST(const OpImplKernelRegistry::OpImplFunctionsV2 *, OpImplSpaceRegistryV2, GetOpImpl, const char *);
  SAME(OpImplSpaceRegistryV2Ptr, std::shared_ptr<OpImplSpaceRegistryV2>);
  NUMBER(std::tuple_size<OpImplSpaceRegistryV2Array>::value, 20);
  auto &one = DefaultOpImplSpaceRegistryV2::GetInstance();
  CONST(const std::shared_ptr<OpImplSpaceRegistryV2>, DefaultOpImplSpaceRegistryV2, GetSpaceRegistry,
        OppImplVersionTag);
  (void)one.GetSpaceRegistry();
  MEMBER(ge::graphStatus, DefaultOpImplSpaceRegistryV2, SetSpaceRegistry,
         (const std::shared_ptr<OpImplSpaceRegistryV2> &, OppImplVersionTag));
  one.SetSpaceRegistry(nullptr);
  one.ClearSpaceRegistry();
}
template <typename B, typename C>
void Builder(bool instances) {
  static_assert(!std::is_copy_constructible<B>::value && !std::is_move_constructible<B>::value &&
                    std::has_virtual_destructor<B>::value,
                "builders stay where they are");
  B b;
  b.OpType("a").OpName("b");
  if (instances)
    b.IOInstanceNum({1}, {1});
  else
    b.IONum(1, 1);
  b.AppendAttr(true)
      .AppendAttr(int64_t(1))
      .AppendAttr(1.0f)
      .AppendAttr(ge::AscendString("x"))
      .AppendAttr(std::vector<bool>{true})
      .AppendAttr(std::vector<int64_t>{1})
      .AppendAttr(std::vector<float>{1})
      .AppendAttr(std::vector<ge::AscendString>{"x"})
      .AppendAttr(std::vector<std::vector<int64_t>>{{1}});
  ContextHolder<C> holder = b.Build();
  C *c = holder.GetContext();
  items::Take(c);
  ContextHolder<C> none, from(ContextHolderVoid{});
  static_assert(
      std::is_move_constructible<ContextHolderVoid>::value && !std::is_copy_constructible<ContextHolderVoid>::value,
      "");
  CONST(void *, ContextHolderVoid, GetContext);
}
void Builders() {
  Builder<OpInferShapeContextBuilder, InferShapeContext>(true);
  Builder<OpInferDataTypeContextBuilder, InferDataTypeContext>(true);
  Builder<OpInferShapeRangeContextBuilder, InferShapeRangeContext>(false);
  Builder<OpTilingContextBuilder, TilingContext>(true);
  Builder<OpKernelContextBuilder, KernelContext>(true);
  {
    OpTilingParseContextBuilder b;
    b.OpType("a").OpName("b").IONum(1, 1);
    auto h = b.Build();
    (void)h;
  }
  using ge::DT_FLOAT;
  using ge::FORMAT_ND;
  OpInferShapeContextBuilder a;
  a.OutputTensorDesc(size_t(0), DT_FLOAT, FORMAT_ND, FORMAT_ND)
      .OutputTensorDesc(0, DT_FLOAT, FORMAT_ND, FORMAT_ND, ExpandDimsType())
      .InputTensors(std::vector<Tensor *>{});
  OpInferDataTypeContextBuilder b;
  b.InputTensorDesc(0, DT_FLOAT, FORMAT_ND, FORMAT_ND).OutputTensorDesc(0, FORMAT_ND, FORMAT_ND);
  OpInferShapeRangeContextBuilder c;
  c.OutputTensorDesc(0, DT_FLOAT, FORMAT_ND, FORMAT_ND).InputTensorsRange(std::vector<Range<Tensor> *>{});
  OpKernelContextBuilder d;
  d.InputTensorDesc(0, DT_FLOAT, FORMAT_ND, FORMAT_ND)
      .OutputTensorDesc(0, DT_FLOAT, FORMAT_ND, FORMAT_ND)
      .Inputs(std::vector<void *>{})
      .Outputs(std::vector<void *>{});
}
struct Reach : OpInferShapeContextBuilder {
  void Touch() {
    SAME(decltype(MutableInputDataType(0)), ge::DataType &);
    SAME(decltype(MutableOutputDataType(0)), ge::DataType &);
    SAME(decltype(MutableInputOriginalFormat(0)), ge::Format &);
    SAME(decltype(MutableOutputOriginalFormat(0)), ge::Format &);
    SAME(decltype(MutableInputStorageFormat(0)), ge::Format &);
    SAME(decltype(MutableOutputStorageFormat(0)), ge::Format &);
    SAME(decltype(MutableInputExpandDimsType(0)), ExpandDimsType &);
    SAME(decltype(MutableOutputExpandDimsType(0)), ExpandDimsType &);
    (void)impl_;
    MutableInputDataType(0) = ge::DT_FLOAT;
    MutableOutputExpandDimsType(0) = ExpandDimsType();
  }
};
void TilingClasses(TilingContext *c, TilingParseContext *p) {
  items::Take(c->GetCompileInfo());
  items::Take(c->GetCompileInfo<int>());
  CONST(const StorageShape *, TilingContext, GetInputShape, size_t);
  CONST(const StorageShape *, TilingContext, GetOptionalInputShape, size_t);
  CONST(const StorageShape *, TilingContext, GetRequiredInputShape, size_t);
  CONST(const StorageShape *, TilingContext, GetDynamicInputShape, size_t, size_t);
  CONST(const StorageShape *, TilingContext, GetOutputShape, size_t);
  CONST(const Tensor *, TilingContext, GetInputTensor, size_t);
  CONST(const Tensor *, TilingContext, GetOptionalInputTensor, size_t);
  CONST(const Tensor *, TilingContext, GetRequiredInputTensor, size_t);
  CONST(const Tensor *, TilingContext, GetDynamicInputTensor, size_t, size_t);
  (void)c->SetTilingKey(1);
  (void)c->GetTilingKey();
  (void)c->SetBlockDim(1);
  (void)c->GetBlockDim();
  (void)c->SetScheduleMode(1);
  (void)c->GetScheduleMode();
  items::Take(c->GetWorkspaceSizes(1));
  TilingData *d = c->GetRawTilingData();
  items::Take(c->GetPlatformInfo());
  items::Take(c->GetDeterministic());
  SAME(decltype(c->GetPlatformInfo()), fe::PlatFormInfos *);
  items::Take(p->GetCompiledJson());
  items::Take(p->GetCompiledInfo<int>());
  CONST(fe::PlatFormInfos *, TilingParseContext, GetPlatformInfo);
  int n = 1;
  SAME(decltype(d->Append(n)), ge::graphStatus);
  d->Append(n);
  d->Append(&n, 1);
  items::Take(d->GetData());
  items::Take(d->GetDataSize());
  d->SetDataSize(1);
  items::Take(d->GetCapacity());
  items::Take(d->Expand(1));
  auto made = TilingData::CreateCap(1);
  (void)made;
}
void Helpers(InferShapeContext *c, TilingContext *t) {
  using namespace Ops::Base;
  FREE(ge::graphStatus, InferShape4Elewise, (InferShapeContext *));
  FREE(ge::graphStatus, InferShape4Broadcast, (InferShapeContext *));
  FREE(ge::graphStatus, InferShape4Broadcast, (InferShapeContext *, size_t));
  FREE(bool, BroadcastShape, (const gert::Shape *, const gert::Shape *, gert::Shape *));
  FREE(bool, BroadcastShape, (const std::vector<const gert::Shape *> &, gert::Shape *));
  FREE(ge::graphStatus, InferShape4Reduce, (InferShapeContext *));
  gert::Shape s;
  int32_t axes[1] = {0};
  int64_t axes64[1] = {0};
  items::Take(ReduceDimsWithKeepDims<int32_t>(&s, axes, 1, &s));
  items::Take(ReduceDimsWithoutKeepDims<int64_t>(&s, axes64, 1, &s));
  items::Take(ReduceDims<int32_t>(&s, static_cast<const gert::Tensor *>(nullptr), 1, true, &s));
  FREE(bool, IsUnknownRank, (const gert::Shape &));
  FREE(void, SetUnknownRank, (gert::Shape &));
  FREE(bool, IsUnknownShape, (const gert::Shape &));
  FREE(void, SetUnknownShape, (int64_t, gert::Shape &));
  items::Take(CheckAxisBounds<int64_t, int32_t>(1, 0));
  items::Take(CheckAxisBounds(int64_t(1), int64_t(0)));
  int64_t number = 0;
  int32_t number32 = 0;
  items::Take(GetConstInt(c, 0, number));
  items::Take(GetConstInt(t, 0, number32));
  items::Take(GetConstIntToShape(c, 0, s));
  items::Take(GetConstIntToShape(t, 0, s));
  items::Take(GetValueToShape<int64_t>(static_cast<const gert::Tensor *>(nullptr), s));
  items::Take(GetValueToInteger<int32_t, int64_t>(static_cast<const gert::Tensor *>(nullptr), number));
  items::Take(CeilDiv(int64_t(1), int64_t(2)));
  items::Take(CeilDiv(1U, 2U));
  items::Take(FloorDiv(1L, 2L));
  items::Take(CeilAlign(1UL, 2UL));
  items::Take(FloorAlign(1, 2));
  items::Take(IsFloatEqual(1.0f, 1.0f));
  items::Take(LastPow2(5));
  (void)sizeof(SplitResult);
  items::Take(&MurmurHash);
  (void)SplitIntoEqualByParts(10, 3);
  (void)SplitIntoEqualByFactor(10, 3);
  fp16_t h, h2(uint16_t(1)), h3(1.0f), h4(1), h5(1.0);
  FIELD(uint16_t, fp16_t, val);
  SAME(fp16_t, Ops::Base::tagFp16);
  h = h2 + h3 - h4 * h5 / h2;
  h += h2;
  h = 1.0f;
  h = 1.0;
  h = int8_t(1);
  h = uint8_t(1);
  h = int16_t(1);
  h = uint16_t(1);
  h = int32_t(1);
  h = uint32_t(1);
  float f = h;
  double d = h;
  int8_t i8 = h;
  uint8_t u8 = h;
  int16_t i16 = h;
  uint16_t u16 = h;
  int32_t i32 = h;
  uint32_t u32 = h;
  items::Take(h == h2 || h != h2 || h < h2 || h <= h2 || h > h2 || h >= h2);
  bfloat16 b, b2(uint16_t(1), bfloat16::from_bits()), b3(1.0f);
  FIELD(uint16_t, bfloat16, value);
  b = b2 + b3 - b2 * b3 / b2;
  f = static_cast<float>(b);
  d = static_cast<double>(b);
  items::Take(std::numeric_limits<bfloat16>::digits + static_cast<int>(std::hash<bfloat16>()(b)));
  FREE(std::string, Ops::Base::ToString, (const gert::Shape &));
  FREE(std::string, Ops::Base::ToString, (ge::DataType));
  FREE(std::string, Ops::Base::ToString, (ge::Format));
  FREE(std::string, Ops::Base::ToString, (const std::vector<const gert::Shape *> &));
  FREE(const char *, ge::GetFormatName, (ge::Format));
  FREE(int, ge::GetSizeByDataType, (ge::DataType));
  FREE(int64_t, ge::GetSizeInBytes, (int64_t, ge::DataType));
  FREE(int32_t, ge::GetPrimaryFormat, (int32_t));
  FREE(int32_t, ge::GetSubFormat, (int32_t));
  FREE(bool, ge::HasSubFormat, (int32_t));
  FREE(bool, ge::HasC0Format, (int32_t));
  FREE(int32_t, ge::GetC0Format, (int32_t));
  FREE(int64_t, ge::GetC0Value, (int32_t));
  FREE(int32_t, ge::GetFormatFromSub, (int32_t, int32_t));
  FREE(int32_t, ge::GetFormatFromC0, (int32_t, int32_t));
  FREE(int32_t, ge::GetFormatFromSubAndC0, (int32_t, int32_t, int32_t));
  using T = ge::TypeUtils;
  using A = ge::AscendString;
  FREE(std::string, T::DataTypeToSerialString, (ge::DataType));
  FREE(ge::DataType, T::SerialStringToDataType, (const std::string &));
  FREE(std::string, T::FormatToSerialString, (ge::Format));
  FREE(ge::Format, T::SerialStringToFormat, (const std::string &));
  FREE(ge::Format, T::DataFormatToFormat, (const std::string &));
  FREE(ge::Format, T::DataFormatToFormat, (const A &));
  FREE(bool, T::GetDataTypeLength, (ge::DataType, uint32_t &));
  FREE(A, T::DataTypeToAscendString, (const ge::DataType &));
  FREE(ge::DataType, T::AscendStringToDataType, (const A &));
  FREE(A, T::FormatToAscendString, (const ge::Format &));
  FREE(ge::Format, T::AscendStringToFormat, (const A &));
  int64_t sum = 0;
  items::Take(ge::MulOverflow(int64_t(1), int64_t(2), sum));
  items::Take(ge::AddOverflow(int64_t(1), int64_t(2), sum));
  items::Take(ge::IntegerChecker<int32_t>::Compat(int64_t(1)));
}
ge::graphStatus Macros(InferShapeContext *c, const InferShapeContext *k, char *text) {
  OP_CHECK_NULL_WITH_CONTEXT(c, c->GetInputShape(0));
  OP_CHECK_IF(c == nullptr, OP_LOGE(c, "text"), return ge::GRAPH_FAILED);
  OP_LOGI("text");
  OP_LOGD("text");
  OP_LOGW("text");
  OP_LOGE("text");
  OP_LOGD(c, "%d", 1);
  OP_LOGI(k, "x");
  OP_LOGW(text, "x");
  OP_LOGE(std::string("a"), "x");
  OP_LOGE_WITHOUT_REPORT(c->GetNodeName(), "x");
  D_OP_LOGD("a", "x %d", 1);
  D_OP_LOGI(std::string("a"), "x");
  D_OP_LOGW("a", "x");
  D_OP_LOGE("a", "x");
  using namespace Ops::Base;
  (void)GetTid();
  (void)GetSafeStr("a");
  (void)GetOpInfo(c);
  (void)GetOpInfo("a");
  (void)GetOpInfo(std::string("a"));
  NUMBER(DLOG_DEBUG, 0);
  NUMBER(DLOG_INFO, 1);
  NUMBER(DLOG_WARN, 2);
  NUMBER(DLOG_ERROR, 3);
  NUMBER(OP_MODULE_ID, 63);
  const std::string e = "e";
#define FOUR(name) OP_LOGE_FOR_INVALID_##name(e, "p", std::string("w"), "r")
  FOUR(SHAPE);
  FOUR(SHAPEDIM);
  FOUR(SHAPESIZE);
  FOUR(FORMAT);
  FOUR(DTYPE);
  FOUR(TENSORNUM);
  FOUR(VALUE);
  FOUR(LISTSIZE);
  FOUR(STRIDE);
#define REASON(name) OP_LOGE_FOR_INVALID_##name##_WITH_REASON(e, "p", std::string("w"), "r")
  REASON(SHAPE);
  REASON(SHAPES);
  REASON(SHAPEDIM);
  REASON(SHAPEDIMS);
  REASON(SHAPESIZE);
  REASON(SHAPESIZES);
  REASON(FORMAT);
  REASON(FORMATS);
  REASON(DTYPE);
  REASON(DTYPES);
  REASON(TENSORNUMS);
  REASON(VALUE);
  REASON(VALUES);
  REASON(LISTSIZE);
  OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON(e, "p", "r");
  OP_LOGE_FOR_INVALID_CONFIG(e, "f", "i", "v", "x");
  OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON(e, "f", "i", "v", "x");
  OP_LOGE_FOR_INVALID_CONFIGS_WITH_REASON(e, "f", "i", "v", "x");
  OP_LOGE_FOR_INVALID_GRAPH_NODE("n", "r");
  OP_LOGE_WITH_INVALID_ATTR(e, "p", "w", "r");
  OP_LOGE_WITH_INVALID_ATTR_SIZE(e, "p", "w", "r");
  OP_LOGE_WITH_INVALID_INPUT_FORMAT(e, "p", "w", "r");
  OP_LOGE_WITH_INVALID_INPUT_DTYPE(e, "p", "w", "r");
  OP_LOGE_WITH_INVALID_INPUT(e, "p");
  OP_LOGE_WITH_INVALID_INPUT_SHAPE(e, 1, "w", "r");
  OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE(e, 1, "w", "r");
#if !defined(OP_LOGE_FOR_FILE_PATH) || !defined(OP_LOGE_FOR_FILE_OPEN) || !defined(OP_LOGE_FOR_FILE_PARSE) || \
    !defined(likely) || !defined(unlikely)
#error "op_common/log/log.h defines these"
#endif
  return ge::GRAPH_SUCCESS;
}
