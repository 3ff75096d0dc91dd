/// @file
/// Error numbers that acl returns on behalf of the graph engine (acl-runtime-api section 13): 145000 the caller's mistake,
/// 245000 resources, 545000 internal failures.
#ifndef INC_EXTERNAL_ACL_ERROR_CODES_GE_ERROR_CODES_H_
#define INC_EXTERNAL_ACL_ERROR_CODES_GE_ERROR_CODES_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

static const uint32_t ACL_ERROR_GE_PARAM_INVALID = 145000;
static const uint32_t ACL_ERROR_GE_EXEC_NOT_INIT = 145001;
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID = 145002;
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ID_INVALID = 145003;
static const uint32_t ACL_ERROR_GE_MEMORY_ALLOCATION = 245000;
static const uint32_t ACL_ERROR_GE_INTERNAL_ERROR = 545000;

#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ERROR_CODES_GE_ERROR_CODES_H_
