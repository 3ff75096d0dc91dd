// Boundaries and patterns: handles of the interface and their checked values.
#include <map>

#include "ge/fusion/pattern.h"
#include "graph/fusion/part.h"
#include "graph/status_codes.h"

namespace opstrata::graph {
namespace {

// Whether the port exists; `input` says on which side.
Status check_port(const ge::fusion::NodeIo &io, bool input, const char *function) {
  const auto node = Node::of(io.node);
  if (node == nullptr) return fail(Msg::kGraphEmptyHandle, {{"function", function}, {"what", "node"}});
  const size_t count = input ? node->inputs.size() : node->outputs.size();
  if (io.index >= 0 && static_cast<size_t>(io.index) < count) return {};
  return fail(Msg::kGraphPort, {{"node", node->name}, {"type", node->type()}, {"what", input ? "input" : "output"}, {"index", io.index}, {"count", count}});
}

Port port_of(const ge::fusion::NodeIo &io) { return {Node::of(io.node).get(), static_cast<int>(io.index)}; }

}  // namespace

Result<Part> part_of(const ge::fusion::SubgraphBoundary &boundary) {
  std::vector<ge::fusion::SubgraphInput> inputs;
  std::vector<ge::fusion::SubgraphOutput> outputs;
  if (boundary.GetAllInputs(inputs) != ge::SUCCESS || boundary.GetAllOutputs(outputs) != ge::SUCCESS) {
    return Status(Code::kInvalid, std::string(take_recent_message()));
  }
  Part part;
  for (const auto &input : inputs) {
    auto &ports = part.inputs.emplace_back();
    for (const auto &io : input.GetAllInputs()) {
      OPSTRATA_TRY(check_port(io, true, "SubgraphBoundary"));
      ports.push_back(port_of(io));
    }
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    ge::fusion::NodeIo io;
    if (outputs[i].GetOutput(io) != ge::SUCCESS) return Status(Code::kInvalid, std::string(take_recent_message()));
    OPSTRATA_TRY(check_port(io, false, "SubgraphBoundary"));
    part.outputs.push_back(port_of(io));
  }
  return part;
}

Part part_of(Node &node) {
  Part part;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i].source != nullptr) part.inputs.push_back({{&node, static_cast<int>(i)}});
  }
  for (size_t i = 0; i < node.outputs.size(); ++i) part.outputs.emplace_back(&node, static_cast<int>(i));
  return part;
}

}  // namespace opstrata::graph

namespace ge::fusion {

using opstrata::fail;
using opstrata::Msg;
using opstrata::graph::check_port;

namespace {

Status refused(const opstrata::Status &status) {
  opstrata::graph::refuse(status);
  return FAILED;
}

// What is kept by index, as the interface's vectors.
template <typename T>
Status add_at(std::map<int64_t, T> &values, int64_t index, T value, const char *function, const char *what) {
  if (index < 0) return refused(fail(Msg::kFusionIndex, {{"function", function}, {"what", what}, {"index", index}, {"problem", "is negative"}}));
  if (!values.emplace(index, std::move(value)).second) {
    return refused(fail(Msg::kFusionIndex, {{"function", function}, {"what", what}, {"index", index}, {"problem", "was added already"}}));
  }
  return SUCCESS;
}

template <typename T>
Status get_at(const std::map<int64_t, T> &values, int64_t index, T &value, const char *function, const char *what) {
  const auto it = values.find(index);
  if (it == values.end()) return refused(fail(Msg::kFusionIndex, {{"function", function}, {"what", what}, {"index", index}, {"problem", "was not added"}}));
  value = it->second;
  return SUCCESS;
}

template <typename T>
Status get_all(const std::map<int64_t, T> &values, std::vector<T> &all, const char *function, const char *what) {
  all.clear();
  for (const auto &[index, value] : values) {
    if (index != static_cast<int64_t>(all.size())) {
      return refused(fail(Msg::kFusionIndex, {{"function", function}, {"what", what}, {"index", all.size()}, {"problem", "was not added"}}));
    }
    all.push_back(value);
  }
  return SUCCESS;
}

}  // namespace

struct SubgraphInput::Impl {
  std::vector<NodeIo> ios;
};
struct SubgraphOutput::Impl {
  std::vector<NodeIo> io;  // none or one
};
struct SubgraphBoundary::Impl {
  std::map<int64_t, SubgraphInput> inputs;
  std::map<int64_t, SubgraphOutput> outputs;
};
struct Pattern::Impl {
  Graph graph;
  std::vector<NodeIo> captured;
};

SubgraphInput::SubgraphInput() : impl_(std::make_unique<Impl>()) {}
SubgraphInput::SubgraphInput(std::vector<NodeIo> node_inputs) : SubgraphInput() {
  for (const auto &io : node_inputs) (void)AddInput(io);
}
SubgraphInput::SubgraphInput(const SubgraphInput &other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
SubgraphInput &SubgraphInput::operator=(const SubgraphInput &other) {
  *impl_ = *other.impl_;
  return *this;
}
SubgraphInput::SubgraphInput(SubgraphInput &&other) noexcept : SubgraphInput() { impl_.swap(other.impl_); }
SubgraphInput &SubgraphInput::operator=(SubgraphInput &&other) noexcept {
  impl_.swap(other.impl_);
  return *this;
}
SubgraphInput::~SubgraphInput() = default;
Status SubgraphInput::AddInput(const NodeIo &node_input) {
  const auto status = check_port(node_input, true, "SubgraphInput::AddInput");
  if (!status.ok()) return refused(status);
  const auto source = [](const NodeIo &io) {
    const auto &port = opstrata::graph::Node::of(io.node)->inputs[static_cast<size_t>(io.index)];
    return std::pair(port.source, port.source_output);
  };
  if (!impl_->ios.empty() && source(impl_->ios.front()) != source(node_input)) {
    return refused(fail(Msg::kFusionPort, {{"function", "SubgraphInput::AddInput"}, {"what", "input"}, {"index", node_input.index},
                                           {"node", opstrata::graph::Node::of(node_input.node)->name}, {"problem", "takes another value than the inputs added before"}}));
  }
  impl_->ios.push_back(node_input);
  return SUCCESS;
}
std::vector<NodeIo> SubgraphInput::GetAllInputs() const { return impl_->ios; }

SubgraphOutput::SubgraphOutput() : impl_(std::make_unique<Impl>()) {}
SubgraphOutput::SubgraphOutput(const NodeIo &node_output) : SubgraphOutput() { (void)SetOutput(node_output); }
SubgraphOutput::SubgraphOutput(const SubgraphOutput &other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
SubgraphOutput &SubgraphOutput::operator=(const SubgraphOutput &other) {
  *impl_ = *other.impl_;
  return *this;
}
SubgraphOutput::SubgraphOutput(SubgraphOutput &&other) noexcept : SubgraphOutput() { impl_.swap(other.impl_); }
SubgraphOutput &SubgraphOutput::operator=(SubgraphOutput &&other) noexcept {
  impl_.swap(other.impl_);
  return *this;
}
SubgraphOutput::~SubgraphOutput() = default;
Status SubgraphOutput::SetOutput(const NodeIo &node_output) {
  const auto status = check_port(node_output, false, "SubgraphOutput::SetOutput");
  if (!status.ok()) return refused(status);
  impl_->io.assign(1, node_output);
  return SUCCESS;
}
Status SubgraphOutput::GetOutput(NodeIo &node_output) const {
  if (impl_->io.empty()) {
    return refused(fail(Msg::kFusionIndex, {{"function", "SubgraphOutput::GetOutput"}, {"what", "output"}, {"index", 0}, {"problem", "was not set"}}));
  }
  node_output = impl_->io.front();
  return SUCCESS;
}

SubgraphBoundary::SubgraphBoundary() : impl_(std::make_unique<Impl>()) {}
SubgraphBoundary::SubgraphBoundary(std::vector<SubgraphInput> inputs, std::vector<SubgraphOutput> outputs) : SubgraphBoundary() {
  for (auto &input : inputs) impl_->inputs.emplace(static_cast<int64_t>(impl_->inputs.size()), std::move(input));
  for (auto &output : outputs) impl_->outputs.emplace(static_cast<int64_t>(impl_->outputs.size()), std::move(output));
}
SubgraphBoundary::SubgraphBoundary(const SubgraphBoundary &other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
SubgraphBoundary &SubgraphBoundary::operator=(const SubgraphBoundary &other) {
  if (this != &other) *impl_ = *other.impl_;
  return *this;
}
SubgraphBoundary::SubgraphBoundary(SubgraphBoundary &&other) noexcept : SubgraphBoundary() { impl_.swap(other.impl_); }
SubgraphBoundary &SubgraphBoundary::operator=(SubgraphBoundary &&other) noexcept {
  impl_.swap(other.impl_);
  return *this;
}
SubgraphBoundary::~SubgraphBoundary() = default;
Status SubgraphBoundary::AddInput(int64_t index, SubgraphInput input) {
  return add_at(impl_->inputs, index, std::move(input), "SubgraphBoundary::AddInput", "input");
}
Status SubgraphBoundary::AddOutput(int64_t index, SubgraphOutput output) {
  return add_at(impl_->outputs, index, std::move(output), "SubgraphBoundary::AddOutput", "output");
}
Status SubgraphBoundary::GetInput(int64_t index, SubgraphInput &subgraph_input) const {
  return get_at(impl_->inputs, index, subgraph_input, "SubgraphBoundary::GetInput", "input");
}
Status SubgraphBoundary::GetAllInputs(std::vector<SubgraphInput> &subgraph_inputs) const {
  return get_all(impl_->inputs, subgraph_inputs, "SubgraphBoundary::GetAllInputs", "input");
}
Status SubgraphBoundary::GetOutput(int64_t index, SubgraphOutput &subgraph_output) const {
  return get_at(impl_->outputs, index, subgraph_output, "SubgraphBoundary::GetOutput", "output");
}
Status SubgraphBoundary::GetAllOutputs(std::vector<SubgraphOutput> &subgraph_outputs) const {
  return get_all(impl_->outputs, subgraph_outputs, "SubgraphBoundary::GetAllOutputs", "output");
}

Pattern::Pattern(Graph &&pattern_graph) : impl_(std::make_unique<Impl>()) { impl_->graph = std::move(pattern_graph); }
Pattern::~Pattern() = default;
const Graph &Pattern::GetGraph() const { return impl_->graph; }
Pattern &Pattern::CaptureTensor(const NodeIo &node_output) {
  const auto status = check_port(node_output, false, "Pattern::CaptureTensor");
  if (status.ok()) impl_->captured.push_back(node_output);
  else opstrata::graph::refuse(status);
  return *this;
}
Status Pattern::GetCapturedTensors(std::vector<NodeIo> &node_outputs) const {
  node_outputs = impl_->captured;
  return SUCCESS;
}

}  // namespace ge::fusion
