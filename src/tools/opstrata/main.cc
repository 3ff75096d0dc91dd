#include <CLI/CLI.hpp>
#include <exception>

#include "tools/opstrata/session.h"

namespace {

/// A refused command line, by the verb that refuses it.
std::string usage_text(const CLI::App *app, const CLI::Error &error) {
  std::string verb = app->get_name();
  for (std::vector<CLI::App *> parsed = app->get_subcommands(); !parsed.empty();
       parsed = parsed.front()->get_subcommands()) {
    verb += " " + parsed.front()->get_name();
  }
  return verb + ": " + error.what() + "\nRun '" + verb + " --help' for more information.\n";
}

}  // namespace

int main(int argc, char **argv) {
  using namespace opstrata::tools;
  Session session;
  CLI::App app("Opstrata: operators, their prototypes and history", "opstrata");
  app.set_version_flag("--version", "opstrata " OPSTRATA_VERSION);
  app.require_subcommand(1);
  app.failure_message(usage_text);
  CLI::App &proto =
      *app.add_subcommand("proto", "Prototypes as source, library and operators.json")->require_subcommand(1);
  add_proto_source(proto, session);
  add_proto_extract(proto, session);
  CLI::App &history =
      *app.add_subcommand("history", "The registry of releases: what it holds, and its upkeep")->require_subcommand(1);
  for (const auto add :
       {add_history_log, add_history_show, add_history_diff, add_history_stat, add_history_fsck, add_history_change}) {
    add(history, session);
  }
  CLI::App &graph = *app.add_subcommand("graph", "Saved graphs")->require_subcommand(1);
  add_graph_dump(graph, session);
  CLI::App &abi = *app.add_subcommand("abi", "The binary interface of generated libraries over the releases")->require_subcommand(1);
  add_abi_report(abi, session);
  add_abi_check(abi, session);
  add_why(app, session);
  add_doctor(app, session);
  add_replay(app, session);
  add_verify(app, session);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  } catch (const std::exception &error) {
    session.refuse(opstrata::Status(opstrata::Code::kInternal, error.what()));
  }
  return session.exit_code;
}
