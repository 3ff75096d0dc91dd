/// @file
/// The known chips (foreign-build section 4.4). OPSTRATA_SOC chooses the one that GetPlatformInfoWithOutSocVersion answers
/// with until SetOptionalCompilationInfo names another. Results: 0 success, else 0xFFFFFFFF.
#ifndef PLATFORM_INFO_H
#define PLATFORM_INFO_H

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "opstrata/visibility.h"
#include "platform/platform_info_def.h"
#include "platform/platform_infos_def.h"

namespace fe {

// The class holds maps of strings, which tests write, so it too is one of each string ABI.
class OPSTRATA_STRING_ABI_TAG OPSTRATA_API PlatformInfoManager {
 public:
  PlatformInfoManager(const PlatformInfoManager &) = delete;
  PlatformInfoManager &operator=(const PlatformInfoManager &) = delete;

  static PlatformInfoManager &Instance();
  static PlatformInfoManager &GeInstance();

  uint32_t InitializePlatformInfo();
  uint32_t Finalize();

  uint32_t GetPlatformInfo(const std::string SoCVersion, PlatformInfo &platform_info, OptionalInfo &opti_compilation_info);
  uint32_t GetPlatformInfoWithOutSocVersion(PlatformInfo &platform_info, OptionalInfo &opti_compilation_info);
  void SetOptionalCompilationInfo(OptionalInfo &opti_compilation_info);

  uint32_t GetPlatformInfos(const std::string SoCVersion, PlatFormInfos &platform_info, OptionalInfos &opti_compilation_info);
  uint32_t GetPlatformInfoWithOutSocVersion(PlatFormInfos &platform_infos, OptionalInfos &opti_compilation_infos);
  void SetOptionalCompilationInfo(OptionalInfos &opti_compilation_infos);

  uint32_t UpdatePlatformInfos(PlatFormInfos &platform_infos);
  uint32_t UpdatePlatformInfos(const std::string &soc_version, PlatFormInfos &platform_infos);
  /// The chip of a simulated device.
  uint32_t GetPlatformInstanceByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos);
  uint32_t InitRuntimePlatformInfos(const std::string &soc_version);
  uint32_t GetRuntimePlatformInfosByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos, bool need_deep_copy = false);
  uint32_t UpdateRuntimePlatformInfosByDevice(const uint32_t &device_id, PlatFormInfos &platform_infos);

 private:
  PlatformInfoManager();
  ~PlatformInfoManager();
  bool Find(const std::string &soc_version, PlatformInfo &platform_info);
  void Fill(const PlatformInfo &platform_info, PlatFormInfos &platform_infos) const;

  mutable std::mutex lock_;
  bool init_flag_ = false;
  std::map<std::string, PlatformInfo> platform_info_map_;
  std::map<std::string, PlatFormInfos> platform_infos_map_;
  std::map<uint32_t, PlatFormInfos> runtime_device_platform_infos_map_;
  OptionalInfo opti_compilation_info_;
  OptionalInfos opti_compilation_infos_;
};

}  // namespace fe

#endif  // PLATFORM_INFO_H
