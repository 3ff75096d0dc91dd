/// @file
/// 16-bit floats as bits: IEEE binary16 (fp16) and bfloat16. Widening is exact; narrowing rounds to nearest, ties to even,
/// overflows to infinity and keeps subnormals, signed zeros and the top bits of a NaN (made quiet).
#ifndef OPSTRATA_SRC_BASE_HALF_H_
#define OPSTRATA_SRC_BASE_HALF_H_

#include <bit>
#include <cstdint>

namespace opstrata {

constexpr float fp16_to_float(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000U) << 16U;
  const uint32_t exponent = (bits >> 10U) & 0x1fU;
  const uint32_t fraction = bits & 0x3ffU;
  if (exponent == 0x1fU) {
    const uint32_t quiet = fraction == 0 ? 0 : 0x400000U;
    return std::bit_cast<float>(sign | 0x7f800000U | quiet | (fraction << 13U));
  }
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
  // Zero and subnormals: an integer multiple of 2^-24, exact in float.
  const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
}

constexpr uint16_t float_to_fp16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>((bits >> 16U) & 0x8000U);
  const uint32_t magnitude = bits & 0x7fffffffU;
  if (magnitude > 0x7f800000U) return static_cast<uint16_t>(sign | 0x7e00U | ((magnitude >> 13U) & 0x3ffU));
  if (magnitude >= 0x477ff000U) return static_cast<uint16_t>(sign | 0x7c00U);  // 65520 and above round to infinity
  if (magnitude >= 0x38800000U) {                                             // normal: 2^-14 and above
    const uint32_t odd = (magnitude >> 13U) & 1U;
    return static_cast<uint16_t>(sign | ((magnitude + 0xfffU + odd - 0x38000000U) >> 13U));
  }
  if (magnitude <= 0x33000000U) return sign;  // 2^-25 is a tie with zero, below it is less than half a step
  const uint32_t shift = 126U - (magnitude >> 23U);
  const uint32_t fraction = (magnitude & 0x7fffffU) | 0x800000U;
  const uint32_t odd = (fraction >> shift) & 1U;
  return static_cast<uint16_t>(sign | ((fraction + (1U << (shift - 1U)) - 1U + odd) >> shift));
}

constexpr float bf16_to_float(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16U); }

constexpr uint16_t float_to_bf16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return static_cast<uint16_t>((bits >> 16U) | 0x40U);
  return static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
}

}  // namespace opstrata

#endif  // OPSTRATA_SRC_BASE_HALF_H_
