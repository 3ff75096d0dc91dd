#include <nlohmann/json.hpp>

#include "esgen/generate.h"

namespace opstrata::esgen {
namespace {

using Json = nlohmann::ordered_json;

std::string_view kind_name(SignatureKind kind) {
  switch (kind) {
    case SignatureKind::kShape: return "shape";
    case SignatureKind::kForward: return "forward";
    case SignatureKind::kCompanion: return "companion";
    case SignatureKind::kGuard: return "guard";
  }
  return "";
}

std::string_view severity_name(PlanFinding::Severity severity) {
  switch (severity) {
    case PlanFinding::Severity::kNote: return "note";
    case PlanFinding::Severity::kWarning: return "warning";
    case PlanFinding::Severity::kLoss: return "loss";
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
    if (param.has_default) entry["default"] = param.default_text;
    params.push_back(std::move(entry));
  }
  json["params"] = std::move(params);
  if (!signature.releases.empty()) json["releases"] = signature.releases;
  if (!signature.message.empty()) json["message"] = signature.message;
  return json;
}

}  // namespace

std::string report_json(const Generation &generation, const GenerateRequest &request) {
  Json root;
  root["generator"] = "gen_esb " + request.version;
  root["module"] = request.module;
  root["policy"] = request.policy == Policy::kSeed ? "seed" : "exact";
  Json window = Json::array();
  for (const auto &release : request.window.releases) window.push_back({{"release", release.version}, {"date", release.date}});
  root["window"] = std::move(window);
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
    Json signatures = Json::array();
    for (const auto &signature : plan.signatures) signatures.push_back(signature_json(entry.op->type, signature));
    op["signatures"] = std::move(signatures);
    Json rejected = Json::array();
    for (const auto &mode : plan.rejected) rejected.push_back({{"mode", mode_name(mode.mode)}, {"reason", mode.reason}});
    op["rejected"] = std::move(rejected);
    Json findings = Json::array();
    for (const auto &f : plan.findings) {
      Json finding = {{"severity", severity_name(f.severity)}, {"code", f.code}, {"text", f.text}};
      if (!f.release.empty()) finding["release"] = f.release;
      if (!f.old_call.empty()) finding["old_call"] = f.old_call;
      if (!f.advice.empty()) finding["advice"] = f.advice;
      if (!f.old_where.empty()) finding["old_where"] = f.old_where;
      if (!f.new_where.empty()) finding["new_where"] = f.new_where;
      findings.push_back(std::move(finding));
    }
    op["findings"] = std::move(findings);
    operators.push_back(std::move(op));
  }
  root["operators"] = std::move(operators);
  Json unsupported = Json::array();
  for (const auto &u : generation.unsupported) unsupported.push_back({{"op_type", u.op_type}, {"reason", u.reason}});
  root["unsupported"] = std::move(unsupported);
  root["notes"] = generation.notes;
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace opstrata::esgen
