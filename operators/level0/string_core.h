/// @file
/// The l0op functions of level0/*.h that take a std::string, behind one boundary that is compiled for both string ABIs.
#ifndef OPSTRATA_OPERATORS_LEVEL0_STRING_CORE_H_
#define OPSTRATA_OPERATORS_LEVEL0_STRING_CORE_H_

#include <tuple>

#include "opdev/op_executor.h"

namespace opstrata::operators {

const aclTensor *launch_pad_v3(const aclTensor *self, const aclTensor *paddings, const aclTensor *constant_values, const char *mode, bool contiguous,
                               aclOpExecutor *executor);
std::tuple<const aclTensor *, const aclTensor *> launch_max_pool_3d(const aclTensor *self, const aclIntArray *kernel_size, const aclIntArray *stride,
                                                                    const aclIntArray *padding, const aclIntArray *dilation, bool ceil_mode,
                                                                    const char *data_format, op::DataType indices_type, aclOpExecutor *executor);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_LEVEL0_STRING_CORE_H_
