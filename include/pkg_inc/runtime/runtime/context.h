/// @file
/// Contexts of the lower runtime layer: aclrt*Context under rt names.
#ifndef CCE_RUNTIME_CONTEXT_H
#define CCE_RUNTIME_CONTEXT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

RTS_API rtError_t rtCtxCreate(rtContext_t *createCtx, uint32_t flags, int32_t devId);
RTS_API rtError_t rtCtxDestroy(rtContext_t destroyCtx);
RTS_API rtError_t rtCtxSetCurrent(rtContext_t currentCtx);
RTS_API rtError_t rtCtxGetCurrent(rtContext_t *currentCtx);
RTS_API rtError_t rtCtxSynchronize(void);
/// Device of this thread's current context. Error: 107002.
RTS_API rtError_t rtCtxGetDevice(int32_t *devId);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_CONTEXT_H
