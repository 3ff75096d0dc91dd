/// @file
/// Running graphs (es-api section 13.3). A session holds graphs by number and runs them node by node through the same launchers
/// that serve single operators. Functions return SUCCESS or FAILED; the reason is the thread's recent message, which
/// GEGetErrorMsgV2 takes.
#ifndef OPSTRATA_GE_GE_API_H_
#define OPSTRATA_GE_GE_API_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "exe_graph/runtime/runtime_tensor.h"
#include "ge/ge_allocator.h"
#include "ge/ge_api_error_codes.h"
#include "ge/ge_api_types.h"
#include "ge/ge_graph_compile_summary.h"
#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "opstrata/visibility.h"

namespace opstrata {
namespace session {
class SessionImpl;
}
}  // namespace opstrata

namespace ge {
namespace session_detail {
inline std::map<AscendString, AscendString> ToAscend(const std::map<std::string, std::string> &options) {
  std::map<AscendString, AscendString> converted;
  for (const auto &option : options) {
    converted[AscendString(option.first.c_str())] = AscendString(option.second.c_str());
  }
  return converted;
}
}  // namespace session_detail

/// Starts the graph engine; comes before the first session. `ge.exec.deviceId` names the device (0). Repeating it succeeds.
OPSTRATA_API Status GEInitialize(const std::map<AscendString, AscendString> &options);
/// @deprecated use the AscendString form.
inline Status GEInitialize(const std::map<std::string, std::string> &options) {
  return GEInitialize(session_detail::ToAscend(options));
}
/// Ends it. Sessions that still exist refuse to run afterwards. FAILED when it was not started.
OPSTRATA_API Status GEFinalize();
/// Takes this thread's recent error text; empty when there is none.
OPSTRATA_API AscendString GEGetErrorMsgV2();
/// Takes this thread's warnings; always empty.
OPSTRATA_API AscendString GEGetWarningMsgV2();
inline std::string GEGetErrorMsg() {
  const AscendString text = GEGetErrorMsgV2();
  return std::string(text.GetString(), text.GetLength());
}
inline std::string GEGetWarningMsg() {
  const AscendString text = GEGetWarningMsgV2();
  return std::string(text.GetString(), text.GetLength());
}

class OPSTRATA_API Session {
 public:
  /// `ge.exec.deviceId` overrides the device of GEInitialize.
  explicit Session(const std::map<AscendString, AscendString> &options);
  /// @deprecated use the AscendString form.
  explicit Session(const std::map<std::string, std::string> &options) : Session(session_detail::ToAscend(options)) {}
  /// Waits for asynchronous runs.
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  /// Adds a graph under a number that is free. The graph is taken over as it is when it is compiled (first run, CompileGraph or
  /// BuildGraph).
  Status AddGraph(uint32_t graph_id, const Graph &graph);
  Status AddGraph(uint32_t graph_id, const Graph &graph, const std::map<AscendString, AscendString> &options);
  /// @deprecated use the AscendString form.
  Status AddGraph(uint32_t graph_id, const Graph &graph, const std::map<std::string, std::string> &options) {
    return AddGraph(graph_id, graph, session_detail::ToAscend(options));
  }
  /// The same with a copy taken now.
  Status AddGraphWithCopy(uint32_t graph_id, const Graph &graph);
  Status AddGraphWithCopy(uint32_t graph_id, const Graph &graph, const std::map<AscendString, AscendString> &options);
  Status RemoveGraph(uint32_t graph_id);

  /// Checks the graph and prepares its constants: order of nodes, connected inputs, kernels of all operators.
  Status CompileGraph(uint32_t graph_id);
  /// The same, and checks the inputs that will be fed.
  Status BuildGraph(uint32_t graph_id, const std::vector<Tensor> &inputs);
  Status BuildGraph(uint32_t graph_id, const std::vector<InputTensorInfo> &inputs);
  /// Compiles the graph for runs on `stream`; options as for AddGraph.
  Status LoadGraph(uint32_t graph_id, const std::map<AscendString, AscendString> &options, void *stream) const;
  /// Null when the graph is unknown or not compiled.
  CompiledGraphSummaryPtr GetCompiledGraphSummary(uint32_t graph_id);
  /// Whether the graph is not compiled (true also when it is unknown).
  bool IsGraphNeedRebuild(uint32_t graph_id);

  /// Runs with host tensors, one per graph input, in order; `outputs` receives new host tensors. Returns when done.
  Status RunGraph(uint32_t graph_id, const std::vector<Tensor> &inputs, std::vector<Tensor> &outputs);
  /// The same without waiting: `callback` receives status and outputs on a thread of the session. Runs of one session follow
  /// each other.
  Status RunGraphAsync(uint32_t graph_id, const std::vector<Tensor> &inputs, RunAsyncCallback callback);
  /// Puts the run on an acl stream of this thread's context (null = its default stream) and returns. Inputs and outputs are device
  /// tensors (host inputs are copied first). Empty `outputs` are filled with device tensors; given ones receive the result and
  /// must be large enough. Valid when the stream was synchronised.
  Status RunGraphWithStreamAsync(uint32_t graph_id, void *stream, const std::vector<Tensor> &inputs,
                                 std::vector<Tensor> &outputs);
  /// The same with runtime tensors; all outputs must be given with their memory.
  Status ExecuteGraphWithStreamAsync(uint32_t graph_id, void *stream, const std::vector<gert::Tensor> &inputs,
                                     std::vector<gert::Tensor> &outputs);

  /// Memory for intermediate results and outputs of runs on `stream`. One allocator per stream.
  Status RegisterExternalAllocator(const void *const stream, AllocatorPtr allocator) const;
  Status UnregisterExternalAllocator(const void *const stream) const;

  /// Values of variables by name, as host tensors.
  Status GetVariables(const std::vector<AscendString> &var_names, std::vector<Tensor> &var_values);
  /// Number of the session, unique in the process.
  uint64_t GetSessionId() const;

 private:
  std::shared_ptr<::opstrata::session::SessionImpl> impl_;
};
}  // namespace ge

#endif  // OPSTRATA_GE_GE_API_H_
