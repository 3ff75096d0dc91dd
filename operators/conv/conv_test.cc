#include <gtest/gtest.h>

#include "aclnn_kernels/transdata.h"
#include "support/golden_run.h"
#include "support/launch.h"
#include "support/op_run.h"
#include "support/two_phase.h"

namespace l0op {
OP_TYPE_REGISTER(Conv2D);
/// Conv2D in private formats, as libraries for devices with cube units call it.
static const aclTensor *conv_of_blocks(const aclTensor *x, const aclTensor *filter,
                                       const opstrata::operators::GoldenCase &c, aclOpExecutor *executor) {
  const auto list = [&](const char *name) {
    const std::vector<int64_t> &values = c.ints.at(name);
    return executor->AllocIntArray(values.data(), values.size());
  };
  x = TransData(x, op::Format::FORMAT_NC1HWC0, 1, executor);
  filter = TransData(filter, op::Format::FORMAT_FRACTAL_Z, 1, executor);
  aclTensor *y = executor->AllocTensor(x->GetDataType(), op::Format::FORMAT_NC1HWC0, op::Format::FORMAT_NCHW);
  const aclTensor *none = nullptr;
  const aclIntArray *strides = list("strides"), *pads = list("pads"), *dilations = list("dilations");
  const int64_t groups = 1, offset = 0;
  OPSTRATA_INFER_AND_LAUNCH(Conv2D, nullptr, OP_INPUT(x, filter, none, none), OP_OUTPUT(y),
                            OP_ATTR(strides, pads, dilations, groups, "NCHW", offset));
  return TransData(y, op::Format::FORMAT_NCHW, 1, executor);
}
}  // namespace l0op

namespace opstrata::operators {
namespace {

TEST(Conv, MatchesPyTorch) { EXPECT_GE(run_operator_golden("conv", rounded_once).size(), 7u); }
TEST(Conv, LaterVersionsMatchPyTorch) { EXPECT_GE(run_operator_golden("conv/versions", rounded_once).size(), 8u); }

TEST(Conv, InPrivateFormats) {
  const auto selects = [](const GoldenCase &c) {
    return c.name.rfind("Conv2D:float16/", 0) == 0 && c.name.find("/NCHW/False") != std::string::npos &&
           c.int_attr("groups") == 1;
  };
  const size_t count = run_golden(
      "conv",
      [](const GoldenCase &c, Call &call) {
        return first_phase("Conv2D", &call.workspace_size, &call.executor, [&](aclOpExecutor *executor) -> aclnnStatus {
          for (aclTensor *t : {call.in[0], call.in[1], call.out[0]}) {
            t->SetViewFormat(op::Format::FORMAT_NCHW);
            t->SetOriginalFormat(op::Format::FORMAT_NCHW);
            t->SetStorageFormat(op::Format::FORMAT_NCHW);
          }
          return deliver(l0op::conv_of_blocks(call.in[0], call.in[1], c, executor), call.out[0], executor);
        });
      },
      CommonOpExecutorRun, [](const GoldenCase &c) { return rounded_once("Conv2D", c); }, selects);
  EXPECT_GE(count, 2u);
}

TEST(Conv, FiltersOfEachChannelMatchPyTorch) {
  EXPECT_EQ(run_operator_golden("conv/depthwise", rounded_once).size(), 3u);
}

}  // namespace
}  // namespace opstrata::operators
