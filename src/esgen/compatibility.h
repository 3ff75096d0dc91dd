/// @file
/// Comparing an old prototype with the current one, as far as callers notice: equal call shapes, renamed inputs, exact old
/// parameter lists that can be forwarded, and the differences in words for reports.
#ifndef OPSTRATA_SRC_ESGEN_COMPATIBILITY_H_
#define OPSTRATA_SRC_ESGEN_COMPATIBILITY_H_

#include <optional>
#include <string>
#include <vector>

#include "esgen/plan.h"
#include "esgen/prove.h"

namespace opstrata::esgen {

/// Whether both have the same calls: they may differ in data types and in the values of defaults.
bool same_calls(const proto::OpPrototype &a, const proto::OpPrototype &b);

/// Inputs that kept place and kind and changed their name.
Renames find_renames(const proto::OpPrototype &old, const proto::OpPrototype &current);

/// The old release's own parameter list, carried over to the current elements: reordered and retyped attributes as far as
/// the current operator still has them. Ends before the first parameter that has no counterpart. No value when even the
/// mandatory ones have none.
std::optional<Signature> forward_signature(const proto::OpPrototype &old, const proto::OpPrototype &current, const Renames &renames);

/// "input y was removed; attribute a became required."
std::string describe_changes(const proto::OpPrototype &old, const proto::OpPrototype &current);
std::string advice_for(const proto::OpPrototype &old, const proto::OpPrototype &current);

/// `default_changed` warnings: callers that leave the attribute out get today's default.
void add_default_changes(const proto::OpPrototype &current, const std::vector<OldPrototype> &history, Plan *plan);
/// Changes that calls survive but users should know: renamed inputs, changed results.
void add_notes(const proto::OpPrototype &old, const proto::OpPrototype &current, const std::string &release, Plan *plan);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_COMPATIBILITY_H_
