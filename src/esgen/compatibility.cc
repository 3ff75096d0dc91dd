#include "esgen/compatibility.h"

#include <algorithm>
#include <map>

#include "esgen/literals.h"

namespace opstrata::esgen {

using proto::AttrDef;
using proto::AttrType;
using proto::InputKind;
using proto::OpPrototype;

namespace {

template <typename List>
const typename List::value_type *find_named(const List &list, const std::string &name) {
  const auto it = std::find_if(list.begin(), list.end(), [&](const auto &e) { return e.name == name; });
  return it == list.end() ? nullptr : &*it;
}

const char *kind_word(InputKind kind) {
  return kind == InputKind::kRequired ? "required" : kind == InputKind::kOptional ? "optional" : "dynamic";
}

bool has_default(const AttrDef &attr) { return !plain_default(attr).empty(); }

}  // namespace

bool same_calls(const OpPrototype &a, const OpPrototype &b) {
  const auto equal = [](const auto &x, const auto &y, auto same) { return std::equal(x.begin(), x.end(), y.begin(), y.end(), same); };
  const auto by_name_and_kind = [](const auto &x, const auto &y) { return x.name == y.name && x.kind == y.kind; };
  return a.type == b.type && equal(a.inputs, b.inputs, by_name_and_kind) && equal(a.outputs, b.outputs, by_name_and_kind) &&
         equal(a.subgraphs, b.subgraphs, by_name_and_kind) && equal(a.attrs, b.attrs, [](const AttrDef &x, const AttrDef &y) {
           return x.name == y.name && x.type == y.type && x.type_word == y.type_word && has_default(x) == has_default(y);
         });
}

Renames find_renames(const OpPrototype &old, const OpPrototype &current) {
  Renames renames;
  for (size_t i = 0; i < std::min(old.inputs.size(), current.inputs.size()); ++i) {
    const auto &a = old.inputs[i], &b = current.inputs[i];
    const bool same_kind = a.kind == b.kind || (a.kind == InputKind::kRequired && b.kind == InputKind::kOptional);
    if (a.name != b.name && same_kind && current.input_index(a.name) < 0 && old.input_index(b.name) < 0) {
      renames[{Role::kInput, a.name}] = b.name;
    }
  }
  // Dynamic outputs and subgraphs: callers write their counts and graphs by place.
  const auto by_place = [&](Role role, const auto &before, const auto &now) {
    for (size_t i = 0; i < std::min(before.size(), now.size()); ++i) {
      const auto &a = before[i], &b = now[i];
      if (a.name != b.name && a.kind == b.kind && find_named(now, a.name) == nullptr && find_named(before, b.name) == nullptr) renames[{role, a.name}] = b.name;
    }
  };
  by_place(Role::kOutputCount, old.outputs, current.outputs);
  by_place(Role::kSubgraph, old.subgraphs, current.subgraphs);
  return renames;
}

namespace {

/// Finds the element of `current` that an old parameter carries and turns the parameter into one for it. False when there is none.
bool carry_param(const OpPrototype &current, const Renames &renames, const std::vector<bool> &given_input, Param *param) {
  const auto renamed = renames.find({param->role, param->element});
  if (renamed != renames.end()) param->element = renamed->second;
  switch (param->role) {
    case Role::kOwner:
    case Role::kNone:
      return true;
    case Role::kInput: {
      param->index = current.input_index(param->element);
      if (param->index >= 0) {
        if (param->type == ParamType::kTensorHolder && !param->is_new && is_tensor_like_capable(current)) param->type = ParamType::kTensorLike;
        const bool is_dynamic = current.inputs[static_cast<size_t>(param->index)].kind == InputKind::kDynamic;
        return is_dynamic == (param->type == ParamType::kTensorVector);
      }
      // A removed input: the calls that leave it unconnected mean what they meant.
      if (param->null_refused || param->type == ParamType::kTensorVector) return false;
      param->role = Role::kNone;
      param->type = ParamType::kNullGuard;
      param->has_default = param->is_new = false;
      return true;
    }
    case Role::kOutputCount:
      param->index = current.output_index(param->element);
      return param->index >= 0 && current.outputs[static_cast<size_t>(param->index)].kind == proto::OutputKind::kDynamic;
    case Role::kSubgraph: {
      const auto *graph = find_named(current.subgraphs, param->element);
      param->index = graph == nullptr ? -1 : static_cast<int>(graph - current.subgraphs.data());
      return graph != nullptr && (graph->kind == proto::SubgraphKind::kDynamic) == (param->type == ParamType::kGraphVector);
    }
    case Role::kAttr:
      break;
  }
  const AttrDef *attr = current.find_attr(param->element);
  ParamType type;
  if (attr != nullptr) {
    param->index = static_cast<int>(attr - current.attrs.data());
    return attr_param_type(attr->type, &type) && type == plain_type(param->type);
  }
  // An attribute that became an input of the same name: its value is a constant now.
  const int input = current.input_index(param->element);
  const ParamType plain = is_companion_type(param->type) ? param->type : plain_type(param->type);
  const bool constant = plain == ParamType::kInt || plain == ParamType::kFloat || plain == ParamType::kBool || plain == ParamType::kListInt ||
                        plain == ParamType::kListFloat;
  if (input < 0 || !constant || current.inputs[static_cast<size_t>(input)].kind == InputKind::kDynamic || given_input[static_cast<size_t>(input)]) {
    return false;
  }
  param->index = input;
  param->role = Role::kInput;
  param->attr_as_input = true;
  return true;
}

}  // namespace

std::optional<Signature> forward_signature(const Signature &old_signature, size_t required, size_t total, const OpPrototype &old,
                                           const OpPrototype &current, const Renames &renames) {
  Signature signature = old_signature;
  signature.kind = SignatureKind::kForward;
  signature.fixed.clear();
  signature.params.resize(total);
  std::vector<bool> given_input(current.inputs.size(), false), given_attr(current.attrs.size(), false);
  for (size_t i = 0; i < total; ++i) {
    Param &param = signature.params[i];
    if (!carry_param(current, renames, given_input, &param)) return std::nullopt;
    if (i < required) param.has_default = false;
    if (param.role == Role::kNone && i >= required) return std::nullopt;  // only a written nullptr can be told
    // A call that leaves it out has no constant to make.
    if (param.attr_as_input) param.has_default = false;
    if (!param.has_default && i >= required) return std::nullopt;
    const auto index = static_cast<size_t>(param.index);
    if (param.role == Role::kInput) given_input[index] = true;
    if (param.role != Role::kAttr) continue;
    given_attr[index] = true;
    // Today's defaults; an attribute that became required keeps the default that it had.
    const std::string today = cpp_default(current.attrs[index]);
    if (!today.empty() && param.has_default) param.default_text = today;
    // Whom nobody counts any more has no default that it could keep.
    const AttrDef *const before = old.find_attr(param.element);
    if (today.empty() && param.has_default && before != nullptr && !before->count_of.empty()) return std::nullopt;
  }
  // What the current operator requires must come from the call, or from the default that the attribute had.
  for (size_t i = 0; i < current.inputs.size(); ++i) {
    if (!given_input[i] && current.inputs[i].kind != InputKind::kOptional) return std::nullopt;
  }
  for (size_t i = 0; i < current.attrs.size(); ++i) {
    if (given_attr[i] || has_default(current.attrs[i])) continue;
    const AttrDef *before = old.find_attr(current.attrs[i].name);
    Param fixed;
    if (before == nullptr || before->type != current.attrs[i].type || !has_default(*before) || !before->count_of.empty() || !attr_param_type(before->type, &fixed.type)) {
      return std::nullopt;
    }
    fixed.role = Role::kAttr;
    fixed.element = before->name;
    fixed.index = static_cast<int>(i);
    fixed.default_text = cpp_default(*before);
    signature.fixed.push_back(std::move(fixed));
  }
  for (size_t i = 0; i < current.outputs.size(); ++i) {
    const bool is_dynamic = current.outputs[i].kind == proto::OutputKind::kDynamic;
    if (is_dynamic && std::none_of(signature.params.begin(), signature.params.end(), [&](const Param &p) {
          return p.role == Role::kOutputCount && p.index == static_cast<int>(i);
        })) {
      return std::nullopt;
    }
  }
  if (current.subgraphs.size() != old.subgraphs.size()) return std::nullopt;
  return signature;
}

std::string describe_changes(const OpPrototype &old, const OpPrototype &current) {
  std::vector<std::string> changes;
  const Renames renames = find_renames(old, current);
  for (const auto &input : old.inputs) {
    const auto renamed = renames.find({Role::kInput, input.name});
    if (renamed != renames.end()) {
      changes.push_back("input " + input.name + " is now called " + renamed->second);
      continue;
    }
    const int i = current.input_index(input.name);
    if (i < 0) {
      changes.push_back("input " + input.name + " was removed");
    } else if (const auto kind = current.inputs[static_cast<size_t>(i)].kind; kind != input.kind) {
      changes.push_back("input " + input.name + " was " + kind_word(input.kind) + " and is " + kind_word(kind));
    }
  }
  for (const auto &input : current.inputs) {
    const bool is_new = old.input_index(input.name) < 0 && std::none_of(renames.begin(), renames.end(), [&](const auto &r) {
                          return r.second == input.name;
                        });
    if (is_new) changes.push_back(std::string(kind_word(input.kind)) + " input " + input.name + " was added" +
                                  (old.find_attr(input.name) != nullptr ? " where an attribute of this name was" : ""));
  }
  std::vector<std::string> then_order, now_order;
  for (const auto &input : old.inputs) {
    const auto renamed = renames.find({Role::kInput, input.name});
    const std::string &name = renamed == renames.end() ? input.name : renamed->second;
    if (current.input_index(name) >= 0) then_order.push_back(name);
  }
  for (const auto &input : current.inputs) {
    if (std::find(then_order.begin(), then_order.end(), input.name) != then_order.end()) now_order.push_back(input.name);
  }
  if (then_order != now_order) changes.emplace_back("inputs changed their order");
  for (const auto &attr : old.attrs) {
    const AttrDef *now = current.find_attr(attr.name);
    if (now == nullptr) {
      changes.push_back("attribute " + attr.name + " was removed");
    } else if (now->type != attr.type || now->type_word != attr.type_word) {
      changes.push_back("attribute " + attr.name + " was " + attr.type_word + " and is " + now->type_word);
    } else if (now->may_be_left_out() != attr.may_be_left_out()) {
      changes.push_back("attribute " + attr.name + (now->may_be_left_out() ? " became optional" : " became required"));
    }
  }
  for (const auto &attr : current.attrs) {
    if (old.find_attr(attr.name) == nullptr) {
      changes.push_back(std::string(attr.may_be_left_out() ? "optional" : "required") + " attribute " + attr.name + " was added");
    }
  }
  const auto order_of = [&](const OpPrototype &op, const OpPrototype &other) {
    std::vector<std::string> names;
    for (const size_t i : attr_order(op)) {
      if (other.find_attr(op.attrs[i].name) != nullptr) names.push_back(op.attrs[i].name);
    }
    return names;
  };
  if (order_of(old, current) != order_of(current, old)) changes.emplace_back("attributes changed their order");
  const auto name_differences = [&](const std::string &what, const auto &before, const auto &now, const auto &kind_of) {
    for (const auto &element : before) {
      const auto *const same = find_named(now, element.name);
      if (same == nullptr) {
        changes.push_back(what + " " + element.name + " was removed");
      } else if (same->kind != element.kind) {
        changes.push_back(what + " " + element.name + " was " + kind_of(element) + " and is " + kind_of(*same));
      }
    }
    for (const auto &element : now) {
      if (find_named(before, element.name) == nullptr)
        changes.push_back(kind_of(element) + std::string(" ") + what + " " + element.name + " was added");
    }
    const bool same_names = before.size() == now.size() &&
                            std::all_of(before.begin(), before.end(),
                                        [&](const auto &element) { return find_named(now, element.name) != nullptr; });
    if (same_names && !std::equal(before.begin(), before.end(), now.begin(),
                                  [](const auto &a, const auto &b) { return a.name == b.name; }))
      changes.push_back(what + "s changed their order");
  };
  name_differences("output", old.outputs, current.outputs,
                   [](const auto &o) { return o.kind == proto::OutputKind::kDynamic ? "dynamic" : "required"; });
  name_differences("subgraph", old.subgraphs, current.subgraphs,
                   [](const auto &g) { return g.kind == proto::SubgraphKind::kDynamic ? "dynamic" : "static"; });
  std::string text;
  for (const auto &change : changes) text += (text.empty() ? "" : "; ") + change;
  return text.empty() ? "The prototype changed." : "The prototype changed: " + text + ".";
}

std::string advice_for(const OpPrototype &old, const OpPrototype &current) {
  for (const auto &attr : current.attrs) {
    const AttrDef *before = old.find_attr(attr.name);
    if (!attr.may_be_left_out() && before == nullptr) return "Give attribute " + attr.name + " a default, so that old calls can leave it out.";
    if (before != nullptr && before->type != attr.type) return "Keep attribute " + attr.name + " as " + before->type_word + " and add a new one.";
  }
  for (const auto &input : current.inputs) {
    const int before = old.input_index(input.name);
    if (before < 0 && input.kind != InputKind::kOptional) return "Make input " + input.name + " optional.";
    if (before < 0) continue;
    const InputKind was = old.inputs[static_cast<size_t>(before)].kind;
    if (was == InputKind::kOptional && input.kind == InputKind::kRequired)
      return "Make input " + input.name + " optional again.";
    if ((was == InputKind::kDynamic) != (input.kind == InputKind::kDynamic))
      return "Keep input " + input.name + " " + kind_word(was) + ", or register another operator.";
  }
  for (const auto &input : old.inputs) {
    if (current.input_index(input.name) < 0) return "Keep input " + input.name + " as an optional one.";
  }
  for (const auto &attr : old.attrs) {
    if (current.find_attr(attr.name) == nullptr) return "Keep attribute " + attr.name + " and ignore it.";
  }
  if (old.subgraphs != current.subgraphs)
    return "Keep the subgraphs, or register another operator: no call can leave a subgraph out.";
  const auto counts = [](const OpPrototype &op) {
    return std::count_if(op.outputs.begin(), op.outputs.end(),
                         [](const auto &o) { return o.kind == proto::OutputKind::kDynamic; });
  };
  if (counts(old) != counts(current))
    return "Keep the dynamic outputs, or register another operator: each one is a count in every call.";
  return "Append new elements behind the old ones and keep their order.";
}

void add_default_changes(const OpPrototype &current, const std::vector<OldPrototype> &history, Plan *plan) {
  for (const auto &attr : current.attrs) {
    const std::string today = plain_default(attr);
    if (today.empty()) continue;
    const auto spelled = [](const AttrDef &a, const AttrDef &other) {
      return plain_default(a) + (a.type == other.type ? "" : " (" + a.type_word + ")");
    };
    // One warning for each run of releases with another default, the newest run first. Releases without a default do not end a run.
    std::vector<PlanFinding> findings;
    std::string run = today;
    for (auto old = history.rbegin(); old != history.rend(); ++old) {
      const AttrDef *before = old->op->find_attr(attr.name);
      const std::string then = before == nullptr ? "" : plain_default(*before);
      if (then.empty()) continue;
      const bool goes_on = spelled(*before, attr) == run;
      run = spelled(*before, attr);
      if (run == today) continue;
      if (goes_on) {
        auto &releases = findings.back().releases;
        releases.insert(releases.begin(), old->release);
        continue;
      }
      PlanFinding finding;
      finding.code = "default_changed";
      finding.release = old->release;
      finding.releases = {old->release};
      finding.text = "the default of " + attr.name + " was " + run + " and is " + spelled(attr, *before) +
                     ": recompiled callers that leave it out get " + today + ".";
      finding.old_where = old->op->where.to_string();
      finding.new_where = current.where.to_string();
      findings.push_back(std::move(finding));
    }
    plan->findings.insert(plan->findings.end(), findings.begin(), findings.end());
  }
}

void add_notes(const OpPrototype &old, const OpPrototype &current, const std::string &release, Plan *plan) {
  const auto add = [&](PlanFinding::Severity severity, const char *code, std::string text) {
    for (const auto &f : plan->findings) {
      if (f.code == code && f.text == text) return;
    }
    PlanFinding finding;
    finding.severity = severity;
    finding.code = code;
    finding.release = release;
    finding.text = std::move(text);
    finding.old_where = old.where.to_string();
    finding.new_where = current.where.to_string();
    plan->findings.push_back(std::move(finding));
  };
  for (const auto &[from, to] : find_renames(old, current)) {
    if (from.first != Role::kInput) continue;
    add(PlanFinding::Severity::kNote, "input_renamed", "input " + from.second + " is now called " + to + "; calls keep its place.");
  }
  const bool same_count = old.outputs.size() == current.outputs.size();
  const bool same_kinds = same_count && std::equal(old.outputs.begin(), old.outputs.end(), current.outputs.begin(),
                                                   [](const auto &a, const auto &b) { return a.kind == b.kind; });
  if (!same_kinds) {
    add(PlanFinding::Severity::kLoss, "outputs_changed",
        "the operator had " + std::to_string(old.outputs.size()) + " outputs and has " + std::to_string(current.outputs.size()) +
            (same_count ? " of other kinds" : "") + ": code that uses the result of a call may not compile.");
  } else if (old.outputs.size() > 1) {
    for (size_t i = 0; i < old.outputs.size(); ++i) {
      if (old.outputs[i].name != current.outputs[i].name) {
        add(PlanFinding::Severity::kWarning, "output_renamed",
            "output " + old.outputs[i].name + " is now called " + current.outputs[i].name + ": the result's member has the new name.");
      }
    }
  }
}

}  // namespace opstrata::esgen
