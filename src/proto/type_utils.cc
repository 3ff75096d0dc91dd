#include "graph/utils/type_utils.h"

#include "base/data_type.h"

namespace ge {
namespace {

AscendString text(std::string_view name, const char *otherwise) {
  return name.empty() ? AscendString(otherwise) : AscendString(name.data(), name.size());
}
std::string_view view(const AscendString &s) { return {s.GetString(), s.GetLength()}; }

}  // namespace

AscendString TypeUtils::DataTypeToAscendString(const DataType &data_type) {
  return text(opstrata::data_type_serial_name(data_type), "UNDEFINED");
}
DataType TypeUtils::AscendStringToDataType(const AscendString &str) {
  return opstrata::data_type_from_name(view(str)).value_or(DT_UNDEFINED);
}
AscendString TypeUtils::FormatToAscendString(const Format &format) { return text(opstrata::format_name(format), "RESERVED"); }
Format TypeUtils::AscendStringToFormat(const AscendString &str) {
  return opstrata::format_from_name(view(str)).value_or(FORMAT_RESERVED);
}
bool TypeUtils::GetDataTypeLength(DataType data_type, uint32_t &length) {
  const int size = GetSizeByDataType(data_type);
  if (size < 0) return false;
  length = static_cast<uint32_t>(size);
  return true;
}

}  // namespace ge
