/**
 * @file
 * Softmax of self along dimension dim, which may be negative.
 *
 * Two phases: `…GetWorkspaceSize` checks the parameters (161001 null, 161002 invalid) and plans; the second function runs the
 * plan on a stream, with a workspace of the size that the first one told.
 */
#ifndef OPSTRATA_ACLNNOP_ACLNN_SOFTMAX_H_
#define OPSTRATA_ACLNNOP_ACLNN_SOFTMAX_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor *self, int64_t dim, aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSoftmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  /* OPSTRATA_ACLNNOP_ACLNN_SOFTMAX_H_ */
