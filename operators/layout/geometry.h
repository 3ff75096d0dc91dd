/// @file
/// The geometry of operators that lay elements out anew: which shape comes out and which element of x an element of y is. Shape
/// inference and kernels both use it, so that they cannot disagree.
#ifndef OPSTRATA_OPERATORS_LAYOUT_GEOMETRY_H_
#define OPSTRATA_OPERATORS_LAYOUT_GEOMETRY_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace opstrata::operators {

using Integers = std::vector<int64_t>;

/// A strided slice: bit i of a mask is about entry i of `begin`.
struct Slicing {
  Integers begin, end, strides;  ///< strides may be empty: 1
  Integers axes;                 ///< dimensions of the entries; empty: the first ones
  int64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_axis_mask = 0;
};
/// One dimension of the result: `count` indices start, start + step, … of dimension `source` of x; source -1 is a new
/// dimension of extent 1.
struct SlicedDim {
  int64_t source = -1, start = 0, step = 1, count = 1;
  bool shrinks = false;  ///< the dimension vanishes from the shape
};
/// Dimensions of the slice of a tensor of shape `x`; false when the entries do not fit it.
bool slice_dims(const Integers &x, const Slicing &slicing, std::vector<SlicedDim> &dims);

/// Numbers before and after each dimension from the value of a paddings input: pairs (contiguous), or all numbers before and
/// then all after. False when the count does not fit.
bool split_paddings(const Integers &paddings, size_t rank, bool contiguous, Integers &before, Integers &after);

/// How the elements around x are made.
enum class PadMode { kConstant, kReflect, kSymmetric, kEdge, kCircular };
/// False for a name that no mode has.
bool pad_mode(std::string_view name, PadMode &mode);
/// Index in a dimension of extent `n` that position `i` (possibly outside [0, n)) shows; -1 for the constant.
int64_t padded_source(int64_t i, int64_t n, PadMode mode);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_LAYOUT_GEOMETRY_H_
