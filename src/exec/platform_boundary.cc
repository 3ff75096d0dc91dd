// fe:: functions over strings, compiled once for each string ABI (foreign-build section 4.4).
#include <string>

#include "exec/platform_core.h"
#include "platform/platform_info.h"

namespace fe {

using namespace opstrata::exec;  // NOLINT: the functions below are the interface's

namespace {

constexpr uint32_t kFailed = 0xFFFFFFFF;
/// No device: the chip that InitRuntimePlatformInfos gave to all of them.
constexpr uint32_t kEveryDevice = 0xFFFFFFFF;
using TypeLists = std::map<std::string, std::vector<std::string>>;

TypeLists type_lists(const PlatFormInfosImpl *infos, size_t which) {
  TypeLists lists;
  get_lists(infos, which, [&lists](std::string_view key, std::string_view element) {
    lists[std::string(key)].push_back(std::string(element));
  });
  return lists;
}
void set_type_lists(PlatFormInfosImpl *infos, size_t which, const TypeLists &lists) {
  clear_lists(infos, which);
  for (const auto &[key, elements] : lists) {
    for (const std::string &element : elements) add_to_list(infos, which, key, element);
  }
}

}  // namespace

// --- PlatFormInfos ----------------------------------------------------------------------------------------------------------

bool PlatFormInfos::GetPlatformRes(const std::string &label, const std::string &key, std::string &val) {
  return get_text(impl_.get(), label, key, [&val](std::string_view text) { val = std::string(text); });
}
bool PlatFormInfos::GetPlatformRes(const std::string &label, std::map<std::string, std::string> &res) {
  return get_texts(impl_.get(), label, [&res](std::string_view key, std::string_view value) { res[std::string(key)] = std::string(value); });
}
bool PlatFormInfos::GetPlatformResWithLock(const std::string &label, const std::string &key, std::string &val) {
  return GetPlatformRes(label, key, val);
}
bool PlatFormInfos::GetPlatformResWithLock(const std::string &label, std::map<std::string, std::string> &res) {
  return GetPlatformRes(label, res);
}
void PlatFormInfos::SetPlatformRes(const std::string &label, std::map<std::string, std::string> &res) {
  if (impl_ == nullptr) (void)Init();
  clear_label(impl_.get(), label);
  for (const auto &[key, value] : res) set_text(impl_.get(), label, key, value);
}
void PlatFormInfos::SetPlatformResWithLock(const std::string &label, std::map<std::string, std::string> &res) { SetPlatformRes(label, res); }

uint32_t PlatFormInfos::GetCoreNumByType(const std::string &core_type) {
  std::string text;
  const bool known = GetPlatformRes("SoCInfo", core_type == "VectorCore" ? "vector_core_cnt" : "ai_core_cnt", text);
  return known ? static_cast<uint32_t>(std::strtoul(text.c_str(), nullptr, 10)) : 0;
}
void PlatFormInfos::SetCoreNumByCoreType(const std::string &core_type) { core_num_ = GetCoreNumByType(core_type); }

TypeLists PlatFormInfos::GetAICoreIntrinsicDtype() { return type_lists(impl_.get(), 0); }
TypeLists PlatFormInfos::GetVectorCoreIntrinsicDtype() { return type_lists(impl_.get(), 1); }
TypeLists PlatFormInfos::GetFixPipeDtypeMap() { return type_lists(impl_.get(), 2); }
void PlatFormInfos::SetAICoreIntrinsicDtype(TypeLists &intrinsic_dtypes) {
  if (impl_ == nullptr) (void)Init();
  set_type_lists(impl_.get(), 0, intrinsic_dtypes);
}
void PlatFormInfos::SetVectorCoreIntrinsicDtype(TypeLists &intrinsic_dtypes) {
  if (impl_ == nullptr) (void)Init();
  set_type_lists(impl_.get(), 1, intrinsic_dtypes);
}
void PlatFormInfos::SetFixPipeDtypeMap(const TypeLists &fixpipe_dtype_map) {
  if (impl_ == nullptr) (void)Init();
  set_type_lists(impl_.get(), 2, fixpipe_dtype_map);
}

std::string PlatFormInfos::SaveToBuffer() {
  std::string buffer;
  save_texts(impl_.get(), [&buffer](std::string_view text) { buffer = std::string(text); });
  return buffer;
}

// --- OptionalInfos ----------------------------------------------------------------------------------------------------------

#define OPSTRATA_OPTIONAL_TEXT(Name, field)                                                        \
  std::string OptionalInfos::Get##Name() { return std::string(get_optional(impl_.get(), field)); } \
  void OptionalInfos::Set##Name(std::string value) {                                               \
    if (impl_ == nullptr) (void)Init();                                                            \
    set_optional(impl_.get(), field, value);                                                       \
  }
OPSTRATA_OPTIONAL_TEXT(SocVersion, 0)
OPSTRATA_OPTIONAL_TEXT(CoreType, 1)
OPSTRATA_OPTIONAL_TEXT(L1FusionFlag, 2)
#undef OPSTRATA_OPTIONAL_TEXT

// --- PlatformInfoManager -----------------------------------------------------------------------------------------------------

PlatformInfoManager::PlatformInfoManager() = default;
PlatformInfoManager::~PlatformInfoManager() = default;

PlatformInfoManager &PlatformInfoManager::Instance() {
  static auto *made = new PlatformInfoManager;
  return *made;
}
PlatformInfoManager &PlatformInfoManager::GeInstance() {
  static auto *made = new PlatformInfoManager;
  return *made;
}

uint32_t PlatformInfoManager::InitializePlatformInfo() {
  init_flag_ = true;
  return 0;
}
uint32_t PlatformInfoManager::Finalize() {
  const std::lock_guard<std::mutex> guard(lock_);
  init_flag_ = false;
  platform_info_map_.clear();
  platform_infos_map_.clear();
  runtime_device_platform_infos_map_.clear();
  opti_compilation_info_ = OptionalInfo();
  opti_compilation_infos_ = OptionalInfos();
  return 0;
}

bool PlatformInfoManager::Find(const std::string &soc_version, PlatformInfo &platform_info) {
  const auto known = platform_info_map_.find(soc_version);
  if (known != platform_info_map_.end()) {
    platform_info = known->second;
    return true;
  }
  if (!is_this_chip(soc_version)) return false;
  PlatFormInfos infos;
  infos.impl_ = make_chip_infos();
  const auto number = [&infos](const char *label, const char *key) {
    std::string text;
    return infos.GetPlatformRes(label, key, text) ? std::strtoull(text.c_str(), nullptr, 10) : 0ULL;
  };
  platform_info = PlatformInfo();
  (void)infos.GetPlatformRes("version", "Short_SoC_version", platform_info.str_info.short_soc_version);
  platform_info.soc_info.ai_core_cnt = static_cast<uint32_t>(number("SoCInfo", "ai_core_cnt"));
  platform_info.soc_info.vector_core_cnt = static_cast<uint32_t>(number("SoCInfo", "vector_core_cnt"));
  platform_info.soc_info.ai_cpu_cnt = static_cast<uint32_t>(number("SoCInfo", "ai_cpu_cnt"));
  platform_info.soc_info.l2_size = number("SoCInfo", "l2_size");
  platform_info.ai_core_spec.l0_a_size = number("AICoreSpec", "l0_a_size");
  platform_info.ai_core_spec.l0_b_size = number("AICoreSpec", "l0_b_size");
  platform_info.ai_core_spec.l0_c_size = number("AICoreSpec", "l0_c_size");
  platform_info.ai_core_spec.l1_size = number("AICoreSpec", "l1_size");
  platform_info.ai_core_spec.ub_size = number("AICoreSpec", "ub_size");
  platform_info.vector_core_spec.ub_size = platform_info.ai_core_spec.ub_size;
  return true;
}

void PlatformInfoManager::Fill(const PlatformInfo &platform_info, PlatFormInfos &platform_infos) const {
  platform_infos.impl_ = make_chip_infos();
  const auto set = [&platform_infos](const char *label, const char *key, uint64_t value) {
    set_text(platform_infos.impl_.get(), label, key, std::to_string(value));
  };
  set_text(platform_infos.impl_.get(), "version", "Short_SoC_version", platform_info.str_info.short_soc_version);
  set("SoCInfo", "ai_core_cnt", platform_info.soc_info.ai_core_cnt);
  set("SoCInfo", "vector_core_cnt", platform_info.soc_info.vector_core_cnt);
  set("SoCInfo", "ai_cpu_cnt", platform_info.soc_info.ai_cpu_cnt);
  set("SoCInfo", "l2_size", platform_info.soc_info.l2_size);
  set("SoCInfo", "memory_size", platform_info.soc_info.memory_size);
  set("AICoreSpec", "l0_a_size", platform_info.ai_core_spec.l0_a_size);
  set("AICoreSpec", "l0_b_size", platform_info.ai_core_spec.l0_b_size);
  set("AICoreSpec", "l0_c_size", platform_info.ai_core_spec.l0_c_size);
  set("AICoreSpec", "l1_size", platform_info.ai_core_spec.l1_size);
  set("AICoreSpec", "ub_size", platform_info.ai_core_spec.ub_size);
  platform_infos.SetCoreNum(platform_info.soc_info.ai_core_cnt);
}

uint32_t PlatformInfoManager::GetPlatformInfo(const std::string SoCVersion, PlatformInfo &platform_info, OptionalInfo &opti_compilation_info) {
  const std::lock_guard<std::mutex> guard(lock_);
  if (!Find(SoCVersion, platform_info)) return kFailed;
  opti_compilation_info = opti_compilation_info_;
  opti_compilation_info.soc_version = SoCVersion;
  return 0;
}
uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(PlatformInfo &platform_info, OptionalInfo &opti_compilation_info) {
  std::string soc;
  {
    const std::lock_guard<std::mutex> guard(lock_);
    soc = opti_compilation_info_.soc_version.empty() ? std::string(this_chip()) : opti_compilation_info_.soc_version;
  }
  return GetPlatformInfo(soc, platform_info, opti_compilation_info);
}
void PlatformInfoManager::SetOptionalCompilationInfo(OptionalInfo &opti_compilation_info) {
  const std::lock_guard<std::mutex> guard(lock_);
  opti_compilation_info_ = opti_compilation_info;
}

uint32_t PlatformInfoManager::GetPlatformInfos(const std::string SoCVersion, PlatFormInfos &platform_info, OptionalInfos &opti_compilation_info) {
  const std::lock_guard<std::mutex> guard(lock_);
  const auto known = platform_infos_map_.find(SoCVersion);
  PlatformInfo info;
  if (known != platform_infos_map_.end()) platform_info = known->second;
  else if (Find(SoCVersion, info)) Fill(info, platform_info);
  else return kFailed;
  // Contents of its own: copies share theirs, and the caller's chip is no choice of the manager.
  OptionalInfos choices;
  choices.SetCoreType(opti_compilation_infos_.GetCoreType());
  choices.SetL1FusionFlag(opti_compilation_infos_.GetL1FusionFlag());
  choices.SetAICoreNum(opti_compilation_infos_.GetAICoreNum());
  choices.SetSocVersion(SoCVersion);
  opti_compilation_info = choices;
  return 0;
}
uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(PlatFormInfos &platform_infos, OptionalInfos &opti_compilation_infos) {
  std::string soc = opti_compilation_infos_.GetSocVersion();
  if (soc.empty()) soc = this_chip();
  return GetPlatformInfos(soc, platform_infos, opti_compilation_infos);
}
void PlatformInfoManager::SetOptionalCompilationInfo(OptionalInfos &opti_compilation_infos) {
  const std::lock_guard<std::mutex> guard(lock_);
  opti_compilation_infos_ = opti_compilation_infos;
}

uint32_t PlatformInfoManager::UpdatePlatformInfos(PlatFormInfos &platform_infos) {
  std::string soc = opti_compilation_infos_.GetSocVersion();
  return UpdatePlatformInfos(soc.empty() ? std::string(this_chip()) : soc, platform_infos);
}
uint32_t PlatformInfoManager::UpdatePlatformInfos(const std::string &soc_version, PlatFormInfos &platform_infos) {
  const std::lock_guard<std::mutex> guard(lock_);
  platform_infos_map_[soc_version] = platform_infos;
  return 0;
}

uint32_t PlatformInfoManager::GetPlatformInstanceByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos) {
  return GetRuntimePlatformInfosByDevice(device_id, platform_infos);
}
uint32_t PlatformInfoManager::InitRuntimePlatformInfos(const std::string &soc_version) {
  const std::lock_guard<std::mutex> guard(lock_);
  PlatformInfo info;
  const auto known = platform_infos_map_.find(soc_version);
  PlatFormInfos infos;
  if (known != platform_infos_map_.end())
    infos = known->second;
  else if (Find(soc_version, info))
    Fill(info, infos);
  else
    return kFailed;
  // From now on the devices have this chip, also those that were asked about before.
  runtime_device_platform_infos_map_.clear();
  runtime_device_platform_infos_map_[kEveryDevice] = infos;
  return 0;
}
uint32_t PlatformInfoManager::GetRuntimePlatformInfosByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos, bool need_deep_copy) {
  const std::lock_guard<std::mutex> guard(lock_);
  const auto own = runtime_device_platform_infos_map_.find(device_id);
  if (own == runtime_device_platform_infos_map_.end() && device_id >= device_count()) return kFailed;
  PlatFormInfos &infos =
      own != runtime_device_platform_infos_map_.end() ? own->second : runtime_device_platform_infos_map_[device_id];
  if (infos.impl_ == nullptr) {
    const auto every = runtime_device_platform_infos_map_.find(kEveryDevice);
    if (every != runtime_device_platform_infos_map_.end()) {
      infos = every->second;
    } else {
      infos.impl_ = make_chip_infos();
      infos.SetCoreNumByCoreType("AiCore");
    }
  }
  if (!need_deep_copy) {
    platform_infos = infos;
    return 0;
  }
  const std::string text = infos.SaveToBuffer();
  (void)platform_infos.Init();
  platform_infos.SetCoreNum(infos.GetCoreNum());
  return platform_infos.LoadFromBuffer(text.data(), text.size()) ? 0 : kFailed;
}
uint32_t PlatformInfoManager::UpdateRuntimePlatformInfosByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos) {
  const std::lock_guard<std::mutex> guard(lock_);
  runtime_device_platform_infos_map_[device_id] = platform_infos;
  return 0;
}

}  // namespace fe
