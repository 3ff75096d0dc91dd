/// @file
/// Prototypes of operators whose results are as large as the data decides: positions of elements, selections, distinct elements. A graph
/// plans them for the largest size that is possible; the kernel tells the real one.
#ifndef OPSTRATA_OPERATORS_SETS_PROTO_H_
#define OPSTRATA_OPERATORS_SETS_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = the positions of the elements of x that are not 0, one a row; with `transpose` one a column. */
REG_OP(NonZero)
    .INPUT(x, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64,
                          DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_INT64, DT_INT32}))
    .ATTR(transpose, Bool, false)
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(NonZero)

/** y = the positions of the elements of x that are not 0, one a row. */
REG_OP(Where)
    .INPUT(x, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL}))
    .OUTPUT(y, TensorType({DT_INT64}))
    .OP_END_FACTORY_REG(Where)

/** y = the elements of x where mask is true, one after another; the two are broadcast against each other. */
REG_OP(MaskedSelect)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_BOOL}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64,
                             DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MaskedSelect)

/** MaskedSelect. */
REG_OP(MaskedSelectV2)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_BOOL}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(MaskedSelectV2)

/** MaskedSelect. */
REG_OP(MaskedSelectV3)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_BOOL}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64,
                             DT_BOOL}))
    .OP_END_FACTORY_REG(MaskedSelectV3)

/** y = x with the elements where mask is true replaced by those of updates, one after another. */
REG_OP(MaskedScatter)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_BOOL}))
    .INPUT(updates, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_BOOL}))
    .OP_END_FACTORY_REG(MaskedScatter)

/** y = the distinct elements of x in the order of their first places; idx = the place in y of each element of x. */
REG_OP(Unique)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_idx, Type, DT_INT32)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Unique)

/** Unique; count = how often each element of y stands in x. */
REG_OP(UniqueWithCounts)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(count, TensorType({DT_INT32, DT_INT64}))
    .REQUIRED_ATTR(out_idx, Type)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_STRING}))
    .OP_END_FACTORY_REG(UniqueWithCounts)

/** UniqueWithCounts of the slices of x along the dimension `axis`; an axis without a value stands for all elements of a vector. */
REG_OP(UniqueWithCountsExt2)
    .INPUT(x, "T")
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(count, TensorType({DT_INT32, DT_INT64}))
    .REQUIRED_ATTR(out_idx, Type)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_STRING}))
    .OP_END_FACTORY_REG(UniqueWithCountsExt2)

/** y = the distinct elements of x in ascending order; inverse = the place in y of each element of x, count = how often each is there. */
REG_OP(UniqueWithCountsAndSorting)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .OUTPUT(inverse, TensorType({DT_INT64}))
    .OUTPUT(count, TensorType({DT_INT64}))
    .ATTR(sorted, Bool, true)
    .ATTR(return_inverse, Bool, false)
    .ATTR(return_counts, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64,
                             DT_BOOL}))
    .OP_END_FACTORY_REG(UniqueWithCountsAndSorting)

/** y = x without the elements (slices along `axis`; 1000: elements) that equal the one before them; idx = the place in y of each. */
REG_OP(UniqueConsecutive)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(count, TensorType({DT_INT32, DT_INT64}))
    .ATTR(return_idx, Bool, false)
    .ATTR(return_counts, Bool, false)
    .ATTR(axis, Int, 1000)
    .ATTR(out_idx, Type, DT_INT64)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64,
                             DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(UniqueConsecutive)

/** y = every slice of x along `axis` (1000: every element) as often as repeats says, which is one number or one for each. */
REG_OP(RepeatInterleave)
    .INPUT(x, "T")
    .INPUT(repeats, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .ATTR(axis, Int, 1000)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64,
                             DT_BOOL}))
    .OP_END_FACTORY_REG(RepeatInterleave)

/** x_grad = the sums of the slices of y_grad along `axis` that come from one slice. */
REG_OP(RepeatInterleaveGrad)
    .INPUT(y_grad, "T")
    .INPUT(repeats, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(x_grad, "T")
    .ATTR(axis, Int, -1)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(RepeatInterleaveGrad)

/** UniqueWithCountsExt2 without the counts. */
REG_OP(UniqueExt2)
    .INPUT(x, "T")
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_idx, Type, DT_INT32)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_DOUBLE}))
    .OP_END_FACTORY_REG(UniqueExt2)

/** out = the elements of the vector x that are not in the vector y, in their order; idx = their places in x. */
REG_OP(ListDiff)
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OUTPUT(out, "T")
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_idx, Type, DT_INT32)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_UINT8, DT_INT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(ListDiff)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SETS_PROTO_H_
