// opstrata history show: one operator as a release holds it.
#include <CLI/CLI.hpp>
#include <memory>

#include "history/prototype_source.h"
#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::string directory, what;
};

Status run(const Options &options, Session &session) {
  const Result<history::Registry> registry = open_registry(options.directory, session);
  if (!registry.ok()) return registry.status();
  const size_t at = options.what.find('@');
  const std::string op_type = options.what.substr(0, at);
  std::vector<history::Release> candidates;
  if (at != std::string::npos) {
    const std::string version = options.what.substr(at + 1);
    const history::Release *const release = registry->find_release(version);
    if (release == nullptr) return registry->load_release(version).status();
    candidates.push_back(*release);
  } else {
    candidates.assign(registry->releases().rbegin(), registry->releases().rend());  // the newest that holds it
  }
  for (const history::Release &release : candidates) {
    const Result<const history::Operators *> operators = registry->load_release(release.version);
    if (!operators.ok()) return operators.status();
    const proto::OpPrototype *const op = (*operators)->find(op_type);
    if (op == nullptr) continue;
    if (session.json) {
      const Result<std::string> text = history::operators_json_text({op}, (*operators)->unknown);
      if (!text.ok()) return text.status();
      Json document = to_json(release);
      document["operator"] = Json::parse(*text)["operators"][0];
      print_json(document, session);
      return {};
    }
    std::string text = Session::paint(Colour::kHeading, history::signature(*op)) + "\n" + release.version + " " +
                       release.date + ", " + op->where.to_string() + "\n";
    // What no source can express is still shown by its signature.
    if (const Result<std::string> source = history::prototype_source(*op); source.ok()) text += "\n" + *source;
    session.print(text);
    return {};
  }
  return Status(Code::kNotFound, options.directory + ": '" + options.what + "' is in no release");
}

}  // namespace

void add_history_show(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *group.add_subcommand("show", "Show an operator of a release, as source or as JSON");
  verb.add_option("OP[@RELEASE]", options->what, "operator type; without a release the newest that holds it")
      ->required();
  verb.add_option("-r,--registry,--history_registry,--history-registry,REGISTRY", options->directory, "package folder (index.json, registry/)")->required();
  session.add_format(verb);
  verb.callback([options, &session] {
    if (const Status status = run(*options, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
