// Saving graphs (ge/ge_ir_build.h, es-api section 13.8).
#include "ge/ge_ir_build.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "base/messages.h"

using opstrata::fail;
using opstrata::Msg;
using opstrata::report;

namespace {

ge::graphStatus refused(const opstrata::Status &status) {
  (void)report(status);
  return ge::GRAPH_PARAM_INVALID;
}

ge::graphStatus write_file(const char *function, const std::string &path, const char *data, size_t bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file.write(data, static_cast<std::streamsize>(bytes));
  file.close();
  if (file) return ge::GRAPH_SUCCESS;
  (void)report(fail(Msg::kSessionFile, {{"function", function}, {"path", path}, {"reason", std::strerror(errno)}}));
  return ge::GRAPH_FAILED;
}

}  // namespace

namespace ge {

graphStatus aclgrphBuildInitialize(std::map<AscendString, AscendString> &global_options) {
  for (const auto &[key, value] : global_options) {
    if (key.GetLength() != 0) continue;
    return refused(fail(Msg::kSessionOption, {{"function", "aclgrphBuildInitialize"}, {"key", ""}, {"value", value.GetString()}, {"allowed", "options with a key"}}));
  }
  return GRAPH_SUCCESS;
}

void aclgrphBuildFinalize() {}

graphStatus aclgrphBuildModel(const Graph &graph, const std::map<AscendString, AscendString> &, ModelBufferData &model) {
  GraphBuffer buffer;
  if (!graph.IsValid() || graph.SaveToMem(buffer) != GRAPH_SUCCESS) {
    return refused(fail(Msg::kSessionGraphInvalid, {{"function", "aclgrphBuildModel"}, {"graph", "handed over"}}));
  }
  model.data = std::shared_ptr<uint8_t>(new uint8_t[buffer.GetSize()], [](const uint8_t *data) { delete[] data; });
  std::memcpy(model.data.get(), buffer.GetData(), buffer.GetSize());
  model.length = buffer.GetSize();
  return GRAPH_SUCCESS;
}

graphStatus aclgrphSaveModel(const char *output_file, const ModelBufferData &model) {
  if (output_file == nullptr || model.data == nullptr) {
    return refused(fail(Msg::kSessionNull, {{"function", "aclgrphSaveModel"}, {"what", output_file == nullptr ? "output_file" : "the model"}}));
  }
  return write_file("aclgrphSaveModel", std::string(output_file) + ".om", reinterpret_cast<const char *>(model.data.get()), model.length);
}

graphStatus aclgrphGetIRVersion(int32_t *major_version, int32_t *minor_version, int32_t *patch_version) {
  if (major_version == nullptr || minor_version == nullptr || patch_version == nullptr) {
    return refused(fail(Msg::kSessionNull, {{"function", "aclgrphGetIRVersion"}, {"what", "a version"}}));
  }
  *major_version = IR_MAJOR_VERSION;
  *minor_version = IR_MINOR_VERSION;
  *patch_version = IR_PATCH_VERSION;
  return GRAPH_SUCCESS;
}

graphStatus aclgrphDumpGraph(const Graph &graph, const char *file, const size_t len) {
  if (file == nullptr) return refused(fail(Msg::kSessionNull, {{"function", "aclgrphDumpGraph"}, {"what", "file"}}));
  std::ostringstream text;
  if (!graph.IsValid() || graph.Dump(Graph::DumpFormat::kTxt, text) != GRAPH_SUCCESS) {
    return refused(fail(Msg::kSessionGraphInvalid, {{"function", "aclgrphDumpGraph"}, {"graph", "handed over"}}));
  }
  const std::string image = text.str();
  return write_file("aclgrphDumpGraph", std::string(file, strnlen(file, len)) + ".txt", image.data(), image.size());
}

}  // namespace ge
