/**
 * @file
 * Head of the argument block of an AI CPU task (aicpu-kernel-api section 21); packed.
 */
#ifndef AICPU_TASK_STRUCT_H_
#define AICPU_TASK_STRUCT_H_

#include <cstdint>

namespace aicpu {
#pragma pack(push, 1)
/** Followed by ioAddrNum addresses, the length of the node definition and the node definition. */
struct AicpuParamHead {
  uint32_t length;
  uint32_t ioAddrNum;
  uint32_t extInfoLength;
  uint64_t extInfoAddr;
};
#pragma pack(pop)
}  // namespace aicpu

#endif  // AICPU_TASK_STRUCT_H_
