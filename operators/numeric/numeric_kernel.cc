// Searching, counting, and operators on patches, chunks and vectors of a tensor.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "elementwise/map.h"
#include "support/axis.h"
#include "support/moves.h"
#include "support/packed.h"
#include "support/values.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;
using Reals = std::vector<double>;

bool is_wide_integer(ge::DataType dtype) { return dtype == ge::DT_INT64 || dtype == ge::DT_UINT64; }

// ---- Searching and counting

template <class X>
bool search(RunContext &run, bool right) {
  const auto sequence = read_values<X>(run, 0), values = read_values<X>(run, 1);
  const auto sorter = run.input(2) == nullptr ? Integers() : read_values<int64_t>(run, 2);
  const KernelTensor &s = *run.input(0), &v = *run.input(1);
  const auto length = static_cast<size_t>(s.rank() == 0 ? 1 : s.shape.back());
  const auto row = static_cast<size_t>(v.rank() == 0 ? 1 : v.shape.back());
  Integers places(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t first = s.rank() <= 1 ? 0 : i / row * length;
    size_t low = 0, high = length;
    while (low < high) {
      const size_t middle = (low + high) / 2;
      size_t at = middle;
      if (!sorter.empty()) {
        const int64_t k = sorter[first + middle];
        if (k < 0 || static_cast<size_t>(k) >= length)
          return run.fail("sorter: %lld is outside the sequence of %zu", static_cast<long long>(k), length);
        at = static_cast<size_t>(k);
      }
      const X here = sequence[first + at];
      const bool before = right ? !(here > values[i]) : here < values[i];
      (before ? low : high) = before ? middle + 1 : middle;
    }
    places[i] = static_cast<int64_t>(low);
  }
  write_values(run, 0, places.data());
  return true;
}
std::unique_ptr<KernelState> search_in(PrepareContext &ctx, bool right) {
  const KernelTensor *s = ctx.input(0), *v = ctx.input(1), *sorter = ctx.input(2), *y = ctx.output(0);
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  bool fits = y->shape == v->shape && (s->rank() == 1 || s->rank() == v->rank()) &&
              (sorter == nullptr || sorter->shape == s->shape);
  for (size_t d = 0; fits && s->rank() > 1 && d + 1 < s->rank(); ++d) fits = s->shape[d] == v->shape[d];
  if (!fits)
    return ctx.refuse("%s: shape %s does not fit values %s", ctx.input_name(0), KernelCall::dims_text(s->shape),
                      KernelCall::dims_text(v->shape));
  const bool whole = is_wide_integer(s->dtype) && is_wide_integer(v->dtype);
  return make_kernel(
      [right, whole](RunContext &run) { return whole ? search<int64_t>(run, right) : search<double>(run, right); });
}

std::unique_ptr<KernelState> prepare_search(PrepareContext &ctx) { return search_in(ctx, ctx.bool_attr("right")); }

std::unique_ptr<KernelState> prepare_bincount(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 2) || !check_numbers(ctx, 0, true)) return nullptr;
  const bool weighted = ctx.input(2)->elements != 0;
  if (weighted && ctx.input(2)->elements != ctx.input(0)->elements) {
    return ctx.refuse("weights: %s for array %s; as many are required, or none",
                      KernelCall::dims_text(ctx.input(2)->shape), KernelCall::dims_text(ctx.input(0)->shape));
  }
  const bool whole = is_wide_integer(ctx.output(0)->dtype);
  return make_kernel([weighted, whole](RunContext &run) {
    const Integers array = read_values<int64_t>(run, 0);
    const auto bins = static_cast<size_t>(run.output(0)->elements);
    const auto count = [&](auto sample) {
      using X = decltype(sample);
      const std::vector<X> weights = weighted ? read_values<X>(run, 2) : std::vector<X>();
      std::vector<X> sums(bins, X(0));
      for (size_t i = 0; i < array.size(); ++i) {
        if (array[i] < 0) return run.fail("array: %lld is negative", static_cast<long long>(array[i]));
        if (static_cast<uint64_t>(array[i]) < bins) sums[static_cast<size_t>(array[i])] += weighted ? weights[i] : X(1);
      }
      write_values(run, 0, sums.data());
      return true;
    };
    return whole ? count(int64_t{0}) : count(0.0);
  });
}

/// Counts the elements of x in equal parts of [low, high]; `inside`: those elsewhere do not count, else they count at
/// the ends.
bool count_parts(RunContext &run, double low, double high, bool inside) {
  const Reals x = read_values<double>(run, 0);
  const auto bins = static_cast<size_t>(run.output(0)->elements);
  if (inside && low == high && !x.empty()) {
    low = *std::min_element(x.begin(), x.end());
    high = *std::max_element(x.begin(), x.end());
  }
  if (inside && low == high) {
    low -= 1;
    high += 1;
  }
  if (!(low < high)) return run.fail("%s: the range from %g to %g is empty", run.input_name(0), low, high);
  Integers counts(bins, 0);
  for (double v : x) {
    if (std::isnan(v) || (inside && (v < low || v > high))) continue;
    const double part = std::clamp(std::floor((v - low) / (high - low) * static_cast<double>(bins)), 0.0,
                                   static_cast<double>(bins - 1));
    ++counts[static_cast<size_t>(part)];
  }
  write_values(run, 0, counts.data());
  return true;
}
bool check_histogram(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return false;
  if (ctx.output(0)->elements > 0) return true;
  return ctx.refuse("bins: at least one is required"), false;
}
std::unique_ptr<KernelState> prepare_histogram(PrepareContext &ctx) {
  if (!check_histogram(ctx)) return nullptr;
  return make_kernel([low = ctx.float_attr("min"), high = ctx.float_attr("max")](RunContext &run) {
    return count_parts(run, low, high, true);
  });
}
std::unique_ptr<KernelState> prepare_histogram_v2(PrepareContext &ctx) {
  if (!check_histogram(ctx) || !check_numbers(ctx, 1) || !check_numbers(ctx, 2)) return nullptr;
  if (ctx.input(1)->elements != 1 || ctx.input(2)->elements != 1)
    return ctx.refuse("min, max: one number each is required");
  return make_kernel([](RunContext &run) {
    return count_parts(run, read_values<double>(run, 1)[0], read_values<double>(run, 2)[0], true);
  });
}
std::unique_ptr<KernelState> prepare_histogram_fixed(PrepareContext &ctx) {
  if (!check_histogram(ctx) || !check_numbers(ctx, 1)) return nullptr;
  if (ctx.input(1)->elements != 2) return ctx.refuse("range: two numbers are required");
  return make_kernel([](RunContext &run) {
    const Reals range = read_values<double>(run, 1);
    return count_parts(run, range[0], range[1], false);
  });
}

// ---- Vectors

constexpr int64_t kFirstOfThree = -65530;

template <class X>
bool cross(RunContext &run, size_t dim) {
  const Dims shape = run.output(0)->shape;
  const auto a = read_values<X>(run, 0, shape), b = read_values<X>(run, 1, shape);
  std::vector<X> y(a.size());
  size_t inner = 1;
  for (size_t d = dim + 1; d < shape.size(); ++d) inner *= static_cast<size_t>(shape[d]);
  for (size_t first = 0; first < y.size(); ++first) {
    if (first / inner % 3 != 0) continue;
    for (size_t k = 0; k < 3; ++k) {
      const size_t p = first + (k + 1) % 3 * inner, q = first + (k + 2) % 3 * inner;
      y[first + k * inner] = a[p] * b[q] - a[q] * b[p];
    }
  }
  write_values(run, 0, y.data());
  return true;
}
std::unique_ptr<KernelState> prepare_cross(PrepareContext &ctx) {
  const KernelTensor *y = ctx.output(0);
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  int64_t dim = ctx.int_attr("dim", kFirstOfThree);
  for (size_t d = 0; dim == kFirstOfThree && d < y->rank(); ++d) {
    if (y->shape[d] == 3) dim = static_cast<int64_t>(d);
  }
  if (!broadcasts_to(*ctx.input(0), y->shape) || !broadcasts_to(*ctx.input(1), y->shape) || y->rank() == 0 ||
      !normalize_axis(dim, y->rank()) || y->shape[static_cast<size_t>(dim)] != 3) {
    return ctx.refuse("dim: x1 %s and x2 %s have no dimension of 3 elements there",
                      KernelCall::dims_text(ctx.input(0)->shape), KernelCall::dims_text(ctx.input(1)->shape));
  }
  const auto at = static_cast<size_t>(dim);
  switch (map_type(y->dtype)) {
    case kMapComplex:
      return make_kernel([at](RunContext &run) { return cross<std::complex<double>>(run, at); });
    case kMapInt:
    case kMapUint:
      return make_kernel([at](RunContext &run) { return cross<uint64_t>(run, at); });
    default:
      return make_kernel([at](RunContext &run) { return cross<double>(run, at); });
  }
}

std::unique_ptr<KernelState> prepare_renorm(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  int64_t dim = ctx.int_attr("dim");
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  if (x->rank() == 0 || !normalize_axis(dim, x->rank()) || y->elements != x->shape[static_cast<size_t>(dim)]) {
    return ctx.refuse("dim: no dimension of x %s for y %s", KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(y->shape));
  }
  const double p = ctx.float_attr("p", 2), most = ctx.float_attr("maxnorm");
  if (!(p > 0) || !(most >= 0)) return ctx.refuse("p, maxnorm: %g, %g are no norm and bound", p, most);
  return make_kernel([=](RunContext &run) {
    const Reals v = read_values<double>(run, 0);
    const Dims shape = run.input(0)->shape;
    const auto slices = static_cast<size_t>(shape[static_cast<size_t>(dim)]);
    size_t inner = 1;
    for (size_t d = static_cast<size_t>(dim) + 1; d < shape.size(); ++d) inner *= static_cast<size_t>(shape[d]);
    Reals factors(slices, 0.0);
    for (size_t i = 0; i < v.size(); ++i) {
      double &sum = factors[i / inner % slices];
      const double d = std::fabs(v[i]);
      sum = std::isinf(p) ? std::max(sum, d) : sum + (p == 1 ? d : p == 2 ? d * d : std::pow(d, p));
    }
    for (double &f : factors) {
      const double norm = std::isinf(p) || p == 1 ? f : p == 2 ? std::sqrt(f) : std::pow(f, 1 / p);
      f = norm > most ? most / (norm + 1e-7) : 1.0;
    }
    write_values(run, 0, factors.data());
    return true;
  });
}

// ---- Patches and chunks

/// Values of a list attribute for `count` directions: one for all, or pairs for both ends.
bool pairs(PrepareContext &ctx, const char *name, int64_t fallback, size_t count, int64_t *values) {
  const KernelSpan<int64_t> list = ctx.int_list_attr(name);
  const size_t n = list.size();
  std::fill_n(values, count, fallback);
  if (n == 0) return true;
  if (n != 1 && n != 2 && n != count) return ctx.refuse("%s: %zu values", name, n), false;
  for (size_t i = 0; i < count; ++i) values[i] = list[n == 1 ? 0 : n == count ? i : i / 2];
  return true;
}
std::unique_ptr<KernelState> prepare_im2col(PrepareContext &ctx) {
  struct Window {
    int64_t kernel[2], stride[2], dilation[2], pads[4];
    int64_t places[2];        ///< of the window, by row and column
    int64_t place_stride[2];  ///< of y, in elements
  } w{};
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0 || !pairs(ctx, "ksizes", 0, 2, w.kernel) || !pairs(ctx, "strides", 1, 2, w.stride) ||
      !pairs(ctx, "dilations", 1, 2, w.dilation) || !pairs(ctx, "pads", 0, 4, w.pads)) {
    return nullptr;
  }
  const std::string_view mode = ctx.string_attr("padding_mode", "CALCULATED");
  if (mode != "CALCULATED" && mode != "SAME" && mode != "VALID")
    return ctx.refuse("padding_mode: \"%s\" is none of CALCULATED, SAME, VALID", ctx.string_attr("padding_mode"));
  const auto unfit = [&] {
    return ctx.refuse("y: shape %s does not follow from x %s", KernelCall::dims_text(y->shape), KernelCall::dims_text(x->shape));
  };
  // API functions take the places of the window as one dimension.
  if (x->rank() != 4 || (y->rank() != 4 && y->rank() != 3) || y->shape[0] != x->shape[0] ||
      y->shape[1] != x->shape[1] * w.kernel[0] * w.kernel[1])
    return unfit();
  for (size_t d = 0; d < 2; ++d) {
    if (w.kernel[d] < 1 || w.stride[d] < 1 || w.dilation[d] < 1)
      return ctx.refuse("ksizes, strides, dilations: must be positive");
    const int64_t window = (w.kernel[d] - 1) * w.dilation[d] + 1, extent = x->shape[2 + d];
    if (mode == "VALID") w.pads[2 * d] = w.pads[2 * d + 1] = 0;
    const int64_t padded = extent + w.pads[2 * d] + w.pads[2 * d + 1];
    w.places[d] = y->rank() == 4   ? y->shape[2 + d]
                  : mode == "SAME" ? (extent + w.stride[d] - 1) / w.stride[d]
                                   : padded < window ? 0 : (padded - window) / w.stride[d] + 1;
    if (mode == "SAME") w.pads[2 * d] = std::max<int64_t>((w.places[d] - 1) * w.stride[d] + window - extent, 0) / 2;
  }
  if (y->rank() == 3 && y->shape[2] != w.places[0] * w.places[1]) return unfit();
  w.place_stride[0] = y->rank() == 4 ? y->strides[2] : y->strides[2] * w.places[1];
  w.place_stride[1] = y->strides.back();
  return make_kernel([=](RunContext &run) {
    const KernelTensor &from = *run.input(0), &to = *run.output(0);
    const int64_t channels = to.shape[1], rows = w.places[0], columns = w.places[1];
    run.parallel_for(to.shape[0] * channels, 4, [&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        const int64_t image = plane / channels, channel = plane % channels,
                      place = channel % (w.kernel[0] * w.kernel[1]);
        const int64_t kernel_row = place / w.kernel[1], kernel_column = place % w.kernel[1];
        const char *source = run.in<char>(0) +
                             (image * from.strides[0] + channel / (w.kernel[0] * w.kernel[1]) * from.strides[1]) * item;
        char *target = run.out<char>(0) + (image * to.strides[0] + channel * to.strides[1]) * item;
        for (int64_t i = 0; i < rows; ++i) {
          for (int64_t j = 0; j < columns; ++j) {
            const int64_t r = i * w.stride[0] - w.pads[0] + kernel_row * w.dilation[0],
                          c = j * w.stride[1] - w.pads[2] + kernel_column * w.dilation[1];
            char *at = target + (i * w.place_stride[0] + j * w.place_stride[1]) * item;
            if (r >= 0 && r < from.shape[2] && c >= 0 && c < from.shape[3]) {
              std::memcpy(at, source + (r * from.strides[2] + c * from.strides[3]) * item, static_cast<size_t>(item));
            } else {
              std::memset(at, 0, static_cast<size_t>(item));
            }
          }
        }
      }
    });
    return true;
  });
}

std::unique_ptr<KernelState> prepare_unfold_grad(PrepareContext &ctx) {
  const KernelTensor *d = ctx.input(0), *x = ctx.output(0);
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  int64_t dim = ctx.int_attr("dim");
  const int64_t size = ctx.int_attr("size"), step = ctx.int_attr("step");
  const bool known =
      normalize_axis(dim, x->rank()) && size >= 0 && step > 0 && d->rank() == x->rank() + 1 && d->shape.back() == size;
  const auto axis = static_cast<size_t>(dim);
  const int64_t extent = x->rank() == 0 ? 1 : known ? x->shape[axis] : 0;
  bool fits = known && size <= extent && d->elements != 0;
  for (size_t k = 0; fits && k < x->rank(); ++k)
    fits = d->shape[k] == (k == axis ? (extent - size) / step + 1 : x->shape[k]);
  if (!fits)
    return ctx.refuse("grad_out: shape %s does not follow from %s by windows of %lld, %lld apart",
                      KernelCall::dims_text(d->shape), KernelCall::dims_text(x->shape), static_cast<long long>(size),
                      static_cast<long long>(step));
  return make_kernel([=](RunContext &run) {
    const Reals gradient = read_values<double>(run, 0);
    Reals sums(static_cast<size_t>(run.output(0)->elements), 0.0);
    const Dims shape = run.output(0)->shape;
    int64_t inner = 1;
    for (size_t k = axis + 1; k < shape.size(); ++k) inner *= shape[k];
    const int64_t windows = run.input(0)->rank() == 1 ? 1 : run.input(0)->shape[axis];
    for (size_t i = 0; i < gradient.size(); ++i) {
      const auto number = static_cast<int64_t>(i);
      const int64_t at = number % size, rest = number / size, e = rest % inner, window = rest / inner % windows,
                    o = rest / inner / windows;
      sums[static_cast<size_t>((o * extent + window * step + at) * inner + e)] += gradient[i];
    }
    write_values(run, 0, sums.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_chunk_cat(PrepareContext &ctx) {
  const KernelTensor *y = ctx.output(0);
  const int64_t chunks = ctx.int_attr("num_chunks", 1), wanted = ctx.int_attr("dim");
  if (y == nullptr || chunks < 1 || !y->contiguous || item_bytes(y->dtype) == 0)
    return ctx.refuse("y, num_chunks: a contiguous result and a positive number are required");
  struct Part {
    int64_t outer = 1, extent = 1, inner = 1, rows = 0;  ///< rows of a chunk
    UnaryRow convert = nullptr;
  };
  std::vector<Part> parts;
  int64_t columns = 0;
  for (uint32_t i = 0; i < ctx.input_count(0); ++i) {
    const KernelTensor *x = ctx.input(0, i);
    int64_t dim = wanted;
    Part part;
    if (x == nullptr || x->rank() == 0 || !normalize_axis(dim, x->rank()) ||
        (part.convert = conversion(x->dtype, y->dtype)) == nullptr) {
      return ctx.refuse("x: tensor %u has no dimension %lld or no type that converts to %s", i,
                        static_cast<long long>(wanted), KernelCall::dtype_name(y->dtype));
    }
    for (size_t d = 0; d < x->rank(); ++d)
      (static_cast<int64_t>(d) < dim    ? part.outer
       : static_cast<int64_t>(d) == dim ? part.extent
                                        : part.inner) *= x->shape[d];
    part.rows = (part.extent + chunks - 1) / chunks;
    columns += part.rows * part.inner;
    parts.push_back(part);
  }
  bool fits = !parts.empty() && y->elements == parts[0].outer * chunks * columns;
  for (const Part &part : parts) fits = fits && part.outer == parts[0].outer;
  if (!fits) return ctx.refuse("y: shape %s does not follow from x", KernelCall::dims_text(y->shape));
  return make_kernel([=, parts = std::move(parts), item = item_bytes(y->dtype)](RunContext &run) {
    std::memset(run.output_data(0), 0, static_cast<size_t>(parts[0].outer * chunks * columns * item));
    int64_t column = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      const Part &p = parts[i];
      const auto instance = static_cast<uint32_t>(i);
      const KernelTensor &x = *run.input(0, instance);
      const ElementAccess from(x);
      std::vector<char> row(static_cast<size_t>(p.rows * p.inner * from.item()));
      for (int64_t o = 0; o < p.outer; ++o) {
        for (int64_t chunk = 0; chunk < chunks; ++chunk) {
          const int64_t count = std::clamp<int64_t>(p.extent - chunk * p.rows, 0, p.rows) * p.inner;
          if (count == 0) continue;
          from.load(run.input_data(0, instance), (o * p.extent + chunk * p.rows) * p.inner, count, row.data());
          p.convert(row.data(), from.item(), run.out<char>(0) + ((o * chunks + chunk) * columns + column) * item, item,
                    count);
        }
      }
      column += p.rows * p.inner;
    }
    return true;
  });
}

// ---- Signs as bits

std::unique_ptr<KernelState> prepare_sign_unpack(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  if (ctx.output(0)->elements != ctx.input(0)->elements * 8)
    return ctx.refuse("y: %s for the bits of x %s", KernelCall::dims_text(ctx.output(0)->shape),
                      KernelCall::dims_text(ctx.input(0)->shape));
  return make_kernel([](RunContext &run) {
    const Integers bytes = read_values<int64_t>(run, 0);
    Integers signs;
    for (int64_t byte : bytes) {
      for (int bit = 0; bit < 8; ++bit) signs.push_back((byte >> bit & 1) != 0 ? 1 : -1);
    }
    write_values(run, 0, signs.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_sign_pack(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  if (ctx.output(0)->elements != (ctx.input(0)->elements + 7) / 8)
    return ctx.refuse("y: %s for the signs of x %s", KernelCall::dims_text(ctx.output(0)->shape),
                      KernelCall::dims_text(ctx.input(0)->shape));
  return make_kernel([](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    Integers bytes(static_cast<size_t>(run.output(0)->elements), 0);
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i] >= 0) bytes[i / 8] |= int64_t{1} << (i % 8);
    }
    write_values(run, 0, bytes.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_compare(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 1) || !check_numbers(ctx, 0, true)) return nullptr;
  if (ctx.input(0)->shape != ctx.input(1)->shape || ctx.output(0)->elements != 1)
    return ctx.refuse("x1, x2: shapes %s and %s, with one number as the result; they are to be equal", KernelCall::dims_text(ctx.input(0)->shape), KernelCall::dims_text(ctx.input(1)->shape));
  return make_kernel([atol = ctx.float_attr("atol", 1e-5), rtol = ctx.float_attr("rtol", 1e-3)](RunContext &run) {
    const auto a = read_values<double>(run, 0), b = read_values<double>(run, 1);
    double count = 0;
    for (size_t i = 0; i < a.size(); ++i) count += std::abs(a[i] - b[i]) > atol + rtol * std::abs(b[i]);
    write_values(run, 0, &count);
    return true;
  });
}
OPSTRATA_KERNEL(DataCompare, prepare_compare);
OPSTRATA_KERNEL(SearchSorted, prepare_search);
OPSTRATA_KERNEL(LowerBound, [](PrepareContext &ctx) { return search_in(ctx, false); });
OPSTRATA_KERNEL(UpperBound, [](PrepareContext &ctx) { return search_in(ctx, true); });
OPSTRATA_KERNEL(Bincount, prepare_bincount);
OPSTRATA_KERNEL(Histogram, prepare_histogram);
OPSTRATA_KERNEL(HistogramV2, prepare_histogram_v2);
OPSTRATA_KERNEL(HistogramFixedWidth, prepare_histogram_fixed);
OPSTRATA_KERNEL(Cross, prepare_cross);
OPSTRATA_KERNEL(CrossV2, prepare_cross);
OPSTRATA_KERNEL(Renorm, prepare_renorm);
OPSTRATA_KERNEL(Im2col, prepare_im2col);
OPSTRATA_KERNEL(UnfoldGrad, prepare_unfold_grad);
OPSTRATA_KERNEL(ChunkCat, prepare_chunk_cat);
OPSTRATA_KERNEL(SignBitsUnpack, prepare_sign_unpack);
OPSTRATA_KERNEL(SignBitsPack, prepare_sign_pack);

}  // namespace
}  // namespace opstrata::operators
