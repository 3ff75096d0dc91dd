/// @file
/// Prototypes of activations that look further than one element: units that multiply two halves of a tensor, rectifiers
/// with learned slopes, masked softmax, and gradients.
#ifndef OPSTRATA_OPERATORS_GATED_PROTO_H_
#define OPSTRATA_OPERATORS_GATED_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = x where it is positive, else weight * x; weight: one number, or one for each channel, the second dimension. */
REG_OP(PRelu)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(weight, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(PRelu)

    /** dx, da = the gradients of PRelu with respect to x (features) and weight. */
    REG_OP(PReluGrad)
    .INPUT(grads, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(features, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(weights, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(dx, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(da, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(PReluGrad)

    /** y = x * P(normal <= x); approximate: "none", or "tanh" for its form with a hyperbolic tangent. */
    REG_OP(GeluV2)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .ATTR(approximate, String, "none")
    .OP_END_FACTORY_REG(GeluV2)

    /** z = dy * the slope of GeluV2 at x. */
    REG_OP(GeluGradV2)
    .INPUT(dy, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(z, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .ATTR(approximate, String, "none")
    .OP_END_FACTORY_REG(GeluGradV2)

    /** x is split along dim into halves a and b; y = a * sigmoid(a) * b. */
    REG_OP(SwiGlu)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(dim, Int, -1)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(SwiGlu)

    /** x_grad = the gradient of SwiGlu. */
    REG_OP(SwiGluGrad)
    .INPUT(y_grad, "T")
    .INPUT(x, "T")
    .OUTPUT(x_grad, "T")
    .ATTR(dim, Int, -1)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(SwiGluGrad)

    /**
     * x is split along dim into halves; gelu = GeluV2 of the second (the first with activate_left), y = the other times
     * that. approximate: 0 for "none", 1 for "tanh".
     */
    REG_OP(GeGluV2)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .OUTPUT(gelu, "T")
    .ATTR(dim, Int, -1)
    .ATTR(approximate, Int, 1)
    .ATTR(activate_left, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(GeGluV2)

    /** dx = the gradient of GeGluV2; gelu as it came out of it. */
    REG_OP(GeGluGradV2)
    .INPUT(dy, "T")
    .INPUT(x, "T")
    .INPUT(gelu, "T")
    .OUTPUT(dx, "T")
    .ATTR(dim, Int, -1)
    .ATTR(approximate, Int, 1)
    .ATTR(activate_left, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(GeGluGradV2)

    /** The last dimension of input is split into halves; output = GeluV2 of the first times the second. */
    REG_OP(GeluMul)
    .INPUT(input, "T")
    .OUTPUT(output, "T")
    .ATTR(approximate, String, "none")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(GeluMul)

    /** The last dimension of x is split into halves a and b; y = a * b where a > threshold (one number), else 0. */
    REG_OP(FatreluMul)
    .INPUT(x, "T")
    .INPUT(threshold, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(FatreluMul)

    /**
     * y = softmax over the last dimension of scale * x, with -10000 where mask holds; fixed_triu_mask: instead of mask
     * the part above the diagonal of the last two dimensions.
     */
    REG_OP(ScaledMaskedSoftmaxV2)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(mask, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(scale, Float, 1.0)
    .ATTR(fixed_triu_mask, Bool, false)
    .OP_END_FACTORY_REG(ScaledMaskedSoftmaxV2)

    /** x_grad = the gradient of ScaledMaskedSoftmaxV2, y as it came out of it; 0 where the mask holds. */
    REG_OP(ScaledMaskedSoftmaxGradV2)
    .INPUT(y_grad, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(mask, TensorType({DT_BOOL}))
    .OUTPUT(x_grad, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(scale, Float, 1.0)
    .ATTR(fixed_triu_mask, Bool, false)
    .OP_END_FACTORY_REG(ScaledMaskedSoftmaxGradV2)

    /** y = softmax over the last dimension of scale_value * x + atten_mask + relative_pos_bias, which broadcast to x.
     */
    REG_OP(MaskedSoftmaxWithRelPosBias)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(atten_mask, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(relative_pos_bias, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(scale_value, Float, 1.0)
    .ATTR(inner_precision_mode, Int, 0)
    .OP_END_FACTORY_REG(MaskedSoftmaxWithRelPosBias)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_GATED_PROTO_H_
