/// @file
/// Command line of gen_esb (es-api section 5.1): the existing tool's spellings and those of the seed documents.
#ifndef OPSTRATA_SRC_TOOLS_GEN_ESB_OPTIONS_H_
#define OPSTRATA_SRC_TOOLS_GEN_ESB_OPTIONS_H_

#include <string>
#include <vector>

namespace opstrata::gen_esb {

struct Options {
  bool extract = false;          ///< archive instead of generating code
  std::string output_dir = "./";
  std::string module_name = "all";
  std::string guard_prefix;
  std::vector<std::string> exclude_ops;
  std::string history_registry;
  std::string release_version;
  std::string release_date;
  std::string branch_name;
  std::string prototypes;        ///< operators.json to read instead of loading libraries
  std::string counts;            ///< file of attributes that are counts; empty: none
  std::string report;
  std::string window;            ///< size of the window; empty: one year
  std::string policy = "seed";
  std::string abi = "versioned"; ///< or "plain"
  std::string abi_release;       ///< of parameter lists that the registry does not hold; empty: release_version
  bool strict = false;
  bool quiet = false;
  bool markdown = false;         ///< also write reference pages
  bool replace = false;          ///< extract: replace an archived release of other content
};

/// Outcome of parsing: go on, or stop with `exit_code` after `text` was to be printed (standard output for 0).
struct Parsed {
  Options options;
  bool stop = false;
  int exit_code = 0;
  std::string text;
};

/// Accepts `--opt=value`, `--opt value`, one leading dash, dashes or underscores in names; the last occurrence wins.
Parsed parse_options(const std::vector<std::string> &arguments);

}  // namespace opstrata::gen_esb

#endif  // OPSTRATA_SRC_TOOLS_GEN_ESB_OPTIONS_H_
