// What phase one refuses by the prototype alone, before a kernel is looked for: numbers, kinds and data types of
// parameters, attributes.
#include <gtest/gtest.h>

#include <cstring>

#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "graph/operator_reg.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opstrata/kernel.h"

namespace ge {
#define OPSTRATA_TEST_PROTOTYPE(Name)                      \
  REG_OP(Name)                                             \
      .DYNAMIC_INPUT(list, TensorType::RealNumberType())   \
      .INPUT(x, "T")                                       \
      .OPTIONAL_INPUT(w, TensorType({DT_INT64, DT_INT32})) \
      .OUTPUT(y, "T")                                      \
      .OUTPUT(any, TensorType::ALL())                      \
      .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))     \
      .REQUIRED_ATTR(axis, Int)                            \
      .ATTR(ratio, Float, 0.5)                             \
      .ATTR(mode, String, "plain")                         \
      .ATTR(sizes, ListInt, {})                            \
      .ATTR(keep, Bool, false)                             \
      .OP_END_FACTORY_REG(Name)
OPSTRATA_TEST_PROTOTYPE(TestChecked)
// Nobody has a kernel for it: refusals by the prototype come first.
OPSTRATA_TEST_PROTOTYPE(TestCheckedWithoutKernel)
REG_OP(TestListsOfOneSymbol)
    .DYNAMIC_INPUT(same, T)
    .DYNAMIC_INPUT(each, L)
    .INPUT(x, T)
    .DYNAMIC_OUTPUT(out, L)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .DATATYPE(L, ListTensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(TestListsOfOneSymbol)
}  // namespace ge

namespace l0op {
OP_TYPE_REGISTER(TestListsOfOneSymbol);
OP_TYPE_REGISTER(TestChecked);
OP_TYPE_REGISTER(TestCheckedWithoutKernel);
}  // namespace l0op

namespace {

using l0op::TestCheckedOpTypeId;
using l0op::TestCheckedWithoutKernelOpTypeId;
using l0op::TestListsOfOneSymbolOpTypeId;

std::unique_ptr<opstrata::KernelState> prepare_checked(opstrata::PrepareContext &ctx) {
  return opstrata::make_kernel([axis = ctx.int_attr("axis"), ratio = ctx.float_attr("ratio"),
                                keep = ctx.bool_attr("keep")](opstrata::RunContext &run) {
    auto *any = run.out<double>(1);
    any[0] = static_cast<double>(axis);
    any[1] = ratio;
    any[2] = keep ? 1 : 0;
    const opstrata::KernelTensor *x = run.input(1), *y = run.output(0);
    if (x != nullptr && y != nullptr && x->dtype == y->dtype && x->elements == y->elements)
      std::memcpy(run.out<char>(0), run.in<char>(1), x->bytes());
    return true;
  });
}
OPSTRATA_KERNEL(TestChecked, prepare_checked);

aclnnStatus launch_numbers(const aclTensor *x, const aclTensor *y, const aclTensor *any, aclOpExecutor *executor) {
  aclTensorList *none = executor->AllocTensorList(nullptr, 0);
  const int32_t axis = -3, ratio = 2, keep = 1;
  return ADD_TO_LAUNCHER_LIST_AICORE(TestChecked, OP_INPUT(none, x), OP_OUTPUT(y, any),
                                     OP_ATTR(axis, ratio, "m", executor->AllocIntArray(nullptr, 0), keep));
}
aclnnStatus launch_in(op::internal::AicpuTaskSpace &space, const aclTensor *x, const aclTensor *y, const aclTensor *any,
                      aclOpExecutor *executor) {
  aclTensorList *none = executor->AllocTensorList(nullptr, 0);
  const int64_t axis = 1;
  return ADD_TO_LAUNCHER_LIST_AICPU(TestChecked, OP_ATTR_NAMES({"axis"}), OP_INPUT(none, x), OP_OUTPUT(y, any),
                                    OP_ATTR(axis));
}

class PrototypeCheckTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
  static void TearDownTestSuite() { aclrtResetDevice(0); }
  void SetUp() override {
    unique = std::make_unique<UniqueExecutor>("prototype check");
    executor = unique->get();
  }
  void TearDown() override {
    EXPECT_EQ(executor->GetWorkspaceSize(), 0U) << "no launch stays";
    (void)aclGetRecentErrMsg();
  }

  aclTensor *tensor(ge::DataType type) { return executor->AllocTensor(op::Shape({4}), type); }
  aclTensorList *list(std::vector<const aclTensor *> tensors) {
    return executor->AllocTensorList(tensors.data(), tensors.size());
  }

  /// The refusal has `code` and its text holds every one of `words`.
  static void expect(aclnnStatus got, aclnnStatus code, std::initializer_list<const char *> words) {
    EXPECT_EQ(got, code);
    const char *text = aclGetRecentErrMsg();
    ASSERT_NE(text, nullptr);
    for (const char *word : words)
      EXPECT_NE(std::string(text).find(word), std::string::npos) << word << " is not in: " << text;
  }

  std::unique_ptr<UniqueExecutor> unique;
  aclOpExecutor *executor = nullptr;
};

// Every refusal names operator, parameter, what came, what is allowed, and the place of the REG_OP.
TEST_F(PrototypeCheckTest, DataTypes) {
  const aclTensor *x = tensor(ge::DT_FLOAT), *w = tensor(ge::DT_INT64), *wrong = tensor(ge::DT_DOUBLE),
                  *truth = tensor(ge::DT_BOOL);
  aclTensorList *none = list({});
  const int64_t axis = 1;
#define OPSTRATA_LAUNCH(...) ADD_TO_LAUNCHER_LIST_AICORE(TestCheckedWithoutKernel, __VA_ARGS__)
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, wrong, w), OP_OUTPUT(x, x), OP_ATTR(axis)), 161002,
         {"TestCheckedWithoutKernel", "input x ", "DT_DOUBLE", "DT_FLOAT, DT_FLOAT16", "prototype_check_test.cc:"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x, wrong), OP_OUTPUT(x, x), OP_ATTR(axis)), 161002,
         {"input w ", "DT_DOUBLE", "DT_INT64, DT_INT32"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(list({x, truth}), x, w), OP_OUTPUT(x, x), OP_ATTR(axis)), 161002,
         {"input list ", "DT_BOOL", "DT_INT8"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x, w), OP_OUTPUT(wrong, x), OP_ATTR(axis)), 161002,
         {"output y ", "DT_DOUBLE", "DT_FLOAT, DT_FLOAT16"});
  // All is well with the types, also where a parameter takes every type: only the kernel is missing.
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x, w), OP_OUTPUT(x, wrong), OP_ATTR(axis)), ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
         {"TestCheckedWithoutKernel", "searched"});
}

// What is declared with one type symbol has one type, whether the symbol's range allows both or not.
TEST_F(PrototypeCheckTest, ParametersOfOneSymbol) {
  const aclTensor *x = tensor(ge::DT_FLOAT), *half = tensor(ge::DT_FLOAT16), *any = tensor(ge::DT_BOOL);
  aclTensorList *mixed = list({x, half});
  const int64_t axis = 1;
  expect(OPSTRATA_LAUNCH(OP_INPUT(mixed, x), OP_OUTPUT(half, any), OP_ATTR(axis)), 161002,
         {"TestCheckedWithoutKernel", "output y has data type DT_FLOAT16",
          "allowed: DT_FLOAT, the type of the input x,", "declared with T", "prototype_check_test.cc:"});
  // The list is declared with a range of its own, so its elements may differ.
  expect(OPSTRATA_LAUNCH(OP_INPUT(mixed, half), OP_OUTPUT(half, any), OP_ATTR(axis)), ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
         {"searched"});
#define OPSTRATA_LAUNCH_LISTS(...) ADD_TO_LAUNCHER_LIST_AICORE(TestListsOfOneSymbol, __VA_ARGS__)
  expect(OPSTRATA_LAUNCH_LISTS(OP_INPUT(mixed, mixed, x), OP_OUTPUT(mixed)), 161002,
         {"input same[1] has data type DT_FLOAT16", "allowed: DT_FLOAT, the type of the input same[0],",
          "declared with T"});
  expect(OPSTRATA_LAUNCH_LISTS(OP_INPUT(list({x, x}), mixed, half), OP_OUTPUT(list({x, x}))), 161002,
         {"input x has data type DT_FLOAT16", "the type of the input same[0],"});
  // A symbol of lists, and a promoted type, bind nothing.
  expect(OPSTRATA_LAUNCH_LISTS(OP_INPUT(list({x, x}), mixed, x), OP_OUTPUT(mixed)), ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
         {"searched"});
#undef OPSTRATA_LAUNCH_LISTS
}

TEST_F(PrototypeCheckTest, NullElementsOfLists) {
  const aclTensor *x = tensor(ge::DT_FLOAT), *w = tensor(ge::DT_INT64);
  const int64_t axis = 1;
  expect(OPSTRATA_LAUNCH(OP_INPUT(list({x, x, nullptr, x}), x, w), OP_OUTPUT(x, x), OP_ATTR(axis)), 161001,
         {"TestCheckedWithoutKernel", "input list[2] is null", "prototype_check_test.cc:"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(list({nullptr}), x, w), OP_OUTPUT(x, x), OP_ATTR(axis)), 161001,
         {"input list[0] is null"});
}

// The text begins with the function that the caller called.
TEST_F(PrototypeCheckTest, TextsBeginWithTheApiFunction) {
  const aclTensor *x = tensor(ge::DT_FLOAT), *null = nullptr;
  aclTensorList *none = list({});
  const int64_t axis = 1;
  aclOpExecutor *unused = nullptr;
  InitL2Phase1Context("aclnnChecked", &unused);
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, null), OP_OUTPUT(x, x), OP_ATTR(axis)), 161001,
         {"aclnnChecked: operator TestCheckedWithoutKernel"});
  InitL2Phase1Context(nullptr, &unused);
  // That call is over; what comes next is none of its.
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, null), OP_OUTPUT(x, x), OP_ATTR(axis)), 161001, {"operator TestChecked"});
}

TEST_F(PrototypeCheckTest, NumbersAndKindsOfParameters) {
  const aclTensor *x = tensor(ge::DT_FLOAT), *w = tensor(ge::DT_INT64), *null = nullptr;
  aclTensorList *none = list({}), *two = list({x, x});
  const int64_t axis = 1;
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x, w, x), OP_OUTPUT(x, x), OP_ATTR(axis)), 161002,
         {"4 input parameters", "has 3: list, x, w"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none), OP_OUTPUT(x, x), OP_ATTR(axis)), 161002,
         {"required input x is missing", "list, x, w"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x), OP_ATTR(axis)), 161002,
         {"required output any is missing", "y, any"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x, x), OP_ATTR(axis)), 161002,
         {"3 output parameters", "has 2: y, any"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, two), OP_OUTPUT(x, x), OP_ATTR(axis)), 161002,
         {"input x ", "list of 2 tensors", "one tensor"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, null), OP_OUTPUT(x, x), OP_ATTR(axis)), 161001, {"input x ", "null"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, null), OP_ATTR(axis)), 161001, {"output any ", "null"});
  // An optional input may be null or left out.
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x, null), OP_OUTPUT(x, x), OP_ATTR(axis)), ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
         {"searched"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(two, x), OP_OUTPUT(x, x), OP_ATTR(axis)), ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
         {"searched"});
}

TEST_F(PrototypeCheckTest, Attributes) {
  const aclTensor *x = tensor(ge::DT_FLOAT);
  aclTensorList *none = list({});
  const int64_t one = 1;
  const aclIntArray *numbers = executor->AllocIntArray(&one, 1);
  const aclScalar *no_scalar = nullptr;
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x)), 161002, {"required attribute axis", "given: none"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x), OP_ATTR("one")), 161002,
         {"attribute axis ", "a text", "declares Int", "prototype_check_test.cc:"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x), OP_ATTR(numbers)), 161002,
         {"attribute axis ", "a list of integers"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x), OP_ATTR(one, "half")), 161002,
         {"attribute ratio ", "a text", "declares Float"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x), OP_ATTR(one, 0.5F, one)), 161002,
         {"attribute mode ", "an integer", "declares String"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x), OP_ATTR(one, 0.5F, "m", one)), 161002,
         {"attribute sizes ", "an integer", "declares ListInt"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x), OP_ATTR(one, 0.5F, "m", numbers, 0.5F)), 161002,
         {"attribute keep ", "a floating-point number", "declares Bool"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x), OP_ATTR(no_scalar)), 161001,
         {"attribute axis ", "null aclScalar"});
  expect(OPSTRATA_LAUNCH(OP_INPUT(none, x), OP_OUTPUT(x, x), OP_ATTR(x)), 161002, {"attribute axis ", "aclTensor"});
#undef OPSTRATA_LAUNCH
}

// Numbers convert between their kinds as the prototype declares them.
TEST_F(PrototypeCheckTest, NumbersConvert) {
  std::vector<float> in(4), out(4);
  std::vector<double> found(4, -1);
  const int64_t four = 4;
  aclTensor *x = exec_test::float_tensor(in), *y = exec_test::float_tensor(out);
  aclTensor *any = aclCreateTensor(&four, 1, ACL_DOUBLE, nullptr, 0, ACL_FORMAT_ND, &four, 1, found.data());
  {
    UniqueExecutor own("numbers");
    ASSERT_EQ(launch_numbers(x, y, any, own.get()), ACLNN_SUCCESS) << aclGetRecentErrMsg();
    EXPECT_EQ(own->GetWorkspaceSize(), 0U);
    aclOpExecutor *released = nullptr;
    own.ReleaseTo(&released);
    ASSERT_EQ(CommonOpExecutorRun(nullptr, 0, released, nullptr), ACLNN_SUCCESS);
  }
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(found, (std::vector<double>{-3, 2, 1, -1}));
  for (const aclTensor *t : {x, y, any}) aclDestroyTensor(t);
}

// A kernel that goes by shapes gets tensors in private formats unpacked, and what it makes is packed; formats that nobody
// knows are refused.
TEST_F(PrototypeCheckTest, PrivateFormatsAreUnpackedForKernelsThatGoByShapes) {
  constexpr int64_t kRows = 3, kColumns = 20;  // memory [2, 1, 16, 16]
  const auto place = [](int64_t row, int64_t column) {
    return static_cast<size_t>(column / 16 * 256 + row * 16 + column % 16);
  };
  std::vector<float> in(512, 99), out(512, 99), plain(kRows * kColumns);
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t c = 0; c < kColumns; ++c) in[place(r, c)] = static_cast<float>(r * 100 + c);
  }
  const int64_t shape[] = {kRows, kColumns}, memory[] = {2, 1, 16, 16}, four = 4;
  std::vector<double> found(4);
  const auto make = [&](aclFormat format, std::vector<float> &data, const int64_t *dims, uint64_t rank) {
    return aclCreateTensor(shape, 2, ACL_FLOAT, nullptr, 0, format, dims, rank, data.data());
  };
  aclTensor *x = make(ACL_FORMAT_FRACTAL_NZ, in, memory, 4), *y = make(ACL_FORMAT_FRACTAL_NZ, out, memory, 4);
  aclTensor *z = make(ACL_FORMAT_ND, plain, shape, 2);
  aclTensor *any = aclCreateTensor(&four, 1, ACL_DOUBLE, nullptr, 0, ACL_FORMAT_ND, &four, 1, found.data());
  for (aclTensor *result : {y, z}) {
    UniqueExecutor own("private formats");
    ASSERT_EQ(launch_numbers(x, result, any, own.get()), ACLNN_SUCCESS) << aclGetRecentErrMsg();
    const uint64_t size = own->GetWorkspaceSize();
    std::vector<char> workspace(size + 64);
    aclOpExecutor *released = nullptr;
    own.ReleaseTo(&released);
    ASSERT_EQ(CommonOpExecutorRun(workspace.data(), size, released, nullptr), ACLNN_SUCCESS) << aclGetRecentErrMsg();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << aclGetRecentErrMsg();
  }
  std::vector<float> expected(512, 0);
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t c = 0; c < kColumns; ++c) {
      const float v = in[place(r, c)];
      expected[place(r, c)] = v;
      EXPECT_EQ(plain[static_cast<size_t>(r * kColumns + c)], v);
    }
  }
  EXPECT_EQ(out, expected);
  for (const aclTensor *t : {x, y, z, any}) aclDestroyTensor(t);

  // Matrices have no channels.
  const aclTensor *unknown = executor->AllocTensor(op::Shape({1, 1, 16, 16}), op::Shape({4, 4}), ge::DT_FLOAT,
                                                   ge::FORMAT_FRACTAL_Z, ge::FORMAT_ND);
  expect(launch_numbers(unknown, tensor(ge::DT_FLOAT), tensor(ge::DT_DOUBLE), executor), 161002,
         {"TestChecked", "x lies in memory", "FRACTAL_Z", "TransData"});
}

// Whoever overstates a tensor gets a text, not the neighbours' memory.
TEST_F(PrototypeCheckTest, TensorsBeyondTheirAllocationAreRefusedInPhaseTwo) {
  void *memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  const int64_t four = 4, many = 1000, strides = 100, offset = 1 << 20;
  std::vector<float> host(4);
  const auto launch = [&](aclTensor *x, aclTensor *any) {
    UniqueExecutor own("beyond");
    aclTensor *y = exec_test::float_tensor(host);
    EXPECT_EQ(launch_numbers(x, y, any, own.get()), ACLNN_SUCCESS);
    aclOpExecutor *released = nullptr;
    own->GetWorkspaceSize();
    own.ReleaseTo(&released);
    const aclnnStatus status = CommonOpExecutorRun(nullptr, 0, released, nullptr);
    for (const aclTensor *t : {x, y, any}) aclDestroyTensor(t);
    return status;
  };
  const auto tensor_of = [&](aclDataType type, const int64_t *count, const int64_t *stride, int64_t from) {
    return aclCreateTensor(count, 1, type, stride, from, ACL_FORMAT_ND, count, 1, memory);
  };
  EXPECT_EQ(launch(tensor_of(ACL_FLOAT, &four, nullptr, 0), tensor_of(ACL_DOUBLE, &four, nullptr, 0)), ACLNN_SUCCESS);
  expect(launch(tensor_of(ACL_FLOAT, &many, nullptr, 0), tensor_of(ACL_DOUBLE, &four, nullptr, 0)), 161002,
         {"TestChecked", "input x", "4000 bytes", "64 bytes"});
  expect(launch(tensor_of(ACL_FLOAT, &four, &strides, 0), tensor_of(ACL_DOUBLE, &four, nullptr, 0)), 161002,
         {"input x"});
  expect(launch(tensor_of(ACL_FLOAT, &four, nullptr, offset), tensor_of(ACL_DOUBLE, &four, nullptr, 0)), 161002,
         {"input x"});
  expect(launch(tensor_of(ACL_FLOAT, &four, nullptr, 0), tensor_of(ACL_DOUBLE, &many, nullptr, 0)), 161002,
         {"output any"});
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

// AI CPU launches have the same rules with the native vocabulary, and none of them with that of TensorFlow.
TEST_F(PrototypeCheckTest, TaskSpaces) {
  const aclTensor *x = tensor(ge::DT_FLOAT), *wrong = tensor(ge::DT_DOUBLE);
  static op::internal::AicpuTaskSpace native("TestChecked");
  static op::internal::AicpuTaskSpace other("TestChecked", ge::DEPEND_IN_SHAPE, true);
  expect(launch_in(native, wrong, x, wrong, executor), 161002,
         {"input x has data type DT_DOUBLE", "DT_FLOAT, DT_FLOAT16"});
  UniqueExecutor own("other vocabulary");
  EXPECT_EQ(launch_in(other, wrong, x, wrong, own.get()), ACLNN_SUCCESS);
}

}  // namespace
