/// @file
/// Numbers of operator types, process-wide (opdev-api section 2.19).
#ifndef OPSTRATA_SRC_EXEC_OP_TYPES_H_
#define OPSTRATA_SRC_EXEC_OP_TYPES_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "infer/infer.h"

namespace opstrata::exec {

/// The number of `name` (blanks at its ends do not count), made on first use; 0 for an empty name.
uint32_t op_type_id(std::string_view name);
/// Name of a number; "BEGIN__" for 0 and unknown ones. Lives as long as the process.
const std::string &op_type_name(uint32_t id);
/// What the registries say of the operator type `id`. Null: there is no such entry.
struct KnownOperator {
  const std::string *name = nullptr;
  const infer::Entry *shape_inference = nullptr;
  const proto::OpPrototype *prototype = nullptr;
};
/// A thread that asked before looks nothing up until something is registered or the environment changes.
KnownOperator known_operator(uint32_t id);

/// What a thread remembers of that.
struct KnownOperators {
  struct Place {
    uint64_t state;  ///< of the registries, when it was looked up
    uint32_t id;
    KnownOperator known;
  };
  std::array<Place, 64> places{};
};
/// Registered types.
size_t op_type_count();

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_OP_TYPES_H_
