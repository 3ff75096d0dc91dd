#include <cstring>
#include <limits>

#include "layout/mapped_copy.h"
#include "support/convert.h"

namespace opstrata::operators {
namespace {

Integers list(Dims dims) { return {dims.begin(), dims.end()}; }

/// Values of index input `ir_index`; `values` stays empty when the input is absent. False after a refusal.
bool optional_integers(PrepareContext &ctx, uint32_t ir_index, Integers &values) {
  return ctx.input(ir_index) == nullptr || constant_integers(ctx, ir_index, values);
}
bool one_integer(PrepareContext &ctx, uint32_t ir_index, int64_t &value) {
  Integers values;
  if (!constant_integers(ctx, ir_index, values)) return false;
  if (values.size() != 1) return ctx.refuse("%s: one value is required, %zu came", ctx.input_name(ir_index), values.size()), false;
  value = values[0];
  return true;
}
bool check_axis(PrepareContext &ctx, const char *name, int64_t &axis, const KernelTensor &x) {
  if (normalize_axis(axis, x.rank())) return true;
  ctx.refuse("%s: %lld is outside the dimensions of %s", name, static_cast<long long>(axis), KernelCall::dims_text(x.shape));
  return false;
}

/// The map that keeps dimension `d` of x.
DimMap keep(const KernelTensor &x, size_t d) {
  DimMap map{x.strides[d], Integers(static_cast<size_t>(x.shape[d]))};
  for (size_t i = 0; i < map.source.size(); ++i) map.source[i] = static_cast<int64_t>(i);
  return map;
}
/// `count` indices, index i taken from `source(i)`.
template <class F>
DimMap map_of(int64_t stride, int64_t count, F source) {
  DimMap map{stride, {}};
  for (int64_t i = 0; i < count; ++i) map.source.push_back(source(i));
  return map;
}

// ---- Pad and its gradients

struct Paddings {
  Integers values;
  bool contiguous = true;
  PadMode mode = PadMode::kConstant;
};
/// From input 1 and the attributes that the prototype has.
bool read_paddings(PrepareContext &ctx, Paddings &p) {
  p.contiguous = ctx.bool_attr("paddings_contiguous", true);
  const char *mode = ctx.string_attr("mode", "");
  if (*mode != 0 && !pad_mode(mode, p.mode)) return ctx.refuse("mode: \"%s\" is none of constant, reflect, symmetric, edge, circular", mode), false;
  return constant_integers(ctx, 1, p.values);
}
std::unique_ptr<KernelState> pad(PrepareContext &ctx, const Paddings &p, uint32_t fill_input) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  Integers before, after;
  if (movable_item(ctx, x, y) == 0) return nullptr;
  if (!split_paddings(p.values, x->rank(), p.contiguous, before, after)) {
    return ctx.refuse("paddings: %zu values for x %s; two for every dimension are required", p.values.size(), KernelCall::dims_text(x->shape));
  }
  std::vector<DimMap> maps;
  for (size_t d = 0; d < x->rank(); ++d) {
    maps.push_back(map_of(x->strides[d], x->shape[d] + before[d] + after[d], [&](int64_t i) { return padded_source(i - before[d], x->shape[d], p.mode); }));
  }
  return prepare_mapped(ctx, maps, fill_input);
}
std::unique_ptr<KernelState> prepare_pad(PrepareContext &ctx) {
  Paddings p;
  return read_paddings(ctx, p) ? pad(ctx, p, 2) : nullptr;
}
std::unique_ptr<KernelState> prepare_circular_pad(PrepareContext &ctx) {
  Paddings p;
  if (!read_paddings(ctx, p)) return nullptr;
  p.mode = PadMode::kCircular;
  return pad(ctx, p, UINT32_MAX);
}
std::unique_ptr<KernelState> prepare_pad_d(PrepareContext &ctx) {
  Paddings p;
  for (KernelSpan<int64_t> pair : ctx.int_lists_attr("paddings")) p.values.insert(p.values.end(), pair.begin(), pair.end());
  return pad(ctx, p, UINT32_MAX);
}
std::unique_ptr<KernelState> pad_grad(PrepareContext &ctx, const Paddings &p) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  Integers before, after;
  if (movable_item(ctx, x, y) == 0) return nullptr;
  bool fits = split_paddings(p.values, x->rank(), p.contiguous, before, after) && y->rank() == x->rank();
  for (size_t d = 0; fits && d < x->rank(); ++d) fits = y->shape[d] + before[d] + after[d] == x->shape[d];
  if (!fits) {
    return ctx.refuse("paddings: %s do not lead from y %s to x %s", KernelCall::dims_text(as_dims(p.values)), KernelCall::dims_text(y->shape),
                      KernelCall::dims_text(x->shape));
  }
  std::vector<DimMap> maps;
  for (size_t d = 0; d < x->rank(); ++d) {
    maps.push_back(map_of(y->strides[d], x->shape[d], [&](int64_t i) { return padded_source(i - before[d], y->shape[d], p.mode); }));
  }
  return prepare_mapped_sum(ctx, maps);
}
std::unique_ptr<KernelState> prepare_pad_grad(PrepareContext &ctx) {
  Paddings p;
  return read_paddings(ctx, p) ? pad_grad(ctx, p) : nullptr;
}
template <PadMode Mode>
std::unique_ptr<KernelState> prepare_pad_grad_of(PrepareContext &ctx) {
  Paddings p;
  if (!read_paddings(ctx, p)) return nullptr;
  p.mode = Mode;
  return pad_grad(ctx, p);
}

// ---- Repetition and order

std::unique_ptr<KernelState> tile(PrepareContext &ctx, Integers multiples) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (movable_item(ctx, x, y) == 0) return nullptr;
  const size_t rank = std::max(multiples.size(), x->rank());
  multiples.insert(multiples.begin(), rank - multiples.size(), 1);
  std::vector<DimMap> maps;
  for (size_t d = 0; d < rank; ++d) {
    const bool own = d + x->rank() >= rank;
    const size_t from = own ? d + x->rank() - rank : 0;
    const int64_t n = own ? x->shape[from] : 1;
    maps.push_back(map_of(own ? x->strides[from] : 0, n * multiples[d], [n](int64_t i) { return i % n; }));
  }
  return prepare_mapped(ctx, maps);
}
std::unique_ptr<KernelState> prepare_tile(PrepareContext &ctx) {
  Integers multiples;
  return constant_integers(ctx, 1, multiples) ? tile(ctx, multiples) : nullptr;
}
std::unique_ptr<KernelState> prepare_tile_d(PrepareContext &ctx) { return tile(ctx, list(ctx.int_list_attr("multiples"))); }
std::unique_ptr<KernelState> prepare_tile_with_axis(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0);
  int64_t axis = ctx.int_attr("axis", 1);
  if (x == nullptr) return ctx.refuse("x: missing");
  if (!check_axis(ctx, "axis", axis, *x)) return nullptr;
  Integers multiples(x->rank(), 1);
  multiples[static_cast<size_t>(axis)] = ctx.int_attr("tiles");
  return tile(ctx, multiples);
}

std::unique_ptr<KernelState> prepare_reverse(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0);
  Integers axes;
  if (movable_item(ctx, x, ctx.output(0)) == 0 || !constant_integers(ctx, 1, axes)) return nullptr;
  std::vector<DimMap> maps;
  for (size_t d = 0; d < x->rank(); ++d) maps.push_back(keep(*x, d));
  for (int64_t axis : axes) {
    if (!check_axis(ctx, "axis", axis, *x)) return nullptr;
    if (x->rank() > 0) std::reverse(maps[static_cast<size_t>(axis)].source.begin(), maps[static_cast<size_t>(axis)].source.end());
  }
  return prepare_mapped(ctx, maps);
}

/// Copies the elements of input 0 in row-major order into output 0, whatever the shapes.
std::unique_ptr<KernelState> prepare_flat(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  if (x->elements != y->elements) {
    return ctx.refuse("%s: %s has another number of elements than %s", ctx.output_name(0), KernelCall::dims_text(y->shape), KernelCall::dims_text(x->shape));
  }
  if (x->shape != y->shape && !x->contiguous && !y->contiguous) return ctx.refuse("%s: must be contiguous to change its shape", ctx.input_name(0));
  const bool by_x = x->shape == y->shape || y->contiguous;
  const Dims shape = by_x ? x->shape : y->shape;
  const Integers dense = dense_strides(shape);
  StridedCopy copy(shape, by_x ? x->strides : as_dims(dense), by_x && x->shape != y->shape ? as_dims(dense) : y->strides, item);
  return make_kernel([copy = std::move(copy)](RunContext &run) {
    copy.run(run, run.input_data(0), run.output_data(0));
    return true;
  });
}

std::unique_ptr<KernelState> prepare_roll(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  const Integers shifts = list(ctx.int_list_attr("shifts")), dims = list(ctx.int_list_attr("dims"));
  const auto from = [](int64_t shift, int64_t n) { return [=](int64_t i) { return ((i - shift) % n + n) % n; }; };
  if (dims.empty()) {  // over all elements in row-major order
    if (shifts.size() != 1 || !x->contiguous || !y->contiguous) return ctx.refuse("shifts: without dims one value and contiguous tensors are required");
    KernelTensor flat = *y;
    const int64_t one = 1;
    flat.shape = Dims(&flat.elements, 1);
    flat.strides = Dims(&one, 1);
    return make_kernel([copy = MappedCopy(flat, {map_of(1, y->elements, from(shifts[0], std::max<int64_t>(1, y->elements)))}, item)](RunContext &run) {
      copy.run(run, run.in<char>(0), nullptr, run.out<char>(0));
      return true;
    });
  }
  if (dims.size() != shifts.size()) return ctx.refuse("shifts: %zu values for %zu dims", shifts.size(), dims.size());
  Integers total(x->rank(), 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t axis = dims[i];
    if (!check_axis(ctx, "dims", axis, *x)) return nullptr;
    if (x->rank() > 0) total[static_cast<size_t>(axis)] += shifts[i];
  }
  std::vector<DimMap> maps;
  for (size_t d = 0; d < x->rank(); ++d) maps.push_back(map_of(x->strides[d], x->shape[d], from(total[d], std::max<int64_t>(1, x->shape[d]))));
  return prepare_mapped(ctx, maps);
}

// ---- Slices

/// Where the elements of a slice lie in a tensor.
struct SlicePlaces {
  Integers shape, strides;
  int64_t first = 0;
};
/// False after a refusal: `whole` has no such slice.
bool slice_places(PrepareContext &ctx, const Slicing &slicing, const KernelTensor &whole, SlicePlaces &places) {
  std::vector<SlicedDim> dims;
  if (!slice_dims(list(whole.shape), slicing, dims)) {
    return ctx.refuse("begin: %s, end %s and strides %s are no slice of %s", KernelCall::dims_text(as_dims(slicing.begin)),
                      KernelCall::dims_text(as_dims(slicing.end)), KernelCall::dims_text(as_dims(slicing.strides)), KernelCall::dims_text(whole.shape)),
           false;
  }
  for (const SlicedDim &dim : dims) {
    const int64_t stride = dim.source < 0 ? 0 : whole.strides[static_cast<size_t>(dim.source)];
    if (dim.count > 0) places.first += dim.start * stride;
    if (dim.shrinks) continue;
    places.shape.push_back(dim.count);
    places.strides.push_back(dim.step * stride);
  }
  return true;
}
std::unique_ptr<KernelState> slice(PrepareContext &ctx, const Slicing &slicing) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  SlicePlaces places;
  if (item == 0 || !slice_places(ctx, slicing, *x, places)) return nullptr;
  if (as_dims(places.shape) != y->shape) return ctx.refuse("%s: %s is not the shape of the slice", ctx.output_name(0), KernelCall::dims_text(y->shape));
  return make_kernel([copy = StridedCopy(y->shape, as_dims(places.strides), y->strides, item), offset = places.first * item](RunContext &run) {
    copy.run(run, run.in<char>(0) + offset, run.out<char>(0));
    return true;
  });
}
/// Output 0 is input `base` (zeros when there is none) with a slice of it replaced by input `part`, which is broadcast to it.
std::unique_ptr<KernelState> slice_into(PrepareContext &ctx, const Slicing &slicing, uint32_t part, uint32_t base) {
  const KernelTensor *v = ctx.input(part), *x = base == UINT32_MAX ? nullptr : ctx.input(base), *y = ctx.output(0);
  if (v == nullptr || y == nullptr || v->dtype != y->dtype || item_bytes(y->dtype) == 0)
    return ctx.refuse("%s: missing, or not of the type of %s", ctx.input_name(part), ctx.output_name(0));
  const int64_t item = item_bytes(y->dtype);
  SlicePlaces places;
  if (base != UINT32_MAX && (movable_item(ctx, x, y) == 0 || x->shape != y->shape))
    return ctx.refuse("%s: not of type and shape of %s", ctx.input_name(base), ctx.output_name(0));
  if (!slice_places(ctx, slicing, *y, places)) return nullptr;
  if (!broadcasts_to(*v, as_dims(places.shape)))
    return ctx.refuse("%s: shape %s cannot be broadcast to %s, that of the slice", ctx.input_name(part), KernelCall::dims_text(v->shape),
                      KernelCall::dims_text(as_dims(places.shape)));
  Integers from(places.shape.size());
  const Integers none(y->rank(), 0);
  for (size_t d = 0; d < from.size(); ++d) from[d] = broadcast_stride(*v, d, from.size()) / item;
  return make_kernel([=, copy = StridedCopy(as_dims(places.shape), as_dims(from), as_dims(places.strides), item),
                      before = StridedCopy(y->shape, x == nullptr ? as_dims(none) : x->strides, y->strides, item), offset = places.first * item,
                      is_empty = y->elements == 0](RunContext &run) {
    static constexpr char kZeros[16] = {};
    if (is_empty) return true;
    const char *old = base == UINT32_MAX ? kZeros : run.in<char>(base);
    if (old != run.out<char>(0)) before.run(run, old, run.out<char>(0));
    copy.run(run, run.in<char>(part), run.out<char>(0) + offset);
    return true;
  });
}
void read_masks(PrepareContext &ctx, Slicing &s) {
  s.begin_mask = ctx.int_attr("begin_mask");
  s.end_mask = ctx.int_attr("end_mask");
  s.ellipsis_mask = ctx.int_attr("ellipsis_mask");
  s.new_axis_mask = ctx.int_attr("new_axis_mask");
  s.shrink_axis_mask = ctx.int_attr("shrink_axis_mask");
}
std::unique_ptr<KernelState> prepare_strided_slice(PrepareContext &ctx) {
  Slicing s;
  read_masks(ctx, s);
  return constant_integers(ctx, 1, s.begin) && constant_integers(ctx, 2, s.end) && constant_integers(ctx, 3, s.strides) ? slice(ctx, s) : nullptr;
}
std::unique_ptr<KernelState> prepare_strided_slice_v2(PrepareContext &ctx) {
  Slicing s;
  read_masks(ctx, s);
  const bool read = constant_integers(ctx, 1, s.begin) && constant_integers(ctx, 2, s.end) && optional_integers(ctx, 3, s.axes) && optional_integers(ctx, 4, s.strides);
  return read ? slice(ctx, s) : nullptr;
}
std::unique_ptr<KernelState> prepare_strided_slice_d(PrepareContext &ctx) {
  Slicing s;
  read_masks(ctx, s);
  s.begin = list(ctx.int_list_attr("begin"));
  s.end = list(ctx.int_list_attr("end"));
  s.strides = list(ctx.int_list_attr("strides"));
  return slice(ctx, s);
}

std::unique_ptr<KernelState> prepare_slice_grad(PrepareContext &ctx) {
  Slicing s;
  read_masks(ctx, s);
  return constant_integers(ctx, 1, s.begin) && constant_integers(ctx, 2, s.end) && constant_integers(ctx, 3, s.strides)
             ? slice_into(ctx, s, 4, UINT32_MAX)
             : nullptr;
}
std::unique_ptr<KernelState> prepare_slice_assign(PrepareContext &ctx) {
  Slicing s;
  read_masks(ctx, s);
  return constant_integers(ctx, 1, s.begin) && constant_integers(ctx, 2, s.end) && constant_integers(ctx, 3, s.strides) ? slice_into(ctx, s, 4, 0)
                                                                                                                        : nullptr;
}
std::unique_ptr<KernelState> prepare_slice_assign_v2(PrepareContext &ctx) {
  Slicing s;
  return constant_integers(ctx, 2, s.begin) && constant_integers(ctx, 3, s.end) && constant_integers(ctx, 4, s.strides) && optional_integers(ctx, 5, s.axes)
             ? slice_into(ctx, s, 1, 0)
             : nullptr;
}

/// A block of the shape of input 2 at the place in input 1.
std::unique_ptr<KernelState> prepare_slice_write(PrepareContext &ctx) {
  Slicing s;
  const KernelTensor *x = ctx.input(0), *value = ctx.input(2);
  if (!constant_integers(ctx, 1, s.begin) || x == nullptr || value == nullptr) return nullptr;
  bool fits = s.begin.size() == x->rank() && value->rank() == x->rank();
  for (size_t d = 0; fits && d < x->rank(); ++d) {
    fits = s.begin[d] >= 0 && s.begin[d] <= x->shape[d] && value->shape[d] <= x->shape[d] - s.begin[d];
    s.end.push_back(fits ? s.begin[d] + value->shape[d] : 0);
  }
  if (!fits)
    return ctx.refuse("begin: a block %s at %s leaves x %s", KernelCall::dims_text(value->shape), KernelCall::dims_text(as_dims(s.begin)),
                      KernelCall::dims_text(x->shape));
  return slice_into(ctx, s, 2, 0);
}

// ---- Several tensors

/// A copy between instance `input` of input 0 (or of `ir_input`) and instance `output` of output 0, offsets in bytes.
struct Part {
  StridedCopy copy;
  uint32_t ir_input, input, output;
  int64_t from, to;
};
std::unique_ptr<KernelState> parts_state(std::vector<Part> parts) {
  return make_kernel([parts = std::move(parts)](RunContext &run) {
    for (const Part &p : parts) p.copy.run(run, run.in<char>(p.ir_input, p.input) + p.from, run.out<char>(0, p.output) + p.to);
    return true;
  });
}
/// Cuts input `ir_input` along `axis` into the outputs, whose shapes say how many elements each takes.
std::unique_ptr<KernelState> split(PrepareContext &ctx, uint32_t ir_input, int64_t axis) {
  const KernelTensor *x = ctx.input(ir_input);
  if (x == nullptr) return ctx.refuse("%s: missing", ctx.input_name(ir_input));
  if (!check_axis(ctx, "split_dim", axis, *x)) return nullptr;
  const auto dim = static_cast<size_t>(axis);
  const int64_t item = item_bytes(x->dtype);
  int64_t position = 0;
  std::vector<Part> parts;
  for (uint32_t i = 0; i < ctx.output_count(0); ++i) {
    const KernelTensor *y = ctx.output(0, i);
    bool fits = y != nullptr && y->dtype == x->dtype && y->rank() == x->rank() && item != 0;
    for (size_t d = 0; fits && d < x->rank(); ++d) fits = d == dim || x->shape[d] == y->shape[d];
    if (!fits || position + y->shape[dim] > x->shape[dim]) {
      return ctx.refuse("%s: tensor %u (%s) is no part of %s %s along dimension %zu", ctx.output_name(0), i, y ? KernelCall::dims_text(y->shape) : "missing",
                        ctx.input_name(ir_input), KernelCall::dims_text(x->shape), dim);
    }
    parts.push_back({StridedCopy(y->shape, x->strides, y->strides, item), ir_input, 0, i, position * x->strides[dim] * item, 0});
    position += y->shape[dim];
  }
  return parts_state(std::move(parts));
}
std::unique_ptr<KernelState> prepare_split(PrepareContext &ctx) {
  int64_t axis = 0;
  return one_integer(ctx, 0, axis) ? split(ctx, 1, axis) : nullptr;
}
std::unique_ptr<KernelState> prepare_split_v(PrepareContext &ctx) {
  int64_t axis = 0;
  return one_integer(ctx, 2, axis) ? split(ctx, 0, axis) : nullptr;
}
std::unique_ptr<KernelState> prepare_split_d(PrepareContext &ctx) { return split(ctx, 0, ctx.int_attr("split_dim")); }

/// Pack: instances of x become slices of y along a new dimension; Unpack: the reverse.
std::unique_ptr<KernelState> stack(PrepareContext &ctx, bool packs) {
  const KernelTensor *whole = packs ? ctx.output(0) : ctx.input(0);
  if (whole == nullptr) return ctx.refuse("%s: missing", packs ? ctx.output_name(0) : ctx.input_name(0));
  int64_t axis = ctx.int_attr("axis");
  if (whole->rank() == 0 || !check_axis(ctx, "axis", axis, *whole)) return ctx.refuse("axis: a scalar has no slices");
  const auto dim = static_cast<size_t>(axis);
  const int64_t item = item_bytes(whole->dtype);
  Integers shape = list(whole->shape), strides = list(whole->strides);
  shape.erase(shape.begin() + axis);
  strides.erase(strides.begin() + axis);
  const uint32_t count = packs ? ctx.input_count(0) : ctx.output_count(0);
  if (static_cast<int64_t>(count) != whole->shape[dim] || item == 0) {
    return ctx.refuse("axis: %u tensors for dimension %zu of %s", count, dim, KernelCall::dims_text(whole->shape));
  }
  std::vector<Part> parts;
  for (uint32_t i = 0; i < count; ++i) {
    const KernelTensor *one = packs ? ctx.input(0, i) : ctx.output(0, i);
    if (one == nullptr || one->dtype != whole->dtype || one->shape != as_dims(shape)) {
      return ctx.refuse("%s: tensor %u is no slice of %s along dimension %zu", packs ? ctx.input_name(0) : ctx.output_name(0), i, KernelCall::dims_text(whole->shape), dim);
    }
    const int64_t offset = i * whole->strides[dim] * item;
    if (packs) {
      parts.push_back({StridedCopy(one->shape, one->strides, as_dims(strides), item), 0, i, 0, 0, offset});
    } else {
      parts.push_back({StridedCopy(one->shape, as_dims(strides), one->strides, item), 0, 0, i, offset, 0});
    }
  }
  return parts_state(std::move(parts));
}
std::unique_ptr<KernelState> prepare_pack(PrepareContext &ctx) { return stack(ctx, true); }
std::unique_ptr<KernelState> prepare_unpack(PrepareContext &ctx) { return stack(ctx, false); }

// ---- Triangles and diagonals

/// y = x where column - row lies in [low, high], else 0.
std::unique_ptr<KernelState> band(PrepareContext &ctx, int64_t low, int64_t high) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  if (x->rank() < 2 || x->shape != y->shape) return ctx.refuse("x: a matrix or a stack of them with the shape of y is required, %s came", KernelCall::dims_text(x->shape));
  StridedLoop<2> rows;
  for (size_t d = 0; d + 1 < x->rank(); ++d) rows.add(x->shape[d], {x->strides[d] * item, y->strides[d] * item});
  const int64_t height = x->dim(-2), width = x->dim(-1), step_x = x->strides.back() * item, step_y = y->strides.back() * item;
  // No column is further from its row than the matrix is large.
  low = std::max(low, -height);
  high = std::min(high, width);
  return make_kernel([=](RunContext &run) {
    const std::array<char *, 2> base = {address(run.input_data(0)), address(run.output_data(0))};
    run.parallel_for(rows.total(), std::max<int64_t>(1, kElementGrain / std::max<int64_t>(1, width)), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        rows.run(base, r, r + 1, [&](const std::array<char *, 2> &p, int64_t) {
          const int64_t row = r % height;
          for (int64_t c = 0; c < width; ++c) {
            if (c >= row + low && c <= row + high) {
              std::memmove(p[1] + c * step_y, p[0] + c * step_x, static_cast<size_t>(item));
            } else {
              std::memset(p[1] + c * step_y, 0, static_cast<size_t>(item));
            }
          }
        });
      }
    });
    return true;
  });
}

std::unique_ptr<KernelState> prepare_tril(PrepareContext &ctx) {
  return band(ctx, std::numeric_limits<int64_t>::min(), ctx.int_attr("diagonal"));
}
std::unique_ptr<KernelState> prepare_triu(PrepareContext &ctx) {
  return band(ctx, ctx.int_attr("diagonal"), std::numeric_limits<int64_t>::max());
}
std::unique_ptr<KernelState> prepare_trilu(PrepareContext &ctx) {
  int64_t k = 0;
  if (ctx.input(1) != nullptr && !one_integer(ctx, 1, k)) return nullptr;
  return ctx.int_attr("upper") != 0 ? band(ctx, k, std::numeric_limits<int64_t>::max())
                                    : band(ctx, std::numeric_limits<int64_t>::min(), k);
}
std::unique_ptr<KernelState> prepare_band_part(PrepareContext &ctx) {
  int64_t lower = 0, upper = 0;
  if (!one_integer(ctx, 1, lower) || !one_integer(ctx, 2, upper)) return nullptr;
  return band(ctx, lower < 0 ? std::numeric_limits<int64_t>::min() : -lower,
              upper < 0 ? std::numeric_limits<int64_t>::max() : upper);
}

/// A vector becomes the diagonal of a matrix, a matrix gives its diagonal; the diagonal lies `diagonal` columns to the right.
std::unique_ptr<KernelState> diagonal(PrepareContext &ctx, bool flatten) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  const bool makes = flatten || x->rank() == 1;
  const KernelTensor &matrix = makes ? *y : *x;
  const KernelTensor &vector = makes ? *x : *y;
  if (matrix.rank() != 2 || (flatten && !x->contiguous)) return ctx.refuse("%s: no matrix: %s", makes ? ctx.output_name(0) : ctx.input_name(0), KernelCall::dims_text(matrix.shape));
  const int64_t k = ctx.int_attr("diagonal"), row = k < 0 ? -k : 0, column = k > 0 ? k : 0;
  const int64_t length = std::max<int64_t>(0, std::min(matrix.shape[0] - row, matrix.shape[1] - column));
  if (vector.elements != length) return ctx.refuse("%s: %lld elements for a diagonal of %lld", makes ? "x" : "y", static_cast<long long>(vector.elements), static_cast<long long>(length));
  const Integers extent = {length}, along = {matrix.strides[0] + matrix.strides[1]};
  const Integers step = {vector.rank() == 1 ? vector.strides[0] : 1}, none(2, 0);
  const int64_t offset = (row * matrix.strides[0] + column * matrix.strides[1]) * item;
  StridedCopy copy(as_dims(extent), as_dims(makes ? step : along), as_dims(makes ? along : step), item);
  StridedCopy clear(matrix.shape, as_dims(none), matrix.strides, item);
  return make_kernel([=, copy = std::move(copy), clear = std::move(clear)](RunContext &run) {
    static const char zeros[16] = {};
    if (makes) clear.run(run, zeros, run.out<char>(0));
    copy.run(run, run.in<char>(0) + (makes ? 0 : offset), run.out<char>(0) + (makes ? offset : 0));
    return true;
  });
}
std::unique_ptr<KernelState> prepare_diag_v2(PrepareContext &ctx) { return diagonal(ctx, false); }
std::unique_ptr<KernelState> prepare_diag_flat(PrepareContext &ctx) { return diagonal(ctx, true); }

/// x with one value at the places of its diagonal.
std::unique_ptr<KernelState> fill_diagonal(PrepareContext &ctx, bool by_tensor) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  const KernelTensor *value = by_tensor ? ctx.input(1) : nullptr;
  const UnaryRow convert = conversion(by_tensor ? (value == nullptr ? ge::DT_UNDEFINED : value->dtype) : ge::DT_DOUBLE, y->dtype);
  if (convert == nullptr || (by_tensor && value->elements != 1)) return ctx.refuse("fill_value: one number that y can hold is required");
  bool fits = x->rank() >= 2 && x->shape == y->shape;
  for (size_t d = 1; fits && x->rank() > 2 && d < x->rank(); ++d) fits = x->shape[d] == x->shape[0];
  if (!fits) return ctx.refuse("x: shape %s; a matrix or equal dimensions are required", KernelCall::dims_text(x->shape));
  int64_t step = 0, period = 0, rows = x->shape[0];
  for (size_t d = 0; d < x->rank(); ++d) {
    step += y->strides[d] * item;
    rows = std::min(rows, x->shape[d]);
  }
  // Of a tall matrix with `wrap`, after as many rows as it has columns and one more the diagonal begins anew.
  if (ctx.bool_attr("wrap") && x->rank() == 2 && x->shape[0] > x->shape[1]) period = x->shape[1] + 1;
  return make_kernel([=, copy = StridedCopy(x->shape, x->strides, y->strides, item), number = ctx.float_attr("fill_value"), all_rows = x->shape[0],
                      row = y->strides[0] * item](RunContext &run) {
    if (run.input_data(0) != run.output_data(0)) copy.run(run, run.input_data(0), run.output_data(0));
    alignas(16) char one[16] = {};
    convert(by_tensor ? run.in<char>(1) : reinterpret_cast<const char *>(&number), 0, one, 0, 1);
    for (int64_t first = 0; first < all_rows; first += period) {
      for (int64_t i = 0; i < rows && first + i < all_rows; ++i)
        std::memcpy(run.out<char>(0) + first * row + i * step, one, static_cast<size_t>(item));
      if (period == 0) break;
    }
    return true;
  });
}
OPSTRATA_KERNEL(FillDiagonal, [](PrepareContext &ctx) { return fill_diagonal(ctx, false); });
OPSTRATA_KERNEL(FillDiagonalV2, [](PrepareContext &ctx) { return fill_diagonal(ctx, true); });
OPSTRATA_KERNEL(Pad, prepare_pad);
OPSTRATA_KERNEL(PadV2, prepare_pad);
OPSTRATA_KERNEL(PadV3, prepare_pad);
OPSTRATA_KERNEL(MirrorPad, prepare_pad);
OPSTRATA_KERNEL(PadD, prepare_pad_d);
OPSTRATA_KERNEL(CircularPad, prepare_circular_pad);
OPSTRATA_KERNEL(PadV3Grad, prepare_pad_grad);
OPSTRATA_KERNEL(PadV4Grad, prepare_pad_grad);
OPSTRATA_KERNEL(PadV3GradReplicate, prepare_pad_grad_of<PadMode::kEdge>);
OPSTRATA_KERNEL(PadV3GradReplication, prepare_pad_grad_of<PadMode::kEdge>);
OPSTRATA_KERNEL(ReflectionPad3dGrad, prepare_pad_grad_of<PadMode::kReflect>);
OPSTRATA_KERNEL(CircularPadGrad, prepare_pad_grad_of<PadMode::kCircular>);
OPSTRATA_KERNEL(Tile, prepare_tile);
OPSTRATA_KERNEL(TileD, prepare_tile_d);
OPSTRATA_KERNEL(TileWithAxis, prepare_tile_with_axis);
OPSTRATA_KERNEL(ReverseV2, prepare_reverse);
OPSTRATA_KERNEL(Roll, prepare_roll);
OPSTRATA_KERNEL(Identity, prepare_flat);
OPSTRATA_KERNEL(Reshape, prepare_flat);
OPSTRATA_KERNEL(Flatten, prepare_flat);
OPSTRATA_KERNEL(FlattenV2, prepare_flat);
OPSTRATA_KERNEL(ExpandDims, prepare_flat);
OPSTRATA_KERNEL(Squeeze, prepare_flat);
OPSTRATA_KERNEL(SqueezeV2, prepare_flat);
OPSTRATA_KERNEL(SqueezeV3, prepare_flat);
OPSTRATA_KERNEL(UnsqueezeV2, prepare_flat);
OPSTRATA_KERNEL(UnsqueezeV3, prepare_flat);
OPSTRATA_KERNEL(MirrorPadGrad, prepare_pad_grad);
OPSTRATA_KERNEL(StridedSliceGrad, prepare_slice_grad);
OPSTRATA_KERNEL(SliceWrite, prepare_slice_write);
OPSTRATA_KERNEL(StridedSliceAssign, prepare_slice_assign);
OPSTRATA_KERNEL(StridedSliceAssignV2, prepare_slice_assign_v2);
OPSTRATA_KERNEL(Unsqueeze, prepare_flat);
OPSTRATA_KERNEL(StridedSlice, prepare_strided_slice);
OPSTRATA_KERNEL(StridedSliceV2, prepare_strided_slice_v2);
OPSTRATA_KERNEL(StridedSliceV3, prepare_strided_slice_v2);
OPSTRATA_KERNEL(StridedSliceD, prepare_strided_slice_d);
OPSTRATA_KERNEL(Split, prepare_split);
OPSTRATA_KERNEL(SplitD, prepare_split_d);
OPSTRATA_KERNEL(SplitV, prepare_split_v);
OPSTRATA_KERNEL(SplitV2, prepare_split_v);
OPSTRATA_KERNEL(SplitVD, prepare_split_d);
OPSTRATA_KERNEL(Pack, prepare_pack);
OPSTRATA_KERNEL(Unpack, prepare_unpack);
OPSTRATA_KERNEL(Tril, prepare_tril);
OPSTRATA_KERNEL(Triu, prepare_triu);
OPSTRATA_KERNEL(Trilu, prepare_trilu);
OPSTRATA_KERNEL(MatrixBandPart, prepare_band_part);
OPSTRATA_KERNEL(DiagV2, prepare_diag_v2);
OPSTRATA_KERNEL(DiagFlat, prepare_diag_flat);

}  // namespace
}  // namespace opstrata::operators
