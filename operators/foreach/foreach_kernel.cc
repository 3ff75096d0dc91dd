// Operators over lists of tensors: the formula of each (foreach/foreach.def) over one tensor of every list after
// another.
#include <atomic>
#include <limits>
#include <string_view>
#include <vector>

#include "elementwise/formulas.h"
#include "support/values.h"
#include "support/vector_norm.h"

namespace opstrata::operators {
namespace {

/// Which rounding a number means, as the interface's enumeration of conversions counts them; 7: what is behind the
/// point.
double round_by_mode(double x, double mode) {
  switch (static_cast<int>(mode)) {
    case 1:
      return std::nearbyint(x);
    case 2:
      return std::floor(x);
    case 3:
      return std::ceil(x);
    case 4:
      return std::round(x);
    case 5:
      return std::trunc(x);
    case 7:
      return x - std::trunc(x);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}
double between(double x, double y, double weight) {
  return weight < 0.5 ? x + weight * (y - x) : y - (y - x) * (1 - weight);
}

bool same_count(PrepareContext &ctx, const char *name, uint32_t found, uint32_t wanted) {
  return found == wanted || (ctx.refuse("%s: %u tensors; %u are required", name, found, wanted), false);
}

/// `parameters`: one letter for each input: l a list, n a tensor of one element, s a tensor of one for each tensor of
/// the lists.
std::unique_ptr<KernelState> prepare_lists(PrepareContext &ctx, const MapOp &op, std::string_view parameters) {
  const uint32_t count = ctx.output_count(0);
  for (uint32_t k = 0; k < op.inputs; ++k) {
    if (parameters[k] == 'l' && !same_count(ctx, ctx.input_name(k), ctx.input_count(k), count)) return nullptr;
  }
  std::vector<std::unique_ptr<KernelState>> tensors;
  for (uint32_t i = 0; i < count; ++i) {
    std::array<MapOperand, kMaxMapInputs> in;
    for (uint32_t k = 0; k < op.inputs; ++k) {
      in[k].ir = k;
      if (parameters[k] == 'l') {
        const KernelTensor *x = ctx.input(k, i), *y = ctx.output(0, i);
        in[k].instance = i;
        if (x != nullptr && y != nullptr && x->shape != y->shape)
          return ctx.refuse("%s: shape %s of tensor %u differs from %s", ctx.input_name(k),
                            KernelCall::dims_text(x->shape), i, KernelCall::dims_text(y->shape));
      } else {
        in[k].element = parameters[k] == 's' ? i : 0;
      }
    }
    tensors.push_back(prepare_map(ctx, op, in.data(), i));
    if (tensors.back() == nullptr) return nullptr;
  }
  return make_kernel([tensors = std::move(tensors)](RunContext &run) {
    for (const auto &tensor : tensors) {
      if (!tensor->run(run)) return false;
    }
    return true;
  });
}

#define OPSTRATA_FOREACH(Name, Inputs, Types, Parameters, ...)         \
  std::unique_ptr<KernelState> foreach_##Name(PrepareContext &ctx) {   \
    static constexpr MapOp kOp = map_op<Inputs, (Types)>(__VA_ARGS__); \
    return prepare_lists(ctx, kOp, Parameters);                        \
  }                                                                    \
  OPSTRATA_KERNEL(Name, foreach_##Name);
#define OPSTRATA_FOREACH_1(Name, Types, Parameters, ...) \
  OPSTRATA_FOREACH(Name, 1, Types, Parameters, [](OPSTRATA_MAP_ARGS) { return __VA_ARGS__; })
#define OPSTRATA_FOREACH_2(Name, Types, Parameters, ...) \
  OPSTRATA_FOREACH(Name, 2, Types, Parameters, [](OPSTRATA_MAP_ARGS, auto y) { return __VA_ARGS__; })
#define OPSTRATA_FOREACH_3(Name, Types, Parameters, ...) \
  OPSTRATA_FOREACH(Name, 3, Types, Parameters, [](OPSTRATA_MAP_ARGS, auto y, auto z) { return __VA_ARGS__; })
#define OPSTRATA_FOREACH_4(Name, Types, Parameters, ...) \
  OPSTRATA_FOREACH(Name, 4, Types, Parameters, [](OPSTRATA_MAP_ARGS, auto y, auto z, auto w) { return __VA_ARGS__; })
#define OPSTRATA_FOREACH_List(Name, Types, ...) OPSTRATA_FOREACH_1(Name, Types, "l", __VA_ARGS__)
#define OPSTRATA_FOREACH_ListNumber(Name, Types, ...) OPSTRATA_FOREACH_2(Name, Types, "ln", __VA_ARGS__)
#define OPSTRATA_FOREACH_ListNumbers(Name, Types, ...) OPSTRATA_FOREACH_2(Name, Types, "ls", __VA_ARGS__)
#define OPSTRATA_FOREACH_NumberList(Name, Types, ...) OPSTRATA_FOREACH_2(Name, Types, "nl", __VA_ARGS__)
#define OPSTRATA_FOREACH_ListMode(Name, Types, ...) OPSTRATA_FOREACH_2(Name, Types, "ln", __VA_ARGS__)
#define OPSTRATA_FOREACH_Lists(Name, Types, ...) OPSTRATA_FOREACH_2(Name, Types, "ll", __VA_ARGS__)
#define OPSTRATA_FOREACH_ListsAlpha(Name, Types, ...) OPSTRATA_FOREACH_3(Name, Types, "lln", __VA_ARGS__)
#define OPSTRATA_FOREACH_ListsWeight(Name, Types, ...) OPSTRATA_FOREACH_3(Name, Types, "lln", __VA_ARGS__)
#define OPSTRATA_FOREACH_ListsWeights(Name, Types, ...) OPSTRATA_FOREACH_3(Name, Types, "lll", __VA_ARGS__)
#define OPSTRATA_FOREACH_ThreeListsNumber(Name, Types, ...) OPSTRATA_FOREACH_4(Name, Types, "llln", __VA_ARGS__)
#define OPSTRATA_FOREACH_ThreeListsNumbers(Name, Types, ...) OPSTRATA_FOREACH_4(Name, Types, "llls", __VA_ARGS__)
#define FOREACH(Name, Kind, Data, Types, ...) OPSTRATA_FOREACH_##Kind(Name, Types, __VA_ARGS__)
#include "foreach/foreach.def"

/// All tensors of a list: numbers, of as many elements as those of the list behind it.
bool check_lists(PrepareContext &ctx) {
  if (!same_count(ctx, ctx.output_name(0), ctx.output_count(0), ctx.input_count(0))) return false;
  for (uint32_t i = 0; i < ctx.input_count(0); ++i) {
    for (const KernelTensor *t : {ctx.input(0, i), ctx.output(0, i)}) {
      if (t == nullptr || conversion(t->dtype, ge::DT_DOUBLE) == nullptr)
        return ctx.refuse("%s: tensor %u is missing or no tensor of numbers", ctx.input_name(0), i), false;
    }
  }
  return true;
}
using Reals = std::vector<double>;
Reals read_reals(const RunContext &run, uint32_t tensor) {
  return read_values<double>(run, 0, run.input(0, tensor)->shape, tensor);
}
bool read_one(PrepareContext &ctx, uint32_t input) {
  const KernelTensor *t = ctx.input(input);
  if (t != nullptr && t->elements == 1 && conversion(t->dtype, ge::DT_DOUBLE) != nullptr) return true;
  return ctx.refuse("%s: one number is required", ctx.input_name(input)), false;
}

std::unique_ptr<KernelState> prepare_norm(PrepareContext &ctx) {
  if (!check_lists(ctx) || !read_one(ctx, 1)) return nullptr;
  for (uint32_t i = 0; i < ctx.output_count(0); ++i) {
    if (ctx.output(0, i)->elements != 1)
      return ctx.refuse("y: shape %s of tensor %u; one element is required",
                        KernelCall::dims_text(ctx.output(0, i)->shape), i);
  }
  return make_kernel([](RunContext &run) {
    const double order = read_values<double>(run, 1)[0];
    run.parallel_for(run.input_count(0), 1, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<uint32_t>(begin); i < static_cast<uint32_t>(end); ++i) {
        VectorNorm sum(order);
        for (const double v : read_reals(run, i)) sum.add(v);
        const double norm = sum.value();
        write_values(run, 0, &norm, i);
      }
    });
    return true;
  });
}

std::unique_ptr<KernelState> prepare_zero(PrepareContext &ctx) {
  static constexpr MapOp kOp = map_op<1, I | F | C>([](Params, auto x) { return decltype(x)(0); });
  return prepare_lists(ctx, kOp, "l");
}

std::unique_ptr<KernelState> prepare_unscale(PrepareContext &ctx) {
  if (!check_lists(ctx) || !read_one(ctx, 1) || !read_one(ctx, 2) || !check_numbers(ctx, 1, true)) return nullptr;
  return make_kernel([](RunContext &run) {
    const double scale = read_values<double>(run, 2)[0];
    double found = read_values<double>(run, 1)[0];
    std::atomic<bool> any{false};
    run.parallel_for(run.input_count(0), 1, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<uint32_t>(begin); i < static_cast<uint32_t>(end); ++i) {
        Reals x = read_reals(run, i);
        for (double &v : x) {
          if (!std::isfinite(v)) any = true;
          v *= scale;
        }
        write_values(run, 0, x.data(), i);
      }
    });
    if (any) found = 1;
    write_values(run, 1, &found);
    return true;
  });
}

OPSTRATA_KERNEL(ForeachNorm, prepare_norm);
OPSTRATA_KERNEL(ForeachZeroInplace, prepare_zero);
OPSTRATA_KERNEL(ForeachNonFiniteCheckAndUnscale, prepare_unscale);

}  // namespace
}  // namespace opstrata::operators
