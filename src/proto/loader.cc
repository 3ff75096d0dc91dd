// Finding and loading prototype libraries (es-api section 3.2 to 3.4).
#include <sys/utsname.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/log.h"
#include "proto/registry.h"

namespace opstrata::proto {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path &path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// `<os>/<cpu>` of the operator folder's scene.info, by default this machine's.
fs::path scene(const fs::path &opp) {
  utsname machine{};
  (void)uname(&machine);
  std::string os = "linux";
  std::string cpu = machine.machine;
  std::ifstream file(opp / "scene.info");
  for (std::string line; std::getline(file, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.rfind("os=", 0) == 0) os = line.substr(3);
    if (line.rfind("arch=", 0) == 0) cpu = line.substr(5);
  }
  return fs::path(os) / cpu;
}

bool ends_with(const std::string &name, std::string_view suffix) {
  return name.size() >= suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
}

/// The libraries of one folder in byte order. Inside `lib/<os>/<cpu>` those of the second-generation runtime, which hold
/// inference only, are left out.
std::vector<std::string> libraries_in(const fs::path &dir, bool filtered) {
  std::vector<std::string> result;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(dir, error)) {
    const std::string name = entry.path().filename().string();
    if (!ends_with(name, ".so") || entry.is_directory(error)) continue;
    if (filtered && (ends_with(name, "rt.so") || ends_with(name, "rt2.0.so"))) continue;
    result.push_back(entry.path().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

void load_folder(const fs::path &dir, const fs::path &scene_path, OriginRank rank, LoadReport &report) {
  const fs::path nested = dir / "lib" / scene_path;
  const bool has_nested = is_folder(nested);
  const fs::path folder = has_nested ? nested : dir;
  report.searched.push_back(folder.string());
  for (const std::string &path : libraries_in(folder, has_nested)) {
    if (const Status status = load_library(path, rank, true); status.ok()) {
      report.loaded.push_back(path);
    } else {
      log::write(log::Level::kWarning, "proto", status.text());
      report.failed.emplace_back(path, status.text());
    }
  }
}

}  // namespace

LoadReport load_prototype_libraries(const std::string &opp_path) {
  LoadReport report;
  const fs::path opp(opp_path);
  const fs::path scene_path = scene(opp);
  const bool new_layout = is_folder(opp / "built-in");
  for (const OperatorRoot &root : operator_roots(opp_path)) {
    if (!new_layout && root.rank != OriginRank::kCustom) continue;
    if (root.rank == OriginRank::kBuiltIn && !fs::exists(opp / "vendors" / "config.ini")) {
      // Between vendors and built-in: the older place of custom prototypes, used when nothing orders the vendors.
      load_folder(opp / "op_proto" / "custom", scene_path, OriginRank::kVendor, report);
    }
    load_folder(fs::path(root.path) / "op_proto", scene_path, root.rank, report);
    if (is_folder(fs::path(root.path) / "op_graph" / "lib")) {
      load_folder(fs::path(root.path) / "op_graph", scene_path, root.rank, report);
    }
  }
  if (!new_layout) {
    load_folder(opp / "op_proto" / "custom", scene_path, OriginRank::kVendor, report);
    load_folder(opp / "op_proto" / "built-in", scene_path, OriginRank::kBuiltIn, report);
  }
  for (const DuplicatePrototype &duplicate : differing_duplicates()) {
    log::write(log::Level::kWarning, "proto", describe(duplicate));
  }
  return report;
}

const LoadReport &load_installed_prototypes() {
  static const LoadReport *const report = new LoadReport(load_prototype_libraries(opp_path()));
  return *report;
}

}  // namespace opstrata::proto
