// opstrata proto extract: operators.json from prototype libraries.
#include <CLI/CLI.hpp>
#include <memory>

#include "history/registry.h"
#include "proto/registry.h"
#include "tools/opstrata/session.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::vector<std::string> libraries;
  std::string output;
};

Status run(const Options &options, Session &session) {
  const auto registered = proto::prototypes_of_libraries(options.libraries);
  if (!registered.ok()) return registered.status();
  std::vector<const proto::OpPrototype *> prototypes;
  for (const proto::OpPrototype *prototype : *registered) {
    if (const Status status = history::archivable(*prototype); status.ok())
      prototypes.push_back(prototype);
    else
      session.note(status.text());
  }
  if (!options.output.empty()) return history::write_operators_json(options.output, prototypes);
  const Result<std::string> text = history::operators_json_text(prototypes);
  if (!text.ok()) return text.status();
  session.print(*text);
  return {};
}

}  // namespace

void add_proto_extract(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb =
      *group.add_subcommand("extract", "Print the operators.json of the operators that libraries register");
  verb.add_option("LIBRARY", options->libraries, "prototype libraries (.so), by path")->required();
  verb.add_option("-o,--output", options->output, "write this file instead");
  verb.callback([options, &session] {
    if (const Status status = run(*options, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
