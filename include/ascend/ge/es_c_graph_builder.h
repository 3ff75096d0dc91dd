/**
 * @file
 * The builder behind the C functions, for hand-written and generated operator functions (es-api section 10.7).
 */
#ifndef OPSTRATA_GE_ES_C_GRAPH_BUILDER_H_
#define OPSTRATA_GE_ES_C_GRAPH_BUILDER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "ge/es_c_tensor_holder.h"
#include "ge/esb_funcs.h"
#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "opstrata/visibility.h"

/// A graph under construction together with everything that was handed to it. Move-only. Errors: a null pointer or a
/// status other than ge::SUCCESS, the reason in the thread's recent message.
struct OPSTRATA_API EsCGraphBuilder {
 public:
  /// The graph is named "graph" without a name.
  EsCGraphBuilder();
  explicit EsCGraphBuilder(const char *name);
  ~EsCGraphBuilder();
  EsCGraphBuilder(EsCGraphBuilder &&other) noexcept;
  EsCGraphBuilder &operator=(EsCGraphBuilder &&other) noexcept;
  EsCGraphBuilder(const EsCGraphBuilder &) = delete;
  EsCGraphBuilder &operator=(const EsCGraphBuilder &) = delete;

  /// Holder of output `output_index` of `node` (-1: the node itself, for control edges); one holder per output, borrowed.
  /// Graph inputs are refused: their holders come from AddGraphInput.
  EsCTensorHolder *GetTensorHolderFromNode(const ge::GNode &node, int32_t output_index);
  /// Graph input at the next free index.
  EsCTensorHolder *AppendGraphInput(const char *name = nullptr, const char *type = nullptr);
  EsCTensorHolder *AddGraphInput(int32_t index, const char *name = nullptr, const char *type = nullptr,
                                 C_DataType data_type = C_DT_FLOAT, C_Format format = C_FORMAT_ND,
                                 const int64_t *dims = nullptr, int64_t dim_num = 0);
  ge::Status SetGraphOutput(EsCTensorHolder *tensor, int64_t output_index);
  /// The graph under construction, borrowed; null after the build.
  ge::Graph *GetGraph();
  const ge::Graph *GetGraph() const;
  /// See EsBuildGraphAndReset.
  std::unique_ptr<ge::Graph> BuildGraphAndReset();
  /// "<type>_<n>", n counting up over all types from 0.
  ge::AscendString GenerateNodeName(const char *node_type);
  /// Holders of outputs start .. start + count - 1; the vector belongs to the builder.
  std::vector<EsCTensorHolder *> *CreateDynamicTensorHolderFromNode(const ge::GNode &node, int32_t start_index,
                                                                    int32_t output_num);
  /// Hands `resource` to the builder, which frees it with `deleter` when it is destroyed.
  template <typename T>
  T *AddResource(std::unique_ptr<T> resource, void (*deleter)(void *) = [](void *p) { delete static_cast<T *>(p); }) {
    if (resource == nullptr) {
      return nullptr;
    }
    KeepResource(resource.get(), deleter);
    return resource.release();
  }

  struct Impl;

 private:
  friend struct EsCTensorHolder;
  void KeepResource(void *resource, void (*deleter)(void *));
  Impl *impl_ = nullptr;  // owned; std::unique_ptr would cost every program that includes this some milliseconds
};

#endif  // OPSTRATA_GE_ES_C_GRAPH_BUILDER_H_
