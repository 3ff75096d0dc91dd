#include <gtest/gtest.h>

#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "aclnnop/aclnn_index_select.h"
#include "level0/gather_v2.h"
#include "support/golden_run.h"
#include "support/two_phase.h"

namespace opstrata::operators {
namespace {

TEST(GatherV2, MatchesPyTorch) {
  const auto first = [](const GoldenCase &c, Call &call) {
    return aclnnGatherV2GetWorkspaceSize(call.in[0], c.int_attr("dim"), call.in[1], call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("gather_v2", first, aclnnGatherV2, exact), 48u);
}

TEST(GatherV2, IndexSelectAndEmbeddingGiveTheSame) {
  const auto vectors = [](const GoldenCase &c) { return c.inputs[1].shape.size() == 1 && c.name != "float/negative"; };
  const auto select = [](const GoldenCase &c, Call &call) {
    return aclnnIndexSelectGetWorkspaceSize(call.in[0], c.int_attr("dim"), call.in[1], call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("gather_v2", select, aclnnIndexSelect, exact, vectors), 20u);
  const auto rows = [](const GoldenCase &c) { return c.name.find("/rows") != std::string::npos; };
  const auto embedding = [](const GoldenCase &, Call &call) {
    return aclnnEmbeddingGetWorkspaceSize(call.in[0], call.in[1], call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("gather_v2", embedding, aclnnEmbedding, exact, rows), 20u);
}

TEST(GatherV2, BatchDimensions) {
  DeviceTensor x(make_tensor<int32_t>(ge::DT_INT32, {2, 3}, {1, 2, 3, 4, 5, 6}), false);
  DeviceTensor indices(make_tensor<int32_t>(ge::DT_INT32, {2, 2}, {2, 0, 1, 1}), false);
  const GoldenTensor expected = make_tensor<int32_t>(ge::DT_INT32, {2, 2}, {3, 1, 5, 5});
  DeviceTensor y(expected, true);
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  ASSERT_EQ(first_phase("batchTest", &size, &executor,
                        [&](aclOpExecutor *e) { return deliver(l0op::GatherV2(x.handle(), 1, indices.handle(), e, 1), y.handle(), e); }), 0);
  ASSERT_EQ(run_second_phase(CommonOpExecutorRun, size, executor), 0);
  EXPECT_EQ(difference(expected, y.download(), {}), "");
}

TEST(GatherV2, PositionOutOfRangeFailsTheRun) {
  DeviceTensor x(make_tensor<float>(ge::DT_FLOAT, {3}, {1, 2, 3}), false);
  DeviceTensor y(make_tensor<float>(ge::DT_FLOAT, {1}, {0}), true);
  uint64_t size = 0;
  for (const int64_t position : {int64_t{3}, int64_t{-1}, INT64_MIN}) {
    DeviceTensor index(make_tensor<int64_t>(ge::DT_INT64, {1}, {position}), false);
    aclOpExecutor *executor = nullptr;
    ASSERT_EQ(aclnnIndexSelectGetWorkspaceSize(x.handle(), 0, index.handle(), y.handle(), &size, &executor), 0);
    EXPECT_NE(run_second_phase(aclnnIndexSelect, size, executor), 0) << position;
  }
}

}  // namespace
}  // namespace opstrata::operators
