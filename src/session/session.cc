#include "session/session.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "acl/acl_rt.h"
#include "base/messages.h"
#include "device/stream.h"
#include "proto/prototype.h"

namespace opstrata::session {
namespace {

struct Engine {
  std::mutex mutex;
  bool started = false;
  int32_t device = 0;
};
// Never destroyed: sessions may be static objects.
Engine &engine() {
  static Engine *const value = new Engine;
  return *value;
}

std::atomic<uint64_t> g_next_session{1};

/// The device number among the options, -1 when there is none.
Result<int32_t> device_option(const char *function, const Options &options) {
  const auto it = options.find(ge::AscendString(ge::OPTION_EXEC_DEVICE_ID));
  if (it == options.end() || it->second.GetLength() == 0) return -1;
  char *end = nullptr;
  const long number = std::strtol(it->second.GetString(), &end, 10);
  uint32_t count = 0;
  (void)aclrtGetDeviceCount(&count);
  if (*end == '\0' && number >= 0 && number < static_cast<long>(count)) return static_cast<int32_t>(number);
  return fail(Msg::kSessionOption, {{"function", function}, {"key", ge::OPTION_EXEC_DEVICE_ID}, {"value", it->second.GetString()},
                                    {"allowed", "0 to " + std::to_string(count - 1)}});
}

Status runtime_failure(const char *function, int32_t device) {
  const char *reason = take_recent_message();
  return fail(Msg::kSessionDevice, {{"function", function}, {"device", device}, {"reason", reason}});
}

}  // namespace

Status start_engine(const Options &options) {
  const auto device = device_option("GEInitialize", options);
  if (!device.ok()) return device.status();
  (void)proto::load_installed_prototypes();
  Engine &e = engine();
  std::lock_guard lock(e.mutex);
  e.started = true;
  e.device = *device < 0 ? 0 : *device;
  return {};
}

Status stop_engine() {
  Engine &e = engine();
  std::lock_guard lock(e.mutex);
  if (!e.started) return fail(Msg::kSessionNotStarted, {{"function", "GEFinalize"}});
  e.started = false;
  return {};
}

SessionImpl::SessionImpl(const Options &options) : id_(g_next_session.fetch_add(1)) {
  const auto device = device_option("Session", options);
  if (device.ok()) {
    wanted_device_ = *device;
  } else {
    bad_option_ = device.status();  // A constructor cannot refuse; every use of the session does.
  }
}

SessionImpl::~SessionImpl() {
  {
    std::lock_guard lock(jobs_mutex_);
    ending_ = true;
    jobs_changed_.notify_all();
  }
  if (worker_.joinable()) worker_.join();
  if (context_ == nullptr) return;
  const RecentMessageScope quiet;
  (void)aclrtDestroyStream(stream_);
  (void)aclrtDestroyContext(context_);
}

Status SessionImpl::ready(const char *function) {
  if (!bad_option_.ok()) return bad_option_;
  int32_t device = wanted_device_;
  {
    std::lock_guard lock(engine().mutex);
    if (!engine().started) return fail(Msg::kSessionNotStarted, {{"function", function}});
    if (device < 0) device = engine().device;
  }
  std::lock_guard lock(mutex_);
  if (context_ != nullptr) return {};
  const device::ContextScope restore(nullptr);
  if (aclrtCreateContext(&context_, device) != ACL_SUCCESS || aclrtCreateStream(&stream_) != ACL_SUCCESS) {
    return runtime_failure(function, device);
  }
  return {};
}

Status SessionImpl::add_graph(const char *function, uint32_t graph_id, const ge::Graph &graph, bool copy) {
  OPSTRATA_TRY(ready(function));
  if (!graph.IsValid()) return fail(Msg::kSessionGraphInvalid, {{"function", function}, {"graph", graph_id}});
  Entry entry{graph, nullptr};
  if (copy) {
    ge::AscendString name;
    (void)graph.GetName(name);
    entry.graph = ge::Graph(name.GetString());
    if (entry.graph.CopyFrom(graph) != ge::GRAPH_SUCCESS) return fail(Msg::kSessionGraphInvalid, {{"function", function}, {"graph", graph_id}});
  }
  std::lock_guard lock(mutex_);
  if (graphs_.emplace(graph_id, std::move(entry)).second) return {};
  return fail(Msg::kSessionGraphTaken, {{"function", function}, {"session", id_}, {"graph", graph_id}});
}

Status SessionImpl::remove_graph(uint32_t graph_id) {
  std::lock_guard lock(mutex_);
  if (graphs_.erase(graph_id) > 0) return {};
  return fail(Msg::kSessionGraphUnknown, {{"function", "RemoveGraph"}, {"session", id_}, {"graph", graph_id}});
}

Result<std::shared_ptr<const CompiledGraph>> SessionImpl::compiled(const char *function, uint32_t graph_id) {
  OPSTRATA_TRY(ready(function));
  std::lock_guard lock(mutex_);
  const auto it = graphs_.find(graph_id);
  if (it == graphs_.end()) return fail(Msg::kSessionGraphUnknown, {{"function", function}, {"session", id_}, {"graph", graph_id}});
  if (it->second.compiled == nullptr) {
    const device::ContextScope scope(context_);  // Constants are placed on the session's device.
    auto made = CompiledGraph::compile(it->second.graph);
    if (!made.ok()) return made.status();
    it->second.compiled = std::move(*made);
  }
  return it->second.compiled;
}

std::shared_ptr<const CompiledGraph> SessionImpl::find_compiled(uint32_t graph_id) const {
  std::lock_guard lock(mutex_);
  const auto it = graphs_.find(graph_id);
  return it == graphs_.end() ? nullptr : it->second.compiled;
}

namespace {

/// An input has the dimensions that the graph declares for it. Free are those that are negative (-1 any number, -2 any
/// rank), and an input without declared dimensions, which is what an input that is made by its index alone has.
Status check_input(const CompiledGraph &graph, size_t index, const std::vector<int64_t> &dims, ge::Format format) {
  const graph::Node &node = *graph.inputs()[index];
  const ge::TensorDesc &desc = node.outputs.front().desc;
  const std::vector<int64_t> declared = desc.GetShape().GetDims();
  const bool is_free = declared.empty() || declared.front() == ge::UNKNOWN_DIM_NUM || format != desc.GetFormat();
  const auto fits = [](int64_t wanted, int64_t came) { return wanted < 0 || wanted == came; };
  if (is_free || std::equal(declared.begin(), declared.end(), dims.begin(), dims.end(), fits)) return {};
  return fail(Msg::kSessionInputDiffers, {{"graph", graph.data().name},
                                          {"index", index},
                                          {"node", node.name},
                                          {"what", "shape"},
                                          {"came", shape_text(dims)},
                                          {"declared", shape_text(declared)}});
}

}  // namespace

Status SessionImpl::build(uint32_t graph_id, const std::vector<ge::TensorDesc> &inputs, const std::vector<size_t> &bytes) {
  const auto graph = compiled("BuildGraph", graph_id);
  if (!graph.ok()) return graph.status();
  if (inputs.size() != (*graph)->inputs().size()) {
    return fail(Msg::kSessionInputCount, {{"graph", (*graph)->data().name}, {"wanted", (*graph)->inputs().size()}, {"count", inputs.size()}});
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string what = "input " + std::to_string(i);
    const auto wanted = value_bytes(inputs[i].GetShape().GetDims(), inputs[i].GetDataType(), what);
    if (!wanted.ok()) return wanted.status();
    OPSTRATA_TRY(check_input(**graph, i, inputs[i].GetShape().GetDims(), inputs[i].GetFormat()));
    // Data may come later; what is there must be enough.
    if (bytes[i] != 0 && bytes[i] < *wanted) {
      return fail(Msg::kSessionTensorSize, {{"what", what}, {"bytes", bytes[i]}, {"shape", "its description"}, {"type", static_cast<int>(inputs[i].GetDataType())}, {"wanted", *wanted}});
    }
  }
  return {};
}

Result<std::vector<Value>> SessionImpl::launch(aclrtStream stream, const MemorySource &source, const CompiledGraph &graph, std::vector<Value> inputs) {
  for (size_t i = 0; i < std::min(inputs.size(), graph.inputs().size()); ++i)
    OPSTRATA_TRY(check_input(graph, i, inputs[i].dims, inputs[i].format));
  return Run(stream, source, variables_).run(graph, std::move(inputs));
}

Result<std::vector<ge::Tensor>> SessionImpl::run(const char *function, uint32_t graph_id, const std::vector<ge::Tensor> &inputs) {
  const auto graph = compiled(function, graph_id);
  if (!graph.ok()) return graph.status();
  const device::ContextScope scope(context_);
  const MemorySource source;
  std::vector<Value> values;
  for (size_t i = 0; i < inputs.size(); ++i) {
    auto value = value_of(inputs[i], source, "input " + std::to_string(i));
    if (!value.ok()) return value.status();
    values.push_back(std::move(*value));
  }
  // A stream of the run's own: runs of other threads neither wait for this one nor take its failure.
  aclrtStream stream = nullptr;
  if (aclrtCreateStream(&stream) != ACL_SUCCESS) return runtime_failure(function, wanted_device_);
  auto results = launch(stream, source, **graph, std::move(values));
  const Status finished = device::synchronize(stream);
  (void)aclrtDestroyStream(stream);
  if (!results.ok()) return results.status();
  if (!finished.ok()) return finished;
  std::vector<ge::Tensor> outputs;
  for (const Value &value : *results) outputs.push_back(host_tensor(value));
  return outputs;
}

void SessionImpl::work() {
  std::unique_lock lock(jobs_mutex_);
  for (;;) {
    jobs_changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    auto job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    job = nullptr;
    lock.lock();
  }
}

Status SessionImpl::run_async(uint32_t graph_id, const std::vector<ge::Tensor> &inputs, ge::RunAsyncCallback callback) {
  if (!callback) return fail(Msg::kSessionNull, {{"function", "RunGraphAsync"}, {"what", "callback"}});
  const auto graph = compiled("RunGraphAsync", graph_id);
  if (!graph.ok()) return graph.status();
  std::vector<ge::Tensor> copies;
  for (const ge::Tensor &input : inputs) copies.push_back(input.Clone());
  std::lock_guard lock(jobs_mutex_);
  jobs_.push_back([this, graph_id, copies = std::move(copies), callback = std::move(callback)] {
    auto outputs = run("RunGraphAsync", graph_id, copies);
    std::vector<ge::Tensor> tensors;
    if (outputs.ok()) {
      tensors = std::move(*outputs);
    } else {
      (void)report(outputs.status());  // The callback may ask for the text on this thread.
    }
    try {
      callback(outputs.ok() ? ge::SUCCESS : ge::FAILED, tensors);
    } catch (...) {
      // The callback's failure is not ours to handle, and must not end the thread.
    }
  });
  if (!worker_.joinable()) worker_ = std::thread([this] { work(); });
  jobs_changed_.notify_one();
  return {};
}

MemorySource SessionImpl::source_for(const void *stream) const {
  std::lock_guard lock(mutex_);
  const auto it = allocators_.find(stream);
  return MemorySource(it == allocators_.end() ? nullptr : it->second);
}

Status SessionImpl::deliver(const char *function, aclrtStream stream, const CompiledGraph &graph, const std::vector<Value> &values,
                            const std::vector<Target> &targets) {
  if (targets.size() != values.size()) {
    return fail(Msg::kSessionOutputCount, {{"function", function}, {"graph", graph.data().name}, {"wanted", values.size()}, {"count", targets.size()}});
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (targets[i].bytes < values[i].bytes || targets[i].address == nullptr) {
      return fail(Msg::kSessionOutputSmall, {{"function", function}, {"output", i}, {"graph", graph.data().name}, {"wanted", values[i].bytes}, {"bytes", targets[i].bytes}});
    }
  }
  for (size_t i = 0; i < values.size(); ++i) {
    OPSTRATA_TRY(device::enqueue(stream, device::Task("copy of an output", [from = values[i].memory, to = targets[i].address, bytes = values[i].bytes] {
                                   std::memcpy(to, from.get(), bytes);
                                   return Status();
                                 })));
  }
  return {};
}

namespace {

/// Device memory is used where it is; its owner must keep it until the stream was synchronised. Host memory is copied.
Result<Value> stream_input(const ge::Tensor &tensor, const MemorySource &source, size_t index) {
  const std::string what = "input " + std::to_string(index);
  if (tensor.GetTensorDesc().GetPlacement() != ge::kPlacementDevice) return value_of(tensor, source, what);
  Value value;
  const ge::TensorDesc desc = tensor.GetTensorDesc();
  value.dtype = desc.GetDataType();
  value.format = desc.GetFormat();
  value.dims = desc.GetShape().GetDims();
  auto bytes = value_bytes(value.dims, value.dtype, what);
  if (!bytes.ok()) return bytes.status();
  if (tensor.GetSize() < *bytes) {
    return fail(Msg::kSessionTensorSize, {{"what", what}, {"bytes", tensor.GetSize()}, {"shape", "its description"}, {"type", static_cast<int>(value.dtype)}, {"wanted", *bytes}});
  }
  value.bytes = *bytes;
  value.memory = Memory(const_cast<uint8_t *>(tensor.GetData()), [](uint8_t *) {});
  return value;
}

}  // namespace

Status SessionImpl::run_on_stream(uint32_t graph_id, aclrtStream stream, const std::vector<ge::Tensor> &inputs, std::vector<ge::Tensor> &outputs) {
  constexpr const char *kFunction = "RunGraphWithStreamAsync";
  const auto graph = compiled(kFunction, graph_id);
  if (!graph.ok()) return graph.status();
  OPSTRATA_TRY(device::check_stream(stream));
  const MemorySource source = source_for(stream);
  std::vector<Value> values;
  for (size_t i = 0; i < inputs.size(); ++i) {
    auto value = stream_input(inputs[i], source, i);
    if (!value.ok()) return value.status();
    // What earlier work of the stream writes into a device tensor is not there yet: every reader on the host has to wait.
    if (inputs[i].GetTensorDesc().GetPlacement() == ge::kPlacementDevice) value->launch = 1;
    values.push_back(std::move(*value));
  }
  auto results = launch(stream, source, **graph, std::move(values));
  if (!results.ok()) return results.status();
  if (outputs.empty()) {
    for (const Value &value : *results) {
      ge::Tensor output(describe(value, ge::kPlacementDevice));
      if (output.SetData(value.memory.get(), value.bytes, [memory = value.memory](uint8_t *) {}) != ge::GRAPH_SUCCESS) {
        return fail(Msg::kInternal, {{"where", kFunction}, {"what", "an output tensor does not take its memory"}});
      }
      outputs.push_back(std::move(output));
    }
    return {};
  }
  std::vector<Target> targets;
  for (ge::Tensor &output : outputs) targets.push_back({output.GetData(), output.GetSize()});
  OPSTRATA_TRY(deliver(kFunction, stream, **graph, *results, targets));
  for (size_t i = 0; i < outputs.size(); ++i) (void)outputs[i].SetTensorDesc(describe((*results)[i], outputs[i].GetTensorDesc().GetPlacement()));
  return {};
}

Status SessionImpl::execute_on_stream(uint32_t graph_id, aclrtStream stream, const std::vector<gert::Tensor> &inputs, std::vector<gert::Tensor> &outputs) {
  constexpr const char *kFunction = "ExecuteGraphWithStreamAsync";
  const auto graph = compiled(kFunction, graph_id);
  if (!graph.ok()) return graph.status();
  OPSTRATA_TRY(device::check_stream(stream));
  const MemorySource source = source_for(stream);
  std::vector<Value> values;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Value value;
    value.dtype = inputs[i].GetDataType();
    value.format = inputs[i].GetStorageFormat();
    const gert::Shape &shape = inputs[i].GetStorageShape();
    for (size_t d = 0; d < shape.GetDimNum(); ++d) value.dims.push_back(shape.GetDim(d));
    const std::string what = "input " + std::to_string(i);
    auto bytes = value_bytes(value.dims, value.dtype, what);
    if (!bytes.ok()) return bytes.status();
    if (inputs[i].GetAddr() == nullptr && *bytes > 0) return fail(Msg::kSessionNull, {{"function", kFunction}, {"what", "the address of " + what}});
    value.bytes = *bytes;
    value.memory = Memory(static_cast<uint8_t *>(const_cast<void *>(inputs[i].GetAddr())), [](uint8_t *) {});
    value.launch = 1;
    values.push_back(std::move(value));
  }
  auto results = launch(stream, source, **graph, std::move(values));
  if (!results.ok()) return results.status();
  std::vector<Target> targets;
  for (gert::Tensor &output : outputs) targets.push_back({static_cast<uint8_t *>(output.GetAddr()), output.GetSize()});
  OPSTRATA_TRY(deliver(kFunction, stream, **graph, *results, targets));
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Value &value = (*results)[i];
    outputs[i].SetDataType(value.dtype);
    for (gert::Shape *shape : {&outputs[i].MutableOriginShape(), &outputs[i].MutableStorageShape()}) {
      shape->SetDimNum(value.dims.size());
      for (size_t d = 0; d < value.dims.size(); ++d) shape->SetDim(d, value.dims[d]);
    }
  }
  return {};
}

Status SessionImpl::register_allocator(const void *stream, ge::AllocatorPtr allocator) {
  if (allocator == nullptr) return fail(Msg::kSessionNull, {{"function", "RegisterExternalAllocator"}, {"what", "allocator"}});
  std::lock_guard lock(mutex_);
  if (allocators_.emplace(stream, std::move(allocator)).second) return {};
  return fail(Msg::kSessionAllocator, {{"function", "RegisterExternalAllocator"}, {"stream", reinterpret_cast<uintptr_t>(stream)}});
}

Status SessionImpl::unregister_allocator(const void *stream) {
  std::lock_guard lock(mutex_);
  if (allocators_.erase(stream) > 0) return {};
  return fail(Msg::kSessionNoAllocator, {{"function", "UnregisterExternalAllocator"}, {"stream", reinterpret_cast<uintptr_t>(stream)}});
}

Result<std::vector<ge::Tensor>> SessionImpl::variable_values(const std::vector<ge::AscendString> &names) {
  std::vector<ge::Tensor> tensors;
  std::lock_guard lock(variables_.mutex);
  for (const ge::AscendString &name : names) {
    const auto it = variables_.by_name.find(std::string_view(name.GetString(), name.GetLength()));
    if (it == variables_.by_name.end()) return fail(Msg::kSessionVariable, {{"variable", name.GetString()}});
    tensors.push_back(host_tensor(it->second));
  }
  return tensors;
}

}  // namespace opstrata::session
