// Pooling: each point of the result is the mean or the largest of the points in a window of the image.
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "elementwise/map.h"
#include "pool/spans.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

/// Windows along depth, height and width, and the two tensors by letters.
struct Plan {
  Tensor5 image, result;
  std::array<std::vector<Span>, 3> spans;
  bool counts_padding = false;
  bool places_of_channels = false;  ///< a place counts through height, width and channels
  int64_t divisor = 0;              ///< 0: the number of points

  double points(const Span &z, const Span &y, const Span &x) const {
    if (divisor != 0) return static_cast<double>(divisor);
    const auto inside = [](const Span &s) {
      return s.end <= s.begin ? int64_t{0} : (s.end - s.begin + s.step - 1) / s.step;
    };
    return static_cast<double>(counts_padding ? z.padded * y.padded * x.padded : inside(z) * inside(y) * inside(x));
  }
  /// Calls f(offset of the result's point, offset of its channel's image, its windows) for channel `i` of all.
  template <class F>
  void visit(int64_t i, const F &f) const {
    const int64_t n = i / image.c, c = i % image.c;
    const int64_t to = n * result.step_n + c * result.step_c, from = n * image.step_n + c * image.step_c;
    for (size_t z = 0; z < spans[0].size(); ++z) {
      for (size_t y = 0; y < spans[1].size(); ++y) {
        for (size_t x = 0; x < spans[2].size(); ++x) {
          const int64_t at = to + static_cast<int64_t>(z) * result.step[0] + static_cast<int64_t>(y) * result.step[1] +
                             static_cast<int64_t>(x) * result.step[2];
          f(static_cast<size_t>(at), from, spans[0][z], spans[1][y], spans[2][x]);
        }
      }
    }
  }
  /// Calls f(offset, place) for the points of a window; `place` counts through depth, height and width.
  template <class F>
  void points_of(int64_t from, const Span &sz, const Span &sy, const Span &sx, const F &f) const {
    for (int64_t z = sz.begin; z < sz.end; z += sz.step) {
      for (int64_t y = sy.begin; y < sy.end; y += sy.step) {
        for (int64_t x = sx.begin; x < sx.end; x += sx.step)
          f(static_cast<size_t>(from + z * image.step[0] + y * image.step[1] + x * image.step[2]),
            (z * image.size[1] + y) * image.size[2] + x);
      }
    }
  }
  template <class F>
  void channels(RunContext &run, const F &f) const {
    run.parallel_for(image.n * image.c, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) f(i);
    });
  }
};

bool average(RunContext &run, const Plan &plan) {
  const auto x = read_values<double>(run, 0);
  std::vector<double> y(static_cast<size_t>(run.output(0)->elements), 0.0);
  plan.channels(run, [&](int64_t i) {
    plan.visit(i, [&](size_t at, int64_t from, const Span &sz, const Span &sy, const Span &sx) {
      plan.points_of(from, sz, sy, sx, [&](size_t point, int64_t) { y[at] += x[point]; });
      y[at] /= plan.points(sz, sy, sx);
    });
  });
  write_values(run, 0, y.data());
  return true;
}
/// Input `grads` of the windows' means goes to the points.
bool average_back(RunContext &run, const Plan &plan, uint32_t grads) {
  const auto d = read_values<double>(run, grads);
  std::vector<double> x(static_cast<size_t>(run.output(0)->elements), 0.0);
  plan.channels(run, [&](int64_t i) {
    plan.visit(i, [&](size_t at, int64_t from, const Span &sz, const Span &sy, const Span &sx) {
      const double share = d[at] / plan.points(sz, sy, sx);
      plan.points_of(from, sz, sy, sx, [&](size_t point, int64_t) { x[point] += share; });
    });
  });
  write_values(run, 0, x.data());
  return true;
}
/// Calls f(offset of the result's point, the largest value of its window, offset of that, its place; -1 in an empty
/// window).
template <class X, class F>
void visit_largest(const Plan &plan, int64_t channel, const std::vector<X> &x, const F &f) {
  plan.visit(channel, [&](size_t at, int64_t from, const Span &sz, const Span &sy, const Span &sx) {
    X best = std::is_same_v<X, double> ? static_cast<X>(-std::numeric_limits<double>::infinity())
                                       : std::numeric_limits<X>::lowest();
    int64_t where = -1;
    size_t offset = 0;
    plan.points_of(from, sz, sy, sx, [&](size_t point, int64_t place) {
      // The first of the largest; a NaN is larger than all, and the last one counts.
      if (where < 0 || x[point] > best || x[point] != x[point]) {
        best = x[point];
        where = place;
        offset = point;
      }
    });
    f(at, best, offset, where);
  });
}
template <class X>
bool largest(RunContext &run, const Plan &plan) {
  const auto x = read_values<X>(run, 0);
  std::vector<X> y(static_cast<size_t>(run.output(0)->elements));
  std::vector<int64_t> places(run.output(1) == nullptr ? 0 : y.size());
  plan.channels(run, [&](int64_t i) {
    visit_largest(plan, i, x, [&](size_t at, X best, size_t, int64_t where) {
      y[at] = best;
      if (!places.empty())
        places[at] = plan.places_of_channels && where >= 0 ? where * plan.image.c + i % plan.image.c : where;
    });
  });
  write_values(run, 0, y.data());
  if (!places.empty()) write_values(run, 1, places.data());
  return true;
}
bool is_real(const KernelTensor &t) {
  const MapType type = map_type(t.dtype);
  return type != kMapInt && type != kMapUint;
}
std::unique_ptr<KernelState> make_largest(PrepareContext &ctx, Plan plan) {
  return make_kernel([plan = std::move(plan), real = is_real(*ctx.input(0))](RunContext &run) {
    return real ? largest<double>(run, plan) : largest<int64_t>(run, plan);
  });
}

/// Each point of x gets the sum of the gradients, input `grads`, of the windows whose largest point it is.
template <class X>
bool largest_back(RunContext &run, const Plan &plan, uint32_t grads) {
  const auto x = read_values<X>(run, 0), d = read_values<X>(run, grads);
  std::vector<X> y(static_cast<size_t>(run.output(0)->elements), X{});
  plan.channels(run, [&](int64_t i) {
    visit_largest(plan, i, x, [&](size_t at, X, size_t offset, int64_t where) {
      if (where >= 0) y[offset] += d[at];
    });
  });
  write_values(run, 0, y.data());
  return true;
}
/// Reads attributes and checks that `result` has the windows of `image`.
bool make_plan(PrepareContext &ctx, const KernelTensor &image, const KernelTensor &result, const char *padding,
               bool ceil, size_t rank, Plan &plan) {
  const std::string_view data = ctx.string_attr("data_format", default_letters(rank));
  Pooling p;
  p.padding = padding;
  p.ceil = ceil;
  p.global = ctx.bool_attr("global_pooling");
  const std::string_view letters = image_letters(image.format, data, image.rank());
  const std::string_view result_letters = image_letters(result.format, data, result.rank());
  const char *wrong = letters.size() != rank || result_letters.size() != rank
                          ? "x: does not have the dimensions of data_format"
                          : read_pooling(data, rank, ctx.int_list_attr("ksize"), ctx.int_list_attr("strides"),
                                         ctx.int_list_attr("dilation"), ctx.int_list_attr("pads"), p);
  if (wrong != nullptr) return ctx.refuse("%s; shape %s", wrong, KernelCall::dims_text(image.shape)), false;
  plan.image = by_letters(image.shape, letters);
  plan.result = by_letters(result.shape, result_letters);
  plan.counts_padding = ctx.bool_attr("count_include_pad", !ctx.bool_attr("exclusive", true));
  plan.divisor = ctx.int_attr("divisor_override");
  bool fits = plan.image.n == plan.result.n && plan.image.c == plan.result.c;
  const size_t axes = rank - 2;
  if (axes == 2) plan.spans[0] = {{0, 1, 1, 1}};
  for (size_t a = 0; a < axes; ++a) {
    std::vector<Span> &spans = plan.spans[3 - axes + a];
    spans = spans_of(p, a, plan.image.size[3 - axes + a]);
    fits = fits && static_cast<int64_t>(spans.size()) == plan.result.size[3 - axes + a];
  }
  if (fits) return true;
  return ctx.refuse("ksize, strides, pads: windows of images %s are not those of %s",
                    KernelCall::dims_text(image.shape), KernelCall::dims_text(result.shape)),
         false;
}

bool check(PrepareContext &ctx, uint32_t inputs, uint32_t outputs) {
  for (uint32_t i = 0; i < inputs; ++i) {
    if (!check_numbers(ctx, i)) return false;
  }
  for (uint32_t i = 0; i < outputs; ++i) {
    if (!check_numbers(ctx, i, true)) return false;
  }
  return true;
}

/// The padding that attributes padding_mode or padding name; without them what pads says.
const char *padding_attr(const PrepareContext &ctx) {
  return ctx.string_attr("padding_mode", ctx.string_attr("padding", "CALCULATED"));
}
bool ceil_attr(const PrepareContext &ctx) { return ctx.int_attr("ceil_mode") != 0; }

template <size_t Rank>
std::unique_ptr<KernelState> prepare_average(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 1, 1) ||
      !make_plan(ctx, *ctx.input(0), *ctx.output(0), padding_attr(ctx), ceil_attr(ctx), Rank, plan))
    return nullptr;
  return make_kernel([plan = std::move(plan)](RunContext &run) { return average(run, plan); });
}
template <size_t Rank>
std::unique_ptr<KernelState> prepare_average_back(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 2, 1) ||
      !make_plan(ctx, *ctx.output(0), *ctx.input(1), padding_attr(ctx), ceil_attr(ctx), Rank, plan))
    return nullptr;
  return make_kernel([plan = std::move(plan)](RunContext &run) { return average_back(run, plan, 1); });
}
template <size_t Rank>
std::unique_ptr<KernelState> prepare_largest(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 1, 1) ||
      !make_plan(ctx, *ctx.input(0), *ctx.output(0), padding_attr(ctx), ceil_attr(ctx), Rank, plan))
    return nullptr;
  return make_largest(ctx, std::move(plan));
}
bool same_places(PrepareContext &ctx, const KernelTensor &places, const KernelTensor &of) {
  if (places.shape == of.shape) return true;
  return ctx.refuse("argmax: shape %s differs from that of the windows, %s", KernelCall::dims_text(places.shape),
                    KernelCall::dims_text(of.shape)),
         false;
}
template <size_t Rank, bool kOfChannels = false>
std::unique_ptr<KernelState> prepare_largest_with_places(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 1, 2) ||
      !make_plan(ctx, *ctx.input(0), *ctx.output(0), padding_attr(ctx), ceil_attr(ctx), Rank, plan) ||
      !same_places(ctx, *ctx.output(1), *ctx.output(0)))
    return nullptr;
  plan.places_of_channels = kOfChannels;
  return make_largest(ctx, std::move(plan));
}

/// The gradients, input 1, go to the places that input 2 names.
std::unique_ptr<KernelState> make_places_back(Plan plan) {
  return make_kernel([plan = std::move(plan)](RunContext &run) {
    const auto d = read_values<double>(run, 1);
    const auto places = read_values<int64_t>(run, 2);
    std::vector<double> x(static_cast<size_t>(run.output(0)->elements), 0.0);
    const int64_t *size = plan.image.size;
    for (int64_t i = 0; i < plan.image.n * plan.image.c; ++i) {
      bool inside = true;
      plan.visit(i, [&](size_t at, int64_t from, const Span &, const Span &, const Span &) {
        int64_t place = places[at];
        if (plan.places_of_channels) {
          inside = inside && place >= 0 && place % plan.image.c == i % plan.image.c;
          place /= plan.image.c;
        }
        if (!inside || place < 0 || place >= size[0] * size[1] * size[2]) {
          inside = run.fail("argmax: %lld is no place in an image of %lld points", static_cast<long long>(places[at]),
                            static_cast<long long>(size[0] * size[1] * size[2]));
          return;
        }
        const int64_t column = place % size[2], row = place / size[2] % size[1], depth = place / size[2] / size[1];
        x[static_cast<size_t>(from + depth * plan.image.step[0] + row * plan.image.step[1] +
                              column * plan.image.step[2])] += d[at];
      });
      if (!inside) return false;
    }
    write_values(run, 0, x.data());
    return true;
  });
}
template <size_t Rank, bool kOfChannels = false>
std::unique_ptr<KernelState> prepare_places_back(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 3, 1) ||
      !make_plan(ctx, *ctx.input(0), *ctx.input(1), padding_attr(ctx), ceil_attr(ctx), Rank, plan) ||
      !same_places(ctx, *ctx.input(2), *ctx.input(1)))
    return nullptr;
  if (ctx.output(0)->shape != ctx.input(0)->shape)
    return ctx.refuse("y: shape %s is not that of x, %s", KernelCall::dims_text(ctx.output(0)->shape),
                      KernelCall::dims_text(ctx.input(0)->shape));
  plan.places_of_channels = kOfChannels;
  return make_places_back(std::move(plan));
}
/// The largest points are found again: inputs are x, the result and its gradient.
template <size_t Rank>
std::unique_ptr<KernelState> prepare_largest_back(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 3, 1) || !make_plan(ctx, *ctx.input(0), *ctx.input(2), padding_attr(ctx), ceil_attr(ctx), Rank, plan))
    return nullptr;
  if (ctx.input(1)->shape != ctx.input(2)->shape || ctx.output(0)->shape != ctx.input(0)->shape)
    return ctx.refuse("%s, %s: shapes %s and %s are not those of the windows and the images", ctx.input_name(1),
                      ctx.output_name(0), KernelCall::dims_text(ctx.input(1)->shape),
                      KernelCall::dims_text(ctx.output(0)->shape));
  return make_kernel([plan = std::move(plan), real = is_real(*ctx.input(0))](RunContext &run) {
    return real ? largest_back<double>(run, plan, 2) : largest_back<int64_t>(run, plan, 2);
  });
}

/// Images with or without a number of them in front, whose windows cover them evenly along `Axes` directions. Channels
/// come first unless data_format says otherwise.
template <size_t Axes>
bool make_even_plan(PrepareContext &ctx, const KernelTensor &image, const KernelTensor &result, Plan &plan) {
  constexpr size_t kRank = Axes + 2;
  const std::string_view first = Axes == 2 ? "NCHW" : "NCDHW";
  const std::string_view data = ctx.has_attr("data_format") ? ctx.string_attr("data_format") : first;
  const size_t r = image.rank();
  std::string_view letters = r == kRank
                                 ? image_letters(ctx.has_attr("data_format") ? image.format : ge::FORMAT_ND, data, r)
                                 : data.substr(data.empty() ? 0 : 1);
  bool fits = (r == kRank || r + 1 == kRank) && result.rank() == r && letters.size() == r &&
              directions_of(r == kRank ? r : kRank).size() == Axes;
  for (size_t d = 0; fits && d < r; ++d) {
    const bool counted = letters[d] == 'N' || letters[d] == 'C';
    fits = counted ? image.shape[d] == result.shape[d] : result.elements == 0 || image.shape[d] > 0;
  }
  if (!fits) {
    return ctx.refuse("x, y: shapes %s and %s; images of equal numbers are required",
                      KernelCall::dims_text(image.shape), KernelCall::dims_text(result.shape)),
           false;
  }
  const auto whole = [&](Dims shape) {
    std::array<int64_t, kRank> all{};
    all[0] = 1;
    for (size_t d = 0; d < r; ++d) all[kRank - r + d] = shape[d];
    return all;
  };
  const std::string_view names = r == kRank ? letters : data;
  plan.image = by_letters(whole(image.shape), names);
  plan.result = by_letters(whole(result.shape), names);
  plan.spans[0] = {{0, 1, 1, 1}};
  for (size_t a = 3 - Axes; a < 3; ++a) plan.spans[a] = even_spans(plan.image.size[a], plan.result.size[a]);
  return true;
}
template <size_t Axes>
std::unique_ptr<KernelState> prepare_adaptive_average(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 1, 1) || !make_even_plan<Axes>(ctx, *ctx.input(0), *ctx.output(0), plan)) return nullptr;
  return make_kernel([plan = std::move(plan)](RunContext &run) { return average(run, plan); });
}
template <size_t Axes>
std::unique_ptr<KernelState> prepare_adaptive_average_back(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, ctx.input_num(), 1) || !make_even_plan<Axes>(ctx, *ctx.output(0), *ctx.input(0), plan))
    return nullptr;
  return make_kernel([plan = std::move(plan)](RunContext &run) { return average_back(run, plan, 0); });
}
template <size_t Axes>
std::unique_ptr<KernelState> prepare_adaptive_largest(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 1, 2) || !make_even_plan<Axes>(ctx, *ctx.input(0), *ctx.output(0), plan) ||
      !same_places(ctx, *ctx.output(1), *ctx.output(0)))
    return nullptr;
  return make_largest(ctx, std::move(plan));
}
template <size_t Axes>
std::unique_ptr<KernelState> prepare_adaptive_places_back(PrepareContext &ctx) {
  Plan plan;
  if (!check(ctx, 3, 1) || !make_even_plan<Axes>(ctx, *ctx.output(0), *ctx.input(1), plan) ||
      !same_places(ctx, *ctx.input(2), *ctx.input(1)))
    return nullptr;
  return make_places_back(std::move(plan));
}

OPSTRATA_KERNEL(AvgPool, prepare_average<4>);
OPSTRATA_KERNEL(AvgPoolV2, prepare_average<4>);
OPSTRATA_KERNEL(AvgPool3D, prepare_average<5>);
OPSTRATA_KERNEL(AvgPoolGrad, prepare_average_back<4>);
OPSTRATA_KERNEL(AvgPoolV2Grad, prepare_average_back<4>);
OPSTRATA_KERNEL(AvgPool3DGrad, prepare_average_back<5>);
OPSTRATA_KERNEL(MaxPool, prepare_largest<4>);
OPSTRATA_KERNEL(MaxPoolExt2, prepare_largest<4>);
OPSTRATA_KERNEL(MaxPoolV3, prepare_largest<4>);
OPSTRATA_KERNEL(MaxPool3D, prepare_largest<5>);
OPSTRATA_KERNEL(MaxPoolGrad, prepare_largest_back<4>);
OPSTRATA_KERNEL(MaxPoolV3Grad, prepare_largest_back<4>);
OPSTRATA_KERNEL(MaxPool3DGrad, prepare_largest_back<5>);
OPSTRATA_KERNEL(MaxPoolWithArgmax, (prepare_largest_with_places<4, true>));
OPSTRATA_KERNEL(MaxPoolWithArgmaxV3, prepare_largest_with_places<4>);
OPSTRATA_KERNEL(MaxPool3DWithArgmaxV2, prepare_largest_with_places<5>);
OPSTRATA_KERNEL(MaxPoolGradWithArgmax, (prepare_places_back<4, true>));
OPSTRATA_KERNEL(MaxPoolGradWithArgmaxV3, prepare_places_back<4>);
OPSTRATA_KERNEL(MaxPool3DGradWithArgmax, prepare_places_back<5>);
OPSTRATA_KERNEL(AdaptiveAvgPool2d, prepare_adaptive_average<2>);
OPSTRATA_KERNEL(AdaptiveAvgPool3d, prepare_adaptive_average<3>);
OPSTRATA_KERNEL(AdaptiveAvgPool2dGrad, prepare_adaptive_average_back<2>);
OPSTRATA_KERNEL(AdaptiveAvgPool3dGrad, prepare_adaptive_average_back<3>);
OPSTRATA_KERNEL(AdaptiveMaxPool2d, prepare_adaptive_largest<2>);
OPSTRATA_KERNEL(AdaptiveMaxPool3D, prepare_adaptive_largest<3>);
OPSTRATA_KERNEL(AdaptiveMaxPool2dGrad, prepare_adaptive_places_back<2>);
OPSTRATA_KERNEL(AdaptiveMaxPool3DGrad, prepare_adaptive_places_back<3>);

}  // namespace
}  // namespace opstrata::operators
