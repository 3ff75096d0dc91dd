#include "device/trace.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/origin.h"
#include "base/settings.h"
#include "base/thread_owned.h"
#include "device/trace_json.h"

namespace opstrata::device {
namespace {

/// The events that a process begins with are in the file at once: it may not live until the next round of the writer.
constexpr uint32_t kWrittenAtOnce = 1000;
constexpr std::chrono::milliseconds kRound{20};  ///< of the writer

/// Process numbers of devices in the file; those of Linux end far below.
constexpr uint32_t kDeviceProcess = 1'000'000'000;

struct TraceEvent {
  uint64_t at;
  uint64_t value;  ///< duration, arrow, count
  uint32_t process, track;
  uint32_t name, kind;  ///< numbers of texts
  char phase;
};

/// Filled by one thread, emptied by whoever writes.
struct Chunk {
  static constexpr uint32_t kSize = 1024;
  std::array<TraceEvent, kSize> events;
  std::atomic<uint32_t> filled{0};
  uint32_t written = 0;
  std::atomic<Chunk *> next{nullptr};
};

struct Track {
  uint32_t thread = 0;
  Chunk *first = nullptr;         ///< not all written; the writer's
  Chunk *last = nullptr;          ///< the thread's
  std::atomic<bool> over{false};  ///< the thread has ended
};

/// Texts by number. Numbers are for ever.
struct Texts {
  std::mutex mutex;
  std::deque<std::string> by_number;
  std::unordered_map<std::string_view, uint32_t> numbers;
};

struct Trace {
  std::string path;
  Texts texts;
  std::mutex tracks_mutex;
  std::vector<Track *> tracks;
  std::atomic<uint32_t> full_chunks{0};
  std::atomic<uint32_t> first_events{0};  ///< up to kWrittenAtOnce
  std::atomic<uint64_t> arrows{0};

  std::mutex writer_mutex;  ///< whoever writes
  int file = -1;
  bool failed = false;
  off_t end = 0;                                  ///< where the closing bracket stands
  std::set<std::pair<uint32_t, uint32_t>> named;  ///< tracks that have their name in the file
  std::set<uint32_t> named_processes;
  std::pair<uint32_t, uint32_t> last_named{UINT32_MAX, UINT32_MAX};
  std::vector<std::string> known_texts;  ///< of `texts`, by number, as JSON
  uint64_t pid = 0;

  std::mutex wake_mutex;
  std::condition_variable wake;
  std::atomic<uint32_t> rounds{0};  ///< that the writer has made
};

std::atomic<bool> g_is_begun{false};

// --- Faults ----------------------------------------------------------------------------------------------------------

constexpr std::array<int, 5> kFatal{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
std::array<struct sigaction, kFatal.size()> g_before_trace;
std::atomic<const std::atomic<uint32_t> *> g_rounds{nullptr};  ///< Trace::rounds, once there is a writer

/// The process is about to die of a signal: gives the writer two rounds, of which the second begins after the fault,
/// then leaves the signal to whoever had it before. The writer is another thread, so it does not matter what this one
/// was about.
void on_fatal(int number, siginfo_t *info, void *) {
  const int error = errno;
  if (const auto *rounds = g_rounds.load(); rounds != nullptr && watched_by(kTrace)) {
    const uint32_t before = rounds->load();
    const timespec pause{0, 1'000'000};
    for (int i = 0; i < 500 && rounds->load() - before < 2; ++i) (void)nanosleep(&pause, nullptr);
  }
  for (size_t i = 0; i < kFatal.size(); ++i) {
    if (kFatal[i] == number) (void)sigaction(number, &g_before_trace[i], nullptr);
  }
  if (info->si_code <= 0) (void)raise(number);  // sent by somebody; a fault comes again by itself
  errno = error;
}

void watch_faults(const std::atomic<uint32_t> &rounds) {
  g_rounds = &rounds;
  struct sigaction action = {};
  action.sa_sigaction = on_fatal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (size_t i = 0; i < kFatal.size(); ++i) (void)sigaction(kFatal[i], &action, &g_before_trace[i]);
}

// --- The process's trace ---------------------------------------------------------------------------------------------

Trace &trace() {
  static auto *const made = [] {
    g_is_begun = true;
    pin_library(&g_is_begun);  // thread and handlers are for ever
    auto *t = new Trace;
    const char *path = text_setting("OPSTRATA_TRACE");
    t->path = path == nullptr ? "" : path;
    try {
      std::thread([t] {
        for (;;) {
          {
            std::unique_lock lock(t->wake_mutex);
            t->wake.wait_for(lock, kRound);
          }
          trace_write();
          ++t->rounds;
        }
      }).detach();
      watch_faults(t->rounds);
    } catch (const std::system_error &) {
      // No thread to be had: the file is written at aclFinalize, at exit, and by threads that have much to add.
    }
    return t;
  }();
  return *made;
}

/// A thread's track, which lives until it is written.
struct TrackOfThread {
  TrackOfThread() : track(new Track) {
    track->thread = static_cast<uint32_t>(syscall(SYS_gettid));
    track->first = track->last = new Chunk;
    Trace &all = trace();
    const std::lock_guard lock(all.tracks_mutex);
    all.tracks.push_back(track);
  }
  ~TrackOfThread() { track->over.store(true, std::memory_order_release); }
  TrackOfThread(const TrackOfThread &) = delete;
  TrackOfThread &operator=(const TrackOfThread &) = delete;
  Track *const track;
  /// Numbers of the texts that came last, by where they lie, because the same literals and plans come again and again.
  struct KnownText {
    const std::string *text;
    uint32_t number;
  };
  std::array<KnownText, 64> texts{};
};
using ThreadTrack = ThreadOwned<TrackOfThread, ThreadObject::kTrack, AfterEnd::kAnother>;

Track &track() { return *ThreadTrack::get()->track; }

uint32_t number_of(std::string_view text) {
  auto &known = ThreadTrack::get()->texts;
  TrackOfThread::KnownText &slot = known[(reinterpret_cast<uintptr_t>(text.data()) >> 3 ^ text.size()) % known.size()];
  if (slot.text != nullptr && *slot.text == text) return slot.number;
  Texts &texts = trace().texts;
  const std::lock_guard lock(texts.mutex);
  auto found = texts.numbers.find(text);
  if (found == texts.numbers.end()) {
    texts.by_number.emplace_back(text);
    found = texts.numbers.emplace(texts.by_number.back(), static_cast<uint32_t>(texts.by_number.size() - 1)).first;
  }
  slot = {&texts.by_number[found->second], found->second};
  return found->second;
}

void add(const TraceEvent &event) {
  Track &to = track();
  uint32_t at = to.last->filled.load(std::memory_order_relaxed);
  if (at == Chunk::kSize) {
    auto *more = new (std::nothrow) Chunk;
    if (more == nullptr) return;
    to.last->next.store(more, std::memory_order_release);
    to.last = more;
    at = 0;
    // The writer is behind: this thread helps, so that memory stays bounded.
    constexpr uint32_t kMany = 256;
    const uint32_t waiting = trace().full_chunks.fetch_add(1, std::memory_order_relaxed);
    if (waiting > kMany)
      trace_write();
    else if (waiting % 16 == 15)
      trace().wake.notify_one();
  }
  to.last->events[at] = event;
  to.last->filled.store(at + 1, std::memory_order_release);
  std::atomic<uint32_t> &first = trace().first_events;
  if (first.load(std::memory_order_relaxed) < kWrittenAtOnce) {
    first.fetch_add(1, std::memory_order_relaxed);
    trace_write();
  }
}

// --- Writing ---------------------------------------------------------------------------------------------------------

/// A text as JSON.
const std::string &text_of(Trace &all, uint32_t number) {
  if (number >= all.known_texts.size()) {
    const std::lock_guard lock(all.texts.mutex);
    for (size_t i = all.known_texts.size(); i < all.texts.by_number.size(); ++i) {
      append_json_text(all.known_texts.emplace_back(), all.texts.by_number[i]);
    }
  }
  return all.known_texts[number];
}

void append_name(std::string &out, const char *what, uint64_t process, uint32_t track, std::string_view name) {
  out.append(",\n{\"ph\":\"M\",\"name\":\"").append(what).append("\",\"pid\":");
  append_json_number(out, process);
  out += ",\"tid\":";
  append_json_number(out, track);
  out += ",\"args\":{\"name\":";
  append_json_text(out, name);
  out += "}}";
}

/// The names of the event's process and track, if they are not in the file yet.
void append_names(std::string &out, Trace &all, const TraceEvent &event, uint64_t process) {
  if (all.last_named == std::pair(event.process, event.track)) return;
  if (all.named_processes.insert(event.process).second) {
    append_name(out, "process_name", process, event.process == 0 ? static_cast<uint32_t>(process) : 0,
                event.process == 0 ? "process" : "device " + std::to_string(event.process - 1));
  }
  if (event.phase != 'C' && all.named.emplace(event.process, event.track).second) {
    append_name(out, "thread_name", process, event.track,
                (event.process == 0 ? "thread " : "stream ") + std::to_string(event.track));
  }
  if (event.phase != 'C') all.last_named = {event.process, event.track};
}

void append_event(std::string &out, Trace &all, const TraceEvent &event) {
  const uint64_t process = event.process == 0 ? all.pid : kDeviceProcess + event.process - 1;
  append_names(out, all, event, process);
  out += ",\n";
  append_event_head(out, event.phase, text_of(all, event.name), text_of(all, event.kind), event.at, process,
                    event.track);
  switch (event.phase) {
    case 'X':
      append_duration(out, event.value);
      break;
    case 'C':
      out += ",\"args\":{\"value\":";
      append_json_number(out, event.value);
      out += '}';
      break;
    default:
      out += ",\"id\":";
      append_json_number(out, event.value);
      if (event.phase == 'f') out += ",\"bp\":\"e\"";
      break;
  }
  out += '}';
}

/// Everything that the threads have filled in; chunks that are done with, and tracks of ended threads, go.
void collect(Trace &all, std::string &out) {
  std::vector<Track *> tracks;
  {
    const std::lock_guard lock(all.tracks_mutex);
    tracks = all.tracks;
  }
  for (Track *each : tracks) {
    const bool over = each->over.load(std::memory_order_acquire);
    for (;;) {
      Chunk *chunk = each->first;
      const uint32_t filled = chunk->filled.load(std::memory_order_acquire);
      for (; chunk->written < filled; ++chunk->written) append_event(out, all, chunk->events[chunk->written]);
      Chunk *next = chunk->next.load(std::memory_order_acquire);
      if (next == nullptr || chunk->written < Chunk::kSize) break;
      each->first = next;
      delete chunk;
      all.full_chunks.fetch_sub(1, std::memory_order_relaxed);
    }
    if (!over) continue;
    delete each->first;
    {
      const std::lock_guard lock(all.tracks_mutex);
      std::erase(all.tracks, each);
    }
    delete each;
  }
}

void put(Trace &all, std::string out) {
  if (all.file < 0) {
    all.file = open(all.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (all.file < 0) {
      all.failed = true;
      setting_path_refused("OPSTRATA_TRACE", "write", all.path, errno);
      return;
    }
    out.front() = '[';  // in place of the first comma
  }
  const size_t events = out.size();
  out += "\n]\n";
  size_t done = 0;
  while (done < out.size()) {
    const ssize_t written = pwrite(all.file, out.data() + done, out.size() - done, all.end + static_cast<off_t>(done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      // The disk is full: what stood there before stays, and the trace ends.
      all.failed = true;
      setting_path_refused("OPSTRATA_TRACE", "write", all.path, written < 0 ? errno : ENOSPC);
      if (ftruncate(all.file, all.end) == 0) (void)!pwrite(all.file, "\n]\n", 3, all.end);
      return;
    }
    done += static_cast<size_t>(written);
  }
  all.end += static_cast<off_t>(events);
}

/// The last one to be called when the process exits: behind all functions of atexit and destructors of other libraries.
__attribute__((destructor)) void write_at_exit() { trace_write(); }

}  // namespace

void trace_begin() { (void)trace(); }

TraceMoment trace_moment() {
  const auto place = running_stream();
  if (!place) return {watch_now(), 0, track().thread};
  return {watch_now(), static_cast<uint32_t>(place->device) + 1, place->stream};
}

void trace_slice(std::string_view kind, std::string_view name, uint64_t begin) {
  const TraceMoment end = trace_moment();
  add({begin, end.at - begin, end.process, end.track, number_of(name), number_of(kind), 'X'});
}

uint64_t trace_new_arrow() { return trace().arrows.fetch_add(1, std::memory_order_relaxed) + 1; }

void trace_arrow(ArrowPart part, uint64_t arrow, const TraceMoment &moment) {
  add({moment.at, arrow, moment.process, moment.track, number_of("call"), number_of("call"), static_cast<char>(part)});
}

void trace_counter(uint32_t process, std::string_view name, uint64_t value) {
  add({watch_now(), value, process, 0, number_of(name), number_of("counter"), 'C'});
}

void trace_write() {
  if (!g_is_begun || !watched_by(kTrace)) return;
  Trace &all = trace();
  const std::lock_guard lock(all.writer_mutex);
  all.pid = static_cast<uint64_t>(getpid());
  std::string out;
  collect(all, out);
  if (!out.empty() && !all.failed) put(all, std::move(out));
}

void trace_before_fork() {
  if (!g_is_begun) return;
  trace().writer_mutex.lock();
  trace().texts.mutex.lock();
  trace().tracks_mutex.lock();
}
void trace_after_fork(bool in_child) {
  // Nothing of the trace is used in a child, so its locks stay as they are there.
  if (in_child) g_watchers.fetch_and(~uint32_t{kTrace});
  if (in_child || !g_is_begun) return;
  trace().tracks_mutex.unlock();
  trace().texts.mutex.unlock();
  trace().writer_mutex.unlock();
}

}  // namespace opstrata::device
