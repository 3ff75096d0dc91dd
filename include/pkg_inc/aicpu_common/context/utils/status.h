/**
 * @file
 * Status codes of AI CPU kernels (aicpu-kernel-api section 13).
 */
#ifndef AICPU_CONTEXT_COMMON_STATUS_H
#define AICPU_CONTEXT_COMMON_STATUS_H

#include <cstdint>

namespace aicpu {
using KernelStatus = uint32_t;

/* 0 to 3 are interpreted by the runtime; 501 to 505 are passed through by the entry point. */
constexpr uint32_t KERNEL_STATUS_OK = 0;
constexpr uint32_t KERNEL_STATUS_PARAM_INVALID = 1;
constexpr uint32_t KERNEL_STATUS_INNER_ERROR = 2;
constexpr uint32_t KERNEL_STATUS_TIMEOUT = 3;
constexpr uint32_t KERNEL_STATUS_PROTOBUF_ERROR = 4;
constexpr uint32_t KERNEL_STATUS_SHARDER_ERROR = 5;
constexpr uint32_t KERNEL_STATUS_END_OF_SEQUENCE = 201;
constexpr uint32_t KERNEL_STATUS_SILENT_FAULT = 501;
constexpr uint32_t KERNEL_STATUS_DETECT_FAULT = 502;
constexpr uint32_t KERNEL_STATUS_DETECT_FAULT_NORAS = 503;
constexpr uint32_t KERNEL_STATUS_DETECT_LOW_BIT_FAULT = 504;
constexpr uint32_t KERNEL_STATUS_DETECT_LOW_BIT_FAULT_NORAS = 505;
}  // namespace aicpu

#endif  // AICPU_CONTEXT_COMMON_STATUS_H
