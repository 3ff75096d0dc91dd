#ifndef ACLNN_HALVE_H_
#define ACLNN_HALVE_H_
#include "aclnn/aclnn_base.h"
#ifdef __cplusplus
extern "C" {
#endif
aclnnStatus aclnnHalveGetWorkspaceSize(const aclTensor *x, const aclTensor *offset, int64_t times, bool onCpu, aclTensor *out,
                                       uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnHalve(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
#ifdef __cplusplus
}
#endif
#endif
