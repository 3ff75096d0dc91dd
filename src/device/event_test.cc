#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "device/test_support.h"

namespace opstrata::device {
namespace {

using EventTest = DeviceTest;

aclrtEvent new_event(uint32_t flags = ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE) {
  aclrtEvent event = nullptr;
  EXPECT_EQ(aclrtCreateEventExWithFlag(&event, flags), ACL_SUCCESS);
  return event;
}

TEST_F(EventTest, StatusFollowsTheRecordedWork) {
  aclrtStream stream = new_stream();
  aclrtEvent event = new_event();
  aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
  EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);  // never recorded, Ex form
  Gate gate;
  submit(stream, [&gate] { gate.wait(); });
  EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  aclrtEventStatus older = ACL_EVENT_STATUS_COMPLETE;
  EXPECT_EQ(aclrtQueryEvent(event, &older), ACL_SUCCESS);
  EXPECT_EQ(older, ACL_EVENT_STATUS_NOT_READY);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event, 2), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  gate.open();
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(EventTest, WaitUsesTheCaptureThatWasCurrentWhenItWasSubmitted) {
  aclrtStream producer = new_stream();
  aclrtStream consumer = new_stream();
  aclrtEvent event = new_event();
  Gate later;
  int value = 0;
  int seen = -1;
  submit(producer, [&value] { value = 1; });
  ASSERT_EQ(aclrtRecordEvent(event, producer), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(consumer, event), ACL_SUCCESS);
  submit(consumer, [&] { seen = value; });
  // A second record, behind work that does not end, must not hold the consumer.
  submit(producer, [&later] { later.wait(); });
  ASSERT_EQ(aclrtRecordEvent(event, producer), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(consumer), ACL_SUCCESS);
  EXPECT_EQ(seen, 1);
  later.open();
  EXPECT_EQ(aclrtSynchronizeStream(producer), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(producer), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(consumer), ACL_SUCCESS);
}

TEST_F(EventTest, ManyMoreParkedStreamsThanThreads) {
  // A chain across 200 streams whose first link opens last: every stream is parked, no thread is held.
  constexpr size_t kStreams = 200;
  std::vector<aclrtStream> streams(kStreams);
  std::vector<aclrtEvent> events(kStreams);
  std::vector<size_t> order;
  for (auto &stream : streams) stream = new_stream();
  for (auto &event : events) {
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);  // Plain form: a wait may come before the record.
  }
  for (size_t i = kStreams; i-- > 1;) {
    ASSERT_EQ(aclrtStreamWaitEvent(streams[i], events[i - 1]), ACL_SUCCESS);
    submit(streams[i], [&order, i] { order.push_back(i); });
    ASSERT_EQ(aclrtRecordEvent(events[i], streams[i]), ACL_SUCCESS);
  }
  aclrtEventWaitStatus waiting = ACL_EVENT_WAIT_STATUS_COMPLETE;
  EXPECT_EQ(aclrtQueryEventWaitStatus(events[0], &waiting), ACL_SUCCESS);
  EXPECT_EQ(waiting, ACL_EVENT_WAIT_STATUS_NOT_READY);
  submit(streams[0], [&order] { order.push_back(0); });
  ASSERT_EQ(aclrtRecordEvent(events[0], streams[0]), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  ASSERT_EQ(order.size(), kStreams);
  for (size_t i = 0; i < kStreams; ++i) EXPECT_EQ(order[i], i);
  EXPECT_EQ(aclrtQueryEventWaitStatus(events[0], &waiting), ACL_SUCCESS);
  EXPECT_EQ(waiting, ACL_EVENT_WAIT_STATUS_COMPLETE);
  for (auto event : events) EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  for (auto stream : streams) EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(EventTest, DestroyedEventStillReleasesItsWaiters) {
  aclrtStream first = new_stream();
  aclrtStream second = new_stream();
  aclrtEvent event = new_event();
  Gate gate;
  submit(first, [&gate] { gate.wait(); });
  ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  gate.open();
  EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(first), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(second), ACL_SUCCESS);
}

TEST_F(EventTest, WaitThatExpiresFailsItsStream) {
  aclrtStream stream = new_stream();
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream, event, 3), ACL_SUCCESS);
  bool ran = false;
  submit(stream, [&ran] { ran = true; });
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_WAIT_TIMEOUT);
  EXPECT_NE(recent().find("wait for event"), std::string::npos);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtStreamWaitEventWithTimeout(stream, event, -2), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(EventTest, TimesOrderAsTheWorkDid) {
  aclrtStream stream = new_stream();
  aclrtEvent start = new_event();
  aclrtEvent end = new_event();
  float ms = -1;
  EXPECT_EQ(aclrtEventElapsedTime(&ms, start, end), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  Gate gate;
  submit(stream, [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  ASSERT_EQ(aclrtRecordEvent(start, stream), ACL_SUCCESS);
  submit(stream, [&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    gate.wait();
  });
  ASSERT_EQ(aclrtRecordEvent(end, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeEvent(start), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, start, end), ACL_ERROR_RT_EVENT_NOT_COMPLETE);
  gate.open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, start, end), ACL_SUCCESS);
  EXPECT_GE(ms, 3.0F);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, end, start), ACL_SUCCESS);
  EXPECT_LE(ms, -3.0F);
  EXPECT_EQ(aclrtEventElapsedTime(nullptr, start, end), ACL_ERROR_INVALID_PARAM);
  uint64_t first = 0;
  uint64_t second = 0;
  EXPECT_EQ(aclrtEventGetTimestamp(start, &first), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventGetTimestamp(end, &second), ACL_SUCCESS);
  EXPECT_GE(second, first + 3000);
  aclrtEvent plain = new_event(ACL_EVENT_SYNC);
  ASSERT_EQ(aclrtRecordEvent(plain, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventGetTimestamp(plain, &first), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  uint32_t id_a = 0;
  uint32_t id_b = 0;
  EXPECT_EQ(aclrtGetEventId(start, &id_a), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetEventId(end, &id_b), ACL_SUCCESS);
  EXPECT_NE(id_a, id_b);
  for (auto event : {start, end, plain}) EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(EventTest, FlagsDecideWhatAnEventCanDo) {
  aclrtEvent event = nullptr;
  EXPECT_EQ(aclrtCreateEventWithFlag(&event, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCreateEventWithFlag(&event, 4), ACL_ERROR_INVALID_PARAM);
  ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_TIME_LINE), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(nullptr, event), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtResetEvent(event, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_ERROR_RT_PARAM_INVALID);  // never recorded
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetEvent(event, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetEvent(event, nullptr), ACL_SUCCESS);
  aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(EventTest, NotifyIsTakenByOneWaiterPerRecordInOrder) {
  aclrtNotify notify = nullptr;
  ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
  uint32_t id = UINT32_MAX;
  EXPECT_EQ(aclrtGetNotifyId(notify, &id), ACL_SUCCESS);
  EXPECT_NE(id, UINT32_MAX);
  aclrtStream a = new_stream();
  aclrtStream b = new_stream();
  aclrtStream source = new_stream();
  std::atomic<int> passed{0};
  ASSERT_EQ(aclrtWaitAndResetNotify(notify, a, 0), ACL_SUCCESS);
  submit(a, [&passed] { ++passed; });
  ASSERT_EQ(aclrtRecordNotify(notify, source), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(a), ACL_SUCCESS);
  EXPECT_EQ(passed, 1);
  // The flag was taken: the next waiter waits for the next record.
  ASSERT_EQ(aclrtWaitAndResetNotify(notify, b, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(b, 2), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  ASSERT_EQ(aclrtRecordNotify(notify, source), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(b), ACL_SUCCESS);
  // An aborted waiter does not swallow the next record.
  ASSERT_EQ(aclrtWaitAndResetNotify(notify, a, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(a, 2), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  ASSERT_EQ(aclrtStreamAbort(a), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(a), ACL_ERROR_RT_STREAM_ABORT);
  ASSERT_EQ(aclrtWaitAndResetNotify(notify, b, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordNotify(notify, source), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(b), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyNotify(notify), ACL_ERROR_INVALID_PARAM);
  for (auto stream : {a, b, source}) EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

// Random programs over several streams, checked against the order that they must keep: every step notes the steps that it must
// come after (the one before it on its stream, and the records it waited for).
TEST_F(EventTest, RandomProgramsKeepEveryOrder) {
  std::mt19937 random(20261130);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  for (int round = 0; round < 20; ++round) {
    constexpr size_t kStreams = 7;
    constexpr size_t kSteps = 300;
    std::vector<aclrtStream> streams(kStreams);
    for (auto &stream : streams) stream = new_stream();
    std::vector<aclrtEvent> events(5);
    for (auto &event : events) event = new_event(ACL_EVENT_SYNC);
    std::vector<std::atomic<bool>> done(kSteps);
    std::atomic<int> wrong{0};
    std::vector<std::vector<size_t>> after(kStreams);     // what the next step of a stream must come after
    std::vector<std::vector<size_t>> captured(events.size());
    for (size_t step = 0; step < kSteps; ++step) {
      const size_t s = random() % kStreams;
      const size_t e = random() % events.size();
      switch (random() % 5) {
        case 0:
          ASSERT_EQ(aclrtRecordEvent(events[e], streams[s]), ACL_SUCCESS);
          captured[e] = after[s];
          break;
        case 1:
          ASSERT_EQ(aclrtStreamWaitEvent(streams[s], events[e]), ACL_SUCCESS);
          after[s].insert(after[s].end(), captured[e].begin(), captured[e].end());
          break;
        case 2:
          if (random() % 8 == 0) {
            ASSERT_EQ(aclrtSynchronizeStream(streams[s]), ACL_SUCCESS);
            for (size_t before : after[s]) wrong += done[before] ? 0 : 1;
          }
          break;
        default:
          submit(streams[s], [&done, &wrong, step, before = after[s]] {
            for (size_t b : before) wrong += done[b] ? 0 : 1;
            done[step] = true;
          });
          after[s] = {step};
      }
    }
    ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    ASSERT_EQ(wrong, 0);
    for (auto event : events) ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    for (auto stream : streams) ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

// Several threads submit to, synchronise and query the same streams.
TEST_F(EventTest, ThreadsShareStreams) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  std::vector<aclrtStream> streams(3);
  for (auto &stream : streams) stream = new_stream();
  std::vector<int> counts(streams.size(), 0);  // Unprotected on purpose: a stream's work never runs twice at a time.
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
      for (int i = 0; i < 200; ++i) {
        const auto s = static_cast<size_t>((t + i) % 3);
        submit(streams[s], [&counts, s] { ++counts[s]; });
        if (i % 16 == 0) {
          EXPECT_EQ(aclrtSynchronizeStream(streams[s]), ACL_SUCCESS);
        } else if (i % 7 == 0) {
          aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
          EXPECT_EQ(aclrtStreamQuery(streams[s], &status), ACL_SUCCESS);
        }
      }
    });
  }
  for (auto &thread : threads) thread.join();
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(counts[0] + counts[1] + counts[2], 800);
  for (auto stream : streams) EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

}  // namespace
}  // namespace opstrata::device
