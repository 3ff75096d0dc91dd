// The price of one small operator, paired in one run with the peers that are installed: an element-wise addition of 16
// floats through the two phases of aclnnAdd, PyTorch's at::add_out, XNNPACK's operator and oneDNN's binary primitive.
// Every row also counts the heap allocations of one iteration (`allocs`).
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "small_add.h"
#ifdef OPSTRATA_BENCH_TORCH
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#endif
#ifdef OPSTRATA_BENCH_DNNL
#include <dnnl.hpp>
#endif
#ifdef OPSTRATA_BENCH_XNNPACK
#include <xnnpack.h>

#include <limits>
#endif

namespace {

using opstrata::bench::Fixture;
using opstrata::bench::kCount;

class Counted {
 public:
  explicit Counted(benchmark::State &state) : state_(state), before_(opstrata::bench::allocations()) {}
  ~Counted() {
    state_.counters["allocs"] =
        benchmark::Counter(static_cast<double>(opstrata::bench::allocations() - before_), benchmark::Counter::kAvgIterations);
  }

 private:
  benchmark::State &state_;
  int64_t before_;
};

Fixture &fixture() {
  static auto *made = new Fixture;
  return *made;
}

// Phase one alone, warm; the executor is given back without a second phase.
void phase_one(benchmark::State &state, bool on_ai_cpu) {
  auto &f = fixture();
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  for (int i = 0; i < 600; ++i) {
    if (!f.run(on_ai_cpu) || !f.first(size, executor, on_ai_cpu)) return state.SkipWithError(aclGetRecentErrMsg());
    (void)aclDestroyAclOpExecutor(executor);
  }
  const Counted counted(state);
  for (auto _ : state) {
    (void)f.first(size, executor, on_ai_cpu);
    (void)aclDestroyAclOpExecutor(executor);
  }
}
BENCHMARK_CAPTURE(phase_one, ai_core, false);
BENCHMARK_CAPTURE(phase_one, ai_cpu, true);

// The same in two threads, each on tensors of its own: rounds of both together.
void phase_one_threads(benchmark::State &state) {
  Fixture f;
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  for (int i = 0; i < 600; ++i) {
    if (!f.run() || !f.first(size, executor)) return state.SkipWithError(aclGetRecentErrMsg());
    (void)aclDestroyAclOpExecutor(executor);
  }
  for (auto _ : state) {
    (void)f.first(size, executor);
    (void)aclDestroyAclOpExecutor(executor);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(phase_one_threads)->ThreadRange(1, 2)->UseRealTime();

// Phase one of a description that is not in the cache: plans enter it when they run, and this one never does.
void phase_one_cold(benchmark::State &state) {
  auto &f = fixture();
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  const int64_t shape[] = {kCount, 1}, strides[] = {1, 7}, storage = kCount;
  auto *x = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, &storage, 1, f.memory[0]);
  auto *y = aclCreateTensor(shape, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 2, f.memory[2]);
  {
    const Counted counted(state);
    for (auto _ : state) {
      if (aclnnAddGetWorkspaceSize(x, x, f.alpha, y, &size, &executor) != 0) return state.SkipWithError(aclGetRecentErrMsg());
      (void)aclDestroyAclOpExecutor(executor);
    }
  }
  (void)aclDestroyTensor(x);
  (void)aclDestroyTensor(y);
}
BENCHMARK(phase_one_cold);

// Both phases, kernel and synchronisation on an idle stream.
void both_phases(benchmark::State &state, bool on_ai_cpu) {
  auto &f = fixture();
  if (!f.run(on_ai_cpu)) return state.SkipWithError(aclGetRecentErrMsg());
  const Counted counted(state);
  for (auto _ : state) (void)f.run(on_ai_cpu);
}
BENCHMARK_CAPTURE(both_phases, kernel_h, false);
BENCHMARK_CAPTURE(both_phases, cpu_kernel, true);

// Both phases and the kernel, one synchronisation for 64 operators.
void both_phases_queued(benchmark::State &state) {
  auto &f = fixture();
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  int pending = 0;
  const Counted counted(state);
  for (auto _ : state) {
    if (!f.first(size, executor)) return state.SkipWithError(aclGetRecentErrMsg());
    (void)f.second(size, executor);
    if (++pending % 64 == 0) (void)aclrtSynchronizeStream(f.stream);
  }
  (void)aclrtSynchronizeStream(f.stream);
}
BENCHMARK(both_phases_queued)->UseRealTime();

// Phase two of a repeatable executor, kernel included.
void phase_two_repeatable(benchmark::State &state) {
  auto &f = fixture();
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  if (!f.first(size, executor) || aclSetAclOpExecutorRepeatable(executor) != 0)
    return state.SkipWithError(aclGetRecentErrMsg());
  int pending = 0;
  {
    const Counted counted(state);
    for (auto _ : state) {
      (void)f.second(size, executor);
      if (++pending % 256 == 0) (void)aclrtSynchronizeStream(f.stream);
    }
  }
  (void)aclrtSynchronizeStream(f.stream);
  (void)aclDestroyAclOpExecutor(executor);
}
BENCHMARK(phase_two_repeatable)->UseRealTime();

// One block of arguments: two inputs, one output, one attribute.
void op_arg_context(benchmark::State &state) {
  auto &f = fixture();
  const aclTensor *x = f.tensors[0], *y = f.tensors[1];
  const aclTensor *z = f.tensors[2];
  const float alpha = 1;
  const Counted counted(state);
  for (auto _ : state) {
    auto *ctx = op::GetOpArgContext(OP_INPUT(x, y), OP_OUTPUT(z), OP_ATTR(alpha));
    benchmark::DoNotOptimize(ctx);
    op::DestroyOpArgContext(ctx);
  }
}
BENCHMARK(op_arg_context);

void infer_shape(benchmark::State &state) {
  using l0op::AddOpTypeId;
  auto &f = fixture();
  const aclTensor *x = f.tensors[0], *y = f.tensors[1];
  aclTensor *z = f.tensors[2];
  if (!f.run()) return state.SkipWithError(aclGetRecentErrMsg());
  const Counted counted(state);
  for (auto _ : state) benchmark::DoNotOptimize(INFER_SHAPE(Add, OP_INPUT(x, y), OP_OUTPUT(z)));
}
BENCHMARK(infer_shape);

void pool_allocation(benchmark::State &state) {
  const Counted counted(state);
  for (auto _ : state) {
    void *block = op::Allocated(64);
    benchmark::DoNotOptimize(block);
    op::DeAllocated(block);
  }
}
BENCHMARK(pool_allocation);

// The general allocator, without the counter of this program.
void libc_malloc(benchmark::State &state) {
  for (auto _ : state) {
    void *block = __libc_malloc(64);
    benchmark::DoNotOptimize(block);
    std::free(block);
  }
}
BENCHMARK(libc_malloc);

#ifdef OPSTRATA_BENCH_XNNPACK
void xnnpack_setup_and_run(benchmark::State &state) {
  xnn_operator_t add = nullptr;
  if (xnn_initialize(nullptr) != xnn_status_success ||
      xnn_create_add_nd_f32(-std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(), 0, &add) !=
          xnn_status_success) {
    return state.SkipWithError("XNNPACK has no addition for this machine");
  }
  alignas(64) float a[32] = {}, b[32] = {}, c[32] = {};
  const size_t shape = kCount;
  const Counted counted(state);
  for (auto _ : state) {
    (void)xnn_setup_add_nd_f32(add, 1, &shape, 1, &shape, a, b, c, nullptr);
    (void)xnn_run_operator(add, nullptr);
  }
  (void)xnn_delete_operator(add);
}
BENCHMARK(xnnpack_setup_and_run);
#endif

#ifdef OPSTRATA_BENCH_TORCH
void torch_add_out(benchmark::State &state) {
  at::set_num_threads(1);
  const auto a = at::ones({kCount}), b = at::ones({kCount});
  auto c = at::empty({kCount});
  const Counted counted(state);
  for (auto _ : state) at::add_out(c, a, b);
}
BENCHMARK(torch_add_out);

void torch_add(benchmark::State &state) {
  const auto a = at::ones({kCount}), b = at::ones({kCount});
  const Counted counted(state);
  for (auto _ : state) benchmark::DoNotOptimize(at::add(a, b));
}
BENCHMARK(torch_add);
#endif

#ifdef OPSTRATA_BENCH_DNNL
struct Dnnl {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::memory::desc desc{{kCount}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a};
  dnnl::memory a{desc, engine}, b{desc, engine}, c{desc, engine};
  dnnl::binary make() const { return dnnl::binary({{dnnl::algorithm::binary_add, desc, desc, desc}, engine}); }
  void run(const dnnl::binary &add) {
    add.execute(stream, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}, {DNNL_ARG_DST, c}});
  }
};

void onednn_execute(benchmark::State &state) {
  Dnnl d;
  const auto add = d.make();
  const Counted counted(state);
  for (auto _ : state) d.run(add);
}
BENCHMARK(onednn_execute);

void onednn_create_and_execute(benchmark::State &state) {
  Dnnl d;
  const Counted counted(state);
  for (auto _ : state) d.run(d.make());
}
BENCHMARK(onednn_create_and_execute);
#endif

}  // namespace

BENCHMARK_MAIN();
