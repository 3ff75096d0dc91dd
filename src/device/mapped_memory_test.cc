// Reserved addresses, memory without addresses, and how the two come together.
#include <sys/mman.h>

#include <cstring>
#include <vector>

#include "device/test_support.h"

namespace opstrata::device {
namespace {

using AclMappedMemoryTest = DeviceTest;

constexpr size_t kPart = size_t{2} << 20;

aclrtDrvMemHandle memory(size_t size, uint32_t device = 0) {
  aclrtPhysicalMemProp prop = {};
  prop.location = {device, ACL_MEM_LOCATION_TYPE_DEVICE};
  prop.memAttr = ACL_HBM_MEM_HUGE;
  aclrtDrvMemHandle handle = nullptr;
  EXPECT_EQ(aclrtMallocPhysical(&handle, size, &prop, 0), ACL_SUCCESS) << recent();
  return handle;
}
size_t free_memory() {
  size_t free = 0, total = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  return free;
}

TEST_F(AclMappedMemoryTest, SegmentsGrowWhereTheyAre) {
  const size_t before = free_memory();
  void *base = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(&base, 4 * kPart, 0, nullptr, 1), ACL_SUCCESS) << recent();
  EXPECT_EQ(free_memory(), before);  // addresses are no memory
  char *const start = static_cast<char *>(base);
  aclrtDrvMemHandle first = memory(kPart), second = memory(kPart);
  EXPECT_EQ(free_memory(), before - 2 * kPart);
  ASSERT_EQ(aclrtMapMem(start, kPart, 0, first, 0), ACL_SUCCESS) << recent();
  ASSERT_EQ(aclrtMapMem(start + kPart, kPart, 0, second, 0), ACL_SUCCESS) << recent();
  aclrtPtrAttributes attributes = {};
  EXPECT_EQ(aclrtPointerGetAttributes(start + kPart + 5, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);

  // One copy over both parts; what lies behind them is not there.
  std::vector<char> data(2 * kPart, 'x'), back(2 * kPart);
  EXPECT_EQ(aclrtMemcpy(start, kPart, data.data(), kPart, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemset(start + kPart, kPart, 'x', kPart), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(back.data(), kPart, start, kPart, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(back.data() + kPart, kPart, start + kPart, kPart, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(back, data);

  // The same memory at a second place.
  ASSERT_EQ(aclrtMapMem(start + 3 * kPart, kPart, 0, first, 0), ACL_SUCCESS) << recent();
  start[3 * kPart + 7] = 'y';
  EXPECT_EQ(start[7], 'y');

  // Memory outlives its handle while it is mapped.
  EXPECT_EQ(aclrtFreePhysical(first), ACL_SUCCESS);
  EXPECT_EQ(start[7], 'y');
  EXPECT_EQ(aclrtUnmapMem(start), ACL_SUCCESS);
  EXPECT_EQ(start[3 * kPart + 7], 'y');
  EXPECT_EQ(free_memory(), before - 2 * kPart);
  EXPECT_EQ(aclrtUnmapMem(start + 3 * kPart), ACL_SUCCESS);
  EXPECT_EQ(free_memory(), before - kPart);
  EXPECT_EQ(aclrtPointerGetAttributes(start, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);

  EXPECT_EQ(aclrtReleaseMemAddress(base), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_NE(recent().find("aclrtUnmapMem"), std::string::npos);
  EXPECT_EQ(aclrtUnmapMem(start + kPart), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreePhysical(second), ACL_SUCCESS);
  EXPECT_EQ(aclrtReleaseMemAddress(base), ACL_SUCCESS);
  EXPECT_EQ(free_memory(), before);
}

TEST_F(AclMappedMemoryTest, PlacesMayBeAskedFor) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the sanitizer keeps most of the address space to itself and ends the process when a place there is asked for";
#endif
  void *const wanted = reinterpret_cast<void *>(uintptr_t{18} << 40);
  void *base = nullptr, *other = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(&base, kPart, 0, wanted, 0), ACL_SUCCESS) << recent();
  EXPECT_EQ(base, wanted);
  EXPECT_EQ(aclrtReserveMemAddress(&other, kPart, 0, wanted, 0), ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_EQ(aclrtReserveMemAddress(&other, kPart, 0, static_cast<char *>(wanted) + kPart, 0),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(other, nullptr);
  EXPECT_EQ(aclrtReleaseMemAddress(base), ACL_SUCCESS);
  size_t unit = 0;
  aclrtPhysicalMemProp prop = {};
  EXPECT_EQ(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &unit), ACL_SUCCESS);
  EXPECT_EQ(unit, kPart);
}

TEST_F(AclMappedMemoryTest, WrongCallsAreRefused) {
  const auto expect = [](aclError got, aclError wanted, const char *function, const char *what) {
    EXPECT_EQ(got, wanted) << function;
    const std::string text = recent();
    EXPECT_NE(text.find(function), std::string::npos) << text;
    EXPECT_NE(text.find(what), std::string::npos) << function << ": " << text;
  };
  constexpr aclError kBad = ACL_ERROR_INVALID_PARAM, kRange = ACL_ERROR_RT_PARAM_INVALID;
  void *base = nullptr;
  expect(aclrtReserveMemAddress(nullptr, 64, 0, nullptr, 0), kBad, "aclrtReserveMemAddress", "virPtr");
  expect(aclrtReserveMemAddress(&base, 0, 0, nullptr, 0), kBad, "aclrtReserveMemAddress", "size");
  expect(aclrtReserveMemAddress(&base, SIZE_MAX, 0, nullptr, 0), kBad, "aclrtReserveMemAddress", "size");
  expect(aclrtReserveMemAddress(&base, SIZE_MAX / 2, 0, nullptr, 0), ACL_ERROR_RT_MEMORY_ALLOCATION,
         "aclrtReserveMemAddress", "size");
  expect(aclrtReserveMemAddress(&base, 64, 64, nullptr, 0), kBad, "aclrtReserveMemAddress", "alignment");
  expect(aclrtReserveMemAddress(&base, 64, 0, nullptr, 2), kBad, "aclrtReserveMemAddress", "flags");
  ASSERT_EQ(aclrtReserveMemAddress(&base, 3 * kPart, 0, nullptr, 0), ACL_SUCCESS);
  char *const start = static_cast<char *>(base);

  aclrtPhysicalMemProp prop = {};
  aclrtDrvMemHandle handle = nullptr;
  prop.location = {99, ACL_MEM_LOCATION_TYPE_DEVICE};
  expect(aclrtMallocPhysical(nullptr, 64, &prop, 0), kBad, "aclrtMallocPhysical", "handle");
  expect(aclrtMallocPhysical(&handle, 64, nullptr, 0), kBad, "aclrtMallocPhysical", "prop");
  expect(aclrtMallocPhysical(&handle, 0, &prop, 0), kBad, "aclrtMallocPhysical", "size");
  expect(aclrtMallocPhysical(&handle, 64, &prop, 0), ACL_ERROR_RT_INVALID_DEVICEID, "aclrtMallocPhysical", "99");
  prop.location.id = 0;
  expect(aclrtMallocPhysical(&handle, size_t{1} << 60, &prop, 0), ACL_ERROR_RT_MEMORY_ALLOCATION, "aclrtMallocPhysical",
         "bytes");
  EXPECT_EQ(handle, nullptr);
  handle = memory(kPart);

  int own = 0;
  expect(aclrtMapMem(nullptr, kPart, 0, handle, 0), kBad, "aclrtMapMem", "virPtr");
  expect(aclrtMapMem(start, kPart, 0, nullptr, 0), kBad, "aclrtMapMem", "handle");
  expect(aclrtMapMem(start, kPart, 0, &own, 0), kBad, "aclrtMapMem", "handle");
  expect(aclrtMapMem(&own, kPart, 0, handle, 0), kBad, "aclrtMapMem", "reserved");
  expect(aclrtMapMem(start + 1, kPart, 0, handle, 0), kBad, "aclrtMapMem", "page");
  expect(aclrtMapMem(start, 2 * kPart, 0, handle, 0), kRange, "aclrtMapMem", "size");
  expect(aclrtMapMem(start + 3 * kPart - 4096, kPart, 0, handle, 0), kRange, "aclrtMapMem", "size");
  expect(aclrtMapMem(start, kPart, 4096, handle, 0), kBad, "aclrtMapMem", "offset");
  ASSERT_EQ(aclrtMapMem(start + kPart, kPart, 0, handle, 0), ACL_SUCCESS) << recent();
  expect(aclrtMapMem(start + 4096, kPart, 0, handle, 0), kRange, "aclrtMapMem", "virPtr");
  expect(aclrtMapMem(start + kPart + 4096, 4096, 0, handle, 0), kRange, "aclrtMapMem", "virPtr");

  // It is not the allocator's, whatever it looks like.
  expect(aclrtFree(start + kPart), kBad, "aclrtFree", "mapped memory");
  expect(aclrtUnmapMem(start), kBad, "aclrtUnmapMem", "mapped");
  expect(aclrtUnmapMem(&own), kBad, "aclrtUnmapMem", "mapped");
  expect(aclrtReleaseMemAddress(start + kPart), kBad, "aclrtReleaseMemAddress", "reserved");
  EXPECT_EQ(aclrtUnmapMem(start + kPart), ACL_SUCCESS);
  expect(aclrtUnmapMem(start + kPart), kBad, "aclrtUnmapMem", "mapped");
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  expect(aclrtFreePhysical(handle), kBad, "aclrtFreePhysical", "handle");
  EXPECT_EQ(aclrtReleaseMemAddress(base), ACL_SUCCESS);
  expect(aclrtReleaseMemAddress(base), kBad, "aclrtReleaseMemAddress", "reserved");
}

}  // namespace
}  // namespace opstrata::device
