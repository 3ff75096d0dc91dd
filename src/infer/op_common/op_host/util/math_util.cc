#include "op_common/op_host/util/math_util.h"

#include <cstring>

namespace Ops {
namespace Base {
namespace {

constexpr uint32_t rotated(uint32_t value, int bits) { return (value << bits) | (value >> (32 - bits)); }

constexpr uint32_t scrambled(uint32_t block) { return rotated(block * 0xcc9e2d51U, 15) * 0x1b873593U; }

}  // namespace

uint32_t MurmurHash(const void *src, uint32_t len, uint32_t seed) {
  const auto *bytes = static_cast<const unsigned char *>(src);
  uint32_t hash = seed;
  uint32_t left = len;
  for (; left >= 4; left -= 4, bytes += 4) {
    uint32_t block = 0;
    std::memcpy(&block, bytes, sizeof(block));
    hash = rotated(hash ^ scrambled(block), 13) * 5U + 0xe6546b64U;
  }
  uint32_t tail = 0;
  for (uint32_t i = left; i-- > 0;) tail = (tail << 8U) | bytes[i];
  hash ^= scrambled(tail) ^ len;
  hash = (hash ^ (hash >> 16U)) * 0x85ebca6bU;
  hash = (hash ^ (hash >> 13U)) * 0xc2b2ae35U;
  return hash ^ (hash >> 16U);
}

SplitResult SplitIntoEqualByFactor(int64_t total, int64_t factor) {
  if (total <= 0 || factor <= 0) return {};
  const int64_t size = std::min(total, factor);
  const int64_t tail = total % size;
  return {total / size + (tail != 0 ? 1 : 0), total / size, size, tail};
}

SplitResult SplitIntoEqualByParts(int64_t total, int64_t parts) {
  return total <= 0 || parts <= 0 ? SplitResult() : SplitIntoEqualByFactor(total, CeilDiv(total, parts));
}

}  // namespace Base
}  // namespace Ops
