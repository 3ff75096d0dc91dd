#include "level0/string_core.h"

#include "support/launch.h"

namespace opstrata::operators {

OP_TYPE_REGISTER(PadV3);
OP_TYPE_REGISTER(MaxPool3DWithArgmaxV2);

const aclTensor *launch_pad_v3(const aclTensor *self, const aclTensor *paddings, const aclTensor *constant_values, const char *mode, bool contiguous,
                               aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, paddings);
  L0_DFX(launch_pad_v3, self, paddings, constant_values);
  aclTensor *y = new_result(self, self->GetDataType(), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(PadV3, nullptr, OP_INPUT(self, paddings, constant_values), OP_OUTPUT(y), OP_ATTR(mode, contiguous));
  return y;
}

/// No kernel of ours; a library that brings one is used. The sizes of the last three dimensions are the number of windows.
std::tuple<const aclTensor *, const aclTensor *> launch_max_pool_3d(const aclTensor *self, const aclIntArray *kernel_size, const aclIntArray *stride,
                                                                    const aclIntArray *padding, const aclIntArray *dilation, bool ceil_mode,
                                                                    const char *data_format, op::DataType indices_type, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(launch_max_pool_3d, self, kernel_size, stride, padding, dilation, ceil_mode);
  op::Shape shape = self->GetViewShape();
  const auto of = [](const aclIntArray *values, size_t d, int64_t fallback) { return values->Size() == 0 ? fallback : (*values)[values->Size() == 1 ? 0 : d]; };
  CHECK_RET(shape.GetDimNum() >= 3, {});
  for (size_t d = 0; d < 3; ++d) {
    const size_t at = shape.GetDimNum() - 3 + d;
    const int64_t window = of(dilation, d, 1) * (of(kernel_size, d, 1) - 1) + 1, step = of(stride, d, of(kernel_size, d, 1));
    const int64_t room = shape.GetDim(at) + 2 * of(padding, d, 0) - window;
    CHECK_RET(room >= 0 && step > 0, {});
    shape.SetDim(at, (room + (ceil_mode ? step - 1 : 0)) / step + 1);
  }
  aclTensor *values = executor->AllocTensor(shape, self->GetDataType(), self->GetStorageFormat());
  aclTensor *indices = executor->AllocTensor(shape, indices_type, self->GetStorageFormat());
  CHECK_RET(values != nullptr && indices != nullptr, {});
  const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(MaxPool3DWithArgmaxV2, OP_INPUT(self), OP_OUTPUT(values, indices),
                                                         OP_ATTR(kernel_size, stride, padding, dilation, ceil_mode, data_format, indices_type));
  if (status != ACLNN_SUCCESS) return {};
  return {values, indices};
}

}  // namespace opstrata::operators
