/// @file
/// The core under the log functions of operator code (dlog_pub.h), which exist with C and with C++ linkage.
#ifndef OPSTRATA_SRC_BASE_OPERATOR_LOG_H_
#define OPSTRATA_SRC_BASE_OPERATOR_LOG_H_

#include <cstdarg>
#include <cstdint>

#include "base/log.h"

namespace opstrata::log {

/// 1 when a record of the level (mask bits ignored) would be written, or kept (log::ErrorTexts).
int32_t operator_level_enabled(int32_t level);
int32_t operator_level();
int32_t set_operator_level(int32_t level);
/// Formats and writes one record of an interface module.
void operator_record(int32_t module, int32_t level, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

}  // namespace opstrata::log

/// The bodies of all functions of dlog_pub.h, over the core; used once per linkage.
#define OPSTRATA_DEFINE_DLOG_FUNCTIONS                                                                          \
  int32_t dlog_getlevel(int32_t, int32_t *enableEvent) {                                                        \
    if (enableEvent != nullptr) *enableEvent = 1;                                                               \
    return opstrata::log::operator_level();                                                                     \
  }                                                                                                             \
  int32_t dlog_setlevel(int32_t, int32_t level, int32_t) { return opstrata::log::set_operator_level(level); }   \
  int32_t CheckLogLevel(int32_t, int32_t logLevel) { return opstrata::log::operator_level_enabled(logLevel); }  \
  int32_t DlogSetAttr(LogAttr logAttrInfo) { return logAttrInfo.type <= SYSTEM ? 0 : -1; }                      \
  void DlogVaList(int32_t moduleId, int32_t level, const char *fmt, va_list list) {                             \
    opstrata::log::operator_record(moduleId, level, fmt, list);                                                 \
  }                                                                                                             \
  void DlogFlush(void) { opstrata::log::flush(); }                                                              \
  void DlogRecord(int32_t moduleId, int32_t level, const char *fmt, ...) {                                      \
    va_list arguments;                                                                                          \
    va_start(arguments, fmt);                                                                                   \
    opstrata::log::operator_record(moduleId, level, fmt, arguments);                                            \
    va_end(arguments);                                                                                          \
  }

#endif  // OPSTRATA_SRC_BASE_OPERATOR_LOG_H_
