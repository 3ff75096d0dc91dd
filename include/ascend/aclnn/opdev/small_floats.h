/// @file
/// Floating-point types of at most 8 bits (opdev-api section 2.12): one byte of storage each, converted through double.
/// Values, rounding and what becomes of values out of range: opstrata/small_float.h.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_SMALL_FLOATS_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_SMALL_FLOATS_H_

#include <cstdint>
#include <limits>

#include "opstrata/visibility.h"

namespace op {

namespace internal {
/// Numbers of the formats, in the order of ge::DataType from DT_HIFLOAT8 on.
enum class SmallFloat : uint8_t {
  kHiFloat8, kFloat8E5M2, kFloat8E4M3FN, kFloat8E8M0, kFloat6E3M2, kFloat6E2M3, kFloat4E2M1, kFloat4E1M2, kHiFloat4
};
/// Value of a code, and the code of a value.
OPSTRATA_API double DecodeSmallFloat(SmallFloat format, uint8_t code);
OPSTRATA_API uint8_t EncodeSmallFloat(SmallFloat format, double value);

/// What all of the types below share; `Self` is the type, `kFormat` its format.
template <typename Self, SmallFloat kFormat>
struct SmallFloatBase {
  struct FromBitsTag {};
  static constexpr FromBitsTag FromBits() { return FromBitsTag(); }

  uint8_t value = 0;

  operator float() const { return static_cast<float>(DecodeSmallFloat(kFormat, value)); }
  operator double() const { return DecodeSmallFloat(kFormat, value); }
  friend bool operator==(const Self &a, const Self &b) { return static_cast<double>(a) == static_cast<double>(b); }
  friend bool operator!=(const Self &a, const Self &b) { return !(a == b); }

 protected:
  SmallFloatBase() = default;
  constexpr explicit SmallFloatBase(uint8_t bits) : value(bits) {}
  static uint8_t Encode(double number) { return EncodeSmallFloat(kFormat, number); }
};
}  // namespace internal

#define OPDEV_SMALL_FLOAT(Name)                                                                   \
  struct Name : internal::SmallFloatBase<Name, internal::SmallFloat::k##Name> {                   \
    Name() = default;                                                                             \
    constexpr Name(uint8_t bits, FromBitsTag) : SmallFloatBase(bits) {}                           \
    Name(float number) : SmallFloatBase(Encode(static_cast<double>(number))) {}                   \
    Name(double number) : SmallFloatBase(Encode(number)) {}                                       \
    Name &operator=(float number) { return *this = Name(number); }                                \
    Name &operator=(double number) { return *this = Name(number); }                               \
  };

OPDEV_SMALL_FLOAT(HiFloat8)
OPDEV_SMALL_FLOAT(Float8E5M2)
OPDEV_SMALL_FLOAT(Float8E4M3FN)
OPDEV_SMALL_FLOAT(Float8E8M0)
OPDEV_SMALL_FLOAT(Float6E3M2)
OPDEV_SMALL_FLOAT(Float6E2M3)
OPDEV_SMALL_FLOAT(Float4E2M1)
OPDEV_SMALL_FLOAT(Float4E1M2)
OPDEV_SMALL_FLOAT(HiFloat4)
#undef OPDEV_SMALL_FLOAT

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_SMALL_FLOATS_H_
