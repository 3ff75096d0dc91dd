/// @file
/// The dump of tensors (opdev-api section 2.30): while OPSTRATA_DUMP_DIR names a folder, phase two writes the tensors
/// of DFX_IN before and those of DFX_OUT after the launches, each as a NumPy file. OPSTRATA_DUMP_LEVEL=operator (or
/// "all", for both) writes inputs and outputs of every operator instead. What an operator that fails was given is
/// written whatever the level.
#ifndef OPSTRATA_SRC_EXEC_DUMP_H_
#define OPSTRATA_SRC_EXEC_DUMP_H_

#include <span>
#include <string>

#include "acl/acl_base_rt.h"
#include "base/status.h"
#include "graph/types.h"

struct aclTensor;

namespace opstrata::exec {

/// OPSTRATA_DUMP_DIR; null: nothing is dumped.
const char *dump_folder();
/// Whether calls, and whether single operators are dumped.
bool dumps_calls();
bool dumps_operators();
/// "<type>.<name>.<n>", n counting the calls of the process.
std::string dump_name(const char *type, const char *name);
/// Writes `<folder>/<name>.<side>.<i>.npy` for every tensor when the stream gets there; null tensors are left out.
Status dump_tensors(const std::string &name, const char *side, std::span<const aclTensor *const> tensors, aclrtStream stream);
/// The same at once, for memory of one dimension.
Status dump_memory(const std::string &name, const char *side, size_t index, ge::DataType type, int64_t elements, const void *data);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_DUMP_H_
