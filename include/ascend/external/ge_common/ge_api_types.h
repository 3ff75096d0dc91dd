/// @file
/// Second path of ge/ge_api_types.h (es-api section 13.6).
#ifndef OPSTRATA_EXTERNAL_GE_COMMON_GE_API_TYPES_H_
#define OPSTRATA_EXTERNAL_GE_COMMON_GE_API_TYPES_H_

#include "ge/ge_api_types.h"

#endif  // OPSTRATA_EXTERNAL_GE_COMMON_GE_API_TYPES_H_
