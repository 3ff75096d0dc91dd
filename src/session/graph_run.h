/// @file
/// session: whole graphs. A graph is compiled once (a private copy, order of nodes, constants) and run node by node through
/// exec's launchers; there is no second way of running a node. Shapes and data types are inferred at every run from what is fed.
///
/// Runs are asynchronous on a stream. Memory of a value is counted and given back in stream order behind the last node that
/// uses it. A run waits for its stream only where the next step depends on a value (inference that reads data, branches).
#ifndef OPSTRATA_SRC_SESSION_GRAPH_RUN_H_
#define OPSTRATA_SRC_SESSION_GRAPH_RUN_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "acl/acl_base_rt.h"
#include "base/status.h"
#include "exec/launch.h"
#include "ge/ge_allocator.h"
#include "graph/graph.h"
#include "graph/model.h"
#include "graph/tensor.h"

namespace opstrata::session {

/// Device memory, given back with its last owner.
using Memory = std::shared_ptr<uint8_t>;

/// Takes memory from the current device, or from a user's allocator.
class MemorySource {
 public:
  explicit MemorySource(ge::AllocatorPtr allocator = nullptr) : allocator_(std::move(allocator)) {}
  Result<Memory> take(size_t bytes) const;

 private:
  ge::AllocatorPtr allocator_;
};

/// A tensor of a run. Contiguous.
struct Value {
  ge::DataType dtype = ge::DT_UNDEFINED;
  ge::Format format = ge::FORMAT_ND;
  std::vector<int64_t> dims;
  Memory memory;
  size_t bytes = 0;
  uint64_t launch = 0;      ///< number of the launch that writes it; 0 = known from the start
  bool is_variable = false;  ///< memory that outlives the run
};

/// Dimensions as texts show them: [2, 3].
std::string shape_text(const std::vector<int64_t> &dims);
/// Bytes of a shape; none for negative dimensions, types without a size and overflow.
Result<size_t> value_bytes(const std::vector<int64_t> &dims, ge::DataType dtype, const std::string &what);
/// A value with a copy of the tensor's data. Refuses tensors whose data are smaller than their shape.
Result<Value> value_of(const ge::Tensor &tensor, const MemorySource &source, const std::string &what);
/// A host tensor with a copy of the value, which must be ready.
ge::Tensor host_tensor(const Value &value);
ge::TensorDesc describe(const Value &value, ge::Placement placement);

/// Variables of a session by node name.
class Variables {
 public:
  std::mutex mutex;
  std::map<std::string, Value, std::less<>> by_name;
};

/// A graph that can run. Immutable, except that the first run places its constants.
class CompiledGraph {
 public:
  /// Copies the graph and checks it and its subgraphs: acyclic, required inputs connected, a kernel for every operator.
  static Result<std::shared_ptr<const CompiledGraph>> compile(const ge::Graph &graph);

  const graph::GraphData &data() const { return *data_; }
  /// Nodes that the outputs and targets need, producers first.
  const std::vector<const graph::Node *> &order() const { return order_; }
  const std::vector<const graph::Node *> &inputs() const { return inputs_; }
  const std::vector<std::pair<graph::Node *, int>> &outputs() const { return outputs_; }
  const Value *constant(const graph::Node *node) const;
  size_t constant_bytes() const;
  const CompiledGraph *subgraph(const graph::GraphData *graph) const;
  /// How many nodes and graph outputs read output `port` of `node`.
  uint32_t uses(const graph::Node *node, int port) const;

 private:
  static Result<std::shared_ptr<const CompiledGraph>> compile_data(std::shared_ptr<graph::GraphData> data);
  Status check_node(const graph::Node &node) const;

  std::shared_ptr<graph::GraphData> data_;
  std::vector<const graph::Node *> order_;
  std::vector<const graph::Node *> inputs_;
  std::vector<std::pair<graph::Node *, int>> outputs_;
  std::unordered_map<const graph::Node *, Value> constants_;
  std::unordered_map<const graph::GraphData *, std::shared_ptr<const CompiledGraph>> subgraphs_;
  std::map<std::pair<const graph::Node *, int>, uint32_t> uses_;
};

/// One run on one stream.
class Run {
 public:
  Run(aclrtStream stream, MemorySource source, Variables &variables)
      : stream_(stream), source_(std::move(source)), variables_(variables) {}

  /// Launches everything; the results are valid when the stream gets there. On failure what was launched still runs.
  Result<std::vector<Value>> run(const CompiledGraph &graph, std::vector<Value> inputs);
  /// Waits until the value can be read on the host.
  Status make_ready(const Value &value);

 private:
  using Produced = std::map<std::pair<const graph::Node *, int>, Value>;
  struct Scope {
    const CompiledGraph &graph;
    Produced produced;
    std::map<std::pair<const graph::Node *, int>, uint32_t> left;  ///< uses to come
  };

  Status run_node(Scope &scope, const graph::Node &node);
  Status launch(Scope &scope, const graph::Node &node);
  Status branch(Scope &scope, const graph::Node &node);
  Result<Value> variable(const graph::Node &node);
  Result<Value> input_value(Scope &scope, const graph::Node &node, int port);
  void release_inputs(Scope &scope, const graph::Node &node);
  Result<Value> copy(const Value &value);
  Result<int64_t> scalar(const Value &value, const graph::Node &node, bool as_truth);
  Result<std::vector<Value>> values_of(Scope &scope, const graph::Node &node, std::string_view input);
  Status give(Scope &scope, const graph::Node &node, std::vector<Value> values);
  /// Keeps memory until the stream gets here.
  Status keep(std::vector<Memory> memory);

  aclrtStream stream_;
  MemorySource source_;
  Variables &variables_;
  uint64_t launches_ = 0;
  uint64_t synchronised_ = 0;  ///< launches that are known to be complete
};

}  // namespace opstrata::session

#endif  // OPSTRATA_SRC_SESSION_GRAPH_RUN_H_
