#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Detection, MatchesDefinitionsAndPyTorchsGradients) {
  EXPECT_EQ(run_operator_golden("detection", rounded_once).size(), 21u);
}

}  // namespace
}  // namespace opstrata::operators
