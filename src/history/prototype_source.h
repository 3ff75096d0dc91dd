/// @file
/// The way back from an archive to source: prototypes as REG_OP text that compiles to a prototype library holding the
/// same prototypes (es-api section 1).
#ifndef OPSTRATA_SRC_HISTORY_PROTOTYPE_SOURCE_H_
#define OPSTRATA_SRC_HISTORY_PROTOTYPE_SOURCE_H_

#include <string>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "proto/prototype.h"

namespace opstrata::history {

/// One `REG_OP(…) … .OP_END_FACTORY_REG(…)` block, for use inside `namespace ge`. Symbols whose range the prototype
/// does not know get no DATATYPE line. Error kUnsupported: what no source can express (an optional attribute without
/// default, a type word or data-type text that REG_OP cannot hold), naming operator and parameter.
OPSTRATA_INTERNAL Result<std::string> prototype_source(const proto::OpPrototype &prototype);

/// A whole source file: include, `namespace ge`, one block per prototype in the given order. `origin` names where they
/// come from, for the comment at the top.
OPSTRATA_INTERNAL Result<std::string> prototype_file_source(const std::vector<const proto::OpPrototype *> &prototypes,
                                                            const std::string &origin);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_PROTOTYPE_SOURCE_H_
