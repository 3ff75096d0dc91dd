/// @file
/// Prototypes of quantisation with scales that follow from the values, of tensors that are quantised behind an
/// activation or a normalisation, and of their way back. Types of results are given by their numbers: 2 (DT_INT8), 29
/// (DT_INT4), 3 (DT_INT32: eight integers of four bits in each, and an eighth of the last dimension), 34 (DT_HIFLOAT8),
/// 35 (DT_FLOAT8_E5M2), 36 (DT_FLOAT8_E4M3FN). Integers are rounded to the nearest, halves to even.
#ifndef OPSTRATA_OPERATORS_DYNAMIC_QUANT_PROTO_H_
#define OPSTRATA_OPERATORS_DYNAMIC_QUANT_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * Rows of x along its last dimension: scale = the largest |x| / the largest number of y's type, y = x / scale; before
 * that x is multiplied by smooth_scales, one for each column. With group_index, the ends of groups of rows, each group
 * has a row of smooth_scales. quant_mode: "pertoken", or "pertensor" for one scale.
 */
REG_OP(DynamicQuant)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(smooth_scales, TensorType({DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(group_index, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT8, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OUTPUT(scale, TensorType({DT_FLOAT}))
    .ATTR(dst_type, Int, 2)
    .ATTR(quant_mode, String, "pertoken")
    .OP_END_FACTORY_REG(DynamicQuant)

    /**
     * DynamicQuant; where is_symmetrical does not hold the smallest and the largest x become the borders of y's type:
     * scale = (max - min) / (largest - smallest number), offset = largest number - max / scale, y = x / scale + offset.
     */
    REG_OP(DynamicQuantV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(smooth_scales, TensorType({DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(group_index, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT8, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OUTPUT(scale, TensorType({DT_FLOAT}))
    .OUTPUT(offset, TensorType({DT_FLOAT}))
    .ATTR(dst_type, Int, 2)
    .ATTR(is_symmetrical, Bool, false)
    .ATTR(quant_mode, String, "pertoken")
    .OP_END_FACTORY_REG(DynamicQuantV2)

    /**
     * Matrices kronecker_p1 * x * kronecker_p2 of x [k, m, n], each of which is divided by quant_scale, its largest
     * absolute value * clip_ratio / 7.
     */
    REG_OP(FlatQuant)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16}))
    .INPUT(kronecker_p1, TensorType({DT_FLOAT16, DT_BF16}))
    .INPUT(kronecker_p2, TensorType({DT_FLOAT16, DT_BF16}))
    .OUTPUT(out, TensorType({DT_INT4, DT_INT32}))
    .OUTPUT(quant_scale, TensorType({DT_FLOAT}))
    .ATTR(clip_ratio, Float, 1.0f)
    .OP_END_FACTORY_REG(FlatQuant)

    /**
     * Blocks of row_block_size rows and col_block_size columns of the last two dimensions of x: scale = the largest |x|
     * / the largest number of y's type, at most 1 / min_scale (0: any), y = x / scale.
     */
    REG_OP(DynamicBlockQuant)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_INT8, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OUTPUT(scale, TensorType({DT_FLOAT}))
    .ATTR(min_scale, Float, 0.0f)
    .ATTR(round_mode, String, "rint")
    .ATTR(dst_type, Int, 35)
    .ATTR(row_block_size, Int, 1)
    .ATTR(col_block_size, Int, 128)
    .OP_END_FACTORY_REG(DynamicBlockQuant)

    /**
     * The last dimension of x is split into halves a and b, of which the first (activate_left) or the second is
     * activated; y = a * sigmoid(a) * b, quantised. quant_mode "dynamic": as DynamicQuant does, with smooth_scales;
     * scale = largest number / largest value, by which y was multiplied. "static": y = that * smooth_scales + offsets,
     * one number or one for each column. Groups of rows have a row of smooth_scales and offsets each; group_index:
     * their ends (group_list_type 0) or sizes (1).
     */
    REG_OP(SwiGluQuant)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(smooth_scales, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(offsets, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(group_index, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT8, DT_INT4}))
    .OUTPUT(scale, TensorType({DT_FLOAT}))
    .ATTR(activate_left, Bool, false)
    .ATTR(quant_mode, String, "static")
    .ATTR(group_list_type, Int, 0)
    .ATTR(dst_type, Int, 2)
    .OP_END_FACTORY_REG(SwiGluQuant)

    /**
     * y = swish(a) * b of the halves of x, quantised; x is first brought back from integers: (x + bias) * weight_scale
     * (one for each column) * activation_scale (one for each row), where a bias that is no integer is added behind the
     * scales. quant_mode "static": y = that / quant_scale + quant_offset; "dynamic": as DynamicQuant does, with
     * quant_scale as smooth scales. group_index: sizes of the groups of rows, which have a row each of weight_scale,
     * bias, quant_scale and quant_offset. activate_dim: only the last.
     */
    REG_OP(DequantSwigluQuant)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_INT32}))
    .OPTIONAL_INPUT(weight_scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(activation_scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32}))
    .OPTIONAL_INPUT(quant_scale, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(quant_offset, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(group_index, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT8, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OUTPUT(scale, TensorType({DT_FLOAT}))
    .ATTR(activate_left, Bool, false)
    .ATTR(quant_mode, String, "static")
    .ATTR(dst_type, Int, 2)
    .ATTR(round_mode, String, "rint")
    .ATTR(activate_dim, Int, -1)
    .OP_END_FACTORY_REG(DequantSwigluQuant)

    /**
     * y = (q - zero_point) * scale, q = x / scale + zero_point as an integer within [quant_min, quant_max]; mask: where
     * it did not leave that range. scale, zero_point: one number, or one for each slice of x along axis.
     */
    REG_OP(FakeQuantAffineCachemask)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(scale, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(zero_point, TensorType({DT_INT32, DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(mask, TensorType({DT_BOOL}))
    .REQUIRED_ATTR(axis, Int)
    .REQUIRED_ATTR(quant_min, Int)
    .REQUIRED_ATTR(quant_max, Int)
    .OP_END_FACTORY_REG(FakeQuantAffineCachemask)

    /**
     * y = x / scales + zero_points as an integer of type dtype: "torch.quint8", "torch.qint8" or "torch.qint32".
     * scales, zero_points: one number, or one for each slice of x along axis.
     */
    REG_OP(Quantize)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(scales, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16}))
    .OPTIONAL_INPUT(zero_points, TensorType({DT_INT32, DT_INT8, DT_UINT8, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_INT8, DT_UINT8, DT_INT32}))
    .REQUIRED_ATTR(dtype, String)
    .ATTR(axis, Int, 1)
    .OP_END_FACTORY_REG(Quantize)

    /** y = (x + bias) * weight_scale * activate_scale, an element of each for a column, of the last a row; a bias that
     * is no integer is added behind the scales. output_dtype: 1 (DT_FLOAT16) or 27 (DT_BF16). */
    REG_OP(DequantBias)
    .INPUT(x, TensorType({DT_INT32}))
    .INPUT(weight_scale, TensorType({DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(activate_scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16}))
    .REQUIRED_ATTR(output_dtype, Int)
    .OP_END_FACTORY_REG(DequantBias)

    /** y = x * scale + offset (one number), each group of rows with a row of scale; group_index: the ends of the
       groups. */
    REG_OP(GroupQuant)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(scale, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(group_index, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(offset, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_INT8, DT_INT4}))
    .ATTR(dst_type, Int, 2)
    .OP_END_FACTORY_REG(GroupQuant)

    /**
     * x = x1 + x2, rounded to its type; n = RmsNorm of that with gamma, plus beta. y1 = n / scales1 + zero_points1,
     * without div_mode n * scales1 + zero_points1; with scales2 y2 likewise. axis: only the last.
     */
    REG_OP(AddRmsNormQuant)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(gamma, "T")
    .INPUT(scales1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(scales2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(zero_points1, TensorType({DT_INT32, DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(zero_points2, TensorType({DT_INT32, DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(beta, "T")
    .OUTPUT(y1, TensorType({DT_INT8, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OUTPUT(y2, TensorType({DT_INT8, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OUTPUT(x, "T")
    .ATTR(axis, Int, -1)
    .ATTR(epsilon, Float, 1e-6f)
    .ATTR(div_mode, Bool, true)
    .ATTR(dst_type, Int, 2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AddRmsNormQuant)

    /**
     * x = x1 + x2, rounded to its type; n = RmsNorm of that with gamma, plus beta. y1, scale1 = DynamicQuant of n with
     * smooth_scale1, y2, scale2 with smooth_scale2. output_mask: which of the two are made; without it the first, and
     * with smooth_scale2 the second.
     */
    REG_OP(AddRmsNormDynamicQuant)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(gamma, "T")
    .OPTIONAL_INPUT(smooth_scale1, "T")
    .OPTIONAL_INPUT(smooth_scale2, "T")
    .OPTIONAL_INPUT(beta, "T")
    .OUTPUT(y1, TensorType({DT_INT8, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OUTPUT(y2, TensorType({DT_INT8, DT_INT4, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .OUTPUT(x, "T")
    .OUTPUT(scale1, TensorType({DT_FLOAT}))
    .OUTPUT(scale2, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 1e-6f)
    .ATTR(output_mask, ListBool, {})
    .ATTR(dst_type, Int, 2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AddRmsNormDynamicQuant)

    /** x = x1 + x2, rounded to its type; y1, rstd = RmsNorm of that in float32, y2 = the same in the type of x. */
    REG_OP(AddRmsNormCast)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(gamma, "T")
    .OUTPUT(y1, TensorType({DT_FLOAT}))
    .OUTPUT(y2, "T")
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .OUTPUT(x, "T")
    .ATTR(epsilon, Float, 1e-6f)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(AddRmsNormCast)

    /** y = (RmsNorm of x with gamma, plus beta) * scale + offset; gamma and beta have an element for each column, in
     * one dimension or two, scale and offset too, or one. */
    REG_OP(RmsNormQuant)
    .INPUT(x, "T")
    .INPUT(gamma, "T")
    .INPUT(beta, "T")
    .INPUT(scale, "T")
    .INPUT(offset, TensorType({DT_INT8, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_INT8, DT_INT4}))
    .ATTR(epsilon, Float, 1e-6f)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(RmsNormQuant)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_DYNAMIC_QUANT_PROTO_H_
