// Compiled for both string ABIs: operator libraries are built with the old one.
#include "level0/max_pool3d_with_argmax_v2.h"
#include "level0/padv3.h"
#include "level0/string_core.h"

namespace l0op {

const aclTensor *PadV3(const aclTensor *self, const aclTensor *paddings, const aclTensor *constant_values, const std::string &mode,
                       const bool paddingsContiguous, aclOpExecutor *executor) {
  return opstrata::operators::launch_pad_v3(self, paddings, constant_values, mode.c_str(), paddingsContiguous, executor);
}
const std::tuple<const aclTensor *, const aclTensor *> MaxPool3DWithArgmaxV2Ncdhw(const aclTensor *self, const aclIntArray *kernelSize, const aclIntArray *stride,
                                                                                  const aclIntArray *padding, const aclIntArray *dilation, bool ceilMode,
                                                                                  std::string dataFormat, aclOpExecutor *executor, op::DataType indicesDtype) {
  return opstrata::operators::launch_max_pool_3d(self, kernelSize, stride, padding, dilation, ceilMode, dataFormat.c_str(), indicesDtype, executor);
}

}  // namespace l0op
