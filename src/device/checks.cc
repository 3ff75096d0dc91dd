#include "device/checks.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <mutex>
#include <new>
#include <utility>

#include "device/guarded.h"
#include "device/memory.h"
#include "device/queue.h"
#include "device/runtime.h"
#include "device/thread_state.h"
#include "device/trace.h"
#include "device/watch.h"

namespace opstrata::device {
namespace {

struct Writer {
  uintptr_t from, to;
  uint32_t stream;
  std::string name;
  uintptr_t block;  ///< 0: no memory of the runtime
};

struct Block {
  size_t size = 0;
  uint32_t writers = 0;
  uint32_t users = 0;  ///< pieces of work under way
  bool is_closed = false;
};

struct Checks {
  std::mutex mutex;
  std::list<Writer> writers;
  std::map<uintptr_t, Block> blocks;  // those with writers or users

  void update(uintptr_t start, Block &block, bool closed) {
    if (block.is_closed == closed) return;
    block.is_closed = closed;
    set_within_reach(reinterpret_cast<void *>(start), block.size, !closed);
  }
  void update(uintptr_t start, Block &block) { update(start, block, block.writers != 0 && block.users == 0); }
  void drop_if_idle(uintptr_t start) {
    const auto it = blocks.find(start);
    if (it == blocks.end()) return;
    update(start, it->second);
    if (it->second.writers == 0 && it->second.users == 0) blocks.erase(it);
  }
};

Checks &checks() {
  static auto *const made = new Checks;
  return *made;
}

thread_local const char *t_label = nullptr;

uintptr_t number(const void *address) { return reinterpret_cast<uintptr_t>(address); }

/// Start of the block of checked memory that an address lies in; 0 when there is none.
uintptr_t block_of(const void *address, size_t *size) {
  const auto block = find_block(address);
  if (!block || block->kind == MemoryKind::kRegistered || block->kind == MemoryKind::kMapped) return 0;
  *size = block->size;
  return block->start;
}

class Pending {
 public:
  Pending(uint32_t stream, std::vector<WrittenRange> ranges) {
    Checks &all = checks();
    for (WrittenRange &range : ranges) {
      size_t size = 0;
      const uintptr_t block = block_of(range.from, &size);
      const std::lock_guard lock(all.mutex);
      all.writers.push_back(
          {number(range.from), number(range.from) + range.bytes, stream, std::move(range.writer), block});
      mine_.push_back(std::prev(all.writers.end()));
      if (block == 0) continue;
      Block &known = all.blocks[block];
      known.size = size;
      ++known.writers;
      all.update(block, known);
    }
  }
  ~Pending() {
    Checks &all = checks();
    const std::lock_guard lock(all.mutex);
    for (const auto writer : mine_) {
      const uintptr_t block = writer->block;
      all.writers.erase(writer);
      const auto it = all.blocks.find(block);
      if (it == all.blocks.end()) continue;
      --it->second.writers;
      all.drop_if_idle(block);
    }
  }
  Pending(const Pending &) = delete;
  Pending &operator=(const Pending &) = delete;

 private:
  std::vector<std::list<Writer>::iterator> mine_;
};

const Writer *writer_of(const Checks &all, uintptr_t from, uint64_t bytes) {
  const auto it = std::find_if(all.writers.begin(), all.writers.end(),
                               [&](const Writer &w) { return w.from < from + bytes && from < w.to; });
  return it == all.writers.end() ? nullptr : &*it;
}

// --- Faults ----------------------------------------------------------------------------------------------------------

struct sigaction g_before;

void say(const char *text) { (void)!write(STDERR_FILENO, text, std::char_traits<char>::length(text)); }

/// True when the access may go on: work of a stream reads what is closed for the host, or the host reads other bytes.
bool explain(uintptr_t at) {
  char text[512];
  const char *const label = t_label;
  // Nothing is allocated here: the fault may lie in the allocator.
  const char *const who = label != nullptr ? label : thread_state().in_task ? "work of a stream" : "host code";
  {
    Checks &all = checks();
    const std::lock_guard lock(all.mutex);
    auto it = all.blocks.upper_bound(at);
    if (it != all.blocks.begin()) {
      auto &[start, block] = *--it;
      if (at - start < block.size && block.is_closed) {
        const Writer *writer = thread_state().in_task ? nullptr : writer_of(all, at, 1);
        if (writer == nullptr) {
          all.update(start, block, false);
          return true;
        }
        (void)std::snprintf(
            text, sizeof(text),
            "opstrata: checked mode: %s touches byte %zu of %zu bytes that %s on stream %u has still to write; "
            "synchronise with the stream before\n",
            who, static_cast<size_t>(at - start), block.size, writer->name.c_str(), writer->stream);
        say(text);
        return false;
      }
    }
  }
  if (const auto near = guarded_near(at); near) {
    (void)std::snprintf(text, sizeof(text), "opstrata: checked mode: %s touches byte %td of %s block of %zu bytes\n",
                        who, near->offset, near->is_released ? "a released" : "a", near->size);
    say(text);
  } else if (label != nullptr) {
    (void)std::snprintf(text, sizeof(text), "opstrata: checked mode: %s touches memory outside of every allocation\n",
                        who);
    say(text);
  }
  return false;
}

void on_fault(int, siginfo_t *info, void *) {
  if (info != nullptr && explain(number(info->si_addr))) return;
  // Whoever was there before, or the default, meets the same fault again.
  (void)sigaction(SIGSEGV, &g_before, nullptr);
}

}  // namespace

void explain_faults() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (watched_by(kTrace)) trace_begin();
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    (void)sigaction(SIGSEGV, &action, &g_before);
  });
}

std::shared_ptr<void> pending_writes(uint32_t stream, std::vector<WrittenRange> ranges) {
  std::erase_if(ranges, [](const WrittenRange &range) { return range.from == nullptr || range.bytes == 0; });
  if (!watched_by(kChecks) || ranges.empty()) return nullptr;
  return std::make_shared<Pending>(stream, std::move(ranges));
}

std::shared_ptr<void> pending_writes(aclrtStream handle, std::vector<WrittenRange> ranges) {
  if (!watched_by(kChecks)) return nullptr;
  std::shared_ptr<Stream> stream;
  if (!resolve_stream("pending_writes", handle, &stream).ok() || stream->capture() != nullptr) return nullptr;
  return pending_writes(stream->id(), std::move(ranges));
}

AclStatus check_pending(const char *function, const char *parameter, const void *address, uint64_t bytes) {
  if (!watched_by(kChecks) || thread_state().in_task) return {};
  Checks &all = checks();
  const std::lock_guard lock(all.mutex);
  const Writer *writer = writer_of(all, number(address), bytes);
  if (writer == nullptr) return {};
  return refuse(ACL_ERROR_RT_STREAM_NOT_COMPLETE, Msg::kPendingWriter,
                {{"function", function},
                 {"parameter", parameter},
                 {"writer", writer->name},
                 {"stream", writer->stream},
                 {"bytes", writer->to - writer->from}});
}

CheckedWork::CheckedWork(const char *label, std::span<const void *const> addresses) : is_on_(watched_by(kChecks)) {
  if (!is_on_) return;
  before_ = std::exchange(t_label, label);
  Checks &all = checks();
  for (const void *address : addresses) {
    size_t size = 0;
    const uintptr_t start = address == nullptr ? 0 : block_of(address, &size);
    if (start == 0) continue;
    const std::lock_guard lock(all.mutex);
    Block &block = all.blocks[start];
    block.size = size;
    ++block.users;
    all.update(start, block);
    blocks_.push_back(start);
  }
}
std::optional<size_t> CheckedWork::written_beside() const {
  Checks &all = checks();
  const std::lock_guard lock(all.mutex);  // a block that is known here is not released meanwhile
  for (const uintptr_t start : blocks_) {
    const auto it = all.blocks.find(start);
    if (it != all.blocks.end() && !is_kept_to(reinterpret_cast<void *>(start), it->second.size)) return it->second.size;
  }
  return std::nullopt;
}
CheckedWork::~CheckedWork() {
  if (!is_on_) return;
  Checks &all = checks();
  t_label = before_;
  const std::lock_guard lock(all.mutex);
  for (const uintptr_t start : blocks_) {
    const auto it = all.blocks.find(start);
    if (it == all.blocks.end()) continue;  // released meanwhile
    --it->second.users;
    all.drop_if_idle(start);
  }
}

void forget_pending(const void *block) {
  Checks &all = checks();
  const std::lock_guard lock(all.mutex);
  const auto it = all.blocks.find(number(block));
  if (it == all.blocks.end()) return;
  all.update(it->first, it->second, false);
  for (Writer &writer : all.writers) {
    if (writer.block == it->first) writer.block = 0, writer.to = writer.from;
  }
  all.blocks.erase(it);
}

std::optional<size_t> released_block(const void *address) {
  const auto near = guarded_near(number(address));
  if (!near || !near->is_released || near->offset < 0 || static_cast<size_t>(near->offset) >= near->size)
    return std::nullopt;
  return near->size;
}

void checks_before_fork() { checks().mutex.lock(); }
void checks_after_fork_in_parent() { checks().mutex.unlock(); }
void checks_after_fork_in_child() {
  Checks &all = checks();
  new (&all.mutex) std::mutex;
  for (Writer &writer : all.writers) writer.block = 0, writer.to = writer.from;
  for (auto &[start, block] : all.blocks) all.update(start, block, false);
  all.blocks.clear();
}

}  // namespace opstrata::device
