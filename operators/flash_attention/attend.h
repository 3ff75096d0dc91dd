/// @file
/// Attention of queries to keys and values, row by row: what the kernels of training and of inference share. Everything
/// is in float64.
#ifndef OPSTRATA_OPERATORS_FLASH_ATTENTION_ATTEND_H_
#define OPSTRATA_OPERATORS_FLASH_ATTENTION_ATTEND_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "quant/reals.h"

namespace opstrata::operators {

/// Order of the dimensions of queries, keys and values: batch, sequence, heads * depth; the same with the sequence
/// first; with the heads before the sequence; with heads and depth apart; all sequences one behind the other.
enum class Layout : uint8_t { kBsh, kSbh, kBnsd, kBsnd, kTnd };
inline bool read_layout(PrepareContext &ctx, const char *attr, Layout &layout) {
  const std::string_view text = ctx.string_attr(attr, "BSH");
  const struct {
    const char *name;
    Layout layout;
  } known[] = {{"BSH", Layout::kBsh},
               {"SBH", Layout::kSbh},
               {"BNSD", Layout::kBnsd},
               {"BSND", Layout::kBsnd},
               {"TND", Layout::kTnd}};
  for (const auto &k : known) {
    if (text == k.name) return layout = k.layout, true;
  }
  return ctx.refuse("%s: \"%s\"; BSH, SBH, BNSD, BSND and TND are supported", attr, text.data()), false;
}

/// Sizes of queries, keys or values.
struct Sizes {
  int64_t batch = 0, rows = 0, heads = 0, depth = 0;  ///< TND: rows of all sequences; batch is not known
};
/// Sizes of a tensor of `heads` heads; where the layout names them by its shape `heads` is a check (0: none).
inline bool read_sizes(PrepareContext &ctx, const KernelTensor &t, const char *name, Layout layout, int64_t heads,
                       Sizes &s) {
  const size_t rank = layout == Layout::kBsh || layout == Layout::kSbh || layout == Layout::kTnd ? 3 : 4;
  bool fits = t.rank() == rank;
  if (fits) {
    switch (layout) {
      case Layout::kBsh:
      case Layout::kSbh:
        s = {t.shape[layout == Layout::kBsh ? 0 : 1], t.shape[layout == Layout::kBsh ? 1 : 0], heads,
             heads < 1 ? 0 : t.shape[2] / heads};
        fits = heads >= 1 && t.shape[2] % heads == 0;
        break;
      case Layout::kBnsd:
        s = {t.shape[0], t.shape[2], t.shape[1], t.shape[3]};
        break;
      case Layout::kBsnd:
        s = {t.shape[0], t.shape[1], t.shape[2], t.shape[3]};
        break;
      case Layout::kTnd:
        s = {0, t.shape[0], t.shape[1], t.shape[2]};
        break;
    }
    fits = fits && (heads == 0 || s.heads == heads);
  }
  return fits || (ctx.refuse("%s: shape %s is not of the layout with %lld heads", name, KernelCall::dims_text(t.shape),
                             static_cast<long long>(heads)),
                  false);
}

/// Where rows of heads lie among the elements of a tensor.
struct Places {
  std::vector<int64_t> starts;  ///< first element of each batch
  int64_t head_step = 0, row_step = 0;
  std::vector<int64_t> head_steps;  ///< of each batch, where they differ
  /// Rows lie in blocks: row r of batch b is row r % block_rows of block table[b * table_width + r / block_rows].
  std::vector<int64_t> table;
  int64_t table_width = 0, block_rows = 0, block_step = 0;

  size_t at(int64_t batch, int64_t head, int64_t row) const {
    int64_t start = starts[static_cast<size_t>(batch)];
    const int64_t step = head_steps.empty() ? head_step : head_steps[static_cast<size_t>(batch)];
    if (block_rows != 0) {
      start = table[static_cast<size_t>(batch * table_width + row / block_rows)] * block_step;
      row %= block_rows;
    }
    return static_cast<size_t>(start + head * step + row * row_step);
  }
};
/// `begins`: for TND, the first row of each sequence.
inline Places places_of(const Sizes &s, Layout layout, int64_t batch, const std::vector<int64_t> &begins) {
  Places p;
  const int64_t row = s.heads * s.depth;
  switch (layout) {
    case Layout::kBsh:
    case Layout::kBsnd:
    case Layout::kTnd:
      p.head_step = s.depth;
      p.row_step = row;
      break;
    case Layout::kSbh:
      p.head_step = s.depth;
      p.row_step = batch * row;
      break;
    case Layout::kBnsd:
      p.head_step = s.rows * s.depth;
      p.row_step = s.depth;
      break;
  }
  for (int64_t b = 0; b < batch; ++b) {
    p.starts.push_back(layout == Layout::kTnd   ? begins[static_cast<size_t>(b)] * row
                       : layout == Layout::kSbh ? b * row
                                                : b * s.rows * row);
  }
  return p;
}

/// Numbers for each batch, head, query and key, of which some share one.
struct Spread4 {
  Reals values;  ///< empty: absent
  int64_t batch_step = 0, head_step = 0, row_step = 0, column_step = 0;

  bool given() const { return !values.empty(); }
  size_t place(int64_t b, int64_t n, int64_t i, int64_t j) const {
    return static_cast<size_t>(b * batch_step + n * head_step + i * row_step + j * column_step);
  }
  double at(int64_t b, int64_t n, int64_t i, int64_t j) const { return values[place(b, n, i, j)]; }
};
/// Steps from a shape of two to four dimensions, of which those of size 1 are shared; three are batch, query and key.
inline void set_steps(Spread4 &s, Dims shape) {
  int64_t sizes[4] = {1, 1, 1, 1};
  const size_t rank = shape.size();
  for (size_t d = 0; d < rank && d < 4; ++d) {
    size_t to = 4 - rank + d;
    if (rank == 3 && d == 0) to = 0;
    sizes[to] = shape[d];
  }
  s.column_step = sizes[3] == 1 ? 0 : 1;
  s.row_step = sizes[2] == 1 ? 0 : sizes[3];
  s.head_step = sizes[1] == 1 ? 0 : sizes[2] * sizes[3];
  s.batch_step = sizes[0] == 1 ? 0 : sizes[1] * sizes[2] * sizes[3];
}

/// Which keys a query sees.
struct Sight {
  int64_t mode = 0;                ///< sparse_mode
  int64_t before = 0, behind = 0;  ///< keys before and behind the query's own place, in modes 0 (with a mask) and 4
  std::vector<int64_t> prefix;     ///< keys that every query of a batch sees, in modes 5 and 6
  Spread4 mask;  ///< keys that are not seen are not 0; read in modes 0, 1 and where nothing else decides

  bool sees(int64_t b, int64_t n, int64_t i, int64_t j, int64_t queries, int64_t keys) const {
    const int64_t shifted = i + keys - queries;
    switch (mode) {
      case 2:
        return j <= i;
      case 3:
        return j <= shifted;
      case 4:
        return j >= shifted - before && j <= shifted + behind;
      case 5:
      case 6:
        return j <= shifted || j < prefix[static_cast<size_t>(b) % prefix.size()];
      default:
        if (!mask.given()) return true;
        if (mode == 0 && (j < i - before || j > i + behind)) return false;
        return mask.at(b, n, i, j) == 0;
    }
  }
};

/// A problem: sequences of a batch, queries in heads that share the heads of keys and values in groups.
struct Attention {
  int64_t batch = 0, heads = 0, kv_heads = 0, depth = 0, value_depth = 0;
  std::vector<int64_t> queries, keys;  ///< rows of each batch
  Places q, k, v, y;
  double scale = 1;
  Sight sight;
  Spread4 shift;  ///< added to the products
  bool shifts_before_scale = false;
  Reals query, key, value;
  Reals query_rope, key_rope;  ///< further elements of each row for the products; empty: none
  Places qr, kr;
  int64_t rope_depth = 0;

  /// Whether there is a number for every query and key.
  bool covers(const Spread4 &s) const {
    int64_t rows = 1, columns = 1;
    for (size_t b = 0; b < queries.size(); ++b) {
      rows = std::max(rows, queries[b]);
      columns = std::max(columns, keys[b]);
    }
    return batch == 0 || s.place(batch - 1, heads - 1, rows - 1, columns - 1) < s.values.size();
  }
  int64_t kv_head(int64_t head) const { return head * kv_heads / heads; }

  /// Scores of a query to all keys; minus infinity for those that it does not see. Whether it sees any.
  bool score(int64_t b, int64_t n, int64_t i, Reals &scores) const {
    const int64_t count = keys[static_cast<size_t>(b)], rows = queries[static_cast<size_t>(b)], h = kv_head(n);
    scores.resize(static_cast<size_t>(count));
    const double *from = query.data() + q.at(b, n, i);
    bool any = false;
    for (int64_t j = 0; j < count; ++j) {
      double &score = scores[static_cast<size_t>(j)];
      if (!sight.sees(b, n, i, j, rows, count)) {
        score = -std::numeric_limits<double>::infinity();
        continue;
      }
      any = true;
      const double *to = key.data() + k.at(b, h, j);
      score = 0;
      for (int64_t d = 0; d < depth; ++d) score += from[d] * to[d];
      if (rope_depth != 0) {
        const double *turned = query_rope.data() + qr.at(b, n, i), *other = key_rope.data() + kr.at(b, h, j);
        for (int64_t d = 0; d < rope_depth; ++d) score += turned[d] * other[d];
      }
      const double term = shift.given() ? shift.at(b, n, i, j) : 0;
      score = shifts_before_scale ? (score + term) * scale : score * scale + term;
    }
    return any;
  }
};

/// Turns scores into exp(score - the largest); the largest and the sum.
inline void exponentials(Reals &scores, double &largest, double &sum) {
  largest = *std::max_element(scores.begin(), scores.end());
  sum = 0;
  for (double &s : scores) sum += s = std::exp(s - largest);
}

/// First rows and numbers of rows of sequences from where they end.
inline bool read_ends(const std::vector<int64_t> &ends, int64_t rows, std::vector<int64_t> &begins,
                      std::vector<int64_t> &lengths) {
  int64_t begin = 0;
  for (const int64_t end : ends) {
    if (end < begin || end > rows) return false;
    begins.push_back(begin);
    lengths.push_back(end - begin);
    begin = end;
  }
  return true;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_FLASH_ATTENTION_ATTEND_H_
