#include "history/registry.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <unordered_set>

#include "base/messages.h"
#include "history/files.h"
#include "history/index_text.h"
#include "history/json_input.h"
#include "history/json_text.h"
#include "history/operators_input.h"

namespace opstrata::history {
namespace {

namespace dom = simdjson::dom;

constexpr size_t kMaxVersionBytes = 128;
constexpr size_t kMaxFindings = 1000;

// What is wrong with the format version of an index; ok when it can be read. Other minor versions are read.
Status check_format(const JsonFile &file, std::string_view version) {
  unsigned major = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), major);
  if (error != std::errc() || (end != version.data() + version.size() && *end != '.')) {
    return file.bad("/version", "'" + printable(version) + "' is no format version");
  }
  if (major > static_cast<unsigned>(kFormatMajor)) {
    return fail(Msg::kHistoryNewerFormat,
                {{"file", file.path()}, {"version", printable(version)}, {"known", kFormatVersion}});
  }
  return {};
}

// Reads metadata.json of a release of the index into `release.branch`. A date that some writers repeat there is only
// compared: the index rules.
Status read_metadata(const std::string &directory, Release &release, std::vector<Finding> &findings) {
  const std::string folder = directory + "/registry/" + release.version;
  OPSTRATA_TRY(refuse_link(folder));
  Result<std::unique_ptr<JsonFile>> file = JsonFile::load(folder + "/metadata.json", false);
  if (!file.ok()) return file.status();
  const JsonFile &json = **file;
  dom::object root;
  if (json.root().get(root)) return json.bad("", "the root must be an object");
  std::string_view text;
  if (root["release_version"].get(text)) return json.bad("/release_version", "required string is missing");
  if (text != release.version) {
    return json.bad("/release_version",
                    "'" + printable(text) + "' differs from the folder's name '" + release.version + "'");
  }
  dom::element element;
  if (!root["branch_name"].get(element)) {
    if (element.get(text)) return json.bad("/branch_name", "must be a string");
    release.branch = text;
  }
  if (!root["release_date"].get(text) && text != release.date) {
    const std::string reason = "'" + printable(text) + "' differs from the index, whose " + release.date + " counts";
    findings.push_back({release.version, "", json.bad("/release_date", reason).text()});
  }
  return {};
}

struct Loaded {
  std::once_flag once;
  Status status;
  Operators operators;
};

}  // namespace

struct Registry::State {
  std::string directory;
  std::vector<Release> releases;
  std::vector<Finding> findings;
  std::unique_ptr<Loaded[]> loaded;  // one per release
};

Registry::Registry() : state_(std::make_shared<State>()) {}

const std::string &Registry::directory() const { return state_->directory; }
const std::vector<Release> &Registry::releases() const { return state_->releases; }
const std::vector<Finding> &Registry::findings() const { return state_->findings; }

const Release *Registry::find_release(std::string_view version) const {
  for (const Release &release : state_->releases) {
    if (release.version == version) return &release;
  }
  return nullptr;
}

Result<Registry> Registry::open(const std::string &directory) {
  Registry registry;
  State &state = *registry.state_;
  state.directory = directory;
  while (state.directory.size() > 1 && state.directory.back() == '/') state.directory.pop_back();
  const std::string index_path = state.directory + "/index.json";
  OPSTRATA_TRY(refuse_link(state.directory + "/registry"));
  Result<std::unique_ptr<JsonFile>> file = JsonFile::load(index_path, false);
  if (!file.ok()) return file.status();
  const JsonFile &json = **file;
  dom::object root;
  if (json.root().get(root)) return json.bad("", "the root must be an object");
  std::string_view text;
  if (root["version"].get(text)) return json.bad("/version", "required string is missing");
  OPSTRATA_TRY(check_format(json, text));
  dom::array entries;
  if (root["releases"].get(entries)) return json.bad("/releases", "required array is missing");

  std::unordered_set<std::string_view> versions;
  size_t index = 0;
  for (dom::element entry : entries) {
    const std::string pointer = "/releases/" + std::to_string(index++);
    if (state.findings.size() > kMaxFindings) return json.bad(pointer, "too many entries before this one cannot be used");
    const auto skip = [&](const std::string &release, const Status &reason) {
      state.findings.push_back({release, "", reason.text()});
    };
    dom::object fields;
    std::string_view version, date;
    if (entry.get(fields) || fields["release_version"].get(version) || version.empty()) {
      skip("", json.bad(pointer + "/release_version", "required non-empty string is missing"));
      continue;
    }
    // A version is a folder's name: one that leads elsewhere is no mistake but an attack, and nothing here is trusted.
    if (const Status status = check_release_version(version); !status.ok()) return json.bad(pointer, status.text());
    Release release{std::string(version), "", ""};
    if (fields["release_date"].get(date) || !parse_day(date)) {
      skip(release.version, json.bad(pointer + "/release_date", "no calendar day of the form YYYY-MM-DD"));
      continue;
    }
    release.date = date;
    if (!versions.insert(version).second) {
      skip(release.version, json.bad(pointer + "/release_version",
                                     "'" + release.version + "' appears more than once; the first counts"));
      continue;
    }
    // A link is no mistake of a writer either.
    const std::string folder = state.directory + "/registry/" + release.version;
    for (const char *part : {"", "/metadata.json"}) OPSTRATA_TRY(refuse_link(folder + part));
    if (const Status status = read_metadata(state.directory, release, state.findings); !status.ok()) {
      // What the disk refuses to give is not known to be invalid: leaving it out could lose it in a merge.
      if (status.code() == Code::kIo) return status;
      state.findings.push_back({release.version, "", status.text(), status.code(), release.date});
      continue;
    }
    state.releases.push_back(std::move(release));
  }
  // Dates of the form YYYY-MM-DD order as text.
  std::stable_sort(state.releases.begin(), state.releases.end(),
                   [](const Release &a, const Release &b) { return a.date < b.date; });
  state.loaded = std::make_unique<Loaded[]>(state.releases.size());
  return registry;
}

Result<const Operators *> Registry::load_release(std::string_view version) const {
  const Release *const release = find_release(version);
  if (release == nullptr) {
    std::string known;
    for (const Release &each : state_->releases) known.append(known.empty() ? "" : ", ").append(each.version);
    return fail(Msg::kHistoryUnknownRelease, {{"release", shortened(printable(version))},
                                              {"file", state_->directory + "/index.json"},
                                              {"known", known.empty() ? "no release" : known}});
  }
  Loaded &loaded = state_->loaded[static_cast<size_t>(release - state_->releases.data())];
  std::call_once(loaded.once, [&] {
    Result<Operators> operators = read_operators(
        state_->directory + "/registry/" + release->version + "/operators.json", release->version, false, false);
    if (operators.ok())
      loaded.operators = std::move(operators).value();
    else
      loaded.status = operators.status();
  });
  if (!loaded.status.ok()) return loaded.status;
  return static_cast<const Operators *>(&loaded.operators);
}

Status check_release_version(std::string_view version) {
  const auto refuse = [version](std::string_view reason) {
    return fail(Msg::kHistoryBadVersion, {{"release", shortened(printable(version))}, {"reason", reason}});
  };
  if (version.empty()) return refuse("is empty");
  if (version.size() > kMaxVersionBytes) return refuse("is longer than " + std::to_string(kMaxVersionBytes) + " bytes");
  if (version.find_first_of("/\\") != std::string_view::npos) return refuse("holds a path separator");
  if (printable(version) != version) return refuse("holds control characters or is no UTF-8");
  if (version.front() == '.') return refuse("starts with a dot");
  if (version.front() == ' ' || version.back() == ' ') return refuse("starts or ends with a blank");
  return {};
}

}  // namespace opstrata::history
