/// @file
/// What is inside ge::Operator: its declaration (an OpPrototype), the instances of inputs and outputs, attributes and links.
/// The graph room reads it to make nodes of operators; everything else goes through ge::Operator.
#ifndef OPSTRATA_SRC_PROTO_OPERATOR_IMPL_H_
#define OPSTRATA_SRC_PROTO_OPERATOR_IMPL_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "graph/operator.h"
#include "proto/attr_map.h"
#include "proto/attr_storage.h"
#include "proto/prototype.h"

namespace opstrata::proto {

struct OperatorImpl;
using OperatorPtr = std::shared_ptr<OperatorImpl>;

/// One instance of an input or output. Instances stand in IR order; those of a dynamic one are `x0`, `x1`, … at its place.
struct Port {
  std::string name;
  int ir_index = -1;  ///< into ir.inputs or ir.outputs
  ge::TensorDesc desc;
  AttrMap attrs;
};
struct InputPort : Port {
  bool present = true;  ///< false for an optional input that nobody linked or described
  OperatorPtr source;   ///< null when not linked
  uint32_t source_index = 0;
};
using OutputPort = Port;

/// One subgraph instance: the IR name of a static one, IR name and index of a dynamic one.
struct SubgraphPort {
  std::string name;
  int ir_index = -1;
  ge::SubgraphBuilder builder;
};

struct OPSTRATA_INTERNAL OperatorImpl : std::enable_shared_from_this<OperatorImpl> {
  OperatorImpl(std::string_view name_, std::string_view type_);
  ~OperatorImpl();
  OperatorImpl(const OperatorImpl &) = delete;
  OperatorImpl &operator=(const OperatorImpl &) = delete;

  std::string name;
  OpPrototype ir;  ///< as declared so far; `ir.type` is the operator's type
  std::vector<InputPort> inputs;
  std::vector<OutputPort> outputs;
  std::vector<SubgraphPort> subgraphs;
  AttrMap attrs;  ///< set values and registered defaults
  std::vector<OperatorPtr> control_inputs;
  std::vector<std::weak_ptr<OperatorImpl>> consumers;  ///< operators with a data or control link from this one
  ge::InferenceContextPtr inference_context;

  /// The object behind a handle; null for an empty one.
  static const OperatorPtr &of(const ge::Operator &op) { return op.impl_; }
  /// A handle for an object.
  static ge::Operator handle(OperatorPtr impl);

  const std::string &type() const { return ir.type; }
  /// Index of an instance by name, -1 when absent.
  int find_input(std::string_view instance) const;
  int find_output(std::string_view instance) const;
  /// Instances of a declared input or output: first index and count, in `inputs` or `outputs`.
  struct Range {
    size_t first = 0;
    size_t count = 0;
  };
  Range input_range(size_t ir_index) const;
  Range output_range(size_t ir_index) const;

  Status link(size_t input, const OperatorPtr &source, size_t source_output);
  void link_control(const OperatorPtr &source);
  /// Drops all links to and from this operator.
  void unlink();

  void declare_input(std::string_view input, InputKind kind, std::string_view symbol, uint32_t instances);
  void declare_output(std::string_view output, OutputKind kind, std::string_view symbol, uint32_t instances);
  /// Declares an attribute (again: replaces its default) and stores its value unless it is empty.
  void declare_attr(std::string_view attr, AttrStorage value);
};

/// Symbol text of a data-type expression: one leading and one trailing double quote taken off (es-api section 1.4).
OPSTRATA_INTERNAL std::string_view symbol_text(std::string_view expression);

}  // namespace opstrata::proto

#endif  // OPSTRATA_SRC_PROTO_OPERATOR_IMPL_H_
