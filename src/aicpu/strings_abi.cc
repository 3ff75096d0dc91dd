// Every function of the cpu_kernel.h family that takes or returns a string; compiled for both string ABIs (foreign-build 3.2).
#include <string>
#include <string_view>
#include <vector>

#include "aicpu/cpu_kernel_registry.h"
#include "aicpu/strings.h"
#include "cpu_kernel_register.h"
#include "cpu_kernel_utils.h"
#include "status.h"
#include "utils/log.h"

namespace core = opstrata::aicpu;
using core::KernelKind;

namespace aicpu {
namespace {

std::vector<std::string> registered_types(KernelKind kind) {
  std::vector<std::string> types;
  core::visit_cpu_kernels(kind, [&](std::string_view type) { types.emplace_back(type); });
  return types;
}

}  // namespace

// Registration. The caller's address tells which library registers.
bool RegistCpuKernel(const std::string &type, const KERNEL_CREATOR_FUN &fun) {
  core::add_cpu_kernel(type, fun, KernelKind::kCpuKernel, __builtin_return_address(0));
  return true;
}
bool RegistCpuKernelV2(const std::string &type, const KERNEL_CREATOR_FUN &fun) {
  core::add_cpu_kernel(type, fun, KernelKind::kCpuKernelV2, __builtin_return_address(0));
  return true;
}
CpuKernelRegister::Registerar::Registerar(const std::string &type, const KERNEL_CREATOR_FUN &fun) {
  core::add_cpu_kernel(type, fun, KernelKind::kCpuKernel, __builtin_return_address(0));
}
CpuKernelRegister::RegisterarV2::RegisterarV2(const std::string &type, const KERNEL_CREATOR_FUN &fun) {
  core::add_cpu_kernel(type, fun, KernelKind::kCpuKernelV2, __builtin_return_address(0));
}
std::shared_ptr<CpuKernel> CpuKernelRegister::GetCpuKernel(const std::string &opType) {
  return core::create_cpu_kernel(opType, KernelKind::kCpuKernel);
}
std::shared_ptr<CpuKernel> CpuKernelRegister::GetCpuKernelV2(const std::string &opType) {
  return core::create_cpu_kernel(opType, KernelKind::kCpuKernelV2);
}
bool CpuKernelRegister::IsRegisteredV2(const std::string &opType) const {
  return core::has_cpu_kernel(opType, KernelKind::kCpuKernelV2);
}
std::vector<std::string> CpuKernelRegister::GetAllRegisteredOpTypes() const {
  return registered_types(KernelKind::kCpuKernel);
}
std::vector<std::string> CpuKernelRegister::GetAllRegisteredOpTypesV2() const {
  return registered_types(KernelKind::kCpuKernelV2);
}

std::string AttrValue::GetString() const { return std::string(core::attr_text(*impl_)); }
void AttrValue::SetString(const std::string &s) { core::set_attr_text(*impl_, s); }
std::vector<std::string> AttrValue::GetListString() const {
  std::vector<std::string> texts;
  core::visit_attr_texts(*impl_, [&](std::string_view text) { texts.emplace_back(text); });
  return texts;
}
void AttrValue::SetListString(const std::vector<std::string> &s) {
  for (const std::string &text : s) AddListString(text);
}
void AttrValue::AddListString(const std::string &s) { core::add_attr_text(*impl_, s); }

std::string CpuKernelUtils::GetTensorName(const Tensor *tensor) {
  const std::shared_ptr<TensorImpl> impl = GetImpl(tensor);
  return impl == nullptr ? std::string() : std::string(core::tensor_name(*impl));
}
void CpuKernelUtils::SetTensorName(const std::string &name, std::shared_ptr<Tensor> &tensor) {
  if (const std::shared_ptr<TensorImpl> impl = GetImpl(tensor.get()); impl != nullptr) core::set_tensor_name(*impl, name);
}

bool NodeDef::ParseFromString(const std::string &str) { return core::parse_node(*impl_, str); }
bool NodeDef::SerializeToString(std::string &str) const {
  return core::serialize_node(*impl_, [&](std::string_view bytes) { str.assign(bytes.data(), bytes.size()); });
}
void NodeDef::SetOpType(const std::string &op) { core::set_node_op(*impl_, op); }
std::string NodeDef::GetOpType() const { return std::string(core::node_op(*impl_)); }
bool NodeDef::AddAttrs(const std::string &name, const AttrValue *attr) {
  const std::shared_ptr<AttrValueImpl> impl = CpuKernelUtils::GetImpl(attr);
  return impl != nullptr && core::add_node_attr(*impl_, name, *impl);
}
std::unordered_map<std::string, std::shared_ptr<AttrValue>> NodeDef::Attrs() const {
  std::unordered_map<std::string, std::shared_ptr<AttrValue>> attrs;
  core::visit_node_attrs(*impl_, [&](std::string_view name, const std::shared_ptr<AttrValueImpl> &impl) {
    attrs.emplace(std::string(name), std::make_shared<AttrValue>(impl));
  });
  return attrs;
}

std::string CpuKernelContext::GetOpType() const { return std::string(core::context_op(*impl_)); }
AttrValue *CpuKernelContext::GetAttr(std::string name) const { return core::context_attr(*impl_, name); }

// utils/kernel_util.h, declared here because that header pulls in Eigen.
OPSTRATA_API std::string DTypeStr(DataType dtype);
OPSTRATA_API DataType DType(std::string dtype_str);
OPSTRATA_API std::string FormatToSerialString(Format format);
OPSTRATA_API uint64_t CalFileSize(const std::string &file_name);
OPSTRATA_API uint32_t NormalCheck(CpuKernelContext &ctx, const uint32_t inputs_num, const uint32_t outputs_num);
OPSTRATA_API uint32_t NormalCheck(CpuKernelContext &ctx, const uint32_t inputs_num, const uint32_t outputs_num,
                                  const std::vector<std::string> &attr_names);

std::string DTypeStr(DataType dtype) {
  const char *text = core::data_type_text(dtype);
  return text == nullptr ? "DT_UNDEFINED" : text;
}
DataType DType(std::string dtype_str) { return core::data_type_from_text(dtype_str); }
std::string FormatToSerialString(Format format) {
  const char *text = core::format_text(static_cast<int32_t>(static_cast<uint32_t>(format) & 0xffU));
  if (text == nullptr) return "UNDEFINED";
  const uint32_t sub = (static_cast<uint32_t>(format) >> 8U) & 0xffffU;
  std::string name(text);
  if (sub != 0U) name.append(1, ':').append(std::to_string(sub));
  return name;
}
uint64_t CalFileSize(const std::string &file_name) { return core::file_size(file_name); }
uint32_t NormalCheck(CpuKernelContext &ctx, const uint32_t inputs_num, const uint32_t outputs_num,
                     const std::vector<std::string> &attr_names) {
  KERNEL_CHECK_ERROR(NormalCheck(ctx, inputs_num, outputs_num));
  for (const std::string &name : attr_names) {
    KERNEL_CHECK_NULLPTR(ctx.GetAttr(name), KERNEL_STATUS_PARAM_INVALID, "%s: attribute %s is missing",
                         ctx.GetOpType().c_str(), name.c_str())
  }
  return KERNEL_STATUS_OK;
}

}  // namespace aicpu
