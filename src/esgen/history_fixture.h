/// @file
/// For tests: random operator histories (prototypes that change at random, as five years of releases do) and random calls.
#ifndef OPSTRATA_SRC_ESGEN_HISTORY_FIXTURE_H_
#define OPSTRATA_SRC_ESGEN_HISTORY_FIXTURE_H_

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "esgen/plan.h"
#include "esgen/prototype_fixture.h"
#include "esgen/resolve.h"

namespace opstrata::esgen::testing {

/// Makes histories. Equal seeds make equal histories.
class HistoryMaker {
 public:
  /// `restless`: percentage of releases that change an operator.
  explicit HistoryMaker(uint64_t seed, size_t restless = 100) : random_(seed), restless_(restless) {}

  size_t pick(size_t n) { return static_cast<size_t>(random_() % n); }

  /// One operator's prototype in each of `releases` releases, oldest first. `breaking` in percent: how many of the changes are
  /// no plain additions.
  std::vector<proto::OpPrototype> history(const std::string &type, size_t releases, size_t breaking) { return history(type, branches(releases), breaking); }

  /// The same where release i was made from release `parents[i]`.
  std::vector<proto::OpPrototype> history(const std::string &type, const std::vector<size_t> &parents, size_t breaking) {
    std::vector<proto::OpPrototype> chain = {first(type)};
    while (chain.size() < parents.size()) {
      proto::OpPrototype next = chain[parents[chain.size()]];
      for (size_t changes = pick(100) < restless_ ? pick(3) : 0; changes > 0; --changes) pick(100) < breaking ? break_something(&next) : add_something(&next);
      next.where.line = static_cast<int>(chain.size() + 1);
      chain.push_back(std::move(next));
    }
    return chain;
  }

  /// Every release was made from the one before.
  static std::vector<size_t> line(size_t releases) {
    std::vector<size_t> parents(releases, 0);
    for (size_t i = 1; i < releases; ++i) parents[i] = i - 1;
    return parents;
  }
  /// Now and then a maintenance release of an older branch, dated after newer ones; the main line goes on from its own tip.
  std::vector<size_t> branches(size_t releases) {
    std::vector<size_t> parents(releases, 0);
    size_t tip = 0;
    for (size_t i = 1; i < releases; ++i) {
      if (i > 2 && pick(4) == 0) {
        parents[i] = i - 1 - pick(std::min<size_t>(i, 4));
      } else {
        parents[i] = tip;
        tip = i;
      }
    }
    return parents;
  }

 private:
  proto::OpPrototype first(const std::string &type) {
    // One draw after the other: the same history from every compiler.
    const char *const graphs = pick(20) == 0 ? "g" : pick(30) == 0 ? "g*" : "";
    const char *const outputs = pick(6) == 0 ? "y, y2" : pick(8) == 0 ? "y*" : "y";
    proto::OpPrototype op = make_op(type, "", {}, outputs, graphs);
    for (size_t i = 0, n = 1 + pick(3); i < n; ++i) {
      op.inputs.push_back({name("x"), pick(10) == 0 ? proto::InputKind::kDynamic : pick(5) == 0 ? proto::InputKind::kOptional : proto::InputKind::kRequired, "T"});
    }
    for (size_t i = 0, n = pick(4); i < n; ++i) op.attrs.push_back(attr(pick(4) == 0));
    return op;
  }

  std::string name(const char *prefix) { return prefix + std::to_string(++names_); }

  proto::AttrDef attr(bool required) {
    static constexpr const char *kDefaults[][3] = {
        {"Int", "0", "7"},           {"Int", "1", "-3"},           {"Float", "0.5", "0"},         {"Bool", "false", "true"},
        {"String", "\"\"", "\"m\""}, {"Type", "\"DT_FLOAT\"", "\"DT_INT8\""}, {"ListInt", "[]", "[1,1]"},    {"ListInt", "[0]", "[]"},
        {"ListFloat", "[]", "[0.5]"}, {"ListBool", "[]", "[true]"},  {"ListString", "[]", "[\"a\"]"}, {"ListType", "[]", "[\"DT_INT32\"]"},
        {"ListListInt", "[]", "[[1,2]]"}};
    const auto &row = kDefaults[pick(std::size(kDefaults))];
    const std::string spelled = row[0] + std::string(" ") + name("a");
    return make_attr(required ? spelled : spelled + "=" + row[1 + pick(2)]);
  }

  void add_something(proto::OpPrototype *op) {
    if (pick(5) < 3) {
      op->attrs.push_back(attr(false));
    } else {
      op->inputs.push_back({name("x"), proto::InputKind::kOptional, "T"});
    }
  }

  void break_something(proto::OpPrototype *op) {
    auto &inputs = op->inputs;
    auto &attrs = op->attrs;
    const auto input = [&] { return inputs.begin() + static_cast<long>(pick(inputs.size())); };
    const auto attribute = [&] { return attrs.begin() + static_cast<long>(pick(attrs.size())); };
    const bool has_attrs = !attrs.empty(), has_inputs = inputs.size() > 1;
    switch (pick(20)) {
      case 0: inputs.insert(inputs.begin() + static_cast<long>(pick(inputs.size() + 1)), {name("x"), proto::InputKind::kOptional, "T"}); break;
      case 1: {
        const proto::AttrDef added = attr(false);
        attrs.insert(attrs.begin() + static_cast<long>(pick(attrs.size() + 1)), added);
        break;
      }
      case 2: if (has_attrs) attrs.erase(attribute()); break;
      case 3: if (has_inputs) inputs.erase(input()); break;
      case 4: input()->name = name("x"); break;
      case 5: if (has_attrs) attribute()->name = name("a"); break;
      case 6: input()->kind = proto::InputKind::kOptional; break;
      case 7: input()->kind = proto::InputKind::kRequired; break;
      case 8:  // required <-> optional
        if (has_attrs) {
          const auto it = attribute();
          proto::AttrDef other = attr(false);
          while (other.type != it->type) other = attr(false);
          it->required = !it->required;
          it->default_value = it->required ? proto::AttrValue() : other.default_value;
        }
        break;
      case 9: if (has_attrs) { const auto it = attribute(); const std::string kept = it->name; *it = attr(it->required); it->name = kept; } break;
      case 10: if (attrs.size() > 1) std::iter_swap(attribute(), attribute()); break;
      case 11: attrs.push_back(attr(true)); break;
      case 12:  // an attribute becomes an input
        if (has_attrs) {
          const auto it = attribute();
          inputs.push_back({it->name, pick(2) == 0 ? proto::InputKind::kOptional : proto::InputKind::kRequired, "T"});
          attrs.erase(it);
        }
        break;
      case 13: if (has_inputs) std::iter_swap(input(), input()); break;
      case 14: inputs.push_back({name("x"), proto::InputKind::kRequired, "T"}); break;
      case 15:  // two inputs at once
        for (int i = 0; i < 2; ++i) inputs.push_back({name("x"), proto::InputKind::kOptional, "T"});
        break;
      case 16: op->outputs.push_back({name("y"), proto::OutputKind::kRequired, "T"}); break;
      case 17: op->outputs.back().name = name("y"); break;
      case 18:  // a list where a number was, or the other way round
        for (auto &a : attrs) {
          if (a.type != proto::AttrType::kInt && a.type != proto::AttrType::kListInt) continue;
          a = make_attr((a.type == proto::AttrType::kInt ? "ListInt " : "Int ") + a.name + (a.required ? "" : a.type == proto::AttrType::kInt ? "=[1]" : "=1"));
          break;
        }
        break;
      case 19:  // an input in the middle replaces it
        if (has_attrs) {
          const auto it = attribute();
          inputs.insert(inputs.begin() + static_cast<long>(pick(inputs.size() + 1)), {it->name, proto::InputKind::kOptional, "T"});
          attrs.erase(it);
        }
        break;
    }
  }

  std::mt19937_64 random_;
  size_t restless_;
  size_t names_ = 0;
};

}  // namespace opstrata::esgen::testing

#endif  // OPSTRATA_SRC_ESGEN_HISTORY_FIXTURE_H_
