/// @file
/// Largest or smallest elements (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_TOPK_H_
#define OPSTRATA_LEVEL0_TOPK_H_

#include <tuple>

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the `k` largest (or smallest) elements along `dim` and their positions in `indicesDType`. Nulls on failure.
OPSTRATA_API std::tuple<aclTensor *, aclTensor *> Topk(const aclTensor *self, int64_t k, int64_t dim, bool largest, bool sorted,
                                                       op::DataType indicesDType, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_TOPK_H_
