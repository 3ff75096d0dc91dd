// Kills a writer before each of its system calls, and lets each of them fail in turn: afterwards the registry must read
// as the old or the new one. The writer runs in a traced child process, so that truly every system call counts.
#include <gmock/gmock.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <functional>

#include "history/registry_fixture.h"

namespace opstrata::history {
namespace {

enum class Fault { kNone, kKill, kNoSpace };
constexpr int kSucceeded = 10;  // exit codes of the child that no signal or sanitizer produces
constexpr int kRefused = 11;

struct Outcome {
  int calls = 0;        // system calls made
  bool killed = false;  // before its `at`-th call
  int exit_code = -1;
};

// Runs `writer` in a child; before its system call number `at` (from 0) does what `fault` says.
Outcome run_traced(const std::function<bool()> &writer, Fault fault, int at) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(12);
    ::raise(SIGSTOP);
    ::_exit(writer() ? kSucceeded : kRefused);
  }
  Outcome outcome;
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFSTOPPED(status)) {
    outcome.exit_code = WEXITSTATUS(status);
    return outcome;
  }
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
  bool entering = true, failing = false;
  for (;;) {
    ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) {
      outcome.exit_code = WEXITSTATUS(status);
      return outcome;
    }
    if (!WIFSTOPPED(status) || WSTOPSIG(status) != (SIGTRAP | 0x80)) continue;
    if (entering && outcome.calls++ == at) {
      if (fault == Fault::kKill) {
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
        outcome.killed = true;
        return outcome;
      }
#ifdef __x86_64__
      if (fault == Fault::kNoSpace) {
        user_regs_struct regs{};
        ::ptrace(PTRACE_GETREGS, child, nullptr, &regs);
        // exit_group cannot fail; memory and futex calls are not about the disk.
        const auto spared = {SYS_exit_group, SYS_mmap, SYS_mprotect, SYS_munmap, SYS_mremap, SYS_brk, SYS_futex};
        failing = std::find(spared.begin(), spared.end(), static_cast<long>(regs.orig_rax)) == spared.end();
        if (failing) regs.orig_rax = static_cast<unsigned long long>(-1);
        ::ptrace(PTRACE_SETREGS, child, nullptr, &regs);
      }
    } else if (!entering && failing) {
      user_regs_struct regs{};
      ::ptrace(PTRACE_GETREGS, child, nullptr, &regs);
      regs.rax = static_cast<unsigned long long>(-ENOSPC);
      ::ptrace(PTRACE_SETREGS, child, nullptr, &regs);
      // Nothing more to do to it: it runs on untraced, which is faster.
      ::ptrace(PTRACE_DETACH, child, nullptr, nullptr);
      ::waitpid(child, &status, 0);
      outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      return outcome;
#endif
    }
    entering = !entering;
  }
}

class CrashTest : public RegistryFixture {
 protected:
  // What a reader sees: releases with dates and branches, and the text of their operators.
  std::string seen() const {
    const Result<Registry> registry = Registry::open(package());
    if (registry.status().code() == Code::kNotFound) return "none";
    if (!registry.ok()) return "broken: " + registry.status().text();
    std::string out;
    for (const Finding &finding : registry->findings()) out += "finding: " + finding.text + "\n";
    for (const Release &release : registry->releases()) {
      out += release.version + " " + release.date + " " + release.branch + "\n";
      const Result<const Operators *> operators = registry->load_release(release.version);
      out += operators.ok() ? read(package() + "/registry/" + release.version + "/operators.json")
                            : operators.status().text();
      out += "\n";
    }
    return out;
  }

  // Folders of releases that were on their way.
  std::string staged() const {
    std::string found;
    if (!std::filesystem::exists(package() + "/registry")) return found;
    for (const auto &entry : std::filesystem::directory_iterator(package() + "/registry")) {
      const std::string name = entry.path().filename().string();
      if (name.find(".stage-") != std::string::npos) found += name + " ";
    }
    return found;
  }

  // `prepare` makes the old state, `write` changes it. Every outcome must be the old or the new state, and a writer
  // that comes after a crash must bring the new state.
  void check(const std::function<void()> &prepare, const std::function<bool()> &write) {
    const auto reset = [&] {
      std::filesystem::remove_all(package());
      prepare();
    };
    reset();
    const std::string old_state = seen();
    const Outcome whole = run_traced(write, Fault::kNone, -1);
    if (whole.exit_code == 12) GTEST_SKIP() << "this machine does not let a process trace its child";
    ASSERT_EQ(whole.exit_code, kSucceeded);
    const std::string new_state = seen();
    const std::string abi = package() + "/abi.json", new_abi = read(abi);
    ASSERT_NE(old_state, new_state);
    ASSERT_GT(whole.calls, 20);
    int kept = 0, changed = 0;
    for (const Fault fault : {Fault::kKill, Fault::kNoSpace}) {
      for (int at = 0; at < whole.calls; ++at) {
        reset();
        const Outcome outcome = run_traced(write, fault, at);
        const std::string state = seen();
        ASSERT_TRUE(state == old_state || state == new_state)
            << (fault == Fault::kKill ? "killed" : "failed") << " at system call " << at << "\n"
            << state;
        (state == old_state ? kept : changed)++;
        ASSERT_TRUE(outcome.exit_code != kSucceeded || state == new_state) << "said success at system call " << at;
        if (fault == Fault::kNoSpace && outcome.exit_code != kSucceeded && state == old_state) {
          ASSERT_EQ(staged(), "") << "left behind after system call " << at;
        }
        ASSERT_TRUE(write()) << "after system call " << at;
        ASSERT_EQ(seen(), new_state) << "after system call " << at;
        ASSERT_EQ(read(abi), new_abi) << (fault == Fault::kKill ? "killed" : "failed") << " at system call " << at;
        ASSERT_TRUE(check_registry(package())->empty())
            << "after system call " << at << ": " << check_registry(package())->front().text;
      }
    }
    EXPECT_GT(kept, 0);
    EXPECT_GT(changed, 0);
  }
};

TEST_F(CrashTest, FirstRelease) {
  check([] {}, [&] { return archive("1", "2026-01-01", {blend()}).ok(); });
}

TEST_F(CrashTest, NextRelease) {
  check([&] { ASSERT_TRUE(archive("1", "2026-01-01", {blend()}).ok()); },
        [&] { return archive("2", "2026-02-01", {}).ok(); });
}

TEST_F(CrashTest, MergedReleasesAppearTogether) {
  make_registry({{"1", "2026-01-01"}, {"2", "2026-01-02"}});
  const std::string source = scratch_ + "/installed";
  std::filesystem::rename(package(), source);
  check([] {}, [&] { return archive("3", "2026-02-01", {blend()}, false, source).ok(); });
}

TEST_F(CrashTest, ReplacedOperators) {
  check([&] { ASSERT_TRUE(archive("1", "2026-01-01", {blend()}).ok()); },
        [&] { return archive("1", "", {}, true).ok(); });
}

TEST_F(CrashTest, ReplacedOperatorsAndMetadata) {
  const proto::OpPrototype op = blend();
  check([&] { ASSERT_TRUE(archive("1", "2026-01-01", {}).ok()); },
        [&] {
          return archive_release({package(), "", {"1", "", "release"}, {}, true}, {&op}).ok();
        });
}

}  // namespace
}  // namespace opstrata::history
