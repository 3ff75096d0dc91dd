// Attention for inference: sequences of different lengths, caches in blocks, quantised keys and values.
#include "flash_attention/attend.h"

namespace opstrata::operators {
namespace {

constexpr uint32_t kNone = 99;

/// Where an operator has its inputs and what it calls its attributes; kNone: it does not have that one.
struct Interface {
  uint32_t shift, mask, query_lengths, key_lengths, scale2, offset2, antiquant_scale, antiquant_offset, table,
      query_rope, key_rope;
  const char *scale_attr;
  std::initializer_list<uint32_t> refused;
};
const Interface kPrompt = {3, 4, 5, 6, 10, 11, kNone, kNone, kNone, kNone, kNone, "scale_value", {7, 8, 9}};
const Interface kIncremental = {3, 4, kNone, 5, 9, 10, 11, 12, 13, kNone, kNone, "scale_value", {6, 7, 8, 14}};
const Interface kFused = {
    3, 4, 5, 6, 10, 11, 12, 13, 14, 24, 25, "scale", {7, 8, 9, 15, 16, 17, 18, 19, 20, 21, 22, 23, 26}};

const KernelTensor *given(const KernelCall &call, uint32_t input) {
  const KernelTensor *t = input == kNone ? nullptr : call.input(input);
  return t == nullptr || t->elements == 0 ? nullptr : t;
}

struct Plan {
  const Interface *face = nullptr;
  Layout layout = Layout::kBsh;
  Sizes q, k, v;
  int64_t batch = 0, mode = 0, before = 0, behind = 0, block_rows = 0;
  double scale = 1;
  bool has_list = false, has_lse = false, quantised = false;
  std::vector<Sizes> lists;  ///< of the keys of each batch
  QuantisedOutput y;
};

/// Keys and values of a cache of blocks.
bool read_blocks(PrepareContext &ctx, const KernelTensor &t, const char *name, int64_t heads, int64_t rows, Sizes &s) {
  bool fits = (t.rank() == 3 || t.rank() == 4) && heads >= 1;
  if (fits && t.rank() == 3) {
    s = {t.shape[0], t.shape[1], heads, t.shape[2] / heads};
    fits = t.shape[2] % heads == 0;
  } else if (fits) {
    s = {t.shape[0], t.shape[2], t.shape[1], t.shape[3]};
    fits = t.shape[1] == heads;
  }
  return (fits && s.rows == rows) ||
         (ctx.refuse("%s: shape %s is not that of blocks of %lld rows with %lld heads", name,
                     KernelCall::dims_text(t.shape), static_cast<long long>(rows), static_cast<long long>(heads)),
          false);
}

bool read_plan(PrepareContext &ctx, const Interface &face, Plan &p) {
  p.face = &face;
  if (!are_numbers(ctx, 3, 1) || !read_layout(ctx, "input_layout", p.layout)) return false;
  for (uint32_t i : face.refused) {
    if (given(ctx, i) != nullptr) return ctx.refuse("%s: not supported", ctx.input_name(i)), false;
  }
  for (const char *name : {"antiquant_mode", "key_antiquant_mode", "value_antiquant_mode"}) {
    if (ctx.int_attr(name) != 0)
      return ctx.refuse("%s: %lld; only 0 is supported", name, static_cast<long long>(ctx.int_attr(name))), false;
  }
  const int64_t heads = ctx.int_attr("num_heads"),
                kv_heads = ctx.int_attr("num_key_value_heads") > 0 ? ctx.int_attr("num_key_value_heads") : heads;
  if (heads < 1 || heads % kv_heads != 0)
    return ctx.refuse("num_heads, num_key_value_heads: %lld and %lld", static_cast<long long>(heads),
                      static_cast<long long>(kv_heads)),
           false;
  if (!read_sizes(ctx, *ctx.input(0), "query", p.layout, heads, p.q)) return false;
  p.batch = p.q.batch;
  for (uint32_t i : {face.shift, face.mask, face.query_lengths, face.key_lengths, face.scale2, face.offset2,
                     face.antiquant_scale, face.antiquant_offset, face.table, face.query_rope, face.key_rope}) {
    if (given(ctx, i) != nullptr && !check_numbers(ctx, i)) return false;
  }
  if (p.layout == Layout::kTnd) {
    for (uint32_t i : {face.query_lengths, face.key_lengths}) {
      if (given(ctx, i) == nullptr) return ctx.refuse("actual_seq_lengths: missing, although the layout is TND"), false;
    }
    p.batch = given(ctx, face.query_lengths)->elements;
  }
  for (uint32_t i : {face.shift, face.mask}) {
    const KernelTensor *t = given(ctx, i);
    if (t != nullptr && (t->rank() < 2 || t->rank() > 4))
      return ctx.refuse("%s: shape %s; two to four dimensions are required", ctx.input_name(i),
                        KernelCall::dims_text(t->shape)),
             false;
  }
  const KernelTensor *table = given(ctx, face.table);
  const uint32_t tensors = ctx.input_count(1);
  if (ctx.input_count(2) != tensors) return ctx.refuse("value: another number of tensors than key"), false;
  if (table != nullptr) {
    p.block_rows = ctx.int_attr("block_size");
    if (p.block_rows < 1 || table->rank() != 2 || table->shape[0] != p.batch || tensors != 1)
      return ctx.refuse("block_table: shape %s for %lld sequences in blocks of %lld rows",
                        KernelCall::dims_text(table->shape), static_cast<long long>(p.batch),
                        static_cast<long long>(p.block_rows)),
             false;
    if (given(ctx, face.key_lengths) == nullptr)
      return ctx.refuse("block_table: given without the lengths of the sequences"), false;
    if (!read_blocks(ctx, *ctx.input(1), "key", kv_heads, p.block_rows, p.k) ||
        !read_blocks(ctx, *ctx.input(2), "value", kv_heads, p.block_rows, p.v))
      return false;
    if (p.k.batch != p.v.batch)
      return ctx.refuse("value: %lld blocks, key has %lld", static_cast<long long>(p.v.batch),
                        static_cast<long long>(p.k.batch)),
             false;
  } else {
    p.has_list = tensors > 1;
    if (p.has_list && (p.layout == Layout::kTnd || p.layout == Layout::kSbh || tensors != p.batch))
      return ctx.refuse("key: %u tensors for a batch of %lld", tensors, static_cast<long long>(p.batch)), false;
    for (uint32_t i = 0; i < tensors; ++i) {
      if (!read_sizes(ctx, *ctx.input(1, i), "key", p.layout, kv_heads, p.k) ||
          !read_sizes(ctx, *ctx.input(2, i), "value", p.layout, kv_heads, p.v))
        return false;
      if (p.k.rows != p.v.rows ||
          (p.layout != Layout::kTnd && (p.k.batch != (p.has_list ? 1 : p.batch) || p.v.batch != p.k.batch)) ||
          (i > 0 && p.k.depth != p.lists[0].depth))
        return ctx.refuse("key, value: shapes %s and %s do not fit query %s",
                          KernelCall::dims_text(ctx.input(1, i)->shape), KernelCall::dims_text(ctx.input(2, i)->shape),
                          KernelCall::dims_text(ctx.input(0)->shape)),
               false;
      p.lists.push_back(p.k);
    }
  }
  if (p.k.depth != p.q.depth || p.k.heads != kv_heads)
    return ctx.refuse("key: rows of %lld elements for queries of %lld", static_cast<long long>(p.k.depth),
                      static_cast<long long>(p.q.depth)),
           false;
  const KernelTensor *qr = given(ctx, face.query_rope), *kr = given(ctx, face.key_rope);
  if ((qr == nullptr) != (kr == nullptr)) return ctx.refuse("query_rope, key_rope: one without the other"), false;
  if (qr != nullptr && (table != nullptr || p.has_list))
    return ctx.refuse("query_rope: not supported with blocks or lists of keys"), false;
  p.mode = ctx.int_attr("sparse_mode");
  p.before = ctx.int_attr("pre_tokens", 2147483647);
  p.behind = ctx.int_attr("next_tokens", 2147483647);
  p.scale = ctx.float_attr(face.scale_attr, 1.0);
  if (p.mode < 0 || p.mode > 4)
    return ctx.refuse("sparse_mode: %lld; 0 to 4 are supported", static_cast<long long>(p.mode)), false;
  const int64_t out = (p.layout == Layout::kTnd ? 1 : p.q.batch) * p.q.rows * heads;
  if (!has_elements(ctx, *ctx.output(0), "attention_out", out * p.v.depth)) return false;
  p.has_lse = ctx.bool_attr("softmax_lse_flag");
  if (p.has_lse && (!check_numbers(ctx, 1, true) || !has_elements(ctx, *ctx.output(1), "softmax_lse", out)))
    return false;
  p.quantised = given(ctx, face.scale2) != nullptr;
  if ((ctx.output(0)->dtype == ge::DT_INT8) != p.quantised)
    return ctx.refuse("quant_scale2: attention_out has %s", KernelCall::dtype_name(ctx.output(0)->dtype)), false;
  if (p.quantised && !read_quantised(ctx, 0, ctx.output(0)->shape, p.y)) return false;
  for (uint32_t i : {face.scale2, face.offset2}) {
    const KernelTensor *t = given(ctx, i);
    if (t != nullptr && t->elements != 1 && !has_elements(ctx, *t, ctx.input_name(i), heads * p.v.depth)) return false;
  }
  for (uint32_t i : {face.antiquant_scale, face.antiquant_offset}) {
    const KernelTensor *t = given(ctx, i);
    if (t != nullptr && t->elements != 2 && !has_elements(ctx, *t, ctx.input_name(i), 2 * kv_heads * p.k.depth))
      return false;
  }
  return true;
}

/// Numbers of rows from lengths: one for all, or one for each batch.
bool read_lengths(RunContext &run, uint32_t input, int64_t batch, int64_t most, std::vector<int64_t> &lengths) {
  if (given(run, input) == nullptr) {
    lengths.assign(static_cast<size_t>(batch), most);
    return true;
  }
  lengths = read_values<int64_t>(run, input);
  if (lengths.size() == 1) lengths.assign(static_cast<size_t>(batch), lengths[0]);
  bool fits = static_cast<int64_t>(lengths.size()) == batch;
  for (const int64_t n : lengths) fits = fits && n >= 0 && n <= most;
  return fits || run.fail("%s: no lengths of %lld sequences of at most %lld rows", run.input_name(input),
                          static_cast<long long>(batch), static_cast<long long>(most));
}

/// Keys (`which` 0) or values (1) as numbers; all tensors of a list one behind the other.
Reals read_cache(const RunContext &run, const Plan &p, uint32_t which) {
  const bool stands_for = given(run, p.face->antiquant_scale) != nullptr;
  const Reals scales = stands_for ? read_reals(run, p.face->antiquant_scale) : Reals();
  const Reals offsets = stands_for && given(run, p.face->antiquant_offset) != nullptr
                            ? read_reals(run, p.face->antiquant_offset)
                            : Reals(scales.size(), 0.0);
  const Sizes &s = which == 0 ? p.k : p.v;
  const bool split = run.input(1 + which)->rank() == 4 && (p.layout == Layout::kBnsd || p.block_rows != 0);
  Reals all;
  for (uint32_t t = 0; t < run.input_count(1 + which); ++t) {
    Reals one = read_reals(run, 1 + which, t);
    const int64_t rows = p.lists.empty() ? s.rows : p.lists[t].rows;
    for (size_t i = 0; stands_for && i < one.size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      // The element's place in a row of all heads.
      const int64_t column =
          split ? at / (rows * s.depth) % s.heads * s.depth + at % s.depth : at % (s.heads * s.depth);
      const auto pick = [&](const Reals &values) {
        const size_t half = values.size() / 2;
        return values[which * half + static_cast<size_t>(column) % half];
      };
      one[i] = (one[i] + pick(offsets)) * pick(scales);
    }
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

bool read_attention(RunContext &run, const Plan &p, Attention &a) {
  const Interface &face = *p.face;
  std::vector<int64_t> query_begins, key_begins;
  a.batch = p.batch;
  if (p.layout == Layout::kTnd) {
    const std::vector<int64_t> q_ends = read_values<int64_t>(run, face.query_lengths);
    if (!read_ends(q_ends, p.q.rows, query_begins, a.queries))
      return run.fail("actual_seq_lengths: no ends of sequences of %lld queries", static_cast<long long>(p.q.rows));
    if (p.block_rows == 0) {
      const std::vector<int64_t> k_ends = read_values<int64_t>(run, face.key_lengths);
      if (k_ends.size() != q_ends.size() || !read_ends(k_ends, p.k.rows, key_begins, a.keys))
        return run.fail("actual_seq_lengths_kv: no ends of sequences of %lld keys", static_cast<long long>(p.k.rows));
    }
  } else if (!read_lengths(run, face.query_lengths, p.batch, p.q.rows, a.queries)) {
    return false;
  }
  a.heads = p.q.heads;
  a.kv_heads = p.k.heads;
  a.depth = p.q.depth;
  a.value_depth = p.v.depth;
  a.scale = p.scale;
  a.q = places_of(p.q, p.layout, a.batch, query_begins);
  Sizes out = p.q;
  out.depth = p.v.depth;
  a.y = places_of(out, p.layout, a.batch, query_begins);
  if (p.block_rows != 0) {
    const KernelTensor &table = *run.input(face.table);
    if (!read_lengths(run, face.key_lengths, p.batch, table.shape[1] * p.block_rows, a.keys)) return false;
    const std::vector<int64_t> blocks = read_values<int64_t>(run, face.table);
    for (int64_t b = 0; b < p.batch; ++b) {
      for (int64_t r = 0; r < a.keys[static_cast<size_t>(b)]; r += p.block_rows) {
        const int64_t block = blocks[static_cast<size_t>(b * table.shape[1] + r / p.block_rows)];
        if (block < 0 || block >= p.k.batch)
          return run.fail("block_table: block %lld of %lld", static_cast<long long>(block),
                          static_cast<long long>(p.k.batch));
      }
    }
    const Layout layout = run.input(1)->rank() == 4 ? Layout::kBnsd : Layout::kBsh;
    for (const auto &[places, sizes] : {std::pair{&a.k, &p.k}, std::pair{&a.v, &p.v}}) {
      *places = places_of(*sizes, layout, p.batch, {});
      places->table = blocks;
      places->table_width = table.shape[1];
      places->block_rows = p.block_rows;
      places->block_step = sizes->rows * sizes->heads * sizes->depth;
    }
  } else {
    a.k = places_of(p.k, p.layout, a.batch, key_begins);
    a.v = places_of(p.v, p.layout, a.batch, key_begins);
    if (p.layout != Layout::kTnd) {
      int64_t most = p.k.rows;
      for (const Sizes &s : p.lists) most = std::max(most, s.rows);
      if (!read_lengths(run, face.key_lengths, p.batch, most, a.keys)) return false;
    }
    int64_t k_start = 0, v_start = 0;
    for (size_t b = 0; p.has_list && b < p.lists.size(); ++b) {
      const int64_t rows = p.lists[b].rows;
      a.keys[b] = std::min(a.keys[b], rows);
      a.k.starts[b] = k_start;
      a.v.starts[b] = v_start;
      k_start += rows * p.k.heads * p.k.depth;
      v_start += rows * p.v.heads * p.v.depth;
      if (p.layout != Layout::kBnsd) continue;
      a.k.head_steps.push_back(rows * p.k.depth);
      a.v.head_steps.push_back(rows * p.v.depth);
    }
  }
  a.query = read_reals(run, 0);
  a.key = read_cache(run, p, 0);
  a.value = read_cache(run, p, 1);
  if (const KernelTensor *rope = given(run, face.query_rope)) {
    a.rope_depth = rope->shape.back() / (rope->rank() == 3 && p.layout != Layout::kTnd ? p.q.heads : 1);
    Sizes q = p.q, k = p.k;
    q.depth = k.depth = a.rope_depth;
    a.query_rope = read_reals(run, face.query_rope);
    a.key_rope = read_reals(run, face.key_rope);
    a.qr = places_of(q, p.layout, a.batch, query_begins);
    a.kr = places_of(k, p.layout, a.batch, key_begins);
    const auto rows = [&](const Sizes &s) {
      return static_cast<size_t>((p.layout == Layout::kTnd ? 1 : s.batch) * s.rows * s.heads * a.rope_depth);
    };
    if (a.query_rope.size() != rows(q) || a.key_rope.size() != rows(k))
      return run.fail("query_rope, key_rope: shapes that are not those of query and key");
  }
  a.sight.mode = p.mode;
  a.sight.before = p.before;
  a.sight.behind = p.behind;
  for (const auto &[input, to] : {std::pair{face.mask, &a.sight.mask}, std::pair{face.shift, &a.shift}}) {
    if (given(run, input) == nullptr || (input == face.mask && p.mode > 1)) continue;
    const Dims shape = run.input(input)->shape;
    to->values = read_reals(run, input);
    // A mask without queries has its rows for the batch.
    const int64_t for_batch[] = {shape[0], 1, 1, shape.back()};
    set_steps(*to, shape.size() == 2 && face.query_lengths == kNone ? Dims(for_batch, 4) : shape);
    if (!a.covers(*to))
      return run.fail("%s: shape %s does not cover all queries and keys", run.input_name(input),
                      KernelCall::dims_text(shape));
  }
  return true;
}

template <const Interface &Face>
std::unique_ptr<KernelState> prepare_inference(PrepareContext &ctx) {
  Plan p;
  if (!read_plan(ctx, Face, p)) return nullptr;
  return make_kernel([p](RunContext &run) {
    Attention a;
    if (!read_attention(run, p, a)) return false;
    Reals y(static_cast<size_t>(run.output(0)->elements), 0.0);
    Reals lse(p.has_lse ? static_cast<size_t>(run.output(1)->elements) : 0, std::numeric_limits<double>::infinity());
    run.parallel_for(a.batch * a.heads, 1, [&](int64_t begin, int64_t end) {
      Reals scores;
      for (int64_t t = begin; t < end; ++t) {
        const int64_t b = t / a.heads, n = t % a.heads;
        for (int64_t i = 0; i < a.queries[static_cast<size_t>(b)]; ++i) {
          double most = 0, sum = 0;
          if (!a.score(b, n, i, scores)) continue;
          exponentials(scores, most, sum);
          if (p.has_lse) {
            const int64_t row = p.layout == Layout::kTnd
                                    ? (a.q.starts[static_cast<size_t>(b)] / a.q.row_step + i) * a.heads + n
                                    : (b * a.heads + n) * p.q.rows + i;
            lse[static_cast<size_t>(row)] = most + std::log(sum);
          }
          double *row = y.data() + a.y.at(b, n, i);
          for (size_t j = 0; j < scores.size(); ++j) {
            if (scores[j] == 0) continue;
            const double *value = a.value.data() + a.v.at(b, a.kv_head(n), static_cast<int64_t>(j));
            for (int64_t d = 0; d < a.value_depth; ++d) row[d] += scores[j] / sum * value[d];
          }
        }
      }
    });
    if (p.has_lse) write_values(run, 1, lse.data());
    if (!p.quantised) {
      write_values(run, 0, y.data());
      return true;
    }
    const Reals scales = read_reals(run, p.face->scale2),
                offsets = given(run, p.face->offset2) == nullptr ? Reals{0.0} : read_reals(run, p.face->offset2);
    const bool split = p.layout == Layout::kBnsd;
    for (size_t i = 0; i < y.size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      const auto column = static_cast<size_t>(
          split ? at / (p.q.rows * p.v.depth) % p.q.heads * p.v.depth + at % p.v.depth : at % (p.q.heads * p.v.depth));
      y[i] = y[i] * scales[column % scales.size()] + offsets[column % offsets.size()];
    }
    p.y.write(run, y);
    return true;
  });
}

OPSTRATA_KERNEL(PromptFlashAttention, prepare_inference<kPrompt>);
OPSTRATA_KERNEL(IncreFlashAttention, prepare_inference<kIncremental>);
OPSTRATA_KERNEL(FusedInferAttentionScore, prepare_inference<kFused>);

}  // namespace
}  // namespace opstrata::operators
