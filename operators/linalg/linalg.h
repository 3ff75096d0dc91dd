/// @file
/// Batches of matrices: what the kernels of linear algebra share.
#ifndef OPSTRATA_OPERATORS_LINALG_H_
#define OPSTRATA_OPERATORS_LINALG_H_

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "elementwise/map.h"
#include "support/values.h"

namespace opstrata::operators {

/// Row-major, as tensors are.
template <class X>
using Matrix = Eigen::Matrix<X, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A tensor of matrices [..., rows, columns] in one array.
template <class X>
struct MatrixBatch {
  MatrixBatch(std::vector<X> all, int64_t r, int64_t c) : values(std::move(all)), rows(r), columns(c) {}
  Eigen::Map<Matrix<X>> operator[](size_t index) {
    return {values.data() + index * static_cast<size_t>(rows * columns), rows, columns};
  }
  std::vector<X> values;
  int64_t rows, columns;
};

/// The matrices of an input.
template <class X>
MatrixBatch<X> read_matrices(const RunContext &run, uint32_t input) {
  const KernelTensor &t = *run.input(input);
  return {read_values<X>(run, input), t.dim(-2), t.dim(-1)};
}
/// Room for the matrices of an output of `rows` x `columns`.
template <class X>
MatrixBatch<X> make_matrices(const RunContext &run, uint32_t output, int64_t rows, int64_t columns) {
  return {std::vector<X>(static_cast<size_t>(run.output(output)->elements)), rows, columns};
}

/// Number of matrices in a tensor.
inline size_t matrix_count(const KernelTensor &t) {
  int64_t count = 1;
  for (size_t d = 0; d + 2 < t.rank(); ++d) count *= t.shape[d];
  return static_cast<size_t>(count);
}

/// Input `index` is a batch of matrices (of square ones on request) of numbers; else a refusal.
inline bool check_matrices(PrepareContext &ctx, uint32_t index, bool square) {
  if (!check_numbers(ctx, index)) return false;
  const KernelTensor &x = *ctx.input(index);
  if (x.rank() >= 2 && (!square || x.dim(-1) == x.dim(-2))) return true;
  return ctx.refuse("%s: shape %s; %smatrices are required", ctx.input_name(index), KernelCall::dims_text(x.shape),
                    square ? "square " : ""),
         false;
}
/// Output `index` has the batch of input 0 and `tail` behind it; else a refusal.
inline bool check_result(PrepareContext &ctx, uint32_t index, std::initializer_list<int64_t> tail) {
  if (!check_numbers(ctx, index, true)) return false;
  const KernelTensor &x = *ctx.input(0), &y = *ctx.output(index);
  const size_t batch = x.rank() - 2;
  if (y.rank() == batch + tail.size() && std::equal(x.shape.begin(), x.shape.begin() + batch, y.shape.begin()) &&
      std::equal(tail.begin(), tail.end(), y.shape.begin() + batch)) {
    return true;
  }
  return ctx.refuse("%s: shape %s does not follow from %s %s", ctx.output_name(index), KernelCall::dims_text(y.shape),
                    ctx.input_name(0), KernelCall::dims_text(x.shape)),
         false;
}

/// The kernel `body(run, X())` in float64, or in complex128 where input 0 is complex.
template <class Body>
std::unique_ptr<KernelState> matrix_kernel(const PrepareContext &ctx, Body body) {
  if (map_type(ctx.input(0)->dtype) == kMapComplex)
    return make_kernel([body](RunContext &run) { return body(run, Complex()); });
  return make_kernel([body](RunContext &run) { return body(run, 0.0); });
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_LINALG_H_
