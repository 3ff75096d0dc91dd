// opstrata abi report: the parameter lists of all releases with their symbol versions, and which of them today's functions cannot serve.
#include <CLI/CLI.hpp>
#include <memory>

#include "esgen/emit.h"
#include "history/abi.h"
#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::string directory, prototypes, release;
  bool all = false;
};

Status run(const Options &options, Session &session) {
  const Result<history::Registry> registry = open_registry(options.directory, session);
  if (!registry.ok()) return registry.status();
  const auto record = history::abi_record(*registry);
  if (!record.ok()) return record.status();
  // Today's prototypes: a file, a release, or the newest release.
  history::Operators file;
  const history::Operators *current = &file;
  std::string against = options.prototypes;
  if (!options.prototypes.empty()) {
    auto read = history::read_operators_json(options.prototypes);
    if (!read.ok()) return read.status();
    file = std::move(*read);
  } else {
    against = options.release.empty() && !registry->releases().empty() ? registry->releases().back().version : options.release;
    const auto loaded = registry->load_release(against);
    if (!loaded.ok()) return loaded.status();
    current = *loaded;
  }
  Json document = {{"against", against}, {"nodes", Json::array()}, {"functions", Json::array()}};
  for (const auto &node : record->nodes)
    document["nodes"].push_back({{"node", node.name}, {"release", node.release.version}, {"lists", node.lists.size()}});
  std::string text;
  size_t functions = 0, lists = 0, refused = 0;
  std::map<std::string, std::vector<esgen::AbiList>> by_type;
  for (const auto &node : record->nodes) {
    for (const auto &op : node.lists) {
      by_type[op.type].push_back({node.name, node.first_release(op.type), history::parameter_list_hash(op), 0, &op,
                                  esgen::make_names(op, esgen::Language::kCpp)});
    }
  }
  for (const auto &[type, all] : by_type) {
    const proto::OpPrototype *const now = current->find(type);
    Json entry = {{"operator", type}, {"lists", Json::array()}};
    std::string lines;
    bool hurt = false;
    for (const auto &list : all) {
      std::string why;
      const bool is_current = now != nullptr && list.hash == history::parameter_list_hash(*now);
      if (now == nullptr) why = "the operator no longer exists";
      if (now != nullptr && !is_current) {
        for (const auto &obstacle : esgen::abi_obstacles(list, *now, all)) why += (why.empty() ? "" : "; ") + obstacle;
      }
      hurt = hurt || !why.empty();
      refused += why.empty() ? 0 : 1;
      entry["lists"].push_back({{"node", list.node},
                                {"release", list.release.version},
                                {"symbol", esgen::abi_symbol(type, list.hash)},
                                {"state", is_current    ? "current"
                                          : why.empty() ? "forwarded"
                                                        : "refused"}});
      if (!why.empty()) entry["lists"].back()["reason"] = why;
      lines += "  " + list.node + "  " + esgen::abi_symbol(type, list.hash) + "  " + (is_current ? "current" : why.empty() ? "forwarded" : Session::paint(Colour::kRemoved, "refused: " + why)) + "\n";
    }
    ++functions;
    lists += all.size();
    document["functions"].push_back(std::move(entry));
    if (options.all || hurt) text += Session::paint(Colour::kHeading, type) + "\n" + lines;
  }
  document["refused"] = refused;
  if (session.json) {
    print_json(document, session);
  } else {
    session.print(text + std::to_string(functions) + " functions, " + std::to_string(lists) + " parameter lists, " + std::to_string(record->nodes.size()) +
                  " symbol versions; " + std::to_string(refused) + " lists cannot be served by " + against + "\n");
  }
  if (refused > 0 && session.exit_code == kDone) session.exit_code = kDiffers;
  return {};
}

}  // namespace

void add_abi_report(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *group.add_subcommand("report", "List parameter lists that today's functions cannot serve, with release and change (--all: every list)");
  verb.add_option("-r,--history_registry,--history-registry,--registry", options->directory, "package folder (index.json, registry/, abi.json)")->required();
  verb.add_option("--prototypes", options->prototypes, "today's operators.json (default: the newest release)");
  verb.add_option("--release", options->release, "take this release as today's");
  verb.add_flag("--all", options->all, "list operators without a refused list too");
  session.add_format(verb);
  verb.callback([options, &session] {
    if (const Status status = run(*options, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
