/// @file
/// Prototypes of losses and their gradients. `reduction`: "none", "mean" or "sum" of the elements; gradients of means are divided by their
/// number. Computed in float64 and rounded once.
#ifndef OPSTRATA_OPERATORS_LOSS_PROTO_H_
#define OPSTRATA_OPERATORS_LOSS_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = (predict - label)^2. */
REG_OP(MseLoss)
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .OUTPUT(y, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(MseLoss)

/** y = 2 * (predict - label) * dout. */
REG_OP(MseLossGrad)
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .INPUT(dout, "T")
    .OUTPUT(y, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(MseLossGrad)

/** y = |predict - label|^p. */
REG_OP(LpLoss)
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(p, Int)
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(LpLoss)

/** y = sign(predict - label) * grads. */
REG_OP(L1LossGrad)
    .INPUT(grads, "T")
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .OUTPUT(y, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(L1LossGrad)

/** loss = d^2 / (2 sigma) where |d| < sigma, else |d| - sigma / 2, with d = predict - label. */
REG_OP(SmoothL1Loss)
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .OUTPUT(loss, "T")
    .ATTR(sigma, Float, 1.0f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SmoothL1Loss)

/** SmoothL1Loss with a reduction. */
REG_OP(SmoothL1LossV2)
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .OUTPUT(loss, "T")
    .ATTR(sigma, Float, 1.0f)
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SmoothL1LossV2)

/** gradient = d / sigma where |d| < sigma, else sign(d), times dout. */
REG_OP(SmoothL1LossGrad)
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .INPUT(dout, "T")
    .OUTPUT(gradient, "T")
    .ATTR(sigma, Float, 1.0f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SmoothL1LossGrad)

/** SmoothL1LossGrad with a reduction. */
REG_OP(SmoothL1LossGradV2)
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .INPUT(dout, "T")
    .OUTPUT(gradient, "T")
    .ATTR(sigma, Float, 1.0f)
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SmoothL1LossGradV2)

/** output = -weight * (y log x + (1 - y) log(1 - x)); logarithms are not below -100. */
REG_OP(BinaryCrossEntropy)
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OPTIONAL_INPUT(weight, "T")
    .OUTPUT(output, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(BinaryCrossEntropy)

/** output = weight * (x - y) / max(x (1 - x), 1e-12) * grad_output. */
REG_OP(BinaryCrossEntropyGrad)
    .INPUT(x, "T")
    .INPUT(y, "T")
    .INPUT(grad_output, "T")
    .OPTIONAL_INPUT(weight, "T")
    .OUTPUT(output, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(BinaryCrossEntropyGrad)

/** loss = BinaryCrossEntropy of sigmoid(predict). */
REG_OP(SigmoidCrossEntropyWithLogits)
    .INPUT(predict, "T")
    .INPUT(target, "T")
    .OUTPUT(loss, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogits)

/** loss = weight * BinaryCrossEntropy of sigmoid(predict), where the positive part counts pos_weight times. */
REG_OP(SigmoidCrossEntropyWithLogitsV2)
    .INPUT(predict, "T")
    .INPUT(target, "T")
    .OPTIONAL_INPUT(weight, "T")
    .OPTIONAL_INPUT(pos_weight, "T")
    .OUTPUT(loss, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogitsV2)

/** y = target * (log(target) - x), 0 where target is 0. reduction also "batchmean": the sum divided by the first dimension. */
REG_OP(KLDiv)
    .INPUT(x, "T")
    .INPUT(target, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(reduction, String)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(KLDiv)

/** KLDiv; with log_target, target is given as its logarithm. */
REG_OP(KLDivV2)
    .INPUT(x, "T")
    .INPUT(target, "T")
    .OUTPUT(y, "T")
    .ATTR(reduction, String, "mean")
    .ATTR(log_target, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(KLDivV2)

/** y = -target * grad; with log_target, target is given as its logarithm. */
REG_OP(KlDivLossGrad)
    .INPUT(grad, "T")
    .INPUT(input, "T")
    .INPUT(target, "T")
    .OUTPUT(y, "T")
    .ATTR(reduction, String, "mean")
    .ATTR(log_target, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(KlDivLossGrad)

/** output_z = log(1 + exp(-input_x * input_y)). */
REG_OP(SoftMarginLoss)
    .INPUT(input_x, "T")
    .INPUT(input_y, "T")
    .OUTPUT(output_z, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SoftMarginLoss)

/** gradient = -label * sigmoid(-predict * label) * dout. */
REG_OP(SoftMarginLossGrad)
    .INPUT(predict, "T")
    .INPUT(label, "T")
    .INPUT(dout, "T")
    .OUTPUT(gradient, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SoftMarginLossGrad)

/** y = -weight[target] * x[target] of each row of x; a mean is divided by total_weight, the sum of the weights. Rows of the class ignore_index do not count. */
REG_OP(NLLLoss)
    .INPUT(x, "T")
    .INPUT(target, TensorType({DT_INT32, DT_INT64, DT_UINT8}))
    .INPUT(weight, "T")
    .OUTPUT(y, "T")
    .OUTPUT(total_weight, "T")
    .ATTR(reduction, String, "mean")
    .ATTR(ignore_index, Int, -100)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(NLLLoss)

/** x_grad = -weight[target] * y_grad at the target of each row, else 0; of a mean divided by total_weight. */
REG_OP(NLLLossGrad)
    .INPUT(x, "T")
    .INPUT(y_grad, "T")
    .INPUT(target, TensorType({DT_INT32, DT_INT64, DT_UINT8}))
    .INPUT(weight, "T")
    .INPUT(total_weight, "T")
    .OUTPUT(x_grad, "T")
    .ATTR(reduction, String, "mean")
    .ATTR(ignore_index, Int, -100)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(NLLLossGrad)

/** NLLLossGrad. */
REG_OP(NllLossGrad)
    .INPUT(x, "T")
    .INPUT(y_grad, "T")
    .INPUT(target, TensorType({DT_INT32, DT_INT64, DT_UINT8}))
    .INPUT(weight, "T")
    .INPUT(total_weight, "T")
    .OUTPUT(x_grad, "T")
    .ATTR(reduction, String, "mean")
    .ATTR(ignore_index, Int, -100)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(NllLossGrad)

/** loss = -sum of share * log_prob over the classes of each row of input [rows, classes], where log_prob = log(softmax(input)) and share = weight * (1 - label_smoothing) at target, and weight * label_smoothing / classes everywhere; a mean is divided by the sum of weight[target]. Rows of the class ignore_index do not count. lse_for_zloss = log(sum(exp(input))) of each row, zloss = lse_square_scale_for_zloss * lse_for_zloss^2 of the rows that count, with the same reduction (a mean over their number); both only with return_zloss. */
REG_OP(CrossEntropyLoss)
    .INPUT(input, "T")
    .INPUT(target, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(weight, TensorType({DT_FLOAT}))
    .OUTPUT(loss, "T")
    .OUTPUT(log_prob, "T")
    .OUTPUT(zloss, "T")
    .OUTPUT(lse_for_zloss, "T")
    .ATTR(reduction, String, "mean")
    .ATTR(ignore_index, Int, -100)
    .ATTR(label_smoothing, Float, 0.0f)
    .ATTR(lse_square_scale_for_zloss, Float, 0.0f)
    .ATTR(return_zloss, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(CrossEntropyLoss)

/** x_grad = the gradient of CrossEntropyLoss by its input. */
REG_OP(CrossEntropyLossGrad)
    .INPUT(grad_loss, "T")
    .INPUT(log_prob, "T")
    .INPUT(target, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(weight, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(grad_zloss, "T")
    .OPTIONAL_INPUT(lse_for_zloss, "T")
    .OUTPUT(x_grad, "T")
    .ATTR(reduction, String, "mean")
    .ATTR(ignore_index, Int, -100)
    .ATTR(label_smoothing, Float, 0.0f)
    .ATTR(lse_square_scale_for_zloss, Float, 0.0f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(CrossEntropyLossGrad)

/** loss = -sum of labels * log(softmax(features)) of each row [rows, classes], backprop = softmax(features) - labels. */
REG_OP(SoftmaxCrossEntropyWithLogits)
    .INPUT(features, "T")
    .INPUT(labels, "T")
    .OUTPUT(loss, "T")
    .OUTPUT(backprop, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(SoftmaxCrossEntropyWithLogits)

/** SoftmaxCrossEntropyWithLogits where labels names one class of each row. */
REG_OP(SparseSoftmaxCrossEntropyWithLogits)
    .INPUT(features, "T")
    .INPUT(labels, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(loss, "T")
    .OUTPUT(backprop, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(SparseSoftmaxCrossEntropyWithLogits)

/** neg_log_likelihood [n] = -log of the probability that the classes of log_probs [steps, n, classes], of which repeated ones and blank are left out, are the targets [n, longest] (or all one behind the other); log_alpha [n, steps, 2 longest + 1] = the logarithms of the sums over the beginnings, with a blank around each target, -inf beyond them. zero_infinity: 0 in place of an infinite loss. reduction: of no matter here. */
REG_OP(CTCLossV2)
    .INPUT(log_probs, "T")
    .INPUT(targets, TensorType({DT_INT32, DT_INT64}))
    .INPUT(input_lengths, TensorType({DT_INT32, DT_INT64}))
    .INPUT(target_lengths, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(neg_log_likelihood, "T")
    .OUTPUT(log_alpha, "T")
    .ATTR(blank, Int, 0)
    .ATTR(reduction, String, "mean")
    .ATTR(zero_infinity, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(CTCLossV2)

/** grad [steps, n, classes] = the gradient of CTCLossV2 by what log_probs is the logarithm of the softmax of; 0 beyond input_lengths, and with zero_infinity where the loss is infinite. */
REG_OP(CTCLossV2Grad)
    .INPUT(grad_out, "T")
    .INPUT(log_probs, "T")
    .INPUT(targets, TensorType({DT_INT32, DT_INT64}))
    .INPUT(input_lengths, TensorType({DT_INT32, DT_INT64}))
    .INPUT(target_lengths, TensorType({DT_INT32, DT_INT64}))
    .INPUT(neg_log_likelihood, "T")
    .INPUT(log_alpha, "T")
    .OUTPUT(grad, "T")
    .ATTR(blank, Int, 0)
    .ATTR(reduction, String, "mean")
    .ATTR(zero_infinity, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(CTCLossV2Grad)

/** CTCLossV2. */
REG_OP(CTCLossV3)
    .INPUT(log_probs, "T")
    .INPUT(targets, TensorType({DT_INT32, DT_INT64}))
    .INPUT(input_lengths, TensorType({DT_INT32, DT_INT64}))
    .INPUT(target_lengths, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(neg_log_likelihood, "T")
    .OUTPUT(log_alpha, "T")
    .ATTR(blank, Int, 0)
    .ATTR(reduction, String, "mean")
    .ATTR(zero_infinity, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(CTCLossV3)

/** grad [steps, n, classes] = the gradient of CTCLossV3 by what log_probs is the logarithm of the softmax of; 0 beyond input_lengths, and with zero_infinity where the loss is infinite. */
REG_OP(CTCLossV3Grad)
    .INPUT(grad_out, "T")
    .INPUT(log_probs, "T")
    .INPUT(targets, TensorType({DT_INT32, DT_INT64}))
    .INPUT(input_lengths, TensorType({DT_INT32, DT_INT64}))
    .INPUT(target_lengths, TensorType({DT_INT32, DT_INT64}))
    .INPUT(neg_log_likelihood, "T")
    .INPUT(log_alpha, "T")
    .OUTPUT(grad, "T")
    .ATTR(blank, Int, 0)
    .ATTR(reduction, String, "mean")
    .ATTR(zero_infinity, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(CTCLossV3Grad)

/** y = half the sum of the squares of x. */
REG_OP(L2Loss)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(L2Loss)

/** y = sum of max(0, 1 - x[t] + x[k]) over the targets t of each row of x and its other classes k, divided by the number of classes; target names classes up to its first -1. is_target = 1 at the targets. */
REG_OP(MultilabelMarginLoss)
    .INPUT(x, "T")
    .INPUT(target, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .OUTPUT(is_target, TensorType({DT_INT32}))
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(MultilabelMarginLoss)

/** gradient = the gradient of SigmoidCrossEntropyWithLogitsV2 by predict, times dout; of a mean divided by the number of elements. */
REG_OP(SigmoidCrossEntropyWithLogitsGradV2)
    .INPUT(predict, "T")
    .INPUT(target, "T")
    .INPUT(dout, "T")
    .OPTIONAL_INPUT(weight, "T")
    .OPTIONAL_INPUT(pos_weight, "T")
    .OUTPUT(gradient, "T")
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(SigmoidCrossEntropyWithLogitsGradV2)

/**
 * loss = exp(input_x) - target * input_x, without log_input input_x - target * log(input_x + eps); full: plus target * log(target) - target +
 * log(2 pi target) / 2 where target is larger than 1.
 */
REG_OP(PoissonNllLoss)
    .INPUT(input_x, "T")
    .INPUT(target, "T")
    .OUTPUT(loss, "T")
    .ATTR(log_input, Bool, true)
    .ATTR(full, Bool, false)
    .ATTR(eps, Float, 1e-8f)
    .ATTR(reduction, String, "mean")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(PoissonNllLoss)

/**
 * Of each row the loss 1 - c where target is 1, max(0, c - margin) where it is -1, else 0, c being the cosine
 * between the rows of x1 and x2; y = the losses, or their sum or mean, by reduction.
 */
REG_OP(CosineEmbeddingLoss)
    .INPUT(x1, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(x2, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(target, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(margin, Float, 0.0f)
    .ATTR(reduction, String, "mean")
    .OP_END_FACTORY_REG(CosineEmbeddingLoss)

/**
 * output_y = the sums along `dim` of input_x1 * input_x2 over the product of their lengths, which is at least eps.
 */
REG_OP(CosineSimilarity)
    .INPUT(input_x1, "T")
    .INPUT(input_x2, "T")
    .OUTPUT(output_y, "T")
    .ATTR(dim, Int, 1)
    .ATTR(eps, Float, 9.99999993922529e-09f)
    .DATATYPE(T, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(CosineSimilarity)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_LOSS_PROTO_H_
