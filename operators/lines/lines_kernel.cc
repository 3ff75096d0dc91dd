#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lines/lines.h"
#include "support/vector_norm.h"

namespace opstrata::operators {
namespace {


template <class X>
const X *input(const void *const *in, size_t k = 0) {
  return static_cast<const X *>(in[k]);
}
template <class X>
void put(const Line &line, size_t k, X value) {
  if (line.out[k] != nullptr) *static_cast<X *>(line.out[k]) = value;
}
template <class S>
S &state_of(void *state) {
  static_assert(sizeof(S) <= 64);
  return *static_cast<S *>(state);
}
template <class S>
const S &end_of(const Line &line) {
  return *static_cast<const S *>(line.in[0]);
}

// ---- Reductions

/// The largest or smallest number and where it stands first; a NaN counts as both.
template <bool Largest, size_t ValueAt, size_t IndexAt>
struct Extreme {
  template <class X>
  struct State {
    X value;
    int64_t index;
    bool any;
  };
  template <class X>
  static void step(const void *const *in, int64_t n, int64_t first, void *state, Params) {
    auto &s = state_of<State<X>>(state);
    const X *x = input<X>(in);
    for (int64_t i = 0; i < n; ++i) {
      if (!s.any || (s.value == s.value && (x[i] != x[i] || (Largest ? x[i] > s.value : x[i] < s.value)))) s = {x[i], first + i, true};
    }
  }
  template <class X>
  static void run(const Line &line) {
    using Limits = std::numeric_limits<X>;
    const auto &s = end_of<State<X>>(line);
    const X worst = Limits::has_infinity ? (Largest ? -Limits::infinity() : Limits::infinity()) : Largest ? Limits::lowest() : Limits::max();
    if constexpr (ValueAt < 3) put<X>(line, ValueAt, s.any ? s.value : worst);
    if constexpr (IndexAt < 3) put<int64_t>(line, IndexAt, s.index);
  }
};

/// Sum of f(elements) with compensation, finished by `End`.
template <class Element, class End>
struct Sum {
  template <class X>
  struct State {
    X sum, error;
    int64_t count;
  };
  template <class X>
  static void step(const void *const *in, int64_t n, int64_t, void *state, Params params) {
    auto &s = state_of<State<X>>(state);
    s.count += n;
    for (int64_t i = 0; i < n; ++i) {
      const X v = Element()(in, i, X(), params);
      const X next = s.sum + v;
      if constexpr (!std::is_integral_v<X>) {
        const X part = next - s.sum;
        s.error += (s.sum - (next - part)) + (v - part);
      }
      s.sum = next;
    }
  }
  template <class X>
  static void run(const Line &line) {
    const auto &s = end_of<State<X>>(line);
    const X corrected = s.sum + s.error;
    put<X>(line, 0, End()(corrected == corrected ? corrected : s.sum, line.n, line.params));
  }
};
struct Value {
  template <class X>
  X operator()(const void *const *in, int64_t i, X, Params) const { return input<X>(in)[i]; }
};
struct NumberOrZero {
  template <class X>
  X operator()(const void *const *in, int64_t i, X, Params) const {
    const X v = input<X>(in)[i];
    return v == v ? v : X(0);
  }
};
struct Squared {
  template <class X>
  X operator()(const void *const *in, int64_t i, X, Params) const { return input<X>(in)[i] * input<X>(in)[i]; }
};
struct Product2 {
  template <class X>
  X operator()(const void *const *in, int64_t i, X, Params) const { return input<X>(in)[i] * input<X>(in, 1)[i]; }
};
struct Weighted {  // x * count / sum of counts
  template <class X>
  X operator()(const void *const *in, int64_t i, X, Params) const { return input<X>(in)[i] * (input<X>(in, 1)[i] / input<X>(in, 2)[i]); }
};
struct DistanceSquared {  // from the given mean
  template <class X>
  X operator()(const void *const *in, int64_t i, X, Params) const {
    const X d = input<X>(in)[i] - input<X>(in, 1)[i];
    return d * d;
  }
};
struct AsIs {
  template <class X>
  X operator()(X sum, int64_t, Params) const { return sum; }
};
struct Average {
  template <class X>
  X operator()(X sum, int64_t n, Params) const {
    if constexpr (std::is_integral_v<X>) {
      return n == 0 ? X(0) : sum / static_cast<X>(n);
    } else {
      return sum / static_cast<double>(n);
    }
  }
};
struct Logarithm {
  double operator()(double sum, int64_t, Params) const { return std::log(sum); }
};
/// Attributes unbiased, correction, then what is done with the variance.
inline double divisor(int64_t n, Params p) { return static_cast<double>(n) - (p[0] != 0 ? p[1] : 0); }
struct VarianceOrDeviation {  // if_std
  double operator()(double sum, int64_t n, Params p) const {
    const double variance = sum / divisor(n, p);
    return p[2] != 0 ? std::sqrt(variance) : variance;
  }
};
struct DeviationOrInverse {  // epsilon, invert
  double operator()(double sum, int64_t n, Params p) const {
    const double deviation = std::sqrt(sum / divisor(n, p) + p[2]);
    return p[3] != 0 ? 1 / deviation : deviation;
  }
};

struct Product {
  template <class X>
  struct State {
    X value;
    bool any;
  };
  template <class X>
  static void step(const void *const *in, int64_t n, int64_t, void *state, Params) {
    auto &s = state_of<State<X>>(state);
    if (!s.any) s = {X(1), true};
    for (int64_t i = 0; i < n; ++i) s.value *= input<X>(in)[i];
  }
  template <class X>
  static void run(const Line &line) {
    const auto &s = end_of<State<X>>(line);
    put<X>(line, 0, s.any ? s.value : X(1));
  }
};

/// Whether a true (All: a false) element is there.
template <bool All>
struct Quantifier {
  template <class X>
  static void step(const void *const *in, int64_t n, int64_t, void *state, Params) {
    auto &found = state_of<bool>(state);
    for (int64_t i = 0; i < n && !found; ++i) found = (input<X>(in)[i] != X(0)) != All;
  }
  template <class X>
  static void run(const Line &line) {
    put<bool>(line, 0, end_of<bool>(line) != All);
  }
};

/// log(sum(e^x)), the largest x kept apart.
struct LogSumExp {
  struct State {
    double largest, sum;
    bool any;
  };
  template <class X>
  static void step(const void *const *in, int64_t n, int64_t, void *state, Params) {
    auto &s = state_of<State>(state);
    for (int64_t i = 0; i < n; ++i) {
      const double v = input<X>(in)[i];
      if (!s.any) {
        s = {v, 1, true};
      } else if (v <= s.largest) {
        s.sum += v == s.largest ? 1 : std::exp(v - s.largest);
      } else {
        s.sum = s.sum * std::exp(s.largest - v) + 1;
        s.largest = v;
      }
    }
  }
  template <class X>
  static void run(const Line &line) {
    const auto &s = end_of<State>(line);
    put<double>(line, 0, !s.any ? -std::numeric_limits<double>::infinity() : std::isinf(s.largest) ? s.largest : s.largest + std::log(s.sum));
  }
};

/// Mean and variance in one pass (Welford). Attributes: correction.
template <bool Root>
struct Moments {
  struct State {
    double mean, squares;
    int64_t n;
  };
  template <class X>
  static void step(const void *const *in, int64_t n, int64_t, void *state, Params) {
    auto &s = state_of<State>(state);
    for (int64_t i = 0; i < n; ++i) {
      const double v = input<X>(in)[i], d = v - s.mean;
      s.mean += d / static_cast<double>(++s.n);
      s.squares += d * (v - s.mean);
    }
  }
  template <class X>
  static void run(const Line &line) {
    const auto &s = end_of<State>(line);
    const double variance = s.squares / std::max(0.0, static_cast<double>(s.n) - line.params[0]);
    put<double>(line, 0, Root ? std::sqrt(variance) : variance);
    put<double>(line, 1, s.n == 0 ? std::numeric_limits<double>::quiet_NaN() : s.mean);
  }
};

// ---- Scans: attributes exclusive, reverse

template <class Step>
struct Scan {
  template <class X>
  static void run(const Line &line) {
    const X *x = input<X>(line.in);
    X *y = static_cast<X *>(line.out[0]);
    const bool exclusive = line.params[0] != 0, reverse = line.params[1] != 0;
    X total = Step::template start<X>();
    for (int64_t i = 0; i < line.n; ++i) {
      const int64_t at = reverse ? line.n - 1 - i : i;
      const X next = Step::join(total, x[at]);
      y[at] = exclusive ? total : next;
      total = next;
    }
  }
};
struct Plus {
  template <class X>
  static X start() { return X(0); }
  template <class X>
  static X join(X a, X b) { return a + b; }
};
struct Times {
  template <class X>
  static X start() { return X(1); }
  template <class X>
  static X join(X a, X b) { return a * b; }
};
struct LogPlus {
  template <class X>
  static X start() { return -std::numeric_limits<X>::infinity(); }
  template <class X>
  static X join(X a, X b) {
    const X high = std::max(a, b);
    return std::isinf(high) ? high : high + std::log1p(std::exp(-std::abs(a - b)));
  }
};
/// Largest or smallest so far and where it stands last; a NaN stays.
template <bool Largest>
struct RunningExtreme {
  template <class X>
  static void run(const Line &line) {
    const X *x = input<X>(line.in);
    X *y = static_cast<X *>(line.out[0]);
    auto *index = static_cast<int64_t *>(line.out[1]);
    int64_t best = 0;
    for (int64_t i = 0; i < line.n; ++i) {
      if (x[i] != x[i] || (x[best] == x[best] && (Largest ? x[i] >= x[best] : x[i] <= x[best]))) best = i;
      y[i] = x[best];
      if (index != nullptr) index[i] = best;
    }
  }
};
struct LogSoftmax {
  template <class X>
  static void run(const Line &line) {
    const X *x = input<X>(line.in);
    X *y = static_cast<X *>(line.out[0]);
    const X high = line.n == 0 ? 0 : *std::max_element(x, x + line.n);
    X sum = 0;
    for (int64_t i = 0; i < line.n; ++i) sum += std::exp(x[i] - high);
    for (int64_t i = 0; i < line.n; ++i) y[i] = x[i] - high - std::log(sum);
  }
};

/// s * (d - sum(s * d)) of a softmax s, or of the logarithm s of one d - e^s * sum(d).
template <bool OfLogarithm>
struct SoftmaxGradient {
  template <class X>
  static void run(const Line &line) {
    const X *s = input<X>(line.in, OfLogarithm ? 1 : 0), *d = input<X>(line.in, OfLogarithm ? 0 : 1);
    X *y = static_cast<X *>(line.out[0]);
    X sum = 0;
    for (int64_t i = 0; i < line.n; ++i) sum += OfLogarithm ? d[i] : s[i] * d[i];
    for (int64_t i = 0; i < line.n; ++i) y[i] = OfLogarithm ? d[i] - std::exp(s[i]) * sum : s[i] * (d[i] - sum);
  }
};
/// x / sqrt(max(sum of squares, eps)).
struct UnitLength {
  template <class X>
  static void run(const Line &line) {
    const X *x = input<X>(line.in);
    X *y = static_cast<X *>(line.out[0]);
    X sum = 0;
    for (int64_t i = 0; i < line.n; ++i) sum += x[i] * x[i];
    const X length = std::sqrt(std::max(sum, line.params[0]));
    for (int64_t i = 0; i < line.n; ++i) y[i] = x[i] / length;
  }
};
/// (d - y * sum(y * d)) / max(length of x, eps) for y as it came out of UnitLength.
struct UnitLengthGradient {
  template <class X>
  static void run(const Line &line) {
    const X *x = input<X>(line.in), *y = input<X>(line.in, 1), *d = input<X>(line.in, 2);
    X *dx = static_cast<X *>(line.out[0]);
    X squares = 0, along = 0;
    for (int64_t i = 0; i < line.n; ++i) {
      squares += x[i] * x[i];
      along += y[i] * d[i];
    }
    const X length = std::sqrt(std::max(squares, line.params[0]));
    for (int64_t i = 0; i < line.n; ++i) dx[i] = (d[i] - y[i] * along) / length;
  }
};
struct Norm {
  template <class X>
  static void run(const Line &line) {
    VectorNorm norm(line.params[0]);
    for (int64_t i = 0; i < line.n; ++i) norm.add(input<X>(line.in)[i]);
    *static_cast<X *>(line.out[0]) = norm.value();
  }
};

// ---- Orders

/// Places of the first `count` elements of the line in order; NaN is larger than every number. Equal ones stay in their order.
template <class X>
std::vector<int64_t> order(const X *x, int64_t n, int64_t count, bool descending) {
  std::vector<int64_t> places(static_cast<size_t>(n));
  std::iota(places.begin(), places.end(), 0);
  const auto above = [x](int64_t a, int64_t b) { return x[b] == x[b] && (x[a] != x[a] || x[a] > x[b]); };
  const auto before = [&](int64_t a, int64_t b) {
    if (descending ? above(a, b) : above(b, a)) return true;
    return (descending ? above(b, a) : above(a, b)) ? false : a < b;
  };
  if (count < n) {
    std::partial_sort(places.begin(), places.begin() + count, places.end(), before);
    places.resize(static_cast<size_t>(count));
  } else {
    std::sort(places.begin(), places.end(), before);
  }
  return places;
}
template <class X>
void put_places(const Line &line, const std::vector<int64_t> &places) {
  const X *x = input<X>(line.in);
  for (size_t i = 0; i < places.size(); ++i) {
    if (line.out[0] != nullptr) static_cast<X *>(line.out[0])[i] = x[places[i]];
    if (line.out[1] != nullptr) static_cast<int64_t *>(line.out[1])[i] = places[i];
  }
}
struct Sorted {  // descending
  template <class X>
  static void run(const Line &line) {
    put_places<X>(line, order(input<X>(line.in), line.n, line.n, line.params[0] != 0));
  }
};
struct SortedWith {  // descending; input 1 follows
  template <class X>
  static void run(const Line &line) {
    const auto places = order(input<X>(line.in), line.n, line.n, line.params[0] != 0);
    for (size_t i = 0; i < places.size(); ++i) {
      if (line.out[0] != nullptr) static_cast<X *>(line.out[0])[i] = input<X>(line.in)[places[i]];
      if (line.out[1] != nullptr) static_cast<X *>(line.out[1])[i] = input<X>(line.in, 1)[places[i]];
    }
  }
};
struct Top {  // largest; as many as the outputs have room for
  template <class X>
  static void run(const Line &line) {
    put_places<X>(line, order(input<X>(line.in), line.n, std::min(line.room[0], line.n), line.params[0] != 0));
  }
};
struct Kth {  // k, from 1, of the smallest
  template <class X>
  static void run(const Line &line) {
    const auto k = static_cast<int64_t>(line.params[0]);
    if (k < 1 || k > line.n) return;
    put_places<X>(line, {order(input<X>(line.in), line.n, k, false).back()});
  }
};

#define OPSTRATA_LINES(Name, Function, Types, In, Outputs, ...)                                                              \
  std::unique_ptr<KernelState> lines_##Name(PrepareContext &ctx) {                                                           \
    static constexpr LineOp kOp = line_op<OPSTRATA_LINES_TYPE Function, (Types)>(In, {OPSTRATA_LINES_TYPE Outputs} __VA_OPT__(,) __VA_ARGS__); \
    std::vector<int64_t> axes;                                                                                               \
    return read_axes(ctx, axes) ? prepare_lines(ctx, kOp, axes) : nullptr;                                                   \
  }                                                                                                                          \
  OPSTRATA_KERNEL(Name, lines_##Name);
#define OPSTRATA_LINES_TYPE(...) __VA_ARGS__  // without its parentheses
#define VALUE (Slot::kValue)
#define INDEX (Slot::kIndex)
#define FLAG (Slot::kFlag)
#define VALUE_INDEX (Slot::kValue, Slot::kIndex)
#define INDEX_VALUE (Slot::kIndex, Slot::kValue)
#define TWO_VALUES (Slot::kValue, Slot::kValue)

OPSTRATA_LINES(ReduceMax, (Extreme<true, 0, 3>), U | D, 1, VALUE)
OPSTRATA_LINES(ReduceMin, (Extreme<false, 0, 3>), U | D, 1, VALUE)
OPSTRATA_LINES(ReduceMaxD, (Extreme<true, 0, 3>), U | D, 1, VALUE)
OPSTRATA_LINES(ReduceMinD, (Extreme<false, 0, 3>), U | D, 1, VALUE)
OPSTRATA_LINES(ArgMaxV2, (Extreme<true, 3, 0>), U | D, 1, INDEX)
OPSTRATA_LINES(ArgMin, (Extreme<false, 3, 0>), U | D, 1, INDEX)
OPSTRATA_LINES(ArgMaxWithValue, (Extreme<true, 1, 0>), U | D, 1, INDEX_VALUE)
OPSTRATA_LINES(ArgMinWithValue, (Extreme<false, 1, 0>), U | D, 1, INDEX_VALUE)
OPSTRATA_LINES(ReduceSumD, (Sum<Value, AsIs>), I | D | C, 1, VALUE)
OPSTRATA_LINES(ReduceNansum, (Sum<NumberOrZero, AsIs>), I | D, 1, VALUE)
OPSTRATA_LINES(ReduceMean, (Sum<Value, Average>), I | D | C, 1, VALUE)
OPSTRATA_LINES(ReduceMeanD, (Sum<Value, Average>), I | D | C, 1, VALUE)
OPSTRATA_LINES(ReduceMeanWithCount, (Sum<Weighted, AsIs>), D, 3, VALUE)
OPSTRATA_LINES(ReduceLogSum, (Sum<Value, Logarithm>), D, 1, VALUE)
OPSTRATA_LINES(SquareSumV1, (Sum<Squared, AsIs>), I | D, 1, VALUE)
OPSTRATA_LINES(Dot, (Sum<Product2, AsIs>), I | D | C, 2, VALUE)
OPSTRATA_LINES(ReduceStdV2Update, (Sum<DistanceSquared, VarianceOrDeviation>), D, 2, VALUE, "unbiased", "correction", "if_std")
OPSTRATA_LINES(ReduceStdWithMean, (Sum<DistanceSquared, DeviationOrInverse>), D, 2, VALUE, "unbiased", "correction", "epsilon", "invert")
OPSTRATA_LINES(ReduceProd, (Product), I | D | C, 1, VALUE)
OPSTRATA_LINES(ReduceProdD, (Product), I | D | C, 1, VALUE)
OPSTRATA_LINES(ReduceAll, (Quantifier<true>), I | D, 1, FLAG)
OPSTRATA_LINES(ReduceAny, (Quantifier<false>), I | D, 1, FLAG)
OPSTRATA_LINES(ReduceAllD, (Quantifier<true>), I | D, 1, FLAG)
OPSTRATA_LINES(ReduceAnyD, (Quantifier<false>), I | D, 1, FLAG)
OPSTRATA_LINES(ReduceLogSumExp, (LogSumExp), D, 1, VALUE)
OPSTRATA_LINES(ReduceVar, (Moments<false>), D, 1, TWO_VALUES, "correction")
OPSTRATA_LINES(ReduceStdV2, (Moments<true>), D, 1, TWO_VALUES, "correction")
OPSTRATA_LINES(Cumsum, (Scan<Plus>), I | D | C, 1, VALUE, "exclusive", "reverse")
OPSTRATA_LINES(CumsumD, (Scan<Plus>), I | D | C, 1, VALUE, "exclusive", "reverse")
OPSTRATA_LINES(Cumprod, (Scan<Times>), I | D | C, 1, VALUE, "exclusive", "reverse")
OPSTRATA_LINES(CumprodD, (Scan<Times>), I | D | C, 1, VALUE, "exclusive", "reverse")
OPSTRATA_LINES(CumulativeLogsumexp, (Scan<LogPlus>), D, 1, VALUE, "exclusive", "reverse")
OPSTRATA_LINES(Cummax, (RunningExtreme<true>), U | D, 1, VALUE_INDEX)
OPSTRATA_LINES(Cummin, (RunningExtreme<false>), U | D, 1, VALUE_INDEX)
OPSTRATA_LINES(LogSoftmaxV2, (LogSoftmax), D, 1, VALUE)
OPSTRATA_LINES(SoftmaxGrad, (SoftmaxGradient<false>), D, 2, VALUE)
OPSTRATA_LINES(LogSoftmaxGrad, (SoftmaxGradient<true>), D, 2, VALUE)
OPSTRATA_LINES(L2Normalize, (UnitLength), D, 1, VALUE, "eps")
OPSTRATA_LINES(L2NormalizeGrad, (UnitLengthGradient), D, 3, VALUE, "eps")
OPSTRATA_LINES(LpNorm, (Norm), D, 1, VALUE, "p")
OPSTRATA_LINES(LpNormV2, (Norm), D, 1, VALUE, "p")
OPSTRATA_LINES(Sort, (Sorted), U | D, 1, VALUE_INDEX, "descending")
OPSTRATA_LINES(SortWithIndex, (SortedWith), U | D, 2, TWO_VALUES, "descending")
OPSTRATA_LINES(TopK, (Top), U | D, 1, VALUE_INDEX, "largest")
OPSTRATA_LINES(TopKV2, (Top), U | D, 1, VALUE_INDEX, "largest")
OPSTRATA_LINES(TopKV2D, (Top), U | D, 1, VALUE_INDEX, "largest")
OPSTRATA_LINES(RadixTopK, (Top), U | D, 1, VALUE_INDEX, "largest")
OPSTRATA_LINES(TopKV3, (Top), U | D, 1, VALUE_INDEX, "largest")
OPSTRATA_LINES(KthValue, (Kth), U | D, 1, VALUE_INDEX, "k")

}  // namespace
}  // namespace opstrata::operators
