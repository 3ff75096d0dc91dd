// The C entry points, driven by argument blocks written here byte by byte from aicpu-kernel-api sections 21 and 22.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

#include "aicpu/context_cache.h"
#include "async_cpu_kernel.h"
#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "cust_op/cust_cpu_utils.h"
#include "device_cpu_kernel.h"
#include "node_def_builder.h"

namespace aicpu {
const char *kEntryKernel = "EntryKernel";
std::atomic<int64_t> g_block_num{-1}, g_block_id{-1}, g_wait_id{-1};
/// y = the positive elements of x; says so in y's shape. Status 7 for a negative first element, 503 for a zero.
class EntryKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override {
    const auto number = [&](const char *name) { return ctx.GetAttr(name) == nullptr ? -1 : ctx.GetAttr(name)->GetInt(); };
    g_block_num = number("block_num");
    g_block_id = number("block_id");
    g_wait_id = number("wait_id");
    CUST_KERNEL_LOG_INFO(ctx, "n = %d", 1);
    const auto *x = static_cast<const int32_t *>(ctx.Input(0)->GetData());
    if (ctx.Input(0)->GetDataSize() != static_cast<uint64_t>(ctx.Input(0)->NumElements()) * 4) return KERNEL_STATUS_INNER_ERROR;
    if (x[0] < 0) return 7;
    if (x[0] == 0) return 503;
    auto *y = static_cast<int32_t *>(ctx.Output(0)->GetData());
    int64_t count = 0;
    for (int64_t i = 0; i < ctx.Input(0)->NumElements(); ++i) {
      if (x[i] > 0) y[count++] = x[i];
    }
    ctx.Output(0)->GetTensorShape()->SetDimSizes({count});
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kEntryKernel, EntryKernel);

const char *kEntryV2 = "EntryV2";
class EntryV2 : public CpuKernel {
  uint32_t Compute(CpuKernelContext &) override { return 505; }
};
REGISTER_CPU_KERNELV2(kEntryV2, EntryV2);
/// Ends when the test opens it, on a thread of its own, with the status that x[0] gives; y has one element then.
const char *kEntryAsync = "EntryAsync";
struct AsyncDoor {
  std::mutex mutex;
  std::condition_variable changed;
  bool open = false;
  std::thread runner;
  void set_open() {
    const std::lock_guard lock(mutex);
    open = true;
    changed.notify_all();
  }
} g_door;
class EntryAsync : public AsyncCpuKernel {
  uint32_t ComputeAsync(CpuKernelContext &ctx, DoneCallback done) override {
    const auto status = static_cast<uint32_t>(*static_cast<const int32_t *>(ctx.Input(0)->GetData()));
    if (status == 42) return KERNEL_STATUS_PARAM_INVALID;  // never calls back
    g_door.runner = std::thread([&ctx, status, done] {
      std::unique_lock lock(g_door.mutex);
      g_door.changed.wait(lock, [] { return g_door.open; });
      *static_cast<int32_t *>(ctx.Output(0)->GetData()) = 77;
      ctx.Output(0)->GetTensorShape()->SetDimSizes({1});
      done(status);
    });
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kEntryAsync, EntryAsync);
/// Writes what it sees of its context as text, then changes everything in it.
const char *kEntryMeddler = "EntryMeddler";
std::string g_seen;
std::shared_ptr<TensorShape> g_held_shape;
std::shared_ptr<AttrValueImpl> g_held_attr;
bool g_hold = false;
class EntryMeddler : public CpuKernel {
  uint32_t Compute(CpuKernelContext &ctx) override {
    std::string seen;
    for (Tensor *tensor : {ctx.Input(0), ctx.Output(0)}) {
      std::shared_ptr<TensorShape> shape = tensor->GetTensorShape();
      for (const int64_t dim : shape->GetDimSizes()) seen += std::to_string(dim) + ",";
      seen += std::to_string(shape->GetFormat()) + "/" + std::to_string(shape->GetUnknownRank()) + "/" +
              std::to_string(tensor->GetDataType()) + "/" + std::to_string(tensor->GetDataSize()) + "/" +
              std::to_string(reinterpret_cast<uintptr_t>(tensor->GetData())) + "/" +
              CpuKernelUtils::GetTensorName(tensor) + ";";
      shape->SetDimSizes({7, 7, 7});
      shape->SetFormat(FORMAT_NHWC);
      shape->SetUnknownRank(!shape->GetUnknownRank());
      tensor->SetDataType(DT_DOUBLE);
      tensor->SetDataSize(99999);
      tensor->SetData(nullptr);
    }
    for (const char *name : {"number", "text", "list", "shape", "shapes", "tensor", "block_num", "block_id"}) {
      AttrValue *attr = ctx.GetAttr(name);
      seen += attr == nullptr ? "none;" : "";
      if (attr == nullptr) continue;
      seen += std::to_string(attr->GetInt()) + attr->GetString() + std::to_string(attr->GetListInt().size());
      if (name == std::string("shape")) {
        seen += std::to_string(attr->GetTensorShape()->GetDims());
        attr->GetTensorShape()->SetDimSizes({1, 2, 3, 4, 5, 6});
      }
      for (TensorShape &shape : attr->GetListTensorShape()) {
        seen += std::to_string(shape.GetDims()) + "s";
        shape.SetDimSizes({1, 2, 3, 4, 5, 6});
      }
      if (name == std::string("tensor")) {
        seen += std::to_string(attr->GetTensor()->GetDataType());
        attr->GetTensor()->SetDataType(DT_BOOL);
      }
      seen += ";";
      if (name == std::string("number")) attr->SetInt(attr->GetInt() + 1);
      if (name == std::string("text")) attr->SetListInt({1, 2, 3});  // another kind
      if (name == std::string("list")) attr->SetString("gone");
    }
    if (g_hold) {
      g_held_shape = ctx.Input(0)->GetTensorShape();
      g_held_attr = CpuKernelUtils::GetImpl(ctx.GetAttr("number"));
    }
    g_seen = seen;
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kEntryMeddler, EntryMeddler);
const char *kEntryBoth = "EntryV2";
class EntryV1 : public CpuKernel {
  uint32_t Compute(CpuKernelContext &) override { return KERNEL_STATUS_OK; }
};
REGISTER_CPU_KERNEL(kEntryBoth, EntryV1);
}  // namespace aicpu

namespace {

using namespace aicpu;
constexpr int64_t kEnd = std::numeric_limits<int64_t>::min();

/// Bytes without padding, little-endian as the machine.
struct Bytes {
  std::string text;
  template <typename T>
  Bytes &put(T value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof(value));
    return *this;
  }
  Bytes &put_text(const std::string &more) {
    text += more;
    return *this;
  }
};
Bytes shape_record(std::vector<int64_t> dims) {
  Bytes record;
  record.put<int32_t>(0);
  dims.resize(8, kEnd);
  for (const int64_t dim : dims) record.put(dim);
  return record;
}
Bytes info(int32_t type, const Bytes &payload) {
  return Bytes().put(type).put<uint32_t>(static_cast<uint32_t>(payload.text.size())).put_text(payload.text);
}

class Entry : public testing::Test {
 protected:
  std::string node(const char *op = "EntryKernel", std::vector<int64_t> y_dims = {4}) {
    auto node = CpuKernelUtils::CreateNodeDef();
    NodeDefBuilder(node.get(), op, op).Input({"x", DT_INT32, {4}, nullptr}).Output({"y", DT_INT32, y_dims, nullptr});
    std::string bytes;
    EXPECT_TRUE(node->SerializeToString(bytes));
    return bytes;
  }
  std::string block(const std::string &node_bytes, const std::vector<const void *> &addresses) {
    Bytes rest;
    for (const void *address : addresses) rest.put(reinterpret_cast<uint64_t>(address));
    rest.put<uint32_t>(static_cast<uint32_t>(node_bytes.size())).put_text(node_bytes);
    return Bytes()
        .put<uint32_t>(static_cast<uint32_t>(20 + rest.text.size()))
        .put<uint32_t>(static_cast<uint32_t>(addresses.size()))
        .put<uint32_t>(static_cast<uint32_t>(extended_.text.size()))
        .put<uint64_t>(extended_.text.empty() ? 0 : reinterpret_cast<uint64_t>(extended_.text.data()))
        .put_text(rest.text)
        .text;
  }
  uint32_t run(const std::string &node_bytes) {
    std::string bytes = block(node_bytes, {x_, y_});
    return RunCpuKernel(bytes.data());
  }

  int32_t x_[4] = {5, -1, 6, -2};
  int32_t y_[4] = {};
  Bytes extended_;
};

TEST_F(Entry, RunsANodeWithItsAddresses) {
  EXPECT_EQ(run(node()), 0u);
  EXPECT_EQ(y_[0], 5);
  EXPECT_EQ(y_[1], 6);
  EXPECT_EQ(g_block_num, -1);
}

TEST_F(Entry, StatusOfTheKernel) {
  x_[0] = -1;
  EXPECT_EQ(run(node()), 0xffffffffu);
  x_[0] = 0;
  EXPECT_EQ(run(node()), 503u);
  EXPECT_EQ(run(node("EntryV2")), 505u);  // the V2 register first
  EXPECT_EQ(run(node("EntryNone")), 0xffffffffu);
}

TEST_F(Entry, ShapesComeFromTheExtendedInformationAndGoBack) {
  extended_ = info(1, shape_record({3}));  // three of the four elements
  extended_.put_text(info(77, Bytes().put<int32_t>(1)).text);
  const size_t output_at = extended_.text.size() + 8 + 4;
  extended_.put_text(info(2, shape_record({2, 2})).text);
  EXPECT_EQ(run(node()), 0u);
  int64_t dims[2];
  std::memcpy(dims, extended_.text.data() + output_at, sizeof(dims));
  EXPECT_EQ(dims[0], 2);
  EXPECT_EQ(dims[1], kEnd);
}

TEST_F(Entry, UnknownOutputsNeedTheUnknownShapeMode) {
  EXPECT_EQ(run(node("EntryKernel", {-1})), 1u);
  extended_ = info(6, Bytes().put<uint64_t>(0));  // bit 0 clear
  EXPECT_EQ(run(node("EntryKernel", {-1})), 0u);
  extended_ = info(6, Bytes().put<uint64_t>(1));
  EXPECT_EQ(run(node("EntryKernel", {-1})), 1u);
}

TEST_F(Entry, TensorRecordsOfUnknownShape) {
  struct Record {
    uint64_t address;
    int64_t numbers[127];
  } in{}, out{};
  in.address = reinterpret_cast<uint64_t>(x_);
  in.numbers[0] = 0;         // offset
  in.numbers[1] = DT_INT32;  // type
  in.numbers[2] = 1;         // count of dimensions
  in.numbers[3] = 4;
  out = in;
  out.address = reinterpret_cast<uint64_t>(y_);
  extended_ = info(9, Bytes().put<uint32_t>(0));
  extended_.put_text(info(10, Bytes().put<uint32_t>(0)).text);
  std::string bytes = block(node(), {&in, &out});
  EXPECT_EQ(RunCpuKernel(bytes.data()), 0u);
  EXPECT_EQ(y_[1], 6);
  EXPECT_EQ(out.numbers[2], 1);
  EXPECT_EQ(out.numbers[3], 2);
}

TEST_F(Entry, BlocksSeeTheirNumberAndTheirShareOfTheWorkspace) {
  char workspace[103] = {};
  extended_ = info(11, Bytes().put<uint64_t>(sizeof(workspace)).put<uint64_t>(reinterpret_cast<uint64_t>(workspace)));
  extended_.put_text(info(8, Bytes().put<uint8_t>(2).put<uint32_t>(9).put<uint32_t>(0).put<uint64_t>(0)).text);
  std::string bytes = block(node(), {x_, y_});
  BlkDimInfo second{2, 1};
  EXPECT_EQ(RunCpuKernelWithBlock(bytes.data(), &second), 0u);
  EXPECT_EQ(g_block_num, 2);
  EXPECT_EQ(g_block_id, 1);
  EXPECT_EQ(g_wait_id, -1);  // only in the form without blocks
  EXPECT_EQ(workspace[0], '\0');
  EXPECT_EQ(std::string(workspace + 51).compare(0, 6, "[Info]"), 0);
  BlkDimInfo only{1, 0};
  EXPECT_EQ(RunCpuKernelWithBlock(bytes.data(), &only), 0u);
  EXPECT_EQ(g_block_num, -1);
  EXPECT_EQ(run(node()), 0u);
  EXPECT_EQ(g_wait_id, 9);
  BlkDimInfo beyond{2, 2};
  EXPECT_EQ(RunCpuKernelWithBlock(bytes.data(), &beyond), 1u);
  EXPECT_EQ(RunCpuKernelWithBlock(bytes.data(), nullptr), 1u);
}

// Wait types other than 0 and 2 run the asynchronous form: the call returns before the kernel has ended, and the shapes
// go back when it reports success.
TEST_F(Entry, AsynchronousKernelsWriteTheirShapesWhenTheyEnd) {
  const auto prepare = [&](uint8_t wait_type) {
    extended_ = info(8, Bytes().put(wait_type).put<uint32_t>(9).put<uint32_t>(0).put<uint64_t>(0));
    const size_t output_at = extended_.text.size() + 8 + 4;
    extended_.put_text(info(2, shape_record({4})).text);
    y_[0] = 0;
    g_door.open = false;
    return output_at;
  };
  const auto first_dim = [&](size_t output_at) {
    int64_t dim = 0;
    std::memcpy(&dim, extended_.text.data() + output_at, sizeof(dim));
    return dim;
  };
  for (const uint32_t status : {0U, 5U}) {
    const size_t output_at = prepare(1);
    x_[0] = static_cast<int32_t>(status);
    EXPECT_EQ(run(node("EntryAsync")), 0u);
    EXPECT_EQ(first_dim(output_at), 4);
    g_door.set_open();
    g_door.runner.join();
    EXPECT_EQ(y_[0], 77);
    EXPECT_EQ(first_dim(output_at), status == 0 ? 1 : 4) << "shapes go back after success only";
  }
  for (const uint8_t wait_type : {uint8_t{0}, uint8_t{2}}) {  // the call waits for the callback and ignores its status
    const size_t output_at = prepare(wait_type);
    x_[0] = 5;
    g_door.open = true;
    EXPECT_EQ(run(node("EntryAsync")), 0u);
    g_door.runner.join();
    EXPECT_EQ(first_dim(output_at), 1);
  }
  prepare(0);
  x_[0] = 42;
  EXPECT_EQ(run(node("EntryAsync")), 0xffffffffu) << "a refusal that never calls back is an answer";
  prepare(1);
  x_[0] = 5;
  EXPECT_EQ(run(node()), 0xffffffffu) << "a kernel without the asynchronous base";
}

TEST_F(Entry, DamagedBlocksAreRefused) {
  EXPECT_EQ(RunCpuKernel(nullptr), 1u);
  const std::string good = block(node(), {x_, y_});
  for (uint32_t length = 0; length < good.size(); ++length) {  // every shorter length that the head may claim
    std::string bytes = good.substr(0, std::max<size_t>(length, 4));
    std::memcpy(bytes.data(), &length, sizeof(length));
    EXPECT_EQ(RunCpuKernel(bytes.data()), 1u) << length;
  }
  std::string one_address = block(node(), {x_});
  EXPECT_EQ(RunCpuKernel(one_address.data()), 1u);
  std::string damaged = block("\x12\x7f", {x_, y_});
  EXPECT_EQ(RunCpuKernel(damaged.data()), 1u);
  extended_ = Bytes().put<int32_t>(1).put<uint32_t>(1000);  // longer than what is there
  EXPECT_EQ(run(node()), 1u);
}

/// A node with attributes of every kind that is kept behind a pointer or in place.
std::string meddled_node(int64_t number) {
  auto node = CpuKernelUtils::CreateNodeDef();
  NodeDefBuilder builder(node.get(), "m", "EntryMeddler");
  builder.Input({"x", DT_INT32, {4}, nullptr}).Output({"y", DT_INT32, {4}, nullptr});
  builder.Attr("number", number).Attr("text", std::string("some")).Attr("list", std::vector<int64_t>{4, 5});
  builder.Attr("shapes", std::vector<std::vector<int64_t>>{{1, 2}, {3}}, "shape_list");
  auto shape = CpuKernelUtils::CreateAttrValue(), tensor = CpuKernelUtils::CreateAttrValue();
  shape->GetTensorShape()->SetDimSizes({8, 9});
  tensor->GetTensor()->SetDataType(DT_INT16);
  EXPECT_TRUE(node->AddAttrs("shape", shape.get()));
  EXPECT_TRUE(node->AddAttrs("tensor", tensor.get()));
  std::string bytes;
  EXPECT_TRUE(node->SerializeToString(bytes));
  return bytes;
}
Bytes session(uint64_t id, uint64_t kernel, bool flag = true) {
  return info(5, Bytes().put(id).put(kernel).put<uint8_t>(flag));
}

// Calls that name a session find their context again, and see in it what they would see in a new one.
TEST_F(Entry, ContextsOfASessionAreKeptAndShowNothingOfEarlierRuns) {
  using opstrata::aicpu::context_cache_statistics;
  const std::string node_bytes = meddled_node(1);
  const auto seen_by = [&](const std::string &bytes) {
    g_seen.clear();
    EXPECT_EQ(run(bytes), 0u);
    return g_seen;
  };
  extended_ = {};
  const auto before = context_cache_statistics();
  const std::string expected = seen_by(node_bytes);
  EXPECT_EQ(context_cache_statistics().hits + context_cache_statistics().misses, before.hits + before.misses)
      << "no session, nothing kept";
  extended_ = session(5, 6);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(seen_by(node_bytes), expected) << i;
    EXPECT_EQ(context_cache_statistics().hits, before.hits + static_cast<uint64_t>(i));
  }
  // The node decides, not the number of the kernel; nor does a context serve another session, flag or device.
  const uint64_t hits = context_cache_statistics().hits;
  const std::string other = seen_by(meddled_node(2));
  EXPECT_NE(other, expected);
  extended_ = {};
  EXPECT_EQ(other, seen_by(meddled_node(2)));
  for (const Bytes &of : {session(5, 7), session(4, 6), session(5, 6, false)}) {
    extended_ = of;
    EXPECT_EQ(seen_by(node_bytes), expected);
  }
  extended_ = session(5, 6);
  extended_.put_text(info(7, Bytes().put<int32_t>(0)).text);
  EXPECT_EQ(seen_by(node_bytes), expected);
  EXPECT_EQ(context_cache_statistics().hits, hits);
  // New addresses and shapes count in a kept one.
  extended_ = session(5, 6);
  extended_.put_text(info(1, shape_record({2})).text);
  const std::string shorter = seen_by(node_bytes);
  EXPECT_NE(shorter, expected);
  EXPECT_EQ(shorter.substr(0, 2), "2,");
  extended_ = session(5, 6);
  EXPECT_EQ(seen_by(node_bytes), expected);
  EXPECT_EQ(context_cache_statistics().hits, hits + 2);
  // Blocks of one task have contexts of their own kind, each with its numbers.
  for (const uint32_t block_id : {0U, 1U, 0U}) {
    std::string bytes = block(node_bytes, {x_, y_});
    BlkDimInfo which{2, block_id};
    EXPECT_EQ(RunCpuKernelWithBlock(bytes.data(), &which), 0u);
    EXPECT_NE(g_seen.find("20;" + std::to_string(block_id) + "0;"), std::string::npos) << g_seen;
  }
  EXPECT_EQ(context_cache_statistics().hits, hits + 4);
  EXPECT_EQ(seen_by(node_bytes), expected);
}

TEST_F(Entry, WhatAKernelHoldsOfItsContextStaysItsOwn) {
  using opstrata::aicpu::context_cache_statistics;
  extended_ = session(50, 1);
  const std::string node_bytes = meddled_node(10);
  g_hold = true;
  EXPECT_EQ(run(node_bytes), 0u);
  g_hold = false;
  const uint64_t hits = context_cache_statistics().hits;
  EXPECT_EQ(run(node_bytes), 0u);
  EXPECT_EQ(context_cache_statistics().hits, hits) << "an attribute is held, so this context was not kept";
  EXPECT_EQ(g_held_shape->GetDimSizes(), (std::vector<int64_t>{7, 7, 7}));
  EXPECT_EQ(AttrValue(g_held_attr).GetInt(), 11) << "as the kernel left it";
  g_held_shape = nullptr;
  g_held_attr = nullptr;
}

TEST_F(Entry, FailedAndAsynchronousRunsKeepNothing) {
  using opstrata::aicpu::context_cache_statistics;
  extended_ = session(60, 1);
  const size_t kept = context_cache_statistics().kept;
  x_[0] = -1;
  EXPECT_EQ(run(node()), 0xffffffffu);
  extended_.put_text(info(8, Bytes().put<uint8_t>(1).put<uint32_t>(9).put<uint32_t>(0).put<uint64_t>(0)).text);
  x_[0] = 0;
  g_door.open = true;
  EXPECT_EQ(run(node("EntryAsync")), 0u);
  g_door.runner.join();
  EXPECT_EQ(context_cache_statistics().kept, kept);
}

TEST_F(Entry, KeptContextsAreBoundedAndServeThreadsOneByOne) {
  using namespace opstrata::aicpu;
  const std::string node_bytes = node();
  for (uint64_t kernel = 0; kernel < kMostContexts + 10; ++kernel) {
    extended_ = session(70, kernel);
    EXPECT_EQ(run(node_bytes), 0u);
  }
  EXPECT_EQ(context_cache_statistics().kept, kMostContexts);
  const uint64_t hits = context_cache_statistics().hits;
  extended_ = session(70, 0);  // the one that was not used for longest went
  EXPECT_EQ(run(node_bytes), 0u);
  EXPECT_EQ(context_cache_statistics().hits, hits);
  extended_ = session(70, kMostContexts + 9);
  EXPECT_EQ(run(node_bytes), 0u);
  EXPECT_EQ(context_cache_statistics().hits, hits + 1);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int32_t t = 1; t <= 4; ++t) {
    threads.emplace_back([&, t] {
      for (int32_t i = 0; i < 500; ++i) {
        const int32_t x[4] = {t, i + 1, -1, t};
        int32_t y[4] = {};
        std::string bytes = block(node_bytes, {x, y});
        if (RunCpuKernel(bytes.data()) != 0 || y[0] != t || y[1] != i + 1 || y[2] != t) ++wrong;
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Entry, FunctionsOfTheV2Register) {
  EXPECT_TRUE(IsRegisteredV2("EntryV2"));
  EXPECT_FALSE(IsRegisteredV2("EntryKernel"));
  EXPECT_FALSE(IsRegisteredV2(nullptr));
  const char *types[2] = {};
  EXPECT_EQ(GetAllRegisteredOpTypesV2(types, 2), 1u);
  EXPECT_STREQ(types[0], "EntryV2");
  EXPECT_EQ(GetAllRegisteredOpTypesV2(nullptr, 0), 1u);
  auto node_def = CpuKernelUtils::CreateNodeDef();
  node_def->SetOpType("EntryV2");
  CpuKernelContext ctx(HOST);
  ASSERT_EQ(ctx.Init(node_def.get()), KERNEL_STATUS_OK);
  EXPECT_EQ(RunCpuKernelV2(&ctx), 505u);
  EXPECT_EQ(RunCpuKernelV2(nullptr), 1u);
}

}  // namespace
