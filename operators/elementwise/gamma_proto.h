/// @file
/// Prototypes of element-wise functions around the gamma function, and of steps between neighbouring numbers.
#ifndef OPSTRATA_OPERATORS_ELEMENTWISE_GAMMA_PROTO_H_
#define OPSTRATA_OPERATORS_ELEMENTWISE_GAMMA_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** z = the sum of (q + k)^-x over all whole k from 0 on; NaN for x < 1. */
REG_OP(Zeta)
    .INPUT(x, "T")
    .INPUT(q, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT}))
    .OP_END_FACTORY_REG(Zeta)

    /** z = the share of the gamma function of a that its integral up to x has. */
    REG_OP(Igamma)
    .INPUT(a, "T")
    .INPUT(x, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Igamma)

    /** z = 1 - Igamma. */
    REG_OP(Igammac)
    .INPUT(a, "T")
    .INPUT(x, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Igammac)

    /** y = the integral of e^t / t from minus infinity to x; NaN for negative x. */
    REG_OP(Expint)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Expint)

    /** output = the number after x1 in the direction of x2; both are broadcast. */
    REG_OP(NextAfter)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(output, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(NextAfter)

    /** y = log(1 + e^x). */
    REG_OP(BNLL)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_DOUBLE, DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(BNLL)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_ELEMENTWISE_GAMMA_PROTO_H_
