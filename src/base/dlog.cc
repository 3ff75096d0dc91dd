// Log functions of operator code with C linkage (dlog_pub.h, foreign-build section 4.6), and the core under them.
#include <algorithm>
#include <cstdio>
#include <string>

#include "base/log.h"
#include "base/operator_log.h"
#include "dlog_pub.h"

namespace opstrata::log {
namespace {

constexpr int32_t kLevelBits = 0xFF;
constexpr int32_t kModuleBits = 0xFFFF;

Level record_level(int32_t level) {
  const int32_t plain = level & kLevelBits;
  return plain == DLOG_EVENT ? Level::kInfo : static_cast<Level>(std::clamp(plain, 0, 4));
}

const char *module_name(int32_t module) {
  switch (module & kModuleBits) {
    case RUNTIME: return "RUNTIME";
    case CCECPU: return "CCECPU";
    case PROFILING: return "PROFILING";
    case AICPU: return "AICPU";
    case FE: return "FE";
    case GE: return "GE";
    case ASCENDCL: return "ASCENDCL";
    case TUNE: return "TUNE";
    case OP: return "OP";
    default: return "MODULE";
  }
}

}  // namespace

int32_t operator_level_enabled(int32_t level) {
  const Level plain = record_level(level);
  return plain != Level::kNone && (enabled(plain) || (plain == Level::kError && keeps_errors())) ? 1 : 0;
}

int32_t operator_level() {
  for (int level = DLOG_DEBUG; level <= DLOG_ERROR; ++level) {
    if (enabled(static_cast<Level>(level))) return level;
  }
  return DLOG_NULL;
}

int32_t set_operator_level(int32_t level) {
  if (level < DLOG_DEBUG || level > DLOG_NULL) return -1;
  set_level(static_cast<Level>(level));
  return 0;
}

void operator_record(int32_t module, int32_t level, const char *format, va_list arguments) {
  const Level plain = record_level(level);
  // Errors are counted also when nothing is written (log::error_count), other silent records cost no formatting.
  if (format == nullptr || plain == Level::kNone || (plain != Level::kError && !enabled(plain))) return;
  char text[MSG_LENGTH];
  std::vsnprintf(text, sizeof(text), format, arguments);
  write(plain, module_name(module), text);
}

}  // namespace opstrata::log

extern "C" {
OPSTRATA_DEFINE_DLOG_FUNCTIONS
}
