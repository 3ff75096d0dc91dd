/**
 * @file
 * Layer normalisation of input over its last dimensions, which are normalizedShape.
 *
 * out = (input - mean) / sqrt(variance + eps) * weight + bias. Mean and 1 / sqrt(variance + eps) are written, too, where their
 * tensors are given: shape of input with the normalised dimensions set to 1.
 *
 * Two phases: `…GetWorkspaceSize` checks the parameters (161001 null, 161002 invalid) and plans; the second function runs the
 * plan on a stream, with a workspace of the size that the first one told.
 */
#ifndef OPSTRATA_ACLNNOP_ACLNN_LAYER_NORM_H_
#define OPSTRATA_ACLNNOP_ACLNN_LAYER_NORM_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLayerNormGetWorkspaceSize(const aclTensor *input, const aclIntArray *normalizedShape,
                                                     const aclTensor *weightOptional, const aclTensor *biasOptional, double eps,
                                                     aclTensor *out, aclTensor *meanOutOptional, aclTensor *rstdOutOptional,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLayerNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  /* OPSTRATA_ACLNNOP_ACLNN_LAYER_NORM_H_ */
