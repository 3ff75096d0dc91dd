// The operator test kit: API functions.
#include "gtest/gtest.h"
#include "items.h"
#include "op_api_ut_common/array_desc.h"
#include "op_api_ut_common/inner/rts_interface.h"
#include "op_api_ut_common/inner/types.h"
#include "op_api_ut_common/op_api_ut.h"
#include "op_api_ut_common/scalar_desc.h"
#include "op_api_ut_common/tensor_desc.h"
#include "op_api_ut_common/tuple_utils.h"

extern "C" aclnnStatus aclnnItemsGetWorkspaceSize(const aclTensor *, const aclScalar *, int64_t, aclTensor *,
                                                  uint64_t *workspaceSize, aclOpExecutor **) {
  *workspaceSize = 0;
  return 0;
}
extern "C" aclnnStatus aclnnItems(void *, uint64_t, aclOpExecutor *, aclrtStream) { return 0; }

TEST(Items, OpApi) {
  vector<int64_t> dims{2, 3};
  auto a = TensorDesc(dims, ACL_FLOAT, ACL_FORMAT_ND, {3, 1}, 0, {2, 3})
               .ValueRange(-2, 2)
               .Precision(0.1f, 0.1f)
               .Precision(0.1f, 0.1f, 0.1f)
               .Value(vector<float>{1})
               .ValidCount(1)
               .ViewDims(dims)
               .Format(ACL_FORMAT_ND);
  TensorDesc defaults;
  unique_ptr<aclTensor, void (*)(aclTensor *)> t = defaults.ToAclType();
  aclTensor *raw = defaults.ToAclTypeRawPtr();
  aclDestroyTensor(raw);
  TensorListDesc list({a, a}), twice(2, a);
  auto l = list.ToAclType();
  aclTensorList *rawList = twice.ToAclTypeRawPtr();
  aclDestroyTensorList(rawList);
  ScalarDesc s1(true), s2(int8_t(1)), s3(uint8_t(1)), s4(int16_t(1)), s5(uint16_t(1)), s6(1), s7(1U), s8(int64_t(1)),
      s9(uint64_t(1)), s10(1.0), s11(1.0f), s12(1.0f, ACL_FLOAT16);
  IntArrayDesc i(vector<int64_t>{1}), i2(2, 1);
  FloatArrayDesc f(vector<float>{1}), f2(2, 1.0f);
  BoolArrayDesc b(vector<bool>{true}), b2(2, true);
  (void)i.Get();
  auto it = i.ToAclType();
  auto ft = f.ToAclType();
  auto bt = b.ToAclType();
  delete i.ToAclTypeRawPtr();
  delete f.ToAclTypeRawPtr();
  delete b.ToAclTypeRawPtr();
  auto ut = OP_API_UT(aclnnItems, INPUT(a, ScalarDesc(1.0f), (int64_t)1), OUTPUT(a));
  uint64_t size = 0;
  aclnnStatus status = ut.TestGetWorkspaceSize(&size);
  EXPECT_EQ(status, ACL_SUCCESS);
  (void)ut.InputGenFunc("x");
  aclOpExecutor *e = nullptr;
  (void)ut.TestGetWorkspaceSizeWithNNopbaseInner(&size, e);
  auto container = DescToAclContainer(a);
  (void)InferAclType(a);
  Release(container);
  (void)DescToAclContainer(int64_t(1));
  (void)InferAclType(1);
  Release(1);
  auto tuple = ConvertDescToAclTypes(INPUT(a));
  (void)InferAclTypes(INPUT(a));
  ReleaseAclTypes(tuple);
  FREE(void *, MallocDeviceMemory, (unsigned long));
  FREE(void, FreeDeviceMemory, (void *));
  FREE(int, MemcpyToDevice, (const void *, void *, unsigned long));
  FREE(int, MemcpyFromDevice, (void *, const void *, unsigned long));
  FREE(int, RtsInit, ());
  FREE(void, RtsUnInit, ());
  FREE(int, SynchronizeStream, ());
}
