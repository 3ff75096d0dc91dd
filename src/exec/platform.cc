// op::PlatformInfo and its functions (opdev-api section 2.28). State is found by the object's address: the class may exist
// in another layout in a test program.
#include <strings.h>

#include <utility>

#include "device/chip.h"
#include "device/stream.h"
#include "exec/platform_core.h"
#include "exec/string_core.h"
#include "opdev/platform.h"

namespace {

using op::SocVersion;

constexpr std::pair<const char *, SocVersion> kShortNames[] = {
    {"Ascend910", SocVersion::ASCEND910},         {"Ascend910B", SocVersion::ASCEND910B},
    {"Ascend910_93", SocVersion::ASCEND910_93},   {"Ascend950", SocVersion::ASCEND950},
    {"Ascend910_95", SocVersion::ASCEND910_95},   {"Ascend910E", SocVersion::ASCEND910E},
    {"Ascend310", SocVersion::ASCEND310},         {"Ascend310P", SocVersion::ASCEND310P},
    {"Ascend310B", SocVersion::ASCEND310B},       {"Ascend310C", SocVersion::ASCEND310C},
    {"Ascend350", SocVersion::ASCEND350},         {"Ascend610Lite", SocVersion::ASCEND610LITE},
    {"KirinX90", SocVersion::KIRINX90},           {"Kirin9030", SocVersion::KIRIN9030}};

SocVersion soc_version_of(const char *short_name) {
  for (const auto &[name, version] : kShortNames) {
    if (strcasecmp(name, short_name) == 0) return version;
  }
  return SocVersion::RESERVED_VERSION;
}

constexpr int32_t kNoDevice = -1;
constexpr int32_t kMostDevices = 1024;

/// What GetCurrentPlatformInfo gives out: the object at 0 for threads without a device, the one at n + 1 for device n. An
/// address says which object it is, so asking takes no lock.
op::PlatformInfo *platforms() {
  static auto *made = new op::PlatformInfo[kMostDevices + 1];
  return made;
}

int32_t device_of(const void *info) {
  const auto from = reinterpret_cast<uintptr_t>(platforms());
  const uintptr_t distance = reinterpret_cast<uintptr_t>(info) - from;
  return distance >= (kMostDevices + 1) * sizeof(op::PlatformInfo) ? kNoDevice : static_cast<int32_t>(distance / sizeof(op::PlatformInfo)) - 1;
}

/// The chip behind an object; null for the object of threads without a device and for objects made by others.
const opstrata::device::Chip *chip_of(const void *info) {
  return device_of(info) == kNoDevice ? nullptr : &opstrata::device::chip();
}

}  // namespace

namespace opstrata::exec {
std::string_view soc_long_version_of(const void *platform_info) {
  return chip_of(platform_info) == nullptr ? "unknownVersion" : device::chip_name();
}
}  // namespace opstrata::exec

namespace op {

const PlatformInfo &GetCurrentPlatformInfo() {
  const int32_t device = opstrata::device::current_device_number();
  return platforms()[device >= 0 && device < kMostDevices ? device + 1 : 0];
}

SocVersion PlatformInfo::GetSocVersion() const {
  const auto *chip = chip_of(this);
  if (chip == nullptr) return SocVersion::RESERVED_VERSION;
  static const SocVersion version = soc_version_of(opstrata::device::chip().short_name);
  return version;
}
NpuArch PlatformInfo::GetCurNpuArch() const {
  const auto *chip = chip_of(this);
  return chip == nullptr ? NpuArch::DAV_RESV : static_cast<NpuArch>(chip->architecture);
}
int32_t PlatformInfo::GetDeviceId() const { return device_of(this); }
bool PlatformInfo::CheckSupport(SocSpec socSpec, SocSpecAbility ability) const {
  // All known chips multiply matrices of half and of 8-bit numbers; those of the 220 line and later of floats too.
  const auto *chip = chip_of(this);
  if (chip == nullptr || socSpec != SocSpec::INST_MMAD) return false;
  switch (ability) {
    case SocSpecAbility::INST_MMAD_F322F32:
    case SocSpecAbility::INST_MMAD_H322F32: return chip->architecture == 2201 || chip->architecture >= 3510;
    default: return true;
  }
}
int64_t PlatformInfo::GetBlockSize() const { return 32; }
uint32_t PlatformInfo::GetCubeCoreNum() const {
  const auto *chip = chip_of(this);
  return chip == nullptr ? 0 : chip->cube_cores;
}
uint32_t PlatformInfo::GetVectorCoreNum() const {
  const auto *chip = chip_of(this);
  return chip == nullptr ? 0 : chip->vector_cores;
}
fe::PlatFormInfos *PlatformInfo::GetPlatformInfos() const {
  if (chip_of(this) == nullptr) return nullptr;
  // The chip is one for the process, and so are its data.
  static fe::PlatFormInfos *infos = opstrata::exec::new_chip_infos();
  return infos;
}
bool PlatformInfo::Valid() const { return chip_of(this) != nullptr; }
bool PlatformInfo::GetFftsPlusMode() const { return false; }

ge::AscendString ToString(SocVersion socVersion) {
  for (const auto &[name, version] : kShortNames) {
    if (version == socVersion) return ge::AscendString(name);
  }
  return ge::AscendString("unknownVersion");
}

}  // namespace op
