// The operator test kit used as the tests of operator libraries use it, in status mode and in run mode.
#include <gtest/gtest-spi.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "aclnnop/aclnn_add.h"
#include "op_api_ut_common/array_desc.h"
#include "op_api_ut_common/inner/c_shell.h"
#include "op_api_ut_common/inner/file_io.h"
#include "op_api_ut_common/inner/rts_interface.h"
#include "op_api_ut_common/inner/string_utils.h"
#include "op_api_ut_common/op_api_ut.h"
#include "op_api_ut_common/scalar_desc.h"
#include "op_api_ut_common/tensor_desc.h"

class op_api_kit_test : public testing::Test {};

TEST_F(op_api_kit_test, status_of_the_first_phase_passes_through) {
  auto self = TensorDesc({2, 3}, ACL_FLOAT, ACL_FORMAT_ND).ValueRange(-2, 2);
  auto out = TensorDesc({2, 3}, ACL_FLOAT, ACL_FORMAT_ND).Precision(0.0001f, 0.0001f);
  auto ut = OP_API_UT(aclnnAdd, INPUT(self, self, ScalarDesc(1.0f)), OUTPUT(out));
  uint64_t workspace_size = 0;
  EXPECT_EQ(ut.TestGetWorkspaceSize(&workspace_size), ACL_SUCCESS);
  auto missing = OP_API_UT(aclnnAdd, INPUT((aclTensor *)nullptr, self, ScalarDesc(1.0f)), OUTPUT(out));
  EXPECT_EQ(missing.TestGetWorkspaceSize(&workspace_size), ACLNN_ERR_PARAM_NULLPTR);
  auto wrong = TensorDesc({4, 5}, ACL_FLOAT, ACL_FORMAT_ND);
  auto mismatch = OP_API_UT(aclnnAdd, INPUT(self, wrong, ScalarDesc(1.0f)), OUTPUT(out));
  EXPECT_EQ(mismatch.TestGetWorkspaceSize(&workspace_size), ACLNN_ERR_PARAM_INVALID);
}

TEST_F(op_api_kit_test, a_run_is_compared_with_expected_values) {
  auto self =
      TensorDesc({2, 2}, ACL_FLOAT, ACL_FORMAT_ND, {1, 2}).Value(vector<float>{1, 2, 3, 4});  // a transposed view
  auto other = TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND).Value(vector<float>{10, 20});
  auto out = TensorDesc({2, 2}, ACL_FLOAT, ACL_FORMAT_ND).Expect(vector<float>{21, 42, 23, 44});
  OP_API_UT(aclnnAdd, INPUT(self, other, ScalarDesc(2.0f)), OUTPUT(out)).TestPrecision();
}

TEST_F(op_api_kit_test, a_run_is_compared_with_a_reference_function) {
  for (aclDataType type : {ACL_FLOAT16, ACL_BF16, ACL_INT8, ACL_INT64, ACL_COMPLEX64}) {
    auto self = TensorDesc({3, 4}, type, ACL_FORMAT_ND).ValueRange(-3, 3);
    auto out = TensorDesc({3, 4}, type, ACL_FORMAT_ND).Precision(0.01f, 0.0f, 0.01f);
    auto ut = OP_API_UT(aclnnAdd, INPUT(self, self, ScalarDesc(1)), OUTPUT(out));
    ut.Golden([](const vector<opstrata_testkit::Values> &in, vector<opstrata_testkit::Values> &result) {
      for (const auto &v : in[0].elements) {
        auto sum = v;
        sum.i *= 2;
        sum.u *= 2;
        sum.re *= 2;
        sum.im *= 2;
        result[0].elements.push_back(sum);
      }
    });
    ut.TestPrecision();
  }
}

TEST_F(op_api_kit_test, an_in_place_function_has_no_outputs) {
  auto self =
      TensorDesc({3}, ACL_INT32, ACL_FORMAT_ND).Value(vector<int32_t>{1, 2, 3}).Expect(vector<int32_t>{2, 4, 6});
  auto other = TensorDesc({3}, ACL_INT32, ACL_FORMAT_ND).Value(vector<int32_t>{1, 2, 3});
  OP_API_UT(aclnnInplaceAdd, INPUT(self, other, ScalarDesc(1)), OUTPUT()).TestPrecision();
}

TEST_F(op_api_kit_test, a_wrong_result_is_a_failure) {
  EXPECT_NONFATAL_FAILURE(
      {
        auto self = TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND).Value(vector<float>{1, 2});
        auto out = TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND).Precision(0.001f, 0.0f).Expect(vector<float>{2, 4.1f});
        OP_API_UT(aclnnAdd, INPUT(self, self, ScalarDesc(1.0f)), OUTPUT(out)).TestPrecision();
      },
      "1 of 2 elements differ, first at 1");
}

TEST_F(op_api_kit_test, a_literal_decides_the_scalar_type) {
  const struct {
    ScalarDesc desc;
    const char *name;
  } cases[] = {{ScalarDesc(1), "DT_INT32"},          {ScalarDesc(1.0f), "DT_FLOAT"},
               {ScalarDesc(1.0), "DT_DOUBLE"},       {ScalarDesc(true), "DT_BOOL"},
               {ScalarDesc(int64_t{1}), "DT_INT64"}, {ScalarDesc(1.5f, ACL_FLOAT16), "DT_FLOAT16"}};
  for (const auto &c : cases) {
    auto scalar = c.desc.ToAclType();
    EXPECT_STREQ(op::ToString(scalar->GetDataType()).GetString(), c.name);
  }
}

namespace {

void add(const vector<opstrata_testkit::Values> &in, vector<opstrata_testkit::Values> &out) {
  for (size_t k = 0; k < in[0].elements.size(); ++k) {
    out[0].elements.push_back(opstrata_testkit::Number::Of(in[0].elements[k].real() + in[1].elements[k].real()));
  }
}
OPSTRATA_GOLDEN(aclnnAdd, add);

/// Two-phase functions of this test: a "kernel" that does what its name says when phase two is called.
const aclTensor *g_self = nullptr;
const aclTensor *g_out = nullptr;
aclnnStatus aclnnKitBrokenGetWorkspaceSize(const aclTensor *self, aclTensor *out, uint64_t *size,
                                           aclOpExecutor **executor) {
  g_self = self;
  g_out = out;
  *size = 0;
  *executor = nullptr;
  return ACL_SUCCESS;
}
int g_mode = 0;
int g_runs = 0;
aclnnStatus aclnnKitBroken(void *, uint64_t, aclOpExecutor *, aclrtStream) {
  ++g_runs;
  const auto *self = static_cast<float *>(const_cast<aclTensor *>(g_self)->GetStorageAddr());
  auto *out = static_cast<float *>(const_cast<aclTensor *>(g_out)->GetStorageAddr());
  for (int i = 0; i < 2; ++i) out[i] = self[i];
  if (g_mode == 1) const_cast<float *>(self)[0] += 1.0f;  // changes its input
  if (g_mode == 2) out[3] = 5.0f;                         // writes outside the view
  if (g_mode == 3) out[1] = static_cast<float>(g_runs);   // is not repeatable
  return ACL_SUCCESS;
}
void run_broken(int mode) {
  g_mode = mode;
  auto self = TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND);
  auto out = TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND, {1}, 0, {4});
  OP_API_UT(aclnnKitBroken, INPUT(self), OUTPUT(out)).TestPrecision();
}

}  // namespace

TEST_F(op_api_kit_test, references_may_be_registered_by_api) {
  auto self = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND).ValueRange(-1, 1);
  auto other = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND).ValueRange(5, 6);
  auto out = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND).Precision(1e-6f, 0.0f);
  OP_API_UT(aclnnAdd, INPUT(self, other, ScalarDesc(1.0f)), OUTPUT(out)).TestPrecision();
  EXPECT_NONFATAL_FAILURE(
      {
        auto x = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND);
        auto y = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND);
        OP_API_UT(aclnnAdd, INPUT(x, x, ScalarDesc(2.0f)), OUTPUT(y)).TestPrecision();  // the reference knows no alpha
      },
      "elements differ");
}

TEST_F(op_api_kit_test, a_run_without_reference_is_still_checked) {
  testing::internal::CaptureStdout();
  run_broken(0);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("no reference; two runs are compared"), std::string::npos);
  EXPECT_EQ(g_runs, 2);
  testing::internal::CaptureStdout();
  EXPECT_NONFATAL_FAILURE(run_broken(1), "input tensor 0 was changed");
  EXPECT_NONFATAL_FAILURE(run_broken(2), "output 0: storage outside the view was changed");
  EXPECT_NONFATAL_FAILURE(run_broken(3), "output 0 differs between two runs");
  (void)testing::internal::GetCapturedStdout();
}

TEST_F(op_api_kit_test, environment_shortens_runs) {
  const int before = g_runs;
  setenv("UT_SKIP_PRECISION", "true", 1);
  run_broken(3);
  EXPECT_EQ(g_runs, before);
  unsetenv("UT_SKIP_PRECISION");
  setenv("NEED_AICPU_SIMULATOR", "1", 1);
  run_broken(3);
  EXPECT_EQ(g_runs, before + 1);
  EXPECT_STREQ(getenv("NEED_AICPU_SIMULATOR"), "0");
}

TEST_F(op_api_kit_test, types_that_cannot_be_held_are_named) {
  EXPECT_FATAL_FAILURE(
      {
        auto text = TensorDesc({2}, ACL_STRING, ACL_FORMAT_ND);
        OP_API_UT(aclnnKitBroken, INPUT(text), OUTPUT(text)).TestPrecision();
      },
      "a run cannot hold tensors of type string");
}

TEST_F(op_api_kit_test, random_values_stay_in_the_range_of_the_type) {
  for (aclDataType type : {ACL_BOOL, ACL_UINT8, ACL_UINT64, ACL_INT16, ACL_COMPLEX32, ACL_FLOAT8_E5M2, ACL_HIFLOAT8}) {
    const TensorDesc desc({64}, type, ACL_FORMAT_ND);
    for (const auto &value : desc.ViewValues(desc.InitialBytes())) {
      EXPECT_LE(fabs(value.real()), opstrata_testkit::IsByteFloat(type) ? 95.0 : 2.0) << String(type);
    }
  }
}

TEST_F(op_api_kit_test, cases_are_described_in_json) {
  auto self =
      TensorDesc({2, 2}, ACL_FLOAT, ACL_FORMAT_ND, {1, 2}, 1, {8}).ValueRange<int8_t>(-2, 2).Value(vector<bool>{true});
  auto out = TensorDesc({2, 2}, ACL_BF16, ACL_FORMAT_NCHW).Precision(0.5f, 0.25f, 0.0f).ValidCount(3);
  auto ut = OP_API_UT(aclnnAdd, INPUT(self, out, ScalarDesc(0.5f)), OUTPUT(out));
  ut.InputGenFunc("ones");
  json root;
  ut.ToJson(root);
  EXPECT_EQ(root["op"], "aclnnAdd");
  EXPECT_EQ(root["case_name"], "aclnnAdd_op_api_kit_test_cases_are_described_in_json");
  EXPECT_EQ(root["input_gen_func"], "ones");
  EXPECT_FALSE(root.contains("inplace"));
  const json &first = root["input_desc"][0];
  EXPECT_EQ(first["dtype"], "float32");
  EXPECT_EQ(first["view_shape"], json({2, 2}));
  EXPECT_EQ(first["storage_shape"], json({8}));
  EXPECT_EQ(first["stride"], json({1, 2}));
  EXPECT_EQ(first["offset"], 1);
  EXPECT_EQ(first["value_range"], "[-2,2]");
  EXPECT_EQ(first["value"], "[True]");
  EXPECT_EQ(root["input_desc"][2]["value"], "0.5");
  const json &result = root["output_desc"][0];
  EXPECT_FALSE(result.contains("value_range") || result.contains("stride"));
  EXPECT_EQ(result["precision"], json({0.5, 0.25, 0.0}));
  EXPECT_EQ(result["valid_count"], 3);

  json values;
  const TensorListDesc list(2, TensorDesc({1}, ACL_INT8));
  ConvertDescToJson(values,
                    make_tuple(IntArrayDesc(vector<int64_t>{1, 2}), BoolArrayDesc(vector<bool>{true, false}),
                               FloatArrayDesc(2, 0.5f), list, (aclTensor *)nullptr, int64_t{7}, "text", nullptr),
                    true);
  EXPECT_EQ(values[0], (json{{"dtype", "list_int"}, {"value", "[1,2]"}}));
  EXPECT_EQ(values[1], (json{{"dtype", "list_bool"}, {"value", "[True,False]"}}));
  EXPECT_EQ(values[2], (json{{"dtype", "list_float"}, {"value", "[0.5,0.5]"}}));
  EXPECT_EQ(values[3].size(), 2U);
  EXPECT_EQ(values[4]["value"], "None");
  EXPECT_EQ(values[5]["value"], "7");
  EXPECT_EQ(values[6]["value"], "text");
  EXPECT_EQ(values[7]["value"], "None");
}

TEST_F(op_api_kit_test, data_is_exchanged_in_files) {
  const string path = testing::TempDir() + "op_api_kit_" + to_string(getpid()) + ".bin";
  ASSERT_TRUE(SaveResultToBinaryFile(path, {1, 0, 2, 0}));
  vector<uint8_t> bytes(4), more(5);
  EXPECT_TRUE(ReloadDataFromBinaryFile(path, bytes));
  EXPECT_EQ(bytes, (vector<uint8_t>{1, 0, 2, 0}));
  EXPECT_FALSE(ReloadDataFromBinaryFile(path, more));
  const auto desc = TensorDesc({2}, ACL_INT16, ACL_FORMAT_ND).ValueFile(path);
  EXPECT_EQ(desc.ViewValues(desc.InitialBytes())[1].i, 2);
  remove(path.c_str());
  EXPECT_FALSE(ReloadDataFromBinaryFile(path, bytes));
}

TEST_F(op_api_kit_test, a_case_may_be_assigned_and_copied) {
  auto self = TensorDesc({2, 3}, ACL_FLOAT, ACL_FORMAT_ND);
  auto wrong = TensorDesc({4, 5}, ACL_FLOAT, ACL_FORMAT_ND);
  auto out = TensorDesc({2, 3}, ACL_FLOAT, ACL_FORMAT_ND);
  uint64_t size = 0;
  auto ut = OP_API_UT(aclnnAdd, INPUT(self, self, ScalarDesc(1.0f)), OUTPUT(out));
  EXPECT_EQ(ut.TestGetWorkspaceSize(&size), ACL_SUCCESS);
  auto copy = ut;
  ut = OP_API_UT(aclnnAdd, INPUT(self, wrong, ScalarDesc(1.0f)), OUTPUT(out));
  EXPECT_EQ(ut.TestGetWorkspaceSize(&size), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(copy.TestGetWorkspaceSize(&size), ACL_SUCCESS);
}

TEST_F(op_api_kit_test, handles_made_by_hand_are_released_by_overload) {
  Release(DescToAclContainer(TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND)));
  Release(DescToAclContainer(TensorListDesc(2, TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND))));
  Release(DescToAclContainer(ScalarDesc(1)));
  Release(DescToAclContainer(IntArrayDesc(vector<int64_t>{1})));
  Release(DescToAclContainer(3));
}

TEST_F(op_api_kit_test, helpers_for_texts_files_and_commands) {
  EXPECT_EQ(Split("a,,b", ","), (vector<string>{"a", "", "b"}));
  EXPECT_EQ(Split("ab", ""), (vector<string>{"ab"}));
  string padded = " \ta b\n ";
  EXPECT_EQ(Trim(padded), "a b");
  stringstream said;
  EXPECT_EQ(ExecuteShellCmd("printf hello; exit 3", said), 3);
  EXPECT_EQ(said.str(), "hello");
  string value;
  EXPECT_EQ(GetEnv("OPSTRATA_NOT_SET_ANYWHERE", value), -1);
  EXPECT_EQ(GetEnv("PATH", value), 0);
  EXPECT_FALSE(value.empty());
  EXPECT_TRUE(FileExists(GetExePath()));
  SetOpUtSrcPath("/some/where");
  EXPECT_EQ(GetOpUtSrcPath(), "/some/where");

  const filesystem::path before = filesystem::current_path();
  const filesystem::path folder = filesystem::path(testing::TempDir()) / ("op_api_kit_files_" + to_string(getpid()));
  ASSERT_TRUE(filesystem::create_directories(folder / "below"));
  filesystem::current_path(folder);
  ASSERT_EQ(WriteBinFile("12345", "case_1.bin", 5), 0);
  ASSERT_EQ(WriteBinFile("", "below/case_2.bin", 0), 0);
  ASSERT_EQ(WriteBinFile("x", "other.txt", 1), 0);
  EXPECT_EQ(WriteBinFile("x", "no/such/folder", 1), -1);
  size_t size = 0;
  void *bytes = ReadBinFile("case_1.bin", size);
  ASSERT_NE(bytes, nullptr);
  EXPECT_EQ(string(static_cast<char *>(bytes), size), "12345");
  free(bytes);
  EXPECT_EQ(ReadBinFile("absent", size), nullptr);
  uint32_t length = 0;
  EXPECT_NE(GetBinFromFile("below/case_2.bin", length), nullptr);
  EXPECT_EQ(length, 0U);
  vector<string> files;
  GetFilesWithSuffix(".", ".bin", files);
  EXPECT_EQ(files, (vector<string>{"./below/case_2.bin", "./case_1.bin"}));
  EXPECT_TRUE(IsDir("below"));
  EXPECT_FALSE(IsDir("other.txt"));
  EXPECT_EQ(RealPath("below/../other.txt"), (filesystem::canonical(folder) / "other.txt").string());
  EXPECT_EQ(RealPath("absent"), "");
  DeleteUtTmpFiles("case_");
  EXPECT_FALSE(FileExists("case_1.bin"));
  EXPECT_TRUE(FileExists("below/case_2.bin"));
  DeleteCwdFilesEndsWith(".txt");
  EXPECT_FALSE(FileExists("other.txt"));
  EXPECT_FALSE(GetUtTmpFileSwitch());
  filesystem::current_path(before);
  filesystem::remove_all(folder);
}

TEST_F(op_api_kit_test, device_memory_by_its_own_header) {
  ASSERT_EQ(RtsInit(), 0);
  void *device = MallocDeviceMemory(4);
  int32_t sent = 7, got = 0;
  EXPECT_EQ(MemcpyToDevice(&sent, device, 4), 0);
  EXPECT_EQ(SynchronizeStream(), 0);
  EXPECT_EQ(MemcpyFromDevice(&got, device, 4), 0);
  EXPECT_EQ(got, 7);
  FreeDeviceMemory(device);
}
