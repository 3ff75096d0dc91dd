// Shapes as values, and tensors that are handed on.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "support/convert.h"
#include "support/moves.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;

/// Writes `values[i]` to output 0, tensor i, whatever integers it holds.
std::unique_ptr<KernelState> constants(PrepareContext &ctx, std::vector<Integers> values) {
  for (uint32_t i = 0; i < values.size(); ++i) {
    const KernelTensor *y = ctx.output(0, i);
    if (y == nullptr || (y->dtype != ge::DT_INT32 && y->dtype != ge::DT_INT64))
      return ctx.refuse("%s: %s; whole numbers are required", ctx.output_name(0),
                        y == nullptr ? "missing" : KernelCall::dtype_name(y->dtype));
    if (y->elements != static_cast<int64_t>(values[i].size()))
      return ctx.refuse("%s: shape %s for %zu numbers", ctx.output_name(0), KernelCall::dims_text(y->shape),
                        values[i].size());
  }
  return make_kernel([values = std::move(values)](RunContext &run) {
    for (uint32_t i = 0; i < values.size(); ++i) write_values(run, 0, values[i].data(), i);
    return true;
  });
}
std::unique_ptr<KernelState> prepare_shapes(PrepareContext &ctx) {
  std::vector<Integers> shapes;
  for (uint32_t i = 0; i < ctx.input_count(0); ++i) {
    const KernelTensor *x = ctx.input(0, i);
    if (x == nullptr) return ctx.refuse("x: missing");
    shapes.emplace_back(x->shape.begin(), x->shape.end());
  }
  return constants(ctx, std::move(shapes));
}
std::unique_ptr<KernelState> prepare_size(PrepareContext &ctx) {
  if (ctx.input(0) == nullptr) return ctx.refuse("x: missing");
  return constants(ctx, {{ctx.input(0)->elements}});
}
std::unique_ptr<KernelState> prepare_rank(PrepareContext &ctx) {
  if (ctx.input(0) == nullptr) return ctx.refuse("x: missing");
  return constants(ctx, {{static_cast<int64_t>(ctx.input(0)->rank())}});
}

std::unique_ptr<KernelState> prepare_identities(PrepareContext &ctx) {
  std::vector<StridedCopy> copies;
  if (ctx.input_count(0) != ctx.output_count(0))
    return ctx.refuse("y: %u tensors for %u of x", ctx.output_count(0), ctx.input_count(0));
  for (uint32_t i = 0; i < ctx.input_count(0); ++i) {
    const KernelTensor *x = ctx.input(0, i), *y = ctx.output(0, i);
    const int64_t item = movable_item(ctx, x, y);
    if (item == 0) return nullptr;
    if (x->shape != y->shape)
      return ctx.refuse("y: tensor %u has shape %s instead of %s", i, KernelCall::dims_text(y->shape),
                        KernelCall::dims_text(x->shape));
    copies.emplace_back(x->shape, x->strides, y->strides, item);
  }
  return make_kernel([copies = std::move(copies)](RunContext &run) {
    for (uint32_t i = 0; i < copies.size(); ++i) {
      if (run.input_data(0, i) != run.output_data(0, i))
        copies[i].run(run, run.input_data(0, i), run.output_data(0, i));
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_bitcast(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (x == nullptr || y == nullptr) return ctx.refuse("%s: missing", x == nullptr ? "x" : "y");
  const auto has_bytes = [](ge::DataType t) { return t != ge::DT_STRING && item_bytes(t) != 0; };
  if (!has_bytes(x->dtype) || !has_bytes(y->dtype))
    return ctx.refuse("type: %s to %s; elements of whole bytes are required", KernelCall::dtype_name(x->dtype),
                      KernelCall::dtype_name(y->dtype));
  const int64_t item = item_bytes(x->dtype), other = item_bytes(y->dtype);
  if (item == other && x->shape == y->shape) {
    return make_kernel([copy = StridedCopy(x->shape, x->strides, y->strides, item)](RunContext &run) {
      copy.run(run, run.input_data(0), run.output_data(0));
      return true;
    });
  }
  if (x->elements * item != y->elements * other || !x->contiguous || !y->contiguous)
    return ctx.refuse("y: contiguous tensors with the same number of bytes are required; x %s, y %s came",
                      KernelCall::dims_text(x->shape), KernelCall::dims_text(y->shape));
  const int64_t bytes = x->elements * item, one = 1;
  const Dims all(&bytes, 1), step(&one, 1);
  return make_kernel([copy = StridedCopy(all, step, step, 1)](RunContext &run) {
    copy.run(run, run.input_data(0), run.output_data(0));
    return true;
  });
}

std::unique_ptr<KernelState> prepare_invert(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &y = *ctx.output(0);
  if (x.rank() != 1 || x.shape != y.shape)
    return ctx.refuse("x: shape %s; a vector is required", KernelCall::dims_text(x.shape));
  return make_kernel([](RunContext &run) {
    const auto order = read_values<int64_t>(run, 0);
    const auto n = static_cast<int64_t>(order.size());
    Integers inverse(order.size(), -1);
    for (int64_t i = 0; i < n; ++i) {
      const int64_t to = order[static_cast<size_t>(i)];
      if (to < 0 || to >= n || inverse[static_cast<size_t>(to)] >= 0)
        return run.fail("x: %lld is no place of %lld that is left", static_cast<long long>(to),
                        static_cast<long long>(n));
      inverse[static_cast<size_t>(to)] = i;
    }
    write_values(run, 0, inverse.data());
    return true;
  });
}

/// Two vectors of extents that fit each other, aligned at their ends.
struct Pair {
  Integers a, b;

  bool read(RunContext &run) {
    a = read_values<int64_t>(run, 0);
    b = read_values<int64_t>(run, 1);
    const size_t rank = std::max(a.size(), b.size());
    a.insert(a.begin(), rank - a.size(), 1);
    b.insert(b.begin(), rank - b.size(), 1);
    for (size_t d = 0; d < rank; ++d) {
      if (a[d] != b[d] && a[d] != 1 && b[d] != 1)
        return run.fail("x2: extent %lld does not fit %lld of x1", static_cast<long long>(b[d]),
                        static_cast<long long>(a[d]));
    }
    return true;
  }
};
bool are_vectors(PrepareContext &ctx) {
  for (uint32_t i = 0; i < 2; ++i) {
    if (!check_numbers(ctx, i)) return false;
    if (ctx.input(i)->rank() != 1)
      return ctx.refuse("%s: shape %s; a vector is required", ctx.input_name(i),
                        KernelCall::dims_text(ctx.input(i)->shape)),
             false;
  }
  return true;
}
std::unique_ptr<KernelState> prepare_broadcast_args(PrepareContext &ctx) {
  if (!are_vectors(ctx) || !check_numbers(ctx, 0, true)) return nullptr;
  const int64_t rank = std::max(ctx.input(0)->elements, ctx.input(1)->elements);
  if (ctx.output(0)->elements != rank)
    return ctx.refuse("y: shape %s; %lld elements are required", KernelCall::dims_text(ctx.output(0)->shape),
                      static_cast<long long>(rank));
  return make_kernel([](RunContext &run) {
    Pair pair;
    if (!pair.read(run)) return false;
    for (size_t d = 0; d < pair.a.size(); ++d) {
      if (pair.a[d] == 1) pair.a[d] = pair.b[d];
    }
    write_values(run, 0, pair.a.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_broadcast_gradient(PrepareContext &ctx) {
  if (!are_vectors(ctx)) return nullptr;
  UnaryRow store[2] = {};
  int64_t item[2] = {};
  for (uint32_t i = 0; i < 2; ++i) {
    if (!check_numbers(ctx, i, true)) return nullptr;
    if (!ctx.output(i)->contiguous) return ctx.refuse("%s: must be contiguous", ctx.output_name(i));
    store[i] = conversion(ge::DT_INT64, ctx.output(i)->dtype);
    item[i] = item_bytes(ctx.output(i)->dtype);
  }
  return make_kernel([=, first = store[0], second = store[1], width = item[0], other = item[1]](RunContext &run) {
    Pair pair;
    if (!pair.read(run)) return false;
    for (uint32_t i = 0; i < 2; ++i) {
      const Integers &own = i == 0 ? pair.a : pair.b, &its = i == 0 ? pair.b : pair.a;
      Integers along;
      for (size_t d = 0; d < own.size(); ++d) {
        if (own[d] == 1 && its[d] != 1) along.push_back(static_cast<int64_t>(d));
      }
      const int64_t count[] = {static_cast<int64_t>(along.size())};
      if (!run.set_output_shape(i, {count, 1})) return false;
      if (count[0] == 0) continue;
      (i == 0 ? first : second)(reinterpret_cast<const char *>(along.data()), sizeof(int64_t), run.out<char>(i),
                                i == 0 ? width : other, count[0]);
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_concat_offset(PrepareContext &ctx) {
  const uint32_t count = ctx.input_count(1);
  if (!check_numbers(ctx, 0)) return nullptr;
  if (ctx.input(0)->elements != 1) return ctx.refuse("concat_dim: one number is required");
  if (count == 0 || ctx.output_count(0) != count)
    return ctx.refuse("y: %u tensors for %u of x", ctx.output_count(0), count);
  for (uint32_t i = 0; i < count; ++i) {
    const KernelTensor *x = ctx.input(1, i), *y = ctx.output(0, i);
    if (x == nullptr || y == nullptr || x->dtype != ge::DT_INT32 || y->dtype != ge::DT_INT32 || x->rank() != 1 ||
        x->shape != y->shape || x->shape != ctx.input(1, 0)->shape)
      return ctx.refuse("x: tensor %u and its y are no vectors of equal length of DT_INT32", i);
  }
  return make_kernel([count](RunContext &run) {
    int64_t axis = read_values<int64_t>(run, 0)[0];
    const int64_t rank = run.input(1, 0)->elements;
    if (!normalize_axis(axis, static_cast<size_t>(rank)) || rank == 0)
      return run.fail("concat_dim: %lld is outside the %lld dimensions of x", static_cast<long long>(axis),
                      static_cast<long long>(rank));
    const auto dim = static_cast<size_t>(axis);
    const Integers first = read_values<int64_t>(run, 1, run.input(1, 0)->shape, 0);
    Integers place(static_cast<size_t>(rank), 0);
    for (uint32_t i = 0; i < count; ++i) {
      const Integers shape = read_values<int64_t>(run, 1, run.input(1, i)->shape, i);
      for (size_t d = 0; d < shape.size(); ++d) {
        if (d != dim && shape[d] != first[d])
          return run.fail("x: tensor %u has extent %lld instead of %lld in dimension %zu", i,
                          static_cast<long long>(shape[d]), static_cast<long long>(first[d]), d);
      }
      write_values(run, 0, place.data(), i);
      place[dim] += shape[dim];
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_unravel(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &places = *ctx.input(0), &extents = *ctx.input(1), &result = *ctx.output(0);
  const bool fits = places.rank() <= 1 && extents.rank() == 1 && result.rank() == places.rank() + 1 &&
                    result.shape[0] == extents.elements && result.elements == extents.elements * places.elements;
  if (!fits)
    return ctx.refuse("indices, dims: shapes %s, %s; a vector or one number, and a vector, are required",
                      KernelCall::dims_text(places.shape), KernelCall::dims_text(extents.shape));
  return make_kernel([](RunContext &run) {
    const auto indices = read_values<int64_t>(run, 0), dims = read_values<int64_t>(run, 1);
    int64_t total = 1;
    for (int64_t d : dims) {
      if (d < 0 || __builtin_mul_overflow(total, d, &total)) return run.fail("dims: %lld", static_cast<long long>(d));
    }
    Integers y(indices.size() * dims.size());
    for (size_t i = 0; i < indices.size(); ++i) {
      int64_t rest = indices[i];
      if (rest < 0 || rest >= total)
        return run.fail("indices: %lld is none of %lld elements", static_cast<long long>(rest),
                        static_cast<long long>(total));
      for (size_t d = dims.size(); d-- > 0;) {
        y[d * indices.size() + i] = rest % dims[d];
        rest /= dims[d];
      }
    }
    write_values(run, 0, y.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_check(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0 || !check_numbers(ctx, 0)) return nullptr;
  if (x->shape != y->shape) return ctx.refuse("y: shape %s differs from that of x", KernelCall::dims_text(y->shape));
  return make_kernel([copy = StridedCopy(x->shape, x->strides, y->strides, item)](RunContext &run) {
    for (const double v : read_values<double>(run, 0)) {
      if (!std::isfinite(v))
        return run.fail("x: %s: %s", v != v ? "not a number" : "infinite", run.string_attr("message"));
    }
    copy.run(run, run.input_data(0), run.output_data(0));
    return true;
  });
}

/// For each letter of dst_format its place in src_format; false after a refusal.
bool read_formats(PrepareContext &ctx, std::vector<int64_t> &source) {
  const std::string_view from = ctx.string_attr("src_format", "NHWC"), to = ctx.string_attr("dst_format", "NCHW");
  bool good = from.size() == to.size() && from.size() == 4;
  for (size_t i = 0; good && i < to.size(); ++i) {
    source.push_back(static_cast<int64_t>(from.find(to[i])));
    good = from.find(to[i]) != std::string_view::npos && to.find(from[i]) != std::string_view::npos;
  }
  if (good) return true;
  return ctx.refuse("src_format, dst_format: \"%s\" and \"%s\" are not the same four letters", from.data(), to.data()),
         false;
}
std::unique_ptr<KernelState> prepare_dim_map(PrepareContext &ctx) {
  Integers source;
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true) || !read_formats(ctx, source)) return nullptr;
  if (ctx.output(0)->shape != ctx.input(0)->shape)
    return ctx.refuse("y: shape %s differs from that of x", KernelCall::dims_text(ctx.output(0)->shape));
  return make_kernel([source](RunContext &run) {
    Integers x = read_values<int64_t>(run, 0);
    for (int64_t &v : x) {
      if (!normalize_axis(v, source.size())) return run.fail("x: %lld is no dimension of 4", static_cast<long long>(v));
      v = std::find(source.begin(), source.end(), v) - source.begin();
    }
    write_values(run, 0, x.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_permute(PrepareContext &ctx) {
  Integers source;
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true) || !read_formats(ctx, source)) return nullptr;
  const KernelTensor &x = *ctx.input(0);
  const bool fits = (x.rank() == 1 || (x.rank() == 2 && x.shape[1] == 2)) && (x.shape[0] == 4 || x.shape[0] == 2) &&
                    ctx.output(0)->shape == x.shape;
  if (!fits)
    return ctx.refuse("x: shape %s; two or four numbers, or as many pairs, are required",
                      KernelCall::dims_text(x.shape));
  if (x.shape[0] == 2) {  // of H and W
    const std::string_view from = ctx.string_attr("src_format", "NHWC"), to = ctx.string_attr("dst_format", "NCHW");
    if (from.find('H') == std::string_view::npos || from.find('W') == std::string_view::npos)
      return ctx.refuse("src_format: \"%s\" has no H and W", from.data());
    const bool turned = (from.find('H') < from.find('W')) != (to.find('H') < to.find('W'));
    source = turned ? Integers{1, 0} : Integers{0, 1};
  }
  return make_kernel([source, width = x.rank() == 2 ? size_t{2} : size_t{1}](RunContext &run) {
    const Integers before = read_values<int64_t>(run, 0);
    Integers after;
    for (int64_t from : source) {
      for (size_t k = 0; k < width; ++k) after.push_back(before[static_cast<size_t>(from) * width + k]);
    }
    write_values(run, 0, after.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_empty(PrepareContext &ctx) {
  const KernelTensor *y = ctx.output(0);
  const int64_t item = y == nullptr ? 0 : item_bytes(y->dtype);
  if (item == 0) return ctx.refuse("y: missing, or elements of no whole bytes");
  const Integers none(y->rank(), 0);
  return make_kernel([copy = StridedCopy(y->shape, as_dims(none), y->strides, item)](RunContext &run) {
    static constexpr char kZeros[16] = {};
    copy.run(run, kZeros, run.output_data(0));
    return true;
  });
}

OPSTRATA_KERNEL(Shape, prepare_shapes);
OPSTRATA_KERNEL(ShapeN, prepare_shapes);
OPSTRATA_KERNEL(Size, prepare_size);
OPSTRATA_KERNEL(Rank, prepare_rank);
OPSTRATA_KERNEL(IdentityN, prepare_identities);
OPSTRATA_KERNEL(Bitcast, prepare_bitcast);
OPSTRATA_KERNEL(InvertPermutation, prepare_invert);
OPSTRATA_KERNEL(BroadcastArgs, prepare_broadcast_args);
OPSTRATA_KERNEL(BroadcastGradientArgs, prepare_broadcast_gradient);
OPSTRATA_KERNEL(ConcatOffset, prepare_concat_offset);
OPSTRATA_KERNEL(UnravelIndex, prepare_unravel);
OPSTRATA_KERNEL(CheckNumerics, prepare_check);
OPSTRATA_KERNEL(DataFormatDimMap, prepare_dim_map);
OPSTRATA_KERNEL(DataFormatVecPermute, prepare_permute);
OPSTRATA_KERNEL(Empty, prepare_empty);

}  // namespace
}  // namespace opstrata::operators
