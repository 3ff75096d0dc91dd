/// @file
/// Prototypes of activations and their gradients (elementwise/activation.def).
#ifndef OPSTRATA_OPERATORS_ELEMENTWISE_ACTIVATION_PROTO_H_
#define OPSTRATA_OPERATORS_ELEMENTWISE_ACTIVATION_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = 1 / (1 + e^-x). */
REG_OP(Sigmoid)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Sigmoid)

/** z = dy * y * (1 - y), with y the result of Sigmoid. */
REG_OP(SigmoidGrad)
    .INPUT(y, TensorType(UnaryDataType))
    .INPUT(dy, TensorType(UnaryDataType))
    .OUTPUT(z, TensorType(UnaryDataType))
    .OP_END_FACTORY_REG(SigmoidGrad)

/** y = log(sigmoid(x)). */
REG_OP(LogSigmoid)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(LogSigmoid)

/** backprops = grads * sigmoid(-features). */
REG_OP(LogSigmoidGrad)
    .INPUT(grads, "T")
    .INPUT(features, "T")
    .OUTPUT(backprops, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(LogSigmoidGrad)

/** z = dy * (1 - y * y), with y the result of Tanh (conjugated on request). */
REG_OP(TanhGrad)
    .INPUT(y, TensorType::UnaryDataType())
    .INPUT(dy, TensorType::UnaryDataType())
    .OUTPUT(z, TensorType::UnaryDataType())
    .ATTR(complex_conj, Bool, false)
    .OP_END_FACTORY_REG(TanhGrad)

/** y = x limited to [0, 6]. */
REG_OP(Relu6)
    .INPUT(x, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Relu6)

/** backprops = gradients where features > 0, else 0. */
REG_OP(ReluGrad)
    .INPUT(gradients, TensorType::RealNumberType())
    .INPUT(features, TensorType::RealNumberType())
    .OUTPUT(backprops, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(ReluGrad)

/** backprops = gradients where 0 < features < 6, else 0. */
REG_OP(Relu6Grad)
    .INPUT(gradients, TensorType::RealNumberType())
    .INPUT(features, TensorType::RealNumberType())
    .OUTPUT(backprops, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Relu6Grad)

/** y = x where it is positive, else negative_slope * x. */
REG_OP(LeakyRelu)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(negative_slope, Float, 0.0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(LeakyRelu)

/** backprops = gradients where features > 0, else negative_slope * gradients. */
REG_OP(LeakyReluGrad)
    .INPUT(gradients, "T")
    .INPUT(features, "T")
    .OUTPUT(backprops, "T")
    .ATTR(negative_slope, Float, 0.0)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(LeakyReluGrad)

/** y = scale * x where x is positive, else scale * alpha * (e^(input_scale * x) - 1). */
REG_OP(Elu)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(alpha, Float, 1.0)
    .ATTR(scale, Float, 1.0)
    .ATTR(input_scale, Float, 1.0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Elu)

/** y = grads where the result `activations` of Elu is positive, else grads * (activations + 1). */
REG_OP(EluGrad)
    .INPUT(grads, TensorType::FloatingDataType())
    .INPUT(activations, TensorType::FloatingDataType())
    .OUTPUT(y, TensorType::FloatingDataType())
    .OP_END_FACTORY_REG(EluGrad)

/** y = Elu with the two constants that keep mean and variance. */
REG_OP(Selu)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT32}))
    .OP_END_FACTORY_REG(Selu)

/** y = gradients times the slope of Selu, from its result `outputs`. */
REG_OP(SeluGrad)
    .INPUT(gradients, "T")
    .INPUT(outputs, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SeluGrad)

/** y = max(x, 0) + min(0, alpha * (e^(x / alpha) - 1)). */
REG_OP(Celu)
    .INPUT(x, TensorType::FloatingDataType())
    .OUTPUT(y, TensorType::FloatingDataType())
    .ATTR(alpha, Float, 1.0)
    .OP_END_FACTORY_REG(Celu)

/** y = max(x, 0) + min(0, alpha * (e^(x / alpha) - 1)). */
REG_OP(CeluV2)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(alpha, Float, 1.0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(CeluV2)

/** y = x times the normal distribution at x, by the approximation with tanh. */
REG_OP(Gelu)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(Gelu)

/** z = dy times the slope of Gelu at x; the result y of Gelu is not needed. */
REG_OP(GeluGrad)
    .INPUT(dy, "T")
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(GeluGrad)

/** y = x * sigmoid(1.702 * x). */
REG_OP(FastGelu)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(FastGelu)

/** z = dy times the slope of FastGelu at x. */
REG_OP(FastGeluGrad)
    .INPUT(dy, "T")
    .INPUT(x, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(FastGeluGrad)

/** y = x * sigmoid(scale * x). */
REG_OP(Swish)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(scale, Float, 1.0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Swish)

/** grad_x = grad times the slope of Swish at x; the result y of Swish is not needed. */
REG_OP(SwishGrad)
    .INPUT(grad, "T")
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OUTPUT(grad_x, "T")
    .ATTR(scale, Float, 1.0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SwishGrad)

/** dx = dy times the slope of x * sigmoid(x). */
REG_OP(SiluGrad)
    .INPUT(dy, "T")
    .INPUT(x, "T")
    .OUTPUT(dx, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SiluGrad)

/** y = x * tanh(log(1 + e^x)). */
REG_OP(Mish)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(Mish)

/** x_grad = grad times the slope of Mish at x. */
REG_OP(MishGrad)
    .INPUT(grad, "T")
    .INPUT(x, "T")
    .OPTIONAL_INPUT(tanhx, "T")
    .OUTPUT(x_grad, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(MishGrad)

/** y = log(1 + e^x). */
REG_OP(Softplus)
    .INPUT(x, TensorType::FloatingDataType())
    .OUTPUT(y, TensorType::FloatingDataType())
    .OP_END_FACTORY_REG(Softplus)

/** backprops = gradients * sigmoid(features). */
REG_OP(SoftplusGrad)
    .INPUT(gradients, TensorType::FloatingDataType())
    .INPUT(features, TensorType::FloatingDataType())
    .OUTPUT(backprops, TensorType::FloatingDataType())
    .OP_END_FACTORY_REG(SoftplusGrad)

/** y = log(1 + e^(beta * x)) / beta, and x where beta * x exceeds `threshold`. */
REG_OP(SoftplusV2)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(beta, Float, 1.0)
    .ATTR(threshold, Float, 2e+01)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(SoftplusV2)

/** output_backprops = input_gradients times the slope of SoftplusV2 at input_features. */
REG_OP(SoftplusV2Grad)
    .INPUT(input_gradients, "T")
    .INPUT(input_features, "T")
    .OUTPUT(output_backprops, "T")
    .ATTR(beta, Float, 1.0)
    .ATTR(threshold, Float, 2e+01)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(SoftplusV2Grad)

/** y = x / (1 + |x|). */
REG_OP(Softsign)
    .INPUT(x, TensorType::FloatingDataType())
    .OUTPUT(y, TensorType::FloatingDataType())
    .OP_END_FACTORY_REG(Softsign)

/** output_y = alpha * input_x + beta limited to [0, 1]. */
REG_OP(HardSigmoid)
    .INPUT(input_x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .OUTPUT(output_y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .ATTR(alpha, Float, 0.16666666)
    .ATTR(beta, Float, 0.5)
    .OP_END_FACTORY_REG(HardSigmoid)

/** y = alpha * grads where HardSigmoid is not limited, else 0. */
REG_OP(HardSigmoidGrad)
    .INPUT(grads, "T")
    .INPUT(input_x, "T")
    .OUTPUT(y, "T")
    .ATTR(alpha, Float, 0.16666666)
    .ATTR(beta, Float, 0.5)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(HardSigmoidGrad)

/** y = x times (x + 3 limited to [0, 6]) / 6. */
REG_OP(HardSwish)
    .INPUT(X, "T")
    .OUTPUT(Y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(HardSwish)

/** y = grad times the slope of HardSwish at x. */
REG_OP(HardSwishGrad)
    .INPUT(grad, "T")
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(HardSwishGrad)

/** output_y = input_x, with 0 inside [-lambd, lambd]. */
REG_OP(HardShrink)
    .INPUT(input_x, "T")
    .OUTPUT(output_y, "T")
    .ATTR(lambd, Float, 0.5)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(HardShrink)

/** backprops = gradients, with 0 where features are inside [-lambda, lambda]. */
REG_OP(HardShrinkGrad)
    .INPUT(gradients, "T")
    .INPUT(features, "T")
    .OUTPUT(backprops, "T")
    .ATTR(lambda, Float, 0.5)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(HardShrinkGrad)

/** output_y = input_x moved by lambd toward 0, with 0 inside [-lambd, lambd]. */
REG_OP(SoftShrink)
    .INPUT(input_x, "T")
    .OUTPUT(output_y, "T")
    .ATTR(lambd, Float, 0.5)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(SoftShrink)

/** output_y = input_grad, with 0 where input_x is inside [-lambd, lambd]. */
REG_OP(SoftShrinkGrad)
    .INPUT(input_grad, "T")
    .INPUT(input_x, "T")
    .OUTPUT(output_y, "T")
    .ATTR(lambd, Float, 0.5)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(SoftShrinkGrad)

/** output_y = input_x moved by `bias` toward 0 outside [-lambd, lambd], 0 inside. */
REG_OP(Shrink)
    .INPUT(input, "T")
    .OUTPUT(output, "T")
    .ATTR(bias, Float, 0.0)
    .ATTR(lambd, Float, 0.5)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT32, DT_UINT8, DT_INT16, DT_UINT16, DT_UINT32, DT_INT64,
                             DT_UINT64, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Shrink)

/** y = 1 where x exceeds `threshold`, else 0. */
REG_OP(Threshold)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(threshold, Float, 0.0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(Threshold)

/** y = x where it exceeds `threshold`, else `value`. */
REG_OP(ThresholdV2)
    .INPUT(x, "T")
    .INPUT(threshold, "T")
    .INPUT(value, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(ThresholdV2)

/** backprops = gradients where features exceed `threshold`, else 0. */
REG_OP(ThresholdGradV2D)
    .INPUT(gradients, "T")
    .INPUT(features, "T")
    .OUTPUT(backprops, "T")
    .REQUIRED_ATTR(threshold, Float)
    .DATATYPE(T, TensorType({DT_INT32, DT_FLOAT16}))
    .OP_END_FACTORY_REG(ThresholdGradV2D)

/** y = grads where activations > 0, else grads * (activations + alpha); activations as they came out of Elu. */
REG_OP(EluGradV2)
    .INPUT(grads, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(activations, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .ATTR(alpha, Float, 1.0)
    .OP_END_FACTORY_REG(EluGradV2)

/** y = grad where min_val < result < max_val, else 0. */
REG_OP(HardtanhGrad)
    .INPUT(result, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(grad, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(min_val, Float, -1.0)
    .ATTR(max_val, Float, 1.0)
    .OP_END_FACTORY_REG(HardtanhGrad)

/** out = gradOutput * the slope of HardSwish at self. */
REG_OP(HardSwishGradV2)
    .INPUT(gradOutput, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(self, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(out, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(HardSwishGradV2)

/** out = 0 for negative numbers and NaN, 1 for positive ones, values for 0. */
REG_OP(Heaviside)
    .INPUT(input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64}))
    .INPUT(values, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64}))
    .OUTPUT(out, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(Heaviside)

/** output = log(x / (1 - x)) of input, which is limited to [eps, 1 - eps] unless eps is negative. */
REG_OP(Logit)
    .INPUT(input, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(eps, Float, -1.0)
    .OP_END_FACTORY_REG(Logit)

/** dx = dy * the slope of Logit at x. */
REG_OP(LogitGrad)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(dy, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(dx, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(eps, Float, -1.0)
    .OP_END_FACTORY_REG(LogitGrad)

/** y = x * x where x is positive, else 0. */
REG_OP(SquaredRelu)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(SquaredRelu)

/** z = x * sigmoid(x) * y. */
REG_OP(SiluMul)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(z, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(SiluMul)

/** y = x where x > alpha, else 0. */
REG_OP(ThresholdedRelu)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(alpha, Float, 1.0)
    .OP_END_FACTORY_REG(ThresholdedRelu)

/** gradient = (sigmoid(predict) - target) * dout. */
REG_OP(SigmoidCrossEntropyWithLogitsGrad)
    .INPUT(predict, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(target, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(dout, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(gradient, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogitsGrad)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_ELEMENTWISE_ACTIVATION_PROTO_H_
