#ifndef HALVE_PROTO_H_
#define HALVE_PROTO_H_
#include "graph/operator_reg.h"
namespace ge {
/** y = x / 2 * times + offset */
REG_OP(Halve)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OPTIONAL_INPUT(offset, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .ATTR(times, Int, 1)
    .OP_END_FACTORY_REG(Halve)
}  // namespace ge
#endif
