#include <gtest/gtest.h>

#include "support/golden_run.h"
#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(FlashAttention, MatchesPyTorch) { EXPECT_GE(run_operator_golden("flash_attention", rounded_once).size(), 5u); }
// Known only when the lengths of the sequences are.
TEST(FlashAttention, MasksThatAreTooSmallAreRefused) {
  size_t found = 0;
  for (const char *type : {"FlashAttentionScore", "FusedInferAttentionScore"}) {
    for (GoldenCase c : read_golden("flash_attention")) {
      if (c.name != std::string(type) + ":float/TND") continue;
      ++found;
      for (GoldenTensor &t : c.inputs) {
        if (t.present && t.dtype == ge::DT_BOOL) t = make_tensor<char>(ge::DT_BOOL, {2, 2}, {0, 0, 0, 0});
      }
      for (GoldenAttr &attr : c.attrs) {
        if (attr.name == "sparse_mode") attr.ints = {1};
      }
      const std::string text = run_operator_case(type, c, {});
      EXPECT_NE(text.find("atten_mask: shape [2, 2]"), std::string::npos) << text;
    }
  }
  EXPECT_EQ(found, 2u);
}

}  // namespace
}  // namespace opstrata::operators
