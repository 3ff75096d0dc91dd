/**
 * @file
 * The log functions as weak symbols: kernels also run where there is no log library.
 */
#ifndef AICPU_COMMON_CONTEXT_LOG_WEAK_H
#define AICPU_COMMON_CONTEXT_LOG_WEAK_H

#include "dlog_pub.h"

#if !defined(LOG_CPP)
extern "C" {
#endif
__attribute__((weak, visibility("default"))) int32_t CheckLogLevel(int32_t moduleId, int32_t logLevel);
__attribute__((weak, visibility("default"))) void DlogRecord(int32_t moduleId, int32_t level, const char *fmt, ...);
#if !defined(LOG_CPP)
}
#endif

#endif  // AICPU_COMMON_CONTEXT_LOG_WEAK_H
