/// @file
/// Classes of data types, casts and promotion (opdev-api section 2.5).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_DATA_TYPE_UTILS_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_DATA_TYPE_UTILS_H_

#include <algorithm>
#include <complex>
#include <initializer_list>
#include <string>
#include <vector>

#include "opdev/common_types.h"

namespace op {

inline bool CheckType(const DataType dataType, const std::initializer_list<DataType> &supported) {
  return std::find(supported.begin(), supported.end(), dataType) != supported.end();
}

inline bool IsComplexType(const ge::DataType type) {
  return type == ge::DT_COMPLEX32 || type == ge::DT_COMPLEX64 || type == ge::DT_COMPLEX128;
}
inline bool IsFloatingType(const ge::DataType type) {
  switch (type) {
    case ge::DT_DOUBLE: case ge::DT_FLOAT: case ge::DT_BF16: case ge::DT_FLOAT16: case ge::DT_HIFLOAT8: case ge::DT_FLOAT8_E5M2:
    case ge::DT_FLOAT8_E4M3FN: case ge::DT_FLOAT8_E8M0: case ge::DT_FLOAT6_E3M2: case ge::DT_FLOAT6_E2M3:
    case ge::DT_FLOAT4_E2M1: case ge::DT_FLOAT4_E1M2:
      return true;
    default:
      return false;
  }
}
/// Signed and unsigned integers of 8 to 64 bits.
inline bool IsIntegralType(const ge::DataType type) {
  switch (type) {
    case ge::DT_INT8: case ge::DT_INT16: case ge::DT_INT32: case ge::DT_INT64: case ge::DT_UINT8: case ge::DT_UINT16:
    case ge::DT_UINT32: case ge::DT_UINT64:
      return true;
    default:
      return false;
  }
}
inline bool IsIntegralType(const ge::DataType type, const bool include_bool) {
  return IsIntegralType(type) || (include_bool && type == ge::DT_BOOL);
}
/// The sets of TensorType::BasicType, NumberType and RealNumberType.
inline bool IsRealNumberType(DataType type) {
  return IsIntegralType(type) || type == ge::DT_DOUBLE || type == ge::DT_FLOAT || type == ge::DT_FLOAT16 || type == ge::DT_BF16;
}
inline bool IsNumberType(DataType type) {
  return IsRealNumberType(type) || IsComplexType(type) || type == ge::DT_QINT32 || type == ge::DT_QINT8 || type == ge::DT_QUINT8;
}
inline bool IsBasicType(DataType type) { return IsNumberType(type) || type == ge::DT_QINT16 || type == ge::DT_QUINT16; }

/// False for complex to real, floating to integral, and anything but bool to bool.
inline bool CanCast(const ge::DataType from, const ge::DataType to) {
  if (IsComplexType(from) && !IsComplexType(to)) return false;
  if (IsFloatingType(from) && IsIntegralType(to)) return false;
  return !(from != ge::DT_BOOL && to == ge::DT_BOOL);
}

namespace internal {
/// Common type of two unequal types below DT_HIFLOAT8; rows (the first type) and columns are not symmetric for unsigned
/// integers beside complex types.
inline ge::DataType PromoteUnequal(ge::DataType a, ge::DataType b) {
  const auto is_wide_unsigned = [](ge::DataType t) { return t == ge::DT_UINT16 || t == ge::DT_UINT32 || t == ge::DT_UINT64; };
  const auto is_small_integer = [](ge::DataType t) {
    return t == ge::DT_INT8 || t == ge::DT_UINT8 || t == ge::DT_INT16 || t == ge::DT_INT32 || t == ge::DT_INT64;
  };
  const auto is_real_float = [](ge::DataType t) {
    return t == ge::DT_FLOAT || t == ge::DT_FLOAT16 || t == ge::DT_BF16 || t == ge::DT_DOUBLE;
  };
  const auto has = [a, b](ge::DataType t) { return a == t || b == t; };
  if (is_wide_unsigned(b)) return ge::DT_UNDEFINED;
  if (is_wide_unsigned(a)) {
    if (b == ge::DT_COMPLEX128 || (b == ge::DT_COMPLEX64 && a == ge::DT_UINT64)) return ge::DT_COMPLEX128;
    return b == ge::DT_COMPLEX64 ? ge::DT_COMPLEX64 : ge::DT_UNDEFINED;
  }
  const auto is_member = [&](ge::DataType t) {
    return t == ge::DT_BOOL || is_small_integer(t) || is_real_float(t) || IsComplexType(t);
  };
  if (!is_member(a) || !is_member(b)) return ge::DT_UNDEFINED;
  if (has(ge::DT_COMPLEX128)) return ge::DT_COMPLEX128;
  if (IsComplexType(a) || IsComplexType(b)) {
    if (has(ge::DT_DOUBLE)) return ge::DT_COMPLEX128;
    if (has(ge::DT_COMPLEX64) || has(ge::DT_FLOAT) || has(ge::DT_BF16)) return ge::DT_COMPLEX64;
    return ge::DT_COMPLEX32;
  }
  if (a == ge::DT_BOOL) return b;
  if (b == ge::DT_BOOL) return a;
  if (is_real_float(a) && is_real_float(b)) return has(ge::DT_DOUBLE) ? ge::DT_DOUBLE : ge::DT_FLOAT;
  if (is_real_float(a)) return a;
  if (is_real_float(b)) return b;
  if (TypeSize(a) == TypeSize(b)) return ge::DT_INT16;  // int8 and uint8
  return TypeSize(a) > TypeSize(b) ? a : b;
}
}  // namespace internal

/// The type to which both are promoted; DT_UNDEFINED when there is none.
inline ge::DataType PromoteType(ge::DataType type_a, ge::DataType type_b) {
  const auto is_valid = [](ge::DataType t) { return static_cast<uint32_t>(t) < static_cast<uint32_t>(ge::DT_MAX); };
  if (!is_valid(type_a) || !is_valid(type_b)) return ge::DT_UNDEFINED;
  if (type_a == type_b) return type_a;
  // The interface's table has no entries for these types, and an empty entry reads as DT_FLOAT.
  if (type_a >= ge::DT_HIFLOAT8 || type_b >= ge::DT_HIFLOAT8) return ge::DT_FLOAT;
  return internal::PromoteUnequal(type_a, type_b);
}

/// Bytes of `size` elements. Types below a byte: rounded up when `ceil` is false, down when it is true (as the interface has
/// it). An overflow is logged only.
OPSTRATA_API int64_t CalcShapeBytes(int64_t size, DataType dataType, bool ceil = false);

constexpr DataType ToOpDataType(aclDataType type) {
  return type == ACL_DT_UNDEFINED ? ge::DT_UNDEFINED : static_cast<DataType>(type);
}
inline aclDataType ToAclDataType(DataType type) {
  return type == ge::DT_UNDEFINED ? ACL_DT_UNDEFINED : static_cast<aclDataType>(type);
}
/// Type of its serial name ("DT_FLOAT"); DT_UNDEFINED for an unknown one.
OPSTRATA_API DataType ToDataType(const std::string &name);
/// "[DT_FLOAT,DT_INT8,]", "[]" when empty.
OPSTRATA_API ge::AscendString ToString(const std::initializer_list<DataType> &dataTypes);

}  // namespace op

/// "float32", "bfloat16", …
OPSTRATA_API ge::AscendString ToString(aclDataType dataType);

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_DATA_TYPE_UTILS_H_
