/// @file
/// Inside of aclOpExecutor: objects that it owns, launchers, the plan.
#ifndef OPSTRATA_SRC_EXEC_EXECUTOR_IMPL_H_
#define OPSTRATA_SRC_EXEC_EXECUTOR_IMPL_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device/trace.h"
#include "exec/kernel_graph.h"
#include "exec/launch.h"
#include "exec/object_life.h"
#include "exec/plan.h"
#include "opdev/op_executor.h"

namespace opstrata::exec {

/// Gives tensors their places while a plan is made.
class PlanTensors {
 public:
  virtual TensorPlace place(const aclTensor *tensor) = 0;

 protected:
  ~PlanTensors() = default;
};

}  // namespace opstrata::exec

namespace op {

/// One launch of phase two. Owned by its executor.
class KernelLauncher : public Object {
 public:
  KernelLauncher(uint32_t op_type, CoreType core) : op_type_(op_type), core_(core) {}
  uint32_t GetOpType() const { return op_type_; }
  CoreType GetCoreType() const { return core_; }
  /// Tensors whose addresses phase two binds, for the test whether the launch can be repeated.
  virtual std::vector<const aclTensor *> Tensors() const = 0;
  /// Why the launch cannot be repeated; empty when it can.
  virtual std::string OneShotReason() const { return {}; }
  /// Brings what depends on the state of the tensors up to date, before a plan is made.
  virtual opstrata::Status Refresh() { return {}; }
  /// The step of the plan.
  virtual opstrata::Result<opstrata::exec::Step> MakeStep(opstrata::exec::PlanTensors &tensors) = 0;
  /// Bytes of scratch memory that the step needs.
  virtual uint64_t ScratchBytes() const { return 0; }
  /// Whether a run finds shapes of the step's outputs.
  virtual bool FindsShapes() const { return false; }

 private:
  uint32_t op_type_;
  CoreType core_;
};

}  // namespace op

namespace opstrata::proto {
struct AttrDef;
}

namespace opstrata::exec {

struct CachedPlan;

class ExecutorImpl {
 public:
  ExecutorImpl() = default;
  ~ExecutorImpl() { clear(); }
  ExecutorImpl(const ExecutorImpl &) = delete;
  ExecutorImpl &operator=(const ExecutorImpl &) = delete;

  /// Keeps an object until the executor is destroyed; null stays null.
  template <typename T>
  T *own(T *object) {
    if (object != nullptr) objects_.emplace_back(object);
    return object;
  }
  void add(std::unique_ptr<op::KernelLauncher> launcher, GraphNode node);
  /// Phase one begins, for the trace.
  void begins_now() { planned_ = device::trace_moment(); }
  const device::TraceMoment &planned() const { return planned_; }
  void add_without_node(std::unique_ptr<op::KernelLauncher> launcher);

  /// Binds the plan to a workspace of its own and puts it on the stream.
  Status run_with_own_workspace(aclrtStream stream);
  /// The plan, made at the first call after the last launcher was added.
  Result<std::shared_ptr<const Plan>> plan(bool share_workspace);
  /// Binds the plan and puts it on the stream. `is_last`: the executor will not run again, so the run may have its
  /// plan.
  Status run(void *workspace, uint64_t bytes, aclrtStream stream, bool is_last = false);
  /// Destroys what the executor has and forgets all about it. False when it has been so large that its memory is better freed.
  bool clear();
  /// Takes back all launches, with what was said of them.
  void drop_launches();
  /// Takes over the plan of an earlier call with the same key; `inputs` and `outputs` are this call's.
  void adopt(const std::shared_ptr<const CachedPlan> &cached);
  /// The same for a call without tensor objects: addresses of its tensors, in the order of DFX_IN and DFX_OUT. False, and
  /// nothing taken over, when there are too few.
  bool adopt(const std::shared_ptr<const CachedPlan> &cached, const std::vector<void *> &tensor_addresses);
  /// Whether every tensor fits the allocation that it lies in, as phase two will ask, and none was released.
  bool fits_memory() const;
  /// Remembers that `middle` lies where the user's `out` lies, and keeps the storage of `out`.
  void relate(const aclTensor *out, const aclTensor *middle);
  /// A refusal of phase two with the line of the plan's first launch.
  Status with_first_line(const Status &status) const;
  /// The key as the interface shows it: made when somebody asks.
  op::internal::OpExecCache *shown_key();
  /// Has the executor show no key, as after an AI CPU launcher (opdev-api section 2.23); the plan is cached all the same.
  void hide_key();
  /// Keeps the plan out of the cache.
  void abandon_key();
  /// Why the executor cannot be repeatable; ok when it can.
  Status check_repeatable() const;
  /// Remembers a launch that was refused: its operator may drop the macro's value and go on.
  void remember_refused(const Status &status, const op::OpArgContext &args);
  /// Refuses a second launcher of another kind for the same output.
  Status check_output_writer(const OpCall &call) const;

  std::vector<std::unique_ptr<op::KernelLauncher>> launchers;
  KernelGraph graph;
  std::vector<const aclTensor *> inputs, outputs;  ///< the user's, as DFX_IN and DFX_OUT have them
  /// A tensor that lies where an output of the user lies. The output may be gone in phase two, its storage not.
  struct Relation {
    const aclTensor *out, *middle;
    StorageRef storage;  ///< of `out`
  };
  std::vector<Relation> relations;
  op::FVector<uint64_t> workspace_offsets;
  op::internal::OpLogInfo log;
  op::OpConfigInfo config;
  std::string name;
  std::string plan_key;  ///< under which the plan is recorded; empty: it is not
  bool key_is_hidden = false;
  std::vector<std::pair<const aclTensor *, const void *>> begin_addresses;  ///< of the user's tensors when the call began
  std::vector<std::shared_ptr<void>> kept;  ///< memory that the plan has to keep
  Status refusal;  ///< of a launch whose macro has no value (DSA): the executor has no plan
  /// Refused launches with the tensors that they would have written.
  std::vector<std::pair<Status, std::vector<const aclTensor *>>> refused_launches;
  std::string repeat_forbidden_by;  ///< the step that forbids SetRepeatable
  bool repeatable = false;
  aclrtStream stream = nullptr;
  void *workspace = nullptr;
  uint64_t workspace_size = 0;
  bool bound = false;

 private:
  class Planner;
  /// The first refused launch whose result somebody would see although nobody makes it; ok when there is none.
  Status unnoticed_refusal() const;
  void take_over(const std::shared_ptr<const CachedPlan> &cached);
  Status launch(std::shared_ptr<const Plan> current, void *workspace_address, std::shared_ptr<void> own_workspace,
                aclrtStream on_stream);
  /// Gives the plan to the cache, if it can stand for other calls of the same key.
  void record(const std::shared_ptr<const Plan> &current);
  void set_found_shapes(const FoundShapes &found);
  void drop_user_storages();

  std::vector<std::unique_ptr<op::Object>> objects_;
  std::shared_ptr<const Plan> plan_;
  const CachedPlan *cached_ = nullptr;  ///< of which `plan_` then holds a part
  bool adopted_ = false;  ///< the plan is the cache's, or was offered to it
  bool from_cache_ = false;                        ///< the plan was found in the cache
  device::TraceMoment planned_;                    ///< when the executor was made, while that is traced
  std::unique_ptr<op::internal::OpExecCache> shown_key_;
  std::vector<StorageRef> user_storages_;  ///< of the plan's user slots
  /// The argument (inputs, then outputs) that each of them is of. Found when the plan is made: the user may destroy
  /// tensors before phase two.
  std::vector<std::optional<size_t>> user_owners_;
  std::vector<void *> user_addresses_;             ///< in place of them, where a call has no tensor objects
  std::vector<std::vector<const aclTensor *>> shape_tensors_;  ///< by the plan's shape numbers
  friend struct ::aclOpExecutor;
};

/// Access of this room to the interface class.
struct ExecutorAccess {
  /// Null when memory is out.
  static aclOpExecutor *make() { return new aclOpExecutor(); }
  static ExecutorImpl &impl(const aclOpExecutor &executor) { return *executor.impl_; }
};

/// A new executor of the calling thread's call. `records`: its plan is to be kept under the key that the thread has
/// built, and it has the thread's tensors; `name` may be that of a first phase. Throws std::bad_alloc.
aclOpExecutor *new_executor(std::string_view name, bool records = true);

/// Whether `executor` is one that exists; looks the address up and does not read it.
bool is_live_executor(const aclOpExecutor *executor);

/// A call from the arguments of the macros. Refuses what is no tensor in OP_OUTPUT, by the prototype's parameter name.
Result<OpCall> call_of_arguments(aclOpExecutor &executor, const std::string &op_type, const op::OpArgContext &args);
/// Names the positional attributes of a call by its prototype.
Status name_attributes(OpCall &call, std::vector<aicpu::CallAttrValue> values);
/// The text of an argument: whole where OP_ATTR copied it, to its terminator where others did; empty for null.
std::string_view text_of(const op::OpArgValue &value);
/// The attribute of OP_ATTR that is the prototype's number `index`, as a value.
Result<aicpu::CallAttrValue> attribute_value(const std::string &op_type, const op::OpArg &arg, size_t index);
/// All of them, in order.
Result<std::vector<aicpu::CallAttrValue>> attribute_values(const std::string &op_type, const op::OpArgList &attrs);
/// What inference needs of a call before a registered function sees it: tensors in OP_OUTPUT, and every required parameter.
Status check_given(const OpCall &call, const op::OpArgList &outputs);
/// No required parameter that is given is null.
Status check_required(const OpCall &call);
/// Adds a launcher of the call; `op_type` is the number under which it appears in the graph. `keeper` lives as long as the launcher.
Status add_call(aclOpExecutor &executor, uint32_t op_type, OpCall call, std::shared_ptr<void> keeper, std::string one_shot_reason);
/// Numbers, kinds and data types of inputs and outputs as the prototype declares them, when there is one and the call
/// uses its vocabulary. 161001 for a required parameter that is null, else 161002.
/// `types`: what is wrong with the data types, also where that is for the kernel to decide.
Status check_against_prototype(const OpCall &call, Status &types);
/// Whether a value is of the kind that the prototype declares.
Status check_attribute_kind(const OpCall &call, const aicpu::CallAttr &attr, const proto::AttrDef &def,
                            const proto::OpPrototype &prototype);
/// Adds the prototype's defaults and checks required ones and kinds.
Status complete_attributes(OpCall &call);
/// The call as kernels see it, from the present state of its tensors.
aicpu::CallDesc describe(const OpCall &call);
/// Whether its tensors are still those of a description of it that a kernel was prepared with.
bool is_described_by(const OpCall &call, const aicpu::CallDesc &desc);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_EXECUTOR_IMPL_H_
