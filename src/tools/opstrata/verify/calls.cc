#include "tools/opstrata/verify/calls.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace opstrata::tools::verify {
namespace {

using esgen::argument_forms;
using esgen::Conversion;
using esgen::conversion;
using esgen::FormId;
using esgen::Param;
using esgen::ParamType;
using esgen::Signature;

constexpr size_t kMaxProduct = 100;  // combinations of one argument count that are all tried

/// Whether a caller could reasonably have written this argument, and the old function took it.
bool is_legal(FormId form, const Param &param) {
  const Conversion &c = conversion(form, param.type);
  if (c.rank == Conversion::kNone || c.ill_formed || c.maybe || c.odd || c.no_body) return false;
  return !esgen::is_refused(form, param) && !esgen::is_exotic(form, param.type);
}

/// What kind of value a form is to a reader: forms of one kind stand for each other unless overloads tell them apart.
int kind_of(std::string_view text) {
  static const std::map<std::string_view, int> kKinds = {{"n", 1}, {"i", 1}, {"u", 1}, {"0", 2}, {"0L", 2}, {"f", 3}, {"d", 3}, {"0.0", 3},
                                                         {"1.0f", 3}, {"true", 4}, {"false", 4}, {"\"a\"", 5}, {"s", 5},
                                                         {"ge::DT_INT32", 6}, {"t", 6}, {"e", 7}, {"5", 8}, {"z", 9}, {"p", 10}, {"NULL", 13}, {"l", 14}};
  const auto it = kKinds.find(text);
  if (it != kKinds.end()) return it->second;
  return text.front() == '{' ? 11 : 12;
}

/// Legal forms for one position, one for each difference that a reader or an overload set can see.
std::vector<FormId> candidates(size_t position, const Signature &old, const std::vector<Signature> &today) {
  using Effect = std::vector<std::tuple<int, bool, bool, bool, bool, bool>>;
  std::set<std::tuple<int, std::string, Effect>> seen;
  std::vector<FormId> result;
  for (size_t f = 0; f < argument_forms().size(); ++f) {
    const auto form = static_cast<FormId>(f);
    if (!is_legal(form, old.params[position])) continue;
    Effect effect;
    for (const auto &signature : today) {
      if (position >= signature.params.size()) continue;
      const Conversion &c = conversion(form, signature.params[position].type);
      effect.emplace_back(c.rank, c.list, c.ill_formed, c.maybe || c.odd, c.no_body, c.gives_null);
    }
    const int kind = kind_of(argument_forms()[f].text);
    // Vectors, unique pointers and braced lists differ by what they hold; numbers of one kind do not.
    const std::string text(kind >= 11 ? argument_forms()[f].text : std::string_view());
    if (seen.emplace(kind, text, std::move(effect)).second) result.push_back(form);
  }
  return result;
}

}  // namespace

std::vector<std::vector<size_t>> pairwise(const std::vector<size_t> &choices, const std::set<Pair> &shown) {
  const size_t n = choices.size();
  std::vector<std::vector<size_t>> rows;
  std::set<Pair> open;
  for (size_t a = 0; a < n; ++a) {
    for (size_t x = 0; x < choices[a]; ++x) {
      open.insert({a, x, a, x});
      for (size_t b = a + 1; b < n; ++b) {
        for (size_t y = 0; y < choices[b]; ++y) {
          if (shown.count({a, x, b, y}) == 0) open.insert({a, x, b, y});
        }
      }
    }
  }
  while (!open.empty()) {
    const auto [a, x, b, y] = *open.begin();
    std::vector<size_t> row(n, 0);
    std::vector<bool> fixed(n, false);
    row[a] = x;
    row[b] = y;
    fixed[a] = fixed[b] = true;
    for (size_t p = 0; p < n; ++p) {
      if (fixed[p]) continue;
      size_t best = 0, most = 0;
      for (size_t c = 0; c < choices[p]; ++c) {
        size_t gain = open.count({p, c, p, c});
        for (size_t q = 0; q < n; ++q) {
          if (!fixed[q]) continue;
          gain += q < p ? open.count({q, row[q], p, c}) : open.count({p, c, q, row[q]});
        }
        if (gain > most) {
          most = gain;
          best = c;
        }
      }
      row[p] = best;
      fixed[p] = true;
    }
    for (const Pair &pair : pairs_of(row)) open.erase(pair);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Pair> pairs_of(const std::vector<size_t> &row) {
  std::vector<Pair> pairs;
  for (size_t p = 0; p < row.size(); ++p) {
    for (size_t q = p; q < row.size(); ++q) pairs.push_back({p, row[p], q, row[q]});
  }
  return pairs;
}

namespace {

/// All rows over `choices[position]` candidates.
std::vector<std::vector<size_t>> full_product(const std::vector<size_t> &choices) {
  std::vector<std::vector<size_t>> rows = {{}};
  for (const size_t count : choices) {
    std::vector<std::vector<size_t>> longer;
    for (const auto &row : rows) {
      for (size_t c = 0; c < count; ++c) {
        longer.push_back(row);
        longer.back().push_back(c);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

/// The calls that reach signature `index` of the old set: for each number of arguments all combinations where they are
/// few. Otherwise pairs, and the number of arguments counts as one more choice: each form occurs with each number, and
/// each pair of forms in a call that the old set accepts, of whatever length.
void enumerate_signature(const std::vector<Signature> &old_set, size_t index, const std::vector<Signature> &today, const esgen::Renames &renames,
                         std::vector<Call> *calls) {
  const Signature &old = old_set[index];
  // One function with the same parameters: nothing can be confused, so each form once at each position is enough.
  const bool plain = old_set.size() == 1 && today.size() == 1 && esgen::type_key(today.front()) == esgen::type_key(old);
  std::vector<std::vector<FormId>> forms;
  for (size_t i = 0; i < old.params.size(); ++i) {
    forms.push_back(candidates(i, old, today));
    if (forms.back().empty()) break;
  }
  std::set<Pair> shown;
  for (size_t count = old.params.size() + 1; count-- > old.required();) {
    if (count > forms.size() || (count > 0 && forms[count - 1].empty())) continue;
    std::vector<size_t> choices;
    size_t most = 1, product = 1;
    for (size_t i = 0; i < count; ++i) {
      choices.push_back(forms[i].size());
      most = std::max(most, forms[i].size());
      product = std::min(kMaxProduct + 1, product * forms[i].size());
    }
    std::vector<std::vector<size_t>> rows;
    if (plain) {
      const size_t wanted = count == old.params.size() ? most : 1;
      for (size_t r = 0; r < wanted; ++r) {
        rows.emplace_back();
        for (size_t i = 0; i < count; ++i) rows.back().push_back(r % choices[i]);
      }
    } else {
      rows = product <= kMaxProduct ? full_product(choices) : pairwise(choices, shown);
    }
    for (const auto &row : rows) {
      Call call;
      for (size_t i = 0; i < count; ++i) call.forms.push_back(forms[i][row[i]]);
      const auto verdict = esgen::judge_call(old_set, today, renames, call.forms);
      if (!verdict.accepted || verdict.old_index != index) continue;
      for (const Pair &pair : pairs_of(row)) shown.insert(pair);
      call.signature = index;
      call.failure = verdict.failure;
      calls->push_back(std::move(call));
    }
  }
}

}  // namespace

std::vector<Call> enumerate_calls(const std::vector<Signature> &old_set, const std::vector<Signature> &today, const esgen::Renames &renames) {
  std::vector<Call> calls;
  for (size_t i = 0; i < old_set.size(); ++i) {
    if (old_set[i].kind != esgen::SignatureKind::kGuard) enumerate_signature(old_set, i, today, renames, &calls);
  }
  return calls;
}

bool is_named(const esgen::Plan &plan, const std::string &release, esgen::CallFailure::Kind failure) {
  const std::string_view code = failure == esgen::CallFailure::kRebound ? "rebound_call" : "lost_call";
  return std::any_of(plan.findings.begin(), plan.findings.end(), [&](const esgen::PlanFinding &f) {
    return f.severity == esgen::PlanFinding::Severity::kLoss && f.code == code &&
           std::find(f.releases.begin(), f.releases.end(), release) != f.releases.end();
  });
}

std::vector<Forbidden> forbidden_calls(const std::vector<Signature> &today) {
  std::vector<Forbidden> result;
  std::vector<const Signature *> set;
  for (const auto &s : today) set.push_back(&s);
  for (const auto &guard : today) {
    if (guard.kind != esgen::SignatureKind::kGuard) continue;
    Forbidden call;
    for (size_t i = 0; i < guard.required(); ++i) {
      for (size_t f = 0; f < argument_forms().size(); ++f) {
        const auto form = static_cast<FormId>(f);
        const Param &param = guard.params[i];
        const bool wanted = param.type == ParamType::kNullGuard ? argument_forms()[f].is_plain_null : is_legal(form, param);
        if (!wanted) continue;
        call.forms.push_back(form);
        break;
      }
    }
    const auto answer = esgen::resolve(set, call.forms);
    if (call.forms.size() != guard.required() || answer.outcome != esgen::Resolution::kChosen || !answer.deleted) continue;
    call.text = "call " + today[static_cast<size_t>(answer.index)].old_form;
    result.push_back(std::move(call));
  }
  return result;
}

std::string call_source(const std::string &op_type, const std::vector<FormId> &forms) {
  static const std::set<std::string_view> kVariables = {"z", "p", "n", "i", "u", "f", "d", "s", "t", "e", "vi", "vf", "vu", "vt", "vs", "vvi", "vz", "l"};
  std::string result = op_type + "(";
  for (size_t position = 0; position < forms.size(); ++position) {
    const std::string at = std::to_string(position % 24);
    const std::string_view text = argument_forms()[forms[position]].text;
    if (position != 0) result += ", ";
    if (text == "5") result += std::to_string(5 + position);
    else if (text == "\"a\"") result += "\"a" + at + "\"";
    else if (text == "std::unique_ptr<ge::Tensor>()") result += "tensor(" + at + ")";
    else if (text == "std::unique_ptr<ge::Graph>()") result += "graph(" + at + ")";
    else if (text == "std::vector<std::unique_ptr<ge::Graph>>()") result += "graphs(" + at + ")";
    else {
      for (size_t i = 0; i < text.size();) {
        size_t end = i;
        const bool quoted = text[i] == '"';
        if (quoted) {
          end = text.find('"', i + 1) + 1;
        } else {
          while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_' || text[end] == ':' || text[end] == '.')) ++end;
          if (end == i) ++end;
        }
        const std::string_view word = text.substr(i, end - i);
        result += word;
        if (kVariables.count(word) != 0) result += "[" + at + "]";
        i = end;
      }
    }
  }
  return result + ")";
}

}  // namespace opstrata::tools::verify
