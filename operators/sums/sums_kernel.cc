// Sums over tensors and small products: AddN, Ger, Trace, and differences of neighbours.
#include <array>
#include <vector>

#include "elementwise/map.h"
#include "support/convert.h"
#include "support/moves.h"

namespace opstrata::operators {
namespace {

constexpr int64_t kBlock = 512;

/// Calls `f(X(), dtype of X)` with the widest type of computation for `dtype`: float64, complex128 or int64.
template <class F>
std::unique_ptr<KernelState> with_widest(ge::DataType dtype, F f) {
  switch (map_type(dtype)) {
    case kMapComplex: return f(Complex(), ge::DT_COMPLEX128);
    case kMapInt: case kMapUint: return f(int64_t(), ge::DT_INT64);
    default: return f(double(), ge::DT_DOUBLE);
  }
}
template <class X>
void load(UnaryRow convert, const char *from, int64_t stride, X *to, int64_t n) {
  convert(from, stride, reinterpret_cast<char *>(to), sizeof(X), n);
}
template <class X>
void store(UnaryRow convert, const X *from, char *to, int64_t stride, int64_t n) {
  convert(reinterpret_cast<const char *>(from), sizeof(X), to, stride, n);
}
bool check_contiguous(PrepareContext &ctx, const KernelTensor *t, const char *name) {
  if (t != nullptr && t->contiguous && map_type(t->dtype) != kMapTypes && item_bytes(t->dtype) != 0) return true;
  return ctx.refuse("%s: a contiguous tensor of numbers is required", name), false;
}

/// y = the sum of the instances of x, rounded once.
std::unique_ptr<KernelState> prepare_add_n(PrepareContext &ctx) {
  const KernelTensor *y = ctx.output(0);
  if (!check_contiguous(ctx, y, ctx.output_name(0))) return nullptr;
  for (uint32_t i = 0; i < ctx.input_count(0); ++i) {
    if (!check_contiguous(ctx, ctx.input(0, i), ctx.input_name(0))) return nullptr;
    if (ctx.input(0, i)->shape != y->shape || ctx.input(0, i)->dtype != y->dtype) return ctx.refuse("x: tensor %u differs in type or shape from y", i);
  }
  return with_widest(y->dtype, [&]<class X>(X, ge::DataType wide) {
    return make_kernel([n = y->elements, count = ctx.input_count(0), item = item_bytes(y->dtype), in = conversion(y->dtype, wide),
                        out = conversion(wide, y->dtype)](RunContext &run) {
      run.parallel_for(n, kElementGrain, [&](int64_t begin, int64_t end) {
        std::array<X, kBlock> sum, part;
        for (int64_t i = begin; i < end; i += kBlock) {
          const int64_t length = std::min(kBlock, end - i);
          sum.fill(X());
          for (uint32_t t = 0; t < count; ++t) {
            load(in, run.in<char>(0, t) + i * item, item, part.data(), length);
            for (int64_t k = 0; k < length; ++k) sum[static_cast<size_t>(k)] += part[static_cast<size_t>(k)];
          }
          store(out, sum.data(), run.out<char>(0) + i * item, item, length);
        }
      });
      return true;
    });
  });
}

/// y[i][j] = x1[i] * x2[j].
std::unique_ptr<KernelState> prepare_ger(PrepareContext &ctx) {
  const KernelTensor *a = ctx.input(0), *b = ctx.input(1), *y = ctx.output(0);
  if (!check_contiguous(ctx, a, "x1") || !check_contiguous(ctx, b, "x2") || !check_contiguous(ctx, y, "y")) return nullptr;
  if (a->elements * b->elements != y->elements) return ctx.refuse("y: %s is not the product of %s and %s", KernelCall::dims_text(y->shape), KernelCall::dims_text(a->shape), KernelCall::dims_text(b->shape));
  return with_widest(y->dtype, [&]<class X>(X, ge::DataType wide) {
    return make_kernel([rows = a->elements, columns = b->elements, item_a = item_bytes(a->dtype), item_b = item_bytes(b->dtype), item = item_bytes(y->dtype),
                        in_a = conversion(a->dtype, wide), in_b = conversion(b->dtype, wide), out = conversion(wide, y->dtype)](RunContext &run) {
      std::vector<X> row(static_cast<size_t>(columns)), right(row);
      load(in_b, run.in<char>(1), item_b, right.data(), columns);
      for (int64_t i = 0; i < rows; ++i) {
        X left;
        load(in_a, run.in<char>(0) + i * item_a, item_a, &left, 1);
        for (size_t k = 0; k < row.size(); ++k) row[k] = left * right[k];
        store(out, row.data(), run.out<char>(0) + i * columns * item, item, columns);
      }
      return true;
    });
  });
}

/// y = the sum of the diagonal of the matrix x.
std::unique_ptr<KernelState> prepare_trace(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (x == nullptr || y == nullptr || x->rank() != 2 || y->elements != 1) return ctx.refuse("x: a matrix and one result are required");
  const UnaryRow probe = conversion(x->dtype, ge::DT_DOUBLE);
  if (probe == nullptr) return ctx.refuse("x: data type %s is not supported", KernelCall::dtype_name(x->dtype));
  return with_widest(x->dtype, [&]<class X>(X, ge::DataType wide) {
    return make_kernel([n = std::min(x->shape[0], x->shape[1]), step = (x->strides[0] + x->strides[1]) * item_bytes(x->dtype), in = conversion(x->dtype, wide),
                        out = conversion(wide, y->dtype)](RunContext &run) {
      std::vector<X> diagonal(static_cast<size_t>(n));
      load(in, run.in<char>(0), step, diagonal.data(), n);
      X sum = X();
      for (const X &v : diagonal) sum += v;
      store(out, &sum, run.out<char>(0), 0, 1);
      return true;
    });
  });
}

/// y[i] = whether element i differs from the one before it; 0 for the first.
std::unique_ptr<KernelState> prepare_adjacent_difference(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (!check_contiguous(ctx, x, "x") || !check_contiguous(ctx, y, "y")) return nullptr;
  if (x->elements != y->elements) return ctx.refuse("y: %s has another number of elements than x %s", KernelCall::dims_text(y->shape), KernelCall::dims_text(x->shape));
  return with_widest(x->dtype, [&]<class X>(X, ge::DataType wide) {
    return make_kernel([n = x->elements, item_x = item_bytes(x->dtype), item_y = item_bytes(y->dtype), in = conversion(x->dtype, wide),
                        out = conversion(ge::DT_INT64, y->dtype)](RunContext &run) {
      run.parallel_for(n, kElementGrain, [&](int64_t begin, int64_t end) {
        std::array<X, kBlock> values;
        std::array<int64_t, kBlock> flags;
        X before = X();
        if (begin > 0) load(in, run.in<char>(0) + (begin - 1) * item_x, item_x, &before, 1);
        for (int64_t i = begin; i < end; i += kBlock) {
          const int64_t length = std::min(kBlock, end - i);
          load(in, run.in<char>(0) + i * item_x, item_x, values.data(), length);
          for (size_t k = 0; k < static_cast<size_t>(length); before = values[k++]) flags[k] = i + static_cast<int64_t>(k) > 0 && values[k] != before;
          store(out, flags.data(), run.out<char>(0) + i * item_y, item_y, length);
        }
      });
      return true;
    });
  });
}

OPSTRATA_KERNEL(AddN, prepare_add_n);
OPSTRATA_KERNEL(AccumulateNV2, prepare_add_n);
OPSTRATA_KERNEL(AccumulateNv2, prepare_add_n);
OPSTRATA_KERNEL(AccumulateNv2V2, prepare_add_n);
OPSTRATA_KERNEL(Ger, prepare_ger);
OPSTRATA_KERNEL(Trace, prepare_trace);
OPSTRATA_KERNEL(AdjacentDifference, prepare_adjacent_difference);

}  // namespace
}  // namespace opstrata::operators
