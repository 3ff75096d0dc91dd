/// @file
/// Basic types of the lower runtime layer (foreign-build section 4.9): the same objects as acl's, under rt names. C and C++.
#ifndef CCE_RUNTIME_BASE_H
#define CCE_RUNTIME_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RTS_API __attribute__((visibility("default")))
#else
#define RTS_API
#endif

/// An error number of acl/error_codes/rt_error_codes.h; 0 = success.
typedef int32_t rtError_t;
static const int32_t RT_ERROR_NONE = 0;

typedef void *rtStream_t;
typedef void *rtEvent_t;
typedef void *rtContext_t;
typedef void *rtModel_t;
typedef void *rtNotify_t;
typedef void *rtBinHandle;
typedef void *rtFuncHandle;

#ifdef __cplusplus
}
#endif

#include "config.h"  // sources ask for properties of the chip after any header of this layer

#endif  // CCE_RUNTIME_BASE_H
