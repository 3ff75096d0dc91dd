/**
 * @file
 * out = the tensors one after another along dimension dim, which may be negative.
 *
 * They are converted to their common type; empty vectors (shape [0]) are left out.
 *
 * Two phases: `…GetWorkspaceSize` checks the parameters (161001 null, 161002 invalid) and plans; the second function runs the
 * plan on a stream, with a workspace of the size that the first one told.
 */
#ifndef OPSTRATA_ACLNNOP_ACLNN_CAT_H_
#define OPSTRATA_ACLNNOP_ACLNN_CAT_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCatGetWorkspaceSize(const aclTensorList *tensors, int64_t dim, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCat(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  /* OPSTRATA_ACLNNOP_ACLNN_CAT_H_ */
