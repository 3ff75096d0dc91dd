/// @file
/// What changed between two prototypes of one operator, in classes that say what a change means to callers: the
/// vocabulary of release notes, of `opstrata history diff` and of the real histories' event lists.
#ifndef OPSTRATA_SRC_HISTORY_DIFFERENCE_H_
#define OPSTRATA_SRC_HISTORY_DIFFERENCE_H_

#include <string>
#include <vector>

#include "base/export.h"
#include "proto/prototype.h"

namespace opstrata::history {

/// One change. `kind` is `<what>.<how>`:
/// op.new, op.removed, op.renamed_candidate (a removed operator whose interface a new one has);
/// input.new_required|new_optional|new_dynamic .end|.middle (end: no older input comes after it), input.removed,
/// input.renamed (same place and kind), input.reordered, input.required_to_optional, input.optional_to_required,
/// input.kind_changed (to or from dynamic); output.new.end|.middle, output.removed, output.renamed, output.reordered,
/// output.kind_changed; {input,output}.dtype_widened|dtype_narrowed|dtype_changed_both_ways|dtype_text_only;
/// attr.new_required, attr.new_optional.end|.middle, attr.removed, attr.renamed (same place, type and requirement),
/// attr.reordered, attr.became_input (besides attr.removed and input.new…), attr.type_changed, attr.default_changed,
/// attr.required_to_optional, attr.optional_to_required; subgraph.new, subgraph.removed, subgraph.kind_changed.
struct Change {
  std::string kind;
  std::string op_type;
  std::string name;        ///< parameter, by its name before; empty for the operator itself and for reorderings
  std::string renamed_to;  ///< *.renamed, op.renamed_candidate
  std::string old_value, new_value;         ///< kinds, types, defaults, data-type texts, orders of names
  std::vector<std::string> added, dropped;  ///< data types
  int index = -1;                           ///< place of something new (after) or removed (before)
  std::string before, after;                ///< signatures of the whole operator; empty where there is none
};

/// Changes from `before` to `after`; either may be null (the operator is new or gone). Empty: same interface, and the
/// same data types where both tell them.
OPSTRATA_INTERNAL std::vector<Change> differences(const proto::OpPrototype *before, const proto::OpPrototype *after);
/// The same over two releases, both ascending by type; with op.renamed_candidate.
OPSTRATA_INTERNAL std::vector<Change> differences(const std::vector<proto::OpPrototype> &before,
                                                  const std::vector<proto::OpPrototype> &after);

/// The operator in one line: `Pad(x, mask?, parts[], graph body, String mode="constant", ListInt pads) -> y, rest[]`.
OPSTRATA_INTERNAL std::string signature(const proto::OpPrototype &op);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_DIFFERENCE_H_
