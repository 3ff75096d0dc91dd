/// @file
/// Inside of the kernel registry: what the registration functions of both kernel interfaces call.
#ifndef OPSTRATA_SRC_AICPU_REGISTRATION_H_
#define OPSTRATA_SRC_AICPU_REGISTRATION_H_

#include <memory>
#include <string_view>

#include "aicpu/kernel_registry.h"

namespace opstrata::aicpu {

/// Adds a kernel. `address` lies in the registering library, which is pinned.
void add_kernel(std::unique_ptr<Kernel> kernel, const void *address);

/// Common data of both kinds of kernel.
class KernelBase : public Kernel {
 public:
  KernelBase(std::string_view op_type, KernelKind kind, Origin origin)
      : op_type_(op_type), kind_(kind), origin_(std::move(origin)) {}
  const std::string &op_type() const override { return op_type_; }
  KernelKind kind() const override { return kind_; }
  const Origin &origin() const override { return origin_; }

 private:
  std::string op_type_;
  KernelKind kind_;
  Origin origin_;
};

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_REGISTRATION_H_
