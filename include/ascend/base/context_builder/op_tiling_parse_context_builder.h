/**
 * @file
 * `gert::OpTilingParseContextBuilder`: context of a tiling parse function.
 */
#ifndef OPSTRATA_BASE_CONTEXT_BUILDER_OP_TILING_PARSE_CONTEXT_BUILDER_H_
#define OPSTRATA_BASE_CONTEXT_BUILDER_OP_TILING_PARSE_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/tiling_parse_context.h"

namespace gert {
class OPSTRATA_API OpTilingParseContextBuilder : public OpContextBuilderBase<OpTilingParseContextBuilder> {
 public:
  OpTilingParseContextBuilder();
  ~OpTilingParseContextBuilder() override;

  OpTilingParseContextBuilder &InputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
      const ExpandDimsType &expand_dims_type = {});
  OpTilingParseContextBuilder &OutputTensorDesc(size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
      const ExpandDimsType &expand_dims_type = {});
  OpTilingParseContextBuilder &CompiledJson(const ge::char_t *compiled_json);
  OpTilingParseContextBuilder &PlatformInfo(const void *platform_info);
  /** The object that the function fills. */
  OpTilingParseContextBuilder &CompiledInfo(const void *compiled_info);

  /** The context; the builder may build again afterwards. */
  ContextHolder<TilingParseContext> Build();
};
}  // namespace gert

#endif  // OPSTRATA_BASE_CONTEXT_BUILDER_OP_TILING_PARSE_CONTEXT_BUILDER_H_
