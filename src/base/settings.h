/// @file
/// Settings: environment variables that this process is influenced by (docs/settings.md lists all of them).
///
/// One rule for all: what is not set, or set to nothing, has its default. A value that has no meaning leaves the
/// default in force and is named once, with what is allowed, on the standard error stream and (unless it is a setting
/// of the log) as a WARNING record. It is the one thing that the libraries print without being asked to: nobody would
/// look for a log because of a setting that seems to work.
///
/// Callers read a setting once and keep it, unless docs/settings.md says "each time".
#ifndef OPSTRATA_SRC_BASE_SETTINGS_H_
#define OPSTRATA_SRC_BASE_SETTINGS_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/export.h"

namespace opstrata {

/// The value of the environment variable; null when it is not set or empty.
OPSTRATA_INTERNAL const char *text_setting(const char *name);

/// A whole number from `least` to `most` in decimal digits.
OPSTRATA_INTERNAL uint64_t number_setting(const char *name, uint64_t otherwise, uint64_t least, uint64_t most);

/// A number of bytes: decimal digits, and optionally one of the letters K, M, G, T (powers of 1024).
OPSTRATA_INTERNAL uint64_t bytes_setting(const char *name, uint64_t otherwise, uint64_t least, uint64_t most);

/// 1 is on, 0 is off, as it is when nothing is set.
OPSTRATA_INTERNAL bool switch_setting(const char *name);

/// The one of `words` that `text`, the value of the variable `name`, is; `otherwise` when it is null, empty, or
/// something else.
OPSTRATA_INTERNAL std::string_view word_setting(const char *name, const char *text, std::string_view otherwise,
                                                std::initializer_list<std::string_view> words);

/// Says once that the value of a variable is not one of the allowed ones, and what holds in its place.
OPSTRATA_INTERNAL void setting_refused(const char *name, std::string_view value, std::string_view allowed,
                                       std::string_view used);

/// Says once that the file or folder that a variable names cannot be used; `action`: "write" and the like, `error`: of
/// errno.
OPSTRATA_INTERNAL void setting_path_refused(const char *name, std::string_view action, std::string_view path,
                                            int error);

/// The folder that `text`, the value of the variable `name`, names: made with those above it if it is absent. Null when
/// `text` is null or empty, or when the folder cannot be made, which is said once.
OPSTRATA_INTERNAL const char *folder_setting(const char *name, const char *text);

}  // namespace opstrata

#endif  // OPSTRATA_SRC_BASE_SETTINGS_H_
