// A caller of aclnn functions, in the manner of the operator libraries' example programs.
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"

static aclTensor *Tensor(const std::vector<float> &host, const std::vector<int64_t> &shape, void **device) {
  const size_t bytes = host.size() * sizeof(float);
  if (aclrtMalloc(device, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return nullptr;
  if (aclrtMemcpy(*device, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS) return nullptr;
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size() - 1; i > 0; --i) strides[i - 1] = strides[i] * shape[i];
  return aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, shape.data(), shape.size(), *device);
}

int main() {
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) return 1;
  aclrtStream stream = nullptr;
  if (aclrtCreateStream(&stream) != ACL_SUCCESS) return 2;
  void *a = nullptr, *b = nullptr, *c = nullptr;
  aclTensor *self = Tensor({1, 2, 3, 4, 5, 6}, {2, 3}, &a);
  aclTensor *other = Tensor({10, 20, 30}, {3}, &b);
  aclTensor *out = Tensor(std::vector<float>(6, 0), {2, 3}, &c);
  float two = 2;
  aclScalar *alpha = aclCreateScalar(&two, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  aclnnStatus status = aclnnAddGetWorkspaceSize(self, other, alpha, out, &size, &executor);
  if (status != 0) {
    std::printf("first phase: %d %s\n", status, aclGetRecentErrMsg());
    return 3;
  }
  void *workspace = nullptr;
  if (size > 0 && aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return 4;
  if (aclnnAdd(workspace, size, executor, stream) != 0) return 5;
  if (aclrtSynchronizeStream(stream) != ACL_SUCCESS) return 6;
  std::vector<float> result(6);
  if (aclrtMemcpy(result.data(), 24, c, 24, ACL_MEMCPY_DEVICE_TO_HOST) != ACL_SUCCESS) return 7;
  const std::vector<float> expected = {21, 42, 63, 24, 45, 66};
  if (result != expected) return 8;
  aclDestroyTensor(self);
  aclDestroyTensor(other);
  aclDestroyTensor(out);
  aclDestroyScalar(alpha);
  if (workspace != nullptr) aclrtFree(workspace);
  aclrtFree(a);
  aclrtFree(b);
  aclrtFree(c);
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclFinalize();
  std::puts("add ok");
  return 0;
}
