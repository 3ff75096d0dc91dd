#include "base/data_type.h"

#include <array>

namespace opstrata {
namespace {

// Indexed by the interface's numbers; the test compares every entry with its enumerator.
constexpr std::array<std::string_view, ge::DT_MAX> kDataTypeNames = {
    "DT_FLOAT",       "DT_FLOAT16",     "DT_INT8",     "DT_INT32",       "DT_UINT8",      "",
    "DT_INT16",       "DT_UINT16",      "DT_UINT32",   "DT_INT64",       "DT_UINT64",     "DT_DOUBLE",
    "DT_BOOL",        "DT_STRING",      "DT_DUAL_SUB_INT8", "DT_DUAL_SUB_UINT8", "DT_COMPLEX64", "DT_COMPLEX128",
    "DT_QINT8",       "DT_QINT16",      "DT_QINT32",   "DT_QUINT8",      "DT_QUINT16",    "DT_RESOURCE",
    "DT_STRING_REF",  "DT_DUAL",        "DT_VARIANT",  "DT_BF16",        "DT_UNDEFINED",  "DT_INT4",
    "DT_UINT1",       "DT_INT2",        "DT_UINT2",    "DT_COMPLEX32",   "DT_HIFLOAT8",   "DT_FLOAT8_E5M2",
    "DT_FLOAT8_E4M3FN", "DT_FLOAT8_E8M0", "DT_FLOAT6_E3M2", "DT_FLOAT6_E2M3", "DT_FLOAT4_E2M1", "DT_FLOAT4_E1M2",
    "DT_HIFLOAT4"};
constexpr std::string_view kBfloat16Serial = "DT_BFLOAT16";
constexpr std::string_view kFormatPrefix = "FORMAT_";
constexpr std::string_view kNoFormat = "UNKNOWN";

}  // namespace

std::string_view data_type_enumerator(ge::DataType type) {
  const auto i = static_cast<unsigned>(type);
  return i < kDataTypeNames.size() ? kDataTypeNames[i] : std::string_view();
}

std::string_view data_type_serial_name(ge::DataType type) {
  return type == ge::DT_BF16 ? kBfloat16Serial : data_type_enumerator(type);
}

std::optional<ge::DataType> data_type_from_name(std::string_view name) {
  if (name == kBfloat16Serial) return ge::DT_BF16;
  if (name.empty()) return std::nullopt;
  for (size_t i = 0; i < kDataTypeNames.size(); ++i) {
    if (kDataTypeNames[i] == name) return static_cast<ge::DataType>(i);
  }
  return std::nullopt;
}

std::string_view format_name(ge::Format format) {
  const std::string_view name = ge::GetFormatName(format);
  return name == kNoFormat ? std::string_view() : name;
}

std::optional<ge::Format> format_from_name(std::string_view name) {
  if (name.substr(0, kFormatPrefix.size()) == kFormatPrefix) name.remove_prefix(kFormatPrefix.size());
  if (name.empty() || name == kNoFormat) return std::nullopt;
  for (int i = 0; i <= ge::FORMAT_END; ++i) {
    if (ge::GetFormatName(static_cast<ge::Format>(i)) == name) return static_cast<ge::Format>(i);
  }
  return std::nullopt;
}

int data_type_bits(ge::DataType type) {
  const int size = ge::GetSizeByDataType(type);
  if (size < 0) return 0;
  return size > ge::kDataTypeSizeBitOffset ? size - ge::kDataTypeSizeBitOffset : size * 8;
}

}  // namespace opstrata
