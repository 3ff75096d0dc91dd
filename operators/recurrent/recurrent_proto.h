/// @file
/// Prototypes of recurrent networks: cells, and cells along the steps of sequences.
#ifndef OPSTRATA_OPERATORS_RECURRENT_PROTO_H_
#define OPSTRATA_OPERATORS_RECURRENT_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * A cell with long and short memory: gates = input_gates + hidden_gates (+ biases) [n, 4 hidden] are i, f, g, o; sigmoids but g, which is a hyperbolic
 * tangent. cy = f * cx + i * g, hy = o * tanh(cy), storage = the gates after their functions.
 */
REG_OP(ThnnFusedLstmCell)
    .INPUT(input_gates, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(hidden_gates, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(cx, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(input_bias, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(hidden_bias, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(hy, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(cy, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(storage, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(ThnnFusedLstmCell)

/** The gradients of ThnnFusedLstmCell by gates and cx; db, with has_bias, = the sum of dgates over n. */
REG_OP(ThnnFusedLstmCellGrad)
    .OPTIONAL_INPUT(dhy, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OPTIONAL_INPUT(dc, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(cx, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(cy, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(storage, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(dgates, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(dc_prev, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(db, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .REQUIRED_ATTR(has_bias, Bool)
    .OP_END_FACTORY_REG(ThnnFusedLstmCellGrad)

/**
 * The cell along the steps of x [steps, n, inputs], with w [inputs + hidden, 4 hidden] and b [4 hidden] for the gates i, j, f, o of the step's x and the
 * last h, and forget_bias added to f. y = output_h [steps, n, hidden]; i, j, f, o after their functions, tanhc = tanh(output_c). direction:
 * "UNIDIRECTIONAL", or "REDIRECTIONAL" from the last step to the first. seq_length [n]: h and c stay as they are beyond, y is 0 there. cell_clip,
 * if positive, bounds c. Peepholes, projections, masks and other functions are refused.
 */
REG_OP(DynamicRNN)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(w, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(b, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(seq_length, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(init_h, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(init_c, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(wci, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(wcf, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(wco, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(mask, TensorType({DT_UINT8}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(output_h, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(output_c, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(i, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(j, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(f, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(o, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(tanhc, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(cell_type, String, "LSTM")
    .ATTR(direction, String, "UNIDIRECTIONAL")
    .ATTR(cell_depth, Int, 1)
    .ATTR(use_peephole, Bool, false)
    .ATTR(keep_prob, Float, 1.0)
    .ATTR(cell_clip, Float, -1.0)
    .ATTR(num_proj, Int, 0)
    .ATTR(time_major, Bool, true)
    .ATTR(activation, String, "tanh")
    .ATTR(forget_bias, Float, 0.0)
    .ATTR(is_training, Bool, true)
    .OP_END_FACTORY_REG(DynamicRNN)

/**
 * A cell with gates z (update) and r (reset), in the order of gate_order ("zrh" or "rzh"), along the steps of x: new = tanh(its part of x weight_input +
 * bias_input + r * hidden_new), where hidden_new = its part of h weight_hidden + bias_hidden; h = (1 - z) * new + z * h. Without reset_after r multiplies h
 * before the product. seq_length and direction as those of DynamicRNN.
 */
REG_OP(DynamicGRUV2)
    .INPUT(x, TensorType({DT_FLOAT16}))
    .INPUT(weight_input, TensorType({DT_FLOAT16}))
    .INPUT(weight_hidden, TensorType({DT_FLOAT16}))
    .OPTIONAL_INPUT(bias_input, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(bias_hidden, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(seq_length, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(init_h, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(output_h, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(update, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(reset, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(new, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(hidden_new, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(direction, String, "UNIDIRECTIONAL")
    .ATTR(cell_depth, Int, 1)
    .ATTR(keep_prob, Float, 1.0)
    .ATTR(cell_clip, Float, -1.0)
    .ATTR(num_proj, Int, 0)
    .ATTR(time_major, Bool, true)
    .ATTR(activation, String, "tanh")
    .ATTR(gate_order, String, "zrh")
    .ATTR(reset_after, Bool, true)
    .ATTR(is_training, Bool, true)
    .OP_END_FACTORY_REG(DynamicGRUV2)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_RECURRENT_PROTO_H_
