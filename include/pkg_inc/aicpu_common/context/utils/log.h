/**
 * @file
 * Log and check macros of AI CPU kernels (aicpu-kernel-api section 14).
 */
#ifndef AICPU_COMMON_CONTEXT_LOG_H
#define AICPU_COMMON_CONTEXT_LOG_H

#include <cstdint>
#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

#include "log_weak.h"

namespace aicpu {
/** Thread id of the kernel. */
inline int64_t GetTid() {
  thread_local static const int64_t tid = static_cast<int64_t>(syscall(__NR_gettid));
  return tid;
}
}  // namespace aicpu

#ifdef RUN_TEST
#define KERNEL_LOG_DEBUG(fmt, ...)
#define KERNEL_LOG_INFO(fmt, ...)
#define KERNEL_LOG_WARN(fmt, ...) printf("[WARN] [%s:%d]" fmt "\n", __FUNCTION__, __LINE__, ##__VA_ARGS__)
#define KERNEL_LOG_ERROR(fmt, ...) printf("[ERROR] [%s:%d]" fmt "\n", __FUNCTION__, __LINE__, ##__VA_ARGS__)
#define KERNEL_LOG_EVENT(fmt, ...) printf("[EVENT] [%s:%d]" fmt "\n", __FUNCTION__, __LINE__, ##__VA_ARGS__)
#else
#define AICPU_KERNEL_LOG(module, level, fmt, ...)                                                              \
  do {                                                                                                         \
    if ((&DlogRecord != nullptr) && (&CheckLogLevel != nullptr) && (CheckLogLevel((module), (level)) == 1)) {  \
      DlogRecord((module), (level), "[%s:%d][%s:%d][tid:%ld]" fmt, __FILENAME__, __LINE__, __FUNCTION__,       \
                 __LINE__, static_cast<long>(aicpu::GetTid()), ##__VA_ARGS__);                                 \
    }                                                                                                          \
  } while (0)
#define KERNEL_LOG_DEBUG(fmt, ...) AICPU_KERNEL_LOG(AICPU, DLOG_DEBUG, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_INFO(fmt, ...) AICPU_KERNEL_LOG(AICPU, DLOG_INFO, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_WARN(fmt, ...) AICPU_KERNEL_LOG(AICPU, DLOG_WARN, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_ERROR(fmt, ...) AICPU_KERNEL_LOG(AICPU, DLOG_ERROR, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_EVENT(fmt, ...) AICPU_KERNEL_LOG((AICPU | RUN_LOG_MASK), DLOG_INFO, fmt, ##__VA_ARGS__)
#endif

/* The KERNEL_CHECK_ forms are bare blocks, because they are also written without semicolon. */
#define KERNEL_CHECK_NULLPTR_VOID(value, ...) \
  if ((value) == nullptr) {                          \
    KERNEL_LOG_ERROR(__VA_ARGS__);                       \
    return;                                          \
  }
#define KERNEL_CHECK_NULLPTR(value, errorCode, ...) \
  if ((value) == nullptr) {                                \
    KERNEL_LOG_ERROR(__VA_ARGS__);                             \
    return errorCode;                                      \
  }
#define KERNEL_CHECK_FALSE(condition, errorCode, ...) \
  if (!(condition)) {                                        \
    KERNEL_LOG_ERROR(__VA_ARGS__);                               \
    return errorCode;                                        \
  }
#define KERNEL_CHECK_FALSE_VOID(condition, ...) \
  if (!(condition)) {                                  \
    KERNEL_LOG_ERROR(__VA_ARGS__);                         \
    return;                                            \
  }
#define KERNEL_CHECK_FALSE_RUN_INFO(condition, errorCode, ...) \
  if (!(condition)) {                                                 \
    KERNEL_LOG_EVENT(__VA_ARGS__);                                        \
    return errorCode;                                                 \
  }
#define KERNEL_CHECK_FALSE_EXEC(condition, ...) \
  if (!(condition)) {                                   \
    __VA_ARGS__;                                         \
  }
#define KERNEL_CHECK_ASSIGN_64S_MULTI(A, B, result, errorCode)                                     \
  if ((A) != 0 && (B) != 0 && ((INT64_MAX) / (A)) <= (B)) {                                        \
    KERNEL_LOG_ERROR("Integer reversed multiA: %llu * multiB: %llu",                               \
                     static_cast<unsigned long long>(A), static_cast<unsigned long long>(B));      \
    return errorCode;                                                                              \
  } else {                                                                                         \
    (result) = ((A) * (B));                                                                        \
  }
#define KERNEL_HANDLE_ERROR(expression, ...) \
  {                                                 \
    uint32_t ret = expression;                      \
    if (ret != 0U) {                                \
      KERNEL_LOG_ERROR(__VA_ARGS__);                    \
      return ret;                                   \
    }                                               \
  }
#define KERNEL_CHECK_ERROR(expression) \
  do {                                 \
    const uint32_t retCode = (expression); \
    if (retCode != 0U) {               \
      return retCode;                  \
    }                                  \
  } while (0)
#define KERNEL_CHECK_RET(condition, errorCode) \
  do {                                         \
    if (condition) {                           \
      return errorCode;                        \
    }                                          \
  } while (0)

#endif  // AICPU_COMMON_CONTEXT_LOG_H
