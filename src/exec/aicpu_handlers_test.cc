// Argument blocks and extended information of AI CPU launches: what the handlers build, the entry point runs.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "device_cpu_kernel.h"
#include "graph/operator_reg.h"
#include "node_def_builder.h"
#include "opdev/aicpu/aicpu_args_handler.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace aicpu {
const char *kHandled = "HandledByTheTest";
/// y = x * 2 for as many elements as x has now; y is as long.
class HandledKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override {
    const int64_t count = ctx.Input(0)->NumElements();
    for (int64_t i = 0; i < count; ++i)
      static_cast<int32_t *>(ctx.Output(0)->GetData())[i] =
          2 * static_cast<const int32_t *>(ctx.Input(0)->GetData())[i];
    ctx.Output(0)->GetTensorShape()->SetDimSizes({count});
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kHandled, HandledKernel);

const char *kNamed = "NamedByTheTest";
/// Writes what it finds under the names of its attributes.
class NamedKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override {
    auto *y = static_cast<float *>(ctx.Output(0)->GetData());
    const auto type = [&](const char *name) { return ctx.GetAttr(name) == nullptr ? -1.0F : static_cast<float>(ctx.GetAttr(name)->GetDataType()); };
    y[0] = type("T");
    y[1] = type("SrcT");
    y[2] = ctx.GetAttr("scale") == nullptr ? -1.0F : ctx.GetAttr("scale")->GetFloat();
    y[3] = ctx.GetAttr("N") == nullptr ? -1.0F : static_cast<float>(ctx.GetAttr("N")->GetInt());
    y[4] = ctx.GetAttr("mode") == nullptr ? -1.0F : static_cast<float>(ctx.GetAttr("mode")->GetString().size());
    y[5] = ctx.GetAttr("axis") == nullptr ? -1.0F : static_cast<float>(ctx.GetAttr("axis")->GetInt());
    const std::vector<bool> flags = ctx.GetAttr("flags") == nullptr ? std::vector<bool>() : ctx.GetAttr("flags")->GetListBool();
    y[6] = static_cast<float>(flags.size());
    y[7] = 0;
    for (size_t i = 0; i < flags.size(); ++i) y[7] += flags[i] ? static_cast<float>(1 << i) : 0.0F;
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kNamed, NamedKernel);
}  // namespace aicpu

namespace ge {
REG_OP(NamedByTheTest)
    .INPUT(x, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(axis, Int)
    .ATTR(mode, String, "plain")
    .OP_END_FACTORY_REG(NamedByTheTest)
}  // namespace ge

namespace l0op {
OP_TYPE_REGISTER(NamedByTheTest);
static aclnnStatus TensorFlowNames(op::internal::AicpuTaskSpace &space, const aclTensor *x, const aclTensor *y, const aclBoolArray *flags,
                                   const aclScalar *scale, aclOpExecutor *executor) {
  const int64_t number = 3;
  return ADD_TO_LAUNCHER_LIST_AICPU(NamedByTheTest, OP_ATTR_NAMES({"T", "SrcT", "flags", "scale", "N"}), OP_INPUT(x), OP_OUTPUT(y),
                                    OP_ATTR(ge::DT_FLOAT16, ge::DT_INT8, flags, scale, number));
}
static aclnnStatus NativeNames(op::internal::AicpuTaskSpace &space, const aclTensor *x, const aclTensor *y, const aclBoolArray *flags,
                               aclOpExecutor *executor) {
  const int64_t axis = 5;
  return ADD_TO_LAUNCHER_LIST_AICPU(NamedByTheTest, OP_ATTR_NAMES({"axis", "flags"}), OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(axis, flags));
}
}  // namespace l0op

namespace {

using op::internal::AicpuCCArgsHandler;
using op::internal::AicpuExtInfoHandler;
using op::internal::AicpuTfArgsHandler;

std::string node_bytes() {
  auto node = aicpu::CpuKernelUtils::CreateNodeDef();
  aicpu::NodeDefBuilder(node.get(), "n", "HandledByTheTest")
      .Input({"x", aicpu::DT_INT32, {4}, nullptr})
      .Output({"y", aicpu::DT_INT32, {4}, nullptr});
  std::string bytes;
  EXPECT_TRUE(node->SerializeToString(bytes));
  return bytes;
}

class AicpuHandlersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const int64_t four = 4;
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    x = aclCreateTensor(&four, 1, ACL_INT32, nullptr, 0, ACL_FORMAT_ND, &four, 1, from);
    y = aclCreateTensor(&four, 1, ACL_INT32, nullptr, 0, ACL_FORMAT_ND, &four, 1, to);
  }
  void TearDown() override {
    aclDestroyTensor(x);
    aclDestroyTensor(y);
    (void)aclGetRecentErrMsg();
    aclrtResetDevice(0);
  }
  int32_t from[4] = {1, 2, 3, 4}, to[4] = {};
  aclTensor *x = nullptr, *y = nullptr;
};

TEST_F(AicpuHandlersTest, NativeBlocksRun) {
  AicpuExtInfoHandler extended("n", 1, 1, ge::DEPEND_SHAPE_RANGE);
  ASSERT_EQ(extended.UpdateInputShape(0, gert::Shape({3}), ge::DT_INT32), ACLNN_SUCCESS);
  ASSERT_EQ(extended.UpdateOutputShape(0, gert::Shape({4}), ge::DT_INT32), ACLNN_SUCCESS);
  extended.UpdateExecuteMode(true);
  AicpuCCArgsHandler args("HandledByTheTest", "n", 2, false);
  EXPECT_EQ(args.GetIoNum(), 2U);
  EXPECT_EQ(args.GetNodeName(), "n");
  ASSERT_EQ(args.BuildCCArgs(node_bytes(), extended), ACLNN_SUCCESS);
  EXPECT_EQ(args.UpdateIoAddr({x}, {y, y}), ACLNN_ERR_PARAM_INVALID);
  ASSERT_EQ(args.UpdateIoAddr({x}, {y}), ACLNN_SUCCESS);
  ASSERT_EQ(RunCpuKernel(args.GetArgs()), 0U);
  EXPECT_EQ(std::vector<int32_t>(to, to + 4), (std::vector<int32_t>{2, 4, 6, 0}))
      << "three elements, as the extended information says";
  ASSERT_EQ(extended.CopyOutputShapesBack(nullptr), ACLNN_SUCCESS);
  gert::Shape shape;
  ge::DataType type = ge::DT_UNDEFINED;
  ASSERT_EQ(extended.GetOutputShapeAndType(0, shape, type), ACLNN_SUCCESS);
  EXPECT_EQ(shape, gert::Shape({3}));
  EXPECT_EQ(type, ge::DT_INT32);
  // The block follows new addresses.
  int32_t other[4] = {10, 20, 30, 40};
  ASSERT_EQ(aclSetRawTensorAddr(x, other), 0);
  ASSERT_EQ(args.UpdateIoAddr({x}, {y}), ACLNN_SUCCESS);
  EXPECT_EQ(args.GetArgsEx().args, args.GetArgs());
  ASSERT_EQ(RunCpuKernel(args.GetArgsEx().args), 0U);
  EXPECT_EQ(to[0], 20);
}

TEST_F(AicpuHandlersTest, ExtendedInformationOnTheDevice) {
  AicpuExtInfoHandler extended("n", 1, 1, ge::DEPEND_SHAPE_RANGE);
  EXPECT_EQ(extended.CopyOutputShapesBack(nullptr), ACLNN_ERR_INNER) << "before Build";
  ASSERT_EQ(extended.UpdateInputShape(0, gert::Shape({2}), ge::DT_INT32), ACLNN_SUCCESS);
  ASSERT_EQ(extended.UpdateOutputShape(0, gert::Shape({4}), ge::DT_INT32), ACLNN_SUCCESS);
  extended.UpdateSessionInfo(5, 6, true);
  ASSERT_EQ(extended.Build(), ACLNN_SUCCESS);
  // Five entries: each has a head of 8 bytes; a shape record has 4 + 8 * 8, a session 17.
  EXPECT_EQ(extended.GetExtInfoLen(), 5U * 8 + 4 + 8 + 68 + 68 + 17);
  void *device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, extended.GetExtInfoLen(), ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(extended.CopyExtInfoToDevice(nullptr, 10), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(extended.CopyExtInfoToDevice(device, 10), ACLNN_ERR_RUNTIME_ERROR);
  ASSERT_EQ(extended.CopyExtInfoToDevice(device, extended.GetExtInfoLen()), ACLNN_SUCCESS);
  AicpuCCArgsHandler args("HandledByTheTest", "n", 2, true);
  ASSERT_EQ(args.UpdateDeviceExtInfoAddr(device), ACLNN_SUCCESS);
  EXPECT_EQ(args.GetExtInfoAddr(), device);
  ASSERT_EQ(args.GenCCArgs(node_bytes(), nullptr, extended.GetExtInfoLen()), ACLNN_SUCCESS);
  ASSERT_EQ(args.UpdateIoAddr({x}, {y}), ACLNN_SUCCESS);
  ASSERT_EQ(RunCpuKernel(args.GetArgs()), 0U);
  EXPECT_EQ(std::vector<int32_t>(to, to + 4), (std::vector<int32_t>{2, 4, 0, 0}));
  ASSERT_EQ(extended.CopyOutputShapesBack(device), ACLNN_SUCCESS);
  gert::Shape shape;
  ge::DataType type = ge::DT_UNDEFINED;
  ASSERT_EQ(extended.GetOutputShapeAndType(0, shape, type), ACLNN_SUCCESS);
  EXPECT_EQ(shape, gert::Shape({2}));
  aclrtFree(device);
}

TEST_F(AicpuHandlersTest, ExtendedInformationIsReadAsItIsWritten) {
  AicpuExtInfoHandler written("n", 2, 1, ge::DEPEND_COMPUTE);
  ASSERT_EQ(written.UpdateInputShape(1, gert::Shape({7, 8}), ge::DT_FLOAT16), ACLNN_SUCCESS);
  EXPECT_EQ(written.UpdateInputShape(2, gert::Shape({1}), ge::DT_FLOAT), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(written.UpdateInputShape(0, gert::Shape({1, 1, 1, 1, 1, 1, 1, 1, 1}), ge::DT_FLOAT),
            ACLNN_ERR_PARAM_INVALID)
      << "nine dimensions";
  written.UpdateExecuteMode(true);
  written.UpdateSessionInfo(1, 2, false);
  ASSERT_EQ(written.Build(), ACLNN_SUCCESS);
  AicpuExtInfoHandler read("n", 2, 1, ge::DEPEND_IN_SHAPE);
  ASSERT_EQ(read.Parse(written.GetExtInfo().data(), written.GetExtInfoLen()), ACLNN_SUCCESS);
  EXPECT_EQ(read.GetExtInfo(), written.GetExtInfo());
  EXPECT_EQ(read.GetUnknownType(), ge::DEPEND_COMPUTE);
  EXPECT_TRUE(read.IsUnknownShape());
  gert::Shape shape;
  ge::DataType type = ge::DT_UNDEFINED;
  ASSERT_EQ(read.GetInputShapeAndType(1, shape, type), ACLNN_SUCCESS);
  EXPECT_EQ(shape, gert::Shape({7, 8}));
  EXPECT_EQ(type, ge::DT_FLOAT16);
  EXPECT_EQ(read.Parse(nullptr, 8), ACLNN_ERR_PARAM_NULLPTR);
  AicpuExtInfoHandler fewer("n", 1, 1, ge::DEPEND_IN_SHAPE);
  EXPECT_EQ(fewer.Parse(written.GetExtInfo().data(), written.GetExtInfoLen()), ACLNN_ERR_PARAM_INVALID)
      << "two inputs do not fit one";
  EXPECT_EQ(fewer.GetUnknownType(), ge::DEPEND_IN_SHAPE) << "nothing of a damaged block is taken";
  size_t whole = 0;  // Cut anywhere else than between two entries, a block is damaged.
  for (size_t length = 0; length < written.GetExtInfoLen(); ++length)
    whole += read.Parse(written.GetExtInfo().data(), length) == ACLNN_SUCCESS;
  EXPECT_EQ(whole, 5U);
}

TEST_F(AicpuHandlersTest, TensorFlowBlocksPointIntoThemselves) {
  AicpuExtInfoHandler extended("n", 1, 1, ge::DEPEND_IN_SHAPE);
  AicpuTfArgsHandler args("T", "n", 2, false);
  STR_FWK_OP_KERNEL kernel{};
  kernel.fwkKernelType = FMK_KERNEL_TYPE_TF;
  kernel.fwkKernelBase.fwk_kernel.opType = aicpu::FWKAdapter::FWK_ADPT_KERNEL_RUN_NO_SESS;
  ASSERT_EQ(args.BuildTfArgs(kernel, "definition", extended), ACLNN_SUCCESS);
  ASSERT_EQ(args.UpdateIoAddr({x}, {y}), ACLNN_SUCCESS);
  STR_FWK_OP_KERNEL found;
  std::memcpy(&found, args.GetArgs(), sizeof(found));
  const auto &at = found.fwkKernelBase.fwk_kernel;
  EXPECT_EQ(at.opType, aicpu::FWKAdapter::FWK_ADPT_KERNEL_RUN_NO_SESS);
  EXPECT_EQ(std::string(reinterpret_cast<const char *>(at.nodeDefBuf), at.nodeDefLen), "definition");
  EXPECT_EQ(kernel.fwkKernelBase.fwk_kernel.nodeDefBuf, uint64_t{at.nodeDefBuf});
  uint64_t addresses[2];
  ASSERT_EQ(uint64_t{at.inputOutputLen}, sizeof(addresses));
  std::memcpy(addresses, reinterpret_cast<const void *>(at.inputOutputAddr), sizeof(addresses));
  EXPECT_EQ(addresses[0], reinterpret_cast<uintptr_t>(from));
  EXPECT_EQ(addresses[1], reinterpret_cast<uintptr_t>(to));
  EXPECT_EQ(uint64_t{at.extInfoLen}, extended.GetExtInfoLen());
  EXPECT_EQ(uint64_t{at.extInfoAddr}, reinterpret_cast<uintptr_t>(extended.GetExtInfo().data()));
}

// A space of the TensorFlow vocabulary hands its names over as they are, asks for no attribute of the prototype, and adds what has a
// default. A native one asks for the prototype's, and hands other names over too.
TEST_F(AicpuHandlersTest, VocabulariesOfAttributes) {
  const int64_t eight = 8;
  std::vector<float> found(8);
  aclTensor *out = aclCreateTensor(&eight, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &eight, 1, found.data());
  const bool truths[] = {true, false, true};
  static op::internal::AicpuTaskSpace other("NamedByTheTest", ge::DEPEND_IN_SHAPE, true), native("NamedByTheTest");
  for (const bool is_tf : {true, false}) {
    UniqueExecutor unique("vocabularies");
    const aclBoolArray *flags = unique->AllocBoolArray(truths, 3);
    ASSERT_EQ(is_tf ? l0op::TensorFlowNames(other, x, out, flags, unique->AllocScalar(0.25F), unique.get())
                    : l0op::NativeNames(native, x, out, flags, unique.get()),
              ACLNN_SUCCESS)
        << aclGetRecentErrMsg();
    aclOpExecutor *executor = nullptr;
    unique->GetWorkspaceSize();
    unique.ReleaseTo(&executor);
    ASSERT_EQ(CommonOpExecutorRun(nullptr, 0, executor, nullptr), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(found, is_tf ? (std::vector<float>{ge::DT_FLOAT16, ge::DT_INT8, 0.25F, 3, 5, -1, 3, 5})
                           : (std::vector<float>{-1, -1, -1, -1, 5, 5, 3, 5}));
  }
  // The native space misses what the prototype requires.
  UniqueExecutor unique("missing");
  EXPECT_EQ(l0op::TensorFlowNames(native, x, out, unique->AllocBoolArray(truths, 3), unique->AllocScalar(0.25F), unique.get()), 161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("required attribute axis"), std::string::npos);
  aclDestroyTensor(out);
}

TEST_F(AicpuHandlersTest, HostInputsLieBehindTheBlock) {
  AicpuCCArgsHandler args("T", "n", 3, false);
  ASSERT_EQ(args.GenCCArgs("", nullptr, 0), ACLNN_SUCCESS);
  int64_t value = 7;
  EXPECT_EQ(args.AddHostInput(3, &value, 8, 8), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(args.AddHostInput(0, &value, 8, 4), ACLNN_ERR_PARAM_INVALID);
  ASSERT_EQ(args.AddHostInput(1, &value, 6, 8), ACLNN_SUCCESS);
  ASSERT_EQ(args.AddHostInput(2, &value, 8, 8), ACLNN_SUCCESS);
  EXPECT_EQ(args.GetHostInputSize(), 16U);
  const auto &launch = args.GetArgsEx();
  ASSERT_EQ(launch.hostInputInfoNum, 2U);
  const uint32_t block = 20 + 3 * 8 + 4;
  EXPECT_EQ(launch.argsSize, block);
  EXPECT_EQ(launch.hostInputInfoPtr[0].addrOffset, 8U);
  EXPECT_EQ(launch.hostInputInfoPtr[0].dataOffset, block);
  EXPECT_EQ(launch.hostInputInfoPtr[1].dataOffset, block + 8);
  EXPECT_EQ(args.GetIoAddr()[2], &value);
  args.ResetHostInputInfo();
  EXPECT_EQ(args.GetHostInputSize(), 0U);
  EXPECT_EQ(args.GetInputAddrAlignBytes(), 4U);
}

}  // namespace
