#include "tools/opstrata/verify/batch.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace opstrata::tools::verify {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int code = -1;
  std::string output;
};

std::string shell_quoted(const std::string &text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

Ran run(const std::string &command) {
  Ran result;
  FILE *pipe = popen(("LC_ALL=C " + command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[1 << 16];
  for (size_t n = fread(buffer, 1, sizeof buffer, pipe); n > 0; n = fread(buffer, 1, sizeof buffer, pipe)) result.output.append(buffer, n);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

std::string read_file(const fs::path &path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

bool write_file(const fs::path &path, const std::string &text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  const fs::path scratch = path.string() + "." + std::to_string(getpid()) + ".tmp";
  {
    std::ofstream out(scratch, std::ios::binary);
    out << text;
    if (!out.flush()) return false;
  }
  fs::rename(scratch, path, error);
  return !error;
}

/// Error messages of `file`, by line.
std::map<size_t, std::string> errors_by_line(const std::string &output, const std::string &file) {
  std::map<size_t, std::string> result;
  size_t current = 0;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const size_t at = line.find(file + ":");
    const bool diagnostic = line.find(": error: ") != std::string::npos;
    if (at != std::string::npos && line.find("In member function") == std::string::npos) {
      const size_t number = std::strtoull(line.c_str() + at + file.size() + 1, nullptr, 10);
      if (diagnostic && number != 0) current = number;
    } else if (diagnostic) {
      continue;  // an error elsewhere belongs to the call that led there, which GCC and Clang name by a later note
    }
    if (current != 0) result[current] += line + "\n";
  }
  return result;
}

std::string first_error(const std::string &text) {
  const size_t at = text.find("error: ");
  if (at == std::string::npos) return text.substr(0, 300);
  return text.substr(at, std::min<size_t>(text.find('\n', at) - at, 400));
}

/// Compiles and runs programs in one scratch folder.
class Bench {
 public:
  Bench(const Workshop &shop, const Batch &batch, fs::path folder) : shop_(shop), batch_(batch), folder_(std::move(folder)) {}

  std::string flags(const Compiler &compiler, const std::string &generated) const {
    const bool clang = compiler.command.find("clang") != std::string::npos;
    return " -std=c++17 -Wall -Wextra -Werror" + std::string(clang ? " -Wno-literal-conversion -ferror-limit=0" : " -fmax-errors=0") + " -I" +
           shell_quoted(folder_.string()) + " -I" + shell_quoted(generated) + " -I" + shell_quoted(shop_.include) + " -I" + shell_quoted(shop_.include + "/ge") + " ";
  }

  /// Objects of the harness and of generated code are the same for all batches that use them: made once, by content.
  Result<std::string> object(const Compiler &compiler, const std::string &source_path, const std::string &source, const std::string &generated,
                             const std::string &headers) {
    const std::string key = content_hash(compiler.version + shop_.identity + source + headers);
    const fs::path path = fs::path(shop_.folder) / "objects" / (key + ".o");
    if (!fs::exists(path)) {
      std::error_code error;
      fs::create_directories(path.parent_path(), error);
      const std::string scratch = path.string() + "." + std::to_string(getpid()) + content_hash(folder_.string()).substr(0, 8);
      const Ran made = run(compiler.command + flags(compiler, generated) + "-O0 -c " + shell_quoted(source_path) + " -o " + shell_quoted(scratch));
      if (made.code != 0) return Status(Code::kInternal, "cannot compile " + source_path + ": " + first_error(made.output));
      fs::rename(scratch, path, error);
    }
    return path.string();
  }

  /// The blocks that the program of one side prints, by id; calls that do not compile become failures and are left out.
  Result<std::map<std::string, std::string>> outputs(const Compiler &compiler, Side side, std::vector<std::pair<size_t, size_t>> *without,
                                                     Outcome *outcome) {
    const std::string &generated = side == Side::kOld ? batch_.old_folder : batch_.new_folder;
    const fs::path source = folder_ / (side == Side::kOld ? "old_calls.cc" : "new_calls.cc");
    const fs::path object_path = folder_ / "calls.o", program_path = folder_ / "calls";
    Program program;
    for (int attempt = 0;; ++attempt) {
      program = calls_program(batch_.subjects, side, *without);
      if (program.calls.empty()) return std::map<std::string, std::string>();
      if (!write_file(source, program.text)) return Status(Code::kIo, "cannot write " + source.string());
      const Ran made = run(compiler.command + flags(compiler, generated) + "-O0 -c " + shell_quoted(source.string()) + " -o " + shell_quoted(object_path.string()));
      if (made.code == 0) break;
      const auto errors = errors_by_line(made.output, source.filename().string());
      size_t blamed = 0;
      for (const auto &placed : program.calls) {
        const auto it = errors.find(placed.line);
        if (it == errors.end()) continue;
        ++blamed;
        without->emplace_back(placed.subject, placed.call);
        add_failure(compiler, placed, side == Side::kOld ? "old_refused" : "refused", first_error(it->second), outcome);
      }
      if (blamed == 0 || attempt > 3) return Status(Code::kInternal, "cannot compile " + source.string() + ": " + first_error(made.output));
    }
    std::string objects = shell_quoted(object_path.string());
    auto harness = object(compiler, (folder_ / "witness.cc").string(), harness_source(), generated, harness_header());
    if (!harness.ok()) return harness.status();
    objects += " " + shell_quoted(*harness);
    for (const auto &s : batch_.subjects) {
      const std::string path = generated + "/es_" + s.old->type + ".cpp";
      auto made = object(compiler, path, read_file(path), generated, read_file(generated + "/es_" + s.old->type + "_c.h"));
      if (!made.ok()) return made.status();
      objects += " " + shell_quoted(*made);
    }
    const Ran linked = run(compiler.command + " " + objects + " -o " + shell_quoted(program_path.string()) + " -L" + shell_quoted(shop_.library) +
                           " -leager_style_graph_builder_base -lgraph -Wl,-rpath," + shell_quoted(shop_.library) + " -Wl,-rpath-link," + shell_quoted(shop_.library));
    if (linked.code != 0) return Status(Code::kInternal, "cannot link witnesses: " + linked.output.substr(0, 600));
    const Ran ran = run(shell_quoted(program_path.string()) + " 2>/dev/null");
    std::map<std::string, std::string> blocks;
    std::string *block = nullptr;
    std::istringstream lines(ran.output);
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("== ", 0) == 0) block = &blocks[line.substr(3)];
      else if (block != nullptr) *block += line + "\n";
    }
    if (ran.code != 0) {
      Failure failure;
      failure.release = batch_.release;
      failure.compiler = compiler.command;
      failure.kind = "no_output";
      failure.text = "the program ended with code " + std::to_string(ran.code) + " after " + std::to_string(blocks.size()) + " calls";
      outcome->failures.push_back(failure);
    }
    return blocks;
  }

  Status forbidden(const Compiler &compiler, Outcome *outcome) {
    const Program program = forbidden_program(batch_.subjects);
    if (program.calls.empty()) return {};
    const fs::path source = folder_ / "forbidden.cc";
    if (!write_file(source, program.text)) return Status(Code::kIo, "cannot write " + source.string());
    const Ran made = run(compiler.command + flags(compiler, batch_.new_folder) + "-fsyntax-only " + shell_quoted(source.string()));
    const auto errors = errors_by_line(made.output, "forbidden.cc");
    for (const auto &placed : program.calls) {
      const auto it = errors.find(placed.line);
      const auto &wanted = batch_.subjects[placed.subject].forbidden[placed.call];
      if (it == errors.end()) add_failure(compiler, placed, "accepted", "a call that a guard forbids compiles", outcome, true);
      else if (it->second.find(wanted.text) == std::string::npos) {
        add_failure(compiler, placed, "other_text", "the error does not say '" + wanted.text + "': " + first_error(it->second), outcome, true);
      } else ++outcome->forbidden;
    }
    return {};
  }

  void add_failure(const Compiler &compiler, const PlacedCall &placed, const std::string &kind, const std::string &text, Outcome *outcome,
                   bool forbidden = false) const {
    const Subject &s = batch_.subjects[placed.subject];
    Failure failure;
    failure.op_type = s.old->type;
    failure.release = batch_.release;
    failure.compiler = compiler.command;
    failure.call = call_source(s.old->type, forbidden ? s.forbidden[placed.call].forms : s.calls[placed.call].forms);
    failure.kind = kind;
    failure.text = text;
    outcome->failures.push_back(std::move(failure));
  }

 private:
  const Workshop &shop_;
  const Batch &batch_;
  fs::path folder_;
};

std::string batch_key(const Workshop &shop, const Batch &batch) {
  std::string all = "1" + shop.identity + batch.release + harness_header() + harness_source();
  for (const auto &compiler : shop.compilers) all += compiler.command + compiler.version;
  all += calls_program(batch.subjects, Side::kOld, {}).text + calls_program(batch.subjects, Side::kToday, {}).text;
  all += forbidden_program(batch.subjects).text;
  for (const auto &s : batch.subjects) {
    for (const auto &folder : {batch.old_folder, batch.new_folder}) {
      for (const char *suffix : {".h", "_c.h", ".cpp"}) all += read_file(folder + "/es_" + s.old->type + suffix);
    }
    for (const auto &call : s.forbidden) all += call.text;
  }
  return content_hash(all);
}

nlohmann::json to_json(const Outcome &outcome) {
  nlohmann::json failures = nlohmann::json::array();
  for (const auto &f : outcome.failures) {
    failures.push_back({{"operator", f.op_type}, {"release", f.release}, {"compiler", f.compiler}, {"call", f.call}, {"kind", f.kind}, {"text", f.text}});
  }
  return {{"witnessed", outcome.witnessed}, {"forbidden", outcome.forbidden}, {"default_changed", outcome.default_changed}, {"failures", failures}};
}

bool from_json(const std::string &text, Outcome *outcome) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.contains("witnessed")) return false;
  outcome->witnessed = json["witnessed"];
  outcome->forbidden = json["forbidden"];
  outcome->default_changed = json["default_changed"];
  for (const auto &f : json["failures"]) {
    outcome->failures.push_back({f["operator"], f["release"], f["compiler"], f["call"], f["kind"], f["text"]});
  }
  outcome->cached = true;
  return true;
}

}  // namespace

std::string content_hash(const std::string &text) {
  // Two independent 64-bit FNV-1a hashes.
  uint64_t a = 14695981039346656037ULL, b = 1099511628211ULL;
  for (const char c : text) {
    a = (a ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    b = (b ^ static_cast<unsigned char>(~c)) * 1099511628211ULL + 1;
  }
  char buffer[33];
  std::snprintf(buffer, sizeof buffer, "%016llx%016llx", static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
  return buffer;
}

std::vector<Compiler> find_compilers() {
  std::vector<Compiler> found;
  for (const char *command : {"g++", "clang++"}) {
    const Ran version = run(std::string(command) + " --version");
    if (version.code == 0) found.push_back({command, version.output.substr(0, version.output.find('\n'))});
  }
  return found;
}

Result<Outcome> run_batch(const Workshop &shop, const Batch &batch) {
  Outcome outcome;
  outcome.key = batch_key(shop, batch);
  const fs::path kept = fs::path(shop.folder) / "outcomes" / (outcome.key + ".json");
  if (fs::exists(kept) && from_json(read_file(kept), &outcome)) return outcome;
  const fs::path folder = fs::path(shop.folder) / "work" / outcome.key;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Status(Code::kIo, "cannot create " + folder.string() + ": " + error.message());
  if (!write_file(folder / "witness.h", harness_header()) || !write_file(folder / "witness.cc", harness_source())) {
    return Status(Code::kIo, "cannot write into " + folder.string());
  }
  Bench bench(shop, batch, folder);
  // The old side is the reference: one compiler is enough for it.
  std::vector<std::pair<size_t, size_t>> without;
  auto reference = bench.outputs(shop.compilers.front(), Side::kOld, &without, &outcome);
  if (!reference.ok()) return reference.status();
  for (const auto &compiler : shop.compilers) {
    auto left_out = without;
    auto today = bench.outputs(compiler, Side::kToday, &left_out, &outcome);
    if (!today.ok()) return today.status();
    for (size_t k = 0; k < batch.subjects.size(); ++k) {
      const Subject &s = batch.subjects[k];
      for (size_t c = 0; c < s.calls.size(); ++c) {
        const std::string id = std::to_string(k) + "_" + std::to_string(c);
        const auto before = reference->find(id), after = today->find(id);
        if (!s.calls[c].kept() || before == reference->end() || after == today->end()) continue;
        const Comparison compared = compare_nodes(s, s.calls[c], before->second, after->second);
        ++outcome.witnessed;
        if (compared.default_changed) ++outcome.default_changed;
        if (!compared.same) bench.add_failure(compiler, {k, c, 0}, "other_node", compared.difference, &outcome);
      }
    }
    if (const Status status = bench.forbidden(compiler, &outcome); !status.ok()) return status;
  }
  if (!write_file(kept, to_json(outcome).dump())) return Status(Code::kIo, "cannot write " + kept.string());
  fs::remove_all(folder, error);
  return outcome;
}

}  // namespace opstrata::tools::verify
