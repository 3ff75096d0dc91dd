/// @file
/// OP_API_UT of the operator test kit (op-test-kit-api sections 4, 5, 10): calls a two-phase function with described
/// arguments, checks the status of its first phase (`TestGetWorkspaceSize`), or runs it and compares (`TestPrecision`).
///
///     auto ut = OP_API_UT(aclnnAdd, INPUT(a, b, ScalarDesc(1.0f)), OUTPUT(out));
///     uint64_t size = 0;
///     EXPECT_EQ(ut.TestGetWorkspaceSize(&size), ACL_SUCCESS);
///     ut.TestPrecision();   // compares with out.Expect({…}), ut.Golden(function) or OPSTRATA_GOLDEN(aclnnAdd,
///     function)
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_OP_API_UT_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_OP_API_UT_H_

#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <new>
#include <tuple>
#include <type_traits>

#include "aclnn/aclnn_base.h"
#include "op_api_ut_common/array_desc.h"
#include "op_api_ut_common/scalar_desc.h"
#include "op_api_ut_common/tensor_desc.h"
#include "op_api_ut_common/tuple_utils.h"
#include "opdev/op_errno.h"
#include "opdev/op_executor.h"

#define INPUT(...) make_tuple(__VA_ARGS__)
#define OUTPUT(...) make_tuple(__VA_ARGS__)
#define OP_API_UT(api, input, output, ...)                                                                          \
  OpApiUt(::testing::UnitTest::GetInstance()->current_test_info()->test_suite_name(),                               \
          ::testing::UnitTest::GetInstance()->current_test_info()->name(), #api, api##GetWorkspaceSize, api, input, \
          output, InferAclTypes(tuple_cat(input, output)), make_tuple(__VA_ARGS__))

namespace opstrata_testkit {

/// A tensor of a run as a reference function sees it: elements in the order of the view.
struct Values {
  vector<int64_t> shape;
  vector<Number> elements;
};
/// Fills the outputs' elements from the inputs'. Inputs and outputs: the tensors of INPUT and OUTPUT in order, lists
/// flattened.
using GoldenFunction = function<void(const vector<Values> &inputs, vector<Values> &outputs)>;

/// Reference functions by the name of the API, for all tests of a program.
inline map<string, GoldenFunction> &Goldens() {
  static map<string, GoldenFunction> *const goldens = new map<string, GoldenFunction>;
  return *goldens;
}
inline bool AddGolden(const string &api, GoldenFunction golden) { return Goldens().emplace(api, move(golden)).second; }

/// Device memory that is freed when it goes out of scope.
using DeviceBlock = unique_ptr<void, void (*)(void *)>;
inline DeviceBlock MakeDeviceBlock(unsigned long size) {
  return DeviceBlock(MallocDeviceMemory(size), FreeDeviceMemory);
}

/// A tensor that lives for one run: descriptor, handle, device memory, its bytes before and after.
struct LiveTensor {
  const TensorDesc *desc;
  aclTensor *handle;
  DeviceBlock memory;
  vector<uint8_t> before, after;
};

template <typename D, typename A>
void Collect(const D &, const A &, vector<LiveTensor> &) {}
inline void CollectOne(const TensorDesc &desc, aclTensor *handle, vector<LiveTensor> &out) {
  out.push_back({&desc, handle, DeviceBlock(nullptr, FreeDeviceMemory), desc.InitialBytes(), {}});
}
inline void Collect(const TensorDesc &desc, aclTensor *const &handle, vector<LiveTensor> &out) {
  CollectOne(desc, handle, out);
}
inline void Collect(const TensorListDesc &desc, aclTensorList *const &handle, vector<LiveTensor> &out) {
  for (size_t i = 0; i < desc.tensors().size(); ++i) CollectOne(desc.tensors()[i], (*handle)[i], out);
}

inline bool EnvironmentSays(const char *name, initializer_list<const char *> values) {
  const char *value = getenv(name);
  for (const char *candidate : values) {
    if (value != nullptr && strcmp(value, candidate) == 0) return true;
  }
  return false;
}

}  // namespace opstrata_testkit

/// Registers the reference of an API for every TestPrecision of the program: `OPSTRATA_GOLDEN(aclnnAdd, [](const auto
/// &in, auto &out) { … });` at namespace scope.
#define OPSTRATA_GOLDEN(api, ...) \
  [[maybe_unused]] static const bool g_##api##_golden = opstrata_testkit::AddGolden(#api, __VA_ARGS__)

template <typename GET_F, typename API_F, typename INPUT_T, typename OUTPUT_T, typename ACL_ARGS_T, typename EXTRA_T>
class OpApiUt {
 public:
  OpApiUt(const string &test_suite_name, const string &test_case_name, const string &op_name,
          GET_F get_workspace_size_func, API_F api_func, const INPUT_T &inputs, const OUTPUT_T &outputs,
          const ACL_ARGS_T &wrapper_args, const EXTRA_T &extra_args)
      : op_(op_name),
        suite_(test_suite_name),
        case_(test_case_name),
        first_phase_(get_workspace_size_func),
        second_phase_(api_func),
        inputs_(inputs),
        outputs_(outputs),
        handles_(wrapper_args),
        extra_(extra_args) {}
  /// Copies take the description and convert it anew: handles have one owner. Tests assign a case to describe the next
  /// one.
  OpApiUt(const OpApiUt &other)
      : op_(other.op_),
        suite_(other.suite_),
        case_(other.case_),
        input_gen_func_(other.input_gen_func_),
        first_phase_(other.first_phase_),
        second_phase_(other.second_phase_),
        inputs_(other.inputs_),
        outputs_(other.outputs_),
        handles_(other.handles_),
        extra_(other.extra_),
        golden_(other.golden_) {}
  OpApiUt &operator=(const OpApiUt &other) {
    if (this != &other) {
      this->~OpApiUt();
      new (this) OpApiUt(other);
    }
    return *this;
  }
  ~OpApiUt() {
    if (converted_) ReleaseAclTypes(handles_);
  }

  /// Kept in the description of the case; values come from ValueRange, Value or ValueFile.
  OpApiUt &InputGenFunc(const string &input_gen_func) {
    input_gen_func_ = input_gen_func;
    return *this;
  }
  /// Reference of this run; it wins over OPSTRATA_GOLDEN.
  OpApiUt &Golden(opstrata_testkit::GoldenFunction golden) {
    golden_ = move(golden);
    return *this;
  }

  /// First phase on tensors without data; the executor that it made is deleted. Status and size are passed through.
  aclnnStatus TestGetWorkspaceSize(uint64_t *workspace_size) {
    return TestGetWorkspaceSizeWithNNopbaseInner(workspace_size, nullptr);
  }
  aclnnStatus TestGetWorkspaceSizeWithNNopbaseInner(uint64_t *workspace_size, aclOpExecutor *executor) {
    const aclnnStatus status = FirstPhase(workspace_size, &executor);
    if (executor != nullptr) (void)aclDestroyAclOpExecutor(executor);
    return status;
  }

  /// Runs both phases for real on fresh device memory and compares every output with its reference by `Precision`
  /// (TensorDesc). Without any reference a second run must give the same bytes. In every case inputs that are no
  /// outputs, and storage outside an output's view, must be unchanged. With UT_SKIP_PRECISION=1 or true only the first
  /// phase runs; with NEED_AICPU_SIMULATOR=1 nothing is compared, and the variable becomes 0.
  void TestPrecision() {
    RunAndCompare();
    for (auto *list : {&in_, &out_}) {
      for (const auto &tensor : *list) (void)aclSetRawTensorAddr(tensor.handle, nullptr);
      list->clear();
    }
    (void)setenv("NEED_AICPU_SIMULATOR", "0", 1);
  }

  /// Describes the case (op-test-kit-api section 11): `op`, `case_name`, `input_desc`, `output_desc`, ….
  template <typename Json>
  void ToJson(Json &root) const {
    root["op"] = op_;
    root["case_name"] = op_ + "_" + suite_ + "_" + case_;
    root["case_location"] = suite_ + "." + case_;
    if (!input_gen_func_.empty()) root["input_gen_func"] = input_gen_func_;
    if (tuple_size<OUTPUT_T>::value == 0) root["inplace"] = true;
    ConvertDescToJson(root["input_desc"], inputs_, true);
    ConvertDescToJson(root["output_desc"], outputs_, false);
  }

 private:
  using Values = opstrata_testkit::Values;
  using LiveTensor = opstrata_testkit::LiveTensor;

  string Name() const { return op_ + " in " + suite_ + "." + case_; }
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
    return InvokeGetWorkspaceSizeFunc(first_phase_, tuple_cat(handles_, extra_), workspace_size, executor);
  }
  template <size_t Offset, typename Tuple, size_t... I>
  void CollectAll(const Tuple &descs, vector<LiveTensor> &to, index_sequence<I...>) {
    (opstrata_testkit::Collect(get<I>(descs), get<Offset + I>(handles_), to), ...);
  }

  void RunAndCompare() {
    using opstrata_testkit::EnvironmentSays;
    ASSERT_EQ(RtsInit(), 0) << Name() << ": the runtime cannot be initialised";
    Convert();
    constexpr size_t kInputs = tuple_size<INPUT_T>::value;
    CollectAll<0>(inputs_, in_, make_index_sequence<kInputs>());
    CollectAll<kInputs>(outputs_, out_, make_index_sequence<tuple_size<OUTPUT_T>::value>());
    for (auto *list : {&in_, &out_}) {
      for (const auto &tensor : *list) {
        ASSERT_NE(opstrata_testkit::ElementBytes(tensor.desc->data_type()), 0U)
            << Name() << ": a run cannot hold tensors of type " << String(tensor.desc->data_type());
      }
    }
    bool ran = false;
    ASSERT_NO_FATAL_FAILURE(RunOnce(ran));
    if (!ran || EnvironmentSays("NEED_AICPU_SIMULATOR", {"1"})) return;

    // Without outputs the result is the first input.
    const bool result_is_input = out_.empty() && !in_.empty();
    vector<LiveTensor> &results = result_is_input ? in_ : out_;
    const size_t result_count = result_is_input ? 1 : out_.size();
    for (size_t i = result_is_input ? 1 : 0; i < in_.size(); ++i) {
      EXPECT_TRUE(in_[i].after == in_[i].before) << Name() << ": input tensor " << i << " was changed";
    }
    for (size_t i = 0; i < result_count; ++i) {
      EXPECT_TRUE(results[i].desc->BytesOutsideView(results[i].after) ==
                  results[i].desc->BytesOutsideView(results[i].before))
          << Name() << ": output " << i << ": storage outside the view was changed";
    }

    vector<Values> inputs, expected;
    for (const auto &tensor : in_) inputs.push_back({tensor.desc->view_dims(), tensor.desc->ViewValues(tensor.before)});
    for (size_t i = 0; i < result_count; ++i) expected.push_back({results[i].desc->view_dims(), {}});
    const auto &goldens = opstrata_testkit::Goldens();
    const auto registered = goldens.find(op_);
    const opstrata_testkit::GoldenFunction golden = golden_                       ? golden_
                                                    : registered == goldens.end() ? nullptr
                                                                                  : registered->second;
    if (golden) golden(inputs, expected);
    bool compared = golden != nullptr;
    for (size_t i = 0; i < result_count; ++i) {
      const TensorDesc &desc = *results[i].desc;
      compared = compared || desc.has_expected();
      if (desc.has_expected() || golden) {
        Compare(i, desc, desc.ViewValues(results[i].after),
                desc.has_expected() ? desc.expected() : expected[i].elements);
      }
    }
    if (compared) return;
    cout << "[   NOTE   ] " << Name() << ": no reference; two runs are compared" << endl;
    vector<vector<uint8_t>> first;
    for (size_t i = 0; i < result_count; ++i) first.push_back(results[i].after);
    ASSERT_NO_FATAL_FAILURE(RunOnce(ran));
    for (size_t i = 0; i < result_count; ++i) {
      EXPECT_TRUE(first[i] == results[i].after)
          << Name() << ": output " << i << " differs between two runs on the same values";
    }
  }

  /// Both phases on fresh memory; leaves every tensor's bytes in `after`. `ran` stays false when the second phase is to
  /// be left out.
  void RunOnce(bool &ran) {
    for (auto *list : {&in_, &out_}) {
      for (auto &tensor : *list) {
        tensor.memory = opstrata_testkit::MakeDeviceBlock(tensor.before.size());
        ASSERT_NE(tensor.memory, nullptr) << Name() << ": no device memory";
        ASSERT_EQ(MemcpyToDevice(tensor.before.data(), tensor.memory.get(), tensor.before.size()), 0) << Name();
        (void)aclSetRawTensorAddr(tensor.handle, tensor.memory.get());
      }
    }
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(FirstPhase(&size, &executor), ACL_SUCCESS) << Name() << ": " << RecentText();
    if (opstrata_testkit::EnvironmentSays("UT_SKIP_PRECISION", {"1", "true"})) {
      if (executor != nullptr) (void)aclDestroyAclOpExecutor(executor);
      return;
    }
    const opstrata_testkit::DeviceBlock workspace = opstrata_testkit::MakeDeviceBlock(size);
    ASSERT_NE(workspace, nullptr) << Name() << ": no memory for a workspace of " << size << " bytes";
    ASSERT_EQ(second_phase_(size == 0 ? nullptr : workspace.get(), size, executor, nullptr), ACL_SUCCESS)
        << Name() << ": " << RecentText();
    ASSERT_EQ(SynchronizeStream(), 0) << Name() << ": " << RecentText();
    for (auto *list : {&in_, &out_}) {
      for (auto &tensor : *list) {
        tensor.after.assign(tensor.before.size(), 0);
        ASSERT_EQ(MemcpyFromDevice(tensor.after.data(), tensor.memory.get(), tensor.after.size()), 0) << Name();
      }
    }
    ran = true;
  }

  void Compare(size_t index, const TensorDesc &desc, const vector<opstrata_testkit::Number> &got,
               const vector<opstrata_testkit::Number> &expected) {
    ASSERT_EQ(got.size(), expected.size()) << Name() << ": output " << index << ": number of elements";
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
        << Name() << ": output " << index << ": " << failed << " of " << count << " elements differ, first at " << first
        << ": computed " << (count ? got[first].real() : 0) << ", expected " << (count ? expected[first].real() : 0);
  }

  string op_, suite_, case_, input_gen_func_;
  GET_F first_phase_;
  API_F second_phase_;
  INPUT_T inputs_;
  OUTPUT_T outputs_;
  ACL_ARGS_T handles_;
  EXTRA_T extra_;
  bool converted_ = false;
  opstrata_testkit::GoldenFunction golden_;
  vector<LiveTensor> in_, out_;
};

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_OP_API_UT_H_
