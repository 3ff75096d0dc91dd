// Attention for training: forward and gradients.
#include "flash_attention/attend.h"

namespace opstrata::operators {
namespace {

/// Where the operator has its inputs; 0: it does not have that one.
struct Inputs {
  uint32_t shift, drop, mask, prefix, query_ends, key_ends;
};
constexpr Inputs kForward = {3, 4, 6, 7, 8, 9}, kGradient = {4, 5, 7, 12, 13, 14};

const KernelTensor *given(const KernelCall &call, uint32_t input) {
  const KernelTensor *t = call.input(input);
  return t == nullptr || t->elements == 0 ? nullptr : t;
}
bool check_optional(PrepareContext &ctx, uint32_t input) {
  return given(ctx, input) == nullptr || check_numbers(ctx, input);
}

/// What is known of a call before its numbers are.
struct Plan {
  Inputs inputs{};
  Layout layout = Layout::kBsh;
  Sizes q, k, v;
  int64_t batch = 0;  ///< TND: not known
  int64_t mode = 0, before = 0, behind = 0, shift_type = 1;
  double scale = 1, keep = 1;
};

bool read_plan(PrepareContext &ctx, const Inputs &inputs, Plan &p) {
  p.inputs = inputs;
  if (!are_numbers(ctx, 3, 0) || !read_layout(ctx, "input_layout", p.layout)) return false;
  const KernelTensor &q = *ctx.input(0), &k = *ctx.input(1), &v = *ctx.input(2);
  const int64_t heads = ctx.int_attr("head_num");
  if (heads < 1) return ctx.refuse("head_num: %lld", static_cast<long long>(heads)), false;
  if (!read_sizes(ctx, q, "query", p.layout, heads, p.q)) return false;
  // Keys have the depth of the queries; where a row holds all heads their number follows from it.
  const bool rows = p.layout == Layout::kBsh || p.layout == Layout::kSbh;
  const int64_t kv_heads = rows && k.rank() == 3 && p.q.depth > 0 ? std::max<int64_t>(k.shape[2] / p.q.depth, 1) : 0;
  if (!read_sizes(ctx, k, "key", p.layout, kv_heads, p.k) || !read_sizes(ctx, v, "value", p.layout, kv_heads, p.v))
    return false;
  p.batch = p.q.batch;
  if (p.k.batch != p.batch || p.v.batch != p.batch || p.k.depth != p.q.depth || p.k.rows != p.v.rows ||
      p.k.heads != p.v.heads || p.k.heads < 1 || heads % p.k.heads != 0)
    return ctx.refuse("query, key, value: shapes %s, %s and %s do not fit each other", KernelCall::dims_text(q.shape),
                      KernelCall::dims_text(k.shape), KernelCall::dims_text(v.shape)),
           false;
  for (uint32_t i : {inputs.shift, inputs.drop, inputs.mask, inputs.prefix, inputs.query_ends, inputs.key_ends}) {
    if (!check_optional(ctx, i)) return false;
  }
  if (p.layout == Layout::kTnd) {
    for (uint32_t i : {inputs.query_ends, inputs.key_ends}) {
      if (given(ctx, i) == nullptr)
        return ctx.refuse("%s: missing, although the layout is TND", ctx.input_name(i)), false;
    }
    if (given(ctx, inputs.shift) != nullptr || given(ctx, inputs.drop) != nullptr)
      return ctx.refuse("%s, %s: not supported with layout TND", ctx.input_name(inputs.shift),
                        ctx.input_name(inputs.drop)),
             false;
  }
  p.mode = ctx.int_attr("sparse_mode");
  p.before = ctx.int_attr("pre_tockens");
  p.behind = ctx.int_attr("next_tockens");
  p.shift_type = ctx.int_attr("pse_type", 1);
  p.scale = ctx.float_attr("scale_value", 1.0);
  p.keep = ctx.float_attr("keep_prob", 1.0);
  if (p.mode < 0 || p.mode > 6)
    return ctx.refuse("sparse_mode: %lld; 0 to 6 are supported", static_cast<long long>(p.mode)), false;
  if (p.mode >= 5 && given(ctx, inputs.prefix) == nullptr)
    return ctx.refuse("prefix: missing, although sparse_mode is %lld", static_cast<long long>(p.mode)), false;
  if (p.shift_type != 0 && p.shift_type != 1)
    return ctx.refuse("pse_type: %lld; 0 and 1 are supported", static_cast<long long>(p.shift_type)), false;
  if (!(p.keep > 0 && p.keep <= 1)) return ctx.refuse("keep_prob: %g is not within (0, 1]", p.keep), false;
  const int64_t pairs = p.batch * heads * p.q.rows * p.k.rows;
  if (const KernelTensor *drop = given(ctx, inputs.drop); drop != nullptr && drop->elements * 8 < pairs)
    return ctx.refuse("drop_mask: shape %s; %lld bits are required", KernelCall::dims_text(drop->shape),
                      static_cast<long long>(pairs)),
           false;
  // The last two dimensions are queries and keys, or shared.
  for (uint32_t i : {inputs.shift, inputs.mask}) {
    const KernelTensor *t = given(ctx, i);
    if (t == nullptr || (i == inputs.mask && p.mode > 1)) continue;
    const int64_t sizes[] = {p.batch, heads, p.q.rows, p.k.rows};
    bool fits = t->rank() >= 2 && t->rank() <= 4;
    if (fits && p.layout == Layout::kTnd) continue;  // the lengths of the sequences are not known yet
    for (size_t d = 0; fits && d < t->rank(); ++d) {
      const size_t to = t->rank() == 3 && d == 0 ? 0 : 4 - t->rank() + d;
      fits = t->shape[d] == 1 || t->shape[d] == sizes[to];
    }
    if (!fits)
      return ctx.refuse("%s: shape %s is not that of %lld queries and %lld keys", ctx.input_name(i),
                        KernelCall::dims_text(t->shape), static_cast<long long>(p.q.rows),
                        static_cast<long long>(p.k.rows)),
             false;
  }
  return true;
}

/// Reads what a run is given; false after a failure.
bool read_attention(RunContext &run, const Plan &p, Attention &a) {
  std::vector<int64_t> query_begins, key_begins;
  a.batch = p.batch;
  if (p.layout == Layout::kTnd) {
    const std::vector<int64_t> q_ends = read_values<int64_t>(run, p.inputs.query_ends),
                               k_ends = read_values<int64_t>(run, p.inputs.key_ends);
    if (q_ends.size() != k_ends.size() || !read_ends(q_ends, p.q.rows, query_begins, a.queries) ||
        !read_ends(k_ends, p.k.rows, key_begins, a.keys))
      return run.fail("actual_seq_qlen, actual_seq_kvlen: no ends of sequences of %lld queries and %lld keys",
                      static_cast<long long>(p.q.rows), static_cast<long long>(p.k.rows));
    a.batch = static_cast<int64_t>(q_ends.size());
  } else {
    a.queries.assign(static_cast<size_t>(p.batch), p.q.rows);
    a.keys.assign(static_cast<size_t>(p.batch), p.k.rows);
  }
  a.heads = p.q.heads;
  a.kv_heads = p.k.heads;
  a.depth = p.q.depth;
  a.value_depth = p.v.depth;
  a.scale = p.scale;
  a.q = places_of(p.q, p.layout, a.batch, query_begins);
  a.k = places_of(p.k, p.layout, a.batch, key_begins);
  a.v = places_of(p.v, p.layout, a.batch, key_begins);
  Sizes out = p.q;
  out.depth = p.v.depth;
  a.y = places_of(out, p.layout, a.batch, query_begins);
  a.query = read_reals(run, 0);
  a.key = read_reals(run, 1);
  a.value = read_reals(run, 2);
  a.sight.mode = p.mode;
  a.sight.before = p.before;
  a.sight.behind = p.behind;
  if (p.mode >= 5) a.sight.prefix = read_values<int64_t>(run, p.inputs.prefix);
  if (given(run, p.inputs.mask) != nullptr && p.mode <= 1) {
    a.sight.mask.values = read_reals(run, p.inputs.mask);
    set_steps(a.sight.mask, run.input(p.inputs.mask)->shape);
    if (!a.covers(a.sight.mask))
      return run.fail("%s: shape %s does not cover all queries and keys", run.input_name(p.inputs.mask),
                      KernelCall::dims_text(run.input(p.inputs.mask)->shape));
  }
  if (given(run, p.inputs.shift) != nullptr) {
    a.shift.values = read_reals(run, p.inputs.shift);
    set_steps(a.shift, run.input(p.inputs.shift)->shape);
    a.shifts_before_scale = p.shift_type == 1;
  }
  return true;
}
/// The factor of each element of softmax that drop-out leaves, by bits.
struct Drop {
  std::vector<int64_t> bytes;
  double keep = 1;
  int64_t heads = 0, rows = 0, columns = 0;
  double factor(int64_t b, int64_t n, int64_t i, int64_t j) const {
    if (bytes.empty()) return 1;
    const int64_t bit = ((b * heads + n) * rows + i) * columns + j;
    return (bytes[static_cast<size_t>(bit / 8)] >> (bit % 8) & 1) != 0 ? 1 / keep : 0;
  }
};
Drop read_drop(const RunContext &run, const Plan &p) {
  Drop drop;
  if (given(run, p.inputs.drop) != nullptr) drop.bytes = read_values<int64_t>(run, p.inputs.drop);
  drop.keep = p.keep;
  drop.heads = p.q.heads;
  drop.rows = p.q.rows;
  drop.columns = p.k.rows;
  return drop;
}
constexpr size_t kCopies = 8;  ///< of the largest score and the sum of each query

/// First of the copies for a query.
size_t state_place(const Plan &p, const Attention &a, int64_t b, int64_t n, int64_t i) {
  const int64_t row = p.layout == Layout::kTnd ? (a.q.starts[static_cast<size_t>(b)] / a.q.row_step + i) * a.heads + n
                                               : (b * a.heads + n) * p.q.rows + i;
  return static_cast<size_t>(row) * kCopies;
}
/// Queries of all heads and batches.
int64_t queries_of(const Plan &p) { return (p.layout == Layout::kTnd ? 1 : p.batch) * p.q.heads * p.q.rows; }

std::unique_ptr<KernelState> prepare_forward(PrepareContext &ctx) {
  Plan p;
  if (!read_plan(ctx, kForward, p)) return nullptr;
  const auto states = queries_of(p) * static_cast<int64_t>(kCopies);
  for (uint32_t i : {0U, 1U, 3U}) {
    if (!check_numbers(ctx, i, true)) return nullptr;
  }
  if (!has_elements(ctx, *ctx.output(0), "softmax_max", states) ||
      !has_elements(ctx, *ctx.output(1), "softmax_sum", states) ||
      !has_elements(ctx, *ctx.output(3), "attention_out", queries_of(p) * p.v.depth))
    return nullptr;
  return make_kernel([p](RunContext &run) {
    Attention a;
    if (!read_attention(run, p, a)) return false;
    const Drop drop = read_drop(run, p);
    const auto count = static_cast<size_t>(queries_of(p));
    Reals y(count * static_cast<size_t>(a.value_depth), 0.0), largest(count * kCopies, 0.0), sums(count * kCopies, 0.0);
    run.parallel_for(a.batch * a.heads, 1, [&](int64_t begin, int64_t end) {
      Reals scores;
      for (int64_t t = begin; t < end; ++t) {
        const int64_t b = t / a.heads, n = t % a.heads;
        for (int64_t i = 0; i < a.queries[static_cast<size_t>(b)]; ++i) {
          double most = 0, sum = 0;
          if (!a.score(b, n, i, scores)) continue;
          exponentials(scores, most, sum);
          const size_t state = state_place(p, a, b, n, i);
          std::fill_n(largest.begin() + static_cast<std::ptrdiff_t>(state), kCopies, most);
          std::fill_n(sums.begin() + static_cast<std::ptrdiff_t>(state), kCopies, sum);
          double *row = y.data() + a.y.at(b, n, i);
          for (size_t j = 0; j < scores.size(); ++j) {
            const auto key = static_cast<int64_t>(j);
            const double weight = scores[j] / sum * drop.factor(b, n, i, key);
            if (weight == 0) continue;
            const double *value = a.value.data() + a.v.at(b, a.kv_head(n), key);
            for (int64_t d = 0; d < a.value_depth; ++d) row[d] += weight * value[d];
          }
        }
      }
    });
    write_values(run, 0, largest.data());
    write_values(run, 1, sums.data());
    write_values(run, 3, y.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_gradient(PrepareContext &ctx) {
  Plan p;
  if (!read_plan(ctx, kGradient, p) || !check_numbers(ctx, 3)) return nullptr;
  const int64_t queries = queries_of(p), states = queries * static_cast<int64_t>(kCopies);
  const struct {
    uint32_t input;
    int64_t elements;
  } states_of[] = {{3, queries * p.v.depth}, {8, states}, {9, states}, {11, queries * p.v.depth}};
  for (const auto &s : states_of) {
    if (!check_source(ctx, s.input) || !has_elements(ctx, *ctx.input(s.input), ctx.input_name(s.input), s.elements))
      return nullptr;
  }
  for (uint32_t i = 0; i < 3; ++i) {
    if (!check_numbers(ctx, i, true) || !same_shape(ctx, *ctx.output(i), ctx.output_name(i), ctx.input(i)->shape))
      return nullptr;
  }
  const KernelTensor *shift = given(ctx, kGradient.shift);
  if (shift != nullptr && (!check_numbers(ctx, 3, true) || !same_shape(ctx, *ctx.output(3), "dpse", shift->shape)))
    return nullptr;
  return make_kernel([p, shifted = shift != nullptr](RunContext &run) {
    Attention a;
    if (!read_attention(run, p, a)) return false;
    const Drop drop = read_drop(run, p);
    const Reals dy = read_reals(run, 3), largest = read_reals(run, 8), sums = read_reals(run, 9),
                y = read_reals(run, 11);
    Reals dq(a.query.size(), 0.0), dk(a.key.size(), 0.0), dv(a.value.size(), 0.0), dshift(a.shift.values.size(), 0.0);
    Reals scores;
    for (int64_t b = 0; b < a.batch; ++b) {
      for (int64_t n = 0; n < a.heads; ++n) {
        const int64_t h = a.kv_head(n);
        for (int64_t i = 0; i < a.queries[static_cast<size_t>(b)]; ++i) {
          if (!a.score(b, n, i, scores)) continue;
          const size_t state = state_place(p, a, b, n, i), at = a.y.at(b, n, i), from = a.q.at(b, n, i);
          double along = 0;  // of the gradient of softmax, what goes along with it
          for (int64_t d = 0; d < a.value_depth; ++d)
            along += dy[at + static_cast<size_t>(d)] * y[at + static_cast<size_t>(d)];
          for (size_t j = 0; j < scores.size(); ++j) {
            const auto key = static_cast<int64_t>(j);
            const double weight = std::exp(scores[j] - largest[state]) / sums[state],
                         factor = drop.factor(b, n, i, key);
            if (weight == 0) continue;
            const size_t value = a.v.at(b, h, key), to = a.k.at(b, h, key);
            double dweight = 0;
            for (int64_t d = 0; d < a.value_depth; ++d) {
              const auto e = static_cast<size_t>(d);
              dweight += dy[at + e] * a.value[value + e];
              dv[value + e] += weight * factor * dy[at + e];
            }
            const double dscore = weight * (dweight * factor - along);
            for (int64_t d = 0; d < a.depth; ++d) {
              const auto e = static_cast<size_t>(d);
              dq[from + e] += dscore * a.scale * a.key[to + e];
              dk[to + e] += dscore * a.scale * a.query[from + e];
            }
            if (shifted) dshift[a.shift.place(b, n, i, key)] += dscore * (a.shifts_before_scale ? a.scale : 1);
          }
        }
      }
    }
    write_values(run, 0, dq.data());
    write_values(run, 1, dk.data());
    write_values(run, 2, dv.data());
    if (shifted) write_values(run, 3, dshift.data());
    return true;
  });
}

OPSTRATA_KERNEL(FlashAttentionScore, prepare_forward);
OPSTRATA_KERNEL(FlashAttentionScoreGrad, prepare_gradient);

}  // namespace
}  // namespace opstrata::operators
