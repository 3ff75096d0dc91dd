/// @file
/// What the two copies of string_boundary.cc (one per string ABI) stand on: no function here takes or returns std::string.
#ifndef OPSTRATA_SRC_EXEC_STRING_CORE_H_
#define OPSTRATA_SRC_EXEC_STRING_CORE_H_

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graph/types.h"

namespace opstrata::exec {

/// Makes the formatted text, behind `code`, this thread's recent message.
void report_formatted(const char *code, const char *format, va_list args);
/// DT_UNDEFINED and FORMAT_RESERVED for unknown names.
ge::DataType data_type_of_name(std::string_view name);
ge::Format format_of_name(std::string_view name);
/// Number of a registered operator type, 0 for an unknown one.
uint32_t find_op_type(std::string_view name);
/// Long chip name of an op::PlatformInfo object. Lives as long as the process.
std::string_view soc_long_version_of(const void *platform_info);
/// "Api/L0Function" of this thread.
void log_api_info(char *text, size_t size);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_STRING_CORE_H_
