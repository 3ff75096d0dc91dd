// The exported members of opstrata/kernel.h and the kernels registered through it.
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>

#include "aicpu/blocked_layout.h"
#include "aicpu/call.h"
#include "aicpu/parallel.h"
#include "aicpu/registration.h"
#include "base/data_type.h"
#include "base/messages.h"
#include "opstrata/kernel.h"

namespace opstrata {
namespace {

using aicpu::Call;
using aicpu::CallHost;
using aicpu::PrepareHost;
using aicpu::RunHost;

const Call &call_of(const void *host) { return *static_cast<const CallHost *>(host)->call; }

const KernelTensor *tensor_of(const Call::Side &side, uint32_t ir_index, uint32_t instance) {
  const int64_t index = side.find(ir_index, instance);
  return index < 0 ? nullptr : &side.tensors[static_cast<size_t>(index)];
}

const KernelTensor *tensor_of(const Call::Side &side, const char *name, uint32_t instance) {
  const int64_t group = name == nullptr ? -1 : side.group_of(name);
  return group < 0 ? nullptr : tensor_of(side, static_cast<uint32_t>(group), instance);
}

/// Present tensors only, so that an optional input left out counts 0.
uint32_t count_of(const Call::Side &side, uint32_t ir_index) {
  if (ir_index >= side.groups->size()) return 0;
  uint32_t count = (*side.groups)[ir_index].count;
  return count == 1 && side.find(ir_index, 0) < 0 ? 0 : count;
}

const char *name_of(const Call::Side &side, uint32_t ir_index) {
  return ir_index < side.groups->size() ? (*side.groups)[ir_index].name.c_str() : "";
}

template <typename T>
const T *attr_of(const void *host, const char *name) {
  const Call::Attr *attr = call_of(host).find_attr(name);
  return attr == nullptr ? nullptr : std::get_if<T>(&attr->attr->value);
}

template <typename T>
KernelSpan<T> list_of(const void *host, const char *name) {
  const auto *list = attr_of<std::vector<T>>(host, name);
  return list == nullptr ? KernelSpan<T>() : KernelSpan<T>(list->data(), list->size());
}

/// The attribute as a number of type T, or `fallback`.
template <typename T, bool kAcceptFloat>
T number_of(const void *host, const char *name, T fallback) {
  const Call::Attr *attr = call_of(host).find_attr(name);
  if (attr == nullptr) return fallback;
  return std::visit(
      [&](const auto &value) -> T {
        using V = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<V, int64_t> || std::is_same_v<V, bool> || std::is_same_v<V, ge::DataType> ||
                      (kAcceptFloat && std::is_floating_point_v<V>)) {
          return static_cast<T>(value);
        } else {
          return fallback;
        }
      },
      attr->attr->value);
}

std::string formatted(const char *format, va_list args) {
  va_list copy;
  va_copy(copy, args);
  const int size = vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  std::string text(size < 0 ? 0 : static_cast<size_t>(size), '\0');
  if (size > 0) (void)vsnprintf(text.data(), text.size() + 1, format, args);
  return text;
}

}  // namespace

const char *KernelCall::op_type() const { return call_of(host_).desc().op_type.c_str(); }
uint32_t KernelCall::input_num() const { return static_cast<uint32_t>(call_of(host_).desc().input_groups.size()); }
uint32_t KernelCall::output_num() const { return static_cast<uint32_t>(call_of(host_).desc().output_groups.size()); }
uint32_t KernelCall::input_count(uint32_t ir_index) const { return count_of(call_of(host_).inputs(), ir_index); }
uint32_t KernelCall::output_count(uint32_t ir_index) const { return count_of(call_of(host_).outputs(), ir_index); }

const KernelTensor *KernelCall::input(uint32_t ir_index, uint32_t instance) const {
  return tensor_of(call_of(host_).inputs(), ir_index, instance);
}
const KernelTensor *KernelCall::input_named(const char *name, uint32_t instance) const {
  return tensor_of(call_of(host_).inputs(), name, instance);
}
const KernelTensor *KernelCall::output(uint32_t ir_index, uint32_t instance) const {
  return tensor_of(call_of(host_).outputs(), ir_index, instance);
}
const KernelTensor *KernelCall::output_named(const char *name, uint32_t instance) const {
  return tensor_of(call_of(host_).outputs(), name, instance);
}
const char *KernelCall::input_name(uint32_t ir_index) const { return name_of(call_of(host_).inputs(), ir_index); }
const char *KernelCall::output_name(uint32_t ir_index) const { return name_of(call_of(host_).outputs(), ir_index); }

bool KernelCall::has_attr(const char *name) const { return call_of(host_).find_attr(name) != nullptr; }
int64_t KernelCall::int_attr(const char *name, int64_t fallback) const {
  return number_of<int64_t, false>(host_, name, fallback);
}
double KernelCall::float_attr(const char *name, double fallback) const {
  return number_of<double, true>(host_, name, fallback);
}
bool KernelCall::bool_attr(const char *name, bool fallback) const { return number_of<bool, false>(host_, name, fallback); }
ge::DataType KernelCall::dtype_attr(const char *name, ge::DataType fallback) const {
  return number_of<ge::DataType, false>(host_, name, fallback);
}
const char *KernelCall::string_attr(const char *name, const char *fallback) const {
  const auto *text = attr_of<std::string>(host_, name);
  return text == nullptr ? fallback : text->c_str();
}
KernelSpan<char> KernelCall::text_attr(const char *name, size_t index) const {
  const auto *text = attr_of<std::string>(host_, name);
  if (const auto *list = attr_of<std::vector<std::string>>(host_, name); list != nullptr && index < list->size())
    text = &(*list)[index];
  else if (index != 0)
    text = nullptr;
  return text == nullptr ? KernelSpan<char>() : KernelSpan<char>(text->data(), text->size());
}
KernelSpan<int64_t> KernelCall::int_list_attr(const char *name) const { return list_of<int64_t>(host_, name); }
KernelSpan<float> KernelCall::float_list_attr(const char *name) const { return list_of<float>(host_, name); }
KernelSpan<ge::DataType> KernelCall::dtype_list_attr(const char *name) const { return list_of<ge::DataType>(host_, name); }
KernelSpan<bool> KernelCall::bool_list_attr(const char *name) const {
  const auto *list = attr_of<std::vector<bool>>(host_, name);
  return list == nullptr ? KernelSpan<bool>() : KernelSpan<bool>(call_of(host_).find_attr(name)->bools.get(), list->size());
}
KernelSpan<const char *> KernelCall::string_list_attr(const char *name) const {
  const Call::Attr *attr = call_of(host_).find_attr(name);
  return attr == nullptr ? KernelSpan<const char *>() : KernelSpan<const char *>(attr->strings.data(), attr->strings.size());
}
KernelSpan<KernelSpan<int64_t>> KernelCall::int_lists_attr(const char *name) const {
  const Call::Attr *attr = call_of(host_).find_attr(name);
  return attr == nullptr ? KernelSpan<Dims>() : KernelSpan<Dims>(attr->lists.data(), attr->lists.size());
}

const char *KernelCall::dtype_name(ge::DataType dtype) {
  const std::string_view name = data_type_enumerator(dtype);  // a literal, hence terminated
  return name.empty() ? "DT_UNDEFINED" : name.data();
}

const char *KernelCall::dims_text(Dims dims) {
  thread_local std::array<std::string, 8> texts;
  thread_local size_t next = 0;
  std::string &text = texts[next++ % texts.size()];
  text.assign(1, '[');
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i != 0) text += ", ";
    text += std::to_string(dims[i]);
  }
  text += ']';
  return text.c_str();
}

void PrepareContext::accept_private_formats() { static_cast<PrepareHost *>(host_)->reads_private_formats = true; }
void PrepareContext::set_scratch_bytes(size_t bytes) { static_cast<PrepareHost *>(host_)->scratch_bytes = bytes; }

std::nullptr_t PrepareContext::refuse(const char *format, ...) {
  va_list args;
  va_start(args, format);
  static_cast<PrepareHost *>(host_)->refusal = formatted(format, args);
  va_end(args);
  return nullptr;
}

const void *RunContext::input_data(uint32_t ir_index, uint32_t instance) const {
  const int64_t index = call_of(host_).inputs().find(ir_index, instance);
  return index < 0 ? nullptr : static_cast<const RunHost *>(host_)->binding->inputs[static_cast<size_t>(index)];
}

void *RunContext::output_data(uint32_t ir_index, uint32_t instance) const {
  const int64_t index = call_of(host_).outputs().find(ir_index, instance);
  return index < 0 ? nullptr : static_cast<const RunHost *>(host_)->binding->outputs[static_cast<size_t>(index)];
}

void *RunContext::scratch() const { return static_cast<const RunHost *>(host_)->binding->scratch; }

bool RunContext::set_output_shape(uint32_t ir_index, Dims shape, uint32_t instance) {
  auto &host = *static_cast<RunHost *>(host_);
  const int64_t index = host.call->outputs().find(ir_index, instance);
  if (index < 0) return fail("it has no output %u, instance %u", ir_index, instance);
  Status status = report_shape(*host.call, *host.library, static_cast<uint32_t>(index), {shape.begin(), shape.end()},
                               *host.binding);
  if (!status.ok()) host.fail_once(std::move(status));
  return host.failure.ok();
}

bool RunContext::fail(const char *format, ...) {
  auto &host = *static_cast<RunHost *>(host_);
  va_list args;
  va_start(args, format);
  host.fail_once(opstrata::fail(Msg::kKernelFailed, {{"op", host.call->desc().op_type}, {"library", *host.library},
                                                     {"text", formatted(format, args)}}));
  va_end(args);
  return false;
}

void RunContext::parallel_for_raw(int64_t total, int64_t grain, void (*body)(const void *, int64_t, int64_t),
                                  const void *closure) {
  aicpu::parallel_for(total, grain, body, closure);
}

namespace aicpu {
namespace {

struct HostPrepareContext : PrepareContext {
  explicit HostPrepareContext(PrepareHost &host) : PrepareContext(static_cast<CallHost *>(&host)) {}
};
struct HostRunContext : RunContext {
  explicit HostRunContext(RunHost &host) : RunContext(static_cast<CallHost *>(&host)) {}
};

class StateKernel;

constexpr size_t kScratchAlignment = 64;

class PreparedState final : public PreparedKernel {
 public:
  PreparedState(const StateKernel &kernel, CallDesc desc) : kernel_(kernel), call_(std::move(desc)) {}
  Status prepare(PrepareFunction function);
  const Kernel &kernel() const override;
  const CallDesc &desc() const override { return call_.desc(); }
  size_t scratch_bytes() const override { return scratch_bytes_; }
  Status run(const RunBinding &binding) const override;

 private:
  Status threw(const char *what) const;
  Status make_state(PrepareFunction function, Call &call, PrepareHost &host);
  /// Describes the call anew with its tensors in private formats as plain ones, which lie in the scratch memory from
  /// `scratch_bytes_` on. Refuses formats that are not known.
  Status unpack_formats();
  Status run_plain(const Call &call, const RunBinding &binding) const;

  /// A tensor that the kernel gets in plain order.
  struct Unpacked {
    bool is_output;
    uint32_t index;
    BlockedLayout layout;
    size_t at;  ///< in the scratch memory
  };

  const StateKernel &kernel_;
  Call call_;
  size_t scratch_bytes_ = 0;
  std::unique_ptr<KernelState> state_;
  std::unique_ptr<Call> plain_;  ///< the call as the kernel sees it where that differs
  std::vector<Unpacked> unpacked_;
};

class StateKernel final : public KernelBase {
 public:
  StateKernel(std::string_view op_type, Origin origin, PrepareFunction function)
      : KernelBase(op_type, KernelKind::kPrepared, std::move(origin)), function_(function) {}
  Result<std::shared_ptr<const PreparedKernel>> prepare(CallDesc desc) const override {
    auto prepared = std::make_shared<PreparedState>(*this, std::move(desc));
    if (Status status = prepared->prepare(function_); !status.ok()) return status;
    return std::shared_ptr<const PreparedKernel>(std::move(prepared));
  }

 private:
  PrepareFunction function_;
};

const Kernel &PreparedState::kernel() const { return kernel_; }

Status PreparedState::threw(const char *what) const {
  return fail(Msg::kKernelThrew, {{"op", call_.desc().op_type}, {"library", kernel_.origin().library}, {"what", what}});
}

Status PreparedState::unpack_formats() {
  CallDesc desc = call_.desc();
  for (const bool is_output : {false, true}) {
    std::vector<CallTensor> &tensors = is_output ? desc.outputs : desc.inputs;
    for (const CallGroup &group : is_output ? desc.output_groups : desc.input_groups) {
      for (uint32_t i = group.start; i < group.start + group.count; ++i) {
        CallTensor &tensor = tensors[i];
        if (!tensor.present || !tensor.blocked) continue;
        std::optional<BlockedLayout> layout = BlockedLayout::of(tensor);
        if (!layout.has_value()) {
          return fail(Msg::kKernelFormat, {{"op", desc.op_type},
                                           {"parameter", group.name},
                                           {"format", format_name(tensor.storage_format)},
                                           {"library", kernel_.origin().library}});
        }
        tensor.format = tensor.storage_format = BlockedLayout::plain_format(tensor);
        tensor.storage_shape = tensor.shape;
        tensor.strides.clear();
        tensor.blocked = false;
        const size_t bytes = (layout->dense_bytes() + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
        unpacked_.push_back({is_output, i, *std::move(layout), scratch_bytes_});
        scratch_bytes_ += bytes;
      }
    }
  }
  plain_ = std::make_unique<Call>(std::move(desc));
  return {};
}

Status PreparedState::make_state(PrepareFunction function, Call &call, PrepareHost &host) {
  host.call = &call;
  HostPrepareContext context(host);
  try {
    state_ = function(context);
  } catch (const std::exception &exception) {
    return threw(exception.what());
  } catch (...) {
    return threw("an unknown exception");
  }
  return {};
}

bool has_blocked(const CallDesc &desc) {
  const auto blocked = [](const CallTensor &tensor) { return tensor.present && tensor.blocked; };
  return std::any_of(desc.inputs.begin(), desc.inputs.end(), blocked) ||
         std::any_of(desc.outputs.begin(), desc.outputs.end(), blocked);
}

Status PreparedState::prepare(PrepareFunction function) {
  PrepareHost host;
  OPSTRATA_TRY(make_state(function, call_, host));
  if (!host.reads_private_formats && has_blocked(call_.desc())) {
    OPSTRATA_TRY(unpack_formats());
    host = PrepareHost();
    OPSTRATA_TRY(make_state(function, *plain_, host));
    plain_->forget_constants();
  }
  call_.forget_constants();
  scratch_bytes_ += host.scratch_bytes;
  const std::string &op = call_.desc().op_type;
  if (!host.refusal.empty()) return fail(Msg::kKernelRefused, {{"op", op}, {"text", host.refusal}});
  if (state_ == nullptr) return fail(Msg::kKernelNoReason, {{"op", op}, {"library", kernel_.origin().library}});
  return {};
}

Status PreparedState::run(const RunBinding &binding) const {
  if (!fits_call(call_, binding)) return misfit(call_, binding);
  if (plain_ == nullptr) return run_plain(call_, binding);
  std::vector<const void *> inputs(binding.inputs.begin(), binding.inputs.end());
  std::vector<void *> outputs(binding.outputs.begin(), binding.outputs.end());
  char *scratch = static_cast<char *>(binding.scratch);
  size_t used = 0;
  for (const Unpacked &tensor : unpacked_) {
    void *plain = scratch + tensor.at;
    const void *memory = tensor.is_output ? outputs[tensor.index] : inputs[tensor.index];
    used = tensor.at + (tensor.layout.dense_bytes() + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
    if (memory == nullptr) continue;
    // An output, too: a kernel may leave parts of it as they are.
    tensor.layout.unpack(memory, plain);
    if (tensor.is_output) outputs[tensor.index] = plain;
    else inputs[tensor.index] = plain;
  }
  OPSTRATA_TRY(run_plain(*plain_, {inputs, outputs, scratch + used, binding.shapes}));
  for (const Unpacked &tensor : unpacked_) {
    if (tensor.is_output && binding.outputs[tensor.index] != nullptr) tensor.layout.pack(scratch + tensor.at, binding.outputs[tensor.index]);
  }
  return {};
}

Status PreparedState::run_plain(const Call &call, const RunBinding &binding) const {
  RunHost host;
  host.call = &call;
  host.binding = &binding;
  host.library = &kernel_.origin().library;
  HostRunContext context(host);
  try {
    if (!state_->run(context) && host.failure.ok()) context.fail("no reason given");
  } catch (const std::exception &exception) {
    return threw(exception.what());
  } catch (...) {
    return threw("an unknown exception");
  }
  return host.failure;
}

}  // namespace
}  // namespace aicpu

bool register_kernel(const char *op_type, PrepareFunction prepare) {
  if (op_type == nullptr || prepare == nullptr) return false;
  const void *address = reinterpret_cast<const void *>(prepare);
  aicpu::add_kernel(std::make_unique<aicpu::StateKernel>(op_type, origin_of(address), prepare), address);
  return true;
}

ge::StringHead keep_string(const char *text, size_t length) {
  static std::mutex mutex;
  static auto *kept = new std::unordered_set<std::string>;  // elements stay where they are
  try {
    std::string wanted(text, length);
    const std::lock_guard<std::mutex> lock(mutex);
    return {static_cast<int64_t>(reinterpret_cast<intptr_t>(kept->insert(std::move(wanted)).first->c_str())), static_cast<int64_t>(length)};
  } catch (const std::bad_alloc &) {
    return {0, -1};
  }
}

}  // namespace opstrata
