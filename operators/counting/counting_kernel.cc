// Classes, bins and ranks: what is counted, and what comes at which place in an order.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "counting/named_type.h"
#include "support/checks.h"
#include "support/moves.h"
#include "support/sequence.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;
using Reals = std::vector<double>;

bool is_wide(ge::DataType dtype) { return dtype == ge::DT_INT64; }

/// y[i] = whether the prediction for class targets[i] is among the k largest of its row, equal ones counting as one
/// place.
std::unique_ptr<KernelState> in_top(PrepareContext &ctx, bool k_is_input) {
  if (!are_numbers(ctx, k_is_input ? 3 : 2, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &targets = *ctx.input(1);
  if (x.rank() != 2 || targets.rank() != 1 || targets.elements != x.shape[0] ||
      (k_is_input && ctx.input(2)->elements != 1))
    return ctx.refuse("%s, %s: shapes %s and %s; [rows, classes], [rows] and one number are required",
                      ctx.input_name(0), ctx.input_name(1), KernelCall::dims_text(x.shape),
                      KernelCall::dims_text(targets.shape));
  if (!same_shape(ctx, *ctx.output(0), ctx.output_name(0), targets.shape)) return nullptr;
  return make_kernel([k_is_input, number = ctx.int_attr("k")](RunContext &run) {
    const Reals scores = read_values<double>(run, 0);
    const Integers wanted = read_values<int64_t>(run, 1);
    const int64_t k = k_is_input ? read_values<int64_t>(run, 2)[0] : number, classes = run.input(0)->shape[1];
    Integers y(wanted.size(), 0);
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i] < 0 || wanted[i] >= classes) continue;
      const double *row = scores.data() + i * static_cast<size_t>(classes), own = row[wanted[i]];
      int64_t above = 0;
      bool finite = std::isfinite(own);
      for (int64_t c = 0; finite && c < classes; ++c) {
        finite = !std::isnan(row[c]);
        above += row[c] > own;
      }
      y[i] = finite && above < k;
    }
    write_values(run, 0, y.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_confusion(PrepareContext &ctx) {
  const KernelTensor *weights = ctx.input(2);
  if (!are_numbers(ctx, 2, 1) || (weights != nullptr && !check_numbers(ctx, 2))) return nullptr;
  if (type_named(ctx.string_attr("dtype")) != ctx.output(0)->dtype)
    return ctx.refuse("dtype: \"%s\" for y of type %s; %s are allowed", ctx.string_attr("dtype"),
                      KernelCall::dtype_name(ctx.output(0)->dtype), kNamedTypes);
  const int64_t classes = ctx.int_attr("num_classes"), count = ctx.input(0)->elements;
  const int64_t wanted[2] = {classes, classes};
  if (!has_elements(ctx, *ctx.input(1), "predictions", count) ||
      (weights != nullptr && !has_elements(ctx, *weights, "weights", count)) ||
      !same_shape(ctx, *ctx.output(0), "y", Dims(wanted, 2)))
    return nullptr;
  return make_kernel([classes, weighted = weights != nullptr](RunContext &run) {
    const Integers labels = read_values<int64_t>(run, 0), found = read_values<int64_t>(run, 1);
    const Reals weight = weighted ? read_values<double>(run, 2) : Reals(labels.size(), 1.0);
    Reals y(static_cast<size_t>(run.output(0)->elements), 0.0);
    for (size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] < 0 || labels[i] >= classes || found[i] < 0 || found[i] >= classes)
        return run.fail("labels, predictions: %lld, %lld are no two of %lld classes", static_cast<long long>(labels[i]),
                        static_cast<long long>(found[i]), static_cast<long long>(classes));
      y[static_cast<size_t>(labels[i] * classes + found[i])] += weight[i];
    }
    write_values(run, 0, y.data());
    return true;
  });
}

template <class X>
bool count_bins(RunContext &run, bool weighted, bool binary) {
  const Integers numbers = read_values<int64_t>(run, 0);
  const std::vector<X> weights = weighted ? read_values<X>(run, 2) : std::vector<X>(numbers.size(), X(1));
  const KernelTensor &input = *run.input(0);
  const size_t row = static_cast<size_t>(input.rank() == 2 ? input.shape[1] : input.elements);
  const auto bins = static_cast<size_t>(run.output(0)->shape.back());
  std::vector<X> y(static_cast<size_t>(run.output(0)->elements), X(0));
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < 0) return run.fail("input: %lld is negative", static_cast<long long>(numbers[i]));
    if (static_cast<size_t>(numbers[i]) >= bins) continue;
    X &to = y[i / row * bins + static_cast<size_t>(numbers[i])];
    to = binary ? X(1) : to + weights[i];
  }
  write_values(run, 0, y.data());
  return true;
}
std::unique_ptr<KernelState> prepare_dense_bincount(PrepareContext &ctx) {
  if (!are_numbers(ctx, 3, 1)) return nullptr;
  const KernelTensor &input = *ctx.input(0), &weights = *ctx.input(2), &y = *ctx.output(0);
  const bool weighted = weights.elements > 0;
  const bool fits = (input.rank() == 1 || input.rank() == 2) && y.rank() == input.rank() &&
                    (y.rank() == 1 || y.shape[0] == input.shape[0]) && (!weighted || weights.shape == input.shape);
  if (!fits || ctx.input(1)->elements != 1)
    return ctx.refuse(
        "input, weights: shapes %s and %s; a vector or a matrix, with weights of its shape or none, is required",
        KernelCall::dims_text(input.shape), KernelCall::dims_text(weights.shape));
  const bool whole = y.dtype == ge::DT_INT64 || y.dtype == ge::DT_INT32;
  return make_kernel([weighted, whole, binary = ctx.bool_attr("binary_output")](RunContext &run) {
    const int64_t size = read_values<int64_t>(run, 1)[0];
    if (size != run.output(0)->shape.back())
      return run.fail("size: %lld for %lld bins", static_cast<long long>(size),
                      static_cast<long long>(run.output(0)->shape.back()));
    return whole ? count_bins<int64_t>(run, weighted, binary) : count_bins<double>(run, weighted, binary);
  });
}

std::unique_ptr<KernelState> prepare_bucketize(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 1) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape)) return nullptr;
  const KernelSpan<float> list = ctx.float_list_attr("boundaries");
  const std::vector<float> bounds(list.begin(), list.end());
  if (!std::is_sorted(bounds.begin(), bounds.end())) return ctx.refuse("boundaries: must ascend");
  return make_kernel([bounds](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    Integers y;
    for (const double v : x) {
      const auto above = [](double a, float b) { return a < static_cast<double>(b); };
      y.push_back(std::upper_bound(bounds.begin(), bounds.end(), v, above) - bounds.begin());
    }
    write_values(run, 0, y.data());
    return true;
  });
}

template <class X>
bool nth(RunContext &run, bool reverse) {
  const int64_t n = read_values<int64_t>(run, 1)[0], length = run.input(0)->shape.back();
  if (n < 0 || n >= length)
    return run.fail("n: %lld is no place in rows of %lld", static_cast<long long>(n), static_cast<long long>(length));
  std::vector<X> x = read_values<X>(run, 0), y;
  for (auto row = x.begin(); row != x.end(); row += length) {
    const auto place = row + (reverse ? length - 1 - n : n);
    std::nth_element(row, place, row + length, [](X a, X b) { return a < b || (b != b && a == a); });
    y.push_back(*place);
  }
  write_values(run, 0, y.data());
  return true;
}
std::unique_ptr<KernelState> prepare_nth(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  if (x.rank() == 0 || ctx.input(1)->elements != 1)
    return ctx.refuse("x, n: shapes %s and %s; rows and one number are required", KernelCall::dims_text(x.shape),
                      KernelCall::dims_text(ctx.input(1)->shape));
  if (!same_shape(ctx, *ctx.output(0), "y", Dims(x.shape.data(), x.rank() - 1))) return nullptr;
  return make_kernel([reverse = ctx.bool_attr("reverse"), whole = is_wide(x.dtype)](RunContext &run) {
    return whole ? nth<int64_t>(run, reverse) : nth<double>(run, reverse);
  });
}

std::unique_ptr<KernelState> prepare_hard_max(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 1)) return nullptr;
  const Dims shape = ctx.input(0)->shape;
  int64_t dim = ctx.int_attr("axis", -1);
  if (shape.empty() || !normalize_axis(dim, shape.size()))
    return ctx.refuse("axis: %lld is outside the dimensions of x %s", static_cast<long long>(dim),
                      KernelCall::dims_text(shape));
  if (!same_shape(ctx, *ctx.output(0), "y", shape)) return nullptr;
  return make_kernel([axis = static_cast<size_t>(dim)](RunContext &run) {
    const Dims dims = run.input(0)->shape;
    const Reals x = read_values<double>(run, 0);
    size_t inner = 1;
    for (size_t d = axis + 1; d < dims.size(); ++d) inner *= static_cast<size_t>(dims[d]);
    const auto count = static_cast<size_t>(dims[axis]);
    Reals y(x.size(), 0.0);
    for (size_t line = 0; count > 0 && line < x.size() / count; ++line) {
      const size_t first = line / inner * count * inner + line % inner;
      size_t best = 0;
      for (size_t i = 1; i < count; ++i) best = x[first + i * inner] > x[first + best * inner] ? i : best;
      y[first + best * inner] = 1;
    }
    write_values(run, 0, y.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_bits(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 1) || !same_shape(ctx, *ctx.output(0), "y", ctx.input(0)->shape)) return nullptr;
  const ge::DataType dtype = ctx.input(0)->dtype;
  if (!is_integer(dtype) || dtype == ge::DT_BOOL)
    return ctx.refuse("x: data type %s; whole numbers are required", KernelCall::dtype_name(dtype));
  const int64_t bits = 8 * item_bytes(dtype);
  return make_kernel([mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1](RunContext &run) {
    Integers y;
    for (const int64_t v : read_values<int64_t>(run, 0)) y.push_back(std::popcount(static_cast<uint64_t>(v) & mask));
    write_values(run, 0, y.data());
    return true;
  });
}

OPSTRATA_KERNEL(InTopK, [](PrepareContext &ctx) { return in_top(ctx, true); });
OPSTRATA_KERNEL(InTopKV2, [](PrepareContext &ctx) { return in_top(ctx, true); });
OPSTRATA_KERNEL(InTopKD, [](PrepareContext &ctx) { return in_top(ctx, false); });
OPSTRATA_KERNEL(ConfusionMatrix, prepare_confusion);
OPSTRATA_KERNEL(DenseBincount, prepare_dense_bincount);
OPSTRATA_KERNEL(Bucketize, prepare_bucketize);
OPSTRATA_KERNEL(NthElement, prepare_nth);
OPSTRATA_KERNEL(HardMax, prepare_hard_max);
OPSTRATA_KERNEL(PopulationCount, prepare_bits);

}  // namespace
}  // namespace opstrata::operators
