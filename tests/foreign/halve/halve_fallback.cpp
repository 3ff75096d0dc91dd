// The operator's host execution functions: its two-phase API, found by name, in one stage and in two.
#include "op_graph/op_fallback.h"

#ifdef __cplusplus
extern "C" {
#endif
namespace fallback {
using namespace ge;
using namespace gert;

static graphStatus HalveExecute(OpExecuteContext *context) {
  OP_CHECK_IF(context == nullptr, OP_LOGE("aclnnfallback", "context is null"), return GRAPH_FAILED);
  auto x = context->GetInputTensor(0);
  OP_CHECK_IF(x == nullptr, OP_LOGE("aclnnfallback", "x is null"), return GRAPH_FAILED);
  auto offset = context->GetOptionalInputTensor(1);
  auto y = context->GetOutputTensor(0);
  OP_CHECK_IF(y == nullptr, OP_LOGE("aclnnfallback", "y is null"), return GRAPH_FAILED);
  auto attrs = context->GetAttrs();
  OP_CHECK_IF(attrs == nullptr, OP_LOGE("aclnnfallback", "attrs is null"), return GRAPH_FAILED);
  const int64_t *times = attrs->GetAttrPointer<int64_t>(0);
  const bool onCpu = *(attrs->GetAttrPointer<bool>(1));
  auto ret = CANN_OPS_OPB_SYN_EXEC_ACLNN(context, aclnnHalve, x, offset, times, onCpu, y);
  OP_CHECK_IF(ret != GRAPH_SUCCESS, OP_LOGE("aclnnfallback", "ret: %u", ret), return GRAPH_FAILED);
  return GRAPH_SUCCESS;
}

static graphStatus HalvePrepare(OpExecutePrepareContext *context) {
  auto attrs = context->GetAttrs();
  const int64_t *times = attrs->GetAttrPointer<int64_t>(0);
  const bool onCpu = *(attrs->GetAttrPointer<bool>(1));
  return CANN_OPS_OPB_ASYN_EXEC_ACLNN(context, aclnnHalve, context->GetInputTensor(0),
                                      context->GetOptionalInputTensor(1), *times, onCpu, context->GetOutputTensor(0));
}

static graphStatus HalveLaunch(OpExecuteLaunchContext *context) {
  auto params = reinterpret_cast<OpApiParams *>(context->GetOpApiParams());
  auto sizes = context->GetWorkspaceSizes();
  auto addresses = context->GetWorkspaceAddrs();
  OP_CHECK_IF(sizes->GetSize() == 0 || addresses->GetSize() == 0, OP_LOGE("aclnnfallback", "no workspace addrs"),
              return GRAPH_FAILED);
  auto ret = params->op_api_func(addresses->GetData()[0]->GetAddr(), sizes->GetData()[0], params->executor,
                                 context->GetStream());
  for (auto &param : params->converted_params) {
    if (param.deleter != nullptr) param.deleter(param.pointer);
  }
  params->converted_params.clear();
  return ret == 0 ? GRAPH_SUCCESS : GRAPH_FAILED;
}

static graphStatus AbsentExecute(OpExecuteContext *context) {
  return CANN_OPS_OPB_SYN_EXEC_ACLNN(context, aclnnNobodyDefinesThis, context->GetInputTensor(0),
                                     context->GetOutputTensor(0));
}

IMPL_OP(Halve).OpExecuteFunc(HalveExecute).Op2StageExecuteFuncs(HalvePrepare, HalveLaunch);
IMPL_OP(HalveAbsent).OpExecuteFunc(AbsentExecute);
}  // namespace fallback
#ifdef __cplusplus
}
#endif
