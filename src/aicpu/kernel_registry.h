/// @file
/// aicpu: the host of CPU kernels. It finds the kernel of an operator type among those of `opstrata/kernel.h` and of
/// `cpu_kernel.h` (classes registered by REGISTER_CPU_KERNEL), loads kernel libraries at first use, and gives the executor
/// one view of both: prepare a call into an immutable object, run it with addresses.
#ifndef OPSTRATA_SRC_AICPU_KERNEL_REGISTRY_H_
#define OPSTRATA_SRC_AICPU_KERNEL_REGISTRY_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "aicpu/cpu_kernel_registry.h"
#include "base/export.h"
#include "base/origin.h"
#include "base/status.h"
#include "graph/types.h"

namespace opstrata::aicpu {

/// One tensor of a call. Absent optional inputs keep their position with `present == false`.
struct CallTensor {
  bool present = true;
  ge::DataType dtype = ge::DT_UNDEFINED;
  ge::Format format = ge::FORMAT_ND;          ///< meaning of `shape`
  ge::Format storage_format = ge::FORMAT_ND;  ///< layout in memory
  std::vector<int64_t> shape;                 ///< view shape
  std::vector<int64_t> strides;               ///< in elements; empty = contiguous
  std::vector<int64_t> storage_shape;         ///< empty = shape
  bool blocked = false;  ///< private layout: shape and strides say nothing about the memory, `storage_shape` does
  std::vector<int64_t> origin_shape;          ///< what AI CPU kernel classes see (aicpu-kernel-api section 19); empty = shape
  const void *constant = nullptr;             ///< value known on the host (contiguous); needed during prepare only
};

/// IR input or output number k: instances [start, start + count) of the flat tensor list.
struct CallGroup {
  std::string name;
  uint32_t start = 0;
  uint32_t count = 1;
};

using CallAttrValue =
    std::variant<int64_t, float, double, bool, std::string, ge::DataType, std::vector<int64_t>, std::vector<float>,
                 std::vector<bool>, std::vector<std::string>, std::vector<ge::DataType>, std::vector<std::vector<int64_t>>>;
struct CallAttr {
  std::string name;
  CallAttrValue value;
};

/// Everything that a kernel may know of a call before it runs. Attributes include the prototype's defaults.
struct CallDesc {
  std::string op_type;
  std::vector<CallTensor> inputs, outputs;
  /// IR order. Empty: every tensor is an IR parameter of its own, named `input0`, `output0`, …
  std::vector<CallGroup> input_groups, output_groups;
  std::vector<CallAttr> attrs;
};

/// Real shapes that a run reported: (output instance, shape), ascending; only outputs that differ from the description.
using OutputShapes = std::vector<std::pair<uint32_t, std::vector<int64_t>>>;

/// Addresses of one run, of the first element of each tensor; as many as the description has.
struct RunBinding {
  std::span<const void *const> inputs;
  std::span<void *const> outputs;
  void *scratch = nullptr;         ///< at least `scratch_bytes()`, 64-byte aligned
  OutputShapes *shapes = nullptr;  ///< receives real shapes; null: not wanted
};

class Kernel;

/// A call that can run. Immutable; runs may overlap in time as long as their outputs and scratch differ.
class PreparedKernel {
 public:
  virtual ~PreparedKernel() = default;
  virtual const Kernel &kernel() const = 0;
  virtual const CallDesc &desc() const = 0;
  virtual size_t scratch_bytes() const = 0;
  /// Computes the outputs on the calling thread (and helpers). Failures carry the operator and the kernel's own text.
  virtual Status run(const RunBinding &binding) const = 0;
};

/// Name of the registration by which a kernel of this kind is made.
OPSTRATA_INTERNAL std::string_view kernel_kind_name(KernelKind kind);

/// A registered kernel. Lives as long as the process.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual const std::string &op_type() const = 0;
  virtual KernelKind kind() const = 0;
  virtual const Origin &origin() const = 0;
  /// Checks the call. Error kInvalid with the kernel's reason when it cannot be computed.
  virtual Result<std::shared_ptr<const PreparedKernel>> prepare(CallDesc desc) const = 0;
};

/// The kernel in force for `op_type` (case sensitive), or null. The first call, and the first one after the operator roots
/// of the environment changed, loads the kernel libraries found below them.
OPSTRATA_INTERNAL const Kernel *find_kernel(std::string_view op_type);
/// All kernels registered for `op_type`, the one in force first.
OPSTRATA_INTERNAL std::vector<const Kernel *> kernel_candidates(std::string_view op_type);
/// All operator types that have a kernel, ascending.
OPSTRATA_INTERNAL std::vector<std::string> kernel_op_types();

/// Where kernel libraries were looked for (looks first if that has not happened).
OPSTRATA_INTERNAL SearchReport kernel_search_report();

/// Error kNotFound for an operator without kernel: the ordered list of places searched and what failed to load.
OPSTRATA_INTERNAL Status no_kernel(std::string_view op_type);

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_KERNEL_REGISTRY_H_
