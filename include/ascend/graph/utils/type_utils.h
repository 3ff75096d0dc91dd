/**
 * @file
 * Names of data types and formats (es-api section 2.1, opdev-api section 4.4). The serial name of a type is its enumerator,
 * but BF16 is written `DT_BFLOAT16`; both are read. Formats are written without `FORMAT_`. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_UTILS_TYPE_UTILS_H_
#define OPSTRATA_GRAPH_UTILS_TYPE_UTILS_H_

#include <cstdint>
#include <string>

#include "graph/ascend_string.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace ge {

class OPSTRATA_API TypeUtils {
 public:
  /// `UNDEFINED` for a value without a name.
  static AscendString DataTypeToAscendString(const DataType &data_type);
  /// DT_UNDEFINED for a name that is not one.
  static DataType AscendStringToDataType(const AscendString &str);
  /// `RESERVED` for a value without a name; sub format and C0 code are not written.
  static AscendString FormatToAscendString(const Format &format);
  /// FORMAT_RESERVED for a name that is not one.
  static Format AscendStringToFormat(const AscendString &str);
  static Format DataFormatToFormat(const AscendString &str) { return AscendStringToFormat(str); }
  /// What GetSizeByDataType gives; false when the type has no size.
  static bool GetDataTypeLength(DataType data_type, uint32_t &length);

  static std::string DataTypeToSerialString(const DataType data_type) { return DataTypeToAscendString(data_type).GetString(); }
  static DataType SerialStringToDataType(const std::string &str) { return AscendStringToDataType(str.c_str()); }
  static std::string FormatToSerialString(const Format format) { return FormatToAscendString(format).GetString(); }
  static Format SerialStringToFormat(const std::string &str) { return AscendStringToFormat(str.c_str()); }
  static Format DataFormatToFormat(const std::string &str) { return AscendStringToFormat(str.c_str()); }
};

}  // namespace ge

#endif  // OPSTRATA_GRAPH_UTILS_TYPE_UTILS_H_
