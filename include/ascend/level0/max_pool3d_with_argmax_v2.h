/// @file
/// Maximum pooling in three dimensions with positions (opdev-api section 2.33).
#ifndef OPSTRATA_LEVEL0_MAX_POOL3D_WITH_ARGMAX_V2_H_
#define OPSTRATA_LEVEL0_MAX_POOL3D_WITH_ARGMAX_V2_H_

#include <string>
#include <tuple>

#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// Launches the maxima of the windows of `self` (NCDHW) and their positions in `indicesDtype`. Nulls on failure.
OPSTRATA_API const std::tuple<const aclTensor *, const aclTensor *> MaxPool3DWithArgmaxV2Ncdhw(const aclTensor *self,
    const aclIntArray *kernelSize, const aclIntArray *stride, const aclIntArray *padding, const aclIntArray *dilation, bool ceilMode,
    std::string dataFormat, aclOpExecutor *executor, op::DataType indicesDtype = op::DataType::DT_INT32);

}  // namespace l0op

#endif  // OPSTRATA_LEVEL0_MAX_POOL3D_WITH_ARGMAX_V2_H_
