// Fourier transforms by their definition, with one table of the roots of unity; computed in complex128.
#include <cmath>
#include <numbers>
#include <vector>

#include "support/values.h"

namespace opstrata::operators {
namespace {

using Complex = std::complex<double>;
using Roots = std::vector<Complex>;

Roots roots_of_unity(int64_t n) {
  Roots roots(static_cast<size_t>(n));
  for (size_t k = 0; k < roots.size(); ++k)
    roots[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  return roots;
}
/// Frequency k of `count` elements.
Complex frequency(const Roots &roots, const Complex *x, size_t count, size_t k) {
  double re = 0, im = 0;
  for (size_t i = 0, at = 0; i < count; ++i) {
    const Complex w = roots[at];
    re += x[i].real() * w.real() - x[i].imag() * w.imag();
    im += x[i].real() * w.imag() + x[i].imag() * w.real();
    at += k;
    if (at >= roots.size()) at -= roots.size();
  }
  return {re, im};
}

/// The same by two rows of a matrix, real parts and imaginary parts, `next` elements apart.
Complex product(const double *row, size_t next, const std::vector<Complex> &x) {
  Complex sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum += x[i] * Complex(row[i], row[next + i]);
  return sum;
}

std::unique_ptr<KernelState> prepare_real(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &y = *ctx.output(0);
  const int64_t n = ctx.int_attr("n"), norm = ctx.int_attr("norm", 1), length = x.rank() == 0 ? 0 : x.shape.back();
  if (norm < 1 || norm > 3) return ctx.refuse("norm: %lld; 1, 2 and 3 are allowed", static_cast<long long>(norm));
  const int64_t lines = length == 0 ? 0 : x.elements / length;
  if (n < 1 || length < 1 || y.elements != lines * (n / 2 + 1) * 2)
    return ctx.refuse("n: %lld elements of x %s do not give y %s", static_cast<long long>(n),
                      KernelCall::dims_text(x.shape), KernelCall::dims_text(y.shape));
  const double scale = norm == 1 ? 1 : norm == 2 ? 1 / static_cast<double>(n) : 1 / std::sqrt(static_cast<double>(n));
  return make_kernel([=, roots = roots_of_unity(n)](RunContext &run) {
    const auto values = read_values<Complex>(run, 0);
    const auto found = static_cast<size_t>(n / 2 + 1), used = static_cast<size_t>(std::min(n, length));
    std::vector<double> result(static_cast<size_t>(lines) * found * 2);
    run.parallel_for(lines * static_cast<int64_t>(found), 16, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        const Complex v =
            frequency(roots, values.data() + i / found * static_cast<size_t>(length), used, i % found) * scale;
        result[2 * i] = v.real();
        result[2 * i + 1] = v.imag();
      }
    });
    write_values(run, 0, result.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_short(PrepareContext &ctx) {
  if (!check_numbers(ctx, 0) || !check_numbers(ctx, 0, true)) return nullptr;
  const KernelTensor &x = *ctx.input(0), &y = *ctx.output(0);
  const int64_t n = ctx.int_attr("n_fft"), given = ctx.int_attr("hop_length"), hop = given == 0 ? n / 4 : given;
  const int64_t asked = ctx.int_attr("win_length"), width = asked == 0 ? n : asked;
  const int64_t length = x.rank() == 0 ? 0 : x.shape.back(), batch = x.rank() == 2 ? x.shape[0] : 1;
  if (x.rank() < 1 || x.rank() > 2 || n < 1 || hop < 1 || length < n || width < 1 || width > n)
    return ctx.refuse("n_fft, hop_length, win_length: %lld, %lld and %lld for x %s", static_cast<long long>(n),
                      static_cast<long long>(hop), static_cast<long long>(width), KernelCall::dims_text(x.shape));
  const bool complex = ctx.bool_attr("return_complex", true);
  const int64_t found = ctx.bool_attr("onesided", true) ? n / 2 + 1 : n, frames = (length - n) / hop + 1;
  // One form of the call leaves the matrix out: what has one dimension is the window.
  const uint32_t window = ctx.input(2) != nullptr ? 2 : ctx.input(1) != nullptr && ctx.input(1)->rank() == 1 ? 1 : 0;
  const uint32_t plan = ctx.input(1) != nullptr && window != 1 ? 1 : 0;
  // Rows of real and imaginary parts in turn, filled up behind n_fft elements.
  const int64_t row = plan == 0 ? 0 : ctx.input(plan)->shape.back();
  if (plan != 0 && (!check_numbers(ctx, plan) || row < n || ctx.input(plan)->elements != 2 * found * row))
    return ctx.refuse("plan: shape %s; 2 times %lld rows of at least n_fft, %lld, elements are required",
                      KernelCall::dims_text(ctx.input(plan)->shape), static_cast<long long>(found),
                      static_cast<long long>(n));
  if (window != 0 && !check_numbers(ctx, window)) return nullptr;
  // Beside a matrix the window is as long as its rows: what win_length leaves is zeros on both sides.
  const bool whole = plan != 0 && window != 0 && ctx.input(window)->elements >= n;
  if (window != 0 && !whole && ctx.input(window)->elements != width)
    return ctx.refuse("window: shape %s; win_length, %lld, elements are required",
                      KernelCall::dims_text(ctx.input(window)->shape), static_cast<long long>(width));
  if (y.elements != batch * found * frames * (complex ? 1 : 2))
    return ctx.refuse("y: shape %s does not follow from x %s", KernelCall::dims_text(y.shape),
                      KernelCall::dims_text(x.shape));
  const double scale = ctx.bool_attr("normalized") ? 1 / std::sqrt(static_cast<double>(n)) : 1;
  return make_kernel([=, roots = roots_of_unity(n)](RunContext &run) {
    const auto values = read_values<Complex>(run, 0);
    std::vector<Complex> weights(static_cast<size_t>(n), 0.0);
    const auto taken = static_cast<size_t>((window == 0 && plan != 0) || whole ? n : width);
    const auto before = (static_cast<size_t>(n) - taken) / 2;
    const auto part = window == 0 ? std::vector<Complex>(taken, 1.0) : read_values<Complex>(run, window);
    for (size_t i = 0; i < taken; ++i) weights[before + i] = part[i] * scale;
    const auto matrix = plan == 0 ? std::vector<double>() : read_values<double>(run, plan);
    const auto frequencies = static_cast<size_t>(found), count = static_cast<size_t>(frames);
    std::vector<Complex> result(static_cast<size_t>(batch) * frequencies * count);
    run.parallel_for(batch * frames, 1, [&](int64_t begin, int64_t end) {
      std::vector<Complex> frame(weights.size());
      for (int64_t f = begin; f < end; ++f) {
        const Complex *from = values.data() + f / frames * length + f % frames * hop;
        for (size_t i = 0; i < frame.size(); ++i) frame[i] = from[i] * weights[i];
        const auto at = static_cast<size_t>(f / frames) * frequencies * count + static_cast<size_t>(f % frames);
        for (size_t k = 0; k < frequencies; ++k)
          result[at + k * count] = matrix.empty() ? frequency(roots, frame.data(), frame.size(), k)
                                                  : product(matrix.data() + 2 * k * static_cast<size_t>(row),
                                                            static_cast<size_t>(row), frame);
      }
    });
    if (complex) {
      write_values(run, 0, result.data());
      return true;
    }
    std::vector<double> parts;
    parts.reserve(2 * result.size());
    for (const Complex &v : result) {
      parts.push_back(v.real());
      parts.push_back(v.imag());
    }
    write_values(run, 0, parts.data());
    return true;
  });
}

OPSTRATA_KERNEL(Rfft1D, prepare_real);
OPSTRATA_KERNEL(STFT, prepare_short);

}  // namespace
}  // namespace opstrata::operators
