/// @file
/// Prototypes of operators over lists of tensors (foreach/foreach.def): tensor i of y is made of tensor i of every list
/// and has its shape. The tensors of one list have shapes of their own, those of different lists have the same.
#ifndef OPSTRATA_OPERATORS_FOREACH_PROTO_H_
#define OPSTRATA_OPERATORS_FOREACH_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
// clang-format off
#define OPSTRATA_FOREACH_FLOATS TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE})
#define OPSTRATA_FOREACH_NUMBERS TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64})
#define OPSTRATA_FOREACH_ALL \
  TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_BOOL})
#define OPSTRATA_FOREACH_ONE TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64})
#define OPSTRATA_FOREACH_List .DYNAMIC_INPUT(x, "T")
#define OPSTRATA_FOREACH_ListNumber .DYNAMIC_INPUT(x, "T").INPUT(scalar, OPSTRATA_FOREACH_ONE)
#define OPSTRATA_FOREACH_ListNumbers .DYNAMIC_INPUT(x, "T").INPUT(scalars, OPSTRATA_FOREACH_ONE)
#define OPSTRATA_FOREACH_NumberList .INPUT(scalar, OPSTRATA_FOREACH_ONE).DYNAMIC_INPUT(x, "T")
#define OPSTRATA_FOREACH_ListMode .DYNAMIC_INPUT(x, "T").INPUT(roundMode, TensorType({DT_INT8}))
#define OPSTRATA_FOREACH_Lists .DYNAMIC_INPUT(x1, "T").DYNAMIC_INPUT(x2, "T")
#define OPSTRATA_FOREACH_ListsAlpha OPSTRATA_FOREACH_Lists.INPUT(alpha, OPSTRATA_FOREACH_ONE)
#define OPSTRATA_FOREACH_ListsWeight OPSTRATA_FOREACH_Lists.INPUT(weight, OPSTRATA_FOREACH_ONE)
#define OPSTRATA_FOREACH_ListsWeights OPSTRATA_FOREACH_Lists.DYNAMIC_INPUT(weights, "T")
#define OPSTRATA_FOREACH_ThreeListsNumber \
  OPSTRATA_FOREACH_Lists.DYNAMIC_INPUT(x3, "T").INPUT(scalar, OPSTRATA_FOREACH_ONE)
#define OPSTRATA_FOREACH_ThreeListsNumbers \
  OPSTRATA_FOREACH_Lists.DYNAMIC_INPUT(x3, "T").INPUT(scalars, OPSTRATA_FOREACH_ONE)
#define FOREACH(Name, Kind, Data, ...)              \
  REG_OP(Name)                                      \
  OPSTRATA_FOREACH_##Kind                           \
      .DYNAMIC_OUTPUT(y, "T")                       \
      .DATATYPE(T, OPSTRATA_FOREACH_##Data)         \
      .OP_END_FACTORY_REG(Name)

#include "foreach/foreach.def"
// clang-format on
#undef FOREACH

/**
 * y = the norms of the tensors of x, one number each. scalar: the order, 0 (elements that are not 0), any other number,
 * or an infinity.
 */
REG_OP(ForeachNorm)
    .DYNAMIC_INPUT(x, "T")
    .INPUT(scalar, OPSTRATA_FOREACH_ONE)
    .DYNAMIC_OUTPUT(y, "T")
    .DATATYPE(T, OPSTRATA_FOREACH_FLOATS)
    .OP_END_FACTORY_REG(ForeachNorm)

    /** The tensors of x are filled with zeros. */
    REG_OP(ForeachZeroInplace)
    .DYNAMIC_INPUT(x, "T")
    .DYNAMIC_OUTPUT(x, "T")
    .DATATYPE(T, OPSTRATA_FOREACH_ALL)
    .OP_END_FACTORY_REG(ForeachZeroInplace)

    /** scaled_grads *= inv_scale; found_inf = 1 if one of them was infinite or NaN, else it stays. */
    REG_OP(ForeachNonFiniteCheckAndUnscale)
    .DYNAMIC_INPUT(scaled_grads, "T")
    .INPUT(found_inf, TensorType({DT_FLOAT}))
    .INPUT(inv_scale, TensorType({DT_FLOAT}))
    .DYNAMIC_OUTPUT(scaled_grads, "T")
    .OUTPUT(found_inf, TensorType({DT_FLOAT}))
    .DATATYPE(T, OPSTRATA_FOREACH_FLOATS)
    .OP_END_FACTORY_REG(ForeachNonFiniteCheckAndUnscale)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_FOREACH_PROTO_H_
