/// @file
/// The binary interface of generated functions, as the registry records it. The C function of an operator has one ELF symbol
/// version ("node") per distinct historic parameter list, so that a program linked against an old release finds the list it was
/// compiled for. Nodes are assigned once, from the whole archive, and kept in `<pkg>/abi.json`, which only ever grows: neither a
/// merge, a late maintenance release nor a prune gives a list another node.
#ifndef OPSTRATA_SRC_HISTORY_ABI_H_
#define OPSTRATA_SRC_HISTORY_ABI_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "history/registry.h"
#include "proto/prototype.h"

namespace opstrata::history {

/// One symbol version and the parameter lists that it holds, at most one per operator.
struct AbiNode {
  std::string name;     ///< `ES_<release>`, see abi_node_name
  std::string release;  ///< that first had the lists of this node (the first node: the oldest list of every operator)
  std::vector<proto::OpPrototype> lists;  ///< ascending by type; only what parameter_list covers, and the defaults of the time

  OPSTRATA_INTERNAL const proto::OpPrototype *find(std::string_view op_type) const;
};

/// All nodes of a registry in the order of their assignment. The first one holds the oldest list of every operator, because the
/// loader binds references without version to it.
struct AbiRecord {
  std::vector<AbiNode> nodes;

  /// The node that holds exactly this parameter list; null when no release had it.
  OPSTRATA_INTERNAL const AbiNode *find(const proto::OpPrototype &op) const;
  /// Whether some node holds a list of this operator.
  OPSTRATA_INTERNAL bool knows(std::string_view op_type) const;
  /// Assigns a node to the list of `op`, unless it has one: the first node for an operator's first list, else the node of `release`
  /// (a further node when that one has another list of the operator already). True when something was added.
  OPSTRATA_INTERNAL bool add(const proto::OpPrototype &op, const std::string &release);
};

/// What makes two C parameter lists the same: inputs, owner, dynamic output counts, subgraphs and attributes in the order of the C
/// function with kinds, names and types, and the outputs. Defaults, data types of tensors and whether an attribute is required
/// (beyond its place) are no part of it.
OPSTRATA_INTERNAL std::string parameter_list(const proto::OpPrototype &op);
/// 16 hexadecimal digits of that text, for symbol names.
OPSTRATA_INTERNAL std::string parameter_list_hash(const proto::OpPrototype &op);
/// `ES_` and the version; bytes other than letters, digits and `.` as `_` and two hexadecimal digits (linkers take no `-` or `+`).
/// Different versions have different names.
OPSTRATA_INTERNAL std::string abi_node_name(std::string_view version);

/// The record of a registry: what `abi.json` holds, extended by the lists of all releases that it does not cover, ascending by date.
/// Unusable releases and operators count as absent. Error kCorrupt, kIo, kUnsupported (newer major version) for abi.json.
OPSTRATA_INTERNAL Result<AbiRecord> abi_record(const Registry &registry);
/// Text of an abi.json.
OPSTRATA_INTERNAL Result<std::string> abi_text(const AbiRecord &record);
/// Brings `<directory>/abi.json` up to date; nothing is written when it is. Nodes of `other` (may be null), the record of a registry
/// whose releases were taken over, keep their names where these are free. The caller holds the writers' lock.
OPSTRATA_INTERNAL Status update_abi(const std::string &directory, const AbiRecord *other = nullptr);

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_ABI_H_
