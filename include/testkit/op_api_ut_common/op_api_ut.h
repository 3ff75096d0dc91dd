/// @file
/// OP_API_UT of the operator test kit (op-test-kit-api sections 4, 5, 10): calls a two-phase function with described
/// arguments, checks the status of its first phase (`TestGetWorkspaceSize`), or runs it and compares (`TestPrecision`).
///
///     auto ut = OP_API_UT(aclnnAdd, INPUT(a, b, ScalarDesc(1.0f)), OUTPUT(out));
///     uint64_t size = 0;
///     EXPECT_EQ(ut.TestGetWorkspaceSize(&size), ACL_SUCCESS);
///     ut.TestPrecision();   // compares with out.Expect({…}) or with ut.Golden(function)
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_OP_API_UT_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_OP_API_UT_H_

#include <cmath>
#include <functional>
#include <tuple>
#include <type_traits>

#include "aclnn/aclnn_base.h"
#include "op_api_ut_common/array_desc.h"
#include "op_api_ut_common/scalar_desc.h"
#include "op_api_ut_common/tensor_desc.h"
#include "opdev/op_errno.h"
#include "opdev/op_executor.h"

#define INPUT(...) make_tuple(__VA_ARGS__)
#define OUTPUT(...) make_tuple(__VA_ARGS__)
#define OP_API_UT(api, input, output, ...)                                                                               \
  OpApiUt(::testing::UnitTest::GetInstance()->current_test_info()->test_suite_name(),                                    \
          ::testing::UnitTest::GetInstance()->current_test_info()->name(), #api, api##GetWorkspaceSize, api, input, output, \
          InferAclTypes(tuple_cat(input, output)), make_tuple(__VA_ARGS__))

// A descriptor becomes an acl handle, anything else passes unchanged.
inline aclTensor *DescToAclContainer(const TensorDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline aclTensorList *DescToAclContainer(const TensorListDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline aclScalar *DescToAclContainer(const ScalarDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline aclIntArray *DescToAclContainer(const IntArrayDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline aclFloatArray *DescToAclContainer(const FloatArrayDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline aclBoolArray *DescToAclContainer(const BoolArrayDesc &desc) { return desc.ToAclTypeRawPtr(); }
template <typename T>
T DescToAclContainer(const T &value) { return value; }

inline void Release(aclTensor *handle) { (void)aclDestroyTensor(handle); }
inline void Release(aclTensorList *handle) { (void)aclDestroyTensorList(handle); }
inline void Release(aclScalar *handle) { (void)aclDestroyScalar(handle); }
inline void Release(aclIntArray *handle) { (void)aclDestroyIntArray(handle); }
inline void Release(aclFloatArray *handle) { (void)aclDestroyFloatArray(handle); }
inline void Release(aclBoolArray *handle) { (void)aclDestroyBoolArray(handle); }
template <typename T>
void Release(const T &) {}

/// The typed null handle of a descriptor, for deduction.
template <typename T>
auto InferAclType(const T &value) {
  using A = decltype(DescToAclContainer(value));
  if constexpr (is_same<A, T>::value) {
    return value;
  } else {
    return static_cast<A>(nullptr);
  }
}
template <typename... T>
auto InferAclTypes(const tuple<T...> &values) {
  return apply([](const auto &...v) { return make_tuple(InferAclType(v)...); }, values);
}
template <typename... T>
auto ConvertDescToAclTypes(const tuple<T...> &values) {
  return apply([](const auto &...v) { return make_tuple(DescToAclContainer(v)...); }, values);
}

namespace opstrata_testkit {

/// A tensor of a run as a reference function sees it: elements in the order of the view.
struct Values {
  vector<int64_t> shape;
  vector<Number> elements;
};
using GoldenFunction = function<void(const vector<Values> &inputs, vector<Values> &outputs)>;

/// A tensor that lives for one run: descriptor, handle, device memory.
struct LiveTensor {
  const TensorDesc *desc;
  aclTensor *handle;
  void *memory;
};

template <typename D, typename A>
void Collect(const D &, const A &, vector<LiveTensor> &) {}
inline void Collect(const TensorDesc &desc, aclTensor *const &handle, vector<LiveTensor> &out) { out.push_back({&desc, handle, nullptr}); }
inline void Collect(const TensorListDesc &desc, aclTensorList *const &handle, vector<LiveTensor> &out) {
  for (size_t i = 0; i < desc.tensors().size(); ++i) out.push_back({&desc.tensors()[i], (*handle)[i], nullptr});
}

}  // namespace opstrata_testkit

template <typename GET_F, typename API_F, typename INPUT_T, typename OUTPUT_T, typename ACL_ARGS_T, typename EXTRA_T>
class OpApiUt {
 public:
  OpApiUt(const string &test_suite_name, const string &test_case_name, const string &op_name, GET_F get_workspace_size_func,
          API_F api_func, const INPUT_T &inputs, const OUTPUT_T &outputs, const ACL_ARGS_T &wrapper_args, const EXTRA_T &extra_args)
      : name_(op_name + " in " + test_suite_name + "." + test_case_name), first_phase_(get_workspace_size_func), second_phase_(api_func),
        inputs_(inputs), outputs_(outputs), handles_(wrapper_args), extra_(extra_args) {}
  OpApiUt(const OpApiUt &) = delete;
  OpApiUt &operator=(const OpApiUt &) = delete;
  ~OpApiUt() {
    if (converted_) apply([](auto &...h) { (Release(h), ...); }, handles_);
  }

  /// Kept for source compatibility: values come from ValueRange, Value or ValueFile.
  OpApiUt &InputGenFunc(const string &) { return *this; }
  /// Reference of a run: fills the outputs' elements from the inputs'.
  OpApiUt &Golden(opstrata_testkit::GoldenFunction golden) {
    golden_ = move(golden);
    return *this;
  }

  /// First phase on tensors without data; the executor that it made is deleted. Status and size are passed through.
  aclnnStatus TestGetWorkspaceSize(uint64_t *workspace_size) {
    aclOpExecutor *executor = nullptr;
    const aclnnStatus status = TestGetWorkspaceSizeWithNNopbaseInner(workspace_size, executor);
    return status;
  }
  aclnnStatus TestGetWorkspaceSizeWithNNopbaseInner(uint64_t *workspace_size, aclOpExecutor *executor) {
    const aclnnStatus status = FirstPhase(workspace_size, &executor);
    if (executor != nullptr) (void)aclDestroyAclOpExecutor(executor);
    return status;
  }

  /// Runs both phases for real and compares every output that has a reference.
  void TestPrecision() {
    ASSERT_EQ(RtsInit(), 0) << name_ << ": the runtime cannot be initialised";
    Convert();
    vector<opstrata_testkit::LiveTensor> in, out;
    constexpr size_t kInputs = tuple_size<INPUT_T>::value;
    CollectAll<0>(inputs_, in, make_index_sequence<kInputs>());
    CollectAll<kInputs>(outputs_, out, make_index_sequence<tuple_size<OUTPUT_T>::value>());
    const bool result_is_input = out.empty();
    vector<opstrata_testkit::Values> input_values, output_values;
    for (auto *list : {&in, &out}) {
      for (auto &tensor : *list) {
        const vector<uint8_t> bytes = tensor.desc->InitialBytes();
        tensor.memory = MallocDeviceMemory(bytes.size());
        ASSERT_NE(tensor.memory, nullptr) << name_ << ": no device memory";
        ASSERT_EQ(MemcpyToDevice(bytes.data(), tensor.memory, bytes.size()), 0) << name_;
        (void)aclSetRawTensorAddr(tensor.handle, tensor.memory);
        if (list == &in) input_values.push_back({tensor.desc->view_dims(), tensor.desc->ViewValues(bytes)});
      }
    }
    if (result_is_input && !in.empty()) out.push_back(in[0]);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(FirstPhase(&size, &executor), ACL_SUCCESS) << name_ << ": " << RecentText();
    void *workspace = size == 0 ? nullptr : MallocDeviceMemory(size);
    ASSERT_TRUE(size == 0 || workspace != nullptr) << name_ << ": no memory for a workspace of " << size << " bytes";
    ASSERT_EQ(second_phase_(workspace, size, executor, nullptr), ACL_SUCCESS) << name_ << ": " << RecentText();
    ASSERT_EQ(SynchronizeStream(), 0) << name_ << ": " << RecentText();
    for (const auto &tensor : out) output_values.push_back({tensor.desc->view_dims(), {}});
    if (golden_) golden_(input_values, output_values);
    for (size_t i = 0; i < out.size(); ++i) {
      vector<uint8_t> bytes(out[i].desc->StorageBytes());
      ASSERT_EQ(MemcpyFromDevice(bytes.data(), out[i].memory, bytes.size()), 0) << name_;
      const auto &expected = out[i].desc->has_expected() ? out[i].desc->expected() : output_values[i].elements;
      if (out[i].desc->has_expected() || golden_) Compare(i, *out[i].desc, out[i].desc->ViewValues(bytes), expected);
    }
    FreeDeviceMemory(workspace);
    if (result_is_input) out.clear();
    for (auto *list : {&in, &out}) {
      for (auto &tensor : *list) {
        (void)aclSetRawTensorAddr(tensor.handle, nullptr);
        FreeDeviceMemory(tensor.memory);
      }
    }
  }

 private:
  static string RecentText() {
    const char *text = aclGetRecentErrMsg();
    return text == nullptr ? string() : string(text);
  }
  void Convert() {
    if (converted_) return;
    handles_ = ConvertDescToAclTypes(tuple_cat(inputs_, outputs_));
    converted_ = true;
  }
  aclnnStatus FirstPhase(uint64_t *workspace_size, aclOpExecutor **executor) {
    Convert();
    return apply([&](auto &&...args) { return first_phase_(args..., workspace_size, executor); }, tuple_cat(handles_, extra_));
  }
  template <size_t Offset, typename Tuple, size_t... I>
  void CollectAll(const Tuple &descs, vector<opstrata_testkit::LiveTensor> &to, index_sequence<I...>) {
    (opstrata_testkit::Collect(get<I>(descs), get<Offset + I>(handles_), to), ...);
  }
  void Compare(size_t index, const TensorDesc &desc, const vector<opstrata_testkit::Number> &got,
               const vector<opstrata_testkit::Number> &expected) {
    ASSERT_EQ(got.size(), expected.size()) << name_ << ": output " << index << ": number of elements";
    const size_t count = desc.valid_count() < 0 ? got.size() : min(got.size(), static_cast<size_t>(desc.valid_count()));
    size_t failed = 0, first = 0;
    for (size_t k = 0; k < count; ++k) {
      const auto &a = got[k];
      const auto &b = expected[k];
      const auto near = [&](double x, double y) {
        return x == y || (isnan(x) && isnan(y)) || fabs(x - y) <= desc.absolute() + desc.relative() * fabs(y);
      };
      const bool equal = opstrata_testkit::IsIntegral(desc.data_type()) && b.integral && !desc.has_precision()
                             ? (desc.data_type() == ACL_UINT64 ? a.u == b.u : a.i == b.i)
                             : near(a.real(), b.real()) && near(a.im, b.im);
      if (!equal && failed++ == 0) first = k;
    }
    EXPECT_LE(static_cast<double>(failed), desc.percentage() * static_cast<double>(count))
        << name_ << ": output " << index << ": " << failed << " of " << count << " elements differ, first at " << first << ": computed "
        << (count ? got[first].real() : 0) << ", expected " << (count ? expected[first].real() : 0);
  }

  string name_;
  GET_F first_phase_;
  API_F second_phase_;
  INPUT_T inputs_;
  OUTPUT_T outputs_;
  ACL_ARGS_T handles_;
  EXTRA_T extra_;
  bool converted_ = false;
  opstrata_testkit::GoldenFunction golden_;
};

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_OP_API_UT_H_
