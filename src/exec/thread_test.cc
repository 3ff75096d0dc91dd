// Threads and lives: first use by many threads at once, memory and executors that move between threads, plans and
// streams side by side, order on many streams, a device that changes between calls.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "exec/test_operators.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/pool_allocator.h"
#include "opstrata/cache.h"

namespace l0op {
OP_TYPE_REGISTER(TestAdd);
OP_TYPE_REGISTER(TestUnload);
static aclnnStatus Negate(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestUnload, OP_INPUT(x), OP_OUTPUT(y));
}
static aclnnStatus AddInto(const aclTensor *x1, const aclTensor *x2, const aclTensor *addOut, aclOpExecutor *executor) {
  return ADD_TO_LAUNCHER_LIST_AICORE(TestAdd, OP_INPUT(x1, x2), OP_OUTPUT(addOut));
}
}  // namespace l0op

namespace {

using exec_test::float_tensor;

aclnnStatus aclnnThreadAddGetWorkspaceSize(const aclTensor *x, const aclTensor *y, aclTensor *z,
                                           uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnThreadAdd, DFX_IN(x, y), DFX_OUT(z));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::AddInto(x, y, z, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

aclnnStatus aclnnThreadNegateGetWorkspaceSize(const aclTensor *x, aclTensor *y, uint64_t *workspaceSize,
                                              aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnThreadNegate, DFX_IN(x), DFX_OUT(y));
  auto unique = CREATE_EXECUTOR();
  CHECK_RET(l0op::Negate(x, y, unique.get()) == ACLNN_SUCCESS, ACLNN_ERR_INNER_NULLPTR);
  return exec_test::plan_call(unique, workspaceSize, executor);
}

struct Destroyer {
  void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, Destroyer>;

/// z = x + y on tensors of one's own.
struct Call {
  explicit Call(size_t size)
      : a(size, 1.0F), b(size, 2.0F), c(size), x(float_tensor(a)), y(float_tensor(b)), z(float_tensor(c)) {}
  aclOpExecutor *first() { return first(bytes); }
  aclOpExecutor *first(uint64_t &needed) const {
    aclOpExecutor *executor = nullptr;
    if (aclnnThreadAddGetWorkspaceSize(x.get(), y.get(), z.get(), &needed, &executor) != ACLNN_SUCCESS ||
        needed > sizeof(workspace))
      return nullptr;
    return executor;
  }
  bool second(aclOpExecutor *executor, aclrtStream stream = nullptr) {
    return executor != nullptr && CommonOpExecutorRun(workspace, bytes, executor, stream) == ACLNN_SUCCESS;
  }
  bool run(aclrtStream stream = nullptr) {
    return second(first(), stream) && aclrtSynchronizeStream(stream) == ACL_SUCCESS && c.back() == a.back() + b.back();
  }
  std::vector<float> a, b, c;
  uint64_t bytes = 0;
  alignas(64) uint8_t workspace[1024] = {};
  OwnedTensor x, y, z;
};

void in_threads(int count, const std::function<void(int)> &body) {
  std::atomic<bool> go{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      while (!go) std::this_thread::yield();
      body(i);
    });
  }
  go = true;
  for (std::thread &thread : threads) thread.join();
}

opstrata_cache_statistics_t statistics() {
  opstrata_cache_statistics_t now;
  EXPECT_EQ(opstrata_cache_statistics(&now, sizeof(now)), ACLNN_SUCCESS);
  return now;
}

class Threads : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
};

// The first test of the program: nothing has been looked up yet.
TEST_F(Threads, FirstUseBySixtyFourAtOnce) {
  std::atomic<int> right{0};
  in_threads(64, [&right](int i) {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    Call call(5 + static_cast<size_t>(i % 3));
    if (call.run()) ++right;
  });
  EXPECT_EQ(right, 64);
}

TEST_F(Threads, ShortLivedOnesAllocateHereAndFreeThere) {
  struct Mail {
    std::mutex mutex;
    std::vector<void *> blocks;
    std::vector<aclOpExecutor *> executors;
    std::vector<aclTensor *> tensors;
  } mail;
  const auto live = [](Mail &all) {
    for (void *block : all.blocks) op::internal::FreePtr(block);
    for (aclOpExecutor *executor : all.executors) EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
    for (aclTensor *tensor : all.tensors) EXPECT_EQ(aclDestroyTensor(tensor), ACLNN_SUCCESS);
    all.blocks.clear();
    all.executors.clear();
    all.tensors.clear();
  };
  Call call(7);
  for (int round = 0; round < 20; ++round) {
    in_threads(10, [&](int i) {
      EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      Mail others;
      {
        const std::lock_guard lock(mail.mutex);
        std::swap(others.blocks, mail.blocks);
        std::swap(others.executors, mail.executors);
        std::swap(others.tensors, mail.tensors);
      }
      live(others);  // made by threads that have ended
      std::vector<float> values(3);
      Mail own;
      uint64_t needed = 0;  // of this thread
      for (size_t size = 1; size < 5000; size = size * 3 + static_cast<size_t>(i)) {
        void *block = op::internal::MallocPtr(size);
        ASSERT_NE(block, nullptr);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 16, 0U);
        std::memset(block, i, size);
        own.blocks.push_back(block);
        own.executors.push_back(call.first(needed));
        own.tensors.push_back(float_tensor(values));
      }
      const std::lock_guard lock(mail.mutex);
      mail.blocks.insert(mail.blocks.end(), own.blocks.begin(), own.blocks.end());
      mail.executors.insert(mail.executors.end(), own.executors.begin(), own.executors.end());
      mail.tensors.insert(mail.tensors.end(), own.tensors.begin(), own.tensors.end());
    });
  }
  live(mail);
}

TEST_F(Threads, ExecutorsOfOneAreRunOrDestroyedByAnother) {
  Call call(9);
  ASSERT_TRUE(call.run());  // hits and misses both
  for (int i = 0; i < 50; ++i) {
    aclOpExecutor *first = call.first(), *second = call.first();
    Call unseen(100 + static_cast<size_t>(i));
    aclOpExecutor *third = unseen.first();
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    std::thread([&] {
      EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
      EXPECT_EQ(aclDestroyAclOpExecutor(first), ACLNN_SUCCESS);
      EXPECT_TRUE(call.second(second));
      EXPECT_TRUE(unseen.second(third));
    }).join();
    EXPECT_EQ(aclDestroyAclOpExecutor(first), ACLNN_ERR_INNER) << "it was destroyed";
    EXPECT_EQ(aclDestroyAclOpExecutor(second), ACLNN_ERR_INNER) << "it was consumed";
    (void)aclGetRecentErrMsg();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(unseen.c.back(), 3.0F);
  }
}

TEST_F(Threads, StaleExecutorsAreKnownForLong) {
  Call call(4);
  ASSERT_TRUE(call.run());
  aclOpExecutor *stale = call.first();
  ASSERT_EQ(aclDestroyAclOpExecutor(stale), ACLNN_SUCCESS);
  for (int i = 0; i < 200; ++i) ASSERT_EQ(aclDestroyAclOpExecutor(call.first()), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(stale), ACLNN_ERR_INNER);
  // What never was one: inside of one, beside one, on the stack, beyond memory.
  aclOpExecutor *alive = call.first();
  for (const uintptr_t wrong : {reinterpret_cast<uintptr_t>(alive) + 8, reinterpret_cast<uintptr_t>(alive) + 64,
                                reinterpret_cast<uintptr_t>(&call), uintptr_t{64}, UINTPTR_MAX - 63}) {
    EXPECT_EQ(aclDestroyAclOpExecutor(reinterpret_cast<aclOpExecutor *>(wrong)), ACLNN_ERR_INNER);
  }
  (void)aclGetRecentErrMsg();
  EXPECT_EQ(aclDestroyAclOpExecutor(alive), ACLNN_SUCCESS);
}

TEST_F(Threads, TwoPlansOfOneOperatorOnTwoStreams) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  std::atomic<int> right{0};
  in_threads(2, [&](int i) {
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    Call call(i == 0 ? 16 : 17);
    for (int round = 0; round < 2000; ++round) {
      call.a.back() = static_cast<float>(round);
      if (call.run(stream)) ++right;
    }
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  });
  EXPECT_EQ(right, 4000);
}

// One plan, several streams: the threads' own shortcuts to it count as hits, and forgetting it reaches them.
TEST_F(Threads, HitsAreCountedAndForgottenPlansAreMissed) {
  if (std::getenv("DISABLE_L2_CACHE") != nullptr) GTEST_SKIP();
  Call call(21);
  ASSERT_TRUE(call.run());
  const auto before = statistics();
  constexpr int kThreads = 4, kRounds = 100;
  in_threads(kThreads, [](int) {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    Call own(21);
    for (int i = 0; i < kRounds; ++i) EXPECT_TRUE(own.run());
  });
  const auto after = statistics();
  EXPECT_EQ(after.hits - before.hits, uint64_t{kThreads * kRounds});
  EXPECT_EQ(after.misses, before.misses);
  ASSERT_TRUE(call.run());
  EXPECT_EQ(statistics().hits, after.hits + 1);
  ASSERT_EQ(aclnnReselectStaticKernel(), ACLNN_SUCCESS);
  const auto cleared = statistics();
  EXPECT_EQ(cleared.plans, 0U);
  ASSERT_TRUE(call.run());
  EXPECT_EQ(statistics().hits, cleared.hits);
  EXPECT_EQ(statistics().misses, cleared.misses + 1);
  ASSERT_TRUE(call.run());
  EXPECT_EQ(statistics().hits, cleared.hits + 1);
}

TEST_F(Threads, DeviceThatChangesBetweenCallsAndPhases) {
  uint32_t devices = 0;
  ASSERT_EQ(aclrtGetDeviceCount(&devices), ACL_SUCCESS);
  if (devices < 2) GTEST_SKIP() << "this needs OPSTRATA_DEVICES=2";
  Call call(33);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(aclrtSetDevice(i % 2), ACL_SUCCESS);
    ASSERT_TRUE(call.run()) << i;
    aclOpExecutor *executor = call.first();
    ASSERT_EQ(aclrtSetDevice(1 - i % 2), ACL_SUCCESS);  // phase two goes to the device that is current then
    ASSERT_TRUE(call.second(executor));
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(Threads, KernelLibraryThatIsClosed) {
  void *library = dlopen(EXEC_UNLOAD_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto negates = [](size_t size) {
    std::vector<float> a(size, 3.0F), c(size);
    const OwnedTensor x(float_tensor(a)), y(float_tensor(c));
    uint64_t bytes = 0;
    aclOpExecutor *executor = nullptr;
    return aclnnThreadNegateGetWorkspaceSize(x.get(), y.get(), &bytes, &executor) == ACLNN_SUCCESS &&
           CommonOpExecutorRun(nullptr, bytes, executor, nullptr) == ACLNN_SUCCESS && aclrtSynchronizeStream(nullptr) == ACL_SUCCESS &&
           c.back() == -3.0F;
  };
  ASSERT_TRUE(negates(6)) << aclGetRecentErrMsg();
  ASSERT_EQ(dlclose(library), 0);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(negates(6)) << "by the plan of before";
  EXPECT_TRUE(negates(7)) << "prepared anew";
}

// Every operator of a stream reads what the one before it wrote.
TEST_F(Threads, ManyStreamsKeepTheirOrder) {
  constexpr int kStreams = 64;
  const char *full = std::getenv("OPSTRATA_FULL_TESTS");
  const int operators = full != nullptr ? 10000 : 300;
  std::vector<aclrtStream> streams(kStreams);
  std::vector<std::unique_ptr<Call>> calls;
  std::vector<aclOpExecutor *> executors;
  for (auto &stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    calls.push_back(std::make_unique<Call>(1));
    Call &call = *calls.back();
    call.c[0] = 0;
    // c = c + b, in place
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(aclnnThreadAddGetWorkspaceSize(call.z.get(), call.y.get(), call.z.get(), &call.bytes, &executor),
              ACLNN_SUCCESS);
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS);
    executors.push_back(executor);
  }
  for (int i = 0; i < operators; ++i) {
    for (int s = 0; s < kStreams; ++s) ASSERT_TRUE(calls[s]->second(executors[s], streams[s]));
  }
  for (int s = 0; s < kStreams; ++s) {
    ASSERT_EQ(aclrtSynchronizeStream(streams[s]), ACL_SUCCESS);
    EXPECT_EQ(calls[s]->c[0], 2.0F * static_cast<float>(operators)) << s;
    ASSERT_EQ(aclDestroyAclOpExecutor(executors[s]), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtDestroyStream(streams[s]), ACL_SUCCESS);
  }
}

// --- Ends of processes
// ----------------------------------------------------------------------------------------------------

/// Runs `body` in a child of its own image and returns its exit status.
int run_self(const char *what) {
  // These processes end with live objects and with calls of threads whose own memory is gone: the leaks are what is tested.
  const char *value = std::getenv("ASAN_OPTIONS");
  const std::string given = value == nullptr ? "" : value;
  // The child of a fork beside threads must not allocate: its environment is ready before.
  setenv("OPSTRATA_THREAD_TEST", what, 1);
  setenv("ASAN_OPTIONS", (given + ":detect_leaks=0").c_str(), 1);
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "exec_thread_test", "--gtest_filter=Child.*", static_cast<char *>(nullptr));
    _exit(99);
  }
  unsetenv("OPSTRATA_THREAD_TEST");
  setenv("ASAN_OPTIONS", given.c_str(), 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}
TEST(Ends, ExitWithLiveObjects) { EXPECT_EQ(run_self("exit"), 0); }
TEST(Ends, CallsFromExitHandlersAndStaticDestructors) { EXPECT_EQ(run_self("atexit"), 0); }
TEST(Ends, CallsFromDestructorsOfAThread) { EXPECT_EQ(run_self("thread"), 0); }
TEST(Ends, ForkInAnUnrelatedChild) { EXPECT_EQ(run_self("fork"), 0); }

Call *g_call = nullptr;
struct AtTheEnd {
  bool active = false;
  ~AtTheEnd() {
    if (active && !g_call->run()) _exit(21);
  }
};
AtTheEnd g_at_the_end;
thread_local AtTheEnd t_at_the_end;

TEST(Child, OfThisTest) {
  const char *what = std::getenv("OPSTRATA_THREAD_TEST");
  if (what == nullptr) GTEST_SKIP() << "the parent runs this";
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  g_call = new Call(12);
  if (what == std::string("thread")) {
    // The destructor was registered before the library's own ones, and so runs after them.
    std::thread([] {
      t_at_the_end.active = true;
      if (aclrtSetDevice(0) != ACL_SUCCESS || !g_call->run()) _exit(22);
    }).join();
    return;
  }
  g_at_the_end.active = what == std::string("atexit");
  if (g_at_the_end.active) {
    std::atexit([] {
      if (!g_call->run()) _exit(23);
    });
  }
  ASSERT_TRUE(g_call->run());
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  aclOpExecutor *executor = g_call->first();
  ASSERT_NE(executor, nullptr);
  if (what == std::string("fork")) {
    const pid_t child = fork();
    if (child == 0) {
      // A child that has nothing to do with operators, and ends as programs do.
      void *block = op::internal::MallocPtr(100);
      op::internal::FreePtr(block);
      std::exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    ASSERT_TRUE(g_call->run());
  }
  auto *const left = new Call(12);  // The work that is left under way is not that of the last calls.
  for (int i = 0; i < 100; ++i) (void)left->second(left->first(), stream);
  // Executor, stream, tensors and work under way are left as they are.
}

}  // namespace
