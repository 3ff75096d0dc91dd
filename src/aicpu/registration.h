/// @file
/// Inside of the kernel registry: what the registration functions of both kernel interfaces call.
#ifndef OPSTRATA_SRC_AICPU_REGISTRATION_H_
#define OPSTRATA_SRC_AICPU_REGISTRATION_H_

#include <functional>
#include <memory>
#include <string_view>

#include "aicpu/kernel_registry.h"

namespace aicpu {
class CpuKernel;
}

namespace opstrata::aicpu {

using CpuKernelCreator = std::function<std::shared_ptr<::aicpu::CpuKernel>()>;

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

/// Registers a class of cpu_kernel.h. False (nothing added) when the same registry holds the type from the same origin rank.
bool add_cpu_kernel(std::string_view op_type, CpuKernelCreator creator, KernelKind kind, const void *address);
/// A new object of the class in force for `op_type` in the registry of `kind`; null when unknown. Loads nothing.
std::shared_ptr<::aicpu::CpuKernel> create_cpu_kernel(std::string_view op_type, KernelKind kind);
bool has_cpu_kernel(std::string_view op_type, KernelKind kind);
/// Calls `visit` for every type of the registry of `kind`, ascending.
void visit_cpu_kernels(KernelKind kind, const std::function<void(std::string_view)> &visit);

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_REGISTRATION_H_
