// Space registries: views of what chosen libraries registered.
#include "base/registry/op_impl_space_registry_v2.h"

#include <dlfcn.h>
#include <link.h>

#include <map>
#include <mutex>
#include <string>

#include "base/messages.h"
#include "infer/registry.h"

namespace gert {
namespace {

using Functions = OpImplKernelRegistry::OpImplFunctionsV2;

/// Fills what `into` lacks from `from`.
void merge(Functions &into, const Functions &from) {
  const auto take = [&](auto member) {
    if (!(into.*member)) into.*member = from.*member;
  };
  take(&Functions::infer_shape);
  take(&Functions::infer_shape_range);
  take(&Functions::infer_datatype);
  take(&Functions::inputs_dependency);
  take(&Functions::host_inputs);
  take(&Functions::op_execute_func);
  take(&Functions::tiling_dependency);
  take(&Functions::tiling_dependency_placements);
  take(&Functions::gen_simplifiedkey);
  take(&Functions::output_shape_depend_compute);
  take(&Functions::infer_symbol_shape);
  take(&Functions::infer_format_func);
  take(&Functions::calc_op_param);
  take(&Functions::gen_task);
  take(&Functions::check_support);
  take(&Functions::op_select_format);
  take(&Functions::get_op_support_info);
  take(&Functions::get_op_specific_info);
  take(&Functions::op_execute_prepare_func);
  take(&Functions::op_execute_launch_func);
  take(&Functions::exception_func);
  take(&Functions::nullable_outputs_);
  if (into.tiling == nullptr) {
    into.tiling = from.tiling;
    into.max_tiling_data_size = from.max_tiling_data_size;
  }
  if (into.tiling_parse == nullptr) {
    into.tiling_parse = from.tiling_parse;
    into.compile_info_creator = from.compile_info_creator;
    into.compile_info_deleter = from.compile_info_deleter;
  }
  if (into.private_attrs.empty()) {
    into.private_attrs = from.private_attrs;
    into.unique_private_attrs = from.unique_private_attrs;
  }
}

/// An address inside a loaded library; null when it cannot be told.
const void *address_in(const std::string &path) {
  void *handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  link_map *map = nullptr;
  const void *address = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr ? map->l_ld : nullptr;
  (void)dlclose(handle);
  return address;
}

}  // namespace

class OpImplSpaceRegistryImpl {
 public:
  void add(const std::vector<const opstrata::infer::Entry *> &entries) {
    const std::scoped_lock lock(mutex_);
    for (const opstrata::infer::Entry *entry : entries) {
      auto &functions = functions_[entry->op_type];
      if (functions == nullptr) functions = std::make_unique<Functions>();
      merge(*functions, entry->functions);
    }
  }
  const Functions *find(std::string_view op_type) const {
    const std::scoped_lock lock(mutex_);
    const auto it = functions_.find(op_type);
    return it == functions_.end() ? nullptr : it->second.get();
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Functions>, std::less<>> functions_;
};

OpImplSpaceRegistryV2::OpImplSpaceRegistryV2() : impl_(std::make_unique<OpImplSpaceRegistryImpl>()) {}
OpImplSpaceRegistryV2::~OpImplSpaceRegistryV2() = default;

ge::graphStatus OpImplSpaceRegistryV2::AddSoToRegistry(const OppSoDesc &so_desc) {
  for (const ge::AscendString &so_path : so_desc.GetSoPaths()) {
    const std::string path(so_path.GetString(), so_path.GetLength());
    const opstrata::Status status = opstrata::load_library(path, opstrata::OriginRank::kProgram, true);
    if (!status.ok()) {
      opstrata::report(status);
      return ge::GRAPH_FAILED;
    }
    if (const void *address = address_in(path); address != nullptr) {
      impl_->add(opstrata::infer::entries_of_library(address));
    }
  }
  return ge::GRAPH_SUCCESS;
}

const OpImplKernelRegistry::OpImplFunctionsV2 *OpImplSpaceRegistryV2::GetOpImpl(const char *op_type) const {
  return op_type == nullptr ? nullptr : impl_->find(op_type);
}

namespace {
struct Defaults {
  std::mutex mutex;
  OpImplSpaceRegistryV2Array registries;
};
Defaults &defaults() {
  static Defaults *const instance = new Defaults;
  return *instance;
}
}  // namespace

DefaultOpImplSpaceRegistryV2 &DefaultOpImplSpaceRegistryV2::GetInstance() {
  static DefaultOpImplSpaceRegistryV2 *const instance = new DefaultOpImplSpaceRegistryV2;
  return *instance;
}

const std::shared_ptr<OpImplSpaceRegistryV2> DefaultOpImplSpaceRegistryV2::GetSpaceRegistry(
    OppImplVersionTag opp_impl_version) const {
  const auto place = static_cast<size_t>(opp_impl_version);
  const std::scoped_lock lock(defaults().mutex);
  return place < defaults().registries.size() ? defaults().registries[place] : nullptr;
}

ge::graphStatus DefaultOpImplSpaceRegistryV2::SetSpaceRegistry(const std::shared_ptr<OpImplSpaceRegistryV2> &space_registry,
                                                               OppImplVersionTag opp_impl_version) {
  const auto place = static_cast<size_t>(opp_impl_version);
  if (place >= defaults().registries.size()) return ge::GRAPH_FAILED;
  const std::scoped_lock lock(defaults().mutex);
  defaults().registries[place] = space_registry;
  return ge::GRAPH_SUCCESS;
}

void DefaultOpImplSpaceRegistryV2::ClearSpaceRegistry() {
  const std::scoped_lock lock(defaults().mutex);
  for (auto &registry : defaults().registries) registry.reset();
}

ge::graphStatus OppPackageUtils::LoadAllOppPackage() {
  const opstrata::SearchReport report = opstrata::infer::search_report();
  auto registry = std::make_shared<OpImplSpaceRegistryV2>();
  std::vector<ge::AscendString> paths;
  for (const std::string &path : report.loaded) paths.emplace_back(path.c_str());
  const ge::graphStatus status = registry->AddSoToRegistry(OppSoDesc(paths, "opp"));
  (void)DefaultOpImplSpaceRegistryV2::GetInstance().SetSpaceRegistry(registry);
  return status == ge::GRAPH_SUCCESS && report.failed.empty() ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}

}  // namespace gert

namespace opstrata {
std::shared_ptr<gert::OpImplSpaceRegistryV2> op_impls_in_force() {
  if (auto registry = gert::DefaultOpImplSpaceRegistryV2::GetInstance().GetSpaceRegistry(); registry != nullptr) return registry;
  auto registry = std::make_shared<gert::OpImplSpaceRegistryV2>();
  registry->impl_->add(infer::all_entries());
  return registry;
}
}  // namespace opstrata
