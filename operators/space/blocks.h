/// @file
/// Blocks of space: which shape comes out of trading space for channels or batches. Shape inference and kernels both
/// use it.
#ifndef OPSTRATA_OPERATORS_SPACE_BLOCKS_H_
#define OPSTRATA_OPERATORS_SPACE_BLOCKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace opstrata::operators {

/// The blocks of SpaceToBatchND and its kin: `size[i]` elements of dimension i + 1, around which `before[i]` and
/// `after[i]` elements are added (SpaceToBatch) or left out (BatchToSpace).
struct Blocks {
  std::vector<int64_t> size, before, after;

  /// From block sizes and pairs; false when the numbers make no sense.
  bool set(const std::vector<int64_t> &sizes, const std::vector<int64_t> &pairs) {
    if (sizes.empty() || pairs.size() != 2 * sizes.size()) return false;
    size = sizes;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] < 1 || sizes[i] > kLargest || pairs[2 * i] < 0 || pairs[2 * i + 1] < 0 || pairs[2 * i] > kLargest ||
          pairs[2 * i + 1] > kLargest)
        return false;
      before.push_back(pairs[2 * i]);
      after.push_back(pairs[2 * i + 1]);
    }
    return true;
  }
  /// Elements of a block, 0 when they cannot be counted.
  int64_t points() const {
    int64_t n = 1;
    for (int64_t s : size) {
      if (__builtin_mul_overflow(n, s, &n)) return 0;
    }
    return n;
  }
  /// The shape in which the batch `x` comes out, dimensions that are not known (-1) staying so; empty when `x` has no
  /// such blocks.
  std::vector<int64_t> to_batch(const std::vector<int64_t> &x) const {
    std::vector<int64_t> y = x;
    if (x.size() <= size.size() || points() == 0 || (x[0] >= 0 && __builtin_mul_overflow(x[0], points(), &y[0])))
      return {};
    for (size_t i = 0; i < size.size(); ++i) {
      if (x[i + 1] < 0) continue;
      const int64_t padded = x[i + 1] + before[i] + after[i];
      if (padded % size[i] != 0) return {};
      y[i + 1] = padded / size[i];
    }
    return y;
  }
  std::vector<int64_t> to_space(const std::vector<int64_t> &x) const {
    std::vector<int64_t> y = x;
    if (x.size() <= size.size() || points() == 0 || (x[0] >= 0 && x[0] % points() != 0)) return {};
    if (x[0] >= 0) y[0] = x[0] / points();
    for (size_t i = 0; i < size.size(); ++i) {
      if (x[i + 1] < 0) continue;
      if (__builtin_mul_overflow(x[i + 1], size[i], &y[i + 1])) return {};
      y[i + 1] -= before[i] + after[i];
      if (y[i + 1] < 0) return {};
    }
    return y;
  }

  static constexpr int64_t kLargest = int64_t{1} << 31;
};

/// Places of the letters of `data_format` in images of rank 4; false for a name other than NHWC and NCHW.
struct ImageAxes {
  size_t channel = 3, height = 1, width = 2;
  bool set(std::string_view data_format) {
    if (data_format == "NCHW") return channel = 1, height = 2, width = 3, true;
    return data_format == "NHWC";
  }
};

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SPACE_BLOCKS_H_
