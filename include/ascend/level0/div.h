/// @file
/// Division with the rounding of the type (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_DIV_H_
#define OPSTRATA_LEVEL0_DIV_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches self / other with broadcasting; integers are divided with truncation. Null on failure.
OPSTRATA_API const aclTensor *Div(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_DIV_H_
