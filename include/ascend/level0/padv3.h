/// @file
/// Padding (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_PADV3_H_
#define OPSTRATA_LEVEL0_PADV3_H_

#include <string>

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches `self` with `paddings` elements before and after each dimension (pairs by dimension if `paddingsContiguous`), `mode`
/// "constant" (with
/// `constant_values`), "reflect", "edge" or "circular". Null on failure.
OPSTRATA_API const aclTensor *PadV3(const aclTensor *self, const aclTensor *paddings, const aclTensor *constant_values,
                                    const std::string &mode, const bool paddingsContiguous, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_PADV3_H_
