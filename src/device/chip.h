/// @file
/// The chip that the simulated devices claim to be (`OPSTRATA_SOC`): operators ask for core counts and buffer sizes.
#ifndef OPSTRATA_SRC_DEVICE_CHIP_H_
#define OPSTRATA_SRC_DEVICE_CHIP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/export.h"

namespace opstrata::device {

struct Chip {
  const char *name;        ///< what OPSTRATA_SOC names, and aclrtGetSocName answers
  const char *short_name;  ///< generation
  uint32_t architecture;   ///< number of NpuArch (DAV_2201 = 2201)
  uint32_t cube_cores;
  uint32_t vector_cores;
  uint32_t ai_cpus;
  uint64_t l2_bytes;
  uint64_t l1_bytes;
  uint64_t ub_bytes;
  uint64_t l0a_bytes;
  uint64_t l0b_bytes;
  uint64_t l0c_bytes;
};

/// The chip of this process; the default, Ascend910B1, when OPSTRATA_SOC is unset or names none of the known ones. A name is
/// matched by its longest known beginning, so that `Ascend910B4` is an Ascend910B.
OPSTRATA_INTERNAL const Chip &chip();
/// The name to report: OPSTRATA_SOC when it matched, else that of the default.
OPSTRATA_INTERNAL const char *chip_name();
/// A property as text, by the label and key of rtGetSocSpec; none when unknown.
OPSTRATA_INTERNAL std::optional<std::string> chip_property(std::string_view label, std::string_view key);

}  // namespace opstrata::device

#endif  // OPSTRATA_SRC_DEVICE_CHIP_H_
