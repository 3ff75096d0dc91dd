// The price of one small operator, paired in one run with the peers that are installed: an element-wise addition of 16 floats
// through the two phases of aclnnAdd, PyTorch's at::add_out and oneDNN's binary primitive. Every row also counts the heap
// allocations of one iteration (`allocs`).
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_executor.h"
#ifdef OPSTRATA_BENCH_TORCH
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#endif
#ifdef OPSTRATA_BENCH_DNNL
#include <dnnl.hpp>
#endif

namespace {
std::atomic<int64_t> g_allocations{0};
}
// Everything that allocates through malloc or operator new passes here.
extern "C" void *__libc_malloc(size_t);
extern "C" void *malloc(size_t size) {
  g_allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}

namespace {

constexpr int64_t kCount = 16;

class Counted {
 public:
  explicit Counted(benchmark::State &state) : state_(state), before_(g_allocations.load()) {}
  ~Counted() {
    state_.counters["allocs"] = benchmark::Counter(static_cast<double>(g_allocations.load() - before_), benchmark::Counter::kAvgIterations);
  }

 private:
  benchmark::State &state_;
  int64_t before_;
};

// Three tensors on the device, a stream, and the factor one.
struct Fixture {
  Fixture() {
    (void)aclInit(nullptr);
    (void)aclrtSetDevice(0);
    (void)aclrtCreateStream(&stream);
    for (auto &p : memory) {
      (void)aclrtMalloc(&p, kCount * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST);
      const std::array<float, kCount> ones{1, 1, 1, 1};
      (void)aclrtMemcpy(p, sizeof ones, ones.data(), sizeof ones, ACL_MEMCPY_HOST_TO_DEVICE);
    }
    const int64_t shape[] = {kCount};
    for (int i = 0; i < 3; ++i) tensors[i] = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, memory[i]);
    float one = 1;
    alpha = aclCreateScalar(&one, ACL_FLOAT);
  }
  static Fixture &get() {
    static auto *fixture = new Fixture;
    return *fixture;
  }
  bool first(uint64_t &size, aclOpExecutor *&executor) const {
    return aclnnAddGetWorkspaceSize(tensors[0], tensors[1], alpha, tensors[2], &size, &executor) == 0;
  }
  aclrtStream stream = nullptr;
  void *memory[3] = {};
  aclTensor *tensors[3] = {};
  aclScalar *alpha = nullptr;
};

// Phase one alone, warm; the executor is given back without a second phase.
void phase_one(benchmark::State &state) {
  auto &f = Fixture::get();
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  for (int i = 0; i < 100; ++i) {
    if (!f.first(size, executor)) return state.SkipWithError(aclGetRecentErrMsg());
    (void)aclDestroyAclOpExecutor(executor);
  }
  const Counted counted(state);
  for (auto _ : state) {
    (void)f.first(size, executor);
    (void)aclDestroyAclOpExecutor(executor);
  }
}
BENCHMARK(phase_one);

// Both phases, kernel and synchronisation on an idle stream.
void both_phases(benchmark::State &state) {
  auto &f = Fixture::get();
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  const Counted counted(state);
  for (auto _ : state) {
    if (!f.first(size, executor)) return state.SkipWithError(aclGetRecentErrMsg());
    (void)aclnnAdd(nullptr, size, executor, f.stream);
    (void)aclrtSynchronizeStream(f.stream);
  }
}
BENCHMARK(both_phases)->UseRealTime();

// Both phases and the kernel, one synchronisation for 64 operators.
void both_phases_queued(benchmark::State &state) {
  auto &f = Fixture::get();
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  int pending = 0;
  const Counted counted(state);
  for (auto _ : state) {
    if (!f.first(size, executor)) return state.SkipWithError(aclGetRecentErrMsg());
    (void)aclnnAdd(nullptr, size, executor, f.stream);
    if (++pending % 64 == 0) (void)aclrtSynchronizeStream(f.stream);
  }
  (void)aclrtSynchronizeStream(f.stream);
}
BENCHMARK(both_phases_queued)->UseRealTime();

// Phase two of a repeatable executor, kernel included.
void phase_two_repeatable(benchmark::State &state) {
  auto &f = Fixture::get();
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  if (!f.first(size, executor) || aclSetAclOpExecutorRepeatable(executor) != 0) return state.SkipWithError(aclGetRecentErrMsg());
  int pending = 0;
  {
    const Counted counted(state);
    for (auto _ : state) {
      (void)aclnnAdd(nullptr, size, executor, f.stream);
      if (++pending % 256 == 0) (void)aclrtSynchronizeStream(f.stream);
    }
  }
  (void)aclrtSynchronizeStream(f.stream);
  (void)aclDestroyAclOpExecutor(executor);
}
BENCHMARK(phase_two_repeatable)->UseRealTime();

// One block of arguments: two inputs, one output, one attribute.
void op_arg_context(benchmark::State &state) {
  auto &f = Fixture::get();
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
  void run(const dnnl::binary &add) { add.execute(stream, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}, {DNNL_ARG_DST, c}}); }
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
