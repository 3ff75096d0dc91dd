/// @file
/// Numbers of operator types, process-wide (opdev-api section 2.19).
#ifndef OPSTRATA_SRC_EXEC_OP_TYPES_H_
#define OPSTRATA_SRC_EXEC_OP_TYPES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace opstrata::exec {

/// The number of `name` (blanks at its ends do not count), made on first use; 0 for an empty name.
uint32_t op_type_id(std::string_view name);
/// Name of a number; "BEGIN__" for 0 and unknown ones. Lives as long as the process.
const std::string &op_type_name(uint32_t id);
/// Registered types.
size_t op_type_count();

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_OP_TYPES_H_
