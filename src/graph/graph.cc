// ge::Graph: thin over GraphData. What concerns ge::Operator stands in operator_link.cc.
#include "graph/graph.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "graph/model.h"
#include "graph/status_codes.h"

namespace ge {

using opstrata::fail;
using opstrata::Msg;
using opstrata::Status;
using opstrata::graph::GraphData;
using opstrata::graph::Node;
using opstrata::graph::refuse;
using opstrata::graph::to_graph_status;

namespace {

graphStatus empty_handle(const char *function, const char *what = "graph") {
  return to_graph_status(fail(Msg::kGraphEmptyHandle, {{"function", function}, {"what", what}}));
}

constexpr uintmax_t kMaxImageBytes = INT32_MAX;

Status too_large(const std::string &path) {
  return fail(Msg::kGraphFileWrite, {{"path", path}, {"reason", "larger than 2 GiB, which no graph image can be"}});
}

Status write_file(const std::string &path, const std::string &content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) return fail(Msg::kGraphFileOpen, {{"path", path}, {"purpose", "writing"}, {"reason", std::strerror(errno)}});
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) return fail(Msg::kGraphFileWrite, {{"path", path}, {"reason", std::strerror(errno)}});
  return {};
}

opstrata::Result<std::string> read_file(const char *path) {
  const auto cannot = [path](const std::string &reason) {
    return fail(Msg::kGraphFileOpen, {{"path", path}, {"purpose", "reading"}, {"reason", reason}});
  };
  // Asked before it is opened: a pipe would wait for its writer, and a device may never end.
  std::error_code error;
  const auto kind = std::filesystem::status(path, error).type();
  if (error) return cannot(error.message());
  if (kind != std::filesystem::file_type::regular) {
    return cannot(kind == std::filesystem::file_type::directory ? std::strerror(EISDIR) : "no ordinary file");
  }
  const auto size = std::filesystem::file_size(path, error);
  if (error) return cannot(error.message());
  if (size > kMaxImageBytes) return cannot("larger than 2 GiB, which no graph image is");
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot(std::strerror(errno));
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

opstrata::Result<std::string> dump_text(const GraphData &graph, Graph::DumpFormat format) {
  switch (format) {
    case Graph::DumpFormat::kOnnx:
      return opstrata::graph::to_onnx(graph, true);
    case Graph::DumpFormat::kTxt:
      return opstrata::graph::to_native(graph, true);
    case Graph::DumpFormat::kReadable:
      return opstrata::graph::to_readable(graph);
  }
  return fail(Msg::kEsFormat, {{"function", "Graph::Dump"}, {"value", static_cast<uint32_t>(format)}});
}

// Directory of file dumps (es-api section 13.4). The graph library knows no device: its part of the names is device 0.
std::filesystem::path dump_directory() {
  const std::string pid = std::to_string(getpid());
  if (const char *collect = std::getenv("NPU_COLLECT_PATH"); collect != nullptr && *collect != '\0') {
    return std::filesystem::path(collect) / "extra-info" / "graph" / (pid + "_0");
  }
  if (const char *dump = std::getenv("DUMP_GRAPH_PATH"); dump != nullptr && *dump != '\0') {
    return std::filesystem::path(dump) / ("pid_" + pid + "_deviceid_0");
  }
  if (const char *work = std::getenv("ASCEND_WORK_PATH"); work != nullptr && *work != '\0') {
    return std::filesystem::path(work) / ("pid_" + pid + "_deviceid_0");
  }
  return ".";
}

}  // namespace

Graph::Graph() = default;
Graph::Graph(const char *name) : impl_(std::make_shared<GraphData>(name == nullptr ? "" : name)) {}

graphStatus Graph::GetName(AscendString &name) const {
  if (impl_ == nullptr) return empty_handle("Graph::GetName");
  name = AscendString(impl_->name.c_str());
  return GRAPH_SUCCESS;
}

bool Graph::IsValid() const {
  return impl_ != nullptr && (impl_->marked_valid || !impl_->nodes.empty() || !impl_->outputs.empty() || !impl_->targets.empty());
}

graphStatus Graph::SetValid() {
  GraphData::ensure(*this)->marked_valid = true;
  return GRAPH_SUCCESS;
}

Graph &Graph::SetOutputs(const std::vector<std::pair<GNode, int32_t>> &outputs) {
  const auto graph = GraphData::ensure(*this);
  std::vector<std::pair<Node *, int>> found;
  for (const auto &[handle, index] : outputs) {
    const auto node = Node::of(handle);
    if (node == nullptr) {
      (void)empty_handle("Graph::SetOutputs", "node");
      return *this;
    }
    if (node->graph != graph.get()) {
      refuse(fail(Msg::kGraphForeignNode, {{"node", node->name}, {"graph", graph->name}}));
      return *this;
    }
    if (index < 0 || static_cast<size_t>(index) >= node->outputs.size()) {
      refuse(fail(Msg::kGraphPort, {{"node", node->name}, {"type", node->type()}, {"what", "output"}, {"index", index}, {"count", node->outputs.size()}}));
      return *this;
    }
    found.emplace_back(node.get(), index);
  }
  graph->outputs = std::move(found);
  return *this;
}

graphStatus Graph::GetAllOpName(std::vector<AscendString> &op_name) const {
  if (impl_ == nullptr) return empty_handle("Graph::GetAllOpName");
  op_name.clear();
  for (const auto &node : impl_->nodes) op_name.emplace_back(node->name.c_str());
  return GRAPH_SUCCESS;
}

graphStatus Graph::AddDataEdge(GNode &src_node, const int32_t src_port_index, GNode &dst_node, const int32_t dst_port_index) {
  const auto src = Node::of(src_node);
  const auto dst = Node::of(dst_node);
  if (impl_ == nullptr) return empty_handle("Graph::AddDataEdge");
  if (src == nullptr || dst == nullptr) return empty_handle("Graph::AddDataEdge", src == nullptr ? "source node" : "destination node");
  return to_graph_status(impl_->connect(src.get(), src_port_index, dst.get(), dst_port_index));
}

graphStatus Graph::AddControlEdge(GNode &src_node, GNode &dst_node) {
  const auto src = Node::of(src_node);
  const auto dst = Node::of(dst_node);
  if (impl_ == nullptr) return empty_handle("Graph::AddControlEdge");
  if (src == nullptr || dst == nullptr) return empty_handle("Graph::AddControlEdge", src == nullptr ? "source node" : "destination node");
  return to_graph_status(impl_->connect_control(src.get(), dst.get()));
}

graphStatus Graph::RemoveNode(GNode &node) { return RemoveNode(node, false); }

graphStatus Graph::RemoveNode(GNode &node, bool contain_subgraph) {
  const auto data = Node::of(node);
  if (impl_ == nullptr) return empty_handle("Graph::RemoveNode");
  if (data == nullptr) return empty_handle("Graph::RemoveNode", "node");
  return to_graph_status(impl_->remove(data.get(), contain_subgraph));
}

graphStatus Graph::RemoveEdge(GNode &src_node, const int32_t src_port_index, GNode &dst_node, const int32_t dst_port_index) {
  const auto src = Node::of(src_node);
  const auto dst = Node::of(dst_node);
  if (impl_ == nullptr) return empty_handle("Graph::RemoveEdge");
  if (src == nullptr || dst == nullptr) return empty_handle("Graph::RemoveEdge", src == nullptr ? "source node" : "destination node");
  return to_graph_status(impl_->disconnect(src.get(), src_port_index, dst.get(), dst_port_index));
}

std::vector<GNode> Graph::GetDirectNode() const {
  std::vector<GNode> result;
  if (impl_ == nullptr) return result;
  for (const auto &node : impl_->nodes) result.push_back(Node::wrap(node));
  return result;
}

std::vector<GNode> Graph::GetAllNodes() const {
  std::vector<GNode> result = GetDirectNode();
  if (impl_ == nullptr) return result;
  for (const auto &graph : impl_->all_subgraphs()) {
    for (const auto &node : graph->nodes) result.push_back(Node::wrap(node));
  }
  return result;
}

GNodePtr Graph::FindNodeByName(const AscendString &name) const {
  Node *node = impl_ == nullptr ? nullptr : impl_->find(name.GetString());
  return node == nullptr ? nullptr : Node::wrap_ptr(node);
}

std::vector<GraphPtr> Graph::GetAllSubgraphs() const {
  std::vector<GraphPtr> result;
  if (impl_ == nullptr) return result;
  for (const auto &graph : impl_->all_subgraphs()) result.push_back(GraphData::wrap_ptr(graph));
  return result;
}

GraphPtr Graph::GetSubGraph(const char *name) const {
  if (impl_ != nullptr && name != nullptr) {
    for (const auto &graph : impl_->all_subgraphs()) {
      if (graph->name == name) return GraphData::wrap_ptr(graph);
    }
  }
  return nullptr;
}

graphStatus Graph::AddSubGraph(const Graph &subgraph) {
  if (subgraph.impl_ == nullptr) return empty_handle("Graph::AddSubGraph", "subgraph");
  return to_graph_status(GraphData::ensure(*this)->register_subgraph(subgraph.impl_));
}

graphStatus Graph::RemoveSubgraph(const char *name) {
  if (impl_ == nullptr) return empty_handle("Graph::RemoveSubgraph");
  if (name == nullptr) return to_graph_status(fail(Msg::kGraphNull, {{"function", "Graph::RemoveSubgraph"}, {"what", "name"}}));
  auto &registered = impl_->registered;
  for (auto it = registered.begin(); it != registered.end(); ++it) {
    if ((*it)->name != name) continue;
    (*it)->parent_graph = nullptr;
    registered.erase(it);
    return GRAPH_SUCCESS;
  }
  for (const auto &graph : impl_->all_subgraphs()) {
    if (graph->name != name || graph->parent_node == nullptr) continue;
    return to_graph_status(fail(Msg::kGraphSubgraphOwned, {{"graph", impl_->name}, {"name", name}, {"node", graph->parent_node->name}}));
  }
  return to_graph_status(fail(Msg::kGraphSubgraphMissing, {{"graph", impl_->name}, {"name", name}}));
}

GraphPtr Graph::GetParentGraph() const {
  if (impl_ == nullptr || impl_->parent_graph == nullptr) return nullptr;
  return GraphData::wrap_ptr(impl_->parent_graph->shared_from_this());
}

GNodePtr Graph::GetParentNode() const {
  return impl_ == nullptr || impl_->parent_node == nullptr ? nullptr : Node::wrap_ptr(impl_->parent_node);
}

graphStatus Graph::CopyFrom(const Graph &src_graph) {
  if (src_graph.impl_ == nullptr) return empty_handle("Graph::CopyFrom", "source graph");
  const auto graph = GraphData::ensure(*this);
  if (graph == src_graph.impl_) return GRAPH_SUCCESS;
  return to_graph_status(opstrata::graph::copy_native(*src_graph.impl_, *graph, true));
}

graphStatus Graph::SetAttr(const AscendString &name, const AttrValue &attr_value) {
  const auto graph = GraphData::ensure(*this);
  if (name.GetLength() == 0) return to_graph_status(fail(Msg::kGraphAttrName, {{"what", "graph"}, {"node", graph->name}}));
  if (attr_value.IsEmpty()) graph->attrs.erase(name.GetString());
  else
    graph->attrs.insert_or_assign(name.GetString(), opstrata::graph::clone_attr(attr_value));
  return GRAPH_SUCCESS;
}

graphStatus Graph::GetAttr(const AscendString &name, AttrValue &attr_value) const {
  if (impl_ == nullptr) return empty_handle("Graph::GetAttr");
  const auto it = impl_->attrs.find(name.GetString());
  if (it == impl_->attrs.end()) {
    return to_graph_status(fail(Msg::kGraphAttrMissing, {{"what", "graph"}, {"node", impl_->name}, {"name", name.GetString()}}));
  }
  attr_value = opstrata::graph::clone_attr(it->second);
  return GRAPH_SUCCESS;
}

graphStatus Graph::SaveToFile(const char *file_name) const {
  if (impl_ == nullptr) return empty_handle("Graph::SaveToFile");
  if (file_name == nullptr) return to_graph_status(fail(Msg::kGraphNull, {{"function", "Graph::SaveToFile"}, {"what", "file name"}}));
  if (std::string_view(file_name).ends_with(".onnx")) {
    const auto model = opstrata::graph::to_onnx(*impl_, false);
    return to_graph_status(model.ok() ? write_file(file_name, *model) : model.status());
  }
  const std::string image = opstrata::graph::to_native(*impl_, false);
  return to_graph_status(image.empty() ? too_large(file_name) : write_file(file_name, image));
}

graphStatus Graph::LoadFromFile(const char *file_name) {
  if (file_name == nullptr) return to_graph_status(fail(Msg::kGraphNull, {{"function", "Graph::LoadFromFile"}, {"what", "file name"}}));
  const auto content = read_file(file_name);
  if (!content.ok()) return to_graph_status(content.status());
  return to_graph_status(opstrata::graph::from_native(*content, *GraphData::ensure(*this), false));
}

graphStatus Graph::SaveToMem(GraphBuffer &graph_buffer) const {
  if (impl_ == nullptr) return empty_handle("Graph::SaveToMem");
  const std::string image = opstrata::graph::to_native(*impl_, false);
  if (image.empty()) return to_graph_status(too_large("graph " + impl_->name));
  graph_buffer.data_ = std::shared_ptr<uint8_t>(new uint8_t[image.size()], std::default_delete<uint8_t[]>());
  std::memcpy(graph_buffer.data_.get(), image.data(), image.size());
  graph_buffer.size_ = image.size();
  return GRAPH_SUCCESS;
}

graphStatus Graph::LoadFromMem(const GraphBuffer &graph_buffer) { return LoadFromMem(graph_buffer.GetData(), graph_buffer.GetSize()); }

graphStatus Graph::LoadFromMem(const uint8_t *data, const size_t len) { return LoadFromSerializedModelArray(data, len); }

graphStatus Graph::LoadFromSerializedModelArray(const void *serialized_model, size_t size) {
  if (serialized_model == nullptr) return to_graph_status(fail(Msg::kGraphNull, {{"function", "Graph::LoadFromMem"}, {"what", "data"}}));
  return to_graph_status(
      opstrata::graph::from_native({static_cast<const char *>(serialized_model), size}, *GraphData::ensure(*this), false));
}

void Graph::SetNeedIteration(bool need_iteration) { GraphData::ensure(*this)->need_iteration = need_iteration; }

graphStatus Graph::Dump(DumpFormat format, std::ostream &o_stream) const {
  if (impl_ == nullptr) return empty_handle("Graph::Dump");
  const auto text = dump_text(*impl_, format);
  if (!text.ok()) return to_graph_status(text.status());
  // Only this member is called: the stream may come from a program with the other string ABI.
  o_stream.write(text->data(), static_cast<std::streamsize>(text->size()));
  if (!o_stream) return to_graph_status(fail(Msg::kGraphFileWrite, {{"path", "the stream"}, {"reason", "it is in a failed state"}}));
  return GRAPH_SUCCESS;
}

graphStatus Graph::DumpToFile(DumpFormat format, const AscendString &suffix) const {
  if (impl_ == nullptr) return empty_handle("Graph::DumpToFile");
  const auto text = dump_text(*impl_, format);
  if (!text.ok()) return to_graph_status(text.status());
  const auto directory = dump_directory();
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return to_graph_status(fail(Msg::kGraphFileOpen, {{"path", directory.string()}, {"purpose", "writing"}, {"reason", error.message()}}));
  }
  static std::atomic<unsigned> dump_number{0};
  const bool onnx = format == DumpFormat::kOnnx;
  const char *prefix = onnx ? "ge_onnx" : format == DumpFormat::kTxt ? "ge_proto" : "ge_readable";
  char number[16];
  std::snprintf(number, sizeof(number), "%08u", dump_number.fetch_add(1));
  const std::string file = std::string(prefix) + "_" + number + "_graph_" + std::to_string(impl_->dump_id()) + "_" +
                           suffix.GetString() + (onnx ? ".pbtxt" : ".txt");
  return to_graph_status(write_file((directory / file).string(), *text));
}

}  // namespace ge
