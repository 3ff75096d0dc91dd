/// @file
/// infer: shape and data type inference. It keeps what operator libraries registered through `register/op_impl_registry.h`
/// (with the library that each entry came from), builds the `gert` contexts that registered functions see, and runs them.
/// Where no data type function is registered, the data types follow from the prototype's symbols.
#ifndef OPSTRATA_SRC_INFER_INFER_H_
#define OPSTRATA_SRC_INFER_INFER_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/export.h"
#include "base/origin.h"
#include "base/status.h"
#include "exe_graph/runtime/shape.h"
#include "graph/types.h"
#include "register/op_impl_kernel_registry.h"

namespace opstrata::proto {
struct OpPrototype;
}

namespace opstrata::infer {

/// One input or output instance of a node. Formats: as `gert` sees them, original and in memory.
struct TensorInfo {
  ge::DataType dtype = ge::DT_UNDEFINED;
  ge::Format format = ge::FORMAT_ND;
  ge::Format storage_format = ge::FORMAT_ND;
  gert::Shape shape;  ///< original shape; -1 = unknown dimension, {-2} = unknown rank
  gert::Shape storage_shape;
  const void *data = nullptr;  ///< value on the host, for functions that depend on it; null = not known
};

/// Attribute value as registered functions read it (opdev-api section 4.1). `double` keeps 8 bytes, `float` 4.
/// A vector of bytes is handed over as it is (scalars). monostate: no value; the getters give null.
using AttrValue =
    std::variant<std::monostate, int64_t, float, double, bool, std::string, ge::DataType, std::vector<int64_t>,
                 std::vector<float>, std::vector<bool>, std::vector<std::string>, std::vector<ge::DataType>,
                 std::vector<std::vector<int64_t>>, std::vector<uint8_t>>;

/// A node as inference sees it. Positions are instances: an absent optional input has none. `input_counts[k]` says how many
/// instances IR input k has (0 for an absent one); empty = every instance is an IR input of its own; outputs likewise.
struct Node {
  std::string type;
  std::string name;  ///< empty = the type
  std::vector<TensorInfo> inputs, outputs;
  std::vector<uint32_t> input_counts, output_counts;
  std::vector<AttrValue> attrs;  ///< by position: the prototype's attributes, or OP_ATTR order; private ones are added
};

/// The same described where it lies, so that nothing is copied and small nodes need no heap memory.
struct TensorRef {
  const gert::Shape *shape = nullptr;
  const gert::Shape *storage_shape = nullptr;
  const void *data = nullptr;
  ge::Format format = ge::FORMAT_ND;
  ge::Format storage_format = ge::FORMAT_ND;
  ge::DataType dtype = ge::DT_UNDEFINED;
};
struct NodeRef {
  std::string_view type, name;
  std::span<const TensorRef> inputs, outputs;
  std::span<const uint32_t> input_counts, output_counts;
  std::span<const AttrValue> attrs;
};

using Functions = gert::OpImplKernelRegistry::OpImplFunctionsV2;

/// What one library registered for one operator type.
struct Entry {
  std::string op_type;
  Origin origin;
  Functions functions;
  std::string shape_place = {}, type_place = {};  ///< file:line of the registration of these functions
};

/// All entries of `op_type`, the strongest origin first. Entries live as long as the process.
/// The first lookup, and the first one after the operator roots of the environment changed, loads the libraries below them
/// that hold inference functions: `op_proto/`, `op_graph/lib/` and `op_impl/ai_core/tbe/op_host/` of every root.
OPSTRATA_INTERNAL std::vector<const Entry *> find_entries(std::string_view op_type);
/// The strongest entry that has an inference function of the kind asked for; null when there is none.
OPSTRATA_INTERNAL const Entry *find_shape_inference(std::string_view op_type);
OPSTRATA_INTERNAL const Entry *find_data_type_inference(std::string_view op_type);

/// Numbers the state of the registries of inference functions and prototypes, after libraries have been looked for:
/// while two calls return the same number, every look-up gives what it gave before. Never 0.
OPSTRATA_INTERNAL uint64_t registry_state();

/// Whether shape inference of `op_type` reads the value of IR input `ir_index`.
OPSTRATA_INTERNAL bool depends_on_value(std::string_view op_type, uint32_t ir_index);

/// Where libraries with inference functions were looked for (looks first if that has not happened).
OPSTRATA_INTERNAL SearchReport search_report();

/// Receives output instance `output` as a function has left it.
using Take = std::function<void(size_t output, const TensorRef &inferred)>;

/// Contexts of shape inference that a thread uses again for nodes of one form (the function, the counts of instances,
/// no attributes): only shapes, types, formats and addresses are written anew.
class OPSTRATA_INTERNAL ReadyContexts {
 public:
  ReadyContexts();
  ~ReadyContexts();
  ReadyContexts(const ReadyContexts &) = delete;
  ReadyContexts &operator=(const ReadyContexts &) = delete;

  /// Whether the node has a form that a context can be kept for.
  static bool can_serve(const Entry &entry, const NodeRef &node);
  /// infer_shapes on such a node.
  Status infer(const Entry &entry, const NodeRef &node, const Take &take);

 private:
  struct Context;
  std::array<std::unique_ptr<Context>, 16> places_;
};

/// Runs the registered shape function: writes `shape` of every output (and a data type or format that the function wrote to
/// the description). kNotFound when none is registered; kInvalid when the function failed, with the text that the function
/// reported on this thread if it did. `node.outputs` must have one element per output instance.
OPSTRATA_INTERNAL Status infer_shapes(Node &node);

/// The same on a node whose counts agree with its instances, by the function of `entry` (null: the refusal of an
/// operator that has none). `take` receives every output after the function has succeeded; the references last as long
/// as its call.
OPSTRATA_INTERNAL Status infer_shapes(const Entry *entry, const NodeRef &node, const Take &take);
/// The same in a context of `ready` where one can be kept for the node.
OPSTRATA_INTERNAL Status infer_shapes(const Entry *entry, const NodeRef &node, ReadyContexts &ready, const Take &take);

/// Data types of the outputs: by the registered function, else by the prototype's symbols (a symbol that an input shares, a
/// promotion, a type set of one). Outputs that have a type keep it unless a function says otherwise. kNotFound when neither
/// tells the type of an output, naming it.
OPSTRATA_INTERNAL Status infer_data_types(Node &node);

/// The data types that the prototype allows where it writes `symbol` (InputDef::dtype, OutputDef::dtype): those of the
/// DATATYPE line of that name, else those that the expression itself names. Empty: the prototype sets no bound that is
/// known (a promotion, a macro of the source).
OPSTRATA_INTERNAL std::vector<ge::DataType> allowed_types(const proto::OpPrototype &prototype,
                                                          const std::string &symbol);

/// Runs the registered range function. kNotFound when none is registered.
struct ShapeRange {
  gert::Shape min, max;
};
OPSTRATA_INTERNAL Status infer_shape_ranges(const Node &node, const std::vector<ShapeRange> &inputs,
                                            std::vector<ShapeRange> &outputs);

/// The prototype of `op_type` after libraries have been looked for (an operator library launches without inference first, so
/// that nothing may have looked yet); null when there is none.
OPSTRATA_INTERNAL const proto::OpPrototype *known_prototype(std::string_view op_type);

}  // namespace opstrata::infer

#endif  // OPSTRATA_SRC_INFER_INFER_H_
