// opstrata verify: proves, by compiling and running callers, that calls written for the releases of a window compile today and
// build the same nodes. Writes a certificate (JSON) and failures (SARIF).
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "esgen/compatibility.h"
#include "esgen/generate.h"
#include "esgen/output.h"
#include "tools/opstrata/session.h"
#include "tools/opstrata/verify/batch.h"

namespace opstrata::tools {
namespace {

namespace fs = std::filesystem;
using namespace verify;
using Json = nlohmann::ordered_json;

constexpr size_t kOperatorsPerBatch = 24;

struct Options {
  std::string registry, release_version, window, certificate, sarif, cache, generated;
  std::vector<std::string> only;
  size_t jobs = 0;
  bool strict = false;
};

/// An old call that is not kept, and whether the plan says so.
struct Lost {
  std::string op_type, release, call;
  bool reported = false;
};

struct Verification {
  history::Registry registry;
  history::Window window;
  std::string anchor;
  std::vector<Batch> batches;
  std::vector<Outcome> outcomes;
  std::vector<Lost> lost;
  size_t operators = 0, prototypes = 0, kept = 0;
  std::vector<std::string> gone;
};

std::string prefix_part(const char *part) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return (program.parent_path().parent_path() / part).string();
}

std::string default_cache() {
  if (const char *base = std::getenv("XDG_CACHE_HOME"); base != nullptr && *base != '\0') return std::string(base) + "/opstrata/verify";
  const char *home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "/tmp") + "/.cache/opstrata/verify";
}

/// Headers that generated code includes, and the libraries, as one hash: outcomes of others are not reused.
std::string identity(const Workshop &shop) {
  std::string all = OPSTRATA_VERSION;
  std::vector<fs::path> files;
  std::error_code error;
  for (const char *folder : {"ge", "graph"}) {
    for (const auto &entry : fs::recursive_directory_iterator(fs::path(shop.include) / folder, error)) {
      if (entry.path().extension() == ".h") files.push_back(entry.path());
    }
  }
  for (const char *name : {"libeager_style_graph_builder_base.so", "libgraph.so"}) files.push_back(fs::path(shop.library) / name);
  std::sort(files.begin(), files.end());
  for (const auto &file : files) {
    std::ifstream in(file, std::ios::binary);
    all += file.filename().string() + content_hash(std::string(std::istreambuf_iterator<char>(in), {}));
  }
  return content_hash(all);
}

Result<esgen::Generation> generate_into(const std::string &folder, const std::vector<proto::OpPrototype> &prototypes, const std::set<std::string> &only,
                                        const history::Registry &registry, const history::Window &window, bool write) {
  esgen::GenerateRequest request;
  for (const auto &op : prototypes) {
    if (only.empty() || only.count(op.type) != 0) request.prototypes.push_back(&op);
  }
  request.version = OPSTRATA_VERSION;
  request.registry = registry;
  request.window = window;
  auto generation = esgen::generate(request);
  if (!generation.ok() || !write) return generation;
  if (auto written = esgen::write_files(folder, "es_all_files.txt", generation->files); !written.ok()) return written.status();
  return generation;
}

/// Fills batches and losses: every operator of every release of the window, each distinct prototype once.
Status prepare(const Options &options, const Workshop &shop, Verification *v) {
  auto registry = history::Registry::open(options.registry);
  if (!registry.ok()) return registry.status();
  v->registry = *registry;
  history::WindowRequest wanted;
  if (!options.window.empty()) {
    auto size = history::parse_window_size(options.window);
    if (!size.ok()) return size.status();
    wanted.size = *size;
  }
  if (registry->releases().empty()) return Status(Code::kNotFound, "the registry " + options.registry + " holds no release");
  v->anchor = options.release_version.empty() ? registry->releases().back().version : options.release_version;
  wanted.release_version = v->anchor;
  if (registry->find_release(v->anchor) == nullptr) {
    auto known = registry->load_release(v->anchor);
    return known.status();
  }
  auto window = history::select_window(*registry, wanted);
  if (!window.ok()) return window.status();
  v->window = *window;
  auto today = registry->load_release(v->anchor);
  if (!today.ok()) return today.status();
  const std::set<std::string> only(options.only.begin(), options.only.end());
  for (const auto &name : only) {
    if ((*today)->find(name) == nullptr) return Status(Code::kNotFound, "release " + v->anchor + " has no operator " + name);
  }
  const fs::path code = fs::path(shop.folder) / "code" / content_hash(fs::absolute(options.registry).string() + v->anchor + options.window);
  const std::string new_folder = options.generated.empty() ? (code / "today").string() : options.generated;
  auto generation = generate_into(new_folder, (*today)->prototypes, only, *registry, *window, options.generated.empty());
  if (!generation.ok()) return generation.status();
  std::map<std::string, const esgen::EmitOperator *> current;
  for (const auto &op : generation->operators) current[op.op->type] = &op;
  v->operators = current.size();
  // The plan points into the prototypes; both live as long as the registry's copies. Signatures are copied.
  std::set<std::string> seen, gone;
  history::Window then = *window;  // what the header of an old release served at its time, as far as it is in the window
  then.releases.clear();
  for (const auto &release : window->releases) {
    then.releases.push_back(release);
    auto old = registry->load_release(release.version);
    if (!old.ok()) continue;  // the plan does not serve it either; fsck names it
    const std::string old_folder = (code / content_hash(release.version).substr(0, 8)).string();
    auto old_generation = generate_into(old_folder, (*old)->prototypes, only, *registry, then, true);
    if (!old_generation.ok()) {
      if (old_generation.status().code() == Code::kNotFound) continue;
      return old_generation.status();
    }
    Batch batch;
    batch.release = release.version;
    batch.old_folder = old_folder;
    batch.new_folder = new_folder;
    const auto flush = [&] {
      if (!batch.subjects.empty()) v->batches.push_back(batch);
      batch.subjects.clear();
    };
    for (const auto &op : old_generation->operators) {
      const auto it = current.find(op.op->type);
      if (it == current.end()) {
        gone.insert(op.op->type);
        continue;
      }
      std::string interface = op.op->type + " " + op.op_hash;
      for (const auto &signature : op.plan.signatures) {
        interface += " " + esgen::type_key(signature) + std::to_string(static_cast<int>(signature.kind));
        for (const auto &param : signature.params) interface += "," + param.element + "=" + param.default_text;
      }
      if (!seen.insert(std::move(interface)).second) continue;
      Subject subject;
      subject.old = op.op;
      subject.today = it->second->op;
      subject.signatures = op.plan.signatures;
      subject.renames = esgen::find_renames(*op.op, *it->second->op);
      const auto &signatures = it->second->plan.signatures;
      subject.calls = enumerate_calls(subject.signatures, signatures, subject.renames);
      if (seen.insert("guards of " + op.op->type).second) subject.forbidden = forbidden_calls(signatures);
      ++v->prototypes;
      for (const auto &call : subject.calls) {
        if (call.kept())
          ++v->kept;
        else
          v->lost.push_back({op.op->type, release.version, call_source(op.op->type, call.forms),
                             is_named(it->second->plan, release.version, *call.failure)});
      }
      batch.subjects.push_back(std::move(subject));
      if (batch.subjects.size() == kOperatorsPerBatch) flush();
    }
    flush();
  }
  v->gone.assign(gone.begin(), gone.end());
  return {};
}

/// Runs all batches on `jobs` threads, with a progress bar on a terminal.
Status run_all(const Workshop &shop, size_t jobs, Verification *v) {
  v->outcomes.resize(v->batches.size());
  std::atomic<size_t> next{0}, done{0};
  std::mutex mutex;
  Status failed;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto work = [&] {
    for (size_t i = next++; i < v->batches.size(); i = next++) {
      auto outcome = run_batch(shop, v->batches[i]);
      const std::lock_guard lock(mutex);
      if (!outcome.ok()) {
        if (failed.ok()) failed = outcome.status();
        next = v->batches.size();
        return;
      }
      v->outcomes[i] = std::move(*outcome);
      ++done;
      if (terminal) {
        const size_t filled = done * 40 / v->batches.size();
        std::fprintf(stderr, "\r[%-40s] %zu of %zu batches, release %s   ", std::string(filled, '#').c_str(), done.load(), v->batches.size(),
                     v->batches[i].release.c_str());
      }
    }
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < jobs; ++i) threads.emplace_back(work);
  work();
  for (auto &thread : threads) thread.join();
  if (terminal && !v->batches.empty()) std::fputc('\n', stderr);
  return failed;
}

Json failure_json(const Failure &f) {
  return {{"operator", f.op_type}, {"release", f.release}, {"compiler", f.compiler}, {"call", f.call}, {"kind", f.kind}, {"text", f.text}};
}

Json certificate(const Workshop &shop, const Options &options, const Verification &v, const Outcome &sum) {
  Json result = {{"format", 1}, {"tool", "opstrata " OPSTRATA_VERSION}, {"registry", fs::path(options.registry).filename().string()},
                 {"release", v.anchor}, {"interface", shop.identity}};
  if (fs::path(options.registry).filename().empty()) result["registry"] = fs::path(options.registry).parent_path().filename().string();
  for (const auto &release : v.window.releases) result["window"].push_back(release.version);
  for (const auto &compiler : shop.compilers) result["compilers"].push_back({{"command", compiler.command}, {"version", compiler.version}});
  size_t reported = 0;
  for (const auto &lost : v.lost) reported += lost.reported ? 1 : 0;
  result["operators"] = v.operators;
  result["distinct_prototypes"] = v.prototypes;
  result["calls_kept"] = v.kept;
  result["calls_witnessed"] = sum.witnessed;
  result["calls_forbidden"] = sum.forbidden;
  result["calls_with_changed_defaults"] = sum.default_changed;
  result["calls_lost_and_reported"] = reported;
  result["calls_lost_silently"] = v.lost.size() - reported;
  result["operators_gone"] = v.gone;
  result["failures"] = Json::array();
  for (const auto &f : sum.failures) result["failures"].push_back(failure_json(f));
  result["lost"] = Json::array();
  for (const auto &lost : v.lost) {
    result["lost"].push_back({{"operator", lost.op_type}, {"release", lost.release}, {"call", lost.call}, {"reported", lost.reported}});
  }
  result["batches"] = Json::array();
  for (size_t i = 0; i < v.batches.size(); ++i) {
    Json names = Json::array();
    for (const auto &s : v.batches[i].subjects) names.push_back(s.old->type);
    result["batches"].push_back({{"release", v.batches[i].release}, {"hash", v.outcomes[i].key}, {"witnessed", v.outcomes[i].witnessed}, {"operators", names}});
  }
  return result;
}

Json sarif(const Verification &v, const Outcome &sum) {
  Json results = Json::array();
  const auto add = [&](const std::string &rule, const char *level, const std::string &text, const std::string &op, const std::string &release) {
    results.push_back({{"ruleId", rule}, {"level", level}, {"message", {{"text", text}}},
                       {"locations", {{{"physicalLocation", {{"artifactLocation", {{"uri", "registry/" + release + "/operators.json"}}}}},
                                       {"logicalLocations", {{{"name", op}, {"kind", "function"}}}}}}}});
  };
  for (const auto &f : sum.failures) add(f.kind, "error", f.call + " (" + f.compiler + "): " + f.text, f.op_type, f.release);
  for (const auto &lost : v.lost) {
    add(lost.reported ? "lost_call" : "lost_call_not_reported", lost.reported ? "warning" : "error", lost.call + " is not kept", lost.op_type, lost.release);
  }
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"},
          {"runs", {{{"tool", {{"driver", {{"name", "opstrata verify"}, {"version", OPSTRATA_VERSION}}}}}, {"results", results}}}}};
}

Status write_json(const std::string &path, const Json &json) {
  if (path.empty()) return {};
  const fs::path file = fs::absolute(path);
  return esgen::write_file_atomically(file.parent_path().string(), file.filename().string(), json.dump(1) + "\n");
}

Status run(const Options &options, Session &session) {
  Workshop shop;
  shop.folder = options.cache.empty() ? default_cache() : options.cache;
  shop.include = prefix_part("include");
  shop.library = prefix_part("lib64");
  shop.compilers = find_compilers();
  if (shop.compilers.empty()) return Status(Code::kNotFound, "no compiler: witnesses need g++ or clang++ on the search path");
  shop.identity = identity(shop);
  Verification v;
  if (const Status status = prepare(options, shop, &v); !status.ok()) return status;
  const size_t jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  if (const Status status = run_all(shop, jobs, &v); !status.ok()) return status;
  Outcome sum;
  size_t cached = 0;
  for (const auto &outcome : v.outcomes) {
    sum.witnessed += outcome.witnessed;
    sum.forbidden += outcome.forbidden;
    sum.default_changed += outcome.default_changed;
    cached += outcome.cached ? 1 : 0;
    sum.failures.insert(sum.failures.end(), outcome.failures.begin(), outcome.failures.end());
  }
  const Json document = certificate(shop, options, v, sum);
  if (const Status status = write_json(options.certificate, document); !status.ok()) return status;
  if (const Status status = write_json(options.sarif, options.sarif.empty() ? Json() : sarif(v, sum)); !status.ok()) return status;
  const size_t silent = document["calls_lost_silently"];
  if (session.json) {
    session.print(document.dump(1) + "\n");
  } else {
    std::string text;
    for (const auto &f : sum.failures) {
      text += Session::paint(Colour::kRemoved, f.kind) + " " + f.op_type + " of " + f.release + " (" + f.compiler + "): " + f.call + "\n  " + f.text + "\n";
    }
    for (const auto &lost : v.lost) {
      if (!lost.reported) text += Session::paint(Colour::kRemoved, "lost") + " " + lost.op_type + " of " + lost.release + ": " + lost.call + " (the plan does not say so)\n";
    }
    text += "release " + v.anchor + ", " + std::to_string(v.window.releases.size()) + " releases in the window: " + std::to_string(v.operators) +
            " operators, " + std::to_string(v.prototypes) + " distinct prototypes, " + std::to_string(v.kept) + " calls\n" +
            std::to_string(sum.witnessed) + " calls witnessed, " + std::to_string(sum.forbidden) + " refused as promised, " +
            std::to_string(sum.default_changed) + " with a changed default, " + std::to_string(v.lost.size() - silent) + " lost and reported, " +
            std::to_string(silent) + " lost silently, " + std::to_string(sum.failures.size()) + " failures; " + std::to_string(cached) + " of " +
            std::to_string(v.batches.size()) + " batches from the cache\n";
    session.print(text);
  }
  if (!sum.failures.empty() || silent != 0 || (options.strict && !v.lost.empty())) session.exit_code = kDiffers;
  return {};
}

}  // namespace

void add_verify(CLI::App &group, Session &session) {
  auto options = std::make_shared<Options>();
  CLI::App &verb = *group.add_subcommand(
      "verify", "Prove that calls written for older releases compile today and build the same nodes, by compiling and running them");
  verb.add_option("--history_registry,--history-registry,-r", options->registry, "package folder (index.json, registry/)")->required();
  verb.add_option("--release_version,--release-version", options->release_version, "release whose interface is verified (default: the newest)");
  verb.add_option("--window", options->window, "365d, 12m, 4r or all: releases whose calls must be kept");
  verb.add_option("--operator", options->only, "only these operators")->delimiter(',');
  verb.add_option("--generated", options->generated, "verify these generated files instead of generating them");
  verb.add_option("--jobs,-j", options->jobs, "compilers at work at once (default: one for each processor)");
  verb.add_option("--cache", options->cache, "folder of the incremental cache (default: ~/.cache/opstrata/verify)");
  verb.add_option("--certificate", options->certificate, "write the certificate (JSON) to this file");
  verb.add_option("--sarif", options->sarif, "write failures and lost calls (SARIF 2.1.0) to this file");
  verb.add_flag("--strict", options->strict, "calls that the plan reports as lost count as differences");
  session.add_format(verb);
  verb.callback([options, &session] {
    if (const Status status = run(*options, session); !status.ok()) session.refuse(status);
  });
}

}  // namespace opstrata::tools
