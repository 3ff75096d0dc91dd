/// @file
/// The extended information of a dynamic-shape AI CPU launch: shapes and types of its tensors (foreign-build section 4.1).
/// On the CPU a kernel gets its shapes directly; this class builds and reads the same block for code that inspects it.
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_EXT_INFO_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_EXT_INFO_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "aclnn/aclnn_base.h"
#include "aicpu_engine_struct.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/tensor.h"
#include "graph/types.h"
#include "opdev/aicpu/aicpu_utils.h"
#include "opdev/fast_vector.h"

namespace op {
namespace internal {

using AicpuShapeAndType = aicpu::FWKAdapter::ShapeAndType;
using AicpuExtInfo = aicpu::FWKAdapter::ExtInfo;
using AicpuSessionInfo = ::SessionInfo;

class AicpuExtInfoHandler {
 public:
  AicpuExtInfoHandler(const std::string &nodeName, uint32_t inputNum, uint32_t outputNum, ge::UnknowShapeOpType unknownType)
      : nodeName_(nodeName), inputs_(inputNum), outputs_(outputNum), unknownType_(unknownType) {}

  /// Sets one entry. Shapes have at most 8 dimensions (kMaxShapeDims); more are refused with 161002.
  aclnnStatus UpdateInputShape(uint32_t index, const gert::Shape &shape, ge::DataType dataType) {
    return Update(inputs_, index, shape, dataType);
  }
  aclnnStatus UpdateOutputShape(uint32_t index, const gert::Shape &shape, ge::DataType dataType) {
    return Update(outputs_, index, shape, dataType);
  }
  /// Reads one entry back.
  aclnnStatus GetInputShapeAndType(uint32_t index, gert::Shape &shape, ge::DataType &dataType) const {
    return Read(inputs_, index, shape, dataType);
  }
  aclnnStatus GetOutputShapeAndType(uint32_t index, gert::Shape &shape, ge::DataType &dataType) const {
    return Read(outputs_, index, shape, dataType);
  }
  /// Session, kernel number and whether the session is to be used (entry type 5).
  void UpdateSessionInfo(uint64_t sessionId, uint64_t kernelId, bool sessFlag) {
    session_ = AicpuSessionInfo{sessionId, kernelId, sessFlag};
    hasSession_ = true;
  }
  /// Whether shapes may change between runs of one task (entry type 6, bit 0 clear).
  void UpdateExecuteMode(bool unknownShape) { bitmap_ = unknownShape ? 0U : 1U; }
  bool IsUnknownShape() const { return (bitmap_ & 1U) == 0U; }

  /// Writes the entries one behind the other: shape class, bitmap, input and output shapes, session (aicpu-kernel-api
  /// section 21).
  aclnnStatus Build() {
    block_.clear();
    const int32_t shapeClass = static_cast<int32_t>(unknownType_);
    AddEntry(aicpu::FWKAdapter::FWK_ADPT_EXT_SHAPE_TYPE, &shapeClass, sizeof(shapeClass));
    AddEntry(aicpu::FWKAdapter::FWK_ADPT_EXT_BITMAP, &bitmap_, sizeof(bitmap_));
    AddEntry(aicpu::FWKAdapter::FWK_ADPT_EXT_INPUT_SHAPE, inputs_.data(), inputs_.size() * sizeof(AicpuShapeAndType));
    outputAt_ = block_.size() + aicpu::FWKAdapter::kExtInfoHeadSize;
    AddEntry(aicpu::FWKAdapter::FWK_ADPT_EXT_OUTPUT_SHAPE, outputs_.data(),
             outputs_.size() * sizeof(AicpuShapeAndType));
    if (hasSession_) AddEntry(aicpu::FWKAdapter::FWK_ADPT_EXT_SESSION_INFO, &session_, sizeof(session_));
    return ACLNN_SUCCESS;
  }
  /// Reads entries as Build writes them, for this number of inputs and outputs; unknown kinds are skipped. 161002 for a
  /// damaged block, of which nothing is taken.
  aclnnStatus Parse(const void *block, size_t length) {
    AicpuExtInfoHandler read(nodeName_, GetInputNum(), GetOutputNum(), unknownType_);
    AICPU_ASSERT_RETVAL(block != nullptr, ACLNN_ERR_PARAM_NULLPTR, "%s: block is null", nodeName_.c_str());
    const uint8_t *at = static_cast<const uint8_t *>(block);
    while (length != 0) {
      AICPU_ASSERT_RETVAL(length >= aicpu::FWKAdapter::kExtInfoHeadSize, ACLNN_ERR_PARAM_INVALID,
                          "%s: an entry ends after %zu bytes", nodeName_.c_str(), length);
      int32_t type = 0;
      uint32_t size = 0;
      (void)memcpy(&type, at, sizeof(type));
      (void)memcpy(&size, at + sizeof(type), sizeof(size));
      at += aicpu::FWKAdapter::kExtInfoHeadSize;
      length -= aicpu::FWKAdapter::kExtInfoHeadSize;
      AICPU_ASSERT_RETVAL(size <= length, ACLNN_ERR_PARAM_INVALID, "%s: entry %d has %u bytes of which %zu are there",
                          nodeName_.c_str(), type, size, length);
      AICPU_ASSERT_RETVAL(read.Take(type, size, at), ACLNN_ERR_PARAM_INVALID, "%s: entry %d cannot have %u bytes",
                          nodeName_.c_str(), type, size);
      at += size;
      length -= size;
    }
    *this = read;
    return Build();
  }
  /// The block that Build made; empty before.
  const std::vector<uint8_t> &GetExtInfo() const { return block_; }
  uint8_t *GetExtInfoData() { return block_.data(); }
  size_t GetExtInfoLen() const { return block_.size(); }

  /// Copies the block to device memory of at least GetExtInfoLen() bytes.
  aclnnStatus CopyExtInfoToDevice(void *device, size_t size) const {
    AICPU_ASSERT_RETVAL(device != nullptr, ACLNN_ERR_PARAM_NULLPTR, "%s: device is null", nodeName_.c_str());
    AICPU_ASSERT_RT_OK_RETVAL(aclrtMemcpy(device, size, block_.data(), block_.size(), ACL_MEMCPY_HOST_TO_DEVICE));
    return ACLNN_SUCCESS;
  }
  /// Copies the output shapes that a kernel has written back from there (null: they stand in the block itself).
  aclnnStatus CopyOutputShapesBack(const void *device) {
    AICPU_ASSERT_RETVAL(!block_.empty(), ACLNN_ERR_INNER, "%s: there is no block; Build comes first",
                        nodeName_.c_str());
    const size_t bytes = outputs_.size() * sizeof(AicpuShapeAndType);
    if (device != nullptr) {
      AICPU_ASSERT_RT_OK_RETVAL(aclrtMemcpy(block_.data() + outputAt_, bytes,
                                            static_cast<const uint8_t *>(device) + outputAt_, bytes,
                                            ACL_MEMCPY_DEVICE_TO_HOST));
    }
    if (bytes != 0) (void)memcpy(outputs_.data(), block_.data() + outputAt_, bytes);
    return ACLNN_SUCCESS;
  }
  const std::string &GetNodeName() const { return nodeName_; }
  ge::UnknowShapeOpType GetUnknownType() const { return unknownType_; }
  uint32_t GetInputNum() const { return static_cast<uint32_t>(inputs_.size()); }
  uint32_t GetOutputNum() const { return static_cast<uint32_t>(outputs_.size()); }

 private:
  void AddEntry(int32_t type, const void *payload, size_t size) {
    const uint32_t length = static_cast<uint32_t>(size);
    const size_t at = block_.size();
    block_.resize(at + sizeof(type) + sizeof(length) + size);
    (void)memcpy(block_.data() + at, &type, sizeof(type));
    (void)memcpy(block_.data() + at + sizeof(type), &length, sizeof(length));
    if (size != 0) (void)memcpy(block_.data() + at + sizeof(type) + sizeof(length), payload, size);
  }
  bool Take(int32_t type, uint32_t length, const uint8_t *payload) {
    const auto take = [&](void *to, size_t size) {
      if (length != size) return false;
      if (size != 0) (void)memcpy(to, payload, size);
      return true;
    };
    switch (type) {
      case aicpu::FWKAdapter::FWK_ADPT_EXT_SHAPE_TYPE: {
        int32_t shapeClass = 0;
        if (!take(&shapeClass, sizeof(shapeClass))) return false;
        unknownType_ = static_cast<ge::UnknowShapeOpType>(shapeClass);
        return true;
      }
      case aicpu::FWKAdapter::FWK_ADPT_EXT_BITMAP:
        return take(&bitmap_, sizeof(bitmap_));
      case aicpu::FWKAdapter::FWK_ADPT_EXT_INPUT_SHAPE:
        return take(inputs_.data(), inputs_.size() * sizeof(AicpuShapeAndType));
      case aicpu::FWKAdapter::FWK_ADPT_EXT_OUTPUT_SHAPE:
        return take(outputs_.data(), outputs_.size() * sizeof(AicpuShapeAndType));
      case aicpu::FWKAdapter::FWK_ADPT_EXT_SESSION_INFO:
        return hasSession_ = take(&session_, sizeof(session_));
      default:
        return true;
    }
  }
  static aclnnStatus Update(std::vector<AicpuShapeAndType> &entries, uint32_t index, const gert::Shape &shape,
                            ge::DataType dataType) {
    constexpr size_t kMaxDims = sizeof(AicpuShapeAndType{}.dims) / sizeof(int64_t);
    AICPU_ASSERT_RETVAL(index < entries.size() && shape.GetDimNum() <= kMaxDims, ACLNN_ERR_PARAM_INVALID,
                        "tensor %u of rank %zu has no place in the extended information", index, shape.GetDimNum());
    AicpuShapeAndType &entry = entries[index];
    entry.type = static_cast<int32_t>(dataType);
    for (size_t i = 0; i < kMaxDims; ++i) entry.dims[i] = i < shape.GetDimNum() ? shape.GetDim(i) : kEndOfDims;
    return ACLNN_SUCCESS;
  }
  static aclnnStatus Read(const std::vector<AicpuShapeAndType> &entries, uint32_t index, gert::Shape &shape,
                          ge::DataType &dataType) {
    AICPU_ASSERT_RETVAL(index < entries.size(), ACLNN_ERR_PARAM_INVALID, "there is no tensor %u", index);
    const AicpuShapeAndType &entry = entries[index];
    dataType = static_cast<ge::DataType>(entry.type);
    shape.SetDimNum(0);
    for (size_t i = 0; i < sizeof(entry.dims) / sizeof(int64_t); ++i) {  // by value: the structure is packed
      const int64_t dim = entry.dims[i];
      if (dim == kEndOfDims) break;
      shape.AppendDim(dim);
    }
    return ACLNN_SUCCESS;
  }
  static constexpr int64_t kEndOfDims = INT64_MIN;

  std::string nodeName_;
  std::vector<AicpuShapeAndType> inputs_;
  std::vector<AicpuShapeAndType> outputs_;
  ge::UnknowShapeOpType unknownType_;
  AicpuSessionInfo session_{};
  bool hasSession_ = false;
  uint64_t bitmap_ = 1;
  std::vector<uint8_t> block_;
  size_t outputAt_ = 0;
};

}  // namespace internal
}  // namespace op

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_EXT_INFO_H_
