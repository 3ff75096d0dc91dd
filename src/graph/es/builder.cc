#include "graph/es/builder.h"

#include <algorithm>
#include <charconv>
#include <climits>

#include "base/messages.h"

using opstrata::fail;
using opstrata::Msg;
using opstrata::Result;
using opstrata::Status;
using opstrata::graph::GraphData;
using opstrata::graph::Node;
using opstrata::graph::NodeSpec;
using opstrata::graph::refuse;
using opstrata::graph::to_graph_status;
namespace es = opstrata::graph::es;
using es::refused;

namespace {

std::string known(const char *text, const char *otherwise) { return text == nullptr ? otherwise : text; }

}  // namespace

std::nullptr_t es::refused(const Status &status) {
  refuse(status);
  opstrata::keep_first_refusal(status);
  return nullptr;
}

Status es::missing(Status status) {
  const std::string_view first = opstrata::first_refusal();
  return first.empty() ? status : fail(Msg::kEsFirstRefusal, {{"text", status.text()}, {"first", first}});
}

Status es::null_argument(std::string_view function, std::string_view what) {
  return missing(fail(Msg::kGraphNull, {{"function", function}, {"what", what}}));
}

EsCGraphBuilder::Impl::Impl(const char *graph_name)
    : name(known(graph_name, "graph")), graph(std::make_unique<ge::Graph>(name.c_str())) {}

EsCGraphBuilder::Impl::~Impl() {
  holders.clear();
  // Subgraphs may be attached to nodes of the graph; their handles go first, the graph's own references last.
  for (auto it = resources.rbegin(); it != resources.rend(); ++it) it->second(it->first);
}

bool EsCGraphBuilder::Impl::owns(const void *resource) const {
  return std::any_of(resources.begin(), resources.end(), [&](const auto &entry) { return entry.first == resource; });
}

EsCTensorHolder *EsCGraphBuilder::Impl::find_holder(const Node &node, int32_t index) {
  for (; holders_entered < holders.size(); ++holders_entered) {
    auto &holder = holders[holders_entered];
    holder_of_output.emplace(std::pair(Node::of(holder.GetProducer()).get(), holder.GetOutIndex()), &holder);
  }
  const auto at = holder_of_output.find({&node, index});
  return at == holder_of_output.end() ? nullptr : at->second;
}

std::string EsCGraphBuilder::Impl::generate_name(std::string_view type) {
  char number[24];
  const auto end = std::to_chars(number, number + sizeof number, next_number++).ptr;
  std::string text(type.size() + 1 + static_cast<size_t>(end - number), '_');
  type.copy(text.data(), type.size());
  std::copy(number, end, text.data() + type.size() + 1);
  return text;
}

EsCGraphBuilder::EsCGraphBuilder() : EsCGraphBuilder(nullptr) {}
EsCGraphBuilder::EsCGraphBuilder(const char *name) : impl_(new Impl(name)) { opstrata::forget_first_refusal(); }
EsCGraphBuilder::~EsCGraphBuilder() { delete impl_; }

EsCGraphBuilder::EsCGraphBuilder(EsCGraphBuilder &&other) noexcept { *this = std::move(other); }

EsCGraphBuilder &EsCGraphBuilder::operator=(EsCGraphBuilder &&other) noexcept {
  if (this == &other) return *this;
  delete std::exchange(impl_, std::exchange(other.impl_, nullptr));
  if (impl_ == nullptr) return *this;
  for (auto &holder : impl_->holders) holder.owner_ = this;
  return *this;
}

EsCTensorHolder *EsCGraphBuilder::GetTensorHolderFromNode(const ge::GNode &node, int32_t output_index) {
  constexpr std::string_view kFunction = "GetTensorHolderFromNode";
  const auto graph = es::open_graph(this, kFunction);
  if (!graph.ok()) return refused(graph.status());
  const auto data = Node::of(node);
  if (data == nullptr) return refused(fail(Msg::kGraphEmptyHandle, {{"function", kFunction}, {"what", "node"}}));
  if (data->graph != *graph) return refused(fail(Msg::kGraphForeignNode, {{"node", data->name}, {"graph", impl_->name}}));
  if (opstrata::graph::is_input_type(data->type())) {
    return refused(fail(Msg::kEsGraphInputNode, {{"function", kFunction}, {"node", data->name}}));
  }
  if (output_index < -1 || output_index >= static_cast<int32_t>(data->outputs.size())) {
    return refused(fail(Msg::kGraphPort, {{"node", data->name}, {"type", data->type()}, {"what", "output"}, {"index", output_index},
                                          {"count", data->outputs.size()}}));
  }
  if (auto *known = impl_->find_holder(*data, output_index)) return known;
  return es::new_holder(*this, *data, output_index);
}

EsCTensorHolder *EsCGraphBuilder::AppendGraphInput(const char *name, const char *type) {
  int64_t index = 0;
  while (impl_ != nullptr && impl_->inputs.count(index) != 0) ++index;
  if (index > INT32_MAX) index = -1;
  return AddGraphInput(static_cast<int32_t>(index), name, type);
}

EsCTensorHolder *EsCGraphBuilder::AddGraphInput(int32_t index, const char *name, const char *type, C_DataType data_type,
                                                C_Format format, const int64_t *dims, int64_t dim_num) {
  constexpr std::string_view kFunction = "EsCreateGraphInput";
  const auto graph = es::open_graph(this, kFunction);
  if (!graph.ok()) return refused(graph.status());
  if (index < 0 || impl_->inputs.count(index) != 0) {
    return refused(fail(Msg::kEsInputIndex, {{"function", kFunction}, {"index", index}, {"graph", impl_->name},
                                             {"problem", index < 0 ? "negative" : "used already"}}));
  }
  const std::string node_type = known(type, "Data");
  if (!opstrata::graph::is_input_type(node_type)) {
    return refused(fail(Msg::kEsInputType, {{"function", kFunction}, {"index", index}, {"graph", impl_->name}, {"type", node_type}}));
  }
  if (data_type < 0 || data_type >= C_DT_MAX) {
    return refused(fail(Msg::kEsDataType, {{"function", kFunction}, {"value", static_cast<int>(data_type)}}));
  }
  const int64_t rank = dims == nullptr ? 0 : dim_num;
  if (const auto status = es::check_shape(kFunction, dims, rank, true); !status.ok()) return refused(status);

  const auto node = es::add_node(
      *this, **graph, {known(name, ("input_" + std::to_string(index)).c_str()), es::input_prototype(node_type)});
  if (!node.ok()) return refused(node.status());
  (*node)->attrs.insert_or_assign("index", es::attr_value(static_cast<int64_t>(index)));
  const ge::Shape shape(dims == nullptr ? std::vector<int64_t>() : std::vector<int64_t>(dims, dims + rank));
  ge::TensorDesc desc(shape, static_cast<ge::Format>(format), static_cast<ge::DataType>(data_type));
  desc.SetOriginShape(shape);
  desc.SetOriginFormat(static_cast<ge::Format>(format));
  (*node)->outputs.front().desc = desc;
  (*node)->inputs.front().desc = desc;
  auto *holder = es::new_holder(*this, **node, 0);
  impl_->inputs.emplace(index, holder);
  return holder;
}

ge::Status EsCGraphBuilder::SetGraphOutput(EsCTensorHolder *tensor, int64_t output_index) {
  constexpr std::string_view kFunction = "EsSetGraphOutput";
  const auto graph = es::open_graph(this, kFunction);
  if (!graph.ok()) return to_graph_status(graph.status());
  if (tensor == nullptr) return to_graph_status(es::null_argument(kFunction, "tensor"));
  if (&tensor->GetOwnerBuilder() != this) {
    return to_graph_status(fail(Msg::kEsForeignHolder, {{"function", kFunction}, {"what", "the tensor"},
                                                        {"other", tensor->GetOwnerBuilder().impl_->name}, {"graph", impl_->name}}));
  }
  if (tensor->GetOutIndex() < 0) {
    return to_graph_status(fail(Msg::kEsControlHolder, {{"function", kFunction}, {"node", Node::of(tensor->GetProducer())->name}}));
  }
  if (output_index < 0 || impl_->outputs.count(output_index) != 0) {
    return to_graph_status(fail(Msg::kEsOutputIndex, {{"function", kFunction}, {"index", output_index}, {"graph", impl_->name},
                                                      {"problem", output_index < 0 ? "negative" : "used already"}}));
  }
  impl_->outputs.emplace(output_index, tensor);
  return ge::SUCCESS;
}

ge::Graph *EsCGraphBuilder::GetGraph() { return impl_ == nullptr ? nullptr : impl_->graph.get(); }
const ge::Graph *EsCGraphBuilder::GetGraph() const { return impl_ == nullptr ? nullptr : impl_->graph.get(); }

namespace {

// Indices are unique and not negative, so they run from 0 exactly when the last one is size - 1.
Status check_gaps(const std::map<int64_t, EsCTensorHolder *> &indexed, const char *what, const std::string &graph) {
  int64_t expected = 0;
  for (const auto &[index, holder] : indexed) {
    if (index != expected) {
      return fail(Msg::kEsIndexGap, {{"what", what}, {"index", expected}, {"graph", graph}, {"last", indexed.rbegin()->first}});
    }
    ++expected;
  }
  return {};
}

Status check_subgraph_names(const GraphData &graph) {
  std::vector<std::string_view> names;
  const auto all = graph.all_subgraphs();
  for (const auto &subgraph : all) names.push_back(subgraph->name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) return fail(Msg::kEsSubgraphName, {{"graph", graph.name}, {"name", *twice}});
  return {};
}

Status finish(GraphData &graph, const std::map<int64_t, EsCTensorHolder *> &inputs, const std::map<int64_t, EsCTensorHolder *> &outputs) {
  OPSTRATA_TRY(check_gaps(inputs, "input", graph.name));
  OPSTRATA_TRY(check_gaps(outputs, "output", graph.name));
  OPSTRATA_TRY(check_subgraph_names(graph));
  opstrata::proto::OpPrototype prototype;
  prototype.type = "NetOutput";
  prototype.inputs = {{"x", opstrata::proto::InputKind::kDynamic, ""}};
  NodeSpec spec("NetOutput_" + graph.name, std::move(prototype));
  spec.input_counts["x"] = static_cast<int>(outputs.size());
  auto net_output = graph.add_node(std::move(spec));
  if (!net_output.ok()) return net_output.status();
  graph.outputs.clear();
  for (const auto &[index, holder] : outputs) {
    Node *source = Node::of(holder->GetProducer()).get();
    OPSTRATA_TRY(graph.connect(source, holder->GetOutIndex(), *net_output, static_cast<int>(index)));
    (*net_output)->inputs[static_cast<size_t>(index)].desc = source->outputs[static_cast<size_t>(holder->GetOutIndex())].desc;
    graph.outputs.emplace_back(source, holder->GetOutIndex());
  }
  graph.inputs.clear();
  for (const auto &[index, holder] : inputs) {
    Node *node = Node::of(holder->GetProducer()).get();
    node->inputs.front().desc = node->outputs.front().desc;
    graph.inputs.push_back(node);
  }
  graph.marked_valid = true;
  return {};
}

}  // namespace

std::unique_ptr<ge::Graph> EsCGraphBuilder::BuildGraphAndReset() {
  const auto graph = es::open_graph(this, "EsBuildGraphAndReset");
  if (!graph.ok()) return refused(graph.status());
  if (const auto status = finish(**graph, impl_->inputs, impl_->outputs); !status.ok()) return refused(status);
  opstrata::forget_first_refusal();
  return std::move(impl_->graph);
}

ge::AscendString EsCGraphBuilder::GenerateNodeName(const char *node_type) {
  if (impl_ == nullptr) return {};
  return ge::AscendString(impl_->generate_name(node_type == nullptr ? "Node" : node_type).c_str());
}

std::vector<EsCTensorHolder *> *EsCGraphBuilder::CreateDynamicTensorHolderFromNode(const ge::GNode &node, int32_t start_index,
                                                                                   int32_t output_num) {
  auto list = std::make_unique<std::vector<EsCTensorHolder *>>();
  for (int32_t i = 0; i < output_num; ++i) {
    auto *holder = GetTensorHolderFromNode(node, start_index + i);
    if (holder == nullptr) return nullptr;
    list->push_back(holder);
  }
  if (impl_ == nullptr) return nullptr;
  return impl_->lists.emplace_back(std::move(list)).get();
}

void EsCGraphBuilder::KeepResource(void *resource, void (*deleter)(void *)) {
  // A moved-from builder owns nothing: what it is given is freed at once.
  if (impl_ == nullptr) deleter(resource);
  else impl_->resources.emplace_back(resource, deleter);
}

// --- EsCTensorHolder ---------------------------------------------------------------------------------------------------

EsCTensorHolder::EsCTensorHolder(EsCGraphBuilder &owner, const ge::GNode &producer, int32_t index)
    : owner_(&owner), producer_(producer), out_index_(index) {}
EsCTensorHolder::~EsCTensorHolder() = default;
EsCTensorHolder::EsCTensorHolder(EsCTensorHolder &&other) noexcept = default;
EsCTensorHolder &EsCTensorHolder::operator=(EsCTensorHolder &&other) noexcept = default;

namespace {

template <typename Change>
ge::Status change_desc(const ge::GNode &producer, int32_t index, const char *function, Change change) {
  const auto node = Node::of(producer);
  if (node == nullptr) return to_graph_status(fail(Msg::kGraphEmptyHandle, {{"function", function}, {"what", "node"}}));
  if (index < 0 || static_cast<size_t>(index) >= node->outputs.size()) {
    return to_graph_status(fail(Msg::kEsControlHolder, {{"function", function}, {"node", node->name}}));
  }
  change(node->outputs[static_cast<size_t>(index)]);
  return ge::SUCCESS;
}

ge::Status set_format(const ge::GNode &producer, int32_t index, ge::Format format, bool origin, bool storage) {
  return change_desc(producer, index, "SetFormat", [&](auto &port) {
    // The origin follows the storage while it was never set; keep it where only one of them is meant.
    const ge::Format other = port.desc.GetOriginFormat();
    if (storage) port.desc.SetFormat(format);
    port.desc.SetOriginFormat(origin ? format : other);
  });
}

ge::Status set_shape(const ge::GNode &producer, int32_t index, const ge::Shape &shape, bool origin, bool storage) {
  const auto dims = shape.GetDims();
  const auto status = es::check_shape("SetShape", dims.data(), static_cast<int64_t>(dims.size()), true);
  if (!status.ok()) return to_graph_status(status);
  return change_desc(producer, index, "SetShape", [&](auto &port) {
    const ge::Shape other = port.desc.GetOriginShape();
    if (storage) port.desc.SetShape(shape);
    port.desc.SetOriginShape(origin ? shape : other);
  });
}

}  // namespace

ge::Status EsCTensorHolder::SetDataType(const ge::DataType data_type) {
  if (data_type < 0 || data_type >= static_cast<int>(C_DT_MAX)) {
    return to_graph_status(fail(Msg::kEsDataType, {{"function", "SetDataType"}, {"value", static_cast<int>(data_type)}}));
  }
  return change_desc(producer_, out_index_, "SetDataType", [&](auto &port) { port.desc.SetDataType(data_type); });
}

ge::Status EsCTensorHolder::SetFormat(const ge::Format format) {
  return set_format(producer_, out_index_, format, true, true);
}
ge::Status EsCTensorHolder::SetOriginFormat(const ge::Format format) {
  return set_format(producer_, out_index_, format, true, false);
}
ge::Status EsCTensorHolder::SetStorageFormat(const ge::Format format) {
  return set_format(producer_, out_index_, format, false, true);
}
ge::Status EsCTensorHolder::SetShape(const ge::Shape &shape) {
  return set_shape(producer_, out_index_, shape, true, true);
}
ge::Status EsCTensorHolder::SetOriginShape(const ge::Shape &shape) {
  return set_shape(producer_, out_index_, shape, true, false);
}
ge::Status EsCTensorHolder::SetStorageShape(const ge::Shape &shape) {
  return set_shape(producer_, out_index_, shape, false, true);
}

ge::Status EsCTensorHolder::SetOriginSymbolShape(const char *const *shape_str, const int64_t shape_str_num) {
  if (shape_str_num < 0 || (shape_str == nullptr && shape_str_num != 0)) {
    return to_graph_status(fail(Msg::kEsDimNum, {{"function", "SetOriginSymbolShape"}, {"value", shape_str_num}}));
  }
  std::vector<ge::AscendString> expressions;
  for (int64_t i = 0; i < shape_str_num; ++i) {
    if (shape_str[i] == nullptr || *shape_str[i] == '\0') {
      return to_graph_status(fail(Msg::kEsShape, {{"function", "SetOriginSymbolShape"}, {"index", i}, {"value", shape_str[i] == nullptr ? "null" : "empty"},
                                                  {"allowed", "an expression is needed"}}));
    }
    expressions.emplace_back(shape_str[i]);
  }
  return change_desc(producer_, out_index_, "SetOriginSymbolShape", [&](auto &port) {
    port.attrs.insert_or_assign("_origin_symbol_shape", es::attr_value(expressions));
  });
}

ge::GNode &EsCTensorHolder::GetProducer() { return producer_; }
int32_t EsCTensorHolder::GetOutIndex() const { return out_index_; }
EsCGraphBuilder &EsCTensorHolder::GetOwnerBuilder() { return *owner_; }

// --- Shared helpers ------------------------------------------------------------------------------------------------------

namespace opstrata::graph::es {

Result<GraphData *> open_graph(Builder *builder, std::string_view function) {
  auto *impl = builder == nullptr ? nullptr : impl_of(*builder);
  if (impl == nullptr) return fail(Msg::kGraphNull, {{"function", function}, {"what", "graph builder"}});
  if (impl->graph == nullptr) return fail(Msg::kEsBuilderBuilt, {{"function", function}, {"graph", impl->name}});
  return GraphData::ensure(*impl->graph).get();
}

Holder *new_holder(Builder &builder, Node &node, int32_t index) {
  return &impl_of(builder)->holders.emplace_back(builder, Node::wrap(node.shared_from_this()), index);
}

Result<Node *> add_node(Builder &builder, GraphData &graph, NodeSpec &&spec) {
  if (spec.name.empty()) spec.name = std::exchange(impl_of(builder)->next_name, {});
  if (spec.name.empty()) spec.name = impl_of(builder)->generate_name(spec.prototype->type);
  return graph.add_node(std::move(spec), true);
}

Status connect(Builder &builder, Holder &tensor, Node &node, int32_t input, std::string_view op) {
  Node *const source = Node::of(tensor.GetProducer()).get();
  auto &port = node.inputs[static_cast<size_t>(input)];
  if (&tensor.GetOwnerBuilder() != &builder) {
    return fail(Msg::kEsForeignHolder, {{"function", op}, {"what", "input " + port.name}, {"other", impl_of(tensor.GetOwnerBuilder())->name},
                                        {"graph", impl_of(builder)->name}});
  }
  if (tensor.GetOutIndex() < 0) return fail(Msg::kEsControlHolder, {{"function", op}, {"node", source->name}});
  OPSTRATA_TRY(node.graph->connect(source, tensor.GetOutIndex(), &node, input));
  if (!port.valid) {
    port.desc = source->outputs[static_cast<size_t>(tensor.GetOutIndex())].desc;
    port.valid = true;
  }
  return {};
}

Status check_shape(std::string_view function, const int64_t *dims, int64_t dim_num, bool unknown_allowed) {
  if (dim_num < 0 || (dims == nullptr && dim_num != 0)) return fail(Msg::kEsDimNum, {{"function", function}, {"value", dim_num}});
  for (int64_t i = 0; i < dim_num; ++i) {
    const bool unknown = dims[i] == ge::UNKNOWN_DIM || (dims[i] == ge::UNKNOWN_DIM_NUM && dim_num == 1);
    if (dims[i] >= 0 || (unknown_allowed && unknown)) continue;
    return fail(Msg::kEsShape, {{"function", function}, {"index", i}, {"value", dims[i]},
                                {"allowed", unknown_allowed ? "0 or more, -1 (unknown), or -2 alone (unknown rank) are allowed" : "0 or more is allowed"}});
  }
  return {};
}

Result<int64_t> tensor_bytes(std::string_view function, const int64_t *dims, int64_t dim_num, int data_type) {
  OPSTRATA_TRY(check_shape(function, dims, dim_num, false));
  const int size = data_type < 0 || data_type >= static_cast<int>(C_DT_MAX) ? -1 : ge::GetSizeByDataType(static_cast<ge::DataType>(data_type));
  if (size <= 0) return fail(Msg::kEsDataType, {{"function", function}, {"value", data_type}});
  int64_t elements = 1;
  for (int64_t i = 0; i < dim_num; ++i) {
    if (__builtin_mul_overflow(elements, dims[i], &elements)) return fail(Msg::kEsTooLarge, {{"function", function}});
  }
  int64_t bytes = 0;
  if (size > 1000) return elements > INT64_MAX / 8 ? Result<int64_t>(fail(Msg::kEsTooLarge, {{"function", function}}))
                                                   : Result<int64_t>(ge::GetSizeInBytes(elements, static_cast<ge::DataType>(data_type)));
  if (__builtin_mul_overflow(elements, static_cast<int64_t>(size), &bytes)) return fail(Msg::kEsTooLarge, {{"function", function}});
  return bytes;
}

Result<std::unique_ptr<ge::Tensor>> make_tensor(std::string_view function, const void *data, const int64_t *dims, int64_t dim_num,
                                                int data_type, int format) {
  if (data == nullptr) return fail(Msg::kGraphNull, {{"function", function}, {"what", "data"}});
  if (dims == nullptr) dim_num = 0;
  const auto bytes = tensor_bytes(function, dims, dim_num, data_type);
  if (!bytes.ok()) return bytes.status();
  const ge::Shape shape(dim_num == 0 ? std::vector<int64_t>() : std::vector<int64_t>(dims, dims + dim_num));
  ge::TensorDesc desc(shape, static_cast<ge::Format>(format), static_cast<ge::DataType>(data_type));
  desc.SetOriginShape(shape);
  desc.SetOriginFormat(static_cast<ge::Format>(format));
  desc.SetSize(*bytes);
  return std::make_unique<ge::Tensor>(desc, static_cast<const uint8_t *>(data), static_cast<size_t>(*bytes));
}

proto::OpPrototype input_prototype(std::string type) {
  proto::OpPrototype prototype;
  prototype.type = std::move(type);
  prototype.inputs = {{"x", proto::InputKind::kRequired, ""}};
  prototype.outputs = {{"y", proto::OutputKind::kRequired, ""}};
  prototype.attrs = {attr("index", "Int")};
  return prototype;
}

proto::AttrDef attr(std::string name, std::string_view type_word, bool required) {
  proto::AttrDef def;
  def.name = std::move(name);
  def.type = proto::attr_type_from_word(type_word);
  def.type_word = type_word;
  def.required = required;
  return def;
}

}  // namespace opstrata::graph::es
