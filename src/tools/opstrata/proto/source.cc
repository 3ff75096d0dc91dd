// opstrata proto source: REG_OP text from an operators.json.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "history/files.h"
#include "history/prototype_source.h"
#include "history/registry.h"
#include "tools/opstrata/session.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::string file;
  std::string output_dir;
  size_t per_file = 100;
};

// Names in the output are those of the input's last component: no path of this machine goes into generated text.
std::string base_name(const std::string &path) { return std::filesystem::path(path).filename().string(); }

Status run(const Options &options, Session &session) {
  const Result<history::Operators> operators = history::read_operators_json(options.file);
  if (!operators.ok()) return operators.status();
  std::vector<const proto::OpPrototype *> all;
  for (const auto &prototype : operators->prototypes) all.push_back(&prototype);
  if (options.output_dir.empty()) {
    const Result<std::string> text = history::prototype_file_source(all, base_name(options.file));
    if (!text.ok()) return text.status();
    session.print(*text);
    return {};
  }
  OPSTRATA_TRY(history::make_directories(options.output_dir));
  // All texts before the first file: a prototype that has no source leaves nothing half-written.
  std::vector<std::string> texts;
  for (size_t first = 0; first < std::max<size_t>(all.size(), 1); first += options.per_file) {
    const size_t count = std::min(options.per_file, all.size() - first);
    const auto begin = all.begin() + static_cast<ptrdiff_t>(first);
    Result<std::string> text =
        history::prototype_file_source({begin, begin + static_cast<ptrdiff_t>(count)}, base_name(options.file));
    if (!text.ok()) return text.status();
    texts.push_back(std::move(*text));
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string number = std::to_string(i);
    const std::string path = options.output_dir + "/prototypes_" +
                             std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number + ".cc";
    OPSTRATA_TRY(history::replace_file(path, texts[i]));
    session.print(path + "\n");
  }
  return {};
}

}  // namespace

void add_proto_source(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *group.add_subcommand("source", "Print REG_OP source of the operators of an operators.json");
  verb.add_option("FILE", options->file, "operators.json")->required();
  verb.add_option("--output-dir,--output_dir", options->output_dir,
                  "write files there and print their names, instead of the source");
  verb.add_option("--operators-per-file", options->per_file, "operators per file of --output-dir")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb.callback([options, &session] {
    if (const Status status = run(*options, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
