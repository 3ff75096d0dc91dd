/// @file
/// Memory of the lower runtime layer: aclrtMalloc, aclrtMemcpy and friends under rt names.
#ifndef CCE_RUNTIME_MEM_H
#define CCE_RUNTIME_MEM_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t rtMemType_t;
#define RT_MEMORY_DEFAULT ((uint32_t)0x0)
#define RT_MEMORY_HBM ((uint32_t)0x2)
#define RT_MEMORY_DDR ((uint32_t)0x4)

/// The numbers of aclrtMemcpyKind.
typedef enum {
  RT_MEMCPY_HOST_TO_HOST = 0,
  RT_MEMCPY_HOST_TO_DEVICE,
  RT_MEMCPY_DEVICE_TO_HOST,
  RT_MEMCPY_DEVICE_TO_DEVICE
} rtMemcpyKind_t;

RTS_API rtError_t rtMalloc(void **devPtr, uint64_t size, rtMemType_t type, const uint16_t moduleId);
RTS_API rtError_t rtFree(void *devPtr);
RTS_API rtError_t rtMallocHost(void **hostPtr, uint64_t size, const uint16_t moduleId);
RTS_API rtError_t rtFreeHost(void *hostPtr);
RTS_API rtError_t rtMemcpy(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind);
RTS_API rtError_t rtMemcpyAsync(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind, rtStream_t stm);
RTS_API rtError_t rtMemset(void *devPtr, uint64_t destMax, const uint32_t val, const uint64_t cnt);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_MEM_H
