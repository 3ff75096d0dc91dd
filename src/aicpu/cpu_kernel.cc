// Kernels written as classes of cpu_kernel.h: their registry and their adaptation to the executor's view.
#include "cpu_kernel.h"

#include <exception>
#include <map>
#include <mutex>

#include "aicpu/call.h"
#include "aicpu/cpu_impl.h"
#include "aicpu/registration.h"
#include "async_cpu_kernel.h"
#include "base/log.h"
#include "base/messages.h"
#include "cpu_kernel_register.h"
#include "status.h"

namespace opstrata::aicpu {
namespace {

using ::aicpu::AttrValueImpl;
using ::aicpu::NodeDefImpl;
using ::aicpu::TensorImpl;

/// Name of a status for texts (status.h).
const char *status_name(uint32_t status) {
  switch (status) {
    case ::aicpu::KERNEL_STATUS_PARAM_INVALID: return "KERNEL_STATUS_PARAM_INVALID";
    case ::aicpu::KERNEL_STATUS_INNER_ERROR: return "KERNEL_STATUS_INNER_ERROR";
    case ::aicpu::KERNEL_STATUS_TIMEOUT: return "KERNEL_STATUS_TIMEOUT";
    case ::aicpu::KERNEL_STATUS_PROTOBUF_ERROR: return "KERNEL_STATUS_PROTOBUF_ERROR";
    case ::aicpu::KERNEL_STATUS_SHARDER_ERROR: return "KERNEL_STATUS_SHARDER_ERROR";
    case ::aicpu::KERNEL_STATUS_END_OF_SEQUENCE: return "KERNEL_STATUS_END_OF_SEQUENCE";
    default: return "a status without name";
  }
}

std::shared_ptr<AttrValueImpl> make_attr(const CallAttrValue &value) {
  auto attr = std::make_shared<AttrValueImpl>();
  std::visit(
      [&](const auto &typed) {
        using T = std::decay_t<decltype(typed)>;
        if constexpr (std::is_same_v<T, double>) {
          attr->value = static_cast<float>(typed);  // there is no double attribute
        } else if constexpr (std::is_same_v<T, ge::DataType>) {
          attr->value = static_cast<::aicpu::DataType>(typed);
        } else if constexpr (std::is_same_v<T, std::vector<ge::DataType>>) {
          std::vector<::aicpu::DataType> list;
          for (const ge::DataType type : typed) list.push_back(static_cast<::aicpu::DataType>(type));
          attr->value = std::move(list);
        } else {
          attr->value = typed;
        }
      },
      value);
  return attr;
}

/// Makes a tensor what kernels of this kind see: original shape; an absent one has neither shape, type nor data.
void describe(TensorImpl &tensor, const CallTensor &described, const void *address, uint64_t bytes) {
  tensor.data = const_cast<void *>(address);
  if (!described.present) return;
  if (tensor.shape->dims != described.origin_shape) tensor.shape->dims = described.origin_shape;
  tensor.shape->format = static_cast<::aicpu::Format>(described.format);
  tensor.shape->unknown_rank = true;  // aicpu-kernel-api section 8: set by the launch side on every tensor
  tensor.dtype = static_cast<::aicpu::DataType>(described.dtype);
  tensor.data_size = bytes;
}

/// What one run of a kernel object is given. Runs use a frame again when the one before left nothing of its own in it.
struct Frame {
  explicit Frame(const CallDesc &desc) {
    node->op = desc.op_type;
    add_side(desc.inputs, node->inputs);
    add_side(desc.outputs, node->outputs);
    for (const CallAttr &attr : desc.attrs) node->attrs.emplace(attr.name, make_attr(attr.value));
    (void)context.Init(&handle);
    for (const auto &[name, attr] : node->attrs) attrs.push_back(attr->value);
  }
  /// Sets everything that the kernel of an earlier run may have changed; attributes see `is_clean`.
  void begin(const CallDesc &desc, const RunBinding &binding) {
    for (size_t i = 0; i < desc.inputs.size(); ++i) describe(*node->inputs[i], desc.inputs[i], binding.inputs[i], bytes[i]);
    for (size_t i = 0; i < desc.outputs.size(); ++i) {
      describe(*node->outputs[i], desc.outputs[i], binding.outputs[i], bytes[desc.inputs.size() + i]);
    }
  }
  /// Whether nobody holds parts of it and its attributes are as they were.
  bool is_clean() const {
    for (const auto *side : {&node->inputs, &node->outputs}) {
      for (const auto &tensor : *side) {
        if (tensor.use_count() != 2 || tensor->shape.use_count() != 1 || !tensor->name.empty()) return false;
      }
    }
    size_t i = 0;
    for (const auto &[name, attr] : node->attrs) {
      if (attr.use_count() != 2 || attr->value != attrs[i++]) return false;
    }
    return true;
  }

  std::shared_ptr<NodeDefImpl> node = std::make_shared<NodeDefImpl>();
  ::aicpu::NodeDef handle{node};
  ::aicpu::CpuKernelContext context{::aicpu::HOST};
  std::vector<uint64_t> bytes;  ///< of inputs, then outputs
  std::vector<decltype(AttrValueImpl::value)> attrs;

 private:
  void add_side(const std::vector<CallTensor> &side, std::vector<std::shared_ptr<TensorImpl>> &tensors) {
    for (const CallTensor &described : side) {
      auto tensor = std::make_shared<TensorImpl>();
      describe(*tensor, described, nullptr, 0);
      const int64_t size = described.present ? ::aicpu::Tensor(tensor).CalcDataSizeByShape() : 0;
      bytes.push_back(size < 0 ? 0 : static_cast<uint64_t>(size));
      tensors.push_back(std::move(tensor));
    }
  }
};

class ClassKernel;

class PreparedClass final : public PreparedKernel {
 public:
  PreparedClass(const ClassKernel &kernel, CallDesc desc) : kernel_(kernel), call_(std::move(desc)) {
    call_.forget_constants();
  }
  const Kernel &kernel() const override;
  const CallDesc &desc() const override { return call_.desc(); }
  size_t scratch_bytes() const override { return 0; }
  Status run(const RunBinding &binding) const override;

 private:
  Status compute(::aicpu::CpuKernelContext &context) const;

  std::unique_ptr<Frame> take_frame() const;
  void give_frame(std::unique_ptr<Frame> frame) const;

  const ClassKernel &kernel_;
  Call call_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Frame>> frames_;  ///< for further runs
};

class ClassKernel final : public KernelBase {
 public:
  ClassKernel(std::string_view op_type, KernelKind kind, Origin origin, CpuKernelCreator creator)
      : KernelBase(op_type, kind, std::move(origin)), creator_(std::move(creator)) {}
  Result<std::shared_ptr<const PreparedKernel>> prepare(CallDesc desc) const override {
    return std::shared_ptr<const PreparedKernel>(std::make_shared<PreparedClass>(*this, std::move(desc)));
  }
  std::shared_ptr<::aicpu::CpuKernel> create() const { return creator_ == nullptr ? nullptr : creator_(); }

 private:
  CpuKernelCreator creator_;
};

const Kernel &PreparedClass::kernel() const { return kernel_; }

Status PreparedClass::compute(::aicpu::CpuKernelContext &context) const {
  const std::string &op = call_.desc().op_type;
  const std::string &library = kernel_.origin().library;
  uint32_t status = 0;
  const log::ErrorTexts said;
  try {
    const std::shared_ptr<::aicpu::CpuKernel> object = kernel_.create();
    if (object == nullptr) return fail(Msg::kKernelThrew, {{"op", op}, {"library", library}, {"what", "no object"}});
    status = object->Compute(context);
  } catch (const std::exception &exception) {
    return fail(Msg::kKernelThrew, {{"op", op}, {"library", library}, {"what", exception.what()}});
  } catch (...) {
    return fail(Msg::kKernelThrew, {{"op", op}, {"library", library}, {"what", "an unknown exception"}});
  }
  if (status == ::aicpu::KERNEL_STATUS_OK) return {};
  return fail(Msg::kKernelStatus, {{"op", op},
                                   {"library", library},
                                   {"status", status},
                                   {"name", status_name(status)},
                                   {"reason", said.text().empty() ? std::string() : ": " + said.text()}});
}

std::unique_ptr<Frame> PreparedClass::take_frame() const {
  {
    const std::scoped_lock lock(mutex_);
    if (!frames_.empty()) {
      std::unique_ptr<Frame> frame = std::move(frames_.back());
      frames_.pop_back();
      return frame;
    }
  }
  return std::make_unique<Frame>(call_.desc());
}

void PreparedClass::give_frame(std::unique_ptr<Frame> frame) const {
  constexpr size_t kMostFrames = 4;
  if (!frame->is_clean()) return;
  const std::scoped_lock lock(mutex_);
  if (frames_.size() < kMostFrames) frames_.push_back(std::move(frame));
}

Status PreparedClass::run(const RunBinding &binding) const {
  if (!fits_call(call_, binding)) return misfit(call_, binding);
  const CallDesc &desc = call_.desc();
  std::unique_ptr<Frame> frame = take_frame();
  frame->begin(desc, binding);
  OPSTRATA_TRY(compute(frame->context));
  for (size_t i = 0; i < desc.outputs.size(); ++i) {
    const std::vector<int64_t> &shape = frame->node->outputs[i]->shape->dims;
    if (!desc.outputs[i].present || shape == desc.outputs[i].origin_shape) continue;
    OPSTRATA_TRY(report_shape(call_, kernel_.origin().library, static_cast<uint32_t>(i), shape, binding));
  }
  give_frame(std::move(frame));
  return {};
}

/// The classes of one registry by type, for the functions of cpu_kernel_register.h.
struct ClassRegistry {
  std::mutex mutex;
  std::map<std::string, const ClassKernel *, std::less<>> kernels;
};
ClassRegistry &class_registry(KernelKind kind) {
  static ClassRegistry *const first = new ClassRegistry;
  static ClassRegistry *const second = new ClassRegistry;
  return kind == KernelKind::kCpuKernel ? *first : *second;
}

const ClassKernel *find_class(std::string_view op_type, KernelKind kind) {
  ClassRegistry &registry = class_registry(kind);
  const std::scoped_lock lock(registry.mutex);
  const auto it = registry.kernels.find(op_type);
  return it == registry.kernels.end() ? nullptr : it->second;
}

}  // namespace

bool add_cpu_kernel(std::string_view op_type, CpuKernelCreator creator, KernelKind kind, const void *address) {
  auto kernel = std::make_unique<ClassKernel>(op_type, kind, origin_of(address), std::move(creator));
  ClassRegistry &registry = class_registry(kind);
  bool in_force = true;
  {
    const std::scoped_lock lock(registry.mutex);
    const ClassKernel *&entry = registry.kernels[kernel->op_type()];
    if (entry != nullptr && entry->origin().rank == kernel->origin().rank) {
      log::write(log::Level::kWarning, "aicpu", "kernel of operator " + kernel->op_type() + " from " +
                                                    kernel->origin().library + " is not used: " +
                                                    entry->origin().library + " registered it first");
      in_force = false;  // still a candidate, so that `opstrata why` can name it
    } else if (entry == nullptr || kernel->origin().rank > entry->origin().rank) {
      entry = kernel.get();
    }
  }
  add_kernel(std::move(kernel), address);
  return in_force;
}

std::shared_ptr<::aicpu::CpuKernel> create_cpu_kernel(std::string_view op_type, KernelKind kind) {
  const ClassKernel *kernel = find_class(op_type, kind);
  return kernel == nullptr ? nullptr : kernel->create();
}

bool has_cpu_kernel(std::string_view op_type, KernelKind kind) { return find_class(op_type, kind) != nullptr; }

void visit_cpu_kernels(KernelKind kind, const std::function<void(std::string_view)> &visit) {
  ClassRegistry &registry = class_registry(kind);
  const std::scoped_lock lock(registry.mutex);
  for (const auto &[type, kernel] : registry.kernels) visit(type);
}

}  // namespace opstrata::aicpu

namespace aicpu {
namespace {

using opstrata::aicpu::KernelKind;

uint32_t run(CpuKernelContext &ctx, KernelKind kind) {
  const std::shared_ptr<CpuKernel> kernel = opstrata::aicpu::create_cpu_kernel(ctx.GetOpType(), kind);
  return kernel == nullptr ? KERNEL_STATUS_INNER_ERROR : kernel->Compute(ctx);
}

/// What waits for `wait_id` is told the status. The event services of a device are not there (aicpu-kernel-api section
/// 23): it is logged.
void notify(uint8_t wait_type, uint32_t wait_id, uint32_t status) {
  using opstrata::log::Level;
  if (!opstrata::log::enabled(Level::kWarning)) return;
  opstrata::log::write(Level::kWarning, "aicpu",
                       "an asynchronous kernel ended with " + std::to_string(status) +
                           "; there is no event service that could notify wait " + std::to_string(wait_id) +
                           " of type " + std::to_string(wait_type));
}

uint32_t run_async(CpuKernelContext &ctx, KernelKind kind, uint8_t wait_type, uint32_t wait_id,
                   const std::function<uint32_t()> &cb) {
  const std::shared_ptr<CpuKernel> kernel = opstrata::aicpu::create_cpu_kernel(ctx.GetOpType(), kind);
  const auto async = std::dynamic_pointer_cast<AsyncCpuKernel>(kernel);
  if (async == nullptr) return KERNEL_STATUS_INNER_ERROR;
  // The kernel object lives until its callback has come.
  return async->ComputeAsync(ctx, [async, cb, wait_type, wait_id](uint32_t status) {
    if (status == KERNEL_STATUS_OK && cb != nullptr) status = cb();
    notify(wait_type, wait_id, status);
  });
}

}  // namespace

CpuKernelRegister &CpuKernelRegister::Instance() {
  static CpuKernelRegister *const instance = new CpuKernelRegister;
  return *instance;
}
uint32_t CpuKernelRegister::RunCpuKernel(CpuKernelContext &ctx) { return run(ctx, KernelKind::kCpuKernel); }
uint32_t CpuKernelRegister::RunCpuKernelV2(CpuKernelContext &ctx) { return run(ctx, KernelKind::kCpuKernelV2); }
uint32_t CpuKernelRegister::RunCpuKernelAsync(CpuKernelContext &ctx, const uint8_t waitType, const uint32_t waitId,
                                              std::function<uint32_t()> cb) {
  return run_async(ctx, KernelKind::kCpuKernel, waitType, waitId, cb);
}
uint32_t CpuKernelRegister::RunCpuKernelAsyncV2(CpuKernelContext &ctx, const uint8_t waitType, const uint32_t waitId,
                                                std::function<uint32_t()> cb) {
  return run_async(ctx, KernelKind::kCpuKernelV2, waitType, waitId, cb);
}

}  // namespace aicpu
