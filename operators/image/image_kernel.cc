// Colours of images, sums over neighbouring channels, patches, and the dilation of pictures in grey.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "conv/geometry.h"
#include "image/frame.h"
#include "support/checks.h"
#include "support/moves.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;
using Reals = std::vector<double>;
using Colour = std::array<double, 3>;

// ---- Colours

/// Hue, saturation and value, all in [0, 1] where the colour is.
Colour to_hsv(const Colour &c) {
  const double most = std::max({c[0], c[1], c[2]}), range = most - std::min({c[0], c[1], c[2]});
  double hue = 0;
  if (range > 0) {
    if (c[0] == most)
      hue = (c[1] - c[2]) / range;
    else if (c[1] == most)
      hue = 2 + (c[2] - c[0]) / range;
    else
      hue = 4 + (c[0] - c[1]) / range;
    hue /= 6;
    if (hue < 0) hue += 1;
  }
  return {hue, most > 0 ? range / most : 0, most};
}
Colour to_rgb(const Colour &c) {
  const auto part = [&](double shift) {
    const double place = std::fmod(c[0] * 6 + shift, 6);
    return c[2] * (1 - c[1] * std::clamp(std::min(place, 4 - place), 0.0, 1.0));
  };
  return {part(5), part(3), part(1)};
}
/// Every colour (three neighbours in the last dimension) by `f`, which gets the one number of input 1 where there is
/// one.
template <class F>
std::unique_ptr<KernelState> by_colour(PrepareContext &ctx, bool has_number, F f) {
  if (!are_numbers(ctx, has_number ? 2 : 1, 1)) return nullptr;
  const KernelTensor &images = *ctx.input(0);
  if (images.rank() == 0 || images.shape.back() != 3)
    return ctx.refuse("images: shape %s; three channels in the last dimension are required",
                      KernelCall::dims_text(images.shape));
  if (!same_shape(ctx, *ctx.output(0), "y", images.shape) ||
      (has_number && !has_elements(ctx, *ctx.input(1), ctx.input_name(1), 1)))
    return nullptr;
  return make_kernel([f, has_number](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    const double number = has_number ? read_values<double>(run, 1)[0] : 0;
    for (size_t i = 0; i + 3 <= x.size(); i += 3) {
      const Colour y = f(Colour{x[i], x[i + 1], x[i + 2]}, number);
      std::copy(y.begin(), y.end(), x.begin() + static_cast<int64_t>(i));
    }
    write_values(run, 0, x.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_rgb_to_hsv(PrepareContext &ctx) {
  return by_colour(ctx, false, [](const Colour &c, double) { return to_hsv(c); });
}
std::unique_ptr<KernelState> prepare_hsv_to_rgb(PrepareContext &ctx) {
  return by_colour(ctx, false, [](const Colour &c, double) { return to_rgb(c); });
}
std::unique_ptr<KernelState> prepare_hue(PrepareContext &ctx) {
  return by_colour(ctx, true, [](const Colour &c, double delta) {
    Colour hsv = to_hsv(c);
    hsv[0] += delta;
    hsv[0] -= std::floor(hsv[0]);
    return to_rgb(hsv);
  });
}
std::unique_ptr<KernelState> prepare_saturation(PrepareContext &ctx) {
  return by_colour(ctx, true, [](const Colour &c, double scale) {
    Colour hsv = to_hsv(c);
    hsv[1] = std::clamp(hsv[1] * scale, 0.0, 1.0);
    return to_rgb(hsv);
  });
}
std::unique_ptr<KernelState> prepare_contrast(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1)) return nullptr;
  const KernelTensor &images = *ctx.input(0);
  if (images.rank() < 3)
    return ctx.refuse("images: shape %s; [..., height, width, channels] is required",
                      KernelCall::dims_text(images.shape));
  if (!same_shape(ctx, *ctx.output(0), "y", images.shape) || !has_elements(ctx, *ctx.input(1), "contrast_factor", 1))
    return nullptr;
  return make_kernel([](RunContext &run) {
    Reals x = read_values<double>(run, 0);
    const double factor = read_values<double>(run, 1)[0];
    const Dims shape = run.input(0)->shape;
    const auto channels = static_cast<size_t>(shape.back());
    const size_t image = channels * static_cast<size_t>(shape[shape.size() - 2] * shape[shape.size() - 3]);
    for (size_t first = 0; image > 0 && first < x.size(); first += image) {
      for (size_t c = 0; c < channels; ++c) {
        double mean = 0;
        for (size_t i = c; i < image; i += channels) mean += x[first + i];
        mean /= static_cast<double>(image / channels);
        for (size_t i = c; i < image; i += channels) x[first + i] = (x[first + i] - mean) * factor + mean;
      }
    }
    write_values(run, 0, x.data());
    return true;
  });
}

// ---- Local response normalisation

struct Response {
  int64_t radius = 5;
  double bias = 1, alpha = 1, beta = 0.5;
  Tensor5 image;
};
bool read_response(PrepareContext &ctx, uint32_t inputs, Response &r) {
  if (!are_numbers(ctx, inputs, 1)) return false;
  r.radius = ctx.int_attr("depth_radius", 5);
  r.bias = ctx.float_attr("bias", 1);
  r.alpha = ctx.float_attr("alpha", 1);
  r.beta = ctx.float_attr("beta", 0.5);
  const KernelTensor &x = *ctx.input(0);
  const std::string_view letters = image_letters(x.format, "NHWC", x.rank());
  const std::string_view region = ctx.string_attr("norm_region", "ACROSS_CHANNELS");
  if (region != "ACROSS_CHANNELS")
    return ctx.refuse("norm_region: \"%s\"; only ACROSS_CHANNELS is supported", region.data()), false;
  if (r.radius < 0) return ctx.refuse("depth_radius: %lld is negative", static_cast<long long>(r.radius)), false;
  if (letters.size() != 4)
    return ctx.refuse("%s: shape %s; images are required", ctx.input_name(0), KernelCall::dims_text(x.shape)), false;
  for (uint32_t i = 1; i < inputs; ++i) {
    if (!same_shape(ctx, *ctx.input(i), ctx.input_name(i), x.shape)) return false;
  }
  r.image = by_letters(x.shape, letters);
  return same_shape(ctx, *ctx.output(0), ctx.output_name(0), x.shape);
}
/// Calls f(number of the first channel) for every place of every image.
template <class F>
void for_places(const Response &r, const F &f) {
  for (int64_t n = 0; n < r.image.n; ++n) {
    for (int64_t h = 0; h < r.image.size[1]; ++h) {
      for (int64_t w = 0; w < r.image.size[2]; ++w) f(n * r.image.step_n + h * r.image.step[1] + w * r.image.step[2]);
    }
  }
}
/// bias + alpha times the sum of squares around channel c.
double around(const Response &r, const Reals &x, int64_t first, int64_t c) {
  double sum = 0;
  const int64_t low = std::max<int64_t>(0, c - r.radius),
                high = std::min(r.image.c - 1, r.radius < r.image.c ? c + r.radius : r.image.c);
  for (int64_t k = low; k <= high; ++k) {
    const double v = x[static_cast<size_t>(first + k * r.image.step_c)];
    sum += v * v;
  }
  return r.bias + r.alpha * sum;
}
std::unique_ptr<KernelState> prepare_lrn(PrepareContext &ctx) {
  Response r;
  if (!read_response(ctx, 1, r)) return nullptr;
  return make_kernel([r](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    Reals y(x.size());
    for_places(r, [&](int64_t first) {
      for (int64_t c = 0; c < r.image.c; ++c) {
        const auto at = static_cast<size_t>(first + c * r.image.step_c);
        y[at] = x[at] * std::pow(around(r, x, first, c), -r.beta);
      }
    });
    write_values(run, 0, y.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_lrn_grad(PrepareContext &ctx) {
  Response r;
  if (!read_response(ctx, 3, r)) return nullptr;
  return make_kernel([r](RunContext &run) {
    const Reals d = read_values<double>(run, 0), x = read_values<double>(run, 1), y = read_values<double>(run, 2);
    Reals z(x.size(), 0.0);
    for_places(r, [&](int64_t first) {
      for (int64_t c = 0; c < r.image.c; ++c) {
        const auto at = static_cast<size_t>(first + c * r.image.step_c);
        const double norm = around(r, x, first, c);
        z[at] += d[at] * std::pow(norm, -r.beta);
        const int64_t low = std::max<int64_t>(0, c - r.radius),
                      high = std::min(r.image.c - 1, r.radius < r.image.c ? c + r.radius : r.image.c);
        for (int64_t k = low; k <= high; ++k) {
          const auto near = static_cast<size_t>(first + k * r.image.step_c);
          z[near] -= 2 * r.alpha * r.beta * x[near] * d[at] * y[at] / norm;
        }
      }
    });
    write_values(run, 0, z.data());
    return true;
  });
}

// ---- Windows

/// False after a refusal.
bool place(PrepareContext &ctx, std::string_view padding, Dims image, Frame &f) {
  const char *wrong = f.set_steps(ctx.int_list_attr("strides"), ctx.int_list_attr("rates"));
  const int64_t extent[] = {image[1], image[2]};
  if (wrong == nullptr) wrong = f.place(padding, ctx.int_list_attr("pads"), ctx.bool_attr("ceil_mode"), extent);
  return wrong == nullptr || (ctx.refuse("%s", wrong), false);
}

std::unique_ptr<KernelState> prepare_patches(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 1)) return nullptr;
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  Frame f;
  if (item == 0) return nullptr;
  if (x->rank() != 4)
    return ctx.refuse("x: shape %s; [n, height, width, channels] is required", KernelCall::dims_text(x->shape));
  if (const char *wrong = f.set_size(ctx.int_list_attr("ksizes")); wrong != nullptr) return ctx.refuse("%s", wrong);
  if (!place(ctx, ctx.string_attr("padding"), x->shape, f)) return nullptr;
  const int64_t channels = x->shape[3],
                wanted[4] = {x->shape[0], f.places[0], f.places[1], f.size[0] * f.size[1] * channels};
  if (!same_shape(ctx, *y, "y", Dims(wanted, 4))) return nullptr;
  struct Move {
    StridedCopy copy;
    int64_t from, to;
  };
  // Of every point of the window: the places where it lies inside the image.
  std::vector<Move> moves;
  for (int64_t k = 0; y->elements > 0 && k < f.size[0] * f.size[1]; ++k) {
    int64_t first[2], count[2], source[2];
    for (size_t a = 0; a < 2; ++a) {
      const int64_t shift = f.before[a] - (a == 0 ? k / f.size[1] : k % f.size[1]) * f.rate[a];
      first[a] = shift > 0 ? (shift + f.step[a] - 1) / f.step[a] : 0;
      const int64_t last = x->shape[a + 1] - 1 + shift < 0 ? -1 : (x->shape[a + 1] - 1 + shift) / f.step[a];
      count[a] = std::min(last, f.places[a] - 1) - first[a] + 1;
      source[a] = first[a] * f.step[a] - shift;
    }
    if (count[0] <= 0 || count[1] <= 0) continue;
    const int64_t shape[] = {x->shape[0], count[0], count[1], channels};
    const int64_t from[] = {x->strides[0], f.step[0] * x->strides[1], f.step[1] * x->strides[2], x->strides[3]};
    moves.push_back({StridedCopy(Dims(shape, 4), Dims(from, 4), y->strides, item),
                     (source[0] * x->strides[1] + source[1] * x->strides[2]) * item,
                     (first[0] * y->strides[1] + first[1] * y->strides[2] + k * channels * y->strides[3]) * item});
  }
  const Integers none(4, 0);
  return make_kernel(
      [moves = std::move(moves), clear = StridedCopy(y->shape, as_dims(none), y->strides, item)](RunContext &run) {
        static constexpr char kZeros[16] = {};
        clear.run(run, kZeros, run.output_data(0));
        for (const Move &m : moves) m.copy.run(run, run.in<char>(0) + m.from, run.out<char>(0) + m.to);
        return true;
      });
}

enum class Dilation : uint8_t { kForward, kOfInput, kOfFilter };

std::unique_ptr<KernelState> dilation(PrepareContext &ctx, Dilation way) {
  const uint32_t inputs = way == Dilation::kForward ? 2 : 3;
  if (!are_numbers(ctx, inputs, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &filter = *ctx.input(1);
  const std::string_view format = ctx.string_attr("data_format", "NHWC");
  if (format != "NHWC") return ctx.refuse("data_format: \"%s\"; only NHWC is supported", format.data());
  if (x.rank() != 4 || filter.rank() != 3 || filter.shape[2] != x.shape[3] || filter.elements == 0)
    return ctx.refuse(
        "x, filter: shapes %s and %s; [n, height, width, channels] and [height, width, channels] are required",
        KernelCall::dims_text(x.shape), KernelCall::dims_text(filter.shape));
  Frame f;
  f.size[0] = filter.shape[0];
  f.size[1] = filter.shape[1];
  if (!place(ctx, ctx.string_attr("padding_mode", "SAME"), x.shape, f)) return nullptr;
  const int64_t wanted[4] = {x.shape[0], f.places[0], f.places[1], x.shape[3]};
  const Dims made(wanted, 4);
  const bool fits = way == Dilation::kForward
                        ? same_shape(ctx, *ctx.output(0), "y", made)
                        : same_shape(ctx, *ctx.input(2), "out_backprop", made) &&
                              same_shape(ctx, *ctx.output(0), "y", way == Dilation::kOfInput ? x.shape : filter.shape);
  if (!fits) return nullptr;
  return make_kernel([f, way](RunContext &run) {
    const Dims shape = run.input(0)->shape;
    const Reals image = read_values<double>(run, 0), shift = read_values<double>(run, 1);
    const Reals d = way == Dilation::kForward ? Reals() : read_values<double>(run, 2);
    Reals y(static_cast<size_t>(run.output(0)->elements), 0.0);
    size_t out = 0;
    for (int64_t n = 0; n < shape[0]; ++n) {
      for (int64_t place = 0; place < f.places[0] * f.places[1]; ++place) {
        const int64_t top = place / f.places[1] * f.step[0] - f.before[0],
                      left = place % f.places[1] * f.step[1] - f.before[1];
        for (int64_t c = 0; c < shape[3]; ++c, ++out) {
          double best = -std::numeric_limits<double>::infinity();
          int64_t at_image = -1, at_filter = -1;
          for (int64_t k = 0; k < f.size[0] * f.size[1]; ++k) {
            const int64_t row = top + k / f.size[1] * f.rate[0], column = left + k % f.size[1] * f.rate[1];
            if (row < 0 || row >= shape[1] || column < 0 || column >= shape[2]) continue;
            const int64_t from = ((n * shape[1] + row) * shape[2] + column) * shape[3] + c, by = k * shape[3] + c;
            const double v = image[static_cast<size_t>(from)] + shift[static_cast<size_t>(by)];
            if (at_image >= 0 && !(v > best)) continue;
            best = v;
            at_image = from;
            at_filter = by;
          }
          if (way == Dilation::kForward)
            y[out] = best;
          else if (at_image >= 0)
            y[static_cast<size_t>(way == Dilation::kOfInput ? at_image : at_filter)] += d[out];
        }
      }
    }
    write_values(run, 0, y.data());
    return true;
  });
}

OPSTRATA_KERNEL(RGBToHSV, prepare_rgb_to_hsv);
OPSTRATA_KERNEL(HSVToRGB, prepare_hsv_to_rgb);
OPSTRATA_KERNEL(AdjustHue, prepare_hue);
OPSTRATA_KERNEL(AdjustSaturation, prepare_saturation);
OPSTRATA_KERNEL(AdjustContrast, prepare_contrast);
OPSTRATA_KERNEL(LRN, prepare_lrn);
OPSTRATA_KERNEL(LRNGrad, prepare_lrn_grad);
OPSTRATA_KERNEL(ExtractImagePatches, prepare_patches);
OPSTRATA_KERNEL(Dilation2D, [](PrepareContext &ctx) { return dilation(ctx, Dilation::kForward); });
OPSTRATA_KERNEL(Dilation2DBackpropInput, [](PrepareContext &ctx) { return dilation(ctx, Dilation::kOfInput); });
OPSTRATA_KERNEL(Dilation2DBackpropFilter, [](PrepareContext &ctx) { return dilation(ctx, Dilation::kOfFilter); });

}  // namespace
}  // namespace opstrata::operators
