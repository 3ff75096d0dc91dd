/// @file
/// Printing one graph: the walk is the same for every language, a Syntax spells the statements.
#ifndef OPSTRATA_SRC_RUNNABLE_WRITER_H_
#define OPSTRATA_SRC_RUNNABLE_WRITER_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "esgen/emit.h"
#include "graph/model.h"
#include "proto/attr_storage.h"
#include "runnable/runnable.h"

namespace opstrata::runnable {

using graph::GraphData;
using graph::Node;

/// One operator of the plan by type; null when there is none.
using FindOperator = std::function<const esgen::EmitOperator *(const std::string &)>;

/// A statement; `defines` is the node whose variable it introduces, so that unused variables can be left out.
struct Statement {
  std::string text;
  const Node *defines = nullptr;
};

/// State of one function that builds one graph.
struct Scope {
  const GraphData *graph = nullptr;
  std::vector<Statement> statements;
  std::vector<std::string> late;  ///< after the graph is built
  std::map<const Node *, std::string> variables;
  std::set<std::string> taken;
  std::set<const Node *> used;
};

/// What a node's call needs.
struct Call {
  const Node *node = nullptr;
  const esgen::EmitOperator *op = nullptr;
  /// Value of each attribute of the prototype: empty = as the default says.
  std::vector<std::optional<proto::AttrValue>> attrs;
  std::vector<std::optional<ge::Tensor>> tensors;  ///< values of Tensor attributes
  /// Functions that build the subgraphs, by IR subgraph.
  std::vector<std::vector<std::string>> graphs;
};

class Syntax {
 public:
  virtual ~Syntax() = default;
  esgen::Language language = esgen::Language::kCpp;
  std::string module;  ///< of the generated API
  FindOperator find;

  /// Names that the functions of graphs use themselves, so that no variable may have them.
  virtual std::set<std::string> used_names() const = 0;
  virtual std::string prologue(const std::string &banner, const std::set<std::string> &op_types) const = 0;
  virtual std::string epilogue(const std::string &root_function) const = 0;
  virtual std::string function(const std::string &name, const Scope &scope, const std::vector<std::string> &outputs) const = 0;

  virtual std::string input(int64_t index, const Node &node, bool described) const = 0;
  virtual std::string variable(int64_t index, const std::string &name) const = 0;
  virtual std::optional<std::string> constant(const ge::Tensor &value) const = 0;
  /// The call, with what it needs before it appended to `scope`. Error: no call form means this node.
  virtual Result<std::string> call(const Call &call, Scope &scope) = 0;
  virtual std::string define(const std::string &variable, const std::string &expression) const = 0;
  virtual std::string discard(const std::string &expression) const = 0;
  virtual std::string name_next(const std::string &name) const = 0;
  /// How output `index` (-1: the node itself) of a node's variable is written.
  virtual std::string output(const Node &node, const std::string &variable, int index) const = 0;
  /// Statements that make the description of `holder` that of `wanted`; it has that of `known` before.
  virtual void describe(const Node &node, int index, const std::string &holder, const ge::TensorDesc &known, const ge::TensorDesc &wanted,
                        Scope &scope) const = 0;
  enum class Owner { kNode, kOutput, kInput, kGraph };
  /// False when the value cannot be written.
  virtual bool set_attr(Owner owner, const Node *node, int index, const std::string &holder, const std::string &name,
                        const proto::AttrStorage &value, Scope &scope) const = 0;
  virtual std::string control_edges(const std::string &target, const std::vector<std::string> &sources) const = 0;
};
std::unique_ptr<Syntax> make_cpp_syntax();
std::unique_ptr<Syntax> make_python_syntax();

/// Name of `node`'s variable; the node counts as used from then on.
std::string use(Scope &scope, const Node &node);
/// An identifier of the language that nothing in `taken` has; taken from then on.
std::string claim(std::set<std::string> &taken, const std::string &wanted, esgen::Language language);
/// Whether a text of the value holds a zero byte, with which calls of the generated API would end it.
bool has_zero_byte(const proto::AttrStorage &value);

/// IR output and position inside it of output port `index`; {-1, 0} when the node has none.
std::pair<int, int> locate_output(const Node &node, int index);
/// The producer's expression of an input port.
std::string source_of(const Syntax &syntax, Scope &scope, const graph::InputPort &port);
/// Ports of the prototype's input `index` on the node, matched by name: the node may come from another release.
std::vector<const graph::InputPort *> ports_of(const Node &node, const proto::OpPrototype &op, size_t index);
bool is_connected(const std::vector<const graph::InputPort *> &ports);
int64_t output_count(const Node &node, const std::string &name);

/// Elements of a tensor as C type and literals; no value for types below a byte and without fixed size.
struct Elements {
  std::string cpp_type;
  std::vector<std::string> cpp, python;
  bool plain = false;  ///< one of the five types that constants have functions for
};
std::optional<Elements> tensor_elements(const ge::Tensor &tensor);
std::vector<int64_t> dims_of(const ge::Shape &shape);
std::string join(const std::vector<std::string> &items);
std::string int_list(const std::vector<int64_t> &values);

/// Whether two descriptions are equal in what eager-style setters can express, and altogether.
bool same_basics(const ge::TensorDesc &a, const ge::TensorDesc &b);

}  // namespace opstrata::runnable

#endif  // OPSTRATA_SRC_RUNNABLE_WRITER_H_
