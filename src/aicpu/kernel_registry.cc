#include "aicpu/kernel_registry.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>

#include "aicpu/registration.h"
#include "base/log.h"
#include "base/messages.h"

namespace opstrata::aicpu {
namespace {

/// Where kernel libraries lie below an operator root (aicpu-kernel-api section 24).
constexpr std::string_view kKernelFolder = "/op_impl/cpu/aicpu_kernel/impl";

struct Registry {
  std::mutex mutex;  ///< guards `kernels`; never held while a library loads, because registration takes it
  std::map<std::string, std::vector<std::unique_ptr<Kernel>>, std::less<>> kernels;  ///< strongest first

  std::mutex load_mutex;  ///< guards the rest
  std::string environment;  ///< the variables that the libraries loaded so far were found by
  KernelSearchReport report;
};

/// Created on first use (registrations happen in static initialisers), never destroyed.
Registry &registry() {
  static Registry *instance = new Registry;
  return *instance;
}

/// Whether `a` comes before `b`, which was registered earlier.
bool precedes(const Kernel &a, const Kernel &b) {
  if (a.origin().rank != b.origin().rank) return a.origin().rank > b.origin().rank;
  return a.kind() == KernelKind::kCpuKernelV2 && b.kind() == KernelKind::kCpuKernel;
}

/// The variables that decide where libraries are looked for; compared at every lookup, so that a path set late counts.
std::string environment_key() {
  std::string key;
  for (const char *name : {"ASCEND_CUSTOM_OPP_PATH", "ASCEND_OPP_PATH"}) {
    const char *value = std::getenv(name);
    key += value == nullptr ? "-" : value;
    key += '\n';
  }
  return key;
}

void load_libraries() {
  thread_local bool loading = false;
  if (loading) return;  // a kernel library that looks kernels up while it loads
  Registry &state = registry();
  const std::scoped_lock lock(state.load_mutex);
  std::string environment = environment_key();
  if (environment == state.environment) return;
  state.environment = std::move(environment);
  state.report.searched.clear();
  loading = true;
  for (const OperatorRoot &root : operator_roots()) {
    const std::string dir = root.path + std::string(kKernelFolder);
    const std::vector<std::string> libraries = shared_objects_below(dir);
    state.report.searched.emplace_back(dir, libraries.size());
    for (const std::string &library : libraries) {
      if (std::find(state.report.loaded.begin(), state.report.loaded.end(), library) != state.report.loaded.end()) continue;
      std::erase_if(state.report.failed, [&](const auto &failure) { return failure.first == library; });
      if (const Status status = load_library(library, root.rank, false); status.ok()) {
        state.report.loaded.push_back(library);
      } else {
        log::write(log::Level::kWarning, "aicpu", status.text());
        state.report.failed.emplace_back(library, status.text());
      }
    }
  }
  loading = false;
}

template <typename Use>
auto with_candidates(std::string_view op_type, Use use) {
  Registry &state = registry();
  const std::scoped_lock lock(state.mutex);
  const auto it = state.kernels.find(op_type);
  return use(it == state.kernels.end() ? std::span<const std::unique_ptr<Kernel>>() : std::span(it->second));
}

}  // namespace

std::string_view kernel_kind_name(KernelKind kind) {
  switch (kind) {
    case KernelKind::kPrepared: return "opstrata/kernel.h";
    case KernelKind::kCpuKernelV2: return "REGISTER_CPU_KERNELV2";
    case KernelKind::kCpuKernel: break;
  }
  return "REGISTER_CPU_KERNEL";
}

void add_kernel(std::unique_ptr<Kernel> kernel, const void *address) {
  pin_library(address);
  Registry &state = registry();
  const std::scoped_lock lock(state.mutex);
  auto &candidates = state.kernels[kernel->op_type()];
  const auto place = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const auto &other) { return precedes(*kernel, *other); });
  candidates.insert(place, std::move(kernel));
}

const Kernel *find_kernel(std::string_view op_type) {
  load_libraries();
  return with_candidates(op_type, [](auto candidates) { return candidates.empty() ? nullptr : candidates.front().get(); });
}

std::vector<const Kernel *> kernel_candidates(std::string_view op_type) {
  load_libraries();
  return with_candidates(op_type, [](auto candidates) {
    std::vector<const Kernel *> result;
    for (const auto &kernel : candidates) result.push_back(kernel.get());
    return result;
  });
}

std::vector<std::string> kernel_op_types() {
  load_libraries();
  Registry &state = registry();
  const std::scoped_lock lock(state.mutex);
  std::vector<std::string> result;
  for (const auto &[type, candidates] : state.kernels) result.push_back(type);
  return result;
}

KernelSearchReport kernel_search_report() {
  load_libraries();
  Registry &state = registry();
  const std::scoped_lock lock(state.load_mutex);
  return state.report;
}

Status no_kernel(std::string_view op_type) {
  const KernelSearchReport report = kernel_search_report();
  std::string places = "kernels registered by the program";
  for (const auto &[dir, count] : report.searched) places += ", " + dir + " (" + std::to_string(count) + " libraries)";
  for (const auto &[library, text] : report.failed) places += "; " + text;
  return fail(Msg::kNoKernel, {{"op", op_type}, {"places", places}});
}

}  // namespace opstrata::aicpu
