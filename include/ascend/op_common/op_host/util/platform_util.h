/**
 * @file
 * Facts about the chip that tiling functions divide their work by. `T` is a tiling or tiling-parse context; a null
 * context or one without platform information stands for an unknown chip.
 */
#ifndef OP_COMMON_OP_HOST_UTIL_PLATFORM_UTIL_H
#define OP_COMMON_OP_HOST_UTIL_PLATFORM_UTIL_H

#include <cstdint>

#include "platform/platform_info.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace Base {
/** Bytes of a block of the unified buffer. */
template <typename T>
uint32_t GetUbBlockSize(const T *context) {
  (void)context;
  return 32U;
}
/** Bytes of a vector register. */
template <typename T>
uint32_t GetVRegSize(const T *context) {
  (void)context;
  return 256U;
}
/** Bytes of a cache line between global memory and core. */
template <typename T>
uint32_t GetCacheLineSize(const T *context) {
  (void)context;
  return 128U;
}
/** Vector cores; 0 for an unknown chip. */
template <typename T>
uint32_t GetAivCoreNum(const T *context) {
  return context == nullptr || context->GetPlatformInfo() == nullptr
             ? 0U
             : platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
}
/** Threads that a vector core starts at most for kernels written by thread. */
template <typename T>
uint32_t GetSimtMaxThreadNum(const T *context) {
  (void)context;
  return 2048U;
}
/** Chips whose kernels work on registers (architectures 3510 and 51xx). */
template <typename T>
bool IsRegbaseSocVersion(const T *context) {
  if (context == nullptr || context->GetPlatformInfo() == nullptr) {
    return false;
  }
  const NpuArch arch = platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCurNpuArch();
  return arch == NpuArch::DAV_3510 || arch == NpuArch::DAV_5101 || arch == NpuArch::DAV_5102 ||
         arch == NpuArch::DAV_5161;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_PLATFORM_UTIL_H
