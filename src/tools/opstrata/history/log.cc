// opstrata history log: the life of one operator, release by release.
#include <CLI/CLI.hpp>
#include <memory>

#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::string directory, op_type;
  bool all = false;
};

Status run(const Options &options, Session &session) {
  const Result<history::Registry> registry = open_registry(options.directory, session);
  if (!registry.ok()) return registry.status();
  Json document = Json::array();
  std::string text;
  const proto::OpPrototype *before = nullptr;
  bool ever = false;
  for (const history::Release &release : registry->releases()) {
    const Result<const history::Operators *> operators = registry->load_release(release.version);
    if (!operators.ok()) {
      session.note("left out: " + operators.status().text());
      if (operators.status().code() != Code::kNotFound) session.exit_code = kCouldNot;
      continue;
    }
    for (const history::Finding &finding : (*operators)->findings) {
      if (finding.op_type == options.op_type) session.note("left out: " + finding.text);
    }
    const proto::OpPrototype *const now = (*operators)->find(options.op_type);
    const std::vector<history::Change> changes = history::differences(before, now);
    ever = ever || now != nullptr;
    before = now;
    if (changes.empty() && !options.all) continue;
    Json entry = to_json(release);
    entry["changes"] = Json::array();
    if (now != nullptr) entry["signature"] = history::signature(*now);
    text += Session::paint(Colour::kHeading, release.version) + " " + release.date + "\n";
    for (const history::Change &change : changes) {
      entry["changes"].push_back(to_json(change));
      text += "  " + to_text(change) + "\n";
    }
    if (now != nullptr && !changes.empty() && changes[0].kind != "op.new")
      text += "  " + history::signature(*now) + "\n";
    document.push_back(std::move(entry));
  }
  if (!ever) {
    return Status(Code::kNotFound, options.directory + ": no release holds operator '" + options.op_type + "'");
  }
  if (session.json)
    print_json(document, session);
  else
    session.print(text);
  return {};
}

}  // namespace

void add_history_log(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *group.add_subcommand("log", "Tell in which releases an operator appeared, changed and went");
  verb.add_option("OP", options->op_type, "operator type")->required();
  verb.add_option("-r,--registry,--history_registry,--history-registry,REGISTRY", options->directory,
                  "package folder (index.json, registry/)")
      ->required();
  verb.add_flag("--all", options->all, "list releases without a change too");
  session.add_format(verb);
  verb.callback([options, &session] {
    if (const Status status = run(*options, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
