// utils/kernel_util.h: checks, names and memory helpers of kernels (aicpu-kernel-api section 15).
#include "utils/kernel_util.h"

#include <cstring>
#include <filesystem>
#include <limits>
#include <string_view>

#include "aicpu/parallel.h"
#include "aicpu/strings.h"
#include "base/data_type.h"

namespace aicpu {
namespace {

bool skips(uint32_t count, int32_t marker) { return count == static_cast<uint32_t>(marker); }

uint32_t check_tensor(const CpuKernelContext &ctx, Tensor *tensor, const char *side, uint32_t index) {
  const std::string op = ctx.GetOpType();
  KERNEL_CHECK_NULLPTR(tensor, KERNEL_STATUS_INNER_ERROR, "%s: %s %u is missing", op.c_str(), side, index)
  KERNEL_CHECK_NULLPTR(tensor->GetTensorShape(), KERNEL_STATUS_PARAM_INVALID, "%s: %s %u has no shape", op.c_str(), side,
                       index)
  if (!IsEmptyTensor(tensor)) {
    KERNEL_CHECK_NULLPTR(tensor->GetData(), KERNEL_STATUS_PARAM_INVALID, "%s: %s %u has no data", op.c_str(), side, index)
  }
  return KERNEL_STATUS_OK;
}

}  // namespace

bool IsEmptyTensor(Tensor *tensor) {
  if (tensor == nullptr || tensor->GetData() != nullptr) return false;
  for (const int64_t dim : tensor->GetTensorShape()->GetDimSizes()) {
    if (dim == 0) return true;
  }
  return false;
}

bool IsScalar(const std::vector<int64_t> &shape) { return shape.empty(); }
bool IsVector(const std::vector<int64_t> &shape) { return shape.size() == 1; }
bool IsMatrix(const std::vector<int64_t> &shape) { return shape.size() == 2; }
bool IsSquareMatrix(const std::vector<int64_t> &shape) { return shape.size() == 2 && shape[0] == shape[1]; }
bool IsVectorOrHigher(const std::vector<int64_t> &shape) { return !shape.empty(); }

uint32_t NormalMathCheck(CpuKernelContext &ctx) {
  constexpr uint32_t kInputs = 2;
  const std::string op = ctx.GetOpType();
  KERNEL_CHECK_FALSE(ctx.GetInputsSize() == kInputs && ctx.GetOutputsSize() == 1, KERNEL_STATUS_PARAM_INVALID,
                     "%s: needs 2 inputs and 1 output, got %u and %u", op.c_str(), ctx.GetInputsSize(),
                     ctx.GetOutputsSize())
  const Tensor *first = ctx.Input(0);
  const Tensor *second = ctx.Input(1);
  KERNEL_CHECK_FALSE(first->GetData() != nullptr && second->GetData() != nullptr && ctx.Output(0)->GetData() != nullptr,
                     KERNEL_STATUS_PARAM_INVALID, "%s: an input or the output has no data", op.c_str())
  if (first->GetDataType() != second->GetDataType()) {
    KERNEL_LOG_WARN("%s: inputs have types %s and %s", op.c_str(), DTypeStr(first->GetDataType()).c_str(),
                    DTypeStr(second->GetDataType()).c_str());
    return KERNEL_STATUS_PARAM_INVALID;
  }
  return KERNEL_STATUS_OK;
}

uint32_t NormalCheck(CpuKernelContext &ctx, const uint32_t inputs_num, const uint32_t outputs_num) {
  const std::string op = ctx.GetOpType();
  if (!skips(inputs_num, kDynamicInput)) {
    KERNEL_CHECK_FALSE(ctx.GetInputsSize() >= inputs_num, KERNEL_STATUS_PARAM_INVALID,
                       "%s: needs %u inputs, got %u", op.c_str(), inputs_num, ctx.GetInputsSize())
    for (uint32_t i = 0; i < inputs_num; ++i) KERNEL_CHECK_ERROR(check_tensor(ctx, ctx.Input(i), "input", i));
  }
  if (!skips(outputs_num, kDynamicOutput)) {
    KERNEL_CHECK_FALSE(ctx.GetOutputsSize() == outputs_num, KERNEL_STATUS_PARAM_INVALID,
                       "%s: needs %u outputs, got %u", op.c_str(), outputs_num, ctx.GetOutputsSize())
    for (uint32_t i = 0; i < outputs_num; ++i) KERNEL_CHECK_ERROR(check_tensor(ctx, ctx.Output(i), "output", i));
  }
  return KERNEL_STATUS_OK;
}

bool AddrAlignedCheck(const void *addr, uint64_t alignment) {
  return addr != nullptr && alignment != 0 && reinterpret_cast<uintptr_t>(addr) % alignment == 0;
}

bool BiggerMemCpy(void *dst, const std::size_t dst_len, const void *src, const std::size_t src_len) {
  KERNEL_CHECK_FALSE(dst != nullptr && src != nullptr && src_len <= dst_len, false,
                     "cannot copy %zu bytes into %zu", src_len, dst_len)
  std::memmove(dst, src, src_len);
  return true;
}

bool BiggerMemSet(void *dst, const std::size_t dst_len, const int c, const std::size_t count) {
  KERNEL_CHECK_FALSE(dst != nullptr && count <= dst_len, false, "cannot fill %zu bytes of %zu", count, dst_len)
  std::memset(dst, c, count);
  return true;
}

int64_t CeilMultiple(const int64_t x, const int64_t base) {
  if (base == 0) return x;
  // The one quotient that no int64_t holds.
  if (base == -1 && x == std::numeric_limits<int64_t>::min()) return std::numeric_limits<int64_t>::max();
  const int64_t quotient = x / base;
  return x % base == 0 ? quotient : quotient + 1;
}

int64_t GetMaxCompilerCoreNum() { return opstrata::aicpu::parallel_threads(); }

}  // namespace aicpu

namespace opstrata::aicpu {

const char *data_type_text(::aicpu::DataType type) {
  // The one type whose enumerator differs from the graph interface's.
  if (type == ::aicpu::DT_BFLOAT16) return "DT_BFLOAT16";
  const std::string_view name = type == ::aicpu::DT_MAX ? std::string_view() : data_type_enumerator(static_cast<ge::DataType>(type));
  return name.empty() ? nullptr : name.data();
}

::aicpu::DataType data_type_from_text(std::string_view text) {
  const auto type = data_type_from_name(text);
  return type ? static_cast<::aicpu::DataType>(*type) : ::aicpu::DT_UNDEFINED;
}

const char *format_text(int32_t primary_format) {
  if (primary_format < 0 || primary_format >= ::aicpu::FORMAT_END) return nullptr;
  const std::string_view name = format_name(static_cast<ge::Format>(primary_format));
  return name.empty() ? nullptr : name.data();
}

uint64_t file_size(std::string_view path) {
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

}  // namespace opstrata::aicpu
