/// @file
/// Argument blocks of AI CPU launches (foreign-build section 4.1). On the CPU a launch passes its tensors directly; the
/// classes keep the addresses for code that inspects or derives from them.
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ARGS_HANDLER_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ARGS_HANDLER_H_

#include <memory>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "opdev/aicpu/aicpu_any_value.h"
#include "opdev/aicpu/aicpu_ext_info_handle.h"
#include "opdev/op_executor.h"

namespace op {
namespace internal {

struct AicpuArgsForLaunch {
  void *args;
  aclrtPlaceHolderInfo *hostInputInfoPtr;
  uint32_t argsSize;
  uint16_t hostInputInfoNum;
  uint32_t soNameAddrOffset;
  uint32_t kernelNameAddrOffset;
};

class AicpuArgsHandler {
 public:
  AicpuArgsHandler(const std::string &opType, const std::string &nodeName, uint32_t ioNum, bool needDeviceExt)
      : opType_(opType), nodeName_(nodeName), ioAddrs_(ioNum, nullptr), needDeviceExt_(needDeviceExt) {}
  virtual ~AicpuArgsHandler() = default;
  virtual aclnnStatus UpdateDeviceExtInfoAddr(void *deviceAddr) = 0;

  void **GetIoAddr() { return ioAddrs_.data(); }
  void *GetExtInfoAddr() const { return extInfoAddr_; }
  void *GetArgs() { return ioAddrs_.data(); }
  const AicpuArgsForLaunch &GetArgsEx() {
    argsEx_.args = ioAddrs_.data();
    argsEx_.argsSize = static_cast<uint32_t>(ioAddrs_.size() * sizeof(void *));
    argsEx_.hostInputInfoPtr = hostInputs_.data();
    argsEx_.hostInputInfoNum = static_cast<uint16_t>(hostInputs_.size());
    return argsEx_;
  }
  const std::string &GetNodeName() const { return nodeName_; }
  uint32_t GetIoNum() const { return static_cast<uint32_t>(ioAddrs_.size()); }
  size_t GetHostInputSize() const { return hostInputSize_; }
  size_t GetInputAddrAlignBytes() const { return 4U; }
  void SetSpace(void *space) { space_ = space; }
  void ResetHostInputInfo() {
    hostInputs_.clear();
    hostInputSize_ = 0;
  }
  /// Records that argument `index` is `size` bytes of host data, which take `alignedSize` bytes of the block.
  aclnnStatus AddHostInput(size_t index, void *data, size_t size, size_t alignedSize) {
    AICPU_ASSERT_RETVAL(index < ioAddrs_.size() && alignedSize >= size, ACLNN_ERR_PARAM_INVALID,
                        "argument %zu of %zu bytes has no place", index, size);
    ioAddrs_[index] = data;
    aclrtPlaceHolderInfo info{};
    info.addrOffset = static_cast<uint32_t>(index * sizeof(void *));
    info.dataOffset = static_cast<uint32_t>(ioAddrs_.size() * sizeof(void *) + hostInputSize_);
    hostInputs_.push_back(info);
    hostInputSize_ += alignedSize;
    return ACLNN_SUCCESS;
  }
  aclnnStatus UpdateIoAddr(const FVector<const aclTensor *> &inputs, const FVector<aclTensor *> &outputs) {
    AICPU_ASSERT_RETVAL(inputs.size() + outputs.size() == ioAddrs_.size(), ACLNN_ERR_PARAM_INVALID,
                        "%zu tensors for %zu arguments", inputs.size() + outputs.size(), ioAddrs_.size());
    size_t next = 0;
    for (const aclTensor *tensor : inputs) ioAddrs_[next++] = tensor == nullptr ? nullptr : tensor->GetData();
    for (const aclTensor *tensor : outputs) ioAddrs_[next++] = tensor == nullptr ? nullptr : tensor->GetData();
    return ACLNN_SUCCESS;
  }

 protected:
  const std::string opType_;
  const std::string nodeName_;
  std::vector<void *> ioAddrs_;
  void *extInfoAddr_ = nullptr;
  bool needDeviceExt_ = false;
  void *space_ = nullptr;
  size_t hostInputSize_ = 0;
  std::vector<aclrtPlaceHolderInfo> hostInputs_;
  AicpuArgsForLaunch argsEx_{};
};

/// Arguments of a native kernel.
class AicpuCCArgsHandler : public AicpuArgsHandler {
 public:
  using AicpuArgsHandler::AicpuArgsHandler;
  aclnnStatus UpdateDeviceExtInfoAddr(void *deviceAddr) override {
    extInfoAddr_ = deviceAddr;
    return ACLNN_SUCCESS;
  }
};

/// Arguments of a kernel of the TensorFlow vocabulary.
class AicpuTfArgsHandler : public AicpuArgsHandler {
 public:
  using AicpuArgsHandler::AicpuArgsHandler;
  aclnnStatus UpdateDeviceExtInfoAddr(void *deviceAddr) override {
    extInfoAddr_ = deviceAddr;
    return ACLNN_SUCCESS;
  }
};

}  // namespace internal
}  // namespace op

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ARGS_HANDLER_H_
