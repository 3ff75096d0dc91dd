/**
 * @file
 * `gert::OpTilingContextBuilder`: context of a tiling function.
 */
#ifndef OPSTRATA_BASE_CONTEXT_BUILDER_OP_TILING_CONTEXT_BUILDER_H_
#define OPSTRATA_BASE_CONTEXT_BUILDER_OP_TILING_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/tiling_context.h"

namespace gert {
class OPSTRATA_API OpTilingContextBuilder : public OpContextBuilderBase<OpTilingContextBuilder> {
 public:
  OpTilingContextBuilder();
  ~OpTilingContextBuilder() override;

  /** One tensor per instance; types and formats are those of the tensors. */
  OpTilingContextBuilder &InputTensors(const std::vector<Tensor *> &inputs);
  OpTilingContextBuilder &OutputTensors(const std::vector<Tensor *> &outputs);
  OpTilingContextBuilder &CompileInfo(const void *compile_info);
  OpTilingContextBuilder &PlatformInfo(const void *platform_info);
  OpTilingContextBuilder &Deterministic(int32_t deterministic);
  OpTilingContextBuilder &DeterministicLevel(int32_t deterministic_level);
  /** Buffers that the function writes to. */
  OpTilingContextBuilder &TilingData(const gert::TilingData *tiling_data);
  OpTilingContextBuilder &Workspace(const ContinuousVector *workspace);

  /** The context; the builder may build again afterwards. */
  ContextHolder<TilingContext> Build();
};
}  // namespace gert

#endif  // OPSTRATA_BASE_CONTEXT_BUILDER_OP_TILING_CONTEXT_BUILDER_H_
