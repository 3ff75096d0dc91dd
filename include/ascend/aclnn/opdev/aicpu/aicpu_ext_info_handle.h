/// @file
/// The extended information of a dynamic-shape AI CPU launch: shapes and types of its tensors (foreign-build section 4.1).
/// On the CPU a kernel gets its shapes directly; this class builds and reads the same block for code that inspects it.
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_EXT_INFO_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_EXT_INFO_H_

#include <cstdint>
#include <string>
#include <vector>

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
  const std::string &GetNodeName() const { return nodeName_; }
  ge::UnknowShapeOpType GetUnknownType() const { return unknownType_; }
  uint32_t GetInputNum() const { return static_cast<uint32_t>(inputs_.size()); }
  uint32_t GetOutputNum() const { return static_cast<uint32_t>(outputs_.size()); }

 private:
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
    for (const int64_t dim : entry.dims) {
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
};

}  // namespace internal
}  // namespace op

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_EXT_INFO_H_
