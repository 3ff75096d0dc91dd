#include "esgen/prove.h"

#include <algorithm>
#include <set>

namespace opstrata::esgen {
namespace {

using Mask = uint64_t;
constexpr size_t kMaxSignatures = 64;

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

/// Reachable states after some arguments, stored flat: proofs run by the hundred for each operator that changed.
class Layer {
 public:
  explicit Layer(size_t width) : width_(width) { slots_.assign(64, 0); }
  size_t size() const { return parents_.size(); }
  const Mask *state(size_t n) const { return &masks_[n * width_]; }
  size_t parent(size_t n) const { return parents_[n]; }
  FormId form(size_t n) const { return forms_[n]; }

  /// Adds the state unless it is there already; then the first way to it stays.
  void insert(const Mask *state, size_t parent, FormId form) {
    if ((size() + 1) * 2 > slots_.size()) grow();
    size_t at = hash(state) & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      if (std::equal(state, state + width_, this->state(slots_[at] - 1))) return;
    }
    masks_.insert(masks_.end(), state, state + width_);
    parents_.push_back(static_cast<uint32_t>(parent));
    forms_.push_back(form);
    slots_[at] = static_cast<uint32_t>(size());
  }

 private:
  size_t hash(const Mask *state) const {
    uint64_t h = 14695981039346656037ULL;
    for (size_t i = 0; i < width_; ++i) {
      h = (h ^ state[i]) * 0x9E3779B97F4A7C15ULL;
      h ^= h >> 32;  // multiplication carries upwards only
    }
    return static_cast<size_t>(h);
  }
  void grow() {
    slots_.assign(slots_.size() * 4, 0);
    for (size_t n = 0; n < size(); ++n) {
      size_t at = hash(state(n)) & (slots_.size() - 1);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<uint32_t>(n + 1);
    }
  }

  size_t width_;
  std::vector<Mask> masks_;
  std::vector<uint32_t> parents_;
  std::vector<FormId> forms_;
  std::vector<uint32_t> slots_;  ///< state number + 1; 0 is free
};

class Prover {
 public:
  Prover(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set, const Renames &renames, Calls calls)
      : old_(old_set), new_(new_set), calls_(calls), layout_(old_set.size(), new_set.size()) {
    for (const auto &s : old_) {
      longest_ = std::max(longest_, s.params.size());
      old_ids_.emplace_back();
      for (const auto &p : s.params) old_ids_.back().push_back(carried_id(p, &renames));
    }
    for (const auto &s : new_) {
      new_ids_.emplace_back();
      for (const auto &p : s.params) new_ids_.back().push_back(carried_id(p, nullptr));
    }
  }

  std::vector<CallFailure> run() {
    std::vector<Mask> state(layout_.size(), 0);
    state[Layout::kOldMost] = state[Layout::kOldLeast] = all(old_.size());
    state[Layout::kNewMost] = state[Layout::kNewLeast] = all(new_.size());
    layers_.emplace_back(layout_.size());
    layers_.back().insert(state.data(), 0, 0);
    judge(0);
    for (size_t position = 0; position < longest_; ++position) {
      const Layer changes = changes_at(position);
      Layer next(layout_.size());
      for (size_t n = 0; n < layers_[position].size(); ++n) {
        for (size_t c = 0; c < changes.size(); ++c) {
          if (apply(layers_[position].state(n), changes.state(c), state.data())) next.insert(state.data(), n, changes.form(c));
        }
      }
      layers_.push_back(std::move(next));
      judge(position + 1);
    }
    return std::move(failures_);
  }

 private:
  using Change = std::vector<Mask>;

  static Mask all(size_t n) { return n >= kMaxSignatures ? ~Mask{0} : bit(n) - 1; }

  /// Distinct effects of all forms on this position, each with its simplest form.
  Layer changes_at(size_t position) const {
    Layer changes(layout_.size());
    Change change(layout_.size());
    for (size_t f = 0; f < argument_forms().size(); ++f) {
      const auto form = static_cast<FormId>(f);
      std::fill(change.begin(), change.end(), 0);
      // Null where a value is required was refused at run time by the old functions.
      fill(form, position, old_, Layout::kOldMost, Layout::kOldLeast, Layout::kOldOdd, Layout::kOldBad, &change, true);
      if (change[Layout::kOldMost] == 0) continue;
      bool realistic = calls_ == Calls::kAll;
      for (size_t i = 0; i < old_.size() && !realistic; ++i) {
        realistic = (change[Layout::kOldMost] & bit(i)) != 0 && !is_exotic(form, old_[i].params[position].type);
      }
      if (!realistic) continue;
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
          if (position >= new_[j].params.size()) continue;
          const bool same = old_ids_[i][position] == new_ids_[j][position] && !null_arises(form, old_[i].params[position], new_[j].params[position]);
          if (!same) change[layout_.differs(i)] |= bit(j);
        }
      }
      changes.insert(change.data(), 0, form);
    }
    return changes;
  }

  static void fill(FormId form, size_t position, const std::vector<Signature> &set, size_t most, size_t least, size_t odd, size_t bad,
                   Change *change, bool null_is_bad) {
    const Conversion *row = conversions(form);
    for (size_t i = 0; i < set.size(); ++i) {
      if (position >= set[i].params.size()) continue;
      const Param &param = set[i].params[position];
      const Conversion &conv = row[static_cast<size_t>(param.type)];
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

  void beats(FormId form, size_t position, const std::vector<Signature> &set, Change *change, bool old) const {
    const Conversion *row = conversions(form);
    const Mask viable = (*change)[old ? Layout::kOldMost : Layout::kNewMost];
    for (size_t i = 0; i < set.size(); ++i) {
      if ((viable & bit(i)) == 0) continue;
      for (size_t j = 0; j < set.size(); ++j) {
        if (i == j || (viable & bit(j)) == 0) continue;
        const auto &a = row[static_cast<size_t>(set[i].params[position].type)];
        const auto &b = row[static_cast<size_t>(set[j].params[position].type)];
        if (compare(a, b) < 0) (*change)[old ? layout_.old_beats(i) : layout_.new_beats(i)] |= bit(j);
      }
    }
  }

  /// False when no old function is left.
  bool apply(const Mask *state, const Mask *change, Mask *next) const {
    for (const size_t row : {Layout::kOldMost, Layout::kOldLeast, Layout::kNewMost, Layout::kNewLeast}) next[row] = state[row] & change[row];
    const Mask olds = next[Layout::kOldMost], news = next[Layout::kNewMost];
    if (olds == 0) return false;
    next[Layout::kTensors] = state[Layout::kTensors] | change[Layout::kTensors];
    for (const size_t row : {Layout::kOldOdd, Layout::kOldBad, Layout::kOldExotic}) next[row] = (state[row] | change[row]) & olds;
    for (const size_t row : {Layout::kNewOdd, Layout::kNewBad}) next[row] = (state[row] | change[row]) & news;
    // Candidates that are out leave no trace, so that states meet.
    for (size_t i = 0; i < layout_.olds(); ++i) {
      const Mask alive = (olds & bit(i)) == 0 ? 0 : ~Mask{0};
      const size_t row = layout_.old_beats(i), differs = layout_.differs(i);
      next[row] = (state[row] | change[row]) & olds & alive;
      next[differs] = (state[differs] | change[differs]) & news & alive;
    }
    for (size_t j = 0; j < layout_.news(); ++j) {
      const size_t row = layout_.new_beats(j);
      next[row] = (news & bit(j)) == 0 ? 0 : (state[row] | change[row]) & news;
    }
    return true;
  }

  struct Verdict {
    enum Outcome : uint8_t { kChosen, kNone, kAmbiguous, kOdd } outcome = kNone;
    size_t index = 0;
  };

  Verdict verdict(const Mask *state, size_t count, const std::vector<Signature> &set, size_t viable_row, size_t odd_row,
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
                          (!set[i].is_template() && set[j].is_template());
        best = wins && (state[first_beats + j] & bit(i)) == 0;
      }
      if (best) return {(state[odd_row] & bit(i)) != 0 ? Verdict::kOdd : Verdict::kChosen, i};
    }
    return {Verdict::kAmbiguous, 0};
  }

  void judge(size_t count) {
    for (size_t n = 0; n < layers_[count].size(); ++n) {
      const Mask *state = layers_[count].state(n);
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
        for (size_t at = count, node = n; at > 0; node = layers_[at].parent(node), --at) failure.call[at - 1] = layers_[at].form(node);
        failures_.push_back(std::move(failure));
      }
    }
  }

  bool fails(const Mask *state, const Verdict &answer, size_t old_index, CallFailure *failure) const {
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
  const Calls calls_;
  Layout layout_;
  size_t longest_ = 0;
  std::vector<std::vector<std::string>> old_ids_, new_ids_;
  std::vector<Layer> layers_;
  std::set<std::tuple<size_t, CallFailure::Kind, size_t, int, bool>> reported_;
  std::vector<CallFailure> failures_;
};

/// The commonest case by far: one function that got parameters with defaults at its end.
bool is_plain_extension(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set, const Renames &renames) {
  if (old_set.size() != 1 || new_set.size() != 1) return false;
  const auto &a = old_set[0], &b = new_set[0];
  if (a.params.size() > b.params.size() || a.required() < b.required()) return false;
  for (size_t i = 0; i < a.params.size(); ++i) {
    if (a.params[i].type != b.params[i].type || carried_id(a.params[i], &renames) != carried_id(b.params[i], nullptr)) return false;
  }
  return true;
}

}  // namespace

std::string carried_id(const Param &param, const Renames *renames) {
  std::string name = param.element;
  Role role = param.role;
  if (param.attr_as_input) role = Role::kAttr;
  if (role == Role::kNone) role = Role::kInput;  // the null of a removed input
  if (renames != nullptr) {
    const auto it = renames->find({role, name});
    if (it != renames->end()) name = it->second;
  }
  // An element of another kind is another element: an Int that became a Float, an input that became dynamic.
  ParamType type = param.type;
  if (role == Role::kOwner || role == Role::kOutputCount) type = ParamType::kInt;
  if (role == Role::kInput && type != ParamType::kTensorVector) type = ParamType::kTensorLike;
  if (is_companion_type(type)) {
    type = static_cast<ParamType>(static_cast<int>(type) - static_cast<int>(ParamType::kInitInt) + static_cast<int>(ParamType::kListInt));
  }
  return std::string({static_cast<char>('0' + static_cast<int>(role)), static_cast<char>('A' + static_cast<int>(type))}) + name;
}

bool null_arises(FormId form, const Param &old_param, const Param &new_param) {
  if (!conversion(form, new_param.type).gives_null) return false;
  return new_param.null_refused || !conversion(form, old_param.type).gives_null;
}

bool is_exotic(FormId form, ParamType type) {
  const ArgumentForm &f = argument_forms()[form];
  const bool list = type >= ParamType::kListInt && type <= ParamType::kListListInt;
  if (f.braced && !list && type != ParamType::kTensorVector && !is_companion_type(type)) return true;
  if (f.text.substr(0, 2) == "{{" && type != ParamType::kListListInt && type != ParamType::kInitListInt) return true;
  return type == ParamType::kBool && f.text != "true" && f.text != "false" && f.text != "0" && f.text != "n" && f.text != "i" && f.text != "5";
}

std::vector<CallFailure> prove(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set, const Renames &renames,
                               Calls calls) {
  if (old_set.size() > kMaxSignatures || new_set.size() > kMaxSignatures) {
    CallFailure failure;  // nothing is claimed about sets of this size
    failure.kind = CallFailure::kUnportable;
    return {failure};
  }
  if (is_plain_extension(old_set, new_set, renames)) return {};
  return Prover(old_set, new_set, renames, calls).run();
}

std::string call_text(const std::string &op_type, const std::vector<FormId> &call) {
  std::string text;
  for (const FormId form : call) text += (text.empty() ? "" : ", ") + std::string(argument_forms()[form].text);
  return op_type + "(" + text + ")";
}

}  // namespace opstrata::esgen
