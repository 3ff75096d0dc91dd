// gen_esb: generates the eager-style interface of operator prototypes, or archives them as a release.
// Exit codes (es-api section 5.2): 0 done, 1 findings with --strict, 2 usage, 3 could not.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "base/messages.h"
#include "esgen/generate.h"
#include "history/civil_day.h"
#include "history/counts.h"
#include "history/registry.h"
#include "proto/prototype.h"
#include "proto/registry.h"
#include "tools/gen_esb/options.h"

namespace opstrata::gen_esb {
namespace {

constexpr int kFindings = 1;
constexpr int kUsage = 2;
constexpr int kCouldNot = 3;

class Console {
 public:
  explicit Console(bool quiet) : quiet_(quiet) {}
  void line(const std::string &text) const {
    if (!quiet_) std::printf("%s\n", text.c_str());
  }
  /// Always shown: something the user should act on.
  void warn(const std::string &text) const { std::fprintf(stderr, "gen_esb: warning: %s\n", text.c_str()); }
  static int failed(const std::string &text) {
    std::fprintf(stderr, "gen_esb: %s\n", text.c_str());
    return kCouldNot;
  }

 private:
  bool quiet_;
};

/// The current prototypes, and what keeps them alive.
struct Prototypes {
  history::Operators file;
  std::deque<proto::OpPrototype> counted;
  std::vector<const proto::OpPrototype *> list;
  bool in_doubt = false;  ///< something was left out or is there twice (a finding under --strict)
};

Result<Prototypes> load_prototypes(const Options &options, const Console &console) {
  Prototypes result;
  if (!options.prototypes.empty()) {
    auto read = history::read_operators_json(options.prototypes);
    if (!read.ok()) return read.status();
    result.file = std::move(*read);
    for (const auto &op : result.file.prototypes) result.list.push_back(&op);
    for (const auto &finding : result.file.findings) console.warn(finding.op_type + ": " + finding.text);
    result.in_doubt = !result.file.findings.empty();
    console.line("prototypes: " + options.prototypes + ", " + std::to_string(result.list.size()) + " operators");
    return result;
  }
  const auto set = [](const char *name) {
    const char *value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (!set("ASCEND_OPP_PATH") && !set("ASCEND_CUSTOM_OPP_PATH")) {
    return Status(Code::kNotFound,
                  "no prototype source: set ASCEND_OPP_PATH (or ASCEND_CUSTOM_OPP_PATH), or give --prototypes=FILE");
  }
  const auto &report = proto::load_installed_prototypes();
  for (const auto &path : report.loaded) console.line("prototypes: " + path);
  for (const auto &[path, text] : report.failed) console.warn("cannot load " + path + ": " + text);
  result.list = proto::all_prototypes();
  const auto duplicates = proto::differing_duplicates();
  for (const auto &duplicate : duplicates) console.warn(proto::describe(duplicate));
  result.in_doubt = !report.failed.empty() || !duplicates.empty();
  if (result.list.empty()) {
    std::string searched;
    for (const auto &folder : report.searched) searched += (searched.empty() ? "" : ", ") + folder;
    return Status(Code::kNotFound, "no operators found; searched: " + searched);
  }
  console.line("operators: " + std::to_string(result.list.size()));
  return result;
}

Result<Prototypes> read_prototypes(const Options &options, const Console &console) {
  auto result = load_prototypes(options, console);
  if (!result.ok() || options.counts.empty()) return result;
  const auto absent = history::register_counts(options.counts, &result->list, &result->counted);
  if (!absent.ok()) return absent.status();
  for (const auto &line : *absent) console.warn(line);
  result->in_doubt = result->in_doubt || !absent->empty();
  return result;
}

int archive(const Options &options, const Console &console) {
  if (options.release_version.empty()) {
    std::fprintf(stderr, "gen_esb: archiving needs --release_version\n");
    return kUsage;
  }
  auto prototypes = read_prototypes(options, console);
  if (!prototypes.ok()) return Console::failed(prototypes.status().text());
  history::ArchiveRequest request;
  request.directory = options.output_dir;
  request.merge_from = options.history_registry;
  request.release = {options.release_version, options.release_date, options.branch_name};
  request.replace = options.replace;
  auto report = history::archive_release(request, prototypes->list);
  if (!report.ok()) return Console::failed(report.status().text());
  for (const auto &finding : report->left_out)
    console.warn(finding.op_type.empty() ? "beside it: " + finding.text
                                         : "operator " + finding.op_type + " is not archived: " + finding.text);
  console.line("archived release " + report->release.version + " of " + report->release.date + ": " +
               std::to_string(report->archived) + " operators in " + options.output_dir +
               (report->changed ? "" : " (unchanged)"));
  return options.strict && (prototypes->in_doubt || !report->left_out.empty()) ? kFindings : 0;
}

/// Opens the registry and selects the window. An absent folder is no history (a finding under --strict).
Status open_history(const Options &options, const Console &console, esgen::GenerateRequest *request, bool *incomplete) {
  if (options.history_registry.empty()) return {};
  auto registry = history::Registry::open(options.history_registry);
  if (!registry.ok()) {
    if (registry.status().code() != Code::kNotFound) return registry.status();
    console.warn(registry.status().text() + "; generating without history");
    *incomplete = true;
    return {};
  }
  for (const auto &finding : registry->findings()) {
    console.warn((finding.release.empty() ? "" : "release " + finding.release + ": ") + finding.text);
    *incomplete = true;
  }
  history::WindowRequest window_request;
  if (!options.window.empty()) {
    auto size = history::parse_window_size(options.window);
    if (!size.ok()) return size.status();
    window_request.size = *size;
  }
  window_request.release_version = options.release_version;
  window_request.release_date = options.release_date;
  auto window = history::select_window(*registry, window_request);
  if (!window.ok()) return window.status();
  for (const auto &note : window->notes) console.line(note);
  std::string names;
  for (const auto &release : window->releases) names += (names.empty() ? "" : ", ") + release.version;
  console.line("window: " + std::to_string(window->releases.size()) + " releases up to " + window->anchor_date +
               (names.empty() ? "" : " (" + names + ")"));
  if (!window->expired.empty()) {
    const std::string out = std::to_string(window->expired.size()) +
                            " older releases are outside the window: calls written for them are not kept";
    if (window->releases.empty()) {
      console.warn(out + " (--window=all keeps them)");
    } else {
      console.line(out);
    }
  }
  if (!window->future.empty())
    console.line(std::to_string(window->future.size()) + " releases are dated after " + window->anchor_date +
                 " and left out");
  request->registry = *registry;
  request->window = *window;
  if (!request->versioned) return {};
  auto record = history::abi_record(*registry);
  if (!record.ok()) return record.status();
  request->abi = std::move(*record);
  if (!options.abi_release.empty()) OPSTRATA_TRY(history::check_release_version(options.abi_release));
  request->abi_release = options.abi_release.empty() ? options.release_version : options.abi_release;
  return {};
}

int generate(const Options &options, const Console &console) {
  const auto start = std::chrono::steady_clock::now();
  if (!options.release_date.empty() && !history::parse_day(options.release_date)) {
    return Console::failed(fail(Msg::kHistoryBadDate, {{"date", options.release_date}}).text());
  }
  auto prototypes = read_prototypes(options, console);
  if (!prototypes.ok()) return Console::failed(prototypes.status().text());
  esgen::GenerateRequest request;
  request.prototypes = prototypes->list;
  request.release = options.release_version;
  request.module = options.module_name;
  request.guard_prefix = options.guard_prefix;
  request.version = OPSTRATA_VERSION;
  request.exclude = options.exclude_ops;
  request.policy = options.policy == "exact" ? esgen::Policy::kExact : esgen::Policy::kSeed;
  request.markdown = options.markdown;
  request.versioned = options.abi == "versioned";
#ifndef __ELF__
  if (request.versioned) console.warn("this platform has no symbol versions: the plain binary interface is generated");
  request.versioned = false;
#endif
  bool incomplete = prototypes->in_doubt;
  if (const Status status = open_history(options, console, &request, &incomplete); !status.ok())
    return Console::failed(status.text());
  auto generation = esgen::generate(request);
  if (!generation.ok()) return Console::failed(generation.status().text());
  auto written = esgen::write_files(options.output_dir, "es_" + options.module_name + "_files.txt", generation->files);
  if (!written.ok()) return Console::failed(written.status().text());
  if (!options.report.empty()) {
    const size_t slash = options.report.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : options.report.substr(0, slash);
    const std::string name = slash == std::string::npos ? options.report : options.report.substr(slash + 1);
    if (const Status status = esgen::write_file_atomically(folder, name, esgen::report_json(*generation, request));
        !status.ok()) {
      return Console::failed(status.text());
    }
  }
  size_t losses = 0;
  for (const auto &op : generation->operators) {
    for (const auto &finding : op.plan.findings) {
      if (finding.severity == esgen::PlanFinding::Severity::kNote) continue;
      if (finding.severity == esgen::PlanFinding::Severity::kLoss) ++losses;
      console.warn(op.op->type + ": " + esgen::finding_text(finding));
    }
  }
  for (const auto &warning : generation->warnings) console.warn(warning);
  incomplete = incomplete || generation->incomplete;
  if (!generation->removed.empty()) {
    std::string names;
    for (const auto &name : generation->removed) names += (names.empty() ? "" : ", ") + name;
    console.warn(std::to_string(generation->removed.size()) +
                 " operators of the window no longer exist, calls of them are lost: " + names);
  }
  for (const auto &note : generation->notes) console.line(note);
  std::string modes;
  for (const auto mode : {esgen::Mode::kA0, esgen::Mode::kTry0, esgen::Mode::kA1, esgen::Mode::kA2}) {
    modes += (modes.empty() ? "" : ", ") + std::string(esgen::mode_name(mode)) + " " +
             std::to_string(generation->by_mode[static_cast<size_t>(mode)]);
  }
  size_t signatures = 0;
  for (const auto &op : generation->operators) signatures += op.plan.signatures.size();
  for (const auto &u : generation->unsupported) console.line("not generated: " + u.op_type + " (" + u.reason + ")");
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  char summary[256];
  std::snprintf(summary, sizeof summary,
                "done: %zu operators (%s), %zu signatures, %zu files (%zu written, %zu removed), %zu bytes, %.2f s",
                generation->operators.size(), modes.c_str(), signatures, written->files, written->written,
                written->removed, written->bytes, seconds);
  console.line(summary);
  if (losses > 0)
    console.warn(std::to_string(losses) + " old call forms are lost or change their meaning; see " +
                 (options.report.empty() ? std::string("--report=FILE") : options.report));
  return options.strict && (losses > 0 || incomplete || !generation->removed.empty()) ? kFindings : 0;
}

}  // namespace
}  // namespace opstrata::gen_esb

int main(int argc, char **argv) {
  using namespace opstrata::gen_esb;
  const Parsed parsed = parse_options(std::vector<std::string>(argv + 1, argv + argc));
  if (parsed.stop) {
    std::fprintf(parsed.exit_code == 0 ? stdout : stderr, "%s\n", parsed.text.c_str());
    return parsed.exit_code;
  }
  if (const auto &window = parsed.options.window; !window.empty()) {
    if (const auto size = opstrata::history::parse_window_size(window); !size.ok()) {
      std::fprintf(stderr, "gen_esb: %s\n", size.status().text().c_str());
      return kUsage;
    }
  }
  const Console console(parsed.options.quiet);
  console.line("gen_esb " OPSTRATA_VERSION ": " + std::string(parsed.options.extract ? "archive" : "generate") +
               " into " + parsed.options.output_dir);
  return parsed.options.extract ? archive(parsed.options, console) : generate(parsed.options, console);
}
