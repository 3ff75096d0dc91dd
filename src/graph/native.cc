// The native image of a graph: opstrata_graph.proto, binary for files and copies, text for the kTxt dump.
#include <google/protobuf/text_format.h>

#include <bit>
#include <cstring>

#include "base/messages.h"
#include "graph/opstrata_graph.pb.h"
#include "graph/model.h"
#include "proto/attr_storage.h"

namespace opstrata::graph {
namespace {

constexpr int kFormatVersion = 1;

Status corrupt(std::string_view reason) { return fail(Msg::kGraphImage, {{"reason", reason}}); }

// --- Writing ---------------------------------------------------------------------------------------------------------

void write(const ge::TensorDesc &desc, pb::Desc &out) {
  for (const int64_t dim : desc.GetShape().GetDims()) out.add_shape(dim);
  for (const int64_t dim : desc.GetOriginShape().GetDims()) out.add_origin_shape(dim);
  out.set_format(static_cast<int>(desc.GetFormat()));
  out.set_origin_format(static_cast<int>(desc.GetOriginFormat()));
  out.set_data_type(static_cast<int>(desc.GetDataType()));
  ge::AscendString text;
  if (desc.GetName(text) == ge::GRAPH_SUCCESS) out.set_name(text.GetString(), text.GetLength());
  out.set_size(desc.GetSize());
  out.set_real_dim_cnt(desc.GetRealDimCnt());
  out.set_placement(static_cast<int>(desc.GetPlacement()));
  if (desc.GetExpandDimsRule(text) == ge::GRAPH_SUCCESS) out.set_expand_dims_rule(text.GetString(), text.GetLength());
  std::vector<std::pair<int64_t, int64_t>> range;
  (void)desc.GetShapeRange(range);
  for (const auto &[low, high] : range) {
    out.add_range(low);
    out.add_range(high);
  }
}

void write(const ge::Tensor &tensor, pb::Tensor &out) {
  write(tensor.GetTensorDesc(), *out.mutable_desc());
  if (tensor.GetData() != nullptr) out.set_data(tensor.GetData(), tensor.GetSize());
}

void write(const std::string &name, const ge::AttrValue &value, pb::Attr &out);

void write(const ge::NamedAttrs &attrs, pb::NamedAttrs &out) {
  out.set_name(attrs.GetName().GetString());
  for (const auto &name : attrs.GetAllAttrNames()) {
    ge::AttrValue value;
    (void)attrs.GetAttr(name, value);
    write(name.GetString(), value, *out.add_attrs());
  }
}

struct ValueWriter {
  pb::Attr &out;
  void operator()(std::monostate) const {}
  void operator()(int64_t v) const { out.set_i(v); }
  void operator()(float v) const { out.set_f_bits(std::bit_cast<uint32_t>(v)); }
  void operator()(bool v) const { out.set_b(v); }
  void operator()(const ge::AscendString &v) const { out.set_s(v.GetString(), v.GetLength()); }
  void operator()(ge::DataType v) const { out.set_type(v); }
  void operator()(const ge::Tensor &v) const { write(v, *out.mutable_tensor()); }
  void operator()(const ge::NamedAttrs &v) const { write(v, *out.mutable_named()); }
  void operator()(const std::vector<uint8_t> &v) const { out.set_raw(v.data(), v.size()); }
  void operator()(const std::vector<int64_t> &v) const { out.mutable_ints()->mutable_v()->Add(v.begin(), v.end()); }
  void operator()(const std::vector<float> &v) const {
    out.mutable_floats();
    for (const float f : v) out.mutable_floats()->add_bits(std::bit_cast<uint32_t>(f));
  }
  void operator()(const std::vector<bool> &v) const {
    out.mutable_bools();
    for (const bool b : v) out.mutable_bools()->add_v(b ? 1 : 0);
  }
  void operator()(const std::vector<ge::AscendString> &v) const {
    out.mutable_strings();
    for (const auto &s : v) out.mutable_strings()->add_v(s.GetString(), s.GetLength());
  }
  void operator()(const std::vector<ge::DataType> &v) const { out.mutable_types()->mutable_v()->Add(v.begin(), v.end()); }
  void operator()(const std::vector<std::vector<int64_t>> &v) const {
    out.mutable_int_lists();
    for (const auto &row : v) out.mutable_int_lists()->add_v()->mutable_v()->Add(row.begin(), row.end());
  }
  void operator()(const std::vector<ge::Tensor> &v) const {
    out.mutable_tensors();
    for (const auto &tensor : v) write(tensor, *out.mutable_tensors()->add_v());
  }
  void operator()(const std::vector<ge::NamedAttrs> &v) const {
    out.mutable_named_list();
    for (const auto &attrs : v) write(attrs, *out.mutable_named_list()->add_v());
  }
};

void write(const std::string &name, const ge::AttrValue &value, pb::Attr &out) {
  out.set_name(name);
  std::visit(ValueWriter{out}, proto::storage_of(value));
}

template <typename Out>
void write_attrs(const AttrMap &attrs, Out &out) {
  for (const auto &[name, value] : attrs) write(name, value, *out.add_attrs());
}

template <typename Def>
void write_param(const Def &def, int count, pb::Param &out) {
  out.set_name(def.name);
  out.set_kind(static_cast<int>(def.kind));
  out.set_count(count);
  if constexpr (requires { def.dtype; }) out.set_dtype(def.dtype);
}

void write(const GraphData &graph, pb::Graph &out);

void write(const Node &node, const std::unordered_map<const Node *, int> &position, pb::Node &out) {
  out.set_name(node.name);
  out.set_type(node.type());
  for (size_t i = 0; i < node.ir.inputs.size(); ++i) write_param(node.ir.inputs[i], node.input_range(static_cast<int>(i)).second, *out.add_ir_inputs());
  for (size_t i = 0; i < node.ir.outputs.size(); ++i) write_param(node.ir.outputs[i], node.output_range(static_cast<int>(i)).second, *out.add_ir_outputs());
  for (const auto &def : node.ir.subgraphs) write_param(def, 0, *out.add_ir_subgraphs());
  for (const auto &def : node.ir.attrs) {
    auto &attr = *out.add_ir_attrs();
    attr.set_name(def.name);
    attr.set_type_word(def.type_word);
    attr.set_required(def.required);
  }
  for (const auto &port : node.inputs) {
    auto &to = *out.add_inputs();
    to.set_name(port.name);
    to.set_valid(port.valid);
    write(port.desc, *to.mutable_desc());
    write_attrs(port.attrs, to);
    to.set_source(port.source == nullptr ? -1 : position.at(port.source));
    to.set_source_output(port.source_output);
  }
  for (const auto &port : node.outputs) {
    auto &to = *out.add_outputs();
    to.set_name(port.name);
    write(port.desc, *to.mutable_desc());
    write_attrs(port.attrs, to);
  }
  write_attrs(node.attrs, out);
  for (const Node *source : node.control_sources) out.add_control_sources(position.at(source));
  for (const auto &slot : node.subgraphs) {
    auto &to = *out.add_subgraphs();
    to.set_name(slot.name);
    to.set_ir(slot.ir);
    write(*slot.graph, *to.mutable_graph());
  }
}

void write(const GraphData &graph, pb::Graph &out) {
  std::unordered_map<const Node *, int> position;
  for (const auto &node : graph.nodes) position.emplace(node.get(), static_cast<int>(position.size()));
  out.set_name(graph.name);
  for (const auto &node : graph.nodes) write(*node, position, *out.add_nodes());
  for (const Node *node : graph.inputs) out.add_inputs(position.at(node));
  for (const auto &[node, index] : graph.outputs) {
    auto &to = *out.add_outputs();
    to.set_node(position.at(node));
    to.set_index(index);
  }
  for (const Node *node : graph.targets) out.add_targets(position.at(node));
  write_attrs(graph.attrs, out);
  for (const auto &registered : graph.registered) write(*registered, *out.add_registered());
  out.set_valid(graph.marked_valid);
  out.set_need_iteration(graph.need_iteration);
}

// --- Reading ---------------------------------------------------------------------------------------------------------

template <typename Repeated>
std::vector<int64_t> ints(const Repeated &repeated) {
  return {repeated.begin(), repeated.end()};
}

ge::AscendString text_of(const std::string &bytes) { return ge::AscendString(bytes.data(), bytes.size()); }

ge::TensorDesc read(const pb::Desc &in) {
  const ge::Shape shape(ints(in.shape()));
  const auto format = static_cast<ge::Format>(in.format());
  ge::TensorDesc desc(shape, format, static_cast<ge::DataType>(in.data_type()));
  // While the origin was never set it follows the shape: set it only where it differs.
  if (ints(in.origin_shape()) != shape.GetDims()) desc.SetOriginShape(ge::Shape(ints(in.origin_shape())));
  if (in.origin_format() != in.format()) desc.SetOriginFormat(static_cast<ge::Format>(in.origin_format()));
  if (!in.name().empty()) desc.SetName(in.name().c_str());
  desc.SetSize(in.size());
  desc.SetRealDimCnt(in.real_dim_cnt());
  desc.SetPlacement(static_cast<ge::Placement>(in.placement()));
  if (!in.expand_dims_rule().empty()) desc.SetExpandDimsRule(text_of(in.expand_dims_rule()));
  std::vector<std::pair<int64_t, int64_t>> range;
  for (int i = 0; i + 1 < in.range_size(); i += 2) range.emplace_back(in.range(i), in.range(i + 1));
  if (!range.empty()) (void)desc.SetShapeRange(range);
  return desc;
}

ge::Tensor read(const pb::Tensor &in) {
  if (in.data().empty()) return ge::Tensor(read(in.desc()));
  return ge::Tensor(read(in.desc()), reinterpret_cast<const uint8_t *>(in.data().data()), in.data().size());
}

ge::AttrValue read(const pb::Attr &in);

ge::NamedAttrs read(const pb::NamedAttrs &in) {
  ge::NamedAttrs attrs;
  attrs.SetName(text_of(in.name()));
  for (const auto &attr : in.attrs()) (void)attrs.SetAttr(text_of(attr.name()), read(attr));
  return attrs;
}

proto::AttrStorage read_storage(const pb::Attr &in) {
  switch (in.value_case()) {
    case pb::Attr::kI: return in.i();
    case pb::Attr::kFBits: return std::bit_cast<float>(in.f_bits());
    case pb::Attr::kB: return in.b();
    case pb::Attr::kS: return text_of(in.s());
    case pb::Attr::kType: return static_cast<ge::DataType>(in.type());
    case pb::Attr::kTensor: return read(in.tensor());
    case pb::Attr::kInts: return ints(in.ints().v());
    case pb::Attr::kFloats: {
      std::vector<float> list;
      for (const uint32_t bits : in.floats().bits()) list.push_back(std::bit_cast<float>(bits));
      return list;
    }
    case pb::Attr::kBools: return std::vector<bool>(in.bools().v().begin(), in.bools().v().end());
    case pb::Attr::kStrings: {
      std::vector<ge::AscendString> list;
      for (const auto &s : in.strings().v()) list.push_back(text_of(s));
      return list;
    }
    case pb::Attr::kTypes: {
      std::vector<ge::DataType> list;
      for (const int64_t type : in.types().v()) list.push_back(static_cast<ge::DataType>(type));
      return list;
    }
    case pb::Attr::kIntLists: {
      std::vector<std::vector<int64_t>> list;
      for (const auto &row : in.int_lists().v()) list.push_back(ints(row.v()));
      return list;
    }
    case pb::Attr::kTensors: {
      std::vector<ge::Tensor> list;
      for (const auto &tensor : in.tensors().v()) list.push_back(read(tensor));
      return list;
    }
    case pb::Attr::kRaw: return std::vector<uint8_t>(in.raw().begin(), in.raw().end());
    case pb::Attr::kNamed: return read(in.named());
    case pb::Attr::kNamedList: {
      std::vector<ge::NamedAttrs> list;
      for (const auto &attrs : in.named_list().v()) list.push_back(read(attrs));
      return list;
    }
    default: return std::monostate();
  }
}

ge::AttrValue read(const pb::Attr &in) { return proto::make_attr_value(read_storage(in)); }

template <typename In>
AttrMap read_attrs(const In &in) {
  AttrMap attrs;
  for (const auto &attr : in.attrs()) attrs.insert_or_assign(attr.name(), read(attr));
  return attrs;
}

template <typename Kind>
Result<Kind> read_kind(int value, Kind last) {
  if (value < 0 || value > static_cast<int>(last)) return corrupt("a parameter has kind " + std::to_string(value));
  return static_cast<Kind>(value);
}

// Counts are bounded by the ports that the image itself holds, so that a damaged one cannot ask for memory.
template <typename Params, typename Defs, typename Kind>
Status read_params(const Params &in, Kind last, int port_count, Defs &defs, std::map<std::string, int, std::less<>> *counts) {
  int64_t total = 0;
  for (const auto &param : in) {
    const auto kind = read_kind(param.kind(), last);
    if (!kind.ok()) return kind.status();
    auto &def = defs.emplace_back();
    def.name = param.name();
    def.kind = *kind;
    if constexpr (requires { def.dtype; }) def.dtype = param.dtype();
    if (counts == nullptr) continue;
    total += param.count();
    if (param.count() < 0 || total > port_count) return corrupt("parameter " + param.name() + " has " + std::to_string(param.count()) + " instances");
    (*counts)[param.name()] = param.count();
  }
  return {};
}

Status read(const pb::Graph &in, GraphData &graph, int depth);

Status read_node(const pb::Node &in, GraphData &graph, int depth) {
  proto::OpPrototype prototype;
  std::map<std::string, int, std::less<>> input_counts, output_counts;
  prototype.type = in.type();
  OPSTRATA_TRY(
      read_params(in.ir_inputs(), proto::InputKind::kDynamic, in.inputs_size(), prototype.inputs, &input_counts));
  OPSTRATA_TRY(
      read_params(in.ir_outputs(), proto::OutputKind::kDynamic, in.outputs_size(), prototype.outputs, &output_counts));
  OPSTRATA_TRY(read_params(in.ir_subgraphs(), proto::SubgraphKind::kDynamic, 0, prototype.subgraphs, nullptr));
  for (const auto &attr : in.ir_attrs()) {
    auto &def = prototype.attrs.emplace_back();
    def.name = attr.name();
    def.type_word = attr.type_word();
    def.type = proto::attr_type_from_word(attr.type_word());
    def.required = attr.required();
  }
  NodeSpec spec(in.name(), std::move(prototype));
  spec.input_counts = std::move(input_counts);
  spec.output_counts = std::move(output_counts);
  auto added = graph.add_node(std::move(spec), true);
  if (!added.ok()) return corrupt(added.status().text());
  Node &node = **added;
  if (static_cast<int>(node.inputs.size()) != in.inputs_size() || static_cast<int>(node.outputs.size()) != in.outputs_size()) {
    return corrupt("node " + in.name() + " has not the ports of its parameters");
  }
  for (int i = 0; i < in.inputs_size(); ++i) {
    auto &port = node.inputs[static_cast<size_t>(i)];
    port.valid = in.inputs(i).valid();
    port.desc = read(in.inputs(i).desc());
    port.attrs = read_attrs(in.inputs(i));
  }
  for (int i = 0; i < in.outputs_size(); ++i) {
    node.outputs[static_cast<size_t>(i)].desc = read(in.outputs(i).desc());
    node.outputs[static_cast<size_t>(i)].attrs = read_attrs(in.outputs(i));
  }
  node.attrs = read_attrs(in);
  // Instances of one subgraph stand together.
  for (int i = 0; i < in.subgraphs_size();) {
    const int ir = in.subgraphs(i).ir();
    if (ir < -1 || ir >= static_cast<int>(node.ir.subgraphs.size())) return corrupt("node " + in.name() + " has an unknown subgraph");
    const std::string name = ir < 0 ? in.subgraphs(i).name() : node.ir.subgraphs[static_cast<size_t>(ir)].name;
    std::vector<std::shared_ptr<GraphData>> graphs;
    do {
      graphs.push_back(std::make_shared<GraphData>(""));
      OPSTRATA_TRY(read(in.subgraphs(i).graph(), *graphs.back(), depth + 1));
      ++i;
    } while (ir >= 0 && i < in.subgraphs_size() && in.subgraphs(i).ir() == ir);
    if (const auto status = node.set_subgraphs(name, graphs); !status.ok()) return corrupt(status.text());
  }
  return {};
}

Status read(const pb::Graph &in, GraphData &graph, int depth) {
  if (depth > 64) return corrupt("subgraphs are nested more than 64 deep");
  graph.name = in.name();
  for (const auto &node : in.nodes()) OPSTRATA_TRY(read_node(node, graph, depth));
  const auto at = [&graph](int position) -> Node * {
    return position < 0 || static_cast<size_t>(position) >= graph.nodes.size() ? nullptr : graph.nodes[static_cast<size_t>(position)].get();
  };
  for (int n = 0; n < in.nodes_size(); ++n) {
    Node *node = at(n);
    for (int i = 0; i < in.nodes(n).inputs_size(); ++i) {
      const auto &port = in.nodes(n).inputs(i);
      if (port.source() < 0) continue;
      if (at(port.source()) == nullptr) return corrupt("node " + node->name + " has a producer that is not there");
      if (const auto status = graph.connect(at(port.source()), port.source_output(), node, i); !status.ok()) return corrupt(status.text());
    }
    for (const int source : in.nodes(n).control_sources()) {
      if (at(source) == nullptr) return corrupt("node " + node->name + " has a control source that is not there");
      OPSTRATA_TRY(graph.connect_control(at(source), node));
    }
  }
  for (const int input : in.inputs()) graph.inputs.push_back(at(input));
  for (const int target : in.targets()) graph.targets.push_back(at(target));
  for (const auto &output : in.outputs()) {
    Node *node = at(output.node());
    if (node == nullptr || output.index() < 0 || static_cast<size_t>(output.index()) >= node->outputs.size()) return corrupt("an output is not there");
    graph.outputs.emplace_back(node, output.index());
  }
  for (const auto *list : {&graph.inputs, &graph.targets}) {
    for (const Node *node : *list) {
      if (node == nullptr) return corrupt("an input or target is not there");
    }
  }
  graph.attrs = read_attrs(in);
  for (const auto &registered : in.registered()) {
    auto subgraph = std::make_shared<GraphData>("");
    OPSTRATA_TRY(read(registered, *subgraph, depth + 1));
    if (const auto status = graph.register_subgraph(subgraph); !status.ok()) return corrupt(status.text());
  }
  graph.marked_valid = in.valid();
  graph.need_iteration = in.need_iteration();
  return {};
}

}  // namespace

// Empty when it would be larger than protobuf's 2 GiB; an image never is, because it names its producer.
std::string to_native(const GraphData &graph, bool text) {
  pb::File file;
  file.set_producer("opstrata");
  file.set_format_version(kFormatVersion);
  write(graph, *file.mutable_graph());
  std::string result;
  if (text) google::protobuf::TextFormat::PrintToString(file, &result);
  else if (file.ByteSizeLong() <= INT32_MAX)
    file.SerializeToString(&result);
  return result;
}

Status from_native(std::string_view bytes, GraphData &graph, bool keep_name) {
  pb::File file;
  if (bytes.size() > INT32_MAX || !file.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || file.producer() != "opstrata") {
    return corrupt("the bytes are no protobuf message of this kind");
  }
  if (file.format_version() != kFormatVersion) {
    return corrupt("format version " + std::to_string(file.format_version()) + ", this library reads " + std::to_string(kFormatVersion));
  }
  GraphData fresh("");
  const auto status = read(file.graph(), fresh, 0);
  if (!status.ok()) return status;
  graph.take(fresh, keep_name);
  return {};
}

Status copy_native(const GraphData &from, GraphData &to, bool keep_name) {
  const std::string image = to_native(from, false);
  if (image.empty()) return fail(Msg::kGraphFileWrite, {{"path", "graph " + from.name}, {"reason", "larger than 2 GiB, which no graph image can be"}});
  return from_native(image, to, keep_name);
}

ge::AttrValue clone_attr(const ge::AttrValue &value) {
  struct Cloner {
    ge::Tensor operator()(const ge::Tensor &v) const { return v.Clone(); }
    ge::NamedAttrs operator()(const ge::NamedAttrs &v) const {
      ge::NamedAttrs copy;
      copy.SetName(v.GetName());
      for (const auto &name : v.GetAllAttrNames()) {
        ge::AttrValue value;
        (void)v.GetAttr(name, value);
        (void)copy.SetAttr(name, clone_attr(value));
      }
      return copy;
    }
  };
  return std::visit(
      [](const auto &v) -> ge::AttrValue {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_invocable_v<Cloner, T>) {
          return proto::make_attr_value(proto::AttrStorage(Cloner()(v)));
        } else if constexpr (std::is_same_v<T, std::vector<ge::Tensor>> || std::is_same_v<T, std::vector<ge::NamedAttrs>>) {
          T copy;
          for (const auto &item : v) copy.push_back(Cloner()(item));
          return proto::make_attr_value(proto::AttrStorage(std::move(copy)));
        } else {
          return proto::make_attr_value(proto::AttrStorage(v));
        }
      },
      proto::storage_of(value));
}

}  // namespace opstrata::graph
