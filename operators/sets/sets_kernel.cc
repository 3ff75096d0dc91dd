// Operators whose results are as large as the data decides.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

#include "support/axis.h"
#include "support/moves.h"
#include "support/packed.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

constexpr int64_t kFlat = 1000;  ///< the axis that stands for all elements

/// Row-major numbers of the elements of an input, broadcast to `shape`, that are not 0.
std::vector<int64_t> true_places(const RunContext &run, uint32_t input, Dims shape) {
  std::vector<int64_t> places;
  const ge::DataType dtype = run.input(input)->dtype;
  const auto collect = [&](const auto &values) {
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] != std::decay_t<decltype(values[i])>(0)) places.push_back(static_cast<int64_t>(i));
    }
  };
  if (dtype == ge::DT_COMPLEX64 || dtype == ge::DT_COMPLEX128)
    collect(read_values<std::complex<double>>(run, input, shape));
  else if (dtype == ge::DT_INT64 || dtype == ge::DT_UINT64)
    collect(read_values<int64_t>(run, input, shape));
  else
    collect(read_values<double>(run, input, shape));
  return places;
}

std::unique_ptr<KernelState> positions(PrepareContext &ctx, bool transposed) {
  const KernelTensor *y = ctx.output(0);
  if (!check_numbers(ctx, 0) || y == nullptr) return nullptr;
  const UnaryRow store = conversion(ge::DT_INT64, y->dtype);
  if (store == nullptr || !y->contiguous) return ctx.refuse("y: a contiguous tensor of whole numbers is required");
  return make_kernel([=, item = item_bytes(y->dtype)](RunContext &run) {
    const Dims shape = run.input(0)->shape;
    const std::vector<int64_t> places = true_places(run, 0, shape);
    const auto n = static_cast<int64_t>(places.size()), rank = static_cast<int64_t>(shape.size());
    const int64_t rows[] = {n, rank}, columns[] = {rank, n};
    if (!run.set_output_shape(0, {transposed ? columns : rows, 2})) return false;
    for (int64_t i = 0; i < n; ++i) {
      int64_t rest = places[static_cast<size_t>(i)];
      for (int64_t d = rank; d-- > 0;) {
        const int64_t at = rest % shape[static_cast<size_t>(d)];
        rest /= shape[static_cast<size_t>(d)];
        store(reinterpret_cast<const char *>(&at), 0, run.out<char>(0) + (transposed ? d * n + i : i * rank + d) * item,
              0, 1);
      }
    }
    return true;
  });
}
std::unique_ptr<KernelState> prepare_non_zero(PrepareContext &ctx) {
  return positions(ctx, ctx.bool_attr("transpose"));
}
std::unique_ptr<KernelState> prepare_where(PrepareContext &ctx) { return positions(ctx, false); }

/// The shape to which two inputs are broadcast; empty `fits` when they cannot be.
bool common_shape(Dims a, Dims b, std::vector<int64_t> &shape) {
  shape.assign(std::max(a.size(), b.size()), 1);
  for (size_t k = 0; k < shape.size(); ++k) {
    const int64_t m = k < a.size() ? a[a.size() - 1 - k] : 1, n = k < b.size() ? b[b.size() - 1 - k] : 1;
    if (m != n && m != 1 && n != 1) return false;
    shape[shape.size() - 1 - k] = m == 1 ? n : m;
  }
  return true;
}
/// Byte offset of the element of a tensor, broadcast to `shape`, with a row-major number.
int64_t offset_of(const KernelTensor &t, Dims shape, int64_t element) {
  int64_t offset = 0;
  for (size_t d = shape.size(); d-- > 0;) {
    offset += element % shape[d] * broadcast_stride(t, d, shape.size());
    element /= shape[d];
  }
  return offset;
}

std::unique_ptr<KernelState> prepare_masked_select(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *mask = ctx.input(1), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  std::vector<int64_t> shape;
  if (item == 0 || !check_numbers(ctx, 1)) return nullptr;
  if (!common_shape(x->shape, mask->shape, shape)) {
    return ctx.refuse("mask: shape %s cannot be broadcast with %s, that of x", KernelCall::dims_text(mask->shape),
                      KernelCall::dims_text(x->shape));
  }
  return make_kernel([=](RunContext &run) {
    const std::vector<int64_t> places = true_places(run, 1, as_dims(shape));
    const auto n = static_cast<int64_t>(places.size());
    if (!run.set_output_shape(0, {&n, 1})) return false;
    for (int64_t i = 0; i < n; ++i) {
      std::memcpy(run.out<char>(0) + i * item,
                  run.in<char>(0) + offset_of(*run.input(0), as_dims(shape), places[static_cast<size_t>(i)]),
                  static_cast<size_t>(item));
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_masked_scatter(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *updates = ctx.input(2), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0 || !check_numbers(ctx, 1)) return nullptr;
  if (updates == nullptr || updates->dtype != x->dtype || x->shape != y->shape ||
      !broadcasts_to(*ctx.input(1), x->shape)) {
    return ctx.refuse("mask, updates: %s, %s do not fit x %s", KernelCall::dims_text(ctx.input(1)->shape),
                      updates == nullptr ? "nothing" : KernelCall::dims_text(updates->shape),
                      KernelCall::dims_text(x->shape));
  }
  return make_kernel([=, copy = StridedCopy(x->shape, x->strides, y->strides, item)](RunContext &run) {
    const KernelTensor &source = *run.input(2);
    const std::vector<int64_t> places = true_places(run, 1, run.input(0)->shape);
    if (static_cast<int64_t>(places.size()) > source.elements) {
      return run.fail("updates: %lld elements for %zu that mask selects", static_cast<long long>(source.elements),
                      places.size());
    }
    if (run.input_data(0) != run.output_data(0)) copy.run(run, run.input_data(0), run.output_data(0));
    for (size_t i = 0; i < places.size(); ++i) {
      std::memcpy(run.out<char>(0) + offset_of(*run.output(0), run.output(0)->shape, places[i]),
                  run.in<char>(2) + offset_of(source, source.shape, static_cast<int64_t>(i)),
                  static_cast<size_t>(item));
    }
    return true;
  });
}

/// A tensor as `outer` groups of `count` slices of `inner` elements.
struct Slices {
  int64_t outer = 1, count = 1, inner = 1;
  Slices(Dims shape, int64_t axis) {
    if (axis == kFlat) {
      for (int64_t d : shape) count *= d;
      return;
    }
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t &part = static_cast<int64_t>(d) < axis ? outer : static_cast<int64_t>(d) == axis ? count : inner;
      part *= shape[d];
    }
  }
};

enum class Order : uint8_t { kFirst, kAscending, kConsecutive };

/// Groups of equal slices: the group of every slice, and of every group its first slice and its size.
struct Groups {
  std::vector<int64_t> group_of, first, size;
};

template <class Less, class Equal>
Groups group_slices(int64_t count, Order order, const Less &less, const Equal &equal) {
  std::vector<int64_t> sequence(static_cast<size_t>(count));
  std::iota(sequence.begin(), sequence.end(), 0);
  if (order != Order::kConsecutive) std::stable_sort(sequence.begin(), sequence.end(), less);
  Groups groups;
  groups.group_of.resize(static_cast<size_t>(count));
  for (size_t i = 0; i < sequence.size(); ++i) {
    if (i == 0 || !equal(sequence[i - 1], sequence[i])) {
      groups.first.push_back(sequence[i]);
      groups.size.push_back(0);
    }
    groups.group_of[static_cast<size_t>(sequence[i])] = static_cast<int64_t>(groups.first.size()) - 1;
    ++groups.size.back();
  }
  if (order != Order::kFirst) return groups;
  std::vector<int64_t> by_first(groups.first.size());
  std::iota(by_first.begin(), by_first.end(), 0);
  std::sort(by_first.begin(), by_first.end(), [&](int64_t a, int64_t b) {
    return groups.first[static_cast<size_t>(a)] < groups.first[static_cast<size_t>(b)];
  });
  std::vector<int64_t> place(by_first.size());
  Groups result;
  for (size_t k = 0; k < by_first.size(); ++k) {
    place[static_cast<size_t>(by_first[k])] = static_cast<int64_t>(k);
    result.first.push_back(groups.first[static_cast<size_t>(by_first[k])]);
    result.size.push_back(groups.size[static_cast<size_t>(by_first[k])]);
  }
  for (int64_t g : groups.group_of) result.group_of.push_back(place[static_cast<size_t>(g)]);
  return result;
}

/// NaN stands behind all numbers and equals nothing.
template <class X>
bool element_less(const X &a, const X &b) {
  if constexpr (std::is_same_v<X, double>)
    return a < b || (b != b && a == a);
  else if constexpr (std::is_same_v<X, std::complex<double>>)
    return a.real() != b.real() ? element_less(a.real(), b.real()) : element_less(a.imag(), b.imag());
  else
    return a < b;
}
template <class X>
Groups group_values(const std::vector<X> &values, const Slices &s, Order order) {
  const auto at = [&](int64_t slice, int64_t k) -> const X & {
    return values[static_cast<size_t>((k / s.inner * s.count + slice) * s.inner + k % s.inner)];
  };
  const int64_t length = s.outer * s.inner;
  return group_slices(
      s.count, order,
      [&](int64_t a, int64_t b) {
        for (int64_t k = 0; k < length; ++k) {
          if (element_less(at(a, k), at(b, k))) return true;
          if (element_less(at(b, k), at(a, k))) return false;
        }
        return false;
      },
      [&](int64_t a, int64_t b) {
        for (int64_t k = 0; k < length; ++k) {
          if (!(at(a, k) == at(b, k))) return false;
        }
        return true;
      });
}
Groups group_input(const RunContext &run, const Slices &slices, Order order) {
  switch (run.input(0)->dtype) {
    case ge::DT_STRING: {
      std::vector<ge::StringHead> heads(static_cast<size_t>(run.input(0)->elements));
      ElementAccess(*run.input(0))
          .load(run.input_data(0), 0, run.input(0)->elements, reinterpret_cast<char *>(heads.data()));
      std::vector<std::string> texts;
      for (const ge::StringHead &head : heads)
        texts.emplace_back(reinterpret_cast<const char *>(head.addr), static_cast<size_t>(head.len));
      return group_values(texts, slices, order);
    }
    case ge::DT_COMPLEX64:
    case ge::DT_COMPLEX128:
      return group_values(read_values<std::complex<double>>(run, 0), slices, order);
    case ge::DT_UINT64:
      return group_values(read_values<uint64_t>(run, 0), slices, order);
    case ge::DT_INT64:
      return group_values(read_values<int64_t>(run, 0), slices, order);
    default:
      return group_values(read_values<double>(run, 0), slices, order);
  }
}

/// Writes a vector of whole numbers as the real shape and value of an output; an output that is not there is passed
/// over.
bool deliver(RunContext &run, uint32_t output, const std::vector<int64_t> &values, Dims shape) {
  const KernelTensor *y = run.output(output);
  if (y == nullptr) return true;
  if (!run.set_output_shape(output, shape)) return false;
  const UnaryRow store = conversion(ge::DT_INT64, y->dtype);
  store(reinterpret_cast<const char *>(values.data()), sizeof(int64_t), run.out<char>(output), item_bytes(y->dtype),
        static_cast<int64_t>(values.size()));
  return true;
}

std::unique_ptr<KernelState> unique(PrepareContext &ctx, Order order, int64_t axis, bool with_places, bool with_counts,
                                    bool flat_places) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  if (x->dtype != ge::DT_STRING && !check_numbers(ctx, 0)) return nullptr;
  if (axis != kFlat && (x->rank() == 0 || !normalize_axis(axis, x->rank()))) {
    return ctx.refuse("axis: %lld is outside the dimensions of x %s", static_cast<long long>(axis),
                      KernelCall::dims_text(x->shape));
  }
  for (uint32_t k = 1; k < 3; ++k) {
    if (ctx.output(k) != nullptr && conversion(ge::DT_INT64, ctx.output(k)->dtype) == nullptr)
      return ctx.refuse("%s: a tensor of whole numbers is required", ctx.output_name(k));
  }
  return make_kernel([=](RunContext &run) {
    const Dims shape = run.input(0)->shape;
    const Slices slices(shape, axis);
    const Groups groups = group_input(run, slices, order);
    const auto found = static_cast<int64_t>(groups.first.size());
    std::vector<int64_t> result(shape.begin(), shape.end());
    if (axis == kFlat)
      result.assign(1, found);
    else
      result[static_cast<size_t>(axis)] = found;
    if (!run.set_output_shape(0, as_dims(result))) return false;
    const ElementAccess from(*run.input(0));
    for (int64_t o = 0; o < slices.outer; ++o) {
      for (int64_t g = 0; g < found; ++g) {
        from.load(run.input_data(0), (o * slices.count + groups.first[static_cast<size_t>(g)]) * slices.inner,
                  slices.inner, run.out<char>(0) + (o * found + g) * slices.inner * item);
      }
    }
    const int64_t none = 0, count = slices.count;
    const bool in_shape = with_places && axis == kFlat && !flat_places;
    if (!deliver(run, 1, with_places ? groups.group_of : std::vector<int64_t>(),
                 in_shape ? shape : Dims(with_places ? &count : &none, 1)))
      return false;
    return deliver(run, 2, with_counts ? groups.size : std::vector<int64_t>(), Dims(with_counts ? &found : &none, 1));
  });
}
std::unique_ptr<KernelState> prepare_unique(PrepareContext &ctx) {
  return unique(ctx, Order::kFirst, kFlat, true, true, true);
}
std::unique_ptr<KernelState> prepare_unique_axis(PrepareContext &ctx) {
  std::vector<int64_t> axis;
  if (!constant_integers(ctx, 1, axis)) return nullptr;
  if (axis.size() > 1) return ctx.refuse("axis: one value at most, %zu came", axis.size());
  return unique(ctx, Order::kFirst, axis.empty() ? kFlat : axis[0], true, true, true);
}
std::unique_ptr<KernelState> prepare_unique_sorted(PrepareContext &ctx) {
  const bool counts = ctx.bool_attr("return_counts");
  return unique(ctx, Order::kAscending, kFlat, ctx.bool_attr("return_inverse") || counts, counts, false);
}
std::unique_ptr<KernelState> prepare_consecutive(PrepareContext &ctx) {
  return unique(ctx, Order::kConsecutive, ctx.int_attr("axis", kFlat), ctx.bool_attr("return_idx"),
                ctx.bool_attr("return_counts"), false);
}

template <class X>
bool difference(RunContext &run, int64_t item) {
  auto x = read_values<X>(run, 0), without = read_values<X>(run, 1);
  std::sort(without.begin(), without.end(), element_less<X>);
  std::vector<int64_t> places;
  for (size_t i = 0; i < x.size(); ++i) {
    const auto at = std::lower_bound(without.begin(), without.end(), x[i], element_less<X>);
    if (at == without.end() || !(*at == x[i])) places.push_back(static_cast<int64_t>(i));
  }
  const auto count = static_cast<int64_t>(places.size());
  if (!run.set_output_shape(0, Dims(&count, 1))) return false;
  const ElementAccess from(*run.input(0));
  for (int64_t i = 0; i < count; ++i)
    from.load(run.input_data(0), places[static_cast<size_t>(i)], 1, run.out<char>(0) + i * item);
  return deliver(run, 1, places, Dims(&count, 1));
}
std::unique_ptr<KernelState> prepare_difference(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *out = ctx.output(0), *places = ctx.output(1);
  const int64_t item = movable_item(ctx, x, out);
  if (item == 0 || !check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 1, true)) return nullptr;
  if (x->rank() != 1 || ctx.input(1)->rank() != 1 || !out->contiguous || !places->contiguous)
    return ctx.refuse("x, y: shapes %s and %s; vectors are required", KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(ctx.input(1)->shape));
  return make_kernel([item, whole = x->dtype == ge::DT_INT64](RunContext &run) {
    return whole ? difference<int64_t>(run, item) : difference<double>(run, item);
  });
}

/// How often each of `count` slices is repeated; false after a failure.
bool read_repeats(RunContext &run, int64_t count, std::vector<int64_t> &repeats) {
  repeats = read_values<int64_t>(run, 1);
  if (repeats.size() == 1) repeats.assign(static_cast<size_t>(count), repeats[0]);
  if (static_cast<int64_t>(repeats.size()) != count)
    return run.fail("repeats: %zu values for %lld slices", repeats.size(), static_cast<long long>(count));
  for (int64_t n : repeats) {
    if (n < 0) return run.fail("repeats: %lld is negative", static_cast<long long>(n));
  }
  return true;
}
bool check_axis(PrepareContext &ctx, int64_t &axis) {
  if (axis == kFlat || (ctx.input(0)->rank() > 0 && normalize_axis(axis, ctx.input(0)->rank()))) return true;
  return ctx.refuse("axis: %lld is outside the dimensions of %s %s", static_cast<long long>(axis), ctx.input_name(0),
                    KernelCall::dims_text(ctx.input(0)->shape)),
         false;
}

std::unique_ptr<KernelState> prepare_repeat(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  int64_t axis = ctx.int_attr("axis", kFlat);
  if (item == 0 || !check_numbers(ctx, 1) || !check_axis(ctx, axis)) return nullptr;
  if (!y->contiguous) return ctx.refuse("y: must be contiguous");
  return make_kernel([=, fixed = y->elements](RunContext &run) {
    const Dims shape = run.input(0)->shape;
    const Slices slices(shape, axis);
    std::vector<int64_t> repeats;
    if (!read_repeats(run, slices.count, repeats)) return false;
    const int64_t total = std::accumulate(repeats.begin(), repeats.end(), int64_t{0});
    if (fixed != total * slices.outer * slices.inner) {  // planned for more than there is
      std::vector<int64_t> result(shape.begin(), shape.end());
      if (axis == kFlat)
        result.assign(1, total);
      else
        result[static_cast<size_t>(axis)] = total;
      if (!run.set_output_shape(0, as_dims(result))) return false;
    }
    const ElementAccess from(*run.input(0));
    const int64_t bytes = slices.inner * item;
    char *to = run.out<char>(0);
    for (int64_t o = 0; o < slices.outer; ++o) {
      for (int64_t i = 0; i < slices.count; ++i) {
        for (int64_t k = 0; k < repeats[static_cast<size_t>(i)]; ++k, to += bytes) {
          if (k == 0)
            from.load(run.input_data(0), (o * slices.count + i) * slices.inner, slices.inner, to);
          else
            std::memcpy(to, to - bytes, static_cast<size_t>(bytes));
        }
      }
    }
    return true;
  });
}
std::unique_ptr<KernelState> prepare_repeat_grad(PrepareContext &ctx) {
  int64_t axis = ctx.int_attr("axis", -1);
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true) || !check_axis(ctx, axis))
    return nullptr;
  if (axis == kFlat) axis = 0;
  return make_kernel([=](RunContext &run) {
    const Slices from(run.input(0)->shape, axis), to(run.output(0)->shape, axis);
    std::vector<int64_t> repeats;
    if (!read_repeats(run, to.count, repeats)) return false;
    if (std::accumulate(repeats.begin(), repeats.end(), int64_t{0}) != from.count)
      return run.fail("repeats: their sum is not the size %lld of y_grad", static_cast<long long>(from.count));
    const auto d = read_values<double>(run, 0);
    std::vector<double> sums(static_cast<size_t>(to.outer * to.count * to.inner), 0.0);
    for (int64_t o = 0; o < from.outer; ++o) {
      int64_t source = 0;
      for (int64_t i = 0; i < to.count; ++i) {
        for (int64_t k = 0; k < repeats[static_cast<size_t>(i)]; ++k, ++source) {
          for (int64_t e = 0; e < to.inner; ++e) {
            sums[static_cast<size_t>((o * to.count + i) * to.inner + e)] +=
                d[static_cast<size_t>((o * from.count + source) * from.inner + e)];
          }
        }
      }
    }
    write_values(run, 0, sums.data());
    return true;
  });
}

OPSTRATA_KERNEL(NonZero, prepare_non_zero);
OPSTRATA_KERNEL(Where, prepare_where);
OPSTRATA_KERNEL(MaskedSelect, prepare_masked_select);
OPSTRATA_KERNEL(MaskedSelectV2, prepare_masked_select);
OPSTRATA_KERNEL(MaskedSelectV3, prepare_masked_select);
OPSTRATA_KERNEL(MaskedScatter, prepare_masked_scatter);
OPSTRATA_KERNEL(Unique, prepare_unique);
OPSTRATA_KERNEL(UniqueWithCounts, prepare_unique);
OPSTRATA_KERNEL(UniqueWithCountsExt2, prepare_unique_axis);
OPSTRATA_KERNEL(UniqueExt2, prepare_unique_axis);
OPSTRATA_KERNEL(ListDiff, prepare_difference);
OPSTRATA_KERNEL(UniqueWithCountsAndSorting, prepare_unique_sorted);
OPSTRATA_KERNEL(UniqueConsecutive, prepare_consecutive);
OPSTRATA_KERNEL(RepeatInterleave, prepare_repeat);
OPSTRATA_KERNEL(RepeatInterleaveGrad, prepare_repeat_grad);

}  // namespace
}  // namespace opstrata::operators
