// Registered operator definitions, configurations that other places add to them, and the functions that the compiler asks.
#include "register/op_def_registry.h"

#include <algorithm>
#include <mutex>

#include "base/root_order.h"
#include "infer/op_definition.h"
#include "infer/registry.h"
#include "register/op_config_registry.h"

namespace opstrata::infer {

CoreConfig read_config(const ops::OpAICoreConfig &config, const std::string &soc);

namespace {

using Creator = std::function<ops::OpDef(const char *)>;
struct StoredConfig {
  std::string soc;
  ops::OpAICoreConfigFunc function;
};
template <typename T>
struct Registered {
  T value;
  Origin origin;
};
template <typename T>
using Candidates = std::vector<Registered<T>>;  ///< strongest origin first, within one in the order of registration
template <typename T>
using ByType = std::map<std::string, T, std::less<>>;

struct Definitions {
  std::mutex mutex;     ///< not held while a library loads, because registration takes it
  uint64_t sorted = 0;  ///< root_order_version() when everything was sorted
  ByType<Candidates<Creator>> definitions;
  ByType<Candidates<StoredConfig>> configs;
  ByType<ByType<Candidates<optiling::OP_CHECK_FUNC>>> checks;  ///< by question, then type
  ByType<Candidates<optiling::PARAM_GENERALIZE_FUNC>> generalizes;
};

/// Created on first use (registrations happen in static initialisers), never destroyed.
Definitions &registry() {
  static Definitions *instance = new Definitions;
  return *instance;
}

template <typename T>
void sort(ByType<Candidates<T>> &types) {
  for (auto &[type, all] : types) {
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return stronger(a.origin, b.origin); });
  }
}

/// The registry, locked, with everything in the order of the operator roots as the environment says now.
struct Current {
  Current() {
    if (const uint64_t order = root_order_version(); state.sorted != order) {
      state.sorted = order;
      sort(state.definitions);
      sort(state.configs);
      for (auto &[question, types] : state.checks) sort(types);
      sort(state.generalizes);
    }
  }
  Definitions &state = refreshed();
  std::scoped_lock<std::mutex> lock{state.mutex};

 private:
  static Definitions &refreshed() {
    follow_roots();
    return registry();
  }
};

/// Under the lock.
template <typename T>
void insert(Candidates<T> &all, T value, Origin origin) {
  const auto place =
      std::find_if(all.begin(), all.end(), [&](const auto &other) { return stronger(origin, other.origin); });
  all.insert(place, {std::move(value), std::move(origin)});
}

int add(const char *op_type, Creator creator, const void *address) {
  if (op_type == nullptr || *op_type == '\0' || creator == nullptr) return -1;
  pin_library(address);
  Origin origin = origin_of(address);
  Definitions &state = registry();
  const std::scoped_lock lock(state.mutex);
  auto &all = state.definitions[op_type];
  if (std::any_of(all.begin(), all.end(), [&](const auto &other) { return other.origin.library == origin.library; }))
    return 0;
  insert(all, std::move(creator), std::move(origin));
  return 0;
}

template <typename Function>
Function find_in(const ByType<Candidates<Function>> &map, std::string_view key) {
  const auto it = map.find(key);
  return it == map.end() || it->second.empty() ? nullptr : it->second.front().value;
}

/// Adds to the member of the registry that `list` gives.
template <typename T, typename List>
void add_to(T value, const void *address, List list) {
  pin_library(address);
  Origin origin = origin_of(address);
  Definitions &state = registry();
  const std::scoped_lock lock(state.mutex);
  insert(list(state), std::move(value), std::move(origin));
}

}  // namespace

std::vector<std::string> defined_operators() {
  const Current current;
  std::vector<std::string> result;
  for (const auto &[type, definitions] : current.state.definitions) result.push_back(type);
  return result;
}

std::vector<OpDefinition> definitions_of(std::string_view op_type) {
  Candidates<Creator> stored;
  Candidates<StoredConfig> configs;
  {
    const Current current;
    const Definitions &state = current.state;
    if (const auto it = state.definitions.find(op_type); it != state.definitions.end()) stored = it->second;
    if (const auto it = state.configs.find(op_type); it != state.configs.end()) configs = it->second;
  }
  // The strongest configuration of a chip is the one that counts. The order of the chips stays that of the candidates.
  std::vector<std::string_view> chips;
  std::erase_if(configs, [&](const auto &config) {
    if (std::find(chips.begin(), chips.end(), config.value.soc) != chips.end()) return true;
    chips.push_back(config.value.soc);
    return false;
  });
  // Foreign constructors run without the lock: they may register or read themselves.
  std::vector<OpDefinition> result;
  for (const auto &definition : stored) {
    result.push_back(read_definition(definition.value(std::string(op_type).c_str())));
    result.back().origin = definition.origin;
    for (const auto &config : configs) {
      auto &own = result.back().configs;
      std::erase_if(own, [&](const CoreConfig &other) { return other.soc == config.value.soc; });
      own.push_back(read_config(config.value.function(), config.value.soc));
    }
  }
  return result;
}

optiling::OP_CHECK_FUNC check_function(std::string_view check_type, std::string_view op_type) {
  const Current current;
  const auto it = current.state.checks.find(check_type);
  return it == current.state.checks.end() ? nullptr : find_in(it->second, op_type);
}

optiling::PARAM_GENERALIZE_FUNC generalize_function(std::string_view op_type) {
  const Current current;
  return find_in(current.state.generalizes, op_type);
}

}  // namespace opstrata::infer

// The caller's address tells which library registers.
namespace ops {
int OpDefFactory::OpDefRegister(const char *op_type, std::function<OpDef(const char *)> creator) {
  return opstrata::infer::add(op_type, std::move(creator), __builtin_return_address(0));
}
int OpDefFactory::OpDefRegisterV2(const char *op_type, OpDef (*creator)(const char *)) {
  return opstrata::infer::add(op_type, creator, __builtin_return_address(0));
}

OpConfigRegistry::OpConfigRegistry(const char *op_type, const char *soc, OpAICoreConfigFunc func) {
  if (op_type == nullptr || soc == nullptr || func == nullptr) return;
  opstrata::infer::add_to(
      opstrata::infer::StoredConfig{soc, func},
      __builtin_return_address(0), [&](auto &state) -> auto & { return state.configs[op_type]; });
}
}  // namespace ops

namespace optiling {
OpCheckFuncHelper::OpCheckFuncHelper(const ge::AscendString &check_type, const ge::AscendString &op_type, OP_CHECK_FUNC func) {
  if (func == nullptr) return;
  opstrata::infer::add_to(
      func, __builtin_return_address(0), [&](auto &state) -> auto & {
        return state.checks[check_type.GetString()][op_type.GetString()];
      });
}
OpCheckFuncHelper::OpCheckFuncHelper(const ge::AscendString &op_type, PARAM_GENERALIZE_FUNC func) {
  if (func == nullptr) return;
  opstrata::infer::add_to(
      func, __builtin_return_address(0), [&](auto &state) -> auto & { return state.generalizes[op_type.GetString()]; });
}
}  // namespace optiling
