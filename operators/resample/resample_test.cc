#include <gtest/gtest.h>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Resample, MatchesPyTorch) { EXPECT_GE(run_operator_golden("resample", rounded_once).size(), 18u); }

TEST(Resample, UpsamplingOfImagesMatchesPyTorch) {
  EXPECT_GE(run_operator_golden("resample/upsample", rounded_once).size(), 2u);
}

TEST(Resample, SizesFromAttributesMatchPyTorch) {
  EXPECT_EQ(run_operator_golden("resample/sizes", rounded_once).size(), 12u);
}

}  // namespace
}  // namespace opstrata::operators
