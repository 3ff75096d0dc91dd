#include <gtest/gtest.h>

#include "support/golden_run.h"
#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(DynamicQuant, MatchesTheDefinitions) { EXPECT_GE(run_operator_golden("dynamic_quant", rounded_once).size(), 14u); }

GoldenAttr whole(const char *name, int64_t number) {
  GoldenAttr attr;
  attr.name = name;
  attr.ints = {number};
  return attr;
}
GoldenAttr real(const char *name, double number) {
  GoldenAttr attr;
  attr.name = name;
  attr.kind = 'f';
  attr.reals = {number};
  return attr;
}
GoldenAttr nearest() {
  GoldenAttr attr;
  attr.name = "round_mode";
  attr.kind = 's';
  attr.text = "rint";
  return attr;
}

// The largest number of a block becomes the largest of the type.
TEST(DynamicQuant, SmallFloats) {
  GoldenCase c;
  c.inputs = {make_tensor<uint16_t>(ge::DT_FLOAT16, {2, 2}, {0x4700, 0xC300, 0, 0})};   // 7 -3.5 0 0
  c.outputs = {make_tensor<uint8_t>(ge::DT_FLOAT8_E4M3FN, {2, 2}, {0x7E, 0xF6, 0, 0}),  // 448 -224
               make_tensor<float>(ge::DT_FLOAT, {2, 1}, {0.015625F, 0})};
  c.attrs = {real("min_scale", 0), nearest(), whole("dst_type", ge::DT_FLOAT8_E4M3FN), whole("row_block_size", 1),
             whole("col_block_size", 128)};
  EXPECT_EQ(run_operator_case("DynamicBlockQuant", c, {}), "");

  c.outputs = {make_tensor<uint8_t>(ge::DT_FLOAT8_E5M2, {2, 2}, {0x7B, 0xF7, 0, 0}),  // 57344 -28672
               make_tensor<float>(ge::DT_FLOAT, {2, 1}, {0.0001220703125F, 0})};
  c.attrs[2] = whole("dst_type", ge::DT_FLOAT8_E5M2);
  EXPECT_EQ(run_operator_case("DynamicBlockQuant", c, {}), "");
}

}  // namespace
}  // namespace opstrata::operators
