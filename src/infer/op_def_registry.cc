// Registered operator definitions, configurations that other places add to them, and the functions that the compiler asks.
#include "register/op_def_registry.h"

#include <algorithm>
#include <mutex>

#include "infer/op_definition.h"
#include "register/op_config_registry.h"

namespace opstrata::infer {

CoreConfig read_config(const ops::OpAICoreConfig &config, const std::string &soc);

namespace {

using Creator = std::function<ops::OpDef(const char *)>;
struct StoredDefinition {
  Creator creator;
  Origin origin;
};
struct StoredConfig {
  std::string soc;
  ops::OpAICoreConfigFunc function;
};
template <typename T>
using ByType = std::map<std::string, T, std::less<>>;

struct Definitions {
  std::mutex mutex;
  ByType<std::vector<StoredDefinition>> definitions;  ///< strongest origin first
  ByType<std::vector<StoredConfig>> configs;
  ByType<ByType<optiling::OP_CHECK_FUNC>> checks;  ///< by question, then type
  ByType<optiling::PARAM_GENERALIZE_FUNC> generalizes;
};

/// Created on first use (registrations happen in static initialisers), never destroyed.
Definitions &registry() {
  static Definitions *instance = new Definitions;
  return *instance;
}

int add(const char *op_type, Creator creator, const void *address) {
  if (op_type == nullptr || *op_type == '\0' || creator == nullptr) return -1;
  pin_library(address);
  StoredDefinition stored{std::move(creator), origin_of(address)};
  Definitions &state = registry();
  const std::scoped_lock lock(state.mutex);
  auto &all = state.definitions[op_type];
  if (std::any_of(all.begin(), all.end(), [&](const auto &other) { return other.origin.library == stored.origin.library; })) return 0;
  const auto place = std::find_if(all.begin(), all.end(), [&](const auto &other) { return stored.origin.rank > other.origin.rank; });
  all.insert(place, std::move(stored));
  return 0;
}

template <typename Function>
Function find_in(const ByType<Function> &map, std::string_view key) {
  const auto it = map.find(key);
  return it == map.end() ? nullptr : it->second;
}

}  // namespace

std::vector<std::string> defined_operators() {
  Definitions &state = registry();
  const std::scoped_lock lock(state.mutex);
  std::vector<std::string> result;
  for (const auto &[type, definitions] : state.definitions) result.push_back(type);
  return result;
}

std::vector<OpDefinition> definitions_of(std::string_view op_type) {
  std::vector<StoredDefinition> stored;
  std::vector<StoredConfig> configs;
  {
    Definitions &state = registry();
    const std::scoped_lock lock(state.mutex);
    if (const auto it = state.definitions.find(op_type); it != state.definitions.end()) stored = it->second;
    if (const auto it = state.configs.find(op_type); it != state.configs.end()) configs = it->second;
  }
  // Foreign constructors run without the lock: they may register or read themselves.
  std::vector<OpDefinition> result;
  for (const StoredDefinition &definition : stored) {
    result.push_back(read_definition(definition.creator(std::string(op_type).c_str())));
    result.back().origin = definition.origin;
    for (const auto &[soc, function] : configs) {
      auto &own = result.back().configs;
      std::erase_if(own, [&, chip = &soc](const CoreConfig &config) { return config.soc == *chip; });
      own.push_back(read_config(function(), soc));
    }
  }
  return result;
}

optiling::OP_CHECK_FUNC check_function(std::string_view check_type, std::string_view op_type) {
  Definitions &state = registry();
  const std::scoped_lock lock(state.mutex);
  const auto it = state.checks.find(check_type);
  return it == state.checks.end() ? nullptr : find_in(it->second, op_type);
}

optiling::PARAM_GENERALIZE_FUNC generalize_function(std::string_view op_type) {
  Definitions &state = registry();
  const std::scoped_lock lock(state.mutex);
  return find_in(state.generalizes, op_type);
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
  opstrata::pin_library(__builtin_return_address(0));
  auto &state = opstrata::infer::registry();
  const std::scoped_lock lock(state.mutex);
  state.configs[op_type].push_back({soc, func});
}
}  // namespace ops

namespace optiling {
OpCheckFuncHelper::OpCheckFuncHelper(const ge::AscendString &check_type, const ge::AscendString &op_type, OP_CHECK_FUNC func) {
  if (func == nullptr) return;
  opstrata::pin_library(__builtin_return_address(0));
  auto &state = opstrata::infer::registry();
  const std::scoped_lock lock(state.mutex);
  state.checks[check_type.GetString()].emplace(op_type.GetString(), func);
}
OpCheckFuncHelper::OpCheckFuncHelper(const ge::AscendString &op_type, PARAM_GENERALIZE_FUNC func) {
  if (func == nullptr) return;
  opstrata::pin_library(__builtin_return_address(0));
  auto &state = opstrata::infer::registry();
  const std::scoped_lock lock(state.mutex);
  state.generalizes.emplace(op_type.GetString(), func);
}
}  // namespace optiling
