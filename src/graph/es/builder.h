/// @file
/// graph_es: the eager-style base library (libeager_style_graph_builder_base, shared and static): builders, tensor holders,
/// the C functions and the table-driven node builder. It holds no registry and no other state of the process.
#ifndef OPSTRATA_SRC_GRAPH_ES_BUILDER_H_
#define OPSTRATA_SRC_GRAPH_ES_BUILDER_H_

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ge/es_c_graph_builder.h"
#include "ge/es_c_tensor_holder.h"
#include "graph/model.h"
#include "graph/status_codes.h"
#include "proto/attr_storage.h"

struct EsCGraphBuilder::Impl {
  explicit Impl(const char *name);
  ~Impl();
  Impl(const Impl &) = delete;
  Impl &operator=(const Impl &) = delete;

  std::string name;
  std::unique_ptr<ge::Graph> graph;  ///< null after the build
  int64_t next_number = 0;           ///< of the next name that is made
  std::string next_name;             ///< of EsSetNextNodeName; empty: generate one
  std::map<int64_t, EsCTensorHolder *> inputs;
  std::map<int64_t, EsCTensorHolder *> outputs;
  struct OutputHash {
    size_t operator()(const std::pair<const opstrata::graph::Node *, int32_t> &output) const {
      return (reinterpret_cast<size_t>(output.first) >> 4) * 0x9E3779B97F4A7C15u + static_cast<size_t>(output.second);
    }
  };
  std::deque<EsCTensorHolder> holders;  ///< of all outputs that were given out; they stay where they are
  /// The holder of an output that has one, or null. Outputs are looked up where nodes come from outside only, so the
  /// holders that were made since the last time are entered now.
  EsCTensorHolder *find_holder(const opstrata::graph::Node &node, int32_t index);
  std::unordered_map<std::pair<const opstrata::graph::Node *, int32_t>, EsCTensorHolder *, OutputHash> holder_of_output;
  size_t holders_entered = 0;
  /// The last operators that were built, and what their nodes share.
  struct KnownOperator {
    std::shared_ptr<const opstrata::proto::OpPrototype> prototype;
    std::vector<ge::AttrValue>
        values;  ///< the last ones, by attribute: nodes share equal values, which never change in a node
  };
  std::array<KnownOperator, 64> operators;
  std::vector<std::unique_ptr<std::vector<EsCTensorHolder *>>> lists;
  std::vector<std::pair<void *, void (*)(void *)>> resources;  ///< freed last to first

  bool owns(const void *resource) const;
  /// "<type>_<n>", another one every time.
  std::string generate_name(std::string_view type);
  /// Null for a moved-from builder.
  static Impl *of(EsCGraphBuilder &builder) { return builder.impl_; }
};

namespace opstrata::graph::es {

using Holder = EsCTensorHolder;
using Builder = EsCGraphBuilder;

/// Publishes the refusal of a call that would have given a tensor or graph, and gives nothing in its place. The first
/// one since the thread made a builder, or built a graph, is kept: calls that get that nothing name it.
std::nullptr_t refused(const Status &status);
/// The refusal of an argument that is missing, with the thread's first refusal, from which it may follow.
Status missing(Status status);

/// The same for `what`, an argument of `function` that is null.
Status null_argument(std::string_view function, std::string_view what);

/// The graph under construction, or the refusal of `function` (null builder, built before).
Result<GraphData *> open_graph(Builder *builder, std::string_view function);
/// A holder of an output of `node` (-1: the node itself) that has none yet.
Holder *new_holder(Builder &builder, Node &node, int32_t index);
inline EsCGraphBuilder::Impl *impl_of(Builder &builder) { return EsCGraphBuilder::Impl::of(builder); }

/// Adds a node to `graph`, the one under construction; without a name in `spec` it gets the one of EsSetNextNodeName,
/// else
/// "<type>_<n>". Names are not checked (es-api section 10.1).
Result<Node *> add_node(Builder &builder, GraphData &graph, NodeSpec &&spec);
/// Connects a tensor to an input of a node of `builder` and makes the input's description valid.
Status connect(Builder &builder, Holder &tensor, Node &node, int32_t input, std::string_view op);

/// Refuses dimensions that no tensor description can have. `unknown_allowed`: -1, and -2 alone.
Status check_shape(std::string_view function, const int64_t *dims, int64_t dim_num, bool unknown_allowed);
/// A tensor with a copy of `data`: fails for types without fixed element size.
Result<std::unique_ptr<ge::Tensor>> make_tensor(std::string_view function, const void *data, const int64_t *dims, int64_t dim_num,
                                                int data_type, int format);
/// Bytes that a tensor of this type and shape takes.
Result<int64_t> tensor_bytes(std::string_view function, const int64_t *dims, int64_t dim_num, int data_type);

/// The prototype of graph inputs and variables: x, y, and the attribute index.
proto::OpPrototype input_prototype(std::string type);
/// One entry of a prototype's list of attributes.
proto::AttrDef attr(std::string name, std::string_view type_word, bool required = false);

template <typename T>
ge::AttrValue attr_value(T value) {
  return proto::make_attr_value(proto::AttrStorage(std::move(value)));
}

}  // namespace opstrata::graph::es

#endif  // OPSTRATA_SRC_GRAPH_ES_BUILDER_H_
