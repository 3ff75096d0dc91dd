#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Shapes, MatchesPyTorchAndTheDefinitions) { EXPECT_EQ(run_operator_golden("shapes", rounded_once).size(), 20u); }

TEST(Shapes, NumbersThatAreNoneAreToldWithTheMessage) {
  for (GoldenCase c : read_golden("shapes")) {
    if (c.name != "CheckNumerics:float") continue;
    for (const float wrong : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      std::memcpy(c.inputs[0].data.data(), &wrong, sizeof(wrong));
      const std::string said = run_operator_case("CheckNumerics", c, {});
      EXPECT_NE(said.find(" failed: x: "), std::string::npos) << said;
      EXPECT_NE(said.find("text"), std::string::npos) << said;
    }
    return;
  }
  FAIL();
}

}  // namespace
}  // namespace opstrata::operators
