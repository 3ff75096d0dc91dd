// Nodes, contexts, factories and the parallel loop of the cpu_kernel.h family.
#include "cpu_context.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>

#include "aicpu/cpu_impl.h"
#include "aicpu/parallel.h"
#include "aicpu/strings.h"
#include "async_cpu_kernel.h"
#include "base/log.h"
#include "cpu_kernel_utils.h"
#include "cust_op/cust_cpu_utils.h"
#include "device.h"
#include "notification.h"
#include "status.h"

namespace aicpu {
namespace {

namespace log = opstrata::log;

template <typename T>
T *element(const std::vector<std::shared_ptr<T>> &list, uint32_t index, const char *what) {
  if (index < list.size()) return list[index].get();
  log::write(log::Level::kWarning, "aicpu",
             std::string(what) + " " + std::to_string(index) + " of " + std::to_string(list.size()) + " asked for");
  return nullptr;
}

std::shared_ptr<Tensor> handle(const std::vector<std::shared_ptr<TensorImpl>> &list, int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= list.size()) return nullptr;
  return std::make_shared<Tensor>(list[static_cast<size_t>(index)]);
}

std::shared_ptr<Tensor> append(std::vector<std::shared_ptr<TensorImpl>> &list) {
  return std::make_shared<Tensor>(list.emplace_back(std::make_shared<TensorImpl>()));
}

/// A loop without elements, unit or function calls nothing (aicpu-kernel-api section 12).
bool is_nothing(int64_t total, int64_t unit, const std::function<void(int64_t, int64_t)> &work) {
  if (total > 0 && unit > 0 && work != nullptr) return false;
  log::write(log::Level::kWarning, "aicpu",
             "ParallelFor: nothing to do for total " + std::to_string(total) + ", unit " + std::to_string(unit));
  return true;
}

class HostSharder final : public Sharder {
 public:
  HostSharder() : Sharder(HOST) {}
  void ParallelFor(int64_t total, int64_t perUnitSize, const std::function<void(int64_t, int64_t)> &work) const override {
    if (is_nothing(total, perUnitSize, work)) return;
    opstrata::aicpu::parallel_for(total, perUnitSize, [](const void *closure, int64_t begin, int64_t end) {
      (*static_cast<const std::function<void(int64_t, int64_t)> *>(closure))(begin, end);
    }, &work);
  }
  // Kernels subtract 2 from it without a check (aicpu-kernel-api section 12).
  uint32_t GetCPUNum() const override { return std::max(2U, opstrata::aicpu::parallel_threads()); }
};

class DeviceSharder final : public Sharder {
 public:
  DeviceSharder() : Sharder(DEVICE) {}
  void ParallelFor(int64_t total, int64_t perUnitSize,
                   const std::function<void(int64_t, int64_t)> &work) const override {
    if (!is_nothing(total, perUnitSize, work)) work(0, total);
  }
  uint32_t GetCPUNum() const override { return 2U; }
};

}  // namespace

NodeDef::NodeDef(std::shared_ptr<NodeDefImpl> impl) : impl_(std::move(impl)) {}
std::shared_ptr<Tensor> NodeDef::AddInputs() { return append(impl_->inputs); }
std::shared_ptr<Tensor> NodeDef::AddOutputs() { return append(impl_->outputs); }
int32_t NodeDef::InputsSize() const { return static_cast<int32_t>(impl_->inputs.size()); }
int32_t NodeDef::OutputsSize() const { return static_cast<int32_t>(impl_->outputs.size()); }
std::shared_ptr<Tensor> NodeDef::MutableInputs(int32_t index) const { return handle(impl_->inputs, index); }
std::shared_ptr<Tensor> NodeDef::MutableOutputs(int32_t index) const { return handle(impl_->outputs, index); }

Device::Device(DeviceType device) : device_(device) {
  if (device == HOST) {
    sharder_ = std::make_shared<HostSharder>();
  } else {
    sharder_ = std::make_shared<DeviceSharder>();
  }
}
DeviceType Device::GetDeviceType() const { return device_; }
const Sharder *Device::GetSharder() const { return sharder_.get(); }

CpuKernelContext::CpuKernelContext(DeviceType type)
    : impl_(std::make_shared<CpuKernelContextImpl>()), device_(std::make_shared<Device>(type)) {}

uint32_t CpuKernelContext::Init(NodeDef *nodeDef) {
  if (nodeDef == nullptr) return KERNEL_STATUS_PARAM_INVALID;
  const NodeDefImpl &node = *nodeDef->impl();
  impl_->op = node.op;
  impl_->inputs.clear();
  impl_->outputs.clear();
  impl_->attrs.clear();
  for (const auto &tensor : node.inputs) impl_->inputs.push_back(std::make_shared<Tensor>(tensor));
  for (const auto &tensor : node.outputs) impl_->outputs.push_back(std::make_shared<Tensor>(tensor));
  for (const auto &[name, attr] : node.attrs) impl_->attrs.emplace(name, std::make_shared<AttrValue>(attr));
  return KERNEL_STATUS_OK;
}
uint32_t CpuKernelContext::Init(void *nodeDef) {
  return nodeDef == nullptr ? KERNEL_STATUS_PARAM_INVALID : KERNEL_STATUS_PROTOBUF_ERROR;
}
Tensor *CpuKernelContext::Input(uint32_t index) const { return element(impl_->inputs, index, "input"); }
Tensor *CpuKernelContext::Output(uint32_t index) const { return element(impl_->outputs, index, "output"); }
uint32_t CpuKernelContext::GetInputsSize() const { return static_cast<uint32_t>(impl_->inputs.size()); }
uint32_t CpuKernelContext::GetOutputsSize() const { return static_cast<uint32_t>(impl_->outputs.size()); }

#define OPSTRATA_FACTORY(Name)                                                                               \
  std::shared_ptr<Name> CpuKernelUtils::Create##Name() {                                                     \
    return std::make_shared<Name>(std::make_shared<Name##Impl>());                                           \
  }                                                                                                          \
  std::shared_ptr<Name> CpuKernelUtils::Create##Name(Name##Impl *impl) {                                     \
    return impl == nullptr ? nullptr : std::make_shared<Name>(std::shared_ptr<Name##Impl>(impl));            \
  }                                                                                                          \
  std::shared_ptr<Name##Impl> CpuKernelUtils::GetImpl(const Name *object) {                                  \
    return object == nullptr ? nullptr : object->impl();                                                     \
  }
OPSTRATA_FACTORY(Tensor)
OPSTRATA_FACTORY(TensorShape)
OPSTRATA_FACTORY(AttrValue)
#undef OPSTRATA_FACTORY
std::shared_ptr<NodeDef> CpuKernelUtils::CreateNodeDef() {
  return std::make_shared<NodeDef>(std::make_shared<NodeDefImpl>());
}

uint32_t CpuKernelUtils::ParallelFor(const CpuKernelContext &ctx, int64_t total, int64_t perUnitSize,
                                     const std::function<void(int64_t, int64_t)> &work) {
  if (ctx.device_ == nullptr || ctx.device_->GetSharder() == nullptr) return KERNEL_STATUS_INNER_ERROR;
  try {
    ctx.device_->GetSharder()->ParallelFor(total, perUnitSize, work);
  } catch (const std::exception &exception) {
    log::write(log::Level::kWarning, "aicpu", std::string("ParallelFor: work threw ") + exception.what());
    return KERNEL_STATUS_INNER_ERROR;
  } catch (...) {
    log::write(log::Level::kWarning, "aicpu", "ParallelFor: work threw an unknown exception");
    return KERNEL_STATUS_INNER_ERROR;
  }
  return KERNEL_STATUS_OK;
}

uint32_t CpuKernelUtils::GetCPUNum(const CpuKernelContext &ctx) {
  return ctx.device_ == nullptr || ctx.device_->GetSharder() == nullptr ? 0U : ctx.device_->GetSharder()->GetCPUNum();
}

void CpuKernelUtils::UpdateCustWorkSpaceInfo(CpuKernelContext *ctx, uint64_t size, uint64_t addr) {
  if (ctx == nullptr) return;
  ctx->impl_->log = reinterpret_cast<char *>(addr);
  ctx->impl_->log_size = ctx->impl_->log == nullptr ? 0 : size;
  if (ctx->impl_->log_size != 0) std::memset(ctx->impl_->log, 0, size);
}

uint32_t AsyncCpuKernel::Compute(CpuKernelContext &ctx) {
  // A kernel that refuses is not waited for: it may never call back, or later, when this function is long over.
  const auto done = std::make_shared<Notification>();
  const uint32_t status = ComputeAsync(ctx, [done](uint32_t) { done->Notify(); });
  if (status == KERNEL_STATUS_OK) done->WaitForNotification();
  return status;
}

// Records go into the workspace one after the other, each ended by a newline; the zero behind the last one ends the text.
#define OPSTRATA_CUST_LOG(Name, level)                                                                          \
  void CustCpuKernelUtils::CustLog##Name(const CpuKernelContext &ctx, const char *fmt, ...) {                   \
    char text[1024];                                                                                            \
    va_list args;                                                                                               \
    va_start(args, fmt);                                                                                        \
    (void)vsnprintf(text, sizeof(text), fmt, args);                                                             \
    va_end(args);                                                                                               \
    log::write(level, "aicpu", text);                                                                           \
    CpuKernelContextImpl &impl = *ctx.impl_;                                                                    \
    if (impl.log_size > 1) {                                                                                    \
      const int written = snprintf(impl.log, impl.log_size, "[%s]%s\n", #Name, text);                           \
      const uint64_t taken = std::min<uint64_t>(written < 0 ? 0 : static_cast<uint64_t>(written), impl.log_size - 1); \
      impl.log += taken;                                                                                        \
      impl.log_size -= taken;                                                                                   \
    }                                                                                                           \
  }
OPSTRATA_CUST_LOG(Debug, log::Level::kDebug)
OPSTRATA_CUST_LOG(Info, log::Level::kInfo)
OPSTRATA_CUST_LOG(Warning, log::Level::kWarning)
OPSTRATA_CUST_LOG(Error, log::Level::kError)
#undef OPSTRATA_CUST_LOG

}  // namespace aicpu

namespace opstrata::aicpu {

std::string_view node_op(const ::aicpu::NodeDefImpl &node) { return node.op; }
void set_node_op(::aicpu::NodeDefImpl &node, std::string_view op) { node.op = op; }
bool add_node_attr(::aicpu::NodeDefImpl &node, std::string_view name, const ::aicpu::AttrValueImpl &attr) {
  return node.attrs.emplace(name, attr.clone()).second;
}
void visit_node_attrs(const ::aicpu::NodeDefImpl &node,
                      const std::function<void(std::string_view, const std::shared_ptr<::aicpu::AttrValueImpl> &)> &visit) {
  for (const auto &[name, attr] : node.attrs) visit(name, attr);
}
std::string_view context_op(const ::aicpu::CpuKernelContextImpl &context) { return context.op; }
::aicpu::AttrValue *context_attr(const ::aicpu::CpuKernelContextImpl &context, std::string_view name) {
  if (const auto it = context.attrs.find(name); it != context.attrs.end()) return it->second.get();
  log::write(log::Level::kWarning, "aicpu", context.op + ": attribute " + std::string(name) + " asked for, not present");
  return nullptr;
}

}  // namespace opstrata::aicpu
