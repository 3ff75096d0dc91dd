// opstrata history fsck: everything that is wrong with a registry.
#include <CLI/CLI.hpp>
#include <memory>

#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

Status run(const std::string &directory, Session &session) {
  const Result<std::vector<history::Finding>> findings = history::check_registry(directory);
  if (!findings.ok()) return findings.status();
  Json document = Json::array();
  std::string text;
  for (const history::Finding &finding : *findings) {
    Json entry = {{"text", finding.text}};
    if (!finding.release.empty()) entry["release_version"] = finding.release;
    if (!finding.op_type.empty()) entry["op"] = finding.op_type;
    document.push_back(std::move(entry));
    text += finding.text + "\n";
  }
  if (session.json)
    print_json(document, session);
  else
    session.print(text);
  if (session.exit_code == kDone && !findings->empty()) session.exit_code = kDiffers;
  return {};
}

}  // namespace

void add_history_fsck(CLI::App &group, Session &session) {
  auto directory = std::make_shared<std::string>();
  CLI::App &verb =
      *group.add_subcommand("fsck", "Check a registry; exit 1 and one line per finding when something is wrong");
  verb.add_option("-r,--registry,--history_registry,--history-registry,REGISTRY", *directory, "package folder (index.json, registry/)")->required();
  session.add_format(verb);
  verb.callback([directory, &session] {
    if (const Status status = run(*directory, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
