// Looking for a pattern: nodes of the pattern are placed one after the other, each next to one that is placed already.
#include "ge/fusion/pattern_matcher.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "graph/fusion/part.h"
#include "graph/status_codes.h"

namespace opstrata::graph {
namespace {

bool is_operator(const Node &node) { return !is_input_type(node.type()) && node.type() != "NetOutput"; }

bool same_tensor(const ge::Tensor &a, const ge::Tensor &b) {
  return a.GetTensorDesc().GetDataType() == b.GetTensorDesc().GetDataType() &&
         a.GetTensorDesc().GetShape().GetDims() == b.GetTensorDesc().GetShape().GetDims() && a.GetSize() == b.GetSize() &&
         (a.GetSize() == 0 || std::memcmp(a.GetData(), b.GetData(), a.GetSize()) == 0);
}

bool same_ir_attrs(const Node &a, const Node &b) {
  if (is_const_type(a.type())) return true;  // a matter of EnableConstValueMatch
  return std::all_of(a.ir.attrs.begin(), a.ir.attrs.end(), [&](const auto &def) {
    const auto left = a.attrs.find(def.name), right = b.attrs.find(def.name);
    if (left == a.attrs.end() || right == b.attrs.end()) return (left == a.attrs.end()) == (right == b.attrs.end());
    return attr_text(left->second) == attr_text(right->second);
  });
}

// The pattern's operators, each after a neighbour where there is one; first the one that gives the first output.
std::vector<Node *> placing_order(const GraphData &pattern) {
  std::vector<Node *> order;
  NodeSet seen;
  const auto add = [&](Node *node) {
    if (node != nullptr && is_operator(*node) && seen.insert(node).second) order.push_back(node);
  };
  const auto outputs = pattern.output_ports();
  size_t done = 0;
  const auto spread = [&] {
    for (; done < order.size(); ++done) {
      const Node *node = order[done];  // `order` grows
      for (const auto &input : node->inputs) add(input.source);
      for (const auto &output : node->outputs) {
        for (const auto &[reader, port] : output.consumers) add(reader);
      }
    }
  };
  for (const auto &[node, port] : outputs) add(node), spread();
  for (const auto &node : pattern.nodes) add(node.get()), spread();
  return order;
}

class Search {
 public:
  Search(const GraphData &pattern, const GraphData &target, const ge::fusion::PatternMatcherConfig &config, const std::vector<Node *> &order)
      : pattern_(pattern), target_(target), config_(config), order_(order) {}

  // The placing number `skip` that has the first operator at `anchor`.
  bool find(Node *anchor, size_t skip) {
    skip_ = skip;
    return try_at(0, anchor);
  }
  const std::unordered_map<const Node *, Node *> &placed() const { return placed_; }

 private:
  bool place(size_t position) {
    if (position == order_.size()) return complete() && skip_-- == 0;
    const Node &node = *order_[position];
    for (size_t o = 0; o < node.outputs.size(); ++o) {
      for (const auto &[reader, port] : node.outputs[o].consumers) {
        const auto at = placed_.find(reader);
        if (at == placed_.end()) continue;
        if (static_cast<size_t>(port) >= at->second->inputs.size()) return false;
        Node *source = at->second->inputs[static_cast<size_t>(port)].source;
        return source != nullptr && try_at(position, source);
      }
    }
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const auto at = node.inputs[i].source == nullptr ? placed_.end() : placed_.find(node.inputs[i].source);
      if (at == placed_.end()) continue;
      const auto output = static_cast<size_t>(node.inputs[i].source_output);
      if (output >= at->second->outputs.size()) return false;
      for (const auto &[reader, port] : at->second->outputs[output].consumers) {
        if (static_cast<size_t>(port) == i && try_at(position, reader)) return true;
      }
      return false;
    }
    return std::any_of(target_.nodes.begin(), target_.nodes.end(), [&](const auto &candidate) { return try_at(position, candidate.get()); });
  }

  bool try_at(size_t position, Node *candidate) {
    const Node *node = order_[position];
    if (!fits(*node, *candidate)) return false;
    placed_[node] = candidate;
    used_.insert(candidate);
    if (place(position + 1)) return true;
    placed_.erase(node);
    used_.erase(candidate);
    return false;
  }

  bool fits(const Node &node, const Node &candidate) const {
    if (used_.count(&candidate) != 0) return false;
    if (node.type() != candidate.type() && !(is_const_type(node.type()) && is_const_type(candidate.type()))) return false;
    for (size_t i = 0; i < std::max(node.inputs.size(), candidate.inputs.size()); ++i) {
      const bool wanted = i < node.inputs.size() && node.inputs[i].source != nullptr;
      const bool there = i < candidate.inputs.size() && candidate.inputs[i].source != nullptr;
      if (wanted != there) return false;
      if (!wanted) continue;
      const auto source = placed_.find(node.inputs[i].source);
      if (source == placed_.end()) continue;
      if (candidate.inputs[i].source != source->second || candidate.inputs[i].source_output != node.inputs[i].source_output) return false;
    }
    for (size_t o = 0; o < node.outputs.size(); ++o) {
      for (const auto &[reader, port] : node.outputs[o].consumers) {
        const auto at = placed_.find(reader);
        if (at == placed_.end()) continue;
        const auto &input = at->second->inputs[static_cast<size_t>(port)];
        if (input.source != &candidate || input.source_output != static_cast<int>(o)) return false;
      }
    }
    ge::Tensor left, right;
    if (config_.IsEnableConstValueMatch() && node.const_value(left) && !(candidate.const_value(right) && same_tensor(left, right))) return false;
    return !config_.IsEnableIrAttrMatch() || same_ir_attrs(node, candidate);
  }

  // Whether the values of the pattern's inputs are consistent and come from outside, and no inner value is read outside.
  bool complete() const {
    for (const auto &node : pattern_.nodes) {
      if (!is_input_type(node->type())) continue;
      for (const auto &output : node->outputs) {
        Port value{nullptr, -1};
        for (const auto &[reader, port] : output.consumers) {
          if (!is_operator(*reader)) continue;
          const auto &input = placed_.at(reader)->inputs[static_cast<size_t>(port)];
          if (value.first != nullptr && value != Port(input.source, input.source_output)) return false;
          value = {input.source, input.source_output};
        }
        if (value.first != nullptr && used_.count(value.first) != 0) return false;
      }
    }
    const auto outputs = pattern_.output_ports();
    for (const auto &[node, place] : placed_) {
      if (is_const_type(place->type())) continue;
      for (size_t o = 0; o < place->outputs.size(); ++o) {
        const bool given = std::any_of(outputs.begin(), outputs.end(), [&, n = node](const Port &port) { return port.first == n && port.second == static_cast<int>(o); });
        if (given) continue;
        const auto &readers = place->outputs[o].consumers;
        if (std::any_of(readers.begin(), readers.end(), [&](const Port &reader) { return used_.count(reader.first) == 0; })) return false;
        if (std::find(target_.outputs.begin(), target_.outputs.end(), Port(place, static_cast<int>(o))) != target_.outputs.end()) return false;
      }
    }
    return true;
  }

  const GraphData &pattern_;
  const GraphData &target_;
  const ge::fusion::PatternMatcherConfig &config_;
  const std::vector<Node *> &order_;
  std::unordered_map<const Node *, Node *> placed_;
  NodeSet used_;
  size_t skip_ = 0;
};

}  // namespace
}  // namespace opstrata::graph

namespace ge::fusion {

using opstrata::fail;
using opstrata::Msg;
using opstrata::graph::GraphData;
using opstrata::graph::Node;

struct MatchResult::Impl {
  struct Pair {
    std::shared_ptr<Node> pattern, matched;
    int64_t pattern_output = 0, matched_output = 0;
  };
  const Pattern *pattern = nullptr;
  std::vector<Pair> pairs;

  const Pair *find(const Node *node) const {
    const auto it = std::find_if(pairs.begin(), pairs.end(), [&](const Pair &pair) { return pair.pattern.get() == node; });
    return it == pairs.end() ? nullptr : &*it;
  }
};

MatchResult::MatchResult(const Pattern *pattern) : impl_(std::make_unique<Impl>()) { impl_->pattern = pattern; }
MatchResult::MatchResult(const MatchResult &other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
MatchResult &MatchResult::operator=(const MatchResult &other) {
  *impl_ = *other.impl_;
  return *this;
}
MatchResult::MatchResult(MatchResult &&other) noexcept : MatchResult(static_cast<const Pattern *>(nullptr)) { impl_.swap(other.impl_); }
MatchResult &MatchResult::operator=(MatchResult &&other) noexcept {
  impl_.swap(other.impl_);
  return *this;
}
MatchResult::~MatchResult() = default;

Status MatchResult::AppendNodeMatchPair(const NodeIo &pattern_node_output, const NodeIo &matched_node_output) {
  auto pattern = Node::of(pattern_node_output.node), matched = Node::of(matched_node_output.node);
  if (pattern == nullptr || matched == nullptr) {
    opstrata::graph::refuse(fail(Msg::kGraphEmptyHandle, {{"function", "MatchResult::AppendNodeMatchPair"}, {"what", "node"}}));
    return FAILED;
  }
  impl_->pairs.push_back({std::move(pattern), std::move(matched), pattern_node_output.index, matched_node_output.index});
  return SUCCESS;
}

Status MatchResult::GetMatchedNode(const GNode &pattern_node, GNode &matched_node) const {
  const auto node = Node::of(pattern_node);
  const auto *pair = impl_->find(node.get());
  if (pair == nullptr) {
    opstrata::graph::refuse(fail(Msg::kFusionPort, {{"function", "MatchResult::GetMatchedNode"}, {"what", "node"}, {"index", 0},
                                                    {"node", node == nullptr ? std::string("?") : node->name}, {"problem", "has no counterpart"}}));
    return FAILED;
  }
  matched_node = Node::wrap(pair->matched);
  return SUCCESS;
}

std::vector<GNode> MatchResult::GetMatchedNodes() const {
  std::vector<GNode> nodes;
  for (const auto &pair : impl_->pairs) {
    if (opstrata::graph::is_operator(*pair.pattern)) nodes.push_back(Node::wrap(pair.matched));
  }
  return nodes;
}

Status MatchResult::GetCapturedTensor(size_t capture_idx, NodeIo &node_output) const {
  std::vector<NodeIo> captured;
  if (impl_->pattern != nullptr) (void)impl_->pattern->GetCapturedTensors(captured);
  const auto *pair = capture_idx < captured.size() ? impl_->find(Node::of(captured[capture_idx].node).get()) : nullptr;
  if (pair == nullptr) {
    opstrata::graph::refuse(fail(Msg::kFusionIndex, {{"function", "MatchResult::GetCapturedTensor"}, {"what", "tensor"}, {"index", capture_idx},
                                                     {"problem", capture_idx < captured.size() ? "has no counterpart" : "was not captured"}}));
    return FAILED;
  }
  // Behind an input of the pattern stands any output of any node; behind an operator the same output.
  const bool any = opstrata::graph::is_input_type(pair->pattern->type());
  node_output = {Node::wrap(pair->matched), any ? pair->matched_output : captured[capture_idx].index};
  return SUCCESS;
}

const Graph &MatchResult::GetPatternGraph() const {
  static const Graph empty;
  return impl_->pattern == nullptr ? empty : impl_->pattern->GetGraph();
}

std::unique_ptr<SubgraphBoundary> MatchResult::ToSubgraphBoundary() const {
  const auto pattern = GraphData::of(GetPatternGraph());
  if (pattern == nullptr) return nullptr;
  std::vector<SubgraphInput> inputs;
  std::vector<SubgraphOutput> outputs;
  for (const Node *data : pattern->input_nodes()) {
    auto &input = inputs.emplace_back();
    for (const auto &output : data->outputs) {
      for (const auto &[reader, port] : output.consumers) {
        if (!opstrata::graph::is_operator(*reader)) continue;
        const auto *pair = impl_->find(reader);
        if (pair == nullptr || input.AddInput({Node::wrap(pair->matched), port}) != SUCCESS) return nullptr;
      }
    }
  }
  for (const auto &[node, port] : pattern->output_ports()) {
    const auto *pair = impl_->find(node);
    if (pair == nullptr) return nullptr;
    if (outputs.emplace_back().SetOutput({Node::wrap(pair->matched), port}) != SUCCESS) return nullptr;
  }
  return std::make_unique<SubgraphBoundary>(std::move(inputs), std::move(outputs));
}

AscendString MatchResult::ToAscendString() const {
  AscendString name;
  (void)GetPatternGraph().GetName(name);
  std::string text = std::string("pattern ") + name.GetString() + ":";
  for (const auto &pair : impl_->pairs) text += " " + pair.pattern->name + " = " + pair.matched->name;
  return AscendString(text.c_str());
}

struct PatternMatcher::Impl {
  std::unique_ptr<Pattern> pattern;
  GraphPtr target;
  PatternMatcherConfig config;
  std::vector<Node *> order;
  std::vector<std::shared_ptr<Node>> anchors;  // the graph's nodes when the search began
  size_t anchor = 0, skip = 0;
};

PatternMatcher::PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr &target_graph) : PatternMatcher(std::move(pattern), target_graph, nullptr) {}
PatternMatcher::PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr &target_graph, std::unique_ptr<PatternMatcherConfig> matcher_config)
    : impl_(std::make_unique<Impl>()) {
  impl_->pattern = std::move(pattern);
  impl_->target = target_graph;
  if (matcher_config != nullptr) impl_->config = *matcher_config;
  const auto graph = impl_->pattern == nullptr ? nullptr : GraphData::of(impl_->pattern->GetGraph());
  const auto target = target_graph == nullptr ? nullptr : GraphData::of(*target_graph);
  if (graph == nullptr || target == nullptr) {
    opstrata::graph::refuse(fail(Msg::kGraphEmptyHandle, {{"function", "PatternMatcher"}, {"what", target == nullptr ? "target graph" : "pattern"}}));
    return;
  }
  impl_->order = opstrata::graph::placing_order(*graph);
  if (!impl_->order.empty()) impl_->anchors = target->nodes;
}
PatternMatcher::~PatternMatcher() = default;

std::unique_ptr<MatchResult> PatternMatcher::MatchNext() {
  while (impl_->anchor < impl_->anchors.size()) {
    Node *anchor = impl_->anchors[impl_->anchor].get();
    const auto pattern = GraphData::of(impl_->pattern->GetGraph()), target = GraphData::of(*impl_->target);
    opstrata::graph::Search search(*pattern, *target, impl_->config, impl_->order);
    if (anchor->graph != target.get() || !search.find(anchor, impl_->skip)) {
      ++impl_->anchor;
      impl_->skip = 0;
      continue;
    }
    ++impl_->skip;
    auto result = std::make_unique<MatchResult>(impl_->pattern.get());
    for (const auto &node : pattern->nodes) {
      const auto at = search.placed().find(node.get());
      if (at != search.placed().end()) (void)result->AppendNodeMatchPair({Node::wrap(node), 0}, {Node::wrap(at->second->shared_from_this()), 0});
      if (!opstrata::graph::is_input_type(node->type()) || node->outputs.empty()) continue;
      for (const auto &[reader, port] : node->outputs.front().consumers) {
        const auto inside = search.placed().find(reader);
        if (inside == search.placed().end()) continue;
        const auto &input = inside->second->inputs[static_cast<size_t>(port)];
        (void)result->AppendNodeMatchPair({Node::wrap(node), 0}, {Node::wrap(input.source->shared_from_this()), input.source_output});
        break;
      }
    }
    return result;
  }
  return nullptr;
}

}  // namespace ge::fusion
