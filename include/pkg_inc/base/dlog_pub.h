/// @file
/// Log functions of operator code (foreign-build section 4.6). They have C linkage, or C++ linkage where LOG_CPP is defined;
/// the library has both. Records are silent unless the environment asks for them (ASCEND_GLOBAL_LOG_LEVEL with
/// ASCEND_SLOG_PRINT_TO_STDOUT=1 or OPSTRATA_LOG_FILE).
#ifndef DLOG_PUB_H_
#define DLOG_PUB_H_

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "log_types.h"

#if defined(__GNUC__)
#define LOG_FUNC_VISIBILITY __attribute__((visibility("default")))
#else
#define LOG_FUNC_VISIBILITY
#endif

#if defined(__cplusplus) && !defined(LOG_CPP)
extern "C" {
#endif

/// Level in force for a module (0 debug … 4 none); `enableEvent` (may be null) receives 1.
LOG_FUNC_VISIBILITY int32_t dlog_getlevel(int32_t moduleId, int32_t *enableEvent);
/// Sets the level of the process (levels of single modules are not kept apart). 0; -1 for a level outside 0 to 4.
LOG_FUNC_VISIBILITY int32_t dlog_setlevel(int32_t moduleId, int32_t level, int32_t enableEvent);
/// 1 when a record of this level would be written, else 0.
LOG_FUNC_VISIBILITY int32_t CheckLogLevel(int32_t moduleId, int32_t logLevel);
/// Describes the process; accepted, as records carry the process already. 0.
LOG_FUNC_VISIBILITY int32_t DlogSetAttr(LogAttr logAttrInfo);
/// Writes one record (printf style).
LOG_FUNC_VISIBILITY void DlogVaList(int32_t moduleId, int32_t level, const char *fmt, va_list list)
    __attribute__((format(printf, 3, 0)));
LOG_FUNC_VISIBILITY void DlogFlush(void);
/// The same with the arguments in place. No format attribute on purpose: consumers' calls do not always match their formats, and
/// their builds treat warnings as errors.
LOG_FUNC_VISIBILITY void DlogRecord(int32_t moduleId, int32_t level, const char *fmt, ...) __attribute__((weak));

#if defined(__cplusplus) && !defined(LOG_CPP)
}
#endif

#ifndef __FILENAME__
#define __FILENAME__ (strrchr(__FILE__, '/') ? strrchr(__FILE__, '/') + 1 : __FILE__)
#endif

#define OPSTRATA_DLOG(moduleId, level, fmt, ...)                                                         \
  do {                                                                                                   \
    if (CheckLogLevel((moduleId), (level)) == 1) {                                                       \
      DlogRecord((moduleId), (level), "[%s:%d]" fmt, __FILENAME__, __LINE__, ##__VA_ARGS__);             \
    }                                                                                                    \
  } while (0)
#define dlog_error(moduleId, fmt, ...) OPSTRATA_DLOG(moduleId, DLOG_ERROR, fmt, ##__VA_ARGS__)
#define dlog_warn(moduleId, fmt, ...) OPSTRATA_DLOG(moduleId, DLOG_WARN, fmt, ##__VA_ARGS__)
#define dlog_info(moduleId, fmt, ...) OPSTRATA_DLOG(moduleId, DLOG_INFO, fmt, ##__VA_ARGS__)
#define dlog_debug(moduleId, fmt, ...) OPSTRATA_DLOG(moduleId, DLOG_DEBUG, fmt, ##__VA_ARGS__)
#define Dlog(moduleId, level, fmt, ...) OPSTRATA_DLOG(moduleId, level, fmt, ##__VA_ARGS__)
#define DlogSub(moduleId, submodule, level, fmt, ...) \
  OPSTRATA_DLOG(moduleId, level, "[%s]" fmt, submodule, ##__VA_ARGS__)

#endif  // DLOG_PUB_H_
