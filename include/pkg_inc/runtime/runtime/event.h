/// @file
/// Events of the lower runtime layer: aclrt*Event under rt names.
#ifndef CCE_RUNTIME_EVENT_H
#define CCE_RUNTIME_EVENT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

RTS_API rtError_t rtEventCreate(rtEvent_t *evt);
RTS_API rtError_t rtEventDestroy(rtEvent_t evt);
RTS_API rtError_t rtEventRecord(rtEvent_t evt, rtStream_t stm);
RTS_API rtError_t rtEventSynchronize(rtEvent_t evt);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_EVENT_H
