// Terms for channels and groups; computed in float64, complex128 or wrapping integers.
#include <string_view>
#include <vector>

#include "elementwise/map.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

/// Elements of x that follow one another in the same channel, of `count` channels.
struct Channels {
  size_t inner = 1, count = 1;
  size_t of(size_t element) const { return element / inner % count; }
};
bool read_channels(PrepareContext &ctx, int64_t terms, const char *name, Channels &c) {
  const std::string_view format = ctx.string_attr("data_format", "NHWC");
  const bool second = format == "NCHW" || format == "NCDHW";
  if (!second && format != "NHWC" && format != "NDHWC")
    return ctx.refuse("data_format: \"%s\"; NHWC, NCHW, NDHWC and NCDHW are allowed", format.data()), false;
  const KernelTensor &x = *ctx.input(0);
  const size_t axis = second ? 1 : x.rank() - 1;
  if (axis >= x.rank() || x.shape[axis] != terms || terms == 0)
    return ctx.refuse("%s: %lld numbers are not one for each channel of x %s", name, static_cast<long long>(terms),
                      KernelCall::dims_text(x.shape)),
           false;
  c.count = static_cast<size_t>(terms);
  for (size_t d = axis + 1; d < x.rank(); ++d) c.inner *= static_cast<size_t>(x.shape[d]);
  return true;
}
/// Calls f with a number of the type in which x is computed.
template <class F>
auto computed(ge::DataType dtype, const F &f) {
  const MapType type = map_type(dtype);
  return type == kMapComplex ? f(Complex()) : type == kMapInt || type == kMapUint ? f(uint64_t()) : f(double());
}

std::unique_ptr<KernelState> prepare_add(PrepareContext &ctx) {
  Channels c;
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true) ||
      !read_channels(ctx, ctx.input(1)->elements, "bias", c))
    return nullptr;
  if (ctx.output(0)->shape != ctx.input(0)->shape)
    return ctx.refuse("y: shape %s differs from that of x", KernelCall::dims_text(ctx.output(0)->shape));
  return computed(ctx.input(0)->dtype, [&](auto zero) {
    return make_kernel([c](RunContext &run) {
      auto x = read_values<decltype(zero)>(run, 0);
      const auto bias = read_values<decltype(zero)>(run, 1);
      for (size_t i = 0; i < x.size(); ++i) x[i] += bias[c.of(i)];
      write_values(run, 0, x.data());
      return true;
    });
  });
}
std::unique_ptr<KernelState> prepare_sums(PrepareContext &ctx) {
  Channels c;
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true) || !read_channels(ctx, ctx.output(0)->elements, "y", c))
    return nullptr;
  return computed(ctx.input(0)->dtype, [&](auto zero) {
    return make_kernel([c, zero](RunContext &run) {
      const auto x = read_values<decltype(zero)>(run, 0);
      std::vector<decltype(zero)> sums(c.count, zero);
      for (size_t i = 0; i < x.size(); ++i) sums[c.of(i)] += x[i];
      write_values(run, 0, sums.data());
      return true;
    });
  });
}

std::unique_ptr<KernelState> prepare_groups(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &y = *ctx.output(0);
  const KernelTensor *ends = ctx.input(1);
  if (x.rank() != (ends == nullptr ? 3U : 2U) || y.rank() != 2 || y.shape[1] != x.shape.back() ||
      y.shape[0] != (ends == nullptr ? x.shape[0] : ends->elements))
    return ctx.refuse("grad_y, grad_bias: shapes %s and %s do not fit %s", KernelCall::dims_text(x.shape),
                      KernelCall::dims_text(y.shape), ends == nullptr ? "each other" : "group_idx");
  if (ends != nullptr && !check_numbers(ctx, 1)) return nullptr;
  return make_kernel([counts = ctx.int_attr("group_idx_type") != 0, with_ends = ends != nullptr](RunContext &run) {
    const auto values = read_values<double>(run, 0);
    const Dims shape = run.input(0)->shape;
    const auto columns = static_cast<size_t>(shape.back()), groups = static_cast<size_t>(run.output(0)->shape[0]);
    const int64_t rows = with_ends ? shape[0] : shape[0] * shape[1];
    const std::vector<int64_t> given = with_ends ? read_values<int64_t>(run, 1) : std::vector<int64_t>();
    std::vector<double> sums(groups * columns, 0.0);
    int64_t row = 0;
    for (size_t g = 0; g < groups; ++g) {
      const int64_t end = !with_ends ? row + shape[1] : counts ? row + given[g] : given[g];
      if (end < row || end > rows)
        return run.fail("group_idx: group %zu ends with row %lld of %lld", g, static_cast<long long>(end),
                        static_cast<long long>(rows));
      for (; row < end; ++row) {
        for (size_t c = 0; c < columns; ++c) sums[g * columns + c] += values[static_cast<size_t>(row) * columns + c];
      }
    }
    write_values(run, 0, sums.data());
    return true;
  });
}

OPSTRATA_KERNEL(BiasAdd, prepare_add);
OPSTRATA_KERNEL(BiasAddGrad, prepare_sums);
OPSTRATA_KERNEL(GroupedBiasAddGrad, prepare_groups);

}  // namespace
}  // namespace opstrata::operators
