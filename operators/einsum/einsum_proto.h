/// @file
/// Prototype of Einstein sums.
#ifndef OPSTRATA_OPERATORS_EINSUM_PROTO_H_
#define OPSTRATA_OPERATORS_EINSUM_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = the sums of products of elements of the tensors x that `equation` says, as in "bij,bjk->bik" or
 * "...ij->...ji"; without an arrow the result has the letters that are there once. tensor_size: the number of
 * tensors.
 */
REG_OP(EinSum)
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(equation, String)
    .REQUIRED_ATTR(tensor_size, Int)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(EinSum)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_EINSUM_PROTO_H_
