#include "history/operators_input.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/data_type.h"
#include "base/messages.h"
#include "history/counts.h"
#include "history/json_input.h"
#include "history/json_text.h"

namespace opstrata::history {
namespace {

namespace dom = simdjson::dom;
using proto::AttrDef;
using proto::InputDef;
using proto::InputKind;
using proto::OpPrototype;
using proto::OutputDef;
using proto::OutputKind;
using proto::SubgraphDef;
using proto::SubgraphKind;
using proto::SymbolDef;

constexpr std::array<std::string_view, 1> kRootKeys = {"operators"};
constexpr std::array<std::string_view, 6> kOperatorKeys = {"op_type", "inputs",    "outputs",
                                                           "attrs",   "subgraphs", "datatypes"};
constexpr std::array<std::string_view, 3> kTensorKeys = {"name", "type", "dtype"};
constexpr std::array<std::string_view, 5> kAttrKeys = {"name", "type", "required", "count_of", "default_value"};
constexpr std::array<std::string_view, 2> kSubgraphKeys = {"name", "type"};

constexpr size_t kMaxFindings = 1000;

template <typename Kind, size_t N>
using Vocabulary = std::array<std::pair<std::string_view, Kind>, N>;
constexpr Vocabulary<InputKind, 3> kInputKinds = {{{"INPUT", InputKind::kRequired},
                                                   {"OPTIONAL_INPUT", InputKind::kOptional},
                                                   {"DYNAMIC_INPUT", InputKind::kDynamic}}};
constexpr Vocabulary<OutputKind, 2> kOutputKinds = {
    {{"OUTPUT", OutputKind::kRequired}, {"DYNAMIC_OUTPUT", OutputKind::kDynamic}}};
constexpr Vocabulary<SubgraphKind, 2> kSubgraphKinds = {
    {{"STATIC", SubgraphKind::kStatic}, {"DYNAMIC", SubgraphKind::kDynamic}}};
constexpr Vocabulary<SymbolDef::Kind, 3> kSymbolKinds = {{{"TensorType", SymbolDef::Kind::kRange},
                                                          {"ListTensorType", SymbolDef::Kind::kListRange},
                                                          {"Promote", SymbolDef::Kind::kPromote}}};

// Reads one file into `out_`. Methods return the reason why the operator (or the file) cannot be taken.
class Reader {
 public:
  Reader(const JsonFile &file, dom::element root, std::string at, Operators &out)
      : file_(file), root_(root), at_(std::move(at)), out_(out) {}

  // Calls `on_operator(status, op_type)` for each entry that cannot be taken; stops when that returns a failure.
  template <typename OnMalformed>
  Status read(OnMalformed on_malformed) {
    dom::object root;
    if (root_.get(root)) return file_.bad(at_, at_.empty() ? "the root must be an object" : "must be an object");
    dom::array operators;
    if (root["operators"].get(operators)) return file_.bad(at_ + "/operators", "required array is missing or no array");
    keep_unknown(root, kRootKeys, "");
    out_.unknown.merge(pending_);
    std::unordered_map<std::string_view, size_t> count;
    for (dom::element entry : operators) {
      std::string_view type;
      if (!entry["op_type"].get(type)) ++count[type];
    }
    out_.prototypes.reserve(operators.size());
    size_t index = 0;
    for (dom::element entry : operators) {
      const std::string pointer = at_ + "/operators/" + std::to_string(index++);
      std::string_view type;
      Status status;
      if (entry["op_type"].get(type) || type.empty()) {
        status = file_.bad(pointer + "/op_type", "required non-empty string is missing");
      } else if (!is_identifier(type)) {
        // No prototype can have such a name, and files are named after operators: the archive is not to be trusted.
        return file_.bad(pointer + "/op_type", "'" + printable(type) + "' is no identifier");
      } else if (count[type] > 1) {
        status = file_.bad(pointer + "/op_type", "'" + std::string(type) + "' appears more than once");
      } else {
        OpPrototype prototype;
        prototype.type = type;
        prototype.where = {file_.path(), 0, pointer};
        prototype.origin.library = file_.path();
        pending_.clear();
        status = read_operator(entry.get_object().value_unsafe(), prototype, pointer);
        // As with types: no prototype library can have made this archive.
        if (!untrusted_.ok()) return untrusted_;
        if (status.ok()) {
          out_.prototypes.push_back(std::move(prototype));
          out_.unknown.merge(pending_);
        }
      }
      if (!status.ok()) OPSTRATA_TRY(on_malformed(status, std::string(type)));
    }
    std::sort(out_.prototypes.begin(), out_.prototypes.end(),
              [](const OpPrototype &a, const OpPrototype &b) { return a.type < b.type; });
    return {};
  }

 private:
  Status read_operator(dom::object object, OpPrototype &out, const std::string &pointer) {
    const std::string place = "/" + out.type;
    keep_unknown(object, kOperatorKeys, place);
    const auto read_input = [&](dom::object item, InputDef &input, const std::string &at) {
      return read_tensor(item, kInputKinds, input, at, place + "/inputs/" + input.name);
    };
    const auto read_output = [&](dom::object item, OutputDef &output, const std::string &at) {
      return read_tensor(item, kOutputKinds, output, at, place + "/outputs/" + output.name);
    };
    const auto read_one_attr = [&](dom::object item, AttrDef &attr, const std::string &at) {
      return read_attr(item, attr, at, place + "/attrs/" + attr.name);
    };
    const auto read_subgraph = [&](dom::object item, SubgraphDef &subgraph, const std::string &at) {
      keep_unknown(item, kSubgraphKeys, place + "/subgraphs/" + subgraph.name);
      return read_kind(item, kSubgraphKinds, at, subgraph.kind);
    };
    OPSTRATA_TRY(read_list(object, "inputs", pointer, out.inputs, read_input));
    OPSTRATA_TRY(read_list(object, "outputs", pointer, out.outputs, read_output));
    OPSTRATA_TRY(read_list(object, "attrs", pointer, out.attrs, read_one_attr));
    OPSTRATA_TRY(read_list(object, "subgraphs", pointer, out.subgraphs, read_subgraph));
    for (size_t i = 0; i < out.attrs.size(); ++i) {
      if (out.attrs[i].count_of.empty()) continue;
      const std::string reason = count_obstacle(out, out.attrs[i]);
      if (!reason.empty()) return file_.bad(pointer + "/attrs/" + std::to_string(i) + "/count_of", reason);
    }
    return read_symbols(object, out, pointer + "/datatypes", place + "/datatypes");
  }

  // A missing list is empty; anything but an array of objects with distinct identifiers as names is an error.
  template <typename Def, typename ReadItem>
  Status read_list(dom::object object, std::string_view key, const std::string &pointer, std::vector<Def> &out,
                   ReadItem read_item) {
    const std::string at = pointer + "/" + std::string(key);
    dom::element element;
    if (object[key].get(element)) return {};
    dom::array items;
    if (element.get(items)) return file_.bad(at, "must be an array");
    out.reserve(items.size());
    std::unordered_set<std::string_view> names;
    for (dom::element item : items) {
      const std::string item_at = at + "/" + std::to_string(out.size());
      dom::object fields;
      if (item.get(fields)) return file_.bad(item_at, "must be an object");
      Def def;
      OPSTRATA_TRY(read_text(fields, "name", item_at, def.name));
      if (!is_identifier(def.name)) {
        untrusted_ = file_.bad(item_at + "/name", "'" + printable(def.name) + "' is no identifier");
        return untrusted_;
      }
      if (!names.insert(fields["name"].get_string().value_unsafe()).second) {
        return file_.bad(item_at + "/name", "'" + def.name + "' appears more than once");
      }
      OPSTRATA_TRY(read_item(fields, def, item_at));
      out.push_back(std::move(def));
    }
    return {};
  }

  Status read_text(dom::object object, std::string_view key, const std::string &at, std::string &out) {
    std::string_view text;
    if (object[key].get(text) || text.empty()) {
      return file_.bad(at + "/" + std::string(key), "required non-empty string is missing");
    }
    out = text;
    return {};
  }

  template <typename Kind, size_t N>
  Status read_kind(dom::object object, const Vocabulary<Kind, N> &vocabulary, const std::string &at, Kind &out) {
    std::string word;
    OPSTRATA_TRY(read_text(object, "type", at, word));
    std::string allowed;
    for (const auto &[name, kind] : vocabulary) {
      if (name == word) {
        out = kind;
        return {};
      }
      allowed.append(allowed.empty() ? "" : ", ").append(name);
    }
    return file_.bad(at + "/type", "'" + printable(word) + "' is none of " + allowed);
  }

  template <typename Def, typename Kinds>
  Status read_tensor(dom::object object, const Kinds &kinds, Def &out, const std::string &at,
                     const std::string &place) {
    keep_unknown(object, kTensorKeys, place);
    OPSTRATA_TRY(read_kind(object, kinds, at, out.kind));
    dom::element element;
    std::string_view text;
    if (object["dtype"].get(element)) return {};
    if (element.get(text)) return file_.bad(at + "/dtype", "must be a string");
    out.dtype = text;
    return {};
  }

  Status read_attr(dom::object object, AttrDef &out, const std::string &at, const std::string &place) {
    OPSTRATA_TRY(read_text(object, "type", at, out.type_word));
    out.type = proto::attr_type_from_word(out.type_word);
    if (object["required"].get(out.required)) return file_.bad(at + "/required", "required boolean is missing");
    dom::element element;
    bool keep_literal = false;
    if (!object["default_value"].get(element) && !element.is_null()) {
      std::string_view literal;
      if (element.get(literal)) return file_.bad(at + "/default_value", "must be a string that holds a JSON literal");
      if (out.required || out.type == proto::AttrType::kUnknown) {
        keep_literal = true;  // meaningless to this version; it stays in the archive
      } else if (!literal.empty()) {
        Result<proto::AttrValue> value = proto::parse_default_literal(out.type, literal);
        if (!value.ok()) {
          const Status bad = file_.bad(at + "/default_value", value.status().text());
          if (value.status().code() == Code::kInvalid) untrusted_ = bad;
          return bad;
        }
        out.default_value = std::move(value).value();
      }
    }
    std::string_view count_of;
    if (!object["count_of"].get(element)) {
      if (element.get(count_of) || count_of.empty()) return file_.bad(at + "/count_of", "must be a non-empty string");
      out.count_of = count_of;
    }
    keep_unknown(object, std::span(kAttrKeys).first(keep_literal ? 4 : 5), place);
    return {};
  }

  // `datatypes`: what DATATYPE symbols stand for (section 4.10); archives of older tools lack it.
  Status read_symbols(dom::object object, OpPrototype &out, const std::string &at, const std::string &place) {
    dom::element element;
    if (object["datatypes"].get(element)) return {};
    dom::array items;
    if (element.get(items)) return file_.bad(at, "must be an array");
    size_t index = 0;
    for (dom::element item : items) {
      const std::string item_at = at + "/" + std::to_string(index++);
      dom::object fields;
      if (item.get(fields)) return file_.bad(item_at, "must be an object");
      std::string symbol;
      SymbolDef def;
      OPSTRATA_TRY(read_text(fields, "symbol", item_at, symbol));
      OPSTRATA_TRY(read_kind(fields, kSymbolKinds, item_at, def.kind));
      const bool promote = def.kind == SymbolDef::Kind::kPromote;
      const std::string_view key = promote ? "symbols" : "types";
      keep_unknown(fields, std::array<std::string_view, 3>{"symbol", "type", key}, place + "/" + symbol);
      dom::array names;
      if (fields[key].get(names)) return file_.bad(item_at + "/" + std::string(key), "required array is missing");
      for (dom::element name : names) {
        std::string_view text;
        if (name.get(text)) return file_.bad(item_at + "/" + std::string(key), "must hold strings");
        if (promote) {
          def.promotes.emplace_back(text);
          continue;
        }
        const auto type = data_type_from_name(text);
        if (!type) return file_.bad(item_at + "/types", "'" + printable(text) + "' is no data type");
        def.types.push_back(*type);
      }
      if (!out.symbols.emplace(symbol, std::move(def)).second) {
        return file_.bad(item_at + "/symbol", "'" + printable(symbol) + "' appears more than once");
      }
    }
    return {};
  }

  void keep_unknown(dom::object object, std::span<const std::string_view> known, const std::string &place) {
    std::string text = unknown_members(object, known);
    if (!text.empty()) pending_[place] = std::move(text);
  }

  const JsonFile &file_;
  const dom::element root_;
  const std::string at_;  // JSON pointer of root_
  Operators &out_;
  std::map<std::string, std::string> pending_;  // unknown members of the operator that is being read
  Status untrusted_;                            // a name or value that no prototype can have
};

}  // namespace

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

Result<Operators> read_operators(const std::string &path, const std::string &release, bool strict, bool follow_links) {
  Result<std::unique_ptr<JsonFile>> file = JsonFile::load(path, follow_links);
  if (!file.ok()) return file.status();
  Operators operators;
  const Status status =
      Reader(**file, (*file)->root(), "", operators).read([&](const Status &reason, const std::string &op_type) {
        // Nobody reads a million messages, and memory is not endless.
        if (strict || operators.findings.size() >= kMaxFindings) return reason;
        operators.findings.push_back({release, op_type, reason.text()});
        return Status();
      });
  if (!status.ok()) return status;
  return operators;
}

Result<Operators> read_embedded_operators(const JsonFile &file, dom::element object, const std::string &pointer) {
  Operators operators;
  const Status status =
      Reader(file, object, pointer, operators).read([](const Status &reason, const std::string &) { return reason; });
  if (!status.ok()) return status;
  return operators;
}

Result<Operators> read_operators_json(const std::string &path) { return read_operators(path, "", true, true); }

const proto::OpPrototype *Operators::find(std::string_view op_type) const {
  const auto at = std::lower_bound(prototypes.begin(), prototypes.end(), op_type,
                                   [](const OpPrototype &a, std::string_view type) { return a.type < type; });
  return at != prototypes.end() && at->type == op_type ? &*at : nullptr;
}

}  // namespace opstrata::history
