// Gathering and scattering by index tensors.
#include <cstring>
#include <string_view>

#include "elementwise/map.h"
#include "support/convert.h"
#include "support/moves.h"
#include "support/rows.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;

/// All elements of an index tensor in row-major order.
Integers read_indices(const RunContext &run, uint32_t input) {
  const KernelTensor &t = *run.input(input);
  Integers values(static_cast<size_t>(t.elements));
  StridedLoop<1> loop;
  for (size_t d = 0; d < t.rank(); ++d) loop.add(t.shape[d], {t.strides[d] * item_bytes(t.dtype)});
  const UnaryRow convert = conversion(t.dtype, ge::DT_INT64);
  char *to = reinterpret_cast<char *>(values.data());
  loop.run({address(run.input_data(input))}, 0, loop.total(), [&](const std::array<char *, 1> &p, int64_t n) {
    convert(p[0], loop.row_strides()[0], to, sizeof(int64_t), n);
    to += n * static_cast<int64_t>(sizeof(int64_t));
  });
  return values;
}
bool check_index(PrepareContext &ctx, uint32_t input) {
  const KernelTensor *t = ctx.input(input);
  if (t != nullptr && (t->dtype == ge::DT_INT32 || t->dtype == ge::DT_INT64)) return true;
  return ctx.refuse("%s: an index tensor of DT_INT32 or DT_INT64 is required", ctx.input_name(input)), false;
}
/// Brings an index into [0, n); fails the run when it is outside.
bool in_range(RunContext &run, uint32_t input, int64_t &index, int64_t n) {
  if (index < 0) index += n;
  return (index >= 0 && index < n) || run.fail("%s: index %lld is outside [0, %lld)", run.input_name(input), static_cast<long long>(index), static_cast<long long>(n));
}

/// What happens to an element that an update meets.
enum class Join : uint8_t { kAssign, kAdd, kSub, kMul, kDiv, kMax, kMin };

/// Joins rows of updates into rows of the target; computed in float64, complex128 or int64 and rounded at once.
class Joiner {
 public:
  bool prepare(PrepareContext &ctx, Join join, ge::DataType target, ge::DataType source, double factor = 1) {
    join_ = join;
    factor_ = factor;
    item_ = item_bytes(target);
    if (join == Join::kAssign && target == source && item_ != 0) return true;
    const MapType type = std::max(map_type(target), map_type(source));
    computed_ = type == kMapComplex ? ge::DT_COMPLEX128 : type == kMapInt || type == kMapUint ? ge::DT_INT64 : ge::DT_DOUBLE;
    load_ = conversion(target, computed_);
    load_source_ = conversion(source, computed_);
    store_ = conversion(computed_, target);
    if (load_ != nullptr && load_source_ != nullptr && store_ != nullptr) return true;
    return ctx.refuse("updates: data type %s cannot be joined with %s", KernelCall::dtype_name(source), KernelCall::dtype_name(target)), false;
  }
  /// `n` elements, strides in bytes.
  void row(char *target, int64_t st, const char *source, int64_t ss, int64_t n) const {
    if (load_ == nullptr) {
      for (int64_t i = 0; i < n; ++i) std::memcpy(target + i * st, source + i * ss, static_cast<size_t>(item_));
    } else if (computed_ == ge::DT_INT64) {
      compute<int64_t>(target, st, source, ss, n);
    } else if (computed_ == ge::DT_DOUBLE) {
      compute<double>(target, st, source, ss, n);
    } else {
      compute<Complex>(target, st, source, ss, n);
    }
  }

 private:
  template <class X>
  void compute(char *target, int64_t st, const char *source, int64_t ss, int64_t n) const {
    constexpr int64_t kBlock = 64;
    X a[kBlock], b[kBlock];
    constexpr auto kItem = static_cast<int64_t>(sizeof(X));
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t count = std::min(kBlock, n - i);
      load_(target + i * st, st, reinterpret_cast<char *>(a), kItem, count);
      load_source_(source + i * ss, ss, reinterpret_cast<char *>(b), kItem, count);
      for (int64_t k = 0; k < count; ++k) a[k] = join(a[k], b[k]);
      store_(reinterpret_cast<const char *>(a), kItem, target + i * st, st, count);
    }
  }
  template <class X>
  X join(X a, X b) const {
    switch (join_) {
      case Join::kAdd: return a + b * static_cast<X>(factor_);
      case Join::kSub: return a - b;
      case Join::kMul: return a * b;
      case Join::kDiv:
        if constexpr (std::is_integral_v<X>) return b == 0 ? X(0) : a / b;
        else return a / b;
      default: break;
    }
    if constexpr (!std::is_same_v<X, Complex>) {
      if (join_ == Join::kMax) return a != a || a > b ? a : b;
      if (join_ == Join::kMin) return a != a || a < b ? a : b;
    }
    return b;
  }

  Join join_ = Join::kAssign;
  double factor_ = 1;
  int64_t item_ = 1;
  ge::DataType computed_ = ge::DT_DOUBLE;
  UnaryRow load_ = nullptr, load_source_ = nullptr, store_ = nullptr;
};

/// Copies x to y unless they are the same memory.
void start_from(RunContext &run, const StridedCopy &copy, uint32_t input) {
  if (run.input_data(input) != run.output_data(0)) copy.run(run, run.input_data(input), run.output_data(0));
}

Integers shape_list(Dims dims) { return {dims.begin(), dims.end()}; }

/// For every element of an index tensor of `shape`: f(i, offset of the element in a tensor with `strides` without dimension `axis`,
/// offset in one with `own` strides).
template <class F>
bool for_each_index(const Integers &shape, const Integers &strides, const Integers &own, size_t axis, F f) {
  Integers at(shape.size(), 0);
  int64_t total = 1;
  for (int64_t n : shape) total *= n;
  for (int64_t i = 0; i < total; ++i) {
    int64_t elsewhere = 0, here = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (d != axis) elsewhere += at[d] * strides[d];
      here += at[d] * own[d];
    }
    if (!f(static_cast<size_t>(i), elsewhere, here)) return false;
    for (size_t d = shape.size(); d-- > 0 && ++at[d] == shape[d];) at[d] = 0;
  }
  return true;
}

/// y[i][j][k] = x[index[i][j][k]][j][k] for dimension 0, and likewise for the others.
std::unique_ptr<KernelState> prepare_gather_elements(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0), *index = ctx.input(1);
  const int64_t item = movable_item(ctx, x, y);
  int64_t dim = ctx.int_attr("dim");
  if (item == 0 || !check_index(ctx, 1)) return nullptr;
  bool fits = normalize_axis(dim, x->rank()) && index->rank() == x->rank() && index->shape == y->shape;
  for (size_t d = 0; fits && d < x->rank(); ++d) fits = static_cast<int64_t>(d) == dim || index->shape[d] <= x->shape[d];
  if (!fits) return ctx.refuse("index: shape %s does not fit x %s and y %s", KernelCall::dims_text(index->shape), KernelCall::dims_text(x->shape), KernelCall::dims_text(y->shape));
  const auto axis = static_cast<size_t>(dim);
  const int64_t extent = x->rank() == 0 ? 1 : x->shape[axis], step = x->rank() == 0 ? 0 : x->strides[axis] * item;
  return make_kernel([=, shape = shape_list(y->shape), from = shape_list(x->strides), to = shape_list(y->strides)](RunContext &run) {
    const Integers indices = read_indices(run, 1);
    const char *source = run.in<char>(0);
    char *target = run.out<char>(0);
    return for_each_index(shape, from, to, axis, [&](size_t i, int64_t elsewhere, int64_t here) {
      int64_t at = indices[i];
      if (!in_range(run, 1, at, extent)) return false;
      std::memcpy(target + here * item, source + elsewhere * item + at * step, static_cast<size_t>(item));
      return true;
    });
  });
}

/// y = data with y[index[i][j]][j] joined by updates[i][j].
std::unique_ptr<KernelState> prepare_scatter_elements(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *index = ctx.input(1), *updates = ctx.input(2), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  int64_t dim = ctx.int_attr("axis");
  if (item == 0 || !check_index(ctx, 1) || updates == nullptr) return item == 0 ? nullptr : ctx.refuse("updates: missing or wrong");
  const std::string_view reduction = ctx.string_attr("reduction", "none");
  const Join join = reduction == "add" ? Join::kAdd : reduction == "mul" || reduction == "multiply" ? Join::kMul : reduction == "max" || reduction == "amax" ? Join::kMax
                  : reduction == "min" || reduction == "amin" ? Join::kMin : Join::kAssign;
  if (join == Join::kAssign && reduction != "none" && reduction != "update" && !reduction.empty()) {
    return ctx.refuse("reduction: \"%s\" is none of none, add, mul, max, min", ctx.string_attr("reduction"));
  }
  bool fits = normalize_axis(dim, x->rank()) && index->rank() == x->rank() && updates->rank() == x->rank() && x->shape == y->shape;
  for (size_t d = 0; fits && d < x->rank(); ++d) fits = index->shape[d] <= updates->shape[d] && (static_cast<int64_t>(d) == dim || index->shape[d] <= x->shape[d]);
  Joiner joiner;
  if (!fits) return ctx.refuse("indices: shape %s does not fit %s and updates %s", KernelCall::dims_text(index->shape), KernelCall::dims_text(x->shape), KernelCall::dims_text(updates->shape));
  if (!joiner.prepare(ctx, join, y->dtype, updates->dtype)) return nullptr;
  const auto axis = static_cast<size_t>(dim);
  const int64_t extent = x->rank() == 0 ? 1 : x->shape[axis], step = x->rank() == 0 ? 0 : y->strides[axis] * item, width = item_bytes(updates->dtype);
  return make_kernel([=, copy = StridedCopy(x->shape, x->strides, y->strides, item), shape = shape_list(index->shape), to = shape_list(y->strides),
                      from = shape_list(updates->strides)](RunContext &run) {
    start_from(run, copy, 0);
    const Integers indices = read_indices(run, 1);
    return for_each_index(shape, to, from, axis, [&](size_t i, int64_t elsewhere, int64_t here) {
      int64_t at = indices[i];
      if (!in_range(run, 1, at, extent)) return false;
      joiner.row(run.out<char>(0) + elsewhere * item + at * step, item, run.in<char>(2) + here * width, width, 1);
      return true;
    });
  });
}

/// Rows that the last dimension of an index tensor names in the first `depth` dimensions of `shape`: byte offsets.
bool row_offsets(RunContext &run, uint32_t input, const Integers &shape, const Integers &strides, size_t depth, int64_t item, Integers &offsets) {
  const Integers indices = read_indices(run, input);
  for (size_t i = 0; depth != 0 && i < indices.size(); i += depth) {
    int64_t offset = 0;
    for (size_t d = 0; d < depth; ++d) {
      int64_t at = indices[i + d];
      if (!in_range(run, input, at, shape[d])) return false;
      offset += at * strides[d] * item;
    }
    offsets.push_back(offset);
  }
  return true;
}

/// y[i…] = x[indices[i…]]: the last dimension of `indices` is a place in the first dimensions of x.
std::unique_ptr<KernelState> prepare_gather_nd(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *index = ctx.input(1), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0 || !check_index(ctx, 1)) return nullptr;
  const size_t depth = index->rank() == 0 ? 0 : static_cast<size_t>(index->shape.back());
  if (depth > x->rank() || !x->contiguous || !y->contiguous) return ctx.refuse("indices: places of %zu numbers in x %s", depth, KernelCall::dims_text(x->shape));
  int64_t row = item;
  for (size_t d = depth; d < x->rank(); ++d) row *= x->shape[d];
  return make_kernel([=, shape = shape_list(x->shape), strides = shape_list(x->strides)](RunContext &run) {
    Integers offsets;
    if (!row_offsets(run, 1, shape, strides, depth, item, offsets)) return false;
    for (size_t i = 0; i < offsets.size(); ++i) std::memcpy(run.out<char>(0) + static_cast<int64_t>(i) * row, run.in<char>(0) + offsets[i], static_cast<size_t>(row));
    return true;
  });
}

/// y = var with the rows that `indices` (input 1) name joined by those of `updates` (input 2). `by_place`: the last dimension of
/// indices is a place; else every index is a row of dimension `axis`.
std::unique_ptr<KernelState> scatter_rows(PrepareContext &ctx, Join join, bool by_place, uint32_t ir_var, uint32_t ir_index, uint32_t ir_updates, double factor = 1) {
  const KernelTensor *y = ctx.output(0), *index = ctx.input(ir_index), *updates = ctx.input(ir_updates);
  const KernelTensor *var = ir_var == UINT32_MAX ? y : ctx.input(ir_var);
  const int64_t item = movable_item(ctx, var, y);
  if (item == 0 || !check_index(ctx, ir_index) || updates == nullptr) return item == 0 ? nullptr : ctx.refuse("updates: missing or wrong");
  const size_t depth = !by_place ? 1 : index->rank() == 0 ? 0 : static_cast<size_t>(index->shape.back());
  Joiner joiner;
  if (!joiner.prepare(ctx, join, y->dtype, updates->dtype, factor)) return nullptr;
  if (depth == 0 || depth > y->rank() || !y->contiguous || !updates->contiguous || var->shape != y->shape) {
    return ctx.refuse("indices: %s are no rows of %s", KernelCall::dims_text(index->shape), KernelCall::dims_text(y->shape));
  }
  int64_t row = 1;
  for (size_t d = depth; d < y->rank(); ++d) row *= y->shape[d];
  const int64_t rows = index->elements / static_cast<int64_t>(depth), width = item_bytes(updates->dtype);
  const bool one = updates->elements == 1;  // one value for all
  if (!one && updates->elements != rows * row) {
    return ctx.refuse("updates: %s does not fit %lld rows of %lld elements", KernelCall::dims_text(updates->shape), static_cast<long long>(rows), static_cast<long long>(row));
  }
  const Integers none(y->rank(), 0);
  const bool from_zero = ir_var == UINT32_MAX;
  return make_kernel([=, copy = StridedCopy(y->shape, from_zero ? as_dims(none) : var->strides, y->strides, item), shape = shape_list(y->shape),
                      strides = shape_list(y->strides)](RunContext &run) {
    static const char zeros[16] = {};
    if (from_zero) copy.run(run, zeros, run.output_data(0));
    else start_from(run, copy, ir_var);
    Integers offsets;
    if (!row_offsets(run, ir_index, shape, strides, depth, item, offsets)) return false;
    for (size_t i = 0; i < offsets.size(); ++i) {
      joiner.row(run.out<char>(0) + offsets[i], item, run.in<char>(ir_updates) + (one ? 0 : static_cast<int64_t>(i) * row * width), one ? 0 : width, row);
    }
    return true;
  });
}
template <Join How>
std::unique_ptr<KernelState> prepare_scatter(PrepareContext &ctx) { return scatter_rows(ctx, How, false, 0, 1, 2); }
template <Join How>
std::unique_ptr<KernelState> prepare_scatter_nd(PrepareContext &ctx) { return scatter_rows(ctx, How, true, 0, 1, 2); }
std::unique_ptr<KernelState> prepare_scatter_nd_new(PrepareContext &ctx) { return scatter_rows(ctx, Join::kAdd, true, UINT32_MAX, 0, 1); }

/// var[…, indices[i], …] += alpha * updates[…, i, …] along `axis`. `Sorted`: the indices stand in an order of their own, and
/// input 3 says for each which of the updates is its.
template <bool Sorted>
std::unique_ptr<KernelState> prepare_index_add(PrepareContext &ctx) {
  constexpr uint32_t kIndex = Sorted ? 2 : 1, kUpdates = Sorted ? 1 : 2, kAlpha = Sorted ? 4 : 3, kPlaces = 3;
  const KernelTensor *var = ctx.input(0), *index = ctx.input(kIndex), *updates = ctx.input(kUpdates), *alpha = ctx.input(kAlpha), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, var, y);
  int64_t dim = ctx.int_attr("axis");
  if (item == 0 || !check_index(ctx, kIndex) || (Sorted && !check_index(ctx, kPlaces)) || updates == nullptr) return item == 0 ? nullptr : ctx.refuse("updates: missing or wrong");
  bool fits = (!Sorted || ctx.input(kPlaces)->elements == index->elements) && normalize_axis(dim, var->rank()) && var->rank() > 0 && updates->rank() == var->rank() && var->shape == y->shape;
  for (size_t d = 0; fits && d < var->rank(); ++d) fits = updates->shape[d] == (static_cast<int64_t>(d) == dim ? index->elements : var->shape[d]);
  if (!fits) return ctx.refuse("updates: %s does not fit var %s and %lld indices", KernelCall::dims_text(updates->shape), KernelCall::dims_text(var->shape), static_cast<long long>(index->elements));
  Joiner probe;
  const UnaryRow factor = alpha == nullptr ? nullptr : conversion(alpha->dtype, ge::DT_DOUBLE);
  if (!probe.prepare(ctx, Join::kAdd, y->dtype, updates->dtype)) return nullptr;
  if (alpha != nullptr && (factor == nullptr || alpha->elements != 1)) return ctx.refuse("alpha: one number is required");
  const auto axis = static_cast<size_t>(dim);
  const UnaryRow load = conversion(y->dtype, ge::DT_DOUBLE), load_update = conversion(updates->dtype, ge::DT_DOUBLE), store = conversion(ge::DT_DOUBLE, y->dtype);
  const bool plain = alpha == nullptr;
  return make_kernel([=, copy = StridedCopy(var->shape, var->strides, y->strides, item), shape = shape_list(updates->shape), to = shape_list(y->strides),
                      from = shape_list(updates->strides), width = item_bytes(updates->dtype), extent = var->shape[axis], step = y->strides[axis] * item](RunContext &run) {
    start_from(run, copy, 0);
    double scale = 1;
    if (!plain) factor(run.in<char>(kAlpha), 0, reinterpret_cast<char *>(&scale), 0, 1);
    Integers indices = read_indices(run, kIndex);
    if (Sorted) {
      const Integers places = read_indices(run, kPlaces);
      Integers by_update(indices.size(), -1);
      for (size_t i = 0; i < places.size(); ++i) {
        int64_t at = places[i];
        if (!in_range(run, kPlaces, at, static_cast<int64_t>(places.size()))) return false;
        by_update[static_cast<size_t>(at)] = indices[i];
      }
      indices = std::move(by_update);
    }
    int64_t inner = 1;
    for (size_t d = axis + 1; d < shape.size(); ++d) inner *= shape[d];
    return for_each_index(shape, to, from, axis, [&](size_t i, int64_t elsewhere, int64_t here) {
      int64_t at = indices[i / static_cast<size_t>(inner) % indices.size()];
      if (!in_range(run, kIndex, at, extent)) return false;
      char *target = run.out<char>(0) + elsewhere * item + at * step;
      const char *source = run.in<char>(kUpdates) + here * width;
      if (scale == 1) {
        probe.row(target, item, source, width, 1);
      } else {
        double a = 0, b = 0;
        load(target, 0, reinterpret_cast<char *>(&a), 0, 1);
        load_update(source, 0, reinterpret_cast<char *>(&b), 0, 1);
        a += scale * b;
        store(reinterpret_cast<const char *>(&a), 0, target, 0, 1);
      }
      return true;
    });
  });
}

/// Row-major numbers to byte offsets in a tensor that is broadcast to `shape`.
int64_t broadcast_offset(const KernelTensor &t, Dims shape, int64_t element) {
  int64_t offset = 0;
  for (size_t d = shape.size(); d-- > 0;) {
    offset += element % shape[d] * broadcast_stride(t, d, shape.size());
    element /= shape[d];
  }
  return offset;
}

/// The places that index tensors name in a tensor: byte offsets in the order of their row-major numbers, and their shape.
struct Places {
  Integers shape, offsets;

  /// `marks`: input with a number for every dimension of x, not 0 where it is indexed; `indices`: dynamic input with the index tensors.
  bool read(RunContext &run, const KernelTensor &x, uint32_t marks, uint32_t indices) {
    const Integers marked = read_indices(run, marks);
    const int64_t item = item_bytes(x.dtype);
    Integers common, indexed, free;
    for (size_t d = 0; d < x.rank(); ++d) (d < marked.size() && marked[d] != 0 ? indexed : free).push_back(static_cast<int64_t>(d));
    const uint32_t count = run.input_count(indices);
    if (indexed.size() != count) return run.fail("%s: %u tensors for %zu indexed dimensions", run.input_name(indices), count, indexed.size());
    for (uint32_t k = 0; k < count; ++k) {
      const Dims dims = run.input(indices, k)->shape;
      if (dims.size() > common.size()) common.insert(common.begin(), dims.size() - common.size(), 1);
      for (size_t d = 0; d < dims.size(); ++d) {
        int64_t &extent = common[common.size() - dims.size() + d];
        if (extent != dims[d] && extent != 1 && dims[d] != 1) return run.fail("%s: the shapes cannot be broadcast", run.input_name(indices));
        if (extent == 1) extent = dims[d];
      }
    }
    // Offsets of the index tensors' elements.
    Integers at(1, 0);
    for (int64_t n : common) at.resize(at.size() * static_cast<size_t>(n), 0);
    for (uint32_t k = 0; k < count; ++k) {
      const KernelTensor &index = *run.input(indices, k);
      const UnaryRow convert = conversion(index.dtype, ge::DT_INT64);
      const auto d = static_cast<size_t>(indexed[k]);
      for (size_t i = 0; i < at.size(); ++i) {
        int64_t value = 0;
        convert(run.in<char>(indices, k) + broadcast_offset(index, as_dims(common), static_cast<int64_t>(i)), 0, reinterpret_cast<char *>(&value), 0, 1);
        if (!in_range(run, indices, value, x.shape[d])) return false;
        at[i] += value * x.strides[d] * item;
      }
    }
    // The common dimensions stand where the indexed ones are when those are neighbours, else first.
    const bool neighbours = indexed.empty() || indexed.back() - indexed.front() + 1 == static_cast<int64_t>(indexed.size());
    const size_t before = neighbours && !indexed.empty() ? static_cast<size_t>(indexed.front()) : 0;
    int64_t outer = 1, inner = 1;
    for (size_t f = 0; f < free.size(); ++f) (f < before ? outer : inner) *= x.shape[static_cast<size_t>(free[f])];
    const auto free_offset = [&](size_t from, size_t to, int64_t number) {
      int64_t offset = 0;
      for (size_t f = to; f-- > from;) {
        const auto d = static_cast<size_t>(free[f]);
        offset += number % x.shape[d] * x.strides[d] * item;
        number /= x.shape[d];
      }
      return offset;
    };
    for (int64_t o = 0; o < outer; ++o) {
      const int64_t first = free_offset(0, before, o);
      for (int64_t place : at) {
        for (int64_t i = 0; i < inner; ++i) offsets.push_back(first + place + free_offset(before, free.size(), i));
      }
    }
    for (size_t f = 0; f < before; ++f) shape.push_back(x.shape[static_cast<size_t>(free[f])]);
    shape.insert(shape.end(), common.begin(), common.end());
    for (size_t f = before; f < free.size(); ++f) shape.push_back(x.shape[static_cast<size_t>(free[f])]);
    return true;
  }
};
bool check_index_list(PrepareContext &ctx, uint32_t indices) {
  for (uint32_t k = 0; k < ctx.input_count(indices); ++k) {
    const KernelTensor *t = ctx.input(indices, k);
    if (t == nullptr || (t->dtype != ge::DT_INT32 && t->dtype != ge::DT_INT64)) return ctx.refuse("%s: index tensors of DT_INT32 or DT_INT64 are required", ctx.input_name(indices)), false;
  }
  return true;
}

std::unique_ptr<KernelState> prepare_index(PrepareContext &ctx) {
  const int64_t item = movable_item(ctx, ctx.input(0), ctx.output(0));
  if (item == 0 || !check_index(ctx, 1) || !check_index_list(ctx, 3)) return nullptr;
  return make_kernel([item](RunContext &run) {
    Places places;
    if (!places.read(run, *run.input(0), 1, 3)) return false;
    const KernelTensor &y = *run.output(0);
    if (as_dims(places.shape) != y.shape) return run.fail("y: shape %s is not %s, that of the places", KernelCall::dims_text(y.shape), KernelCall::dims_text(as_dims(places.shape)));
    for (size_t i = 0; i < places.offsets.size(); ++i) {
      std::memcpy(run.out<char>(0) + broadcast_offset(y, y.shape, static_cast<int64_t>(i)), run.in<char>(0) + places.offsets[i], static_cast<size_t>(item));
    }
    return true;
  });
}

/// Joins one element of `source` into the element of the target at each place, in order.
std::unique_ptr<KernelState> prepare_index_put(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *value = ctx.input(1), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0 || !check_index(ctx, 2) || !check_index_list(ctx, 4)) return nullptr;
  Joiner joiner;
  if (value == nullptr || x->shape != y->shape) return ctx.refuse("value: missing, or x %s does not fit its result", KernelCall::dims_text(x->shape));
  if (!joiner.prepare(ctx, ctx.bool_attr("accumulate") ? Join::kAdd : Join::kAssign, y->dtype, value->dtype)) return nullptr;
  return make_kernel([=, copy = StridedCopy(x->shape, x->strides, y->strides, item)](RunContext &run) {
    start_from(run, copy, 0);
    Places places;
    if (!places.read(run, *run.output(0), 2, 4)) return false;
    const KernelTensor &source = *run.input(1);
    if (!broadcasts_to(source, as_dims(places.shape))) {
      return run.fail("value: shape %s cannot be broadcast to %s, that of the places", KernelCall::dims_text(source.shape), KernelCall::dims_text(as_dims(places.shape)));
    }
    for (size_t i = 0; i < places.offsets.size(); ++i) {
      joiner.row(run.out<char>(0) + places.offsets[i], item, run.in<char>(1) + broadcast_offset(source, as_dims(places.shape), static_cast<int64_t>(i)), 0, 1);
    }
    return true;
  });
}
std::unique_ptr<KernelState> prepare_index_put_sorted(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *linear = ctx.input(1), *position = ctx.input(2), *values = ctx.input(3), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0 || !check_index(ctx, 1) || !check_index(ctx, 2)) return nullptr;
  const int64_t count = linear->elements;
  const bool fits = values != nullptr && position->elements == count && (count == 0 || values->elements % count == 0) && x->contiguous && y->contiguous && values->contiguous;
  const int64_t slice = fits && count != 0 ? values->elements / count : 1;
  if (!fits || slice == 0 || y->elements % slice != 0) {
    return ctx.refuse("linear_index: %lld slices do not fit x %s and values %s, all contiguous", static_cast<long long>(count), KernelCall::dims_text(x->shape),
                      values == nullptr ? "nothing" : KernelCall::dims_text(values->shape));
  }
  Joiner joiner;
  if (!joiner.prepare(ctx, ctx.bool_attr("accumulate") ? Join::kAdd : Join::kAssign, y->dtype, values->dtype)) return nullptr;
  return make_kernel([=, copy = StridedCopy(x->shape, x->strides, y->strides, item), width = item_bytes(values->dtype), slices = y->elements / slice](RunContext &run) {
    start_from(run, copy, 0);
    const Integers to = read_indices(run, 1), from = read_indices(run, 2);
    for (size_t i = 0; i < to.size(); ++i) {
      int64_t target = to[i], source = from[i];
      if (!in_range(run, 1, target, slices) || !in_range(run, 2, source, count)) return false;
      joiner.row(run.out<char>(0) + target * slice * item, item, run.in<char>(3) + source * slice * width, width, slice);
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_index_fill(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *value = ctx.input(2), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  int64_t dim = ctx.int_attr("dim");
  if (item == 0 || !check_index(ctx, 1)) return nullptr;
  const UnaryRow convert = value == nullptr ? nullptr : conversion(value->dtype, y->dtype);
  if (convert == nullptr || value->elements != 1 || x->shape != y->shape || !normalize_axis(dim, x->rank())) {
    return ctx.refuse("value, dim: one value and a dimension of x %s are required", KernelCall::dims_text(x->shape));
  }
  const auto axis = static_cast<size_t>(dim);
  Integers rest(x->shape.begin(), x->shape.end());
  const int64_t extent = x->rank() == 0 ? 1 : x->shape[axis], step = x->rank() == 0 ? 0 : y->strides[axis] * item;
  if (x->rank() != 0) rest[axis] = 1;
  const Integers none(y->rank(), 0);
  return make_kernel([=, copy = StridedCopy(x->shape, x->strides, y->strides, item), slice = StridedCopy(as_dims(rest), as_dims(none), y->strides, item)](RunContext &run) {
    start_from(run, copy, 0);
    alignas(16) char one[16] = {};
    convert(run.in<char>(2), 0, one, 0, 1);
    for (int64_t at : read_indices(run, 1)) {
      if (!in_range(run, 1, at, extent)) return false;
      slice.run(run, one, run.out<char>(0) + at * step);
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_embedding_grad(PrepareContext &ctx) {
  const KernelTensor *grad = ctx.input(0), *index = ctx.input(1), *y = ctx.output(0);
  if (grad == nullptr || y == nullptr || !check_index(ctx, 1)) return nullptr;
  const UnaryRow load = conversion(grad->dtype, ge::DT_DOUBLE), store = conversion(ge::DT_DOUBLE, y->dtype);
  const bool fits = grad->contiguous && y->contiguous && y->rank() == 2 && load != nullptr && store != nullptr && grad->elements == index->elements * y->shape[1];
  if (!fits) return ctx.refuse("grad: shape %s does not fit indices %s and y %s", KernelCall::dims_text(grad->shape), KernelCall::dims_text(index->shape), KernelCall::dims_text(y->shape));
  return make_kernel([=, rows = y->shape[0], width = y->shape[1], item = item_bytes(grad->dtype), padding = ctx.int_attr("padding_idx", -1),
                      scales = ctx.bool_attr("scale_grad_by_freq")](RunContext &run) {
    std::vector<double> sums(static_cast<size_t>(rows * width), 0.0), row(static_cast<size_t>(width));
    Integers uses(static_cast<size_t>(rows), 0);
    const Integers indices = read_indices(run, 1);
    for (size_t i = 0; i < indices.size(); ++i) {
      int64_t at = indices[i];
      if (at == padding) continue;
      if (!in_range(run, 1, at, rows)) return false;
      ++uses[static_cast<size_t>(at)];
      load(run.in<char>(0) + static_cast<int64_t>(i) * width * item, item, reinterpret_cast<char *>(row.data()), sizeof(double), width);
      for (size_t k = 0; k < row.size(); ++k) sums[static_cast<size_t>(at * width) + k] += row[k];
    }
    for (size_t i = 0; scales && i < sums.size(); ++i) {
      const auto n = static_cast<double>(uses[i / static_cast<size_t>(width)]);
      if (n > 1) sums[i] /= n;
    }
    store(reinterpret_cast<const char *>(sums.data()), sizeof(double), run.out<char>(0), item_bytes(run.output(0)->dtype), rows * width);
    return true;
  });
}

OPSTRATA_KERNEL(Index, prepare_index);
OPSTRATA_KERNEL(IndexPutV2, prepare_index_put);
OPSTRATA_KERNEL(IndexPutWithSort, prepare_index_put_sorted);
OPSTRATA_KERNEL(IndexPutWithSortV2, prepare_index_put_sorted);
OPSTRATA_KERNEL(IndexFill, prepare_index_fill);
OPSTRATA_KERNEL(EmbeddingDenseGrad, prepare_embedding_grad);
OPSTRATA_KERNEL(GatherElements, prepare_gather_elements);
OPSTRATA_KERNEL(GatherNd, prepare_gather_nd);
OPSTRATA_KERNEL(ScatterElements, prepare_scatter_elements);
OPSTRATA_KERNEL(ScatterElementsV2, prepare_scatter_elements);
OPSTRATA_KERNEL(ScatterUpdate, prepare_scatter<Join::kAssign>);
OPSTRATA_KERNEL(ScatterAdd, prepare_scatter<Join::kAdd>);
OPSTRATA_KERNEL(ScatterSub, prepare_scatter<Join::kSub>);
OPSTRATA_KERNEL(ScatterMul, prepare_scatter<Join::kMul>);
OPSTRATA_KERNEL(ScatterDiv, prepare_scatter<Join::kDiv>);
OPSTRATA_KERNEL(ScatterMax, prepare_scatter<Join::kMax>);
OPSTRATA_KERNEL(ScatterMin, prepare_scatter<Join::kMin>);
OPSTRATA_KERNEL(ScatterNdUpdate, prepare_scatter_nd<Join::kAssign>);
OPSTRATA_KERNEL(ScatterNdAdd, prepare_scatter_nd<Join::kAdd>);
OPSTRATA_KERNEL(ScatterNdSub, prepare_scatter_nd<Join::kSub>);
OPSTRATA_KERNEL(ScatterNdMax, prepare_scatter_nd<Join::kMax>);
OPSTRATA_KERNEL(ScatterNdMin, prepare_scatter_nd<Join::kMin>);
OPSTRATA_KERNEL(TensorScatterUpdate, prepare_scatter_nd<Join::kAssign>);
OPSTRATA_KERNEL(TensorScatterAdd, prepare_scatter_nd<Join::kAdd>);
OPSTRATA_KERNEL(ScatterNonAliasingAdd, prepare_scatter_nd<Join::kAdd>);
OPSTRATA_KERNEL(TensorScatterSub, prepare_scatter_nd<Join::kSub>);
OPSTRATA_KERNEL(InplaceUpdate, prepare_scatter<Join::kAssign>);
OPSTRATA_KERNEL(InplaceAdd, prepare_scatter<Join::kAdd>);
OPSTRATA_KERNEL(InplaceSub, prepare_scatter<Join::kSub>);
OPSTRATA_KERNEL(IndexAdd, prepare_index_add<false>);
OPSTRATA_KERNEL(TensorScatterMax, prepare_scatter_nd<Join::kMax>);
OPSTRATA_KERNEL(TensorScatterMin, prepare_scatter_nd<Join::kMin>);
OPSTRATA_KERNEL(ScatterNd, prepare_scatter_nd_new);
OPSTRATA_KERNEL(InplaceIndexAdd, prepare_index_add<false>);
OPSTRATA_KERNEL(InplaceIndexAddWithSorted, prepare_index_add<true>);

}  // namespace
}  // namespace opstrata::operators
