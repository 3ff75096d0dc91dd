// A process whose very first call launches an operator with attributes and without inference, as operator libraries do: the
// prototype that names the attributes must be found all the same.
#include <gtest/gtest.h>

#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "support/golden_run.h"
#include "support/two_phase.h"

namespace opstrata::operators {
namespace {

OP_TYPE_REGISTER(Exp);

TEST(FirstCall, AttributesWithoutInference) {
  DeviceTensor x(make_tensor<float>(ge::DT_FLOAT, {3}, {0, 1, 2}), false), y(make_tensor<float>(ge::DT_FLOAT, {3}, {0, 0, 0}), true);
  UniqueExecutor unique("first_call_test");
  aclOpExecutor *executor = unique.get();
  ASSERT_EQ(ADD_TO_LAUNCHER_LIST_AICORE(Exp, OP_INPUT(x.handle()), OP_OUTPUT(y.handle()), OP_ATTR(2.0f, 1.0f, 1.0f)), 0) << aclGetRecentErrMsg();
  const uint64_t size = executor->GetWorkspaceSize();
  unique.ReleaseTo(&executor);
  ASSERT_EQ(run_second_phase([](void *w, uint64_t n, aclOpExecutor *e, aclrtStream s) { return CommonOpExecutorRun(w, n, e, s); }, size, executor), 0);
  EXPECT_EQ(difference(make_tensor<float>(ge::DT_FLOAT, {3}, {2, 4, 8}), y.download(), {1, 0}), "");
}

}  // namespace
}  // namespace opstrata::operators
