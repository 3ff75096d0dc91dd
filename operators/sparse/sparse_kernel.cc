// Sparse tensors, rows by segments, and what is parted and stitched together by numbers.
#include <algorithm>
#include <complex>
#include <cstring>
#include <limits>
#include <set>

#include "support/checks.h"
#include "support/moves.h"
#include "support/packed.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;

/// Calls f with a value of the type in which numbers of `dtype` are computed: int64, float64 or complex128.
template <class F>
auto computed_in(ge::DataType dtype, const F &f) {
  switch (dtype) {
    case ge::DT_COMPLEX32:
    case ge::DT_COMPLEX64:
    case ge::DT_COMPLEX128:
      return f(std::complex<double>());
    case ge::DT_FLOAT:
    case ge::DT_FLOAT16:
    case ge::DT_BF16:
    case ge::DT_DOUBLE:
      return f(double());
    default:
      return f(int64_t());
  }
}
/// Elements of all but the first dimension.
size_t row_of(Dims shape) {
  size_t n = 1;
  for (size_t d = 1; d < shape.size(); ++d) n *= static_cast<size_t>(shape[d]);
  return n;
}
bool same_row(PrepareContext &ctx, const KernelTensor &x, const KernelTensor &y) {
  bool fits = x.rank() > 0 && x.rank() == y.rank();
  for (size_t d = 1; fits && d < x.rank(); ++d) fits = x.shape[d] == y.shape[d];
  if (fits) return true;
  return ctx.refuse("y: shape %s has no rows of x %s", KernelCall::dims_text(y.shape), KernelCall::dims_text(x.shape)),
         false;
}

// ---- Segments

enum class Segments : uint8_t { kSum, kMean, kMeanGrad };

/// Segments that ascend, of the rows of x that input 1 names.
std::unique_ptr<KernelState> prepare_segments(PrepareContext &ctx, Segments way) {
  if (!are_numbers(ctx, 3, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &named = *ctx.input(1), &numbers = *ctx.input(2);
  if (named.rank() != 1 || numbers.shape != named.shape)
    return ctx.refuse("segment_ids: shape %s with indices %s; vectors of equal length are required",
                      KernelCall::dims_text(numbers.shape), KernelCall::dims_text(named.shape));
  if (!same_row(ctx, x, *ctx.output(0))) return nullptr;
  return make_kernel([way](RunContext &run) {
    return computed_in(run.input(0)->dtype, [&](auto zero) {
      using X = decltype(zero);
      const auto values = read_values<X>(run, 0);
      const auto indices = read_values<int64_t>(run, 1), ids = read_values<int64_t>(run, 2);
      const bool back = way == Segments::kMeanGrad;
      const int64_t from_rows = run.input(0)->shape[0], to_rows = run.output(0)->shape[0];
      const int64_t segments = back ? from_rows : to_rows, rows = back ? to_rows : from_rows;
      const size_t row = row_of(run.input(0)->shape);
      Integers count(static_cast<size_t>(segments), 0);
      for (size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || ids[i] >= segments || (i > 0 && ids[i] < ids[i - 1]))
          return run.fail("segment_ids: %lld is none of %lld segments in ascending order",
                          static_cast<long long>(ids[i]), static_cast<long long>(segments));
        if (indices[i] < 0 || indices[i] >= rows)
          return run.fail("indices: %lld is no row of %lld", static_cast<long long>(indices[i]),
                          static_cast<long long>(rows));
        ++count[static_cast<size_t>(ids[i])];
      }
      std::vector<X> y(static_cast<size_t>(to_rows) * row, X(0));
      for (size_t i = 0; i < ids.size(); ++i) {
        const auto segment = static_cast<size_t>(ids[i]), at = static_cast<size_t>(indices[i]);
        for (size_t k = 0; k < row; ++k) {
          const X v = values[(back ? segment : at) * row + k];
          y[(back ? at : segment) * row + k] += back ? v / static_cast<X>(count[segment]) : v;
        }
      }
      for (size_t s = 0; way == Segments::kMean && s < count.size(); ++s) {
        for (size_t k = 0; count[s] > 0 && k < row; ++k) y[s * row + k] /= static_cast<X>(count[s]);
      }
      write_values(run, 0, y.data());
      return true;
    });
  });
}

std::unique_ptr<KernelState> prepare_segment_max(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &ids = *ctx.input(1);
  if (ids.rank() != 1 || x.rank() == 0 || ids.elements != x.shape[0])
    return ctx.refuse("segment_ids: shape %s; a number for each row of x %s is required",
                      KernelCall::dims_text(ids.shape), KernelCall::dims_text(x.shape));
  if (!same_row(ctx, x, *ctx.output(0))) return nullptr;
  return make_kernel([](RunContext &run) {
    return computed_in(run.input(0)->dtype, [&](auto zero) {
      using X = decltype(zero);
      if constexpr (std::is_same_v<X, std::complex<double>>) {
        return run.fail("x: complex numbers have no order");
      } else {
        const auto values = read_values<X>(run, 0);
        const auto numbers = read_values<int64_t>(run, 1);
        const int64_t segments = run.output(0)->shape[0];
        const size_t row = row_of(run.input(0)->shape);
        std::vector<X> y(static_cast<size_t>(segments) * row, X(0));
        for (size_t i = 0; i < numbers.size(); ++i) {
          const bool first = i == 0 || numbers[i] != numbers[i - 1];
          if (numbers[i] < 0 || numbers[i] >= segments || (i > 0 && numbers[i] < numbers[i - 1]))
            return run.fail("segment_ids: %lld is none of %lld segments in ascending order",
                            static_cast<long long>(numbers[i]), static_cast<long long>(segments));
          for (size_t k = 0; k < row; ++k) {
            X &to = y[static_cast<size_t>(numbers[i]) * row + k];
            const X v = values[i * row + k];
            to = first || v > to || v != v ? v : to;
          }
        }
        write_values(run, 0, y.data());
        return true;
      }
    });
  });
}

// ---- Partition and stitch

std::unique_ptr<KernelState> prepare_partition(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *numbers = ctx.input(1);
  const uint32_t count = ctx.output_count(0);
  if (x == nullptr || !check_numbers(ctx, 1)) return ctx.refuse("x, partitions: missing");
  const int64_t item = item_bytes(x->dtype);
  bool fits = numbers->rank() <= x->rank();
  for (size_t d = 0; fits && d < numbers->rank(); ++d) fits = numbers->shape[d] == x->shape[d];
  if (!fits || item == 0 || !x->contiguous)
    return ctx.refuse("partitions: shape %s; the first dimensions of a contiguous x %s are required",
                      KernelCall::dims_text(numbers->shape), KernelCall::dims_text(x->shape));
  for (uint32_t i = 0; i < count; ++i) {
    if (ctx.output(0, i) == nullptr || ctx.output(0, i)->dtype != x->dtype || !ctx.output(0, i)->contiguous)
      return ctx.refuse("y: tensor %u is not contiguous or not of the type of x", i);
  }
  int64_t row = 1;
  Integers shape = {0};
  for (size_t d = numbers->rank(); d < x->rank(); ++d) {
    row *= x->shape[d];
    shape.push_back(x->shape[d]);
  }
  return make_kernel([count, shape, bytes = static_cast<size_t>(row * item)](RunContext &run) {
    const auto partitions = read_values<int64_t>(run, 1);
    std::vector<Integers> rows(count);
    for (size_t i = 0; i < partitions.size(); ++i) {
      if (partitions[i] < 0 || partitions[i] >= static_cast<int64_t>(count))
        return run.fail("partitions: %lld is none of %u", static_cast<long long>(partitions[i]), count);
      rows[static_cast<size_t>(partitions[i])].push_back(static_cast<int64_t>(i));
    }
    for (uint32_t p = 0; p < count; ++p) {
      Integers real = shape;
      real[0] = static_cast<int64_t>(rows[p].size());
      if (!run.set_output_shape(0, as_dims(real), p)) return false;
      for (size_t i = 0; bytes > 0 && i < rows[p].size(); ++i)
        std::memcpy(run.out<char>(0, p) + i * bytes, run.in<char>(0) + static_cast<size_t>(rows[p][i]) * bytes, bytes);
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_stitch(PrepareContext &ctx) {
  const KernelTensor *y = ctx.output(0);
  const uint32_t count = ctx.input_count(0);
  const int64_t item = y == nullptr ? 0 : item_bytes(y->dtype);
  if (item == 0 || !y->contiguous || y->rank() == 0 || count != ctx.input_count(1) || count == 0)
    return ctx.refuse("y: a contiguous tensor is required, and as many tensors of x as of indices");
  int64_t row = 1;
  for (size_t d = 1; d < y->rank(); ++d) row *= y->shape[d];
  for (uint32_t i = 0; i < count; ++i) {
    const KernelTensor *index = ctx.input(0, i), *x = ctx.input(1, i);
    bool fits = index != nullptr && x != nullptr && index->dtype == ge::DT_INT32 && x->dtype == y->dtype &&
                x->contiguous && index->rank() + y->rank() == x->rank() + 1;
    for (size_t d = 0; fits && d < x->rank(); ++d)
      fits = x->shape[d] == (d < index->rank() ? index->shape[d] : y->shape[d + 1 - index->rank()]);
    if (!fits)
      return ctx.refuse("x: tensor %u does not consist of rows of y %s for its indices", i,
                        KernelCall::dims_text(y->shape));
  }
  return make_kernel([count, bytes = static_cast<size_t>(row * item),
                      rest = Integers(y->shape.begin() + 1, y->shape.end()), most = y->shape[0]](RunContext &run) {
    std::vector<Integers> all;
    int64_t last = -1;
    for (uint32_t i = 0; i < count; ++i) {
      all.push_back(read_values<int64_t>(run, 0, run.input(0, i)->shape, i));
      for (int64_t at : all.back()) {
        if (at < 0) return run.fail("indices: %lld is negative", static_cast<long long>(at));
        last = std::max(last, at);
      }
    }
    if (last >= most)
      return run.fail("indices: %lld is beyond the %lld rows that there are at most", static_cast<long long>(last),
                      static_cast<long long>(most));
    Integers real = rest;
    real.insert(real.begin(), last + 1);
    if (!run.set_output_shape(0, as_dims(real))) return false;
    if (bytes == 0 || last < 0) return true;
    std::memset(run.out<char>(0), 0, static_cast<size_t>(last + 1) * bytes);
    for (uint32_t i = 0; i < count; ++i) {
      for (size_t k = 0; k < all[i].size(); ++k)
        std::memcpy(run.out<char>(0) + static_cast<size_t>(all[i][k]) * bytes, run.in<char>(1, i) + k * bytes, bytes);
    }
    return true;
  });
}

// ---- Sparse tensors

/// Reads places: a number, a vector of them, or one place a row, of a tensor of `shape`; as row-major numbers.
bool read_places(RunContext &run, uint32_t input, const Integers &shape, Integers &places) {
  const auto indices = read_values<int64_t>(run, input);
  const size_t rank = shape.size();
  for (size_t i = 0; i + rank <= indices.size() && rank > 0; i += rank) {
    int64_t at = 0;
    for (size_t d = 0; d < rank; ++d) {
      if (indices[i + d] < 0 || indices[i + d] >= shape[d])
        return run.fail("%s: index %lld is outside [0, %lld)", run.input_name(input),
                        static_cast<long long>(indices[i + d]), static_cast<long long>(shape[d]));
      at = at * shape[d] + indices[i + d];
    }
    places.push_back(at);
  }
  return true;
}
/// Indices [n, rank], [n] where the rank is 1, or one number there.
bool are_places(PrepareContext &ctx, uint32_t input, size_t rank, int64_t &count) {
  if (!check_numbers(ctx, input)) return false;
  const KernelTensor &t = *ctx.input(input);
  const bool whole = t.dtype == ge::DT_INT32 || t.dtype == ge::DT_INT64;
  const bool fits = t.rank() == 2 ? t.shape[1] == static_cast<int64_t>(rank) : t.rank() < 2 && rank == 1;
  count = rank == 0 ? 0 : t.elements / static_cast<int64_t>(rank);
  if (fits && whole && rank > 0) return true;
  return ctx.refuse("%s: shape %s for a tensor of rank %zu", ctx.input_name(input), KernelCall::dims_text(t.shape),
                    rank),
         false;
}

std::unique_ptr<KernelState> prepare_to_dense(PrepareContext &ctx) {
  const KernelTensor *values = ctx.input(2), *rest = ctx.input(3), *y = ctx.output(0);
  int64_t count = 0;
  const int64_t item = movable_item(ctx, values, y);
  if (item == 0 || !are_places(ctx, 0, y->rank(), count)) return nullptr;
  if (rest == nullptr || rest->dtype != y->dtype || rest->elements != 1 || !y->contiguous ||
      (values->elements != 1 && values->elements != count))
    return ctx.refuse("values, default_value: shapes %s, %s; one element or %lld, and one, are required",
                      KernelCall::dims_text(values->shape),
                      rest == nullptr ? "none" : KernelCall::dims_text(rest->shape), static_cast<long long>(count));
  const Integers none(y->rank(), 0);
  return make_kernel([fill = StridedCopy(y->shape, as_dims(none), y->strides, item), item, one = values->elements == 1,
                      ordered = ctx.bool_attr("validate_indices", true)](RunContext &run) {
    const Dims dims = run.output(0)->shape;
    Integers places;
    if (!read_places(run, 0, Integers(dims.begin(), dims.end()), places)) return false;
    for (size_t i = 1; ordered && i < places.size(); ++i) {
      if (places[i] <= places[i - 1]) return run.fail("indices: row %zu does not come behind the one before", i);
    }
    fill.run(run, run.input_data(3), run.output_data(0));
    std::vector<char> element(16);
    const ElementAccess from(*run.input(2));
    for (size_t i = 0; i < places.size(); ++i) {
      from.load(run.input_data(2), one ? 0 : static_cast<int64_t>(i), 1, element.data());
      std::memcpy(run.out<char>(0) + places[i] * item, element.data(), static_cast<size_t>(item));
    }
    return true;
  });
}

std::unique_ptr<KernelState> prepare_dense_add(PrepareContext &ctx) {
  int64_t count = 0;
  if (!are_numbers(ctx, 4, 1)) return nullptr;
  const KernelTensor &dense = *ctx.input(3);
  if (!are_places(ctx, 0, dense.rank(), count) || !same_shape(ctx, *ctx.output(0), "y", dense.shape) ||
      !has_elements(ctx, *ctx.input(1), "x1_values", count))
    return nullptr;
  return make_kernel([](RunContext &run) {
    return computed_in(run.input(3)->dtype, [&](auto zero) {
      using X = decltype(zero);
      const Dims dims = run.input(3)->shape;
      Integers places;
      if (!read_places(run, 0, Integers(dims.begin(), dims.end()), places)) return false;
      auto y = read_values<X>(run, 3);
      const auto values = read_values<X>(run, 1);
      for (size_t i = 0; i < places.size(); ++i) y[static_cast<size_t>(places[i])] += values[i];
      write_values(run, 0, y.data());
      return true;
    });
  });
}

std::unique_ptr<KernelState> prepare_mat_mul(PrepareContext &ctx) {
  int64_t count = 0;
  if (!are_numbers(ctx, 4, 1) || !are_places(ctx, 0, 2, count)) return nullptr;
  const KernelTensor &b = *ctx.input(3), &y = *ctx.output(0);
  const bool turn_b = ctx.bool_attr("adjoint_b");
  const bool fits = b.rank() == 2 && y.rank() == 2 && ctx.input(2)->elements == 2 && ctx.input(1)->elements == count &&
                    y.shape[1] == b.shape[turn_b ? 0 : 1];
  if (!fits)
    return ctx.refuse("x1_values, x1_shape, x2: shapes %s, %s, %s do not make y %s",
                      KernelCall::dims_text(ctx.input(1)->shape), KernelCall::dims_text(ctx.input(2)->shape),
                      KernelCall::dims_text(b.shape), KernelCall::dims_text(y.shape));
  return make_kernel([turn_a = ctx.bool_attr("adjoint_a"), turn_b](RunContext &run) {
    return computed_in(run.input(3)->dtype, [&](auto zero) {
      using X = decltype(zero);
      const auto shape = read_values<int64_t>(run, 2), indices = read_values<int64_t>(run, 0);
      const auto a = read_values<X>(run, 1), b_values = read_values<X>(run, 3);
      const int64_t rows = run.output(0)->shape[0], columns = run.output(0)->shape[1];
      const int64_t inner = run.input(3)->shape[turn_b ? 1 : 0];
      if (shape[turn_a ? 1 : 0] != rows || shape[turn_a ? 0 : 1] != inner)
        return run.fail("x1_shape: [%lld, %lld] does not fit x2 and y", static_cast<long long>(shape[0]),
                        static_cast<long long>(shape[1]));
      const auto adjoint = [](X v, bool turned) {
        if constexpr (std::is_same_v<X, std::complex<double>>) return turned ? std::conj(v) : v;
        return v;
      };
      std::vector<X> result(static_cast<size_t>(rows * columns), X(0));
      for (size_t i = 0; i < a.size(); ++i) {
        const int64_t r = indices[2 * i + (turn_a ? 1 : 0)], k = indices[2 * i + (turn_a ? 0 : 1)];
        if (r < 0 || r >= rows || k < 0 || k >= inner)
          return run.fail("x1_indices: [%lld, %lld] is outside x1_shape", static_cast<long long>(indices[2 * i]),
                          static_cast<long long>(indices[2 * i + 1]));
        const X factor = adjoint(a[i], turn_a);
        for (int64_t c = 0; c < columns; ++c) {
          const int64_t at = turn_b ? c * inner + k : k * columns + c;
          result[static_cast<size_t>(r * columns + c)] += factor * adjoint(b_values[static_cast<size_t>(at)], turn_b);
        }
      }
      write_values(run, 0, result.data());
      return true;
    });
  });
}

std::unique_ptr<KernelState> prepare_fill_rows(PrepareContext &ctx) {
  const KernelTensor *indices = ctx.input(0), *values = ctx.input(1), *rest = ctx.input(3), *y = ctx.output(1);
  const int64_t item = values == nullptr ? 0 : item_bytes(values->dtype);
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 2) || y == nullptr || rest == nullptr || item == 0)
    return ctx.refuse("values, default_value: missing, or of no whole bytes");
  const bool fits = indices->rank() == 2 && values->rank() == 1 && values->elements == indices->shape[0] &&
                    ctx.input(2)->rank() == 1 && ctx.input(2)->elements == indices->shape[1] && indices->shape[1] > 0 &&
                    rest->elements == 1 && rest->dtype == values->dtype && y->dtype == values->dtype;
  if (!fits)
    return ctx.refuse("indices, values, dense_shape: shapes %s, %s, %s; [n, rank], [n] and [rank] are required",
                      KernelCall::dims_text(indices->shape), KernelCall::dims_text(values->shape),
                      KernelCall::dims_text(ctx.input(2)->shape));
  for (uint32_t i = 0; i < 4; ++i) {
    if (ctx.output(i) == nullptr || !ctx.output(i)->contiguous)
      return ctx.refuse("%s: missing or not contiguous", ctx.output_name(i));
  }
  return make_kernel([item = static_cast<size_t>(item)](RunContext &run) {
    const auto places = read_values<int64_t>(run, 0), shape = read_values<int64_t>(run, 2);
    const auto rank = shape.size(), count = static_cast<size_t>(run.input(1)->elements);
    const int64_t rows = shape[0];
    if (rows < 0 || run.output(2)->elements < rows)
      return run.fail("dense_shape: %lld rows", static_cast<long long>(rows));
    std::vector<Integers> of_row(static_cast<size_t>(rows));
    for (size_t i = 0; i < count; ++i) {
      if (places[i * rank] < 0 || places[i * rank] >= rows)
        return run.fail("indices: row %lld of %lld", static_cast<long long>(places[i * rank]),
                        static_cast<long long>(rows));
      of_row[static_cast<size_t>(places[i * rank])].push_back(static_cast<int64_t>(i));
    }
    Integers made, back(count);
    std::vector<char> elements, empty;
    std::vector<char> one(16);
    const ElementAccess from(*run.input(1));
    for (int64_t r = 0; r < rows; ++r) {
      const Integers &own = of_row[static_cast<size_t>(r)];
      empty.push_back(own.empty() ? 1 : 0);
      if (own.empty()) {
        made.push_back(r);
        made.insert(made.end(), rank - 1, 0);
        elements.insert(elements.end(), run.in<char>(3), run.in<char>(3) + item);
      }
      for (int64_t i : own) {
        const auto at = places.begin() + i * static_cast<int64_t>(rank);
        back[static_cast<size_t>(i)] = static_cast<int64_t>(made.size() / rank);
        made.insert(made.end(), at, at + static_cast<int64_t>(rank));
        from.load(run.input_data(1), i, 1, one.data());
        elements.insert(elements.end(), one.begin(), one.begin() + static_cast<int64_t>(item));
      }
    }
    const auto total = static_cast<int64_t>(made.size() / rank), old = static_cast<int64_t>(count);
    const int64_t index_shape[] = {total, static_cast<int64_t>(rank)};
    if (!run.set_output_shape(0, {index_shape, 2}) || !run.set_output_shape(1, {&total, 1}) ||
        !run.set_output_shape(2, {&rows, 1}) || !run.set_output_shape(3, {&old, 1}))
      return false;
    const auto copy = [](char *to, const void *data, size_t bytes) {
      if (bytes > 0) std::memcpy(to, data, bytes);
    };
    copy(run.out<char>(0), made.data(), made.size() * sizeof(int64_t));
    copy(run.out<char>(1), elements.data(), elements.size());
    copy(run.out<char>(2), empty.data(), empty.size());
    copy(run.out<char>(3), back.data(), back.size() * sizeof(int64_t));
    return true;
  });
}

OPSTRATA_KERNEL(SegmentMax, prepare_segment_max);
OPSTRATA_KERNEL(SparseSegmentSum, [](PrepareContext &ctx) { return prepare_segments(ctx, Segments::kSum); });
OPSTRATA_KERNEL(SparseSegmentMean, [](PrepareContext &ctx) { return prepare_segments(ctx, Segments::kMean); });
OPSTRATA_KERNEL(SparseSegmentMeanGrad, [](PrepareContext &ctx) { return prepare_segments(ctx, Segments::kMeanGrad); });
OPSTRATA_KERNEL(DynamicPartition, prepare_partition);
OPSTRATA_KERNEL(DynamicStitch, prepare_stitch);
OPSTRATA_KERNEL(ParallelDynamicStitch, prepare_stitch);
OPSTRATA_KERNEL(SparseToDense, prepare_to_dense);
OPSTRATA_KERNEL(SparseTensorDenseAdd, prepare_dense_add);
OPSTRATA_KERNEL(SparseTensorDenseMatMul, prepare_mat_mul);
OPSTRATA_KERNEL(SparseFillEmptyRows, prepare_fill_rows);

}  // namespace
}  // namespace opstrata::operators
