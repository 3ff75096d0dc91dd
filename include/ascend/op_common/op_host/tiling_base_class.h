/**
 * @file
 * `Ops::Base::TilingBaseClass`: the order of steps of a tiling function; operators fill in the steps. Header only.
 */
#ifndef OP_COMMON_OP_HOST_TILING_BASE_CLASS_H
#define OP_COMMON_OP_HOST_TILING_BASE_CLASS_H

#include <cstdint>
#include <string>

#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "op_common/log/log.h"
#include "op_common/op_host/tiling_base_util.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace Base {
/** The chip as tiling functions keep it; sizes in bytes. */
struct AiCoreParams {
  uint64_t ubSize = 0;
  uint64_t numBlocks = 0;
  uint64_t aicNum = 0;
  uint64_t l1Size = 0;
  uint64_t l0aSize = 0;
  uint64_t l0bSize = 0;
  uint64_t l0cSize = 0;
};

/** What compile information holds where a context has no platform information. */
struct CompileInfoCommon {
  uint32_t aivNum = 0;
  uint32_t aicNum = 0;
  uint64_t ubSize = 0;
  uint64_t l1Size = 0;
  uint64_t l2Size = 0;
  uint64_t l0cSize = 0;
  uint64_t l0aSize = 0;
  uint64_t l0bSize = 0;
  int32_t socVersion = 0;
};

/** One tiling template; the context must outlive it. */
class TilingBaseClass {
 public:
  explicit TilingBaseClass(gert::TilingContext *context) : context_(context) {}
  virtual ~TilingBaseClass() = default;

  /**
   * Shapes and attributes, chip, `IsCapable`, the operator's and its libraries' tiling, workspace, `PostTiling`, tiling
   * key. GRAPH_PARAM_INVALID: this template is not for the case (the next one may be); GRAPH_FAILED: a step failed.
   */
  ge::graphStatus DoTiling() {
    ge::graphStatus status = GetShapeAttrsInfo();
    if (status != ge::GRAPH_SUCCESS) {
      return status;
    }
    status = GetPlatformInfo();
    if (status != ge::GRAPH_SUCCESS) {
      return status;
    }
    if (!IsCapable()) {
      return ge::GRAPH_PARAM_INVALID;
    }
    status = DoOpTiling();
    if (status != ge::GRAPH_SUCCESS) {
      return status;
    }
    status = DoLibApiTiling();
    if (status != ge::GRAPH_SUCCESS) {
      return status;
    }
    status = GetWorkspaceSize();
    if (status != ge::GRAPH_SUCCESS) {
      return status;
    }
    status = PostTiling();
    if (status != ge::GRAPH_SUCCESS) {
      return status;
    }
    (void)context_->SetTilingKey(GetTilingKey());
    DumpTilingInfo();
    return ge::GRAPH_SUCCESS;
  }
  /** Makes the object ready for another context. */
  virtual void Reset(gert::TilingContext *context) { context_ = context; }

 protected:
  virtual bool IsCapable() = 0;
  virtual ge::graphStatus GetPlatformInfo() = 0;
  virtual ge::graphStatus GetShapeAttrsInfo() = 0;
  virtual ge::graphStatus DoOpTiling() = 0;
  virtual ge::graphStatus DoLibApiTiling() = 0;
  virtual uint64_t GetTilingKey() const = 0;
  virtual ge::graphStatus GetWorkspaceSize() = 0;
  virtual ge::graphStatus PostTiling() = 0;
  virtual void DumpTilingInfo() {}

  gert::TilingContext *context_ = nullptr;
  AiCoreParams aicoreParams_;
  uint32_t blockDim_ = 0;
  uint64_t workspaceSize_ = 0;
  uint64_t tilingKey_ = 0;
};
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_TILING_BASE_CLASS_H
