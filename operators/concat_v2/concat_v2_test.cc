#include <gtest/gtest.h>

#include "aclnnop/aclnn_cat.h"
#include "support/golden_run.h"

namespace opstrata::operators {
namespace {

TEST(ConcatV2, MatchesPyTorch) {
  // The list must live until phase two; its tensors belong to the case.
  static std::vector<aclTensorList *> lists;
  const auto first = [](const GoldenCase &c, Call &call) {
    lists.push_back(aclCreateTensorList(call.in.data(), call.in.size()));
    return aclnnCatGetWorkspaceSize(lists.back(), c.int_attr("dim"), call.out[0], &call.workspace_size, &call.executor);
  };
  EXPECT_GE(run_golden("concat_v2", first, aclnnCat, exact), 47u);
}

}  // namespace
}  // namespace opstrata::operators
