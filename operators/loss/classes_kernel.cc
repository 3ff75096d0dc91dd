// Losses of rows of classes: cross entropies, margins, and the alignment of steps with targets; and their gradients.
#include <algorithm>
#include <cmath>

#include "loss/reduction_attr.h"
#include "support/checks.h"
#include "support/reduction.h"

namespace opstrata::operators {
namespace {

using Reals = std::vector<double>;

/// Makes a row its softmax's logarithm; returns log(sum(exp)) of it.
double make_log_softmax(double *row, size_t n) {
  double largest = -HUGE_VAL, sum = 0;
  for (size_t k = 0; k < n; ++k) largest = std::max(largest, row[k]);
  for (size_t k = 0; k < n; ++k) sum += std::exp(row[k] - largest);
  const double all = largest + std::log(sum);
  for (size_t k = 0; k < n; ++k) row[k] -= all;
  return all;
}
bool are_rows(PrepareContext &ctx, uint32_t i) {
  if (ctx.input(i)->rank() == 2) return true;
  return ctx.refuse("%s: shape %s; [rows, classes] is required", ctx.input_name(i),
                    KernelCall::dims_text(ctx.input(i)->shape)),
         false;
}
bool is_class(RunContext &run, const char *name, int64_t target, size_t classes) {
  if (target >= 0 && target < static_cast<int64_t>(classes)) return true;
  return run.fail("%s: %lld is no class of %zu", name, static_cast<long long>(target), classes);
}
bool is_there(const KernelTensor *t) { return t != nullptr && t->elements > 0; }

/// The attributes of cross entropy.
struct Entropy {
  Reduction reduction{};
  int64_t ignored = -100;
  double smoothing = 0, scale = 0;
  bool read(PrepareContext &ctx) {
    ignored = ctx.int_attr("ignore_index", -100);
    smoothing = ctx.float_attr("label_smoothing");
    scale = ctx.float_attr("lse_square_scale_for_zloss");
    return read_reduction(ctx, reduction);
  }
};
/// Targets and weights of rows; total: the sum of the weights of the targets that count.
struct Targets {
  std::vector<int64_t> of;
  Reals weight;
  double total = 0, sum = 0;
  size_t counted = 0;
  bool read(RunContext &run, uint32_t targets, uint32_t weights, size_t classes, int64_t ignored) {
    of = read_values<int64_t>(run, targets);
    weight = run.input(weights) == nullptr ? Reals(classes, 1.0) : read_values<double>(run, weights);
    for (double w : weight) sum += w;
    for (int64_t t : of) {
      if (t == ignored) continue;
      if (!is_class(run, "target", t, classes)) return false;
      total += weight[static_cast<size_t>(t)];
      ++counted;
    }
    return true;
  }
};

std::unique_ptr<KernelState> prepare_entropy(PrepareContext &ctx) {
  Entropy e;
  if (!are_numbers(ctx, 2, 2) || !are_rows(ctx, 0) || !e.read(ctx)) return nullptr;
  const Dims shape = ctx.input(0)->shape;
  const bool with_square = ctx.bool_attr("return_zloss"), whole = e.reduction == Reduction::kNone;
  const int64_t losses = whole ? shape[0] : 1;
  if (!has_elements(ctx, *ctx.input(1), "target", shape[0]) || !has_elements(ctx, *ctx.output(0), "loss", losses) ||
      !same_shape(ctx, *ctx.output(1), "log_prob", shape) ||
      (ctx.input(2) != nullptr && (!check_numbers(ctx, 2) || !has_elements(ctx, *ctx.input(2), "weight", shape[1]))))
    return nullptr;
  for (uint32_t i : {2U, 3U}) {
    if (with_square && is_there(ctx.output(i)) &&
        (!check_numbers(ctx, i, true) ||
         !has_elements(ctx, *ctx.output(i), ctx.output_name(i), i == 2 ? losses : shape[0])))
      return nullptr;
  }
  return make_kernel([=](RunContext &run) {
    const auto rows = static_cast<size_t>(run.input(0)->shape[0]), n = static_cast<size_t>(run.input(0)->shape[1]);
    Reals x = read_values<double>(run, 0), loss(rows, 0.0), square = loss, lse = loss;
    Targets t;
    if (!t.read(run, 1, 2, n, e.ignored)) return false;
    CompensatedSum sum, squares;
    for (size_t r = 0; r < rows; ++r) {
      double *row = x.data() + r * n;
      lse[r] = make_log_softmax(row, n);
      if (t.of[r] == e.ignored) continue;
      const auto target = static_cast<size_t>(t.of[r]);
      double all = 0;
      for (size_t k = 0; e.smoothing > 0 && k < n; ++k) all -= t.weight[k] * row[k];
      loss[r] = -(1 - e.smoothing) * t.weight[target] * row[target] + e.smoothing / static_cast<double>(n) * all;
      square[r] = e.scale * lse[r] * lse[r];
      sum += loss[r];
      squares += square[r];
    }
    if (!whole) {
      const bool mean = e.reduction == Reduction::kMean;
      loss.assign(1, mean ? sum.value() / t.total : sum.value());
      square.assign(1, mean ? squares.value() / static_cast<double>(t.counted) : squares.value());
    }
    write_values(run, 0, loss.data());
    write_values(run, 1, x.data());
    if (with_square && is_there(run.output(2))) write_values(run, 2, square.data());
    if (with_square && is_there(run.output(3))) write_values(run, 3, lse.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_entropy_back(PrepareContext &ctx) {
  Entropy e;
  if (!are_numbers(ctx, 3, 1) || !are_rows(ctx, 1) || !e.read(ctx)) return nullptr;
  const Dims shape = ctx.input(1)->shape;
  const int64_t losses = e.reduction == Reduction::kNone ? shape[0] : 1;
  const bool with_square = is_there(ctx.input(4)) && is_there(ctx.input(5));
  if (!has_elements(ctx, *ctx.input(0), "grad_loss", losses) || !has_elements(ctx, *ctx.input(2), "target", shape[0]) ||
      !same_shape(ctx, *ctx.output(0), "x_grad", shape) ||
      (ctx.input(3) != nullptr && (!check_numbers(ctx, 3) || !has_elements(ctx, *ctx.input(3), "weight", shape[1]))) ||
      (with_square &&
       (!check_numbers(ctx, 4) || !check_numbers(ctx, 5) || !has_elements(ctx, *ctx.input(4), "grad_zloss", losses) ||
        !has_elements(ctx, *ctx.input(5), "lse_for_zloss", shape[0]))))
    return nullptr;
  return make_kernel([=](RunContext &run) {
    const auto rows = static_cast<size_t>(run.input(1)->shape[0]), n = static_cast<size_t>(run.input(1)->shape[1]);
    const Reals given = read_values<double>(run, 0);
    const Reals squares = with_square ? read_values<double>(run, 4) : Reals(),
                lse = with_square ? read_values<double>(run, 5) : Reals();
    Reals x = read_values<double>(run, 1);
    Targets t;
    if (!t.read(run, 2, 3, n, e.ignored)) return false;
    const bool mean = e.reduction == Reduction::kMean;
    for (size_t r = 0; r < rows; ++r) {
      double *row = x.data() + r * n;
      if (t.of[r] == e.ignored) {
        std::fill(row, row + n, 0.0);
        continue;
      }
      const auto target = static_cast<size_t>(t.of[r]);
      const double d = given[given.size() == 1 ? 0 : r] / (mean ? t.total : 1);
      const double at_target = (1 - e.smoothing) * t.weight[target], everywhere = e.smoothing / static_cast<double>(n);
      const double shares = at_target + everywhere * t.sum;
      double along = 0;
      if (with_square)
        along =
            squares[squares.size() == 1 ? 0 : r] / (mean ? static_cast<double>(t.counted) : 1) * 2 * e.scale * lse[r];
      for (size_t k = 0; k < n; ++k) {
        const double p = std::exp(row[k]);
        row[k] = d * (shares * p - everywhere * t.weight[k] - (k == target ? at_target : 0.0)) + along * p;
      }
    }
    write_values(run, 0, x.data());
    return true;
  });
}

/// `Sparse`: labels name a class each.
template <bool Sparse>
std::unique_ptr<KernelState> prepare_logits(PrepareContext &ctx) {
  if (!are_numbers(ctx, 2, 2) || !are_rows(ctx, 0)) return nullptr;
  const Dims shape = ctx.input(0)->shape;
  if (Sparse ? !has_elements(ctx, *ctx.input(1), "labels", shape[0]) : !broadcasts_to(*ctx.input(1), shape))
    return ctx.refuse("labels: shape %s does not fit features %s", KernelCall::dims_text(ctx.input(1)->shape),
                      KernelCall::dims_text(shape));
  if (!has_elements(ctx, *ctx.output(0), "loss", shape[0]) || !same_shape(ctx, *ctx.output(1), "backprop", shape))
    return nullptr;
  return make_kernel([](RunContext &run) {
    const Dims dims = run.input(0)->shape;
    const auto rows = static_cast<size_t>(dims[0]), n = static_cast<size_t>(dims[1]);
    Reals x = read_values<double>(run, 0), loss(rows, 0.0);
    Reals labels = Sparse ? Reals(x.size(), 0.0) : read_values<double>(run, 1, dims);
    if (Sparse) {
      const auto classes = read_values<int64_t>(run, 1);
      for (size_t r = 0; r < rows; ++r) {
        if (!is_class(run, "labels", classes[r], n)) return false;
        labels[r * n + static_cast<size_t>(classes[r])] = 1;
      }
    }
    for (size_t r = 0; r < rows; ++r) {
      double *row = x.data() + r * n;
      make_log_softmax(row, n);
      for (size_t k = 0; k < n; ++k) {
        const double label = labels[r * n + k];
        if (label != 0) loss[r] -= label * row[k];
        row[k] = std::exp(row[k]) - label;
      }
    }
    write_values(run, 0, loss.data());
    write_values(run, 1, x.data());
    return true;
  });
}

std::unique_ptr<KernelState> prepare_margins(PrepareContext &ctx) {
  Reduction reduction{};
  if (!are_numbers(ctx, 2, 2) || !read_reduction(ctx, reduction)) return nullptr;
  const Dims shape = ctx.input(0)->shape;
  const int64_t rows = shape.size() == 2 ? shape[0] : 1;
  if (shape.empty() || shape.size() > 2)
    return ctx.refuse("x: shape %s; rows of classes are required", KernelCall::dims_text(shape));
  if (!same_shape(ctx, *ctx.input(1), "target", shape) || !same_shape(ctx, *ctx.output(1), "is_target", shape) ||
      !has_elements(ctx, *ctx.output(0), "y", reduction == Reduction::kNone ? rows : 1))
    return nullptr;
  return make_kernel(
      [reduction, rows = static_cast<size_t>(rows), n = static_cast<size_t>(shape.back())](RunContext &run) {
        const Reals x = read_values<double>(run, 0);
        const auto target = read_values<int64_t>(run, 1);
        std::vector<int64_t> mask(x.size(), 0);
        Reals y(rows, 0.0);
        CompensatedSum sum;
        for (size_t r = 0; r < rows; ++r) {
          size_t count = 0;
          for (; count < n && target[r * n + count] >= 0; ++count) {
            if (!is_class(run, "target", target[r * n + count], n)) return false;
            mask[r * n + static_cast<size_t>(target[r * n + count])] = 1;
          }
          for (size_t i = 0; i < count; ++i) {
            for (size_t k = 0; k < n; ++k) {
              if (mask[r * n + k] == 0)
                y[r] += std::max(0.0, 1 - x[r * n + static_cast<size_t>(target[r * n + i])] + x[r * n + k]);
            }
          }
          y[r] /= static_cast<double>(n);
          sum += y[r];
        }
        if (reduction != Reduction::kNone)
          y.assign(1, reduction == Reduction::kMean ? sum.value() / static_cast<double>(rows) : sum.value());
        write_values(run, 0, y.data());
        write_values(run, 1, mask.data());
        return true;
      });
}
std::unique_ptr<KernelState> prepare_half_squares(PrepareContext &ctx) {
  if (!are_numbers(ctx, 1, 1) || !has_elements(ctx, *ctx.output(0), "y", 1)) return nullptr;
  return make_kernel([](RunContext &run) {
    CompensatedSum sum;
    for (double v : read_values<double>(run, 0)) sum += v * v;
    const double y = sum.value() / 2;
    write_values(run, 0, &y);
    return true;
  });
}

double add_logarithms(double a, double b) {
  const double high = std::max(a, b), low = std::min(a, b);
  return high == -HUGE_VAL ? high : high + std::log1p(std::exp(low - high));
}
/// The targets of one sequence with a blank before, between and behind them.
struct Alignment {
  size_t steps = 0, places = 1;  ///< steps that count; places of the targets and blanks
  const int64_t *targets = nullptr;
  int64_t blank = 0;
  size_t class_of(size_t place) const { return static_cast<size_t>(place % 2 == 0 ? blank : targets[place / 2]); }
  /// A blank between different targets may be left out.
  bool may_skip(size_t place) const { return place % 2 == 1 && place >= 2 && class_of(place) != class_of(place - 2); }
};
/// All sequences of a call; inputs from `first` on are log_probs, targets, input_lengths and target_lengths.
struct Sequences {
  int64_t count = 0, classes = 0, steps = 0;
  bool read(RunContext &run, uint32_t first, int64_t blank) {
    const Dims shape = run.input(first)->shape;
    steps = shape[0];
    count = shape[1];
    classes = shape[2];
    targets_ = read_values<int64_t>(run, first + 1);
    const auto in = read_values<int64_t>(run, first + 2), lengths = read_values<int64_t>(run, first + 3);
    const bool padded = run.input(first + 1)->rank() == 2;
    const int64_t width = padded ? run.input(first + 1)->shape[1] : 0;
    int64_t at = 0;
    for (int64_t n = 0; n < count; ++n) {
      const int64_t length = lengths[static_cast<size_t>(n)], own = in[static_cast<size_t>(n)];
      const int64_t begin = padded ? n * width : at;
      if (length < 0 || (padded && length > width) || begin + length > static_cast<int64_t>(targets_.size()))
        return run.fail("target_lengths: %lld targets of sequence %lld", static_cast<long long>(length),
                        static_cast<long long>(n));
      if (own < 0 || own > steps)
        return run.fail("input_lengths: %lld of %lld steps", static_cast<long long>(own),
                        static_cast<long long>(steps));
      for (int64_t k = begin; k < begin + length; ++k) {
        if (!is_class(run, "targets", targets_[static_cast<size_t>(k)], static_cast<size_t>(classes))) return false;
      }
      all.push_back({static_cast<size_t>(own), static_cast<size_t>(2 * length + 1), targets_.data() + begin, blank});
      at += length;
    }
    return true;
  }
  size_t probability(size_t step, size_t n, size_t of) const {
    return (step * static_cast<size_t>(count) + n) * static_cast<size_t>(classes) + of;
  }
  std::vector<Alignment> all;

 private:
  std::vector<int64_t> targets_;
};
bool check_sequences(PrepareContext &ctx, uint32_t first, const KernelTensor &alpha, int64_t blank) {
  const Dims shape = ctx.input(first)->shape;
  const size_t rank = ctx.input(first + 1)->rank();
  if (shape.size() != 3 || rank < 1 || rank > 2 || (rank == 2 && ctx.input(first + 1)->shape[0] != shape[1]))
    return ctx.refuse("log_probs, targets: shapes %s and %s; [steps, n, classes] and [n, longest] are required",
                      KernelCall::dims_text(shape), KernelCall::dims_text(ctx.input(first + 1)->shape)),
           false;
  if (blank < 0 || blank >= shape[2])
    return ctx.refuse("blank: %lld is no class of %lld", static_cast<long long>(blank),
                      static_cast<long long>(shape[2])),
           false;
  if (alpha.rank() != 3 || alpha.shape[0] != shape[1] || alpha.shape[1] != shape[0])
    return ctx.refuse("log_alpha: shape %s does not fit log_probs %s", KernelCall::dims_text(alpha.shape),
                      KernelCall::dims_text(shape)),
           false;
  return has_elements(ctx, *ctx.input(first + 2), "input_lengths", shape[1]) &&
         has_elements(ctx, *ctx.input(first + 3), "target_lengths", shape[1]);
}
/// False where the places do not fit log_alpha.
bool places_fit(RunContext &run, const Alignment &a, size_t width) {
  return a.places <= width || run.fail("log_alpha: %zu places; %zu are required", width, a.places);
}
std::unique_ptr<KernelState> prepare_ctc(PrepareContext &ctx) {
  const int64_t blank = ctx.int_attr("blank");
  if (!are_numbers(ctx, 4, 2) || !check_sequences(ctx, 0, *ctx.output(1), blank) ||
      !has_elements(ctx, *ctx.output(0), "neg_log_likelihood", ctx.input(0)->shape[1]))
    return nullptr;
  return make_kernel([blank, zero = ctx.bool_attr("zero_infinity")](RunContext &run) {
    const Reals p = read_values<double>(run, 0);
    Sequences s;
    if (!s.read(run, 0, blank)) return false;
    const auto width = static_cast<size_t>(run.output(1)->shape[2]), steps = static_cast<size_t>(s.steps);
    Reals alpha(static_cast<size_t>(run.output(1)->elements), -HUGE_VAL), loss;
    for (size_t n = 0; n < s.all.size(); ++n) {
      const Alignment &a = s.all[n];
      if (!places_fit(run, a, width)) return false;
      double *own = alpha.data() + n * steps * width;
      for (size_t t = 0; t < a.steps; ++t) {
        for (size_t k = 0; k < a.places; ++k) {
          double before = t == 0 ? (k < 2 ? 0.0 : -HUGE_VAL) : own[(t - 1) * width + k];
          if (t > 0 && k >= 1) before = add_logarithms(before, own[(t - 1) * width + k - 1]);
          if (t > 0 && a.may_skip(k)) before = add_logarithms(before, own[(t - 1) * width + k - 2]);
          own[t * width + k] = before + p[s.probability(t, n, a.class_of(k))];
        }
      }
      double end = a.places == 1 ? 0 : -HUGE_VAL;  // of no steps
      if (a.steps > 0) {
        const double *last = own + (a.steps - 1) * width;
        end = a.places == 1 ? last[0] : add_logarithms(last[a.places - 1], last[a.places - 2]);
      }
      loss.push_back(zero && end == -HUGE_VAL ? 0 : -end);
    }
    write_values(run, 0, loss.data());
    write_values(run, 1, alpha.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_ctc_back(PrepareContext &ctx) {
  const int64_t blank = ctx.int_attr("blank");
  if (!are_numbers(ctx, 7, 1) || !check_sequences(ctx, 1, *ctx.input(6), blank)) return nullptr;
  const Dims shape = ctx.input(1)->shape;
  if (!has_elements(ctx, *ctx.input(0), "grad_out", shape[1]) || !same_shape(ctx, *ctx.output(0), "grad", shape) ||
      !has_elements(ctx, *ctx.input(5), "neg_log_likelihood", shape[1]))
    return nullptr;
  return make_kernel([blank, zero = ctx.bool_attr("zero_infinity")](RunContext &run) {
    const Reals given = read_values<double>(run, 0), p = read_values<double>(run, 1),
                loss = read_values<double>(run, 5), alpha = read_values<double>(run, 6);
    Sequences s;
    if (!s.read(run, 1, blank)) return false;
    const auto width = static_cast<size_t>(run.input(6)->shape[2]), steps = static_cast<size_t>(s.steps),
               classes = static_cast<size_t>(s.classes);
    Reals grad(p.size(), 0.0), beta, next, sums(classes);
    for (size_t n = 0; n < s.all.size(); ++n) {
      const Alignment &a = s.all[n];
      if (!places_fit(run, a, width)) return false;
      const double *last = a.steps == 0 ? nullptr : &alpha[(n * steps + a.steps - 1) * width + a.places - 1];
      const bool is_reached =
          last == nullptr ? a.places == 1 : *last != -HUGE_VAL || (a.places > 1 && last[-1] != -HUGE_VAL);
      if (zero && !is_reached) continue;
      beta.assign(a.places, -HUGE_VAL);
      for (size_t t = a.steps; t-- > 0;) {
        next = beta;
        std::fill(sums.begin(), sums.end(), -HUGE_VAL);
        for (size_t k = 0; k < a.places; ++k) {
          double behind = t + 1 == a.steps ? (k + 2 >= a.places ? 0.0 : -HUGE_VAL) : next[k];
          if (t + 1 < a.steps && k + 1 < a.places) behind = add_logarithms(behind, next[k + 1]);
          if (t + 1 < a.steps && k + 2 < a.places && a.may_skip(k + 2)) behind = add_logarithms(behind, next[k + 2]);
          const size_t of = a.class_of(k);
          beta[k] = behind + p[s.probability(t, n, of)];
          sums[of] = add_logarithms(sums[of], alpha[(n * steps + t) * width + k] + beta[k]);
        }
        for (size_t c = 0; c < classes; ++c) {
          const size_t at = s.probability(t, n, c);
          grad[at] = (std::exp(p[at]) - std::exp(sums[c] + loss[n] - p[at])) * given[n];
        }
      }
    }
    write_values(run, 0, grad.data());
    return true;
  });
}

OPSTRATA_KERNEL(CrossEntropyLoss, prepare_entropy);
OPSTRATA_KERNEL(CrossEntropyLossGrad, prepare_entropy_back);
OPSTRATA_KERNEL(SoftmaxCrossEntropyWithLogits, prepare_logits<false>);
OPSTRATA_KERNEL(SparseSoftmaxCrossEntropyWithLogits, prepare_logits<true>);
OPSTRATA_KERNEL(CTCLossV2, prepare_ctc);
OPSTRATA_KERNEL(CTCLossV3, prepare_ctc);
OPSTRATA_KERNEL(CTCLossV2Grad, prepare_ctc_back);
OPSTRATA_KERNEL(CTCLossV3Grad, prepare_ctc_back);
OPSTRATA_KERNEL(MultilabelMarginLoss, prepare_margins);
OPSTRATA_KERNEL(L2Loss, prepare_half_squares);

}  // namespace
}  // namespace opstrata::operators
