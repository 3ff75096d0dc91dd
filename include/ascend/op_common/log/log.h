/**
 * @file
 * Log and check macros of operator code (opdev-api section 4.2, foreign-build section 4.5). An entity is a context pointer, a
 * name, or null; one-argument calls (`OP_LOGI("text")`) are allowed. Every error form also becomes the thread's recent
 * message. With OP_LOG_LIBOPAPI_ONLY defined the forms that opdev/op_log.h has too are left out.
 */
#ifndef OP_COMMON_LOG_LOG_H
#define OP_COMMON_LOG_LOG_H

#include <sys/syscall.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/err_msg.h"
#include "exe_graph/runtime/shape.h"
#include "graph/error_codes.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

#ifndef DLOG_DEBUG
#define DLOG_DEBUG 0x0
#endif
#ifndef DLOG_INFO
#define DLOG_INFO 0x1
#endif
#ifndef DLOG_WARN
#define DLOG_WARN 0x2
#endif
#ifndef DLOG_ERROR
#define DLOG_ERROR 0x3
#endif
#ifndef OP_SUBMOD_NAME
#define OP_SUBMOD_NAME "OPS_BASE"
#endif

constexpr int32_t OP_MODULE_ID = 63;

extern "C" {
__attribute__((visibility("default"))) int32_t CheckLogLevel(int32_t moduleId, int32_t logLevel);
__attribute__((visibility("default"), weak)) void DlogRecord(int32_t moduleId, int32_t level, const char *fmt, ...);
}

namespace Ops {
namespace Base {
/** Thread id for log records. */
inline uint64_t GetTid() {
  thread_local static const uint64_t tid = static_cast<uint64_t>(syscall(__NR_gettid));
  return tid;
}

/** The text, "nil" for null. */
inline const char *GetSafeStr(const char *text) { return text == nullptr ? "nil" : text; }

/** How records name an entity: a text as it is, a context as "type:name"; null gives "nil" and "nil:nil". */
inline std::string GetOpInfo(const std::string &name) { return name; }
inline std::string GetOpInfo(const char *name) { return GetSafeStr(name); }
template <typename T>
auto GetOpInfo(const T *context) -> decltype(context->GetNodeType(), context->GetNodeName(), std::string()) {
  return context == nullptr ? std::string("nil:nil")
                            : std::string(GetSafeStr(context->GetNodeType())) + ":" + GetSafeStr(context->GetNodeName());
}

/** An argument of a report: a number, or anything that a std::string can be made of; a null text is "nil". */
struct ReportValue {
  std::string text;
  ReportValue(const char *value) : text(value == nullptr ? "nil" : value) {}  // NOLINT: implicit on purpose
  template <typename T, typename std::enable_if<std::is_convertible<T, std::string>::value, int>::type = 0>
  ReportValue(const T &value) : text(value) {}  // NOLINT
  template <typename T, typename std::enable_if<std::is_arithmetic<T>::value, long>::type = 0>
  ReportValue(T value) : text(std::to_string(value)) {}  // NOLINT
};

/** Reports a predefined error code with parallel keys and values, and logs it. */
inline void ReportPredefined(const char *code, const char *function, int line, std::initializer_list<const char *> keys,
                             std::initializer_list<ReportValue> reported) {
  std::vector<std::string> values;
  for (const ReportValue &value : reported) {
    values.push_back(value.text);
  }
  std::vector<const char *> texts;
  std::string all;
  const char *const *key = keys.begin();
  for (const std::string &value : values) {
    texts.push_back(value.c_str());
    all.append(all.empty() ? "" : ", ").append(*key++).append("=").append(value);
  }
  REPORT_PREDEFINED_ERR_MSG(code, std::vector<const char *>(keys), texts);
  if (DlogRecord != nullptr && CheckLogLevel(OP_MODULE_ID, DLOG_ERROR) == 1) {
    DlogRecord(OP_MODULE_ID, DLOG_ERROR, "[%s:%d][%s] %s: %s", function, line, OP_SUBMOD_NAME, code, all.c_str());
  }
}
}  // namespace Base
}  // namespace Ops

#ifndef OP_LOG_LIBOPAPI_ONLY
namespace Ops {
namespace Base {
/** "[2, 3]", "DT_FLOAT", "NCHW", "[[2, 3], [1]]" (a null shape prints as nil). */
__attribute__((visibility("default"))) std::string ToString(const gert::Shape &shape);
__attribute__((visibility("default"))) std::string ToString(ge::DataType type);
__attribute__((visibility("default"))) std::string ToString(ge::Format format);
__attribute__((visibility("default"))) std::string ToString(const std::vector<const gert::Shape *> &shapes);
}  // namespace Base
}  // namespace Ops

#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

#define OpLogSub(moduleId, level, opName, fmt, ...)                                                                     \
  do {                                                                                                                  \
    if (DlogRecord != nullptr && CheckLogLevel(static_cast<int32_t>(moduleId), (level)) == 1) {                         \
      DlogRecord(static_cast<int32_t>(moduleId), (level), "[%s:%d][%s][%s][%" PRIu64 "] OpName:[%s] " fmt,               \
                 (strrchr(__FILE__, '/') != nullptr ? strrchr(__FILE__, '/') + 1 : __FILE__), __LINE__, OP_SUBMOD_NAME,  \
                 &__FUNCTION__[0], Ops::Base::GetTid(), Ops::Base::GetOpInfo(opName).c_str(), ##__VA_ARGS__);            \
    }                                                                                                                   \
  } while (0)

/* Logging only, without report. */
#define D_OP_LOGD(opName, fmt, ...) OpLogSub(OP_MODULE_ID, DLOG_DEBUG, opName, fmt, ##__VA_ARGS__)
#define D_OP_LOGI(opName, fmt, ...) OpLogSub(OP_MODULE_ID, DLOG_INFO, opName, fmt, ##__VA_ARGS__)
#define D_OP_LOGW(opName, fmt, ...) OpLogSub(OP_MODULE_ID, DLOG_WARN, opName, fmt, ##__VA_ARGS__)
#define D_OP_LOGE(opName, fmt, ...) OpLogSub(OP_MODULE_ID, DLOG_ERROR, opName, fmt, ##__VA_ARGS__)

/* The empty literal lets a call without format compile. */
#define OP_LOGD(opName, ...) D_OP_LOGD(opName, "" __VA_ARGS__)
#define OP_LOGI(opName, ...) D_OP_LOGI(opName, "" __VA_ARGS__)
#define OP_LOGW(opName, ...) D_OP_LOGW(opName, "" __VA_ARGS__)
#define OP_LOGE_WITHOUT_REPORT(opName, ...) D_OP_LOGE(opName, "" __VA_ARGS__)
#define OP_LOGE(opName, ...) OP_LOGE_REPORT_INNER(opName, "" __VA_ARGS__)
#define OP_LOGE_REPORT_INNER(opName, fmt, ...)                                                                 \
  do {                                                                                                         \
    D_OP_LOGE(opName, fmt, ##__VA_ARGS__);                                                                     \
    REPORT_INNER_ERR_MSG("EZ9999", "op[%s], " fmt, Ops::Base::GetOpInfo(opName).c_str(), ##__VA_ARGS__);       \
  } while (0)

/* Logs and leaves when the condition holds. */
#define OP_CHECK_IF(condition, log, return_expr) \
  do {                                           \
    if (unlikely(condition)) {                   \
      log;                                       \
      return_expr;                               \
    }                                            \
  } while (0)
#define OP_CHECK_NULL_WITH_CONTEXT(context, ptr)                       \
  do {                                                                 \
    if (unlikely((ptr) == nullptr)) {                                  \
      OP_LOGE(context, "%s is nullptr!", #ptr);                        \
      return ge::GRAPH_FAILED;                                         \
    }                                                                  \
  } while (0)
#endif  // OP_LOG_LIBOPAPI_ONLY

/*
 * Errors with a predefined code. Arguments may be numbers and anything that a std::string can be made of, temporaries included.
 */
#define OP_LOGE_PREDEFINED(code, keys, ...) \
  Ops::Base::ReportPredefined(code, &__FUNCTION__[0], __LINE__, OP_LOGE_LIST keys, {__VA_ARGS__})
#define OP_LOGE_LIST(...) {__VA_ARGS__}

#define OP_LOGE_FOR_INVALID_SHAPE(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0001", ("op_name", "param_name", "incorrect_shape", "correct_shape"), opName, paramName, wrong, right)
#define OP_LOGE_FOR_INVALID_SHAPEDIM(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0002", ("op_name", "param_name", "incorrect_dim", "correct_dim"), opName, paramName, wrong, right)
#define OP_LOGE_FOR_INVALID_SHAPESIZE(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0003", ("op_name", "param_name", "incorrect_size", "correct_size"), opName, paramName, wrong, right)
#define OP_LOGE_FOR_INVALID_FORMAT(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0004", ("op_name", "param_name", "incorrect_format", "correct_format"), opName, paramName, wrong, right)
#define OP_LOGE_FOR_INVALID_DTYPE(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0005", ("op_name", "param_name", "incorrect_dtype", "correct_dtype"), opName, paramName, wrong, right)
#define OP_LOGE_FOR_INVALID_TENSORNUM(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0006", ("op_name", "param_name", "incorrect_num", "correct_num"), opName, paramName, wrong, right)
#define OP_LOGE_FOR_INVALID_VALUE(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0007", ("op_name", "param_name", "incorrect_value", "correct_value"), opName, paramName, wrong, right)
#define OP_LOGE_FOR_INVALID_LISTSIZE(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0008", ("op_name", "param_name", "incorrect_size", "correct_size"), opName, paramName, wrong, right)
#define OP_LOGE_FOR_INVALID_STRIDE(opName, paramName, wrong, right)                                         \
  OP_LOGE_PREDEFINED("EZ0009", ("op_name", "param_name", "incorrect_stride", "correct_stride"), opName, paramName, wrong, right)

#define OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0010", ("op_name", "param_names", "incorrect_shape", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0011", ("op_name", "param_names", "incorrect_shapes", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0012", ("op_name", "param_names", "incorrect_dim", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_SHAPEDIMS_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0013", ("op_name", "param_names", "incorrect_dims", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0014", ("op_name", "param_names", "incorrect_size", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_SHAPESIZES_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0015", ("op_name", "param_names", "incorrect_sizes", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0016", ("op_name", "param_names", "incorrect_format", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_FORMATS_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0017", ("op_name", "param_names", "incorrect_formats", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0018", ("op_name", "param_names", "incorrect_dtype", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0019", ("op_name", "param_names", "incorrect_dtypes", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0020", ("op_name", "param_names", "incorrect_nums", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0021", ("op_name", "param_names", "incorrect_value", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_VALUES_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0022", ("op_name", "param_names", "incorrect_values", "reason"), opName, paramNames, wrong, reason)
#define OP_LOGE_FOR_INVALID_LISTSIZE_WITH_REASON(opName, paramNames, wrong, reason)                           \
  OP_LOGE_PREDEFINED("EZ0023", ("op_name", "param_names", "incorrect_size", "reason"), opName, paramNames, wrong, reason)

#define OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON(opName, paramName, reason) \
  OP_LOGE_PREDEFINED("EZ0024", ("op_name", "param_name", "reason"), opName, paramName, reason)
#define OP_LOGE_FOR_INVALID_CONFIG(opName, file, item, value, expect) \
  OP_LOGE_PREDEFINED("EZ0025", ("op_name", "file", "item", "value", "expect"), opName, file, item, value, expect)
#define OP_LOGE_FOR_INVALID_CONFIGS(opName, file, item, value, expect) \
  OP_LOGE_PREDEFINED("EZ0026", ("op_name", "file", "items", "values", "expect"), opName, file, item, value, expect)
#define OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON(opName, file, item, value, reason) \
  OP_LOGE_PREDEFINED("EZ0027", ("op_name", "file", "item", "value", "reason"), opName, file, item, value, reason)
#define OP_LOGE_FOR_INVALID_CONFIGS_WITH_REASON(opName, file, item, value, reason) \
  OP_LOGE_PREDEFINED("EZ0028", ("op_name", "file", "items", "values", "reason"), opName, file, item, value, reason)
#define OP_LOGE_FOR_INVALID_GRAPH_NODE(nodeName, reason) \
  OP_LOGE_PREDEFINED("EZ0029", ("node_name", "reason"), nodeName, reason)
#define OP_LOGE_FOR_FILE_PATH(path, reason) OP_LOGE_PREDEFINED("EZ0030", ("path", "reason"), path, reason)
#define OP_LOGE_FOR_FILE_OPEN(path, reason) OP_LOGE_PREDEFINED("EZ0031", ("path", "reason"), path, reason)
#define OP_LOGE_FOR_FILE_PARSE(path, reason) OP_LOGE_PREDEFINED("EZ0032", ("path", "reason"), path, reason)

/* Older forms. */
#define OP_LOGE_WITH_INVALID_ATTR(opName, attrName, wrong, right) \
  OP_LOGE_PREDEFINED("EZ0033", ("op_name", "attr_name", "incorrect_value", "correct_value"), opName, attrName, wrong, right)
#define OP_LOGE_WITH_INVALID_ATTR_SIZE(opName, attrName, wrong, right) \
  OP_LOGE_PREDEFINED("EZ0034", ("op_name", "attr_name", "incorrect_size", "correct_size"), opName, attrName, wrong, right)
#define OP_LOGE_WITH_INVALID_INPUT(opName, paramName) \
  OP_LOGE_PREDEFINED("EZ0035", ("op_name", "param_name"), opName, paramName)
#define OP_LOGE_WITH_INVALID_INPUT_FORMAT(opName, paramName, wrong, right) \
  OP_LOGE_FOR_INVALID_FORMAT(opName, paramName, wrong, right)
#define OP_LOGE_WITH_INVALID_INPUT_DTYPE(opName, paramName, wrong, right) \
  OP_LOGE_FOR_INVALID_DTYPE(opName, paramName, wrong, right)
#define OP_LOGE_WITH_INVALID_INPUT_SHAPE(opName, index, wrong, right) \
  OP_LOGE_FOR_INVALID_SHAPE(opName, "input" + std::to_string(index), wrong, right)
#define OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE(opName, index, wrong, right) \
  OP_LOGE_FOR_INVALID_SHAPESIZE(opName, "input" + std::to_string(index), wrong, right)

#endif  // OP_COMMON_LOG_LOG_H
