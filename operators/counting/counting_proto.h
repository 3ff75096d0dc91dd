/// @file
/// Prototypes of operators that count classes and bins, or that tell what comes at which place in an order.
#ifndef OPSTRATA_OPERATORS_COUNTING_PROTO_H_
#define OPSTRATA_OPERATORS_COUNTING_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y[i] = whether class x2[i] is among the k with the largest x1[i]; classes that are equal to the last one of these
 * are, too. False where the class does not exist, where its number is not finite, or with NaN in the row.
 */
REG_OP(InTopK)
    .INPUT(x1, TensorType({DT_FLOAT}))
    .INPUT(x2, TensorType::IndexNumberType())
    .INPUT(k, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(InTopK)

    /** InTopK. */
    REG_OP(InTopKV2)
    .INPUT(predictions, TensorType({DT_FLOAT}))
    .INPUT(targets, TensorType::IndexNumberType())
    .INPUT(k, TensorType::IndexNumberType())
    .OUTPUT(precision, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(InTopKV2)

    /** InTopK with k as an attribute. */
    REG_OP(InTopKD)
    .INPUT(x1, TensorType({DT_FLOAT}))
    .INPUT(x2, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .REQUIRED_ATTR(k, Int)
    .OP_END_FACTORY_REG(InTopKD)

    /**
     * y[l, p] = how often predictions are p where labels are l, or the sum of the weights there. dtype: float32,
     * float16, int32, int8 or uint8.
     */
    REG_OP(ConfusionMatrix)
    .INPUT(labels, TensorType({DT_FLOAT, DT_INT32, DT_FLOAT16, DT_INT8, DT_UINT8}))
    .INPUT(predictions, TensorType({DT_FLOAT, DT_INT32, DT_FLOAT16, DT_INT8, DT_UINT8}))
    .OPTIONAL_INPUT(weights, TensorType({DT_FLOAT, DT_INT32, DT_FLOAT16, DT_INT8, DT_UINT8}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32, DT_FLOAT16, DT_INT8, DT_UINT8}))
    .REQUIRED_ATTR(num_classes, Int)
    .REQUIRED_ATTR(dtype, String)
    .OP_END_FACTORY_REG(ConfusionMatrix)

    /**
     * output[..., i] = how often i stands in the vector or row of input, or the sum of the weights there when there are
     * any; 1 for at least once with binary_output. Numbers from `size` on do not count.
     */
    REG_OP(DenseBincount)
    .INPUT(input, TensorType({DT_INT32, DT_INT64}))
    .INPUT(size, TensorType({DT_INT32, DT_INT64}))
    .INPUT(weights, "T")
    .OUTPUT(output, "T")
    .ATTR(binary_output, Bool, false)
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(DenseBincount)

    /** y = how many of the ascending boundaries are at most x. */
    REG_OP(Bucketize)
    .INPUT(x, TensorType({DT_INT32, DT_INT64, DT_DOUBLE, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_INT32}))
    .REQUIRED_ATTR(boundaries, ListFloat)
    .OP_END_FACTORY_REG(Bucketize)

    /** y = the element with the number n of each row of x in ascending (with `reverse` descending) order. */
    REG_OP(NthElement)
    .INPUT(x, "T")
    .INPUT(n, TensorType({DT_INT32}))
    .OUTPUT(y, "T")
    .ATTR(reverse, Bool, false)
    .DATATYPE(T,
              TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_DOUBLE}))
    .OP_END_FACTORY_REG(NthElement)

    /** y = 1 at the first largest element along `axis`, else 0. */
    REG_OP(HardMax)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(axis, Int, -1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(HardMax)

    /** y = how many bits of x are set. */
    REG_OP(PopulationCount)
    .INPUT(x, TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .OUTPUT(y, TensorType({DT_UINT8}))
    .OP_END_FACTORY_REG(PopulationCount)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_COUNTING_PROTO_H_
