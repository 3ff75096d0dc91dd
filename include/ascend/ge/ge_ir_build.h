/// @file
/// Saving graphs (es-api section 13.8). Offline models for a device are not built; a saved model is the graph itself, which
/// Graph::LoadFromFile reads.
#ifndef OPSTRATA_GE_GE_IR_BUILD_H_
#define OPSTRATA_GE_GE_IR_BUILD_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/ge_api_types.h"
#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace ge {
constexpr int32_t IR_MAJOR_VERSION = 1;
constexpr int32_t IR_MINOR_VERSION = 0;
constexpr int32_t IR_PATCH_VERSION = 0;

/// A serialised model.
struct ModelBufferData {
  std::shared_ptr<uint8_t> data = nullptr;
  uint64_t length = 0U;
};

/// Starts and ends building; options are checked for being pairs of texts only.
OPSTRATA_API graphStatus aclgrphBuildInitialize(std::map<AscendString, AscendString> &global_options);
OPSTRATA_API void aclgrphBuildFinalize();
/// Serialises the graph. GRAPH_PARAM_INVALID for an invalid graph.
OPSTRATA_API graphStatus aclgrphBuildModel(const Graph &graph, const std::map<AscendString, AscendString> &build_options,
                                           ModelBufferData &model);
/// Writes the model to `<output_file>.om`.
OPSTRATA_API graphStatus aclgrphSaveModel(const char *output_file, const ModelBufferData &model);
inline graphStatus aclgrphSaveModel(const std::string &output_file, const ModelBufferData &model) {
  return aclgrphSaveModel(output_file.c_str(), model);
}
/// Version of this interface, 1.0.0.
OPSTRATA_API graphStatus aclgrphGetIRVersion(int32_t *major_version, int32_t *minor_version, int32_t *patch_version);
/// Writes the graph as text to `<file>.txt`; `len` is the length of `file`.
OPSTRATA_API graphStatus aclgrphDumpGraph(const Graph &graph, const char *file, const size_t len);
}  // namespace ge

#endif  // OPSTRATA_GE_GE_IR_BUILD_H_
