#include "aicpu/kernel_registry.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "aicpu/registration.h"
#include "base/messages.h"
#include "base/root_order.h"

namespace opstrata::aicpu {
namespace {

struct Registry {
  std::mutex mutex;  ///< guards `kernels`; not held while a library loads, because registration takes it
  std::map<std::string, std::vector<std::unique_ptr<Kernel>>, std::less<>> kernels;  ///< strongest first
  uint64_t sorted = 0;  ///< root_order_version() when they were sorted
  /// Where kernel libraries lie below an operator root: aicpu-kernel-api section 24.
  LibrarySearch libraries{"aicpu", {"op_impl/cpu/aicpu_kernel/impl"}, false};
};

/// Created on first use (registrations happen in static initialisers), never destroyed.
Registry &registry() {
  static Registry *instance = new Registry;
  return *instance;
}

/// Whether `a` comes before `b`, which was registered earlier.
bool precedes(const Kernel &a, const Kernel &b) {
  if (stronger(a.origin(), b.origin())) return true;
  return !stronger(b.origin(), a.origin()) && a.kind() == KernelKind::kCpuKernelV2 && b.kind() == KernelKind::kCpuKernel;
}

template <typename Use>
auto with_candidates(std::string_view op_type, Use use) {
  Registry &state = registry();
  const std::scoped_lock lock(state.mutex);
  if (const uint64_t order = root_order_version(); state.sorted != order) {
    state.sorted = order;
    for (auto &[type, candidates] : state.kernels) {
      std::stable_sort(candidates.begin(), candidates.end(), [](const auto &a, const auto &b) { return precedes(*a, *b); });
    }
  }
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
  registry().libraries.refresh();
  return with_candidates(op_type, [](auto candidates) { return candidates.empty() ? nullptr : candidates.front().get(); });
}

std::vector<const Kernel *> kernel_candidates(std::string_view op_type) {
  registry().libraries.refresh();
  return with_candidates(op_type, [](auto candidates) {
    std::vector<const Kernel *> result;
    for (const auto &kernel : candidates) result.push_back(kernel.get());
    return result;
  });
}

std::vector<std::string> kernel_op_types() {
  registry().libraries.refresh();
  Registry &state = registry();
  const std::scoped_lock lock(state.mutex);
  std::vector<std::string> result;
  for (const auto &[type, candidates] : state.kernels) result.push_back(type);
  return result;
}

SearchReport kernel_search_report() { return registry().libraries.report(); }

Status no_kernel(std::string_view op_type) {
  return fail(Msg::kNoKernel, {{"op", op_type}, {"places", "the program, " + kernel_search_report().to_string()}});
}

}  // namespace opstrata::aicpu
