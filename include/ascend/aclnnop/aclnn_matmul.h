/**
 * @file
 * Product of matrices, vectors or batches of matrices: out = self mat2.
 *
 * A vector counts as a row (self) or column (mat2) that vanishes from the result; leading dimensions broadcast.
 * cubeMathType: 0 keep the type, 1 allow lower precision, 2 use float16, 3 use HF32; without effect here.
 *
 * Two phases: `…GetWorkspaceSize` checks the parameters (161001 null, 161002 invalid) and plans; the second function runs the
 * plan on a stream, with a workspace of the size that the first one told.
 */
#ifndef OPSTRATA_ACLNNOP_ACLNN_MATMUL_H_
#define OPSTRATA_ACLNNOP_ACLNN_MATMUL_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMatmulGetWorkspaceSize(const aclTensor *self, const aclTensor *mat2, aclTensor *out,
                                                  int8_t cubeMathType, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMatmul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  /* OPSTRATA_ACLNNOP_ACLNN_MATMUL_H_ */
