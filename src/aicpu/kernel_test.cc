// Kernels of opstrata/kernel.h: registration, description, refusal, run, parallel loop.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "aicpu/kernel_registry.h"
#include "base/log.h"
#include "opstrata/kernel.h"

namespace {

using opstrata::KernelState;
using opstrata::PrepareContext;
using opstrata::RunContext;

/// y = x * scale, any strides of rank 2; counts how often it was prepared.
std::atomic<int> prepared{0};
std::unique_ptr<KernelState> prepare_scale(PrepareContext &ctx) {
  ++prepared;
  const auto *x = ctx.input_named("x");
  if (x->dtype != ge::DT_FLOAT) {
    return ctx.refuse("x: data type %s is not supported, allowed: DT_FLOAT; shape %s", ctx.dtype_name(x->dtype),
                      ctx.dims_text(x->shape));
  }
  ctx.set_scratch_bytes(64);
  const float scale = static_cast<float>(ctx.float_attr("scale", 1.0));
  return opstrata::make_kernel([=, rows = x->dim(0), cols = x->dim(-1), row = x->strides[0], col = x->strides[1]](RunContext &run) {
    const float *in = run.in<float>(0);
    float *out = run.out<float>(0);
    *static_cast<float *>(run.scratch()) = scale;
    run.parallel_for(rows, 1, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        for (int64_t j = 0; j < cols; ++j) out[i * cols + j] = in[i * row + j * col] * scale;
      }
    });
    return true;
  });
}
OPSTRATA_KERNEL(KernelTestScale, prepare_scale);

/// Keeps what it saw of the description.
struct Seen {
  uint32_t inputs = 0, optional = 9, dynamic = 0;
  const void *absent = &inputs;
  std::string name, text;
  int64_t integer = 0, from_bool = 0, fallback = 0;
  bool wrong_kind = true;
  ge::DataType dtype = ge::DT_MAX;
  std::vector<int64_t> ints, last;
  std::vector<bool> bools;
  std::vector<std::string> strings, whole;
  std::vector<float> floats;
  size_t lists = 0;
  int32_t constant = 0;
};
Seen seen;
std::unique_ptr<KernelState> prepare_look(PrepareContext &ctx) {
  seen = {};
  seen.inputs = ctx.input_num();
  seen.optional = ctx.input_count(1);
  seen.absent = ctx.input(1);
  seen.dynamic = ctx.input_count(2);
  seen.name = ctx.input_name(2);
  seen.integer = ctx.int_attr("i");
  seen.from_bool = ctx.int_attr("b");
  seen.fallback = ctx.int_attr("none", 77);
  seen.wrong_kind = ctx.bool_attr("s", false);
  seen.text = ctx.string_attr("s");
  const auto whole = [&ctx](const char *name, size_t index = 0) {
    const opstrata::KernelSpan<char> text = ctx.text_attr(name, index);
    return std::string(text.begin(), text.end());
  };
  seen.whole = {whole("s"), whole("s", 1), whole("ls", 1), whole("ls", 2), whole("i"), whole("none")};
  seen.dtype = ctx.dtype_attr("t");
  for (const int64_t i : ctx.int_list_attr("li")) seen.ints.push_back(i);
  for (const bool b : ctx.bool_list_attr("lb")) seen.bools.push_back(b);
  for (const char *s : ctx.string_list_attr("ls")) seen.strings.emplace_back(s);
  for (const float f : ctx.float_list_attr("lf")) seen.floats.push_back(f);
  seen.lists = ctx.int_lists_attr("ll").size();
  for (const int64_t i : ctx.int_lists_attr("ll").back()) seen.last.push_back(i);
  seen.constant = static_cast<const int32_t *>(ctx.input(2, 1)->constant)[1];
  return opstrata::make_kernel([](RunContext &run) { return run.input(2, 1)->constant == nullptr; });
}
OPSTRATA_KERNEL(KernelTestLook, prepare_look);

/// Writes the positive elements of x and says how many there are.
std::unique_ptr<KernelState> prepare_positive(PrepareContext &ctx) {
  return opstrata::make_kernel([n = ctx.input(0)->elements, claim = ctx.int_attr("claim", -1)](RunContext &run) {
    int64_t count = 0;
    for (int64_t i = 0; i < n; ++i) {
      if (run.in<float>(0)[i] > 0) run.out<float>(0)[count++] = run.in<float>(0)[i];
    }
    if (claim >= 0) count = claim;
    return run.set_output_shape(0, opstrata::Dims(&count, 1));
  });
}
OPSTRATA_KERNEL(KernelTestPositive, prepare_positive);

std::unique_ptr<KernelState> prepare_fault(PrepareContext &ctx) {
  if (ctx.has_attr("silent")) return nullptr;
  if (ctx.has_attr("throw_early")) throw std::runtime_error("early");
  return opstrata::make_kernel([late = ctx.has_attr("throw_late")](RunContext &run) {
    run.parallel_for(1000, 1, [&](int64_t begin, int64_t) {
      if (late) throw std::runtime_error("late");
      run.fail("index %lld is out of range", static_cast<long long>(begin));
    });
    return false;
  });
}
OPSTRATA_KERNEL(KernelTestFault, prepare_fault);

}  // namespace

namespace opstrata::aicpu {
namespace {

CallTensor tensor(ge::DataType dtype, std::vector<int64_t> shape, std::vector<int64_t> strides = {}) {
  CallTensor result;
  result.dtype = dtype;
  result.shape = std::move(shape);
  result.strides = std::move(strides);
  return result;
}

Status run(const PreparedKernel &kernel, std::vector<const void *> inputs, std::vector<void *> outputs,
           OutputShapes *shapes = nullptr) {
  std::vector<std::max_align_t> scratch(kernel.scratch_bytes() / sizeof(std::max_align_t) + 1);
  return kernel.run({inputs, outputs, scratch.data(), shapes});
}

TEST(Kernel, PreparesOnceAndRunsManyTimesAtTheSameTime) {
  const Kernel *kernel = find_kernel("KernelTestScale");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->origin().rank, OriginRank::kProgram);
  CallDesc desc{"KernelTestScale", {tensor(ge::DT_FLOAT, {2, 3}, {1, 2})}, {tensor(ge::DT_FLOAT, {2, 3})},
                {{"x", 0, 1}}, {{"y", 0, 1}}, {{"scale", 0.5f}}};
  const int before = prepared;
  const auto state = kernel->prepare(desc);
  ASSERT_TRUE(state.ok()) << state.status().text();
  EXPECT_EQ((*state)->scratch_bytes(), 64u);
  const float x[] = {1, 2, 3, 4, 5, 6};
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        float y[6] = {};
        const bool ok = run(**state, {x}, {y}).ok();
        const float expected[] = {0.5f, 1.5f, 2.5f, 1, 2, 3};
        if (!ok || !std::equal(y, y + 6, expected)) ++wrong;
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(prepared, before + 1);
}

TEST(Kernel, RefusalNamesOperatorAndReason) {
  const CallDesc desc{"KernelTestScale", {tensor(ge::DT_INT8, {2, 3})}, {tensor(ge::DT_INT8, {2, 3})}, {{"x", 0, 1}}, {}, {}};
  const Status status = find_kernel("KernelTestScale")->prepare(desc).status();
  EXPECT_EQ(status.code(), Code::kInvalid);
  EXPECT_EQ(status.text(),
            "operator KernelTestScale: x: data type DT_INT8 is not supported, allowed: DT_FLOAT; shape [2, 3]");
}

TEST(Kernel, DescriptionIsReadByIrPositionAndAttributeName) {
  const int32_t value[] = {4, 5};
  CallTensor second = tensor(ge::DT_INT32, {2});
  second.constant = value;
  CallDesc desc{"KernelTestLook",
                {tensor(ge::DT_FLOAT, {}), tensor(ge::DT_FLOAT, {1}), second},
                {},
                {{"x", 0, 1}, {"bias", 1, 0}, {"xs", 1, 2}},
                {},
                {{"i", int64_t{-5}},
                 {"b", true},
                 {"s", std::string("sum\0!", 5)},
                 {"t", ge::DT_BF16},
                 {"li", std::vector<int64_t>{1, 2}},
                 {"lb", std::vector<bool>{true, false}},
                 {"ls", std::vector<std::string>{"a", std::string("bc\0", 3)}},
                 {"lf", std::vector<float>{0.5f}},
                 {"ll", std::vector<std::vector<int64_t>>{{1}, {2, 3}}}}};
  const auto state = find_kernel("KernelTestLook")->prepare(desc);
  ASSERT_TRUE(state.ok()) << state.status().text();
  EXPECT_EQ(seen.inputs, 3u);
  EXPECT_EQ(seen.optional, 0u);
  EXPECT_EQ(seen.absent, nullptr);
  EXPECT_EQ(seen.dynamic, 2u);
  EXPECT_EQ(seen.name, "xs");
  EXPECT_EQ(seen.integer, -5);
  EXPECT_EQ(seen.from_bool, 1);
  EXPECT_EQ(seen.fallback, 77);
  EXPECT_FALSE(seen.wrong_kind);
  EXPECT_EQ(seen.text, "sum");
  EXPECT_EQ(seen.whole, (std::vector<std::string>{std::string("sum\0!", 5), "", std::string("bc\0", 3), "", "", ""}));
  EXPECT_EQ(seen.dtype, ge::DT_BF16);
  EXPECT_EQ(seen.ints, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(seen.bools, (std::vector<bool>{true, false}));
  EXPECT_EQ(seen.strings, (std::vector<std::string>{"a", "bc"}));
  EXPECT_EQ(seen.floats, (std::vector<float>{0.5f}));
  EXPECT_EQ(seen.lists, 2u);
  EXPECT_EQ(seen.last, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(seen.constant, 5);
  const float x = 0;
  EXPECT_TRUE(run(**state, {&x, &x, value}, {}).ok()) << "constants must be forgotten after prepare";
  EXPECT_EQ(run(**state, {&x}, {}).code(), Code::kInternal);
}

TEST(Kernel, RealShapesAreReportedAndBounded) {
  CallDesc desc{"KernelTestPositive", {tensor(ge::DT_FLOAT, {4})}, {tensor(ge::DT_FLOAT, {4})}, {}, {}, {}};
  const float x[] = {-1, 2, 0, 3};
  float y[4] = {};
  OutputShapes shapes;
  const auto state = find_kernel("KernelTestPositive")->prepare(desc);
  ASSERT_TRUE(run(**state, {x}, {y}, &shapes).ok());
  EXPECT_EQ(shapes, (OutputShapes{{0, {2}}}));
  EXPECT_EQ(y[1], 3);
  desc.attrs = {{"claim", int64_t{5}}};
  const Status status = run(**find_kernel("KernelTestPositive")->prepare(desc), {x}, {y}, &shapes);
  EXPECT_NE(status.text().find("5 elements"), std::string::npos) << status.text();
}

TEST(Kernel, FaultsBecomeFailures) {
  const auto prepare = [](std::vector<CallAttr> attrs) {
    return find_kernel("KernelTestFault")->prepare({"KernelTestFault", {}, {}, {}, {}, std::move(attrs)});
  };
  EXPECT_NE(prepare({{"silent", true}}).status().text().find("gave no reason"), std::string::npos);
  EXPECT_NE(prepare({{"throw_early", true}}).status().text().find("early"), std::string::npos);
  EXPECT_NE(run(**prepare({{"throw_late", true}}), {}, {}).text().find("late"), std::string::npos);
  EXPECT_NE(run(**prepare({}), {}, {}).text().find("is out of range"), std::string::npos);
}

TEST(Kernel, MissingKernelListsThePlacesInOrder) {
  EXPECT_EQ(find_kernel("KernelTestNowhere"), nullptr);
  setenv("ASCEND_CUSTOM_OPP_PATH", "/nowhere/custom/", 1);
  const Status status = no_kernel("KernelTestNowhere");
  unsetenv("ASCEND_CUSTOM_OPP_PATH");
  EXPECT_EQ(status.code(), Code::kNotFound);
  const size_t custom = status.text().find("/nowhere/custom/op_impl/cpu/aicpu_kernel/impl (0 libraries)");
  const size_t built_in = status.text().find("/built-in/op_impl/cpu/aicpu_kernel/impl");
  EXPECT_NE(custom, std::string::npos) << status.text();
  EXPECT_NE(built_in, std::string::npos) << status.text();
  EXPECT_LT(custom, built_in);
}

TEST(ParallelFor, CoversEveryElementOnceAlsoWhenNested) {
  std::vector<std::atomic<int>> hits(10007);
  struct Outer final : RunContext {
    Outer() : RunContext(nullptr) {}
  } ctx;
  ctx.parallel_for(static_cast<int64_t>(hits.size()), 100, [&](int64_t begin, int64_t end) {
    ctx.parallel_for(end - begin, 10, [&](int64_t from, int64_t to) {
      for (int64_t i = begin + from; i < begin + to; ++i) ++hits[static_cast<size_t>(i)];
    });
  });
  EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](const auto &hit) { return hit == 1; }));
  int calls = 0;
  ctx.parallel_for(0, 1, [&](int64_t, int64_t) { ++calls; });
  ctx.parallel_for(5, 5, [&](int64_t begin, int64_t end) { calls += static_cast<int>(end - begin); });
  EXPECT_EQ(calls, 5);
}

// What a kernel logs is part of its refusal, whichever thread of its loop says it.
TEST(ParallelFor, KeepsTheErrorRecordsOfItsThreads) {
  struct Outer final : RunContext {
    Outer() : RunContext(nullptr) {}
  } ctx;
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> helped{0};
  // Some other thread takes part sooner or later, unless the machine is busy with something else.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (helped == 0 && std::chrono::steady_clock::now() < deadline) {
    const log::ErrorTexts said;
    std::atomic<bool> is_first{true};
    ctx.parallel_for(64, 1, [&](int64_t, int64_t) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      if (std::this_thread::get_id() == caller || !is_first.exchange(false)) return;
      log::write(log::Level::kError, "test", "by a helper");
      ++helped;
    });
    EXPECT_EQ(said.text(), helped == 0 ? "" : "by a helper");
  }
  if (helped == 0) GTEST_SKIP() << "no other thread took part";
}

}  // namespace
}  // namespace opstrata::aicpu
