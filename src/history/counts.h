/// @file
/// Attributes that are counts: what `REG_OP` cannot say about an operator is registered beside its prototype.
#ifndef OPSTRATA_SRC_HISTORY_COUNTS_H_
#define OPSTRATA_SRC_HISTORY_COUNTS_H_

#include <deque>
#include <string>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "proto/prototype.h"

namespace opstrata::history {

/// Why `AttrDef::count_of` of an operator's attribute cannot stand: the attribute is no Int, or the name is neither a dynamic
/// input nor a dynamic output. Empty: it can.
OPSTRATA_INTERNAL std::string count_obstacle(const proto::OpPrototype &op, const proto::AttrDef &attr);

/// Reads `{"AddN": {"N": "x"}}` (operator, attribute, dynamic input or output whose number of tensors the attribute is when a call
/// leaves it out) and replaces the operators concerned in `prototypes` by copies, kept in `copies`, that have it.
/// Returns a line for each operator that is not there. Errors: kNotFound, kIo, kCorrupt with file, JSON pointer and reason.
OPSTRATA_INTERNAL Result<std::vector<std::string>> register_counts(const std::string &path,
                                                                   std::vector<const proto::OpPrototype *> *prototypes,
                                                                   std::deque<proto::OpPrototype> *copies);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_COUNTS_H_
