/// @file
/// Which elements of a tensor are normalised together: rows of its last dimensions, or channels.
#ifndef OPSTRATA_OPERATORS_NORM_GROUPS_H_
#define OPSTRATA_OPERATORS_NORM_GROUPS_H_

#include <cmath>
#include <vector>

#include "support/checks.h"

namespace opstrata::operators {

using Reals = std::vector<double>;

/// x in rows of as many elements as gamma has, whose sizes are the last ones of x.
inline bool read_rows(PrepareContext &ctx, const KernelTensor &x, const KernelTensor &gamma, int64_t &rows) {
  bool fits = gamma.rank() <= x.rank();
  for (size_t d = 0; fits && d < gamma.rank(); ++d)
    fits = gamma.shape[gamma.rank() - 1 - d] == x.shape[x.rank() - 1 - d];
  if (!fits)
    return ctx.refuse("gamma: shape %s is not that of the last dimensions of x %s", KernelCall::dims_text(gamma.shape),
                      KernelCall::dims_text(x.shape)),
           false;
  rows = gamma.elements == 0 ? 0 : x.elements / gamma.elements;
  return true;
}

/// Each row of x is made (x - its mean) * rstd * gamma + beta; mean and rstd, the reciprocal of the root of the
/// variance and epsilon, have an element for each row.
inline void normalise_rows(Reals &x, const Reals &gamma, const Reals &beta, double epsilon, Reals &mean, Reals &rstd) {
  const size_t n = gamma.size();
  for (size_t r = 0; r < mean.size(); ++r) {
    double *row = x.data() + r * n, squares = 0;
    mean[r] = 0;
    for (size_t i = 0; i < n; ++i) mean[r] += row[i] / static_cast<double>(n);
    for (size_t i = 0; i < n; ++i) squares += (row[i] - mean[r]) * (row[i] - mean[r]);
    rstd[r] = 1 / std::sqrt(squares / static_cast<double>(n) + epsilon);
    for (size_t i = 0; i < n; ++i) row[i] = (row[i] - mean[r]) * rstd[r] * gamma[i] + beta[i];
  }
}

/// Channels of x: how many, and how many elements follow one another in the same one.
struct Channels {
  int64_t count = 0;
  size_t inner = 1;
  size_t of(size_t element) const { return element / inner % static_cast<size_t>(count); }
};
inline bool read_channels(PrepareContext &ctx, Channels &c) {
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() < 2) return ctx.refuse("x: shape %s has no channels", KernelCall::dims_text(x.shape)), false;
  const size_t axis = x.format == ge::FORMAT_NHWC || x.format == ge::FORMAT_NDHWC ? x.rank() - 1 : 1;
  c.count = x.shape[axis];
  for (size_t d = axis + 1; d < x.rank(); ++d) c.inner *= static_cast<size_t>(x.shape[d]);
  return true;
}
/// Inputs from the second on, and outputs from `first_output` on, have an element for each channel.
inline bool are_by_channel(PrepareContext &ctx, const Channels &c, uint32_t inputs, uint32_t first_output,
                           uint32_t outputs) {
  for (uint32_t i = 1; i < inputs; ++i) {
    if (!has_elements(ctx, *ctx.input(i), ctx.input_name(i), c.count)) return false;
  }
  for (uint32_t i = first_output; i < outputs; ++i) {
    if (!has_elements(ctx, *ctx.output(i), ctx.output_name(i), c.count)) return false;
  }
  return first_output == 0 || same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape);
}

/// x of each channel is made (x - mean) / sqrt(variance + epsilon) * scale + offset.
inline void normalise(Reals &x, const Channels &c, const Reals &mean, const Reals &variance, const Reals &scale,
                      const Reals &offset, double epsilon) {
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t k = c.of(i);
    x[i] = (x[i] - mean[k]) / std::sqrt(variance[k] + epsilon) * scale[k] + offset[k];
  }
}
}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_NORM_GROUPS_H_
