/// @file
/// Second path of ge/ge_api_error_codes.h (es-api section 13.6).
#ifndef OPSTRATA_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_
#define OPSTRATA_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_

#include "ge/ge_api_error_codes.h"

#endif  // OPSTRATA_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_
