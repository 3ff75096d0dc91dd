#include "base/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>

namespace opstrata::log {
namespace {

struct State {
  std::atomic<int> level{static_cast<int>(Level::kNone)};
  std::atomic<unsigned long long> errors{0};
  std::shared_ptr<spdlog::logger> logger;

  State() {
    const char *to_stdout = std::getenv("ASCEND_SLOG_PRINT_TO_STDOUT");
    const char *file = std::getenv("OPSTRATA_LOG_FILE");
    const char *wanted = std::getenv("ASCEND_GLOBAL_LOG_LEVEL");
    try {
      if (to_stdout != nullptr && std::string_view(to_stdout) == "1") {
        logger = std::make_shared<spdlog::logger>("opstrata", std::make_shared<spdlog::sinks::stdout_sink_mt>());
      } else if (file != nullptr && *file != '\0') {
        logger = std::make_shared<spdlog::logger>("opstrata", std::make_shared<spdlog::sinks::basic_file_sink_mt>(file));
      }
    } catch (const spdlog::spdlog_ex &) {
      logger = nullptr;  // An unwritable log file must not stop the program.
    }
    if (logger != nullptr) {
      logger->set_level(spdlog::level::trace);
      logger->flush_on(spdlog::level::info);
      logger->set_pattern("[%l] OPSTRATA(%P,%t):%Y-%m-%d-%H:%M:%S.%e %v");
      int value = static_cast<int>(Level::kError);
      if (wanted != nullptr && wanted[0] >= '0' && wanted[0] <= '4' && wanted[1] == '\0') value = wanted[0] - '0';
      level = value;
    }
  }
};

// Never destroyed: records may come from static destructors of other libraries.
State &state() {
  static State *const value = new State;
  return *value;
}

}  // namespace

bool enabled(Level level) { return static_cast<int>(level) >= state().level.load(std::memory_order_relaxed); }

void write(Level level, std::string_view module, std::string_view text) {
  State &s = state();
  if (level == Level::kError) s.errors.fetch_add(1, std::memory_order_relaxed);
  if (s.logger == nullptr || level == Level::kNone || !enabled(level)) return;
  static constexpr spdlog::level::level_enum kMap[] = {spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                                                       spdlog::level::err};
  s.logger->log(kMap[static_cast<int>(level)], "[{}] {}", module, text);
}

unsigned long long error_count() { return state().errors.load(std::memory_order_relaxed); }

void flush() {
  if (state().logger != nullptr) state().logger->flush();
}

void set_level(Level level) { state().level = static_cast<int>(level); }

}  // namespace opstrata::log
