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

/// Name of the chip (`OPSTRATA_SOC`). Error: 107000 when it does not fit into maxLen bytes with its end. Here, because sources ask for
/// the chip after any header of this layer.
RTS_API rtError_t rtGetSocVersion(char *ver, const uint32_t maxLen);
/// A property of the chip as text: label "version" with "NpuArch", "Short_SoC_version", "SoC_version"; label "SoCInfo" with core counts;
/// label "AICoreSpec" with buffer sizes in bytes ("l0_a_size", "l0_b_size", "l0_c_size", "l1_size", "ub_size"). Error: 107000 for
/// null, an unknown label or key, or a value that does not fit.
RTS_API rtError_t rtGetSocSpec(const char *label, const char *key, char *val, const uint32_t maxLen);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_BASE_H
