// The cache of plans: what must be told apart is (a hit is proved first, then a miss), and its bounds.
#include "opstrata/cache.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "exec/plan_cache.h"
#include "exec/test_operators.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace {
op::SocVersion g_chip = op::SocVersion::ASCEND910B;
}
// As test programs of operator libraries do: the chip that operator code sees is this program's.
op::SocVersion op::PlatformInfo::GetSocVersion() const { return g_chip; }

namespace l0op {
OP_TYPE_REGISTER(TestAdd);
OP_TYPE_REGISTER(TestAttrs);
OP_TYPE_REGISTER(Gelu);

static aclnnStatus AddInto(const aclTensor *x1, const aclTensor *x2, const aclTensor *addOut, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(addOut));
}
static aclnnStatus AddGelu(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("Gelu");
  return ADD_TO_LAUNCHER_LIST_AICPU(Gelu, OP_ATTR_NAMES(), OP_INPUT(x), OP_OUTPUT(y));
}
static aclnnStatus AddAttrs(const aclTensor *x, const aclTensor *y, const op::FVector<std::string> &names, const std::string &a,
                            const std::string &b, aclOpExecutor *executor) {
  static op::internal::AicpuTaskSpace space("TestAttrs");
  const int64_t axis = 1;
  return ADD_TO_LAUNCHER_LIST_AICPU(TestAttrs, names, OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(axis, a, b));
}
}  // namespace l0op

namespace {

using exec_test::float_tensor;

struct Destroyer {
  void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, Destroyer>;
OwnedTensor own(aclTensor *tensor) { return OwnedTensor(tensor); }

opstrata_cache_statistics_t statistics() {
  opstrata_cache_statistics_t now;
  EXPECT_EQ(opstrata_cache_statistics(&now, sizeof(now)), ACLNN_SUCCESS);
  return now;
}

/// y = x + x, whatever else the call is given.
template <typename... Others>
aclnnStatus aclnnProbeGetWorkspaceSize(const aclTensor *x, aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor,
                                       const Others &...others) {
  L2_DFX_PHASE_1(aclnnProbe, DFX_IN(x, others...), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  if (x->GetStorageAddr() == nullptr) {
    *workspaceSize = 0;
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
  }
  CHECK_RET(l0op::AddInto(x, x, y, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

class CacheTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  }
  static void TearDownTestSuite() {
    aclrtResetDevice(0);
    aclFinalize();
  }
  void SetUp() override { aclnnReselectStaticKernel(); }

  /// Phase two and the wait for it.
  static void finish(aclOpExecutor *executor, uint64_t size) {
    std::vector<uint8_t> memory(size + 64);
    EXPECT_EQ(CommonOpExecutorRun(memory.data(), size, executor, nullptr), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  }
  /// Runs both phases; whether the plan came from the cache.
  template <typename... Others>
  bool probe(const aclTensor *tensor, const Others &...others) {
    const uint64_t hits = statistics().hits;
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnProbeGetWorkspaceSize(tensor, y.get(), &size, &executor, others...), ACLNN_SUCCESS);
    finish(executor, size);
    return statistics().hits == hits + 1;
  }
  /// A call with `first` hits itself and not a call with `second`, and the other way round.
  template <typename A, typename B>
  void expect_apart(const char *what, const A &first, const B &second) {
    aclnnReselectStaticKernel();  // forgets all plans
    EXPECT_FALSE(first()) << what << ": the first call of all";
    EXPECT_TRUE(first()) << what << ": the same again";
    EXPECT_FALSE(second()) << what << ": differs";
    EXPECT_TRUE(second()) << what << ": the other again";
    EXPECT_TRUE(first()) << what << ": the first again";
  }
  /// The same for two values of an argument.
  template <typename A, typename B>
  void expect_values_apart(const char *what, const A &first, const B &second) {
    expect_apart(what, [&] { return probe(x.get(), first); }, [&] { return probe(x.get(), second); });
  }

  std::vector<float> a{1, 2, 3, 4}, c = std::vector<float>(4);
  OwnedTensor x = own(float_tensor(a)), y = own(float_tensor(c));
};

TEST_F(CacheTest, StringsWithOtherBorders) {
  expect_apart("strings", [&] { return probe(x.get(), std::string("ab"), std::string("c")); },
               [&] { return probe(x.get(), std::string("a"), std::string("bc")); });
  expect_apart("texts", [&] { return probe(x.get(), "ab", "c"); }, [&] { return probe(x.get(), "a", "bc"); });
  expect_values_apart("end of a text", std::string("x"), std::string("x\0", 2));
}

TEST_F(CacheTest, ListsWithOtherBorders) {
  const int64_t values[] = {1, 2, 3};
  const auto list = [&](size_t from, size_t to) {
    return std::unique_ptr<aclIntArray, int (*)(const aclIntArray *)>(aclCreateIntArray(values + from, to - from), aclDestroyIntArray);
  };
  const auto one = list(0, 1), last_two = list(1, 3), first_two = list(0, 2), third = list(2, 3), none = list(0, 0);
  expect_apart("[1], [2, 3] and [1, 2], [3]", [&] { return probe(x.get(), one.get(), last_two.get()); },
               [&] { return probe(x.get(), first_two.get(), third.get()); });
  expect_apart("[], [1] and [1], []", [&] { return probe(x.get(), none.get(), one.get()); },
               [&] { return probe(x.get(), one.get(), none.get()); });
  const aclTensor *tensors[] = {x.get(), y.get(), x.get()};
  const auto tensor_list = [&](size_t from, size_t to) { return aclCreateTensorList(tensors + from, to - from); };
  aclTensorList *l1 = tensor_list(0, 1), *l23 = tensor_list(1, 3), *l12 = tensor_list(0, 2), *l3 = tensor_list(2, 3);
  expect_apart("lists of tensors", [&] { return probe(x.get(), l1, l23); }, [&] { return probe(x.get(), l12, l3); });
  for (aclTensorList *made : {l1, l23, l12, l3}) delete made;  // destroying would destroy the tensors too
}

TEST_F(CacheTest, LongListsThatDifferAtTheEnd) {
  std::vector<int64_t> values(5000, 7);
  aclIntArray *first = aclCreateIntArray(values.data(), values.size());
  values.back() = 8;
  aclIntArray *second = aclCreateIntArray(values.data(), values.size());
  expect_values_apart("5000 integers", first, second);
  std::vector<float> floats(5000, 0.0F);
  aclFloatArray *zeros = aclCreateFloatArray(floats.data(), floats.size());
  floats.back() = -0.0F;
  aclFloatArray *minus = aclCreateFloatArray(floats.data(), floats.size());
  expect_values_apart("5000 floats, the last 0 or -0", zeros, minus);
  expect_values_apart("texts of 100000 characters", std::string(100000, 'a'), std::string(99999, 'a') + "b");
  for (aclIntArray *made : {first, second}) aclDestroyIntArray(made);
  for (aclFloatArray *made : {zeros, minus}) aclDestroyFloatArray(made);
}

TEST_F(CacheTest, EqualShapesThatLieOtherwise) {
  std::vector<float> memory(16);
  for (size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i);
  const int64_t shape[] = {2, 2};
  const auto tensor = [&](const std::vector<int64_t> &strides, int64_t offset, const std::vector<int64_t> &storage) {
    return own(aclCreateTensor(shape, 2, ACL_FLOAT, strides.data(), offset, ACL_FORMAT_ND, storage.data(), storage.size(), memory.data()));
  };
  const int64_t square[] = {2, 2};
  y = own(aclCreateTensor(square, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, square, 2, c.data()));
  const auto plain = tensor({2, 1}, 0, {16}), turned = tensor({1, 2}, 0, {16}), moved = tensor({2, 1}, 3, {16}), other = tensor({2, 1}, 0, {8, 2});
  const auto expect_result = [&](const aclTensor *from, const aclTensor *second, const char *what, const std::vector<float> &expected) {
    expect_apart(what, [&] { return probe(from); },
                 [&] {
                   const bool hit = probe(second);
                   EXPECT_EQ(c, expected) << what;
                   return hit;
                 });
  };
  expect_result(plain.get(), turned.get(), "strides", {0, 4, 2, 6});
  expect_result(plain.get(), moved.get(), "offset", {6, 8, 10, 12});
  expect_result(plain.get(), other.get(), "storage shape", {0, 2, 4, 6});
  const auto original = tensor({2, 1}, 0, {16}), format = tensor({2, 1}, 0, {16}), of_view = tensor({2, 1}, 0, {16});
  original->SetOriginalShape(op::Shape({4}));
  format->SetStorageFormat(op::Format::FORMAT_NCHW);
  of_view->SetViewFormat(op::Format::FORMAT_NCHW);
  expect_result(plain.get(), original.get(), "original shape", {0, 2, 4, 6});
  expect_result(plain.get(), format.get(), "storage format", {0, 2, 4, 6});
  expect_result(plain.get(), of_view.get(), "view format", {0, 2, 4, 6});
}

TEST_F(CacheTest, ScalarsOfEqualBytes) {
  const auto scalar = [](auto value, aclDataType type) {
    return std::unique_ptr<aclScalar, int (*)(const aclScalar *)>(aclCreateScalar(&value, type), aclDestroyScalar);
  };
  const auto i = scalar(int32_t{1}, ACL_INT32), u = scalar(uint32_t{1}, ACL_UINT32), f = scalar(1.0F, ACL_FLOAT),
             bits = scalar(int32_t{0x3F800000}, ACL_INT32);
  expect_values_apart("int32 and uint32", i.get(), u.get());
  expect_values_apart("1.0 and its bits", f.get(), bits.get());
  expect_values_apart("true and 1", true, uint8_t{1});
  expect_values_apart("1.0 and its bits", 1.0F, int32_t{0x3F800000});
}

TEST_F(CacheTest, OptionalArguments) {
  const aclTensor *no_tensor = nullptr;
  const aclIntArray *no_array = nullptr;
  const char *no_text = nullptr;
  aclIntArray *empty = aclCreateIntArray(nullptr, 0);
  expect_values_apart("tensor", no_tensor, static_cast<const aclTensor *>(x.get()));
  expect_values_apart("array", no_array, static_cast<const aclIntArray *>(empty));
  expect_values_apart("text", no_text, static_cast<const char *>(""));
  expect_apart("first or second", [&] { return probe(x.get(), no_tensor, x.get()); }, [&] { return probe(x.get(), x.get(), no_tensor); });
  aclDestroyIntArray(empty);
}

TEST_F(CacheTest, AddressesEqualOrNull) {
  std::vector<float> b{5, 6, 7, 8};
  const auto same_place = own(float_tensor(a)), elsewhere = own(float_tensor(b));
  const int64_t four = 4;
  const auto nowhere = own(aclCreateTensor(&four, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &four, 1, nullptr));
  expect_values_apart("another tensor at the same address", same_place.get(), elsewhere.get());
  expect_values_apart("the same tensor", x.get(), same_place.get());
  expect_values_apart("no address", elsewhere.get(), nowhere.get());
  // A first phase that finds no address leaves early; the one behind it must not.
  EXPECT_FALSE(probe(nowhere.get()));
  EXPECT_FALSE(probe(x.get()));
  EXPECT_EQ(c, (std::vector<float>{2, 4, 6, 8}));
}

// --- Operator code that does more than launch ------------------------------------------------------------------------------

/// y = x + what the array holds, as a host tensor.
aclnnStatus aclnnHostGetWorkspaceSize(const aclTensor *x, const aclFloatArray *values, aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnHost, DFX_IN(x, values), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  const aclTensor *host = unique->ConvertToTensor(values, op::DataType::DT_FLOAT);
  CHECK_RET(l0op::AddInto(x, host, y, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

TEST_F(CacheTest, ValuesOfHostConstants) {
  const auto call = [&](float value) {
    const std::vector<float> values(4, value);
    aclFloatArray *array = aclCreateFloatArray(values.data(), 4);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnHostGetWorkspaceSize(x.get(), array, y.get(), &size, &executor), ACLNN_SUCCESS);
    aclDestroyFloatArray(array);  // the plan keeps what it needs
    const bool hit = executor->GetOpExecCache()->IsUsable();
    finish(executor, size);
    EXPECT_EQ(c, (std::vector<float>{1 + value, 2 + value, 3 + value, 4 + value}));
    return hit;
  };
  expect_apart("host constants", [&] { return call(10); }, [&] { return call(20); });
}

enum class Trick { kCopiesAddress, kMovesOutput };

aclnnStatus aclnnTrickGetWorkspaceSize(const aclTensor *x, int64_t trick, void *elsewhere, aclTensor *y, uint64_t *workspaceSize,
                                       aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnTrick, DFX_IN(x, trick), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  const aclTensor *from = x;
  if (trick == static_cast<int64_t>(Trick::kCopiesAddress)) {
    aclTensor *copy = unique->AllocTensor(x->GetViewShape(), x->GetDataType());
    copy->SetFromWorkspace(false);
    copy->SetStorageAddr(x->GetStorageAddr());
    from = copy;
  } else {
    y->SetStorageAddr(elsewhere);
  }
  CHECK_RET(l0op::AddInto(from, from, y, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

TEST_F(CacheTest, RawAddressesThatOperatorCodeCopies) {
  const auto call = [&](const aclTensor *from, Trick trick, void *elsewhere) {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnTrickGetWorkspaceSize(from, static_cast<int64_t>(trick), elsewhere, y.get(), &size, &executor), ACLNN_SUCCESS);
    finish(executor, size);
  };
  std::vector<float> b{10, 20, 30, 40};
  const auto other = own(float_tensor(b));
  for (int i = 0; i < 2; ++i) {
    call(x.get(), Trick::kCopiesAddress, nullptr);
    EXPECT_EQ(c, (std::vector<float>{2, 4, 6, 8}));
    call(other.get(), Trick::kCopiesAddress, nullptr);
    EXPECT_EQ(c, (std::vector<float>{20, 40, 60, 80})) << "the address is this call's";
  }
  for (int i = 0; i < 3; ++i) {
    std::vector<float> elsewhere(4);
    aclSetRawTensorAddr(y.get(), c.data());
    call(x.get(), Trick::kMovesOutput, elsewhere.data());
    EXPECT_EQ(elsewhere, (std::vector<float>{2, 4, 6, 8})) << "call " << i << ": operator code moves the output each time";
  }
}

// --- Settings ---------------------------------------------------------------------------------------------------------------

TEST_F(CacheTest, DeviceChipDeterminismAndCores) {
  const auto on_device = [&](int32_t device) {
    return [this, device] {
      EXPECT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
      const bool hit = probe(x.get());
      EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      return hit;
    };
  };
  expect_apart("device", on_device(0), on_device(1));
  const auto on_chip = [&](op::SocVersion chip) {
    return [this, chip] {
      g_chip = chip;
      return probe(x.get());
    };
  };
  expect_apart("chip", on_chip(op::SocVersion::ASCEND910B), on_chip(op::SocVersion::ASCEND310P));
  g_chip = op::SocVersion::ASCEND910B;
  const auto at_level = [&](int64_t level) {
    return [this, level] {
      EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, level), ACL_SUCCESS);
      return probe(x.get());
    };
  };
  expect_apart("deterministic level", at_level(0), at_level(1));
  expect_apart("strong consistency", at_level(2), at_level(3));
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0), ACL_SUCCESS);
  const auto with_cores = [&](aclrtDevResLimitType type, uint32_t cores) {
    return [this, type, cores] {
      if (cores != 0) { EXPECT_EQ(aclrtSetDeviceResLimit(0, type, cores), ACL_SUCCESS); }
      const bool hit = probe(x.get());
      EXPECT_EQ(aclrtResetDeviceResLimit(0), ACL_SUCCESS);
      return hit;
    };
  };
  expect_apart("cube cores", with_cores(ACL_RT_DEV_RES_CUBE_CORE, 0), with_cores(ACL_RT_DEV_RES_CUBE_CORE, 3));
  expect_apart("vector cores", with_cores(ACL_RT_DEV_RES_VECTOR_CORE, 0), with_cores(ACL_RT_DEV_RES_VECTOR_CORE, 3));
}

// --- Types that the library does not know ---------------------------------------------------------------------------------------

struct Padded {
  char small;
  int64_t large;
};
struct Dense {
  int32_t a;
  int32_t b;
};
struct Owning {
  std::vector<int> values;
};
struct Pointing {
  int64_t count;
  const int64_t *values;
};
struct PointingTwice {
  const int64_t *values[2];
};
struct Viewing {
  std::string_view text;
};
struct Deep {
  int64_t count;
  struct {
    Dense sizes[2];
    const int64_t *values;
  } inner;
};
struct DeepDense {
  Dense sizes[3];
  struct {
    int64_t last;
  } inner;
};
union Either {
  int64_t number;
  const int64_t *values;
};
struct Long {
  int64_t many[40];
};
struct Referring {
  int64_t count;
  const int64_t &value;
};
struct [[gnu::packed]] Packed {
  const int64_t *values;
};
/// Do not show what they are made of: one may hold a pointer, the other has no room for one.
class Hidden {
 public:
  Hidden(int64_t count, const int64_t *values) : count_(count), values_(values) {}
  int64_t first() const { return count_ == 0 ? 0 : *values_; }

 private:
  int64_t count_;
  const int64_t *values_;
};
class Small {
 public:
  explicit Small(int32_t value) : value_(value) {}
  int32_t value() const { return value_; }

 private:
  int32_t value_;
};

TEST_F(CacheTest, UnknownTypesAreUncachedUnlessTheirBytesAreTheirValue) {
  expect_values_apart("a struct without padding", Dense{1, 2}, Dense{2, 1});
  const auto never = [&](const char *what, const auto &value) {
    const uint64_t uncached = statistics().uncached;
    EXPECT_FALSE(probe(x.get(), value)) << what;
    EXPECT_FALSE(probe(x.get(), value)) << what;
    EXPECT_EQ(statistics().uncached, uncached + 2) << what;
    EXPECT_EQ(c, (std::vector<float>{2, 4, 6, 8})) << what;
  };
  const Padded padded{1, 2};
  never("a struct with padding", padded);
  never("a pointer to a struct", &padded);
  never("a struct with members", Owning{{1, 2}});
  never("a vector", std::vector<int64_t>{1, 2});
  never("a number with padding", 1.0L);
  // Values that lie elsewhere: neither an address nor the first of them tells what a call was given.
  std::array<int64_t, 2> dims{2, 3};
  const int64_t *const first = dims.data();
  never("a pointer to a number, which may be the first of many", first);
  never("a structure with a pointer", Pointing{2, first});
  never("a structure with an array of pointers", PointingTwice{{first, first}});
  never("a structure with a view of a text", Viewing{"ab"});
  never("a pointer in a structure in a structure", Deep{2, {{{1, 2}, {3, 4}}, first}});
  never("a union with a pointer", Either{2});
  never("a structure with a reference", Referring{2, dims[0]});
  never("a packed structure with a pointer", Packed{first});
  never("a structure that is too long to be looked into", Long{});
  never("a class that may hold a pointer", Hidden(2, first));
  EXPECT_EQ(Hidden(2, first).first(), 2);
  expect_values_apart("a class without room for a pointer", Small(1), Small(Small(2).value()));
  expect_values_apart("a structure of structures", DeepDense{{{1, 2}, {3, 4}, {5, 6}}, {7}},
                      DeepDense{{{1, 2}, {3, 4}, {5, 6}}, {8}});
  never("an initializer list", std::initializer_list<int64_t>{2, 3});
  never("an array of pointers", std::array<const int64_t *, 1>{first});
  never("an array of views", std::array<std::string_view, 1>{"ab"});
  expect_values_apart("arrays", dims, std::array<int64_t, 2>{2, 4});
  expect_values_apart("a pointer that is null", static_cast<const int64_t *>(nullptr), dims);
  std::string text = "sum";
  const auto with_view_of = [&](const char *content) {
    return [&, content] {
      text.assign(content);
      return probe(x.get(), std::string_view(text));
    };
  };
  expect_apart("a view of a text that changes", with_view_of("sum"), with_view_of("max"));
}

// --- AI CPU -------------------------------------------------------------------------------------------------------------------

aclnnStatus aclnnCpuGeluGetWorkspaceSize(const aclTensor *x, aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnCpuGelu, DFX_IN(x), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::AddGelu(x, y, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

TEST_F(CacheTest, AiCpuPlansShareTheCacheAndShowNoKey) {
  const auto call = [&](const aclTensor *from) {
    const uint64_t hits = statistics().hits;
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnCpuGeluGetWorkspaceSize(from, y.get(), &size, &executor), ACLNN_SUCCESS);
    EXPECT_EQ(executor->GetOpExecCache()->GetHash(), 0U);
    EXPECT_EQ(executor->GetOpExecCache()->GetKeySize(), 0U);
    finish(executor, size);
    return statistics().hits == hits + 1;
  };
  const uint64_t plans = statistics().plans;
  EXPECT_FALSE(call(x.get()));
  const std::vector<float> first = c;
  EXPECT_EQ(statistics().plans, plans + 1);
  c.assign(4, 0.0F);
  EXPECT_TRUE(call(x.get()));
  EXPECT_EQ(c, first);
  // torch.nn.functional.gelu(torch.tensor([1., 2., 3., 4.]))
  EXPECT_NEAR(c[0], 0.84134475F, 1e-6);
  EXPECT_NEAR(c[3], 3.99987330F, 1e-6);
  std::vector<float> b{1, 1};
  y = own(float_tensor(b));
  const auto shorter = own(float_tensor(b));
  EXPECT_FALSE(call(shorter.get()));
}

TEST_F(CacheTest, TasksAreToldApartByTheNamesOfTheirAttributes) {
  const uint64_t before = statistics().tasks;
  std::vector<float> in(5), found(5);
  const auto from = own(float_tensor(in)), to = own(float_tensor(found));
  const auto run = [&](const op::FVector<std::string> &names, const std::string &first, const std::string &second) {
    auto unique = CREATE_EXECUTOR();
    EXPECT_EQ(l0op::AddAttrs(from.get(), to.get(), names, first, second, unique.get()), ACLNN_SUCCESS);
    aclOpExecutor *executor = nullptr;
    const uint64_t size = unique->GetWorkspaceSize();
    unique.ReleaseTo(&executor);
    finish(executor, size);
    return std::pair(found[2], statistics().tasks - before);  // element 2 is the length of `mode`
  };
  const op::FVector<std::string> mode_first = {"axis", "mode", "extra"}, mode_last = {"axis", "extra", "mode"};
  EXPECT_EQ(run(mode_first, "ab", "c"), std::pair(2.0F, uint64_t{1}));
  EXPECT_EQ(run(mode_first, "ab", "c"), std::pair(2.0F, uint64_t{1})) << "the same task";
  EXPECT_EQ(run(mode_last, "ab", "c"), std::pair(1.0F, uint64_t{2})) << "other names";
  EXPECT_EQ(run(mode_first, "a", "bc"), std::pair(1.0F, uint64_t{3})) << "other borders";
  // More than kAicpuKeyBufLen (1024) bytes, differing in the last one.
  EXPECT_EQ(run(mode_first, "m", std::string(5000, 'x') + "1"), std::pair(1.0F, uint64_t{4}));
  EXPECT_EQ(run(mode_first, "m", std::string(5000, 'x') + "2"), std::pair(1.0F, uint64_t{5}));
  EXPECT_EQ(run(mode_first, "m", std::string(5000, 'x') + "1"), std::pair(1.0F, uint64_t{5}));
}

// --- Framework adapters -------------------------------------------------------------------------------------------------------

TEST_F(CacheTest, AdaptersKeyTheirCallsAndRunHitsByAddresses) {
  uint64_t size = 0;
  const auto record_call = [&] {
    aclOpExecutor *executor = nullptr;
    EXPECT_EQ(aclnnProbeGetWorkspaceSize(x.get(), y.get(), &size, &executor), ACLNN_SUCCESS);
    finish(executor, size);
  };
  EXPECT_TRUE(CanUsePTACache("aclnnProbe"));
  EXPECT_FALSE(CanUsePTACache(nullptr));
  setenv("DISABLE_L2_CACHE", "1", 1);
  EXPECT_FALSE(CanUsePTACache("aclnnProbe"));
  unsetenv("DISABLE_L2_CACHE");
  InitPTACacheThreadLocal();
  SetPTAHashKey(1234);
  EXPECT_EQ(PTAGetExecCache(1234, &size), nullptr);
  record_call();  // recorded under the adapter's key
  UnInitPTACacheThreadLocal();
  EXPECT_FALSE(probe(x.get())) << "the call's own key is another one";
  std::vector<float> a2{10, 20, 30, 40}, c2(4);
  std::vector<uint8_t> key{1, 2, 3};
  for (const bool by_bytes : {false, true}) {
    c2.assign(4, 0.0F);
    InitPTACacheThreadLocal();
    if (by_bytes) {
      SetPTACacheHashKey(key.data(), key.size());
      EXPECT_EQ(PTAFindExecCache(key.data(), key.size(), &size), nullptr);
      record_call();
    }
    const auto find = [&]() -> aclOpExecutor * { return by_bytes ? PTAFindExecCache(key.data(), key.size(), &size) : PTAGetExecCache(1234, &size); };
    EXPECT_EQ(find(), nullptr) << "no addresses are listed";
    AddTensorAddrToCachedList(a2.data());
    AddTensorAddrToCachedList(c2.data());
    aclOpExecutor *executor = find();
    ASSERT_NE(executor, nullptr);
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_ERR_INNER);
    finish(executor, size);
    EXPECT_EQ(c2, (std::vector<float>{20, 40, 60, 80}));
    // Settings that the adapter does not know of are told apart all the same.
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    EXPECT_EQ(find(), nullptr);
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0), ACL_SUCCESS);
    EXPECT_EQ(PTAGetExecCache(1235, &size), nullptr);
    ResetCacheThreadLocal();
  }
  EXPECT_TRUE(probe(x.get())) << "this thread is back to its own keys";
  (void)aclGetRecentErrMsg();
}

// --- Failures and bounds -------------------------------------------------------------------------------------------------------

TEST_F(CacheTest, FirstPhasesWithoutASecondAndFailedOnesLeaveNothing) {
  const opstrata_cache_statistics_t before = statistics();
  for (int i = 0; i < 3; ++i) {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(aclnnCpuGeluGetWorkspaceSize(x.get(), y.get(), &size, &executor), ACLNN_SUCCESS);
    ASSERT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
  }
  EXPECT_EQ(statistics().plans, before.plans);
  EXPECT_EQ(statistics().hits, before.hits);
  EXPECT_LE(statistics().tasks, before.tasks + 1) << "one idle task serves all of them";
}

using opstrata::exec::CachedPlan;
using opstrata::exec::PlanCache;

std::shared_ptr<CachedPlan> plan_of(uint64_t constant_bytes) {
  auto plan = std::make_shared<opstrata::exec::Plan>();
  opstrata::exec::StoragePlace constant;
  constant.bytes = constant_bytes;
  plan->storages.push_back(constant);
  auto cached = std::make_shared<CachedPlan>();
  cached->plan = plan;
  return cached;
}

TEST(PlanCacheBounds, LeastRecentlyUsedGoesFirst) {
  PlanCache cache({2, UINT64_MAX});
  cache.insert("a", plan_of(0));
  cache.insert("b", plan_of(0));
  ASSERT_NE(cache.find("a"), nullptr);
  cache.insert("c", plan_of(0));
  EXPECT_NE(cache.find("a"), nullptr) << "used after b";
  EXPECT_EQ(cache.find("b"), nullptr);
  EXPECT_NE(cache.find("c"), nullptr);
  EXPECT_EQ(cache.counts().plans, 2U);
  EXPECT_EQ(cache.counts().forgotten, 1U);
  EXPECT_EQ(cache.counts().hits, 3U);
  EXPECT_EQ(cache.counts().misses, 1U);
  cache.clear();
  EXPECT_EQ(cache.counts().plans, 0U);
  EXPECT_EQ(cache.counts().bytes, 0U);
}

TEST(PlanCacheBounds, BytesCount) {
  PlanCache cache({100, 1 << 20});
  cache.insert("a", plan_of(600 << 10));
  cache.insert("b", plan_of(300 << 10));
  EXPECT_GE(cache.counts().bytes, 900U << 10);
  cache.insert("c", plan_of(300 << 10));
  EXPECT_EQ(cache.find("a"), nullptr);
  EXPECT_NE(cache.find("b"), nullptr);
  cache.insert("d", plan_of(2 << 20));
  EXPECT_EQ(cache.find("d"), nullptr) << "larger than the cache";
  EXPECT_NE(cache.find("b"), nullptr);
  EXPECT_LE(cache.counts().bytes, 1U << 20);
}

TEST(PlanCacheBounds, NoPlacesNoPlans) {
  PlanCache cache({0, UINT64_MAX});
  cache.insert("a", plan_of(0));
  EXPECT_EQ(cache.find("a"), nullptr);
  EXPECT_EQ(cache.counts().plans, 0U);
}

TEST(PlanCacheBounds, StatisticsFitTheCallersStructure) {
  EXPECT_EQ(opstrata_cache_statistics(nullptr, 8), ACLNN_ERR_PARAM_NULLPTR);
  struct {
    uint64_t hits = 1, behind = 77;
  } small;
  EXPECT_EQ(opstrata_cache_statistics(reinterpret_cast<opstrata_cache_statistics_t *>(&small), sizeof(uint64_t)), 0);
  EXPECT_EQ(small.behind, 77U);
  const auto now = statistics();
  EXPECT_EQ(now.plan_limit, 10000U);
  EXPECT_EQ(now.byte_limit, 268435456U);
  EXPECT_EQ(now.task_limit, 32768U);
}

}  // namespace
