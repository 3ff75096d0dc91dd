// opstrata history diff: what changed between two releases, or two operators.json files.
#include <CLI/CLI.hpp>
#include <memory>

#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::string directory, before, after;
  std::vector<std::string> operators;
};

Result<history::Operators> load(const history::Registry &registry, const std::string &what, const Session &session) {
  const bool file = what.size() > 5 && what.compare(what.size() - 5, 5, ".json") == 0;
  if (file) return history::read_operators_json(what);
  const Result<const history::Operators *> operators = registry.load_release(what);
  if (!operators.ok()) return operators.status();
  for (const history::Finding &finding : (*operators)->findings) session.note("left out: " + finding.text);
  return **operators;
}

Status run(const Options &options, Session &session) {
  history::Registry registry;
  if (!options.directory.empty()) {
    Result<history::Registry> opened = open_registry(options.directory, session);
    if (!opened.ok()) return opened.status();
    registry = std::move(*opened);
  }
  const Result<history::Operators> before = load(registry, options.before, session);
  if (!before.ok()) return before.status();
  const Result<history::Operators> after = load(registry, options.after, session);
  if (!after.ok()) return after.status();
  std::vector<history::Change> changes = history::differences(before->prototypes, after->prototypes);
  if (!options.operators.empty()) {
    std::erase_if(changes, [&](const history::Change &change) {
      return std::find(options.operators.begin(), options.operators.end(), change.op_type) == options.operators.end();
    });
  }
  if (session.json) {
    Json document = {{"from", options.before}, {"to", options.after}, {"changes", Json::array()}};
    for (const history::Change &change : changes) document["changes"].push_back(to_json(change));
    print_json(document, session);
  } else {
    std::string text, op_type;
    for (const history::Change &change : changes) {
      if (change.op_type != op_type) {
        text += Session::paint(Colour::kHeading, change.op_type) + "\n";
        if (!change.before.empty() && !change.after.empty() && change.before != change.after &&
            change.renamed_to.empty()) {
          text += "  " + Session::paint(Colour::kRemoved, "- " + change.before) + "\n  " +
                  Session::paint(Colour::kAdded, "+ " + change.after) + "\n";
        }
      }
      op_type = change.op_type;
      text += "  " + to_text(change) + "\n";
    }
    session.print(text);
  }
  if (session.exit_code == kDone && !changes.empty()) session.exit_code = kDiffers;
  return {};
}

}  // namespace

void add_history_diff(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *group.add_subcommand(
      "diff", "Name the changes from release A to release B, in classes; exit 1 when there are any");
  verb.add_option("A", options->before, "release, or an operators.json file")->required();
  verb.add_option("B", options->after, "release, or an operators.json file")->required();
  verb.add_option("-r,--registry,--history_registry,--history-registry,REGISTRY", options->directory, "package folder (index.json, registry/)");
  verb.add_option("--op", options->operators, "only these operators")->delimiter(',');
  session.add_format(verb);
  verb.callback([options, &session] {
    if (const Status status = run(*options, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
