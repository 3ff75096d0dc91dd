#include "base/half.h"

#include <gtest/gtest.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace opstrata {
namespace {

#if defined(__FLT16_MANT_DIG__)
// The compiler's own binary16 is the reference.
using Reference = _Float16;
float widen(uint16_t bits) { return static_cast<float>(std::bit_cast<Reference>(bits)); }
uint16_t narrow(float value) { return std::bit_cast<uint16_t>(static_cast<Reference>(value)); }
#elif defined(__x86_64__)
// Clang 14 has no _Float16 here: the processor's own conversion is the reference.
__attribute__((target("f16c"))) float widen(uint16_t bits) { return _cvtsh_ss(bits); }
__attribute__((target("f16c"))) uint16_t narrow(float value) { 
  return static_cast<uint16_t>(_mm_extract_epi16(_mm_cvtps_ph(_mm_set_ss(value), _MM_FROUND_TO_NEAREST_INT), 0));
}
#else
#error "a reference for binary16 is needed"
#endif

bool same_bits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

/// Value of a bfloat16 by its definition: sign, exponent, fraction; computed with ldexp.
double bf16_by_definition(uint16_t bits) {
  const int exponent = (bits >> 7) & 0xff;
  const int fraction = bits & 0x7f;
  const double magnitude = exponent == 0 ? std::ldexp(fraction, -133) : std::ldexp(128 + fraction, exponent - 134);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Half, EveryFp16WidensLikeTheCompiler) {
  for (uint32_t i = 0; i <= 0xffff; ++i) {
    const auto bits = static_cast<uint16_t>(i);
    ASSERT_TRUE(same_bits(fp16_to_float(bits), widen(bits)) || (std::isnan(widen(bits)) && std::isnan(fp16_to_float(bits)))) << i;
    if (!std::isnan(widen(bits))) {
      ASSERT_EQ(float_to_fp16(fp16_to_float(bits)), bits);
    }
  }
}

TEST(Half, EveryBf16WidensByDefinition) {
  for (uint32_t i = 0; i <= 0xffff; ++i) {
    const auto bits = static_cast<uint16_t>(i);
    const float value = bf16_to_float(bits);
    if ((bits & 0x7f80) == 0x7f80) {
      ASSERT_EQ(std::isinf(value), (bits & 0x7f) == 0);
      ASSERT_EQ(std::isnan(value), (bits & 0x7f) != 0);
    } else {
      ASSERT_EQ(static_cast<double>(value), bf16_by_definition(bits)) << i;
      ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0);
    }
    if (!std::isnan(value)) {
      ASSERT_EQ(float_to_bf16(value), bits);
    }
  }
}

/// Every float at, just below and just above the middle between two neighbours, and the neighbours themselves.
template <typename Visit>
void around_ties(float (*to_float)(uint16_t), uint16_t infinity, Visit visit) {
  for (uint16_t bits = 0; bits < infinity; ++bits) {
    const auto next = static_cast<uint16_t>(bits + 1);
    const double upper = next == infinity ? 2.0 * to_float(bits) - to_float(static_cast<uint16_t>(bits - 1)) : to_float(next);
    const double middle_exact = (static_cast<double>(to_float(bits)) + upper) / 2;
    const auto middle = static_cast<float>(middle_exact);
    const float inf = std::numeric_limits<float>::infinity();
    for (const float value : {to_float(bits), middle, std::nextafter(middle, 0.0F), std::nextafter(middle, inf)}) {
      visit(value);
      visit(-value);
    }
  }
}

TEST(Half, Fp16NarrowsLikeTheCompilerAroundEveryTie) {
  around_ties(fp16_to_float, 0x7c00, [](float value) { ASSERT_EQ(float_to_fp16(value), narrow(value)) << value; });
}

TEST(Half, Fp16NarrowsLikeTheCompilerForRandomFloats) {
  std::mt19937 random(20260101);
  for (int i = 0; i < 4'000'000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (std::isnan(value)) continue;
    ASSERT_EQ(float_to_fp16(value), narrow(value)) << value;
  }
}

/// Nearest bfloat16 by comparing distances in double; ties go to the even one.
uint16_t bf16_by_distance(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const auto below = static_cast<uint16_t>(bits >> 16);  // toward zero
  const auto above = static_cast<uint16_t>(below + 1);
  const bool overflows = (above & 0x7fff) == 0x7f80;
  const double low = bf16_by_definition(below);
  const double high = overflows ? std::copysign(std::ldexp(1.0, 128), value) : bf16_by_definition(above);
  const double to_low = std::abs(value - low);
  const double to_high = std::abs(high - value);
  if (to_low != to_high) return to_low < to_high ? below : above;
  return (below & 1) == 0 ? below : above;
}

TEST(Half, Bf16NarrowsToTheNearestAroundEveryTieAndForRandomFloats) {
  around_ties(bf16_to_float, 0x7f80, [](float value) {
    if (!std::isinf(value)) {
      ASSERT_EQ(float_to_bf16(value), bf16_by_distance(value)) << value;
    }
  });
  std::mt19937 random(20260102);
  for (int i = 0; i < 1'000'000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(float_to_bf16(value), bf16_by_distance(value)) << value;
  }
}

TEST(Half, NotANumberStaysOneAndKeepsItsSign) {
  for (const uint32_t bits : {0x7f800001U, 0x7fc00000U, 0xff800001U, 0xffffffffU, 0x7f802000U}) {
    const auto value = std::bit_cast<float>(bits);
    for (const float back : {fp16_to_float(float_to_fp16(value)), bf16_to_float(float_to_bf16(value))}) {
      EXPECT_TRUE(std::isnan(back));
      EXPECT_EQ(std::signbit(back), std::signbit(value));
    }
  }
  EXPECT_EQ(float_to_fp16(65519.996F), 0x7bff);
  EXPECT_EQ(float_to_fp16(65520.0F), 0x7c00);
  EXPECT_EQ(float_to_fp16(0x1p-25F), 0x0000);
  EXPECT_EQ(float_to_fp16(std::nextafter(0x1p-25F, 1.0F)), 0x0001);
}

}  // namespace
}  // namespace opstrata
