#include "history/prototype_source.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/data_type.h"
#include "base/messages.h"
#include "history/json_text.h"
#include "history/operators_input.h"
#include "history/registry.h"

namespace opstrata::history {
namespace {

using proto::OpPrototype;
using proto::SymbolDef;

// A C++ string literal. Control and non-ASCII bytes are octal escapes of three digits, which end by themselves; `?` is
// escaped because two of them start a trigraph.
std::string string_literal(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      out.append(1, '\\').append(1, c);
    } else if (byte < 0x20 || byte >= 0x7f) {
      out.append(1, '\\');
      for (const int shift : {6, 3, 0}) out.append(1, static_cast<char>('0' + ((byte >> shift) & 7)));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// Literals of the value kinds, valid both in `OpT v = literal;` and in `OpT(literal)`.
struct Literal {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(int64_t value) const {
    // The smallest number has no literal: its digits alone do not fit.
    if (value == INT64_MIN) return "(-9223372036854775807LL - 1)";
    const std::string digits = std::to_string(value);
    return value > INT32_MAX || value < -INT32_MAX ? digits + "LL" : digits;
  }
  std::string operator()(float value) const {
    if (std::isnan(value)) return "__builtin_nanf(\"\")";
    if (std::isinf(value)) return value > 0 ? "__builtin_inff()" : "-__builtin_inff()";
    std::array<char, 64> digits{};
    // The shortest decimal that reads back as the same float.
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    std::string text(digits.data(), end);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + "f";
  }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string &value) const {
    const std::string literal = string_literal(value);
    if (value.find('\0') == std::string::npos) return literal;
    return "std::string(" + literal + ", " + std::to_string(value.size()) + ")";
  }
  std::string operator()(ge::DataType value) const { return std::string(data_type_enumerator(value)); }
  std::string operator()(proto::TensorDefault) const { return "Tensor()"; }
  template <typename T>
  std::string operator()(const std::vector<T> &values) const {
    std::string out = "{";
    for (const auto &value : values)
      out.append(out.size() > 1 ? ", " : "").append((*this)(static_cast<const T &>(value)));
    return out + "}";
  }
};

// Whether `text` can stand as plain tokens: stringified it gives itself. Otherwise it goes into a string literal, whose
// quotes the interface takes off again.
bool stands_plain(std::string_view text) {
  int depth = 0;
  char before = ' ';
  for (const char c : text) {
    const bool word = is_identifier(std::string_view(&c, 1)) || (c >= '0' && c <= '9');
    if (!word && std::string_view("(){}:, ").find(c) == std::string_view::npos) return false;
    if (c == ' ' && before == ' ') return false;
    if (c == '(' || c == '{') ++depth;
    if ((c == ')' || c == '}') && --depth < 0) return false;
    before = c;
  }
  // One word alone is a symbol by convention, and is written as a string.
  return depth == 0 && before != ' ' && !is_identifier(text);
}

class BlockWriter {
 public:
  explicit BlockWriter(const OpPrototype &op) : op_(op) {}

  Result<std::string> write() {
    out_ = "REG_OP(" + op_.type + ")\n";
    for (const auto &input : op_.inputs) {
      constexpr std::string_view kMacros[] = {"INPUT", "OPTIONAL_INPUT", "DYNAMIC_INPUT"};
      OPSTRATA_TRY(tensor(kMacros[static_cast<size_t>(input.kind)], "input", input.name, input.dtype));
    }
    for (const auto &output : op_.outputs) {
      const bool dynamic = output.kind == proto::OutputKind::kDynamic;
      OPSTRATA_TRY(tensor(dynamic ? "DYNAMIC_OUTPUT" : "OUTPUT", "output", output.name, output.dtype));
    }
    for (const auto &attr : op_.attrs) OPSTRATA_TRY(attribute(attr));
    for (const auto &subgraph : op_.subgraphs) {
      member(subgraph.kind == proto::SubgraphKind::kStatic ? "GRAPH" : "DYNAMIC_GRAPH", subgraph.name);
    }
    for (const auto &[symbol, def] : op_.symbols) OPSTRATA_TRY(data_type(symbol, def));
    out_ += "    .OP_END_FACTORY_REG(" + op_.type + ")\n";
    return std::move(out_);
  }

 private:
  void member(std::string_view macro, std::string_view arguments) {
    out_.append("    .").append(macro).append("(").append(arguments).append(")\n");
  }

  Status refuse(std::string_view kind, const std::string &name, std::string_view reason) const {
    return fail(Msg::kHistoryNoSource, {{"op", op_.type}, {"kind", kind}, {"name", name}, {"reason", reason}});
  }

  Status tensor(std::string_view macro, std::string_view kind, const std::string &name, const std::string &dtype) {
    const bool plain = stands_plain(dtype);
    // Stringification doubles backslashes and escapes quotes inside a literal, and takes off quotes at the ends only.
    if (!plain && dtype.find_first_of("\"\\\n\r") != std::string::npos) {
      return refuse(kind, name, "data type " + string_literal(dtype) + " holds a quote, a backslash or a line end");
    }
    member(macro, name + ", " + (plain ? dtype : "\"" + dtype + "\""));
    return {};
  }

  Status attribute(const proto::AttrDef &attr) {
    if (attr.type == proto::AttrType::kUnknown)
      return refuse("attribute", attr.name, "type word '" + attr.type_word + "' is unknown");
    if (attr.required) {
      member("REQUIRED_ATTR", attr.name + ", " + attr.type_word);
      return {};
    }
    const std::string literal = std::visit(Literal(), attr.default_value);
    if (literal.empty()) return refuse("attribute", attr.name, "an optional attribute needs a default value");
    member("ATTR", attr.name + ", " + attr.type_word + ", " + literal);
    return {};
  }

  Status data_type(const std::string &symbol, const SymbolDef &def) {
    if (!is_identifier(symbol)) return refuse("data type", symbol, "the symbol is no identifier");
    std::string list;
    const auto add = [&list](const std::string &item) { list.append(list.empty() ? "" : ", ").append(item); };
    for (const ge::DataType type : def.types) add(std::string(data_type_enumerator(type)));
    for (const std::string &name : def.promotes) add(string_literal(name));
    std::string expression =
        def.kind == SymbolDef::Kind::kPromote ? "Promote({" + list + "})" : "TensorType({" + list + "})";
    if (def.kind == SymbolDef::Kind::kListRange) expression = "ListTensorType(" + expression + ")";
    member("DATATYPE", symbol + ", " + expression);
    return {};
  }

  const OpPrototype &op_;
  std::string out_;
};

}  // namespace

Result<std::string> prototype_source(const OpPrototype &prototype) {
  OPSTRATA_TRY(archivable(prototype));
  return BlockWriter(prototype).write();
}

Result<std::string> prototype_file_source(const std::vector<const OpPrototype *> &prototypes,
                                          const std::string &origin) {
  std::string out = "// Operator prototypes from " + printable(origin) +
                    ", written by `opstrata proto source`.\n#include \"graph/operator_reg.h\"\n\nnamespace ge {\n\n";
  for (const OpPrototype *prototype : prototypes) {
    Result<std::string> block = prototype_source(*prototype);
    if (!block.ok()) return block.status();
    out.append(*block).append("\n");
  }
  return out + "}  // namespace ge\n";
}

}  // namespace opstrata::history
