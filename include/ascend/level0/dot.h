/// @file
/// Product of two vectors (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_DOT_H_
#define OPSTRATA_LEVEL0_DOT_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the sum of the products of two vectors of one length. Null on failure.
OPSTRATA_API const aclTensor *Dot(const aclTensor *self, const aclTensor *tensor, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_DOT_H_
