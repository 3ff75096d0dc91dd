// Captured graphs (aclmdlRI*) and the overflow status of a context.
#include <array>
#include <random>
#include <thread>
#include <vector>

#include "device/test_support.h"

namespace opstrata::device {
namespace {

using CaptureTest = DeviceTest;

aclrtEvent new_event(uint32_t flags = ACL_EVENT_SYNC) {
  aclrtEvent event = nullptr;
  EXPECT_EQ(aclrtCreateEventExWithFlag(&event, flags), ACL_SUCCESS);
  return event;
}
void begin(aclrtStream stream, aclmdlRICaptureMode mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL) {
  ASSERT_EQ(aclmdlRICaptureBegin(stream, mode), ACL_SUCCESS);
}
aclmdlRI end(aclrtStream stream) {
  aclmdlRI model = nullptr;
  EXPECT_EQ(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS) << recent();
  EXPECT_NE(model, nullptr);
  return model;
}

TEST_F(CaptureTest, RecordsWithoutRunningAndRunsAnyNumberOfTimes) {
  aclrtStream stream = new_stream(), other = new_stream();
  std::vector<int> order;
  void *device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  std::array<unsigned char, 64> host{}, back{};
  host.fill(7);
  begin(stream);
  submit(stream, [&order] { order.push_back(1); });
  ASSERT_EQ(aclrtMemcpyAsync(device, 64, host.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemsetAsync(device, 64, 9, 32, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemcpyAsync(back.data(), 64, device, 64, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtLaunchHostFunc(
                stream, [](void *to) { static_cast<std::vector<int> *>(to)->push_back(2); }, &order),
            ACL_SUCCESS);
  aclmdlRI model = end(stream);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_TRUE(order.empty()) << "captured work does not run";
  EXPECT_EQ(back[0], 0);
  for (int run = 0; run < 3; ++run) {
    ASSERT_EQ(aclmdlRIExecuteAsync(model, run == 1 ? other : stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    ASSERT_EQ(order, (std::vector<int>{1, 2}));
    order.clear();
    EXPECT_EQ(back[0], 9);
    EXPECT_EQ(back[63], 7 + run);
    host.fill(static_cast<unsigned char>(8 + run));  // read when the graph runs
  }
  // A graph that is destroyed while it runs ends undisturbed.
  Gate gate;
  submit(stream, [&gate] { gate.wait(); });
  ASSERT_EQ(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
  ASSERT_EQ(aclmdlRIDestroy(model), ACL_SUCCESS);
  gate.open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_EQ(aclmdlRIDestroy(model), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(recent().find("modelRI"), std::string::npos);
  aclrtFree(device);
  for (auto s : {stream, other}) EXPECT_EQ(aclrtDestroyStream(s), ACL_SUCCESS);
}

TEST_F(CaptureTest, StreamsJoinByEventsAndMustBeJoined) {
  aclrtStream a = new_stream(), b = new_stream();
  aclrtEvent fork = new_event(), join = new_event();
  std::vector<int> order;
  begin(a);
  submit(a, [&order] { order.push_back(1); });
  ASSERT_EQ(aclrtRecordEvent(fork, a), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(b, fork), ACL_SUCCESS);
  submit(b, [&order] { order.push_back(2); });
  aclmdlRI model = nullptr;
  EXPECT_EQ(aclmdlRICaptureEnd(b, &model), ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED);
  EXPECT_NE(recent().find("ends there"), std::string::npos);
  ASSERT_EQ(aclrtRecordEvent(join, b), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(a, join), ACL_SUCCESS);
  submit(a, [&order] { order.push_back(3); });
  model = end(a);
  ASSERT_EQ(aclmdlRIExecuteAsync(model, b), ACL_SUCCESS) << "b is an ordinary stream again";
  ASSERT_EQ(aclrtSynchronizeStream(b), ACL_SUCCESS);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
  // The event belongs to the ended capture until it is recorded again.
  EXPECT_EQ(aclrtSynchronizeEvent(join), ACL_ERROR_RT_EVENT_CAPTURED);
  EXPECT_EQ(aclrtStreamWaitEvent(b, join), ACL_ERROR_RT_EVENT_CAPTURED);
  ASSERT_EQ(aclrtRecordEvent(join, b), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(join), ACL_SUCCESS);
  aclmdlRIDestroy(model);

  // Not joined: nothing comes out, and both streams are ordinary again.
  begin(a);
  submit(a, [] {});
  ASSERT_EQ(aclrtRecordEvent(fork, a), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(b, fork), ACL_SUCCESS);
  submit(b, [] {});
  ASSERT_EQ(aclrtRecordEvent(join, b), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(a, join), ACL_SUCCESS);
  submit(b, [] {});
  model = nullptr;
  EXPECT_EQ(aclmdlRICaptureEnd(a, &model), ACL_ERROR_RT_STREAM_UNJOINED);
  EXPECT_EQ(model, nullptr);
  for (auto s : {a, b}) {
    EXPECT_EQ(aclrtSynchronizeStream(s), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRICaptureEnd(s, &model), ACL_ERROR_RT_STREAM_NOT_CAPTURED);
  }

  // Two captures do not mix.
  begin(a);
  begin(b);
  ASSERT_EQ(aclrtRecordEvent(fork, a), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(b, fork), ACL_ERROR_STREAM_CAPTURE_CONFLICT);
  EXPECT_EQ(aclmdlRICaptureEnd(a, &model), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED);
  EXPECT_NE(recent().find("aclrtStreamWaitEvent"), std::string::npos);
  EXPECT_EQ(aclmdlRICaptureEnd(b, &model), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED);

  // What was recorded outside is no part of a capture, unless the event says that it may be.
  ASSERT_EQ(aclrtRecordEvent(fork, b), ACL_SUCCESS);
  begin(a);
  EXPECT_EQ(aclrtStreamWaitEvent(a, fork), ACL_ERROR_RT_CAPTURE_DEPENDENCY);
  EXPECT_EQ(aclmdlRICaptureEnd(a, &model), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED);
  for (auto e : {fork, join}) EXPECT_EQ(aclrtDestroyEvent(e), ACL_SUCCESS);
  for (auto s : {a, b}) EXPECT_EQ(aclrtDestroyStream(s), ACL_SUCCESS);
}

TEST_F(CaptureTest, ExternalEventsAreRecordedAndWaitedForByEveryRun) {
  aclrtStream a = new_stream(), b = new_stream();
  aclrtEvent before = new_event(ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL),
             after = new_event(ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL);
  std::vector<int> order;
  begin(a);
  ASSERT_EQ(aclrtStreamWaitEvent(a, before), ACL_SUCCESS);
  submit(a, [&order] { order.push_back(2); });
  ASSERT_EQ(aclrtRecordEvent(after, a), ACL_SUCCESS);
  aclmdlRI model = end(a);
  for (int run = 0; run < 2; ++run) {
    Gate gate;
    submit(b, [&] {
      gate.wait();
      order.push_back(1);
    });
    ASSERT_EQ(aclrtRecordEvent(before, b), ACL_SUCCESS);
    ASSERT_EQ(aclmdlRIExecuteAsync(model, a), ACL_SUCCESS);
    gate.open();
    ASSERT_EQ(aclrtSynchronizeStream(a), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeEvent(after), ACL_SUCCESS);
    EXPECT_EQ(order, (std::vector<int>{1, 2}));
    order.clear();
  }
  aclmdlRIDestroy(model);
  for (auto e : {before, after}) EXPECT_EQ(aclrtDestroyEvent(e), ACL_SUCCESS);
  for (auto s : {a, b}) EXPECT_EQ(aclrtDestroyStream(s), ACL_SUCCESS);
}

TEST_F(CaptureTest, WaitingForCapturedWorkIsRefusedAndInvalidates) {
  aclrtStream stream = new_stream();
  aclrtEvent event = new_event();
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  aclmdlRI model = nullptr;
  const struct {
    const char *name;
    std::function<aclError()> call;
  } calls[] = {
      {"aclrtSynchronizeStream", [&] { return aclrtSynchronizeStream(stream); }},
      {"aclrtSynchronizeStreamWithTimeout", [&] { return aclrtSynchronizeStreamWithTimeout(stream, 10); }},
      {"aclrtStreamQuery", [&] { return aclrtStreamQuery(stream, &status); }},
      {"aclrtStreamAbort", [&] { return aclrtStreamAbort(stream); }},
      {"aclrtSynchronizeDevice", [] { return aclrtSynchronizeDevice(); }},
  };
  for (const auto &[name, call] : calls) {
    begin(stream);
    EXPECT_EQ(call(), ACL_ERROR_RT_STREAM_CAPTURED) << name;
    EXPECT_NE(recent().find(name), std::string::npos);
    EXPECT_EQ(aclmdlRICaptureEnd(stream, &model), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED);
    EXPECT_NE(recent().find(name), std::string::npos) << "the text names the cause";
    EXPECT_EQ(model, nullptr);
    EXPECT_EQ(call() == ACL_SUCCESS, true) << name;
  }
  begin(stream);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  EXPECT_EQ(aclrtQueryEventStatus(event, &recorded), ACL_ERROR_RT_EVENT_CAPTURED);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_ERROR_RT_EVENT_CAPTURED);
  aclmdlRIDestroy(end(stream));
  // A stream that is destroyed takes its capture along.
  begin(stream);
  submit(stream, [] { ADD_FAILURE() << "never runs"; });
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(CaptureTest, BeginAndEndHaveTheirRules) {
  aclrtStream stream = new_stream();
  aclmdlRI model = nullptr;
  EXPECT_EQ(aclmdlRICaptureBegin(nullptr, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT);
  EXPECT_EQ(aclmdlRICaptureBegin(stream, static_cast<aclmdlRICaptureMode>(3)), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclmdlRICaptureBegin(&model, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_ERROR_INVALID_PARAM) << "no stream";
  EXPECT_EQ(aclmdlRICaptureEnd(stream, &model), ACL_ERROR_RT_STREAM_NOT_CAPTURED);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  for (const auto mode :
       {ACL_MODEL_RI_CAPTURE_MODE_GLOBAL, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL, ACL_MODEL_RI_CAPTURE_MODE_RELAXED}) {
    begin(stream, mode);
    EXPECT_EQ(aclmdlRICaptureBegin(stream, mode), ACL_ERROR_RT_STREAM_CAPTURED);
    EXPECT_EQ(aclmdlRICaptureEnd(stream, nullptr), ACL_ERROR_INVALID_PARAM) << "the capture goes on";
    aclError elsewhere = ACL_SUCCESS;
    std::thread([&] {
      ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
      elsewhere = aclmdlRICaptureEnd(stream, &model);
    }).join();
    if (mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED) {
      EXPECT_EQ(elsewhere, ACL_SUCCESS);
    } else {
      EXPECT_EQ(elsewhere, ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD);
      model = end(stream);
    }
    EXPECT_EQ(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS) << "an empty graph";
    EXPECT_EQ(aclmdlRIDestroy(model), ACL_SUCCESS);
  }
  EXPECT_EQ(aclmdlRIExecuteAsync(nullptr, stream), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclmdlRIDestroy(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

// A random program over several streams and events does the same whether it runs at once or is captured and then run.
TEST_F(CaptureTest, RandomProgramsRunAsTheyWereCaptured) {
  std::mt19937 random(20261130);
  for (int round = 0; round < 20; ++round) {
    constexpr size_t kStreams = 4, kCells = 6;
    std::vector<aclrtStream> streams(kStreams);
    for (auto &stream : streams) stream = new_stream();
    std::vector<aclrtEvent> events(2 * kStreams);
    for (auto &event : events) event = new_event();
    std::array<int64_t, kCells> cells{}, expected{};
    begin(streams[0]);
    const auto join = [&](size_t from, size_t to, size_t event) {
      ASSERT_EQ(aclrtRecordEvent(events[event], streams[from]), ACL_SUCCESS);
      ASSERT_EQ(aclrtStreamWaitEvent(streams[to], events[event]), ACL_SUCCESS);
    };
    for (size_t s = 1; s < kStreams; ++s) join(0, s, s);
    size_t last = 0;  // Every step comes behind the one before it, by event where they are on different streams.
    for (int step = 0; step < 100; ++step) {
      const size_t s = random() % kStreams, to = random() % kCells, from = random() % kCells;
      const int64_t factor = static_cast<int64_t>(random() % 5) - 2;
      if (s != last) join(last, s, random() % events.size());
      last = s;
      submit(streams[s],
             [&cells, to, from, factor, step] { cells[to] = (cells[to] * factor + cells[from] + step) % 1000003; });
      expected[to] = (expected[to] * factor + expected[from] + step) % 1000003;
    }
    for (size_t s = 1; s < kStreams; ++s) join(s, 0, s);
    aclmdlRI model = end(streams[0]);
    ASSERT_EQ(aclmdlRIExecuteAsync(model, streams[round % kStreams]), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    ASSERT_EQ(cells, expected);
    aclmdlRIDestroy(model);
    for (auto event : events) ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    for (auto stream : streams) ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

TEST_F(CaptureTest, OverflowStatusIsReadAndResetInStreamOrder) {
  aclrtStream stream = new_stream();
  std::array<uint32_t, 16> found{};
  found.fill(0xFFU);
  void *address = nullptr;
  ASSERT_EQ(aclrtCtxGetFloatOverflowAddr(&address), ACL_SUCCESS);
  aclrtPtrAttributes attributes;
  ASSERT_EQ(aclrtPointerGetAttributes(address, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  const auto read = [&] {
    EXPECT_EQ(aclrtGetOverflowStatus(found.data(), sizeof(found), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(found[15], 0U) << "the rest is 0";
    return found[0];
  };
  EXPECT_EQ(read(), 0U);
  Gate gate;
  submit(stream, [&gate] {
    gate.wait();
    note_overflow();
  });
  ASSERT_EQ(aclrtGetOverflowStatus(found.data(), sizeof(found), stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetOverflowStatus(stream), ACL_SUCCESS);
  gate.open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(found[0], 1U) << "read behind the work and before the reset";
  EXPECT_EQ(read(), 0U);
  submit(stream, [] { note_overflow(); });
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  uint32_t there = 0;
  ASSERT_EQ(aclrtMemcpy(&there, 4, address, 4, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(there, 1U) << "the memory that aclrtCtxGetFloatOverflowAddr names";
  ASSERT_EQ(aclrtMemset(address, 64, 0, 64), ACL_SUCCESS);
  EXPECT_EQ(read(), 0U);
  EXPECT_EQ(aclrtGetOverflowStatus(nullptr, 64, stream), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(recent().find("outputAddr"), std::string::npos);
  EXPECT_EQ(aclrtGetOverflowStatus(found.data(), 3, stream), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(recent().find("outputSize"), std::string::npos);
  EXPECT_EQ(aclrtCtxGetFloatOverflowAddr(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

}  // namespace
}  // namespace opstrata::device
