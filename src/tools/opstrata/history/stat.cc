// opstrata history stat: the releases of a registry in numbers.
#include <CLI/CLI.hpp>
#include <memory>

#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

std::string column(const std::string &text, size_t width, bool right = false) {
  const std::string padding(text.size() < width ? width - text.size() : 0, ' ');
  return right ? padding + text : text + padding;
}

Status run(const std::string &directory, Session &session) {
  const Result<history::Registry> registry = open_registry(directory, session);
  if (!registry.ok()) return registry.status();
  Json document = Json::array();
  size_t width = 7;
  for (const history::Release &release : registry->releases()) width = std::max(width, release.version.size());
  std::string text =
      Session::paint(Colour::kHeading, column("release", width) + "  date        operators    new  removed  changed") +
      "\n";
  const std::vector<proto::OpPrototype> none;
  const std::vector<proto::OpPrototype> *before = &none;
  for (const history::Release &release : registry->releases()) {
    const Result<const history::Operators *> operators = registry->load_release(release.version);
    if (!operators.ok()) {
      session.note("left out: " + operators.status().text());
      if (operators.status().code() != Code::kNotFound) session.exit_code = kCouldNot;
      continue;
    }
    size_t created = 0, removed = 0, changed = 0;
    std::string last;
    for (const history::Change &change : history::differences(*before, (*operators)->prototypes)) {
      if (change.kind == "op.new")
        ++created;
      else if (change.kind == "op.removed")
        ++removed;
      else if (change.kind != "op.renamed_candidate" && change.op_type != last)
        ++changed;
      last = change.op_type;
    }
    before = &(*operators)->prototypes;
    Json entry = to_json(release);
    entry["operators"] = before->size();
    entry["new"] = created;
    entry["removed"] = removed;
    entry["changed"] = changed;
    document.push_back(std::move(entry));
    text += column(release.version, width) + "  " + release.date + column(std::to_string(before->size()), 11, true) +
            column(std::to_string(created), 7, true) + column(std::to_string(removed), 9, true) +
            column(std::to_string(changed), 9, true) + "\n";
  }
  if (session.json)
    print_json(document, session);
  else
    session.print(text);
  return {};
}

}  // namespace

void add_history_stat(CLI::App &group, Session &session) {
  auto directory = std::make_shared<std::string>();
  CLI::App &verb = *group.add_subcommand("stat", "List the releases with their numbers of operators and changes");
  verb.add_option("-r,--registry,--history_registry,--history-registry,REGISTRY", *directory,
                  "package folder (index.json, registry/)")
      ->required();
  session.add_format(verb);
  verb.callback([directory, &session] {
    if (const Status status = run(*directory, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
