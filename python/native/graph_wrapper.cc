#include "graph_wrapper.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>

#include "acl/acl_rt.h"
#include "graph/graph.h"

namespace {

using ge::AscendString;
using ge::AttrValue;
using ge::GNode;
using ge::Graph;
using ge::Tensor;

Graph &graph_of(void *handle) { return *static_cast<Graph *>(handle); }
GNode &node_of(void *handle) { return *static_cast<GNode *>(handle); }
Tensor &tensor_of(void *handle) { return *static_cast<Tensor *>(handle); }

// Runs `body`; what it throws (only lack of memory) becomes `failed`. Nothing may leave a C function.
template <typename Result, typename Body>
Result guarded(Result failed, Body body) noexcept {
  try {
    return body();
  } catch (const std::exception &) {
    return failed;
  }
}

char *text_of(const char *data, size_t size) {
  char *const text = static_cast<char *>(std::malloc(size + 1));
  if (text == nullptr) return nullptr;
  std::memcpy(text, data, size);
  text[size] = '\0';
  return text;
}
char *text_of(const AscendString &string) { return text_of(string.GetString(), string.GetLength()); }

template <typename Pointers>
void **handles_of(const Pointers &pointers, size_t *count) {
  void **const array = static_cast<void **>(std::malloc((pointers.size() + 1) * sizeof(void *)));
  if (array == nullptr) return nullptr;
  *count = 0;
  for (const auto &pointer : pointers) {
    using Value = std::decay_t<decltype(*pointer)>;
    array[(*count)++] = new Value(*pointer);
  }
  return array;
}

std::vector<GNode *> addresses(std::vector<GNode> &nodes) {
  std::vector<GNode *> out;
  for (GNode &node : nodes) out.push_back(&node);
  return out;
}

// --- Descriptions ---------------------------------------------------------------------------------------------------

bool to_desc(const ge::TensorDesc &from, GePyDesc &to) {
  const std::vector<int64_t> dims = from.GetShape().GetDims(), origin = from.GetOriginShape().GetDims();
  if (dims.size() > GE_PY_MAX_RANK || origin.size() > GE_PY_MAX_RANK) return false;
  to = {static_cast<int32_t>(from.GetDataType()),
        static_cast<int32_t>(from.GetFormat()),
        static_cast<int32_t>(from.GetOriginFormat()),
        static_cast<int32_t>(dims.size()),
        static_cast<int32_t>(origin.size()),
        {},
        {}};
  std::copy(dims.begin(), dims.end(), to.dims);
  std::copy(origin.begin(), origin.end(), to.origin_dims);
  return true;
}

ge::TensorDesc from_desc(const GePyDesc &from) {
  ge::TensorDesc desc(ge::Shape({from.dims, from.dims + from.rank}), static_cast<ge::Format>(from.format),
                      static_cast<ge::DataType>(from.data_type));
  desc.SetOriginShape(ge::Shape({from.origin_dims, from.origin_dims + from.origin_rank}));
  desc.SetOriginFormat(static_cast<ge::Format>(from.origin_format));
  return desc;
}

// --- Attributes -----------------------------------------------------------------------------------------------------

enum Kind : int32_t {
  kString = 1,
  kFloat = 2,
  kBool = 3,
  kInt = 4,
  kTensor = 6,
  kListListInt = 10,
  kDataType = 11,
  kList = 1000
};

// A value read from an attribute, with the storage that its view points into.
struct AttrView : GePyAttr {
  AttrView() : GePyAttr{} {}
  GePyAttr &view() { return *this; }
  AscendString string;
  Tensor tensor;
  std::vector<int64_t> integers;
  std::vector<float> floats;
  std::vector<uint8_t> bools;
  std::vector<int32_t> types;
  std::vector<AscendString> strings;
  std::vector<Tensor> tensors;
  std::vector<std::vector<int64_t>> lists;
  std::vector<const void *> pointers;
  std::vector<int64_t> counts;
};

bool read_list(const AttrValue &value, AttrView &out) {
  const auto view = [&out](int32_t kind, const auto &list) {
    out.view() = {kind, 0, 0, list.data(), static_cast<int64_t>(list.size()), nullptr};
    return true;
  };
  const auto nested = [&out](int32_t kind, const auto &list, auto data, auto size) {
    for (const auto &item : list) {
      out.pointers.push_back(data(item));
      out.counts.push_back(static_cast<int64_t>(size(item)));
    }
    out.view() = {kind, 0, 0, out.pointers.data(), static_cast<int64_t>(list.size()), out.counts.data()};
    return true;
  };
  std::vector<bool> bools;
  std::vector<ge::DataType> types;
  if (value.GetAttrValue(out.integers) == ge::GRAPH_SUCCESS) return view(kList + kInt, out.integers);
  if (value.GetAttrValue(out.floats) == ge::GRAPH_SUCCESS) return view(kList + kFloat, out.floats);
  if (value.GetAttrValue(bools) == ge::GRAPH_SUCCESS) {
    out.bools.assign(bools.begin(), bools.end());
    return view(kList + kBool, out.bools);
  }
  if (value.GetAttrValue(types) == ge::GRAPH_SUCCESS) {
    for (const ge::DataType type : types) out.types.push_back(static_cast<int32_t>(type));
    return view(kList + kDataType, out.types);
  }
  if (value.GetAttrValue(out.strings) == ge::GRAPH_SUCCESS) {
    return nested(
        kList + kString, out.strings, [](const AscendString &s) { return s.GetString(); },
        [](const AscendString &s) { return s.GetLength(); });
  }
  if (value.GetAttrValue(out.tensors) == ge::GRAPH_SUCCESS) {
    return nested(
        kList + kTensor, out.tensors, [](const Tensor &t) { return &t; }, [](const Tensor &) { return 0; });
  }
  if (value.GetAttrValue(out.lists) == ge::GRAPH_SUCCESS) {
    return nested(
        kListListInt, out.lists, [](const auto &list) { return list.data(); },
        [](const auto &list) { return list.size(); });
  }
  return false;
}

bool read(const AttrValue &value, AttrView &out) {
  bool flag = false;
  ge::DataType type = ge::DT_UNDEFINED;
  if (value.GetAttrValue(out.view().integer) == ge::GRAPH_SUCCESS) {
    out.view().kind = kInt;
  } else if (value.GetAttrValue(out.view().real) == ge::GRAPH_SUCCESS) {
    out.view().kind = kFloat;
  } else if (value.GetAttrValue(flag) == ge::GRAPH_SUCCESS) {
    out.view().kind = kBool;
    out.view().integer = flag ? 1 : 0;
  } else if (value.GetAttrValue(type) == ge::GRAPH_SUCCESS) {
    out.view().kind = kDataType;
    out.view().integer = type;
  } else if (value.GetAttrValue(out.string) == ge::GRAPH_SUCCESS) {
    out.view() = {kString, 0, 0, out.string.GetString(), static_cast<int64_t>(out.string.GetLength()), nullptr};
  } else if (value.GetAttrValue(out.tensor) == ge::GRAPH_SUCCESS) {
    out.view() = {kTensor, 0, 0, &out.tensor, 0, nullptr};
  } else {
    return read_list(value, out);
  }
  return true;
}

// Makes the value of `from`; false for a kind that cannot be set.
bool make(const GePyAttr &from, AttrValue &to) {
  const auto count = static_cast<size_t>(from.count);
  const auto list = [&](auto *elements) {
    return std::vector<std::decay_t<decltype(*elements)>>(elements, elements + count);
  };
  const auto strings = [&] {
    std::vector<AscendString> out;
    for (size_t i = 0; i < count; ++i)
      out.emplace_back(static_cast<const char *const *>(from.data)[i], static_cast<size_t>(from.inner[i]));
    return out;
  };
  switch (from.kind) {
    case kInt:
      return to.SetAttrValue(from.integer) == ge::GRAPH_SUCCESS;
    case kFloat:
      return to.SetAttrValue(from.real) == ge::GRAPH_SUCCESS;
    case kBool:
      return to.SetAttrValue(from.integer != 0) == ge::GRAPH_SUCCESS;
    case kDataType:
      return to.SetAttrValue(static_cast<ge::DataType>(from.integer)) == ge::GRAPH_SUCCESS;
    case kString:
      return to.SetAttrValue(AscendString(static_cast<const char *>(from.data), count)) == ge::GRAPH_SUCCESS;
    case kTensor:
      return to.SetAttrValue(*static_cast<const Tensor *>(from.data)) == ge::GRAPH_SUCCESS;
    case kList + kInt:
      return to.SetAttrValue(list(static_cast<const int64_t *>(from.data))) == ge::GRAPH_SUCCESS;
    case kList + kFloat:
      return to.SetAttrValue(list(static_cast<const float *>(from.data))) == ge::GRAPH_SUCCESS;
    case kList + kBool: {
      const auto bytes = list(static_cast<const uint8_t *>(from.data));
      return to.SetAttrValue(std::vector<bool>(bytes.begin(), bytes.end())) == ge::GRAPH_SUCCESS;
    }
    case kList + kDataType: {
      std::vector<ge::DataType> types;
      for (const int32_t type : list(static_cast<const int32_t *>(from.data)))
        types.push_back(static_cast<ge::DataType>(type));
      return to.SetAttrValue(types) == ge::GRAPH_SUCCESS;
    }
    case kList + kString:
      return to.SetAttrValue(strings()) == ge::GRAPH_SUCCESS;
    case kList + kTensor: {
      std::vector<Tensor> tensors;
      for (size_t i = 0; i < count; ++i) tensors.push_back(*static_cast<const Tensor *const *>(from.data)[i]);
      return to.SetAttrValue(tensors) == ge::GRAPH_SUCCESS;
    }
    case kListListInt: {
      std::vector<std::vector<int64_t>> lists;
      for (size_t i = 0; i < count; ++i) {
        const int64_t *const first = static_cast<const int64_t *const *>(from.data)[i];
        lists.emplace_back(first, first + from.inner[i]);
      }
      return to.SetAttrValue(lists) == ge::GRAPH_SUCCESS;
    }
    default:
      return false;
  }
}

}  // namespace

extern "C" {

void GePyTextFree(char *text) { std::free(text); }
void GePyArrayFree(void **array) { std::free(array); }

uint32_t GePyAttrSet(int32_t owner, void *object, uint32_t index, const char *name, const GePyAttr *value) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&] {
    AttrValue made;
    if (!make(*value, made)) return static_cast<uint32_t>(ge::GRAPH_PARAM_INVALID);
    switch (owner) {
      case GE_PY_GRAPH:
        return static_cast<uint32_t>(graph_of(object).SetAttr(name, made));
      case GE_PY_NODE:
        return static_cast<uint32_t>(node_of(object).SetAttr(name, made));
      case GE_PY_INPUT:
        return static_cast<uint32_t>(node_of(object).SetInputAttr(name, index, made));
      default:
        return static_cast<uint32_t>(node_of(object).SetOutputAttr(name, index, made));
    }
  });
}

GePyAttr *GePyAttrGet(int32_t owner, void *object, uint32_t index, const char *name) {
  return guarded<GePyAttr *>(nullptr, [&]() -> GePyAttr * {
    AttrValue value;
    const ge::graphStatus status = owner == GE_PY_GRAPH   ? graph_of(object).GetAttr(name, value)
                                   : owner == GE_PY_NODE  ? node_of(object).GetAttr(name, value)
                                   : owner == GE_PY_INPUT ? node_of(object).GetInputAttr(name, index, value)
                                                          : node_of(object).GetOutputAttr(name, index, value);
    if (status != ge::GRAPH_SUCCESS) return nullptr;
    auto view = std::make_unique<AttrView>();
    if (!read(value, *view)) return nullptr;
    return view.release();
  });
}
void GePyAttrFree(GePyAttr *value) { delete static_cast<AttrView *>(value); }

void *GePyGraphCreate(const char *name) {
  return guarded<void *>(nullptr, [&]() -> void * {
    auto graph = std::make_unique<Graph>(name);
    return graph->SetValid() == ge::GRAPH_SUCCESS ? graph.release() : nullptr;
  });
}
void *GePyGraphCopyHandle(void *graph) {
  return guarded<void *>(nullptr, [&] { return new Graph(graph_of(graph)); });
}
void GePyGraphFree(void *graph) { delete static_cast<Graph *>(graph); }
char *GePyGraphName(void *graph) {
  return guarded<char *>(nullptr, [&]() -> char * {
    AscendString name;
    return graph_of(graph).GetName(name) == ge::GRAPH_SUCCESS ? text_of(name) : nullptr;
  });
}
void **GePyGraphNodes(void *graph, int32_t with_subgraphs, size_t *count) {
  return guarded<void **>(nullptr, [&] {
    std::vector<GNode> nodes = with_subgraphs != 0 ? graph_of(graph).GetAllNodes() : graph_of(graph).GetDirectNode();
    return handles_of(addresses(nodes), count);
  });
}
void *GePyGraphFindNode(void *graph, const char *name) {
  return guarded<void *>(nullptr, [&]() -> void * {
    const ge::GNodePtr node = graph_of(graph).FindNodeByName(name);
    return node == nullptr ? nullptr : new GNode(*node);
  });
}
void **GePyGraphSubgraphs(void *graph, size_t *count) {
  return guarded<void **>(nullptr, [&] { return handles_of(graph_of(graph).GetAllSubgraphs(), count); });
}
void *GePyGraphSubgraph(void *graph, const char *name) {
  return guarded<void *>(nullptr, [&]() -> void * {
    const ge::GraphPtr subgraph = graph_of(graph).GetSubGraph(name);
    return subgraph == nullptr ? nullptr : new Graph(*subgraph);
  });
}
uint32_t GePyGraphAddSubgraph(void *graph, void *subgraph) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&] { return graph_of(graph).AddSubGraph(graph_of(subgraph)); });
}
uint32_t GePyGraphRemoveSubgraph(void *graph, const char *name) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&] { return graph_of(graph).RemoveSubgraph(name); });
}
uint32_t GePyGraphRemoveNode(void *graph, void *node) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&] { return graph_of(graph).RemoveNode(node_of(node)); });
}
uint32_t GePyGraphRemoveEdge(void *graph, void *src, int32_t src_port, void *dst, int32_t dst_port) {
  return guarded<uint32_t>(ge::GRAPH_FAILED,
                           [&] { return graph_of(graph).RemoveEdge(node_of(src), src_port, node_of(dst), dst_port); });
}
uint32_t GePyGraphAddDataEdge(void *graph, void *src, int32_t src_port, void *dst, int32_t dst_port) {
  return guarded<uint32_t>(ge::GRAPH_FAILED,
                           [&] { return graph_of(graph).AddDataEdge(node_of(src), src_port, node_of(dst), dst_port); });
}
uint32_t GePyGraphAddControlEdge(void *graph, void *src, void *dst) {
  return guarded<uint32_t>(ge::GRAPH_FAILED,
                           [&] { return graph_of(graph).AddControlEdge(node_of(src), node_of(dst)); });
}
char *GePyGraphDump(void *graph, int32_t format, size_t *bytes) {
  return guarded<char *>(nullptr, [&]() -> char * {
    std::ostringstream stream;
    if (graph_of(graph).Dump(static_cast<Graph::DumpFormat>(format), stream) != ge::GRAPH_SUCCESS) return nullptr;
    const std::string text = stream.str();
    *bytes = text.size();
    return text_of(text.data(), text.size());
  });
}
uint32_t GePyGraphDumpToFile(void *graph, int32_t format, const char *suffix) {
  return guarded<uint32_t>(ge::GRAPH_FAILED,
                           [&] { return graph_of(graph).DumpToFile(static_cast<Graph::DumpFormat>(format), suffix); });
}
uint32_t GePyGraphSave(void *graph, const char *path) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&] { return graph_of(graph).SaveToFile(path); });
}
uint32_t GePyGraphLoad(void *graph, const char *path) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&] { return graph_of(graph).LoadFromFile(path); });
}

void *GePyNodeCopyHandle(void *node) {
  return guarded<void *>(nullptr, [&] { return new GNode(node_of(node)); });
}
void GePyNodeFree(void *node) { delete static_cast<GNode *>(node); }
char *GePyNodeName(void *node) {
  return guarded<char *>(nullptr, [&]() -> char * {
    AscendString name;
    return node_of(node).GetName(name) == ge::GRAPH_SUCCESS ? text_of(name) : nullptr;
  });
}
char *GePyNodeType(void *node) {
  return guarded<char *>(nullptr, [&]() -> char * {
    AscendString type;
    return node_of(node).GetType(type) == ge::GRAPH_SUCCESS ? text_of(type) : nullptr;
  });
}
void **GePyNodeControlNodes(void *node, int32_t outgoing, size_t *count) {
  return guarded<void **>(nullptr, [&] {
    return handles_of(outgoing != 0 ? node_of(node).GetOutControlNodes() : node_of(node).GetInControlNodes(), count);
  });
}
void *GePyNodeProducer(void *node, int32_t index, int32_t *port) {
  return guarded<void *>(nullptr, [&]() -> void * {
    const auto [producer, out] = node_of(node).GetInDataNodesAndPortIndexs(index);
    *port = out;
    return producer == nullptr ? nullptr : new GNode(*producer);
  });
}
void **GePyNodeConsumers(void *node, int32_t index, size_t *count, int32_t **ports) {
  return guarded<void **>(nullptr, [&]() -> void ** {
    const auto consumers = node_of(node).GetOutDataNodesAndPortIndexs(index);
    std::vector<ge::GNodePtr> nodes;
    *ports = static_cast<int32_t *>(std::malloc((consumers.size() + 1) * sizeof(int32_t)));
    if (*ports == nullptr) return nullptr;
    for (const auto &[consumer, port] : consumers) {
      (*ports)[nodes.size()] = port;
      nodes.push_back(consumer);
    }
    return handles_of(nodes, count);
  });
}
void GePyPortsFree(int32_t *ports) { std::free(ports); }
size_t GePyNodeSize(void *node, int32_t outputs) {
  return outputs != 0 ? node_of(node).GetOutputsSize() : node_of(node).GetInputsSize();
}
uint32_t GePyNodeGetDesc(void *node, int32_t output, int32_t index, GePyDesc *desc) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&]() -> uint32_t {
    ge::TensorDesc found;
    const ge::graphStatus status =
        output != 0 ? node_of(node).GetOutputDesc(index, found) : node_of(node).GetInputDesc(index, found);
    return status != ge::GRAPH_SUCCESS ? status : to_desc(found, *desc) ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
  });
}
uint32_t GePyNodeUpdateDesc(void *node, int32_t output, int32_t index, const GePyDesc *desc) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&] {
    const ge::TensorDesc made = from_desc(*desc);
    return output != 0 ? node_of(node).UpdateOutputDesc(index, made) : node_of(node).UpdateInputDesc(index, made);
  });
}

// As tensors that the C functions make, the description says how many bytes there are.
void *GePyTensorCreate(const void *data, size_t bytes, const GePyDesc *desc) {
  return guarded<void *>(nullptr, [&]() -> void * {
    ge::TensorDesc made = from_desc(*desc);
    if (data == nullptr) return new Tensor(made);
    made.SetSize(static_cast<int64_t>(bytes));
    return new Tensor(made, static_cast<const uint8_t *>(data), bytes);
  });
}
void *GePyTensorCopyHandle(void *tensor) {
  return guarded<void *>(nullptr, [&] { return new Tensor(tensor_of(tensor)); });
}
void GePyTensorFree(void *tensor) { delete static_cast<Tensor *>(tensor); }
const void *GePyTensorView(void *tensor, GePyDesc *desc, int32_t *placement, size_t *bytes) {
  return guarded<const void *>(nullptr, [&]() -> const void * {
    const Tensor &value = tensor_of(tensor);
    *placement = static_cast<int32_t>(value.GetPlacement());
    *bytes = value.GetSize();
    return to_desc(value.GetTensorDesc(), *desc) ? value.GetData() : nullptr;
  });
}
uint32_t GePyTensorSetDesc(void *tensor, const GePyDesc *desc) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&] {
    ge::TensorDesc made = from_desc(*desc);
    made.SetPlacement(tensor_of(tensor).GetPlacement());
    made.SetSize(tensor_of(tensor).GetTensorDesc().GetSize());
    return tensor_of(tensor).SetTensorDesc(made);
  });
}
uint32_t GePyTensorSetData(void *tensor, const void *data, size_t bytes) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&]() -> uint32_t {
    Tensor &value = tensor_of(tensor);
    if (const ge::graphStatus status = value.SetData(static_cast<const uint8_t *>(data), bytes);
        status != ge::GRAPH_SUCCESS) {
      return status;
    }
    ge::TensorDesc desc = value.GetTensorDesc();
    desc.SetSize(static_cast<int64_t>(bytes));
    return value.SetTensorDesc(desc);
  });
}
uint32_t GePyTensorMove(void *tensor, int32_t placement) {
  return guarded<uint32_t>(ge::GRAPH_FAILED, [&]() -> uint32_t {
    Tensor &value = tensor_of(tensor);
    const size_t bytes = value.GetSize();
    const bool to_device = placement != 0;
    void *device = nullptr;
    if (to_device) {
      if (bytes > 0 && aclrtMalloc(&device, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return ge::GRAPH_FAILED;
      if (bytes > 0 && aclrtMemcpy(device, bytes, value.GetData(), bytes, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS) {
        (void)aclrtFree(device);
        return ge::GRAPH_FAILED;
      }
      const ge::graphStatus status =
          value.SetData(static_cast<uint8_t *>(device), bytes, [](uint8_t *data) { (void)aclrtFree(data); });
      if (status != ge::GRAPH_SUCCESS) return status;
    } else {
      std::vector<uint8_t> host(bytes);
      if (bytes > 0 &&
          aclrtMemcpy(host.data(), bytes, value.GetData(), bytes, ACL_MEMCPY_DEVICE_TO_HOST) != ACL_SUCCESS)
        return ge::GRAPH_FAILED;
      const ge::graphStatus status = value.SetData(std::move(host));
      if (status != ge::GRAPH_SUCCESS) return status;
    }
    return value.SetPlacement(to_device ? ge::kPlacementDevice : ge::kPlacementHost);
  });
}

}  // extern "C"
