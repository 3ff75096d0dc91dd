/// @file
/// Writing a set of generated files: all or nothing as far as the file system allows, files whose bytes did not change
/// keep their time, files of an earlier run that are no longer made are removed.
#ifndef OPSTRATA_SRC_ESGEN_OUTPUT_H_
#define OPSTRATA_SRC_ESGEN_OUTPUT_H_

#include <map>
#include <string>

#include "base/export.h"
#include "base/status.h"

namespace opstrata::esgen {

struct OutputReport {
  size_t files = 0;      ///< in the set
  size_t written = 0;    ///< new or changed
  size_t removed = 0;    ///< stale
  size_t bytes = 0;      ///< of the whole set
};

/// Writes `files` (name without folder -> text) into `directory`, which is created when absent, with a manifest named
/// `manifest` that lists them. Stale files are those of the previous manifest. Temporary files are written first and
/// renamed when all are there, so a failure leaves the earlier set. Error: kIo with path and reason.
OPSTRATA_INTERNAL Result<OutputReport> write_files(const std::string &directory, const std::string &manifest,
                                                   const std::map<std::string, std::string> &files);
/// Writes one file the same way, outside any set.
OPSTRATA_INTERNAL Status write_file_atomically(const std::string &directory, const std::string &name, const std::string &text);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_OUTPUT_H_
