#include "esgen/literals.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/data_type.h"

namespace opstrata::esgen {
namespace {

/// Number of bytes of the UTF-8 sequence at `text[i]`, 0 when there is none (surrogates and overlong forms count as none).
size_t utf8_length(std::string_view text, size_t i) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(i);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || i + length > text.size()) return 0;
  for (size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(i + 1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) || (first == 0xF0 && second < 0x90) ||
      (first == 0xF4 && second >= 0x90)) {
    return 0;
  }
  return length;
}

/// Python's escape when the bytes at `text[i]` are a line separator or a character that changes the direction of the text
/// after it, so that an editor shows other code than a compiler reads; else empty.
std::string invisible(std::string_view text, size_t i) {
  if (text.size() < i + 3 || text[i] != '\xE2' || (text[i + 1] != '\x80' && text[i + 1] != '\x81')) return {};
  static constexpr char kHex[] = "0123456789abcdef";
  const int code = (text[i + 1] == '\x80' ? 0 : 0x40) + (static_cast<unsigned char>(text[i + 2]) & 0x3F);
  const bool controls = code == 0x0E || code == 0x0F || (code >= 0x28 && code <= 0x2E) || (code >= 0x66 && code <= 0x69);
  return controls ? std::string("\\u20") + kHex[code >> 4] + kHex[code & 15] : std::string();
}

std::string shortest(double value) {
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

/// Makes digits of `to_chars` a floating literal: `1` -> `1.0`.
std::string with_point(std::string digits) {
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

/// How a language writes values.
struct Style {
  std::string (*integer)(int64_t);
  std::string (*real)(float);
  std::string (*string)(std::string_view);
  const char *yes;
  const char *no;
  const char *type_prefix;
  const char *tensor;
  const char *open;
  const char *close;
  bool single_comma;  ///< Python's one-element tuple
};

std::string python_int(int64_t value) { return std::to_string(value); }

/// For readers: `inf`, `-inf`, `nan`, else Python's digits.
std::string plain_float(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return python_float(value);
}

const Style kCpp = {cpp_int, cpp_float, cpp_string, "true", "false", "ge::", "EsMakeUnique<ge::Tensor>(ge::Tensor())", "{", "}",
                    false};
const Style kPython = {python_int, python_float, python_string, "True", "False", "DataType.", "None", "(", ")", true};
const Style kPlain = {python_int, plain_float, python_string, "true", "false", "", "Tensor()", "[", "]", false};

template <typename List, typename Item>
std::string list(const Style &style, const List &values, Item item) {
  std::string text = style.open;
  bool first = true;
  for (const auto &value : values) {
    if (!first) text += ", ";
    first = false;
    text += item(value);
  }
  if (style.single_comma && values.size() == 1) text += ',';
  return text + style.close;
}

std::string render(const Style &style, const proto::AttrValue &value) {
  const auto boolean = [&](bool b) { return std::string(b ? style.yes : style.no); };
  const auto type = [&](ge::DataType t) { return style.type_prefix + std::string(data_type_enumerator(t)); };
  const auto ints = [&](const std::vector<int64_t> &v) { return list(style, v, style.integer); };
  struct Visitor {
    const Style &style;
    const decltype(boolean) &boolean_;
    const decltype(type) &type_;
    const decltype(ints) &ints_;
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(int64_t v) const { return style.integer(v); }
    std::string operator()(float v) const { return style.real(v); }
    std::string operator()(bool v) const { return boolean_(v); }
    std::string operator()(const std::string &v) const { return style.string(v); }
    std::string operator()(ge::DataType v) const { return type_(v); }
    std::string operator()(const proto::TensorDefault &) const { return style.tensor; }
    std::string operator()(const std::vector<int64_t> &v) const { return ints_(v); }
    std::string operator()(const std::vector<float> &v) const { return list(style, v, style.real); }
    std::string operator()(const std::vector<bool> &v) const { return list(style, v, boolean_); }
    std::string operator()(const std::vector<std::string> &v) const { return list(style, v, style.string); }
    std::string operator()(const std::vector<ge::DataType> &v) const { return list(style, v, type_); }
    std::string operator()(const std::vector<std::vector<int64_t>> &v) const { return list(style, v, ints_); }
  };
  return std::visit(Visitor{style, boolean, type, ints}, value);
}

std::string octal(unsigned char byte) {
  return {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + ((byte >> 3) & 7)),
          static_cast<char>('0' + (byte & 7))};
}

}  // namespace

std::string cpp_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '?') {
      out += "\\?";  // no trigraph can form
    } else if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F) {
      out += octal(static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string python_string(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const size_t length = utf8_length(text, i);
    if (length == 0) {
      out += std::string("\\udc") + kHex[byte >> 4] + kHex[byte & 15];
    } else if (length > 1) {
      const std::string escape = invisible(text, i);
      out += escape.empty() ? text.substr(i, length) : escape;
    } else if (byte == '"' || byte == '\\') {
      out += std::string("\\") + text[i];
    } else if (byte == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += std::string("\\x") + kHex[byte >> 4] + kHex[byte & 15];
    } else {
      out += text[i];
    }
    i += length == 0 ? 1 : length;
  }
  return out + '"';
}

std::string comment_text(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8_length(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    if (length == 0 || byte < 0x20 || byte == 0x7F || !invisible(text, i).empty()) {
      out += ' ';
    } else if (byte == '/' && !out.empty() && out.back() == '*') {
      out += " /";
    } else if (byte == '*' && !out.empty() && out.back() == '/') {
      out += " *";
    } else if (byte == '"' && out.size() >= 2 && out.substr(out.size() - 2) == "\"\"") {
      out += " \"";  // a Python docstring stays open
    } else {
      out += text.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  while (!out.empty() && (out.back() == '\\' || out.back() == ' ')) out.pop_back();
  return out;
}

std::string cpp_int(int64_t value) {
  // The magnitude of INT64_MIN is no int64_t literal.
  if (value == INT64_MIN) return "(-9223372036854775807LL - 1)";
  const bool is_int = value >= INT32_MIN + 1LL && value <= INT32_MAX;
  return std::to_string(value) + (is_int ? "" : "LL");
}

std::string cpp_float(float value) {
  if (std::isnan(value)) return std::signbit(value) ? "-std::numeric_limits<float>::quiet_NaN()" : "std::numeric_limits<float>::quiet_NaN()";
  if (std::isinf(value)) return value < 0 ? "-std::numeric_limits<float>::infinity()" : "std::numeric_limits<float>::infinity()";
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return with_point({buffer, end}) + "f";
}

std::string python_float(float value) {
  if (std::isnan(value)) return std::signbit(value) ? "float(\"-nan\")" : "float(\"nan\")";
  if (std::isinf(value)) return value < 0 ? "float(\"-inf\")" : "float(\"inf\")";
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  const std::string digits(buffer, end);
  // Python reads the digits as a double first; rounding twice may miss the float, then the double's own digits are needed.
  const double as_double = std::strtod(digits.c_str(), nullptr);
  return with_point(static_cast<float>(as_double) == value ? digits : shortest(value));
}

std::string cpp_default(const proto::AttrDef &attr) {
  if (!attr.count_of.empty()) return cpp_int(kCounted);
  return attr.required ? "" : render(kCpp, attr.default_value);
}
std::string python_default(const proto::AttrDef &attr) {
  if (!attr.count_of.empty()) return "None";
  return attr.required ? "" : render(kPython, attr.default_value);
}
std::string plain_default(const proto::AttrDef &attr) {
  if (!attr.count_of.empty()) return "number of " + attr.count_of;
  return attr.required ? "" : render(kPlain, attr.default_value);
}

}  // namespace opstrata::esgen
