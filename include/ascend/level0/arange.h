/// @file
/// Numbers at equal distances (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_ARANGE_H_
#define OPSTRATA_LEVEL0_ARANGE_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches start, start + step, … up to `end` (with it if `isClosed`) in the type and shape of `out`. Null on failure.
OPSTRATA_API const aclTensor *Arange(const aclScalar *start, const aclScalar *end, const aclScalar *step, const aclTensor *out,
                                     const bool isClosed, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_ARANGE_H_
