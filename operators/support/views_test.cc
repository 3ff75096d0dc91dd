#include <gtest/gtest.h>

#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transdata.h"
#include "aclnn_kernels/transpose.h"
#include "aclnnop/aclnn_neg.h"
#include "level0/broadcast_to.h"
#include "level0/squeeze.h"
#include "level0/tensor_move.h"
#include "level0/unsqueeze.h"
#include "support/golden_run.h"
#include "support/two_phase.h"

namespace opstrata::operators {
namespace {

std::vector<float> counting(int64_t n) {
  std::vector<float> values(static_cast<size_t>(n));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  return values;
}

/// A view over the numbers 0, 1, 2, … .
GoldenTensor view_of(int64_t storage, std::vector<int64_t> shape, std::vector<int64_t> strides, int64_t offset) {
  GoldenTensor t = make_tensor<float>(ge::DT_FLOAT, {storage}, counting(storage));
  t.shape = std::move(shape);
  t.strides = std::move(strides);
  t.offset = offset;
  return t;
}

/// The elements of such a view, by its definition.
GoldenTensor elements_of(const GoldenTensor &view) {
  std::vector<float> values;
  for (int64_t i = 0; i < view.elements(); ++i) {
    int64_t rest = i, place = view.offset;
    for (size_t d = view.shape.size(); d-- > 0; rest /= view.shape[d]) place += rest % view.shape[d] * view.strides[d];
    values.push_back(static_cast<float>(place));
  }
  return make_tensor<float>(ge::DT_FLOAT, view.shape, values);
}

using Build = std::function<const aclTensor *(const aclTensor *, aclOpExecutor *)>;

/// Runs `build` on `x`, writes what it returns into a tensor like `expected`, and says how that differs. `workspace`
/// receives the size that the first phase told.
std::string run(const GoldenTensor &x, const Build &build, const GoldenTensor &expected, uint64_t *workspace = nullptr) {
  DeviceTensor in(x, false), out(expected, true);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  const aclnnStatus planned = first_phase("viewsTest", &size, &executor, [&](aclOpExecutor *e) { return deliver(build(in.handle(), e), out.handle(), e); });
  if (planned != 0) return "first phase: " + std::to_string(planned) + " " + aclGetRecentErrMsg();
  if (workspace != nullptr) *workspace = size;
  if (const aclnnStatus ran = run_second_phase(CommonOpExecutorRun, size, executor); ran != 0) return "second phase: " + std::to_string(ran);
  return difference(expected, out.download(), {});
}

/// Runs `check` with a tensor and an executor that is thrown away.
void with_tensor(const GoldenTensor &x, const std::function<void(aclTensor *, aclOpExecutor *)> &check) {
  DeviceTensor in(x, false);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  EXPECT_EQ(first_phase("viewsTest", &size, &executor, [&](aclOpExecutor *e) -> aclnnStatus {
    check(in.handle(), e);
    return 1;
  }), 1);
  EXPECT_EQ(executor, nullptr);
}

TEST(Views, ContiguousTakesEveryView) {
  const std::vector<GoldenTensor> views = {
      view_of(24, {2, 3, 4}, {12, 4, 1}, 0),  view_of(24, {4, 6}, {1, 4}, 0),       view_of(24, {4, 2, 3}, {1, 12, 4}, 0),
      view_of(24, {3, 5}, {1, 0}, 2),         view_of(24, {2, 3}, {0, 1}, 4),       view_of(24, {2, 2, 2}, {12, 4, 1}, 5),
      view_of(24, {3, 2}, {1, 8}, 3),         view_of(24, {2, 3}, {10, 2}, 1),      view_of(24, {2, 3, 2}, {3, 0, 1}, 6),
      view_of(24, {4, 4}, {1, 1}, 0),         view_of(24, {5}, {3}, 2),             view_of(24, {1, 4, 1}, {99, 2, 7}, 3),
      view_of(24, {2, 1, 3}, {1, 50, 8}, 1),  view_of(24, {3, 3}, {8, 1}, 4),       view_of(24, {}, {}, 7)};
  for (const GoldenTensor &view : views) {
    EXPECT_EQ(run(view, [](const aclTensor *x, aclOpExecutor *e) { return l0op::Contiguous(x, e); }, elements_of(view)), "")
        << ::testing::PrintToString(view.shape) << " " << ::testing::PrintToString(view.strides) << " " << view.offset;
  }
}

TEST(Views, ContiguousIsAViewWhereThatIsEnough) {
  with_tensor(make_tensor<float>(ge::DT_FLOAT, {2, 3}, counting(6)), [](aclTensor *x, aclOpExecutor *e) { EXPECT_EQ(l0op::Contiguous(x, e), x); });
  with_tensor(view_of(24, {2, 3}, {3, 1}, 6), [](aclTensor *x, aclOpExecutor *e) {
    const aclTensor *y = l0op::Contiguous(x, e);
    ASSERT_NE(y, nullptr);
    EXPECT_EQ(y->GetStorage(), x->GetStorage());
    EXPECT_EQ(y->GetViewOffset(), 6);
    EXPECT_EQ(y->GetStorageShape(), op::Shape({2, 3}));
  });
  with_tensor(make_tensor<float>(ge::DT_FLOAT, {2}, counting(2)), [](aclTensor *, aclOpExecutor *e) { EXPECT_EQ(l0op::Contiguous(nullptr, e), nullptr); });
}

TEST(Views, ResultsLandInTheOutputWithoutWorkspace) {
  DeviceTensor x(make_tensor<float>(ge::DT_FLOAT, {2, 2}, counting(4)), false);
  DeviceTensor y(make_tensor<float>(ge::DT_FLOAT, {2, 2}, counting(4)), true);
  uint64_t size = 1;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(aclnnNegGetWorkspaceSize(x.handle(), y.handle(), &size, &executor), 0);
  EXPECT_EQ(size, 0u);
  ASSERT_EQ(run_second_phase(aclnnNeg, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {2, 2}, {-0.0f, -1, -2, -3}), y.download(), {}), "");
}

TEST(Views, ViewCopyBetweenTensorsOfTheUser) {
  const GoldenTensor x = make_tensor<float>(ge::DT_FLOAT, {2, 3}, counting(6));
  EXPECT_EQ(run(x, [](const aclTensor *t, aclOpExecutor *) { return t; }, x), "");
  GoldenTensor strided = x;
  strided.strides = {1, 2};
  EXPECT_EQ(run(x, [](const aclTensor *t, aclOpExecutor *) { return t; }, strided), "");
  with_tensor(x, [](aclTensor *t, aclOpExecutor *e) {
    EXPECT_EQ(l0op::ViewCopy(t, t, e), t);
    const aclTensor *flat = l0op::Reshape(t, op::Shape({6}), e);
    EXPECT_EQ(l0op::ViewCopy(t, flat, e), flat) << "same memory";
    EXPECT_EQ(l0op::ViewCopy(t, l0op::Cast(t, op::DataType::DT_INT32, e), e), nullptr) << "another type";
  });
}

TEST(Views, ReshapeSqueezeUnsqueeze) {
  with_tensor(make_tensor<float>(ge::DT_FLOAT, {2, 1, 3}, counting(6)), [](aclTensor *x, aclOpExecutor *e) {
    const auto shape_of = [](const aclTensor *t) { return t == nullptr ? op::Shape({-9}) : t->GetViewShape(); };
    EXPECT_EQ(shape_of(l0op::Reshape(x, op::Shape({3, -1}), e)), op::Shape({3, 2}));
    EXPECT_EQ(shape_of(l0op::Reshape(x, op::Shape({4, -1}), e)), op::Shape({-9}));
    EXPECT_EQ(shape_of(l0op::Reshape(x, op::Shape({-1, -1}), e)), op::Shape({-9}));
    EXPECT_EQ(shape_of(l0op::Reshape(x, op::Shape({5}), e)), op::Shape({-9}));
    EXPECT_EQ(shape_of(l0op::SqueezeNd(x, -2, e)), op::Shape({2, 3}));
    EXPECT_EQ(shape_of(l0op::SqueezeNd(x, int64_t{0}, e)), op::Shape({-9}));
    EXPECT_EQ(shape_of(l0op::UnsqueezeNd(x, -1, e)), op::Shape({2, 1, 3, 1}));
    const int64_t both[] = {0, 2};
    EXPECT_EQ(shape_of(l0op::UnsqueezeNd(x, e->AllocIntArray(both, 2), e)), op::Shape({1, 2, 1, 1, 3}));
    EXPECT_EQ(shape_of(l0op::UnsqueezeNd(x, 5, e)), op::Shape({-9}));
    EXPECT_EQ(l0op::Reshape(x, op::Shape({6}), e)->GetStorage(), x->GetStorage());
    EXPECT_EQ(l0op::Cast(x, op::DataType::DT_FLOAT, e), x);
    EXPECT_EQ(l0op::ReFormat(x, op::Format::FORMAT_NCHW, e), nullptr);
    EXPECT_EQ(l0op::ReFormat(x, op::Format::FORMAT_NCL, e)->GetViewFormat(), op::Format::FORMAT_NCL);
    EXPECT_EQ(x->GetViewFormat(), op::Format::FORMAT_ND);
    EXPECT_EQ(l0op::TransData(x, op::Format::FORMAT_ND, 1, e), x);
  });
}

TEST(Views, SliceBroadcastPadTranspose) {
  const GoldenTensor x = make_tensor<float>(ge::DT_FLOAT, {2, 3}, counting(6));
  const auto array = [](aclOpExecutor *e, std::vector<int64_t> v) { return e->AllocIntArray(v.data(), v.size()); };
  EXPECT_EQ(run(x, [&](const aclTensor *t, aclOpExecutor *e) { return l0op::Slice(t, array(e, {0, 1}), array(e, {2, -1}), e); },
                make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, 2, 4, 5})), "");
  EXPECT_EQ(run(x, [&](const aclTensor *t, aclOpExecutor *e) { return l0op::BroadcastTo(t, array(e, {2, -1, 3}), e); },
                make_tensor<float>(ge::DT_FLOAT, {2, 2, 3}, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5})), "");
  EXPECT_EQ(run(x, [&](const aclTensor *t, aclOpExecutor *e) { return l0op::Transpose(t, array(e, {1, 0}), e); },
                make_tensor<float>(ge::DT_FLOAT, {3, 2}, {0, 3, 1, 4, 2, 5})), "");
  const int64_t paddings[] = {0, 1, 1, 0};
  EXPECT_EQ(run(x, [&](const aclTensor *t, aclOpExecutor *e) { return l0op::Pad(t, e->ConvertToTensor(paddings, 4, op::DataType::DT_INT64), e); },
                make_tensor<float>(ge::DT_FLOAT, {3, 4}, {0, 0, 1, 2, 0, 3, 4, 5, 0, 0, 0, 0})), "");
}

TEST(Views, StepsOfAView) {
  l0op::ContiguousParam p;
  ASSERT_TRUE(l0op::CanOptimizeContiguous(op::Shape({3, 2}), {1, 8}, 3, 24, p));
  EXPECT_TRUE(p.maySlice && p.mayTranspose && !p.mayBroadcast);
  EXPECT_EQ(p.sliceSrcShape, op::Shape({3, 8}));
  EXPECT_EQ(p.sliceDstShape, op::Shape({2, 3}));
  EXPECT_EQ(p.offset[0], 0);
  EXPECT_EQ(p.offset[1], 3);
  EXPECT_EQ(p.transposeDstShape, op::Shape({3, 2}));
  ASSERT_TRUE(l0op::CanOptimizeContiguous(op::Shape({2, 3}), {0, 1}, 0, 3, p));
  EXPECT_TRUE(!p.maySlice && !p.mayTranspose && p.mayBroadcast);
  EXPECT_EQ(p.broadcastSrcShape, op::Shape({1, 3}));
  EXPECT_FALSE(l0op::CanOptimizeContiguous(op::Shape({4, 4}), {1, 1}, 0, 24, p)) << "overlapping windows";
  EXPECT_FALSE(l0op::CanOptimizeContiguous(op::Shape({3}), {2}, 0, 6, p)) << "a step inside the last dimension";
  EXPECT_TRUE(l0op::CanOptimizeView(op::Shape({3, 2}), {1, 3}, 0, p));
  EXPECT_FALSE(l0op::CanOptimizeView(op::Shape({3, 2}), {1, 4}, 0, p));
}

/// A call that turns x into `format` and back, and one that leaves the blocked memory in an output of that format.
void check_blocked(const std::vector<int64_t> &shape, aclFormat plain, aclFormat blocked, const std::vector<int64_t> &memory,
                   const std::function<int64_t(int64_t)> &source) {
  int64_t count = 1, stored = 1;
  for (int64_t d : shape) count *= d;
  for (int64_t d : memory) stored *= d;
  std::vector<float> values = counting(count);
  for (float &v : values) v += 1;  // no element is zero: padding is
  const size_t in_bytes = values.size() * sizeof(float), out_bytes = static_cast<size_t>(stored) * sizeof(float);
  test_stream();
  void *in = nullptr, *out = nullptr, *back = nullptr;
  ASSERT_EQ(aclrtMalloc(&in, in_bytes, ACL_MEM_MALLOC_HUGE_FIRST) + aclrtMalloc(&out, out_bytes, ACL_MEM_MALLOC_HUGE_FIRST) +
                aclrtMalloc(&back, in_bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  aclrtMemcpy(in, in_bytes, values.data(), in_bytes, ACL_MEMCPY_HOST_TO_DEVICE);
  aclrtMemset(out, out_bytes, 0x55, out_bytes);
  const auto tensor = [&](aclFormat format, const std::vector<int64_t> &storage, void *address) {
    aclTensor *t = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, format, storage.data(), storage.size(), address);
    t->SetOriginalFormat(static_cast<op::Format>(plain));
    return t;
  };
  aclTensor *x = tensor(plain, shape, in), *y = tensor(blocked, memory, out), *z = tensor(plain, shape, back);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(first_phase("transDataTest", &size, &executor, [&](aclOpExecutor *e) -> aclnnStatus {
    const aclTensor *t = l0op::TransData(x, static_cast<op::Format>(blocked), 1, e);
    CHECK_RET(t != nullptr, 2);
    EXPECT_EQ(t->GetStorageShape(), y->GetStorageShape());
    OPSTRATA_CHECK(deliver(l0op::TransData(t, static_cast<op::Format>(plain), 1, e), z, e));
    return l0op::ViewCopy(t, y, e) == nullptr ? 3 : 0;
  }), 0) << aclGetRecentErrMsg();
  ASSERT_EQ(run_second_phase(CommonOpExecutorRun, size, executor), 0) << aclGetRecentErrMsg();
  std::vector<float> got(static_cast<size_t>(stored)), again(values.size());
  aclrtMemcpy(got.data(), out_bytes, out, out_bytes, ACL_MEMCPY_DEVICE_TO_HOST);
  aclrtMemcpy(again.data(), in_bytes, back, in_bytes, ACL_MEMCPY_DEVICE_TO_HOST);
  EXPECT_EQ(again, values);
  for (int64_t i = 0; i < stored; ++i) {
    const int64_t from = source(i);
    EXPECT_EQ(got[static_cast<size_t>(i)], from < 0 ? 0.0f : values[static_cast<size_t>(from)]) << "place " << i;
  }
  for (aclTensor *t : {x, y, z}) aclDestroyTensor(t);
  for (void *p : {in, out, back}) aclrtFree(p);
}

// The formulas of the formats: where place i of the memory comes from; -1 for padding.
TEST(Views, TransDataFractalNz) {
  const int64_t m = 5, n = 20;  // memory [2, 1, 16, 16]
  check_blocked({m, n}, ACL_FORMAT_ND, ACL_FORMAT_FRACTAL_NZ, {2, 1, 16, 16}, [=](int64_t i) {
    const int64_t column = i / 256 * 16 + i % 16, row = i / 16 % 16;
    return row < m && column < n ? row * n + column : -1;
  });
}
// Two elements a byte, in blocks of 64 columns.
TEST(Views, TransDataOfFourBits) {
  const int64_t m = 5, n = 70;
  const std::vector<int64_t> shape = {m, n}, memory = {2, 1, 16, 64};
  const auto code = [](const std::vector<unsigned char> &bytes, int64_t i) { return bytes[static_cast<size_t>(i / 2)] >> (i % 2 * 4) & 15; };
  std::vector<unsigned char> values(m * n / 2), got(2 * 16 * 64 / 2), again(values.size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<unsigned char>(17 + i * 29);
  test_stream();
  void *in = nullptr, *out = nullptr, *back = nullptr;
  ASSERT_EQ(aclrtMalloc(&in, values.size(), ACL_MEM_MALLOC_HUGE_FIRST) + aclrtMalloc(&out, got.size(), ACL_MEM_MALLOC_HUGE_FIRST) +
                aclrtMalloc(&back, values.size(), ACL_MEM_MALLOC_HUGE_FIRST), 0);
  aclrtMemcpy(in, values.size(), values.data(), values.size(), ACL_MEMCPY_HOST_TO_DEVICE);
  aclrtMemset(out, got.size(), 0x55, got.size());
  const auto tensor = [&](aclFormat format, const std::vector<int64_t> &storage, void *address) {
    aclTensor *t = aclCreateTensor(shape.data(), shape.size(), ACL_INT4, nullptr, 0, format, storage.data(), storage.size(), address);
    t->SetOriginalFormat(op::Format::FORMAT_ND);
    return t;
  };
  aclTensor *x = tensor(ACL_FORMAT_ND, shape, in), *y = tensor(ACL_FORMAT_FRACTAL_NZ, memory, out), *z = tensor(ACL_FORMAT_ND, shape, back);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(first_phase("transDataTest", &size, &executor, [&](aclOpExecutor *e) -> aclnnStatus {
    const aclTensor *t = l0op::TransData(x, op::Format::FORMAT_FRACTAL_NZ, 1, e);
    CHECK_RET(t != nullptr, 2);
    EXPECT_EQ(t->GetStorageShape(), y->GetStorageShape());
    const aclTensor *plain = l0op::TransData(t, op::Format::FORMAT_ND, 1, e);
    CHECK_RET(plain != nullptr && l0op::ViewCopy(plain, z, e) != nullptr, 3);
    return l0op::ViewCopy(t, y, e) == nullptr ? 4 : 0;
  }), 0) << aclGetRecentErrMsg();
  ASSERT_EQ(run_second_phase(CommonOpExecutorRun, size, executor), 0) << aclGetRecentErrMsg();
  aclrtMemcpy(got.data(), got.size(), out, got.size(), ACL_MEMCPY_DEVICE_TO_HOST);
  aclrtMemcpy(again.data(), again.size(), back, again.size(), ACL_MEMCPY_DEVICE_TO_HOST);
  EXPECT_EQ(again, values);
  for (int64_t i = 0; i < 2 * 16 * 64; ++i) {
    const int64_t column = i / 1024 * 64 + i % 64, row = i / 64 % 16;
    ASSERT_EQ(code(got, i), row < m && column < n ? code(values, row * n + column) : 0) << "place " << i;
  }
  for (aclTensor *t : {x, y, z}) aclDestroyTensor(t);
  for (void *p : {in, out, back}) aclrtFree(p);
}
TEST(Views, TransDataNc1hwc0) {
  const int64_t c = 19, h = 2, w = 3;  // memory [2, 2, 2, 3, 16]
  check_blocked({2, c, h, w}, ACL_FORMAT_NCHW, ACL_FORMAT_NC1HWC0, {2, 2, h, w, 16}, [=](int64_t i) {
    const int64_t c0 = i % 16, x = i / 16 % w, y = i / 16 / w % h, c1 = i / 16 / w / h % 2, batch = i / 16 / w / h / 2;
    const int64_t channel = c1 * 16 + c0;
    return channel < c ? ((batch * c + channel) * h + y) * w + x : -1;
  });
}
TEST(Views, TransDataFractalZ) {
  const int64_t n = 17, c = 3, h = 1, w = 2;  // memory [1*1*2, 2, 16, 16]
  check_blocked({n, c, h, w}, ACL_FORMAT_NCHW, ACL_FORMAT_FRACTAL_Z, {h * w, 2, 16, 16}, [=](int64_t i) {
    const int64_t channel = i % 16, batch = i / 16 % 32, x = i / 512 % w, y = i / 512 / w;
    return channel < c && batch < n && y < h ? ((batch * c + channel) * h + y) * w + x : -1;
  });
}

}  // namespace
}  // namespace opstrata::operators
