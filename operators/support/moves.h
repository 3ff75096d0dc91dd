/// @file
/// Copying elements between strided views: the one engine behind Transpose, ConcatV2, Slice, BroadcastTo, Pad, AsStrided,
/// ViewCopy and TensorMove. It knows bytes per element only, not types.
#ifndef OPSTRATA_OPERATORS_SUPPORT_MOVES_H_
#define OPSTRATA_OPERATORS_SUPPORT_MOVES_H_

#include <cstdint>

#include "opstrata/kernel.h"
#include "support/axis.h"
#include "support/strided.h"

namespace opstrata::operators {

/// A copy of `shape` elements from one strided view to another. Immutable after construction.
class StridedCopy {
 public:
  StridedCopy() = default;
  /// Strides are in elements of `item` bytes (1, 2, 4, 8 or 16).
  StridedCopy(Dims shape, Dims from_strides, Dims to_strides, int64_t item);

  /// Copies; `from` and `to` are the addresses of the first elements and may not overlap partially.
  void run(const RunContext &ctx, const void *from, void *to) const;

 private:
  void copy_tiles(const std::array<char *, 2> &base, int64_t begin, int64_t end) const;

  StridedLoop<2> loop_;   ///< operands: from, to
  StridedLoop<2> outer_;  ///< with `tiled_`: the dimensions around the two-dimensional tile
  int64_t item_ = 1;
  /// Source and target run along different dimensions: these two are walked in square tiles that stay in the cache.
  bool tiled_ = false;
  int64_t rows_ = 0, columns_ = 0;  ///< extents; the target is dense along columns, the source along rows
  int64_t row_target_ = 0, column_source_ = 0, row_source_ = 0, column_target_ = 0;  ///< byte strides
};

/// Bytes of an element of input x, which moves to output y; 0 after a refusal: x or y is missing, their types differ or are no whole
/// number of bytes.
int64_t movable_item(PrepareContext &ctx, const KernelTensor *x, const KernelTensor *y);

/// Reads a list of integers (int32 or int64) of any rank, as index inputs hold them. False for other types.
bool read_integers(const void *data, ge::DataType dtype, int64_t count, int64_t *values);

/// Values of the index input `ir_index` known at prepare time; false after a refusal that names the input.
bool constant_integers(PrepareContext &ctx, uint32_t ir_index, std::vector<int64_t> &values);

/// Row-major element strides of `shape`.
std::vector<int64_t> dense_strides(Dims shape);

inline Dims as_dims(const std::vector<int64_t> &v) { return {v.data(), v.size()}; }

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_MOVES_H_
