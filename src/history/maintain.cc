// Upkeep of a registry: pruning, checking.
#include <algorithm>
#include <filesystem>

#include "base/messages.h"
#include "history/abi.h"
#include "history/files.h"
#include "history/index_text.h"
#include "history/json_input.h"
#include "history/registry.h"
#include "history/transaction.h"

namespace opstrata::history {
namespace {

namespace fs = std::filesystem;

bool in_index(const Registry &registry, const std::string &version) {
  const auto &findings = registry.findings();
  return registry.find_release(version) != nullptr ||
         std::any_of(findings.begin(), findings.end(),
                     [&](const Finding &finding) { return finding.release == version; });
}

}  // namespace

Status prune_releases(const std::string &directory, const std::vector<std::string> &versions) {
  for (const std::string &version : versions) OPSTRATA_TRY(check_release_version(version));
  const Result<DirectoryLock> lock = DirectoryLock::acquire(directory);
  if (!lock.ok()) return lock.status();
  const Result<Registry> registry = Registry::open(directory);
  if (!registry.ok()) return registry.status();
  for (const std::string &version : versions) {
    if (!in_index(*registry, version)) return registry->load_release(version).status();
  }
  const std::string &folder = registry->directory();
  OPSTRATA_TRY(update_abi(folder));  // programs built against these releases stay
  const Result<std::string> old_index = read_file(folder + "/index.json", kMaxFileBytes, false);
  if (!old_index.ok()) return old_index.status();
  Transaction transaction(folder);
  OPSTRATA_TRY(transaction.publish(edit_index(*old_index, {{}, versions, {}})));
  for (const std::string &version : versions) OPSTRATA_TRY(transaction.remove_release(version));
  return {};
}

Result<std::vector<Finding>> check_registry(const std::string &directory) {
  // What a writer at work has not finished is no finding. Where no lock can be had, nobody writes.
  const Result<DirectoryLock> lock = DirectoryLock::acquire(directory);
  const Result<Registry> registry = Registry::open(directory);
  if (!registry.ok()) return registry.status();
  std::vector<Finding> findings = registry->findings();
  for (const Release &release : registry->releases()) {
    const Result<const Operators *> operators = registry->load_release(release.version);
    if (!operators.ok()) {
      findings.push_back({release.version, "", operators.status().text()});
    } else {
      findings.insert(findings.end(), (*operators)->findings.begin(), (*operators)->findings.end());
    }
  }
  // Without it nothing can be generated or archived.
  if (const Status record = abi_record(*registry).status(); !record.ok()) findings.push_back({"", "", record.text()});
  std::vector<std::string> strays;
  std::error_code error;
  for (const char *place : {"", "/registry"}) {
    for (const fs::directory_entry &entry : fs::directory_iterator(registry->directory() + place, error)) {
      const std::string name = entry.path().filename().string();
      const bool leftover = name.front() == '.' && name.find(".stage-") != std::string::npos;
      if (leftover || (*place != '\0' && !in_index(*registry, name))) strays.push_back(entry.path().string());
    }
  }
  if (const std::string pending = registry->directory() + "/" + std::string(kPendingAbi);
      exists(pending).ok() && *exists(pending)) {
    findings.push_back(
        {"", "",
         registry->directory() + "/abi.json: a writer was stopped before it wrote it; the next archive or merge does"});
  }
  std::sort(strays.begin(), strays.end());
  for (const std::string &stray : strays)
    findings.push_back({"", "", fail(Msg::kHistoryStray, {{"file", stray}}).text()});
  return findings;
}

}  // namespace opstrata::history
