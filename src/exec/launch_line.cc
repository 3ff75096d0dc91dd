#include "exec/launch_line.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/data_type.h"
#include "base/messages.h"

namespace opstrata::exec {
namespace {

constexpr std::string_view kVersion = "opstrata1";
constexpr std::string_view kReplay = "; replay: ";
constexpr size_t kMostValues = 1 << 20;  ///< of any list of a line

/// Strides of a contiguous tensor, as kernels get them.
std::vector<int64_t> dense_strides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) {
    const auto dim = static_cast<uint64_t>(std::max<int64_t>(shape[i], 1));
    strides[i - 1] =
        static_cast<int64_t>(static_cast<uint64_t>(strides[i]) * dim);  // wraps for shapes that cannot exist
  }
  return strides;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
/// A letter, a digit or "_".
bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_'; }
bool is_of_name(char c) { return is_word(c) || c == '.' || c == ':'; }
bool is_plain_name(std::string_view name) {
  return !name.empty() && !is_digit(name[0]) && std::all_of(name.begin(), name.end(), is_of_name);
}

// --- Writer ----------------------------------------------------------------------------------------------------------

class Writer {
 public:
  std::string out;

  void text(std::string_view value) {
    static constexpr char kHex[] = "0123456789abcdef";
    out += '"';
    for (const char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte > 0x7E || c == '"' || c == '\\' || c == '\'') {
        out += "\\x";
        out += kHex[byte >> 4];
        out += kHex[byte & 15];
      } else {
        out += c;
      }
    }
    out += '"';
  }
  void name(std::string_view value) { is_plain_name(value) ? void(out += value) : text(value); }
  template <typename T>
  void number(T value, int base = 10) {
    std::array<char, 32> buffer;
    if constexpr (std::is_floating_point_v<T>) {
      out.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
    } else {
      out.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, base).ptr);
    }
  }
  template <typename T>
  void real(T value) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    if (!std::isnan(value)) return number(value);
    out += "nan(";
    number(std::bit_cast<Bits>(value), 16);
    out += ')';
  }
  void type(ge::DataType value) {
    const std::string_view serial = data_type_enumerator(value);
    if (serial.substr(0, 3) != "DT_") {
      out += '#';
      return number(static_cast<int64_t>(value));
    }
    for (const char c : serial.substr(3)) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  void format(ge::Format value) {
    const std::string_view known = format_name(value);
    if (!known.empty() && format_from_name(known) == value) {
      out += known;
    } else {
      out += '#';
      number(static_cast<int64_t>(value));
    }
  }
  template <typename List, typename One>
  void list(const char *open, const List &values, const One &one) {
    out += open;
    bool first = true;
    for (const auto &value : values) {
      if (!first) out += ',';
      first = false;
      one(value);
    }
    out += ']';
  }
  void numbers(const char *open, const std::vector<int64_t> &values) {
    list(open, values, [this](int64_t value) { number(value); });
  }

  void tensor(const aicpu::CallTensor &tensor, int32_t lies_at, uint64_t left_out) {
    if (!tensor.present) {
      out += "none";
      return;
    }
    type(tensor.dtype);
    numbers("[", tensor.shape);
    if (tensor.format != ge::FORMAT_ND || tensor.storage_format != tensor.format) {
      out += ':';
      format(tensor.format);
      if (tensor.storage_format != tensor.format) {
        out += '/';
        format(tensor.storage_format);
      }
    }
    if (!tensor.strides.empty() && tensor.strides != dense_strides(tensor.shape)) numbers(",strides[", tensor.strides);
    if (!tensor.storage_shape.empty() && tensor.storage_shape != tensor.shape)
      numbers(",storage[", tensor.storage_shape);
    if (!tensor.origin_shape.empty() && tensor.origin_shape != tensor.shape) numbers(",origin[", tensor.origin_shape);
    if (tensor.blocked) out += ",blocked";
    const uint64_t bytes = value_bytes(tensor);
    if (tensor.constant != nullptr && bytes <= kLaunchLineConstant && (bytes != 0 || !is_text(tensor.dtype))) {
      out += ",const(";
      for (uint64_t i = 0; i < bytes; ++i) {
        const uint8_t byte = static_cast<const uint8_t *>(tensor.constant)[i];
        number(byte >> 4, 16);
        number(byte & 15, 16);
      }
      out += ')';
    } else if (tensor.constant != nullptr || left_out != 0) {
      out += ",const(#";
      number(tensor.constant != nullptr ? std::max<uint64_t>(bytes, 1) : left_out);
      out += ')';
    }
    if (lies_at >= 0) {
      out += ",@";
      number(lies_at);
    }
  }

  void operator()(int64_t value) { number(value); }
  void operator()(float value) { real(value), out += 'f'; }
  void operator()(double value) { real(value), out += 'd'; }
  void operator()(bool value) { out += value ? "true" : "false"; }
  void operator()(const std::string &value) { text(value); }
  void operator()(ge::DataType value) { out += "t:", type(value); }
  void operator()(const std::vector<int64_t> &value) { numbers("i[", value); }
  void operator()(const std::vector<float> &value) {
    list("f[", value, [this](float v) { real(v); });
  }
  void operator()(const std::vector<bool> &value) {
    list("b[", value, [this](bool v) { (*this)(v); });
  }
  void operator()(const std::vector<std::string> &value) {
    list("s[", value, [this](const std::string &v) { text(v); });
  }
  void operator()(const std::vector<ge::DataType> &value) {
    list("t[", value, [this](ge::DataType v) { type(v); });
  }
  void operator()(const std::vector<std::vector<int64_t>> &value) {
    list("l[", value, [this](const std::vector<int64_t> &v) { numbers("[", v); });
  }

 private:
  static bool is_text(ge::DataType type) { return data_type_bits(type) == 0; }
};

void write_side(Writer &to, const LaunchLine &line, bool is_input) {
  const auto &tensors = is_input ? line.desc.inputs : line.desc.outputs;
  const auto &groups = is_input ? line.desc.input_groups : line.desc.output_groups;
  const size_t first = is_input ? 0 : line.desc.inputs.size();
  const auto one = [&](size_t i) {
    const size_t number = first + i;
    to.tensor(tensors[i], number < line.lies_at.size() ? line.lies_at[number] : -1,
              number < line.left_out.size() ? line.left_out[number] : 0);
  };
  to.out += is_input ? " in(" : " out(";
  for (size_t g = 0; g < groups.size(); ++g) {
    if (g != 0) to.out += ' ';
    to.name(groups[g].name);
    to.out += groups[g].count == 1 ? "=" : "=<";
    for (uint32_t i = 0; i < groups[g].count && groups[g].start + i < tensors.size(); ++i) {
      if (i != 0) to.out += ';';
      one(groups[g].start + i);
    }
    if (groups[g].count != 1) to.out += '>';
  }
  for (size_t i = 0; groups.empty() && i < tensors.size(); ++i) {
    to.out += (i == 0 ? "" : " ") + std::string(is_input ? "input" : "output") + std::to_string(i) + "=";
    one(i);
  }
  to.out += ')';
}

// --- Parser ----------------------------------------------------------------------------------------------------------

/// Reads from the left. The first problem ends everything: every function is false from then on.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<LaunchLine> line() {
    LaunchLine line;
    if (!word(kVersion) || !blank() || !name(line.desc.op_type) || !side(line, true) || !side(line, false) ||
        !attributes(line) || !facts(line)) {
      return fail(Msg::kExecLaunchLine, {{"column", at_ + 1}, {"problem", problem_}});
    }
    for (size_t i = 0, all = line.desc.inputs.size() + line.desc.outputs.size(); i < all; ++i) {
      auto &tensor = i < line.desc.inputs.size() ? line.desc.inputs[i] : line.desc.outputs[i - line.desc.inputs.size()];
      if (has_value_[i]) tensor.constant = line.constants[i].data();
    }
    return line;
  }

 private:
  bool bad(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return false;
  }
  bool bad_at(size_t at, std::string problem) {
    at_ = at;
    return bad(std::move(problem));
  }
  bool has(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  bool skip(std::string_view what) {
    if (!has(what)) return false;
    at_ += what.size();
    return true;
  }
  bool word(std::string_view what) { return skip(what) || bad("\"" + std::string(what) + "\" is expected"); }
  bool blank() { return word(" "); }
  bool ends() const { return at_ == text_.size(); }

  bool hex_digit(unsigned &value) {
    const char c = ends() ? '\0' : text_[at_];
    if (c >= '0' && c <= '9')
      value = static_cast<unsigned>(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = static_cast<unsigned>(c - 'a') + 10;
    else
      return bad("a hexadecimal digit (0-9, a-f) is expected");
    ++at_;
    return true;
  }
  bool hex_byte(uint8_t &byte) {
    unsigned high = 0, low = 0;
    if (!hex_digit(high) || !hex_digit(low)) return false;
    byte = static_cast<uint8_t>(high * 16 + low);
    return true;
  }
  bool text(std::string &value) {
    if (!word("\"")) return false;
    while (!skip("\"")) {
      if (ends()) return bad("the text has no end; a quotation mark is expected");
      if (skip("\\x")) {
        uint8_t byte = 0;
        if (!hex_byte(byte)) return false;
        value += static_cast<char>(byte);
        continue;
      }
      const char c = text_[at_];
      if (c < 0x20 || c > 0x7E || c == '\\' || c == '\'') return bad("this character stands in a text as \\xNN only");
      value += c;
      ++at_;
    }
    return true;
  }
  bool name(std::string &value) {
    if (has("\"")) return text(value);
    const size_t from = at_;
    while (!ends() && is_of_name(text_[at_])) ++at_;
    if (at_ == from || is_digit(text_[from])) return bad_at(from, "a name is expected");
    value = text_.substr(from, at_ - from);
    return true;
  }
  template <typename T>
  bool number(T &value, int base = 10) {
    const char *first = text_.data() + at_, *last = text_.data() + text_.size();
    const auto [end, error] = std::from_chars(first, last, value, base);
    if (error == std::errc::result_out_of_range) return bad("the number does not fit its type");
    if (error != std::errc()) return bad("a whole number is expected");
    at_ += static_cast<size_t>(end - first);
    return true;
  }
  template <typename T>
  bool real(T &value) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    if (skip("nan(")) {
      Bits bits = 0;
      const size_t from = at_;
      if (!number(bits, 16) || !word(")")) return false;
      value = std::bit_cast<T>(bits);
      return std::isnan(value) || bad_at(from, "these bits are a number");
    }
    for (const std::string_view infinite : {"inf", "-inf"}) {
      if (!skip(infinite)) continue;
      value = infinite[0] == '-' ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
      return true;
    }
    const char *first = text_.data() + at_, *last = text_.data() + text_.size();
    if (has("n") || has("-n") || has("i")) return bad("a number is expected");
    const auto [end, error] = std::from_chars(first, last, value);
    if (error == std::errc::result_out_of_range) return bad("the number does not fit its type");
    if (error != std::errc()) return bad("a number is expected");
    at_ += static_cast<size_t>(end - first);
    return true;
  }
  bool type(ge::DataType &value) {
    if (skip("#")) {
      int32_t code = 0;
      if (!number(code)) return false;
      value = static_cast<ge::DataType>(code);
      return true;
    }
    const size_t from = at_;
    std::string spelled = "DT_";
    for (; !ends(); ++at_) {
      const char c = text_[at_];
      if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) break;
      spelled += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    const auto found = data_type_from_name(spelled);
    if (!found) return bad_at(from, "a data type is expected (float, int64, bf16, …)");
    value = *found;
    return true;
  }
  bool format(ge::Format &value) {
    if (skip("#")) {
      int32_t code = 0;
      if (!number(code)) return false;
      value = static_cast<ge::Format>(code);
      return true;
    }
    const size_t from = at_;
    while (!ends() && is_word(text_[at_])) ++at_;
    const auto found = format_from_name(text_.substr(from, at_ - from));
    if (!found) return bad_at(from, "a format is expected (ND, NCHW, …)");
    value = *found;
    return true;
  }
  /// Values up to the closing bracket; the opening one is read already.
  template <typename One>
  bool list(const One &one) {
    if (skip("]")) return true;
    for (size_t count = 0;; ++count) {
      if (count == kMostValues) return bad("the list is too long");
      if (!one()) return false;
      if (skip("]")) return true;
      if (!word(",")) return false;
    }
  }
  template <typename T, typename Read>
  bool values(std::vector<T> &to, const Read &read) {
    return list([&] {
      T value{};
      if (!read(value)) return false;
      to.push_back(std::move(value));
      return true;
    });
  }
  bool numbers(std::vector<int64_t> &to) {
    return values(to, [this](int64_t &value) { return number(value); });
  }
  bool boolean(bool &value) {
    value = skip("true");
    return value || skip("false") || bad("true or false is expected");
  }

  bool constant(LaunchLine &line, const aicpu::CallTensor &tensor) {
    if (skip("#")) {
      if (!number(line.left_out.back())) return false;
      return (line.left_out.back() != 0 || bad("a value of no bytes is not left out")) && word(")");
    }
    auto &bytes = line.constants.back();
    const size_t from = at_;
    while (!has(")")) {
      if (!hex_byte(bytes.emplace_back())) return false;
    }
    if (bytes.size() != value_bytes(tensor)) {
      return bad_at(from, "the value has " + std::to_string(bytes.size()) + " bytes, the tensor " +
                              std::to_string(value_bytes(tensor)));
    }
    has_value_.back() = true;
    bytes.reserve(1);  // an empty value has an address too
    return word(")");
  }
  bool tensor(LaunchLine &line, aicpu::CallTensor &tensor) {
    const size_t position = line.lies_at.size();
    line.lies_at.push_back(-1);
    line.left_out.push_back(0);
    line.constants.emplace_back();
    has_value_.push_back(false);
    if (skip("none")) {
      tensor.present = false;
      return true;
    }
    if (!type(tensor.dtype) || !word("[") || !numbers(tensor.shape)) return false;
    if (skip(":")) {
      if (!format(tensor.format)) return false;
      tensor.storage_format = tensor.format;
      if (skip("/") && !format(tensor.storage_format)) return false;
    }
    if (skip(",strides[")) {
      if (!numbers(tensor.strides)) return false;
      if (tensor.strides.size() != tensor.shape.size()) return bad("as many strides as dimensions are expected");
    }
    if (skip(",storage[") && !numbers(tensor.storage_shape)) return false;
    if (skip(",origin[") && !numbers(tensor.origin_shape)) return false;
    tensor.blocked = skip(",blocked");
    if (skip(",const(") && !constant(line, tensor)) return false;
    if (skip(",@")) {
      int32_t &other = line.lies_at[position];
      const size_t from = at_;
      if (!number(other)) return false;
      if (other < 0 || static_cast<size_t>(other) >= position)
        return bad_at(from, "the number of an earlier tensor is expected");
    }
    return true;
  }
  bool side(LaunchLine &line, bool is_input) {
    if (!word(is_input ? " in(" : " out(")) return false;
    auto &tensors = is_input ? line.desc.inputs : line.desc.outputs;
    auto &groups = is_input ? line.desc.input_groups : line.desc.output_groups;
    while (!skip(")")) {
      if (!groups.empty() && !blank()) return false;
      aicpu::CallGroup group;
      group.start = static_cast<uint32_t>(tensors.size());
      if (!name(group.name) || !word("=")) return false;
      if (skip("<")) {
        while (!skip(">")) {
          if (tensors.size() != group.start && !word(";")) return false;
          if (tensors.size() >= kMostValues) return bad("there are too many tensors");
          if (!tensor(line, tensors.emplace_back())) return false;
        }
      } else if (!tensor(line, tensors.emplace_back())) {
        return false;
      }
      group.count = static_cast<uint32_t>(tensors.size()) - group.start;
      groups.push_back(std::move(group));
    }
    return true;
  }
  bool value(aicpu::CallAttrValue &to) {
    const auto as_list = [&](auto list, const auto &read) {
      return values(list, read) && (to = std::move(list), true);
    };
    if (has("\"")) {
      std::string given;
      return text(given) && (to = std::move(given), true);
    }
    if (has("true") || has("false")) {
      bool given = false;
      return boolean(given) && (to = given, true);
    }
    if (skip("t:")) {
      ge::DataType given{};
      return type(given) && (to = given, true);
    }
    if (skip("i[")) return as_list(std::vector<int64_t>(), [this](int64_t &v) { return number(v); });
    if (skip("f[")) return as_list(std::vector<float>(), [this](float &v) { return real(v); });
    if (skip("s[")) return as_list(std::vector<std::string>(), [this](std::string &v) { return text(v); });
    if (skip("t[")) return as_list(std::vector<ge::DataType>(), [this](ge::DataType &v) { return type(v); });
    if (skip("l[")) {
      return as_list(std::vector<std::vector<int64_t>>(),
                     [this](std::vector<int64_t> &v) { return word("[") && numbers(v); });
    }
    if (skip("b[")) {
      std::vector<bool> given;
      const bool good = list([&] {
        bool one = false;
        if (!boolean(one)) return false;
        given.push_back(one);
        return true;
      });
      return good && (to = std::move(given), true);
    }
    return scalar(to);
  }
  /// An integer ends at its last digit; a real number goes on, up to its "f" or "d".
  bool scalar(aicpu::CallAttrValue &to) {
    const size_t from = at_;
    size_t end = at_;
    while (end < text_.size() && text_[end] != ' ' && text_[end] != ')') ++end;
    if (text_.substr(from, end - from).starts_with("nan(") && end < text_.size())
      ++end;  // the bracket of the bits, and what follows
    while (end < text_.size() && text_[end] != ' ' && text_[end] != ')') ++end;
    const char last = end == from ? '\0' : text_[end - 1];
    if (last == 'f' && text_.substr(from, end - from) != "inf" && text_.substr(from, end - from) != "-inf") {
      float given = 0;
      return real(given) && word("f") && (to = given, true);
    }
    if (last == 'd') {
      double given = 0;
      return real(given) && word("d") && (to = given, true);
    }
    int64_t given = 0;
    return number(given) && (to = given, true);
  }
  bool attributes(LaunchLine &line) {
    if (!word(" attr(")) return false;
    while (!skip(")")) {
      if (!line.desc.attrs.empty() && !blank()) return false;
      aicpu::CallAttr &attr = line.desc.attrs.emplace_back();
      if (!name(attr.name) || !word("=") || !value(attr.value)) return false;
    }
    return true;
  }
  bool facts(LaunchLine &line) {
    line.on_ai_cpu = skip(" core=aicpu");
    line.tensorflow_names = skip(" names=tensorflow");
    if (skip(" api=") && !name(line.api)) return false;
    if (skip(" plan=")) {
      line.plan_hit = skip("hit");
      if (!*line.plan_hit && !skip("miss")) return bad("hit or miss is expected");
    }
    if (skip(" stream=") && !number(line.stream.emplace())) return false;
    if (skip(" us=") && !real(line.microseconds.emplace())) return false;
    if (skip(" sum=")) {
      line.sum = 0;
      for (int i = 0; i < 8; ++i) {
        uint8_t byte = 0;
        if (!hex_byte(byte)) return false;
        line.sum = *line.sum << 8 | byte;
      }
    }
    return ends() ||
           bad("the line should end here, or go on with core, names, api, plan, stream, us, sum in this order");
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string problem_;
  std::vector<bool> has_value_;
};

}  // namespace

uint64_t value_bytes(const aicpu::CallTensor &tensor) {
  uint64_t elements = 1;
  for (const int64_t dim : tensor.shape) {
    if (dim < 0 || __builtin_mul_overflow(elements, static_cast<uint64_t>(dim), &elements)) return 0;
  }
  const auto bits = static_cast<uint64_t>(data_type_bits(tensor.dtype));
  uint64_t all = 0;
  return __builtin_mul_overflow(elements, bits, &all) ? 0 : all / 8 + (all % 8 != 0 ? 1 : 0);
}

void normalise(aicpu::CallDesc &desc) {
  const auto name_all = [](const std::vector<aicpu::CallTensor> &tensors, std::vector<aicpu::CallGroup> &groups,
                           const char *prefix) {
    if (!groups.empty()) return;
    for (uint32_t i = 0; i < tensors.size(); ++i) groups.push_back({prefix + std::to_string(i), i, 1});
  };
  name_all(desc.inputs, desc.input_groups, "input");
  name_all(desc.outputs, desc.output_groups, "output");
  for (auto *side : {&desc.inputs, &desc.outputs}) {
    for (aicpu::CallTensor &tensor : *side) {
      if (!tensor.present) {
        tensor = {};
        tensor.present = false;
      }
      if (tensor.strides == dense_strides(tensor.shape)) tensor.strides.clear();
      if (tensor.storage_shape == tensor.shape) tensor.storage_shape.clear();
      if (tensor.origin_shape == tensor.shape) tensor.origin_shape.clear();
    }
  }
}

std::string to_text(const LaunchLine &line) {
  Writer to;
  to.out = kVersion;
  to.out += ' ';
  to.name(line.desc.op_type);
  write_side(to, line, true);
  write_side(to, line, false);
  to.out += " attr(";
  for (size_t i = 0; i < line.desc.attrs.size(); ++i) {
    if (i != 0) to.out += ' ';
    to.name(line.desc.attrs[i].name);
    to.out += '=';
    std::visit(to, line.desc.attrs[i].value);
  }
  to.out += ')';
  if (line.on_ai_cpu) to.out += " core=aicpu";
  if (line.tensorflow_names) to.out += " names=tensorflow";
  if (!line.api.empty()) to.out += " api=", to.name(line.api);
  if (line.plan_hit) to.out += *line.plan_hit ? " plan=hit" : " plan=miss";
  if (line.stream) to.out += " stream=", to.number(*line.stream);
  if (line.microseconds) to.out += " us=", to.real(*line.microseconds);
  if (line.sum) {
    to.out += " sum=";
    for (int shift = 60; shift >= 0; shift -= 4) to.number(*line.sum >> shift & 15, 16);
  }
  return std::move(to.out);
}

Result<LaunchLine> parse_launch_line(std::string_view text) { return Parser(text).line(); }

Status with_launch_line(const Status &status, const LaunchLine &line) {
  if (status.ok() || status.text().find(kReplay) != std::string::npos) return status;
  return Status(status.code(), status.text() + std::string(kReplay) + to_text(line));
}

}  // namespace opstrata::exec
