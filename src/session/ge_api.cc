// The interface functions of ge/ge_api.h, thin over session.h.
#include "ge/ge_api.h"

#include <exception>

#include "base/messages.h"
#include "session/session.h"

using opstrata::Msg;
using opstrata::report;
using opstrata::session::SessionImpl;

namespace {

/// Publishes a failure. Nothing that a body throws leaves the library.
template <typename Body>
ge::Status answered(const char *function, Body &&body) {
  try {
    const opstrata::Status status = body();
    if (status.ok()) return ge::SUCCESS;
    (void)report(status);
  } catch (const std::exception &e) {
    (void)report(opstrata::fail(Msg::kInternal, {{"where", function}, {"what", e.what()}}));
  }
  return ge::FAILED;
}

}  // namespace

namespace ge {

Status GEInitialize(const std::map<AscendString, AscendString> &options) {
  return answered("GEInitialize", [&] { return opstrata::session::start_engine(options); });
}

Status GEFinalize() {
  return answered("GEFinalize", [] { return opstrata::session::stop_engine(); });
}

AscendString GEGetErrorMsgV2() { return AscendString(opstrata::take_recent_message()); }
AscendString GEGetWarningMsgV2() { return AscendString(""); }

Session::Session(const std::map<AscendString, AscendString> &options) : impl_(std::make_shared<SessionImpl>(options)) {}
Session::~Session() = default;

Status Session::AddGraph(uint32_t graph_id, const Graph &graph) {
  return answered("AddGraph", [&] { return impl_->add_graph("AddGraph", graph_id, graph, false); });
}
Status Session::AddGraph(uint32_t graph_id, const Graph &graph, const std::map<AscendString, AscendString> &) {
  return AddGraph(graph_id, graph);
}
Status Session::AddGraphWithCopy(uint32_t graph_id, const Graph &graph) {
  return answered("AddGraphWithCopy", [&] { return impl_->add_graph("AddGraphWithCopy", graph_id, graph, true); });
}
Status Session::AddGraphWithCopy(uint32_t graph_id, const Graph &graph, const std::map<AscendString, AscendString> &) {
  return AddGraphWithCopy(graph_id, graph);
}
Status Session::RemoveGraph(uint32_t graph_id) {
  return answered("RemoveGraph", [&] { return impl_->remove_graph(graph_id); });
}

Status Session::CompileGraph(uint32_t graph_id) {
  return answered("CompileGraph", [&] { return impl_->compiled("CompileGraph", graph_id).status(); });
}
Status Session::BuildGraph(uint32_t graph_id, const std::vector<Tensor> &inputs) {
  return answered("BuildGraph", [&] {
    std::vector<TensorDesc> descs;
    std::vector<size_t> bytes;
    for (const Tensor &input : inputs) {
      descs.push_back(input.GetTensorDesc());
      bytes.push_back(input.GetSize());
    }
    return impl_->build(graph_id, descs, bytes);
  });
}
Status Session::BuildGraph(uint32_t graph_id, const std::vector<InputTensorInfo> &inputs) {
  return answered("BuildGraph", [&] {
    std::vector<TensorDesc> descs;
    std::vector<size_t> bytes;
    for (const InputTensorInfo &input : inputs) {
      descs.emplace_back(Shape(input.dims), FORMAT_ND, static_cast<DataType>(input.data_type));
      bytes.push_back(input.length < 0 ? 0 : static_cast<size_t>(input.length));
    }
    return impl_->build(graph_id, descs, bytes);
  });
}
Status Session::LoadGraph(uint32_t graph_id, const std::map<AscendString, AscendString> &, void *) const {
  return answered("LoadGraph", [&] { return impl_->compiled("LoadGraph", graph_id).status(); });
}
bool Session::IsGraphNeedRebuild(uint32_t graph_id) { return impl_->find_compiled(graph_id) == nullptr; }

Status Session::RunGraph(uint32_t graph_id, const std::vector<Tensor> &inputs, std::vector<Tensor> &outputs) {
  return answered("RunGraph", [&]() -> opstrata::Status {
    auto results = impl_->run("RunGraph", graph_id, inputs);
    if (results.ok()) outputs = std::move(*results);
    return results.status();
  });
}
Status Session::RunGraphAsync(uint32_t graph_id, const std::vector<Tensor> &inputs, RunAsyncCallback callback) {
  return answered("RunGraphAsync", [&] { return impl_->run_async(graph_id, inputs, std::move(callback)); });
}
Status Session::RunGraphWithStreamAsync(uint32_t graph_id, void *stream, const std::vector<Tensor> &inputs, std::vector<Tensor> &outputs) {
  return answered("RunGraphWithStreamAsync", [&] { return impl_->run_on_stream(graph_id, stream, inputs, outputs); });
}
Status Session::ExecuteGraphWithStreamAsync(uint32_t graph_id, void *stream, const std::vector<gert::Tensor> &inputs,
                                            std::vector<gert::Tensor> &outputs) {
  return answered("ExecuteGraphWithStreamAsync", [&] { return impl_->execute_on_stream(graph_id, stream, inputs, outputs); });
}

Status Session::RegisterExternalAllocator(const void *const stream, AllocatorPtr allocator) const {
  return answered("RegisterExternalAllocator", [&] { return impl_->register_allocator(stream, std::move(allocator)); });
}
Status Session::UnregisterExternalAllocator(const void *const stream) const {
  return answered("UnregisterExternalAllocator", [&] { return impl_->unregister_allocator(stream); });
}

Status Session::GetVariables(const std::vector<AscendString> &var_names, std::vector<Tensor> &var_values) {
  return answered("GetVariables", [&]() -> opstrata::Status {
    auto values = impl_->variable_values(var_names);
    if (values.ok()) var_values = std::move(*values);
    return values.status();
  });
}
uint64_t Session::GetSessionId() const { return impl_->id(); }

class CompiledGraphSummary::SummaryData {
 public:
  size_t constant_bytes = 0;
  std::vector<DataType> output_types;
};

CompiledGraphSummaryPtr Session::GetCompiledGraphSummary(uint32_t graph_id) {
  const auto graph = impl_->find_compiled(graph_id);
  if (graph == nullptr) {
    (void)report(opstrata::fail(Msg::kSessionGraphUnknown, {{"function", "GetCompiledGraphSummary"}, {"session", impl_->id()}, {"graph", graph_id}}));
    return nullptr;
  }
  auto data = std::make_shared<CompiledGraphSummary::SummaryData>();
  data->constant_bytes = graph->constant_bytes();
  for (const auto &[node, port] : graph->outputs()) data->output_types.push_back(node->outputs[static_cast<size_t>(port)].desc.GetDataType());
  return std::make_shared<CompiledGraphSummary>(std::move(data));
}

CompiledGraphSummary::CompiledGraphSummary(std::shared_ptr<const SummaryData> data) : data_(std::move(data)) {}

namespace {
Status not_known(const char *function, const char *what) {
  (void)report(opstrata::fail(Msg::kSessionNotStatic, {{"function", function}, {"what", what}}));
  return FAILED;
}
}  // namespace

bool CompiledGraphSummary::IsStatic() const { return false; }
Status CompiledGraphSummary::GetConstMemorySize(size_t &size) const {
  size = data_->constant_bytes;
  return SUCCESS;
}
Status CompiledGraphSummary::GetFeatureMemorySize(size_t &) const { return not_known("GetFeatureMemorySize", "memory of intermediate results"); }
Status CompiledGraphSummary::GetStreamNum(size_t &num) const {
  num = 1;
  return SUCCESS;
}
Status CompiledGraphSummary::GetOutputShapes(std::vector<ge::Shape> &) const { return not_known("GetOutputShapes", "shapes of outputs"); }
Status CompiledGraphSummary::GetOutputDtypes(std::vector<ge::DataType> &dtypes) const {
  dtypes = data_->output_types;
  return SUCCESS;
}

}  // namespace ge
