#include "graph/operator_reg.h"
#ifndef SETTINGS
#error "what the target links privately is missing"
#endif
namespace ge {
REG_OP(Scale)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(factor, Float, 1.0)
    // more
    .OP_END_FACTORY_REG(Scale)
}  // namespace ge
