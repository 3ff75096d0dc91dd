// ONNX output (es-api section 13.4, kOnnx). Our operator types stand in the domain "opstrata"; graph inputs are ONNX graph
// inputs, constants are initializers, subgraphs and NamedAttrs are graph attributes, control edges an attribute of names. Shapes
// of graph outputs that nobody set are inferred. Only here are the
// ONNX headers included; nothing of them is exported.
#include <google/protobuf/text_format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <set>

#include "base/messages.h"
#include "graph/fusion/part.h"
#include "graph/model.h"
#include "proto/attr_storage.h"

namespace opstrata::graph {
namespace {

constexpr const char *kDomain = "opstrata";
constexpr int kIrVersion = 8;
constexpr int kOnnxOpset = 17;

// ONNX element type; UNDEFINED for types that ONNX has not.
onnx::TensorProto::DataType onnx_type(ge::DataType type) {
  switch (type) {
    case ge::DT_FLOAT: return onnx::TensorProto::FLOAT;
    case ge::DT_FLOAT16: return onnx::TensorProto::FLOAT16;
    case ge::DT_BF16: return onnx::TensorProto::BFLOAT16;
    case ge::DT_DOUBLE: return onnx::TensorProto::DOUBLE;
    case ge::DT_INT8: return onnx::TensorProto::INT8;
    case ge::DT_INT16: return onnx::TensorProto::INT16;
    case ge::DT_INT32: return onnx::TensorProto::INT32;
    case ge::DT_INT64: return onnx::TensorProto::INT64;
    case ge::DT_UINT8: return onnx::TensorProto::UINT8;
    case ge::DT_UINT16: return onnx::TensorProto::UINT16;
    case ge::DT_UINT32: return onnx::TensorProto::UINT32;
    case ge::DT_UINT64: return onnx::TensorProto::UINT64;
    case ge::DT_BOOL: return onnx::TensorProto::BOOL;
    case ge::DT_STRING: return onnx::TensorProto::STRING;
    case ge::DT_COMPLEX64: return onnx::TensorProto::COMPLEX64;
    case ge::DT_COMPLEX128: return onnx::TensorProto::COMPLEX128;
    default: return onnx::TensorProto::UNDEFINED;
  }
}

bool has_onnx_elements(ge::DataType type) {
  const auto onnx = onnx_type(type);
  return onnx != onnx::TensorProto::UNDEFINED && onnx != onnx::TensorProto::STRING;
}

// Tensors whose type ONNX has not are written as their bytes; the type stands in the description.
void write_tensor(const ge::Tensor &tensor, onnx::TensorProto &out) {
  const auto desc = tensor.GetTensorDesc();
  if (has_onnx_elements(desc.GetDataType())) {
    out.set_data_type(onnx_type(desc.GetDataType()));
    for (const int64_t dim : desc.GetShape().GetDims()) out.add_dims(dim);
  } else {
    out.set_data_type(onnx::TensorProto::UINT8);
    out.add_dims(static_cast<int64_t>(tensor.GetSize()));
    out.set_doc_string("bytes of a tensor of data type " + std::to_string(static_cast<int>(desc.GetDataType())));
  }
  if (tensor.GetSize() != 0) out.set_raw_data(tensor.GetData(), tensor.GetSize());
}

void write_type(const OutputPort &port, onnx::ValueInfoProto &out) {
  auto &type = *out.mutable_type()->mutable_tensor_type();
  type.set_elem_type(onnx_type(port.desc.GetDataType()));
  auto &shape = *type.mutable_shape();
  std::vector<ge::AscendString> symbols;
  if (const auto it = port.attrs.find("_origin_symbol_shape"); it != port.attrs.end()) (void)it->second.GetAttrValue(symbols);
  const auto dims = port.desc.GetShape().GetDims();
  if (dims == ge::UNKNOWN_RANK) {  // onnx.checker wants a shape of every graph input and output: an empty one, explained
    out.set_doc_string("the shape is not known");
    return;
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    auto &dim = *shape.add_dim();
    if (dims[i] >= 0) dim.set_dim_value(dims[i]);
    else if (i < symbols.size()) dim.set_dim_param(symbols[i].GetString());
  }
}

// Writes one attribute value; false for kinds that ONNX cannot hold.
struct ValueWriter {
  onnx::AttributeProto &out;
  bool integer(int64_t v) const {
    out.set_type(onnx::AttributeProto::INT);
    out.set_i(v);
    return true;
  }
  template <typename List>
  bool integers(const List &list) const {
    out.set_type(onnx::AttributeProto::INTS);
    for (const auto v : list) out.add_ints(v);
    return true;
  }
  bool operator()(int64_t v) const { return integer(v); }
  bool operator()(bool v) const { return integer(v ? 1 : 0); }
  bool operator()(ge::DataType v) const { return integer(v); }
  bool operator()(float v) const {
    out.set_type(onnx::AttributeProto::FLOAT);
    out.set_f(v);
    return true;
  }
  bool operator()(const ge::AscendString &v) const {
    out.set_type(onnx::AttributeProto::STRING);
    out.set_s(v.GetString(), v.GetLength());
    return true;
  }
  bool operator()(const std::vector<uint8_t> &v) const {
    out.set_type(onnx::AttributeProto::STRING);
    out.set_s(v.data(), v.size());
    return true;
  }
  bool operator()(const ge::Tensor &v) const {
    out.set_type(onnx::AttributeProto::TENSOR);
    write_tensor(v, *out.mutable_t());
    return true;
  }
  bool operator()(const std::vector<int64_t> &v) const { return integers(v); }
  bool operator()(const std::vector<bool> &v) const { return integers(v); }
  bool operator()(const std::vector<ge::DataType> &v) const { return integers(v); }
  bool operator()(const std::vector<float> &v) const {
    out.set_type(onnx::AttributeProto::FLOATS);
    for (const float f : v) out.add_floats(f);
    return true;
  }
  bool operator()(const std::vector<ge::AscendString> &v) const {
    out.set_type(onnx::AttributeProto::STRINGS);
    for (const auto &s : v) out.add_strings(s.GetString(), s.GetLength());
    return true;
  }
  bool operator()(const std::vector<ge::Tensor> &v) const {
    out.set_type(onnx::AttributeProto::TENSORS);
    for (const auto &tensor : v) write_tensor(tensor, *out.add_tensors());
    return true;
  }
  bool operator()(const std::vector<std::vector<int64_t>> &v) const {  // one tensor per row
    out.set_type(onnx::AttributeProto::TENSORS);
    for (const auto &row : v) {
      auto &tensor = *out.add_tensors();
      tensor.set_data_type(onnx::TensorProto::INT64);
      tensor.add_dims(static_cast<int64_t>(row.size()));
      tensor.mutable_int64_data()->Add(row.begin(), row.end());
    }
    return true;
  }
  bool operator()(const ge::NamedAttrs &v) const {
    out.set_type(onnx::AttributeProto::GRAPH);
    return write_named(v, *out.mutable_g());
  }
  bool operator()(const std::vector<ge::NamedAttrs> &v) const {
    out.set_type(onnx::AttributeProto::GRAPHS);
    for (const auto &named : v) {
      if (!write_named(named, *out.add_graphs())) return false;
    }
    return true;
  }
  bool operator()(const std::monostate &) const { return false; }

 private:
  // A graph of its name with one node, NamedAttrs, which holds the attributes.
  static bool write_named(const ge::NamedAttrs &named, onnx::GraphProto &graph);
};

bool write_attr(const std::string &name, const ge::AttrValue &value, onnx::NodeProto &node) {
  auto &attr = *node.add_attribute();
  attr.set_name(name);
  return std::visit(ValueWriter{attr}, proto::storage_of(value));
}

bool ValueWriter::write_named(const ge::NamedAttrs &named, onnx::GraphProto &graph) {
  const auto &content = ge::NamedAttrsImpl::of(named);
  graph.set_name(content.name.GetLength() == 0 ? "NamedAttrs" : content.name.GetString());
  auto &node = *graph.add_node();
  node.set_op_type("NamedAttrs");
  node.set_domain(kDomain);
  node.add_output("");  // onnx.checker wants one
  bool whole = true;
  for (const auto &[name, value] : content.attrs) whole = write_attr(name.GetString(), value, node) && whole;
  return whole;
}

// Writes graphs of one model: names of values are unique over all of it, so that no subgraph hides one of an outer graph.
class Writer {
 public:
  Status write(const GraphData &graph, onnx::GraphProto &out) {
    out.set_name(graph.name.empty() ? "graph" : graph.name);
    auto order = graph.topological_order();
    if (!order.ok()) return order.status();
    for (const Node *node : graph.input_nodes()) {
      if (is_onnx_input(*node)) write_input(*node, out);
    }
    for (const Node *node : *order) {
      if (node->type() == "NetOutput") continue;
      if (is_onnx_input(*node)) {
        if (values_.count({node, 0}) == 0) write_input(*node, out);  // not fed by a run, but there
      } else if (!write_constant(*node, out)) {
        OPSTRATA_TRY(write_node(*node, *out.add_node()));
      }
    }
    std::set<std::string> given;
    for (const auto &[node, index] : graph.output_ports()) {
      // A value that is an input or constant, or given twice, leaves through an Identity.
      std::string value = name_of(*node, index);
      if (is_onnx_input(*node) || is_const_type(node->type()) || !given.insert(value).second) {
        auto &identity = *out.add_node();
        identity.set_op_type("Identity");
        identity.add_input(value);
        value = unique(value + "_output");
        identity.set_name(value);
        identity.add_output(value);
      }
      auto &info = *out.add_output();
      info.set_name(value);
      write_type(node->outputs[static_cast<size_t>(index)], info);
    }
    return {};
  }

 private:
  static bool is_onnx_input(const Node &node) {
    return is_input_type(node.type()) && !node.outputs.empty() && (node.inputs.empty() || node.inputs.front().source == nullptr);
  }

  std::string unique(const std::string &wanted) {
    std::string name = wanted;
    for (int i = 1; !names_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
    return name;
  }

  const std::string &name_of(const Node &node, int output) {
    auto &name = values_[{&node, output}];
    if (name.empty()) name = unique(node.outputs.size() > 1 ? node.name + ":" + std::to_string(output) : node.name);
    return name;
  }

  void write_input(const Node &node, onnx::GraphProto &out) {
    auto &info = *out.add_input();
    info.set_name(name_of(node, 0));
    write_type(node.outputs.front(), info);
  }

  bool write_constant(const Node &node, onnx::GraphProto &out) {
    ge::Tensor value;
    if (!node.const_value(value) || node.outputs.empty() || !has_onnx_elements(value.GetTensorDesc().GetDataType())) return false;
    auto &tensor = *out.add_initializer();
    write_tensor(value, tensor);
    tensor.set_name(name_of(node, 0));
    return true;
  }

  Status write_node(const Node &node, onnx::NodeProto &out) {
    out.set_name(node.name);
    out.set_op_type(node.type());
    out.set_domain(kDomain);
    for (const auto &port : node.inputs) out.add_input(port.source == nullptr ? "" : name_of(*port.source, port.source_output));
    for (size_t i = 0; i < node.outputs.size(); ++i) out.add_output(name_of(node, static_cast<int>(i)));
    for (const auto &[name, value] : node.attrs) {
      if (!write_attr(name, value, out)) {
        const auto kind = proto::attr_type_vt_name(proto::kind_of(proto::storage_of(value)));
        return fail(Msg::kGraphOnnxAttr, {{"node", node.name}, {"type", node.type()}, {"name", name}, {"kind", kind}});
      }
    }
    if (!node.control_sources.empty()) {
      auto &attr = *out.add_attribute();
      attr.set_name("_control_inputs");
      attr.set_type(onnx::AttributeProto::STRINGS);
      for (const Node *source : node.control_sources) attr.add_strings(source->name);
    }
    for (const auto &slot : node.subgraphs) OPSTRATA_TRY(write_subgraph(node, slot, out));
    return {};
  }

  // A dynamic subgraph is one attribute with all its graphs.
  Status write_subgraph(const Node &node, const SubgraphSlot &slot, onnx::NodeProto &out) {
    const bool dynamic = slot.ir >= 0 && node.ir.subgraphs[static_cast<size_t>(slot.ir)].kind == proto::SubgraphKind::kDynamic;
    if (!dynamic) {
      auto &attr = *out.add_attribute();
      attr.set_name(slot.name);
      attr.set_type(onnx::AttributeProto::GRAPH);
      return write(*slot.graph, *attr.mutable_g());
    }
    const auto &name = node.ir.subgraphs[static_cast<size_t>(slot.ir)].name;
    const bool open = out.attribute_size() != 0 && out.attribute(out.attribute_size() - 1).name() == name;
    auto &attr = open ? *out.mutable_attribute(out.attribute_size() - 1) : *out.add_attribute();
    attr.set_name(name);
    attr.set_type(onnx::AttributeProto::GRAPHS);
    return write(*slot.graph, *attr.add_graphs());
  }

  std::set<std::string> names_;
  std::map<std::pair<const Node *, int>, std::string> values_;
};

// A value that the graph or one of its subgraphs gives has an empty shape without being a constant: perhaps nobody set it.
bool lacks_shapes(const GraphData &graph) {
  for (const auto &[node, index] : graph.output_ports()) {
    const auto &port = node->outputs[static_cast<size_t>(index)];
    if (!is_input_type(node->type()) && !is_const_type(node->type()) && port.desc.GetShape().GetDimNum() == 0) return true;
  }
  const auto subgraphs = graph.all_subgraphs();
  return std::any_of(subgraphs.begin(), subgraphs.end(), [](const auto &subgraph) { return lacks_shapes(*subgraph); });
}

}  // namespace

Result<std::string> to_onnx(const GraphData &graph, bool text) {
  onnx::ModelProto model;
  model.set_ir_version(kIrVersion);
  model.set_producer_name("opstrata");
  auto &standard = *model.add_opset_import();
  standard.set_domain("");
  standard.set_version(kOnnxOpset);
  auto &own = *model.add_opset_import();
  own.set_domain(kDomain);
  own.set_version(1);
  for (const auto &[name, value] : graph.attrs) {
    auto &entry = *model.add_metadata_props();
    entry.set_key(name);
    entry.set_value(attr_text(value));
  }
  std::shared_ptr<GraphData> inferred;  // keeps the nodes that Writer refers to
  if (lacks_shapes(graph)) {
    inferred = std::make_shared<GraphData>(graph.name);
    OPSTRATA_TRY(copy_native(graph, *inferred, true));
    infer_known(*inferred);
    for (const auto &subgraph : inferred->all_subgraphs()) infer_known(*subgraph);
  }
  OPSTRATA_TRY(Writer().write(inferred ? *inferred : graph, *model.mutable_graph()));
  if (!text && model.ByteSizeLong() > INT32_MAX) {
    return fail(Msg::kGraphFileWrite, {{"path", "graph " + graph.name}, {"reason", "larger than 2 GiB, which no ONNX file can be"}});
  }
  std::string result;
  if (text) google::protobuf::TextFormat::PrintToString(model, &result);
  else model.SerializeToString(&result);
  return result;
}

}  // namespace opstrata::graph
