// opstrata abi check: whether a program (or library) finds in generated libraries what it was linked against.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <climits>
#include <memory>
#include <regex>
#include <set>

#include "tools/opstrata/abi/elf_symbols.h"
#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

struct Options {
  std::string program;
  std::vector<std::string> libraries;
};

std::string file_name(const std::string &path) { return path.substr(path.rfind('/') + 1); }

/// Functions of the base library of this installation: they start with Es too, and are no generated ones.
std::set<std::string> base_functions() {
  char self[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self);
  if (length <= 0) return {};
  std::string folder(self, static_cast<size_t>(length));
  folder.erase(folder.rfind('/'));
  const auto symbols = read_elf_symbols(folder + "/../lib64/libeager_style_graph_builder_base.so");
  std::set<std::string> names;
  if (!symbols.ok()) return names;
  for (const auto &symbol : symbols->exported) names.insert(symbol.name);
  return names;
}

struct Finding {
  ElfSymbol needed;
  std::string library;  ///< that has it; empty: none
  std::string note;
};

Status run(const Options &options, Session &session) {
  const auto program = read_elf_symbols(options.program);
  if (!program.ok()) return program.status();
  std::vector<std::pair<std::string, ElfSymbols>> libraries;
  for (const auto &path : options.libraries) {
    auto library = read_elf_symbols(path);
    if (!library.ok()) return library.status();
    if (library->bits != program->bits || library->machine != program->machine) {
      const auto kind = [](const ElfSymbols &file) {
        return std::to_string(file.bits) + " bit, machine " + std::to_string(file.machine);
      };
      return Status(Code::kInvalid, path + " (" + kind(*library) + ") is no library for " + options.program + " (" +
                                        kind(*program) + ")");
    }
    libraries.emplace_back(path, std::move(*library));
  }
  const auto base = base_functions();
  static const std::regex kList("Es[A-Za-z_0-9]+__[0-9A-Za-z]{6}");
  std::vector<Finding> findings;
  size_t missing = 0;
  for (const auto &needed : program->undefined) {
    const bool of_list = std::regex_match(needed.name, kList);
    // Also those of a generated library that was not given, or under another name: a mistyped file is no good answer.
    bool versioned_here = needed.version.compare(0, 3, "ES_") == 0;
    for (const auto &[path, library] : libraries) versioned_here = versioned_here || (!needed.version.empty() && (needed.library == library.soname || needed.library == file_name(path)));
    const bool plain = needed.version.empty() && needed.name.size() > 2 && needed.name.compare(0, 2, "Es") == 0 && needed.name[2] >= 'A' && needed.name[2] <= 'Z';
    if (!of_list && !versioned_here && (!plain || base.count(needed.name) != 0)) continue;
    Finding finding{needed, "", ""};
    for (const auto &[path, library] : libraries) {
      const ElfSymbol *found = nullptr;
      for (const auto &symbol : library.exported) {
        if (symbol.name != needed.name) continue;
        // A reference without version takes the symbol without one, else that of the first version that the library defines.
        const bool matches =
            needed.version.empty()
                ? symbol.version.empty() || (!library.versions.empty() && symbol.version == library.versions.front())
                : symbol.version == needed.version;
        if (matches && (found == nullptr || symbol.version.empty())) found = &symbol;
        // Loaders take a symbol without version for a reference with one, of which nobody knows the parameters.
        if (!matches && finding.note.empty())
          finding.note = symbol.version.empty() ? "the library has it without version, of whatever parameters"
                                                : "the library has it at " + symbol.version;
      }
      if (found == nullptr) continue;
      finding.library = path;
      finding.note = needed.version.empty() && !found->version.empty() ? "linked without version: takes " + found->version : "";
      break;
    }
    if (finding.library.empty() && finding.note.empty() && !needed.library.empty()) {
      const auto given = [&](const auto &entry) {
        return needed.library == entry.second.soname || needed.library == file_name(entry.first);
      };
      if (std::none_of(libraries.begin(), libraries.end(), given)) finding.note = "of " + needed.library + ", which was not given";
    }
    missing += finding.library.empty() ? 1 : 0;
    findings.push_back(std::move(finding));
  }
  if (session.json) {
    Json document = {{"program", options.program}, {"functions", Json::array()}, {"missing", missing}};
    for (const auto &f : findings) {
      Json item = {{"name", f.needed.name}, {"version", f.needed.version}, {"found", !f.library.empty()}};
      if (!f.library.empty()) item["library"] = f.library;
      if (!f.note.empty()) item["note"] = f.note;
      document["functions"].push_back(std::move(item));
    }
    print_json(document, session);
  } else {
    std::string text;
    for (const auto &f : findings) {
      text += (f.library.empty() ? Session::paint(Colour::kRemoved, "missing") : "found  ") + " " + f.needed.name + (f.needed.version.empty() ? "" : "@" + f.needed.version) +
              (f.note.empty() ? "" : " (" + f.note + ")") + "\n";
    }
    text += std::to_string(findings.size()) + " generated functions needed, " + std::to_string(missing) + " missing\n";
    session.print(text);
  }
  if (missing > 0 && session.exit_code == kDone) session.exit_code = kDiffers;
  return {};
}

}  // namespace

void add_abi_check(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *group.add_subcommand("check", "Tell which generated functions a program or library needs, at which version, and whether they are there");
  verb.add_option("PROGRAM", options->program, "dynamically linked program or shared library")->required();
  verb.add_option("--against", options->libraries, "generated library (several: the option again)")->required();
  session.add_format(verb);
  verb.callback([options, &session] {
    if (const Status status = run(*options, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
