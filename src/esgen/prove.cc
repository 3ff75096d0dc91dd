#include "esgen/prove.h"

#include <algorithm>
#include <set>

namespace opstrata::esgen {
namespace {

using Mask = uint32_t;
constexpr size_t kMaxSignatures = 32;

Mask bit(size_t i) { return Mask{1} << i; }

/// Layout of a state, and of the change that one argument makes: a flat vector of masks.
///   viability in the old and new set, with and without the doubtful conversions; candidates with conversions that are an
///   error to one compiler, or to all; whether an argument names a tensor or builder; per candidate, whom it beats somewhere
///   (old, then new); per old candidate, the new ones that carry another element somewhere.
class Layout {
 public:
  Layout(size_t olds, size_t news) : olds_(olds), news_(news) {}
  enum : size_t { kOldMost, kOldLeast, kNewMost, kNewLeast, kOldOdd, kNewOdd, kOldBad, kNewBad, kOldExotic, kTensors, kRows };
  size_t size() const { return kRows + olds_ + news_ + olds_; }
  size_t old_beats(size_t i) const { return kRows + i; }
  size_t new_beats(size_t j) const { return kRows + olds_ + j; }
  size_t differs(size_t i) const { return kRows + olds_ + news_ + i; }
  size_t olds() const { return olds_; }
  size_t news() const { return news_; }

 private:
  size_t olds_, news_;
};
using State = std::vector<Mask>;

struct Node {
  State state;
  size_t parent = 0;
  FormId form = 0;
};

std::string element_id(const Param &param, const Renames *renames) {
  std::string name = param.element;
  Role role = param.role;
  if (param.attr_as_input) role = Role::kAttr;
  if (renames != nullptr) {
    const auto it = renames->find({role, name});
    if (it != renames->end()) name = it->second;
  }
  return static_cast<char>('0' + static_cast<int>(role)) + name;
}

/// Legal, but nobody's way of writing it: braces around a scalar or nothing, a pointer or floating value as bool, braces
/// inside braces for a plain list.
bool is_exotic(FormId form, ParamType type) {
  const ArgumentForm &f = argument_forms()[form];
  const bool list = type >= ParamType::kListInt && type <= ParamType::kListListInt;
  if (f.braced && !list && type != ParamType::kTensorVector && !is_companion_type(type)) return true;
  if (f.text.substr(0, 2) == "{{" && type != ParamType::kListListInt && type != ParamType::kInitListInt) return true;
  return type == ParamType::kBool && f.text != "true" && f.text != "false" && f.text != "0" && f.text != "n" && f.text != "i" && f.text != "5";
}

class Prover {
 public:
  Prover(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set, const Renames &renames)
      : old_(old_set), new_(new_set), layout_(old_set.size(), new_set.size()) {
    for (const auto &s : old_) {
      longest_ = std::max(longest_, s.params.size());
      old_ids_.emplace_back();
      for (const auto &p : s.params) old_ids_.back().push_back(element_id(p, &renames));
    }
    for (const auto &s : new_) {
      new_ids_.emplace_back();
      for (const auto &p : s.params) new_ids_.back().push_back(element_id(p, nullptr));
    }
  }

  std::vector<CallFailure> run() {
    State start(layout_.size(), 0);
    start[Layout::kOldMost] = start[Layout::kOldLeast] = all(old_.size());
    start[Layout::kNewMost] = start[Layout::kNewLeast] = all(new_.size());
    layers_.push_back({{start, 0, 0}});
    judge(0);
    for (size_t position = 0; position < longest_; ++position) {
      const auto changes = changes_at(position);
      std::map<State, size_t> seen;
      std::vector<Node> next;
      for (size_t n = 0; n < layers_[position].size(); ++n) {
        for (const auto &[form, change] : changes) {
          State state = apply(layers_[position][n].state, change);
          if (state[Layout::kOldMost] == 0 || !seen.emplace(state, next.size()).second) continue;
          next.push_back({std::move(state), n, form});
        }
      }
      layers_.push_back(std::move(next));
      judge(position + 1);
    }
    return std::move(failures_);
  }

 private:
  static Mask all(size_t n) { return n >= kMaxSignatures ? ~Mask{0} : bit(n) - 1; }

  /// Distinct effects of all forms on this position, each with its simplest form.
  std::vector<std::pair<FormId, State>> changes_at(size_t position) const {
    std::vector<std::pair<FormId, State>> changes;
    std::set<State> seen;
    for (size_t f = 0; f < argument_forms().size(); ++f) {
      const auto form = static_cast<FormId>(f);
      State change(layout_.size(), 0);
      // Null where a value is required was refused at run time by the old functions.
      fill(form, position, old_, Layout::kOldMost, Layout::kOldLeast, Layout::kOldOdd, Layout::kOldBad, &change, true);
      if (change[Layout::kOldMost] == 0) continue;
      fill(form, position, new_, Layout::kNewMost, Layout::kNewLeast, Layout::kNewOdd, Layout::kNewBad, &change, false);
      for (size_t i = 0; i < old_.size(); ++i) {
        if ((change[Layout::kOldMost] & bit(i)) != 0 && is_exotic(form, old_[i].params[position].type)) change[Layout::kOldExotic] |= bit(i);
      }
      change[Layout::kTensors] = argument_forms()[form].has_builder ? 1 : 0;
      beats(form, position, old_, &change, true);
      beats(form, position, new_, &change, false);
      for (size_t i = 0; i < old_.size(); ++i) {
        if (position >= old_[i].params.size()) continue;
        for (size_t j = 0; j < new_.size(); ++j) {
          if (position < new_[j].params.size() && old_ids_[i][position] != new_ids_[j][position]) change[layout_.differs(i)] |= bit(j);
        }
      }
      if (seen.insert(change).second) changes.emplace_back(form, std::move(change));
    }
    return changes;
  }

  static void fill(FormId form, size_t position, const std::vector<Signature> &set, size_t most, size_t least, size_t odd, size_t bad,
                   State *change, bool null_is_bad) {
    for (size_t i = 0; i < set.size(); ++i) {
      if (position >= set[i].params.size()) continue;
      const Param &param = set[i].params[position];
      const Conversion &conv = conversion(form, param.type);
      if (conv.rank == Conversion::kNone) continue;
      (*change)[most] |= bit(i);
      if (!conv.maybe) (*change)[least] |= bit(i);
      if (conv.odd) (*change)[odd] |= bit(i);
      if (conv.ill_formed || conv.no_body) (*change)[bad] |= bit(i);
      if (null_is_bad && conv.gives_null && (param.null_refused || (param.is_new && !argument_forms()[form].is_plain_null))) {
        (*change)[bad] |= bit(i);
      }
    }
  }

  void beats(FormId form, size_t position, const std::vector<Signature> &set, State *change, bool old) const {
    const Mask viable = (*change)[old ? Layout::kOldMost : Layout::kNewMost];
    for (size_t i = 0; i < set.size(); ++i) {
      if ((viable & bit(i)) == 0) continue;
      for (size_t j = 0; j < set.size(); ++j) {
        if (i == j || (viable & bit(j)) == 0) continue;
        const auto &a = conversion(form, set[i].params[position].type);
        const auto &b = conversion(form, set[j].params[position].type);
        if (compare(a, b) < 0) (*change)[old ? layout_.old_beats(i) : layout_.new_beats(i)] |= bit(j);
      }
    }
  }

  State apply(const State &state, const State &change) const {
    State next(state.size());
    for (const size_t row : {Layout::kOldMost, Layout::kOldLeast, Layout::kNewMost, Layout::kNewLeast}) next[row] = state[row] & change[row];
    next[Layout::kTensors] = state[Layout::kTensors] | change[Layout::kTensors];
    const Mask olds = next[Layout::kOldMost], news = next[Layout::kNewMost];
    for (const size_t row : {Layout::kOldOdd, Layout::kOldBad, Layout::kOldExotic}) next[row] = (state[row] | change[row]) & olds;
    for (const size_t row : {Layout::kNewOdd, Layout::kNewBad}) next[row] = (state[row] | change[row]) & news;
    // Candidates that are out leave no trace, so that states meet.
    for (size_t i = 0; i < layout_.olds(); ++i) {
      if ((olds & bit(i)) == 0) continue;
      const size_t row = layout_.old_beats(i);
      next[row] = (state[row] | change[row]) & olds;
      next[layout_.differs(i)] = (state[layout_.differs(i)] | change[layout_.differs(i)]) & news;
    }
    for (size_t j = 0; j < layout_.news(); ++j) {
      if ((news & bit(j)) == 0) continue;
      const size_t row = layout_.new_beats(j);
      next[row] = (state[row] | change[row]) & news;
    }
    return next;
  }

  struct Verdict {
    enum Outcome : uint8_t { kChosen, kNone, kAmbiguous, kOdd } outcome = kNone;
    size_t index = 0;
  };

  Verdict verdict(const State &state, size_t count, const std::vector<Signature> &set, size_t viable_row, size_t odd_row,
                  size_t first_beats) const {
    Mask viable = state[viable_row];
    for (size_t i = 0; i < set.size(); ++i) {
      if (count > set[i].params.size() || count < set[i].required()) viable &= ~bit(i);
    }
    if (viable == 0) return {Verdict::kNone, 0};
    for (size_t i = 0; i < set.size(); ++i) {
      if ((viable & bit(i)) == 0) continue;
      bool best = true;
      for (size_t j = 0; j < set.size() && best; ++j) {
        if (i == j || (viable & bit(j)) == 0) continue;
        const bool wins = (state[first_beats + i] & bit(j)) != 0 ||
                          (set[i].kind != SignatureKind::kGuard && set[j].kind == SignatureKind::kGuard);
        best = wins && (state[first_beats + j] & bit(i)) == 0;
      }
      if (best) return {(state[odd_row] & bit(i)) != 0 ? Verdict::kOdd : Verdict::kChosen, i};
    }
    return {Verdict::kAmbiguous, 0};
  }

  void judge(size_t count) {
    for (size_t n = 0; n < layers_[count].size(); ++n) {
      const State &state = layers_[count][n].state;
      if (state[Layout::kTensors] == 0) continue;  // no builder: refused at run time
      const Verdict most = verdict(state, count, old_, Layout::kOldMost, Layout::kOldOdd, layout_.old_beats(0));
      if (most.outcome != Verdict::kChosen || old_[most.index].kind == SignatureKind::kGuard ||
          (state[Layout::kOldBad] & bit(most.index)) != 0) {
        continue;
      }
      const Verdict least = verdict(state, count, old_, Layout::kOldLeast, Layout::kOldOdd, layout_.old_beats(0));
      if (least.outcome != Verdict::kChosen || least.index != most.index) continue;  // never was portable
      for (const size_t row : {Layout::kNewMost, Layout::kNewLeast}) {
        CallFailure failure;
        failure.old_index = most.index;
        if (!fails(state, verdict(state, count, new_, row, Layout::kNewOdd, layout_.new_beats(0)), most.index, &failure)) continue;
        failure.exotic = (state[Layout::kOldExotic] & bit(most.index)) != 0;
        if (!reported_.insert({count, failure.kind, failure.old_index, failure.new_index, failure.exotic}).second) continue;
        failure.call.resize(count);
        for (size_t at = count, node = n; at > 0; node = layers_[at][node].parent, --at) failure.call[at - 1] = layers_[at][node].form;
        failures_.push_back(std::move(failure));
      }
    }
  }

  bool fails(const State &state, const Verdict &answer, size_t old_index, CallFailure *failure) const {
    switch (answer.outcome) {
      case Verdict::kNone: failure->kind = CallFailure::kNoViable; return true;
      case Verdict::kAmbiguous: failure->kind = CallFailure::kAmbiguous; return true;
      case Verdict::kOdd: failure->kind = CallFailure::kUnportable; return true;
      case Verdict::kChosen: break;
    }
    failure->new_index = static_cast<int>(answer.index);
    if (new_[answer.index].kind == SignatureKind::kGuard) {
      failure->kind = CallFailure::kGuarded;
      return true;
    }
    if ((state[Layout::kNewBad] & bit(answer.index)) != 0) {
      failure->kind = CallFailure::kIllFormed;
      return true;
    }
    failure->kind = CallFailure::kRebound;
    return (state[layout_.differs(old_index)] & bit(answer.index)) != 0;
  }

  const std::vector<Signature> &old_;
  const std::vector<Signature> &new_;
  Layout layout_;
  size_t longest_ = 0;
  std::vector<std::vector<std::string>> old_ids_, new_ids_;
  std::vector<std::vector<Node>> layers_;
  std::set<std::tuple<size_t, CallFailure::Kind, size_t, int, bool>> reported_;
  std::vector<CallFailure> failures_;
};

}  // namespace

std::vector<CallFailure> prove(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set, const Renames &renames) {
  if (old_set.size() > kMaxSignatures || new_set.size() > kMaxSignatures) {
    CallFailure failure;  // nothing is claimed about sets of this size
    failure.kind = CallFailure::kUnportable;
    return {failure};
  }
  return Prover(old_set, new_set, renames).run();
}

std::string call_text(const std::string &op_type, const std::vector<FormId> &call) {
  std::string text;
  for (const FormId form : call) text += (text.empty() ? "" : ", ") + std::string(argument_forms()[form].text);
  return op_type + "(" + text + ")";
}

}  // namespace opstrata::esgen
