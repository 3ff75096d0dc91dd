// Mixtures of experts: their choice, rows put together by experts and put back; computed in float64 and rounded once.
#include <numeric>

#include "elementwise/formulas.h"
#include "quant/reals.h"

namespace opstrata::operators {
namespace {

using Whole = std::vector<int64_t>;

// ---- The choice

/// Places of the k largest of n numbers, in order; of equal ones the first.
void largest_places(const double *values, size_t n, size_t k, Whole &places) {
  places.resize(n);
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [values](int64_t a, int64_t b) { return values[a] > values[b]; });
  places.resize(k);
}
void softmax(const double *x, size_t n, double *y) {
  const double most = *std::max_element(x, x + n);
  double sum = 0;
  for (size_t i = 0; i < n; ++i) sum += y[i] = std::exp(x[i] - most);
  for (size_t i = 0; i < n; ++i) y[i] /= sum;
}
/// x in rows of experts, of which k are chosen.
bool read_rows(PrepareContext &ctx, int64_t &rows, int64_t &experts, int64_t &k) {
  if (!are_numbers(ctx, 1, 2)) return false;
  const KernelTensor &x = *ctx.input(0);
  k = ctx.int_attr("k");
  experts = x.rank() == 0 ? 0 : x.shape.back();
  rows = experts == 0 ? 0 : x.elements / experts;
  if (k < 1 || k > experts)
    return ctx.refuse("k: %lld of the experts of x %s", static_cast<long long>(k), KernelCall::dims_text(x.shape)),
           false;
  return has_elements(ctx, *ctx.output(0), "y", rows * k) && has_elements(ctx, *ctx.output(1), "expert_idx", rows * k);
}
bool wants_all(PrepareContext &ctx, const char *flag, int64_t elements, bool &wanted) {
  wanted = ctx.bool_attr(flag);
  return !wanted || (check_numbers(ctx, 2, true) && has_elements(ctx, *ctx.output(2), ctx.output_name(2), elements));
}

std::unique_ptr<KernelState> prepare_gating(PrepareContext &ctx) {
  int64_t rows = 0, experts = 0, k = 0;
  bool all = false;
  if (!read_rows(ctx, rows, experts, k) || !wants_all(ctx, "out_flag", rows * experts, all)) return nullptr;
  const KernelTensor *bias = ctx.input(1);
  if (bias != nullptr && (!check_numbers(ctx, 1) || !has_elements(ctx, *bias, "bias", experts))) return nullptr;
  const int64_t groups = ctx.int_attr("group_count", 1), kept = ctx.int_attr("k_group", 1),
                select = ctx.int_attr("group_select_mode"), kind = ctx.int_attr("norm_type");
  if (groups < 1 || experts % groups != 0 || kept < 1 || kept > groups || k > experts / groups * kept)
    return ctx.refuse("group_count, k_group: %lld of %lld groups of %lld experts", static_cast<long long>(kept),
                      static_cast<long long>(groups), static_cast<long long>(experts));
  if ((select != 0 && select != 1) || (kind != 0 && kind != 1))
    return ctx.refuse("group_select_mode, norm_type: %lld and %lld; 0 and 1 are allowed",
                      static_cast<long long>(select), static_cast<long long>(kind));
  return make_kernel([=, biased = bias != nullptr, divides = kind == 1 || ctx.int_attr("renorm") == 1,
                      factor = ctx.float_attr("routed_scaling_factor", 1.0),
                      eps = ctx.float_attr("eps", 1e-20)](RunContext &run) {
    const Reals x = read_values<double>(run, 0), added = biased ? read_values<double>(run, 1) : Reals();
    const auto n = static_cast<size_t>(experts), count = static_cast<size_t>(rows), chosen = static_cast<size_t>(k),
               size = n / static_cast<size_t>(groups);
    Reals scores(x.size()), y(count * chosen), by(n), of_groups(static_cast<size_t>(groups));
    Whole idx(y.size()), places, best;
    for (size_t r = 0; r < count; ++r) {
      double *score = scores.data() + r * n;
      if (kind == 0) {
        softmax(x.data() + r * n, n, score);
      } else {
        for (size_t i = 0; i < n; ++i) score[i] = sigmoid(x[r * n + i]);
      }
      for (size_t i = 0; i < n; ++i) by[i] = score[i] + (biased ? added[i] : 0);
      if (groups > 1) {
        for (size_t g = 0; g < of_groups.size(); ++g) {
          largest_places(by.data() + g * size, size, std::min<size_t>(select == 0 ? 1 : 2, size), places);
          of_groups[g] = 0;
          for (const int64_t p : places) of_groups[g] += by[g * size + static_cast<size_t>(p)];
        }
        largest_places(of_groups.data(), of_groups.size(), static_cast<size_t>(kept), best);
        for (size_t i = 0; i < n; ++i) {
          if (std::find(best.begin(), best.end(), static_cast<int64_t>(i / size)) == best.end())
            by[i] = -std::numeric_limits<double>::infinity();
        }
      }
      largest_places(by.data(), n, chosen, places);
      double sum = 0;
      for (const int64_t p : places) sum += score[p];
      for (size_t j = 0; j < chosen; ++j) {
        idx[r * chosen + j] = places[j];
        y[r * chosen + j] = score[places[j]] * factor / (divides ? sum + eps : 1);
      }
    }
    write_values(run, 0, y.data());
    write_values(run, 1, idx.data());
    if (all) write_values(run, 2, scores.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_gating_softmax(PrepareContext &ctx) {
  int64_t rows = 0, experts = 0, k = 0;
  bool all = false;
  if (!read_rows(ctx, rows, experts, k) || !wants_all(ctx, "output_softmax_result_flag", rows * experts, all))
    return nullptr;
  const KernelTensor *finished = ctx.input(1);
  if (finished != nullptr && (!check_numbers(ctx, 1) || !has_elements(ctx, *finished, "finished", rows)))
    return nullptr;
  const int64_t renorm = ctx.int_attr("renorm");
  if (renorm != 0 && renorm != 1)
    return ctx.refuse("renorm: %lld; 0 and 1 are allowed", static_cast<long long>(renorm));
  return make_kernel([=, ended = finished != nullptr](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    const Whole done = ended ? read_values<int64_t>(run, 1) : Whole(static_cast<size_t>(rows), 0);
    const auto n = static_cast<size_t>(experts), chosen = static_cast<size_t>(k);
    Reals scores(x.size()), y(done.size() * chosen), few(chosen);
    Whole idx(y.size()), places;
    for (size_t r = 0; r < done.size(); ++r) {
      const double *row = x.data() + r * n;
      softmax(row, n, scores.data() + r * n);
      largest_places(row, n, chosen, places);
      for (size_t j = 0; j < chosen; ++j)
        few[j] = renorm == 1 ? row[places[j]] : scores[r * n + static_cast<size_t>(places[j])];
      if (renorm == 1) {
        const Reals logits = few;
        softmax(logits.data(), chosen, few.data());
      }
      for (size_t j = 0; j < chosen; ++j) {
        y[r * chosen + j] = few[j];
        idx[r * chosen + j] = done[r] != 0 ? experts : places[j];
      }
    }
    write_values(run, 0, y.data());
    write_values(run, 1, idx.data());
    if (all && renorm == 0) write_values(run, 2, scores.data());
    return true;
  });
}

// ---- Rows by experts

/// Places sorted by the numbers that they have, those of equal ones in order.
Whole sorted_places(const Whole &numbers) {
  Whole places(numbers.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](int64_t a, int64_t b) {
    return numbers[static_cast<size_t>(a)] < numbers[static_cast<size_t>(b)];
  });
  return places;
}
/// x [rows, columns] and expert_idx [rows, k], or [rows].
bool read_expanded(PrepareContext &ctx, uint32_t experts, int64_t &rows, int64_t &columns, int64_t &k) {
  const KernelTensor &x = *ctx.input(0), &idx = *ctx.input(experts);
  const bool fits = x.rank() == 2 && (idx.rank() == 1 || idx.rank() == 2) && idx.shape[0] == x.shape[0];
  if (!fits)
    return ctx.refuse("%s: shape %s for rows %s", ctx.input_name(experts), KernelCall::dims_text(idx.shape),
                      KernelCall::dims_text(x.shape)),
           false;
  rows = x.shape[0];
  columns = x.shape[1];
  k = idx.rank() == 1 ? 1 : idx.shape[1];
  return true;
}
void copy_row(const Reals &from, int64_t source, Reals &to, int64_t target, int64_t columns) {
  std::copy_n(from.begin() + source * columns, columns, to.begin() + target * columns);
}

std::unique_ptr<KernelState> prepare_init(PrepareContext &ctx) {
  int64_t rows = 0, columns = 0, k = 0;
  if (!are_numbers(ctx, 3, 3) || !read_expanded(ctx, 2, rows, columns, k)) return nullptr;
  const int64_t active = std::min(rows, ctx.int_attr("active_num")) * k;
  if (active < 0) return ctx.refuse("active_num: %lld", static_cast<long long>(ctx.int_attr("active_num")));
  if (!has_elements(ctx, *ctx.input(1), "row_idx", rows * k) ||
      !has_elements(ctx, *ctx.output(0), "expanded_x", active * columns) ||
      !has_elements(ctx, *ctx.output(1), "expanded_row_idx", rows * k) ||
      !has_elements(ctx, *ctx.output(2), "expanded_expert_idx", rows * k))
    return nullptr;
  return make_kernel([=](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    const Whole numbers = read_values<int64_t>(run, 1), experts = read_values<int64_t>(run, 2),
                order = sorted_places(experts);
    Reals y(static_cast<size_t>(active * columns));
    Whole where(numbers.size()), sorted(numbers.size());
    for (size_t i = 0; i < order.size(); ++i) {
      const int64_t number = numbers[static_cast<size_t>(order[i])];
      if (number < 0 || number >= rows * k)
        return run.fail("row_idx: %lld of %lld places", static_cast<long long>(number),
                        static_cast<long long>(rows * k));
      where[static_cast<size_t>(number)] = static_cast<int64_t>(i);
      sorted[i] = experts[static_cast<size_t>(order[i])];
      if (static_cast<int64_t>(i) < active) copy_row(x, number % rows, y, static_cast<int64_t>(i), columns);
    }
    write_values(run, 0, y.data());
    write_values(run, 1, where.data());
    write_values(run, 2, sorted.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_init_v2(PrepareContext &ctx) {
  int64_t rows = 0, columns = 0, k = 0;
  if (!are_numbers(ctx, 2, 2) || !read_expanded(ctx, 1, rows, columns, k)) return nullptr;
  const int64_t experts = ctx.int_attr("expert_num"), capacity = ctx.int_attr("expert_capacity"),
                mode = ctx.int_attr("drop_pad_mode"), flag = ctx.int_attr("expert_tokens_count_or_cumsum_flag"),
                active = ctx.int_attr("active_num");
  const bool drops = mode == 1, counts = !drops && flag != 0,
             before = drops && ctx.bool_attr("expert_tokens_before_capacity_flag");
  if ((mode != 0 && mode != 1) || flag < 0 || flag > 2 || active < 0)
    return ctx.refuse("drop_pad_mode, expert_tokens_count_or_cumsum_flag, active_num: %lld, %lld and %lld",
                      static_cast<long long>(mode), static_cast<long long>(flag), static_cast<long long>(active));
  if ((drops || counts) && (experts < 1 || (drops && capacity < 1)))
    return ctx.refuse("expert_num, expert_capacity: %lld experts of %lld rows", static_cast<long long>(experts),
                      static_cast<long long>(capacity));
  const int64_t made = drops ? experts * capacity : active == 0 ? rows * k : std::min(active, rows * k);
  if (!has_elements(ctx, *ctx.output(0), "expanded_x", made * columns) ||
      !has_elements(ctx, *ctx.output(1), "expanded_row_idx", rows * k) ||
      (counts && (!check_numbers(ctx, 2, true) || !has_elements(ctx, *ctx.output(2), ctx.output_name(2), experts))) ||
      (before && (!check_numbers(ctx, 3, true) || !has_elements(ctx, *ctx.output(3), ctx.output_name(3), experts))))
    return nullptr;
  return make_kernel([=](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    const Whole numbers = read_values<int64_t>(run, 1), order = sorted_places(numbers);
    Reals y(static_cast<size_t>(made * columns), 0.0);
    Whole where(numbers.size(), -1), found(static_cast<size_t>(std::max<int64_t>(experts, 0)), 0);
    for (size_t i = 0; i < order.size(); ++i) {
      const int64_t place = order[i], expert = numbers[static_cast<size_t>(place)];
      int64_t to = static_cast<int64_t>(i);
      if (drops || counts) {
        if (expert < 0 || expert >= experts)
          return run.fail("expert_idx: %lld of %lld experts", static_cast<long long>(expert),
                          static_cast<long long>(experts));
        const int64_t slot = found[static_cast<size_t>(expert)]++;
        if (drops && slot >= capacity) continue;
        if (drops) to = expert * capacity + slot;
      }
      where[static_cast<size_t>(place)] = to;
      if (to < made) copy_row(x, place / k, y, to, columns);
    }
    write_values(run, 0, y.data());
    write_values(run, 1, where.data());
    if (before) write_values(run, 3, found.data());
    if (counts && flag == 1) std::partial_sum(found.begin(), found.end(), found.begin());
    if (counts) write_values(run, 2, found.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_init_v3(PrepareContext &ctx) {
  int64_t rows = 0, columns = 0, k = 0;
  if (!are_numbers(ctx, 2, 2) || !read_expanded(ctx, 1, rows, columns, k)) return nullptr;
  const int64_t experts = ctx.int_attr("expert_num", -1), mode = ctx.int_attr("quant_mode", -1),
                type = ctx.int_attr("expert_tokens_num_type");
  const KernelSpan<int64_t> range = ctx.int_list_attr("active_expert_range");
  const int64_t begin = range.size() == 2 ? range[0] : 0, end = range.size() == 2 ? range[1] : experts;
  const bool counts = ctx.bool_attr("expert_tokens_num_flag"), quantises = mode == 1;
  if (ctx.int_attr("drop_pad_mode") != 0)
    return ctx.refuse("drop_pad_mode: %lld; only 0 is supported",
                      static_cast<long long>(ctx.int_attr("drop_pad_mode")));
  if (mode != -1 && mode != 1)
    return ctx.refuse("quant_mode: %lld; -1 and 1 are supported", static_cast<long long>(mode));
  if ((range.size() != 0 && range.size() != 2) || begin < 0 || end < begin || end > experts || type < 0 || type > 2)
    return ctx.refuse(
        "active_expert_range, expert_num, expert_tokens_num_type: [%lld, %lld) of %lld experts, type %lld",
        static_cast<long long>(begin), static_cast<long long>(end), static_cast<long long>(experts),
        static_cast<long long>(type));
  const KernelTensor *scale = ctx.input(2);
  if (ctx.input(3) != nullptr) return ctx.refuse("offset: not supported");
  if (scale != nullptr &&
      (!check_numbers(ctx, 2) ||
       (quantises ? scale->elements != columns && !has_elements(ctx, *scale, "scale", (end - begin) * columns)
                  : !has_elements(ctx, *scale, "scale", rows))))
    return nullptr;
  const bool scales = quantises || scale != nullptr;
  const int64_t places = rows * k;
  QuantisedOutput y;
  if (!has_elements(ctx, *ctx.output(0), "expanded_x", places * columns) ||
      !has_elements(ctx, *ctx.output(1), "expanded_row_idx", places) ||
      (quantises && !read_quantised(ctx, 0, ctx.output(0)->shape, y)) ||
      (scales && (!check_numbers(ctx, 3, true) || !has_elements(ctx, *ctx.output(3), "expanded_scale", places))) ||
      (counts && (!check_numbers(ctx, 2, true) ||
                  !has_elements(ctx, *ctx.output(2), ctx.output_name(2), type == 2 ? 2 * experts : end - begin))))
    return nullptr;
  return make_kernel([=, scaled = scale != nullptr, scatters = ctx.int_attr("row_idx_type") == 1](RunContext &run) {
    const Reals x = read_values<double>(run, 0), given = scaled ? read_values<double>(run, 2) : Reals();
    const Whole numbers = read_values<int64_t>(run, 1);
    Reals values(static_cast<size_t>(places * columns), 0.0), found_scales(static_cast<size_t>(places), 0.0);
    Whole where(numbers.size(), -1), found(static_cast<size_t>(end - begin), 0);
    const auto n = static_cast<size_t>(columns);
    int64_t to = 0;
    for (const int64_t place : sorted_places(numbers)) {
      const int64_t expert = numbers[static_cast<size_t>(place)];
      if (expert < begin || expert >= end) continue;
      ++found[static_cast<size_t>(expert - begin)];
      where[static_cast<size_t>(scatters ? to : place)] = scatters ? place : to;
      copy_row(x, place / k, values, to, columns);
      if (quantises) {
        double *row = values.data() + static_cast<size_t>(to) * n;
        const size_t first = given.size() > n ? static_cast<size_t>(expert - begin) * n : 0;
        for (size_t i = 0; scaled && i < n; ++i) row[i] *= given[first + i];
        found_scales[static_cast<size_t>(to)] = divide_row(row, n, y.largest());
      } else if (scaled) {
        found_scales[static_cast<size_t>(to)] = given[static_cast<size_t>(place / k)];
      }
      ++to;
    }
    quantises ? y.write(run, values) : write_values(run, 0, values.data());
    write_values(run, 1, where.data());
    if (scales) write_values(run, 3, found_scales.data());
    if (!counts) return true;
    if (type == 2) {
      Whole pairs(static_cast<size_t>(2 * experts), 0);
      size_t at = 0;
      for (size_t e = 0; e < found.size(); ++e) {
        if (found[e] == 0) continue;
        pairs[at++] = begin + static_cast<int64_t>(e);
        pairs[at++] = found[e];
      }
      write_values(run, 2, pairs.data());
      return true;
    }
    if (type == 0) std::partial_sum(found.begin(), found.end(), found.begin());
    write_values(run, 2, found.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_expert_tokens(PrepareContext &ctx) {
  const int64_t experts = ctx.int_attr("num_experts");
  if (!are_numbers(ctx, 1, 1) || !has_elements(ctx, *ctx.output(0), ctx.output_name(0), experts)) return nullptr;
  return make_kernel([experts](RunContext &run) {
    const Whole sorted = read_values<int64_t>(run, 0);
    Whole counts(static_cast<size_t>(experts));
    for (size_t e = 0; e < counts.size(); ++e)
      counts[e] = std::count_if(sorted.begin(), sorted.end(), [e](int64_t v) { return v <= static_cast<int64_t>(e); });
    write_values(run, 0, counts.data());
    return true;
  });
}

/// Rows of `tensor` in its last dimension.
int64_t rows_of(const KernelTensor &t) {
  return t.rank() == 0 || t.shape.back() == 0 ? 0 : t.elements / t.shape.back();
}

/// Sums of rows at places: output row r = the sum over i < k of factor(r, i) * (expanded row + term(r, i)).
struct Finalize {
  int64_t rows = 0, columns = 0, k = 1, expanded = 0, experts = 0;
  bool by_rows = false;  ///< place row * k + i instead of row + i * rows
  int64_t place(int64_t row, int64_t i) const { return by_rows ? row * k + i : row + i * rows; }
};
template <uint32_t Places, uint32_t X1, uint32_t X2, uint32_t Bias, uint32_t Scales, uint32_t Experts>
std::unique_ptr<KernelState> prepare_finalize(PrepareContext &ctx) {
  if (!check_source(ctx, 0) || !check_source(ctx, Places) || !are_numbers(ctx, 0, 1)) return nullptr;
  for (uint32_t i : {X1, X2, Bias, Scales, Experts}) {
    if (!check_source(ctx, i, true)) return nullptr;
  }
  const KernelTensor &x = *ctx.input(0), &y = *ctx.output(0), &places = *ctx.input(Places);
  const int64_t mode = ctx.int_attr("drop_pad_mode");
  Finalize f;
  f.columns = x.rank() == 0 ? 0 : x.shape.back();
  f.expanded = rows_of(x);
  f.rows = rows_of(y);
  f.by_rows = mode >= 2;
  f.k = f.rows == 0 ? 0 : places.elements / f.rows;
  if (mode < 0 || mode > 3 || f.rows * f.k != places.elements || y.rank() == 0 || y.shape.back() != f.columns)
    return ctx.refuse("expanded_row_idx: shape %s for rows %s, drop_pad_mode %lld", KernelCall::dims_text(places.shape),
                      KernelCall::dims_text(y.shape), static_cast<long long>(mode));
  const KernelTensor *bias = ctx.input(Bias), *scales = ctx.input(Scales), *experts = ctx.input(Experts);
  for (uint32_t i : {X1, X2}) {
    if (ctx.input(i) != nullptr && !same_shape(ctx, *ctx.input(i), ctx.input_name(i), y.shape)) return nullptr;
  }
  if ((scales != nullptr && !has_elements(ctx, *scales, "scales", f.rows * f.k)) ||
      (experts != nullptr && !has_elements(ctx, *experts, "expert_idx", f.rows * f.k)))
    return nullptr;
  if (bias != nullptr && experts == nullptr) return ctx.refuse("expert_idx: missing, although there is a bias");
  f.experts = bias == nullptr ? 0 : rows_of(*bias);
  if (bias != nullptr && !has_elements(ctx, *bias, "bias", f.experts * f.columns)) return nullptr;
  return make_kernel([f, biased = bias != nullptr, scaled = scales != nullptr](RunContext &run) {
    const Reals values = read_values<double>(run, 0), terms = biased ? read_values<double>(run, Bias) : Reals(),
                factors = scaled ? read_values<double>(run, Scales) : Reals();
    const Whole where = read_values<int64_t>(run, Places),
                numbers = biased ? read_values<int64_t>(run, Experts) : Whole();
    Reals sums(static_cast<size_t>(f.rows * f.columns), 0.0);
    for (uint32_t i : {X1, X2}) {
      if (run.input(i) == nullptr) continue;
      const Reals more = read_values<double>(run, i);
      for (size_t e = 0; e < sums.size(); ++e) sums[e] += more[e];
    }
    for (int64_t r = 0; r < f.rows; ++r) {
      for (int64_t i = 0; i < f.k; ++i) {
        const int64_t from = where[static_cast<size_t>(f.place(r, i))];
        if (from >= f.expanded)
          return run.fail("expanded_row_idx: %lld of %lld rows", static_cast<long long>(from),
                          static_cast<long long>(f.expanded));
        const double factor = scaled ? factors[static_cast<size_t>(r * f.k + i)] : 1;
        const int64_t expert = biased ? numbers[static_cast<size_t>(r * f.k + i)] : 0;
        if (biased && (expert < 0 || expert >= f.experts))
          return run.fail("expert_idx: %lld of %lld experts", static_cast<long long>(expert),
                          static_cast<long long>(f.experts));
        for (int64_t c = 0; c < f.columns; ++c) {
          const double value = from < 0 ? 0 : values[static_cast<size_t>(from * f.columns + c)];
          const double term = biased ? terms[static_cast<size_t>(expert * f.columns + c)] : 0;
          sums[static_cast<size_t>(r * f.columns + c)] += factor * (value + term);
        }
      }
    }
    write_values(run, 0, sums.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_finalize_back(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1)) return nullptr;
  for (uint32_t i : {2U, 3U, 4U, 5U}) {
    if (!check_source(ctx, i, true)) return nullptr;
  }
  const KernelTensor &grad = *ctx.input(0), &places = *ctx.input(1), &out = *ctx.output(0);
  Finalize f;
  f.by_rows = true;
  f.columns = grad.rank() == 0 ? 0 : grad.shape.back();
  f.rows = rows_of(grad);
  f.k = f.rows == 0 ? 0 : places.elements / f.rows;
  f.expanded = rows_of(out);
  if (f.rows * f.k != places.elements || (out.rank() != 0 && out.shape.back() != f.columns))
    return ctx.refuse("expanded_row_idx: shape %s for rows %s", KernelCall::dims_text(places.shape),
                      KernelCall::dims_text(grad.shape));
  const KernelTensor *x = ctx.input(2), *scales = ctx.input(3), *experts = ctx.input(4), *bias = ctx.input(5);
  if (scales != nullptr) {
    if (!check_source(ctx, 2) || !check_target(ctx, 1) || !has_elements(ctx, *scales, "scales", f.rows * f.k) ||
        !has_elements(ctx, *x, "expanded_x", f.expanded * f.columns) ||
        !has_elements(ctx, *ctx.output(1), "grad_scales", f.rows * f.k))
      return nullptr;
  }
  if (bias != nullptr && (experts == nullptr || experts->elements != f.rows * f.k))
    return ctx.refuse("expert_idx: missing or of another size, although there is a bias");
  f.experts = bias == nullptr ? 0 : rows_of(*bias);
  return make_kernel([f, scaled = scales != nullptr, biased = bias != nullptr](RunContext &run) {
    const Reals d = read_values<double>(run, 0), values = scaled ? read_values<double>(run, 2) : Reals(),
                factors = scaled ? read_values<double>(run, 3) : Reals(),
                terms = biased ? read_values<double>(run, 5) : Reals();
    const Whole where = read_values<int64_t>(run, 1), numbers = biased ? read_values<int64_t>(run, 4) : Whole();
    Reals dx(static_cast<size_t>(f.expanded * f.columns), 0.0), dscales(where.size(), 0.0);
    for (size_t p = 0; p < where.size(); ++p) {
      const int64_t to = where[p], row = static_cast<int64_t>(p) / f.k;
      const bool kept = to >= 0 && to < f.expanded;
      const int64_t expert = biased ? numbers[p] : 0;
      if (biased && (expert < 0 || expert >= f.experts))
        return run.fail("expert_idx: %lld of %lld experts", static_cast<long long>(expert),
                        static_cast<long long>(f.experts));
      for (int64_t c = 0; c < f.columns; ++c) {
        const double g = d[static_cast<size_t>(row * f.columns + c)];
        const auto at = static_cast<size_t>(to * f.columns + c);
        if (kept) dx[at] = g * (scaled ? factors[p] : 1);
        if (!scaled) continue;
        dscales[p] += g * ((kept ? values[at] : 0) + (biased ? terms[static_cast<size_t>(expert * f.columns + c)] : 0));
      }
    }
    write_values(run, 0, dx.data());
    if (scaled) write_values(run, 1, dscales.data());
    return true;
  });
}

/// Row r of the output = the sum of the rows at its k places, times probs [rows, k]: MoeTokenUnpermute, and the
/// gradients of what puts rows in order. Places that are not there count as nothing.
template <bool WithProbs>
std::unique_ptr<KernelState> prepare_sum_of_places(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1)) return nullptr;
  if (ctx.bool_attr("padded_mode")) return ctx.refuse("padded_mode: only false is supported");
  const KernelTensor &x = *ctx.input(0), &places = *ctx.input(1), &y = *ctx.output(0);
  const KernelTensor *probs = WithProbs ? ctx.input(2) : nullptr;
  int64_t k = ctx.int_attr("top_k", ctx.int_attr("num_topk", 1));
  if (probs != nullptr) {
    if (!check_numbers(ctx, 2) || !has_elements(ctx, *probs, "probs", places.elements)) return nullptr;
    k = probs->rank() < 2 ? 1 : probs->shape.back();
  }
  const int64_t columns = x.rank() == 0 ? 0 : x.shape.back();
  if (k < 1 || places.elements % k != 0)
    return ctx.refuse("%s: %lld places, %lld for each row", ctx.input_name(1), static_cast<long long>(places.elements),
                      static_cast<long long>(k));
  if (!has_elements(ctx, y, ctx.output_name(0), places.elements / k * columns)) return nullptr;
  return make_kernel([k, columns, rows = rows_of(x), weighted = probs != nullptr](RunContext &run) {
    const Reals values = read_values<double>(run, 0), factors = weighted ? read_values<double>(run, 2) : Reals();
    const Whole where = read_values<int64_t>(run, 1);
    Reals sums(where.size() / static_cast<size_t>(k) * static_cast<size_t>(columns), 0.0);
    for (size_t p = 0; p < where.size(); ++p) {
      if (where[p] < 0 || where[p] >= rows) continue;
      const size_t to = p / static_cast<size_t>(k) * static_cast<size_t>(columns);
      for (int64_t c = 0; c < columns; ++c)
        sums[to + static_cast<size_t>(c)] +=
            values[static_cast<size_t>(where[p] * columns + c)] * (weighted ? factors[p] : 1);
    }
    write_values(run, 0, sums.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_permute(PrepareContext &ctx) {
  int64_t rows = 0, columns = 0, k = 0;
  if (!are_numbers(ctx, 2, 2) || !read_expanded(ctx, 1, rows, columns, k)) return nullptr;
  if (ctx.bool_attr("padded_mode")) return ctx.refuse("padded_mode: only false is supported");
  const int64_t wanted = ctx.int_attr("num_out_tokens"), places = rows * k;
  const int64_t made = wanted > 0 ? std::min(wanted, places) : std::max<int64_t>(places + wanted, 0);
  if (!has_elements(ctx, *ctx.output(0), "permute_tokens", made * columns) ||
      !has_elements(ctx, *ctx.output(1), "sorted_indices", places))
    return nullptr;
  return make_kernel([=](RunContext &run) {
    const Reals x = read_values<double>(run, 0);
    const Whole order = sorted_places(read_values<int64_t>(run, 1));
    Reals y(static_cast<size_t>(made * columns));
    Whole where(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      where[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
      if (static_cast<int64_t>(i) < made) copy_row(x, order[i] / k, y, static_cast<int64_t>(i), columns);
    }
    write_values(run, 0, y.data());
    write_values(run, 1, where.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_unpermute_back(PrepareContext &ctx) {
  if (!are_numbers(ctx, 3, 1) || !same_shape(ctx, *ctx.output(0), "permuted_tokens_grad", ctx.input(0)->shape))
    return nullptr;
  if (ctx.bool_attr("padded_mode")) return ctx.refuse("padded_mode: only false is supported");
  const KernelTensor &x = *ctx.input(0), &places = *ctx.input(2);
  const KernelTensor *probs = ctx.input(3);
  const int64_t columns = x.rank() == 0 ? 0 : x.shape.back();
  int64_t k = 1;
  if (probs != nullptr) {
    if (!check_numbers(ctx, 3) || !check_numbers(ctx, 1, true) ||
        !has_elements(ctx, *probs, "probs", places.elements) ||
        !has_elements(ctx, *ctx.output(1), "probs_grad", places.elements))
      return nullptr;
    k = probs->rank() < 2 ? 1 : probs->shape.back();
  }
  if (!has_elements(ctx, *ctx.input(1), "unpermuted_tokens_grad", k == 0 ? 0 : places.elements / k * columns))
    return nullptr;
  return make_kernel([k, columns, rows = rows_of(x), weighted = probs != nullptr](RunContext &run) {
    const Reals values = read_values<double>(run, 0), d = read_values<double>(run, 1),
                factors = weighted ? read_values<double>(run, 3) : Reals();
    const Whole where = read_values<int64_t>(run, 2);
    Reals dx(values.size(), 0.0), dprobs(where.size(), 0.0);
    for (size_t p = 0; p < where.size(); ++p) {
      if (where[p] < 0 || where[p] >= rows) continue;
      for (int64_t c = 0; c < columns; ++c) {
        const double g = d[p / static_cast<size_t>(k) * static_cast<size_t>(columns) + static_cast<size_t>(c)];
        const auto at = static_cast<size_t>(where[p] * columns + c);
        dx[at] = g * (weighted ? factors[p] : 1);
        dprobs[p] += g * values[at];
      }
    }
    write_values(run, 0, dx.data());
    if (weighted) write_values(run, 1, dprobs.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_re_routing(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1) || !check_numbers(ctx, 2, true) || !check_numbers(ctx, 3, true)) return nullptr;
  const KernelTensor &tokens = *ctx.input(0), &counts = *ctx.input(1);
  const KernelTensor *scales = ctx.input(2);
  if (tokens.rank() != 2 || counts.rank() != 2)
    return ctx.refuse("tokens, expert_token_num_per_rank: shapes %s and %s; two dimensions are required",
                      KernelCall::dims_text(tokens.shape), KernelCall::dims_text(counts.shape));
  if (ctx.int_attr("idx_type") != 0)
    return ctx.refuse("idx_type: %lld; only 0 is supported", static_cast<long long>(ctx.int_attr("idx_type")));
  const int64_t rows = tokens.shape[0];
  if (!same_shape(ctx, *ctx.output(0), "permute_tokens", tokens.shape) ||
      !has_elements(ctx, *ctx.output(2), "permute_token_idx", rows) ||
      !has_elements(ctx, *ctx.output(3), "expert_token_num", counts.shape[1]))
    return nullptr;
  int64_t width = 1;
  if (scales != nullptr) {
    if (!check_numbers(ctx, 2) || !check_numbers(ctx, 1, true) || rows == 0 || scales->elements % rows != 0 ||
        !has_elements(ctx, *ctx.output(1), "permute_per_token_scales", scales->elements))
      return nullptr;
    width = scales->elements / rows;
  }
  return make_kernel([=, columns = tokens.shape[1], ranks = counts.shape[0], experts = counts.shape[1],
                      scaled = scales != nullptr,
                      sums = ctx.int_attr("expert_token_num_type", 1) == 0](RunContext &run) {
    const Reals x = read_values<double>(run, 0), given = scaled ? read_values<double>(run, 2) : Reals();
    const Whole numbers = read_values<int64_t>(run, 1);
    Whole begins(numbers.size()), from, of_experts(static_cast<size_t>(experts), 0);
    std::exclusive_scan(numbers.begin(), numbers.end(), begins.begin(), int64_t{0});
    for (int64_t e = 0; e < experts; ++e) {
      for (int64_t r = 0; r < ranks; ++r) {
        const auto at = static_cast<size_t>(r * experts + e);
        for (int64_t i = 0; i < numbers[at]; ++i) from.push_back(begins[at] + i);
        of_experts[static_cast<size_t>(e)] += numbers[at];
      }
    }
    if (static_cast<int64_t>(from.size()) != rows)
      return run.fail("expert_token_num_per_rank: %zu tokens of %lld", from.size(), static_cast<long long>(rows));
    Reals y(x.size()), moved(given.size());
    for (size_t i = 0; i < from.size(); ++i) {
      copy_row(x, from[i], y, static_cast<int64_t>(i), columns);
      if (scaled) copy_row(given, from[i], moved, static_cast<int64_t>(i), width);
    }
    if (sums) std::partial_sum(of_experts.begin(), of_experts.end(), of_experts.begin());
    write_values(run, 0, y.data());
    if (scaled) write_values(run, 1, moved.data());
    write_values(run, 2, from.data());
    write_values(run, 3, of_experts.data());
    return true;
  });
}

OPSTRATA_KERNEL(MoeGatingTopK, prepare_gating);
OPSTRATA_KERNEL(MoeGatingTopKSoftmaxV2, prepare_gating_softmax);
OPSTRATA_KERNEL(MoeInitRouting, prepare_init);
OPSTRATA_KERNEL(MoeInitRoutingV2, prepare_init_v2);
OPSTRATA_KERNEL(MoeInitRoutingV3, prepare_init_v3);
OPSTRATA_KERNEL(MoeInitRoutingV2Grad, prepare_sum_of_places<false>);
OPSTRATA_KERNEL(MoeComputeExpertTokens, prepare_expert_tokens);
OPSTRATA_KERNEL(MoeFinalizeRouting, (prepare_finalize<5, 1, 2, 3, 4, 6>));
OPSTRATA_KERNEL(MoeFinalizeRoutingV2, (prepare_finalize<1, 2, 3, 4, 5, 6>));
OPSTRATA_KERNEL(MoeFinalizeRoutingV2Grad, prepare_finalize_back);
OPSTRATA_KERNEL(MoeTokenPermute, prepare_permute);
OPSTRATA_KERNEL(MoeTokenPermuteGrad, prepare_sum_of_places<false>);
OPSTRATA_KERNEL(MoeTokenUnpermute, prepare_sum_of_places<true>);
OPSTRATA_KERNEL(MoeTokenUnpermuteGrad, prepare_unpermute_back);
OPSTRATA_KERNEL(MoeReRouting, prepare_re_routing);

}  // namespace
}  // namespace opstrata::operators
