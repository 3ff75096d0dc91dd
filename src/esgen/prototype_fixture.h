/// @file
/// For tests: prototypes in one line, and signatures as short text.
#ifndef OPSTRATA_SRC_ESGEN_PROTOTYPE_FIXTURE_H_
#define OPSTRATA_SRC_ESGEN_PROTOTYPE_FIXTURE_H_

#include <string>
#include <utility>
#include <vector>

#include "esgen/plan.h"
#include "proto/prototype.h"

namespace opstrata::esgen::testing {

/// `"x, xo1, xo2?, d*"`: required, optional (`?`) and dynamic (`*`) inputs.
inline std::vector<std::pair<std::string, char>> split_elements(const std::string &text) {
  std::vector<std::pair<std::string, char>> result;
  std::string name;
  char mark = ' ';
  for (const char c : text + ",") {
    if (c == ',') {
      if (!name.empty()) result.emplace_back(name, mark);
      name.clear();
      mark = ' ';
    } else if (c == '?' || c == '*') {
      mark = c;
    } else if (c != ' ') {
      name += c;
    }
  }
  return result;
}

/// Attribute `Int a=0`; without `=` it is required. Defaults are archive literals.
struct AttrText {
  AttrText(const char *text) : spelled(text) {}  // NOLINT: implicit for braced lists
  std::string spelled;
};

inline proto::AttrDef make_attr(const std::string &text) {
  proto::AttrDef attr;
  const size_t blank = text.find(' '), equal = text.find('=');
  attr.type_word = text.substr(0, blank);
  attr.type = proto::attr_type_from_word(attr.type_word);
  attr.name = text.substr(blank + 1, equal == std::string::npos ? std::string::npos : equal - blank - 1);
  attr.required = equal == std::string::npos;
  if (!attr.required) attr.default_value = *proto::parse_default_literal(attr.type, text.substr(equal + 1));
  return attr;
}

/// `make_op("Foo", "x, xo1?", {"Int a=0"})`; outputs as inputs, graphs `*` for dynamic.
inline proto::OpPrototype make_op(const std::string &type, const std::string &inputs, const std::vector<AttrText> &attrs = {},
                                  const std::string &outputs = "y", const std::string &graphs = "") {
  proto::OpPrototype op;
  op.type = type;
  for (const auto &[name, mark] : split_elements(inputs)) {
    op.inputs.push_back({name, mark == '?' ? proto::InputKind::kOptional : mark == '*' ? proto::InputKind::kDynamic : proto::InputKind::kRequired,
                         "TensorType({DT_FLOAT})"});
  }
  for (const auto &[name, mark] : split_elements(outputs)) {
    op.outputs.push_back({name, mark == '*' ? proto::OutputKind::kDynamic : proto::OutputKind::kRequired, "TensorType({DT_FLOAT})"});
  }
  for (const auto &attr : attrs) op.attrs.push_back(make_attr(attr.spelled));
  for (const auto &[name, mark] : split_elements(graphs)) {
    op.subgraphs.push_back({name, mark == '*' ? proto::SubgraphKind::kDynamic : proto::SubgraphKind::kStatic});
  }
  op.where.file = type + ".h";
  op.where.line = 1;
  return op;
}

/// Plans the last prototype with the others as releases V1, V2, …
inline Plan plan_chain(const std::vector<proto::OpPrototype> &chain, Policy policy = Policy::kSeed) {
  std::vector<OldPrototype> history;
  for (size_t i = 0; i + 1 < chain.size(); ++i) {
    history.push_back({&chain[i], "V" + std::to_string(i + 1), "2026-01-0" + std::to_string(i + 1)});
  }
  return make_plan(chain.back(), history, policy);
}

/// `(L x, L xo1, H xo2, i a=0)`; L tensor-like, H holder, V vector of holders, N guard, B builder, i f b s t attributes, `=i` those that only their
/// own kind of value fits.
inline std::string short_text(const Signature &signature) {
  static constexpr const char *kLetters[] = {"L", "H", "V", "B&", "B*", "i", "f", "b", "s", "t", "T", "G", "GV", "li", "lf", "lb", "lt", "ls",
                                             "lli", "{i}", "{f}", "{b}", "{t}", "{s}", "{li}", "=i", "=f", "=b", "=s", "=t", "=li", "=lf",
                                             "=lb", "=lt", "=ls", "=lli", "N"};
  std::string text = signature.kind == SignatureKind::kGuard ? "deleted (" : "(";
  for (size_t i = 0; i < signature.params.size(); ++i) {
    const auto &param = signature.params[i];
    text += (i == 0 ? "" : ", ") + std::string(kLetters[static_cast<size_t>(param.type)]) + " " +
            (param.role == Role::kOwner ? "owner" : param.element) + (param.has_default ? "=" + param.default_text : "");
  }
  return text + ")";
}

/// Mode and signatures, one per line.
inline std::string short_text(const Plan &plan) {
  std::string text(mode_name(plan.mode));
  for (const auto &signature : plan.signatures) text += "\n" + short_text(signature);
  return text;
}

}  // namespace opstrata::esgen::testing

#endif  // OPSTRATA_SRC_ESGEN_PROTOTYPE_FIXTURE_H_
