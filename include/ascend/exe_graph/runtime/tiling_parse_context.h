/**
 * @file
 * `gert::TilingParseContext`: what a tiling parse function sees; exists for the same reasons as TilingContext.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_TILING_PARSE_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_TILING_PARSE_CONTEXT_H_

#include <cstddef>
#include <type_traits>

#include "exe_graph/runtime/extended_kernel_context.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {
class TilingParseContext : public ExtendedKernelContext {
 public:
  enum InputIndex : uint32_t { kInputCompiledJson, kInputPlatformInfo, kInputNodeType, kInputNum };

  const char *GetCompiledJson() const { return GetInputStrPointer(kInputCompiledJson); }
  fe::PlatFormInfos *GetPlatformInfo() const { return GetInputValue<fe::PlatFormInfos *>(kInputPlatformInfo); }
  /** The object to be filled; owned by the context. */
  template <typename T>
  T *GetCompiledInfo() {
    T **info = GetOutputPointer<T *>(0);
    return info == nullptr ? nullptr : *info;
  }
};
static_assert(std::is_standard_layout<TilingParseContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_TILING_PARSE_CONTEXT_H_
