/// @file
/// Faults put into a tensor on purpose (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_FAULT_INJECTION_H_
#define OPSTRATA_LEVEL0_FAULT_INJECTION_H_

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the copy of `injectObj` into `out` with the change that `injectPara` describes. Null on failure.
OPSTRATA_API const aclTensor *FaultInjection(const aclTensor *injectObj, const aclTensor *injectPara, aclTensor *out,
                                             aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_FAULT_INJECTION_H_
