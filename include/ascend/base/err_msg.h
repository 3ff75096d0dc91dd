/// @file
/// Reports of errors by operator code (foreign-build section 4.7). Every report becomes the thread's recent message
/// (`aclGetRecentErrMsg`). All functions are weak, so that code built with this header also runs without the library.
#ifndef INC_EXTERNAL_BASE_ERR_MSG_H_
#define INC_EXTERNAL_BASE_ERR_MSG_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "opstrata/visibility.h"

#ifndef WEAK_SYMBOL
#define WEAK_SYMBOL __attribute__((weak))
#endif
#ifndef ATTRIBUTE_USED
#define ATTRIBUTE_USED __attribute__((used))
#endif
#define LIMIT_PER_MSG 1024U

namespace error_message {

/// A failure inside operator code: `code` (such as "EZ9999"), then a printf format with its arguments. The text ends with
/// function, file and line. Returns 0, -1 for null `code` or `format`.
OPSTRATA_API WEAK_SYMBOL int32_t ReportInnerErrMsg(const char *file_name, const char *func, uint32_t line,
                                                   const char *error_code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/// A failure whose text the caller wrote for users. Returns 0, -1 for null arguments.
OPSTRATA_API WEAK_SYMBOL int32_t ReportUserDefinedErrMsg(const char *error_code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// A failure with a registered text (RegisterFormatErrorMessage); `keys` and `values` run in parallel. Codes without a
/// registered text print as `code: key=value, …`. Returns 0, -1 for a null code or lists of different lengths.
OPSTRATA_API WEAK_SYMBOL int32_t ReportPredefinedErrMsg(const char *error_code, const std::vector<const char *> &keys,
                                                        const std::vector<const char *> &values);
OPSTRATA_API WEAK_SYMBOL int32_t ReportPredefinedErrMsg(const char *error_code);

/// Registers texts from JSON: {"error_info_list": [{"ErrCode": "EZ0001", "ErrMessage": "… %s …", "Arglist": "key1,key2"}]}.
/// The first registration of a code wins. Returns 0, -1 when the text is not of that form.
OPSTRATA_API WEAK_SYMBOL int32_t RegisterFormatErrorMessage(const char *error_msg, size_t error_msg_len);

}  // namespace error_message

namespace ge {
using error_message::RegisterFormatErrorMessage;
using error_message::ReportInnerErrMsg;
using error_message::ReportPredefinedErrMsg;
using error_message::ReportUserDefinedErrMsg;
}  // namespace ge

#define REPORT_INNER_ERR_MSG(code, fmt, ...)                                                                                \
  do {                                                                                                                      \
    if (error_message::ReportInnerErrMsg != nullptr) {                                                                      \
      (void)error_message::ReportInnerErrMsg(__FILE__, &__FUNCTION__[0], static_cast<uint32_t>(__LINE__), (code), (fmt),    \
                                             ##__VA_ARGS__);                                                                \
    }                                                                                                                       \
  } while (false)

#define REPORT_USER_DEFINED_ERR_MSG(code, fmt, ...)                                 \
  do {                                                                              \
    if (error_message::ReportUserDefinedErrMsg != nullptr) {                        \
      (void)error_message::ReportUserDefinedErrMsg((code), (fmt), ##__VA_ARGS__);   \
    }                                                                               \
  } while (false)

#define REPORT_PREDEFINED_ERR_MSG(code, ...)                                                 \
  do {                                                                                       \
    if (error_message::ReportInnerErrMsg != nullptr) {                                       \
      (void)error_message::ReportPredefinedErrMsg((code), ##__VA_ARGS__);                    \
    }                                                                                        \
  } while (false)

#define OPSTRATA_REG_FORMAT_ERROR_MSG(text, length, counter)                                  \
  namespace {                                                                                 \
  ATTRIBUTE_USED const int32_t g_register_format_error_msg_##counter =                        \
      error_message::RegisterFormatErrorMessage((text), (length));                            \
  }
#define OPSTRATA_REG_FORMAT_ERROR_MSG_EXPAND(text, length, counter) OPSTRATA_REG_FORMAT_ERROR_MSG(text, length, counter)
#define REG_FORMAT_ERROR_MSG(text, length) OPSTRATA_REG_FORMAT_ERROR_MSG_EXPAND(text, length, __COUNTER__)

#endif  // INC_EXTERNAL_BASE_ERR_MSG_H_
