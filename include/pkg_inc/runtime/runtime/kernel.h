/// @file
/// Launching device binaries. A CPU cannot run them: the function exists for programs that name it and returns 207000.
#ifndef CCE_RUNTIME_KERNEL_H
#define CCE_RUNTIME_KERNEL_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Arguments of an AI CPU launch: opaque here, as nothing reads them.
typedef struct tagRtAicpuArgsEx rtAicpuArgsEx_t;
typedef struct tagRtSmDesc rtSmDesc_t;

RTS_API rtError_t rtAicpuKernelLaunchExWithArgs(const uint32_t kernelType, const char *const opName, const uint32_t numBlocks,
                                                const rtAicpuArgsEx_t *argsInfo, rtSmDesc_t *const smDesc,
                                                const rtStream_t stm, const uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_KERNEL_H
