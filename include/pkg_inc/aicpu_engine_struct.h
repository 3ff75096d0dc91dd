/**
 * @file
 * Argument structures of AI CPU tasks (foreign-build section 4.3, aicpu-kernel-api section 21). C and C++; packed.
 */
#ifndef AICPU_ENGINE_STRUCT_H
#define AICPU_ENGINE_STRUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "aicpu/fwk_adpt_struct.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma pack(push, 1)

typedef enum {
  FMK_KERNEL_TYPE_TF = 0,
  FMK_KERNEL_TYPE_CF = 10,
  FMK_KERNEL_TYPE_PT = 20,
  FMK_KERNEL_TYPE_RESERVED
} FwkkernelType_t;

#ifdef __cplusplus
typedef struct {
  uint32_t fwkKernelType;
  union {
    ::aicpu::FWKAdapter::FWKOperateParam fwk_kernel;
  } fwkKernelBase;
} STR_FWK_OP_KERNEL;
#endif

struct SessionInfo {
  uint64_t sessionId;
  uint64_t kernelId;
  bool sessFlag;
};

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif  // AICPU_ENGINE_STRUCT_H
