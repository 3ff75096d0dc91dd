// Overload resolution and proof for an operator of forty parameters with three shapes, and for a small one.
#include <benchmark/benchmark.h>

#include "esgen/prototype_fixture.h"
#include "esgen/prove.h"

namespace opstrata::esgen {
namespace {

using testing::make_op;

/// `inputs` inputs, `attrs` attributes of three types, and `added` optional inputs.
proto::OpPrototype large(int inputs, int attrs, int added) {
  std::string names = "x0";
  for (int i = 1; i < inputs; ++i) names += ", x" + std::to_string(i);
  for (int i = 0; i < added; ++i) names += ", new" + std::to_string(i) + "?";
  auto op = make_op("Foo", names);
  for (int i = 0; i < attrs; ++i) {
    const std::string n = std::to_string(i);
    op.attrs.push_back(testing::make_attr(i % 3 == 0 ? "ListInt a" + n + "=[]" : i % 3 == 1 ? "Int a" + n + "=0" : "String a" + n + "=\"\""));
  }
  return op;
}

/// A call with every argument written, against the planned set.
void resolve_call(benchmark::State &state) {
  const int inputs = static_cast<int>(state.range(0)), attrs = static_cast<int>(state.range(1));
  const Plan plan = testing::plan_chain({large(inputs, attrs, 0), large(inputs, attrs, 1), large(inputs, attrs, 2)});
  std::vector<const Signature *> set;
  for (const auto &s : plan.signatures) set.push_back(&s);
  std::vector<FormId> call;
  for (const auto &param : plan.signatures.front().params) {
    for (size_t f = 0; f < argument_forms().size(); ++f) {
      if (conversion(static_cast<FormId>(f), param.type).rank == Conversion::kNone) continue;
      call.push_back(static_cast<FormId>(f));
      break;
    }
  }
  for (auto _ : state) benchmark::DoNotOptimize(resolve(set, call));
  state.SetLabel(std::to_string(call.size()) + " parameters, " + std::to_string(set.size()) + " candidates");
}
BENCHMARK(resolve_call)->Args({2, 2})->Args({20, 20})->Unit(benchmark::kMicrosecond);

/// All calls of the old set, over all argument forms.
void prove_set(benchmark::State &state) {
  const int inputs = static_cast<int>(state.range(0)), attrs = static_cast<int>(state.range(1));
  const std::vector<Signature> old_set = {canonical_signature(large(inputs, attrs, 0))};
  const Plan plan = testing::plan_chain({large(inputs, attrs, 0), large(inputs, attrs, 1), large(inputs, attrs, 2)});
  for (auto _ : state) benchmark::DoNotOptimize(prove(old_set, plan.signatures, {}));
  state.SetLabel(std::to_string(old_set[0].params.size()) + " parameters, " + std::to_string(plan.signatures.size()) + " candidates");
}
BENCHMARK(prove_set)->Args({2, 2})->Args({20, 20})->Unit(benchmark::kMicrosecond);

/// The whole plan of a history of three releases.
void plan_history(benchmark::State &state) {
  const int inputs = static_cast<int>(state.range(0)), attrs = static_cast<int>(state.range(1));
  const std::vector<proto::OpPrototype> chain = {large(inputs, attrs, 0), large(inputs, attrs, 1), large(inputs, attrs, 2)};
  for (auto _ : state) benchmark::DoNotOptimize(testing::plan_chain(chain));
}
BENCHMARK(plan_history)->Args({2, 2})->Args({20, 20})->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace opstrata::esgen

BENCHMARK_MAIN();
