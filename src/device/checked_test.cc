// The checked mode: this program runs with OPSTRATA_CHECKED=1 (tests.cmake).
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>
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

// A thread that holds a lock of the checked mode at the moment of a fork does not exist in the child.
TEST_F(CheckedTest, ForksBesideThreadsThatAllocate) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer's own allocator does not follow a fork beside threads that allocate";
#endif
  std::atomic<bool> ends{false};
  std::thread busy([&ends] {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    while (!ends) EXPECT_EQ(aclrtFree(allocate(100)), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  });
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(20);  // ends a child that waits for a lock
      void *memory = nullptr;
      const bool ok = aclrtSetDevice(0) == ACL_SUCCESS &&
                      aclrtMalloc(&memory, 100, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS &&
                      aclrtFree(memory) == ACL_SUCCESS;
      _exit(ok ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  ends = true;
  busy.join();
}

// Memory that the parent's work has still to write is nobody's work in the child.
TEST_F(CheckedTest, PendingWritersEndWithAFork) {
  unsigned char *memory = allocate(64);
  const aclrtStream stream = new_stream();
  Gate gate;
  submit(stream, [&gate] { gate.wait(); });
  ASSERT_EQ(aclrtMemsetAsync(memory, 64, 7, 64, stream), ACL_SUCCESS);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(20);
    volatile const unsigned char *byte = memory;
    _exit(*byte == 0xA5 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  gate.open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(memory[63], 7);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

}  // namespace
}  // namespace opstrata::device
