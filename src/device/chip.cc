#include "device/chip.h"

#include <array>
#include <cstring>

#include "base/settings.h"

namespace opstrata::device {
namespace {

constexpr uint64_t kKiB = 1024;
constexpr uint64_t kMiB = 1024 * kKiB;

// Core counts as operator libraries' own tests expect them for these names (number of cube cores, of vector cores).
constexpr std::array<Chip, 8> kChips = {{
    {"Ascend910B1", "Ascend910B", 2201, 24, 48, 6, 192 * kMiB, 512 * kKiB, 192 * kKiB, 64 * kKiB, 64 * kKiB, 128 * kKiB},
    {"Ascend910B", "Ascend910B", 2201, 24, 48, 6, 192 * kMiB, 512 * kKiB, 192 * kKiB, 64 * kKiB, 64 * kKiB, 128 * kKiB},
    {"Ascend910_93", "Ascend910_93", 2201, 24, 48, 6, 192 * kMiB, 512 * kKiB, 192 * kKiB, 64 * kKiB, 64 * kKiB, 128 * kKiB},
    {"Ascend950", "Ascend950", 3510, 32, 64, 6, 128 * kMiB, 512 * kKiB, 248 * kKiB, 64 * kKiB, 64 * kKiB, 256 * kKiB},
    {"Ascend910", "Ascend910", 1001, 32, 32, 14, 32 * kMiB, 1 * kMiB, 256 * kKiB, 64 * kKiB, 64 * kKiB, 256 * kKiB},
    {"Ascend310P", "Ascend310P", 2002, 10, 8, 4, 16 * kMiB, 1 * kMiB, 256 * kKiB, 64 * kKiB, 64 * kKiB, 256 * kKiB},
    {"Ascend310B", "Ascend310B", 3002, 1, 1, 1, 4 * kMiB, 1 * kMiB, 256 * kKiB, 64 * kKiB, 64 * kKiB, 128 * kKiB},
    {"Ascend610Lite", "Ascend610LITE", 3102, 4, 4, 4, 4 * kMiB, 1 * kMiB, 256 * kKiB, 64 * kKiB, 64 * kKiB, 128 * kKiB},
}};

struct Choice {
  const Chip *chip;
  std::string name;
};

const Choice &choice() {
  static const Choice *const value = [] {
    const char *const wanted = text_setting("OPSTRATA_SOC");
    const Chip *best = nullptr;
    std::string names;
    for (const Chip &candidate : kChips) {
      names.append(names.empty() ? "a name that begins with " : ", ").append(candidate.name);
      const size_t length = std::strlen(candidate.name);
      if (wanted != nullptr && std::strncmp(wanted, candidate.name, length) == 0 &&
          (best == nullptr || length > std::strlen(best->name))) {
        best = &candidate;
      }
    }
    if (wanted != nullptr && best == nullptr) setting_refused("OPSTRATA_SOC", wanted, names, kChips[0].name);
    return best != nullptr ? new Choice{best, wanted} : new Choice{&kChips[0], kChips[0].name};
  }();
  return *value;
}

}  // namespace

const Chip &chip() { return *choice().chip; }
const char *chip_name() { return choice().name.c_str(); }

std::optional<std::string> chip_property(std::string_view label, std::string_view key) {
  const Chip &c = chip();
  if (label == "version") {
    if (key == "NpuArch") return std::to_string(c.architecture);
    if (key == "SoC_version") return choice().name;
    if (key == "Short_SoC_version") return c.short_name;
  } else if (label == "SoCInfo") {
    if (key == "ai_core_cnt" || key == "cube_core_cnt") return std::to_string(c.cube_cores);
    if (key == "vector_core_cnt") return std::to_string(c.vector_cores);
    if (key == "ai_cpu_cnt") return std::to_string(c.ai_cpus);
    if (key == "l2_size") return std::to_string(c.l2_bytes);
  } else if (label == "AICoreSpec") {
    if (key == "l0_a_size") return std::to_string(c.l0a_bytes);
    if (key == "l0_b_size") return std::to_string(c.l0b_bytes);
    if (key == "l0_c_size") return std::to_string(c.l0c_bytes);
    if (key == "l1_size") return std::to_string(c.l1_bytes);
    if (key == "ub_size") return std::to_string(c.ub_bytes);
  }
  return std::nullopt;
}

}  // namespace opstrata::device
