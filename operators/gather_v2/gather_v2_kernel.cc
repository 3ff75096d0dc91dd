#include <atomic>
#include <cstring>

#include "support/moves.h"
#include "support/rows.h"

namespace opstrata::operators {
namespace {

/// y[b, p, i, s] = x[b, p, indices[b, i], s], where b, p, i, s stand for groups of dimensions: batch, before the axis,
/// of the indices, after the axis.
struct Gather {
  StridedLoop<3> outer;  ///< over b, p, i; operands: x (axis left out), indices, y
  StridedLoop<2> inner;  ///< over s; operands: x, y
  int64_t axis_stride = 0, axis_extent = 0, item = 1;
  bool wide_indices = false, negative_allowed = false;

  bool run(RunContext &ctx) const {
    if (outer.total() == 0 || inner.total() == 0) return true;
    const std::array<char *, 3> base = {address(ctx.input_data(0)), address(ctx.input_data(1)), address(ctx.output_data(0))};
    const auto step = outer.row_strides();
    const int64_t grain = std::max<int64_t>(1, kElementGrain / inner.total());
    std::atomic<bool> good{true};
    ctx.parallel_for(outer.total(), grain, [&](int64_t begin, int64_t end) {
      outer.run(base, begin, end, [&](const std::array<char *, 3> &p, int64_t n) {
        for (int64_t k = 0; k < n; ++k) {
          const int64_t given = wide_indices ? element<int64_t>(p[1], k * step[1]) : element<int32_t>(p[1], k * step[1]);
          const int64_t index = negative_allowed && given < 0 ? given + axis_extent : given;
          if (index < 0 || index >= axis_extent) {
            good = ctx.fail("indices: %lld is outside [%lld, %lld]", static_cast<long long>(given),
                            static_cast<long long>(negative_allowed ? -axis_extent : 0), static_cast<long long>(axis_extent - 1));
            return;
          }
          copy_slice(p[0] + k * step[0] + index * axis_stride, p[2] + k * step[2]);
        }
      });
    });
    return good;
  }

  void copy_slice(char *from, char *to) const {
    const auto strides = inner.row_strides();
    inner.run({from, to}, 0, inner.total(), [&](const std::array<char *, 2> &p, int64_t n) {
      if (n == 1 || (strides[0] == item && strides[1] == item)) {
        std::memcpy(p[1], p[0], static_cast<size_t>(n * item));
      } else {
        for (int64_t i = 0; i < n; ++i) std::memcpy(p[1] + i * strides[1], p[0] + i * strides[0], static_cast<size_t>(item));
      }
    });
  }
};

std::unique_ptr<KernelState> prepare_gather(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *indices = ctx.input(1), *y = ctx.output(0);
  if (x == nullptr || indices == nullptr || y == nullptr) return ctx.refuse("x, indices and y are required");
  Gather g;
  g.item = item_bytes(x->dtype);
  if (g.item == 0 || x->dtype != y->dtype) {
    return ctx.refuse("x: data type %s cannot be gathered into y of type %s", KernelCall::dtype_name(x->dtype), KernelCall::dtype_name(y->dtype));
  }
  g.wide_indices = indices->dtype == ge::DT_INT64;
  if (!g.wide_indices && indices->dtype != ge::DT_INT32) {
    return ctx.refuse("indices: data type %s is not supported; DT_INT32 and DT_INT64 are", KernelCall::dtype_name(indices->dtype));
  }
  std::vector<int64_t> axis_value;
  if (!constant_integers(ctx, 2, axis_value)) return nullptr;
  int64_t axis = axis_value.size() == 1 ? axis_value[0] : INT64_MIN;
  int64_t batch = ctx.int_attr("batch_dims");
  if (batch < 0) batch += static_cast<int64_t>(indices->rank());
  if (x->rank() == 0 || !normalize_axis(axis, x->rank())) return ctx.refuse("axis: outside the dimensions of x %s", KernelCall::dims_text(x->shape));
  if (batch < 0 || batch > axis || batch > static_cast<int64_t>(indices->rank())) {
    return ctx.refuse("batch_dims: %lld does not fit axis %lld and indices %s", static_cast<long long>(batch), static_cast<long long>(axis),
                      KernelCall::dims_text(indices->shape));
  }
  g.negative_allowed = ctx.bool_attr("negative_index_support");
  const auto a = static_cast<size_t>(axis), b = static_cast<size_t>(batch);
  const int64_t index_item = g.wide_indices ? 8 : 4;
  if (y->rank() != x->rank() - 1 + indices->rank() - b) return ctx.refuse("y: rank %zu does not fit x, indices and axis", y->rank());
  size_t out = 0;
  bool fits = true;
  const auto add_outer = [&](int64_t extent, int64_t from, int64_t index) {
    fits = fits && y->shape[out] == extent;
    g.outer.add(extent, {from * g.item, index * index_item, y->strides[out++] * g.item});
  };
  for (size_t d = 0; d < a; ++d) {
    fits = fits && (d >= b || indices->shape[d] == x->shape[d]);
    add_outer(x->shape[d], x->strides[d], d < b ? indices->strides[d] : 0);
  }
  for (size_t d = b; d < indices->rank(); ++d) add_outer(indices->shape[d], 0, indices->strides[d]);
  for (size_t d = a + 1; d < x->rank(); ++d) {
    fits = fits && y->shape[out] == x->shape[d];
    g.inner.add(x->shape[d], {x->strides[d] * g.item, y->strides[out++] * g.item});
  }
  if (!fits) {
    return ctx.refuse("y: shape %s does not fit x %s, indices %s, axis %lld, batch_dims %lld", KernelCall::dims_text(y->shape),
                      KernelCall::dims_text(x->shape), KernelCall::dims_text(indices->shape), static_cast<long long>(axis),
                      static_cast<long long>(batch));
  }
  g.axis_stride = x->strides[a] * g.item;
  g.axis_extent = x->shape[a];
  return make_kernel([g = std::move(g)](RunContext &run) { return g.run(run); });
}
OPSTRATA_KERNEL(GatherV2, prepare_gather);

}  // namespace
}  // namespace opstrata::operators
