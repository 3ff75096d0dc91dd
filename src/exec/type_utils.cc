// Data types, formats, shapes and views (opdev-api sections 2.5 to 2.8).
#include <algorithm>
#include <string>

#include "base/data_type.h"
#include "base/log.h"
#include "exec/report.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"

using opstrata::Msg;
using opstrata::exec::refused;

namespace {

void warn(const std::string &text) {
  using opstrata::log::Level;
  if (opstrata::log::enabled(Level::kWarning)) opstrata::log::write(Level::kWarning, "exec", text);
}

template <typename Dims>
ge::AscendString dims_text(const Dims &dims, size_t count) {
  std::string text = "[";
  for (size_t i = 0; i < count; ++i) text.append(i == 0 ? "" : ", ").append(std::to_string(dims[i]));
  text.push_back(']');
  return ge::AscendString(text.c_str());
}

/// The dimensions in the order of decreasing stride, extents of 1 left out.
bool is_permutation_of_contiguous(const aclTensor *tensor) {
  const op::Shape &shape = tensor->GetViewShape();
  const op::Strides &strides = tensor->GetViewStrides();
  std::vector<std::pair<int64_t, int64_t>> dims;  // stride, extent
  for (size_t i = 0; i < shape.GetDimNum(); ++i) {
    if (shape.GetDim(i) != 1) dims.emplace_back(strides[i], shape.GetDim(i));
  }
  std::sort(dims.begin(), dims.end());
  int64_t expected = 1;
  for (const auto &[stride, extent] : dims) {
    if (stride != expected) return false;
    expected *= extent;
  }
  return true;
}

}  // namespace

ge::AscendString ToString(aclDataType dataType) {
  switch (dataType) {
    case ACL_FLOAT: return "float32";
    case ACL_FLOAT16: return "float16";
    case ACL_INT8: return "int8";
    case ACL_INT32: return "int32";
    case ACL_UINT8: return "uint8";
    case ACL_INT16: return "int16";
    case ACL_UINT16: return "uint16";
    case ACL_UINT32: return "uint32";
    case ACL_INT64: return "int64";
    case ACL_UINT64: return "uint64";
    case ACL_DOUBLE: return "float64";
    case ACL_BOOL: return "bool";
    case ACL_STRING: return "string";
    case ACL_COMPLEX64: return "complex64";
    case ACL_COMPLEX128: return "complex128";
    case ACL_BF16: return "bfloat16";
    case ACL_INT4: return "int4";
    case ACL_UINT1: return "uint1";
    case ACL_COMPLEX32: return "complex32";
    default: break;
  }
  // The remaining names are the enumerator's in small letters.
  std::string name(opstrata::data_type_enumerator(static_cast<ge::DataType>(dataType)));
  if (name.rfind("DT_", 0) != 0) return "undefined";
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ge::AscendString(name.c_str() + 3);
}

namespace op {

// --- Data types -----------------------------------------------------------------------------------------------------------

ge::AscendString ToString(DataType dataType) {
  const std::string name(opstrata::data_type_serial_name(dataType));
  return ge::AscendString(name.empty() ? "DT_UNDEFINED" : name.c_str());
}

ge::AscendString ToString(const std::initializer_list<DataType> &dataTypes) {
  std::string text = "[";
  for (const DataType type : dataTypes) text.append(ToString(type).GetString()).push_back(',');
  text.push_back(']');
  return ge::AscendString(text.c_str());
}

int64_t CalcShapeBytes(int64_t size, DataType dataType, bool ceil) {
  const int64_t unit = static_cast<int64_t>(TypeSize(dataType));
  const bool in_bits = unit >= 1000;
  int64_t result = 0;
  if (__builtin_mul_overflow(size, in_bits ? unit - 1000 : unit, &result)) {
    warn("the bytes of " + std::to_string(size) + " elements of " + ToString(dataType).GetString() + " overflow");
  }
  if (!in_bits) return result;
  return ceil ? result / 8 : result / 8 + (result % 8 != 0 ? 1 : 0);
}

// --- Formats --------------------------------------------------------------------------------------------------------------

bool IsPrivateFormat(Format format) {
  switch (GetPrimaryFormat(format)) {
    case ge::FORMAT_NC1HWC0: case ge::FORMAT_FRACTAL_Z: case ge::FORMAT_NDC1HWC0: case ge::FORMAT_FRACTAL_Z_3D:
    case ge::FORMAT_FRACTAL_NZ: case ge::FORMAT_NC1HWC0_C04: case ge::FORMAT_FRACTAL_NZ_C0_2: case ge::FORMAT_FRACTAL_NZ_C0_4:
    case ge::FORMAT_FRACTAL_NZ_C0_8: case ge::FORMAT_FRACTAL_NZ_C0_16: case ge::FORMAT_FRACTAL_NZ_C0_32:
      return true;
    default:
      return false;
  }
}

ge::AscendString ToString(Format format) {
  std::string text(opstrata::format_name(GetPrimaryFormat(format)));
  if (text.empty()) text = "RESERVED";
  if (HasSubFormat(static_cast<int32_t>(format))) text.append(":").append(std::to_string(GetSubFormat(format)));
  return ge::AscendString(text.c_str());
}

// --- Shapes ---------------------------------------------------------------------------------------------------------------

ge::AscendString ToString(const op::Shape &shape) { return dims_text(shape, std::min<size_t>(shape.GetDimNum(), MAX_DIM_NUM)); }
ge::AscendString ToString(const op::Strides &strides) { return dims_text(strides, strides.size()); }

void ToShape(const int64_t *dims, uint64_t dimNum, op::Shape &shape) {
  shape.SetDimNum(0);
  if (dims == nullptr) return;
  for (uint64_t i = 0; i < dimNum; ++i) shape.AppendDim(dims[i]);
}
void ToShape(const op::ShapeVector &dims, op::Shape &shape) { ToShape(dims.data(), dims.size(), shape); }

ShapeVector ToShapeVector(const op::Shape &shape) {
  ShapeVector dims;
  for (size_t i = 0; i < shape.GetDimNum(); ++i) dims.push_back(shape.GetDim(i));
  return dims;
}

void ToContiguousStrides(const op::Shape &shape, op::Strides &strides) {
  const size_t rank = std::min<size_t>(shape.GetDimNum(), MAX_DIM_NUM);
  strides.resize(rank);
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    strides[i] = stride;
    (void)__builtin_mul_overflow(stride, shape.GetDim(i), &stride);
  }
}

bool CheckBroadcastShape(const op::Shape &self, const op::Shape &other) {
  const size_t a = self.GetDimNum();
  const size_t b = other.GetDimNum();
  for (size_t i = 1; i <= std::min(a, b); ++i) {
    const int64_t x = self.GetDim(a - i);
    const int64_t y = other.GetDim(b - i);
    if (x != y && x != 1 && y != 1) return false;
  }
  return true;
}

bool BroadcastInferShape(const op::Shape &self, const op::Shape &other, op::Shape &broadcastShape) {
  const size_t a = self.GetDimNum();
  const size_t b = other.GetDimNum();
  const size_t rank = std::max(a, b);
  broadcastShape.SetDimNum(rank);
  for (size_t i = 1; i <= rank; ++i) {
    const int64_t x = i <= a ? self.GetDim(a - i) : 1;
    const int64_t y = i <= b ? other.GetDim(b - i) : 1;
    if (x != y && x != 1 && y != 1) {
      refused(Msg::kExecBroadcast, {{"self", ToString(self).GetString()}, {"other", ToString(other).GetString()}, {"x", x}, {"y", y}});
      return false;
    }
    broadcastShape.SetDim(rank - i, x == 1 ? y : x);
  }
  return true;
}

// --- Views ----------------------------------------------------------------------------------------------------------------

bool IsContiguous(const aclTensor *tensor) {
  if (tensor == nullptr) {
    warn("IsContiguous: the tensor is null");
    return true;
  }
  if (IsPrivateFormat(tensor->GetStorageFormat())) return true;
  const int64_t elements = tensor->Numel();
  if (elements == 0 || elements == 1) return true;
  const op::Shape &shape = tensor->GetViewShape();
  const op::Strides &strides = tensor->GetViewStrides();
  if (strides.size() != shape.GetDimNum()) return false;
  int64_t expected = 1;
  for (size_t i = shape.GetDimNum(); i-- > 0;) {
    if (shape.GetDim(i) == 1) continue;
    if (strides[i] != expected) return false;
    expected *= shape.GetDim(i);
  }
  return true;
}

bool Validate(const aclTensor *tensor) {
  if (tensor == nullptr) return refused(Msg::kExecNullTensor, {{"where", "Validate"}}) == 0;
  const op::Shape &shape = tensor->GetViewShape();
  const op::Strides &strides = tensor->GetViewStrides();
  if (strides.size() != shape.GetDimNum()) {
    return refused(Msg::kExecStrideCount, {{"strides", strides.size()}, {"shape", ToString(shape).GetString()}}) == 0;
  }
  int64_t lowest = tensor->GetViewOffset();
  int64_t highest = lowest;
  bool overflow = false;
  for (size_t i = 0; i < shape.GetDimNum(); ++i) {
    int64_t span = 0;
    overflow |= __builtin_mul_overflow(shape.GetDim(i) - 1, strides[i], &span);
    overflow |= __builtin_add_overflow(span > 0 ? highest : lowest, span, span > 0 ? &highest : &lowest);
  }
  if (overflow || lowest < 0 || highest >= tensor->Size()) {
    return refused(Msg::kExecViewOutOfStorage, {{"shape", ToString(shape).GetString()}, {"strides", ToString(strides).GetString()},
                                            {"offset", tensor->GetViewOffset()}, {"storage", tensor->Size()}}) == 0;
  }
  return true;
}

bool CanPickViewAsContiguous(const aclTensor *tensor) {
  return IsContiguous(tensor) || (tensor->GetViewStrides().size() == tensor->GetViewShape().GetDimNum() &&
                                  is_permutation_of_contiguous(tensor));
}

bool CanPickViewAsContiguous(std::initializer_list<const aclTensor *> tensorList) {
  if (tensorList.size() == 0) return true;
  const aclTensor *first = *tensorList.begin();
  if (first == nullptr || !CanPickViewAsContiguous(first)) return false;
  return std::all_of(tensorList.begin(), tensorList.end(), [first](const aclTensor *t) {
    return t != nullptr && t->GetViewShape() == first->GetViewShape() && t->GetViewStrides() == first->GetViewStrides();
  });
}

}  // namespace op
