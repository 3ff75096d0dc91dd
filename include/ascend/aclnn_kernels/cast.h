/// @file
/// Change of data type as a step of a two-phase function (opdev-api section 2.33).
#ifndef OPSTRATA_ACLNN_KERNELS_CAST_H_
#define OPSTRATA_ACLNN_KERNELS_CAST_H_

#include "opdev/make_op_executor.h"
#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// `self` in the type `dstDtype`: `self` itself when it has that type, else the result of a Cast launcher. Null on failure.
OPSTRATA_API const aclTensor *Cast(const aclTensor *self, op::DataType dstDtype, aclOpExecutor *executor);
/// The same under the name that backward convolutions use.
OPSTRATA_API const aclTensor *CastOnlyForConvBackward(const aclTensor *self, op::DataType dstDtype, aclOpExecutor *executor);

}  // namespace l0op

#endif  // OPSTRATA_ACLNN_KERNELS_CAST_H_
