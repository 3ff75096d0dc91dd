/// @file
/// Environment, program path and shell commands of tests (op-test-kit-api section 11).
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_C_SHELL_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_C_SHELL_H_

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

using namespace std;  // NOLINT: tests of operator libraries rely on it (op-test-kit-api section 3)

/// Runs `cmd` in the shell; its output goes to `ss`. Its exit status; -1 when it cannot be run or was killed.
inline int ExecuteShellCmd(const string &cmd, stringstream &ss) {
  FILE *pipe = popen(cmd.c_str(), "r");
  if (pipe == nullptr) return -1;
  char buffer[512];
  for (size_t got = fread(buffer, 1, sizeof(buffer), pipe); got > 0; got = fread(buffer, 1, sizeof(buffer), pipe)) {
    ss.write(buffer, static_cast<streamsize>(got));
  }
  const int status = pclose(pipe);
  return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
/// 0 and the value; -1 when the variable is not set.
inline int GetEnv(const string &name, string &value) {
  const char *text = getenv(name.c_str());
  if (text == nullptr) return -1;
  value = text;
  return 0;
}
/// Path of this program.
inline const string &GetExePath() {
  static const string path = [] {
    error_code ignored;
    return filesystem::read_symlink("/proc/self/exe", ignored).string();
  }();
  return path;
}

namespace opstrata_testkit {
inline string &SourcePath() {
  static string path;
  return path;
}
}  // namespace opstrata_testkit
/// Folder of the tests' sources, as the program was told.
inline void SetOpUtSrcPath(const char *p) { opstrata_testkit::SourcePath() = p == nullptr ? "" : p; }
inline const string &GetOpUtSrcPath() { return opstrata_testkit::SourcePath(); }

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_C_SHELL_H_
