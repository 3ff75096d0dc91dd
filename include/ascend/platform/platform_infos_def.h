/// @file
/// What a chip offers, as labelled texts ("AICoreSpec" / "ub_size") with typed readers (foreign-build section 4.4).
/// The classes hold no strings themselves; functions that take some exist for both string ABIs.
#ifndef PLATFORM_INFOS_DEF_H
#define PLATFORM_INFOS_DEF_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "opstrata/visibility.h"
#include "platform/platform_info_def.h"

namespace fe {

enum class LocalMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, RESERVED };

class PlatFormInfosImpl;
class OPSTRATA_STRING_ABI_TAG PlatformInfoManager;
/// Copies share their contents. Usable from several threads while nobody sets.
class OPSTRATA_API PlatFormInfos {
 public:
  /// Makes empty contents of this object's own; true.
  bool Init();

  /// The text of one key, or all keys, of a label; false when there is none.
  bool GetPlatformRes(const std::string &label, const std::string &key, std::string &val);
  bool GetPlatformRes(const std::string &label, std::map<std::string, std::string> &res);
  bool GetPlatformResWithLock(const std::string &label, const std::string &key, std::string &val);
  bool GetPlatformResWithLock(const std::string &label, std::map<std::string, std::string> &res);
  /// Replaces all keys of a label.
  void SetPlatformRes(const std::string &label, std::map<std::string, std::string> &res);
  void SetPlatformResWithLock(const std::string &label, std::map<std::string, std::string> &res);

  /// Cores of the type that SetCoreNumByCoreType chose ("AiCore", "VectorCore"), or that SetCoreNum set.
  uint32_t GetCoreNum() const;
  uint32_t GetCoreNumWithLock() const;
  void SetCoreNumByCoreType(const std::string &core_type);
  void SetCoreNum(const uint32_t &core_num);
  uint32_t GetCoreNumByType(const std::string &core_type);

  /// Bytes of a memory; 0 when unknown.
  void GetLocalMemSize(const LocalMemType &mem_type, uint64_t &size);
  /// Bytes per cycle of a memory; 0 when unknown.
  void GetLocalMemBw(const LocalMemType &mem_type, uint64_t &bw_size);

  /// Types that instructions of a core take, by instruction.
  std::map<std::string, std::vector<std::string>> GetAICoreIntrinsicDtype();
  void SetAICoreIntrinsicDtype(std::map<std::string, std::vector<std::string>> &intrinsic_dtypes);
  std::map<std::string, std::vector<std::string>> GetVectorCoreIntrinsicDtype();
  void SetVectorCoreIntrinsicDtype(std::map<std::string, std::vector<std::string>> &intrinsic_dtypes);
  std::map<std::string, std::vector<std::string>> GetFixPipeDtypeMap();
  void SetFixPipeDtypeMap(const std::map<std::string, std::vector<std::string>> &fixpipe_dtype_map);

  /// All contents as one text and back; false for a text that is none.
  std::string SaveToBuffer();
  bool LoadFromBuffer(const char *buf, const size_t len);

 private:
  friend class PlatFormInfosImpl;
  friend class PlatformInfoManager;
  uint32_t core_num_ = 0;
  std::shared_ptr<PlatFormInfosImpl> impl_;
};

class OptionalInfosImpl;
/// Choices of a compilation.
class OPSTRATA_API OptionalInfos {
 public:
  bool Init();
  std::string GetSocVersion();
  void SetSocVersion(std::string soc_version);
  std::string GetCoreType();
  void SetCoreType(std::string core_type);
  uint32_t GetAICoreNum();
  void SetAICoreNum(uint32_t ai_core_num);
  std::string GetL1FusionFlag();
  void SetL1FusionFlag(std::string l1_fusion_flag);

 private:
  friend class OptionalInfosImpl;
  std::shared_ptr<OptionalInfosImpl> impl_;
};

}  // namespace fe

#endif  // PLATFORM_INFOS_DEF_H
