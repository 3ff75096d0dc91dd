// Cells of recurrent networks, and cells along the steps of sequences.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>

#include "support/checks.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

double sigmoid(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }

/// Numbers of all that is there.
bool check_present(PrepareContext &ctx, std::initializer_list<uint32_t> optional) {
  for (uint32_t i = 0; i < ctx.input_num(); ++i) {
    const bool may_lack = std::find(optional.begin(), optional.end(), i) != optional.end();
    if ((!may_lack || ctx.input(i) != nullptr) && !check_numbers(ctx, i)) return false;
  }
  return true;
}
Reals read_or_zeros(const RunContext &run, uint32_t i, size_t count) {
  return run.input(i) == nullptr ? Reals(count, 0.0) : read_values<double>(run, i);
}

std::unique_ptr<KernelState> prepare_cell(PrepareContext &ctx) {
  if (!check_present(ctx, {3, 4}) || !are_numbers(ctx, 3, 3)) return nullptr;
  const Dims cx = ctx.input(2)->shape;
  if (cx.size() != 2) return ctx.refuse("cx: shape %s; [n, hidden] is required", KernelCall::dims_text(cx));
  const int64_t gates[2] = {cx[0], 4 * cx[1]};
  const Dims wanted(gates, 2);
  if (!same_shape(ctx, *ctx.input(0), "input_gates", wanted) ||
      !same_shape(ctx, *ctx.input(1), "hidden_gates", wanted) || !same_shape(ctx, *ctx.output(0), "hy", cx) ||
      !same_shape(ctx, *ctx.output(1), "cy", cx) || !same_shape(ctx, *ctx.output(2), "storage", wanted))
    return nullptr;
  for (uint32_t i : {3U, 4U}) {
    if (ctx.input(i) != nullptr && !has_elements(ctx, *ctx.input(i), ctx.input_name(i), gates[1])) return nullptr;
  }
  return make_kernel([](RunContext &run) {
    const Dims shape = run.input(2)->shape;
    const auto rows = static_cast<size_t>(shape[0]), n = static_cast<size_t>(shape[1]);
    Reals gates_values = read_values<double>(run, 0), hy(rows * n), cy = read_values<double>(run, 2);
    const Reals hidden = read_values<double>(run, 1), first = read_or_zeros(run, 3, 4 * n),
                second = read_or_zeros(run, 4, 4 * n);
    for (size_t i = 0; i < gates_values.size(); ++i) {
      const size_t k = i % (4 * n);
      const double v = gates_values[i] + hidden[i] + first[k] + second[k];
      gates_values[i] = k / n == 2 ? std::tanh(v) : sigmoid(v);
    }
    for (size_t i = 0; i < cy.size(); ++i) {
      const double *gate = &gates_values[i / n * 4 * n + i % n];
      cy[i] = gate[n] * cy[i] + gate[0] * gate[2 * n];
      hy[i] = gate[3 * n] * std::tanh(cy[i]);
    }
    write_values(run, 0, hy.data());
    write_values(run, 1, cy.data());
    write_values(run, 2, gates_values.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_cell_back(PrepareContext &ctx) {
  const bool has_bias = ctx.bool_attr("has_bias");
  if (!check_present(ctx, {0, 1}) || !check_numbers(ctx, 0, true) || !check_numbers(ctx, 1, true)) return nullptr;
  const Dims cx = ctx.input(2)->shape;
  if (cx.size() != 2) return ctx.refuse("cx: shape %s; [n, hidden] is required", KernelCall::dims_text(cx));
  const int64_t gates[2] = {cx[0], 4 * cx[1]};
  for (uint32_t i : {0U, 1U, 3U}) {
    if (ctx.input(i) != nullptr && !same_shape(ctx, *ctx.input(i), ctx.input_name(i), cx)) return nullptr;
  }
  if (!same_shape(ctx, *ctx.input(4), "storage", Dims(gates, 2)) ||
      !same_shape(ctx, *ctx.output(0), "dgates", Dims(gates, 2)) || !same_shape(ctx, *ctx.output(1), "dc_prev", cx) ||
      (has_bias && (!check_numbers(ctx, 2, true) || !has_elements(ctx, *ctx.output(2), "db", gates[1]))))
    return nullptr;
  return make_kernel([has_bias](RunContext &run) {
    const Dims shape = run.input(2)->shape;
    const auto rows = static_cast<size_t>(shape[0]), n = static_cast<size_t>(shape[1]);
    const Reals dh = read_or_zeros(run, 0, rows * n), given = read_or_zeros(run, 1, rows * n),
                c = read_values<double>(run, 2), after = read_values<double>(run, 3),
                gates_values = read_values<double>(run, 4);
    Reals d(gates_values.size()), before(c.size()), bias(4 * n, 0.0);
    for (size_t k = 0; k < c.size(); ++k) {
      const size_t at = k / n * 4 * n + k % n;
      const double i = gates_values[at], f = gates_values[at + n], g = gates_values[at + 2 * n],
                   o = gates_values[at + 3 * n];
      const double t = std::tanh(after[k]), dc = dh[k] * o * (1 - t * t) + given[k];
      const double of_gates[4] = {dc * g * i * (1 - i), dc * c[k] * f * (1 - f), dc * i * (1 - g * g),
                                  dh[k] * t * o * (1 - o)};
      before[k] = dc * f;
      for (size_t p = 0; p < 4; ++p) {
        d[at + p * n] = of_gates[p];
        bias[k % n + p * n] += of_gates[p];
      }
    }
    write_values(run, 0, d.data());
    write_values(run, 1, before.data());
    if (has_bias) write_values(run, 2, bias.data());
    return true;
  });
}

/// What both kinds of sequences have.
struct Steps {
  size_t count = 0, n = 0, inputs = 0, hidden = 0;
  bool backward = false;
  double clip = -1;
  uint32_t lengths = 0, first_h = 0;
};
/// Refuses what is not computed, and reads the sizes; `gates` of hidden are the columns of the weights.
bool read_steps(PrepareContext &ctx, int64_t gates, Steps &s) {
  const std::string_view direction = ctx.string_attr("direction", "UNIDIRECTIONAL");
  const std::string_view activation = ctx.string_attr("activation", "tanh");
  s.backward = direction == "REDIRECTIONAL";
  s.clip = ctx.float_attr("cell_clip", -1);
  if ((!s.backward && direction != "UNIDIRECTIONAL") || activation != "tanh" || !ctx.bool_attr("time_major", true) ||
      ctx.int_attr("num_proj") != 0 || ctx.bool_attr("use_peephole") || ctx.float_attr("keep_prob", 1) != 1 ||
      ctx.int_attr("cell_depth", 1) != 1)
    return ctx.refuse(
               "direction %s, activation %s, time_major, num_proj, use_peephole, keep_prob, cell_depth: one direction, "
               "tanh, steps first, no projection, peephole or drop-out, and one cell are computed",
               direction.data(), activation.data()),
           false;
  const Dims x = ctx.input(0)->shape, w = ctx.input(1)->shape;
  if (x.size() != 3 || w.size() != 2 || w[1] % gates != 0)
    return ctx.refuse("%s, %s: shapes %s and %s; [steps, n, inputs] and [rows, %lld hidden] are required",
                      ctx.input_name(0), ctx.input_name(1), KernelCall::dims_text(x), KernelCall::dims_text(w),
                      static_cast<long long>(gates)),
           false;
  s.count = static_cast<size_t>(x[0]);
  s.n = static_cast<size_t>(x[1]);
  s.inputs = static_cast<size_t>(x[2]);
  s.hidden = static_cast<size_t>(w[1] / gates);
  if (ctx.input(s.lengths) != nullptr && !has_elements(ctx, *ctx.input(s.lengths), "seq_length", x[1])) return false;
  const int64_t wanted[3] = {x[0], x[1], w[1] / gates};
  for (uint32_t i = 0; i < ctx.output_num(); ++i) {
    if (!check_numbers(ctx, i, true) || !same_shape(ctx, *ctx.output(i), ctx.output_name(i), Dims(wanted, 3)))
      return false;
  }
  return true;
}
/// rows of x [.., inner] times w [inner, columns], added to y.
void add_product(const double *x, size_t rows, size_t inner, const double *w, size_t columns, double *y) {
  for (size_t r = 0; r < rows; ++r) {
    for (size_t k = 0; k < inner; ++k) {
      const double v = x[r * inner + k];
      for (size_t c = 0; c < columns; ++c) y[r * columns + c] += v * w[k * columns + c];
    }
  }
}
/// Steps of each sequence that count.
std::vector<int64_t> lengths_of(const RunContext &run, const Steps &s) {
  return run.input(s.lengths) == nullptr ? std::vector<int64_t>(s.n, static_cast<int64_t>(s.count))
                                         : read_values<int64_t>(run, s.lengths);
}
void fill_rows(Reals &y, const Reals &bias) {
  for (size_t i = 0; i < y.size(); ++i) y[i] = bias[i % bias.size()];
}

std::unique_ptr<KernelState> prepare_lstm(PrepareContext &ctx) {
  Steps s;
  s.lengths = 3;
  s.first_h = 4;
  for (uint32_t i = 6; i < 10; ++i) {
    if (ctx.input(i) != nullptr) return ctx.refuse("%s: not computed with", ctx.input_name(i));
  }
  if (!check_present(ctx, {3, 4, 5, 6, 7, 8, 9}) || !read_steps(ctx, 4, s)) return nullptr;
  const int64_t rows = static_cast<int64_t>(s.inputs + s.hidden), state = static_cast<int64_t>(s.n * s.hidden);
  if (ctx.input(1)->shape[0] != rows)
    return ctx.refuse("w: shape %s; %lld rows are required", KernelCall::dims_text(ctx.input(1)->shape),
                      static_cast<long long>(rows));
  if (!has_elements(ctx, *ctx.input(2), "b", static_cast<int64_t>(4 * s.hidden))) return nullptr;
  for (uint32_t i : {4U, 5U}) {
    if (ctx.input(i) != nullptr && !has_elements(ctx, *ctx.input(i), ctx.input_name(i), state)) return nullptr;
  }
  const char *order = ctx.string_attr("gate_order", "ijfo");
  size_t place[4];
  for (size_t k = 0; k < 4; ++k) {
    const char *found = std::strlen(order) == 4 ? std::strchr(order, "ijfo"[k]) : nullptr;
    if (found == nullptr) return ctx.refuse("gate_order: \"%s\" is no order of i, j, f, o", order);
    place[k] = static_cast<size_t>(found - order);
  }
  const std::array<size_t, 4> at = {place[0], place[1], place[2], place[3]};
  return make_kernel([s, at, forget = ctx.float_attr("forget_bias")](RunContext &run) {
    const Reals x = read_values<double>(run, 0), w = read_values<double>(run, 1), b = read_values<double>(run, 2);
    const size_t all = s.n * s.hidden;
    Reals h = read_or_zeros(run, 4, all), c = read_or_zeros(run, 5, all), gates(4 * all);
    const auto lengths = lengths_of(run, s);
    Reals out[8];
    for (Reals &o : out) o.resize(s.count * all);
    for (size_t t = 0; t < s.count; ++t) {
      const size_t step = s.backward ? s.count - 1 - t : t;
      fill_rows(gates, b);
      add_product(&x[step * s.n * s.inputs], s.n, s.inputs, w.data(), 4 * s.hidden, gates.data());
      add_product(h.data(), s.n, s.hidden, w.data() + s.inputs * 4 * s.hidden, 4 * s.hidden, gates.data());
      for (size_t k = 0; k < all; ++k) {
        const size_t row = k / s.hidden, to = step * all + k;
        const double *own = &gates[row * 4 * s.hidden + k % s.hidden];
        const double i = sigmoid(own[at[0] * s.hidden]), j = std::tanh(own[at[1] * s.hidden]);
        const double f = sigmoid(own[at[2] * s.hidden] + forget), o = sigmoid(own[at[3] * s.hidden]);
        const bool counts = static_cast<int64_t>(step) < lengths[row];
        if (counts) {
          c[k] = f * c[k] + i * j;
          if (s.clip > 0) c[k] = std::clamp(c[k], -s.clip, s.clip);
        }
        const double tanh_c = std::tanh(c[k]);
        if (counts) h[k] = o * tanh_c;
        const double values[8] = {counts ? h[k] : 0, h[k], c[k], i, j, f, o, tanh_c};
        for (size_t p = 0; p < 8; ++p) out[p][to] = values[p];
      }
    }
    for (uint32_t p = 0; p < 8 && p < run.output_num(); ++p) write_values(run, p, out[p].data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_gru(PrepareContext &ctx) {
  Steps s;
  s.lengths = 5;
  s.first_h = 6;
  if (!check_present(ctx, {3, 4, 5, 6}) || !read_steps(ctx, 3, s)) return nullptr;
  const int64_t hidden = static_cast<int64_t>(s.hidden), wide[2] = {static_cast<int64_t>(s.inputs), 3 * hidden},
                deep[2] = {hidden, 3 * hidden};
  if (!same_shape(ctx, *ctx.input(1), "weight_input", Dims(wide, 2)) ||
      !same_shape(ctx, *ctx.input(2), "weight_hidden", Dims(deep, 2)))
    return nullptr;
  for (uint32_t i : {3U, 4U}) {
    if (ctx.input(i) != nullptr && !has_elements(ctx, *ctx.input(i), ctx.input_name(i), 3 * hidden)) return nullptr;
  }
  if (ctx.input(6) != nullptr && !has_elements(ctx, *ctx.input(6), "init_h", static_cast<int64_t>(s.n) * hidden))
    return nullptr;
  const std::string_view order = ctx.string_attr("gate_order", "zrh");
  if (order != "zrh" && order != "rzh") return ctx.refuse("gate_order: \"%s\" is neither zrh nor rzh", order.data());
  return make_kernel(
      [s, z_at = order == "zrh" ? size_t{0} : size_t{1}, after = ctx.bool_attr("reset_after", true)](RunContext &run) {
        const Reals x = read_values<double>(run, 0), wx = read_values<double>(run, 1), wh = read_values<double>(run, 2);
        const size_t n = s.hidden, all = s.n * n;
        const Reals bx = read_or_zeros(run, 3, 3 * n), bh = read_or_zeros(run, 4, 3 * n);
        Reals h = read_or_zeros(run, 6, all), of_x(3 * all), of_h(3 * all), reset_h(all), of_reset(3 * all);
        const auto lengths = lengths_of(run, s);
        Reals out[6];
        for (Reals &o : out) o.resize(s.count * all);
        for (size_t t = 0; t < s.count; ++t) {
          const size_t step = s.backward ? s.count - 1 - t : t;
          fill_rows(of_x, bx);
          fill_rows(of_h, bh);
          add_product(&x[step * s.n * s.inputs], s.n, s.inputs, wx.data(), 3 * n, of_x.data());
          add_product(h.data(), s.n, n, wh.data(), 3 * n, of_h.data());
          const auto gate = [&](size_t k, size_t which) {
            const size_t at = k / n * 3 * n + which * n + k % n;
            return sigmoid(of_x[at] + of_h[at]);
          };
          if (!after) {
            for (size_t k = 0; k < all; ++k) reset_h[k] = gate(k, 1 - z_at) * h[k];
            fill_rows(of_reset, bh);
            add_product(reset_h.data(), s.n, n, wh.data(), 3 * n, of_reset.data());
          }
          for (size_t k = 0; k < all; ++k) {
            const size_t at = k / n * 3 * n + 2 * n + k % n;
            const double z = gate(k, z_at), r = gate(k, 1 - z_at), hidden_new = after ? of_h[at] : of_reset[at];
            const double fresh = std::tanh(of_x[at] + (after ? r : 1) * hidden_new);
            const bool counts = static_cast<int64_t>(step) < lengths[k / n];
            const double next = counts ? (1 - z) * fresh + z * h[k] : h[k];
            const double values[6] = {counts ? next : 0, next, z, r, fresh, hidden_new};
            for (size_t p = 0; p < 6; ++p) out[p][step * all + k] = values[p];
          }
          for (size_t k = 0; k < all; ++k) h[k] = out[1][step * all + k];
        }
        for (uint32_t p = 0; p < 6 && p < run.output_num(); ++p) write_values(run, p, out[p].data());
        return true;
      });
}

OPSTRATA_KERNEL(ThnnFusedLstmCell, prepare_cell);
OPSTRATA_KERNEL(ThnnFusedLstmCellGrad, prepare_cell_back);
OPSTRATA_KERNEL(DynamicRNN, prepare_lstm);
OPSTRATA_KERNEL(DynamicGRUV2, prepare_gru);

}  // namespace
}  // namespace opstrata::operators
