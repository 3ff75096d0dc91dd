#include "base/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <string>

#include "base/settings.h"

namespace opstrata::log {
namespace {

thread_local bool t_makes_state = false;  // its settings may be refused, which is no record then

struct State {
  std::atomic<int> level{static_cast<int>(Level::kNone)};
  std::atomic<unsigned long long> errors{0};
  std::shared_ptr<spdlog::logger> logger;

  State() {
    t_makes_state = true;
    const bool to_stdout = switch_setting("ASCEND_SLOG_PRINT_TO_STDOUT");
    const char *const file = text_setting("OPSTRATA_LOG_FILE");
    const auto wanted = number_setting("ASCEND_GLOBAL_LOG_LEVEL", static_cast<uint64_t>(Level::kError), 0, 4);
    try {
      if (to_stdout) {
        logger = std::make_shared<spdlog::logger>("opstrata", std::make_shared<spdlog::sinks::stdout_sink_mt>());
      } else if (file != nullptr) {
        logger = std::make_shared<spdlog::logger>("opstrata", std::make_shared<spdlog::sinks::basic_file_sink_mt>(file));
      }
    } catch (const spdlog::spdlog_ex &) {
      logger = nullptr;  // An unwritable log file must not stop the program.
      setting_path_refused("OPSTRATA_LOG_FILE", "write", file == nullptr ? "the standard output" : file, errno);
    }
    if (logger != nullptr) {
      logger->set_level(spdlog::level::trace);
      logger->flush_on(spdlog::level::info);
      logger->set_pattern("[%l] OPSTRATA(%P,%t):%Y-%m-%d-%H:%M:%S.%e %v");
      level = static_cast<int>(wanted);
    }
    t_makes_state = false;
  }
};

thread_local ErrorTexts *t_error_texts = nullptr;

// Never destroyed: records may come from static destructors of other libraries.
State &state() {
  static State *const value = new State;
  return *value;
}

}  // namespace

bool enabled(Level level) { return static_cast<int>(level) >= state().level.load(std::memory_order_relaxed); }

void write(Level level, std::string_view module, std::string_view text) {
  if (t_makes_state) return;
  State &s = state();
  if (level == Level::kError) {
    s.errors.fetch_add(1, std::memory_order_relaxed);
    if (t_error_texts != nullptr) t_error_texts->add(text);
  }
  if (s.logger == nullptr || level == Level::kNone || !enabled(level)) return;
  static constexpr spdlog::level::level_enum kMap[] = {spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                                                       spdlog::level::err};
  s.logger->log(kMap[static_cast<int>(level)], "[{}] {}", module, text);
}

unsigned long long error_count() { return state().errors.load(std::memory_order_relaxed); }

void flush() {
  if (state().logger != nullptr) state().logger->flush();
}

ErrorTexts::ErrorTexts() : outer_(t_error_texts) { t_error_texts = this; }
ErrorTexts::~ErrorTexts() { t_error_texts = outer_; }
ErrorTexts *ErrorTexts::of_thread() { return t_error_texts; }
ErrorTexts::Share::Share(ErrorTexts *texts) : before_(t_error_texts) { t_error_texts = texts; }
ErrorTexts::Share::~Share() { t_error_texts = before_; }
void ErrorTexts::add(std::string_view text) {
  constexpr size_t kMost = 1000;
  const std::scoped_lock lock(mutex_);
  if (text_.size() >= kMost) return;
  if (!text_.empty()) text_ += "; ";
  text_.append(text.substr(0, kMost));
}
bool keeps_errors() { return t_error_texts != nullptr; }

void set_level(Level level) { state().level = static_cast<int>(level); }

}  // namespace opstrata::log
