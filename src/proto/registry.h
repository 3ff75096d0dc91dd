/// @file
/// What REG_OP and the inference macros registered in this process, by operator type. Created on first use, never destroyed;
/// libraries that registered something stay loaded.
#ifndef OPSTRATA_SRC_PROTO_REGISTRY_H_
#define OPSTRATA_SRC_PROTO_REGISTRY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "graph/operator_factory.h"
#include "proto/prototype.h"

namespace opstrata::proto {

/// Books a creator under the library that holds `address`. The same place registered again (a header in several sources of
/// one library) is dropped.
OPSTRATA_INTERNAL void register_creator(std::string_view type, ge::OpCreatorV2 creator, SourceLocation where, const void *address);
/// The creator in force; null when the type is not registered. Valid for the life of the process.
OPSTRATA_INTERNAL const ge::OpCreatorV2 *find_creator(std::string_view type);
/// Puts the registrations of each type in the order of the roots that the environment names now (base/root_order.h).
OPSTRATA_INTERNAL void sort_by_roots();
/// Counts the registrations of prototypes and the times that they were sorted; never 0.
OPSTRATA_INTERNAL uint64_t registrations();
/// Registered types in ascending byte order.
OPSTRATA_INTERNAL std::vector<std::string> registered_types();

/// The functions registered for a type; empty ones were not registered.
struct InferFunctions {
  ge::InferShapeFunc shape;
  ge::InferFormatFunc format;
  ge::VerifyFunc verify;
  ge::InferValueRangeFunc value_range;
  std::optional<ge::WHEN_CALL> value_range_when;  ///< set, without function, for the default
};
OPSTRATA_INTERNAL InferFunctions find_infer_functions(std::string_view type);

/// Every registration of `type`, the one in force first.
OPSTRATA_INTERNAL std::vector<const OpPrototype *> prototype_candidates(std::string_view type);

/// Loads the libraries for good and gives what they register: ascending by type, one prototype (the strongest) each. What the process had
/// before, as operators of our own libraries, is left out. Error: the status of the first library that cannot be loaded.
OPSTRATA_INTERNAL Result<std::vector<const OpPrototype *>> prototypes_of_libraries(
    const std::vector<std::string> &paths);
/// Both places and origins of a differing duplicate, as one line.
OPSTRATA_INTERNAL std::string describe(const DuplicatePrototype &duplicate);

}  // namespace opstrata::proto

#endif  // OPSTRATA_SRC_PROTO_REGISTRY_H_
