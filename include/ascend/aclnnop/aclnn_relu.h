/**
 * @file
 * Rectifier: out = max(self, 0).
 *
 * Two phases: `…GetWorkspaceSize` checks the parameters (161001 null, 161002 invalid) and plans; the second function runs the
 * plan on a stream, with a workspace of the size that the first one told.
 */
#ifndef OPSTRATA_ACLNNOP_ACLNN_RELU_H_
#define OPSTRATA_ACLNNOP_ACLNN_RELU_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnReluGetWorkspaceSize(const aclTensor *self, aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/** Written over selfRef. */
ACLNN_API aclnnStatus aclnnInplaceReluGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceRelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  /* OPSTRATA_ACLNNOP_ACLNN_RELU_H_ */
