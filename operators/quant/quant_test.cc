#include <gtest/gtest.h>

#include "support/golden_run.h"
#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Quant, MatchesTheDefinitions) { EXPECT_GE(run_operator_golden("quant", rounded_once).size(), 7u); }

TEST(Quant, BlocksMatchPyTorch) { EXPECT_EQ(run_operator_golden("quant/blocks", rounded_once).size(), 1u); }

GoldenAttr attribute(const char *name, char kind, int64_t number, const char *text = "") {
  GoldenAttr attr;
  attr.name = name;
  attr.kind = kind;
  attr.ints = {number};
  attr.text = text;
  return attr;
}
constexpr unsigned char kFour[] = {0x81, 0x27};  // 1, -8, 7, 2
GoldenTensor four(const std::vector<int64_t> &shape) {
  GoldenTensor t = make_tensor<unsigned char>(ge::DT_INT4, shape, {});
  t.data.assign(reinterpret_cast<const char *>(kFour), reinterpret_cast<const char *>(kFour) + sizeof(kFour));
  return t;
}

// Two elements a byte, the first in the lower bits.
TEST(Quant, IntegersOfFourBits) {
  GoldenCase c;
  c.inputs = {make_tensor<float>(ge::DT_FLOAT, {4}, {1.4F, -9, 7.6F, 2.5F}),
              make_tensor<float>(ge::DT_FLOAT, {1}, {1})};
  c.outputs = {four({4})};
  c.attrs = {attribute("sqrt_mode", 'b', 0), attribute("round_mode", 's', 0, "round"),
             attribute("dst_type", 'i', ge::DT_INT4), attribute("axis", 'i', -1)};
  EXPECT_EQ(run_operator_case("AscendQuantV2", c, {}), "");

  c.inputs = {four({4}), make_tensor<float>(ge::DT_FLOAT, {1}, {0.5F}), make_tensor<float>(ge::DT_FLOAT, {1}, {1})};
  c.outputs = {make_tensor<uint16_t>(ge::DT_FLOAT16, {4}, {0x3C00, 0xC300, 0x4400, 0x3E00})};  // 1, -3.5, 4, 1.5
  c.attrs = {attribute("dst_type", 'i', ge::DT_FLOAT16), attribute("sqrt_mode", 'b', 0)};
  EXPECT_EQ(run_operator_case("AscendAntiQuantV2", c, {}), "");

  c.inputs = {make_tensor<int8_t>(ge::DT_INT8, {1, 2}, {3, -2}), four({2, 2}),
              make_tensor<float>(ge::DT_FLOAT, {1}, {0.5F})};
  c.outputs = {make_tensor<float>(ge::DT_FLOAT, {1, 2}, {-5.5F, -14})};
  c.attrs = {attribute("dtype", 'i', ge::DT_FLOAT), attribute("transpose_x1", 'b', 0),
             attribute("transpose_x2", 'b', 0), attribute("group_size", 'i', 0)};
  EXPECT_EQ(run_operator_case("QuantBatchMatmulV3", c, {}), "");
}

// Blocks of two elements along the depth; scales that are powers of two alone are refused by name.
TEST(Quant, BlocksOfSmallFloats) {
  const auto absent = [] {
    GoldenTensor t;
    t.present = false;
    return t;
  };
  GoldenCase c;
  c.inputs = {make_tensor<uint8_t>(ge::DT_FLOAT8_E4M3FN, {1, 4}, {0x38, 0x40, 0x38, 0x38}),  // 1 2 1 1, scaled 2 4 1 1
              make_tensor<uint8_t>(ge::DT_FLOAT8_E4M3FN, {4, 2}, std::vector<uint8_t>(8, 0x38)), absent(),
              make_tensor<float>(ge::DT_FLOAT, {1, 2}, {2, 1}),
              make_tensor<float>(ge::DT_FLOAT, {2, 2}, {1, 0.5F, 4, 1})};  // columns 1 1 4 4, 0.5 0.5 1 1
  c.outputs = {make_tensor<float>(ge::DT_FLOAT, {1, 2}, {14, 5})};
  c.attrs = {attribute("dtype", 'i', ge::DT_FLOAT), attribute("compute_type", 'i', -1),
             attribute("transpose_x1", 'b', 0), attribute("transpose_x2", 'b', 0),
             attribute("group_size", 'i', (int64_t{1} << 32) + (1 << 16) + 2)};
  EXPECT_EQ(run_operator_case("QuantBatchMatmulV4", c, {}), "");

  for (size_t scales : {3U, 4U}) {
    GoldenCase powers = c;
    powers.inputs[scales] = make_tensor<uint8_t>(ge::DT_FLOAT8_E8M0, {1, 2}, {127, 127});
    const std::string refused = run_operator_case("QuantBatchMatmulV4", powers, {});
    const std::string name = scales == 3 ? "x1_scale" : "x2_scale";
    EXPECT_NE(refused.find(name + " has data type DT_FLOAT8_E8M0"), std::string::npos) << refused;
  }
}

TEST(Quant, FakeOnesMatchPyTorchAndTheDefinitions) { EXPECT_EQ(run_operator_golden("quant/fake", rounded_once).size(), 6u); }

}  // namespace
}  // namespace opstrata::operators
