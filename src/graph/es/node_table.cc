// The table-driven node builder (es-api section 7.3): what every generated C function is made of.
#include <algorithm>
#include <climits>
#include <cstring>
#include <new>
#include <set>

#define OPSTRATA_ES_NODE_DEFINES  // this library has the functions of all versions

#include "base/messages.h"
#include "graph/es/builder.h"
#include "opstrata/es_node.h"

using opstrata::fail;
using opstrata::Msg;
using opstrata::Result;
using opstrata::Status;
using opstrata::graph::GraphData;
using opstrata::graph::Node;
using opstrata::graph::NodeSpec;
namespace es = opstrata::graph::es;
namespace graph = opstrata::graph;
namespace proto = opstrata::proto;

namespace {

using Value = OpstrataEsValue;
using Descriptor = OpstrataEsNodeDescriptor;

// The values of a call, by what they are for.
struct Arguments {
  const Value *inputs;
  const Value *output_counts;
  const Value *subgraphs;
  const Value *attrs;
};

template <typename T>
T *const *array_of(const Value &value) {
  return static_cast<T *const *>(value.p);
}

// Checks the length of an array argument and that its elements are there.
template <typename T>
Status check_array(const Descriptor &op, const char *what, const char *name, const Value &value) {
  if (value.num < 0 || value.num > INT32_MAX) {
    return fail(Msg::kEsCount, {{"op", op.op_type}, {"what", what}, {"name", name}, {"count", value.num}});
  }
  if (value.num != 0 && value.p == nullptr) {
    return fail(Msg::kEsArrayNull, {{"op", op.op_type}, {"what", what}, {"name", name}, {"count", value.num}});
  }
  for (int64_t i = 0; i < value.num; ++i) {
    if (array_of<T>(value)[i] == nullptr) {
      return fail(Msg::kEsElementNull, {{"op", op.op_type}, {"index", i}, {"what", what}, {"name", name}});
    }
  }
  return {};
}

// Rule 1: required inputs are there, counts fit.
Status check_inputs(const Descriptor &op, const Arguments &args) {
  for (int32_t i = 0; i < op.input_num; ++i) {
    const auto &def = op.inputs[i];
    if (def.kind == OPSTRATA_ES_INPUT_DYNAMIC) {
      OPSTRATA_TRY(check_array<EsCTensorHolder>(op, "dynamic input", def.name, args.inputs[i]));
    } else if (def.kind == OPSTRATA_ES_INPUT_REQUIRED && args.inputs[i].p == nullptr) {
      return fail(Msg::kEsInputNull, {{"op", op.op_type}, {"name", def.name}});
    }
  }
  int32_t dynamic = 0;
  for (int32_t i = 0; i < op.output_num; ++i) {
    if (op.outputs[i].kind != OPSTRATA_ES_OUTPUT_DYNAMIC) continue;
    const int64_t count = args.output_counts[dynamic++].i;
    if (count < 0 || count > INT32_MAX) {
      return fail(Msg::kEsCount,
                  {{"op", op.op_type}, {"what", "dynamic output"}, {"name", op.outputs[i].name}, {"count", count}});
    }
  }
  return {};
}

// Rule 2: the first parameter that can say which builder owns the node.
EsCGraphBuilder *find_owner(const Descriptor &op, const Arguments &args, EsCGraphBuilder *explicit_owner) {
  for (int32_t i = 0; i < op.input_num; ++i) {
    const Value &value = args.inputs[i];
    if (value.p == nullptr) continue;
    if (op.inputs[i].kind != OPSTRATA_ES_INPUT_DYNAMIC) {
      return &static_cast<EsCTensorHolder *>(const_cast<void *>(value.p))->GetOwnerBuilder();
    }
    for (int64_t k = 0; k < value.num; ++k) {
      if (auto *tensor = array_of<EsCTensorHolder>(value)[k]) return &tensor->GetOwnerBuilder();
    }
  }
  return explicit_owner;
}

// Every graph and tensor of the call, once.
template <typename Graph, typename Tensor>
void for_each_owned(const Descriptor &op, const Arguments &args, Graph on_graph, Tensor on_tensor) {
  std::set<const void *> seen;
  const auto once = [&seen](const void *p) { return p != nullptr && seen.insert(p).second; };
  for (int32_t i = 0; i < op.subgraph_num; ++i) {
    const Value &value = args.subgraphs[i];
    if (op.subgraphs[i].kind == OPSTRATA_ES_SUBGRAPH_DYNAMIC) {
      for (int64_t k = 0; value.p != nullptr && k < value.num; ++k) {
        auto *g = array_of<ge::Graph>(value)[k];
        if (once(g)) on_graph(g);
      }
    } else if (once(value.p)) {
      on_graph(static_cast<ge::Graph *>(const_cast<void *>(value.p)));
    }
  }
  for (int32_t i = 0; i < op.attr_num; ++i) {
    if (op.attrs[i].kind == OPSTRATA_ES_ATTR_TENSOR && once(args.attrs[i].p)) {
      on_tensor(static_cast<ge::Tensor *>(const_cast<void *>(args.attrs[i].p)));
    }
  }
}

// Ownership is taken on entry (rules 3 and 4), whatever comes after. True when a graph or tensor came that the builder
// has already: it is then not taken twice.
bool take_ownership(const Descriptor &op, const Arguments &args, EsCGraphBuilder *owner) {
  bool again = false;
  // A graph that hangs on a node already has an owner: it stays where it is, and the call is refused later.
  const auto take_graph = [&](ge::Graph *graph, auto take) {
    const auto data = GraphData::of(*graph);
    if (data != nullptr && data->parent_node != nullptr)
      again = true;
    else
      take(graph);
  };
  const auto take = [&](auto *object) {
    using T = std::remove_pointer_t<decltype(object)>;
    if (owner != nullptr && es::impl_of(*owner) != nullptr && es::impl_of(*owner)->owns(object))
      again = true;
    else if (owner != nullptr)
      owner->AddResource(std::unique_ptr<T>(object));
    else
      delete object;
  };
  for_each_owned(
      op, args, [&](ge::Graph *graph) { take_graph(graph, take); }, take);
  return again;
}

struct FirstDynamic {
  const char *input = nullptr;
  int64_t input_count = 0;
  const char *output = nullptr;
  int64_t output_count = 0;
};

FirstDynamic first_dynamic(const Descriptor &op, const Arguments &args) {
  FirstDynamic first;
  for (int32_t i = op.input_num - 1; i >= 0; --i) {
    if (op.inputs[i].kind == OPSTRATA_ES_INPUT_DYNAMIC)
      first.input = op.inputs[i].name, first.input_count = args.inputs[i].num;
  }
  for (int32_t i = op.output_num - 1; i >= 0; --i) {
    if (op.outputs[i].kind == OPSTRATA_ES_OUTPUT_DYNAMIC)
      first.output = op.outputs[i].name, first.output_count = args.output_counts[0].i;
  }
  return first;
}

// Rule 3. A subgraph that the prototype calls `cond` decides whether a loop goes on: what it computes is not what the
// operator gives, so the number of its outputs is its own.
Status check_subgraph(const Descriptor &op, const char *name, const GraphData &subgraph, const FirstDynamic &dynamic) {
  const auto data_problem = [&](const Node &node, std::string_view problem) {
    return fail(
        Msg::kEsSubgraphData,
        {{"op", op.op_type}, {"name", name}, {"graph", subgraph.name}, {"node", node.name}, {"problem", problem}});
  };
  size_t net_outputs = 0;
  size_t output_count = 0;
  std::set<int64_t> indices;
  for (const auto &node : subgraph.nodes) {
    if (node->type() == "NetOutput") {
      ++net_outputs;
      output_count = node->inputs.size();
    }
    if (!graph::is_input_type(node->type())) continue;
    int64_t index = -1;
    const auto it = node->attrs.find("index");
    if (it == node->attrs.end() || it->second.GetAttrValue(index) != ge::GRAPH_SUCCESS)
      return data_problem(*node, "has no attribute index");
    if (!indices.insert(index).second)
      return data_problem(*node, "has an index that another input has too: " + std::to_string(index));
    if (index < 0) return data_problem(*node, "has a negative index: " + std::to_string(index));
    if (dynamic.input != nullptr && index >= dynamic.input_count) {
      return fail(Msg::kEsSubgraphInputs, {{"op", op.op_type},
                                           {"name", name},
                                           {"graph", subgraph.name},
                                           {"node", node->name},
                                           {"index", index},
                                           {"input", dynamic.input},
                                           {"count", dynamic.input_count}});
    }
  }
  if (net_outputs != 1) {
    return fail(Msg::kEsSubgraphNetOutput,
                {{"op", op.op_type}, {"name", name}, {"graph", subgraph.name}, {"count", net_outputs}});
  }
  if (dynamic.output != nullptr && std::strcmp(name, "cond") != 0 &&
      static_cast<int64_t>(output_count) != dynamic.output_count) {
    return fail(Msg::kEsSubgraphOutputs, {{"op", op.op_type},
                                          {"name", name},
                                          {"graph", subgraph.name},
                                          {"count", output_count},
                                          {"output", dynamic.output},
                                          {"wanted", dynamic.output_count}});
  }
  return {};
}

// The graphs of each subgraph parameter, checked.
Result<std::vector<std::vector<std::shared_ptr<GraphData>>>> read_subgraphs(const Descriptor &op,
                                                                            const Arguments &args) {
  std::vector<std::vector<std::shared_ptr<GraphData>>> all(static_cast<size_t>(op.subgraph_num));
  if (all.empty()) return all;
  const FirstDynamic dynamic = first_dynamic(op, args);
  std::set<const GraphData *> seen;
  for (int32_t i = 0; i < op.subgraph_num; ++i) {
    const char *name = op.subgraphs[i].name;
    std::vector<const ge::Graph *> handles;
    if (op.subgraphs[i].kind == OPSTRATA_ES_SUBGRAPH_DYNAMIC) {
      OPSTRATA_TRY(check_array<ge::Graph>(op, "dynamic subgraph", name, args.subgraphs[i]));
      for (int64_t k = 0; k < args.subgraphs[i].num; ++k) handles.push_back(array_of<ge::Graph>(args.subgraphs[i])[k]);
    } else {
      handles.push_back(static_cast<const ge::Graph *>(args.subgraphs[i].p));
    }
    for (const auto *handle : handles) {
      const auto data = handle == nullptr ? nullptr : GraphData::of(*handle);
      if (data == nullptr) return fail(Msg::kEsSubgraphNull, {{"op", op.op_type}, {"name", name}});
      if (!seen.insert(data.get()).second || data->parent_node != nullptr) {
        return fail(Msg::kEsSubgraphTwice, {{"op", op.op_type}, {"name", name}});
      }
      OPSTRATA_TRY(check_subgraph(op, name, *data, dynamic));
      all[static_cast<size_t>(i)].push_back(data);
    }
  }
  return all;
}

template <typename T>
bool same_elements(const Value &a, const Value &b) {
  const auto bytes = static_cast<size_t>(a.num) * sizeof(T);
  return a.num == b.num && (bytes == 0 || std::memcmp(a.p, b.p, bytes) == 0);
}

bool same_text(const char *a, const char *b) { return a != nullptr && b != nullptr && std::strcmp(a, b) == 0; }

// Exact equality with the prototype's default ("not configured"), floats bit by bit: a tolerance would drop values.
bool is_default(const OpstrataEsAttr &def, const Value &value) {
  const Value &other = def.default_value;
  switch (def.kind) {
    case OPSTRATA_ES_ATTR_INT:
    case OPSTRATA_ES_ATTR_TYPE:
      return value.i == other.i;
    case OPSTRATA_ES_ATTR_BOOL:
      return (value.i != 0) == (other.i != 0);
    case OPSTRATA_ES_ATTR_FLOAT:
      return std::memcmp(&value.f, &other.f, sizeof(float)) == 0;
    case OPSTRATA_ES_ATTR_STRING:
      return same_text(static_cast<const char *>(value.p), static_cast<const char *>(other.p));
    case OPSTRATA_ES_ATTR_LIST_INT:
      return same_elements<int64_t>(value, other);
    case OPSTRATA_ES_ATTR_LIST_FLOAT:
      return same_elements<float>(value, other);
    case OPSTRATA_ES_ATTR_LIST_BOOL:
      return same_elements<bool>(value, other);
    case OPSTRATA_ES_ATTR_LIST_TYPE:
      return same_elements<C_DataType>(value, other);
    case OPSTRATA_ES_ATTR_LIST_STRING:
      if (value.num != other.num) return false;
      for (int64_t i = 0; i < value.num; ++i) {
        if (!same_text(array_of<const char>(value)[i], array_of<const char>(other)[i])) return false;
      }
      return true;
    case OPSTRATA_ES_ATTR_LIST_LIST_INT:
      if (value.num != other.num) return false;
      for (int64_t i = 0; i < value.num; ++i) {
        const Value a{0, 0, array_of<const int64_t>(value)[i], value.inner[i], nullptr};
        const Value b{0, 0, array_of<const int64_t>(other)[i], other.inner[i], nullptr};
        if (!same_elements<int64_t>(a, b)) return false;
      }
      return true;
    default:
      return false;  // tensors are always stored
  }
}

// The dynamic input or output whose tensors the attribute counts; null for one that is no count.
const char *counted_name(const OpstrataEsAttr &def) {
  return def.kind == OPSTRATA_ES_ATTR_INT ? static_cast<const char *>(def.default_value.p) : nullptr;
}

// The number of tensors of the dynamic input or output of that name; -1: the operator has no such one.
int64_t count_of(const Descriptor &op, const Arguments &args, const char *name) {
  for (int32_t i = 0; i < op.input_num; ++i) {
    if (op.inputs[i].kind == OPSTRATA_ES_INPUT_DYNAMIC && same_text(op.inputs[i].name, name)) return args.inputs[i].num;
  }
  for (int32_t i = 0, dynamic = 0; i < op.output_num; ++i) {
    if (op.outputs[i].kind != OPSTRATA_ES_OUTPUT_DYNAMIC) continue;
    if (same_text(op.outputs[i].name, name)) return args.output_counts[dynamic].i;
    ++dynamic;
  }
  return -1;
}

// Whether a stored value, or a prototype's default, is the one that read_attr would make. Tensors get a value of their
// own each time.
template <typename Storage>
bool holds(const Storage &stored, const OpstrataEsAttr &def, const Value &value) {
  using Text = std::conditional_t<std::is_same_v<Storage, proto::AttrValue>, std::string, ge::AscendString>;
  const auto text_of = [](const Text &own) {
    if constexpr (std::is_same_v<Text, std::string>)
      return own.c_str();
    else
      return own.GetString();
  };
  const auto same_length = [&value](const auto *own) {
    return own != nullptr && own->size() == static_cast<size_t>(value.num);
  };
  const auto same_list = [&](const auto *own) {
    return same_length(own) &&
           (own->empty() || std::memcmp(own->data(), value.p, own->size() * sizeof(own->front())) == 0);
  };
  switch (def.kind) {
    case OPSTRATA_ES_ATTR_INT:
      if (const auto *own = std::get_if<int64_t>(&stored)) return *own == value.i;
      return false;
    case OPSTRATA_ES_ATTR_FLOAT:
      if (const auto *own = std::get_if<float>(&stored)) return std::memcmp(own, &value.f, sizeof(float)) == 0;
      return false;
    case OPSTRATA_ES_ATTR_BOOL:
      if (const auto *own = std::get_if<bool>(&stored)) return *own == (value.i != 0);
      return false;
    case OPSTRATA_ES_ATTR_TYPE:
      if (const auto *own = std::get_if<ge::DataType>(&stored)) return static_cast<int64_t>(*own) == value.i;
      return false;
    case OPSTRATA_ES_ATTR_STRING:
      if (const auto *own = std::get_if<Text>(&stored))
        return same_text(text_of(*own), static_cast<const char *>(value.p));
      return false;
    case OPSTRATA_ES_ATTR_LIST_INT:
      return same_list(std::get_if<std::vector<int64_t>>(&stored));
    case OPSTRATA_ES_ATTR_LIST_FLOAT:
      return same_list(std::get_if<std::vector<float>>(&stored));
    case OPSTRATA_ES_ATTR_LIST_TYPE:
      static_assert(sizeof(ge::DataType) == sizeof(C_DataType));
      return same_list(std::get_if<std::vector<ge::DataType>>(&stored));
    case OPSTRATA_ES_ATTR_LIST_BOOL: {
      const auto *own = std::get_if<std::vector<bool>>(&stored);
      if (!same_length(own)) return false;
      const auto *given = static_cast<const uint8_t *>(value.p);
      return std::equal(own->begin(), own->end(), given, [](bool a, uint8_t b) { return a == (b != 0); });
    }
    case OPSTRATA_ES_ATTR_LIST_STRING: {
      const auto *own = std::get_if<std::vector<Text>>(&stored);
      return same_length(own) && std::equal(own->begin(), own->end(), array_of<const char>(value),
                                            [&](const Text &a, const char *b) { return same_text(text_of(a), b); });
    }
    case OPSTRATA_ES_ATTR_LIST_LIST_INT: {
      const auto *own = std::get_if<std::vector<std::vector<int64_t>>>(&stored);
      if (!same_length(own)) return false;
      for (size_t i = 0; i < own->size(); ++i) {
        const Value row{0, 0, (*own)[i].data(), static_cast<int64_t>((*own)[i].size()), nullptr};
        if (!same_elements<int64_t>(row, Value{0, 0, array_of<const int64_t>(value)[i], value.inner[i], nullptr}))
          return false;
      }
      return true;
    }
    default:
      return false;
  }
}

Status attr_null(const Descriptor &op, const OpstrataEsAttr &def) {
  return fail(Msg::kEsAttrNull, {{"op", op.op_type}, {"name", def.name}, {"type", def.type_word}});
}

// What is_default and read_attr may follow: lengths are sound and pointers are there.
Status check_attr(const Descriptor &op, const OpstrataEsAttr &def, const Value &value) {
  const bool list = def.kind >= OPSTRATA_ES_ATTR_LIST_INT;
  if (!list) {
    const bool pointer = def.kind == OPSTRATA_ES_ATTR_STRING || def.kind == OPSTRATA_ES_ATTR_TENSOR;
    return pointer && value.p == nullptr ? attr_null(op, def) : Status();
  }
  if (value.num < 0 || value.num > INT32_MAX) {
    return fail(Msg::kEsCount, {{"op", op.op_type}, {"what", "attribute"}, {"name", def.name}, {"count", value.num}});
  }
  if (value.num != 0 && value.p == nullptr) {
    return fail(Msg::kEsArrayNull,
                {{"op", op.op_type}, {"what", "attribute"}, {"name", def.name}, {"count", value.num}});
  }
  if (def.kind == OPSTRATA_ES_ATTR_LIST_STRING) return check_array<const char>(op, "attribute", def.name, value);
  if (def.kind != OPSTRATA_ES_ATTR_LIST_LIST_INT || value.num == 0) return {};
  if (value.inner == nullptr) return attr_null(op, def);
  for (int64_t i = 0; i < value.num; ++i) {
    const Value row{0, 0, array_of<const int64_t>(value)[i], value.inner[i], nullptr};
    if (row.num < 0 || row.num > INT32_MAX) {
      return fail(Msg::kEsCount,
                  {{"op", op.op_type}, {"what", "row of attribute"}, {"name", def.name}, {"count", row.num}});
    }
    if (row.num != 0 && row.p == nullptr) {
      return fail(Msg::kEsElementNull, {{"op", op.op_type}, {"index", i}, {"what", "attribute"}, {"name", def.name}});
    }
  }
  return {};
}

template <typename Stored, typename T>
ge::AttrValue list_value(const Value &value) {
  const T *first = static_cast<const T *>(value.p);
  std::vector<Stored> list;
  list.reserve(static_cast<size_t>(value.num));
  for (int64_t i = 0; i < value.num; ++i) list.push_back(static_cast<Stored>(first[i]));
  return es::attr_value(std::move(list));
}

Result<ge::AttrValue> read_attr(const Descriptor &op, const OpstrataEsAttr &def, const Value &value) {
  const auto bad_type = [&](int64_t type) {
    return fail(Msg::kEsAttrDataType, {{"op", op.op_type}, {"name", def.name}, {"value", type}});
  };
  const auto is_type = [](int64_t type) { return type >= 0 && type < static_cast<int64_t>(C_DT_MAX); };
  switch (def.kind) {
    case OPSTRATA_ES_ATTR_INT:
      return es::attr_value(value.i);
    case OPSTRATA_ES_ATTR_FLOAT:
      return es::attr_value(value.f);
    case OPSTRATA_ES_ATTR_BOOL:
      return es::attr_value(value.i != 0);
    case OPSTRATA_ES_ATTR_STRING:
      return es::attr_value(ge::AscendString(static_cast<const char *>(value.p)));
    case OPSTRATA_ES_ATTR_TYPE:
      if (!is_type(value.i)) return bad_type(value.i);
      return es::attr_value(static_cast<ge::DataType>(value.i));
    case OPSTRATA_ES_ATTR_TENSOR:
      return es::attr_value(static_cast<const ge::Tensor *>(value.p)->Clone());
    case OPSTRATA_ES_ATTR_LIST_INT:
      return list_value<int64_t, int64_t>(value);
    case OPSTRATA_ES_ATTR_LIST_FLOAT:
      return list_value<float, float>(value);
    case OPSTRATA_ES_ATTR_LIST_BOOL:
      return list_value<bool, uint8_t>(value);  // read as bytes: a caller's array may hold what is not a bool
    case OPSTRATA_ES_ATTR_LIST_STRING: {
      std::vector<ge::AscendString> list;
      for (int64_t i = 0; i < value.num; ++i) list.emplace_back(array_of<const char>(value)[i]);
      return es::attr_value(std::move(list));
    }
    case OPSTRATA_ES_ATTR_LIST_TYPE: {
      std::vector<ge::DataType> list;
      for (int64_t i = 0; i < value.num; ++i) {
        int32_t type = 0;
        std::memcpy(&type, static_cast<const C_DataType *>(value.p) + i, sizeof(type));
        if (!is_type(type)) return bad_type(type);
        list.push_back(static_cast<ge::DataType>(type));
      }
      return es::attr_value(std::move(list));
    }
    case OPSTRATA_ES_ATTR_LIST_LIST_INT: {
      std::vector<std::vector<int64_t>> list;
      for (int64_t i = 0; i < value.num; ++i) {
        const int64_t *row = array_of<const int64_t>(value)[i];
        list.emplace_back(row, row + value.inner[i]);
      }
      return es::attr_value(std::move(list));
    }
    default:
      return fail(Msg::kEsDescriptor,
                  {{"op", op.op_type}, {"reason", "unknown attribute kind " + std::to_string(def.kind)}});
  }
}

const char *text(const char *s) { return s == nullptr ? "" : s; }

// Nodes do not store a value that is the default, so their prototype has to know it.
bool has_default(const OpstrataEsAttr &def) {
  return def.required == 0 && def.kind != OPSTRATA_ES_ATTR_TENSOR && counted_name(def) == nullptr;
}

proto::OpPrototype make_prototype(const Descriptor &op) {
  proto::OpPrototype prototype;
  prototype.type = op.op_type;
  for (int32_t i = 0; i < op.input_num; ++i) {
    prototype.inputs.push_back(
        {op.inputs[i].name, static_cast<proto::InputKind>(op.inputs[i].kind), text(op.inputs[i].dtype)});
  }
  for (int32_t i = 0; i < op.output_num; ++i) {
    prototype.outputs.push_back(
        {op.outputs[i].name, static_cast<proto::OutputKind>(op.outputs[i].kind), text(op.outputs[i].dtype)});
  }
  for (int32_t i = 0; i < op.subgraph_num; ++i) {
    prototype.subgraphs.push_back({op.subgraphs[i].name, static_cast<proto::SubgraphKind>(op.subgraphs[i].kind)});
  }
  for (int32_t i = 0; i < op.attr_num; ++i) {
    const OpstrataEsAttr &row = op.attrs[i];
    prototype.attrs.push_back(es::attr(row.name, text(row.type_word), row.required != 0));
    prototype.attrs.back().count_of = text(counted_name(row));
    if (!has_default(row) || !check_attr(op, row, row.default_value).ok()) continue;
    const auto value = read_attr(op, row, row.default_value);
    if (value.ok()) prototype.attrs.back().default_value = proto::to_prototype_value(proto::storage_of(*value));
  }
  return prototype;
}

// Whether make_prototype would make that one. Asked for every node, so no text is measured before it is compared.
bool is_prototype_of(const Descriptor &op, const proto::OpPrototype &p) {
  const auto same = [](const std::string &own, const char *other) {
    return std::strcmp(own.c_str(), text(other)) == 0;
  };
  const auto alike = [&same](const auto *table, int32_t num, const auto &list, auto also) {
    if (static_cast<size_t>(num) != list.size()) return false;
    for (int32_t i = 0; i < num; ++i) {
      const auto &def = list[static_cast<size_t>(i)];
      if (!same(def.name, table[i].name) || !also(def, table[i])) return false;
    }
    return true;
  };
  const auto kind = [](const auto &def, const auto &row) {
    return static_cast<int>(def.kind) == static_cast<int>(row.kind);
  };
  const auto port = [&](const auto &def, const auto &row) { return kind(def, row) && same(def.dtype, row.dtype); };
  const auto attr = [&](const auto &def, const auto &row) {
    return def.required == (row.required != 0) && same(def.type_word, row.type_word) &&
           same(def.count_of, counted_name(row)) && (!has_default(row) || holds(def.default_value, row, row.default_value));
  };
  return same(p.type, op.op_type) && alike(op.inputs, op.input_num, p.inputs, port) &&
         alike(op.outputs, op.output_num, p.outputs, port) && alike(op.subgraphs, op.subgraph_num, p.subgraphs, kind) &&
         alike(op.attrs, op.attr_num, p.attrs, attr);
}

EsCGraphBuilder::Impl::KnownOperator &find_operator(const Descriptor &op, EsCGraphBuilder &owner) {
  // Tables usually stay where they are, so their address finds the prototype; its content decides.
  auto &operators = es::impl_of(owner)->operators;
  const auto address =
      reinterpret_cast<uintptr_t>(op.outputs != nullptr ? static_cast<const void *>(op.outputs) : op.op_type);
  auto &place = operators[((address >> 4) ^ (address >> 10)) % operators.size()];
  if (place.prototype == nullptr || !is_prototype_of(op, *place.prototype)) {
    place.prototype = std::make_shared<const proto::OpPrototype>(make_prototype(op));
    place.values.assign(static_cast<size_t>(op.attr_num), ge::AttrValue());
  }
  return place;
}

NodeSpec make_spec(const Descriptor &op, const Arguments &args, std::shared_ptr<const proto::OpPrototype> prototype) {
  NodeSpec spec("", std::move(prototype));
  for (int32_t i = 0; i < op.input_num; ++i) {
    if (op.inputs[i].kind == OPSTRATA_ES_INPUT_DYNAMIC)
      spec.input_counts[op.inputs[i].name] = static_cast<int>(args.inputs[i].num);
  }
  int32_t dynamic = 0;
  for (int32_t i = 0; i < op.output_num; ++i) {
    if (op.outputs[i].kind != OPSTRATA_ES_OUTPUT_DYNAMIC) continue;
    spec.output_counts[op.outputs[i].name] = static_cast<int>(args.output_counts[dynamic++].i);
  }
  return spec;
}

// Rule 6.
Status connect_inputs(const Descriptor &op, const Arguments &args, EsCGraphBuilder &owner, Node &node) {
  int32_t position = 0;
  for (int32_t i = 0; i < op.input_num; ++i) {
    const Value &value = args.inputs[i];
    if (op.inputs[i].kind == OPSTRATA_ES_INPUT_DYNAMIC) {
      for (int64_t k = 0; k < value.num; ++k) {
        OPSTRATA_TRY(es::connect(owner, *array_of<EsCTensorHolder>(value)[k], node, position++, op.op_type));
      }
      continue;
    }
    if (value.p != nullptr) {
      OPSTRATA_TRY(
          es::connect(owner, *static_cast<EsCTensorHolder *>(const_cast<void *>(value.p)), node, position, op.op_type));
    }
    ++position;
  }
  return {};
}

// Rule 8.
void fill_results(const Descriptor &op, EsCGraphBuilder &owner, Node &node, OpstrataEsResult *results) {
  if (op.output_num == 0) {
    results[0] = {es::new_holder(owner, node, -1), nullptr, 0};
    return;
  }
  for (int32_t i = 0; i < op.output_num; ++i) {
    const auto [first, count] = node.output_range(i);
    results[i] = {nullptr, nullptr, 0};
    if (op.outputs[i].kind != OPSTRATA_ES_OUTPUT_DYNAMIC) {
      results[i].tensor = es::new_holder(owner, node, first);
      continue;
    }
    auto list = std::make_unique<std::vector<EsCTensorHolder *>>();
    for (int k = 0; k < count; ++k) list->push_back(es::new_holder(owner, node, first + k));
    results[i].tensors = list->data();
    results[i].num = count;
    es::impl_of(owner)->lists.push_back(std::move(list));
  }
}

Status build(const Descriptor &op, const Arguments &args, EsCGraphBuilder *owner, bool taken_before,
             OpstrataEsResult *results) {
  OPSTRATA_TRY(check_inputs(op, args));
  if (owner == nullptr) return fail(Msg::kEsNoOwner, {{"op", op.op_type}});
  const auto open = es::open_graph(owner, op.op_type);
  if (!open.ok()) return open.status();
  auto &known = find_operator(op, *owner);
  graph::AttrMap attrs;
  attrs.reserve(static_cast<size_t>(op.attr_num));
  for (int32_t i = 0; i < op.attr_num; ++i) {
    const auto &def = op.attrs[i];
    Value given = args.attrs[i];
    OPSTRATA_TRY(check_attr(op, def, given));
    if (const char *const counted = counted_name(def); counted != nullptr) {
      if (given.i == def.default_value.i) {
        given.i = count_of(op, args, counted);
        if (given.i < 0) {
          const std::string reason =
              std::string("attribute ") + def.name + " counts " + counted + ", which is no dynamic input or output";
          return fail(Msg::kEsDescriptor, {{"op", op.op_type}, {"reason", reason}});
        }
      }
    } else if (def.required == 0 && is_default(def, given)) {
      continue;
    }
    auto &last = known.values[static_cast<size_t>(i)];
    if (holds(proto::storage_of(last), def, given)) {
      attrs.insert_or_assign(def.name, last);
      continue;
    }
    const auto value = read_attr(op, def, given);
    if (!value.ok()) return value.status();
    attrs.insert_or_assign(def.name, *value);
    if (def.kind != OPSTRATA_ES_ATTR_TENSOR) last = *value;
  }
  const auto subgraphs = read_subgraphs(op, args);
  if (!subgraphs.ok()) return subgraphs.status();
  if (taken_before) {
    const char *name = op.subgraph_num != 0 ? op.subgraphs[0].name : "(tensor attribute)";
    return fail(Msg::kEsSubgraphTwice, {{"op", op.op_type}, {"name", name}});
  }

  const auto made = es::add_node(*owner, **open, make_spec(op, args, known.prototype));
  if (!made.ok()) return made.status();
  Node &node = **made;
  auto status = connect_inputs(op, args, *owner, node);
  for (int32_t i = 0; status.ok() && i < op.subgraph_num; ++i) {
    if (op.subgraphs[i].kind == OPSTRATA_ES_SUBGRAPH_DYNAMIC && (*subgraphs)[static_cast<size_t>(i)].empty()) continue;
    status = node.set_subgraphs(op.subgraphs[i].name, (*subgraphs)[static_cast<size_t>(i)]);  // rule 7
  }
  if (!status.ok()) {  // a refused call leaves no node behind
    (void)(*open)->remove(&node, true);
    return status;
  }
  node.attrs = std::move(attrs);
  fill_results(op, *owner, node, results);
  return {};
}

// A descriptor that this library understands: older ones are completed, newer ones refused.
Result<Descriptor> accept(const Descriptor *descriptor) {
  if (descriptor == nullptr)
    return fail(Msg::kGraphNull, {{"function", "OpstrataEsBuildNode"}, {"what", "descriptor"}});
  constexpr uint32_t kFirstSize = sizeof(Descriptor);  // of version 1; later versions only append
  Descriptor op{};
  uint32_t head[2];
  std::memcpy(head, descriptor, sizeof(head));
  const auto [size, version] = std::pair(head[0], head[1]);
  if (version > OPSTRATA_ES_NODE_VERSION || size > sizeof(Descriptor)) {
    // A newer descriptor still has its type where version 1 has it.
    return fail(Msg::kEsDescriptorVersion, {{"op", size >= kFirstSize ? descriptor->op_type : "?"},
                                            {"version", version},
                                            {"size", size},
                                            {"own_version", OPSTRATA_ES_NODE_VERSION},
                                            {"own_size", sizeof(Descriptor)}});
  }
  if (version == 0 || size < kFirstSize) {
    return fail(Msg::kEsDescriptor,
                {{"op", "?"}, {"reason", "size " + std::to_string(size) + ", version " + std::to_string(version)}});
  }
  std::memcpy(&op, descriptor, size);
  const auto malformed = [](int32_t num, const void *table) { return num < 0 || (num != 0 && table == nullptr); };
  if (op.op_type == nullptr || malformed(op.input_num, op.inputs) || malformed(op.output_num, op.outputs) ||
      malformed(op.subgraph_num, op.subgraphs) || malformed(op.attr_num, op.attrs)) {
    return fail(Msg::kEsDescriptor, {{"op", op.op_type}, {"reason", "a table is missing"}});
  }
  return op;
}

// The arguments, by what they are for; a wrong number is refused.
Result<Arguments> arguments_of(const Descriptor &op, const Value *args, int32_t arg_num) {
  const auto dynamic_outputs =
      static_cast<int32_t>(std::count_if(op.outputs, op.outputs + op.output_num,
                                         [](const auto &output) { return output.kind == OPSTRATA_ES_OUTPUT_DYNAMIC; }));
  const int64_t wanted = int64_t{op.input_num} + dynamic_outputs + op.subgraph_num + op.attr_num;
  if (arg_num != wanted || (args == nullptr && wanted != 0)) {
    return fail(Msg::kEsArgumentCount,
                {{"op", op.op_type}, {"count", args == nullptr ? 0 : arg_num}, {"wanted", wanted}});
  }
  Arguments values{};
  values.inputs = args;
  values.output_counts = args + op.input_num;
  values.subgraphs = values.output_counts + dynamic_outputs;
  values.attrs = values.subgraphs + op.subgraph_num;
  return values;
}

}  // namespace

extern "C" void OpstrataEsRefuseOldCall(const char *op_type, const char *release, const char *change) {
  const auto text = [](const char *value) { return std::string(value == nullptr ? "?" : value); };
  es::refused(opstrata::fail(opstrata::Msg::kEsOldCall,
                             {{"op", text(op_type)}, {"release", text(release)}, {"change", text(change)}}));
}

extern "C" uint32_t OpstrataEsBuildNode(const OpstrataEsNodeDescriptor *descriptor, EsCGraphBuilder *owner,
                                        const OpstrataEsValue *args, int32_t arg_num, OpstrataEsResult *results) {
  const auto op = accept(descriptor);
  if (!op.ok()) {
    // Also a newer descriptor has its number of outputs where version 1 has it.
    const bool readable = descriptor != nullptr && descriptor->size >= sizeof(Descriptor) && descriptor->output_num > 0;
    if (results != nullptr)
      std::fill_n(results, readable ? descriptor->output_num : 1, OpstrataEsResult{nullptr, nullptr, 0});
    return graph::to_graph_status(op.status());
  }
  if (results == nullptr)
    return graph::to_graph_status(fail(Msg::kGraphNull, {{"function", "OpstrataEsBuildNode"}, {"what", "results"}}));
  std::fill_n(results, std::max(op->output_num, 1), OpstrataEsResult{nullptr, nullptr, 0});
  const auto values = arguments_of(*op, args, arg_num);
  if (!values.ok()) return graph::to_graph_status(values.status());
  auto *builder = find_owner(*op, *values, owner);
  const bool taken_before = take_ownership(*op, *values, builder);
  Status status = build(*op, *values, builder, taken_before, results);
  if (status.ok()) return ge::GRAPH_SUCCESS;
  if (status.code() == opstrata::Code::kNull || builder == nullptr) status = es::missing(std::move(status));
  opstrata::keep_first_refusal(status);
  return graph::to_graph_status(status);
}

extern "C" void OpstrataEsRefuseOldArguments(const OpstrataEsNodeDescriptor *descriptor, EsCGraphBuilder *owner,
                                             const OpstrataEsValue *args, int32_t arg_num, const char *release,
                                             const char *change) {
  const auto op = accept(descriptor);
  if (!op.ok()) return (void)es::refused(op.status());
  const auto values = arguments_of(*op, args, arg_num);
  if (!values.ok()) return (void)es::refused(values.status());
  (void)take_ownership(*op, *values, find_owner(*op, *values, owner));
  OpstrataEsRefuseOldCall(op->op_type, release, change);
}

extern "C" EsCTensor *OpstrataEsEmptyTensor() { return reinterpret_cast<EsCTensor *>(new (std::nothrow) ge::Tensor()); }
