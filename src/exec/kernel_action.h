/// @file
/// The step of a plan that runs a prepared CPU kernel.
#ifndef OPSTRATA_SRC_EXEC_KERNEL_ACTION_H_
#define OPSTRATA_SRC_EXEC_KERNEL_ACTION_H_

#include <memory>
#include <optional>
#include <vector>

#include "exec/plan.h"
#include "infer/infer.h"

namespace opstrata::exec {

/// The tensor of OP_OUTSHAPE: 9 values per listed output, its rank and up to 8 dimensions (opdev-api section 3.3). The last output's may
/// end with its dimensions: operator libraries give a tensor of two values for one output of rank 1.
struct OutShapeTensor {
  static constexpr size_t kSlots = 9;
  ge::DataType type = ge::DT_INT64;
  size_t elements = 0;
  std::vector<uint32_t> outputs;  ///< instances

  void write(void *to, const aicpu::CallDesc &desc, const aicpu::OutputShapes &found) const;
};

/// Runs a prepared kernel; with an OP_OUTSHAPE tensor, which is one output more than the kernel has, fills that too.
class KernelAction final : public StepAction {
 public:
  /// `host_inputs`: instances whose values are known when the kernel is prepared.
  KernelAction(std::shared_ptr<const aicpu::PreparedKernel> kernel, std::optional<OutShapeTensor> out_shape, std::vector<uint32_t> host_inputs)
      : kernel_(std::move(kernel)), out_shape_(std::move(out_shape)), host_inputs_(std::move(host_inputs)) {}
  uint64_t scratch_bytes() const override { return kernel_->scratch_bytes(); }
  std::string parameter(bool is_input, size_t instance) const override;
  const aicpu::CallDesc *description() const override { return &kernel_->desc(); }
  std::vector<uint32_t> host_inputs() const override { return host_inputs_; }
  Status run(const StepBinding &binding) const override;
  Result<std::shared_ptr<const StepAction>> reshaped(const aicpu::OutputShapes &inputs, const StepBinding &binding,
                                                     aicpu::OutputShapes &outputs) const override;

 private:
  std::shared_ptr<const aicpu::PreparedKernel> kernel_;
  std::optional<OutShapeTensor> out_shape_;
  std::vector<uint32_t> host_inputs_;
};

/// A value as inference reads it.
infer::AttrValue infer_attr(const aicpu::CallAttrValue &value);
/// Attributes in the prototype's order (as they are without prototype), as inference reads them; absent ones have no value.
std::vector<infer::AttrValue> positional(const std::string &op_type, const std::vector<aicpu::CallAttr> &attrs);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_KERNEL_ACTION_H_
