#include <CLI/CLI.hpp>
#include <exception>

#include "tools/opstrata/session.h"

int main(int argc, char **argv) {
  using namespace opstrata::tools;
  Session session;
  CLI::App app("Opstrata: operator prototypes and their history", "opstrata");
  app.set_version_flag("--version", "opstrata " OPSTRATA_VERSION);
  app.require_subcommand(1);
  CLI::App &proto =
      *app.add_subcommand("proto", "Prototypes as source, library and operators.json")->require_subcommand(1);
  add_proto_source(proto, session);
  add_proto_extract(proto, session);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  } catch (const std::exception &error) {
    session.refuse(opstrata::Status(opstrata::Code::kInternal, error.what()));
  }
  return session.exit_code;
}
