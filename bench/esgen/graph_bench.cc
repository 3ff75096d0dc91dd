// A graph of 10,000 nodes through the generated C++ and C interface, paired in one run with torch::jit, which builds the same chain of
// additions with names. Items per second are nodes per second; building the graph object is part of both, freeing it is not.
#include <benchmark/benchmark.h>

#include <optional>
#include <string>

#include "es_Add.h"
#include "es_Blend.h"
#ifdef OPSTRATA_BENCH_TORCH
#include <torch/csrc/jit/ir/ir.h>
#endif

namespace {

constexpr int kNodes = 10000;

void generated_cpp(benchmark::State &state) {
  for (auto _ : state) {
    std::optional<ge::es::EsGraphBuilder> builder("chain");
    ge::es::EsTensorHolder x = builder->CreateInput(0), y = x;
    for (int i = 0; i < kNodes; ++i) y = ge::es::Add(y, x);
    auto graph = builder->BuildAndReset({y});
    benchmark::DoNotOptimize(graph.get());
    state.PauseTiming();
    builder.reset();  // its tensors keep the nodes
    graph.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * kNodes);
}

void generated_c(benchmark::State &state) {
  for (auto _ : state) {
    EsCGraphBuilder *builder = EsCreateGraphBuilder("chain");
    EsCTensorHolder *x = EsCreateGraphInput(builder, 0), *y = x;
    for (int i = 0; i < kNodes; ++i) y = EsAdd(y, x);
    (void)EsSetGraphOutput(y, 0);
    auto *graph = reinterpret_cast<ge::Graph *>(EsBuildGraphAndReset(builder));
    benchmark::DoNotOptimize(graph);
    state.PauseTiming();
    EsDestroyGraphBuilder(builder);
    delete graph;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * kNodes);
}

/// Three inputs, one of them optional, and attributes of three kinds, two of which differ from their defaults.
void generated_with_attributes(benchmark::State &state) {
  for (auto _ : state) {
    std::optional<ge::es::EsGraphBuilder> builder("chain");
    ge::es::EsTensorHolder x = builder->CreateInput(0), y = x;
    for (int i = 0; i < kNodes; ++i) y = ge::es::Blend(y, x, nullptr, "mode", 0.25f, {1, 2});
    auto graph = builder->BuildAndReset({y});
    benchmark::DoNotOptimize(graph.get());
    state.PauseTiming();
    builder.reset();  // its tensors keep the nodes
    graph.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * kNodes);
}

BENCHMARK(generated_cpp)->Unit(benchmark::kMillisecond);
BENCHMARK(generated_c)->Unit(benchmark::kMillisecond);
BENCHMARK(generated_with_attributes)->Unit(benchmark::kMillisecond);

#ifdef OPSTRATA_BENCH_TORCH
/// A chain of nodes named after `name`, each completed by `decorate`.
template <typename Decorate>
void build_with_torch(benchmark::State &state, const std::string &name, Decorate decorate) {
  for (auto _ : state) {
    auto graph = std::make_shared<torch::jit::Graph>();
    torch::jit::Value *x = graph->addInput("x"), *y = x;
    for (int i = 0; i < kNodes; ++i) {
      torch::jit::Node *node = graph->create(c10::aten::add, {y, x});
      decorate(node);
      graph->appendNode(node);
      y = node->output()->setDebugName(name + std::to_string(i));
    }
    graph->registerOutput(y);
    benchmark::DoNotOptimize(graph.get());
    state.PauseTiming();
    graph.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * kNodes);
}

void torch_jit(benchmark::State &state) {
  build_with_torch(state, "Add_", [](torch::jit::Node *) {});
}

void torch_jit_with_attributes(benchmark::State &state) {
  const auto mode = c10::Symbol::attr("mode"), alpha = c10::Symbol::attr("alpha"), axes = c10::Symbol::attr("axes");
  build_with_torch(state, "Blend_", [&](torch::jit::Node *node) { node->s_(mode, "mode")->f_(alpha, 0.25)->is_(axes, {1, 2}); });
}

BENCHMARK(torch_jit)->Unit(benchmark::kMillisecond);
BENCHMARK(torch_jit_with_attributes)->Unit(benchmark::kMillisecond);
#endif

}  // namespace

BENCHMARK_MAIN();
