/// @file
/// y[i0, i1, …] = x[m0[i0], m1[i1], …]: the engine of Pad, Tile, Roll, ReverseV2, StridedSlice and their kin, and its adjoint,
/// the engine of their gradients. It knows bytes per element only, except in the adjoint.
#ifndef OPSTRATA_OPERATORS_LAYOUT_MAPPED_COPY_H_
#define OPSTRATA_OPERATORS_LAYOUT_MAPPED_COPY_H_

#include "layout/geometry.h"
#include "support/moves.h"

namespace opstrata::operators {

/// Where a dimension's elements come from.
struct DimMap {
  int64_t stride = 0;  ///< of x along the dimension, in elements
  Integers source;     ///< index in x for each index; -1: the constant
};

class MappedCopy {
 public:
  /// One map per dimension of `y`, which holds elements of `item` bytes.
  MappedCopy(const KernelTensor &y, const std::vector<DimMap> &maps, int64_t item);
  /// `fill`: the constant.
  void run(const RunContext &ctx, const char *from, const char *fill, char *to) const;

  /// Calls `f(place in x, place in y)`, both in elements, for every element that comes from x, in the order of y.
  template <class F>
  void for_each(F f) const {
    Integers index(offsets_.size(), 0);
    for (int64_t i = 0; i < total_; ++i) {
      int64_t from = 0, to = 0;
      bool inside = true;
      for (size_t d = 0; d < index.size(); ++d) {
        const int64_t offset = offsets_[d][static_cast<size_t>(index[d])];
        inside = inside && offset >= 0;
        from += offset;
        to += index[d] * strides_[d];
      }
      if (inside) f(from / item_, to / item_);
      for (size_t d = index.size(); d-- > 0 && ++index[d] == static_cast<int64_t>(offsets_[d].size());) index[d] = 0;
    }
  }

 private:
  std::vector<Integers> offsets_;  ///< in bytes of x; -1
  Integers strides_;               ///< of y in bytes
  int64_t item_ = 1, total_ = 1;
  bool dense_ = false;  ///< the innermost dimension is a run of neighbours in both
};

/// Kernel of an operator with input 0 (x) and output 0 (y) of one type. `fill_input`: the input that holds the constant, if it is
/// there; zero otherwise.
std::unique_ptr<KernelState> prepare_mapped(PrepareContext &ctx, const std::vector<DimMap> &maps, uint32_t fill_input = UINT32_MAX);
/// The adjoint: y[m0[i0], m1[i1], …] += x[i0, i1, …]; one map per dimension of x, strides of y.
std::unique_ptr<KernelState> prepare_mapped_sum(PrepareContext &ctx, const std::vector<DimMap> &maps);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_LAYOUT_MAPPED_COPY_H_
