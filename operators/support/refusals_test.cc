// Attributes that make no sense are refused with the name of the parameter, before anything is computed.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
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
      {"space", "DepthToSpace", "block_size", {0}, {}, "", "block_size"},
      {"space", "DepthToSpace", "block_size", {kHuge}, {}, "", "block_size"},
      {"space", "DepthToSpace", "block_size", {3}, {}, "", "x"},
      {"space", "DepthToSpace", "mode", {}, {}, "RCD", "mode"},
      {"space", "SpaceToDepth", "data_format", {}, {}, "NCDHW", "data_format"},
      {"space", "SpaceToBatchNDD", "block_shape", {0, 3}, {}, "", "paddings"},
      {"space", "SpaceToBatchNDD", "block_shape", {kHuge, 3}, {}, "", "paddings"},
      {"space", "SpaceToBatchNDD", "paddings", {0, 0, -1, 0}, {}, "", "paddings"},
      {"space", "BatchToSpaceNDD", "crops", {99, 0, 0, 0}, {}, "", "x"},
      {"space", "BatchToSpaceD", "block_size", {3}, {}, "", "x"},
      {"space", "ShuffleChannel", "group", {5}, {}, "", "group"},
      {"space", "ConfusionTransposeD", "perm", {0, 0, 1}, {}, "", "perm"},
      {"space", "ReverseSequence", "seq_dim", {0}, {}, "", "seq_dim"},
      {"counting", "ConfusionMatrix", "num_classes", {0}, {}, "", "num_classes"},
      {"counting", "ConfusionMatrix", "dtype", {}, {}, "float64", "dtype"},
      {"counting", "Bucketize", "boundaries", {}, {3, 1, 2}, "", "boundaries"},
      {"einsum", "EinSum", "equation", {}, {}, "ij,jk->il", "equation"},
      {"einsum", "EinSum", "equation", {}, {}, "ij->ij", "equation"},
      {"einsum", "EinSum", "equation", {}, {}, "i1,jk", "equation"},
      {"einsum", "EinSum", "equation", {}, {}, "ijk,jk", "equation"},
      {"einsum", "EinSum", "equation", {}, {}, "ii,jk", "equation"},
      {"einsum", "EinSum", "tensor_size", {3}, {}, "", "tensor_size"},
      {"sums/combined", "Eltwise", "mode", {3}, {}, "", "mode"},
      {"sums/combined", "Eltwise", "coeff", {}, {1, 2}, "", "coeff"},
      {"sums/combined", "TransformBiasRescaleQkv", "num_heads", {5}, {}, "", "num_heads"},
      {"conv/depthwise", "DepthwiseConv2D", "strides", {1, 0, 1, 1}, {}, "", "strides"},
      {"conv/depthwise", "DepthwiseConv2D", "offset_x", {1}, {}, "", "offset_x"},
      {"counting", "HardMax", "axis", {3}, {}, "", "axis"},
      {"image", "LRN", "depth_radius", {-1}, {}, "", "depth_radius"},
      {"image", "LRN", "norm_region", {}, {}, "WITHIN_CHANNEL", "norm_region"},
      {"image", "ExtractImagePatches", "ksizes", {1, 0, 3, 1}, {}, "", "ksizes"},
      {"image", "ExtractImagePatches", "rates", {1, 1, kHuge, 1}, {}, "", "rates"},
      {"image", "ExtractImagePatches", "padding", {}, {}, "FULL", "padding"},
      {"image", "Dilation2D", "strides", {1, 1, kHuge, 1}, {}, "", "strides"},
      {"image", "Dilation2D", "data_format", {}, {}, "NCHW", "data_format"},
      {"quant/fake", "FakeQuantWithMinMaxArgs", "num_bits", {1}, {}, "", "num_bits"},
      {"quant/fake", "FakeQuantWithMinMaxArgs", "min", {}, {7}, "", "min"},
      {"loss/cosine", "CosineEmbeddingLoss", "reduction", {}, {}, "batchmean", "reduction"},
      {"loss/cosine", "CosineSimilarity", "dim", {3}, {}, "", "dim"},
      {"shapes", "DataFormatDimMap", "src_format", {}, {}, "NHW", "src_format"},
      {"diagonals", "MatrixDiagV3", "align", {}, {}, "LEFT", "align"},
      {"layout/views", "FlattenV2", "axis", {9}, {}, "", "axis"},
      {"layout/views", "SqueezeV2", "axis", {0}, {}, "", "axis"},
      {"layout/views", "Permute", "order", {0, 1, 1}, {}, "", "order"},
      {"layout/views", "MirrorPadGrad", "mode", {}, {}, "MIRROR", "mode"},
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

/// Values of whole numbers that a case's input gets instead of its own.
struct WrongInput {
  const char *family, *type;
  size_t input;
  std::vector<int64_t> values;
  const char *says;
};

/// Numbers in tensors that make no sense are refused, too: in the first phase where the host knows them, else when the operator runs.
TEST(Refusals, NameTheInputWhoseNumbersMakeNoSense) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  const WrongInput cases[] = {
      {"shapes", "InvertPermutation", 0, {1, 1, 1, 1, 1, 1, 1}, "x"},
      {"shapes", "DataFormatDimMap", 0, {0, 1, 2, 3, -1, -4, -2, 4}, "x"},
      {"shapes", "InvertPermutation", 0, {0, 1, 2, 3, 4, 5, 7}, "x"},
      {"shapes", "UnravelIndex", 0, {-1, 0, 0, 0, 0, 0}, "indices"},
      {"shapes", "UnravelIndex", 1, {1, 1, 1}, "indices"},
      {"shapes", "BroadcastArgs", 1, {4, 5}, "x2"},
      {"shapes", "BroadcastGradientArgs", 1, {4, 5}, "x2"},
      {"shapes", "ConcatOffset", 0, {3}, "concat_dim"},
      {"shapes", "Empty", 0, {-2, 3}, "shape"},
      {"space", "SpaceToBatchND", 1, {0, 2}, "paddings"},
      {"space", "SpaceToBatchND", 2, {kHuge, 0, 0, 0}, "paddings"},
      {"space", "BatchToSpaceND", 2, {-1, 0, 0, 0}, "crops"},
      {"space", "ReverseSequence", 1, {6, 0, 0}, "seq_lengths"},
      {"space", "ReverseSequence", 1, {-1, 0, 0}, "seq_lengths"},
      {"counting", "NthElement", 1, {7}, "n"},
      {"counting", "DenseBincount", 1, {-1}, "size"},
      {"sparse", "SparseSegmentSum", 1, {4, 0, 1, 3, 2, 0}, "indices"},
      {"sparse", "SparseSegmentSum", 2, {0, 1, 0, 2, 2, 4}, "segment_ids"},
      {"sparse", "DynamicPartition", 1, {4, 0, 0, 0, 0, 0}, "partitions"},
      {"sparse", "DynamicStitch", 0, {-1, 5}, "indices"},
      {"sparse", "SparseToDense", 0, {0, 1, 0, 1, 1, 3, 2, 2}, "indices"},
      {"sparse", "SparseToDense", 0, {0, 1, 1, 0, 1, 4, 2, 2}, "indices"},
      {"sparse", "SparseFillEmptyRows", 0, {5, 1, 0, 2, 3, 0}, "indices"},
      {"sparse", "SparseFillEmptyRows", 2, {1 << 20, 3}, "dense_shape"},
      {"sparse", "SparseTensorDenseMatMul", 0, {0, 1, 1, 0, 0, -1, 2, 2}, "x1_indices"},
      {"sparse", "InplaceUpdate", 1, {4, 0}, "indices"},
      {"optim/steps", "SparseApplyFtrl", 4, {2, 0, 4}, "indices"},
      {"diagonals", "MatrixDiagV3", 1, {4}, "num_rows"},
      {"diagonals", "MatrixDiagV3", 2, {2}, "num_rows"},
      {"diagonals", "MatrixDiagPartV3", 1, {9}, "k"},
      {"diagonals", "MatrixSetDiagV2", 2, {-9}, "k"},
      {"layout/views", "ExpandDims", 1, {7}, "axes"},
      {"layout/views", "SqueezeV3", 1, {0}, "axis"},
      {"layout/views", "UnsqueezeV3", 1, {0, 0}, "axes"},
      {"layout/views", "Concat", 0, {2}, "concat_dim"},
      {"layout/views", "StridedSliceGrad", 3, {0, 1, 1}, "begin"},
      {"layout/views", "StridedSliceAssign", 3, {1, 2, 1}, "input_value"},
  };
  for (const WrongInput &wrong : cases) {
    bool is_found = false;
    for (GoldenCase c : read_golden(wrong.family)) {
      if (c.name.rfind(std::string(wrong.type) + ":", 0) != 0) continue;
      GoldenTensor &x = c.inputs[wrong.input];
      const size_t item = x.dtype == ge::DT_INT64 ? 8 : 4;
      if (!x.present || (x.dtype != ge::DT_INT64 && x.dtype != ge::DT_INT32) || x.data.size() != wrong.values.size() * item)
        continue;
      is_found = true;
      ASSERT_EQ(run_operator_case(wrong.type, c, rounded_once(wrong.type, c)), "") << c.name;
      for (size_t i = 0; i < wrong.values.size(); ++i) std::memcpy(&x.data[i * item], &wrong.values[i], item);
      const std::string text = run_operator_case(wrong.type, c, {});
      EXPECT_NE(text.find(std::string("operator ") + wrong.type), std::string::npos) << c.name << ": " << text;
      EXPECT_NE(text.find(wrong.says), std::string::npos) << c.name << ": " << text;
      break;
    }
    EXPECT_TRUE(is_found) << wrong.type << " " << wrong.input;
  }
}

}  // namespace
}  // namespace opstrata::operators
