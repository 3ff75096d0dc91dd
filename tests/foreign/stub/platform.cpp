#include "opdev/platform.h"

namespace op {
SocVersion PlatformInfo::GetSocVersion() const { return version_; }
NpuArch PlatformInfo::GetCurNpuArch() const { return NpuArch::DAV_2201; }
const std::string PlatformInfo::GetSocLongVersion() const { return extra_[0] + "a name that is longer than a small string"; }
void PlatformInfo::SetSocVersion(SocVersion version) { version_ = version; }
static PlatformInfo g_info;
const PlatformInfo &GetCurrentPlatformInfo() { return g_info; }
ge::AscendString ToString(SocVersion version) { return version == SocVersion::ASCEND910B ? "stub910B" : "stub"; }
}  // namespace op
