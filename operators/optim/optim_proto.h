/// @file
/// Prototypes of optimisers: one step of training, by a gradient, of a variable and of what is remembered about it.
/// Each output is the new value of the input of its name; as a rule they are the same tensors. Steps are computed in
/// float64 and rounded once. lr is the learning rate; what has no shape of its own is one number. use_locking is of no
/// matter here.
#ifndef OPSTRATA_OPERATORS_OPTIM_PROTO_H_
#define OPSTRATA_OPERATORS_OPTIM_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * m += (grad - m) * (1 - beta1), v += (grad * grad - v) * (1 - beta2), var -= step * m / (sqrt(v) + epsilon), where
 * step is lr * sqrt(1 - beta2_power) / (1 - beta1_power); use_nesterov: m * beta1 + grad * (1 - beta1) in place of the
 * last m.
 */
REG_OP(ApplyAdamD)
    .INPUT(var, TensorType::NumberType())
    .INPUT(m, TensorType::NumberType())
    .INPUT(v, TensorType::NumberType())
    .INPUT(beta1_power, TensorType::NumberType())
    .INPUT(beta2_power, TensorType::NumberType())
    .INPUT(lr, TensorType::NumberType())
    .INPUT(beta1, TensorType::NumberType())
    .INPUT(beta2, TensorType::NumberType())
    .INPUT(epsilon, TensorType::NumberType())
    .INPUT(grad, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .OUTPUT(m, TensorType::NumberType())
    .OUTPUT(v, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .ATTR(use_nesterov, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdamD)

/** m += (grad - m) * (1 - beta1), v = max(beta2 * v, |grad|), var -= lr / (1 - beta1_power) * m / (v + epsilon). */
REG_OP(ApplyAdaMaxD)
    .INPUT(var, TensorType::NumberType())
    .INPUT(m, TensorType::NumberType())
    .INPUT(v, TensorType::NumberType())
    .INPUT(beta1_power, TensorType::NumberType())
    .INPUT(lr, TensorType::NumberType())
    .INPUT(beta1, TensorType::NumberType())
    .INPUT(beta2, TensorType::NumberType())
    .INPUT(epsilon, TensorType::NumberType())
    .INPUT(grad, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .OUTPUT(m, TensorType::NumberType())
    .OUTPUT(v, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdaMaxD)

/** accum = accum * momentum + grad, var -= lr * accum; use_nesterov: lr * (grad + momentum * accum). */
REG_OP(ApplyMomentumD)
    .INPUT(var, TensorType::NumberType())
    .INPUT(accum, TensorType::NumberType())
    .INPUT(lr, TensorType::NumberType())
    .INPUT(grad, TensorType::NumberType())
    .INPUT(momentum, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .OUTPUT(accum, TensorType::NumberType())
    .ATTR(use_nesterov, Bool, false)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyMomentumD)

/** accum = accum * momentum - lr * grad, var += accum; use_nesterov: accum * momentum - lr * grad. */
REG_OP(ApplyKerasMomentumD)
    .INPUT(var, TensorType::NumberType())
    .INPUT(accum, TensorType::NumberType())
    .INPUT(lr, TensorType::NumberType())
    .INPUT(grad, TensorType::NumberType())
    .INPUT(momentum, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .OUTPUT(accum, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .ATTR(use_nesterov, Bool, false)
    .OP_END_FACTORY_REG(ApplyKerasMomentumD)

/** accum += grad * grad (with update_slots), var -= lr * grad / sqrt(accum). */
REG_OP(ApplyAdagradD)
    .INPUT(var, TensorType::NumberType())
    .INPUT(accum, TensorType::NumberType())
    .INPUT(lr, TensorType::NumberType())
    .INPUT(grad, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .OUTPUT(accum, TensorType::NumberType())
    .ATTR(update_slots, Bool, true)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdagradD)

/**
 * accum = rho * accum + (1 - rho) * grad * grad, var -= lr * d, accum_update = rho * accum_update + (1 - rho) * d *
 * d, where d is grad * sqrt((accum_update + epsilon) / (accum + epsilon)) with the old accum_update.
 */
REG_OP(ApplyAdadeltaD)
    .INPUT(var, TensorType::NumberType())
    .INPUT(accum, TensorType::NumberType())
    .INPUT(accum_update, TensorType::NumberType())
    .INPUT(lr, TensorType::NumberType())
    .INPUT(rho, TensorType::NumberType())
    .INPUT(epsilon, TensorType::NumberType())
    .INPUT(grad, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .OUTPUT(accum, TensorType::NumberType())
    .OUTPUT(accum_update, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdadeltaD)

/** ms += (grad * grad - ms) * (1 - rho), mom = momentum * mom + lr * grad / sqrt(ms + epsilon), var -= mom. */
REG_OP(ApplyRMSPropD)
    .INPUT(var, TensorType::NumberType())
    .INPUT(ms, TensorType::NumberType())
    .INPUT(mom, TensorType::NumberType())
    .INPUT(lr, TensorType::NumberType())
    .INPUT(grad, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .OUTPUT(ms, TensorType::NumberType())
    .OUTPUT(mom, TensorType::NumberType())
    .REQUIRED_ATTR(rho, Float)
    .REQUIRED_ATTR(momentum, Float)
    .REQUIRED_ATTR(epsilon, Float)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyRMSPropD)

/** var -= alpha * delta. */
REG_OP(ApplyGradientDescent)
    .INPUT(var, TensorType::NumberType())
    .INPUT(alpha, TensorType::NumberType())
    .INPUT(delta, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ApplyGradientDescent)

/**
 * m = m * beta1 + grad * (1 - beta1), v = v * beta2 + grad * grad * (1 - beta2), var = var * (1 - lr *
 * weight_decay) - lr * (m / (1 - p1)) / (sqrt(v / (1 - p2)) + epsilon), where p1 = beta1_power * beta1 and p2 =
 * beta2_power * beta2. maximize: -grad in place of grad. amsgrad: the larger of v and max_grad_norm counts in the
 * last formula.
 */
REG_OP(ApplyAdamW)
    .INPUT(var, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(m, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(v, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(beta1_power, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(beta2_power, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(lr, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(weight_decay, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(beta1, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(beta2, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(epsilon, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .INPUT(grad, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OPTIONAL_INPUT(max_grad_norm, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(var, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(m, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OUTPUT(v, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .ATTR(amsgrad, Bool, false)
    .ATTR(maximize, Bool, false)
    .OP_END_FACTORY_REG(ApplyAdamW)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_OPTIM_PROTO_H_
