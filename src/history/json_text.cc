#include "history/json_text.h"

#include <nlohmann/json.hpp>

#include "base/data_type.h"
#include "base/messages.h"
#include "history/files.h"
#include "history/index_text.h"
#include "history/operators_input.h"
#include "history/registry.h"

namespace opstrata::history {
namespace {

using nlohmann::ordered_json;
using proto::AttrDef;
using proto::OpPrototype;
using proto::SymbolDef;

constexpr int kIndent = 2;

std::string dump(const ordered_json &json) { return json.dump(kIndent); }

std::string_view kind_word(proto::InputKind kind) {
  switch (kind) {
    case proto::InputKind::kRequired:
      return "INPUT";
    case proto::InputKind::kOptional:
      return "OPTIONAL_INPUT";
    case proto::InputKind::kDynamic:
      return "DYNAMIC_INPUT";
  }
  return {};
}
std::string_view kind_word(proto::OutputKind kind) {
  return kind == proto::OutputKind::kRequired ? "OUTPUT" : "DYNAMIC_OUTPUT";
}

class Writer {
 public:
  explicit Writer(const std::map<std::string, std::string> &unknown) : unknown_(unknown) {}

  ordered_json write(const std::vector<const OpPrototype *> &prototypes) const {
    ordered_json operators = ordered_json::array();
    for (const OpPrototype *prototype : prototypes) operators.push_back(write(*prototype));
    ordered_json root = {{"operators", std::move(operators)}};
    append_unknown(root, "");
    return root;
  }

 private:
  ordered_json write(const OpPrototype &op) const {
    const std::string place = "/" + op.type;
    ordered_json out = {{"op_type", op.type}};
    const auto list = [&](const char *key, const auto &defs, auto write_def) {
      ordered_json items = ordered_json::array();
      for (const auto &def : defs) {
        ordered_json item = {{"name", def.name}};
        write_def(item, def);
        append_unknown(item, place + "/" + key + "/" + def.name);
        items.push_back(std::move(item));
      }
      out[key] = std::move(items);
    };
    const auto tensor = [](ordered_json &item, const auto &def) {
      item["type"] = kind_word(def.kind);
      if (!def.dtype.empty()) item["dtype"] = def.dtype;
    };
    list("inputs", op.inputs, tensor);
    list("outputs", op.outputs, tensor);
    list("attrs", op.attrs, [](ordered_json &item, const AttrDef &attr) {
      item["type"] = attr.type_word;
      item["required"] = attr.required;
      std::string literal = attr.required ? "" : proto::default_literal(attr);
      if (!literal.empty()) item["default_value"] = std::move(literal);
      if (!attr.count_of.empty()) item["count_of"] = attr.count_of;
    });
    list("subgraphs", op.subgraphs, [](ordered_json &item, const proto::SubgraphDef &def) {
      item["type"] = def.kind == proto::SubgraphKind::kStatic ? "STATIC" : "DYNAMIC";
    });
    if (!op.symbols.empty()) out["datatypes"] = write_symbols(op, place + "/datatypes");
    append_unknown(out, place);
    return out;
  }

  ordered_json write_symbols(const OpPrototype &op, const std::string &place) const {
    ordered_json symbols = ordered_json::array();
    for (const auto &[symbol, def] : op.symbols) {
      ordered_json item = {{"symbol", symbol}};
      if (def.kind == SymbolDef::Kind::kPromote) {
        item["type"] = "Promote";
        item["symbols"] = def.promotes;
      } else {
        item["type"] = def.kind == SymbolDef::Kind::kRange ? "TensorType" : "ListTensorType";
        ordered_json types = ordered_json::array();
        for (const ge::DataType type : def.types) types.push_back(data_type_enumerator(type));
        item["types"] = std::move(types);
      }
      append_unknown(item, place + "/" + symbol);
      symbols.push_back(std::move(item));
    }
    return symbols;
  }

  void append_unknown(ordered_json &object, const std::string &place) const {
    const auto found = unknown_.find(place);
    if (found == unknown_.end()) return;
    const ordered_json members = ordered_json::parse(found->second, nullptr, false);
    for (const auto &[key, value] : members.items()) {
      if (!object.contains(key)) object[key] = value;
    }
  }

  const std::map<std::string, std::string> &unknown_;
};

// The first place where the parser gives up, as a byte offset.
class ErrorPlace : public nlohmann::json::json_sax_t {
 public:
  size_t byte = 0;
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t &) override { return true; }
  bool string(string_t &) override { return true; }
  bool binary(binary_t &) override { return true; }
  bool start_object(size_t) override { return true; }
  bool key(string_t &) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t position, const std::string &, const nlohmann::detail::exception &) override {
    byte = position;
    return false;
  }
};

}  // namespace

std::string archive_obstacle(const AttrDef &attr) {
  const std::string name = "attribute '" + attr.name + "' ";
  switch (attr.type) {
    case proto::AttrType::kNamedAttrs:
    case proto::AttrType::kBytes:
    case proto::AttrType::kListTensor:
    case proto::AttrType::kListNamedAttrs:
      return name + "has kind " + attr.type_word + ", which archives do not know";
    case proto::AttrType::kTensor:
      if (const auto *tensor = std::get_if<proto::TensorDefault>(&attr.default_value);
          tensor != nullptr && tensor->has_data) {
        return name + "has a tensor with data as default";
      }
      return {};
    case proto::AttrType::kType:
    case proto::AttrType::kListType: {
      std::vector<ge::DataType> types;
      if (const auto *one = std::get_if<ge::DataType>(&attr.default_value)) types = {*one};
      if (const auto *list = std::get_if<std::vector<ge::DataType>>(&attr.default_value)) types = *list;
      for (const ge::DataType type : types) {
        if (data_type_enumerator(type).empty()) {
          return name + "has data type " + std::to_string(static_cast<int>(type)) + " as default, which has no name";
        }
      }
      return {};
    }
    default:
      return {};
  }
}

std::string pointer_token(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

std::string printable(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  // Valid UTF-8 is what the JSON library accepts as a string.
  bool valid = true;
  try {
    (void)ordered_json(std::string(text)).dump();
  } catch (const nlohmann::json::exception &) {
    valid = false;
  }
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !valid)) {
      out.append("\\x").append(1, kHex[byte >> 4]).append(1, kHex[byte & 15]);
    } else {
      out += c;
    }
  }
  return out;
}

std::string shortened(std::string_view text) {
  constexpr size_t kMost = 400;
  if (text.size() <= kMost) return std::string(text);
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // whole characters
  return std::string(text.substr(0, end)) + "\xe2\x80\xa6";
}

std::string json_quote(std::string_view text) { return ordered_json(std::string(text)).dump(); }

std::string with_members_of(std::string_view object, std::string_view other) {
  ordered_json out = ordered_json::parse(object, nullptr, false);
  const ordered_json more = ordered_json::parse(other, nullptr, false);
  for (const auto &[key, value] : more.items()) {
    if (!out.contains(key)) out[key] = value;
  }
  return out.dump();
}

std::string syntax_error_place(std::string_view text) {
  ErrorPlace place;
  nlohmann::json::sax_parse(text.begin(), text.end(), &place);
  const size_t end = place.byte == 0 ? 0 : std::min(place.byte - 1, text.size());
  const std::string_view before = text.substr(0, end);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return std::to_string(line) + ":" + std::to_string(before.size() - line_start + 1);
}

Status archivable(const OpPrototype &prototype) {
  for (const AttrDef &attr : prototype.attrs) {
    if (std::string reason = archive_obstacle(attr); !reason.empty()) {
      return fail(Msg::kHistoryNotArchivable, {{"op", prototype.type}, {"reason", reason}});
    }
  }
  for (const auto &[symbol, def] : prototype.symbols) {
    for (const ge::DataType type : def.types) {
      if (!data_type_enumerator(type).empty()) continue;
      const std::string number = std::to_string(static_cast<int>(type));
      return fail(Msg::kHistoryNotArchivable,
                  {{"op", prototype.type},
                   {"reason", "symbol '" + symbol + "' allows data type " + number + ", which has no name"}});
    }
  }
  return {};
}

Result<std::string> operators_json_text(const std::vector<const OpPrototype *> &prototypes,
                                        const std::map<std::string, std::string> &unknown) {
  std::vector<const OpPrototype *> sorted = prototypes;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const OpPrototype *a, const OpPrototype *b) { return a->type < b->type; });
  for (const OpPrototype *prototype : sorted) OPSTRATA_TRY(archivable(*prototype));
  try {
    return dump(Writer(unknown).write(sorted));
  } catch (const nlohmann::json::exception &error) {
    // The only cause: a name, type word or data-type text of a prototype library that is no UTF-8.
    return fail(Msg::kInternal, {{"where", "operators.json"}, {"what", error.what()}});
  }
}

Status write_operators_json(const std::string &path, const std::vector<const OpPrototype *> &prototypes,
                            const std::map<std::string, std::string> &unknown) {
  const Result<std::string> text = operators_json_text(prototypes, unknown);
  return text.ok() ? replace_file(path, *text) : text.status();
}

}  // namespace opstrata::history
