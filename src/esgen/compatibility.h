/// @file
/// Comparing an old prototype with the current one, as far as callers notice: equal call shapes, renamed inputs, exact old
/// parameter lists that can be forwarded, and the differences in words for reports.
#ifndef OPSTRATA_SRC_ESGEN_COMPATIBILITY_H_
#define OPSTRATA_SRC_ESGEN_COMPATIBILITY_H_

#include <optional>
#include <string>
#include <vector>

#include "base/export.h"
#include "esgen/plan.h"
#include "esgen/prove.h"

namespace opstrata::esgen {

/// Whether both have the same calls: they may differ in data types and in the values of defaults.
OPSTRATA_INTERNAL bool same_calls(const proto::OpPrototype &a, const proto::OpPrototype &b);

/// Inputs that kept place and kind and changed their name.
OPSTRATA_INTERNAL Renames find_renames(const proto::OpPrototype &old, const proto::OpPrototype &current);

/// The first `total` parameters of an old release's function, `required` of them mandatory, carried over to the current elements:
/// reordered attributes, attributes that became inputs (as constants), removed inputs (as a plain nullptr). What the current
/// operator requires besides has the default that it had. No value when something has no counterpart.
std::optional<Signature> forward_signature(const Signature &old_signature, size_t required, size_t total, const proto::OpPrototype &old,
                                           const proto::OpPrototype &current, const Renames &renames);

/// "input y was removed; attribute a became required."
std::string describe_changes(const proto::OpPrototype &old, const proto::OpPrototype &current);
std::string advice_for(const proto::OpPrototype &old, const proto::OpPrototype &current);

/// `default_changed` warnings: callers that leave the attribute out get today's default.
void add_default_changes(const proto::OpPrototype &current, const std::vector<OldPrototype> &history, Plan *plan);
/// Changes that calls survive but users should know: renamed inputs, changed results.
void add_notes(const proto::OpPrototype &old, const proto::OpPrototype &current, const std::string &release, Plan *plan);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_COMPATIBILITY_H_
