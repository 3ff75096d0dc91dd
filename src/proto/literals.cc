// Default literals of operators.json (es-api section 4.5). Texts are those of nlohmann-json, which wrote all archives
// so far.
#include <simdjson.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/data_type.h"
#include "base/messages.h"
#include "proto/prototype.h"

namespace opstrata::proto {
namespace {

using Json = nlohmann::json;
using Element = simdjson::dom::element;

constexpr std::string_view kTensorText = "Tensor()";
/// Text of a data type that has no name, and the value that such a text is read as.
constexpr std::string_view kNamelessType = "UNDEFINED";
constexpr ge::DataType kNamelessValue = ge::DT_MAX;
// JSON has no such numbers; they are archived as these strings.
constexpr std::string_view kInfinity = "inf";
constexpr std::string_view kMinusInfinity = "-inf";
constexpr std::string_view kNotANumber = "nan";

Json to_json(int64_t value) { return value; }
Json to_json(bool value) { return value; }
Json to_json(float value) {
  if (std::isnan(value)) return kNotANumber;
  if (std::isinf(value)) return value > 0 ? kInfinity : kMinusInfinity;
  return static_cast<double>(value);
}
Json to_json(const std::string &value) { return value; }
Json to_json(ge::DataType value) {
  const std::string_view name = data_type_serial_name(value);
  return name.empty() ? kNamelessType : name;
}
template <typename T>
Json to_json(const std::vector<T> &values) {
  Json array = Json::array();
  for (const auto &value : values) array.push_back(to_json(static_cast<const T &>(value)));
  return array;
}

/// Why a value cannot be taken.
struct Refusal {
  std::string reason;
  bool out_of_range = false;  ///< of the right kind, but no attribute can hold it
};

/// Reads one JSON value as `T`; false when it is of another kind or too large. `refusal` then says why.
bool read(Element json, int64_t &value, Refusal &refusal) {
  if (json.get(value) == simdjson::SUCCESS) return true;
  double number = 0;
  refusal.out_of_range = json.get(number) == simdjson::SUCCESS && std::abs(number) >= 0x1p63;
  refusal.reason = "an integer of 64 bits is needed";
  return false;
}
bool read(Element json, bool &value, Refusal &refusal) {
  if (json.get(value) == simdjson::SUCCESS) return true;
  refusal.reason = "true or false is needed";
  return false;
}
bool read(Element json, float &value, Refusal &refusal) {
  if (double number = 0; json.get(number) == simdjson::SUCCESS) {
    if (std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max())) {
      value = static_cast<float>(number);
      return true;
    }
    refusal.reason = "the number does not fit a float of 32 bits";
    refusal.out_of_range = true;
    return false;
  }
  if (std::string_view text; json.get(text) == simdjson::SUCCESS) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    const bool known = text == kInfinity || text == kMinusInfinity || text == kNotANumber;
    if (known)
      value = text == kInfinity ? inf : text == kMinusInfinity ? -inf : std::numeric_limits<float>::quiet_NaN();
    if (known) return true;
  }
  refusal.reason = "a number is needed";
  return false;
}
bool read(Element json, std::string &value, Refusal &refusal) {
  if (std::string_view text; json.get(text) == simdjson::SUCCESS) {
    value = text;
    return true;
  }
  refusal.reason = "a string is needed";
  return false;
}
bool read(Element json, ge::DataType &value, Refusal &refusal) {
  std::string name;
  if (!read(json, name, refusal)) return false;
  const auto type = data_type_from_name(name);
  if (!type && name != kNamelessType) {
    refusal.reason = "there is no data type of this name";
    return false;
  }
  value = type.value_or(kNamelessValue);
  return true;
}
bool read(Element json, TensorDefault &, Refusal &refusal) {
  std::string text;
  if (read(json, text, refusal) && text == kTensorText) return true;
  refusal.reason = "only Tensor() is possible";
  return false;
}
template <typename T>
bool read(Element json, std::vector<T> &values, Refusal &refusal) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) {
    refusal.reason = "an array is needed";
    return false;
  }
  for (const Element element : array) {
    T value{};
    if (!read(element, value, refusal)) return false;
    values.push_back(std::move(value));
  }
  return true;
}

template <typename T>
bool read_as(Element json, AttrValue &value, Refusal &refusal) {
  T typed{};
  if (!read(json, typed, refusal)) return false;
  value = std::move(typed);
  return true;
}

bool read_kind(AttrType type, Element json, AttrValue &value, Refusal &refusal) {
  switch (type) {
    case AttrType::kInt: return read_as<int64_t>(json, value, refusal);
    case AttrType::kFloat: return read_as<float>(json, value, refusal);
    case AttrType::kBool: return read_as<bool>(json, value, refusal);
    case AttrType::kString: return read_as<std::string>(json, value, refusal);
    case AttrType::kType: return read_as<ge::DataType>(json, value, refusal);
    case AttrType::kTensor: return json.is_null() || read_as<TensorDefault>(json, value, refusal);
    case AttrType::kListInt: return read_as<std::vector<int64_t>>(json, value, refusal);
    case AttrType::kListFloat: return read_as<std::vector<float>>(json, value, refusal);
    case AttrType::kListBool: return read_as<std::vector<bool>>(json, value, refusal);
    case AttrType::kListString: return read_as<std::vector<std::string>>(json, value, refusal);
    case AttrType::kListType: return read_as<std::vector<ge::DataType>>(json, value, refusal);
    case AttrType::kListListInt: return read_as<std::vector<std::vector<int64_t>>>(json, value, refusal);
    case AttrType::kNamedAttrs:
    case AttrType::kBytes:
    case AttrType::kListTensor:
    case AttrType::kListNamedAttrs:
    case AttrType::kUnknown: break;
  }
  refusal.reason = "attributes of this kind have no literals";
  return false;
}

std::string dump(const Json &json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Whether a text whose numbers one parser refuses is JSON all the same.
bool holds_large_number(std::string_view literal) {
  try {
    return !Json::parse(literal).is_discarded();
  } catch (const Json::out_of_range &) {
    return true;
  } catch (const Json::exception &) {
    return false;
  }
}

struct ToLiteral {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(const TensorDefault &tensor) const {
    return tensor.has_data ? std::string() : dump(kTensorText);
  }
  template <typename T>
  std::string operator()(const T &value) const {
    return dump(to_json(value));
  }
};

}  // namespace

std::string default_literal(const AttrDef &attr) { return std::visit(ToLiteral(), attr.default_value); }

Result<AttrValue> parse_default_literal(AttrType type, std::string_view literal) {
  if (literal.empty()) return AttrValue();
  thread_local simdjson::dom::parser parser;
  const std::string_view word = type == AttrType::kUnknown ? "unknown" : attr_type_word(type);
  Element json;
  if (const auto error = parser.parse(literal.data(), literal.size()).get(json); error != simdjson::SUCCESS) {
    const Status status =
        fail(Msg::kLiteralNotJson, {{"literal", literal}, {"kind", word}, {"reason", simdjson::error_message(error)}});
    return error == simdjson::DEPTH_ERROR || (error == simdjson::NUMBER_ERROR && holds_large_number(literal))
               ? Status(Code::kInvalid, status.text())
               : status;
  }
  AttrValue value;
  Refusal refusal;
  if (!read_kind(type, json, value, refusal)) {
    const Status status =
        fail(Msg::kLiteralMismatch, {{"literal", literal}, {"kind", word}, {"reason", refusal.reason}});
    return refusal.out_of_range ? Status(Code::kInvalid, status.text()) : status;
  }
  return value;
}

}  // namespace opstrata::proto
