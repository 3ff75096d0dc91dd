/**
 * @file
 * Logging of custom kernels into the log workspace of their context (aicpu-kernel-api section 24).
 */
#ifndef AICPU_CONTEXT_CUST_OP_CUST_CPU_UTILS_H
#define AICPU_CONTEXT_CUST_OP_CUST_CPU_UTILS_H

#include <cstdint>

#include "cpu_context.h"
#include "../utils/log.h"

namespace aicpu {
/**
 * Appends a printf-style record to the workspace that CpuKernelUtils::UpdateCustWorkSpaceInfo gave the context, as far as
 * there is room, and writes it as a log record.
 */
class OPSTRATA_API CustCpuKernelUtils {
 public:
  static void CustLogDebug(const CpuKernelContext &ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
  static void CustLogInfo(const CpuKernelContext &ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
  static void CustLogWarning(const CpuKernelContext &ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
  static void CustLogError(const CpuKernelContext &ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
};
}  // namespace aicpu

#define CUST_KERNEL_LOG_DEBUG(ctx, fmt, ...) \
  aicpu::CustCpuKernelUtils::CustLogDebug(ctx, "[%s:%d]" fmt, __FUNCTION__, __LINE__, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_INFO(ctx, fmt, ...) \
  aicpu::CustCpuKernelUtils::CustLogInfo(ctx, "[%s:%d]" fmt, __FUNCTION__, __LINE__, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_WARNING(ctx, fmt, ...) \
  aicpu::CustCpuKernelUtils::CustLogWarning(ctx, "[%s:%d]" fmt, __FUNCTION__, __LINE__, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_ERROR(ctx, fmt, ...) \
  aicpu::CustCpuKernelUtils::CustLogError(ctx, "[%s:%d]" fmt, __FUNCTION__, __LINE__, ##__VA_ARGS__)

#endif  // AICPU_CONTEXT_CUST_OP_CUST_CPU_UTILS_H
