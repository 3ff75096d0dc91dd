// Passes: their registration, their context, and how pattern and decomposition passes run.
#include <algorithm>
#include <memory>
#include <mutex>

#include "ge/fusion/pass/decompose_pass.h"
#include "ge/fusion/pass/pattern_fusion_pass.h"
#include "ge/fusion/pattern_matcher.h"
#include "graph/fusion/part.h"
#include "graph/status_codes.h"

namespace opstrata::graph {
namespace {

struct PassList {
  std::mutex lock;
  std::vector<PassEntry> entries;
};
PassList &pass_list() {
  static auto *list = new PassList;  // never destroyed: libraries register until the process ends
  return *list;
}

void add_pass(PassEntry entry) {
  PassList &list = pass_list();
  const std::lock_guard guard(list.lock);
  list.entries.push_back(std::move(entry));
}

std::string text_of(const ge::AscendString &text) { return std::string(text.GetString(), text.GetLength()); }

// Ends a pass: the reason goes to the context and to the thread's recent message.
ge::Status end_pass(ge::CustomPassContext &context, const Status &status) {
  context.SetErrorMessage(ge::AscendString(status.text().c_str()));
  refuse(status);
  return ge::FAILED;
}

Status pass_fault(ge::CustomPassContext &context, const char *problem) {
  return fail(Msg::kFusionPattern, {{"pass", text_of(context.GetPassName())}, {"problem", problem}});
}

// Replaces one place.
template <typename Replacement>
Status replace_place(const Part &part, ge::CustomPassContext &context, const Replacement &replacement, bool &changed) {
  const ge::fusion::GraphUniqPtr graph = replacement();
  const auto data = graph == nullptr ? nullptr : GraphData::of(*graph);
  if (data == nullptr) return pass_fault(context, "it gave no replacement");
  OPSTRATA_TRY(replace_part(part, *data));
  changed = true;
  return {};
}

bool can_be_cut_out(const Part &part) {
  const auto inner = nodes_of(part);
  return inner.ok() && check_convex(*inner).ok();
}

// Meets: (match) -> bool; Replace: (match) -> graph.
template <typename Meets, typename Replace>
ge::Status run_patterns(ge::GraphPtr &graph, ge::CustomPassContext &context, const ge::fusion::PatternMatcherConfig &config,
                        std::vector<ge::fusion::PatternUniqPtr> patterns, const Meets &meets, const Replace &replace) {
  if (graph == nullptr || GraphData::of(*graph) == nullptr) return end_pass(context, pass_fault(context, "it came to run on an empty graph"));
  bool changed = false;
  for (auto &pattern : patterns) {
    if (pattern == nullptr) return end_pass(context, pass_fault(context, "one of its patterns is null"));
    ge::fusion::PatternMatcher matcher(std::move(pattern), graph, std::make_unique<ge::fusion::PatternMatcherConfig>(config));
    while (auto match = matcher.MatchNext()) {
      if (!meets(match)) continue;
      const auto boundary = match->ToSubgraphBoundary();
      if (boundary == nullptr) continue;
      const auto part = part_of(*boundary);
      if (!part.ok() || !can_be_cut_out(*part)) continue;
      const Status status = replace_place(*part, context, [&] { return replace(match); }, changed);
      if (!status.ok()) return end_pass(context, status);
    }
  }
  return changed ? ge::SUCCESS : ge::NOT_CHANGED;
}

template <typename Meets, typename Replace>
ge::Status run_decomposition(ge::GraphPtr &graph, ge::CustomPassContext &context, const std::vector<ge::AscendString> &types, const Meets &meets,
                             const Replace &replace) {
  const auto data = graph == nullptr ? nullptr : GraphData::of(*graph);
  if (data == nullptr) return end_pass(context, pass_fault(context, "it came to run on an empty graph"));
  bool changed = false;
  for (const auto &node : std::vector(data->nodes)) {
    if (std::none_of(types.begin(), types.end(), [&](const ge::AscendString &type) { return node->type() == type.GetString(); })) continue;
    const ge::GNode handle = Node::wrap(node);
    if (node->graph != data.get() || !meets(handle)) continue;
    const Status status = replace_place(part_of(*node), context, [&] { return replace(handle); }, changed);
    if (!status.ok()) return end_pass(context, status);
  }
  return changed ? ge::SUCCESS : ge::NOT_CHANGED;
}

}  // namespace

std::vector<PassEntry> registered_passes(ge::CustomPassStage stage) {
  PassList &list = pass_list();
  const std::lock_guard guard(list.lock);
  std::vector<PassEntry> result;
  std::copy_if(list.entries.begin(), list.entries.end(), std::back_inserter(result), [stage](const PassEntry &entry) { return entry.stage == stage; });
  return result;
}

}  // namespace opstrata::graph

namespace ge {

using opstrata::graph::PassEntry;
using opstrata::graph::text_of;

struct CustomPassContext::Impl {
  AscendString error, name;
};

CustomPassContext::CustomPassContext() : impl_(std::make_unique<Impl>()) {}
CustomPassContext::~CustomPassContext() = default;
void CustomPassContext::SetErrorMessage(const AscendString &error_message) { impl_->error = error_message; }
AscendString CustomPassContext::GetErrorMessage() const { return impl_->error; }
void CustomPassContext::SetPassName(const AscendString &pass_name) { impl_->name = pass_name; }
AscendString CustomPassContext::GetPassName() const { return impl_->name; }
graphStatus CustomPassContext::GetOptionValue(const AscendString &option_key, AscendString &option_value) const {
  // A pass is run by its caller, who gives no options; sessions run graphs as they are.
  option_value = AscendString("");
  opstrata::graph::refuse(opstrata::fail(opstrata::Msg::kFusionOption, {{"pass", text_of(impl_->name)}, {"name", text_of(option_key)}}));
  return GRAPH_FAILED;
}

PassRegistrationData::PassRegistrationData(const char *pass_name) : name_(pass_name) {}
PassRegistrationData &PassRegistrationData::CustomPassFn(const CustomPassFunc &custom_pass_fn) {
  function_ = custom_pass_fn;
  return *this;
}
PassRegistrationData &PassRegistrationData::Stage(CustomPassStage stage) {
  stage_ = stage;
  return *this;
}
AscendString PassRegistrationData::GetPassName() const { return name_; }
CustomPassFunc PassRegistrationData::GetCustomPassFn() const { return function_; }
CustomPassStage PassRegistrationData::GetStage() const { return stage_; }

PassReceiver::PassReceiver(PassRegistrationData &reg_data) {
  if (reg_data.GetCustomPassFn() == nullptr) return;
  opstrata::graph::add_pass({text_of(reg_data.GetPassName()), reg_data.GetStage(), reg_data.GetCustomPassFn()});
}

namespace fusion {

FusionBasePass::~FusionBasePass() = default;

PassRegistrar::PassRegistrar(FusionPassRegistrationData &fusion_pass_reg_data) {
  const CreateFusionPassFn create = fusion_pass_reg_data.GetCreatePassFn();
  if (create == nullptr) return;
  opstrata::graph::add_pass({text_of(fusion_pass_reg_data.GetPassName()), fusion_pass_reg_data.GetStage(), [create](GraphPtr &graph, CustomPassContext &context) {
                               const std::unique_ptr<FusionBasePass> pass(create());
                               if (pass != nullptr) return pass->Run(graph, context);
                               return opstrata::graph::end_pass(context, opstrata::graph::pass_fault(context, "it could not be made"));
                             }});
}

PatternFusionPass::PatternFusionPass() = default;
PatternFusionPass::PatternFusionPass(std::unique_ptr<PatternMatcherConfig> match_config) {
  if (match_config != nullptr) config_ = *match_config;
}
PatternFusionPass::~PatternFusionPass() = default;
bool PatternFusionPass::MeetRequirements(const std::unique_ptr<MatchResult> &) { return true; }
Status PatternFusionPass::Run(GraphPtr &graph, CustomPassContext &pass_context) {
  return opstrata::graph::run_patterns(
      graph, pass_context, config_, Patterns(), [this](const auto &match) { return MeetRequirements(match); },
      [this](const auto &match) { return Replacement(match); });
}

PatternFusionPassV2::PatternFusionPassV2() = default;
PatternFusionPassV2::PatternFusionPassV2(std::unique_ptr<PatternMatcherConfig> match_config) {
  if (match_config != nullptr) config_ = *match_config;
}
PatternFusionPassV2::~PatternFusionPassV2() = default;
bool PatternFusionPassV2::MeetRequirements(const std::unique_ptr<MatchResult> &, CustomPassContext &) { return true; }
Status PatternFusionPassV2::Run(GraphPtr &graph, CustomPassContext &pass_context) {
  return opstrata::graph::run_patterns(
      graph, pass_context, config_, Patterns(pass_context), [&](const auto &match) { return MeetRequirements(match, pass_context); },
      [&](const auto &match) { return Replacement(match, pass_context); });
}

DecomposePass::DecomposePass(const std::vector<AscendString> &op_types) : op_types_(op_types) {}
DecomposePass::~DecomposePass() = default;
bool DecomposePass::MeetRequirements(const GNode &) { return true; }
Status DecomposePass::Run(GraphPtr &graph, CustomPassContext &pass_context) {
  return opstrata::graph::run_decomposition(
      graph, pass_context, op_types_, [this](const GNode &node) { return MeetRequirements(node); }, [this](const GNode &node) { return Replacement(node); });
}

DecomposePassV2::DecomposePassV2(const std::vector<AscendString> &op_types) : op_types_(op_types) {}
DecomposePassV2::~DecomposePassV2() = default;
bool DecomposePassV2::MeetRequirements(const GNode &, CustomPassContext &) { return true; }
Status DecomposePassV2::Run(GraphPtr &graph, CustomPassContext &pass_context) {
  return opstrata::graph::run_decomposition(
      graph, pass_context, op_types_, [&](const GNode &node) { return MeetRequirements(node, pass_context); },
      [&](const GNode &node) { return Replacement(node, pass_context); });
}

}  // namespace fusion
}  // namespace ge
