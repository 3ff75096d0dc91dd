/**
 * @file
 * `platform_ascendc::PlatformAscendC`: what tiling functions ask about the chip, read from the context's platform
 * information (labels and keys of foreign-build section 4.4). Header only.
 */
#ifndef PLATFORM_ASCENDC_H
#define PLATFORM_ASCENDC_H

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "graph/ge_error_codes.h"
#include "platform/platform_info.h"
#ifndef __SOC_SPEC_H__
#include "platform/soc_spec.h"
#endif

namespace platform_ascendc {
enum class CoreMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, FB, BT, RESERVED };

/** Numbers as in `op::SocVersion`. */
enum class SocVersion {
  ASCEND910 = 0,
  ASCEND910B = 1,
  ASCEND910_93 = 2,
  ASCEND950 = 3,
  ASCEND910_95 = 3,
  ASCEND910E = 4,
  ASCEND310 = 5,
  ASCEND310P = 6,
  ASCEND310B = 7,
  ASCEND310C = 8,
  ASCEND610LITE = 9,
  KIRINX90 = 10,
  KIRIN9030 = 11,
  RESERVED_VERSION = 99999
};

/** Reads only; the information stays the caller's and must outlive the object. Without information everything is 0. */
class PlatformAscendC {
 public:
  PlatformAscendC() = delete;
  explicit PlatformAscendC(fe::PlatFormInfos *platformInfo) : info_(platformInfo) {}

  /** Cores of the type that the context runs on. */
  uint32_t GetCoreNum() const { return info_ == nullptr ? 0U : info_->GetCoreNum(); }
  /** Cube and vector cores; the number of AI Cores where the chip does not count them apart. */
  uint32_t GetCoreNumAic() const { return CountOf("cube_core_cnt"); }
  uint32_t GetCoreNumAiv() const { return CountOf("vector_core_cnt"); }
  /** Vector cores beside the AI Cores; 0 where there are none. */
  uint32_t GetCoreNumVector() const {
    return GetCurNpuArch() == NpuArch::DAV_2002 ? static_cast<uint32_t>(Number("SoCInfo", "vector_core_cnt")) : 0U;
  }

  /** Bytes, and bytes per cycle; 0 when unknown. */
  void GetCoreMemSize(const CoreMemType &memType, uint64_t &size) const {
    size = 0;
    switch (memType) {
      case CoreMemType::L0_A:
        size = Number("AICoreSpec", "l0_a_size");
        break;
      case CoreMemType::L0_B:
        size = Number("AICoreSpec", "l0_b_size");
        break;
      case CoreMemType::L0_C:
        size = Number("AICoreSpec", "l0_c_size");
        break;
      case CoreMemType::L1:
        size = Number("AICoreSpec", "l1_size");
        break;
      case CoreMemType::UB:
        size = Number("AICoreSpec", "ub_size");
        break;
      case CoreMemType::BT:
        size = Number("AICoreSpec", "bt_size");
        break;
      case CoreMemType::FB:
        size = Number("AICoreSpec", "fb_size");
        break;
      case CoreMemType::L2:
        size = Number("SoCInfo", "l2_size");
        break;
      case CoreMemType::HBM:
        size = Number("SoCInfo", "memory_size");
        break;
      default:
        break;
    }
  }
  void GetCoreMemBw(const CoreMemType &memType, uint64_t &bwSize) const {
    bwSize = 0;
    if (info_ != nullptr && memType <= CoreMemType::HBM) {
      info_->GetLocalMemBw(static_cast<fe::LocalMemType>(memType), bwSize);
    }
  }

  /** By the short name ("Ascend910B") that the information holds. */
  SocVersion GetSocVersion() const {
    static const struct {
      const char *name;
      SocVersion version;
    } kNames[] = {{"Ascend910", SocVersion::ASCEND910},         {"Ascend910B", SocVersion::ASCEND910B},
                  {"Ascend910_93", SocVersion::ASCEND910_93},   {"Ascend950", SocVersion::ASCEND950},
                  {"Ascend910_95", SocVersion::ASCEND910_95},   {"Ascend910E", SocVersion::ASCEND910E},
                  {"Ascend310", SocVersion::ASCEND310},         {"Ascend310P", SocVersion::ASCEND310P},
                  {"Ascend310B", SocVersion::ASCEND310B},       {"Ascend310C", SocVersion::ASCEND310C},
                  {"Ascend610Lite", SocVersion::ASCEND610LITE}, {"KirinX90", SocVersion::KIRINX90},
                  {"Kirin9030", SocVersion::KIRIN9030}};
    const std::string name = Text("version", "Short_SoC_version");
    for (const auto &entry : kNames) {
      if (name == entry.name) {
        return entry.version;
      }
    }
    return SocVersion::RESERVED_VERSION;
  }
  NpuArch GetCurNpuArch() const {
    const uint64_t number = Number("version", "NpuArch");
    return number == 0 ? NpuArch::DAV_RESV : static_cast<NpuArch>(number);
  }

  /** Bytes that library functions of kernels need at the start of the workspace: 16 MiB, on chips of DAV_2002 2 MiB. */
  uint32_t GetLibApiWorkSpaceSize() const {
    constexpr uint32_t kMegabyte = 1024U * 1024U;
    return GetCurNpuArch() == NpuArch::DAV_2002 ? 2U * kMegabyte : 16U * kMegabyte;
  }

  /**
   * Blocks to launch for `sliceNum` slices on chips whose cube and vector cores work in groups: no more than the
   * slices, no more than the cores of the kind asked for.
   */
  uint32_t CalcTschBlockDim(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) const {
    if (aicCoreNum == 0 || aivCoreNum == 0 || aicCoreNum > aivCoreNum) {
      return sliceNum;
    }
    const uint32_t ratio = aivCoreNum / aicCoreNum;
    return std::max(1U, (sliceNum + ratio - 1U) / ratio);
  }

 private:
  std::string Text(const char *label, const char *key) const {
    std::string value;
    if (info_ == nullptr || !info_->GetPlatformRes(label, key, value)) {
      return std::string();
    }
    return value;
  }
  uint64_t Number(const char *label, const char *key) const {
    return std::strtoull(Text(label, key).c_str(), nullptr, 10);
  }
  uint32_t CountOf(const char *key) const {
    const uint64_t count = Number("SoCInfo", key);
    return static_cast<uint32_t>(count != 0 ? count : Number("SoCInfo", "ai_core_cnt"));
  }

  fe::PlatFormInfos *info_;
};
}  // namespace platform_ascendc

#endif  // PLATFORM_ASCENDC_H
