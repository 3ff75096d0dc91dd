// The checked mode: this program runs with OPSTRATA_CHECKED=1 (tests.cmake).
#include <cstring>
#include <vector>

#include "device/test_support.h"

namespace opstrata::device {
namespace {

using CheckedTest = DeviceTest;
using CheckedDeathTest = DeviceTest;

unsigned char *allocate(size_t size) {
  void *memory = nullptr;
  EXPECT_EQ(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0U);
  return static_cast<unsigned char *>(memory);
}

TEST_F(CheckedTest, EveryByteIsUsableAndNothingIsInitialised) {
  for (const size_t size :
       {size_t{1}, size_t{63}, size_t{64}, size_t{65}, size_t{4095}, size_t{4096}, size_t{4097}, size_t{1} << 20}) {
    unsigned char *memory = allocate(size);
    EXPECT_EQ(memory[0], 0xA5);
    EXPECT_EQ(memory[size - 1], 0xA5);
    std::memset(memory, 1, size);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS) << size;
  }
  void *pinned = nullptr;
  ASSERT_EQ(aclrtMallocHost(&pinned, 100), ACL_SUCCESS);
  std::memset(pinned, 1, 100);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
}

TEST_F(CheckedTest, CopiesEndWhereTheRequestEnded) {
  unsigned char *memory = allocate(60);
  std::vector<unsigned char> host(100);
  EXPECT_EQ(aclrtMemcpy(memory, 60, host.data(), 60, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(memory, 100, host.data(), 61, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_PARAM_INVALID)
      << "no padding is offered";
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

TEST_F(CheckedTest, WritingBesideABlockIsSaidWhenItIsFreed) {
  for (const int at : {60, 63, -1}) {
    unsigned char *memory = allocate(60);
    memory[at] = 0;
    EXPECT_EQ(aclrtFree(memory), ACL_ERROR_RT_DEVICE_MEM_ERROR) << at;
    EXPECT_NE(recent().find("60 bytes"), std::string::npos);
    EXPECT_EQ(aclrtFree(memory), ACL_ERROR_INVALID_PARAM) << "it is free all the same";
  }
}

TEST_F(CheckedDeathTest, TouchingWhatIsNotOnesOwnStopsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  unsigned char *memory = allocate(64);
  volatile unsigned char *beyond = memory + 64;
  EXPECT_DEATH({ *beyond = 1; }, "");
  volatile unsigned char *before = memory - 4096;
  EXPECT_DEATH({ (void)*before; }, "");
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  volatile unsigned char *freed = memory;
  EXPECT_DEATH({ (void)*freed; }, "");
}

}  // namespace
}  // namespace opstrata::device
