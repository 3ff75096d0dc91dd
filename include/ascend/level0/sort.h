/// @file
/// Sorting along a dimension (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_SORT_H_
#define OPSTRATA_LEVEL0_SORT_H_

#include <tuple>

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the sorted elements along `dim` and their positions in `indicesType` (DT_INT32 or DT_INT64). Nulls on failure.
OPSTRATA_API const std::tuple<aclTensor *, aclTensor *> Sort(const aclTensor *self, int64_t dim, bool descending, bool stable,
    op::DataType indicesType, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_SORT_H_
