// The C functions of the eager style (es-api sections 10.1 to 10.3). Every argument is checked; the reason of a refusal is
// the thread's recent message.
#include <cerrno>
#include <climits>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/messages.h"
#include "ge/esb_funcs.h"
#include "graph/es/builder.h"

using opstrata::fail;
using opstrata::Msg;
using opstrata::Result;
using opstrata::Status;
using opstrata::graph::Node;
using opstrata::graph::to_graph_status;
namespace es = opstrata::graph::es;
using es::refused;

namespace {

EsCTensorHolder *make_const(const char *function, EsCGraphBuilder *builder, const void *value, const int64_t *dims, int64_t dim_num,
                            int data_type, int format) {
  const auto graph = es::open_graph(builder, function);
  if (!graph.ok()) return refused(graph.status());
  const auto tensor = es::make_tensor(function, value, dims, dim_num, data_type, format);
  if (!tensor.ok()) return refused(tensor.status());
  opstrata::proto::OpPrototype prototype;
  prototype.type = "Const";
  prototype.outputs = {{"y", opstrata::proto::OutputKind::kRequired, ""}};
  prototype.attrs = {es::attr("value", "Tensor")};
  const auto node = es::add_node(*builder, **graph, {"", std::move(prototype)});
  if (!node.ok()) return refused(node.status());
  (*node)->attrs.insert_or_assign("value", es::attr_value(**tensor));
  (*node)->outputs.front().desc = (*tensor)->GetTensorDesc();
  return es::new_holder(*builder, **node, 0);
}

template <typename T>
EsCTensorHolder *make_vector(const char *function, EsCGraphBuilder *builder, const T *value, int64_t dim, C_DataType data_type) {
  return make_const(function, builder, value, &dim, 1, data_type, C_FORMAT_ND);
}

uint32_t set_graph_attr(const char *function, EsCGraphBuilder *builder, const char *name, const ge::AttrValue &value) {
  const auto graph = es::open_graph(builder, function);
  if (!graph.ok()) return to_graph_status(graph.status());
  if (name == nullptr) return to_graph_status(es::null_argument(function, "attribute name"));
  if ((*graph)->nodes.empty()) return to_graph_status(fail(Msg::kEsNoNode, {{"function", function}, {"graph", (*graph)->name}}));
  return builder->GetGraph()->SetAttr(name, value);
}

uint32_t set_holder_attr(const char *function, EsCTensorHolder *tensor, const char *name, const ge::AttrValue &value, bool on_node) {
  if (tensor == nullptr) return to_graph_status(es::null_argument(function, "tensor"));
  if (name == nullptr) return to_graph_status(es::null_argument(function, "attribute name"));
  auto &producer = tensor->GetProducer();
  if (on_node) {
    ge::AttrValue copy = value;
    return producer.SetAttr(name, copy);
  }
  if (tensor->GetOutIndex() < 0) {
    return to_graph_status(fail(Msg::kEsControlHolder, {{"function", function}, {"node", Node::of(producer)->name}}));
  }
  return producer.SetOutputAttr(name, static_cast<uint32_t>(tensor->GetOutIndex()), value);
}

Result<ge::AttrValue> text_value(const char *function, const char *value) {
  if (value == nullptr) return es::null_argument(function, "value");
  return es::attr_value(ge::AscendString(value));
}

}  // namespace

extern "C" {

const char *EsGetRecentError(void) { return opstrata::recent_message(); }

void OpstrataEsRefuseNoBuilder(const char *op_type) {
  refused(es::missing(fail(Msg::kEsNoOwner, {{"op", op_type == nullptr ? "?" : op_type}})));
}

EsCGraphBuilder *EsCreateGraphBuilder(const char *name) { return new EsCGraphBuilder(name); }
void EsDestroyGraphBuilder(EsCGraphBuilder *graph) { delete graph; }

EsCTensorHolder *EsCreateGraphInputWithDetails(EsCGraphBuilder *graph, int64_t index, const char *name, const char *type,
                                               C_DataType data_type, C_Format format, const int64_t *shape, int64_t dim_num) {
  if (graph == nullptr) return refused(es::null_argument("EsCreateGraphInput", "graph builder"));
  if (index > INT32_MAX || index < INT32_MIN) {
    return refused(fail(Msg::kEsInputIndex, {{"function", "EsCreateGraphInput"}, {"index", index},
                                             {"graph", es::impl_of(*graph) == nullptr ? "" : es::impl_of(*graph)->name},
                                             {"problem", "out of range"}}));
  }
  return graph->AddGraphInput(static_cast<int32_t>(index), name, type, data_type, format, shape, dim_num);
}

EsCTensorHolder *EsCreateGraphInput(EsCGraphBuilder *graph, int64_t index) {
  return EsCreateGraphInputWithDetails(graph, index, nullptr, nullptr, C_DT_FLOAT, C_FORMAT_ND, nullptr, 0);
}

uint32_t EsSetGraphOutput(EsCTensorHolder *tensor, int64_t output_index) {
  if (tensor == nullptr) return to_graph_status(es::null_argument("EsSetGraphOutput", "tensor"));
  return tensor->GetOwnerBuilder().SetGraphOutput(tensor, output_index);
}

EsCGraph *EsBuildGraphAndReset(EsCGraphBuilder *graph) {
  if (graph == nullptr) return refused(es::null_argument("EsBuildGraphAndReset", "graph builder"));
  return reinterpret_cast<EsCGraph *>(graph->BuildGraphAndReset().release());
}

#define OPSTRATA_ES_CONST(Name, T, data_type)                                                                          \
  EsCTensorHolder *EsCreateConst##Name(EsCGraphBuilder *graph, const T *value, const int64_t *dims, int64_t dim_num) { \
    return make_const("EsCreateConst" #Name, graph, value, dims, dim_num, data_type, C_FORMAT_ND);                     \
  }                                                                                                                    \
  EsCTensorHolder *EsCreateVector##Name(EsCGraphBuilder *graph, const T *value, int64_t dim) {                         \
    return make_vector("EsCreateVector" #Name, graph, value, dim, data_type);                                          \
  }                                                                                                                    \
  EsCTensorHolder *EsCreateScalar##Name(EsCGraphBuilder *graph, T value) {                                             \
    return make_const("EsCreateScalar" #Name, graph, &value, nullptr, 0, data_type, C_FORMAT_ND);                      \
  }
OPSTRATA_ES_CONST(Int64, int64_t, C_DT_INT64)
OPSTRATA_ES_CONST(Int32, int32_t, C_DT_INT32)
OPSTRATA_ES_CONST(UInt64, uint64_t, C_DT_UINT64)
OPSTRATA_ES_CONST(UInt32, uint32_t, C_DT_UINT32)
OPSTRATA_ES_CONST(Float, float, C_DT_FLOAT)
#undef OPSTRATA_ES_CONST

EsCTensorHolder *EsCreateConstFromData(EsCGraphBuilder *graph, const void *value, const int64_t *dims, int64_t dim_num,
                                       C_DataType data_type, C_Format format) {
  return make_const("EsCreateConst", graph, value, dims, dim_num, data_type, format);
}

uint32_t EsSetNextNodeName(EsCGraphBuilder *graph, const char *name) {
  const auto open = es::open_graph(graph, "EsSetNextNodeName");
  if (!open.ok()) return to_graph_status(open.status());
  es::impl_of(*graph)->next_name = name == nullptr ? "" : name;
  return ge::GRAPH_SUCCESS;
}

EsCTensorHolder *EsCreateVariable(EsCGraphBuilder *graph, int32_t index, const char *name) {
  constexpr const char *kFunction = "EsCreateVariable";
  const auto open = es::open_graph(graph, kFunction);
  if (!open.ok()) return refused(open.status());
  if (name == nullptr) return refused(es::null_argument(kFunction, "name"));
  const auto node = (*open)->add_node({name, es::input_prototype("Variable")}, true);
  if (!node.ok()) return refused(node.status());
  (*node)->attrs.insert_or_assign("index", es::attr_value(static_cast<int64_t>(index)));
  return es::new_holder(*graph, **node, 0);
}

EsCTensor *EsCreateEsCTensor(const void *data, const int64_t *dim, int64_t dim_num, C_DataType data_type, C_Format format) {
  auto tensor = es::make_tensor("EsCreateEsCTensor", data, dim, dim_num, data_type, format);
  if (!tensor.ok()) return refused(tensor.status());
  return reinterpret_cast<EsCTensor *>(tensor->release());
}

EsCTensor *EsCreateEsCTensorFromFile(const char *data_file_path, const int64_t *dim, int64_t dim_num, C_DataType data_type,
                                     C_Format format) {
  constexpr const char *kFunction = "EsCreateEsCTensorFromFile";
  if (data_file_path == nullptr) return refused(es::null_argument(kFunction, "path"));
  if (dim == nullptr) dim_num = 0;
  const auto bytes = es::tensor_bytes(kFunction, dim, dim_num, data_type);
  if (!bytes.ok()) return refused(bytes.status());
  std::ifstream file(data_file_path, std::ios::binary | std::ios::ate);
  const int64_t size = file ? static_cast<int64_t>(file.tellg()) : -1;
  if (size < 0) {
    return refused(fail(Msg::kGraphFileOpen, {{"path", data_file_path}, {"purpose", "reading"}, {"reason", std::strerror(errno)}}));
  }
  if (size == 0 || size < *bytes || size == INT64_MAX) {  // a folder announces the largest size
    return refused(fail(Msg::kEsFileShort, {{"function", kFunction}, {"path", data_file_path}, {"size", size}, {"wanted", *bytes}}));
  }
  std::vector<char> content(static_cast<size_t>(*bytes) + 1);
  file.seekg(0);
  if (!file.read(content.data(), *bytes)) {
    return refused(fail(Msg::kGraphFileOpen, {{"path", data_file_path}, {"purpose", "reading"}, {"reason", std::strerror(errno)}}));
  }
  return EsCreateEsCTensor(content.data(), dim, dim_num, data_type, format);
}

void EsDestroyEsCTensor(EsCTensor *tensor) { delete reinterpret_cast<ge::Tensor *>(tensor); }

uint32_t EsSetDataType(EsCTensorHolder *tensor, C_DataType data_type) {
  if (tensor == nullptr) return to_graph_status(es::null_argument("EsSetDataType", "tensor"));
  return tensor->SetDataType(static_cast<ge::DataType>(data_type));
}

uint32_t EsSetFormat(EsCTensorHolder *tensor, C_Format format) {
  if (tensor == nullptr) return to_graph_status(es::null_argument("EsSetFormat", "tensor"));
  return tensor->SetFormat(static_cast<ge::Format>(format));
}

uint32_t EsSetShape(EsCTensorHolder *tensor, const int64_t *shape, int64_t dim_num) {
  if (tensor == nullptr) return to_graph_status(es::null_argument("EsSetShape", "tensor"));
  const auto status = es::check_shape("EsSetShape", shape, dim_num, true);
  if (!status.ok()) return to_graph_status(status);
  return tensor->SetShape(ge::Shape(dim_num == 0 ? std::vector<int64_t>() : std::vector<int64_t>(shape, shape + dim_num)));
}

uint32_t EsSetOriginSymbolShape(EsCTensorHolder *tensor, const char *const *shape, int64_t dim_num) {
  if (tensor == nullptr) return to_graph_status(es::null_argument("EsSetOriginSymbolShape", "tensor"));
  return tensor->SetOriginSymbolShape(shape, dim_num);
}

EsCGraphBuilder *EsGetOwnerBuilder(EsCTensorHolder *tensor) {
  if (tensor == nullptr) return refused(es::null_argument("EsGetOwnerBuilder", "tensor"));
  return &tensor->GetOwnerBuilder();
}

EsCNode *EsGetProducer(EsCTensorHolder *tensor) {
  if (tensor == nullptr) return refused(es::null_argument("EsGetProducer", "tensor"));
  return reinterpret_cast<EsCNode *>(&tensor->GetProducer());
}

uint32_t EsAddControlEdge(EsCTensorHolder *dst, EsCTensorHolder **src_ctrl, int64_t ctrl_num) {
  constexpr const char *kFunction = "EsAddControlEdge";
  if (dst == nullptr) return to_graph_status(es::null_argument(kFunction, "destination tensor"));
  if (ctrl_num < 0 || (src_ctrl == nullptr && ctrl_num != 0))
    return to_graph_status(es::null_argument(kFunction, "list of sources"));
  const auto target = Node::of(dst->GetProducer());
  if (target->graph == nullptr) {
    return to_graph_status(fail(Msg::kGraphForeignNode, {{"node", target->name}, {"graph", es::impl_of(dst->GetOwnerBuilder())->name}}));
  }
  // All sources are checked before the first edge is made.
  for (int64_t i = 0; i < ctrl_num; ++i) {
    if (src_ctrl[i] == nullptr) return to_graph_status(es::null_argument(kFunction, "source " + std::to_string(i)));
    if (&src_ctrl[i]->GetOwnerBuilder() != &dst->GetOwnerBuilder()) {
      return to_graph_status(fail(Msg::kEsForeignHolder, {{"function", kFunction}, {"what", "source " + std::to_string(i)},
                                                          {"other", es::impl_of(src_ctrl[i]->GetOwnerBuilder())->name},
                                                          {"graph", es::impl_of(dst->GetOwnerBuilder())->name}}));
    }
  }
  for (int64_t i = 0; i < ctrl_num; ++i) {
    const auto status = target->graph->connect_control(Node::of(src_ctrl[i]->GetProducer()).get(), target.get());
    if (!status.ok()) return to_graph_status(status);
  }
  return ge::GRAPH_SUCCESS;
}

uint32_t EsSetInt64AttrForGraph(EsCGraphBuilder *graph, const char *attr_name, int64_t value) {
  return set_graph_attr("EsSetInt64AttrForGraph", graph, attr_name, es::attr_value(value));
}
uint32_t EsSetStringAttrForGraph(EsCGraphBuilder *graph, const char *attr_name, const char *value) {
  const auto text = text_value("EsSetStringAttrForGraph", value);
  return text.ok() ? set_graph_attr("EsSetStringAttrForGraph", graph, attr_name, *text) : to_graph_status(text.status());
}
uint32_t EsSetBoolAttrForGraph(EsCGraphBuilder *graph, const char *attr_name, bool value) {
  return set_graph_attr("EsSetBoolAttrForGraph", graph, attr_name, es::attr_value(value));
}

#define OPSTRATA_ES_ATTR(Target, on_node)                                                                              \
  uint32_t EsSetInt64AttrFor##Target(EsCTensorHolder *tensor, const char *attr_name, int64_t value) {                  \
    return set_holder_attr("EsSetInt64AttrFor" #Target, tensor, attr_name, es::attr_value(value), on_node);            \
  }                                                                                                                    \
  uint32_t EsSetStringAttrFor##Target(EsCTensorHolder *tensor, const char *attr_name, const char *value) {             \
    const auto text = text_value("EsSetStringAttrFor" #Target, value);                                                 \
    return text.ok() ? set_holder_attr("EsSetStringAttrFor" #Target, tensor, attr_name, *text, on_node)                \
                     : to_graph_status(text.status());                                                                 \
  }                                                                                                                    \
  uint32_t EsSetBoolAttrFor##Target(EsCTensorHolder *tensor, const char *attr_name, bool value) {                      \
    return set_holder_attr("EsSetBoolAttrFor" #Target, tensor, attr_name, es::attr_value(value), on_node);             \
  }
OPSTRATA_ES_ATTR(Tensor, false)
OPSTRATA_ES_ATTR(Node, true)
#undef OPSTRATA_ES_ATTR

uint32_t OpstrataEsCheckElements(int64_t count, size_t element_size, const int64_t *dims, int64_t dim_num, C_DataType data_type) {
  constexpr const char *kFunction = "CreateConst";
  if (dims == nullptr) dim_num = 0;
  const auto bytes = es::tensor_bytes(kFunction, dims, dim_num, data_type);
  if (!bytes.ok()) return to_graph_status(bytes.status());
  const int size = ge::GetSizeByDataType(static_cast<ge::DataType>(data_type));
  const size_t wanted_size = size > 1000 ? 1U : static_cast<size_t>(size);
  if (element_size != wanted_size) {
    return to_graph_status(fail(Msg::kEsElementSize, {{"function", kFunction}, {"size", element_size}, {"type", static_cast<int>(data_type)},
                                                      {"wanted", wanted_size}}));
  }
  const int64_t wanted = *bytes / static_cast<int64_t>(wanted_size);
  if (count >= 0 && count < wanted) {
    return to_graph_status(fail(Msg::kEsElementCount, {{"function", kFunction}, {"count", count}, {"wanted", wanted}}));
  }
  return ge::GRAPH_SUCCESS;
}

}  // extern "C"
