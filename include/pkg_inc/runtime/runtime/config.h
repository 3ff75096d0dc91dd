/// @file
/// The simulated chip (foreign-build section 4.9).
#ifndef CCE_RUNTIME_CONFIG_H
#define CCE_RUNTIME_CONFIG_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Name of the chip (`OPSTRATA_SOC`). Error: 107000 when it does not fit into maxLen bytes with its end.
RTS_API rtError_t rtGetSocVersion(char *ver, const uint32_t maxLen);
/// A property of the chip as text: label "version" with "NpuArch", "Short_SoC_version", "SoC_version"; label "SoCInfo" with core counts;
/// label "AICoreSpec" with buffer sizes in bytes ("l0_a_size", "l0_b_size", "l0_c_size", "l1_size", "ub_size"). Error: 107000 for
/// null, an unknown label or key, or a value that does not fit.
RTS_API rtError_t rtGetSocSpec(const char *label, const char *key, char *val, const uint32_t maxLen);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_CONFIG_H
