// Launches of the framework itself: copies (opdev-api section 2.29), fills (2.26) and the check for non-finite values (2.27).
#include <cmath>
#include <cstring>

#include "exec/kernel_graph.h"
#include "exec/executor_impl.h"
#include "exec/report.h"
#include "exec/values.h"
#include "graph/operator_reg.h"
#include "opdev/data_type_utils.h"
#include "opdev/framework_op.h"
#include "opstrata/kernel.h"

namespace ge {
REG_OP(MemSetV2)
    .DYNAMIC_INPUT(x, TensorType::ALL())
    .DYNAMIC_OUTPUT(y, TensorType::ALL())
    .ATTR(values_int, ListInt, {})
    .ATTR(values_float, ListFloat, {})
    .OP_END_FACTORY_REG(MemSetV2)

REG_OP(NonFiniteCheck)
    .DYNAMIC_INPUT(tensor_list, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(found_flag, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(NonFiniteCheck)
}  // namespace ge

namespace opstrata::exec {
namespace {

using op::DataType;

/// Whether a fill takes its value from the list of integers.
bool takes_integer(DataType type) { return type == ge::DT_INT32 || type == ge::DT_UINT32; }

/// Fills every tensor of the list with its value: integers for 32-bit integer tensors, floats for all others, each list in the
/// order of the tensors that take from it; 0 where a list is shorter.
std::unique_ptr<KernelState> prepare_mem_set(PrepareContext &ctx) {
  const KernelSpan<int64_t> integers = ctx.int_list_attr("values_int");
  const KernelSpan<float> floats = ctx.float_list_attr("values_float");
  std::vector<double> values;
  size_t next_integer = 0;
  size_t next_float = 0;
  for (uint32_t i = 0; i < ctx.output_count(0); ++i) {
    const KernelTensor *tensor = ctx.output(0, i);
    double value = 0;
    if (tensor != nullptr && takes_integer(tensor->dtype)) {
      if (next_integer < integers.size()) value = static_cast<double>(integers[next_integer++]);
    } else if (tensor != nullptr && next_float < floats.size()) {
      value = static_cast<double>(floats[next_float++]);
    }
    values.push_back(value);
    if (tensor != nullptr && value != 0 && !is_value_type(tensor->dtype)) {
      return ctx.refuse("y%u: data type %s can only be filled with 0", i, ctx.dtype_name(tensor->dtype));
    }
  }
  return make_kernel([values](RunContext &run) {
    for (uint32_t i = 0; i < values.size(); ++i) {
      const KernelTensor *tensor = run.output(0, i);
      if (tensor == nullptr || tensor->elements == 0) continue;
      auto *to = static_cast<uint8_t *>(run.output_data(0, i));
      if (values[i] == 0) {
        std::memset(to, 0, tensor->bytes());
        continue;
      }
      Number number;
      number.d = values[i];
      const size_t size = op::TypeSize(tensor->dtype) >= 1000 ? 1 : op::TypeSize(tensor->dtype);
      for (int64_t e = 0; e < tensor->elements; ++e) (void)store_number(number, to + static_cast<size_t>(e) * size, tensor->dtype);
    }
    return true;
  });
}

/// 1 in the flag when some element of some tensor is infinite or no number, else 0.
std::unique_ptr<KernelState> prepare_non_finite_check(PrepareContext &ctx) {
  for (uint32_t i = 0; i < ctx.input_count(0); ++i) {
    const KernelTensor *tensor = ctx.input(0, i);
    if (tensor != nullptr && !op::IsFloatingType(tensor->dtype)) {
      return ctx.refuse("tensor_list%u: data type %s has no infinities", i, ctx.dtype_name(tensor->dtype));
    }
  }
  return make_kernel([](RunContext &run) {
    bool found = false;
    for (uint32_t i = 0; i < run.input_count(0) && !found; ++i) {
      const KernelTensor *tensor = run.input(0, i);
      if (tensor == nullptr) continue;
      const auto *from = static_cast<const uint8_t *>(run.input_data(0, i));
      Number number;
      for (int64_t e = 0; e < tensor->elements && !found; ++e) {
        (void)load_number(from + static_cast<size_t>(e) * op::TypeSize(tensor->dtype), tensor->dtype, number);
        found = !std::isfinite(number.d);
      }
    }
    *run.out<float>(0) = found ? 1.0F : 0.0F;
    return true;
  });
}

OPSTRATA_KERNEL(MemSetV2, prepare_mem_set);
OPSTRATA_KERNEL(NonFiniteCheck, prepare_non_finite_check);

class CopyAction final : public StepAction {
 public:
  explicit CopyAction(uint64_t bytes) : bytes_(bytes) {}
  Status run(const StepBinding &binding) const override {
    if (bytes_ != 0) std::memmove(binding.outputs[0], binding.inputs[0], bytes_);
    return {};
  }

 private:
  uint64_t bytes_;
};

uint64_t storage_bytes(const aclTensor &tensor) {
  return counted_bytes(tensor.Size(), tensor.GetDataType());
}

/// Copies the storage of one tensor to another.
class CopyLauncher final : public op::KernelLauncher {
 public:
  CopyLauncher(uint32_t op_type, const aclTensor *from, const aclTensor *to) : KernelLauncher(op_type, op::NO_CALC), from_(from), to_(to) {}
  std::vector<const aclTensor *> Tensors() const override { return {from_, to_}; }
  std::string OneShotReason() const override { return "a copy between host and device or between tensors is a launch for one run"; }
  Result<Step> MakeStep(PlanTensors &tensors) override {
    const uint64_t bytes = storage_bytes(*from_);
    if (storage_bytes(*to_) < bytes) return fail(Msg::kExecCopySize, {{"from", bytes}, {"to", storage_bytes(*to_)}});
    Step step;
    step.op_type = op::OpTypeDict::ToString(GetOpType()).GetString();
    step.action = std::make_shared<CopyAction>(bytes);
    step.inputs.push_back(tensors.place(from_));
    step.outputs.push_back(tensors.place(to_));
    step.inputs[0].bytes = bytes;
    step.outputs[0].bytes = bytes;
    return step;
  }

 private:
  const aclTensor *from_;
  const aclTensor *to_;
};

Status add_copy(aclOpExecutor &executor, const char *name, const aclTensor *from, const aclTensor *to) {
  if (storage_bytes(*from) > kMostBytes) {
    return fail(Msg::kBadArgument, {{"function", name}, {"parameter", "src"}, {"value", from->ToString().GetString()},
                                    {"allowed", "tensors of at most " + std::to_string(kMostBytes) + " bytes"}});
  }
  if (storage_bytes(*to) < storage_bytes(*from)) {
    return fail(Msg::kExecCopySize, {{"from", storage_bytes(*from)}, {"to", storage_bytes(*to)}});
  }
  const uint32_t op_type = op::GenOpTypeId(name);
  GraphNode node;
  node.op_type = op_type;
  node.inputs = {from};
  node.outputs = {to};
  ExecutorAccess::impl(executor).add(std::make_unique<CopyLauncher>(op_type, from, to), std::move(node));
  executor.AbandonCache();
  return {};
}

/// Null with a report unless `src` is a host tensor of a living executor's call.
bool is_host_source(const char *function, const aclTensor *src, const aclOpExecutor *executor) {
  if (src == nullptr || !is_live_executor(executor)) {
    refused(Msg::kExecNullArgument, {{"function", function}, {"parameter", src == nullptr ? "src" : "executor"}});
    return false;
  }
  if (src->GetPlacement() == gert::kOnHost) return true;
  refused(Msg::kExecCopyPlace, {{"function", function}, {"tensor", "src"}, {"place", "host"}});
  return false;
}

aclTensor *device_twin(const aclTensor &src, aclOpExecutor &executor) {
  aclTensor *twin = executor.AllocTensor(src.GetStorageShape(), src.GetOriginalShape(), src.GetDataType(), src.GetStorageFormat(),
                                         src.GetOriginalFormat());
  if (twin != nullptr) twin->SetViewShape(src.GetViewShape());
  return twin;
}

}  // namespace
}  // namespace opstrata::exec

namespace op {

using namespace opstrata::exec;  // NOLINT: the functions below are the interface's
using opstrata::Msg;

const aclTensor *CopyToNpu(const aclTensor *src, aclOpExecutor *executor) {
  if (!is_host_source("CopyToNpu", src, executor)) return nullptr;
  aclTensor *twin = device_twin(*src, *executor);
  if (twin == nullptr || reported(add_copy(*executor, "CopyToNpu", src, twin)) != ACLNN_SUCCESS) return nullptr;
  return twin;
}

const aclTensor *CopyToNpuSync(const aclTensor *src, aclOpExecutor *executor) {
  if (!is_host_source("CopyToNpuSync", src, executor)) return nullptr;
  aclTensor *twin = device_twin(*src, *executor);
  const uint64_t bytes = storage_bytes(*src);
  std::shared_ptr<void> block = make_block(bytes);
  if (twin == nullptr || block == nullptr) return nullptr;
  std::memcpy(block.get(), src->GetStorageAddr(), bytes);
  twin->SetFromWorkspace(false);
  twin->SetStorageAddr(block.get());
  // The plan keeps the memory as long as a run may read it.
  ExecutorAccess::impl(*executor).kept.push_back(std::move(block));
  executor->AbandonCache(true);
  return twin;
}

aclnnStatus CopyNpuToNpu(const aclTensor *src, const aclTensor *dst, aclOpExecutor *executor) {
  if (src == nullptr || dst == nullptr || !is_live_executor(executor)) {
    const char *missing = src == nullptr ? "src" : dst == nullptr ? "dst" : "executor";
    return refused_as(ACLNN_ERR_INNER, Msg::kExecNullArgument, {{"function", "CopyNpuToNpu"}, {"parameter", missing}});
  }
  for (const aclTensor *tensor : {src, dst}) {
    if (tensor->GetPlacement() != gert::kOnHost) continue;
    return refused_as(ACLNN_ERR_INNER, Msg::kExecCopyPlace, {{"function", "CopyNpuToNpu"}, {"tensor", tensor == src ? "src" : "dst"}, {"place", "device"}});
  }
  return reported(add_copy(*executor, "CopyNpuToNpu", src, dst)) == ACLNN_SUCCESS ? ACLNN_SUCCESS : ACLNN_ERR_INNER;
}

}  // namespace op
