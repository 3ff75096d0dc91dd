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
std::vector<GoldenAttr> powers(ge::DataType type) {
  return {whole("axis", -1),      nearest(), whole("dst_type", type), whole("blocksize", 2), whole("scale_alg", 0),
          real("dst_type_max", 0)};
}

// Blocks of two with scales 2^e, whose codes are e + 127; the number of blocks is made even.
TEST(DynamicQuant, ScalesThatArePowersOfTwo) {
  GoldenCase c;
  c.inputs = {make_tensor<uint16_t>(ge::DT_FLOAT16, {1, 6}, {0x4800, 0x4400, 0x3800, 0xC200, 0, 0})};  // 8 4 0.5 -3 0 0
  c.outputs = {make_tensor<uint8_t>(ge::DT_FLOAT8_E4M3FN, {1, 6}, {0x78, 0x70, 0x68, 0xFC, 0, 0}),  // 256 128 64 -384
               make_tensor<uint8_t>(ge::DT_FLOAT8_E8M0, {1, 2, 2}, {127 - 5, 127 - 7, 0, 0})};
  c.attrs = powers(ge::DT_FLOAT8_E4M3FN);
  EXPECT_EQ(run_operator_case("DynamicMxQuant", c, {}), "");

  c.outputs = {
      make_tensor<uint8_t>(ge::DT_FLOAT8_E5M2, {1, 6}, {0x78, 0x74, 0x70, 0xFA, 0, 0}),  // 32768 16384 8192 -49152
      make_tensor<uint8_t>(ge::DT_FLOAT8_E8M0, {1, 2, 2}, {127 - 12, 127 - 14, 0, 0})};
  c.attrs = powers(ge::DT_FLOAT8_E5M2);
  EXPECT_EQ(run_operator_case("DynamicMxQuant", c, {}), "");

  c.outputs = {make_tensor<uint8_t>(ge::DT_FLOAT4_E2M1, {1, 6}, {0x46, 0xF2, 0}),  // 4 2 1 -6
               make_tensor<uint8_t>(ge::DT_FLOAT8_E8M0, {1, 2, 2}, {127 + 1, 127 - 1, 0, 0})};
  c.attrs = powers(ge::DT_FLOAT4_E2M1);
  EXPECT_EQ(run_operator_case("DynamicMxQuant", c, {}), "");
}

// The largest number of a block becomes the largest of the type.
TEST(DynamicQuant, SmallFloats) {
  GoldenCase c;
  c.inputs = {make_tensor<uint16_t>(ge::DT_FLOAT16, {2, 2}, {0x4700, 0xC300, 0, 0})};   // 7 -3.5 0 0
  c.outputs = {make_tensor<uint8_t>(ge::DT_FLOAT8_E4M3FN, {2, 2}, {0x7E, 0xF6, 0, 0}),  // 448 -224
               make_tensor<float>(ge::DT_FLOAT, {2, 1}, {0.015625F, 0})};
  c.attrs = {real("min_scale", 0),
             nearest(),
             whole("dst_type", ge::DT_FLOAT8_E4M3FN),
             whole("row_block_size", 1),
             whole("col_block_size", 128),
             real("dst_type_max", 0)};
  EXPECT_EQ(run_operator_case("DynamicBlockQuant", c, {}), "");
}

}  // namespace
}  // namespace opstrata::operators
