/// @file
/// Elements at given positions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_GATHER_ELEMENTS_H_
#define OPSTRATA_LEVEL0_GATHER_ELEMENTS_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the elements of `self` at the positions `index` along `dim`, in the shape of `index`. Null on failure.
OPSTRATA_API const aclTensor *GatherElements(const aclTensor *self, const int64_t dim, const aclTensor *index, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_GATHER_ELEMENTS_H_
