/// @file
/// Inside of the registry of inference functions.
#ifndef OPSTRATA_SRC_INFER_REGISTRY_H_
#define OPSTRATA_SRC_INFER_REGISTRY_H_

#include <functional>
#include <string_view>
#include <vector>

#include "infer/infer.h"

namespace opstrata::infer {

/// Loads what the environment names now and puts entries and prototypes in the order of its roots.
void follow_roots();

/// The entry of `op_type` for the library that holds `address`, made on first use; the library is pinned.
Entry &entry_for(std::string_view op_type, const void *address);

/// Changes an entry under the registry's lock.
void update(Entry &entry, const std::function<void(Functions &)> &change);

/// Entries of the library whose code `address` lies in, in order of registration.
std::vector<const Entry *> entries_of_library(const void *address);

/// Every entry: by operator type, within a type the strongest origin first. Loads the libraries of the operator roots.
std::vector<const Entry *> all_entries();

}  // namespace opstrata::infer

#endif  // OPSTRATA_SRC_INFER_REGISTRY_H_
