// Sampling of images at the places of a grid, and its gradients.
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "resample/cubic.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

enum class Mode : uint8_t { kLinear, kNearest, kCubic };
enum class Beyond : uint8_t { kZeros, kBorder, kReflection };

struct Sampler {
  size_t axes = 2;
  Mode mode = Mode::kLinear;
  Beyond beyond = Beyond::kZeros;
  bool corners = false, channels_last = false;
};

/// A coordinate and how it changes with that of the grid.
struct Place {
  double at, slope;
};

Place reflect(Place p, double low, double span) {
  if (span == 0) return {0, 0};
  const double distance = std::fabs(p.at - low), turns = std::floor(distance / span), rest = distance - turns * span;
  if (p.at < low) p.slope = -p.slope;
  if (std::fmod(turns, 2) == 0) return {low + rest, p.slope};
  return {low + span - rest, -p.slope};
}
/// What lies at `p` of `size` points, as a place inside.
Place bring_inside(Place p, double size, const Sampler &s) {
  if (s.beyond == Beyond::kZeros) return p;
  if (s.beyond == Beyond::kReflection) p = s.corners ? reflect(p, 0, size - 1) : reflect(p, -0.5, size);
  if (!(p.at > 0)) return {0, 0};
  if (p.at >= size - 1) return {size - 1, 0};
  return p;
}
/// The place in the image of a coordinate of the grid.
Place to_image(double g, double size, const Sampler &s) {
  return s.corners ? Place{(g + 1) / 2 * (size - 1), (size - 1) / 2} : Place{((g + 1) * size - 1) / 2, size / 2};
}

/// Points along one direction with their weights, and the weights' slopes by the coordinate of the grid.
struct Taps {
  size_t count = 0;
  std::array<int64_t, 4> point{};  ///< -1: beyond the image
  std::array<double, 4> weight{}, slope{};
};
Taps taps_at(double g, int64_t size, const Sampler &s) {
  Taps t;
  const auto extent = static_cast<double>(size);
  Place p = to_image(g, extent, s);
  if (s.mode != Mode::kCubic) p = bring_inside(p, extent, s);
  const auto in_image = [size](double at) {
    return at >= 0 && at < static_cast<double>(size) ? static_cast<int64_t>(at) : -1;
  };
  if (s.mode == Mode::kNearest) {
    t.count = 1;
    t.point[0] = in_image(std::nearbyint(p.at));
    t.weight[0] = 1;
    return t;
  }
  const double low = std::floor(p.at), fraction = p.at - low;
  if (s.mode == Mode::kLinear) {
    t.count = 2;
    t.point = {in_image(low), in_image(low + 1)};
    t.weight = {1 - fraction, fraction};
    t.slope = {-p.slope, p.slope};
    return t;
  }
  t.count = 4;
  cubic_weights(fraction, t.weight.data());
  cubic_slopes(fraction, t.slope.data());
  for (size_t k = 0; k < 4; ++k) {
    t.slope[k] *= p.slope;
    t.point[k] = in_image(bring_inside({low - 1 + static_cast<double>(k), 0}, extent, s).at);
  }
  return t;
}

/// Calls f(offset, weight, slopes) for every point of the image that counts for a place of the grid. `grid`: its
/// coordinates, x first; `sizes`: those of the image, that of x last.
template <class F>
void visit(const double *grid, const int64_t *sizes, const Sampler &s, const F &f) {
  std::array<Taps, 3> taps;  // outermost direction first; one that is not there has one tap
  for (size_t a = 0; a < 3; ++a) {
    taps[a].count = 1;
    taps[a].weight[0] = 1;
  }
  const size_t first = 3 - s.axes;
  for (size_t a = 0; a < s.axes; ++a) taps[first + a] = taps_at(grid[s.axes - 1 - a], sizes[a], s);
  const int64_t rows = sizes[s.axes - 2], columns = sizes[s.axes - 1];
  for (size_t i = 0; i < taps[0].count; ++i) {
    for (size_t j = 0; j < taps[1].count; ++j) {
      for (size_t k = 0; k < taps[2].count; ++k) {
        const int64_t z = taps[0].point[i], y = taps[1].point[j], x = taps[2].point[k];
        if (z < 0 || y < 0 || x < 0) continue;
        const double wz = taps[0].weight[i], wy = taps[1].weight[j], wx = taps[2].weight[k];
        const std::array<double, 3> slopes = {wz * wy * taps[2].slope[k], wz * taps[1].slope[j] * wx,
                                              taps[0].slope[i] * wy * wx};
        f(static_cast<size_t>((z * rows + y) * columns + x), wz * wy * wx, slopes);
      }
    }
  }
}

bool read_sampler(PrepareContext &ctx, Sampler &s, const KernelTensor &x, const KernelTensor &grid) {
  const std::string_view mode = ctx.string_attr("interpolation_mode", "bilinear");
  const std::string_view beyond = ctx.string_attr("padding_mode", "zeros");
  s.corners = ctx.bool_attr("align_corners");
  s.channels_last = ctx.bool_attr("channel_last");
  if (x.rank() != s.axes + 2 || grid.rank() != s.axes + 2 || grid.shape[0] != x.shape[0] ||
      grid.shape.back() != static_cast<int64_t>(s.axes)) {
    return ctx.refuse(
               "x, grid: shapes %s and %s; an image with %zu directions and places of as many numbers are required",
               KernelCall::dims_text(x.shape), KernelCall::dims_text(grid.shape), s.axes),
           false;
  }
  for (size_t d = 1; d < x.rank(); ++d) {
    if (x.shape[d] == 0 && grid.elements != 0)
      return ctx.refuse("x: shape %s has no points", KernelCall::dims_text(x.shape)), false;
  }
  s.mode = mode == "nearest" ? Mode::kNearest : mode == "bicubic" ? Mode::kCubic : Mode::kLinear;
  s.beyond = beyond == "border" ? Beyond::kBorder : beyond == "reflection" ? Beyond::kReflection : Beyond::kZeros;
  if ((s.mode == Mode::kLinear && mode != "bilinear") || (s.mode == Mode::kCubic && s.axes != 2))
    return ctx.refuse("interpolation_mode: \"%s\" came; bilinear, nearest and, in two directions, bicubic are allowed",
                      mode.data()),
           false;
  if (s.beyond == Beyond::kZeros && beyond != "zeros")
    return ctx.refuse("padding_mode: \"%s\" came; zeros, border and reflection are allowed", beyond.data()), false;
  return true;
}

/// Sizes of an image and the strides of its channels and points among its elements.
struct Image {
  int64_t batch, channels, points = 1;
  std::array<int64_t, 3> sizes{};
  size_t channel_stride, point_stride;
};
Image image_of(Dims shape, const Sampler &s) {
  Image image{};
  image.batch = shape[0];
  image.channels = s.channels_last ? shape.back() : shape[1];
  for (size_t a = 0; a < s.axes; ++a) {
    image.sizes[a] = shape[(s.channels_last ? 1 : 2) + a];
    image.points *= image.sizes[a];
  }
  image.channel_stride = s.channels_last ? 1 : static_cast<size_t>(image.points);
  image.point_stride = s.channels_last ? static_cast<size_t>(image.channels) : 1;
  return image;
}

/// `axes` 0: as many as x has.
std::unique_ptr<KernelState> prepare_sampling(PrepareContext &ctx, size_t axes) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &grid = *ctx.input(1), &y = *ctx.output(0);
  Sampler s;
  s.axes = axes != 0 ? axes : x.rank() == 5 ? 3 : 2;
  if (!read_sampler(ctx, s, x, grid)) return nullptr;
  const int64_t channels = s.channels_last ? x.shape.back() : x.shape[1];
  bool fits = y.rank() == x.rank() && y.shape[0] == x.shape[0] && y.shape[1] == channels;
  for (size_t a = 0; fits && a < s.axes; ++a) fits = y.shape[2 + a] == grid.shape[1 + a];
  if (!fits)
    return ctx.refuse("y: shape %s does not have the channels of x and the places of grid %s",
                      KernelCall::dims_text(y.shape), KernelCall::dims_text(grid.shape));
  return make_kernel([s](RunContext &run) {
    const Reals x_values = read_values<double>(run, 0), places = read_values<double>(run, 1);
    const Image image = image_of(run.input(0)->shape, s);
    const auto total = static_cast<int64_t>(places.size() / s.axes);
    const int64_t per_image = image.batch == 0 ? 0 : total / image.batch;
    Reals result(static_cast<size_t>(run.output(0)->elements), 0.0);
    run.parallel_for(total, 256, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t n = i / per_image;
        const double *source = x_values.data() + n * image.channels * image.points;
        double *target = result.data() + n * image.channels * per_image + i % per_image;
        visit(places.data() + static_cast<size_t>(i) * s.axes, image.sizes.data(), s,
              [&](size_t point, double weight, const auto &) {
                for (int64_t c = 0; c < image.channels; ++c) {
                  const size_t at = static_cast<size_t>(c) * image.channel_stride + point * image.point_stride;
                  target[c * per_image] += weight * source[at];
                }
              });
      }
    });
    write_values(run, 0, result.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_sampling_grad(PrepareContext &ctx, size_t axes) {
  for (uint32_t i = 0; i < 3; ++i) {
    if (!check_numbers(ctx, i) || (i < 2 && !check_numbers(ctx, i, true))) return nullptr;
  }
  const KernelTensor &grad = *ctx.input(0), &x = *ctx.input(1), &grid = *ctx.input(2);
  Sampler s;
  s.axes = axes;
  if (!read_sampler(ctx, s, x, grid)) return nullptr;
  bool fits = grad.rank() == x.rank() && grad.shape[0] == x.shape[0] && grad.shape[1] == x.shape[1] &&
              ctx.output(0)->shape == x.shape && ctx.output(1)->shape == grid.shape;
  for (size_t a = 0; fits && a < axes; ++a) fits = grad.shape[2 + a] == grid.shape[1 + a];
  if (!fits)
    return ctx.refuse("grad, dx, dgrid: shapes %s, %s and %s do not belong to x and grid",
                      KernelCall::dims_text(grad.shape), KernelCall::dims_text(ctx.output(0)->shape),
                      KernelCall::dims_text(ctx.output(1)->shape));
  return make_kernel([s](RunContext &run) {
    const Reals grads = read_values<double>(run, 0), x_values = read_values<double>(run, 1),
                places = read_values<double>(run, 2);
    const Image image = image_of(run.input(1)->shape, s);
    const auto total = static_cast<int64_t>(places.size() / s.axes);
    const int64_t per_image = image.batch == 0 ? 0 : total / image.batch;
    Reals dx(x_values.size(), 0.0), dgrid(places.size(), 0.0);
    // Images do not touch each other's points.
    run.parallel_for(image.batch, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin * per_image; i < end * per_image; ++i) {
        const int64_t n = i / per_image;
        const auto base = static_cast<size_t>(n * image.channels * image.points);
        const double *d = grads.data() + n * image.channels * per_image + i % per_image;
        double *to_grid = dgrid.data() + static_cast<size_t>(i) * s.axes;
        visit(places.data() + static_cast<size_t>(i) * s.axes, image.sizes.data(), s,
              [&](size_t point, double weight, const std::array<double, 3> &slopes) {
                for (int64_t c = 0; c < image.channels; ++c) {
                  const size_t at = base + static_cast<size_t>(c) * image.channel_stride + point;
                  dx[at] += weight * d[c * per_image];
                  for (size_t a = 0; a < s.axes; ++a) to_grid[a] += slopes[a] * x_values[at] * d[c * per_image];
                }
              });
      }
    });
    write_values(run, 0, dx.data());
    write_values(run, 1, dgrid.data());
    return true;
  });
}

template <size_t Axes>
std::unique_ptr<KernelState> prepare_grid(PrepareContext &ctx) {
  return prepare_sampling(ctx, Axes);
}
template <size_t Axes>
std::unique_ptr<KernelState> prepare_grid_grad(PrepareContext &ctx) {
  return prepare_sampling_grad(ctx, Axes);
}

OPSTRATA_KERNEL(GridSampler2D, prepare_grid<2>);
OPSTRATA_KERNEL(GridSampler3D, prepare_grid<3>);
OPSTRATA_KERNEL(GridSample, prepare_grid<0>);
OPSTRATA_KERNEL(GridSampler2DGrad, prepare_grid_grad<2>);
OPSTRATA_KERNEL(GridSampler3DGrad, prepare_grid_grad<3>);

}  // namespace
}  // namespace opstrata::operators
