#include <atomic>
#include <cfenv>
#include <stdexcept>
#include <thread>
#include <vector>

#include "device/test_support.h"

namespace opstrata::device {
namespace {

using StreamTest = DeviceTest;

TEST_F(StreamTest, WorkOfOneStreamRunsInOrderOfSubmission) {
  aclrtStream stream = new_stream();
  std::vector<int> seen;
  for (int i = 0; i < 1000; ++i) submit(stream, [&seen, i] { seen.push_back(i); });
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  ASSERT_EQ(seen.size(), 1000U);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(seen[static_cast<size_t>(i)], i);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, WorkStartsWithoutAnyoneSynchronising) {
  Gate gate;
  submit(nullptr, [&gate] { gate.open(); });
  gate.wait();  // Would never return otherwise.
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(StreamTest, NullIsTheDefaultStreamOfTheCurrentContext) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
  Gate gate;
  submit(nullptr, [&gate] { gate.wait(); });
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  gate.open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamQuery(nullptr, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
}

TEST_F(StreamTest, FailureSurfacesAtSynchronisationOnceWithItsText) {
  aclrtStream stream = new_stream();
  ASSERT_TRUE(enqueue(stream, Task("Add_0", [] { return Status(Code::kInvalid, "x1 has no shape"); })).ok());
  bool later = false;
  submit(stream, [&later] { later = true; });
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICPU_EXCEPTION);
  const std::string text = recent();
  EXPECT_NE(text.find("Add_0"), std::string::npos) << text;
  EXPECT_NE(text.find("x1 has no shape"), std::string::npos) << text;
  EXPECT_TRUE(later);  // ACL_CONTINUE_ON_FAILURE
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, NobodyAsksForTheFailureOfAStreamThatIsGone) {
  aclrtStream stream = new_stream(), other = new_stream();
  // Both threads have named the stream, so it may be there a little longer than its handle.
  std::thread([&] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    submit(stream, [] {});
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    ASSERT_TRUE(enqueue(stream, Task("failing", [] { return Status(Code::kInvalid, "bad"); })).ok());
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    (void)recent();
  }).join();
  // Work that names another stream while its own is in use.
  int ran = 0;
  submit(other, [&] { submit(nullptr, [&ran] { ++ran; }); });
  EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(ran, 1);
  submit(other, [&] { ++ran; });
  EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
}

TEST_F(StreamTest, StopOnFailureSkipsLaterWorkUntilReported) {
  aclrtStream stream = new_stream();
  ASSERT_EQ(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  ASSERT_TRUE(enqueue(stream, Task("first", [] { return Status(Code::kInvalid, "bad"); }, ACL_ERROR_RT_AICORE_EXCEPTION)).ok());
  int ran = 0;
  submit(stream, [&ran] { ++ran; });
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION);
  EXPECT_EQ(ran, 0);
  submit(stream, [&ran] { ++ran; });
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, ThrowingTaskIsAFailureOfItsStream) {
  aclrtStream stream = new_stream();
  ASSERT_TRUE(enqueue(stream, Task("thrower", []() -> Status { throw std::runtime_error("out of registers"); })).ok());
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICPU_EXCEPTION);
  EXPECT_NE(recent().find("out of registers"), std::string::npos);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, SynchronisingFromAKernelOrCallbackIsAnError) {
  aclrtStream stream = new_stream();
  aclError from_task = 0;
  aclError destroy_from_task = 0;
  submit(stream, [&] {
    from_task = aclrtSynchronizeStream(nullptr);
    destroy_from_task = aclrtDestroyStream(stream);
    EXPECT_TRUE(in_task());
  });
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(from_task, ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(destroy_from_task, ACL_ERROR_RT_PARAM_INVALID);
  static aclError from_callback = 0;
  ASSERT_EQ(aclrtLaunchHostFunc(stream, [](void *) { from_callback = aclrtSynchronizeDevice(); }, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(from_callback, ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_FALSE(in_task());
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, SynchronisingThreadKeepsItsContextErrorTextAndRounding) {
  aclrtContext own = nullptr;
  ASSERT_EQ(aclrtCreateContext(&own, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMalloc(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);  // leaves a text
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  // Many rounds, so that some are run by the synchronising thread and some by the pool.
  for (int i = 0; i < 200; ++i) {
    int rounding = -1;
    aclrtContext current = nullptr;
    submit(nullptr, [&] {
      rounding = std::fegetround();
      aclrtGetCurrentContext(&current);
      std::fesetround(FE_DOWNWARD);
      (void)aclrtFree(nullptr);  // an error text inside the task
    });
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    ASSERT_EQ(rounding, FE_TONEAREST);
    ASSERT_EQ(current, own);
    ASSERT_EQ(std::fegetround(), FE_UPWARD);
  }
  std::fesetround(FE_TONEAREST);
  EXPECT_NE(recent().find("aclrtMalloc"), std::string::npos);
  EXPECT_EQ(aclrtDestroyContext(own), ACL_SUCCESS);
}

TEST_F(StreamTest, HostFunctionsRunInStreamOrderAndMayBlockForEachOther) {
  // As many streams as would exhaust any fixed set of report threads: all but the last callback wait for the last one.
  static Gate gate;
  static std::atomic<int> entered;
  entered = 0;
  std::vector<aclrtStream> streams;
  std::vector<int> after(24, 0);
  for (size_t i = 0; i < after.size(); ++i) {
    streams.push_back(new_stream());
    ASSERT_EQ(aclrtLaunchHostFunc(streams[i],
                                  [](void *) {
                                    if (++entered == 24) gate.open();
                                    gate.wait();
                                  },
                                  nullptr),
              ACL_SUCCESS);
    submit(streams[i], [&after, i] { after[i] = entered; });
  }
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  for (int seen : after) EXPECT_EQ(seen, 24);
  for (aclrtStream stream : streams) EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, TimeoutsExpireAndDoNotRunWork) {
  aclrtStream stream = new_stream();
  Gate gate;
  const std::thread::id self = std::this_thread::get_id();
  std::atomic<bool> ran_here{false};
  submit(stream, [&] {
    ran_here = std::this_thread::get_id() == self;
    gate.wait();
  });
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -2), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_FALSE(ran_here);
  gate.open();
  // Without a limit the waiting thread may take over what no worker has begun.
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -1), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, AbortDropsWhatHasNotStarted) {
  aclrtStream stream = new_stream();
  Gate started;
  Gate gate;
  submit(stream, [&] {
    started.open();
    gate.wait();
  });
  started.wait();
  int ran = 0;
  for (int i = 0; i < 10; ++i) submit(stream, [&ran] { ++ran; });
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamAbort(stream), ACL_SUCCESS);
  gate.open();
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);  // A dropped record leaves nobody waiting.
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_ABORT);
  EXPECT_EQ(ran, 0);
  submit(stream, [&ran] { ++ran; });
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, ExceptionCallbackIsToldWhatFailed) {
  static std::atomic<uint32_t> code;
  static std::atomic<uint32_t> stream_id;
  static std::atomic<uint32_t> task_id;
  aclrtStream stream = new_stream();
  int32_t id = -1;
  ASSERT_EQ(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetExceptionInfoCallback([](aclrtExceptionInfo *info) {
              code = aclrtGetErrorCodeFromExceptionInfo(info);
              stream_id = aclrtGetStreamIdFromExceptionInfo(info);
              task_id = aclrtGetTaskIdFromExceptionInfo(info);
              EXPECT_EQ(aclrtGetDeviceIdFromExceptionInfo(info), 0U);
              EXPECT_NE(aclrtGetThreadIdFromExceptionInfo(info), 0U);
            }),
            ACL_SUCCESS);
  submit(stream, [] {});
  ASSERT_TRUE(enqueue(stream, Task("second", [] { return Status(Code::kInternal, "bad"); })).ok());
  uint32_t last = 0;
  ASSERT_EQ(aclrtGetThreadLastTaskId(&last), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICPU_EXCEPTION);
  EXPECT_EQ(code, static_cast<uint32_t>(ACL_ERROR_RT_AICPU_EXCEPTION));
  EXPECT_EQ(stream_id, static_cast<uint32_t>(id));
  EXPECT_EQ(task_id, 2U);
  EXPECT_EQ(last, 2U);
  EXPECT_EQ(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetErrorCodeFromExceptionInfo(nullptr), UINT32_MAX);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, HandlesAreCheckedNotTrusted) {
  int nobody = 0;
  EXPECT_EQ(aclrtSynchronizeStream(&nobody), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(recent().find("aclrtSynchronizeStream"), std::string::npos);
  EXPECT_EQ(aclrtDestroyStream(nullptr), ACL_ERROR_INVALID_PARAM);
  aclrtStream stream = new_stream();
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_INVALID_PARAM);
  EXPECT_FALSE(enqueue(stream, Task("t", [] { return Status(); })).ok());
  aclrtStream standard = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&standard), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(standard), ACL_ERROR_INVALID_PARAM);
}

TEST_F(StreamTest, BelongsToItsContext) {
  aclrtStream stream = new_stream();
  aclrtContext first = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&first), ACL_SUCCESS);
  aclrtContext second = nullptr;
  ASSERT_EQ(aclrtCreateContext(&second, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtSetCurrentContext(first), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(second), ACL_SUCCESS);
  std::thread([stream] {
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
  }).join();
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, AnswersWhatItWasCreatedWith) {
  aclrtStream stream = nullptr;
  EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 8, 0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 0, 64), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtCreateStream(nullptr), ACL_ERROR_INVALID_PARAM);
  ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 3, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_PERSISTENT), ACL_SUCCESS);
  uint32_t value = 0;
  EXPECT_EQ(aclrtStreamGetPriority(stream, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 3U);
  EXPECT_EQ(aclrtStreamGetFlags(stream, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 5U);
  EXPECT_EQ(aclrtGetStreamAvailableNum(&value), ACL_SUCCESS);
  EXPECT_GT(value, 1000U);
  // Synchronising a persistent stream returns at once (acl-runtime-api section 8).
  Gate gate;
  submit(stream, [&gate] { gate.wait(); });
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  gate.open();
  aclrtStreamAttrValue attribute = {};
  attribute.userCustomTag = 77;
  EXPECT_EQ(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG, &attribute), ACL_SUCCESS);
  attribute.overflowSwitch = 1;
  EXPECT_EQ(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, &attribute), ACL_SUCCESS);
  attribute.cacheOpInfoSwitch = 2;
  EXPECT_EQ(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_CACHE_OP_INFO, &attribute), ACL_SUCCESS);
  attribute.failureMode = 2;
  EXPECT_EQ(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &attribute), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG, &attribute), ACL_SUCCESS);
  EXPECT_EQ(attribute.userCustomTag, 77U);
  EXPECT_EQ(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, &attribute), ACL_SUCCESS);
  EXPECT_EQ(attribute.overflowSwitch, 1U);
  EXPECT_EQ(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_CACHE_OP_INFO, &attribute), ACL_SUCCESS);
  EXPECT_EQ(attribute.cacheOpInfoSwitch, 2U);
  EXPECT_EQ(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &attribute), ACL_SUCCESS);
  EXPECT_EQ(attribute.failureMode, static_cast<uint64_t>(ACL_CONTINUE_ON_FAILURE));
  EXPECT_EQ(aclrtGetStreamAttribute(stream, static_cast<aclrtStreamAttr>(9), &attribute), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, ReportThreadProcessesCallbacksInOrder) {
  aclrtStream stream = new_stream();
  std::vector<int> order;
  EXPECT_EQ(aclrtLaunchCallback([](void *) {}, nullptr, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_STREAM_NO_CB_REG);
  EXPECT_EQ(aclrtProcessReport(0), ACL_ERROR_THREAD_NOT_SUBSCRIBE);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  Gate subscribed;
  Gate unsubscribe;
  std::thread reporter([&] {
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
    EXPECT_EQ(aclrtSubscribeReport(static_cast<uint64_t>(pthread_self()), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSubscribeReport(static_cast<uint64_t>(pthread_self()), stream), ACL_ERROR_RT_STREAM_SUBSCRIBE);
    EXPECT_EQ(aclrtProcessReport(1), ACL_ERROR_WAIT_CALLBACK_TIMEOUT);
    EXPECT_EQ(aclrtProcessReport(-2), ACL_ERROR_RT_PARAM_INVALID);
    subscribed.open();
    EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    unsubscribe.wait();
    EXPECT_EQ(aclrtUnSubscribeReport(static_cast<uint64_t>(pthread_self()), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtUnSubscribeReport(static_cast<uint64_t>(pthread_self()), stream), ACL_ERROR_STREAM_NOT_SUBSCRIBE);
  });
  subscribed.wait();
  struct Entry {
    std::vector<int> *order;
    int value;
  };
  Entry one{&order, 1};
  Entry two{&order, 2};
  const aclrtCallback note = [](void *data) {
    auto *entry = static_cast<Entry *>(data);
    entry->order->push_back(entry->value);
  };
  EXPECT_EQ(aclrtLaunchCallback(note, &one, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtLaunchCallback(note, &two, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
  submit(stream, [&order] { order.push_back(3); });
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  unsubscribe.open();
  reporter.join();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

}  // namespace
}  // namespace opstrata::device
