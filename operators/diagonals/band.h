/// @file
/// Diagonals of a matrix: how many, how long, and where each lies in the matrix of diagonals. Shape inference and
/// kernels both use it.
#ifndef OPSTRATA_OPERATORS_DIAGONALS_BAND_H_
#define OPSTRATA_OPERATORS_DIAGONALS_BAND_H_

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace opstrata::operators {

/// The diagonals from `low` to `high` of a matrix of `rows` and `columns`.
struct Band {
  int64_t low = 0, high = 0, rows = 0, columns = 0;
  bool upper_right = false, lower_right = false;  ///< shorter diagonals end their rows

  /// From one number or two; false when they are no range.
  bool set_range(const std::vector<int64_t> &k) {
    if (k.empty() || k.size() > 2) return false;
    low = k[0];
    high = k.back();
    return low <= high && low > -kLargest && high < kLargest;
  }
  bool set_align(std::string_view align) {
    const size_t cut = align.find('_');
    if (cut == std::string_view::npos) return false;
    const std::string_view upper = align.substr(0, cut), lower = align.substr(cut + 1);
    upper_right = upper == "RIGHT";
    lower_right = lower == "RIGHT";
    return (upper_right || upper == "LEFT") && (lower_right || lower == "LEFT");
  }
  /// All diagonals cross the matrix (the main one that of an empty matrix, too).
  bool inside() const { return (low > -rows || low == 0) && (high < columns || high == 0); }
  int64_t count() const { return high - low + 1; }
  int64_t length(int64_t diagonal) const {
    return std::min(rows + std::min<int64_t>(diagonal, 0), columns - std::max<int64_t>(diagonal, 0));
  }
  /// The length of the longest diagonal.
  int64_t longest() const { return std::min(rows + std::min<int64_t>(high, 0), columns - std::max<int64_t>(low, 0)); }
  /// Where the diagonal begins in its row of longest() elements.
  int64_t first(int64_t diagonal) const {
    return (diagonal > 0 ? upper_right : lower_right) ? longest() - length(diagonal) : 0;
  }
  /// Rows and columns of a matrix whose longest diagonal has `length` elements; those that are -1 are made as small as
  /// they can be. False when there is no such matrix.
  bool set_size(int64_t length, int64_t wanted_rows, int64_t wanted_columns) {
    const int64_t fewest_rows = length - std::min<int64_t>(high, 0),
                  fewest_columns = length + std::max<int64_t>(low, 0);
    if (wanted_rows == -1 && wanted_columns == -1) wanted_rows = wanted_columns = std::max(fewest_rows, fewest_columns);
    rows = wanted_rows == -1 ? fewest_rows : wanted_rows;
    columns = wanted_columns == -1 ? fewest_columns : wanted_columns;
    return rows >= fewest_rows && columns >= fewest_columns && (rows == fewest_rows || columns == fewest_columns) &&
           inside();
  }

  static constexpr int64_t kLargest = int64_t{1} << 40;
};

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_DIAGONALS_BAND_H_
