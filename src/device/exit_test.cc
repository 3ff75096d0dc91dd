// Processes that end, fork, or use the runtime from destructors of static objects, in child processes of this test.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "device/test_support.h"

#ifdef __SANITIZE_ADDRESS__
// The child of a fork does not look for leaks: what only the stacks of the parent's other threads held has no owner
// there.
static bool g_in_forked_child = false;
extern "C" __attribute__((visibility("default"), used)) int __lsan_is_turned_off();  // NOLINT: the sanitizer's name
extern "C" int __lsan_is_turned_off() { return g_in_forked_child ? 1 : 0; }          // NOLINT
#endif

namespace opstrata::device {
namespace {

// Runs `body` in a fresh process image of this program (the argument selects it) and returns its exit status.
int run_self(const char *what) {
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "exit_test", what, static_cast<char *>(nullptr));
    _exit(99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST(Exit, WithPendingAndRunningWork) { EXPECT_EQ(run_self("pending"), 0); }
TEST(Exit, FromAKernel) { EXPECT_EQ(run_self("from-kernel"), 7); }
TEST(Exit, StaticDestructorsMayUseTheRuntime) { EXPECT_EQ(run_self("static"), 0); }
TEST(Exit, ChildOfAForkStartsAnew) { EXPECT_EQ(run_self("fork"), 0); }
TEST(Exit, ThreadThatEndsWithParkedStream) { EXPECT_EQ(run_self("thread"), 0); }

TEST(Configuration, DefaultDeviceBindsImplicitly) { EXPECT_EQ(run_self("default-device"), 0); }

struct Holder {
  aclrtStream stream = nullptr;
  void *memory = nullptr;
  ~Holder() {
    if (stream == nullptr) return;
    (void)aclrtSynchronizeStream(stream);
    (void)aclrtDestroyStream(stream);
    (void)aclrtFree(memory);
    (void)aclrtFree(memory);  // an error text in the very last moment
    (void)aclFinalize();
  }
};
Holder g_holder;

void start_work(aclrtStream stream, int count) {
  for (int i = 0; i < count; ++i) submit(stream, [] { std::this_thread::sleep_for(std::chrono::microseconds(200)); });
}

int pending() {
  aclrtSetDevice(0);
  for (int s = 0; s < 8; ++s) {
    aclrtStream stream = new_stream();
    start_work(stream, 100);
    aclrtLaunchHostFunc(stream, [](void *) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }, nullptr);
  }
  aclrtEvent event = nullptr;
  aclrtCreateEvent(&event);
  aclrtStreamWaitEventWithTimeout(nullptr, event, 1);
  start_work(nullptr, 10);
  return 0;
}

int from_kernel() {
  aclrtSetDevice(0);
  submit(nullptr, [] { std::exit(7); });
  std::this_thread::sleep_for(std::chrono::seconds(30));
  return 0;
}

int static_objects() {
  aclInit(nullptr);
  aclrtSetDevice(0);
  g_holder.stream = new_stream();
  aclrtMalloc(&g_holder.memory, 100, ACL_MEM_MALLOC_HUGE_FIRST);
  start_work(g_holder.stream, 3);
  return 0;
}

int forked() {
  aclrtSetDevice(0);
  aclrtStream stream = new_stream();
  void *memory = nullptr;
  aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
  start_work(stream, 50);
#ifdef __SANITIZE_ADDRESS__
  // The sanitizer's allocator does not follow a fork: a lock that another thread held is never free in the child.
  if (aclrtSynchronizeStream(stream) != ACL_SUCCESS) return 9;
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
#endif
  const pid_t child = fork();
  if (child == 0) {
#ifdef __SANITIZE_ADDRESS__
    g_in_forked_child = true;
#endif
    // Handles of the parent are unknown, its memory is ours, and everything can be made anew.
    if (aclrtSynchronizeStream(stream) != ACL_ERROR_RT_CONTEXT_NULL) _exit(1);
    if (aclrtFree(memory) != ACL_SUCCESS) _exit(2);
    if (aclrtSetDevice(0) != ACL_SUCCESS) _exit(3);
    if (aclrtSynchronizeStream(stream) != ACL_ERROR_INVALID_PARAM) _exit(4);
#ifdef __SANITIZE_THREAD__
    _exit(0);  // The sanitizer knows the stacks of the parent's threads, and dies where a thread of the child takes one of them.
#endif
    int ran = 0;
    aclrtStream own = nullptr;
    if (aclrtCreateStream(&own) != ACL_SUCCESS) _exit(5);
    submit(own, [&ran] { ++ran; });
    if (aclrtSynchronizeStream(own) != ACL_SUCCESS || ran != 1) _exit(6);
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (aclrtSynchronizeStream(stream) != ACL_SUCCESS) return 10;
  if (aclrtFree(memory) != ACL_SUCCESS) return 11;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 12;
}

int ending_thread() {
  aclrtSetDevice(0);
  aclrtEvent event = nullptr;
  aclrtCreateEvent(&event);
  aclrtStream stream = nullptr;
  int ran = 0;
  aclrtContext context = nullptr;
  aclrtGetCurrentContext(&context);
  std::thread([&] {
    aclrtSetCurrentContext(context);
    aclrtCreateStream(&stream);
    aclrtStreamWaitEvent(stream, event);
    submit(stream, [&ran] { ++ran; });
  }).join();
  aclrtRecordEvent(event, nullptr);
  return aclrtSynchronizeStream(stream) == ACL_SUCCESS && ran == 1 ? 0 : 1;
}

int default_device() {
  std::string name = testing::TempDir() + "opstrata_acl_XXXXXX";
  const int file = mkstemp(name.data());
  const char *const path = name.c_str();
  const std::string good = R"({"dump": {"level": 1}, "defaultDevice": {"default_device": "0"}})";
  const std::string bad = R"({"defaultDevice": {"default_device": "9"}})";
  const auto write_text = [&](const std::string &text) {
    return ftruncate(file, 0) == 0 && pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  };
  int32_t device = -1;
  if (!write_text(bad) || aclInit(path) != ACL_ERROR_INVALID_PARAM) return 1;
  if (!write_text(good) || aclInit(path) != ACL_SUCCESS) return 2;
  unlink(path);
  if (aclrtGetDevice(&device) != ACL_SUCCESS || device != 0) return 3;
  int ran = 0;
  submit(nullptr, [&ran] { ++ran; });
  if (aclrtSynchronizeStream(nullptr) != ACL_SUCCESS || ran != 1) return 4;
  return aclFinalize() == ACL_SUCCESS ? 0 : 5;
}

}  // namespace
}  // namespace opstrata::device

int main(int argc, char **argv) {
  using namespace opstrata::device;  // NOLINT
  const std::string what = argc == 2 ? argv[1] : "";
  if (what == "pending") return pending();
  if (what == "from-kernel") return from_kernel();
  if (what == "static") return static_objects();
  if (what == "fork") return forked();
  if (what == "thread") return ending_thread();
  if (what == "default-device") return default_device();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
