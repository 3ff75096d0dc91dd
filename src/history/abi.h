/// @file
/// The binary interface of generated functions, as the registry records it. The C function of an operator has one ELF
/// symbol version ("node") per distinct historic parameter list, so that a program linked against an old release finds
/// the list it was compiled for. Nodes are assigned once, from the whole archive, and kept in `<pkg>/abi.json`, which
/// only ever grows: neither a merge, a late maintenance release nor a prune gives a list another node.
#ifndef OPSTRATA_SRC_HISTORY_ABI_H_
#define OPSTRATA_SRC_HISTORY_ABI_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "history/registry.h"
#include "proto/prototype.h"

namespace opstrata::history {

/// A release by its version and date (`YYYY-MM-DD`; empty where nobody wrote it down).
struct AbiRelease {
  std::string version, date;
};

/// One symbol version and the parameter lists that it holds, at most one per operator.
struct AbiNode {
  std::string name;    ///< `ES_<release>`, see abi_node_name
  AbiRelease release;  ///< that first had the lists of this node, but those of `since`
  std::vector<proto::OpPrototype>
      lists;  ///< ascending by type; only what parameter_list covers, and the defaults of the time
  std::map<std::string, std::string> unknown = {};  ///< members that a later minor version wrote, as in Operators
  /// By operator: the release that first had the list, where it is another one (operators that came later than others
  /// have their oldest list in the first node too).
  std::map<std::string, AbiRelease, std::less<>> since = {};

  OPSTRATA_INTERNAL const proto::OpPrototype *find(std::string_view op_type) const;
  /// The release that first had the list of this operator.
  OPSTRATA_INTERNAL const AbiRelease &first_release(std::string_view op_type) const;
};

/// All nodes of a registry in the order of their assignment. The first one holds the oldest list of every operator,
/// because the loader binds references without version to it. After a merge of registries that assigned one list
/// differently it stands in several nodes: each of them is served, and what is built from now on binds the first.
struct AbiRecord {
  std::vector<AbiNode> nodes;
  std::string version = {};  ///< of the format, as it was read; empty: this version's
  std::string unknown = {};  ///< members that a later minor version wrote, as the text of an object

  /// The (first) node that holds exactly this parameter list; null when no release had it.
  OPSTRATA_INTERNAL const AbiNode *find(const proto::OpPrototype &op) const;
  /// Whether some node holds a list of this operator.
  OPSTRATA_INTERNAL bool knows(std::string_view op_type) const;
  /// Assigns a node to the list of `op`, unless it has one: the first node for an operator's first list, else the node
  /// of `release` (a further node when that one has another list of the operator already). True when something was
  /// added.
  OPSTRATA_INTERNAL bool add(const proto::OpPrototype &op, const AbiRelease &release);
};

/// What makes two C parameter lists the same: inputs, owner, dynamic output counts, subgraphs and attributes in the
/// order of the C function with kinds, names and types, and the outputs. Attributes that no function has a parameter
/// for, defaults, data types of tensors and whether an attribute is required (beyond its place) are no part of it.
OPSTRATA_INTERNAL std::string parameter_list(const proto::OpPrototype &op);
/// A hash of that text, 6 letters and digits: symbol names carry it, and their length is most of what old lists cost.
OPSTRATA_INTERNAL std::string parameter_list_hash(const proto::OpPrototype &op);
/// `ES_` and the version; bytes other than letters, digits and `.` as `_` and two hexadecimal digits (linkers take no
/// `-` or `+`). Different versions have different names.
OPSTRATA_INTERNAL std::string abi_node_name(std::string_view version);

/// The record of a registry: what `abi.json` holds, extended by the lists of all releases that it does not cover,
/// ascending by date. Unusable releases and operators count as absent. Error kCorrupt, kIo, kUnsupported (newer major
/// version) for abi.json.
OPSTRATA_INTERNAL Result<AbiRecord> abi_record(const Registry &registry);
/// Operators of a release that have functions and that its archive cannot hold (a default that JSON has no text for):
/// only the record knows their lists.
struct LooseOperators {
  AbiRelease release;
  std::vector<const proto::OpPrototype *> operators;
};
/// Name of the file that stands beside abi.json while a release is visible that it does not know yet. It stays when the
/// writer is stopped; the next one brings abi.json up to date, also when it has nothing else to do.
inline constexpr std::string_view kPendingAbi = ".abi.json.pending";
/// Text of an abi.json.
OPSTRATA_INTERNAL Result<std::string> abi_text(const AbiRecord &record);
/// Brings `<directory>/abi.json` up to date with the releases that the folder has; nothing is written when it is. Every
/// assignment of `source` (may be null), a registry whose releases are taken over, is taken over as well, because
/// programs were linked by it. Error kCorrupt when the two give one node of one operator different lists: no library
/// can serve the programs of both. The lists of `loose` get their nodes too. The caller holds the writers' lock.
OPSTRATA_INTERNAL Status update_abi(const std::string &directory, const Registry *source = nullptr,
                                    const LooseOperators &loose = {});

}  // namespace opstrata::history

#endif  // OPSTRATA_SRC_HISTORY_ABI_H_
