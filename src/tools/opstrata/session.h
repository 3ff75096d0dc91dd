/// @file
/// The `opstrata` command: what its verbs share. A verb is a function that adds its subcommand, and whose callback
/// leaves the exit code in the session. Exit codes: 0 done or same, 1 differences or findings, 2 usage, 3 could not.
#ifndef OPSTRATA_SRC_TOOLS_OPSTRATA_SESSION_H_
#define OPSTRATA_SRC_TOOLS_OPSTRATA_SESSION_H_

#include <string>
#include <string_view>

#include "base/status.h"

namespace CLI {
class App;
}

namespace opstrata::tools {

inline constexpr int kDone = 0;
inline constexpr int kDiffers = 1;
inline constexpr int kUsage = 2;
inline constexpr int kCouldNot = 3;

enum class Colour { kNone, kAdded, kRemoved, kChanged, kHeading };

/// One run of the command.
struct Session {
  int exit_code = kDone;
  bool json = false;  ///< `--format=json`

  /// Prints "opstrata: <text>" on standard error and sets the exit code.
  void refuse(const Status &status);
  /// A remark on standard error that changes nothing.
  static void note(std::string_view text);
  /// Writes to standard output; a write that fails (full disk, closed pipe) becomes kCouldNot.
  void print(std::string_view text);
  /// `text` in a colour when standard output is a terminal (and NO_COLOR is not set).
  static std::string paint(Colour colour, std::string_view text);
  /// Adds `--format=text|json` to a verb.
  void add_format(CLI::App &verb);
};

/// Verbs, one folder each.
void add_abi_check(CLI::App &group, Session &session);
void add_abi_report(CLI::App &group, Session &session);
void add_doctor(CLI::App &app, Session &session);
void add_why(CLI::App &app, Session &session);
void add_replay(CLI::App &app, Session &session);
void add_proto_source(CLI::App &group, Session &session);
void add_proto_extract(CLI::App &group, Session &session);
void add_graph_dump(CLI::App &group, Session &session);
void add_history_change(CLI::App &group, Session &session);  ///< add, merge, migrate, prune
void add_history_diff(CLI::App &group, Session &session);
void add_history_fsck(CLI::App &group, Session &session);
void add_history_log(CLI::App &group, Session &session);
void add_history_show(CLI::App &group, Session &session);
void add_history_stat(CLI::App &group, Session &session);
void add_verify(CLI::App &group, Session &session);

}  // namespace opstrata::tools

#endif  // OPSTRATA_SRC_TOOLS_OPSTRATA_SESSION_H_
