// opstrata graph dump: a saved graph as source, as text for people, as ONNX model or as picture.
#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>

#include "base/messages.h"
#include "base/origin.h"
#include "graph/model.h"
#include "history/files.h"
#include "runnable/runnable.h"
#include "tools/opstrata/graph/svg.h"
#include "tools/opstrata/session.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::string model, form = "readable", output, registry, window;
  std::vector<std::string> prototypes;  // libraries and operators.json files
  runnable::DumpRequest request;
};

bool is_json(const std::string &path) { return path.size() > 5 && path.compare(path.size() - 5, 5, ".json") == 0; }

Result<std::string> source(Options &options, const ge::Graph &graph) {
  auto &request = options.request;
  request.language = options.form == "python" ? runnable::Language::kPython : runnable::Language::kCpp;
  request.version = OPSTRATA_VERSION;
  if (!options.window.empty()) {
    const auto size = history::parse_window_size(options.window);
    if (!size.ok()) return size.status();
    request.window.size = *size;
  }
  if (!options.registry.empty()) {
    auto registry = history::Registry::open(options.registry);
    if (!registry.ok()) return registry.status();
    request.registry = std::move(*registry);
    for (const auto &finding : request.registry.findings()) Session::note(finding.text);
  }
  std::vector<history::Operators> files;
  for (const auto &path : options.prototypes) {
    if (is_json(path)) {
      auto operators = history::read_operators_json(path);
      if (!operators.ok()) return operators.status();
      files.push_back(std::move(*operators));
    } else {
      OPSTRATA_TRY(load_library(path, OriginRank::kProgram, true));
    }
  }
  if (options.prototypes.empty()) (void)proto::load_installed_prototypes();
  // The last one named wins: dump_source takes the later of two prototypes of one type.
  request.prototypes = proto::all_prototypes();
  for (const auto &file : files) {
    for (const auto &op : file.prototypes) request.prototypes.push_back(&op);
  }
  auto result = runnable::dump_source(graph, request);
  if (!result.ok()) return result.status();
  for (const auto &note : result->notes) Session::note(note);
  return std::move(result->text);
}

Result<std::string> dump(Options &options) {
  ge::Graph graph("graph");
  if (graph.LoadFromFile(options.model.c_str()) != ge::GRAPH_SUCCESS) {
    return Status(Code::kCorrupt, options.model + ": " + (recent_message() == nullptr ? "not a saved graph" : recent_message()));
  }
  const auto data = graph::GraphData::of(graph);
  if (options.form == "readable") return graph::to_readable(*data);
  if (options.form == "onnx") return graph::to_onnx(*data, false);
  if (options.form == "svg") return to_svg(*data);
  return source(options, graph);
}

}  // namespace

void add_graph_dump(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *group.add_subcommand("dump", "Print a saved graph (Graph::SaveToFile) in another form");
  verb.add_option("MODEL", options->model, "the graph")->required();
  verb.add_option("--format", options->form, "cpp and python are programs that build the graph through the generated API")
      ->check(CLI::IsMember({"cpp", "python", "readable", "onnx", "svg"}))
      ->capture_default_str();
  verb.add_option("-o,--output", options->output, "write there instead of standard output");
  CLI::Option *const registry = verb.add_option("-r,--history_registry,--history-registry", options->registry,
                                                "history that the generated API was made with");
  verb.add_option("--prototypes", options->prototypes, "prototype libraries or operators.json files (default: the installed libraries)");
  verb.add_option("--release", options->request.release, "use only what this release of the history had")
      ->needs(registry);
  verb.add_option("--window", options->window, "window of the generated API: 365d, 12m, 4r, all");
  verb.add_option("--module_name,--module-name", options->request.module, "name of the generated package")->capture_default_str();
  verb.callback([options, &session] {
    const auto text = dump(*options);
    if (!text.ok()) return session.refuse(text.status());
    if (options->output.empty()) return session.print(*text);
    if (const Status status = history::replace_file(options->output, *text); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
