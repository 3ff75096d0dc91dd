#include "base/origin.h"

#include <dlfcn.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

#include "base/environment.h"
#include "base/log.h"
#include "base/messages.h"
#include "base/root_order.h"
#include "base/thread_owned.h"

namespace opstrata {
namespace {

namespace fs = std::filesystem;

OPSTRATA_THREAD_LOCAL std::optional<OriginRank> loading_rank;

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string without_trailing_slash(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return std::string(path);
}

/// The non-empty elements of a list, trimmed.
std::vector<std::string> split(std::string_view list, char separator) {
  std::vector<std::string> result;
  while (!list.empty()) {
    const size_t end = std::min(list.find(separator), list.size());
    if (const std::string_view element = trim(list.substr(0, end)); !element.empty()) result.emplace_back(element);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return result;
}

std::string_view environment(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? std::string_view() : trim(value);
}

std::string resolved(const std::string &path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

bool lies_below(const std::string &path, const std::string &dir) {
  return path.size() > dir.size() && path.compare(0, dir.size(), dir) == 0 && path[dir.size()] == '/';
}

std::string library_of(const void *address) {
  Dl_info info;
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  return info.dli_fname;
}

std::vector<std::string> vendor_names(const fs::path &vendors) {
  if (std::ifstream config(vendors / "config.ini"); config) {
    std::string line;
    std::getline(config, line);
    const size_t equals = line.find('=');
    return split(std::string_view(line).substr(equals == std::string::npos ? 0 : equals + 1), ',');
  }
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(vendors, error)) {
    if (entry.is_directory(error)) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool for_this_machine(const std::string &path) {
  static const std::string cpu = [] {
    utsname names{};
    return uname(&names) == 0 ? std::string(names.machine) : std::string();
  }();
  constexpr std::string_view kOs = "/linux/";
  const size_t os = path.find(kOs);
  return os == std::string::npos || path.compare(os + kOs.size(), cpu.size() + 1, cpu + "/") == 0;
}

/// The variables that decide where libraries are looked for; compared at every lookup, so that a path set late counts.
std::string environment_key() {
  std::string key;
  for (const char *name : {"ASCEND_CUSTOM_OPP_PATH", "ASCEND_OPP_PATH"}) {
    const char *value = std::getenv(name);
    key += value == nullptr ? "-" : value;
    key += '\n';
  }
  return key;
}

/// The place of every library that searches loaded, by its real path: the number of its root, or kGone.
constexpr int64_t kGone = -1;
struct RootOrder {
  std::shared_mutex mutex;
  std::map<std::string, int64_t, std::less<>> places;
  std::atomic<uint64_t> version{1};
};
RootOrder &root_order() {
  static RootOrder *const made = new RootOrder;
  return *made;
}

/// What two origins are compared by, the stronger one being the larger.
std::pair<int, int64_t> strength(const Origin &origin) {
  RootOrder &order = root_order();
  const std::string library = resolved(origin.library);
  const std::shared_lock lock(order.mutex);
  const auto it = order.places.find(library);
  if (it == order.places.end()) return {static_cast<int>(origin.rank), 0};
  if (it->second == kGone) return {-1, 0};
  return {static_cast<int>(origin.rank), -it->second};
}

}  // namespace

uint64_t root_order_version() { return root_order().version.load(std::memory_order_acquire); }
bool stronger(const Origin &a, const Origin &b) { return strength(a) > strength(b); }

std::string_view origin_rank_name(OriginRank rank) {
  switch (rank) {
    case OriginRank::kBuiltIn: return "built-in";
    case OriginRank::kVendor: return "vendor";
    case OriginRank::kCustom: return "custom path";
    case OriginRank::kProgram: break;
  }
  return "program";
}

std::string own_library_dir() {
  static const char anchor = 0;
  return fs::path(resolved(library_of(&anchor))).parent_path().string();
}

std::string opp_path() {
  if (const std::string_view path = environment("ASCEND_OPP_PATH"); !path.empty()) return without_trailing_slash(path);
  // <prefix>/<arch>-linux/lib64/libopstrata_base.so -> <prefix>/opp
  return (fs::path(own_library_dir()).parent_path().parent_path() / "opp").string();
}

std::vector<OperatorRoot> operator_roots() { return operator_roots(opp_path()); }

std::vector<OperatorRoot> operator_roots(const std::string &opp_folder) {
  std::vector<OperatorRoot> roots;
  for (const std::string &path : split(environment("ASCEND_CUSTOM_OPP_PATH"), ':')) {
    roots.push_back({without_trailing_slash(path), OriginRank::kCustom});
  }
  const fs::path opp = opp_folder;
  for (const std::string &name : vendor_names(opp / "vendors")) {
    roots.push_back({(opp / "vendors" / name).string(), OriginRank::kVendor});
  }
  roots.push_back({(opp / "built-in").string(), OriginRank::kBuiltIn});
  return roots;
}

Origin origin_of(const void *address) {
  Origin origin{library_of(address), OriginRank::kProgram};
  if (loading_rank) {
    origin.rank = *loading_rank;
    return origin;
  }
  const std::string library = resolved(origin.library);
  if (lies_below(library, own_library_dir())) {
    origin.rank = OriginRank::kBuiltIn;
    return origin;
  }
  for (const OperatorRoot &root : operator_roots()) {
    if (lies_below(library, resolved(root.path))) {
      origin.rank = root.rank;
      break;
    }
  }
  return origin;
}

void pin_library(const void *address) {
  const std::string library = library_of(address);
  // A program is not found by its own name; it needs no pin.
  if (!library.empty()) (void)dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

std::vector<std::string> shared_objects_below(const std::string &dir) {
  std::vector<std::string> result;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied | fs::directory_options::follow_directory_symlink;
  for (fs::recursive_directory_iterator it(dir, options, error), end; !error && it != end; it.increment(error)) {
    const std::string path = it->path().string();
    if (it->path().extension() == ".so" && it->is_regular_file(error) && for_this_machine(path)) result.push_back(path);
  }
  std::sort(result.begin(), result.end());
  return result;
}

Status load_library(const std::string &path, OriginRank rank, bool global) {
  const std::optional<OriginRank> outer = loading_rank;
  loading_rank = rank;
  const void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_NODELETE | (global ? RTLD_GLOBAL : RTLD_LOCAL));
  loading_rank = outer;
  if (handle != nullptr) return {};
  const char *const text = dlerror();
  // The loader mostly begins with the path itself.
  std::string_view reason = text == nullptr ? "the loader gives no reason" : text;
  if (const std::string own = path + ": "; reason.substr(0, own.size()) == own) reason.remove_prefix(own.size());
  return fail(Msg::kLibraryNotLoaded, {{"path", path}, {"reason", reason}});
}

std::string SearchReport::to_string() const {
  std::string text;
  for (const auto &[dir, count] : searched) {
    text += (text.empty() ? "" : ", ") + dir + " (" + std::to_string(count) + (count == 1 ? " library)" : " libraries)");
  }
  for (const auto &[library, reason] : failed) text += "; " + reason;
  return text;
}

struct LibrarySearch::State {
  std::string room;
  std::vector<std::string> folders;
  bool global;
  std::mutex mutex;         ///< held while libraries load; registration must not need it
  std::string environment;  ///< the variables that `report` follows from
  SearchReport report;
};

LibrarySearch::LibrarySearch(std::string room, std::vector<std::string> folders, bool global)
    : state_(new State{std::move(room), std::move(folders), global, {}, {}, {}}) {
  static std::atomic<size_t> searches{0};
  number_ = searches.fetch_add(1);
}

void LibrarySearch::refresh() {
  if (loading_rank) return;
  // A thread that has been here in this environment has nothing to do.
  static OPSTRATA_THREAD_LOCAL std::array<uint64_t, 4> seen{};  // versions of the environment, by search
  Environment &environment_now = thread_environment();
  environment_now.refresh();
  const uint64_t version = environment_now.version();
  if (number_ < seen.size() && seen[number_] == version) return;
  const std::scoped_lock lock(state_->mutex);
  if (number_ < seen.size()) seen[number_] = version;
  std::string environment = environment_key();
  if (environment == state_->environment) return;
  state_->environment = std::move(environment);
  SearchReport &report = state_->report;
  report.searched.clear();
  std::map<std::string, int64_t> places;  // by real path
  for (const std::string &library : report.loaded) places[resolved(library)] = kGone;
  int64_t number = 0;
  for (const OperatorRoot &root : operator_roots()) {
    for (const std::string &folder : state_->folders) {
      const std::string dir = root.path + '/' + folder;
      const std::vector<std::string> libraries = shared_objects_below(dir);
      report.searched.emplace_back(dir, libraries.size());
      for (const std::string &library : libraries) {
        if (int64_t &place = places.emplace(resolved(library), kGone).first->second; place == kGone) place = number;
        if (std::find(report.loaded.begin(), report.loaded.end(), library) != report.loaded.end()) continue;
        std::erase_if(report.failed, [&](const auto &failure) { return failure.first == library; });
        if (const Status status = load_library(library, root.rank, state_->global); status.ok()) {
          report.loaded.push_back(library);
        } else {
          log::write(log::Level::kWarning, state_->room, status.text());
          report.failed.emplace_back(library, status.text());
        }
      }
    }
    ++number;
  }
  RootOrder &order = root_order();
  const std::unique_lock writing(order.mutex);
  bool is_changed = false;
  for (const auto &[library, place] : places) {
    const auto [it, is_new] = order.places.try_emplace(library, place);
    is_changed = is_changed || is_new || it->second != place;
    it->second = place;
  }
  if (is_changed) order.version.fetch_add(1, std::memory_order_acq_rel);
}

SearchReport LibrarySearch::report() {
  refresh();
  const std::scoped_lock lock(state_->mutex);
  return state_->report;
}

}  // namespace opstrata
