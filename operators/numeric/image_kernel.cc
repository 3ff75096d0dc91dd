// Patches back into images, grids over images, numbers for whole dimensions.
#include <algorithm>
#include <cmath>

#include "elementwise/map.h"
#include "support/axis.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;
using Reals = std::vector<double>;

/// A list attribute with one value for each of two directions, or one for both.
bool two_values(PrepareContext &ctx, const char *name, int64_t least, int64_t *values) {
  const KernelSpan<int64_t> list = ctx.int_list_attr(name);
  if (list.size() == 1 || list.size() == 2) {
    values[0] = list[0];
    values[1] = list.back();
    if (values[0] >= least && values[1] >= least) return true;
  }
  return ctx.refuse("%s: one or two numbers from %lld on are required", name, static_cast<long long>(least)), false;
}

std::unique_ptr<KernelState> prepare_col2im(PrepareContext &ctx) {
  struct Window {
    int64_t kernel[2], dilation[2], padding[2], stride[2], places[2];
  } w{};
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true) || !two_values(ctx, "kernel_size", 1, w.kernel) ||
      !two_values(ctx, "dilation", 1, w.dilation) || !two_values(ctx, "padding", 0, w.padding) ||
      !two_values(ctx, "stride", 1, w.stride)) {
    return nullptr;
  }
  bool fits = y->rank() == 4 && x->rank() >= 3 && x->shape[0] == y->shape[0];
  for (size_t d = 0; fits && d < 2; ++d) {
    const int64_t room = y->shape[2 + d] + 2 * w.padding[d] - w.dilation[d] * (w.kernel[d] - 1) - 1;
    w.places[d] = room < 0 ? 0 : room / w.stride[d] + 1;
  }
  // The channels and the places in a kernel are one dimension, or two.
  fits = fits && x->rank() <= 4 && x->shape.back() == w.places[0] * w.places[1] &&
         (x->rank() == 3 ? x->shape[1] == y->shape[1] * w.kernel[0] * w.kernel[1]
                         : x->shape[1] == y->shape[1] && x->shape[2] == w.kernel[0] * w.kernel[1]);
  if (!fits) {
    return ctx.refuse("x: shape %s holds no patches of images %s", KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(y->shape));
  }
  return make_kernel([w](RunContext &run) {
    const Reals patches = read_values<double>(run, 0);
    const Dims image = run.output(0)->shape;
    Reals sums(static_cast<size_t>(run.output(0)->elements), 0.0);
    const int64_t planes = image[0] * image[1];
    size_t from = 0;
    for (int64_t plane = 0; plane < planes; ++plane) {
      for (int64_t k = 0; k < w.kernel[0] * w.kernel[1]; ++k) {
        for (int64_t place = 0; place < w.places[0] * w.places[1]; ++place, ++from) {
          const int64_t row = place / w.places[1] * w.stride[0] - w.padding[0] + k / w.kernel[1] * w.dilation[0];
          const int64_t column = place % w.places[1] * w.stride[1] - w.padding[1] + k % w.kernel[1] * w.dilation[1];
          if (row < 0 || row >= image[2] || column < 0 || column >= image[3]) continue;
          sums[static_cast<size_t>((plane * image[2] + row) * image[3] + column)] += patches[from];
        }
      }
    }
    write_values(run, 0, sums.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_affine_grid(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &theta = *ctx.input(0), &size = *ctx.input(1), &y = *ctx.output(0);
  const size_t axes = size.rank() == 1 && size.elements >= 2 ? static_cast<size_t>(size.elements) - 2 : 0;
  if ((axes != 2 && axes != 3) || theta.rank() != 3 || theta.shape[1] != static_cast<int64_t>(axes) ||
      theta.shape[2] != static_cast<int64_t>(axes) + 1) {
    return ctx.refuse(
        "theta, output_size: shapes %s and %s; [n, 2, 3] and four sizes, or [n, 3, 4] and five, are required",
        KernelCall::dims_text(theta.shape), KernelCall::dims_text(size.shape));
  }
  if (y.rank() < 3 || y.shape[0] != theta.shape[0] || y.shape.back() != static_cast<int64_t>(axes))
    return ctx.refuse("y: shape %s is no grid for theta %s", KernelCall::dims_text(y.shape),
                      KernelCall::dims_text(theta.shape));
  return make_kernel([axes, corners = ctx.bool_attr("align_corners")](RunContext &run) {
    const Reals theta_values = read_values<double>(run, 0);
    const Integers sizes = read_values<int64_t>(run, 1);
    const int64_t batch = run.output(0)->shape[0];
    int64_t points = 1;
    for (size_t a = 0; a < axes; ++a) points *= sizes[2 + a];
    if (sizes[0] != batch || batch * points * static_cast<int64_t>(axes) != run.output(0)->elements)
      return run.fail("output_size: does not give the shape %s of y", KernelCall::dims_text(run.output(0)->shape));
    Reals grid;
    for (int64_t i = 0; i < batch * points; ++i) {
      double at[3];  // x first, that is the last dimension of the image
      int64_t rest = i % points;
      for (size_t a = 0; a < axes; ++a) {
        const int64_t extent = sizes[1 + axes - a];
        const auto step = static_cast<double>(2 * (rest % extent));
        at[a] = extent <= 1 ? 0
                : corners   ? step / static_cast<double>(extent - 1) - 1
                            : (step + 1) / static_cast<double>(extent) - 1;
        rest /= extent;
      }
      const double *row = theta_values.data() + static_cast<size_t>(i / points) * axes * (axes + 1);
      for (size_t r = 0; r < axes; ++r, row += axes + 1) {
        double sum = row[axes];
        for (size_t a = 0; a < axes; ++a) sum += row[a] * at[a];
        grid.push_back(sum);
      }
    }
    write_values(run, 0, grid.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_scale(PrepareContext &ctx) {
  const KernelTensor &x = *ctx.input(0), &scale = *ctx.input(1), *bias = ctx.input(2);
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || (bias != nullptr && !check_numbers(ctx, 2)) ||
      !check_numbers(ctx, 0, true))
    return nullptr;
  int64_t axis = ctx.int_attr("axis", 1);
  const bool known = normalize_axis(axis, x.rank());
  const auto first = static_cast<size_t>(known ? axis : 0);
  // One number may stand for any number of dimensions.
  bool fits = known && ctx.output(0)->shape == x.shape && (bias == nullptr || bias->shape == scale.shape);
  int64_t inner = 1;
  if (scale.elements != 1) {
    fits = fits && first + scale.rank() <= x.rank();
    for (size_t d = 0; fits && d < scale.rank(); ++d) fits = scale.shape[d] == x.shape[first + d];
    for (size_t d = first + scale.rank(); fits && d < x.rank(); ++d) inner *= x.shape[d];
  }
  if (!fits) {
    return ctx.refuse("scale, bias, axis: %s does not fit the dimensions of x %s from %lld on",
                      KernelCall::dims_text(scale.shape), KernelCall::dims_text(x.shape),
                      static_cast<long long>(ctx.int_attr("axis", 1)));
  }
  return make_kernel([inner = static_cast<size_t>(inner), with_bias = bias != nullptr](RunContext &run) {
    Reals y = read_values<double>(run, 0);
    const Reals factors = read_values<double>(run, 1), terms = with_bias ? read_values<double>(run, 2) : Reals();
    for (size_t i = 0; i < y.size(); ++i) {
      const size_t at = i / inner % factors.size();
      y[i] = y[i] * factors[at] + (with_bias ? terms[at] : 0.0);
    }
    write_values(run, 0, y.data());
    return true;
  });
}

template <class X>
bool add_outer(RunContext &run) {
  const Dims shape = run.output(0)->shape;
  const auto columns = static_cast<size_t>(shape[1]);
  auto y = read_values<X>(run, 0, shape);
  const auto u = read_values<X>(run, 1), v = read_values<X>(run, 2);
  const X beta = read_values<X>(run, 3)[0], alpha = read_values<X>(run, 4)[0];
  const bool logical = run.output(0)->dtype == ge::DT_BOOL;
  for (size_t i = 0; i < y.size(); ++i) {
    const X a = u[i / columns], b = v[i % columns];
    if (logical)
      y[i] = (beta != 0 && y[i] != 0) || (alpha != 0 && a != 0 && b != 0);
    else
      y[i] = (beta == 0 ? X(0) : X(beta * y[i])) + alpha * a * b;
  }
  write_values(run, 0, y.data());
  return true;
}
std::unique_ptr<KernelState> prepare_addr(PrepareContext &ctx) {
  for (uint32_t i = 0; i < 5; ++i) {
    if (!check_numbers(ctx, i)) return nullptr;
  }
  if (!check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &x1 = *ctx.input(0), &y = *ctx.output(0);
  if (y.rank() != 2 || !broadcasts_to(x1, y.shape) || ctx.input(1)->elements != y.shape[0] ||
      ctx.input(2)->elements != y.shape[1] || ctx.input(3)->elements != 1 || ctx.input(4)->elements != 1) {
    return ctx.refuse("x1, x2, x3, beta, alpha: %s and the product of %s and %s do not add up to y %s",
                      KernelCall::dims_text(x1.shape), KernelCall::dims_text(ctx.input(1)->shape),
                      KernelCall::dims_text(ctx.input(2)->shape), KernelCall::dims_text(y.shape));
  }
  const MapType type = map_type(y.dtype);
  return type == kMapInt || type == kMapUint ? make_kernel(add_outer<int64_t>) : make_kernel(add_outer<double>);
}

std::unique_ptr<KernelState> prepare_tensor_equal(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  if (ctx.output(0)->elements != 1)
    return ctx.refuse("output_z: shape %s; one element is required", KernelCall::dims_text(ctx.output(0)->shape));
  const auto whole = [](ge::DataType t) { return map_type(t) == kMapInt || map_type(t) == kMapUint; };
  const bool integers = whole(ctx.input(0)->dtype) && whole(ctx.input(1)->dtype);
  return make_kernel([integers](RunContext &run) {
    int64_t equal = run.input(0)->shape == run.input(1)->shape;
    if (equal != 0 && integers)
      equal = read_values<int64_t>(run, 0) == read_values<int64_t>(run, 1);
    else if (equal != 0)
      equal = read_values<double>(run, 0) == read_values<double>(run, 1);
    write_values(run, 0, &equal);
    return true;
  });
}

OPSTRATA_KERNEL(Col2im, prepare_col2im);
OPSTRATA_KERNEL(AffineGrid, prepare_affine_grid);
OPSTRATA_KERNEL(Scale, prepare_scale);
OPSTRATA_KERNEL(Addr, prepare_addr);
OPSTRATA_KERNEL(AddrV2, prepare_addr);
OPSTRATA_KERNEL(TensorEqual, prepare_tensor_equal);

}  // namespace
}  // namespace opstrata::operators
