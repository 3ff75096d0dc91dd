// Rows that go together: bags of rows that indices name, and segments by number.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string_view>

#include "elementwise/map.h"
#include "support/checks.h"

namespace opstrata::operators {
namespace {

std::unique_ptr<KernelState> prepare_bags(PrepareContext &ctx) {
  const std::string_view mode = ctx.string_attr("mode", "mean");
  if (mode != "sum" && mode != "mean" && mode != "max")
    return ctx.refuse("mode: \"%s\" is none of sum, mean, max", mode.data());
  if (!are_numbers(ctx, 2, 4)) return nullptr;
  const Dims weight = ctx.input(0)->shape, indices = ctx.input(1)->shape;
  const KernelTensor *offsets = ctx.input(2), *shares = ctx.input(3);
  if (weight.size() != 2 || indices.empty() || indices.size() > 2 || (indices.size() == 1 && offsets == nullptr))
    return ctx.refuse("weight, indices: shapes %s and %s; rows, and indices with offsets or in rows, are required",
                      KernelCall::dims_text(weight), KernelCall::dims_text(indices));
  if (offsets != nullptr && !check_numbers(ctx, 2)) return nullptr;
  if (shares != nullptr &&
      (!check_numbers(ctx, 3) || !has_elements(ctx, *shares, "per_sample_weights", ctx.input(1)->elements)))
    return nullptr;
  if (shares != nullptr && mode != "sum")
    return ctx.refuse("per_sample_weights: only sums are weighted, not mode %s", mode.data());
  const bool ended = ctx.bool_attr("include_last_offset") && indices.size() == 1;
  const int64_t bags = indices.size() == 2 ? indices[0] : std::max<int64_t>(offsets->elements - (ended ? 1 : 0), 0);
  const int64_t shape[2] = {bags, weight[1]};
  if (!same_shape(ctx, *ctx.output(0), "y", Dims(shape, 2)) ||
      !has_elements(ctx, *ctx.output(1), "offset2bag", ctx.input(1)->elements) ||
      !has_elements(ctx, *ctx.output(2), "bag_size", bags) ||
      !has_elements(ctx, *ctx.output(3), "max_indices", mode == "max" ? bags * weight[1] : bags))
    return nullptr;
  return make_kernel([bags = static_cast<size_t>(bags), in_rows = indices.size() == 2, is_mean = mode == "mean",
                      is_largest = mode == "max", padding = ctx.int_attr("padding_idx", -1)](RunContext &run) {
    const auto table = read_values<double>(run, 0);
    const auto index = read_values<int64_t>(run, 1);
    const auto begin = in_rows ? std::vector<int64_t>() : read_values<int64_t>(run, 2);
    const auto share = run.input(3) == nullptr ? std::vector<double>(index.size(), 1.0) : read_values<double>(run, 3);
    const int64_t rows = run.input(0)->shape[0];
    const auto width = static_cast<size_t>(run.input(0)->shape[1]);
    std::vector<double> y(bags * width, 0.0);
    std::vector<int64_t> owner(index.size(), 0), size(bags, 0), largest(is_largest ? bags * width : 0, 0);
    const auto from = [&](size_t bag) {
      if (in_rows) return bag * index.size() / std::max<size_t>(bags, 1);
      return bag < begin.size() ? static_cast<size_t>(begin[bag]) : index.size();
    };
    for (size_t bag = 0; bag < bags; ++bag) {
      const size_t first = from(bag), end = from(bag + 1);
      if (first > end || end > index.size())
        return run.fail("offsets: bag %zu from %zu to %zu of %zu indices", bag, first, end, index.size());
      for (size_t i = first; i < end; ++i) {
        owner[i] = static_cast<int64_t>(bag);
        if (index[i] == padding) continue;
        if (index[i] < 0 || index[i] >= rows)
          return run.fail("indices: %lld is no row of %lld", static_cast<long long>(index[i]),
                          static_cast<long long>(rows));
        for (size_t k = 0; k < width; ++k) {
          const double v = table[static_cast<size_t>(index[i]) * width + k];
          double &to = y[bag * width + k];
          if (!is_largest) {
            to += share[i] * v;
          } else if (size[bag] == 0 || v > to) {
            to = v;
            largest[bag * width + k] = index[i];
          }
        }
        ++size[bag];
      }
      for (size_t k = 0; is_mean && size[bag] > 0 && k < width; ++k)
        y[bag * width + k] /= static_cast<double>(size[bag]);
    }
    write_values(run, 0, y.data());
    write_values(run, 1, owner.data());
    write_values(run, 2, size.data());
    write_values(run, 3, is_largest ? largest.data() : size.data());
    return true;
  });
}

enum class Joined : uint8_t { kSum, kProduct, kLargest, kSmallest };
/// The least (or largest) number of a type, for segments without elements.
template <class X>
X farthest(ge::DataType type, bool least) {
  if constexpr (std::is_same_v<X, double>) {
    const double most = type == ge::DT_FLOAT16 ? 65504.0
                        : type == ge::DT_FLOAT ? static_cast<double>(std::numeric_limits<float>::max())
                        : type == ge::DT_BF16  ? std::ldexp(255.0, 120)
                                               : std::numeric_limits<double>::max();
    return least ? -most : most;
  } else {
    const bool is_signed = type == ge::DT_INT8 || type == ge::DT_INT16 || type == ge::DT_INT32 ||
                           type == ge::DT_INT64 || type == ge::DT_QINT8 || type == ge::DT_QINT32;
    const auto bits = static_cast<unsigned>(8 * ge::GetSizeByDataType(type));
    if (!is_signed) return least ? 0 : static_cast<X>(~uint64_t{0} >> (64 - bits));
    const auto most = static_cast<int64_t>(~uint64_t{0} >> (65 - bits));
    return static_cast<X>(least ? -most - 1 : most);
  }
}
template <class X>
void join(Joined how, X &to, X v) {
  if (how == Joined::kSum) to += v;
  if (how == Joined::kProduct) to *= v;
  if constexpr (!std::is_same_v<X, std::complex<double>>) {
    if (how == Joined::kLargest) to = v > to || v != v ? v : to;
    if (how == Joined::kSmallest) to = v < to || v != v ? v : to;
  }
}
template <class X>
bool run_segments(RunContext &run, Joined how) {
  const auto x = read_values<X>(run, 0);
  const auto ids = read_values<int64_t>(run, 1);
  const KernelTensor &y_tensor = *run.output(0);
  const int64_t segments = y_tensor.shape[0];
  const size_t width = ids.empty() ? 0 : x.size() / ids.size();
  X start(how == Joined::kProduct ? 1 : 0);
  if constexpr (!std::is_same_v<X, std::complex<double>>) {
    if (how == Joined::kLargest || how == Joined::kSmallest)
      start = farthest<X>(y_tensor.dtype, how == Joined::kLargest);
  }
  std::vector<X> y(static_cast<size_t>(y_tensor.elements), start);
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < 0) continue;
    if (ids[i] >= segments)
      return run.fail("segment_ids: %lld is no segment of %lld", static_cast<long long>(ids[i]),
                      static_cast<long long>(segments));
    for (size_t k = 0; k < width; ++k) join(how, y[static_cast<size_t>(ids[i]) * width + k], x[i * width + k]);
  }
  write_values(run, 0, y.data());
  return true;
}
template <Joined kHow>
std::unique_ptr<KernelState> prepare_segments(PrepareContext &ctx) {
  if (!are_numbers(ctx, 3, 1)) return nullptr;
  const Dims x = ctx.input(0)->shape, ids = ctx.input(1)->shape, y = ctx.output(0)->shape;
  bool fits = ids.size() <= x.size() && y.size() == x.size() - ids.size() + 1;
  for (size_t d = 0; fits && d < x.size(); ++d) fits = d < ids.size() ? ids[d] == x[d] : y[d - ids.size() + 1] == x[d];
  if (!fits)
    return ctx.refuse("segment_ids, y: shapes %s and %s do not fit x %s", KernelCall::dims_text(ids),
                      KernelCall::dims_text(y), KernelCall::dims_text(x));
  const MapType type = map_type(ctx.input(0)->dtype);
  if (type == kMapComplex && (kHow == Joined::kLargest || kHow == Joined::kSmallest))
    return ctx.refuse("x: data type %s has no order", KernelCall::dtype_name(ctx.input(0)->dtype));
  return make_kernel([type](RunContext &run) {
    if (type == kMapComplex) return run_segments<std::complex<double>>(run, kHow);
    if (type == kMapUint) return run_segments<uint64_t>(run, kHow);
    return type == kMapInt ? run_segments<int64_t>(run, kHow) : run_segments<double>(run, kHow);
  });
}

OPSTRATA_KERNEL(EmbeddingBag, prepare_bags);
OPSTRATA_KERNEL(UnsortedSegmentSum, prepare_segments<Joined::kSum>);
OPSTRATA_KERNEL(UnsortedSegmentProd, prepare_segments<Joined::kProduct>);
OPSTRATA_KERNEL(UnsortedSegmentMax, prepare_segments<Joined::kLargest>);
OPSTRATA_KERNEL(UnsortedSegmentMin, prepare_segments<Joined::kSmallest>);

}  // namespace
}  // namespace opstrata::operators
