// Three releases of two operators: release 2 adds an optional input before the attribute, release 3 another attribute.
#include "graph/operator_reg.h"
namespace ge {
REG_OP(Scale)
    .INPUT(x, "T")
    .INPUT(factor, "T")
#if RELEASE >= 2
    .OPTIONAL_INPUT(shift, "T")
#endif
    .OUTPUT(y, "T")
    .ATTR(axis, Int, -1)
#if RELEASE >= 3
    .ATTR(mode, String, "plain")
#endif
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(Scale)

REG_OP(Twice)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Twice)
}  // namespace ge
