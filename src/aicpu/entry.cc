// C entry points: an argument block of the original device runs a kernel of this process (aicpu-kernel-api sections 21, 22).
#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "aicpu/aicpu_task_struct.h"
#include "aicpu/context_cache.h"
#include "aicpu/cpu_impl.h"
#include "aicpu/cpu_kernel_registry.h"
#include "aicpu/fwk_adpt_struct.h"
#include "aicpu/kernel_registry.h"
#include "base/log.h"
#include "cpu_kernel_register.h"
#include "cpu_kernel_utils.h"
#include "device_cpu_kernel.h"
#include "status.h"

namespace opstrata::aicpu {
namespace {

using namespace ::aicpu::FWKAdapter;
using ::aicpu::NodeDefImpl;
using ::aicpu::TensorImpl;

constexpr uint32_t kFailed = 0xffffffffU;
/// Wait types with which a kernel is run as usual: nobody waits, or the caller does so itself. With all others the
/// asynchronous form runs.
constexpr uint8_t kWaitNone = 0, kWaitByCaller = 2;

/// What an address points to when its position is listed as of unknown shape.
#pragma pack(push, 1)
struct TensorRecord {
  uint64_t data_addr;
  int64_t data_offset;
  int64_t dtype;
  int64_t shape[33];  ///< count, then the dimensions
  int64_t original_shape[33];
  int64_t format;
  int64_t sub_format;
  uint8_t reserved[456];
};
#pragma pack(pop)
static_assert(sizeof(TensorRecord) == 1024, "aicpu-kernel-api section 21");

/// Reads unaligned values from a range of bytes and knows its end.
class Reader {
 public:
  Reader(const uint8_t *begin, size_t size) : at_(begin), left_(size) {}
  template <typename T>
  bool read(T &value) {
    const uint8_t *bytes = take(sizeof(T));
    if (bytes != nullptr) std::memcpy(&value, bytes, sizeof(T));
    return bytes != nullptr;
  }
  const uint8_t *take(size_t size) {
    if (size > left_) return nullptr;
    const uint8_t *result = at_;
    at_ += size;
    left_ -= size;
    return result;
  }
  size_t left() const { return left_; }

 private:
  const uint8_t *at_;
  size_t left_;
};

/// The extended information as far as a run on this host needs it. Pointers go into the caller's block.
struct Extended {
  const uint8_t *input_shapes = nullptr;
  uint8_t *output_shapes = nullptr;
  size_t input_count = 0, output_count = 0;
  bool unknown_shape = false;
  std::optional<int32_t> topic;
  std::optional<AsyncWait> wait;
  std::optional<SessionInfo> session;
  std::set<uint32_t> record_inputs, record_outputs;
  WorkSpaceInfo workspace{};
};

bool read_indices(Reader reader, std::set<uint32_t> &indices) {
  uint32_t index = 0;
  while (reader.left() >= sizeof(index) && reader.read(index)) indices.insert(index);
  return reader.left() == 0;
}

bool read_extended(uint8_t *bytes, size_t size, Extended &out) {
  Reader reader(bytes, size);
  while (reader.left() != 0) {
    int32_t type = 0;
    uint32_t length = 0;
    if (!reader.read(type) || !reader.read(length)) return false;
    const uint8_t *payload = reader.take(length);
    if (payload == nullptr) return false;
    Reader value(payload, length);
    switch (type) {
      case FWK_ADPT_EXT_INPUT_SHAPE:
        out.input_shapes = payload;
        out.input_count = length / sizeof(ShapeAndType);
        break;
      case FWK_ADPT_EXT_OUTPUT_SHAPE:
        out.output_shapes = bytes + (payload - bytes);
        out.output_count = length / sizeof(ShapeAndType);
        break;
      case FWK_ADPT_EXT_SESSION_INFO:
        if (!value.read(out.session.emplace())) return false;
        break;
      case FWK_ADPT_EXT_BITMAP: {
        uint64_t bitmap = 1;
        if (!value.read(bitmap)) return false;
        out.unknown_shape = (bitmap & 1U) == 0U;  // bit 0 clear
        break;
      }
      case FWK_ADPT_EXT_TOPIC_TYPE:
        if (!value.read(out.topic.emplace())) return false;
        break;
      case FWK_ADPT_EXT_ASYNCWAIT:
        if (!value.read(out.wait.emplace())) return false;
        break;
      case FWK_ADPT_EXT_UNKNOWN_SHAPE_INPUT_INDEX:
        if (!read_indices(value, out.record_inputs)) return false;
        break;
      case FWK_ADPT_EXT_UNKNOWN_SHAPE_OUTPUT_INDEX:
        if (!read_indices(value, out.record_outputs)) return false;
        break;
      case FWK_ADPT_EXT_WORKSPACE_INFO:
        if (!value.read(out.workspace)) return false;
        break;
      default: break;  // unknown ones, and those without effect here
    }
  }
  return true;
}

std::vector<int64_t> dims_of(const ShapeAndType &record) {
  const int64_t *dims = reinterpret_cast<const int64_t *>(reinterpret_cast<const uint8_t *>(&record) + offsetof(ShapeAndType, dims));
  std::vector<int64_t> result;
  for (uint32_t i = 0; i < kMaxShapeDims; ++i) {
    int64_t dim = 0;
    std::memcpy(&dim, dims + i, sizeof(dim));
    if (dim == std::numeric_limits<int64_t>::min()) break;
    result.push_back(dim);
  }
  return result;
}

/// Takes the tensor's address, shape and size from the block. False when its number of elements must be known and is not.
bool refresh(TensorImpl &tensor, uint64_t address, bool is_record, const uint8_t *shape_records, size_t shape_count, size_t index,
             bool may_be_unknown) {
  if (is_record && address != 0) {
    TensorRecord record;
    std::memcpy(&record, reinterpret_cast<const void *>(address), sizeof(record));
    const int64_t count = std::clamp<int64_t>(record.shape[0], 0, 32);
    tensor.shape->dims.assign(record.shape + 1, record.shape + 1 + count);
    tensor.data = reinterpret_cast<void *>(record.data_addr + static_cast<uint64_t>(record.data_offset));
    tensor.dtype = static_cast<::aicpu::DataType>(record.dtype);
  } else {
    if (index < shape_count) {
      ShapeAndType record;
      std::memcpy(&record, shape_records + index * sizeof(ShapeAndType), sizeof(record));
      tensor.shape->dims = dims_of(record);
    }
    tensor.data = reinterpret_cast<void *>(address);
  }
  tensor.data_size = 0;
  if (address == 0) return true;
  const int64_t bytes = ::aicpu::Tensor(std::shared_ptr<TensorImpl>(&tensor, [](TensorImpl *) {})).CalcDataSizeByShape();
  if (bytes >= 0) tensor.data_size = static_cast<uint64_t>(bytes);
  return bytes >= 0 || may_be_unknown;
}

void write_back(const TensorImpl &tensor, uint64_t address, bool is_record, uint8_t *shape_records, size_t shape_count, size_t index) {
  const std::vector<int64_t> &dims = tensor.shape->dims;
  if (is_record && address != 0) {
    auto *record = reinterpret_cast<TensorRecord *>(address);
    const size_t count = std::min<size_t>(dims.size(), 32);
    int64_t shape[33] = {static_cast<int64_t>(count)};
    std::copy_n(dims.begin(), count, shape + 1);
    std::memcpy(record->shape, shape, sizeof(shape));
    return;
  }
  if (index >= shape_count) return;
  uint8_t *record = shape_records + index * sizeof(ShapeAndType) + offsetof(ShapeAndType, dims);
  for (size_t i = 0; i < kMaxShapeDims && i <= dims.size(); ++i) {
    const int64_t dim = i < dims.size() ? dims[i] : std::numeric_limits<int64_t>::min();
    std::memcpy(record + i * sizeof(dim), &dim, sizeof(dim));
  }
}

uint32_t to_caller(uint32_t status) {
  return status == ::aicpu::KERNEL_STATUS_OK || (status >= 501 && status <= 505) ? status : kFailed;
}

uint32_t refuse(const char *text) {
  log::write(log::Level::kWarning, "aicpu", std::string("RunCpuKernel: ") + text);
  return ::aicpu::KERNEL_STATUS_PARAM_INVALID;
}

uint32_t run_block(void *param, const BlkDimInfo *block) {
  if (param == nullptr) return refuse("null argument block");
  ::aicpu::AicpuParamHead head;
  std::memcpy(&head, param, sizeof(head.length));
  if (head.length < sizeof(head)) return refuse("the argument block is shorter than its head");
  std::memcpy(&head, param, sizeof(head));
  Reader reader(static_cast<const uint8_t *>(param) + sizeof(head), head.length - sizeof(head));
  if (head.ioAddrNum > reader.left() / sizeof(uint64_t)) return refuse("the argument block is too short for its addresses");
  std::vector<uint64_t> addresses(head.ioAddrNum);
  for (uint64_t &address : addresses) (void)reader.read(address);
  uint32_t node_length = 0;
  if (!reader.read(node_length) || node_length > reader.left()) return refuse("the argument block is too short for its node");
  const uint8_t *node_bytes = reader.take(node_length);

  Extended extended;
  if (head.extInfoAddr != 0 &&
      !read_extended(reinterpret_cast<uint8_t *>(head.extInfoAddr), head.extInfoLength, extended)) {
    return refuse("the extended information is damaged");
  }
  uint64_t workspace = extended.workspace.addr, workspace_size = extended.workspace.size;
  CallNumbers numbers;
  if (block == nullptr) {
    // The structures are packed, so that nothing may refer to their members.
    if (extended.wait) {
      const auto type = extended.wait->waitType;
      const auto id = extended.wait->waitId;
      numbers = {{"wait_type", type}, {"wait_id", id}};
    }
  } else if (const auto count = block->block_num; count > 1) {
    const auto id = block->block_id;
    if (id >= count) return refuse("the block is not one of the run's");
    numbers = {{"block_num", count}, {"block_id", id}};
    const uint64_t share = workspace_size / count;
    workspace += share * id;
    workspace_size = id + 1 == count ? workspace_size - share * id : share;
  }
  const bool is_asynchronous = block == nullptr && extended.wait && extended.wait->waitType != kWaitNone &&
                               extended.wait->waitType != kWaitByCaller;
  // Bit 7 of the topic means host execution; here the host is all there is, but its loops are serial on a device.
  const bool on_host = !extended.topic || (*extended.topic & 0x80) != 0;
  // The asynchronous form uses its context for as long as the kernel likes.
  const bool may_be_kept = extended.session.has_value() && !is_asynchronous;
  std::shared_ptr<CallContext> call =
      context_for_call(may_be_kept ? extended.session : std::nullopt, on_host ? ::aicpu::HOST : ::aicpu::DEVICE,
                       {reinterpret_cast<const char *>(node_bytes), node_length}, numbers);
  if (call == nullptr) return refuse("the node definition is damaged");
  NodeDefImpl *const node = call->node.get();
  const size_t inputs = node->inputs.size();
  if (addresses.size() != inputs + node->outputs.size()) {
    return refuse("the number of addresses is not that of inputs and outputs");
  }
  for (size_t i = 0; i < inputs; ++i) {
    if (!refresh(*node->inputs[i], addresses[i], extended.record_inputs.contains(static_cast<uint32_t>(i)), extended.input_shapes,
                 extended.input_count, i, false)) {
      return refuse("the size of an input is not known");
    }
  }
  for (size_t i = 0; i < node->outputs.size(); ++i) {
    const bool is_record = extended.record_outputs.contains(static_cast<uint32_t>(i));
    if (!refresh(*node->outputs[i], addresses[inputs + i], is_record, extended.output_shapes, extended.output_count, i,
                 extended.unknown_shape || is_record)) {
      return refuse("the size of an output is not known");
    }
  }
  ::aicpu::CpuKernelUtils::UpdateCustWorkSpaceInfo(call->context.get(), workspace_size, workspace);
  (void)find_kernel(node->op);  // loads kernel libraries
  auto &kernels = ::aicpu::CpuKernelRegister::Instance();
  const bool is_v2 = has_cpu_kernel(node->op, KernelKind::kCpuKernelV2);
  // Owns what it needs: the asynchronous form calls it when the argument block may be gone. The extended information
  // may not.
  const auto write_shapes = [call, node, addresses, extended, inputs] {
    for (size_t i = 0; i < node->outputs.size(); ++i) {
      write_back(*node->outputs[i], addresses[inputs + i], extended.record_outputs.contains(static_cast<uint32_t>(i)),
                 extended.output_shapes, extended.output_count, i);
    }
  };
  uint32_t status = 0;
  try {
    ::aicpu::CpuKernelContext &context = *call->context;
    if (is_asynchronous) {
      const std::function<uint32_t()> done = [write_shapes]() -> uint32_t {
        write_shapes();
        return ::aicpu::KERNEL_STATUS_OK;
      };
      return to_caller(is_v2
                           ? kernels.RunCpuKernelAsyncV2(context, extended.wait->waitType, extended.wait->waitId, done)
                           : kernels.RunCpuKernelAsync(context, extended.wait->waitType, extended.wait->waitId, done));
    }
    status = is_v2 ? kernels.RunCpuKernelV2(context) : kernels.RunCpuKernel(context);
  } catch (...) {
    log::write(log::Level::kWarning, "aicpu", "the kernel of operator " + node->op + " threw");
    return kFailed;
  }
  if (status == ::aicpu::KERNEL_STATUS_OK) {
    write_shapes();
    if (may_be_kept) keep_context(std::move(call));
  }
  return to_caller(status);
}

}  // namespace
}  // namespace opstrata::aicpu

extern "C" {

uint32_t RunCpuKernel(void *param) { return opstrata::aicpu::run_block(param, nullptr); }

uint32_t RunCpuKernelWithBlock(void *param, struct BlkDimInfo *blkdim_info) {
  if (blkdim_info == nullptr) return opstrata::aicpu::refuse("null block description");
  return opstrata::aicpu::run_block(param, blkdim_info);
}

uint32_t RunCpuKernelV2(aicpu::CpuKernelContext *ctx) {
  if (ctx == nullptr) return aicpu::KERNEL_STATUS_PARAM_INVALID;
  return aicpu::CpuKernelRegister::Instance().RunCpuKernelV2(*ctx);
}

bool IsRegisteredV2(const char *op_type) {
  return op_type != nullptr && opstrata::aicpu::has_cpu_kernel(op_type, opstrata::aicpu::KernelKind::kCpuKernelV2);
}

uint32_t GetAllRegisteredOpTypesV2(const char **op_types, uint32_t capacity) {
  uint32_t count = 0;
  // Names are the keys of a map that is never destroyed, hence terminated and valid for ever.
  opstrata::aicpu::visit_cpu_kernels(opstrata::aicpu::KernelKind::kCpuKernelV2, [&](std::string_view type) {
    if (op_types != nullptr && count < capacity) op_types[count] = type.data();
    ++count;
  });
  return count;
}

}  // extern "C"
