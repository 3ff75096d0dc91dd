#include "tools/gen_esb/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

namespace opstrata::gen_esb {
namespace {

/// `-output-dir=x` -> `--output_dir=x`. Values keep their dashes.
std::string normalized(const std::string &argument) {
  if (argument.size() < 3 || argument[0] != '-' || argument == "--") return argument;
  // A lone dash before a number is a value.
  if (argument[1] != '-' && !std::isalpha(static_cast<unsigned char>(argument[1]))) return argument;
  const size_t start = argument[1] == '-' ? 2 : 1;
  const size_t end = std::min(argument.find('='), argument.size());
  std::string name = argument.substr(start, end - start);
  std::replace(name.begin(), name.end(), '-', '_');
  return "--" + name + argument.substr(end);
}

std::vector<std::string> split_list(const std::string &text) {
  std::vector<std::string> items;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    std::string item = text.substr(at, end - at);
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!item.empty() && is_blank(item.front())) item.erase(0, 1);
    while (!item.empty() && is_blank(item.back())) item.pop_back();
    if (!item.empty()) items.push_back(std::move(item));
    at = end + 1;
  }
  return items;
}

}  // namespace

Parsed parse_options(const std::vector<std::string> &arguments) {
  Parsed parsed;
  Options &o = parsed.options;
  CLI::App app("Generates the eager-style C, C++ and Python interface of operator prototypes, with overloads for the "
               "releases of a history registry; or archives the prototypes as a release.",
               "gen_esb");
  app.set_version_flag("--version", "gen_esb " OPSTRATA_VERSION);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  std::string mode, exclude;
  std::string extract_text;
  app.add_option("--es_mode", mode, "codegen (default) or extract_history")->check(CLI::IsMember({"codegen", "extract_history"}));
  auto *extract = app.add_flag("--extract_history{true}", extract_text, "archive the prototypes (same as --es_mode=extract_history)");
  app.add_option("--output_dir", o.output_dir, "folder to write");
  app.add_option("--module_name", o.module_name, "names the aggregates and the library es_<module>");
  app.add_option("--h_guard_prefix", o.guard_prefix, "put into include guards");
  app.add_option("--exclude_ops", exclude, "operators to leave out, comma separated names or patterns such as Hcom* (code generation)");
  app.add_option("--history_registry", o.history_registry, "package folder of a history registry");
  app.add_option("--release_version", o.release_version, "the current release (anchor of the window), or the release to archive");
  app.add_option("--release_date", o.release_date, "YYYY-MM-DD of that release");
  app.add_option("--branch_name", o.branch_name, "branch of the archived release");
  app.add_option("--prototypes", o.prototypes, "take the prototypes from this operators.json instead of libraries");
  app.add_option("--counts", o.counts, "file {\"AddN\": {\"N\": \"x\"}}: attributes that are the number of tensors of a dynamic input or output when a call leaves them out");
  app.add_option("--report", o.report, "write the plans of all operators as JSON");
  app.add_option("--window", o.window, "releases to serve: 365d (default), 12m, 4r, all");
  app.add_option("--policy", o.policy, "seed: the shapes of the design; exact: the smallest sufficient set")
      ->check(CLI::IsMember({"seed", "exact"}));
  app.add_option("--abi", o.abi, "versioned: programs linked against older releases keep running; plain: one symbol per operator")
      ->check(CLI::IsMember({"versioned", "plain"}));
  app.add_option("--abi_release", o.abi_release, "release of parameter lists that the registry does not hold yet (default: release_version)");
  app.add_flag("--strict", o.strict, "exit 1 when an old call is lost or changes its meaning");
  app.add_flag("--markdown", o.markdown, "also write a reference page (Markdown) for each operator");
  app.add_flag("--quiet", o.quiet, "print warnings and failures only");
  app.add_flag("--replace", o.replace, "archive: replace a release of other content");

  std::vector<std::string> words;
  for (const auto &argument : arguments) {
    std::string word = normalized(argument);
    // `--option=` gives the empty value; CLI11 would take the next word for it.
    const bool empty_value = word.size() > 2 && word[0] == '-' && word.back() == '=';
    if (empty_value) word.pop_back();
    words.push_back(std::move(word));
    if (empty_value) words.emplace_back();
  }
  std::reverse(words.begin(), words.end());  // CLI11 takes the words last first
  try {
    app.parse(words);
  } catch (const CLI::ParseError &error) {
    parsed.stop = true;
    parsed.exit_code = error.get_exit_code() == 0 ? 0 : 2;
    parsed.text = error.get_name() == "CallForVersion" ? error.what() : error.get_exit_code() == 0 ? app.help() : "gen_esb: " + std::string(error.what()) + "\nTry gen_esb --help.";
    return parsed;
  }
  const auto refuse = [&parsed](const std::string &text) {
    parsed.stop = true;
    parsed.exit_code = 2;
    parsed.text = "gen_esb: " + text;
    return parsed;
  };
  static const std::map<std::string, bool> kSwitch = {{"true", true},   {"1", true},  {"on", true},
                                                      {"false", false}, {"0", false}, {"off", false}};
  const auto word = kSwitch.find(extract_text);
  if (extract->count() > 0 && word == kSwitch.end()) {
    return refuse("--extract_history=" + extract_text + " is neither true nor false");
  }
  const bool flag_on = extract->count() > 0 && word->second;
  if (extract->count() > 0 && !mode.empty() && flag_on != (mode == "extract_history")) {
    return refuse("--es_mode=" + mode + " and --extract-history=" + extract_text + " disagree");
  }
  o.extract = flag_on || mode == "extract_history";
  o.exclude_ops = split_list(exclude);
  if (o.module_name.empty()) o.module_name = "all";
  if (o.output_dir.empty()) o.output_dir = "./";
  const bool plain = std::all_of(o.module_name.begin(), o.module_name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
  });
  if (!plain) return refuse("--module_name '" + o.module_name + "' must consist of letters, digits, '_', '-' and '.'");
  return parsed;
}

}  // namespace opstrata::gen_esb
