/// @file
/// Short spelling of external/ge_common/ge_api_error_codes.h; brings in the types too, as infer shape sources expect.
#ifndef OPSTRATA_EXTERNAL_GE_COMMON_API_ERROR_CODES_H_
#define OPSTRATA_EXTERNAL_GE_COMMON_API_ERROR_CODES_H_

#include "ge/ge_api_error_codes.h"
#include "ge/ge_api_types.h"

#endif  // OPSTRATA_EXTERNAL_GE_COMMON_API_ERROR_CODES_H_
