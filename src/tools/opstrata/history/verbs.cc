#include "tools/opstrata/history/verbs.h"

namespace opstrata::tools {
namespace {

std::string joined(const std::vector<std::string> &items) {
  std::string out;
  for (const std::string &item : items) out.append(out.empty() ? "" : ", ").append(item);
  return out;
}

}  // namespace

Result<history::Registry> open_registry(const std::string &directory, Session &session) {
  Result<history::Registry> registry = history::Registry::open(directory);
  if (registry.ok()) {
    for (const history::Finding &finding : registry->findings()) {
      session.note((registry->find_release(finding.release) == nullptr ? "left out: " : "") + finding.text);
      if (finding.code != Code::kOk && finding.code != Code::kNotFound) session.exit_code = kCouldNot;
    }
  }
  return registry;
}

void print_json(const Json &document, Session &session) {
  // Names come from files and can hold any bytes; the output is valid UTF-8 nevertheless.
  session.print(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Json to_json(const history::Change &change) {
  Json out = {{"class", change.kind}, {"op", change.op_type}};
  const auto text = [&out](const char *key, const std::string &value) {
    if (!value.empty()) out[key] = value;
  };
  text("name", change.name);
  text("renamed_to", change.renamed_to);
  text("old", change.old_value);
  text("new", change.new_value);
  if (!change.added.empty()) out["added"] = change.added;
  if (!change.dropped.empty()) out["dropped"] = change.dropped;
  if (change.index >= 0) out["index"] = change.index;
  const auto signature = [](const std::string &value) { return value.empty() ? Json() : Json(value); };
  out["before"] = signature(change.before);
  out["after"] = signature(change.after);
  return out;
}

Json to_json(const history::Release &release) {
  Json out = {{"release_version", release.version}, {"release_date", release.date}};
  if (!release.branch.empty()) out["branch_name"] = release.branch;
  return out;
}

std::string to_text(const history::Change &change) {
  const bool added = change.kind.find(".new") != std::string::npos;
  const bool removed = change.kind.find(".removed") != std::string::npos;
  const Colour colour = added ? Colour::kAdded : removed ? Colour::kRemoved : Colour::kChanged;
  std::string text = Session::paint(colour, change.kind);
  if (!change.name.empty()) text += " " + change.name;
  if (!change.renamed_to.empty()) text += " -> " + change.renamed_to;
  if (change.index >= 0) text += " (place " + std::to_string(change.index) + ")";
  if (!change.added.empty()) text += " +[" + joined(change.added) + "]";
  if (!change.dropped.empty()) text += " -[" + joined(change.dropped) + "]";
  const bool types =
      change.kind.find(".dtype_") != std::string::npos && change.kind.find("text_only") == std::string::npos;
  if (!types && (!change.old_value.empty() || !change.new_value.empty())) {
    if (!change.old_value.empty()) text += ": " + change.old_value;
    if (!change.new_value.empty()) text += (change.old_value.empty() ? ": " : " => ") + change.new_value;
  }
  // Of changes of parameters the signatures stand once, above all changes of their operator.
  if (change.kind.rfind("op.", 0) == 0) {
    text += ": " + change.before + (change.before.empty() || change.after.empty() ? "" : " => ") + change.after;
  }
  return text;
}

}  // namespace opstrata::tools
