// opstrata history add, merge, migrate, prune: the verbs that write.
#include <CLI/CLI.hpp>
#include <memory>

#include "proto/registry.h"
#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::string directory, source;
  std::vector<std::string> inputs;  // libraries and operators.json files, or versions
  history::ArchiveRequest request;
};

// What was taken over from another registry, and what was not.
void add_merged(Json &document, const history::ArchiveReport &report) {
  document["took_over"] = Json::array();
  for (const history::Release &release : report.merged) document["took_over"].push_back(to_json(release));
  document["left_out"] = Json::array();
  for (const history::Finding &finding : report.left_out) document["left_out"].push_back(finding.text);
}

bool is_json(const std::string &path) { return path.size() > 5 && path.compare(path.size() - 5, 5, ".json") == 0; }

Status add(Options &options, Session &session) {
  std::vector<history::Operators> files;
  std::vector<std::string> libraries;
  for (const std::string &input : options.inputs) {
    if (!is_json(input)) {
      libraries.push_back(input);
      continue;
    }
    Result<history::Operators> operators = history::read_operators_json(input);
    if (!operators.ok()) return operators.status();
    files.push_back(std::move(*operators));
  }
  std::map<std::string, const proto::OpPrototype *> prototypes;
  const auto registered = proto::prototypes_of_libraries(libraries);
  if (!registered.ok()) return registered.status();
  for (const proto::OpPrototype *prototype : *registered) prototypes.emplace(prototype->type, prototype);
  for (const history::Operators &file : files) {
    options.request.unknown.insert(file.unknown.begin(), file.unknown.end());
    for (const proto::OpPrototype &prototype : file.prototypes) {
      const auto [at, fresh] = prototypes.emplace(prototype.type, &prototype);
      if (!fresh && !proto::same_interface(*at->second, prototype)) {
        return Status(Code::kAlreadyExists, "operator '" + prototype.type + "' is defined differently in " +
                                                at->second->where.to_string() + " and " + prototype.where.to_string());
      }
    }
  }
  if (prototypes.empty()) return Status(Code::kNotFound, "no operators found in what was given");
  std::vector<const proto::OpPrototype *> list;
  for (const auto &[type, prototype] : prototypes) list.push_back(prototype);
  options.request.directory = options.directory;
  const Result<history::ArchiveReport> report = history::archive_release(options.request, list);
  if (!report.ok()) return report.status();
  if (session.json) {
    Json document = to_json(report->release);
    document["changed"] = report->changed;
    document["operators"] = report->archived;
    add_merged(document, *report);
    print_json(document, session);
    return {};
  }
  for (const history::Finding &finding : report->left_out) session.note("left out: " + finding.text);
  session.print(
      (report->changed ? "archived " : "already archived ") + report->release.version + " (" + report->release.date +
      "), " + std::to_string(report->archived) + " operators" +
      (report->merged.empty() ? "" : ", and took over " + std::to_string(report->merged.size()) + " releases") + "\n");
  return {};
}

// Releases that were left out are findings: the exit code tells of them.
void tell_left_out(const history::ArchiveReport &report, Session &session) {
  for (const history::Finding &finding : report.left_out) {
    if (!session.json) session.note("left out: " + finding.text);
  }
  if (session.exit_code == kDone && !report.left_out.empty()) session.exit_code = kDiffers;
}

Status merge(const Options &options, Session &session) {
  const Result<history::ArchiveReport> report = history::merge_registry(options.directory, options.source);
  if (!report.ok()) return report.status();
  if (session.json) {
    Json document = Json::object();
    add_merged(document, *report);
    print_json(document, session);
    tell_left_out(*report, session);
    return {};
  }
  std::string text = report->merged.empty() ? "nothing to take over\n" : "";
  for (const history::Release &release : report->merged)
    text += "took over " + release.version + " (" + release.date + ")\n";
  session.print(text);
  tell_left_out(*report, session);
  return {};
}

/// Into a folder of its own, so that the old registry stays until the new one has been looked at. What can be read is
/// migrated; what is left behind is told release by release. Malformed operators of a release stay in its file as they
/// stand.
Status migrate(const Options &options, Session &session) {
  const Result<history::Registry> source = history::Registry::open(options.source);
  if (!source.ok()) return source.status();
  const Result<history::Registry> target = history::Registry::open(options.directory);
  if (target.ok()) return Status(Code::kAlreadyExists, options.directory + "/index.json: there is a registry already");
  if (target.status().code() != Code::kNotFound) return target.status();
  const Result<history::ArchiveReport> moved = history::merge_registry(options.directory, options.source, true);
  if (!moved.ok()) return moved.status();
  tell_left_out(*moved, session);
  if (moved->merged.empty() && !moved->left_out.empty()) {
    return Status(Code::kCorrupt, options.source + ": no release of it can be migrated");
  }
  Json kept = Json::array();
  for (const history::Release &release : moved->merged) {
    const Result<const history::Operators *> operators = source->load_release(release.version);
    for (const history::Finding &finding : operators.ok() ? (*operators)->findings : std::vector<history::Finding>()) {
      kept.push_back(finding.text);
      if (!session.json) session.note("kept as it stands: " + finding.text);
      if (session.exit_code == kDone) session.exit_code = kDiffers;
    }
  }
  if (session.json) {
    Json document = Json::object();
    add_merged(document, *moved);
    document["kept_as_it_stands"] = std::move(kept);
    print_json(document, session);
    return {};
  }
  session.print("migrated " + std::to_string(moved->merged.size()) + " releases\n");
  return {};
}

}  // namespace

void add_history_change(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  const auto make_verb = [&](const char *name, const char *help) {
    CLI::App *const verb = group.add_subcommand(name, help);
    verb->add_option("-r,--registry,--history_registry,--history-registry", options->directory, "package folder (index.json, registry/)")->required();
    session.add_format(*verb);
    return verb;
  };
  CLI::App &adding = *make_verb("add", "Archive a release from prototype libraries or operators.json files");
  adding.add_option("INPUT", options->inputs, "libraries (.so) and operators.json files")->required();
  adding.add_option("--release-version,--release_version", options->request.release.version, "version to archive")
      ->required();
  adding.add_option("--release-date,--release_date", options->request.release.date, "YYYY-MM-DD; default: today (UTC)");
  adding.add_option("--branch-name,--branch_name", options->request.release.branch,
                    "branch that the release comes from");
  adding.add_option("--merge-from,--merge_from", options->request.merge_from,
                    "registry whose releases are taken over first");
  adding.add_flag("--replace", options->request.replace, "replace other content under this version");
  adding.callback([options, &session] {
    if (const Status status = add(*options, session); !status.ok()) session.refuse(status);
  });
  CLI::App &merging = *make_verb("merge", "Take the releases of another registry over");
  merging.add_option("SOURCE", options->source, "package folder to take releases from")->required();
  merging.callback([options, &session] {
    if (const Status status = merge(*options, session); !status.ok()) session.refuse(status);
  });
  CLI::App &migrating = *group.add_subcommand("migrate", "Write a registry of an older format into a new folder in today's format");
  migrating.add_option("SOURCE", options->source, "package folder to read")->required();
  session.add_format(migrating);
  migrating.add_option("TARGET", options->directory, "package folder to make")->required();
  migrating.callback([options, &session] {
    if (const Status status = migrate(*options, session); !status.ok()) session.refuse(status);
  });
  CLI::App &pruning = *make_verb("prune", "Remove releases");
  pruning.add_option("VERSION", options->inputs, "releases to remove")->required();
  pruning.callback([options, &session] {
    if (const Status status = history::prune_releases(options->directory, options->inputs); !status.ok()) {
      session.refuse(status);
    } else if (session.json) {
      print_json({{"removed", options->inputs}}, session);
    }
  });
}

}  // namespace opstrata::tools
