/// @file
/// Macros with which operator code builds an executor (opdev-api sections 2.15, 2.20, 2.21).
///
/// Test builds replace this header by one of their own under the same guard.
#ifndef __MAKE_OP_EXECUTOR_H__
#define __MAKE_OP_EXECUTOR_H__

#include <set>

#include "opdev/op_arg_def.h"
#include "opdev/op_executor.h"
#include "opdev/platform.h"

using namespace std;  // interface: operator sources rely on it

#define CREATE_EXECUTOR() UniqueExecutor(__func__)

/// aclnnStatus: runs the inference function registered for KERNEL_NAME with the given OP_INPUT, OP_OUTPUT and OP_ATTR.
#define INFER_SHAPE(KERNEL_NAME, ...)                                                                                   \
  __extension__({                                                                                                       \
    aclnnStatus inferShapeRet = ACLNN_ERR_PARAM_NULLPTR;                                                                \
    op::OpArgContext *inferShapeArgs = op::GetOpArgContext(__VA_ARGS__);                                                \
    if (inferShapeArgs != nullptr) {                                                                                    \
      inferShapeRet =                                                                                                   \
          InferShape(KERNEL_NAME##OpTypeId(), *inferShapeArgs->GetOpArg(static_cast<op::OpArgDef>(0)),                  \
                     *inferShapeArgs->GetOpArg(static_cast<op::OpArgDef>(1)),                                           \
                     *inferShapeArgs->GetOpArg(static_cast<op::OpArgDef>(2)));                                          \
      op::DestroyOpArgContext(inferShapeArgs);                                                                          \
    }                                                                                                                   \
    inferShapeRet;                                                                                                      \
  })

/// aclnnStatus: launches KERNEL_NAME in phase two, on the CPU kernel registered for it; needs `executor`.
#define ADD_TO_LAUNCHER_LIST_AICORE(KERNEL_NAME, ...)                                                                   \
  __extension__({                                                                                                       \
    op::OpArgContext *addToLauncherArgs = op::GetOpArgContext(__VA_ARGS__);                                             \
    const aclnnStatus addToLauncherRet =                                                                                \
        CreatAiCoreKernelLauncher(#KERNEL_NAME, KERNEL_NAME##OpTypeId(), executor, addToLauncherArgs);                  \
    addToLauncherRet;                                                                                                   \
  })

/// A statement: launches KERNEL_NAME on the engine KERNEL_NAME##TaskType; needs `executor`.
#define ADD_TO_LAUNCHER_LIST_DSA(KERNEL_NAME, ...)                                                                      \
  do {                                                                                                                  \
    op::OpArgContext *addToLauncherArgs = op::GetOpArgContext(__VA_ARGS__);                                             \
    CreatDSAKernelLauncher(#KERNEL_NAME, KERNEL_NAME##OpTypeId(), KERNEL_NAME##TaskType, executor, addToLauncherArgs);  \
  } while (false)

#endif  // __MAKE_OP_EXECUTOR_H__
