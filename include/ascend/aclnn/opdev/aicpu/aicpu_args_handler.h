/// @file
/// Argument blocks of AI CPU launches (foreign-build section 4.1). On the CPU a launch passes its tensors directly; the
/// classes build the same blocks for code that inspects them, derives from them, or runs them by RunCpuKernel
/// (aicpu-kernel-api sections 21, 22).
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ARGS_HANDLER_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ARGS_HANDLER_H_

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "aicpu/aicpu_task_struct.h"
#include "aicpu_engine_struct.h"
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
  /// The block with the addresses of now: what Gen...Args made, or the bare addresses before it.
  void *GetArgs() {
    WriteAddresses();
    return args_.empty() ? static_cast<void *>(ioAddrs_.data()) : args_.data();
  }
  const AicpuArgsForLaunch &GetArgsEx() {
    argsEx_.args = GetArgs();
    argsEx_.argsSize = static_cast<uint32_t>(args_.empty() ? ioAddrs_.size() * sizeof(void *) : args_.size());
    argsEx_.hostInputInfoPtr = hostInputs_.data();
    argsEx_.hostInputInfoNum = static_cast<uint16_t>(hostInputs_.size());
    return argsEx_;
  }
  const std::string &GetNodeName() const { return nodeName_; }
  uint32_t GetIoNum() const { return static_cast<uint32_t>(ioAddrs_.size()); }
  size_t GetHostInputSize() const { return hostInputSize_; }
  size_t GetInputAddrAlignBytes() const { return 4U; }
  void SetSpace(void *space) { space_ = space; }
  /// Makes room for a block of `bytes`, zeroed.
  aclnnStatus MallocMem(size_t bytes) {
    args_.assign(bytes, 0);
    return ACLNN_SUCCESS;
  }
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
    info.dataOffset =
        static_cast<uint32_t>((args_.empty() ? ioAddrs_.size() * sizeof(void *) : args_.size()) + hostInputSize_);
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
  /// Puts addresses and the place of the extended information into the block; the base has none.
  virtual void WriteAddresses() {}
  void Put(size_t at, const void *from, size_t size) {
    if (size != 0) (void)memcpy(args_.data() + at, from, size);
  }

  const std::string opType_;
  const std::string nodeName_;
  std::vector<void *> ioAddrs_;
  void *extInfoAddr_ = nullptr;
  bool needDeviceExt_ = false;
  void *space_ = nullptr;
  size_t hostInputSize_ = 0;
  std::vector<aclrtPlaceHolderInfo> hostInputs_;
  AicpuArgsForLaunch argsEx_{};
  std::vector<uint8_t> args_;
  uint32_t extInfoLength_ = 0;
};

/// Arguments of a native kernel: head, addresses, length of the node definition, node definition.
class AicpuCCArgsHandler : public AicpuArgsHandler {
 public:
  using AicpuArgsHandler::AicpuArgsHandler;
  aclnnStatus UpdateDeviceExtInfoAddr(void *deviceAddr) override {
    extInfoAddr_ = deviceAddr;
    return ACLNN_SUCCESS;
  }
  /// Builds the block for a serialised node definition. The extended information stays the caller's and has to live as
  /// long as the block is used; null: none, or what UpdateDeviceExtInfoAddr names (of `extInfoLength` bytes).
  aclnnStatus GenCCArgs(const std::string &nodeDef, void *extInfo, size_t extInfoLength) {
    if (extInfo != nullptr) extInfoAddr_ = extInfo;
    extInfoLength_ = static_cast<uint32_t>(extInfoLength);
    const uint32_t nodeLength = static_cast<uint32_t>(nodeDef.size());
    AICPU_ASSERT_OK_RETVAL(MallocMem(sizeof(aicpu::AicpuParamHead) + ioAddrs_.size() * sizeof(uint64_t) +
                                     sizeof(nodeLength) + nodeDef.size()));
    const size_t nodeAt = sizeof(aicpu::AicpuParamHead) + ioAddrs_.size() * sizeof(uint64_t);
    Put(nodeAt, &nodeLength, sizeof(nodeLength));
    Put(nodeAt + sizeof(nodeLength), nodeDef.data(), nodeDef.size());
    return ACLNN_SUCCESS;
  }
  /// The same with the block of an extended information handler, built anew.
  aclnnStatus BuildCCArgs(const std::string &nodeDef, AicpuExtInfoHandler &extInfo) {
    AICPU_ASSERT_OK_RETVAL(extInfo.Build());
    return GenCCArgs(nodeDef, extInfo.GetExtInfoData(), extInfo.GetExtInfoLen());
  }

 protected:
  void WriteAddresses() override {
    if (args_.empty()) return;
    aicpu::AicpuParamHead head{};
    head.length = static_cast<uint32_t>(args_.size());
    head.ioAddrNum = GetIoNum();
    head.extInfoLength = extInfoLength_;
    head.extInfoAddr = reinterpret_cast<uintptr_t>(extInfoAddr_);
    Put(0, &head, sizeof(head));
    Put(sizeof(head), ioAddrs_.data(), ioAddrs_.size() * sizeof(void *));
  }
};

/// Arguments of a kernel of the TensorFlow vocabulary: STR_FWK_OP_KERNEL, addresses, node definition. The structure
/// points into the block.
class AicpuTfArgsHandler : public AicpuArgsHandler {
 public:
  using AicpuArgsHandler::AicpuArgsHandler;
  aclnnStatus UpdateDeviceExtInfoAddr(void *deviceAddr) override {
    extInfoAddr_ = deviceAddr;
    return ACLNN_SUCCESS;
  }
  /// As AicpuCCArgsHandler::GenCCArgs. `kernel` gives what is no address or length (operation, session, numbers) and
  /// receives the rest.
  aclnnStatus GenTfArgs(STR_FWK_OP_KERNEL &kernel, const std::string &nodeDef, void *extInfo, size_t extInfoLength) {
    if (extInfo != nullptr) extInfoAddr_ = extInfo;
    extInfoLength_ = static_cast<uint32_t>(extInfoLength);
    const size_t addresses = ioAddrs_.size() * sizeof(uint64_t);
    AICPU_ASSERT_OK_RETVAL(MallocMem(sizeof(kernel) + addresses + nodeDef.size()));
    Put(sizeof(kernel) + addresses, nodeDef.data(), nodeDef.size());
    kernel_ = kernel;
    nodeLength_ = nodeDef.size();
    WriteAddresses();
    kernel = kernel_;
    return ACLNN_SUCCESS;
  }
  aclnnStatus BuildTfArgs(STR_FWK_OP_KERNEL &kernel, const std::string &nodeDef, AicpuExtInfoHandler &extInfo) {
    AICPU_ASSERT_OK_RETVAL(extInfo.Build());
    return GenTfArgs(kernel, nodeDef, extInfo.GetExtInfoData(), extInfo.GetExtInfoLen());
  }

 protected:
  void WriteAddresses() override {
    if (args_.empty()) return;
    aicpu::FWKAdapter::FWKOperateParam &to = kernel_.fwkKernelBase.fwk_kernel;
    const size_t addresses = ioAddrs_.size() * sizeof(uint64_t);
    to.nodeDefLen = nodeLength_;
    to.nodeDefBuf = reinterpret_cast<uintptr_t>(args_.data()) + sizeof(kernel_) + addresses;
    to.inputOutputLen = addresses;
    to.inputOutputBuf = reinterpret_cast<uintptr_t>(args_.data()) + sizeof(kernel_);
    to.inputOutputAddr = to.inputOutputBuf;
    to.extInfoLen = extInfoLength_;
    to.extInfoAddr = reinterpret_cast<uintptr_t>(extInfoAddr_);
    Put(0, &kernel_, sizeof(kernel_));
    Put(sizeof(kernel_), ioAddrs_.data(), addresses);
  }

 private:
  STR_FWK_OP_KERNEL kernel_{};
  size_t nodeLength_ = 0;
};

}  // namespace internal
}  // namespace op

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ARGS_HANDLER_H_
