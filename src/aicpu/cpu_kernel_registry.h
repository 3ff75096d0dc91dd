/// @file
/// Registration of kernel classes, free of types that hold strings: strings_abi.cc, which is compiled for both string ABIs,
/// includes it.
#ifndef OPSTRATA_SRC_AICPU_CPU_KERNEL_REGISTRY_H_
#define OPSTRATA_SRC_AICPU_CPU_KERNEL_REGISTRY_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace aicpu {
class CpuKernel;
}

namespace opstrata::aicpu {

/// How a kernel was written. Within one origin a class of the V2 registry is preferred to one of the first
/// (aicpu-kernel-api section 5); otherwise the first registration wins.
enum class KernelKind : uint8_t { kPrepared, kCpuKernelV2, kCpuKernel };

using CpuKernelCreator = std::function<std::shared_ptr<::aicpu::CpuKernel>()>;

/// Registers a class of cpu_kernel.h; `address` lies in the registering library. False when the same registry holds the type
/// from the same origin rank: the first registration stays in force.
bool add_cpu_kernel(std::string_view op_type, CpuKernelCreator creator, KernelKind kind, const void *address);
/// A new object of the class in force for `op_type` in the registry of `kind`; null when unknown. Loads nothing.
std::shared_ptr<::aicpu::CpuKernel> create_cpu_kernel(std::string_view op_type, KernelKind kind);
bool has_cpu_kernel(std::string_view op_type, KernelKind kind);
/// Calls `visit` for every type of the registry of `kind`, ascending.
void visit_cpu_kernels(KernelKind kind, const std::function<void(std::string_view)> &visit);

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_CPU_KERNEL_REGISTRY_H_
