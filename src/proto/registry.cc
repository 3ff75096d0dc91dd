#include "proto/registry.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string_view>

#include "base/log.h"
#include "base/messages.h"
#include "base/origin.h"
#include "base/root_order.h"
#include "proto/operator_impl.h"

namespace opstrata::proto {
namespace {

/// One registration. The prototype is read off an instance on first demand, outside every lock.
struct Entry {
  ge::OpCreatorV2 creator;
  Origin origin;
  SourceLocation where;
  std::once_flag once;
  std::unique_ptr<OpPrototype> prototype;  ///< null when the creator gives no operator of its type

  const OpPrototype *get(const std::string &type) {
    std::call_once(once, [&] {
      const ge::Operator op = creator(ge::AscendString(type.data(), type.size()));
      const OperatorPtr &impl = OperatorImpl::of(op);
      if (impl == nullptr || impl->type() != type) {
        report(fail(Msg::kPrototypeNotMade, {{"type", type}, {"place", where.to_string()}}));
        return;
      }
      prototype = std::make_unique<OpPrototype>(impl->ir);
      prototype->origin = origin;
      prototype->where = where;
    });
    return prototype.get();
  }
};

struct Registry {
  std::shared_mutex mutex;
  /// Strongest first; equals in order of registration.
  std::map<std::string, std::vector<std::shared_ptr<Entry>>, std::less<>> entries;
  std::map<std::string, InferFunctions, std::less<>> functions;
};

Registry &registry() {
  static Registry *const instance = new Registry();
  return *instance;
}

bool same_place(const Entry &a, const Entry &b) {
  return a.where.line > 0 && a.where.line == b.where.line && a.where.file == b.where.file && a.origin.library == b.origin.library;
}

/// Counts registrations; never 0.
std::atomic<uint64_t> g_registrations{1};

/// A copy of the entries of a type, strongest first.
std::vector<std::shared_ptr<Entry>> entries_of(std::string_view type) {
  std::shared_lock lock(registry().mutex);
  const auto it = registry().entries.find(type);
  return it == registry().entries.end() ? std::vector<std::shared_ptr<Entry>>() : it->second;
}

}  // namespace

void register_creator(std::string_view type, ge::OpCreatorV2 creator, SourceLocation where, const void *address) {
  auto entry = std::make_shared<Entry>();
  entry->creator = std::move(creator);
  entry->origin = origin_of(address);
  entry->where = std::move(where);
  if (entry->where.file.empty()) entry->where.file = entry->origin.library;
  pin_library(address);

  std::unique_lock lock(registry().mutex);
  auto &entries = registry().entries[std::string(type)];
  if (std::any_of(entries.begin(), entries.end(), [&](const auto &other) { return same_place(*entry, *other); })) return;
  const auto weaker = std::find_if(entries.begin(), entries.end(),
                                   [&](const auto &other) { return stronger(entry->origin, other->origin); });
  entries.insert(weaker, std::move(entry));
  g_registrations.fetch_add(1, std::memory_order_acq_rel);
}

void sort_by_roots() {
  std::unique_lock lock(registry().mutex);
  for (auto &[type, entries] : registry().entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const auto &a, const auto &b) { return stronger(a->origin, b->origin); });
  }
  g_registrations.fetch_add(1, std::memory_order_acq_rel);
}

uint64_t registrations() { return g_registrations.load(std::memory_order_acquire); }

const ge::OpCreatorV2 *find_creator(std::string_view type) {
  const auto entries = entries_of(type);
  return entries.empty() ? nullptr : &entries.front()->creator;
}

std::vector<std::string> registered_types() {
  std::shared_lock lock(registry().mutex);
  std::vector<std::string> types;
  for (const auto &[type, entries] : registry().entries) types.push_back(type);
  return types;
}

const OpPrototype *find_prototype(std::string_view type) {
  // Every launch asks several times. What a thread has found stays true until something is registered; prototypes live for ever.
  struct Known {
    uint64_t registrations = 0;
    const OpPrototype *prototype = nullptr;
    char type[48] = {};
    uint8_t size = 0;
  };
  static thread_local constinit std::array<Known, 32> known{};
  const uint64_t now = registrations();
  Known &place = known[std::hash<std::string_view>{}(type) % known.size()];
  if (place.registrations == now && std::string_view(place.type, place.size) == type && !type.empty())
    return place.prototype;
  const auto entries = entries_of(type);
  const OpPrototype *prototype = entries.empty() ? nullptr : entries.front()->get(std::string(type));
  if (prototype != nullptr && type.size() <= sizeof(place.type)) {
    place.registrations = now;
    place.prototype = prototype;
    place.size = static_cast<uint8_t>(type.size());
    type.copy(place.type, type.size());
  }
  return prototype;
}

std::vector<const OpPrototype *> all_prototypes() {
  std::vector<const OpPrototype *> result;
  for (const std::string &type : registered_types()) {
    if (const OpPrototype *prototype = find_prototype(type)) result.push_back(prototype);
  }
  return result;
}

Result<std::vector<const OpPrototype *>> prototypes_of_libraries(const std::vector<std::string> &paths) {
  if (paths.empty()) return std::vector<const OpPrototype *>();
  std::set<const OpPrototype *> before;
  for (const std::string &type : registered_types()) {
    for (const OpPrototype *prototype : prototype_candidates(type)) before.insert(prototype);
  }
  for (const std::string &path : paths) OPSTRATA_TRY(load_library(path, OriginRank::kProgram, true));
  std::vector<const OpPrototype *> result;
  for (const std::string &type : registered_types()) {
    for (const OpPrototype *prototype : prototype_candidates(type)) {
      if (before.count(prototype) != 0) continue;
      result.push_back(prototype);
      break;
    }
  }
  return result;
}

std::vector<const OpPrototype *> prototype_candidates(std::string_view type) {
  const std::string name(type);
  std::vector<const OpPrototype *> result;
  for (const auto &entry : entries_of(type)) {
    if (const OpPrototype *prototype = entry->get(name); prototype != nullptr) result.push_back(prototype);
  }
  return result;
}

std::vector<DuplicatePrototype> differing_duplicates() {
  std::vector<DuplicatePrototype> result;
  for (const std::string &type : registered_types()) {
    const auto entries = entries_of(type);
    for (size_t i = 1; i < entries.size(); ++i) {
      const OpPrototype *winner = entries.front()->get(type);
      const OpPrototype *loser = entries[i]->get(type);
      if (winner != nullptr && loser != nullptr && !same_interface(*winner, *loser)) result.push_back({winner, loser});
    }
  }
  return result;
}

std::string describe(const DuplicatePrototype &duplicate) {
  const auto origin = [](const OpPrototype &p) {
    return std::string(origin_rank_name(p.origin.rank)) + ", " + p.origin.library;
  };
  const OpPrototype &winner = *duplicate.winner;
  const OpPrototype &loser = *duplicate.loser;
  return fail(Msg::kDuplicatePrototype, {{"type", winner.type}, {"winner", winner.where.to_string()}, {"winner_origin", origin(winner)},
                                         {"loser", loser.where.to_string()}, {"loser_origin", origin(loser)}}).text();
}

InferFunctions find_infer_functions(std::string_view type) {
  std::shared_lock lock(registry().mutex);
  const auto it = registry().functions.find(type);
  return it == registry().functions.end() ? InferFunctions() : it->second;
}

namespace {

/// Keeps the first function of a kind.
template <typename Function>
void register_function(const char *type, Function InferFunctions::*member, const Function &function, const void *address) {
  if (type == nullptr || function == nullptr) return;
  pin_library(address);
  std::unique_lock lock(registry().mutex);
  Function &slot = registry().functions[type].*member;
  if (slot == nullptr) slot = function;
}

void register_value_range_rule(const char *type, ge::WHEN_CALL when, const void *address) {
  if (type == nullptr) return;
  pin_library(address);
  std::unique_lock lock(registry().mutex);
  auto &slot = registry().functions[type].value_range_when;
  if (!slot) slot = when;
}

}  // namespace
}  // namespace opstrata::proto

namespace ge {

using namespace opstrata::proto;

// The texts given to a registrar are literals of the registering library; their address tells which one it is, also when
// the constructor call itself was inlined or is the last thing that an initialiser does.
OperatorCreatorRegister::OperatorCreatorRegister(const char *operator_type, const OpCreatorV2 &op_creator) {
  if (operator_type != nullptr && op_creator != nullptr) register_creator(operator_type, op_creator, {}, operator_type);
}
OperatorCreatorRegister::OperatorCreatorRegister(const char *operator_type, Operator (*op_creator)(const AscendString &),
                                                 const char *file, int line) {
  if (operator_type == nullptr || op_creator == nullptr) return;
  register_creator(operator_type, op_creator, {file == nullptr ? "" : file, line, ""}, reinterpret_cast<const void *>(op_creator));
}

InferShapeFuncRegister::InferShapeFuncRegister(const char *operator_type, const InferShapeFunc &infer_shape_func) {
  register_function(operator_type, &InferFunctions::shape, infer_shape_func, operator_type);
}
InferFormatFuncRegister::InferFormatFuncRegister(const char *operator_type, const InferFormatFunc &infer_format_func) {
  register_function(operator_type, &InferFunctions::format, infer_format_func, operator_type);
}
InferValueRangeFuncRegister::InferValueRangeFuncRegister(const char *operator_type, WHEN_CALL when_call,
                                                         const InferValueRangeFunc &infer_value_range_func) {
  register_function(operator_type, &InferFunctions::value_range, infer_value_range_func, operator_type);
  register_value_range_rule(operator_type, when_call, operator_type);
}
InferValueRangeFuncRegister::InferValueRangeFuncRegister(const char *operator_type) {
  register_value_range_rule(operator_type, INPUT_HAS_VALUE_RANGE, operator_type);
}
VerifyFuncRegister::VerifyFuncRegister(const char *operator_type, const VerifyFunc &verify_func) {
  register_function(operator_type, &InferFunctions::verify, verify_func, operator_type);
}

Operator OperatorFactory::CreateOperator(const char *operator_name, const char *operator_type) {
  const OpCreatorV2 *creator = operator_type == nullptr ? nullptr : find_creator(operator_type);
  if (creator != nullptr) return (*creator)(AscendString(operator_name));
  opstrata::report(opstrata::fail(opstrata::Msg::kNoSuchPrototype, {{"type", operator_type}, {"count", registered_types().size()}}));
  return Operator();
}
graphStatus OperatorFactory::GetOpsTypeList(std::vector<AscendString> &all_ops) {
  all_ops.clear();
  for (const std::string &type : registered_types()) all_ops.emplace_back(type.data(), type.size());
  return all_ops.empty() ? GRAPH_FAILED : GRAPH_SUCCESS;
}
bool OperatorFactory::IsExistOp(const char *operator_type) {
  return operator_type != nullptr && find_creator(operator_type) != nullptr;
}

}  // namespace ge
