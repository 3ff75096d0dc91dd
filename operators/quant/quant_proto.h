/// @file
/// Prototypes of quantisation: numbers as small integers times a scale. Data types in attributes are given by their
/// numbers.
#ifndef OPSTRATA_OPERATORS_QUANT_PROTO_H_
#define OPSTRATA_OPERATORS_QUANT_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x * scale + offset as an integer, within the range of its type; sqrt_mode: x * scale * scale + offset.
 * round_mode: "Round" (to the nearest, halves to even), "Floor", "Ceil" or "Trunc".
 */
REG_OP(AscendQuant)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_INT8}))
    .REQUIRED_ATTR(scale, Float)
    .REQUIRED_ATTR(offset, Float)
    .ATTR(sqrt_mode, Bool, false)
    .ATTR(round_mode, String, "Round")
    .OP_END_FACTORY_REG(AscendQuant)

    /**
     * AscendQuant with scale and offset that are one number, or one for each slice of x along `axis`, or of any shape
     * that broadcasts to x. round_mode in small letters. dst_type: data type of y, 2 (DT_INT8) or 29 (DT_INT4).
     */
    REG_OP(AscendQuantV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(scale, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(offset, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_INT8, DT_INT4}))
    .ATTR(sqrt_mode, Bool, false)
    .ATTR(round_mode, String, "round")
    .ATTR(dst_type, Int, 2)
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(AscendQuantV2)

    /** y = (x + offset) * scale; sqrt_mode: (x + offset) * scale * scale. dtype: data type of y, 0 (DT_FLOAT) or 1
       (DT_FLOAT16). */
    REG_OP(AscendAntiQuant)
    .INPUT(x, TensorType({DT_INT8}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .REQUIRED_ATTR(scale, Float)
    .REQUIRED_ATTR(offset, Float)
    .ATTR(dtype, Int, 0)
    .ATTR(sqrt_mode, Bool, false)
    .OP_END_FACTORY_REG(AscendAntiQuant)

    /** AscendAntiQuant with scale and offset of shapes that broadcast to x. dst_type: data type of y, 1 (DT_FLOAT16) or
       27 (DT_BF16). */
    REG_OP(AscendAntiQuantV2)
    .INPUT(x, TensorType({DT_INT8, DT_INT4}))
    .INPUT(scale, TensorType({DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(offset, TensorType({DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16}))
    .ATTR(dst_type, Int, 1)
    .ATTR(sqrt_mode, Bool, false)
    .OP_END_FACTORY_REG(AscendAntiQuantV2)

    /**
     * y = scale and offset as 64 bits: bits 0 to 31 are those of scale, of which the lowest 13 are left out, bit 46 is
     * set, and with an offset bits 37 to 45 are those of the nearest integer to it, within [-256, 255]. One number of
     * either stands for all.
     */
    REG_OP(TransQuantParamV2)
    .INPUT(scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(offset, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_UINT64, DT_INT64}))
    .ATTR(round_mode, Int, 0)
    .OP_END_FACTORY_REG(TransQuantParamV2)

    /**
     * y = (x1 * x2 + bias) * scale, a product of matrices of integers, whose columns have a scale each (or one for
     * all): numbers, or as TransQuantParamV2 makes them. pertoken_scale: a further scale for each row. A bias that is
     * no integer is added behind the scales. offset: added to results that are integers, which are rounded to the
     * nearest. dtype: data type of y. group_size: only 0.
     */
    REG_OP(QuantBatchMatmulV3)
    .INPUT(x1, TensorType({DT_INT8, DT_INT4}))
    .INPUT(x2, TensorType({DT_INT8, DT_INT4}))
    .INPUT(scale, TensorType({DT_UINT64, DT_INT64, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(offset, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_INT32, DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(pertoken_scale, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_INT8, DT_INT32, DT_FLOAT}))
    .REQUIRED_ATTR(dtype, Int)
    .ATTR(transpose_x1, Bool, false)
    .ATTR(transpose_x2, Bool, false)
    .ATTR(group_size, Int, 0)
    .OP_END_FACTORY_REG(QuantBatchMatmulV3)

    /**
     * QuantBatchMatmulV3 with its parameters under other names: x2_scale and x2_offset are those of the columns,
     * x1_scale that of the rows; y_offset is added to each column before the latter. group_size: where its lowest 16
     * bits are not 0, blocks of so many elements along the depth, of as many columns as the next 16 bits say and of as
     * many rows as the 16 bits behind them (0: of one), have a number of x2_scale, and of x1_scale unless that is one
     * of rows; they stand as the matrices do; x2 is then (x2 - x2_offset) * x2_scale. y_scale, x1_offset and x2_table
     * are to be absent. compute_type: of no matter here.
     */
    REG_OP(QuantBatchMatmulV4)
    .INPUT(x1, TensorType({DT_INT8, DT_INT4, DT_FLOAT8_E4M3FN, DT_FLOAT8_E5M2, DT_HIFLOAT8}))
    .INPUT(x2, TensorType({DT_INT8, DT_INT4, DT_FLOAT8_E4M3FN, DT_FLOAT8_E5M2, DT_HIFLOAT8}))
    .OPTIONAL_INPUT(bias, TensorType({DT_INT32, DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(x1_scale, TensorType({DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(x2_scale, TensorType({DT_UINT64, DT_INT64, DT_FLOAT, DT_BF16, DT_FLOAT16}))
    .OPTIONAL_INPUT(y_scale, TensorType({DT_UINT64, DT_INT64, DT_FLOAT}))
    .OPTIONAL_INPUT(x1_offset, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(x2_offset, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OPTIONAL_INPUT(y_offset, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(x2_table, TensorType({DT_INT8}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_INT8, DT_INT32, DT_FLOAT}))
    .REQUIRED_ATTR(dtype, Int)
    .ATTR(compute_type, Int, -1)
    .ATTR(transpose_x1, Bool, false)
    .ATTR(transpose_x2, Bool, false)
    .ATTR(group_size, Int, -1)
    .OP_END_FACTORY_REG(QuantBatchMatmulV4)

    /**
     * y = x * ((weight + antiquant_offset) * antiquant_scale) + bias, a product of matrices. antiquant_scale and
     * antiquant_offset: one number, one for each column of weight, or with antiquant_group_size one for each column and
     * so many rows (the matrix stands as weight does, transposed or not). quant_scale, quant_offset: y is what
     * AscendQuantV2 makes of that. dtype: of no matter. inner_precise: of no matter here.
     */
    REG_OP(WeightQuantBatchMatmulV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16}))
    .INPUT(weight, TensorType({DT_INT8, DT_INT4}))
    .INPUT(antiquant_scale, TensorType({DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(antiquant_offset, TensorType({DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(quant_scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(quant_offset, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_INT8}))
    .ATTR(transpose_x, Bool, false)
    .ATTR(transpose_weight, Bool, false)
    .ATTR(antiquant_group_size, Int, 0)
    .ATTR(dtype, Int, -1)
    .ATTR(inner_precise, Int, 0)
    .OP_END_FACTORY_REG(WeightQuantBatchMatmulV2)

/**
 * y = x rounded to the nearest step between the ends min and max, which move so that 0 is a step: of 2^num_bits
 * steps, one less with narrow_range.
 */
REG_OP(FakeQuantWithMinMaxArgs)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(min, Float, -6.0f)
    .ATTR(max, Float, 6.0f)
    .ATTR(num_bits, Int, 8)
    .ATTR(narrow_range, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(FakeQuantWithMinMaxArgs)

/** FakeQuantWithMinMaxArgs with ends that are inputs of one number. */
REG_OP(FakeQuantWithMinMaxVars)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(min, TensorType({DT_FLOAT}))
    .INPUT(max, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(num_bits, Int, 8)
    .ATTR(narrow_range, Bool, false)
    .OP_END_FACTORY_REG(FakeQuantWithMinMaxVars)

/** FakeQuantWithMinMaxArgs with ends for each index of the last dimension. */
REG_OP(FakeQuantWithMinMaxVarsPerChannel)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(min, TensorType({DT_FLOAT}))
    .INPUT(max, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(num_bits, Int, 8)
    .ATTR(narrow_range, Bool, false)
    .OP_END_FACTORY_REG(FakeQuantWithMinMaxVarsPerChannel)

/** y = gradients where x lies between the ends, else 0. */
REG_OP(FakeQuantWithMinMaxArgsGradient)
    .INPUT(gradients, TensorType({DT_FLOAT}))
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(min, Float, -6.0f)
    .ATTR(max, Float, 6.0f)
    .ATTR(num_bits, Int, 8)
    .ATTR(narrow_range, Bool, false)
    .OP_END_FACTORY_REG(FakeQuantWithMinMaxArgsGradient)

/**
 * The gradients of FakeQuantWithMinMaxVars: those of x between the ends, and the sums of those below and above, of
 * min and max.
 */
REG_OP(FakeQuantWithMinMaxVarsGradient)
    .INPUT(gradients, TensorType({DT_FLOAT}))
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(min, TensorType({DT_FLOAT}))
    .INPUT(max, TensorType({DT_FLOAT}))
    .OUTPUT(backprops_wrt_x, TensorType({DT_FLOAT}))
    .OUTPUT(backprops_wrt_min, TensorType({DT_FLOAT}))
    .OUTPUT(backprops_wrt_max, TensorType({DT_FLOAT}))
    .ATTR(num_bits, Int, 8)
    .ATTR(narrow_range, Bool, false)
    .OP_END_FACTORY_REG(FakeQuantWithMinMaxVarsGradient)

/** FakeQuantWithMinMaxVarsGradient for each index of the last dimension. */
REG_OP(FakeQuantWithMinMaxVarsPerChannelGradient)
    .INPUT(gradients, TensorType({DT_FLOAT}))
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(min, TensorType({DT_FLOAT}))
    .INPUT(max, TensorType({DT_FLOAT}))
    .OUTPUT(backprops_wrt_x, TensorType({DT_FLOAT}))
    .OUTPUT(backprops_wrt_min, TensorType({DT_FLOAT}))
    .OUTPUT(backprops_wrt_max, TensorType({DT_FLOAT}))
    .ATTR(num_bits, Int, 8)
    .ATTR(narrow_range, Bool, false)
    .OP_END_FACTORY_REG(FakeQuantWithMinMaxVarsPerChannelGradient)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_QUANT_PROTO_H_
