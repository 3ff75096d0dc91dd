// Resizing of images: along each direction, every point of the result is a weighted sum of few points of the original.
// The weights are a matrix that prepare makes; a gradient is its transpose.
#include <algorithm>
#include <cmath>
#include <vector>

#include "elementwise/map.h"
#include "resample/cubic.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

enum class Filter : uint8_t { kNearest, kNearestExact, kLinear, kCubic, kWideLinear, kWideCubic };

/// Where the points of the result lie in the original.
struct Places {
  bool align_corners = false, half_pixels = false;
  double scale = 0;  ///< points of the result for one of the original; 0: as their numbers say
};

struct Tap {
  int64_t point;
  double weight;
};
/// The taps of all points of the result along one direction.
using Taps = std::vector<std::vector<Tap>>;

/// The curve of a filter that grows as the image shrinks, around 0.
double curve(Filter filter, double distance) {
  const double d = std::fabs(distance);
  if (filter == Filter::kWideLinear) return std::max(1 - d, 0.0);
  constexpr double kA = -0.5;
  if (d < 1) return ((kA + 2) * d - (kA + 3)) * d * d + 1;
  return d < 2 ? (((d - 5) * d + 8) * d - 4) * kA : 0;
}
/// All points that count for one of the result, `at` the centre of its window; the weights sum up to 1.
std::vector<Tap> wide_taps(Filter filter, double at, double ratio, int64_t from) {
  const double wide = std::max(ratio, 1.0), reach = (filter == Filter::kWideLinear ? 1 : 2) * wide;
  const auto inside = [from](double place) { return std::clamp<int64_t>(static_cast<int64_t>(place), 0, from); };
  const int64_t begin = inside(std::max(at - reach + 0.5, 0.0));
  const int64_t end = inside(std::min(at + reach + 0.5, static_cast<double>(from)));
  std::vector<Tap> taps;
  double sum = 0;
  for (int64_t i = begin; i < end; ++i) {
    taps.push_back({i, curve(filter, (static_cast<double>(i) - at + 0.5) / wide)});
    sum += taps.back().weight;
  }
  for (Tap &tap : taps) tap.weight = sum == 0 ? 0 : tap.weight / sum;
  return taps;
}

Taps make_taps(Filter filter, const Places &p, int64_t from, int64_t to) {
  Taps taps(static_cast<size_t>(to));
  const auto inside = [from](int64_t i) { return std::clamp<int64_t>(i, 0, from - 1); };
  const bool nearest = filter == Filter::kNearest || filter == Filter::kNearestExact;
  double ratio = p.scale > 0 ? 1 / p.scale : static_cast<double>(from) / static_cast<double>(to);
  if (p.align_corners) ratio = to > 1 ? static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0;
  for (int64_t i = 0; i < to; ++i) {
    std::vector<Tap> &t = taps[static_cast<size_t>(i)];
    if (nearest) {
      // In float32, as it is usual: which of two points is nearer must not depend on digits that nobody has.
      const auto step = static_cast<float>(ratio), place = static_cast<float>(i);
      const float at =
          filter == Filter::kNearestExact || (p.half_pixels && !p.align_corners) ? (place + 0.5F) * step : place * step;
      const float inner = std::min(at, static_cast<float>(from));
      t.push_back({inside(static_cast<int64_t>(p.align_corners ? std::round(inner) : std::floor(inner))), 1.0});
      continue;
    }
    if (filter == Filter::kWideLinear || filter == Filter::kWideCubic) {
      t = wide_taps(filter, ratio * (static_cast<double>(i) + 0.5), ratio, from);
      continue;
    }
    double at = p.half_pixels && !p.align_corners ? (static_cast<double>(i) + 0.5) * ratio - 0.5
                                                  : static_cast<double>(i) * ratio;
    // All that lies farther away is like this: a given scale may lead anywhere.
    at = std::clamp(at, filter == Filter::kLinear ? 0.0 : -2.0, static_cast<double>(from) + 2);
    const auto low = static_cast<int64_t>(std::floor(at));
    const double fraction = at - static_cast<double>(low);
    if (filter == Filter::kLinear) {
      t = {{inside(low), 1 - fraction}, {inside(low + 1), fraction}};
    } else {
      double w[4];
      cubic_weights(fraction, w);
      for (int64_t k = 0; k < 4; ++k) t.push_back({inside(low - 1 + k), w[k]});
    }
  }
  return taps;
}

/// Images as [outer, points, inner] along one direction.
template <class X>
std::vector<X> apply(const std::vector<X> &x, const Taps &taps, size_t outer, size_t from, size_t inner,
                     bool transposed) {
  const size_t to = taps.size();
  std::vector<X> y(outer * (transposed ? from : to) * inner, X(0));
  for (size_t o = 0; o < outer; ++o) {
    for (size_t i = 0; i < to; ++i) {
      for (const Tap &tap : taps[i]) {
        const size_t point = o * from + static_cast<size_t>(tap.point), result = o * to + i;
        const X *source = x.data() + (transposed ? result : point) * inner;
        X *target = y.data() + (transposed ? point : result) * inner;
        for (size_t k = 0; k < inner; ++k) target[k] += static_cast<X>(tap.weight) * source[k];
      }
    }
  }
  return y;
}

/// Images with `first` as the first of the directions that `taps` are for.
template <class X>
bool resize(RunContext &run, const std::vector<Taps> &taps, size_t first, bool gradient, bool rounds) {
  auto values = read_values<X>(run, 0);
  const Dims now = run.input(0)->shape, then = run.output(0)->shape, from = gradient ? then : now;
  for (size_t a = 0; a < taps.size(); ++a) {
    size_t outer = 1, inner = 1;
    for (size_t d = 0; d < now.size(); ++d) {
      // The directions before this one are already those of the other shape.
      if (d < first + a) outer *= static_cast<size_t>(then[d]);
      if (d > first + a) inner *= static_cast<size_t>(now[d]);
    }
    values = apply(values, taps[a], outer, static_cast<size_t>(from[first + a]), inner, gradient);
  }
  if (rounds) {
    for (X &v : values) v = static_cast<X>(std::nearbyint(static_cast<double>(v)));
  }
  write_values(run, 0, values.data());
  return true;
}

/// `gradient`: input 0 is the gradient of the result, output 0 that of the original.
std::unique_ptr<KernelState> prepare_resize(PrepareContext &ctx, Filter filter, size_t axes, bool gradient,
                                            const Places *places) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &y = *ctx.output(0);
  const size_t first = x.format == ge::FORMAT_NHWC || x.format == ge::FORMAT_NDHWC ? 1 : 2;
  bool fits = x.rank() == axes + 2 && y.rank() == axes + 2;
  for (size_t d = 0; fits && d < x.rank(); ++d) {
    const bool resized = d >= first && d < first + axes;
    fits = resized ? x.shape[d] > 0 && y.shape[d] > 0 : x.shape[d] == y.shape[d];
  }
  if (!fits) {
    return ctx.refuse("%s: shape %s cannot be resized to %s, that of %s", ctx.input_name(0),
                      KernelCall::dims_text(x.shape), KernelCall::dims_text(y.shape), ctx.output_name(0));
  }
  const Dims original = gradient ? y.shape : x.shape, result = gradient ? x.shape : y.shape;
  std::vector<Taps> taps;
  for (size_t a = 0; a < axes; ++a)
    taps.push_back(make_taps(filter, places[a], original[first + a], result[first + a]));
  const MapType type = map_type(x.dtype);
  const bool whole = filter == Filter::kNearest && (type == kMapInt || type == kMapUint);
  const bool rounds = !whole && (y.dtype == ge::DT_UINT8 || y.dtype == ge::DT_INT8);
  return make_kernel([=, taps = std::move(taps)](RunContext &run) {
    return whole ? resize<int64_t>(run, taps, first, gradient, false)
                 : resize<double>(run, taps, first, gradient, rounds);
  });
}

double scale_of(const PrepareContext &ctx, const char *list, size_t axis) {
  const KernelSpan<float> scales = ctx.float_list_attr(list);
  return axis < scales.size() ? static_cast<double>(scales[axis]) : 0.0;
}

/// Whose attributes say how the places are meant.
template <Filter F, size_t Axes, bool Gradient>
std::unique_ptr<KernelState> prepare_by_centres(PrepareContext &ctx) {
  Places places[3];
  for (size_t a = 0; a < Axes; ++a)
    places[a] = {ctx.bool_attr("align_corners"), ctx.bool_attr("half_pixel_centers"), scale_of(ctx, "scales", a)};
  return prepare_resize(ctx, F, Axes, Gradient, places);
}
/// Centres at halves unless corners are aligned.
template <Filter F, size_t Axes, bool Gradient>
std::unique_ptr<KernelState> prepare_halves(PrepareContext &ctx) {
  Places places[3];
  for (size_t a = 0; a < Axes; ++a) {
    const double scale = Axes == 1 ? ctx.float_attr("scale") : scale_of(ctx, "scales", a);
    places[a] = {ctx.bool_attr("align_corners"), true, scale};
  }
  return prepare_resize(ctx, F, Axes, Gradient, places);
}
template <Filter F, bool Gradient>
std::unique_ptr<KernelState> prepare_upsample(PrepareContext &ctx) {
  Places places[3];
  constexpr const char *kNames[] = {"scale_d", "scale_h", "scale_w"};
  for (size_t a = 0; a < 3; ++a)
    places[a].scale = ctx.has_attr(kNames[a]) ? ctx.float_attr(kNames[a]) : scale_of(ctx, "scales", a);
  return prepare_resize(ctx, F, 3, Gradient, places);
}

template <bool Gradient>
std::unique_ptr<KernelState> prepare_upsample_2d(PrepareContext &ctx) {
  Places places[3];
  places[0].scale = ctx.float_attr("scale_h");
  places[1].scale = ctx.float_attr("scale_w");
  return prepare_resize(ctx, ctx.bool_attr("exact_mode") ? Filter::kNearestExact : Filter::kNearest, 2, Gradient,
                        places);
}

/// Attributes align_corners and a scale for each direction, by one of the names in use.
template <Filter F, size_t Axes, bool Gradient>
std::unique_ptr<KernelState> prepare_scaled(PrepareContext &ctx) {
  constexpr const char *kNames[] = {"scale_d", "scale_h", "scale_w"}, *kOther[] = {"scales_d", "scales_h", "scales_w"};
  Places places[3];
  for (size_t a = 0; a < Axes; ++a) {
    const size_t k = 3 - Axes + a;
    double scale = ctx.float_attr(kNames[k], ctx.float_attr(kOther[k], Axes == 1 ? ctx.float_attr("scale") : 0.0));
    if (scale == 0) scale = scale_of(ctx, "scales", a);
    places[a] = {ctx.bool_attr("align_corners"), true, scale};
  }
  return prepare_resize(ctx, F, Axes, Gradient, places);
}

OPSTRATA_KERNEL(UpsampleBilinear2d, (prepare_scaled<Filter::kLinear, 2, false>));
OPSTRATA_KERNEL(UpsampleBilinear2dGrad, (prepare_scaled<Filter::kLinear, 2, true>));
OPSTRATA_KERNEL(UpsampleBicubic2d, (prepare_scaled<Filter::kCubic, 2, false>));
OPSTRATA_KERNEL(UpsampleBicubic2dGrad, (prepare_scaled<Filter::kCubic, 2, true>));
OPSTRATA_KERNEL(UpsampleBilinear2dAA, (prepare_scaled<Filter::kWideLinear, 2, false>));
OPSTRATA_KERNEL(UpsampleBilinear2dAABackward, (prepare_scaled<Filter::kWideLinear, 2, true>));
OPSTRATA_KERNEL(UpsampleBicubic2dAA, (prepare_scaled<Filter::kWideCubic, 2, false>));
OPSTRATA_KERNEL(UpsampleBicubic2dAAGrad, (prepare_scaled<Filter::kWideCubic, 2, true>));
OPSTRATA_KERNEL(UpsampleLinear1d, (prepare_scaled<Filter::kLinear, 1, false>));
OPSTRATA_KERNEL(ResizeUpsampleTrilinear, (prepare_scaled<Filter::kLinear, 3, false>));
OPSTRATA_KERNEL(UpsampleTrilinear3dGrad, (prepare_scaled<Filter::kLinear, 3, true>));
OPSTRATA_KERNEL(UpsampleNearestExact2dGrad, (prepare_scaled<Filter::kNearestExact, 2, true>));
OPSTRATA_KERNEL(UpsampleNearest, prepare_upsample_2d<false>);
OPSTRATA_KERNEL(UpsampleNearest2dGrad, prepare_upsample_2d<true>);
OPSTRATA_KERNEL(ResizeNearestNeighborV2, (prepare_by_centres<Filter::kNearest, 2, false>));
OPSTRATA_KERNEL(ResizeNearestNeighborV2Grad, (prepare_by_centres<Filter::kNearest, 2, true>));
OPSTRATA_KERNEL(ResizeBilinearV2, (prepare_by_centres<Filter::kLinear, 2, false>));
OPSTRATA_KERNEL(ResizeBilinearV2Grad, (prepare_by_centres<Filter::kLinear, 2, true>));
OPSTRATA_KERNEL(ResizeTrilinear, (prepare_by_centres<Filter::kLinear, 3, false>));
OPSTRATA_KERNEL(ResizeBicubicV2, (prepare_halves<Filter::kCubic, 2, false>));
OPSTRATA_KERNEL(ResizeBicubicV2Grad, (prepare_halves<Filter::kCubic, 2, true>));
OPSTRATA_KERNEL(ResizeLinear, (prepare_halves<Filter::kLinear, 1, false>));
OPSTRATA_KERNEL(ResizeLinearGrad, (prepare_halves<Filter::kLinear, 1, true>));
OPSTRATA_KERNEL(UpsampleNearest3d, (prepare_upsample<Filter::kNearest, false>));
OPSTRATA_KERNEL(UpsampleNearest3dGrad, (prepare_upsample<Filter::kNearest, true>));
OPSTRATA_KERNEL(UpsampleNearestExact3d, (prepare_upsample<Filter::kNearestExact, false>));
OPSTRATA_KERNEL(UpsampleNearestExact3dGrad, (prepare_upsample<Filter::kNearestExact, true>));

}  // namespace
}  // namespace opstrata::operators
