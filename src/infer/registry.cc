#include "infer/registry.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "base/root_order.h"
#include "infer/infer.h"
#include "proto/registry.h"

namespace opstrata::infer {
namespace {

struct StoredEntry {
  Entry entry;
  const void *library = nullptr;  ///< load address
};

struct Registry {
  std::mutex mutex;  ///< guards `entries`; not held while a library loads, because registration takes it
  std::map<std::string, std::vector<std::unique_ptr<StoredEntry>>, std::less<>> entries;  ///< strongest origin first
  std::atomic<uint64_t> sorted{0};  ///< root_order_version() when they were sorted
  LibrarySearch libraries{"infer", {"op_proto", "op_graph/lib", "op_impl/ai_core/tbe/op_host"}, true};
};

/// Created on first use (registrations happen in static initialisers), never destroyed.
Registry &registry() {
  static Registry *instance = new Registry;
  return *instance;
}

/// Counts registrations and changes of functions.
std::atomic<uint64_t> g_changes{0};

const void *load_address(const void *address) {
  Dl_info info;
  return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

/// Loads what the environment names and puts entries and prototypes in the order of its roots.
void follow_environment(Registry &state) {
  state.libraries.refresh();
  const uint64_t order = root_order_version();
  if (state.sorted.load(std::memory_order_acquire) == order) return;
  const std::scoped_lock lock(state.mutex);
  if (state.sorted.load(std::memory_order_relaxed) == order) return;
  for (auto &[type, entries] : state.entries) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto &a, const auto &b) { return stronger(a->entry.origin, b->entry.origin); });
  }
  proto::sort_by_roots();
  g_changes.fetch_add(1, std::memory_order_acq_rel);
  state.sorted.store(order, std::memory_order_release);
}

/// Calls `use` with the entries of a type, strongest first, under the lock: a library may be registering at this moment.
template <typename Use>
void with_entries(std::string_view op_type, Use use) {
  Registry &state = registry();
  follow_environment(state);
  const std::scoped_lock lock(state.mutex);
  if (const auto it = state.entries.find(op_type); it != state.entries.end()) use(it->second);
}

template <typename Has>
const Entry *strongest(std::string_view op_type, Has has) {
  const Entry *result = nullptr;
  with_entries(op_type, [&](const auto &entries) {
    const auto it = std::find_if(entries.begin(), entries.end(), [&](const auto &stored) { return has(stored->entry.functions); });
    if (it != entries.end()) result = &(*it)->entry;
  });
  return result;
}

}  // namespace

void follow_roots() { follow_environment(registry()); }

uint64_t registry_state() {
  follow_environment(registry());
  // Both only grow, so that their sum changes with each of them.
  return g_changes.load(std::memory_order_acquire) + proto::registrations();
}

const proto::OpPrototype *known_prototype(std::string_view op_type) {
  follow_environment(registry());
  return proto::find_prototype(op_type);
}

Entry &entry_for(std::string_view op_type, const void *address) {
  const void *library = load_address(address);
  Registry &state = registry();
  {
    const std::scoped_lock lock(state.mutex);
    if (const auto it = state.entries.find(op_type); it != state.entries.end()) {
      for (const auto &stored : it->second) {
        if (stored->library == library) return stored->entry;
      }
    }
  }
  pin_library(address);
  auto stored = std::make_unique<StoredEntry>(StoredEntry{{std::string(op_type), origin_of(address), {}}, library});
  Entry &entry = stored->entry;
  const std::scoped_lock lock(state.mutex);
  auto &entries = state.entries[entry.op_type];
  const auto place = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto &other) { return stronger(entry.origin, other->entry.origin); });
  entries.insert(place, std::move(stored));
  g_changes.fetch_add(1, std::memory_order_acq_rel);
  return entry;
}

void update(Entry &entry, const std::function<void(Functions &)> &change) {
  const std::scoped_lock lock(registry().mutex);
  change(entry.functions);
  g_changes.fetch_add(1, std::memory_order_acq_rel);
}

std::vector<const Entry *> entries_of_library(const void *address) {
  const void *library = load_address(address);
  Registry &state = registry();
  const std::scoped_lock lock(state.mutex);
  std::vector<const Entry *> result;
  for (const auto &[type, entries] : state.entries) {
    for (const auto &stored : entries) {
      if (stored->library == library) result.push_back(&stored->entry);
    }
  }
  return result;
}

std::vector<const Entry *> all_entries() {
  Registry &state = registry();
  follow_environment(state);
  const std::scoped_lock lock(state.mutex);
  std::vector<const Entry *> result;
  for (const auto &[type, entries] : state.entries) {
    for (const auto &stored : entries) result.push_back(&stored->entry);
  }
  return result;
}

std::vector<const Entry *> find_entries(std::string_view op_type) {
  std::vector<const Entry *> result;
  with_entries(op_type, [&](const auto &entries) {
    for (const auto &stored : entries) result.push_back(&stored->entry);
  });
  return result;
}

const Entry *find_shape_inference(std::string_view op_type) {
  return strongest(op_type, [](const Functions &functions) { return functions.infer_shape != nullptr; });
}

const Entry *find_data_type_inference(std::string_view op_type) {
  return strongest(op_type, [](const Functions &functions) { return functions.infer_datatype != nullptr; });
}

bool depends_on_value(std::string_view op_type, uint32_t ir_index) {
  const Entry *entry = find_shape_inference(op_type);
  return entry != nullptr && entry->functions.IsInputDataDependency(ir_index);
}

SearchReport search_report() { return registry().libraries.report(); }

}  // namespace opstrata::infer
