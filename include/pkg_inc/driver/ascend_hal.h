/**
 * @file
 * The part of the driver interface that kernels name. `halSdmaCopy` is left undefined: kernels test its address and copy by
 * themselves where it is absent (aicpu-kernel-api section 2).
 */
#ifndef OPSTRATA_DRIVER_ASCEND_HAL_H_
#define OPSTRATA_DRIVER_ASCEND_HAL_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long long DVdeviceptr;

typedef enum tagDrvError {
  DRV_ERROR_NONE = 0,
  DRV_ERROR_NOT_SUPPORT = 0xfffe
} drvError_t;

/* Copies `len` bytes between device addresses. */
drvError_t __attribute__((weak)) halSdmaCopy(DVdeviceptr dst, size_t dst_size, DVdeviceptr src, size_t len);

#ifdef __cplusplus
}
#endif

#endif  // OPSTRATA_DRIVER_ASCEND_HAL_H_
