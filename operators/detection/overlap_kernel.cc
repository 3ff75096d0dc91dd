// How much boxes overlap, and the gradients of that: one formula for numbers and for numbers with their derivatives.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "support/checks.h"

namespace opstrata::operators {
namespace {

/// A number with its derivatives by the four numbers of two boxes.
struct Derived {
  double v = 0;
  std::array<double, 8> d{};

  Derived() = default;
  Derived(double value) : v(value) {}
  Derived scaled(double value, double factor) const {
    Derived r(value);
    for (size_t i = 0; i < d.size(); ++i) r.d[i] = factor * d[i];
    return r;
  }
};
Derived sum(const Derived &a, const Derived &b, double fa, double fb, double value) {
  Derived r(value);
  for (size_t i = 0; i < r.d.size(); ++i) r.d[i] = fa * a.d[i] + fb * b.d[i];
  return r;
}
Derived operator+(const Derived &a, const Derived &b) { return sum(a, b, 1, 1, a.v + b.v); }
Derived operator-(const Derived &a, const Derived &b) { return sum(a, b, 1, -1, a.v - b.v); }
Derived operator*(const Derived &a, const Derived &b) { return sum(a, b, b.v, a.v, a.v * b.v); }
Derived operator/(const Derived &a, const Derived &b) { return sum(a, b, 1 / b.v, -a.v / (b.v * b.v), a.v / b.v); }
/// Equal numbers share the derivative.
Derived smaller(const Derived &a, const Derived &b) {
  return a.v == b.v ? sum(a, b, 0.5, 0.5, a.v) : b.v < a.v ? b : a;
}
Derived larger(const Derived &a, const Derived &b) { return a.v == b.v ? sum(a, b, 0.5, 0.5, a.v) : b.v > a.v ? b : a; }
Derived positive(const Derived &a) { return a.v < 0 ? Derived() : a; }
Derived arc_tangent(const Derived &a) { return a.scaled(std::atan(a.v), 1 / (1 + a.v * a.v)); }
double number(const Derived &a) { return a.v; }

double smaller(double a, double b) { return std::min(a, b); }
double larger(double a, double b) { return std::max(a, b); }
double positive(double a) { return std::max(a, 0.0); }
double arc_tangent(double a) { return std::atan(a); }
double number(double a) { return a; }

template <class X>
struct Box {
  X x1, y1, x2, y2;
};
/// From corners, or from centre and sides.
template <class X>
Box<X> box_of(const std::array<X, 4> &n, bool centred) {
  if (!centred) return {n[0], n[1], n[2], n[3]};
  const X half_width = n[2] * X(0.5), half_height = n[3] * X(0.5);
  return {n[0] - half_width, n[1] - half_height, n[0] + half_width, n[1] + half_height};
}

enum class Penalty { kNone, kCover, kDistance, kShape };
struct Rule {
  Penalty penalty = Penalty::kNone;
  bool over_second = false;  ///< of the second box alone instead of both together
  double longer = 0;         ///< sides are so much longer than the difference of the corners
};

/// 0 where there is nothing to divide by.
template <class X>
X quotient(const X &a, const X &b) {
  return number(b) == 0 ? X(0) : a / b;
}
template <class X>
X angle_of(const Box<X> &b) {
  return number(b.y2 - b.y1) == 0 ? X(std::atan2(number(b.x2 - b.x1), 0.0))
                                  : arc_tangent((b.x2 - b.x1) / (b.y2 - b.y1));
}
template <class X>
X overlap(const Box<X> &a, const Box<X> &b, const Rule &rule) {
  const X longer(rule.longer);
  const X common = positive(smaller(a.x2, b.x2) - larger(a.x1, b.x1) + longer) *
                   positive(smaller(a.y2, b.y2) - larger(a.y1, b.y1) + longer);
  const X first = (a.x2 - a.x1 + longer) * (a.y2 - a.y1 + longer);
  const X second = (b.x2 - b.x1 + longer) * (b.y2 - b.y1 + longer);
  const X both = first + second - common;
  const X share = quotient(common, rule.over_second ? second : both);
  if (rule.penalty == Penalty::kNone) return share;
  const X width = larger(a.x2, b.x2) - smaller(a.x1, b.x1), height = larger(a.y2, b.y2) - smaller(a.y1, b.y1);
  if (rule.penalty == Penalty::kCover) return share - quotient(width * height - both, width * height);
  const X dx = (b.x1 + b.x2 - a.x1 - a.x2) * X(0.5), dy = (b.y1 + b.y2 - a.y1 - a.y2) * X(0.5);
  const X near = share - quotient(dx * dx + dy * dy, width * width + height * height);
  if (rule.penalty == Penalty::kDistance) return near;
  const X turned = (angle_of(b) - angle_of(a)) * X(2 / M_PI), v = turned * turned;
  const double weight = quotient(number(v), 1 - number(share) + number(v));
  return near - v * X(weight);
}

bool read_mode(PrepareContext &ctx, Rule &rule) {
  const std::string_view mode = ctx.string_attr("mode", "iou");
  rule.over_second = mode == "iof";
  if (mode == "iou" || mode == "iof") return true;
  return ctx.refuse("mode: \"%s\" is neither iou nor iof", ctx.string_attr("mode")), false;
}

/// Boxes of an input: rows of four, or columns of four.
struct Boxes {
  std::vector<double> values;
  bool columns;
  size_t count;
  double at(size_t i, size_t k) const { return values[columns ? k * count + i : i * 4 + k]; }
  template <class X>
  std::array<X, 4> get(size_t i) const {
    std::array<X, 4> n{};
    for (size_t k = 0; k < 4; ++k) n[k] = X(at(i, k));
    return n;
  }
};
bool are_boxes(PrepareContext &ctx, uint32_t i, bool columns) {
  const KernelTensor &t = *ctx.input(i);
  if (t.rank() == 2 && t.shape[columns ? 0 : 1] == 4) return true;
  return ctx.refuse("%s: shape %s; %s is required", ctx.input_name(i), KernelCall::dims_text(t.shape),
                    columns ? "[4, boxes]" : "[boxes, 4]"),
         false;
}
Boxes read_boxes(const RunContext &run, uint32_t i, bool columns) {
  return {read_values<double>(run, i), columns, static_cast<size_t>(run.input(i)->elements / 4)};
}

/// Calls f(place in the result, number of the first box, number of the second) for every pair: all of them, where the
/// second box names the row, or those of equal numbers.
template <class F>
void pairs(size_t first, size_t second, bool cross, const F &f) {
  for (size_t row = 0; row < (cross ? second : 1); ++row) {
    for (size_t i = 0; i < first; ++i) f(row * first + i, i, cross ? row : i);
  }
}
bool check_pairs(PrepareContext &ctx, uint32_t a, bool columns, bool cross, const KernelTensor &pairs_tensor) {
  if (!are_boxes(ctx, a, columns) || !are_boxes(ctx, a + 1, columns)) return false;
  const int64_t n = ctx.input(a)->elements / 4, m = ctx.input(a + 1)->elements / 4;
  if (pairs_tensor.elements == (cross ? n * m : n) && (cross || n == m)) return true;
  return ctx.refuse("%s, %s: %lld and %lld boxes do not fit %s", ctx.input_name(a), ctx.input_name(a + 1),
                    static_cast<long long>(n), static_cast<long long>(m), KernelCall::dims_text(pairs_tensor.shape)),
         false;
}

std::unique_ptr<KernelState> prepare_iou(PrepareContext &ctx) {
  Rule rule;
  const bool cross = !ctx.bool_attr("aligned");
  if (!are_numbers(ctx, 2, 1) || !read_mode(ctx, rule) || !check_pairs(ctx, 0, false, cross, *ctx.output(0)))
    return nullptr;
  rule.longer = ctx.float_attr("eps", 1);
  return make_kernel([=](RunContext &run) {
    const Boxes a = read_boxes(run, 0, false), b = read_boxes(run, 1, false);
    std::vector<double> y(static_cast<size_t>(run.output(0)->elements));
    pairs(a.count, b.count, cross, [&](size_t at, size_t i, size_t j) {
      y[at] = overlap(box_of(a.get<double>(i), false), box_of(b.get<double>(j), false), rule);
    });
    write_values(run, 0, y.data());
    return true;
  });
}
template <Penalty kPenalty>
std::unique_ptr<KernelState> prepare_pairs(PrepareContext &ctx) {
  Rule rule{kPenalty};
  const bool cross = ctx.bool_attr("is_cross", true), centred = ctx.bool_attr("trans");
  if (!are_numbers(ctx, 2, ctx.output_num()) || !read_mode(ctx, rule) ||
      !check_pairs(ctx, 0, true, cross, *ctx.output(0)) ||
      !same_shape(ctx, *ctx.output(ctx.output_num() - 1), "atan_sub", ctx.output(0)->shape))
    return nullptr;
  return make_kernel([=](RunContext &run) {
    const Boxes a = read_boxes(run, 0, true), b = read_boxes(run, 1, true);
    std::vector<double> y(static_cast<size_t>(run.output(0)->elements)), angles(y.size());
    pairs(a.count, b.count, cross, [&](size_t at, size_t i, size_t j) {
      const Box<double> first = box_of(a.get<double>(i), centred), second = box_of(b.get<double>(j), centred);
      y[at] = overlap(first, second, rule);
      angles[at] = angle_of(second) - angle_of(first);
    });
    write_values(run, 0, y.data());
    if (run.output_num() > 1) write_values(run, 1, angles.data());
    return true;
  });
}
template <Penalty kPenalty>
std::unique_ptr<KernelState> prepare_pairs_back(PrepareContext &ctx) {
  Rule rule{kPenalty};
  const bool cross = ctx.bool_attr("is_cross", true), centred = ctx.bool_attr("trans");
  if (!are_numbers(ctx, ctx.input_num(), 2) || !read_mode(ctx, rule) ||
      !check_pairs(ctx, 1, true, cross, *ctx.input(0)) ||
      !same_shape(ctx, *ctx.output(0), "dbboxes", ctx.input(1)->shape) ||
      !same_shape(ctx, *ctx.output(1), "dgtboxes", ctx.input(2)->shape))
    return nullptr;
  return make_kernel([=](RunContext &run) {
    const Boxes a = read_boxes(run, 1, true), b = read_boxes(run, 2, true);
    const auto dy = read_values<double>(run, 0);
    std::vector<double> da(a.values.size(), 0.0), db(b.values.size(), 0.0);
    pairs(a.count, b.count, cross, [&](size_t at, size_t i, size_t j) {
      auto first = a.get<Derived>(i), second = b.get<Derived>(j);
      for (size_t k = 0; k < 4; ++k) first[k].d[k] = second[k].d[4 + k] = 1;
      const Derived y = overlap(box_of(first, centred), box_of(second, centred), rule);
      for (size_t k = 0; k < 4; ++k) {
        da[k * a.count + i] += dy[at] * y.d[k];
        db[k * b.count + j] += dy[at] * y.d[4 + k];
      }
    });
    write_values(run, 0, da.data());
    write_values(run, 1, db.data());
    return true;
  });
}

/// Means and standard deviations of the four numbers of a delta.
struct Spread {
  std::array<double, 4> mean{0, 0, 0, 0}, deviation{1, 1, 1, 1};
};
bool read_spread(PrepareContext &ctx, Spread &spread) {
  const KernelSpan<float> means = ctx.float_list_attr("means"), stds = ctx.float_list_attr("stds");
  if ((!means.empty() && means.size() != 4) || (!stds.empty() && stds.size() != 4))
    return ctx.refuse("means, stds: %zu and %zu numbers; four are required", means.size(), stds.size()), false;
  for (size_t k = 0; k < 4; ++k) {
    if (!means.empty()) spread.mean[k] = static_cast<double>(means[k]);
    if (!stds.empty()) spread.deviation[k] = static_cast<double>(stds[k]);
    if (spread.deviation[k] == 0) return ctx.refuse("stds: number %zu is 0", k), false;
  }
  return true;
}
/// Centre and sides, which are a point longer than the difference of the corners.
std::array<double, 4> centred(const double *box) {
  return {(box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box[2] - box[0] + 1, box[3] - box[1] + 1};
}
bool check_deltas(PrepareContext &ctx) {
  return are_numbers(ctx, 2, 1) && are_boxes(ctx, 0, false) &&
         same_shape(ctx, *ctx.input(1), ctx.input_name(1), ctx.input(0)->shape) &&
         same_shape(ctx, *ctx.output(0), ctx.output_name(0), ctx.input(0)->shape);
}
std::unique_ptr<KernelState> prepare_encode(PrepareContext &ctx) {
  Spread spread;
  if (!check_deltas(ctx) || !read_spread(ctx, spread)) return nullptr;
  return make_kernel([=](RunContext &run) {
    const auto anchors = read_values<double>(run, 0), truth = read_values<double>(run, 1);
    std::vector<double> y(anchors.size());
    for (size_t i = 0; i < y.size(); i += 4) {
      const auto p = centred(&anchors[i]), g = centred(&truth[i]);
      const double delta[4] = {(g[0] - p[0]) / p[2], (g[1] - p[1]) / p[3], std::log(g[2] / p[2]),
                               std::log(g[3] / p[3])};
      for (size_t k = 0; k < 4; ++k) y[i + k] = (delta[k] - spread.mean[k]) / spread.deviation[k];
    }
    write_values(run, 0, y.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_decode(PrepareContext &ctx) {
  Spread spread;
  const Dims image = ctx.int_list_attr("max_shape");
  if (!check_deltas(ctx) || !read_spread(ctx, spread)) return nullptr;
  if (image.size() < 2) return ctx.refuse("max_shape: %zu numbers; height and width are required", image.size());
  const double most = std::fabs(std::log(ctx.float_attr("wh_ratio_clip", 0.016)));
  const double height = static_cast<double>(image[0]), width = static_cast<double>(image[1]);
  return make_kernel([=](RunContext &run) {
    const auto rois = read_values<double>(run, 0), deltas = read_values<double>(run, 1);
    std::vector<double> y(rois.size());
    for (size_t i = 0; i < y.size(); i += 4) {
      const auto p = centred(&rois[i]);
      double d[4];
      for (size_t k = 0; k < 4; ++k) d[k] = deltas[i + k] * spread.deviation[k] + spread.mean[k];
      for (size_t k = 2; k < 4; ++k) d[k] = std::clamp(d[k], -most, most);
      for (size_t k = 0; k < 2; ++k) {
        const double centre = p[k] + p[2 + k] * d[k], half = p[2 + k] * std::exp(d[2 + k]) / 2 - 0.5;
        const double last = (k == 0 ? width : height) - 1;
        y[i + k] = std::clamp(centre - half, 0.0, std::max(last, 0.0));
        y[i + 2 + k] = std::clamp(centre + half, 0.0, std::max(last, 0.0));
      }
    }
    write_values(run, 0, y.data());
    return true;
  });
}

/// The boxes, largest score first, that overlap none before them by more than `threshold`; at most `most`.
std::vector<int64_t> select(const std::vector<Box<double>> &boxes, const std::vector<size_t> &order, double threshold,
                            double longer, int64_t most) {
  Rule rule;
  rule.longer = longer;
  std::vector<int64_t> selected;
  for (size_t i : order) {
    if (static_cast<int64_t>(selected.size()) >= most) break;
    const bool covered = std::any_of(selected.begin(), selected.end(), [&](int64_t j) {
      return overlap(boxes[static_cast<size_t>(j)], boxes[i], rule) > threshold;
    });
    if (!covered) selected.push_back(static_cast<int64_t>(i));
  }
  return selected;
}
/// The numbers of `scores` that are larger than `least`, the largest first; of equal ones the first.
std::vector<size_t> by_score(const double *scores, size_t count, double least) {
  std::vector<size_t> order;
  for (size_t i = 0; i < count; ++i) {
    if (scores[i] > least) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [scores](size_t a, size_t b) { return scores[a] > scores[b]; });
  return order;
}
/// Two opposite corners y, x, y, x, or centre x, y and sides.
Box<double> any_corners(const double *n, bool is_centred) {
  if (is_centred) return box_of<double>({n[0], n[1], n[2], n[3]}, true);
  return {std::min(n[1], n[3]), std::min(n[0], n[2]), std::max(n[1], n[3]), std::max(n[0], n[2])};
}

std::unique_ptr<KernelState> prepare_mask(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 3)) return nullptr;
  const KernelTensor &t = *ctx.input(0);
  if (t.rank() != 2 || t.shape[1] != 5)
    return ctx.refuse("box_scores: shape %s; [boxes, 5] is required", KernelCall::dims_text(t.shape));
  if (!same_shape(ctx, *ctx.output(0), "selected_boxes", t.shape) ||
      !has_elements(ctx, *ctx.output(1), "selected_idx", t.shape[0]) ||
      !has_elements(ctx, *ctx.output(2), "selected_mask", t.shape[0]))
    return nullptr;
  return make_kernel([threshold = ctx.float_attr("iou_threshold", 0.5)](RunContext &run) {
    const auto values = read_values<double>(run, 0);
    std::vector<Box<double>> boxes;
    std::vector<size_t> order;
    std::vector<int64_t> numbers, mask(values.size() / 5, 0);
    for (size_t i = 0; i < mask.size(); ++i) {
      boxes.push_back({values[i * 5], values[i * 5 + 1], values[i * 5 + 2], values[i * 5 + 3]});
      order.push_back(i);
      numbers.push_back(static_cast<int64_t>(i));
    }
    for (int64_t i : select(boxes, order, threshold, 0, static_cast<int64_t>(mask.size())))
      mask[static_cast<size_t>(i)] = 1;
    write_values(run, 0, values.data());
    write_values(run, 1, numbers.data());
    write_values(run, 2, mask.data());
    return true;
  });
}

/// The only element of optional input `i`.
template <class X>
X only(const RunContext &run, uint32_t i, X fallback) {
  return i >= run.input_num() || run.input(i) == nullptr ? fallback : read_values<X>(run, i)[0];
}
bool check_numbers_of(PrepareContext &ctx, uint32_t from) {
  for (uint32_t i = from; i < ctx.input_num(); ++i) {
    if (ctx.input(i) != nullptr && (!check_numbers(ctx, i) || !has_elements(ctx, *ctx.input(i), ctx.input_name(i), 1)))
      return false;
  }
  return true;
}
/// Writes rows of `width` numbers as an output of that many rows.
bool write_rows(RunContext &run, const std::vector<int64_t> &values, int64_t width) {
  const int64_t dims[2] = {static_cast<int64_t>(values.size()) / width, width};
  if (!run.set_output_shape(0, Dims(dims, width == 1 ? 1 : 2))) return false;
  const UnaryRow convert = conversion(ge::DT_INT64, run.output(0)->dtype);
  convert(reinterpret_cast<const char *>(values.data()), sizeof(int64_t), run.out<char>(0),
          item_bytes(run.output(0)->dtype), static_cast<int64_t>(values.size()));
  return true;
}
std::unique_ptr<KernelState> prepare_selection(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, ctx.output_num()) || !check_numbers_of(ctx, 2) || !are_boxes(ctx, 0, false) ||
      !has_elements(ctx, *ctx.input(1), "scores", ctx.input(0)->shape[0]))
    return nullptr;
  return make_kernel([threshold = ctx.float_attr("iou_threshold", 0.5), longer = ctx.int_attr("offset"),
                      padded = ctx.bool_attr("pad_to_max_output_size")](RunContext &run) {
    const auto values = read_values<double>(run, 0), scores = read_values<double>(run, 1);
    std::vector<Box<double>> boxes;
    for (size_t i = 0; i < scores.size(); ++i) boxes.push_back(any_corners(&values[i * 4], false));
    const auto order = by_score(scores.data(), scores.size(), only(run, 4, -HUGE_VAL));
    const int64_t most = only<int64_t>(run, 2, 0);
    auto selected = select(boxes, order, only(run, 3, threshold), static_cast<double>(longer), most);
    const auto count = static_cast<int64_t>(selected.size());
    if (padded && most > count) selected.resize(static_cast<size_t>(most), 0);
    if (run.output_num() > 1) write_values(run, 1, &count);
    return write_rows(run, selected, 1);
  });
}
std::unique_ptr<KernelState> prepare_selection_of_classes(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 1) || !check_numbers_of(ctx, 2)) return nullptr;
  const Dims corners = ctx.input(0)->shape, scores = ctx.input(1)->shape;
  if (corners.size() != 3 || corners[2] != 4 || scores.size() != 3 || scores[0] != corners[0] ||
      scores[2] != corners[1])
    return ctx.refuse("boxes, scores: shapes %s and %s; [images, boxes, 4] and [images, classes, boxes] are required",
                      KernelCall::dims_text(corners), KernelCall::dims_text(scores));
  return make_kernel(
      [is_centred = ctx.int_attr("center_point_box") != 0, limit = ctx.int_attr("max_boxes_size")](RunContext &run) {
        const auto values = read_values<double>(run, 0), scores_values = read_values<double>(run, 1);
        const Dims shape = run.input(1)->shape;
        const auto count = static_cast<size_t>(shape[2]);
        std::vector<int64_t> rows;
        for (int64_t n = 0; n < shape[0]; ++n) {
          std::vector<Box<double>> boxes;
          for (size_t i = 0; i < count; ++i)
            boxes.push_back(any_corners(&values[(static_cast<size_t>(n) * count + i) * 4], is_centred));
          for (int64_t c = 0; c < shape[1]; ++c) {
            const double *own = scores_values.data() + static_cast<size_t>(n * shape[1] + c) * count;
            const auto order = by_score(own, count, only(run, 4, -HUGE_VAL));
            for (int64_t i : select(boxes, order, only(run, 3, 0.0), 0, only<int64_t>(run, 2, 0))) {
              if (limit <= 0 || static_cast<int64_t>(rows.size()) < limit * 3) rows.insert(rows.end(), {n, c, i});
            }
          }
        }
        return write_rows(run, rows, 3);
      });
}

OPSTRATA_KERNEL(Iou, prepare_iou);
OPSTRATA_KERNEL(IouV2, prepare_iou);
OPSTRATA_KERNEL(GIoU, prepare_pairs<Penalty::kCover>);
OPSTRATA_KERNEL(GIoUGrad, prepare_pairs_back<Penalty::kCover>);
OPSTRATA_KERNEL(DIoU, prepare_pairs<Penalty::kDistance>);
OPSTRATA_KERNEL(DIoUGrad, prepare_pairs_back<Penalty::kDistance>);
OPSTRATA_KERNEL(CIoU, prepare_pairs<Penalty::kShape>);
OPSTRATA_KERNEL(CIoUGrad, prepare_pairs_back<Penalty::kShape>);
OPSTRATA_KERNEL(BoundingBoxEncode, prepare_encode);
OPSTRATA_KERNEL(BoundingBoxDecode, prepare_decode);
OPSTRATA_KERNEL(NMSWithMask, prepare_mask);
OPSTRATA_KERNEL(NonMaxSuppression, prepare_selection);
OPSTRATA_KERNEL(NonMaxSuppressionV2, prepare_selection);
OPSTRATA_KERNEL(NonMaxSuppressionV3, prepare_selection);
OPSTRATA_KERNEL(NonMaxSuppressionV4, prepare_selection);
OPSTRATA_KERNEL(NonMaxSuppressionV6, prepare_selection_of_classes);

}  // namespace
}  // namespace opstrata::operators
