// Shadows opdev/platform.h: found before the real one, with a layout and enumeration numbers of its own.
#ifndef HALVE_STUB_OPDEV_PLATFORM_H
#define HALVE_STUB_OPDEV_PLATFORM_H
#include <string>

#include "graph/ascend_string.h"
#include "platform/platform_info.h"

#ifndef __SOC_SPEC_H__
#define __SOC_SPEC_H__
enum class NpuArch : uint32_t { DAV_1001 = 1001, DAV_2201 = 2201, DAV_3510 = 3510 };
#endif

namespace op {
enum class SocVersion { ASCEND910 = 0, ASCEND350 = 4, ASCEND910B = 40, RESERVED_VERSION = 99999 };
class PlatformInfo {
 public:
  std::string extra_[3];  // not in the real class
  SocVersion GetSocVersion() const;
  NpuArch GetCurNpuArch() const;
  const std::string GetSocLongVersion() const;
  void SetSocVersion(SocVersion version);

 private:
  SocVersion version_ = SocVersion::ASCEND910B;
};
const PlatformInfo &GetCurrentPlatformInfo();
ge::AscendString ToString(SocVersion version);
}  // namespace op
#endif
