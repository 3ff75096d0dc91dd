/// @file
/// Numbers that the environment sets.
#ifndef OPSTRATA_SRC_EXEC_SETTINGS_H_
#define OPSTRATA_SRC_EXEC_SETTINGS_H_

#include <cstdint>

#include "base/export.h"

namespace opstrata::exec {

/// The number in the environment variable `name`: decimal digits only, at most `most`. `otherwise` when it is not set, and when
/// it is set to anything else, which a warning of the log says. Callers read a setting once and keep it.
OPSTRATA_INTERNAL uint64_t number_setting(const char *name, uint64_t otherwise, uint64_t most);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_SETTINGS_H_
