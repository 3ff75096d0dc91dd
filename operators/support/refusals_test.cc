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
      {"quant/blocks", "QuantBatchMatmulV4", "group_size", {3}, {}, "", "x2_scale"},
      {"norm", "GroupNormSilu", "num_groups", {5}, {}, "", "num_groups"},
      {"norm/steps", "GroupNormV2", "num_groups", {5}, {}, "", "num_groups"},
      {"pool/windows", "MaxPoolWithArgmaxV3", "strides", {0, 1}, {}, "", "strides"},
      {"pool/windows", "MaxPool", "padding", {}, {}, "FULL", "padding"},
      {"pool/windows", "AdaptiveMaxPool3D", "output_size", {1, 2}, {}, "", "output_size"},
      {"detection", "ROIAlign", "roi_end_mode", {4}, {}, "", "roi_end_mode"},
      {"detection", "ROIAlign", "pool_mode", {}, {}, "sum", "pool_mode"},
      {"detection", "IouV2", "mode", {}, {}, "giou", "mode"},
      {"detection", "BoundingBoxDecode", "max_shape", {9}, {}, "", "max_shape"},
      {"detection", "CropAndResize", "method", {}, {}, "cubic", "method"},
      {"loss/classes", "CrossEntropyLoss", "reduction", {}, {}, "batch", "reduction"},
      {"loss/classes", "CTCLossV2", "blank", {9}, {}, "", "blank"},
      {"recurrent", "DynamicRNN", "direction", {}, {}, "BIDIRECTIONAL", "direction"},
      {"recurrent", "DynamicGRUV2", "gate_order", {}, {}, "hzr", "gate_order"},
      {"index/segments", "EmbeddingBag", "mode", {}, {}, "min", "mode"},
      {"dynamic_quant", "DynamicQuant", "quant_mode", {}, {}, "perrow", "quant_mode"},
      {"dynamic_quant", "DynamicBlockQuant", "row_block_size", {0}, {}, "", "row_block_size"},
      {"dynamic_quant", "DynamicBlockQuant", "round_mode", {}, {}, "up", "round_mode"},
      {"dynamic_quant", "FlatQuant", "clip_ratio", {}, {0}, "", "clip_ratio"},
      {"dynamic_quant", "SwiGluQuant", "group_list_type", {2}, {}, "", "group_list_type"},
      {"dynamic_quant", "DequantSwigluQuant", "quant_mode", {}, {}, "often", "quant_mode"},
      {"dynamic_quant", "FakeQuantAffineCachemask", "quant_min", {kHuge}, {}, "", "quant_min"},
      {"dynamic_quant", "AddRmsNormQuant", "axis", {0}, {}, "", "axis"},
      {"flash_attention", "FlashAttentionScore", "head_num", {3}, {}, "", "query"},
      {"flash_attention", "FlashAttentionScore", "input_layout", {}, {}, "BHS", "input_layout"},
      {"flash_attention", "FlashAttentionScore", "sparse_mode", {9}, {}, "", "sparse_mode"},
      {"flash_attention", "FlashAttentionScore", "keep_prob", {}, {0}, "", "keep_prob"},
      {"flash_attention", "PromptFlashAttention", "num_key_value_heads", {3}, {}, "", "num_key_value_heads"},
      {"flash_attention", "IncreFlashAttention", "input_layout", {}, {}, "NDS", "input_layout"},
      {"experts", "MoeGatingTopK", "k", {13}, {}, "", "k"},
      {"experts", "MoeGatingTopK", "group_count", {5}, {}, "", "group_count"},
      {"experts", "MoeInitRoutingV2", "drop_pad_mode", {2}, {}, "", "drop_pad_mode"},
      {"experts", "MoeInitRoutingV3", "active_expert_range", {4, 2}, {}, "", "active_expert_range"},
      {"experts", "MoeTokenPermute", "padded_mode", {1}, {}, "", "padded_mode"},
      {"experts", "MoeReRouting", "idx_type", {1}, {}, "", "idx_type"},
      {"grouped_mat_mul", "GroupedMatmul", "group_type", {1}, {}, "", "group_type"},
      {"grouped_mat_mul", "GroupedMatmul", "act_type", {3}, {}, "", "act_type"},
      {"attention/rotations", "RotaryPositionEmbedding", "mode", {4}, {}, "", "mode"},
      {"attention/rotations", "RotaryMul", "rotary_mode", {}, {}, "thirds", "rotary_mode"},
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
