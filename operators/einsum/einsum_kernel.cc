// Einstein sums: of the products of elements whose indices agree in all letters, over the letters that the result
// lacks.
#include "einsum/equation.h"
#include "support/checks.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;

/// Loops over some labels: their extents, and how far each operand moves along them.
struct Loops {
  Integers extents;
  std::vector<Integers> steps;  ///< by label, then by operand
  int64_t total = 1;

  /// False when nobody can count that far.
  bool add(int64_t extent, Integers step) {
    extents.push_back(extent);
    steps.push_back(std::move(step));
    return !__builtin_mul_overflow(total, extent, &total);
  }
  /// Moves `places` to the next index; the last label is the fastest. False after the last one.
  bool next(Integers &index, Integers &places) const {
    for (size_t d = extents.size(); d-- > 0;) {
      for (size_t k = 0; k < places.size(); ++k) places[k] += steps[d][k];
      if (++index[d] < extents[d]) return true;
      for (size_t k = 0; k < places.size(); ++k) places[k] -= steps[d][k] * extents[d];
      index[d] = 0;
    }
    return false;
  }
};

template <class X>
bool sum_products(RunContext &run, const Loops &outer, const Loops &inner) {
  const uint32_t count = run.input_count(0);
  std::vector<std::vector<X>> x;
  for (uint32_t i = 0; i < count; ++i) x.push_back(read_values<X>(run, 0, run.input(0, i)->shape, i));
  std::vector<X> y(static_cast<size_t>(run.output(0)->elements), X(0));
  run.parallel_for(outer.total, std::max<int64_t>(1, 4096 / std::max<int64_t>(1, inner.total)),
                   [&](int64_t begin, int64_t end) {
                     Integers index(outer.extents.size()), places(count, 0);
                     int64_t rest = begin;
                     for (size_t d = index.size(); d-- > 0;) {
                       index[d] = rest % outer.extents[d];
                       rest /= outer.extents[d];
                       for (size_t k = 0; k < count; ++k) places[k] += index[d] * outer.steps[d][k];
                     }
                     for (int64_t i = begin; i < end; ++i) {
                       Integers at(inner.extents.size(), 0), here = places;
                       X sum(0);
                       bool more = inner.total > 0;
                       while (more) {
                         X product(1);
                         for (size_t k = 0; k < count; ++k) product *= x[k][static_cast<size_t>(here[k])];
                         sum += product;
                         more = inner.next(at, here);
                       }
                       y[static_cast<size_t>(i)] = sum;
                       outer.next(index, places);
                     }
                   });
  write_values(run, 0, y.data());
  return true;
}

std::unique_ptr<KernelState> prepare_einsum(PrepareContext &ctx) {
  const uint32_t count = ctx.input_count(0);
  std::vector<Integers> shapes;
  if (!check_numbers(ctx, 0, true)) return nullptr;
  for (uint32_t i = 0; i < count; ++i) {
    const KernelTensor *x = ctx.input(0, i);
    if (x == nullptr || x->dtype != ctx.output(0)->dtype) return ctx.refuse("x: tensor %u is not of the type of y", i);
    shapes.emplace_back(x->shape.begin(), x->shape.end());
  }
  if (count == 0 || ctx.int_attr("tensor_size") != static_cast<int64_t>(count))
    return ctx.refuse("tensor_size: %lld for %u tensors", static_cast<long long>(ctx.int_attr("tensor_size")), count);
  Equation equation;
  const char *text = ctx.string_attr("equation");
  if (const char *wrong = equation.read(text, shapes); wrong != nullptr)
    return ctx.refuse("equation: \"%s\": %s", text, wrong);
  Integers wanted;
  for (unsigned char label : equation.result) wanted.push_back(equation.extent[label]);
  if (!same_shape(ctx, *ctx.output(0), "y", Dims(wanted.data(), wanted.size()))) return nullptr;
  // How far each operand moves along a label; a dimension of extent 1 stays.
  const auto steps = [&](unsigned char label) {
    Integers step(count, 0);
    for (size_t i = 0; i < count; ++i) {
      int64_t stride = 1;
      for (size_t d = shapes[i].size(); d-- > 0; stride *= shapes[i][d]) {
        if (equation.operands[i][d] == label && shapes[i][d] != 1) step[i] += stride;
      }
    }
    return step;
  };
  Loops outer, inner;
  std::array<bool, 256> used{};
  bool good = true;
  for (unsigned char label : equation.result) {
    used[label] = true;
    good = outer.add(equation.extent[label], steps(label)) && good;
  }
  for (const Equation::Labels &labels : equation.operands) {
    for (unsigned char label : labels) {
      if (used[label]) continue;
      used[label] = true;
      good = inner.add(equation.extent[label], steps(label)) && good;
    }
  }
  if (!good) return ctx.refuse("equation: \"%s\": too many products", text);
  const ge::DataType dtype = ctx.output(0)->dtype;
  const bool whole = dtype == ge::DT_INT32 || dtype == ge::DT_INT64;
  return make_kernel([=](RunContext &run) {
    return whole ? sum_products<int64_t>(run, outer, inner) : sum_products<double>(run, outer, inner);
  });
}

OPSTRATA_KERNEL(EinSum, prepare_einsum);

}  // namespace
}  // namespace opstrata::operators
