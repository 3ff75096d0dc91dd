/* The runtime as a C program sees it. */
#include "acl/acl.h"

int opstrata_c_round_trip(void);

int opstrata_c_round_trip(void) {
  aclrtStream stream = NULL;
  void *device = NULL;
  const int sent = 42;
  int back = 0;
  if (aclrtSetDevice(0) != ACL_SUCCESS || aclrtCreateStream(&stream) != ACL_SUCCESS) return 1;
  if (aclrtMalloc(&device, sizeof(sent), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return 2;
  if (aclrtMemcpyAsync(device, sizeof(sent), &sent, sizeof(sent), ACL_MEMCPY_HOST_TO_DEVICE, stream) != ACL_SUCCESS) return 3;
  if (aclrtSynchronizeStream(stream) != ACL_SUCCESS) return 4;
  if (aclrtMemcpy(&back, sizeof(back), device, sizeof(back), ACL_MEMCPY_DEVICE_TO_HOST) != ACL_SUCCESS) return 5;
  if (aclrtFree(device) != ACL_SUCCESS || aclrtDestroyStream(stream) != ACL_SUCCESS || aclrtResetDevice(0) != ACL_SUCCESS) return 6;
  return back == sent ? 0 : 7;
}
