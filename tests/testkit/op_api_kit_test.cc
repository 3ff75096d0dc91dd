// The operator test kit used as the tests of operator libraries use it, in status mode and in run mode.
#include <gtest/gtest-spi.h>

#include "aclnnop/aclnn_add.h"
#include "op_api_ut_common/array_desc.h"
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
  auto self = TensorDesc({2, 2}, ACL_FLOAT, ACL_FORMAT_ND, {1, 2}).Value(vector<float>{1, 2, 3, 4});  // a transposed view
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
  auto self = TensorDesc({3}, ACL_INT32, ACL_FORMAT_ND).Value(vector<int32_t>{1, 2, 3}).Expect(vector<int32_t>{2, 4, 6});
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
  } cases[] = {{ScalarDesc(1), "DT_INT32"}, {ScalarDesc(1.0f), "DT_FLOAT"}, {ScalarDesc(1.0), "DT_DOUBLE"},
               {ScalarDesc(true), "DT_BOOL"}, {ScalarDesc(int64_t{1}), "DT_INT64"}, {ScalarDesc(1.5f, ACL_FLOAT16), "DT_FLOAT16"}};
  for (const auto &c : cases) {
    auto scalar = c.desc.ToAclType();
    EXPECT_STREQ(op::ToString(scalar->GetDataType()).GetString(), c.name);
  }
}
