// The functions of level0/*.h by results that follow from their definitions.
#include <gtest/gtest.h>

#include "level0/abs.h"
#include "level0/adjacent_difference.h"
#include "level0/arange.h"
#include "level0/axpy.h"
#include "level0/cumsum.h"
#include "level0/div.h"
#include "level0/dot.h"
#include "level0/equal.h"
#include "level0/exp.h"
#include "level0/expand.h"
#include "level0/fill.h"
#include "level0/gather_elements.h"
#include "level0/greater.h"
#include "level0/inplace_index_add.h"
#include "level0/kth_value.h"
#include "level0/less.h"
#include "level0/log.h"
#include "level0/logical_and.h"
#include "level0/logical_or.h"
#include "level0/masked_fill.h"
#include "level0/maximum.h"
#include "level0/minimum.h"
#include "level0/mod.h"
#include "level0/muls.h"
#include "level0/not_equal.h"
#include "level0/ones_like.h"
#include "level0/padv3.h"
#include "level0/pow.h"
#include "level0/reduce_any.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_mean_with_count.h"
#include "level0/reduce_min.h"
#include "level0/reduce_var.h"
#include "level0/right_shift.h"
#include "level0/rsqrt.h"
#include "level0/select.h"
#include "level0/sort.h"
#include "level0/split_v.h"
#include "level0/threshold.h"
#include "level0/topk.h"
#include "level0/zero_op.h"
#include "support/golden_run.h"
#include "support/two_phase.h"

namespace opstrata::operators {
namespace {

using Floats = std::vector<float>;
using Build = std::function<const aclTensor *(aclOpExecutor *)>;

/// Builds a result, runs it and gives its bytes as elements.
template <class T>
std::vector<T> run(ge::DataType dtype, const std::vector<int64_t> &shape, const Build &build) {
  GoldenTensor empty = make_tensor<T>(dtype, shape, {});
  empty.data.resize(static_cast<size_t>(empty.storage_elements) * sizeof(T));
  DeviceTensor out(empty, true);
  UniqueExecutor unique("level0_test");
  aclOpExecutor *executor = unique.get();
  const aclTensor *result = build(executor);
  if (result == nullptr) return ADD_FAILURE() << aclGetRecentErrMsg(), std::vector<T>();
  EXPECT_EQ(result->GetViewShape(), out.handle()->GetViewShape()) << op::ToString(result->GetViewShape()).GetString();
  EXPECT_EQ(deliver(result, out.handle(), executor), 0);
  const uint64_t size = executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  EXPECT_EQ(run_second_phase([](void *w, uint64_t n, aclOpExecutor *e, aclrtStream s) { return CommonOpExecutorRun(w, n, e, s); }, size, executor), 0);
  const std::vector<char> bytes = out.download();
  return {reinterpret_cast<const T *>(bytes.data()), reinterpret_cast<const T *>(bytes.data() + bytes.size())};
}
Floats floats(const std::vector<int64_t> &shape, const Build &build) { return run<float>(ge::DT_FLOAT, shape, build); }
std::vector<uint8_t> flags(const Build &build) { return run<uint8_t>(ge::DT_BOOL, {4}, build); }

struct Level0 : testing::Test {
  DeviceTensor a{make_tensor<float>(ge::DT_FLOAT, {4}, {1, -2, 3, 4}), false};
  DeviceTensor b{make_tensor<float>(ge::DT_FLOAT, {4}, {2, 2, 3, -1}), false};
  DeviceTensor m{make_tensor<float>(ge::DT_FLOAT, {2, 3}, {3, 1, 2, 6, 5, 4}), false};
  DeviceTensor mask{make_tensor<uint8_t>(ge::DT_BOOL, {4}, {1, 0, 1, 0}), false};
  DeviceTensor other{make_tensor<uint8_t>(ge::DT_BOOL, {4}, {1, 1, 0, 0}), false};
  const aclTensor *x = a.handle(), *y = b.handle();
};

TEST_F(Level0, OfOneTensor) {
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Abs(x, e); }), (Floats{1, 2, 3, 4}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::OnesLike(x, e); }), (Floats{1, 1, 1, 1}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::ZerosLike(x, e); }), (Floats{0, 0, 0, 0}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Muls(x, 0.5f, e); }), (Floats{0.5, -1, 1.5, 2}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Exp(l0op::ZerosLike(x, e), e); }), (Floats{1, 1, 1, 1}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Log(l0op::Abs(x, e), 2, 2, 0, e); })[0], 1);
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Rsqrt(l0op::Abs(x, e), e); })[3], 0.5f);
  const Scalar limit = make_scalar(2.5), value = make_scalar(7.0);
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Threshold(x, limit.get(), value.get(), e); }), (Floats{7, 7, 3, 4}));
}

TEST_F(Level0, OfTwoTensors) {
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Div(x, y, e); }), (Floats{0.5, -1, 1, -4}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Maximum(x, y, e); }), (Floats{2, 2, 3, 4}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Minimum(x, y, e); }), (Floats{1, -2, 3, -1}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Mod(x, y, e); }), (Floats{1, -0.0f, 0, 0}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Pow(x, y, e); }), (Floats{1, 4, 27, 0.25}));
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Axpy(x, y, 2, e); }), (Floats{5, 2, 9, 2}));
  EXPECT_EQ(floats({}, [&](aclOpExecutor *e) { return l0op::Dot(x, y, e); }), (Floats{3}));
  EXPECT_EQ(flags([&](aclOpExecutor *e) { return l0op::Equal(x, y, e); }), (std::vector<uint8_t>{0, 0, 1, 0}));
  EXPECT_EQ(flags([&](aclOpExecutor *e) { return l0op::NotEqual(x, y, e); }), (std::vector<uint8_t>{1, 1, 0, 1}));
  EXPECT_EQ(flags([&](aclOpExecutor *e) { return l0op::Greater(x, y, e); }), (std::vector<uint8_t>{0, 0, 0, 1}));
  EXPECT_EQ(flags([&](aclOpExecutor *e) { return l0op::Less(x, y, e); }), (std::vector<uint8_t>{1, 1, 0, 0}));
  EXPECT_EQ(flags([&](aclOpExecutor *e) { return l0op::LogicalAnd(mask.handle(), other.handle(), e); }), (std::vector<uint8_t>{1, 0, 0, 0}));
  EXPECT_EQ(flags([&](aclOpExecutor *e) { return l0op::LogicalOr(mask.handle(), other.handle(), e); }), (std::vector<uint8_t>{1, 1, 1, 0}));
  DeviceTensor bits(make_tensor<int32_t>(ge::DT_INT32, {2}, {-16, 40}), false), by(make_tensor<int32_t>(ge::DT_INT32, {2}, {2, 3}), false);
  EXPECT_EQ((run<int32_t>(ge::DT_INT32, {2}, [&](aclOpExecutor *e) { return l0op::RightShift(bits.handle(), by.handle(), e); })), (std::vector<int32_t>{-4, 5}));
}

TEST_F(Level0, Choices) {
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::SelectV2(mask.handle(), x, y, e); }), (Floats{1, 2, 3, -1}));
  const float nine = 9;
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::MaskedFill(x, mask.handle(), e->ConvertToTensor(&nine, 1, op::DataType::DT_FLOAT), e); }), (Floats{9, -2, 9, 4}));
  const IntArray shape = make_int_array({2, 4});
  EXPECT_EQ(floats({2, 4}, [&](aclOpExecutor *e) { return l0op::Expand(x, shape.get(), e); }), (Floats{1, -2, 3, 4, 1, -2, 3, 4}));
  EXPECT_EQ(floats({2, 4}, [&](aclOpExecutor *e) {
    return l0op::Fill(e->ConvertToTensor(shape.get(), op::DataType::DT_INT64), e->ConvertToTensor(&nine, 1, op::DataType::DT_FLOAT), shape.get(), e);
  }), (Floats{9, 9, 9, 9, 9, 9, 9, 9}));
  const Scalar start = make_scalar(1.0), end = make_scalar(3.0), step = make_scalar(0.5);
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) { return l0op::Arange(start.get(), end.get(), step.get(), x, false, e); }), (Floats{1, 1.5, 2, 2.5}));
  const IntArray pads = make_int_array({0, 1});
  EXPECT_EQ(floats({5}, [&](aclOpExecutor *e) {
    return l0op::PadV3(x, e->ConvertToTensor(pads.get(), op::DataType::DT_INT64), e->ConvertToTensor(&nine, 1, op::DataType::DT_FLOAT), "constant", true, e);
  }), (Floats{1, -2, 3, 4, 9}));
}

TEST_F(Level0, AlongDimensions) {
  const aclTensor *z = m.handle();
  const IntArray last = make_int_array({1});
  EXPECT_EQ(floats({2}, [&](aclOpExecutor *e) { return l0op::ReduceMean(z, last.get(), false, e); }), (Floats{2, 5}));
  EXPECT_EQ(floats({2, 1}, [&](aclOpExecutor *e) { return l0op::ReduceMin(z, last.get(), true, e); }), (Floats{1, 4}));
  EXPECT_EQ(floats({2}, [&](aclOpExecutor *e) { return std::get<0>(l0op::ReduceVar(z, last.get(), 1, false, true, e)); }), (Floats{1, 1}));
  EXPECT_EQ(floats({2, 3}, [&](aclOpExecutor *e) { return l0op::Cumsum(z, e->ConvertToTensor(last.get(), op::DataType::DT_INT64), e); }), (Floats{3, 4, 6, 6, 11, 15}));
  EXPECT_EQ(floats({2, 3}, [&](aclOpExecutor *e) { return std::get<0>(l0op::Sort(z, 1, true, true, op::DataType::DT_INT32, e)); }), (Floats{3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(floats({2, 2}, [&](aclOpExecutor *e) { return std::get<0>(l0op::Topk(z, 2, 1, true, true, op::DataType::DT_INT64, e)); }), (Floats{3, 2, 6, 5}));
  EXPECT_EQ(floats({2, 1}, [&](aclOpExecutor *e) { return std::get<0>(l0op::KthValue(z, 2, 1, e)); }), (Floats{2, 5}));
  EXPECT_EQ((run<uint8_t>(ge::DT_BOOL, {1}, [&](aclOpExecutor *e) { return l0op::ReduceAny(mask.handle(), make_int_array({0}).get(), true, e); })), std::vector<uint8_t>{1});
  const IntArray sizes = make_int_array({1, 2});
  EXPECT_EQ(floats({2, 2}, [&](aclOpExecutor *e) { return (*l0op::SplitV(z, sizes.get(), 1, e))[1]; }), (Floats{1, 2, 5, 4}));
}

TEST_F(Level0, ByIndex) {
  DeviceTensor index(make_tensor<int64_t>(ge::DT_INT64, {2, 1}, {2, 0}), false), rows(make_tensor<int64_t>(ge::DT_INT64, {2}, {3, 0}), false);
  DeviceTensor source(make_tensor<float>(ge::DT_FLOAT, {2}, {10, 20}), false);
  EXPECT_EQ(floats({2, 1}, [&](aclOpExecutor *e) { return l0op::GatherElements(m.handle(), 1, index.handle(), e); }), (Floats{2, 6}));
  const float two = 2;
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) {
    return l0op::InplaceIndexAddAiCore(x, 0, rows.handle(), source.handle(), e->ConvertToTensor(&two, 1, op::DataType::DT_FLOAT), e);
  }), (Floats{41, -2, 3, 24}));
  // The order of the indices: source 1 goes to row 0, source 0 to row 3.
  DeviceTensor z(make_tensor<float>(ge::DT_FLOAT, {4}, {1, -2, 3, 4}), false), sorted(make_tensor<int64_t>(ge::DT_INT64, {2}, {0, 3}), false);
  DeviceTensor pos(make_tensor<int32_t>(ge::DT_INT32, {2}, {1, 0}), false);
  EXPECT_EQ(floats({4}, [&](aclOpExecutor *e) {
    return l0op::InplaceIndexAddWithSorted(z.handle(), 0, sorted.handle(), pos.handle(), source.handle(), e->ConvertToTensor(&two, 1, op::DataType::DT_FLOAT), e);
  }), (Floats{41, -2, 3, 24}));
}

}  // namespace
}  // namespace opstrata::operators
