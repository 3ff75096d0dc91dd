/// @file
/// The host's side of `opstrata/kernel.h`: a described call in the form that kernels read, and what prepare and run collect.
#ifndef OPSTRATA_SRC_AICPU_CALL_H_
#define OPSTRATA_SRC_AICPU_CALL_H_

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "aicpu/kernel_registry.h"
#include "opstrata/kernel.h"

namespace opstrata::aicpu {

/// A description with everything that kernels point into. Immutable after construction, except that the constants are
/// forgotten once prepare is over.
class Call {
 public:
  explicit Call(CallDesc desc);
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  struct Side {
    std::vector<CallTensor> *described = nullptr;
    std::vector<CallGroup> *groups = nullptr;
    std::vector<KernelTensor> tensors;
    /// Position of an instance in the flat list; -1 when there is none or it is absent.
    int64_t find(uint32_t ir_index, uint32_t instance) const {
      if (ir_index >= groups->size()) return -1;
      const CallGroup &group = (*groups)[ir_index];
      const size_t index = size_t{group.start} + instance;
      return instance < group.count && index < described->size() && (*described)[index].present
                 ? static_cast<int64_t>(index)
                 : -1;
    }
    int64_t group_of(const char *name) const;
  };
  struct Attr {
    const CallAttr *attr = nullptr;
    std::unique_ptr<bool[]> bools;
    std::vector<const char *> strings;
    std::vector<KernelSpan<int64_t>> lists;
  };

  const CallDesc &desc() const { return desc_; }
  const Side &inputs() const { return inputs_; }
  const Side &outputs() const { return outputs_; }
  const Attr *find_attr(const char *name) const;
  void forget_constants();

 private:
  CallDesc desc_;
  Side inputs_, outputs_;
  std::vector<Attr> attrs_;
};

/// What `KernelCall::host_` points to, in both phases.
struct CallHost {
  const Call *call = nullptr;
};

struct PrepareHost : CallHost {
  size_t scratch_bytes = 0;
  bool reads_private_formats = false;
  std::string refusal;
};

struct RunHost : CallHost {
  const RunBinding *binding = nullptr;
  const std::string *library = nullptr;
  std::mutex mutex;
  Status failure;  ///< first one
  void fail_once(Status status);
};

/// Records that output instance `index` really has `shape`; refuses more elements than `call` has memory for.
Status report_shape(const Call &call, const std::string &library, uint32_t index, std::vector<int64_t> shape,
                    const RunBinding &binding);
/// Whether a run has as many addresses as the call has tensors.
inline bool fits_call(const Call &call, const RunBinding &binding) {
  return binding.inputs.size() == call.desc().inputs.size() && binding.outputs.size() == call.desc().outputs.size();
}
/// The refusal of one that has not.
Status misfit(const Call &call, const RunBinding &binding);

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_CALL_H_
