#include "esgen/prove.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>

namespace opstrata::esgen {
namespace {

using Mask = uint64_t;
constexpr size_t kMaxSignatures = 64;
constexpr size_t kMaxEffort = 2000000;  // transitions of one proof: some tenths of a second

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
  double ways(size_t n) const { return ways_[n]; }

  /// Adds the state with the number of ways that lead to it. When it is there already, the first way stays the example.
  void insert(const Mask *state, size_t parent, FormId form, double ways) {
    if ((size() + 1) * 2 > slots_.size()) grow();
    size_t at = hash(state) & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      if (std::equal(state, state + width_, this->state(slots_[at] - 1))) {
        ways_[slots_[at] - 1] += ways;
        return;
      }
    }
    masks_.insert(masks_.end(), state, state + width_);
    parents_.push_back(static_cast<uint32_t>(parent));
    forms_.push_back(form);
    ways_.push_back(ways);
    slots_[at] = static_cast<uint32_t>(size());
  }

 private:
  size_t hash(const Mask *state) const {
    // A sum of products, none of which waits for another: hashing is the most of a proof's work.
    uint64_t h = 0, factor = 0x9E3779B97F4A7C15ULL;
    for (size_t i = 0; i < width_; ++i, factor += 0xD1B54A32D192ED02ULL) h += state[i] * factor;
    h = (h ^ (h >> 32)) * 0x9E3779B97F4A7C15ULL;
    return static_cast<size_t>(h ^ (h >> 29));
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
  std::vector<double> ways_;
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

  size_t effort() const { return effort_; }

  std::vector<CallFailure> run() {
    std::vector<Mask> state(layout_.size(), 0);
    state[Layout::kOldMost] = state[Layout::kOldLeast] = all(old_.size());
    state[Layout::kNewMost] = state[Layout::kNewLeast] = all(new_.size());
    find_twins();
    settled_.assign(longest_ + 1, std::vector<double>(old_.size(), 0));
    layers_.emplace_back(layout_.size());
    layers_.back().insert(state.data(), 0, 0, 1);
    judge(0);
    for (size_t position = 0; position < longest_; ++position) {
      const Layer changes = changes_at(position);
      effort_ += layers_[position].size() * changes.size();
      if (effort_ > kMaxEffort) {
        CallFailure failure;  // nothing is claimed about longer calls
        failure.kind = CallFailure::kUnproven;
        failure.share = 1;
        failures_.push_back(std::move(failure));
        break;
      }
      Layer next(layout_.size());
      for (size_t n = 0; n < layers_[position].size(); ++n) {
        if (is_settled(layers_[position].state(n), position)) {
          settle(layers_[position].state(n), layers_[position].ways(n), position);
          continue;
        }
        for (size_t c = 0; c < changes.size(); ++c) {
          if (apply(layers_[position].state(n), changes.state(c), state.data())) next.insert(state.data(), n, changes.form(c), layers_[position].ways(n) * changes.ways(c));
        }
      }
      layers_.push_back(std::move(next));
      judge(position + 1);
    }
    return std::move(failures_);
  }

 private:
  using Change = std::vector<Mask>;
  using Group = std::tuple<CallFailure::Kind, size_t, int, bool>;

  static Mask all(size_t n) { return n >= kMaxSignatures ? ~Mask{0} : bit(n) - 1; }

  /// Which new functions read all further arguments as an old one does, position by position.
  void find_twins() {
    twins_.assign(longest_ + 1, std::vector<Mask>(old_.size(), 0));
    for (size_t i = 0; i < old_.size(); ++i) {
      for (size_t j = 0; j < new_.size(); ++j) {
        const Signature &a = old_[i], &b = new_[j];
        if (b.params.size() < a.params.size() || (a.kind == SignatureKind::kGuard) != (b.kind == SignatureKind::kGuard)) continue;
        if ((a.is_template() || b.is_template()) && type_key(a) != type_key(b)) continue;
        for (size_t position = a.params.size();; --position) {
          if (position < a.params.size()) {
            const Param &x = a.params[position], &y = b.params[position];
            if (x.type != y.type || old_ids_[i][position] != new_ids_[j][position] || (y.null_refused && !x.null_refused)) break;
          }
          if (std::max(a.required(), position) == std::max(b.required(), position)) twins_[position][i] |= bit(j);
          if (position == 0) break;
        }
      }
    }
  }

  /// Whether nothing can break any more, whatever the further arguments are: every old function that is left has a twin among the new
  /// ones that are left, these are all, and they stand to each other as the old ones do.
  bool is_settled(const Mask *state, size_t position) const {
    const Mask olds = state[Layout::kOldMost], news = state[Layout::kNewMost];
    std::array<uint8_t, kMaxSignatures> twin;
    Mask used = 0;
    size_t longest = 0;
    for (size_t i = 0; i < old_.size(); ++i) {
      if ((olds & bit(i)) != 0) longest = std::max(longest, old_[i].params.size());
    }
    for (size_t i = 0; i < old_.size(); ++i) {
      if ((olds & bit(i)) == 0) continue;
      const Mask twins = position < twins_.size() ? twins_[position][i] & news : 0;
      if (twins == 0 || (twins & (twins - 1)) != 0 || (twins & used) != 0) return false;
      used |= twins;
      const auto j = static_cast<size_t>(std::countr_zero(twins));
      if (new_[j].params.size() != old_[i].params.size() && old_[i].params.size() != longest) return false;
      const auto flag = [&](size_t row, size_t n) { return (state[row] & bit(n)) != 0; };
      if (flag(Layout::kOldLeast, i) != flag(Layout::kNewLeast, j) || flag(Layout::kOldOdd, i) != flag(Layout::kNewOdd, j) ||
          (flag(Layout::kNewBad, j) && !flag(Layout::kOldBad, i)) || flag(layout_.differs(i), j)) {
        return false;
      }
      twin[i] = static_cast<uint8_t>(j);
    }
    if (used != news) return false;
    for (size_t i = 0; i < old_.size(); ++i) {
      if ((olds & bit(i)) == 0) continue;
      for (size_t k = 0; k < old_.size(); ++k) {
        if (k == i || (olds & bit(k)) == 0) continue;
        if (((state[layout_.old_beats(i)] & bit(k)) != 0) != ((state[layout_.new_beats(twin[i])] & bit(twin[k])) != 0)) return false;
      }
    }
    return true;
  }

  /// Counts the calls behind a settled state as `judge` counts those that are walked through: no null where a value is
  /// required, and at least one argument that supplies the builder. (About: as if the first old function that is left
  /// took them all.)
  void settle(const Mask *state, double ways, size_t position) {
    const auto i = static_cast<size_t>(std::countr_zero(state[Layout::kOldMost]));
    if (((state[Layout::kOldBad] | state[Layout::kOldExotic]) & bit(i)) != 0) return;
    const bool has_builder = state[Layout::kTensors] != 0;
    double with = has_builder ? ways : 0, without = has_builder ? 0 : ways;
    for (size_t at = position; at < old_[i].params.size(); ++at) {
      const Param &param = old_[i].params[at];
      double builders = 0, others = 0;
      for (size_t f = 0; f < argument_forms().size(); ++f) {
        const auto form = static_cast<FormId>(f);
        if (conversion(form, param.type).rank == Conversion::kNone || is_exotic(form, param.type) ||
            is_refused(form, param))
          continue;
        (argument_forms()[form].has_builder ? builders : others) += 1;
      }
      with = with * (builders + others) + without * builders;
      without *= others;
      settled_[at + 1][i] += with;
    }
  }

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
      changes.insert(change.data(), 0, form, 1);
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
      if (null_is_bad && is_refused(form, param)) (*change)[bad] |= bit(i);
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
                          wins_tie(set[i], set[j], count);
        best = wins && (state[first_beats + j] & bit(i)) == 0;
      }
      if (best) return {(state[odd_row] & bit(i)) != 0 ? Verdict::kOdd : Verdict::kChosen, i};
    }
    return {Verdict::kAmbiguous, 0};
  }

  void judge(size_t count) {
    std::vector<std::array<double, 2>> accepted(old_.size(), {0, 0});  // calls by old signature, realistic and exotic
    for (size_t i = 0; i < old_.size(); ++i) accepted[i][0] = settled_[count][i];
    std::map<Group, size_t> groups;  // place of the failure
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
      const bool exotic = (state[Layout::kOldExotic] & bit(most.index)) != 0;
      accepted[most.index][exotic ? 1 : 0] += layers_[count].ways(n);
      bool failed = false;
      const auto today = [&](size_t row) {
        return verdict(state, count, new_, row, Layout::kNewOdd, layout_.new_beats(0));
      };
      const Verdict now[] = {today(Layout::kNewMost), today(Layout::kNewLeast)};
      const bool split =
          now[0].outcome == Verdict::kChosen && now[1].outcome == Verdict::kChosen && now[0].index != now[1].index;
      for (const Verdict &answer : now) {
        CallFailure failure;
        failure.old_index = most.index;
        if (split)
          failure.kind = CallFailure::kUnportable;
        else if (!fails(state, answer, most.index, &failure))
          continue;
        failure.exotic = exotic;
        const auto [known, is_new] = groups.insert({Group{failure.kind, failure.old_index, failure.new_index, exotic}, failures_.size()});
        if (is_new) {
          failure.call.resize(count);
          for (size_t at = count, node = n; at > 0; node = layers_[at].parent(node), --at) failure.call[at - 1] = layers_[at].form(node);
          failures_.push_back(std::move(failure));
        }
        if (!failed) failures_[known->second].share += layers_[count].ways(n);
        failed = true;
      }
    }
    for (const auto &[group, place] : groups) {
      const double all = accepted[failures_[place].old_index][failures_[place].exotic ? 1 : 0];
      if (all > 0) failures_[place].share /= all;
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
  size_t longest_ = 0, effort_ = 0;
  std::vector<std::vector<std::string>> old_ids_, new_ids_;
  std::vector<Layer> layers_;
  std::vector<std::vector<Mask>> twins_;      ///< by position and old function
  std::vector<std::vector<double>> settled_;  ///< calls by argument count and old function that cannot break
  std::vector<CallFailure> failures_;
};

/// The commonest case by far: one function that got parameters with defaults at its end.
bool is_plain_extension(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set, const Renames &renames) {
  if (old_set.size() != 1 || new_set.size() != 1) return false;
  const auto &a = old_set[0], &b = new_set[0];
  if (a.params.size() > b.params.size() || a.required() < b.required()) return false;
  for (size_t i = 0; i < a.params.size(); ++i) {
    if (a.params[i].type != b.params[i].type || carried_id(a.params[i], &renames) != carried_id(b.params[i], nullptr)) return false;
    if (b.params[i].null_refused && !a.params[i].null_refused) return false;  // an optional input became required
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
  type = plain_type(type);
  return std::string({static_cast<char>('0' + static_cast<int>(role)), static_cast<char>('A' + static_cast<int>(type))}) + name;
}

bool is_refused(FormId form, const Param &param) {
  return conversion(form, param.type).gives_null &&
         (param.null_refused || (param.is_new && !argument_forms()[form].is_plain_null));
}

bool null_arises(FormId form, const Param &old_param, const Param &new_param) {
  if (!conversion(form, new_param.type).gives_null) return false;
  return new_param.null_refused || !conversion(form, old_param.type).gives_null;
}

bool is_exotic(FormId form, ParamType type) {
  const ArgumentForm &f = argument_forms()[form];
  if (is_only_type(type)) type = plain_type(type);
  // Compilers warn about NULL where no pointer is wanted.
  if (f.text == "NULL" && (type == ParamType::kTensorLike || (type >= ParamType::kInt && type <= ParamType::kBool))) return true;
  const bool list = type >= ParamType::kListInt && type <= ParamType::kListListInt;
  if (f.braced && !list && type != ParamType::kTensorVector && !is_companion_type(type)) return true;
  if (f.text.substr(0, 2) == "{{" && type != ParamType::kListListInt && type != ParamType::kInitListInt) return true;
  const bool truths = f.text.substr(0, 5) == "{true", data_types = f.text == "{t}" || f.text.substr(0, 5) == "{ge::";
  if ((truths && plain_type(type) != ParamType::kListBool) || (data_types && plain_type(type) != ParamType::kListType))
    return true;
  return type == ParamType::kBool && f.text != "true" && f.text != "false" && f.text != "0" && f.text != "n" && f.text != "i" && f.text != "5";
}

bool may_share_calls(const std::vector<Signature> &old_set, const Signature &signature, Calls calls) {
  // By old type, new type and kind of call: whether some form fits both.
  static const auto *const kShared = [] {
    constexpr size_t kTypes = static_cast<size_t>(ParamType::kNullGuard) + 1;
    auto *table = new std::array<std::array<std::array<bool, 2>, kTypes>, kTypes>{};
    for (size_t f = 0; f < argument_forms().size(); ++f) {
      const Conversion *row = conversions(static_cast<FormId>(f));
      for (size_t a = 0; a < kTypes; ++a) {
        if (row[a].rank == Conversion::kNone) continue;
        const bool realistic = !is_exotic(static_cast<FormId>(f), static_cast<ParamType>(a));
        for (size_t b = 0; b < kTypes; ++b) {
          if (row[b].rank == Conversion::kNone) continue;
          (*table)[a][b][0] = (*table)[a][b][0] || realistic;
          (*table)[a][b][1] = true;
        }
      }
    }
    return table;
  }();
  for (const auto &old : old_set) {
    if (old.kind == SignatureKind::kGuard) continue;
    const size_t low = std::max(old.required(), signature.required()),
                 high = std::min(old.params.size(), signature.params.size());
    size_t shared = 0;
    while (shared < high && (*kShared)[static_cast<size_t>(old.params[shared].type)][static_cast<size_t>(
                                signature.params[shared].type)][calls == Calls::kAll ? 1 : 0]) {
      ++shared;
    }
    if (low <= shared) return true;
  }
  return false;
}

std::vector<CallFailure> prove(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set,
                               const Renames &renames, Calls calls, size_t *effort) {
  if (old_set.size() > kMaxSignatures || new_set.size() > kMaxSignatures) {
    CallFailure failure;  // nothing is claimed about sets of this size
    failure.kind = CallFailure::kUnproven;
    failure.share = 1;
    return {failure};
  }
  if (is_plain_extension(old_set, new_set, renames)) return {};
  Prover prover(old_set, new_set, renames, calls);
  auto failures = prover.run();
  if (effort != nullptr) *effort += prover.effort();
  return failures;
}

CallVerdict judge_call(const std::vector<Signature> &old_set, const std::vector<Signature> &new_set,
                       const Renames &renames, const std::vector<FormId> &call) {
  const auto answer_of = [&](const std::vector<Signature> &set) {
    std::vector<const Signature *> candidates;
    for (const auto &signature : set) candidates.push_back(&signature);
    return resolve(candidates, call);
  };
  CallVerdict verdict;
  const Resolution then = answer_of(old_set);
  if (then.outcome != Resolution::kChosen || then.deleted || then.ill_formed || then.no_body) return verdict;
  verdict.old_index = static_cast<size_t>(then.index);
  const Signature &old = old_set[verdict.old_index];
  bool has_builder = false, refused = false;
  for (size_t i = 0; i < call.size(); ++i) {
    has_builder = has_builder || argument_forms()[call[i]].has_builder;
    refused = refused || is_refused(call[i], old.params[i]);
    verdict.exotic = verdict.exotic || is_exotic(call[i], old.params[i].type);
  }
  verdict.accepted = has_builder && !refused;
  const Resolution now = answer_of(new_set);
  switch (now.outcome) {
    case Resolution::kNoViable:
      verdict.failure = CallFailure::kNoViable;
      return verdict;
    case Resolution::kAmbiguous:
      verdict.failure = CallFailure::kAmbiguous;
      return verdict;
    case Resolution::kUnportable:
      verdict.failure = CallFailure::kUnportable;
      return verdict;
    case Resolution::kChosen:
      break;
  }
  const Signature &chosen = new_set[static_cast<size_t>(now.index)];
  if (now.deleted)
    verdict.failure = CallFailure::kGuarded;
  else if (now.ill_formed || now.no_body)
    verdict.failure = CallFailure::kIllFormed;
  for (size_t i = 0; i < call.size() && !verdict.failure; ++i) {
    const Param &before = old.params[i], &after = chosen.params[i];
    if (carried_id(before, &renames) != carried_id(after, nullptr) || null_arises(call[i], before, after))
      verdict.failure = CallFailure::kRebound;
  }
  return verdict;
}

const char *failure_word(CallFailure::Kind kind) {
  switch (kind) {
    case CallFailure::kNoViable: return "refused (no function takes it)";
    case CallFailure::kAmbiguous: return "ambiguous";
    case CallFailure::kGuarded: return "refused by a guard";
    case CallFailure::kIllFormed: return "an error (narrowing or explicit constructor)";
    case CallFailure::kUnportable: return "accepted by one compiler only";
    case CallFailure::kRebound: return "bound to something else";
    case CallFailure::kUnproven: return "not proved to be kept (too many overloads)";
  }
  return "";
}

std::string call_text(const std::string &op_type, const std::vector<FormId> &call) {
  std::string text;
  for (const FormId form : call) text += (text.empty() ? "" : ", ") + std::string(argument_forms()[form].text);
  return op_type + "(" + text + ")";
}

}  // namespace opstrata::esgen
