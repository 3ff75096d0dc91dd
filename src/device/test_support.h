/// @file
/// What the tests of this room share.
#ifndef OPSTRATA_SRC_DEVICE_TEST_SUPPORT_H_
#define OPSTRATA_SRC_DEVICE_TEST_SUPPORT_H_

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

#include "acl/acl.h"
#include "device/stream.h"

namespace opstrata::device {

/// A door that work waits at until the test opens it.
class Gate {
 public:
  void open() {
    std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

/// Binds the test's thread to device 0 and leaves no error text behind.
class DeviceTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
  void TearDown() override {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    (void)aclGetRecentErrMsg();
  }
};

inline aclrtStream new_stream() {
  aclrtStream stream = nullptr;
  EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  return stream;
}

/// Submits a task that succeeds.
inline void submit(aclrtStream stream, std::function<void()> body) {
  const Status status = enqueue(stream, Task("test task", [body = std::move(body)] {
                                  body();
                                  return Status();
                                }));
  EXPECT_TRUE(status.ok()) << status.text();
}

/// Takes the thread's error text.
inline std::string recent() {
  const char *text = aclGetRecentErrMsg();
  return text == nullptr ? "" : text;
}

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_TEST_SUPPORT_H_
