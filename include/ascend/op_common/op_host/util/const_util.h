/**
 * @file
 * Values of constant inputs (opdev-api section 4.4).
 */
#ifndef OP_COMMON_OP_HOST_UTIL_CONST_UTIL_H
#define OP_COMMON_OP_HOST_UTIL_CONST_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "op_common/log/log.h"

namespace Ops {
namespace Base {
using namespace ge;

/** The elements of a tensor as a shape. T is the element type, which is not checked. False without data, and for a number of elements
 * that is not known or that no shape has; the shape stays then. */
template <typename T>
bool GetValueToShape(const gert::Tensor *const_tensor, gert::Shape &const_shape) {
  const T *value = const_tensor == nullptr ? nullptr : const_tensor->GetData<T>();
  if (value == nullptr) {
    return false;
  }
  const int64_t size = const_tensor->GetShapeSize();
  if (size < 0 || size > static_cast<int64_t>(gert::Shape::kMaxDimNum)) {
    return false;
  }
  const_shape.SetDimNum(0);
  for (int64_t i = 0; i < size; ++i) {
    const_shape.AppendDim(static_cast<int64_t>(value[i]));
  }
  return true;
}

/** The first element of a tensor of element type T1, which is not checked. False without data or elements. */
template <typename T1, typename T2>
bool GetValueToInteger(const gert::Tensor *const_tensor, T2 &value) {
  const T1 *data = const_tensor == nullptr ? nullptr : const_tensor->GetData<T1>();
  if (data == nullptr || const_tensor->GetShapeSize() == 0) {
    return false;
  }
  value = static_cast<T2>(data[0]);
  return true;
}

/** Input `const_idx` as an integer or a shape. False without data or for types other than (u)int32 and (u)int64. */
template <typename Context, typename T>
bool GetConstInt(const Context *context, const int64_t const_idx, T &value) {
  const gert::Tensor *tensor = context->GetInputTensor(static_cast<size_t>(const_idx));
  if (tensor == nullptr) {
    return false;
  }
  switch (tensor->GetDataType()) {
    case ge::DT_INT32: return GetValueToInteger<int32_t>(tensor, value);
    case ge::DT_INT64: return GetValueToInteger<int64_t>(tensor, value);
    case ge::DT_UINT32: return GetValueToInteger<uint32_t>(tensor, value);
    case ge::DT_UINT64: return GetValueToInteger<uint64_t>(tensor, value);
    default: return false;
  }
}
template <typename Context>
bool GetConstIntToShape(const Context *context, const int64_t const_idx, gert::Shape &const_shape) {
  const gert::Tensor *tensor = context->GetInputTensor(static_cast<size_t>(const_idx));
  if (tensor == nullptr) {
    return false;
  }
  switch (tensor->GetDataType()) {
    case ge::DT_INT32: return GetValueToShape<int32_t>(tensor, const_shape);
    case ge::DT_INT64: return GetValueToShape<int64_t>(tensor, const_shape);
    case ge::DT_UINT32: return GetValueToShape<uint32_t>(tensor, const_shape);
    case ge::DT_UINT64: return GetValueToShape<uint64_t>(tensor, const_shape);
    default: return false;
  }
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_CONST_UTIL_H
