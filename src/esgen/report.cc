#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "esgen/generate.h"
#include "esgen/literals.h"

namespace opstrata::esgen {
namespace {

using Json = nlohmann::ordered_json;

std::string_view kind_name(SignatureKind kind) {
  switch (kind) {
    case SignatureKind::kShape:
      return "shape";
    case SignatureKind::kForward:
      return "forward";
    case SignatureKind::kCompanion:
      return "companion";
    case SignatureKind::kGuard:
      return "guard";
  }
  return "";
}

std::string_view severity_name(PlanFinding::Severity severity) {
  switch (severity) {
    case PlanFinding::Severity::kNote:
      return "note";
    case PlanFinding::Severity::kWarning:
      return "warning";
    case PlanFinding::Severity::kLoss:
      return "loss";
  }
  return "";
}

Json signature_json(const std::string &op_type, const Signature &signature) {
  Json json;
  json["kind"] = kind_name(signature.kind);
  json["call"] = call_form(op_type, signature);
  Json params = Json::array();
  for (const auto &param : signature.params) {
    std::string type(cpp_type(param.type));
    while (!type.empty() && type.back() == ' ') type.pop_back();
    Json entry = {{"name", param.role == Role::kOwner ? "owner_builder" : param.element}, {"type", type}};
    if (is_only_type(param.type)) entry["only"] = true;  // nothing that converts to the type is taken
    if (param.has_default) entry["default"] = param.default_text;
    params.push_back(std::move(entry));
  }
  json["params"] = std::move(params);
  if (!signature.releases.empty()) json["releases"] = signature.releases;
  if (!signature.message.empty()) json["message"] = signature.message;
  return json;
}

/// Seed 4.2.5 stage 0 and appendix A.1: which release has which element (one digit for each release, the last for
/// today), what is new at each step, and where each element appears first.
Json existence_json(const EmitOperator &entry) {
  std::vector<std::pair<std::string, const proto::OpPrototype *>> chain;
  for (const auto &old : entry.history) chain.emplace_back(old.release, old.op);
  chain.emplace_back("current", entry.op);
  Json matrix, points = Json::array(), first;
  const auto section = [&](const char *kind, auto list_of) {
    std::vector<std::string> names;
    const auto has = [&](size_t release, const std::string &name) {
      const auto &list = list_of(*chain[release].second);
      return std::any_of(list.begin(), list.end(), [&](const auto &e) { return e.name == name; });
    };
    for (const auto &[release, op] : chain) {
      for (const auto &element : list_of(*op)) {
        if (std::find(names.begin(), names.end(), element.name) == names.end()) names.push_back(element.name);
      }
    }
    Json rows = Json::object(), appearances = Json::object();
    for (const auto &name : names) {
      std::string row;
      for (size_t i = 0; i < chain.size(); ++i) row += has(i, name) ? '1' : '0';
      appearances[name] = chain[row.find('1')].first;
      for (size_t i = 1; i < chain.size(); ++i) {
        if (row[i] == '1' && row[i - 1] == '0')
          points.push_back({{"release", chain[i].first}, {"kind", kind}, {"name", name}});
      }
      rows[name] = std::move(row);
    }
    matrix[kind] = std::move(rows);
    first[kind] = std::move(appearances);
  };
  // Seed 4.2.5 knows changes that are no appearance: an attribute's default differs from the one that a release had
  // before.
  Json defaults = Json::array();
  std::map<std::string, std::string> known;
  for (const auto &[release, op] : chain) {
    for (const auto &attr : op->attrs) {
      const std::string now = plain_default(attr);
      if (now.empty()) continue;
      const auto [before, is_new] = known.emplace(attr.name, now);
      if (!is_new && before->second != now)
        defaults.push_back(
            {{"release", release}, {"name", attr.name}, {"default_before", before->second}, {"default_after", now}});
      before->second = now;
    }
  }
  section(
      "inputs", [](const proto::OpPrototype &op) -> const auto & { return op.inputs; });
  section(
      "attrs", [](const proto::OpPrototype &op) -> const auto & { return op.attrs; });
  return {{"matrix", std::move(matrix)},
          {"new_points", std::move(points)},
          {"first_appearance", std::move(first)},
          {"default_changes", std::move(defaults)}};
}

}  // namespace

std::string report_json(const Generation &generation, const GenerateRequest &request) {
  Json root;
  root["generator"] = "gen_esb " + request.version;
  root["module"] = request.module;
  const std::string now = request.release.empty() ? "current" : request.release;
  root["release"] = now;
  root["policy"] = request.policy == Policy::kSeed ? "seed" : "exact";
  const auto releases = [](const std::vector<history::Release> &list) {
    Json out = Json::array();
    for (const auto &release : list) out.push_back({{"release", release.version}, {"date", release.date}});
    return out;
  };
  root["window"] = releases(request.window.releases);
  root["before_window"] = releases(request.window.expired);
  root["after_window"] = releases(request.window.future);
  Json modes;
  for (const Mode mode : {Mode::kA0, Mode::kTry0, Mode::kA1, Mode::kA2}) {
    modes[std::string(mode_name(mode))] = generation.by_mode[static_cast<size_t>(mode)];
  }
  root["modes"] = std::move(modes);
  Json operators = Json::array();
  for (const auto &entry : generation.operators) {
    const Plan &plan = entry.plan;
    Json op;
    op["op_type"] = entry.op->type;
    op["mode"] = mode_name(plan.mode);
    op["releases"] = plan.releases;
    op["gates_pass"] = plan.gates_pass;
    if (!entry.history.empty()) op["existence"] = existence_json(entry);
    for (const auto &form : entry.reserved)
      op["reserved_forms"].push_back(
          {{"release", form.release}, {"form", call_form(entry.op->type, canonical_signature(*form.op))}});
    Json signatures = Json::array();
    for (const auto &signature : plan.signatures) signatures.push_back(signature_json(entry.op->type, signature));
    op["signatures"] = std::move(signatures);
    Json rejected = Json::array();
    for (const auto &mode : plan.rejected)
      rejected.push_back({{"mode", mode_name(mode.mode)},
                          {"reason", mode.reason},
                          {"gates", mode.gates_pass      ? "pass"
                                    : mode.gates.empty() ? "not asked"
                                                         : mode.gates}});
    op["rejected"] = std::move(rejected);
    Json findings = Json::array();
    for (const auto &f : plan.findings) {
      Json finding = {{"severity", severity_name(f.severity)}, {"code", f.code}, {"text", f.text}};
      if (!f.release.empty()) finding["release"] = f.release;
      if (!f.releases.empty()) finding["releases"] = f.releases;
      finding["new_release"] = now;
      if (!f.old_call.empty()) finding["old_call"] = f.old_call;
      if (!f.old_calls.empty()) finding["old_calls"] = f.old_calls;
      if (!f.advice.empty()) finding["advice"] = f.advice;
      if (!f.old_where.empty()) finding["old_where"] = f.old_where;
      if (!f.new_where.empty()) finding["new_where"] = f.new_where;
      findings.push_back(std::move(finding));
    }
    op["findings"] = std::move(findings);
    if (!entry.abi_hash.empty()) {
      Json lists = Json::array();
      for (const auto &list : entry.abi) {
        if (list.hash == entry.abi_hash && list.repeat == 0) continue;
        const auto obstacles = abi_obstacles(list, *entry.op, entry.abi);
        lists.push_back({{"node", list.node},
                         {"release", list.release.version},
                         {"symbol", abi_symbol(list)},
                         {"state", obstacles.empty() ? "forwarded" : "refused"}});
        if (!obstacles.empty()) lists.back()["reasons"] = obstacles;
      }
      op["abi"] = {{"symbol", abi_symbol(entry.op->type, entry.abi_hash)},
                   {"node", entry.abi_node},
                   {"older_lists", std::move(lists)}};
    }
    operators.push_back(std::move(op));
  }
  root["operators"] = std::move(operators);
  Json unsupported = Json::array();
  for (const auto &u : generation.unsupported) unsupported.push_back({{"op_type", u.op_type}, {"reason", u.reason}});
  root["unsupported"] = std::move(unsupported);
  root["notes"] = generation.notes;
  root["removed_operators"] = generation.removed;
  root["warnings"] = generation.warnings;
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace opstrata::esgen
