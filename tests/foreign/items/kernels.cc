// The CPU kernel interface.
#include "aicpu_engine_struct.h"
#include "aicpu_task_struct.h"
#include "async_cpu_kernel.h"
#include "cpu_attr_value.h"
#include "cpu_context.h"
#include "cpu_kernel.h"
#include "cpu_kernel_register.h"
#include "cpu_kernel_utils.h"
#include "cpu_node_def.h"
#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"
#include "cpu_types.h"
#include "cust_op/cust_cpu_utils.h"
#include "device.h"
#include "device_cpu_kernel.h"
#include "driver/ascend_hal.h"
#include "fwk_adpt_struct.h"
#include "items.h"
#include "node_def_builder.h"
#include "notification.h"
#include "sharder.h"
#include "utils/bcast.h"
#include "utils/eigen_tensor.h"
#include "utils/kernel_util.h"
#include "utils/log.h"
#include "utils/status.h"

namespace aicpu {
constexpr const char *kItems = "ItemsKernel";
constexpr const char *kItemsV2 = "ItemsKernelV2";
struct ItemsKernel : public CpuKernel {
  uint32_t Compute(CpuKernelContext &ctx) override {
    KERNEL_CHECK_NULLPTR(ctx.Input(0), KERNEL_STATUS_PARAM_INVALID, "no input %d", 0)
    KERNEL_CHECK_FALSE(ctx.GetInputsSize() == 1, KERNEL_STATUS_PARAM_INVALID, "inputs")
    KERNEL_CHECK_FALSE((ctx.GetInputsSize() == 1), KERNEL_STATUS_PARAM_INVALID, "inputs %u", ctx.GetInputsSize());
    KERNEL_CHECK_FALSE_RUN_INFO(ctx.GetInputsSize() == 1, KERNEL_STATUS_PARAM_INVALID, "inputs")
    KERNEL_HANDLE_ERROR(NormalCheck(ctx, 1, 1), "check %s", "x")
    KERNEL_CHECK_ERROR(NormalMathCheck(ctx));
    KERNEL_CHECK_FALSE_EXEC(ctx.GetInputsSize() == 1, return 1)
    KERNEL_CHECK_RET(ctx.GetInputsSize() == 2, 1U);
    int64_t product = 0;
    KERNEL_CHECK_ASSIGN_64S_MULTI(int64_t(2), int64_t(3), product, KERNEL_STATUS_PARAM_INVALID)
    KERNEL_LOG_DEBUG("a");
    KERNEL_LOG_INFO("a %d", 1);
    KERNEL_LOG_WARN("a");
    KERNEL_LOG_ERROR("a");
    KERNEL_LOG_EVENT("a");
    CUST_KERNEL_LOG_DEBUG(ctx, "a");
    CUST_KERNEL_LOG_INFO(ctx, "a %d", 1);
    CUST_KERNEL_LOG_WARNING(ctx, "a");
    CUST_KERNEL_LOG_ERROR(ctx, "a");
    Nothing(ctx);
    return KERNEL_STATUS_OK;
  }
  void Nothing(const CpuKernelContext &ctx) {
    KERNEL_CHECK_NULLPTR_VOID(ctx.Input(0), "x")
    KERNEL_CHECK_FALSE_VOID(ctx.GetInputsSize() == 1, "x")
  }
};
struct ItemsAsync : public AsyncCpuKernel {
  uint32_t ComputeAsync(CpuKernelContext &, DoneCallback done) override {
    done(0);
    return 0;
  }
};
REGISTER_CPU_KERNEL(kItems, ItemsKernel);
REGISTER_CPU_KERNELV2(kItemsV2, ItemsKernel);
static_assert(std::is_same<AsyncCpuKernel::DoneCallback, std::function<void(uint32_t)>>::value, "DoneCallback");
static_assert(std::is_same<KERNEL_CREATOR_FUN, std::function<std::shared_ptr<CpuKernel>(void)>>::value,
              "KERNEL_CREATOR_FUN");
static_assert(std::has_virtual_destructor<CpuKernel>::value, "CpuKernel");

NUMBER(KERNEL_STATUS_OK, 0);
NUMBER(KERNEL_STATUS_PARAM_INVALID, 1);
NUMBER(KERNEL_STATUS_INNER_ERROR, 2);
NUMBER(KERNEL_STATUS_TIMEOUT, 3);
NUMBER(KERNEL_STATUS_PROTOBUF_ERROR, 4);
NUMBER(KERNEL_STATUS_SHARDER_ERROR, 5);
NUMBER(KERNEL_STATUS_END_OF_SEQUENCE, 201);
SAME(decltype(KERNEL_STATUS_OK), const uint32_t);
SAME(KernelStatus, uint32_t);
#define DATA_TYPE(name, number) NUMBER(DT_##name, number)
DATA_TYPE(FLOAT, 0);
DATA_TYPE(FLOAT16, 1);
DATA_TYPE(INT8, 2);
DATA_TYPE(INT32, 3);
DATA_TYPE(UINT8, 4);
DATA_TYPE(INT16, 6);
DATA_TYPE(UINT16, 7);
DATA_TYPE(UINT32, 8);
DATA_TYPE(INT64, 9);
DATA_TYPE(UINT64, 10);
DATA_TYPE(DOUBLE, 11);
DATA_TYPE(BOOL, 12);
DATA_TYPE(STRING, 13);
DATA_TYPE(DUAL_SUB_INT8, 14);
DATA_TYPE(DUAL_SUB_UINT8, 15);
DATA_TYPE(COMPLEX64, 16);
DATA_TYPE(COMPLEX128, 17);
DATA_TYPE(QINT8, 18);
DATA_TYPE(QINT16, 19);
DATA_TYPE(QINT32, 20);
DATA_TYPE(QUINT8, 21);
DATA_TYPE(QUINT16, 22);
DATA_TYPE(RESOURCE, 23);
DATA_TYPE(STRING_REF, 24);
DATA_TYPE(DUAL, 25);
DATA_TYPE(BFLOAT16, 27);
DATA_TYPE(UNDEFINED, 28);
DATA_TYPE(INT4, 29);
DATA_TYPE(UINT1, 30);
DATA_TYPE(INT2, 31);
DATA_TYPE(UINT2, 32);
DATA_TYPE(COMPLEX32, 33);
DATA_TYPE(HIFLOAT8, 34);
DATA_TYPE(FLOAT8_E5M2, 35);
DATA_TYPE(FLOAT8_E4M3FN, 36);
DATA_TYPE(FLOAT8_E8M0, 37);
DATA_TYPE(FLOAT6_E3M2, 38);
DATA_TYPE(FLOAT6_E2M3, 39);
DATA_TYPE(FLOAT4_E2M1, 40);
DATA_TYPE(FLOAT4_E1M2, 41);
DATA_TYPE(MAX, 42);
#define FORMAT(name, number) NUMBER(FORMAT_##name, number)
#include "format_numbers.inc"
FORMAT(END, 52);
FORMAT(MAX, 0xff);
NUMBER(HOST, 0);
NUMBER(DEVICE, 1);
NUMBER(DeviceType::HOST, 0);
#define INDEX(name, number)            \
  NUMBER(k##name##InputIndex, number); \
  SAME(decltype(k##name##InputIndex), const uint32_t)
INDEX(First, 0);
INDEX(Second, 1);
INDEX(Third, 2);
INDEX(Fourth, 3);
INDEX(Fifth, 4);
INDEX(Sixth, 5);
INDEX(Seventh, 6);
INDEX(Eighth, 7);
INDEX(Ninth, 8);
INDEX(Tenth, 9);
INDEX(Eleventh, 10);
INDEX(Twelfth, 11);
NUMBER(kFirstOutputIndex, 0);
NUMBER(kSecondOutputIndex, 1);
NUMBER(kThirdOutputIndex, 2);
NUMBER(kResvCpuNum, 2);
NUMBER(kThreadNum, 32);
SAME(decltype(kResvCpuNum), const uint32_t);
SAME(decltype(kThreadNum), const uint32_t);
SAME(decltype(kDynamicInput), const int32_t);
NUMBER(kDynamicInput, -1);
NUMBER(kDynamicOutput, -2);
NUMBER(kEigenAlignmentBytes, 16);
SAME(decltype(kEigenAlignmentBytes), const uint64_t);
NUMBER(kFormatNCHWIndexN, 0);
NUMBER(kFormatNCHWIndexC, 1);
NUMBER(kFormatNCHWIndexH, 2);
NUMBER(kFormatNCHWIndexW, 3);
NUMBER(kFormatCHWIndexC, 0);
NUMBER(kFormatCHWIndexH, 1);
NUMBER(kFormatCHWIndexW, 2);
NUMBER(kFormatNHWCIndexN, 0);
NUMBER(kFormatNHWCIndexH, 1);
NUMBER(kFormatNHWCIndexW, 2);
NUMBER(kFormatNHWCIndexC, 3);
NUMBER(kFormatHWCIndexH, 0);
NUMBER(kFormatHWCIndexW, 1);
NUMBER(kFormatHWCIndexC, 2);
SAME(decltype(kFormatHWCIndexC), const uint64_t);
NUMBER(INPUT_NUM0, 0);
NUMBER(INPUT_NUM1, 1);
NUMBER(INPUT_NUM2, 2);
NUMBER(INPUT_NUM3, 3);
NUMBER(INPUT_NUM4, 4);
NUMBER(INPUT_NUM5, 5);
NUMBER(INPUT_NUM6, 6);
NUMBER(INPUT_NUM7, 7);
NUMBER(INPUT_NUM8, 8);
NUMBER(INPUT_NUM9, 9);
NUMBER(INPUT_NUM32, 32);
SAME(decltype(INPUT_NUM32), const size_t);
NUMBER(kRank1, 1);
NUMBER(kRank2, 2);
NUMBER(kRank3, 3);
NUMBER(kRank4, 4);
NUMBER(kRank5, 5);
NUMBER(kRank6, 6);
NUMBER(kRank7, 7);
NUMBER(kRank8, 8);
NUMBER(kShift8, 8);
NUMBER(kShift32, 32);
SAME(decltype(kShift8), const int);
NUMBER(SocVersion::ASCEND910, 0);
NUMBER(SocVersion::ASCEND910B, 1);
NUMBER(SocVersion::ASCEND910_93, 2);
NUMBER(SocVersion::ASCEND950, 3);
NUMBER(SocVersion::ASCEND910E, 4);
NUMBER(SocVersion::ASCEND310, 5);
NUMBER(SocVersion::ASCEND310P, 6);
NUMBER(SocVersion::ASCEND310B, 7);
NUMBER(SocVersion::ASCEND310C, 8);
NUMBER(SocVersion::ASCEND610LITE, 9);
NUMBER(SocVersion::RESERVED_VERSION, 99999);
NUMBER(BcastShapeType::SAME_SHAPE, 0);
NUMBER(BcastShapeType::X_ONE_ELEMENT, 1);
NUMBER(BcastShapeType::Y_ONE_ELEMENT, 2);
NUMBER(BcastShapeType::DIFF_SHAPE, 3);

using Ints = std::vector<int64_t>;
#define CONST(type, owner, name, ...) MEMBER(type, owner, name, (__VA_ARGS__) const)
void Classes() {
  FREE(bool, RegistCpuKernel, (const std::string &, const KERNEL_CREATOR_FUN &));
  FREE(bool, RegistCpuKernelV2, (const std::string &, const KERNEL_CREATOR_FUN &));
  (void)MakeShared<ItemsKernel>();
  (void)Creator_kItems_Kernel();
  items::Take(g_kItems_Kernel_Creator);
  FREE(CpuKernelRegister &, CpuKernelRegister::Instance, ());
  MEMBER(std::shared_ptr<CpuKernel>, CpuKernelRegister, GetCpuKernel, (const std::string &));
  MEMBER(std::shared_ptr<CpuKernel>, CpuKernelRegister, GetCpuKernelV2, (const std::string &));
  CONST(bool, CpuKernelRegister, IsRegisteredV2, const std::string &);
  CONST(std::vector<std::string>, CpuKernelRegister, GetAllRegisteredOpTypes);
  CONST(std::vector<std::string>, CpuKernelRegister, GetAllRegisteredOpTypesV2);
  MEMBER(uint32_t, CpuKernelRegister, RunCpuKernel, (CpuKernelContext &));
  MEMBER(uint32_t, CpuKernelRegister, RunCpuKernelV2, (CpuKernelContext &));
  MEMBER(uint32_t, CpuKernelRegister, RunCpuKernelAsync,
         (CpuKernelContext &, uint8_t, uint32_t, std::function<uint32_t()>));
  MEMBER(uint32_t, CpuKernelRegister, RunCpuKernelAsyncV2,
         (CpuKernelContext &, uint8_t, uint32_t, std::function<uint32_t()>));
  {
    CpuKernelRegister::Registerar a("ItemsA", Creator_kItems_Kernel);
    CpuKernelRegister::RegisterarV2 b("ItemsB", Creator_kItems_Kernel);
  }
  CpuKernelContext ctx(HOST);
  static_assert(!std::is_copy_constructible<CpuKernelContext>::value &&
                    !std::is_default_constructible<CpuKernelContext>::value &&
                    !std::is_convertible<DeviceType, CpuKernelContext>::value,
                "");
  MEMBER(uint32_t, CpuKernelContext, Init, (NodeDef *));
  MEMBER(uint32_t, CpuKernelContext, Init, (void *));
  CONST(std::string, CpuKernelContext, GetOpType);
  CONST(Tensor *, CpuKernelContext, Input, uint32_t);
  CONST(Tensor *, CpuKernelContext, Output, uint32_t);
  CONST(AttrValue *, CpuKernelContext, GetAttr, std::string);
  CONST(uint32_t, CpuKernelContext, GetInputsSize);
  CONST(uint32_t, CpuKernelContext, GetOutputsSize);
  MEMBER(bool, Tensor, SetTensorShape, (const TensorShape *));
  CONST(std::shared_ptr<TensorShape>, Tensor, GetTensorShape);
  MEMBER(void, Tensor, SetDataType, (DataType));
  CONST(DataType, Tensor, GetDataType);
  MEMBER(void, Tensor, SetData, (void *));
  CONST(void *, Tensor, GetData);
  MEMBER(void, Tensor, SetDataSize, (uint64_t));
  CONST(uint64_t, Tensor, GetDataSize);
  CONST(int64_t, Tensor, CalcDataSizeByShape);
  CONST(int64_t, Tensor, NumElements);
  static_assert(!std::is_default_constructible<Tensor>::value && std::is_copy_constructible<Tensor>::value, "");
  MEMBER(void, TensorShape, SetFormat, (Format));
  CONST(Format, TensorShape, GetFormat);
  CONST(bool, TensorShape, GetUnknownRank);
  MEMBER(void, TensorShape, SetUnknownRank, (bool));
  MEMBER(void, TensorShape, SetDimSizes, (const Ints &));
  CONST(Ints, TensorShape, GetDimSizes);
  CONST(int64_t, TensorShape, GetDimSize, int32_t);
  CONST(int32_t, TensorShape, GetDims);
  CONST(int64_t, TensorShape, NumElements);
#define ATTR(name, arg, ...)                \
  CONST(__VA_ARGS__, AttrValue, Get##name); \
  MEMBER(void, AttrValue, Set##name, (arg))
#define ATTR_LIST(name, one, ...)                                               \
  ATTR(List##name, const std::vector<__VA_ARGS__> &, std::vector<__VA_ARGS__>); \
  MEMBER(void, AttrValue, AddList##name, (one));                                \
  CONST(int32_t, AttrValue, List##name##Size)
  ATTR(String, const std::string &, std::string);
  ATTR(Int, int64_t, int64_t);
  ATTR(Float, float, float);
  ATTR(Bool, bool, bool);
  ATTR(DataType, DataType, DataType);
  ATTR_LIST(String, const std::string &, std::string);
  ATTR_LIST(Int, int64_t, int64_t);
  ATTR_LIST(Float, float, float);
  ATTR_LIST(Bool, bool, bool);
  ATTR_LIST(DataType, DataType, DataType);
  ATTR(ListListInt, const std::vector<Ints> &, std::vector<Ints>);
  MEMBER(bool, AttrValue, SetTensorShape, (const TensorShape *));
  CONST(std::shared_ptr<TensorShape>, AttrValue, GetTensorShape);
  MEMBER(uint32_t, AttrValue, SetListTensorShape, (const std::vector<TensorShape *> &));
  CONST(std::vector<TensorShape>, AttrValue, GetListTensorShape);
  MEMBER(std::shared_ptr<TensorShape>, AttrValue, AddListTensorShape, ());
  MEMBER(bool, AttrValue, SetTensor, (const Tensor *));
  CONST(std::shared_ptr<Tensor>, AttrValue, GetTensor);
  MEMBER(uint32_t, AttrValue, SetListTensor, (const std::vector<Tensor *> &));
  CONST(std::vector<Tensor>, AttrValue, GetListTensor);
  MEMBER(std::shared_ptr<Tensor>, AttrValue, AddListTensor, ());
  CONST(int32_t, AttrValue, ListTensorShapeSize);
  CONST(int32_t, AttrValue, ListTensorSize);
  static_assert(!std::is_copy_constructible<AttrValue>::value, "");
  MEMBER(void, NodeDef, SetOpType, (const std::string &));
  CONST(std::string, NodeDef, GetOpType);
  MEMBER(std::shared_ptr<Tensor>, NodeDef, AddInputs, ());
  MEMBER(std::shared_ptr<Tensor>, NodeDef, AddOutputs, ());
  CONST(std::shared_ptr<Tensor>, NodeDef, MutableInputs, int32_t);
  CONST(std::shared_ptr<Tensor>, NodeDef, MutableOutputs, int32_t);
  CONST(int32_t, NodeDef, InputsSize);
  CONST(int32_t, NodeDef, OutputsSize);
  MEMBER(bool, NodeDef, AddAttrs, (const std::string &, const AttrValue *));
  using Attrs = std::unordered_map<std::string, std::shared_ptr<AttrValue>>;
  CONST(Attrs, NodeDef, Attrs);
  MEMBER(bool, NodeDef, ParseFromString, (const std::string &));
  CONST(bool, NodeDef, SerializeToString, std::string &);
  FREE(std::shared_ptr<Tensor>, CpuKernelUtils::CreateTensor, ());
  FREE(std::shared_ptr<Tensor>, CpuKernelUtils::CreateTensor, (TensorImpl *));
  FREE(std::shared_ptr<TensorShape>, CpuKernelUtils::CreateTensorShape, ());
  FREE(std::shared_ptr<TensorShape>, CpuKernelUtils::CreateTensorShape, (TensorShapeImpl *));
  FREE(std::shared_ptr<AttrValue>, CpuKernelUtils::CreateAttrValue, ());
  FREE(std::shared_ptr<AttrValue>, CpuKernelUtils::CreateAttrValue, (AttrValueImpl *));
  FREE(std::shared_ptr<NodeDef>, CpuKernelUtils::CreateNodeDef, ());
  FREE(std::shared_ptr<TensorImpl>, CpuKernelUtils::GetImpl, (const Tensor *));
  FREE(std::shared_ptr<TensorShapeImpl>, CpuKernelUtils::GetImpl, (const TensorShape *));
  FREE(std::shared_ptr<AttrValueImpl>, CpuKernelUtils::GetImpl, (const AttrValue *));
  FREE(std::string, CpuKernelUtils::GetTensorName, (const Tensor *));
  FREE(void, CpuKernelUtils::SetTensorName, (const std::string &, std::shared_ptr<Tensor> &));
  FREE(uint32_t, CpuKernelUtils::ParallelFor,
       (const CpuKernelContext &, int64_t, int64_t, const std::function<void(int64_t, int64_t)> &));
  FREE(uint32_t, CpuKernelUtils::GetCPUNum, (const CpuKernelContext &));
  FREE(void, CpuKernelUtils::UpdateCustWorkSpaceInfo, (CpuKernelContext *, uint64_t, uint64_t));
  FREE(int, GetSizeByDataType, (DataType));
  FREE(int64_t, GetTid, ());
}
void Helpers(const Ints &shape) {
  FREE(uint32_t, NormalMathCheck, (CpuKernelContext &));
  FREE(uint32_t, NormalCheck, (CpuKernelContext &, uint32_t, uint32_t));
  FREE(uint32_t, NormalCheck, (CpuKernelContext &, uint32_t, uint32_t, const std::vector<std::string> &));
  FREE(std::string, DTypeStr, (DataType));
  FREE(DataType, DType, (std::string));
  FREE(std::string, FormatToSerialString, (Format));
  FREE(int32_t, GetPrimaryFormat, (int32_t));
  FREE(int32_t, GetSubFormat, (int32_t));
  FREE(bool, HasSubFormat, (int32_t));
  FREE(bool, IsEmptyTensor, (Tensor *));
  FREE(bool, IsScalar, (const Ints &));
  FREE(bool, IsVector, (const Ints &));
  FREE(bool, IsMatrix, (const Ints &));
  FREE(bool, IsSquareMatrix, (const Ints &));
  FREE(bool, IsVectorOrHigher, (const Ints &));
  FREE(bool, AddrAlignedCheck, (const void *, uint64_t));
  (void)AddrAlignedCheck(nullptr);
  FREE(bool, BiggerMemCpy, (void *, std::size_t, const void *, std::size_t));
  FREE(bool, BiggerMemSet, (void *, std::size_t, int, std::size_t));
  FREE(int64_t, CeilMultiple, (int64_t, int64_t));
  FREE(int64_t, GetMaxCompilerCoreNum, ());
  FREE(uint64_t, CalFileSize, (const std::string &));
  FREE(uint64_t, AlignedTo, (uint64_t, uint64_t));
  FREE(bool, MulWithoutOverflow, (int64_t, int64_t, int64_t &));
  FREE(bool, AddWithoutOverflow, (int64_t, int64_t, int64_t &));
  FREE(bool, CheckUint32MulOverflow, (uint32_t, uint32_t));
  FREE(bool, CheckInt32MulOverflow, (int32_t, int32_t));
  FREE(bool, CheckUint64MulOverflow, (uint64_t, uint64_t));
  FREE(bool, CheckInt64MulOverflow, (int64_t, int64_t));
  FREE(bool, CheckFloatAddOverflow, (float, float));
  (void)IsNanVal(1.0f);
  (void)IsNanVal(Eigen::half(1.0f));
  (void)IsValueEqual(1.0f, 1.0f);
  (void)IsValueEqual(Eigen::half(1.0f), Eigen::half(1.0f));
  (void)IsValueEqual(1, 1);
  (void)VectorToString(shape);
  (void)ConcatString("a", 1, std::string("b"));
  (void)FmtToStr(1);
  int value = 0;
  (void)PtrToPtr<int, float>(&value);
  Ints x = shape, y = shape;
  Bcast b, c(x, y);
  BCalcInfo info;
  FIELD(Tensor *, BCalcInfo, input_0);
  FIELD(Tensor *, BCalcInfo, input_1);
  FIELD(Tensor *, BCalcInfo, output);
  FIELD(Ints, BCalcInfo, reshape_0);
  FIELD(Ints, BCalcInfo, reshape_1);
  FIELD(Ints, BCalcInfo, shape_out);
  FIELD(Ints, BCalcInfo, bcast_0);
  FIELD(Ints, BCalcInfo, bcast_1);
  FIELD(Ints, BCalcInfo, x_indexes);
  FIELD(Ints, BCalcInfo, y_indexes);
  MEMBER(uint32_t, Bcast, GenerateBcastInfo, (const BCalcInfo &));
  MEMBER(void, Bcast, GetBcastVec, (BCalcInfo &));
  MEMBER(void, Bcast, BCastIndexes, (Ints &, Ints &));
  CONST(int64_t, Bcast, GetBroadcastXIndex, int64_t);
  CONST(int64_t, Bcast, GetBroadcastYIndex, int64_t);
  CONST(bool, Bcast, IsValid);
  CONST(const Ints &, Bcast, XReshape);
  CONST(const Ints &, Bcast, YReshape);
  CONST(const Ints &, Bcast, ResultShape);
  CONST(const Ints &, Bcast, XBcast);
  CONST(const Ints &, Bcast, YBcast);
  using T = TTypes<float, 2>;
  (void)sizeof(T::Tensor);
  (void)sizeof(T::ConstTensor);
  (void)sizeof(T::Scalar);
  (void)sizeof(T::Flat);
  (void)sizeof(T::Vec);
  (void)sizeof(T::Matrix);
  (void)sizeof(T::ConstScalar);
  (void)sizeof(T::ConstFlat);
  (void)sizeof(T::ConstVec);
  (void)sizeof(T::ConstMatrix);
  (void)sizeof(T::UnalignedTensor);
  (void)sizeof(T::UnalignedConstTensor);
  (void)sizeof(T::UnalignedScalar);
  (void)sizeof(T::UnalignedFlat);
  (void)sizeof(T::UnalignedVec);
  (void)sizeof(T::UnalignedMatrix);
  (void)sizeof(T::Tensor32Bit);
  auto tensor = CpuKernelUtils::CreateTensor();
  float data[4];
  EigenTensor e(tensor.get(), data);
  const EigenTensor &k = e;
  if (value != 0) {
    (void)e.vec<float>();
    (void)e.matrix<float>();
    (void)e.tensor<float, 2>();
    (void)k.matrix<float>();
    (void)k.tensor<float, 2>();
    (void)e.flat<float>();
    (void)e.AsEigenDSizes<2>();
    (void)e.AsEigenDSizesWithPadding<2, Eigen::DenseIndex>();
  }
  auto node = NodeDefBuilder::CreateNodeDef();
  NodeDefBuilder::InputOutputNode in{"x", DT_FLOAT, {1}, data};
  NodeDefBuilder::InputOutputNode full{"x", DT_FLOAT, {1}, data, FORMAT_ND};
  std::vector<Tensor *> tensors;
  NodeDefBuilder(node.get(), "name", "op")
      .Input(in)
      .Output(full)
      .Attr("a", int32_t(1))
      .Attr("b", int64_t(1))
      .Attr("c", 1.0f)
      .Attr("d", 1.0)
      .Attr("e", true)
      .Attr("f", DT_FLOAT)
      .Attr("g", std::string("x"))
      .Attr("h", std::vector<bool>{true})
      .Attr("i", std::vector<std::string>{"x"})
      .Attr("j", Ints{1})
      .Attr("k", std::vector<float>{1})
      .Attr("l", std::vector<DataType>{DT_FLOAT})
      .Attr("m", std::vector<Ints>{{1}})
      .Attr("n", tensor.get())
      .Attr("o", tensors)
      .Attr("p", Ints{1}, "shape")
      .Attr("q", std::vector<Ints>{{1}}, "shape_list")
      .Attr("r", "literal");
  Notification note;
  note.Notify();
  note.WaitForNotification();
  items::Take(note.HasBeenNotified());
  (void)sizeof(Device);
  (void)sizeof(Sharder);
}
}  // namespace aicpu
NUMBER(aicpu::FWKAdapter::kMaxShapeDims, 8);
NUMBER(aicpu::FWKAdapter::kExtInfoHeadSize, 8);
FIELD(int32_t, aicpu::FWKAdapter::ShapeAndType, type);
static_assert(sizeof(aicpu::FWKAdapter::ShapeAndType) == 68, "packed");
FIELD(int32_t, aicpu::FWKAdapter::ExtInfo, infoType);
FIELD(uint32_t, aicpu::FWKAdapter::ExtInfo, infoLen);
static_assert(sizeof(aicpu::FWKAdapter::ExtInfo) == 8, "packed");
FIELD(uint64_t, SessionInfo, sessionId);
FIELD(uint64_t, SessionInfo, kernelId);
FIELD(bool, SessionInfo, sessFlag);
static_assert(sizeof(SessionInfo) == 17, "packed");
NUMBER(FMK_KERNEL_TYPE_TF, 0);
NUMBER(FMK_KERNEL_TYPE_CF, 10);
NUMBER(FMK_KERNEL_TYPE_PT, 20);
FIELD(uint32_t, STR_FWK_OP_KERNEL, fwkKernelType);
static_assert(sizeof(STR_FWK_OP_KERNEL().fwkKernelBase.fwk_kernel) > 0, "");
FIELD(uint32_t, aicpu::AicpuParamHead, length);
FIELD(uint32_t, aicpu::AicpuParamHead, ioAddrNum);
FIELD(uint32_t, aicpu::AicpuParamHead, extInfoLength);
FIELD(uint64_t, aicpu::AicpuParamHead, extInfoAddr);
static_assert(sizeof(aicpu::AicpuParamHead) == 20, "packed");
FIELD(uint32_t, BlkDimInfo, block_num);
FIELD(uint32_t, BlkDimInfo, block_id);
SAME(DVdeviceptr, unsigned long long);
NUMBER(DRV_ERROR_NONE, 0);
NUMBER(DRV_ERROR_NOT_SUPPORT, 0xfffe);
void Entries() {
  FREE(uint32_t, RunCpuKernel, (void *));
  FREE(uint32_t, RunCpuKernelWithBlock, (void *, BlkDimInfo *));
  items::Take(&halSdmaCopy);
}
