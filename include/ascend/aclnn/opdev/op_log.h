/// @file
/// Log and check macros of operator code (opdev-api section 2.18).
///
/// Every message is a string literal, because a prefix is pasted in front of it. Arguments are evaluated only when the level
/// is enabled; OP_LOGE evaluates them once more for the report that `aclGetRecentErrMsg` returns. The back ends carry no
/// format attribute on purpose: consumers' calls do not always match their formats.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OP_LOG_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_OP_LOG_H_

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ostream>
#include <string>
#include <type_traits>
#include <unordered_map>

#include "opdev/op_errno.h"
#include "opstrata/visibility.h"

/// Makes `format` filled with the arguments this thread's recent message, with `code` ("EZ1001", "EZ9903", "EZ9999").
OPSTRATA_API void ReportErrorMessageInner(const std::string &code, const char *fmt, ...);
/// Writes one log record.
OPSTRATA_API void DlogRecordInner(int32_t moduleId, int32_t level, const char *fmt, ...);
/// 1 when a record of this level would be written, else 0.
OPSTRATA_API int32_t CheckLogLevelInner(int32_t moduleId, int32_t level);

namespace op {
namespace internal {
/// "Api" or "Api/L0Function": where the calling thread is, for the prefix of log records.
OPSTRATA_API std::string GetLogApiInfo();

inline const char *GetFileName(const char *path) {
  const char *slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}
inline const char *GetOpName(const char *name) { return name == nullptr ? "" : name; }

/// Code of the user-visible error class: first digit of the status (section 2.1).
inline const char *ErrorCodeOfStatus(int64_t status) {
  while (status >= 10) status /= 10;
  return status == 1 ? "EZ1001" : (status == 3 ? "EZ9903" : "EZ9999");
}
}  // namespace internal
}  // namespace op

#ifndef likely
#define likely(x) __builtin_expect(static_cast<bool>(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(static_cast<bool>(x), 0)
#endif

#ifndef OP_ID
#define OP_ID 63
#endif
#ifndef OPAPI_SUBMOD_NAME
#define OPAPI_SUBMOD_NAME "NNOP"
#endif

#define OPDEV_LOG_LEVEL_DEBUG 0
#define OPDEV_LOG_LEVEL_INFO 1
#define OPDEV_LOG_LEVEL_WARN 2
#define OPDEV_LOG_LEVEL_ERROR 3
#define OPDEV_LOG_LEVEL_EVENT 16

#ifdef NNOPBASE_UT
#define OPDEV_LOG_RECORD(level, file, line, func, fmt, ...)                                                     \
  std::printf("[%s:%d][%s] " fmt "\n", op::internal::GetFileName(file), static_cast<int>(line), func, ##__VA_ARGS__)
#else
#define OPDEV_LOG_RECORD(level, file, line, func, fmt, ...)                                                     \
  do {                                                                                                          \
    if (CheckLogLevelInner(OP_ID, level) == 1) {                                                                \
      DlogRecordInner(OP_ID, level, "[%s:%d][%s][%s][%s] " fmt, op::internal::GetFileName(file),                \
                      static_cast<int>(line), OPAPI_SUBMOD_NAME, func, op::internal::GetLogApiInfo().c_str(),   \
                      ##__VA_ARGS__);                                                                           \
    }                                                                                                           \
  } while (false)
#endif

#define OP_DFX_LOGD(file, line, func, fmt, ...) OPDEV_LOG_RECORD(OPDEV_LOG_LEVEL_DEBUG, file, line, func, fmt, ##__VA_ARGS__)
#define OP_DFX_LOGI(file, line, func, fmt, ...) OPDEV_LOG_RECORD(OPDEV_LOG_LEVEL_INFO, file, line, func, fmt, ##__VA_ARGS__)
#define OP_DFX_LOGW(file, line, func, fmt, ...) OPDEV_LOG_RECORD(OPDEV_LOG_LEVEL_WARN, file, line, func, fmt, ##__VA_ARGS__)
#define OP_DFX_LOGE(file, line, func, fmt, ...) OPDEV_LOG_RECORD(OPDEV_LOG_LEVEL_ERROR, file, line, func, fmt, ##__VA_ARGS__)

#define OP_LOGD(fmt, ...) OP_DFX_LOGD(__FILE__, __LINE__, __FUNCTION__, fmt, ##__VA_ARGS__)
#define OP_LOGI(fmt, ...) OP_DFX_LOGI(__FILE__, __LINE__, __FUNCTION__, fmt, ##__VA_ARGS__)
#define OP_LOGW(fmt, ...) OP_DFX_LOGW(__FILE__, __LINE__, __FUNCTION__, fmt, ##__VA_ARGS__)
#define OP_EVENT(fmt, ...) OPDEV_LOG_RECORD(OPDEV_LOG_LEVEL_EVENT, __FILE__, __LINE__, __FUNCTION__, fmt, ##__VA_ARGS__)

/// An ERROR record of status `err`, invisible to the user.
#define OP_LOGE_WITHOUT_REPORT(err, fmt, ...) \
  OP_DFX_LOGE(__FILE__, __LINE__, __FUNCTION__, "errno[%d] " fmt, static_cast<int>(err), ##__VA_ARGS__)

/// An ERROR record of status `err` that is also this thread's recent message.
#define OP_LOGE(err, fmt, ...)                                                              \
  do {                                                                                      \
    OP_LOGE_WITHOUT_REPORT(err, fmt, ##__VA_ARGS__);                                        \
    ReportErrorMessageInner(op::internal::ErrorCodeOfStatus(err), fmt, ##__VA_ARGS__);      \
  } while (false)

/// `return return_expr;` unless `cond`. Logged without report: the failing check has said why already.
#define CHECK_RET(cond, return_expr)                                          \
  do {                                                                        \
    if (!(cond)) {                                                            \
      OP_LOGE_WITHOUT_REPORT(ACLNN_ERR_INNER, "Check %s failed", #cond);      \
      return return_expr;                                                     \
    }                                                                         \
  } while (false)

/// Evaluates `call` once; a non-zero result is logged and returned.
#define CHECK_RET_CODE(call, fmt, ...)                     \
  do {                                                     \
    const auto opdevCheckedCode = (call);                  \
    if (opdevCheckedCode != 0) {                           \
      OP_LOGE(opdevCheckedCode, fmt, ##__VA_ARGS__);       \
      return opdevCheckedCode;                             \
    }                                                      \
  } while (false)

/// Reports `fmt` with status `ret` and returns it unless `cond`.
#define CHECK_COND(cond, ret, fmt, ...)     \
  do {                                      \
    if (!(cond)) {                          \
      OP_LOGE(ret, fmt, ##__VA_ARGS__);     \
      return ret;                           \
    }                                       \
  } while (false)

/// Runs both statements unless `cond`.
#define OP_CHECK(cond, log_stmt, return_expr) \
  do {                                        \
    if (!(cond)) {                            \
      log_stmt;                               \
      return_expr;                            \
    }                                         \
  } while (false)

#define OP_CHECK_NO_RETURN(cond, log_stmt) \
  do {                                     \
    if (!(cond)) {                         \
      log_stmt;                            \
    }                                      \
  } while (false)

#define OP_CHECK_NOTNULL(ptr)                                       \
  do {                                                              \
    if ((ptr) == nullptr) {                                         \
      OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "%s is null", #ptr);         \
      return ACLNN_ERR_INNER_NULLPTR;                               \
    }                                                               \
  } while (false)

namespace op {
/// Scoped enumerations (SocVersion, …) print as their number: tests write them to streams.
template <typename E, typename = typename std::enable_if<std::is_enum<E>::value && !std::is_convertible<E, int64_t>::value>::type>
std::ostream &operator<<(std::ostream &stream, E value) {
  return stream << static_cast<int64_t>(value);
}
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_LOG_H_
