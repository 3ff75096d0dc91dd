#include "history/index_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace opstrata::history {
namespace {

using nlohmann::ordered_json;

ordered_json parse(std::string_view text) { return ordered_json::parse(text.begin(), text.end(), nullptr, false); }

std::string text_of(const ordered_json &object, const char *key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

ordered_json::iterator find_release(ordered_json &releases, const std::string &version) {
  return std::find_if(releases.begin(), releases.end(),
                      [&](const ordered_json &entry) { return text_of(entry, "release_version") == version; });
}

}  // namespace

std::string edit_index(std::string_view old_text, const IndexEdit &edit) {
  ordered_json root = {{"version", kFormatVersion}, {"releases", ordered_json::array()}};
  if (!old_text.empty()) root = parse(old_text);
  ordered_json source = edit.source.empty() ? ordered_json::object() : parse(edit.source);
  for (const auto &[key, value] : source.items()) {
    if (!root.contains(key)) root[key] = value;
  }
  ordered_json &releases = root["releases"];
  for (const std::string &version : edit.remove) {
    const auto found = find_release(releases, version);
    if (found != releases.end()) releases.erase(found);
  }
  for (const Release &release : edit.put) {
    auto found = find_release(releases, release.version);
    if (found == releases.end()) {
      ordered_json entry = {{"release_version", release.version}, {"release_date", release.date}};
      if (source.contains("releases")) {
        const auto origin = find_release(source["releases"], release.version);
        if (origin != source["releases"].end()) entry = *origin;
      }
      releases.push_back(std::move(entry));
      found = releases.end() - 1;
    }
    (*found)["release_date"] = release.date;
  }
  std::stable_sort(releases.begin(), releases.end(), [](const ordered_json &a, const ordered_json &b) {
    return text_of(a, "release_date") < text_of(b, "release_date");
  });
  return root.dump(2);
}

std::string metadata_text(const Release &release, std::string_view old_text) {
  ordered_json root = {{"release_version", release.version}};
  if (!release.branch.empty()) root["branch_name"] = release.branch;
  const ordered_json old = old_text.empty() ? ordered_json::object() : parse(old_text);
  for (const auto &[key, value] : old.items()) {
    if (key != "branch_name" && !root.contains(key)) root[key] = value;
  }
  return root.dump(2);
}

bool same_json(std::string_view a, std::string_view b) {
  return nlohmann::json::parse(a.begin(), a.end(), nullptr, false) ==
         nlohmann::json::parse(b.begin(), b.end(), nullptr, false);
}

}  // namespace opstrata::history
