/// @file
/// Status codes of the graph interface (es-api section 2.4).
#ifndef OPSTRATA_GE_GE_API_ERROR_CODES_H_
#define OPSTRATA_GE_GE_API_ERROR_CODES_H_

#include <cstdint>

#include "graph/ge_error_codes.h"

namespace ge {
using Status = uint32_t;
constexpr Status SUCCESS = 0U;
constexpr Status FAILED = 0xFFFFFFFFU;
/// A pass changed nothing; counts as success.
constexpr Status NOT_CHANGED = 1343242304U;
}  // namespace ge

#endif  // OPSTRATA_GE_GE_API_ERROR_CODES_H_
