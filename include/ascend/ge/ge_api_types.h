/// @file
/// Types and option keys shared by the graph interface (es-api section 13.3). Sources rely on the standard headers and
/// graph/tensor.h arriving through it.
#ifndef OPSTRATA_GE_GE_API_TYPES_H_
#define OPSTRATA_GE_GE_API_TYPES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
/// Option keys of GEInitialize, Session and AddGraph.
constexpr const char *OPTION_EXEC_DEVICE_ID = "ge.exec.deviceId";
constexpr const char *OPTION_EXEC_RANK_TABLE_FILE = "ge.exec.rankTableFile";
constexpr const char *OPTION_EXEC_RANK_ID = "ge.exec.rankId";
constexpr const char *OPTION_GRAPH_RUN_MODE = "ge.graphRunMode";
constexpr const char *PRECISION_MODE = "ge.exec.precision_mode";
constexpr const char *EXCLUDE_ENGINES = "ge.exec.exclude_engines";
constexpr const char *JIT_COMPILE = "ge.jit_compile";
/// Optimisations of a graph compiler. Graphs run node by node here, so every value of them is taken and changes nothing.
constexpr const char *OO_LEVEL = "ge.oo.level";
constexpr const char *OO_CONSTANT_FOLDING = "ge.oo.constantFolding";
constexpr const char *OO_DEAD_CODE_ELIMINATION = "ge.oo.deadCodeElimination";

/// Result of an asynchronous run: status and output tensors.
using RunAsyncCallback = std::function<void(Status, std::vector<ge::Tensor> &)>;

/// Description of one input for Session::BuildGraph.
struct InputTensorInfo {
  uint32_t data_type = 0U;
  std::vector<int64_t> dims;
  void *data = nullptr;
  int64_t length = 0;
};
}  // namespace ge

#endif  // OPSTRATA_GE_GE_API_TYPES_H_
