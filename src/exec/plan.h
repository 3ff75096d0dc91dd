/// @file
/// Plan and binding (docs/design.md, "Plan and binding"). A plan is what a first phase comes to: prepared kernels with
/// shapes and attributes, where each of their tensors lies, and the layout of the workspace. It is immutable, owns
/// everything it needs and points at no object of the user, so it may run on several streams at once. A binding gives it
/// addresses for one run, and holds what a run changes.
#ifndef OPSTRATA_SRC_EXEC_PLAN_H_
#define OPSTRATA_SRC_EXEC_PLAN_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "acl/acl_base_rt.h"
#include "aicpu/kernel_registry.h"
#include "base/status.h"
#include "graph/types.h"
#include "opdev/fast_vector.h"

namespace opstrata::exec {

/// Where a tensor of a step lies: byte `offset` of storage `storage` of the plan; absent if negative.
struct TensorPlace {
  int32_t storage = -1;
  int64_t offset = 0;
  uint64_t bytes = 0;  ///< what the step may touch
  uint64_t touched = 0;  ///< bytes from the first element to the end of the last one
  ge::DataType dtype = ge::DT_UNDEFINED;
  int64_t elements = 0;  ///< of a contiguous tensor; 0 for others
  /// Contiguous tensors of one place and shape have one number: a shape that a run finds for one of them is that of all. -1 in
  /// plans whose shapes are all known, and for views that a real shape does not tell.
  int32_t shape = -1;
};

/// How a storage gets its address.
struct StoragePlace {
  enum class Kind : uint8_t {
    kWorkspace,  ///< `offset` bytes into the workspace
    kUser,       ///< the address that the binding says for slot `slot`
    kConstant    ///< data of the plan
  };
  Kind kind = Kind::kUser;
  uint64_t offset = 0;
  size_t slot = 0;
  std::shared_ptr<void> data;
  uint64_t bytes = 0;  ///< of `data`
};

/// Addresses of one step of one run, in arrays of the runner's.
struct StepBinding {
  std::span<const void *const> inputs;
  std::span<void *const> outputs;
  void *scratch = nullptr;
  aicpu::OutputShapes *shapes = nullptr;  ///< null: real output shapes are not wanted
};

/// What a step does. Immutable.
class StepAction {
 public:
  virtual ~StepAction() = default;
  virtual Status run(const StepBinding &binding) const = 0;
  virtual uint64_t scratch_bytes() const { return 0; }
  /// Name of an input or output (instance) for texts.
  virtual std::string parameter(bool /*is_input*/, size_t instance) const { return std::to_string(instance); }
  /// The call that the step computes, and its inputs (instances) whose values the plan holds; null when no kernel does.
  virtual const aicpu::CallDesc *description() const { return nullptr; }
  virtual std::vector<uint32_t> host_inputs() const { return {}; }
  /// The step on `inputs` whose real shapes (instance, shape) are not those of the plan. `outputs` receives the output shapes that
  /// follow from them. Null: the step does not depend on shapes.
  virtual Result<std::shared_ptr<const StepAction>> reshaped(const aicpu::OutputShapes &, const StepBinding &, aicpu::OutputShapes &) const {
    return std::shared_ptr<const StepAction>();
  }
};

struct Step {
  std::string op_type;
  bool on_ai_cpu = false;  ///< launched as an AI CPU task
  bool tensorflow_names = false;  ///< of attributes
  std::shared_ptr<const StepAction> action;
  std::vector<TensorPlace> inputs, outputs;
  TensorPlace scratch;
  /// Outputs (instances) whose real shapes the user wants to know after the run.
  std::vector<uint32_t> reported_outputs;
};

/// Real shapes that a run found, by the numbers of TensorPlace::shape.
using FoundShapes = std::map<int32_t, std::vector<int64_t>>;

struct Plan {
  std::string name;  ///< the API function, for messages
  std::vector<Step> steps;
  std::vector<StoragePlace> storages;
  size_t user_slots = 0;
  uint64_t workspace_bytes = 0;
  bool reports_shapes = false;  ///< some step's output shapes are known only after it has run
  std::vector<std::shared_ptr<void>> kept;  ///< memory that tensors of the call lie in although they are nobody's
};

struct LaunchNote;
class StorageRef;

/// Where the user slots of a plan get their addresses: the first ones are given, the others are those of storages.
struct UserSlots {
  std::span<void *const> given;
  std::span<const StorageRef> storages;
};

/// One run of a plan.
class Binding {
 public:
  /// `slots`: one per user slot; `workspace` has at least `plan->workspace_bytes`.
  /// `own_workspace` keeps a workspace alive that the caller does not own. `checks_overflow`: check_overflow behind
  /// every step.
  Binding(std::shared_ptr<const Plan> plan, void *workspace, const UserSlots &slots,
          std::shared_ptr<void> own_workspace = nullptr, bool checks_overflow = false);

  /// What the run is watched by; null: nobody watches.
  void watch(std::shared_ptr<const LaunchNote> note) { note_ = std::move(note); }

  /// Whether the run may be put on `stream`; what is noted about it until it is over, is noted.
  Status prepare(aclrtStream stream);
  /// Whether every tensor that a step touches has an address (kNull), and fits the known allocation that the address
  /// lies in (kInvalid). The text names the first that does not.
  Status check() const;
  /// Runs all steps on this thread and stops at the first failure.
  Status run(FoundShapes *found) const;
  const std::string &name() const { return plan_->name; }
  /// A failure of one of the plan's steps with the step's launch line.
  Status with_line(const Status &status, const Step &step) const;

 private:
  uint8_t *address(const TensorPlace &place) const {
    if (place.storage < 0) return nullptr;
    const uintptr_t base = bases_.data()[place.storage];
    // Empty tensors have no address of their own.
    return base == 0 ? nullptr : reinterpret_cast<uint8_t *>(base + static_cast<uintptr_t>(place.offset));
  }
  /// Whether `check` has nothing to say.
  bool fits() const;
  Status run_step(const Step &step, FoundShapes *found, uint64_t arrow) const;
  /// The same with all that may have to be done besides: real shapes, scratch memory of its own, dumps, lines, times.
  Status run_step_watched(const Step &step, StepBinding &binding, FoundShapes *found, uint64_t arrow,
                          bool is_timed) const;

  std::shared_ptr<const Plan> plan_;
  void *workspace_;
  op::FVector<uintptr_t> bases_;  ///< where the plan's storages lie
  std::shared_ptr<void> own_workspace_;
  bool checks_overflow_;
  std::shared_ptr<const LaunchNote> note_;
  std::shared_ptr<void> pending_;  ///< the outputs have a pending writer until the run is over (checked mode)
  bool dumps_ = false;  ///< whether operators may have to be dumped
};

/// Makes a binding and puts the run on a stream as one task. Returns at once;
/// failures of kernels become the stream's. `note`: Binding::watch.
Status enqueue_run(std::shared_ptr<const Plan> plan, void *workspace, const UserSlots &slots,
                   std::shared_ptr<void> own_workspace, aclrtStream stream, std::shared_ptr<FoundShapes> found,
                   std::shared_ptr<const LaunchNote> note);

/// The check for infinities and NaNs behind a step (opdev-api section 2.27): a floating-point output that holds one is named in
/// the log and dumped (OPSTRATA_DUMP_DIR). Diagnostic only; it changes no result. Returns the first such output, -1 for none.
int check_overflow(const std::string &api, const Step &step, std::span<void *const> outputs);

/// A block of device memory of the executor's own, 64-byte aligned; null when memory is exhausted.
std::shared_ptr<void> make_block(uint64_t bytes);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_PLAN_H_
