// Inference over a whole graph, for what is put in the place of something else.
#include <algorithm>
#include <list>

#include "ge/fusion/infer_shape_util.h"
#include "ge/ge_utils.h"
#include "graph/attr_variant.h"
#include "graph/fusion/part.h"
#include "graph/status_codes.h"
#include "infer/infer.h"

namespace opstrata::graph {
namespace {

gert::Shape shape_of(const ge::Shape &from) {
  gert::Shape shape;
  for (const int64_t dim : from.GetDims()) shape.AppendDim(dim);
  return shape;
}

infer::TensorInfo info_of(const ge::TensorDesc &desc) {
  infer::TensorInfo info;
  info.dtype = desc.GetDataType();
  info.format = info.storage_format = desc.GetFormat();
  info.shape = info.storage_shape = shape_of(desc.GetShape());
  return info;
}

void set_shape(ge::TensorDesc &desc, const ge::Shape &shape) {
  desc.SetShape(shape);
  desc.SetOriginShape(shape);
}

// A value that inference needs is not known before the graph runs.
bool value_missing(const Node &node) {
  for (const auto &port : node.inputs) {
    ge::Tensor value;
    if (port.source == nullptr || port.ir < 0 || !infer::depends_on_value(node.type(), static_cast<uint32_t>(port.ir)))
      continue;
    if (!port.source->const_value(value)) return true;
  }
  return false;
}

Status infer_node(Node &node) {
  for (auto &port : node.inputs) {
    if (port.source == nullptr) continue;
    port.desc = port.source->outputs[static_cast<size_t>(port.source_output)].desc;
    port.valid = true;
  }
  ge::Tensor constant;
  if (node.const_value(constant)) {
    node.outputs.front().desc = constant.GetTensorDesc();
    return {};
  }
  infer::Node call;
  call.type = node.type();
  call.name = node.name;
  std::list<ge::Tensor> values;  // what `data` points into
  for (size_t ir = 0; ir < node.ir.inputs.size(); ++ir) {
    const size_t before = call.inputs.size();
    const auto [first, count] = node.input_range(static_cast<int>(ir));
    for (int i = first; i < first + count; ++i) {
      const auto &port = node.inputs[static_cast<size_t>(i)];
      if (port.source == nullptr) continue;
      auto &info = call.inputs.emplace_back(info_of(port.desc));
      if (port.source->const_value(values.emplace_back())) info.data = values.back().GetData();
    }
    call.input_counts.push_back(static_cast<uint32_t>(call.inputs.size() - before));
  }
  for (size_t ir = 0; ir < node.ir.outputs.size(); ++ir) {
    const auto [first, count] = node.output_range(static_cast<int>(ir));
    for (int i = first; i < first + count; ++i) {
      call.outputs.push_back(info_of(node.outputs[static_cast<size_t>(i)].desc));
      call.outputs.back().dtype = ge::DT_UNDEFINED;
    }
    call.output_counts.push_back(static_cast<uint32_t>(count));
  }
  // What is not stored is the default: of the prototype that is in force, else of the one that the node was made with.
  const proto::OpPrototype *known = nullptr;
  for (const auto &def : node.ir.attrs) {
    const auto at = node.attrs.find(def.name);
    auto value = at == node.attrs.end() ? std::nullopt : attr_variant<infer::AttrValue>(at->second);
    if (!value) {
      if (known == nullptr) known = proto::find_prototype(node.type());
      const proto::AttrDef *own = known == nullptr ? nullptr : known->find_attr(def.name);
      value = proto::default_as<infer::AttrValue>(own == nullptr ? def : *own);
    }
    call.attrs.push_back(value ? std::move(*value) : infer::AttrValue());
  }
  const Status typed = infer::infer_data_types(call);
  if (!typed.ok() && typed.code() != Code::kNotFound) return typed;
  const bool shaped = infer::find_shape_inference(node.type()) != nullptr && !value_missing(node);
  if (shaped) OPSTRATA_TRY(infer::infer_shapes(call));
  for (size_t i = 0; i < node.outputs.size() && i < call.outputs.size(); ++i) {
    auto &desc = node.outputs[i].desc;
    if (call.outputs[i].dtype != ge::DT_UNDEFINED) desc.SetDataType(call.outputs[i].dtype);
    if (!shaped) continue;
    std::vector<int64_t> dims;
    for (size_t d = 0; d < call.outputs[i].shape.GetDimNum(); ++d) dims.push_back(call.outputs[i].shape.GetDim(d));
    set_shape(desc, ge::Shape(dims));
  }
  return {};
}

}  // namespace

Status infer_graph(GraphData &graph, const std::vector<ge::TensorDesc> &inputs, bool whole) {
  const auto data = graph.input_nodes();
  if (data.size() != inputs.size())
    return fail(Msg::kFusionShapes, {{"count", inputs.size()}, {"graph", graph.name}, {"wanted", data.size()}});
  for (size_t i = 0; i < data.size(); ++i) {
    for (auto &output : data[i]->outputs) {
      if (whole)
        output.desc = inputs[i];
      else
        set_shape(output.desc, inputs[i].GetShape());
    }
    for (auto &input : data[i]->inputs)
      input.desc = data[i]->outputs.empty() ? inputs[i] : data[i]->outputs.front().desc;
  }
  auto order = graph.topological_order();
  if (!order.ok()) return order.status();
  for (Node *node : *order) {
    if (!is_input_type(node->type())) OPSTRATA_TRY(infer_node(*node));
  }
  return {};
}

void infer_known(GraphData &graph) {
  auto order = graph.topological_order();
  if (!order.ok()) return;
  const auto unset = [](const OutputPort &port) { return port.desc.GetShape().GetDimNum() == 0; };
  for (Node *node : *order) {
    if (is_input_type(node->type()) || std::none_of(node->outputs.begin(), node->outputs.end(), unset)) continue;
    const auto before = node->outputs;
    bool known = true;
    for (const auto &port : node->inputs) {
      known = known && (port.source == nullptr ||
                        port.source->outputs[static_cast<size_t>(port.source_output)].desc.GetShape().GetDims() !=
                            ge::UNKNOWN_RANK);
    }
    for (auto &port : node->outputs) {
      if (unset(port)) set_shape(port.desc, ge::Shape(ge::UNKNOWN_RANK));
    }
    const auto unknown = node->outputs;
    const bool inferred = known && infer_node(*node).ok();
    for (size_t i = 0; i < before.size(); ++i) {
      auto &desc = node->outputs[i].desc;
      if (!inferred) desc = unknown[i].desc;
      if (!unset(before[i]))
        desc = before[i].desc;
      else if (before[i].desc.GetDataType() != ge::DT_FLOAT)
        desc.SetDataType(before[i].desc.GetDataType());
    }
  }
}

}  // namespace opstrata::graph

namespace ge {

using opstrata::fail;
using opstrata::Msg;
using opstrata::graph::GraphData;
using opstrata::graph::Node;

namespace {

Status infer(const Graph &graph, const opstrata::Result<std::vector<TensorDesc>> &inputs, bool whole) {
  opstrata::Status status = inputs.status();
  if (const auto data = GraphData::of(graph); data == nullptr)
    status = fail(Msg::kGraphEmptyHandle, {{"function", "InferShape"}, {"what", "graph"}});
  else if (status.ok())
    status = opstrata::graph::infer_graph(*data, *inputs, whole);
  return opstrata::graph::to_graph_status(status) == GRAPH_SUCCESS ? SUCCESS : FAILED;
}

opstrata::Result<std::vector<TensorDesc>> descriptions(const opstrata::graph::Part &part) {
  std::vector<TensorDesc> result;
  for (size_t i = 0; i < part.inputs.size(); ++i) {
    TensorDesc desc;
    if (!part.inputs[i].empty())
      desc = part.inputs[i].front().first->inputs[static_cast<size_t>(part.inputs[i].front().second)].desc;
    result.push_back(desc);
  }
  return result;
}

}  // namespace

Status GeUtils::InferShape(const Graph &graph, const std::vector<Shape> &input_shape) {
  std::vector<TensorDesc> inputs(input_shape.size());
  for (size_t i = 0; i < inputs.size(); ++i) inputs[i].SetShape(input_shape[i]);
  return infer(graph, inputs, false);
}

Status GeUtils::CheckNodeSupportOnAicore(const GNode &node, bool &is_supported, AscendString &unsupported_reason) {
  is_supported = false;
  const auto data = Node::of(node);
  if (data == nullptr) {
    opstrata::graph::refuse(
        fail(Msg::kGraphEmptyHandle, {{"function", "GeUtils::CheckNodeSupportOnAicore"}, {"what", "node"}}));
    return FAILED;
  }
  is_supported = opstrata::proto::find_prototype(data->type()) != nullptr;
  const auto status = fail(Msg::kFusionUnknownType, {{"node", data->name}, {"type", data->type()}});
  unsupported_reason = AscendString(is_supported ? "" : status.text().c_str());
  return SUCCESS;
}

namespace fusion {

Status InferShapeUtil::InferShape(const Graph &replacement, const SubgraphBoundary &boundary) {
  auto part = opstrata::graph::part_of(boundary);
  return infer(replacement, part.ok() ? descriptions(*part) : part.status(), true);
}

Status InferShapeUtil::InferShape(const Graph &replacement, const MatchResult &match_result) {
  const auto boundary = match_result.ToSubgraphBoundary();
  return boundary == nullptr ? FAILED : InferShape(replacement, *boundary);
}

Status InferShapeUtil::InferShape(const Graph &replacement, const GNode &node) {
  const auto data = Node::of(node);
  if (data == nullptr)
    return infer(replacement,
                 fail(Msg::kGraphEmptyHandle, {{"function", "InferShapeUtil::InferShape"}, {"what", "node"}}), true);
  return infer(replacement, descriptions(opstrata::graph::part_of(*data)), true);
}

}  // namespace fusion
}  // namespace ge
