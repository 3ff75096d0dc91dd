/// @file
/// Loading and launching device binaries, newer form. A CPU cannot run them: all functions return 207000.
#ifndef CCE_RUNTIME_RTS_KERNEL_H
#define CCE_RUNTIME_RTS_KERNEL_H

#include "../base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rtLoadBinaryConfig rtLoadBinaryConfig_t;
typedef struct rtKernelLaunchCfg rtKernelLaunchCfg_t;
typedef struct rtCpuKernelArgs rtCpuKernelArgs_t;

RTS_API rtError_t rtsBinaryLoadFromFile(const char *const binPath, const rtLoadBinaryConfig_t *const optionalCfg,
                                        rtBinHandle *handle);
RTS_API rtError_t rtsFuncGetByName(const rtBinHandle binHandle, const char *kernelName, rtFuncHandle *funcHandle);
RTS_API rtError_t rtsLaunchCpuKernel(const rtFuncHandle funcHandle, const uint32_t numBlocks, rtStream_t st,
                                     const rtKernelLaunchCfg_t *cfg, rtCpuKernelArgs_t *argsInfo);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_RTS_KERNEL_H
