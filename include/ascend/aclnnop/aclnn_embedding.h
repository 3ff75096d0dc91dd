/**
 * @file
 * out = the rows of weight at the positions indices, a tensor of any rank.
 *
 * A position out of range fails the run.
 *
 * Two phases: `…GetWorkspaceSize` checks the parameters (161001 null, 161002 invalid) and plans; the second function runs the
 * plan on a stream, with a workspace of the size that the first one told.
 */
#ifndef OPSTRATA_ACLNNOP_ACLNN_EMBEDDING_H_
#define OPSTRATA_ACLNNOP_ACLNN_EMBEDDING_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnEmbeddingGetWorkspaceSize(const aclTensor *weight, const aclTensor *indices, const aclTensor *out,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnEmbedding(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  /* OPSTRATA_ACLNNOP_ACLNN_EMBEDDING_H_ */
