/* A C program of the device runtime. */
#include <stdio.h>
#include <string.h>

#include "acl/acl.h"

int main(void) {
  void *device = 0;
  char in[16] = "round trip", back[16] = "";
  if (aclInit(0) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) return 1;
  if (aclrtMalloc(&device, sizeof(in), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return 2;
  if (aclrtMemcpy(device, sizeof(in), in, sizeof(in), ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS) return 3;
  if (aclrtMemcpy(back, sizeof(back), device, sizeof(in), ACL_MEMCPY_DEVICE_TO_HOST) != ACL_SUCCESS) return 4;
  if (strcmp(in, back) != 0) return 5;
  aclrtFree(device);
  aclrtResetDevice(0);
  aclFinalize();
  puts("acl ok");
  return 0;
}
