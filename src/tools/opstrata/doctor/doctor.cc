// opstrata doctor: every requirement of building and running operators with this installation, with found or missing, and what
// to do about it.
#include <dlfcn.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "aicpu/kernel_registry.h"
#include "infer/infer.h"
#include "proto/prototype.h"
#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

namespace fs = std::filesystem;

struct Check {
  std::string group, name;
  bool found = false;
  bool required = true;
  std::string detail;  ///< what was found, or what is wrong
  std::string advice;  ///< for a missing one
};

class Checks {
 public:
  void add(std::string name, bool found, bool required, std::string detail, std::string advice) {
    all_.push_back({group_, std::move(name), found, required, std::move(detail), std::move(advice)});
  }
  void file(const std::string &name, const fs::path &path, bool required, const std::string &advice) {
    std::error_code error;
    add(name, fs::exists(path, error), required, path.string(), advice);
  }
  void group(std::string name) { group_ = std::move(name); }
  const std::vector<Check> &all() const { return all_; }

 private:
  std::string group_;
  std::vector<Check> all_;
};

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// The first program of that name on PATH; empty when there is none.
std::string program(const std::string &name) {
  std::string_view path(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  while (!path.empty()) {
    const size_t end = std::min(path.find(':'), path.size());
    const fs::path candidate = fs::path(path.substr(0, end)) / name;
    if (end != 0 && access(candidate.c_str(), X_OK) == 0) return candidate.string();
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return {};
}

void check_installation(Checks &checks) {
  checks.group("installation");
  const fs::path libraries = own_library_dir();
  const fs::path arch = libraries.parent_path();
  const fs::path prefix = arch.parent_path();
  const std::string again = "install Opstrata again, or build the whole project";
  for (const char *name : {"libopstrata_base.so", "libascendcl.so", "libgraph.so", "libopstrata_aicpu.so", "libnnopbase.so", "libopapi_math.so",
                           "libge_runner.so", "libeager_style_graph_builder_base.so"}) {
    const fs::path path = libraries / name;
    const void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    const char *reason = handle == nullptr ? dlerror() : nullptr;
    checks.add(name, handle != nullptr, true, reason == nullptr ? path.string() : reason, again);
  }
  checks.file("headers", arch / "include/acl/acl.h", true, again);
  checks.file("headers of foreign builds", arch / "pkg_inc/aicpu_common/context/common/cpu_kernel.h", true, again);
  checks.file("link to headers", prefix / "include/acl/acl.h", true, again);
  for (const char *name : {"libregister.so", "libc_sec.so", "libc_sec.a", "librt2_registry.a", "libtiling_api.a", "libplatform.so",
                           "libexe_graph.so", "libmetadef.so", "libaicpu_context_host.a"}) {
    checks.file(std::string("link name ") + name, libraries / name, true, again);
  }
  checks.file("CMake package", prefix / "lib/cmake/Opstrata/OpstrataConfig.cmake", true, again);
  checks.file("test kit", prefix / "share/opstrata/testkit/op_api_ut_common/op_api_ut.h", true, again);
  checks.file("gen_esb", arch / "bin/gen_esb", true, again);
}

void check_environment(Checks &checks) {
  checks.group("environment");
  const fs::path prefix = fs::path(own_library_dir()).parent_path().parent_path();
  std::error_code error;
  const std::string home = variable("ASCEND_HOME_PATH");
  checks.add("ASCEND_HOME_PATH", !home.empty() && fs::equivalent(home, prefix, error), false,
             home.empty() ? "not set; foreign CMake projects read it" : home, "source " + (prefix / "set_env.sh").string());
  if (const std::string path = variable("ASCEND_OPP_PATH"); !path.empty()) {
    checks.add("ASCEND_OPP_PATH", fs::is_directory(path, error), true, path, "set it to an operator folder or unset it");
  } else {
    checks.add("ASCEND_OPP_PATH", true, false, "not set; " + opp_path() + " is used", "");
  }
  for (const OperatorRoot &root : operator_roots()) {
    if (root.rank == OriginRank::kCustom) {
      checks.add("ASCEND_CUSTOM_OPP_PATH", fs::is_directory(root.path, error), true, root.path, "install the package or remove the element");
    }
  }
  for (const char *name : {"c++", "cmake", "python3"}) {
    const std::string path = program(name);
    checks.add(std::string("program ") + name, !path.empty(), std::string_view(name) == "c++", path.empty() ? "not on PATH" : path,
               std::string("install ") + name + " to build operators");
  }
}

/// One line for the libraries of a kind, one for each that does not load.
void check_libraries(Checks &checks, const std::string &kind, const std::vector<std::string> &loaded,
                     const std::vector<std::pair<std::string, std::string>> &failed, const std::string &where) {
  checks.add(kind + " libraries", !loaded.empty(), true, std::to_string(loaded.size()) + " loaded; " + where,
             "set ASCEND_OPP_PATH to a folder with operators, or unset it");
  for (const auto &[library, reason] : failed) {
    checks.add(kind + " library", false, true, reason.find(library) == std::string::npos ? library + ": " + reason : reason,
               "build it again or remove it");
  }
}

void check_operators(Checks &checks) {
  checks.group("operators");
  const proto::LoadReport &prototypes = proto::load_installed_prototypes();
  const auto joined = [](const std::vector<std::string> &dirs) {
    std::string text;
    for (const std::string &dir : dirs) text += (text.empty() ? "" : ", ") + dir;
    return text;
  };
  check_libraries(checks, "prototype", prototypes.loaded, prototypes.failed, joined(prototypes.searched));
  const SearchReport inference = infer::search_report();
  check_libraries(checks, "inference", inference.loaded, inference.failed, inference.to_string());
  const SearchReport kernels = aicpu::kernel_search_report();
  check_libraries(checks, "kernel", kernels.loaded, kernels.failed, kernels.to_string());
  std::string without;
  size_t count = 0, all = 0;
  for (const proto::OpPrototype *prototype : proto::all_prototypes()) {
    ++all;
    if (aicpu::find_kernel(prototype->type) == nullptr && ++count <= 10) without += (without.empty() ? "" : ", ") + prototype->type;
  }
  checks.add("kernel of every operator", count == 0, false,
             count == 0 ? std::to_string(all) + " operators" : std::to_string(count) + " of " + std::to_string(all) + " have none: " + without + (count > 10 ? ", …" : ""),
             "graphs and calls that need one of them are refused; `opstrata why OP` tells more");
  for (const proto::DuplicatePrototype &duplicate : proto::differing_duplicates()) {
    checks.add("one prototype of " + duplicate.winner->type, false, false,
               duplicate.winner->where.to_string() + " differs from " + duplicate.loser->where.to_string(), "make them agree, or remove one");
  }
}

Json to_json(const Check &check) {
  Json out = {{"group", check.group}, {"requirement", check.name}, {"status", check.found ? "found" : "missing"},
              {"required", check.required}, {"detail", check.detail}};
  if (!check.found) out["advice"] = check.advice;
  return out;
}

void run(Session &session) {
  Checks checks;
  check_installation(checks);
  check_environment(checks);
  check_operators(checks);
  const auto missing = std::count_if(checks.all().begin(), checks.all().end(), [](const Check &c) { return !c.found && c.required; });
  if (session.json) {
    Json document = {{"missing", missing}, {"requirements", Json::array()}};
    for (const Check &check : checks.all()) document["requirements"].push_back(to_json(check));
    print_json(document, session);
  } else {
    std::string text, group;
    for (const Check &check : checks.all()) {
      if (check.group != group) text += Session::paint(Colour::kHeading, group = check.group) + "\n";
      const char *word = check.found ? "found  " : check.required ? "MISSING" : "warning";
      const Colour colour = check.found ? Colour::kAdded : check.required ? Colour::kRemoved : Colour::kChanged;
      text += "  " + Session::paint(colour, word) + "  " + check.name + ": " + check.detail + "\n";
      if (!check.found) text += "           " + check.advice + "\n";
    }
    const auto warnings =
        std::count_if(checks.all().begin(), checks.all().end(), [](const Check &c) { return !c.found && !c.required; });
    text += missing == 0 ? "All requirements are met" : std::to_string(missing) + " missing";
    session.print(text + (warnings == 0
                              ? ".\n"
                              : "; " + std::to_string(warnings) + (warnings == 1 ? " warning.\n" : " warnings.\n")));
  }
  if (missing != 0 && session.exit_code == kDone) session.exit_code = kDiffers;
}

}  // namespace

void add_doctor(CLI::App &app, Session &session) {
  CLI::App &verb = *app.add_subcommand("doctor", "List every requirement of this installation with found or missing");
  session.add_format(verb);
  verb.footer(
      "MISSING: a requirement, without which the installation is not whole. warning: only what needs the named thing "
      "is refused.\n"
      "Exit code 0: nothing is MISSING, 1: something is.");
  verb.callback([&session] { run(session); });
}

}  // namespace opstrata::tools
