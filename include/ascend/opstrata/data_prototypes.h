/// @file
/// Prototypes of what feeds a graph: array_ops.h of the operator folder and that of the test kit have them from here.
#ifndef OPSTRATA_DATA_PROTOTYPES_H_
#define OPSTRATA_DATA_PROTOTYPES_H_

#include "graph/operator_reg.h"

namespace ge {

/** An input of the graph; `index` is its position. */
REG_OP(Data)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(index, Int, 0)
    .OP_END_FACTORY_REG(Data)

    /** A constant. */
    REG_OP(Const)
    .OUTPUT(y, TensorType::ALL())
    .ATTR(value, Tensor, Tensor())
    .OP_END_FACTORY_REG(Const)

    /** A value that lives longer than a run of the graph. */
    REG_OP(Variable)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(index, Int, 0)
    .ATTR(value, Tensor, Tensor())
    .ATTR(container, String, "")
    .ATTR(shared_name, String, "")
    .OP_END_FACTORY_REG(Variable)

}  // namespace ge

#endif  // OPSTRATA_DATA_PROTOTYPES_H_
