#include "history/abi.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include "base/messages.h"
#include "history/files.h"
#include "history/index_text.h"
#include "history/json_input.h"
#include "history/json_text.h"
#include "history/operators_input.h"

namespace opstrata::history {
namespace {

using proto::AttrDef;
using proto::OpPrototype;

constexpr int kAbiMajor = 1;
constexpr std::string_view kAbiVersion = "1.0.0";
constexpr char kHex[] = "0123456789abcdef";

// Whether generated functions have a parameter for the attribute: its kind is known, and its default can be written.
bool has_parameter(const AttrDef &attr) {
  return attr.type != proto::AttrType::kUnknown && archive_obstacle(attr).empty();
}

// Whether the operator has a function at all.
bool has_function(const OpPrototype &op) {
  return std::all_of(op.attrs.begin(), op.attrs.end(),
                     [](const AttrDef &attr) { return !attr.required || has_parameter(attr); });
}

// What a list needs to keep: no data types, no source places, no attributes without parameter.
OpPrototype bare(const OpPrototype &op) {
  OpPrototype out;
  out.type = op.type;
  for (const auto &input : op.inputs) out.inputs.push_back({input.name, input.kind, ""});
  for (const auto &output : op.outputs) out.outputs.push_back({output.name, output.kind, ""});
  std::copy_if(op.attrs.begin(), op.attrs.end(), std::back_inserter(out.attrs), has_parameter);
  out.subgraphs = op.subgraphs;
  return out;
}

AbiNode &node_for(AbiRecord &record, const std::string &op_type, std::string name, const AbiRelease &release) {
  const std::string wanted = name;
  for (int i = 2;; ++i) {
    const auto at =
        std::find_if(record.nodes.begin(), record.nodes.end(), [&](const AbiNode &node) { return node.name == name; });
    if (at == record.nodes.end()) return record.nodes.emplace_back(AbiNode{name, release, {}, {}});
    if (at->find(op_type) == nullptr) return *at;
    name = wanted + "__" + std::to_string(i);  // no version maps to a name with two underscores in a row
  }
}

void put(AbiNode &node, const OpPrototype &op, const AbiRelease &release) {
  const auto at = std::lower_bound(node.lists.begin(), node.lists.end(), op.type,
                                   [](const OpPrototype &a, const std::string &type) { return a.type < type; });
  node.lists.insert(at, bare(op));
  if (release.version != node.release.version) node.since[op.type] = release;
}

/// `"release": …, "release_date": …`, the date only where it is known.
std::string release_members(const AbiRelease &release) {
  return "\"release\": " + json_quote(release.version) +
         (release.date.empty() ? "" : ", \"release_date\": " + json_quote(release.date));
}

/// The member `since`, with the comma that follows it.
std::string since_member(const AbiNode &node) {
  if (node.since.empty()) return "";
  std::string text;
  for (const auto &[type, release] : node.since) {
    text += (text.empty() ? "" : ", ") + json_quote(type) + ": {" + release_members(release) + "}";
  }
  return " \"since\": {" + text + "},";
}

Status read_release(const JsonFile &file, simdjson::dom::element object, const std::string &pointer, AbiRelease *out) {
  std::string_view version, date;
  if (object["release"].get(version)) return file.bad(pointer + "/release", "required string is missing");
  const simdjson::error_code dated = object["release_date"].get(date);
  if (dated != simdjson::SUCCESS && dated != simdjson::NO_SUCH_FIELD) {
    return file.bad(pointer + "/release_date", "must be a string");
  }
  *out = {std::string(version), dated == simdjson::SUCCESS ? std::string(date) : std::string()};
  return {};
}

Status read_since(const JsonFile &file, simdjson::dom::element object, const std::string &pointer, AbiNode *node) {
  simdjson::dom::object since;
  const simdjson::error_code found = object["since"].get(since);
  if (found == simdjson::NO_SUCH_FIELD) return {};
  if (found != simdjson::SUCCESS) return file.bad(pointer + "/since", "must be an object");
  for (const auto &[type, release] : since) {
    OPSTRATA_TRY(read_release(file, release, pointer + "/since/" + std::string(type), &node->since[std::string(type)]));
  }
  return {};
}

Result<AbiRecord> read_abi(const std::string &path) {
  AbiRecord record;
  const Result<bool> there = exists(path);
  if (!there.ok()) return there.status();
  if (!*there) return record;
  Result<std::unique_ptr<JsonFile>> file = JsonFile::load(path, false);
  if (!file.ok()) return file.status();
  simdjson::dom::object root;
  if ((*file)->root().get(root)) return (*file)->bad("", "the root must be an object");
  std::string_view version;
  if (root["version"].get(version)) return (*file)->bad("/version", "required string is missing");
  int major = 0;
  if (std::from_chars(version.data(), version.data() + version.size(), major).ec != std::errc())
    return (*file)->bad("/version", "must start with a number");
  if (major > kAbiMajor) {
    return fail(Msg::kHistoryNewerFormat,
                {{"file", path}, {"version", printable(version)}, {"known", std::string(kAbiVersion)}});
  }
  static constexpr std::array<std::string_view, 2> kRootKeys = {"version", "nodes"};
  static constexpr std::array<std::string_view, 5> kNodeKeys = {"node", "release", "release_date", "since",
                                                                "operators"};
  record.version = version;
  record.unknown = unknown_members(root, kRootKeys);
  simdjson::dom::array nodes;
  if (root["nodes"].get(nodes)) return (*file)->bad("/nodes", "required array is missing");
  for (const simdjson::dom::element element : nodes) {
    const std::string pointer = "/nodes/" + std::to_string(record.nodes.size());
    std::string_view name;
    if (element["node"].get(name) || name.substr(0, 3) != "ES_" ||
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") !=
            std::string_view::npos) {
      return (*file)->bad(pointer + "/node", "must be a symbol version: ES_, letters, digits, '.' and '_'");
    }
    AbiNode read{std::string(name), {}, {}};
    OPSTRATA_TRY(read_release(**file, element, pointer, &read.release));
    OPSTRATA_TRY(read_since(**file, element, pointer, &read));
    for (const auto &node : record.nodes) {
      if (node.name == name)
        return (*file)->bad(pointer + "/node", "'" + std::string(name) + "' appears more than once");
    }
    auto operators = read_embedded_operators(**file, element, pointer);
    if (!operators.ok()) return operators.status();
    read.unknown = std::move(operators->unknown);
    record.nodes.push_back(std::move(read));
    record.nodes.back().unknown.erase("");  // this object's own members are more than those of an operators.json
    if (std::string more = unknown_members(element.get_object().value_unsafe(), kNodeKeys); !more.empty())
      record.nodes.back().unknown[""] = std::move(more);
    for (const OpPrototype &op : operators->prototypes)
      record.nodes.back().lists.push_back(bare(op));  // ascending already
  }
  return record;
}

// What a disk refuses to give is not known to be unusable: its lists would wait for ever.
Status extend(AbiRecord &record, const Registry &registry) {
  for (const Release &release : registry.releases()) {
    for (AbiNode &node : record.nodes) {
      if (node.release.version == release.version && node.release.date.empty()) node.release.date = release.date;
    }
    const auto operators = registry.load_release(release.version);
    if (operators.status().code() == Code::kIo) return operators.status();
    if (!operators.ok()) continue;
    for (const OpPrototype &op : (*operators)->prototypes) record.add(op, {release.version, release.date});
  }
  return {};
}

// Every assignment of `other`, for programs that were linked by it. A node keeps its name; an operator's list that
// another node has here already is in both.
Status take(AbiRecord &record, const AbiRecord &other, const std::string &path, const std::string &other_path) {
  for (const AbiNode &node : other.nodes) {
    const auto same_name = [&](const AbiNode &here) { return here.name == node.name; };
    auto here = std::find_if(record.nodes.begin(), record.nodes.end(), same_name);
    if (here == record.nodes.end()) {
      record.nodes.push_back({node.name, node.release, {}, node.unknown});
      here = record.nodes.end() - 1;
    }
    for (const OpPrototype &op : node.lists) {
      const OpPrototype *const list = here->find(op.type);
      if (list == nullptr) {
        put(*here, op, node.first_release(op.type));
      } else if (parameter_list(*list) != parameter_list(op)) {
        return fail(Msg::kHistoryBadMember,
                    {{"file", printable(other_path)},
                     {"pointer", "/nodes (" + node.name + ")"},
                     {"reason", "operator '" + op.type + "' has the parameter list '" + parameter_list(op) +
                                    "' here and '" + parameter_list(*list) + "' in " + printable(path) +
                                    "; programs of both cannot be served by one library"}});
      }
    }
  }
  // References without version bind the first node: an operator that only came with the other registry has its oldest
  // list there too.
  for (const AbiNode &node : other.nodes) {
    for (const OpPrototype &op : node.lists) {
      if (record.nodes.front().find(op.type) == nullptr) {
        put(record.nodes.front(), op, node.first_release(op.type));
      }
    }
  }
  return {};
}

}  // namespace

const OpPrototype *AbiNode::find(std::string_view op_type) const {
  const auto at = std::lower_bound(lists.begin(), lists.end(), op_type,
                                   [](const OpPrototype &a, std::string_view type) { return a.type < type; });
  return at != lists.end() && at->type == op_type ? &*at : nullptr;
}

const AbiRelease &AbiNode::first_release(std::string_view op_type) const {
  const auto at = since.find(op_type);
  return at == since.end() ? release : at->second;
}

const AbiNode *AbiRecord::find(const OpPrototype &op) const {
  const std::string wanted = parameter_list(op);
  for (const auto &node : nodes) {
    const OpPrototype *const list = node.find(op.type);
    if (list != nullptr && parameter_list(*list) == wanted) return &node;
  }
  return nullptr;
}

bool AbiRecord::knows(std::string_view op_type) const {
  return std::any_of(nodes.begin(), nodes.end(), [&](const AbiNode &node) { return node.find(op_type) != nullptr; });
}

bool AbiRecord::add(const OpPrototype &op, const AbiRelease &release) {
  if (!has_function(op) || find(op) != nullptr) return false;
  const std::string name = abi_node_name(release.version);
  if (nodes.empty()) nodes.push_back({name, release, {}});
  put(knows(op.type) ? node_for(*this, op.type, name, release) : nodes.front(), op, release);
  return true;
}

std::string parameter_list(const OpPrototype &op) {
  // Names are identifiers and type words letters, so that blanks separate safely.
  std::string text;
  for (const auto &input : op.inputs) {
    text += (input.kind == proto::InputKind::kRequired   ? "in "
             : input.kind == proto::InputKind::kOptional ? "in? "
                                                         : "in* ") +
            input.name + " ";
  }
  for (const auto &output : op.outputs)
    text += (output.kind == proto::OutputKind::kRequired ? "out " : "out* ") + output.name + " ";
  for (const auto &graph : op.subgraphs)
    text += (graph.kind == proto::SubgraphKind::kStatic ? "graph " : "graph* ") + graph.name + " ";
  for (const bool required : {true, false}) {  // the order of the C function
    for (const AttrDef &attr : op.attrs) {
      if (attr.required == required && has_parameter(attr)) text += "attr " + attr.type_word + " " + attr.name + " ";
    }
  }
  return text;
}

std::string parameter_list_hash(const OpPrototype &op) {
  uint64_t state = 14695981039346656037ULL;  // FNV-1a
  for (const char c : parameter_list(op)) state = (state ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  state ^= state >> 32;  // the low half of FNV-1a is the weaker one
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string out;
  for (int i = 0; i < 6; ++i, state /= kDigits.size()) out += kDigits[state % kDigits.size()];
  return out;
}

std::string abi_node_name(std::string_view version) {
  std::string out = "ES_";
  for (const char c : version) {
    const auto byte = static_cast<unsigned char>(c);
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.') {
      out += c;
    } else {
      out.append("_").append(1, kHex[byte >> 4]).append(1, kHex[byte & 15]);
    }
  }
  return out;
}

Result<AbiRecord> abi_record(const Registry &registry) {
  if (registry.directory().empty()) return AbiRecord();
  Result<AbiRecord> record = read_abi(registry.directory() + "/abi.json");
  if (record.ok()) OPSTRATA_TRY(extend(*record, registry));
  return record;
}

Result<std::string> abi_text(const AbiRecord &record) {
  std::string text = "{\n\"version\": " + json_quote(record.version.empty() ? kAbiVersion : record.version) + ",\n";
  if (!record.unknown.empty()) text += record.unknown.substr(1, record.unknown.size() - 2) + ",\n";
  text += "\"nodes\": [";
  for (const auto &node : record.nodes) {
    std::vector<const OpPrototype *> lists;
    for (const auto &op : node.lists) lists.push_back(&op);
    Result<std::string> operators = operators_json_text(lists, node.unknown);
    if (!operators.ok()) return operators.status();
    // The object of an operators.json with two members in front: one parser reads both.
    const size_t open = operators->find('{');
    text += (&node == &record.nodes.front() ? "\n{\"node\": " : ",\n{\"node\": ") + json_quote(node.name) + ", " +
            release_members(node.release) + "," + since_member(node) + operators->substr(open + 1);
  }
  return text + "\n]\n}\n";
}

Status update_abi(const std::string &directory, const Registry *source, const LooseOperators &loose) {
  const std::string path = directory + "/abi.json";
  Result<AbiRecord> record = read_abi(path);
  if (!record.ok()) return record.status();
  const Result<std::string> before = abi_text(*record);
  if (!before.ok()) return before.status();
  if (const Result<bool> there = exists(directory + "/index.json"); !there.ok()) {
    return there.status();
  } else if (*there) {
    Result<Registry> registry = Registry::open(directory);
    if (!registry.ok()) return registry.status();
    OPSTRATA_TRY(extend(*record, *registry));
  }
  if (source != nullptr) {
    const Result<AbiRecord> other = abi_record(*source);
    if (!other.ok()) return other.status();
    OPSTRATA_TRY(take(*record, *other, path, source->directory() + "/abi.json"));
  }
  for (const OpPrototype *op : loose.operators) record->add(*op, loose.release);
  const Result<std::string> after = abi_text(*record);
  if (!after.ok()) return after.status();
  if (record->nodes.empty() || *after == *before) return {};
  return replace_file(path, *after);
}

}  // namespace opstrata::history
