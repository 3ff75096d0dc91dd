// Attributes that make no sense are refused with the name of the parameter, before anything is computed.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

struct Wrong {
  const char *family, *type, *attr;
  std::vector<int64_t> ints;
  std::vector<double> reals;
  const char *text;
  const char *says;
};

TEST(Refusals, NameTheAttribute) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  const Wrong cases[] = {
      {"conv", "Conv2D", "strides", {1, 1, 0, 1}, {}, "", "strides"},
      {"conv", "Conv2D", "strides", {1, 1, kHuge, 1}, {}, "", "strides"},
      {"conv", "Conv2D", "pads", {0, 0, 0}, {}, "", "pads"},
      {"conv", "Conv2D", "pads", {0, 0, -1, 0}, {}, "", "pads"},
      {"conv", "Conv2D", "dilations", {1, 1, 9, 9}, {}, "", "filter"},
      {"conv", "Conv2D", "groups", {0}, {}, "", "groups"},
      {"conv", "Conv2D", "groups", {3}, {}, "", "groups"},
      {"conv", "Conv2D", "data_format", {}, {}, "NWHC", "data_format"},
      {"conv", "Conv2D", "offset_x", {1}, {}, "", "offset_x"},
      {"pool", "AvgPoolV2", "ksize", {1, 1, 0, 2}, {}, "", "ksize"},
      {"pool", "AvgPoolV2", "ksize", {1, 1, 100, 2}, {}, "", "ksize"},
      {"pool", "AvgPoolV2", "strides", {}, {}, "", "strides"},
      {"pool", "AvgPoolV2", "pads", {5, 5, 5, 5}, {}, "", "pads"},
      {"pool", "AvgPoolV2", "padding_mode", {}, {}, "FULL", "padding"},
      {"pool", "AvgPool3D", "pads", {1, 1}, {}, "", "pads"},
      {"pool", "AdaptiveAvgPool2d", "output_size", {1, 2, 3}, {}, "", "output_size"},
      {"resample", "GridSampler2D", "interpolation_mode", {}, {}, "linear", "interpolation_mode"},
      {"resample", "GridSampler2D", "padding_mode", {}, {}, "wrap", "padding_mode"},
      {"resample", "UpsampleNearest3d", "output_size", {1, 2}, {}, "", "x"},
      {"resample", "UpsampleNearest3d", "output_size", {1, 0, 2}, {}, "", "size"},
      {"quant", "AscendQuantV2", "round_mode", {}, {}, "up", "round_mode"},
      {"quant", "AscendQuantV2", "axis", {7}, {}, "", "axis"},
      {"quant", "QuantBatchMatmulV3", "group_size", {32}, {}, "", "group_size"},
      {"norm", "GroupNormSilu", "num_groups", {5}, {}, "", "num_groups"},
  };
  for (const Wrong &wrong : cases) {
    bool is_found = false;
    for (GoldenCase c : read_golden(wrong.family)) {
      if (c.name.rfind(std::string(wrong.type) + ":", 0) != 0) continue;
      ASSERT_EQ(run_operator_case(wrong.type, c, rounded_once(wrong.type, c)), "") << c.name;
      for (GoldenAttr &attr : c.attrs) {
        if (attr.name != wrong.attr) continue;
        is_found = true;
        attr.ints = wrong.ints;
        attr.reals = wrong.reals;
        attr.text = wrong.text;
      }
      const std::string text = run_operator_case(wrong.type, c, {});
      EXPECT_NE(text.find(std::string("operator ") + wrong.type), std::string::npos) << wrong.attr << ": " << text;
      EXPECT_NE(text.find(wrong.says), std::string::npos) << wrong.attr << ": " << text;
      break;
    }
    EXPECT_TRUE(is_found) << wrong.type << " " << wrong.attr;
  }
}

}  // namespace
}  // namespace opstrata::operators
