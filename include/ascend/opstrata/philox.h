/// @file
/// The counter-based random number generator Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as
/// easy as 1, 2, 3") and the numbers that random operators and the random number tasks of the runtime make of its
/// words, in the manner of TensorFlow: the results depend on key and counter only, never on how the work is split.
#ifndef OPSTRATA_PHILOX_H_
#define OPSTRATA_PHILOX_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace opstrata::random {

/// One block: four words of a 64-bit key and a 128-bit counter.
inline std::array<uint32_t, 4> philox(uint64_t key, uint64_t counter_low, uint64_t counter_high) {
  std::array<uint32_t, 4> c = {static_cast<uint32_t>(counter_low), static_cast<uint32_t>(counter_low >> 32),
                               static_cast<uint32_t>(counter_high), static_cast<uint32_t>(counter_high >> 32)};
  uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53} * c[0], b = uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(b),
         static_cast<uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(a)};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c;
}

/// How many random bits a uniform number has: those of the fraction of its type.
enum class Fraction : uint8_t { kBFloat16 = 7, kHalf = 10, kFloat = 23, kDouble = 52 };

/// The words of consecutive counters.
class RandomStream {
 public:
  RandomStream(uint64_t key, uint64_t low, uint64_t high) : key_(key), low_(low), high_(high) {}

  uint32_t word(uint64_t index) {
    if (index / 4 != block_) {
      block_ = index / 4;
      const uint64_t low = low_ + block_;
      words_ = philox(key_, low, high_ + (low < low_ ? 1 : 0));
    }
    return words_[index % 4];
  }
  /// A number of [0, 1) of word `index`; float64 numbers take two words.
  double uniform(uint64_t index, Fraction fraction) {
    if (fraction != Fraction::kDouble) {
      const int bits = static_cast<int>(fraction);
      return std::ldexp(static_cast<double>(word(index) & ((1U << bits) - 1U)), -bits);
    }
    const uint64_t high = word(2 * index) & 0xFFFFFU;
    return std::ldexp(static_cast<double>(high << 32 | word(2 * index + 1)), -52);
  }
  /// Of the standard normal distribution, by the method of Box and Muller: two numbers of two uniform ones.
  double normal(uint64_t index, bool as_double) {
    const Fraction fraction = as_double ? Fraction::kDouble : Fraction::kFloat;
    const uint64_t pair = index / 2;
    if (pair != pair_) {
      pair_ = pair;
      const double u = std::max(uniform(2 * pair, fraction), 1.0e-7),
                   angle = 2.0 * 3.14159265358979323846 * uniform(2 * pair + 1, fraction);
      const double radius = std::sqrt(-2.0 * std::log(u));
      normals_ = {std::sin(angle) * radius, std::cos(angle) * radius};
    }
    return normals_[index % 2];
  }
  /// Of the standard normal distribution cut at two deviations: the first of up to 128 numbers of element `index`
  /// inside.
  double truncated_normal(uint64_t index, bool as_double) {
    for (uint64_t attempt = 0; attempt < 128; ++attempt) {
      const double v = normal(index * 128 + attempt, as_double);
      if (std::fabs(v) < 2.0) return v;
    }
    return 0;
  }
  /// A whole number of [0, range), range 0 for 2^64: of one word where that is enough, else of two.
  uint64_t below(uint64_t index, uint64_t range) {
    if (range != 0 && range <= uint64_t{1} << 32) return word(index) % range;
    const uint64_t wide = word(2 * index) | static_cast<uint64_t>(word(2 * index + 1)) << 32;
    return range == 0 ? wide : wide % range;
  }

 private:
  uint64_t key_, low_, high_;
  uint64_t block_ = UINT64_MAX, pair_ = UINT64_MAX;
  std::array<uint32_t, 4> words_{};
  std::array<double, 2> normals_{};
};

}  // namespace opstrata::random

#endif  // OPSTRATA_PHILOX_H_
