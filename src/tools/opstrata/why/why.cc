// opstrata why: what an operator type resolves to (prototype, inference functions, kernel), from which library, and what that
// shadows. It looks up as the framework does: program and loaded libraries, custom paths, vendors, built-in.
#include <CLI/CLI.hpp>
#include <memory>

#include "aicpu/kernel_registry.h"
#include "infer/infer.h"
#include "proto/prototype.h"
#include "proto/registry.h"
#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

/// One thing that was looked up: candidates with the one in force first.
struct Finding {
  std::string what;  ///< "prototype", "shape function", "data type function", "kernel"
  struct Candidate {
    Origin origin;
    std::string detail;  ///< place of the REG_OP, way of registration
  };
  std::vector<Candidate> candidates;
  std::string otherwise;  ///< how it works without a candidate; empty: it does not
  std::string searched;   ///< where was looked
  bool missing() const { return candidates.empty() && otherwise.empty(); }
};

std::string searched_text(const proto::LoadReport &report) {
  SearchReport as_search;
  for (const std::string &dir : report.searched) {
    const auto count = std::count_if(report.loaded.begin(), report.loaded.end(),
                                     [&](const std::string &library) { return library.starts_with(dir + "/"); });
    as_search.searched.emplace_back(dir, static_cast<size_t>(count));
  }
  for (const auto &[library, reason] : report.failed) as_search.failed.emplace_back(library, library + ": " + reason);
  return as_search.to_string();
}

Finding prototype_of(const std::string &op_type) {
  const proto::LoadReport &report = proto::load_installed_prototypes();
  Finding finding{"prototype", {}, {}, searched_text(report)};
  for (const proto::OpPrototype *prototype : proto::prototype_candidates(op_type)) {
    finding.candidates.push_back({prototype->origin, prototype->where.to_string()});
  }
  return finding;
}

template <typename Member>
Finding function_of(const std::string &op_type, const char *what, Member member, std::string infer::Entry::*place) {
  Finding finding{what, {}, {}, infer::search_report().to_string()};
  for (const infer::Entry *entry : infer::find_entries(op_type)) {
    if (entry->functions.*member != nullptr) finding.candidates.push_back({entry->origin, entry->*place});
  }
  return finding;
}

Finding kernel_of(const std::string &op_type) {
  Finding finding{"kernel", {}, {}, aicpu::kernel_search_report().to_string()};
  for (const aicpu::Kernel *kernel : aicpu::kernel_candidates(op_type)) {
    finding.candidates.push_back({kernel->origin(), std::string(aicpu::kernel_kind_name(kernel->kind()))});
  }
  return finding;
}

std::vector<Finding> look_up(const std::string &op_type) {
  std::vector<Finding> findings = {
      prototype_of(op_type),
      function_of(op_type, "shape function", &infer::Functions::infer_shape, &infer::Entry::shape_place),
      function_of(op_type, "data type function", &infer::Functions::infer_datatype, &infer::Entry::type_place),
      kernel_of(op_type)};
  const proto::InferFunctions older = proto::find_infer_functions(op_type);
  if (older.shape != nullptr && findings[1].candidates.empty()) findings[1].otherwise = "the function of IMPLEMT_INFERFUNC";
  if (!findings[0].candidates.empty()) findings[2].otherwise = "the data type symbols of the prototype";
  return findings;
}

Json to_json(const Finding::Candidate &candidate) {
  return {{"library", candidate.origin.library}, {"origin", origin_rank_name(candidate.origin.rank)}, {"by", candidate.detail}};
}

Json to_json(const std::string &op_type, const std::vector<Finding> &findings) {
  Json out = {{"operator", op_type}};
  for (const Finding &finding : findings) {
    Json entry = {{"found", !finding.missing()}};
    if (!finding.candidates.empty()) entry["in_force"] = to_json(finding.candidates.front());
    if (finding.candidates.empty() && !finding.otherwise.empty()) entry["otherwise"] = finding.otherwise;
    entry["shadowed"] = Json::array();
    for (size_t i = 1; i < finding.candidates.size(); ++i) entry["shadowed"].push_back(to_json(finding.candidates[i]));
    entry["searched"] = finding.searched;
    std::string key = finding.what;
    std::replace(key.begin(), key.end(), ' ', '_');
    out[key] = std::move(entry);
  }
  return out;
}

std::string to_text(const std::string &op_type, const std::vector<Finding> &findings) {
  const auto line = [](const Finding::Candidate &candidate) {
    return candidate.origin.library + " (" + std::string(origin_rank_name(candidate.origin.rank)) + "), by " + candidate.detail;
  };
  std::string text = Session::paint(Colour::kHeading, op_type) + "\n";
  for (const Finding &finding : findings) {
    text += "  " + finding.what + ": ";
    if (finding.missing()) {
      text += Session::paint(Colour::kRemoved, "none") + "; searched in this order: " + finding.searched + "\n";
      continue;
    }
    text += finding.candidates.empty() ? finding.otherwise : line(finding.candidates.front());
    text += "\n";
    for (size_t i = 1; i < finding.candidates.size(); ++i) text += "    shadows " + line(finding.candidates[i]) + "\n";
  }
  return text;
}

void run(const std::string &op_type, Session &session) {
  const std::vector<Finding> findings = look_up(op_type);
  const auto missing = std::count_if(findings.begin(), findings.end(), [](const Finding &f) { return f.missing(); });
  if (missing == static_cast<std::ptrdiff_t>(findings.size())) {
    session.refuse(Status(Code::kNotFound, "nothing is registered for operator '" + op_type + "'; prototypes: " +
                                               findings[0].searched + "; kernels: " + findings[3].searched));
    return;
  }
  if (session.json) {
    print_json(to_json(op_type, findings), session);
  } else {
    session.print(to_text(op_type, findings));
  }
  if (missing != 0 && session.exit_code == kDone) session.exit_code = kDiffers;
}

}  // namespace

void add_why(CLI::App &app, Session &session) {
  auto op_type = std::make_shared<std::string>();
  CLI::App &verb = *app.add_subcommand("why", "Show what an operator resolves to: prototype, inference, kernel, and what each shadows");
  verb.add_option("OP", *op_type, "operator type, e.g. Add")->required();
  session.add_format(verb);
  verb.footer("Exit code 0: everything found, 1: something is missing, 3: nothing is registered for the operator.");
  verb.callback([op_type, &session] { run(*op_type, session); });
}

}  // namespace opstrata::tools
