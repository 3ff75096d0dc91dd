/// @file
/// Start and end of single-operator execution (opdev-api section 2.31). Neither call is mandatory: everything initialises
/// on first use.
#ifndef OP_API_ACLNN_BASE_H_
#define OP_API_ACLNN_BASE_H_

#ifdef __cplusplus
#include <cstdint>
#include <cstdlib>
#else
#include <stdint.h>
#include <stdlib.h>
#endif

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Loads the installed operator libraries once and reads `op_debug_config` of the JSON file at `configPath` (null, missing
/// and malformed files are fine). Returns 0.
OPSTRATA_API aclnnStatus aclnnInit(const char *configPath);
/// Empties all AI CPU task spaces. No executor may be in flight. Returns 0.
OPSTRATA_API aclnnStatus aclnnFinalize(void);
/// Drops the cached plans of the calling thread, as after new static kernels. Returns 0.
OPSTRATA_API aclnnStatus aclnnReselectStaticKernel(void);
/// The same for kernels below `path`. Null: 161001; a path that does not resolve: 161002.
OPSTRATA_API aclnnStatus aclnnReselectStaticKernelWithPath(const char *path);

#ifdef __cplusplus
}
#endif

#endif  // OP_API_ACLNN_BASE_H_
