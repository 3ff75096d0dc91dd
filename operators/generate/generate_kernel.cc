#include <cmath>
#include <cstring>

#include "support/moves.h"
#include "support/sequence.h"

namespace opstrata::operators {
namespace {

std::unique_ptr<KernelState> prepare_fill(PrepareContext &ctx) {
  const KernelTensor *value = ctx.input(1), *y = ctx.output(0);
  if (value == nullptr || y == nullptr) return ctx.refuse("%s: missing", value == nullptr ? ctx.input_name(1) : ctx.output_name(0));
  const UnaryRow convert = value->dtype == y->dtype ? nullptr : conversion(value->dtype, y->dtype);
  const int64_t item = item_bytes(y->dtype);
  if (value->elements != 1 || item == 0 || (convert == nullptr && value->dtype != y->dtype)) {
    return ctx.refuse("%s: one value that converts to %s is required", ctx.input_name(1), KernelCall::dtype_name(y->dtype));
  }
  const std::vector<int64_t> none(y->rank(), 0);
  return make_kernel([copy = StridedCopy(y->shape, as_dims(none), y->strides, item), convert](RunContext &run) {
    alignas(16) char one[16] = {};
    if (convert != nullptr) convert(run.in<char>(1), 0, one, 0, 1);
    copy.run(run, convert != nullptr ? one : run.in<char>(1), run.out<char>(0));
    return true;
  });
}

std::unique_ptr<KernelState> prepare_range(PrepareContext &ctx) {
  Number start, delta;
  if (!read_number(ctx, 0, start) || !read_number(ctx, 2, delta) || ctx.output(0) == nullptr) return nullptr;
  const auto line = [](auto first, auto step) { return [=](int64_t i) { return static_cast<decltype(first)>(first + step * static_cast<decltype(first)>(i)); }; };
  if (is_integer(ctx.input(0)->dtype) && is_integer(ctx.input(2)->dtype)) {
    return sequence<int64_t>(ctx, [=](RunContext &run) { return line(start.integer(run), delta.integer(run)); });
  }
  return sequence<double>(ctx, [=](RunContext &run) { return line(start.real(run), delta.real(run)); });
}

/// From both ends toward the middle, so that the last element is exact.
auto spaced(double first, double last, int64_t n) {
  const double step = n > 1 ? (last - first) / static_cast<double>(n - 1) : 0;
  return [=](int64_t i) { return 2 * i < n ? first + step * static_cast<double>(i) : last - step * static_cast<double>(n - 1 - i); };
}
std::unique_ptr<KernelState> prepare_lin_space(PrepareContext &ctx) {
  Number start, stop;
  if (!read_number(ctx, 0, start) || !read_number(ctx, 1, stop) || ctx.output(0) == nullptr) return nullptr;
  const int64_t n = ctx.output(0)->elements;
  return sequence<double>(ctx, [=](RunContext &run) { return spaced(start.real(run), stop.real(run), n); });
}
std::unique_ptr<KernelState> prepare_log_space(PrepareContext &ctx) {
  if (ctx.output(0) == nullptr) return ctx.refuse("result: missing");
  const auto exponent = spaced(ctx.float_attr("start"), ctx.float_attr("end"), ctx.output(0)->elements);
  return sequence<double>(ctx, [exponent, base = ctx.float_attr("base", 10)](RunContext &) { return [=](int64_t i) { return std::pow(base, exponent(i)); }; });
}

std::unique_ptr<KernelState> prepare_eye(PrepareContext &ctx) {
  const KernelTensor *y = ctx.output(0);
  if (y == nullptr || y->rank() < 2) return ctx.refuse("y: a matrix or a stack of them is required");
  const int64_t rows = y->dim(-2), columns = y->dim(-1);
  return sequence<int64_t>(ctx, [=](RunContext &) { return [=](int64_t i) -> int64_t { return i / columns % rows == i % columns; }; });
}

std::unique_ptr<KernelState> prepare_one_hot(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *on = ctx.input(2), *off = ctx.input(3), *y = ctx.output(0);
  if (x == nullptr || y == nullptr || on == nullptr || off == nullptr) return ctx.refuse("x, on_value, off_value and y are required");
  int64_t axis = ctx.int_attr("axis", -1);
  const UnaryRow index = conversion(x->dtype, ge::DT_INT64), value = conversion(on->dtype, y->dtype);
  if (!normalize_axis(axis, y->rank()) || y->rank() != x->rank() + 1 || index == nullptr || value == nullptr || on->dtype != off->dtype || !y->contiguous || !x->contiguous) {
    return ctx.refuse("y: %s does not follow from x %s with a new dimension %lld", KernelCall::dims_text(y->shape), KernelCall::dims_text(x->shape), static_cast<long long>(axis));
  }
  int64_t inner = 1;
  for (size_t d = static_cast<size_t>(axis) + 1; d < y->rank(); ++d) inner *= y->shape[d];
  return make_kernel([=, depth = y->shape[static_cast<size_t>(axis)], n = y->elements, item = static_cast<size_t>(item_bytes(y->dtype)), width = item_bytes(x->dtype)](RunContext &run) {
    alignas(16) char values[2][16] = {};
    value(run.in<char>(3), 0, values[0], 0, 1);
    value(run.in<char>(2), 0, values[1], 0, 1);
    const char *from = run.in<char>(0);
    char *to = run.out<char>(0);
    run.parallel_for(n, kElementGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        int64_t wanted = 0;
        index(from + (i / (inner * depth) * inner + i % inner) * width, 0, reinterpret_cast<char *>(&wanted), 0, 1);
        std::memcpy(to + static_cast<size_t>(i) * item, values[wanted == i / inner % depth], item);
      }
    });
    return true;
  });
}

OPSTRATA_KERNEL(Fill, prepare_fill);
OPSTRATA_KERNEL(Range, prepare_range);
OPSTRATA_KERNEL(LinSpace, prepare_lin_space);
OPSTRATA_KERNEL(LogSpace, prepare_log_space);
OPSTRATA_KERNEL(Eye, prepare_eye);
OPSTRATA_KERNEL(OneHot, prepare_one_hot);

}  // namespace
}  // namespace opstrata::operators
