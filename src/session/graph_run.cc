#include "session/graph_run.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "aclnn/acl_meta.h"
#include "acl/acl_rt.h"
#include "base/data_type.h"
#include "base/half.h"
#include "base/messages.h"
#include "device/stream.h"
#include "graph/attr_variant.h"
#include "infer/infer.h"
#include "opdev/op_executor.h"
#include "opstrata/kernel.h"
#include "proto/prototype.h"
#include "session/control_flow.h"

namespace opstrata::session {

using graph::Node;

namespace {

struct TensorDeleter {
  void operator()(const aclTensor *tensor) const { (void)aclDestroyTensor(tensor); }
};
using OwnedTensor = std::unique_ptr<aclTensor, TensorDeleter>;

// Values of graph constants up to this size are shown to kernels while they prepare, not only when they run.
constexpr size_t kShownConstantBytes = 4096;

OwnedTensor make_tensor(const Value &value) {
  return OwnedTensor(aclCreateTensor(value.dims.data(), value.dims.size(), static_cast<aclDataType>(value.dtype), nullptr, 0,
                                     static_cast<aclFormat>(value.format), value.dims.data(), value.dims.size(), value.memory.get()));
}

std::vector<int64_t> dims_of(const gert::Shape &shape) {
  std::vector<int64_t> dims;
  for (size_t i = 0; i < shape.GetDimNum(); ++i) dims.push_back(shape.GetDim(i));
  return dims;
}

/// The IR input of the same name: the output updates it in place.
int updated_input(const Node &node, int output_ir) {
  if (output_ir < 0) return -1;
  return node.ir.input_index(node.ir.outputs[static_cast<size_t>(output_ir)].name);
}

}  // namespace

std::string shape_text(const std::vector<int64_t> &dims) {
  std::string text = "[";
  for (const int64_t dim : dims) text += (text.size() > 1 ? ", " : "") + std::to_string(dim);
  return text + "]";
}

// --- Values ----------------------------------------------------------------------------------------------------------------

Result<Memory> MemorySource::take(size_t bytes) const {
  const size_t wanted = std::max<size_t>(bytes, 1);
  if (allocator_ != nullptr) {
    ge::MemBlock *block = allocator_->Malloc(wanted);
    if (block == nullptr || block->GetAddr() == nullptr) return fail(Msg::kSessionMemory, {{"bytes", wanted}});
    return Memory(static_cast<uint8_t *>(block->GetAddr()), [allocator = allocator_, block](uint8_t *) { block->Free(); });
  }
  void *address = nullptr;
  if (aclrtMalloc(&address, wanted, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    const char *reason = take_recent_message();
    return Status(Code::kOutOfMemory, reason == nullptr ? "out of memory" : reason);
  }
  return Memory(static_cast<uint8_t *>(address), [](uint8_t *memory) { (void)aclrtFree(memory); });
}

Result<size_t> value_bytes(const std::vector<int64_t> &dims, ge::DataType dtype, const std::string &what) {
  const int bits = dtype == ge::DT_STRING ? static_cast<int>(8 * sizeof(ge::StringHead)) : data_type_bits(dtype);
  int64_t elements = 1;
  bool good = bits > 0;
  for (const int64_t dim : dims) good = good && dim >= 0 && !__builtin_mul_overflow(elements, dim, &elements);
  int64_t total = 0;
  if (good && !__builtin_mul_overflow(elements, static_cast<int64_t>(bits), &total)) return static_cast<size_t>((total + 7) / 8);
  return fail(Msg::kSessionTensorShape, {{"what", what}, {"shape", shape_text(dims)}, {"type", data_type_enumerator(dtype)}});
}

namespace {

/// The elements of a tensor of strings, in the form in which they run: heads that name characters by address (opstrata/kernel.h).
Status place_strings(const ge::Tensor &tensor, ge::StringHead *heads, size_t count, const std::string &what) {
  for (size_t i = 0; i < count; ++i) {
    const auto size = static_cast<int64_t>(tensor.GetSize());
    const bool inside = heads[i].addr >= 0 && heads[i].len >= 0 && heads[i].addr <= size && heads[i].len <= size - heads[i].addr;
    if (!inside) {
      return fail(Msg::kSessionTensorSize, {{"what", what}, {"bytes", tensor.GetSize()}, {"shape", "its description"},
                                            {"type", data_type_enumerator(ge::DT_STRING)}, {"wanted", heads[i].addr + heads[i].len}});
    }
    heads[i] = keep_string(reinterpret_cast<const char *>(tensor.GetData()) + heads[i].addr, static_cast<size_t>(heads[i].len));
    if (heads[i].len < 0) return fail(Msg::kOutOfMemory, {{"where", what}, {"bytes", tensor.GetSize()}});
  }
  return {};
}

}  // namespace

Result<Value> value_of(const ge::Tensor &tensor, const MemorySource &source, const std::string &what) {
  const ge::TensorDesc desc = tensor.GetTensorDesc();
  Value value;
  value.dtype = desc.GetDataType();
  value.format = desc.GetFormat();
  value.dims = desc.GetShape().GetDims();
  auto bytes = value_bytes(value.dims, value.dtype, what);
  if (!bytes.ok()) return bytes.status();
  if (tensor.GetSize() < *bytes) {
    return fail(Msg::kSessionTensorSize, {{"what", what}, {"bytes", tensor.GetSize()}, {"shape", shape_text(value.dims)},
                                          {"type", data_type_enumerator(value.dtype)}, {"wanted", *bytes}});
  }
  auto memory = source.take(*bytes);
  if (!memory.ok()) return memory.status();
  if (*bytes > 0) std::memcpy(memory->get(), tensor.GetData(), *bytes);
  if (value.dtype == ge::DT_STRING) {
    OPSTRATA_TRY(place_strings(tensor, reinterpret_cast<ge::StringHead *>(memory->get()), *bytes / sizeof(ge::StringHead), what));
  }
  value.memory = std::move(*memory);
  value.bytes = *bytes;
  return value;
}

ge::TensorDesc describe(const Value &value, ge::Placement placement) {
  ge::TensorDesc desc(ge::Shape(value.dims), value.format, value.dtype);
  desc.SetOriginShape(ge::Shape(value.dims));
  desc.SetOriginFormat(value.format);
  desc.SetPlacement(placement);
  return desc;
}

ge::Tensor host_tensor(const Value &value) {
  if (value.dtype == ge::DT_STRING) {
    const auto *heads = reinterpret_cast<const ge::StringHead *>(value.memory.get());
    std::vector<ge::AscendString> strings;
    for (size_t i = 0; i < value.bytes / sizeof(ge::StringHead); ++i) {
      strings.emplace_back(reinterpret_cast<const char *>(heads[i].addr), static_cast<size_t>(heads[i].len));
    }
    ge::Tensor tensor(describe(value, ge::kPlacementHost));
    (void)tensor.SetData(strings);
    return tensor;
  }
  return ge::Tensor(describe(value, ge::kPlacementHost), value.memory.get(), value.bytes);
}

// --- A run -----------------------------------------------------------------------------------------------------------------

Status Run::keep(std::vector<Memory> memory) {
  return device::enqueue(stream_, device::Task("release of memory", [memory = std::move(memory)] { return Status(); }));
}

Status Run::make_ready(const Value &value) {
  if (value.launch <= synchronised_) return {};
  OPSTRATA_TRY(device::synchronize(stream_));
  synchronised_ = launches_;
  return {};
}

Result<Value> Run::copy(const Value &value) {
  auto memory = source_.take(value.bytes);
  if (!memory.ok()) return memory.status();
  Value copied = value;
  copied.memory = std::move(*memory);
  copied.launch = ++launches_;
  copied.is_variable = false;
  OPSTRATA_TRY(device::enqueue(stream_, device::Task("copy", [from = value.memory, to = copied.memory, bytes = value.bytes] {
                                 std::memcpy(to.get(), from.get(), bytes);
                                 return Status();
                               })));
  return copied;
}

Result<std::vector<Value>> Run::run(const CompiledGraph &graph, std::vector<Value> inputs) {
  if (inputs.size() != graph.inputs().size()) {
    return fail(Msg::kSessionInputCount, {{"graph", graph.data().name}, {"wanted", graph.inputs().size()}, {"count", inputs.size()}});
  }
  Scope scope{graph, {}, {}};
  for (size_t i = 0; i < inputs.size(); ++i) {
    // A graph input has one output; the same node may be listed once only.
    scope.produced[{graph.inputs()[i], 0}] = std::move(inputs[i]);
  }
  for (const Node *node : graph.order()) {
    const Status status = run_node(scope, *node);
    if (!status.ok()) {
      return Status(status.code(), fail(Msg::kSessionNode, {{"graph", graph.data().name}, {"node", node->name}, {"type", node->type()},
                                                            {"reason", status.text()}}).text());
    }
  }
  std::vector<Value> outputs;
  for (const auto &[node, port] : graph.outputs()) outputs.push_back(scope.produced.at({node, port}));
  return outputs;
}

Status Run::run_node(Scope &scope, const Node &node) {
  if (graph::is_input_type(node.type()) || node.type() == "NetOutput") return {};
  if (const Value *constant = scope.graph.constant(&node)) {
    scope.produced[{&node, 0}] = *constant;
    return {};
  }
  if (node.type() == "Variable") {
    auto value = variable(node);
    if (!value.ok()) return value.status();
    scope.produced[{&node, 0}] = std::move(*value);
    return {};
  }
  OPSTRATA_TRY(control_kind(node) == ControlKind::kNone ? launch(scope, node) : branch(scope, node));
  release_inputs(scope, node);
  return {};
}

// A value that nothing reads any more is forgotten; its memory goes when the launches that hold it have run.
void Run::release_inputs(Scope &scope, const Node &node) {
  for (const auto &port : node.inputs) {
    if (port.source == nullptr) continue;
    const std::pair<const Node *, int> key{port.source, port.source_output};
    const auto [left, first] = scope.left.try_emplace(key, scope.graph.uses(port.source, port.source_output));
    if (--left->second == 0) scope.produced.erase(key);
  }
}

Result<Value> Run::variable(const Node &node) {
  std::lock_guard lock(variables_.mutex);
  if (const auto it = variables_.by_name.find(node.name); it != variables_.by_name.end()) return it->second;
  ge::Tensor initial;
  const auto attribute = node.attrs.find("value");
  if (attribute == node.attrs.end() || attribute->second.GetAttrValue(initial) != ge::GRAPH_SUCCESS) {
    return fail(Msg::kSessionVariable, {{"variable", node.name}});
  }
  auto value = value_of(initial, MemorySource(), "variable " + node.name);
  if (!value.ok()) return value.status();
  value->is_variable = true;
  variables_.by_name.emplace(node.name, *value);
  return value;
}

Result<Value> Run::input_value(Scope &scope, const Node &node, int port) {
  const auto &input = node.inputs[static_cast<size_t>(port)];
  const auto it = scope.produced.find({input.source, input.source_output});
  if (it != scope.produced.end()) return it->second;
  return fail(Msg::kSessionInputOpen, {{"graph", scope.graph.data().name}, {"input", input.name}, {"node", node.name}, {"type", node.type()}});
}

Status Run::launch(Scope &scope, const Node &node) {
  auto made = exec::make_executor(node.name.c_str());
  if (!made.ok()) return made.status();
  std::unique_ptr<aclOpExecutor, void (*)(aclOpExecutor *)> executor(*made, exec::destroy);

  exec::OpCall call;
  call.op_type = node.type();
  call.name = node.name;
  std::vector<OwnedTensor> tensors;  // Described to the executor until it is consumed.
  std::vector<Memory> memory;        // Used by the launch until it has run.
  std::map<int, Value> updated;      // IR inputs that an output of the same name updates, with what they hold.
  std::map<int, const aclTensor *> updated_tensor;
  for (const auto &output : node.outputs) {
    if (const int input = updated_input(node, output.ir); input >= 0) updated[input] = {};
  }

  for (size_t ir = 0; ir < node.ir.inputs.size(); ++ir) {
    exec::CallParameter parameter;
    parameter.dynamic = node.ir.inputs[ir].kind == proto::InputKind::kDynamic;
    const auto [first, count] = node.input_range(static_cast<int>(ir));
    for (int port = first; port < first + count; ++port) {
      if (node.inputs[static_cast<size_t>(port)].source == nullptr) {
        parameter.tensors.push_back(nullptr);
        continue;
      }
      auto value = input_value(scope, node, port);
      if (!value.ok()) return value.status();
      const auto in_place = updated.find(static_cast<int>(ir));
      if (in_place != updated.end() && !value->is_variable) {
        // The old value may have other readers.
        value = copy(*value);
        if (!value.ok()) return value.status();
      }
      memory.push_back(value->memory);
      const bool shown = infer::depends_on_value(call.op_type, static_cast<uint32_t>(ir)) ||
                         (scope.graph.constant(node.inputs[static_cast<size_t>(port)].source) != nullptr && value->bytes <= kShownConstantBytes);
      if (shown && in_place == updated.end()) {
        OPSTRATA_TRY(make_ready(*value));
        gert::Shape shape;
        shape.SetDimNum(value->dims.size());
        for (size_t d = 0; d < value->dims.size(); ++d) shape.SetDim(d, value->dims[d]);
        aclTensor *host = executor->AllocHostTensor(shape, value->dtype, value->format);
        if (host == nullptr) return fail(Msg::kOutOfMemory, {{"where", node.name}, {"bytes", value->bytes}});
        std::memcpy(host->GetStorageAddr(), value->memory.get(), value->bytes);
        parameter.tensors.push_back(host);
        continue;
      }
      tensors.push_back(make_tensor(*value));
      if (tensors.back() == nullptr) return Status(Code::kInvalid, std::string(recent_message() == nullptr ? "" : take_recent_message()));
      parameter.tensors.push_back(tensors.back().get());
      if (in_place != updated.end()) {
        in_place->second = *value;
        updated_tensor[static_cast<int>(ir)] = tensors.back().get();
      }
    }
    call.inputs.push_back(std::move(parameter));
  }

  std::vector<aclTensor *> results(node.outputs.size(), nullptr);
  for (size_t ir = 0; ir < node.ir.outputs.size(); ++ir) {
    exec::CallParameter parameter;
    parameter.dynamic = node.ir.outputs[ir].kind == proto::OutputKind::kDynamic;
    const auto [first, count] = node.output_range(static_cast<int>(ir));
    const int input = updated_input(node, static_cast<int>(ir));
    for (int port = first; port < first + count; ++port) {
      if (input >= 0 && updated_tensor.count(input) != 0) {
        results[static_cast<size_t>(port)] = const_cast<aclTensor *>(updated_tensor[input]);
      } else {
        Value unknown;
        unknown.dtype = ge::DT_FLOAT;
        unknown.dims = {0};
        tensors.push_back(make_tensor(unknown));
        tensors.back()->SetDataType(ge::DT_UNDEFINED);  // To be inferred.
        results[static_cast<size_t>(port)] = tensors.back().get();
      }
      parameter.tensors.push_back(results[static_cast<size_t>(port)]);
    }
    call.outputs.push_back(std::move(parameter));
  }
  for (const auto &def : node.ir.attrs) {
    const auto it = node.attrs.find(def.name);
    // Defaults are those of the prototype in force, where there is one.
    const bool own_default = it == node.attrs.end() && proto::find_prototype(node.type()) == nullptr;
    auto value = own_default ? proto::default_as<aicpu::CallAttrValue>(def) : std::nullopt;
    if (it != node.attrs.end()) value = graph::attr_variant<aicpu::CallAttrValue>(it->second);
    if (value) call.attrs.push_back({def.name, std::move(*value)});
  }

  const Status typed = exec::infer_output_types(call);
  if (!typed.ok() && typed.code() != Code::kNotFound) return typed;
  // A type that nothing tells is the one that the graph declares.
  for (size_t port = 0; port < results.size(); ++port) {
    if (results[port]->GetDataType() == ge::DT_UNDEFINED) results[port]->SetDataType(node.outputs[port].desc.GetDataType());
  }
  OPSTRATA_TRY(exec::infer_outputs(call));
  const auto open = [](const aclTensor *tensor) {
    const std::vector<int64_t> dims = dims_of(tensor->GetViewShape());
    return std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; });
  };
  if (std::any_of(results.begin(), results.end(), open)) {
    // Data decide: memory is taken for the most that it can be, and the run is waited for.
    if (Status bounded = exec::bound_outputs(call); !bounded.ok()) {
      const auto found = std::find_if(results.begin(), results.end(), open);
      const size_t which = found == results.end() ? 0 : static_cast<size_t>(found - results.begin());
      return fail(Msg::kSessionOutputShape, {{"node", node.name}, {"type", node.type()}, {"output", node.outputs[which].name},
                                             {"shape", shape_text(dims_of(results[which]->GetViewShape()))}, {"no bound", bounded.text()}});
    }
  }
  const bool waits = !call.dynamic_shape_outputs.empty();
  std::vector<Value> values(node.outputs.size());
  for (size_t port = 0; port < results.size(); ++port) {
    Value &value = values[port];
    const int input = updated_input(node, node.outputs[port].ir);
    if (input >= 0 && updated_tensor.count(input) != 0) {
      value = updated[input];
      continue;
    }
    value.dtype = results[port]->GetDataType();
    value.format = results[port]->GetViewFormat();
    value.dims = dims_of(results[port]->GetViewShape());
    auto bytes = value_bytes(value.dims, value.dtype, "output " + node.outputs[port].name);
    if (!bytes.ok()) return bytes.status();
    auto block = source_.take(*bytes);
    if (!block.ok()) return block.status();
    value.bytes = *bytes;
    value.memory = std::move(*block);
    memory.push_back(value.memory);
    results[port]->SetStorageAddr(value.memory.get());
  }

  OPSTRATA_TRY(exec::add_launcher(*executor, std::move(call)));
  const auto workspace = exec::finish(*executor);
  if (!workspace.ok()) return workspace.status();
  void *workspace_address = nullptr;
  if (*workspace > 0) {
    auto block = source_.take(*workspace);
    if (!block.ok()) return block.status();
    workspace_address = block->get();
    memory.push_back(std::move(*block));
  }
  ++launches_;
  OPSTRATA_TRY(exec::run(executor.release(), workspace_address, *workspace, stream_));
  if (waits) {
    synchronised_ = launches_;
    for (size_t port = 0; port < results.size(); ++port) {
      values[port].dims = dims_of(results[port]->GetViewShape());
      auto bytes = value_bytes(values[port].dims, values[port].dtype, "output " + node.outputs[port].name);
      if (!bytes.ok()) return bytes.status();
      values[port].bytes = *bytes;
    }
  }
  OPSTRATA_TRY(keep(std::move(memory)));
  for (Value &value : values) value.launch = launches_;
  return give(scope, node, std::move(values));
}

Status Run::give(Scope &scope, const Node &node, std::vector<Value> values) {
  for (size_t port = 0; port < values.size(); ++port) {
    // What nobody reads is dropped at once.
    if (scope.graph.uses(&node, static_cast<int>(port)) > 0) scope.produced[{&node, static_cast<int>(port)}] = std::move(values[port]);
  }
  return {};
}

// --- Control flow ------------------------------------------------------------------------------------------------------------

Result<int64_t> Run::scalar(const Value &value, const Node &node, bool as_truth) {
  OPSTRATA_TRY(make_ready(value));
  const uint8_t *data = value.memory.get();
  const auto read = [data](auto kind) {
    std::memcpy(&kind, data, sizeof(kind));
    return kind;
  };
  const int64_t count = value.bytes == 0 ? 0 : static_cast<int64_t>(value.bytes) * 8 / data_type_bits(value.dtype);
  if (count == 1) {
    switch (value.dtype) {
      case ge::DT_BOOL:
      case ge::DT_UINT8: return read(uint8_t{});
      case ge::DT_INT8: return read(int8_t{});
      case ge::DT_INT16: return read(int16_t{});
      case ge::DT_INT32: return read(int32_t{});
      case ge::DT_INT64: return read(int64_t{});
      case ge::DT_FLOAT:
        if (as_truth) return read(float{}) != 0.0F ? 1 : 0;
        break;
      case ge::DT_DOUBLE:
        if (as_truth) return read(double{}) != 0.0 ? 1 : 0;
        break;
      case ge::DT_FLOAT16:
        if (as_truth) return fp16_to_float(read(uint16_t{})) != 0.0F ? 1 : 0;
        break;
      default: break;
    }
  } else if (as_truth) {
    return count == 0 ? 0 : 1;  // A tensor that is no single number is true when it has elements.
  }
  return fail(Msg::kSessionScalar, {{"node", node.name}, {"type", node.type()}, {"count", count}, {"dtype", data_type_enumerator(value.dtype)}});
}

Result<std::vector<Value>> Run::values_of(Scope &scope, const Node &node, std::string_view input) {
  std::vector<Value> values;
  const int ir = node.ir.input_index(input);
  if (ir < 0) return values;
  const auto [first, count] = node.input_range(ir);
  for (int port = first; port < first + count; ++port) {
    auto value = input_value(scope, node, port);
    if (!value.ok()) return value.status();
    values.push_back(std::move(*value));
  }
  return values;
}

Status Run::branch(Scope &scope, const Node &node) {
  const ControlKind kind = control_kind(node);
  // The first input decides (If, Case); the dynamic one is what the subgraphs get.
  std::string data_input;
  for (const auto &input : node.ir.inputs) {
    if (input.kind == proto::InputKind::kDynamic) data_input = input.name;
  }
  auto values = values_of(scope, node, data_input);
  if (!values.ok()) return values.status();
  const auto run_sub = [&](size_t slot, std::vector<Value> inputs, size_t wanted) -> Result<std::vector<Value>> {
    const graph::GraphData *sub = node.subgraphs[slot].graph.get();
    auto outputs = run(*scope.graph.subgraph(sub), std::move(inputs));
    if (outputs.ok() && outputs->size() != wanted) {
      return fail(Msg::kSessionBranch, {{"node", node.name}, {"type", node.type()}, {"graph", sub->name}, {"count", outputs->size()}, {"wanted", wanted}});
    }
    return outputs;
  };
  const auto need_subgraphs = [&](size_t count) -> Status {
    if (node.subgraphs.size() >= count) return {};
    return fail(Msg::kSessionSubgraphOpen, {{"graph", scope.graph.data().name}, {"node", node.name}, {"type", node.type()}, {"subgraph", count - 1}});
  };
  OPSTRATA_TRY(need_subgraphs(kind == ControlKind::kIf || kind == ControlKind::kWhile ? 2 : 1));
  size_t chosen = 0;
  if (kind == ControlKind::kIf || kind == ControlKind::kCase) {
    auto deciding = input_value(scope, node, 0);
    if (!deciding.ok()) return deciding.status();
    const auto number = scalar(*deciding, node, kind == ControlKind::kIf);
    if (!number.ok()) return number.status();
    const auto last = static_cast<int64_t>(node.subgraphs.size()) - 1;
    // An index outside the branches means the last one.
    chosen = kind == ControlKind::kIf ? (*number != 0 ? 0 : 1) : static_cast<size_t>(*number < 0 || *number > last ? last : *number);
  }
  if (kind == ControlKind::kWhile) {
    for (;;) {
      auto condition = run_sub(0, *values, 1);
      if (!condition.ok()) return condition.status();
      const auto again = scalar((*condition)[0], node, true);
      if (!again.ok()) return again.status();
      if (*again == 0) return give(scope, node, std::move(*values));
      values = run_sub(1, std::move(*values), node.outputs.size());
      if (!values.ok()) return values.status();
    }
  }
  auto outputs = run_sub(chosen, std::move(*values), node.outputs.size());
  if (!outputs.ok()) return outputs.status();
  return give(scope, node, std::move(*outputs));
}

}  // namespace opstrata::session
