#include "history/difference.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/data_type.h"
#include "history/operators_input.h"

namespace opstrata::history {
namespace {

using proto::AttrDef;
using proto::InputDef;
using proto::InputKind;
using proto::OpPrototype;
using proto::OutputDef;
using proto::OutputKind;

// What a call that leaves the attribute out gives: its default as archived, or what it counts. Empty: nothing.
std::string left_out_value(const AttrDef &attr) {
  if (!attr.count_of.empty()) return "number of " + attr.count_of;
  return attr.required ? "" : proto::default_literal(attr);
}

std::string_view kind_name(InputKind kind) {
  constexpr std::string_view kNames[] = {"INPUT", "OPTIONAL_INPUT", "DYNAMIC_INPUT"};
  return kNames[static_cast<size_t>(kind)];
}
std::string_view kind_name(OutputKind kind) { return kind == OutputKind::kRequired ? "OUTPUT" : "DYNAMIC_OUTPUT"; }

// Data types that a dtype text allows: the names in it, or the range of the symbol when the prototype knows it.
std::set<std::string> types_of(const OpPrototype &op, const std::string &dtype) {
  std::set<std::string> types;
  if (const auto symbol = op.symbols.find(dtype); symbol != op.symbols.end()) {
    for (const ge::DataType type : symbol->second.types) types.emplace(data_type_enumerator(type));
    types.insert(symbol->second.promotes.begin(), symbol->second.promotes.end());
    return types;
  }
  std::string word;
  for (const char c : dtype + " ") {
    if (is_identifier("_" + std::string(1, c))) {
      word += c;
      continue;
    }
    if (!word.empty() && word != "TensorType" && word != "ListTensorType") types.insert(word);
    word.clear();
  }
  return types;
}

// Compares two lists of parameters by name, with what was renamed in place.
class Lists {
 public:
  template <typename Def>
  Lists(const std::vector<Def> &before, const std::vector<Def> &after,
        const std::function<bool(const Def &, const Def &)> &may_rename) {
    for (const Def &def : before) old_names_.push_back(def.name);
    for (const Def &def : after) new_names_.push_back(def.name);
    old_to_new_.assign(before.size(), -1);
    new_to_old_.assign(after.size(), -1);
    for (size_t i = 0; i < before.size(); ++i) {
      const auto same = std::find(new_names_.begin(), new_names_.end(), old_names_[i]);
      if (same != new_names_.end()) pair(i, static_cast<size_t>(same - new_names_.begin()));
    }
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
      if (old_to_new_[i] < 0 && new_to_old_[i] < 0 && may_rename(before[i], after[i])) pair(i, i);
    }
  }

  int new_of(size_t old_index) const { return old_to_new_[old_index]; }
  bool is_new(size_t new_index) const { return new_to_old_[new_index] < 0; }
  bool at_end(size_t new_index) const {
    return std::all_of(new_to_old_.begin() + static_cast<ptrdiff_t>(new_index), new_to_old_.end(),
                       [](int old) { return old < 0; });
  }
  bool reordered() const {
    int last = -1;
    for (const int at : old_to_new_) {
      if (at >= 0 && at < last) return true;
      last = std::max(last, at);
    }
    return false;
  }

 private:
  void pair(size_t old_index, size_t new_index) {
    old_to_new_[old_index] = static_cast<int>(new_index);
    new_to_old_[new_index] = static_cast<int>(old_index);
  }
  std::vector<std::string> old_names_, new_names_;
  std::vector<int> old_to_new_, new_to_old_;
};

class Differ {
 public:
  Differ(const OpPrototype &before, const OpPrototype &after) : before_(before), after_(after) {}

  std::vector<Change> run() {
    compare_tensors("input", before_.inputs, after_.inputs, [](const InputDef &def, bool end) {
      constexpr std::string_view kWords[] = {"new_required", "new_optional", "new_dynamic"};
      return std::string(kWords[static_cast<size_t>(def.kind)]) + (end ? ".end" : ".middle");
    });
    compare_tensors("output", before_.outputs, after_.outputs,
                    [](const OutputDef &, bool end) { return std::string(end ? "new.end" : "new.middle"); });
    compare_attrs();
    compare_subgraphs();
    return std::move(changes_);
  }

 private:
  Change &add(const std::string &kind, const std::string &name, int index = -1) {
    changes_.push_back({kind, after_.type, name, "", "", "", {}, {}, index, before_text_, after_text_});
    return changes_.back();
  }

  template <typename Def>
  void compare_places(const std::string &what, const std::vector<Def> &before, const std::vector<Def> &after,
                      const Lists &lists, const std::function<std::string(const Def &, bool end)> &new_kind) {
    for (size_t i = 0; i < before.size(); ++i) {
      const int at = lists.new_of(i);
      if (at < 0) {
        add(what + ".removed", before[i].name, static_cast<int>(i));
      } else if (after[static_cast<size_t>(at)].name != before[i].name) {
        add(what + ".renamed", before[i].name, static_cast<int>(i)).renamed_to = after[static_cast<size_t>(at)].name;
      }
    }
    for (size_t i = 0; i < after.size(); ++i) {
      if (lists.is_new(i)) add(what + "." + new_kind(after[i], lists.at_end(i)), after[i].name, static_cast<int>(i));
    }
    if (lists.reordered()) {
      Change &change = add(what + ".reordered", "");
      for (const Def &def : before) change.old_value.append(change.old_value.empty() ? "" : ", ").append(def.name);
      for (const Def &def : after) change.new_value.append(change.new_value.empty() ? "" : ", ").append(def.name);
    }
  }

  template <typename Def, typename NewKind>
  void compare_tensors(const std::string &what, const std::vector<Def> &before, const std::vector<Def> &after,
                       NewKind new_kind) {
    const Lists lists(before, after, std::function<bool(const Def &, const Def &)>([](const Def &a, const Def &b) {
                        return a.kind == b.kind;
                      }));
    compare_places<Def>(what, before, after, lists, new_kind);
    for (size_t i = 0; i < before.size(); ++i) {
      if (lists.new_of(i) < 0) continue;
      const Def &now = after[static_cast<size_t>(lists.new_of(i))];
      if (before[i].kind != now.kind) {
        std::string how = "kind_changed";
        if constexpr (std::is_same_v<Def, InputDef>) {
          if (before[i].kind == InputKind::kRequired && now.kind == InputKind::kOptional) how = "required_to_optional";
          if (before[i].kind == InputKind::kOptional && now.kind == InputKind::kRequired) how = "optional_to_required";
        }
        Change &change = add(what + "." + how, before[i].name);
        change.old_value = kind_name(before[i].kind);
        change.new_value = kind_name(now.kind);
      }
      compare_types(what, before[i].name, before[i].dtype, now.dtype);
    }
  }

  void compare_types(const std::string &what, const std::string &name, const std::string &before,
                     const std::string &after) {
    const std::set<std::string> old_types = types_of(before_, before), new_types = types_of(after_, after);
    std::vector<std::string> added, dropped;
    std::set_difference(new_types.begin(), new_types.end(), old_types.begin(), old_types.end(),
                        std::back_inserter(added));
    std::set_difference(old_types.begin(), old_types.end(), new_types.begin(), new_types.end(),
                        std::back_inserter(dropped));
    // A symbol whose range only one side knows says nothing about the other.
    const bool same_text = before == after;
    if (same_text &&
        (before_.symbols.count(before) != after_.symbols.count(after) || added.size() + dropped.size() == 0))
      return;
    const char *const how = !added.empty() && !dropped.empty() ? "dtype_changed_both_ways"
                            : !added.empty()                   ? "dtype_widened"
                            : !dropped.empty()                 ? "dtype_narrowed"
                                                               : "dtype_text_only";
    Change &change = add(what + "." + how, name);
    change.old_value = before;
    change.new_value = after;
    change.added = std::move(added);
    change.dropped = std::move(dropped);
  }

  void compare_attrs() {
    const auto may_rename = [](const AttrDef &a, const AttrDef &b) {
      return a.type_word == b.type_word && a.required == b.required;
    };
    const Lists lists(before_.attrs, after_.attrs, std::function<bool(const AttrDef &, const AttrDef &)>(may_rename));
    compare_places<AttrDef>("attr", before_.attrs, after_.attrs, lists, [](const AttrDef &def, bool end) {
      return std::string(def.required ? "new_required" : end ? "new_optional.end" : "new_optional.middle");
    });
    for (size_t i = 0; i < before_.attrs.size(); ++i) {
      const AttrDef &was = before_.attrs[i];
      if (lists.new_of(i) < 0) {
        const int input = after_.input_index(was.name);
        if (input >= 0 && before_.input_index(was.name) < 0) {
          add("attr.became_input", was.name).new_value = kind_name(after_.inputs[static_cast<size_t>(input)].kind);
        }
        continue;
      }
      const AttrDef &now = after_.attrs[static_cast<size_t>(lists.new_of(i))];
      if (was.type_word != now.type_word) {
        Change &change = add("attr.type_changed", was.name);
        change.old_value = was.type_word;
        change.new_value = now.type_word;
      }
      if (was.may_be_left_out() != now.may_be_left_out()) {
        Change &change = add(now.may_be_left_out() ? "attr.required_to_optional" : "attr.optional_to_required", was.name);
        change.old_value = left_out_value(was);
        change.new_value = left_out_value(now);
      } else if (was.type_word == now.type_word && left_out_value(was) != left_out_value(now)) {
        Change &change = add("attr.default_changed", was.name);
        change.old_value = left_out_value(was);
        change.new_value = left_out_value(now);
      }
    }
  }

  void compare_subgraphs() {
    const auto find = [](const OpPrototype &op, const std::string &name) {
      return std::find_if(op.subgraphs.begin(), op.subgraphs.end(), [&](const auto &def) { return def.name == name; });
    };
    for (const auto &was : before_.subgraphs) {
      const auto now = find(after_, was.name);
      if (now == after_.subgraphs.end())
        add("subgraph.removed", was.name);
      else if (now->kind != was.kind)
        add("subgraph.kind_changed", was.name);
    }
    for (const auto &now : after_.subgraphs) {
      if (find(before_, now.name) == before_.subgraphs.end()) add("subgraph.new", now.name);
    }
  }

  const OpPrototype &before_;
  const OpPrototype &after_;
  const std::string before_text_ = signature(before_), after_text_ = signature(after_);
  std::vector<Change> changes_;
};

bool same_but_for_the_type(const OpPrototype &a, const OpPrototype &b) {
  return a.inputs == b.inputs && a.outputs == b.outputs && a.attrs == b.attrs && a.subgraphs == b.subgraphs;
}

}  // namespace

std::vector<Change> differences(const OpPrototype *before, const OpPrototype *after) {
  if (before == nullptr && after == nullptr) return {};
  if (before == nullptr) return {{"op.new", after->type, "", "", "", "", {}, {}, -1, "", signature(*after)}};
  if (after == nullptr) return {{"op.removed", before->type, "", "", "", "", {}, {}, -1, signature(*before), ""}};
  return Differ(*before, *after).run();
}

std::vector<Change> differences(const std::vector<OpPrototype> &before, const std::vector<OpPrototype> &after) {
  std::vector<Change> changes;
  std::vector<const OpPrototype *> removed, created;
  auto a = before.begin(), b = after.begin();
  while (a != before.end() || b != after.end()) {
    const bool only_old = b == after.end() || (a != before.end() && a->type < b->type);
    const bool only_new = !only_old && (a == before.end() || b->type < a->type);
    const OpPrototype *const was = only_new ? nullptr : &*a++;
    const OpPrototype *const now = only_old ? nullptr : &*b++;
    if (only_old) removed.push_back(was);
    if (only_new) created.push_back(now);
    const std::vector<Change> found = differences(was, now);
    changes.insert(changes.end(), found.begin(), found.end());
  }
  for (const OpPrototype *was : removed) {
    for (const OpPrototype *now : created) {
      if (!same_but_for_the_type(*was, *now)) continue;
      changes.push_back(
          {"op.renamed_candidate", was->type, "", now->type, "", "", {}, {}, -1, signature(*was), signature(*now)});
    }
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change &x, const Change &y) { return x.op_type < y.op_type; });
  return changes;
}

std::string signature(const OpPrototype &op) {
  std::string text = op.type + "(", results;
  auto add = [&, first = true](const std::string &item) mutable {
    text.append(first ? "" : ", ").append(item);
    first = false;
  };
  for (const InputDef &input : op.inputs) {
    add(input.name + (input.kind == InputKind::kOptional ? "?" : input.kind == InputKind::kDynamic ? "[]" : ""));
  }
  for (const auto &subgraph : op.subgraphs) {
    add("graph " + subgraph.name + (subgraph.kind == proto::SubgraphKind::kDynamic ? "[]" : ""));
  }
  for (const AttrDef &attr : op.attrs) {
    const std::string literal = left_out_value(attr);
    add(attr.type_word + " " + attr.name + (literal.empty() ? "" : "=" + literal));
  }
  for (const OutputDef &output : op.outputs) {
    results.append(results.empty() ? "" : ", ")
        .append(output.name)
        .append(output.kind == OutputKind::kDynamic ? "[]" : "");
  }
  return text + ") -> " + (results.empty() ? "nothing" : results);
}

}  // namespace opstrata::history
