/// @file
/// Which launcher writes, reads and needs which storage, and from that where each storage lies in the workspace
/// (opdev-api section 2.25). Launchers run in the order in which they were added: every edge leads from an earlier to a
/// later one, because an input can only be what exists already, so this order is topological, and it also keeps an in-place
/// update behind earlier readers.
#ifndef OPSTRATA_SRC_EXEC_KERNEL_GRAPH_H_
#define OPSTRATA_SRC_EXEC_KERNEL_GRAPH_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "opdev/common_types.h"

namespace opstrata::exec {

/// One launcher's tensors, by the storages they lie in.
struct GraphNode {
  uint32_t op_type = 0;
  size_t position = 0;  ///< of its launcher
  std::vector<const aclTensor *> inputs, outputs, workspace;
  uint64_t scratch_bytes = 0;  ///< of the kernel, beside the workspace tensors
};

class KernelGraph {
 public:
  /// Adds a node for the launcher that was added last.
  void add(GraphNode node) {
    node.position = launchers_ == 0 ? 0 : launchers_ - 1;
    nodes_.push_back(std::move(node));
  }
  void launcher_added() { ++launchers_; }
  void clear() {
    launchers_ = 0;
    nodes_.clear();
  }
  const std::vector<GraphNode> &nodes() const { return nodes_; }
  std::vector<GraphNode> &nodes() { return nodes_; }

 private:
  size_t launchers_ = 0;
  std::vector<GraphNode> nodes_;
};

/// A storage (or a kernel's scratch) that needs memory from node `first` to node `last`.
struct Lifetime {
  const aclStorage *storage = nullptr;  ///< null for scratch
  size_t first = 0;
  size_t last = 0;
  uint64_t bytes = 0;
  uint64_t offset = 0;  ///< result of place()
};

/// Lifetimes of all storages that are in the workspace, by first use, then the scratch of each node.
/// `aliases` maps storages that lie inside another one to it.
using StorageAliases = std::map<const aclStorage *, const aclStorage *>;
std::vector<Lifetime> lifetimes(const KernelGraph &graph, const StorageAliases &aliases);
/// The storage that `storage` lies in: itself unless it was redirected, following redirects of redirects.
const aclStorage *resolve(const aclStorage *storage, const StorageAliases &aliases);

/// Gives every entry an offset and returns the bytes in total. Entries share memory when their lifetimes do not touch and
/// `share` is true. The result depends on nothing but the entries.
uint64_t place(std::vector<Lifetime> &entries, bool share);

/// Bytes that a tensor of `bytes` takes: `(bytes + 32 + 511) & ~511`.
constexpr uint64_t aligned_bytes(uint64_t bytes) { return (bytes + 32 + 511) & ~uint64_t{511}; }

/// No tensor that a machine can hold takes more bytes.
constexpr uint64_t kMostBytes = uint64_t{1} << 47;
/// Bytes of so many elements, rounded up; INT64_MAX when they are too many to count.
uint64_t counted_bytes(int64_t elements, op::DataType type);
/// Bytes of a storage that a tensor reaches; INT64_MAX when they are too many to count.
uint64_t reach_bytes(const aclTensor &tensor);
/// Bytes from the first to the end of the last element of a tensor that is not empty: of its view, or of its storage in
/// a private format. INT64_MAX when they are too many to count.
uint64_t touched_bytes(const aclTensor &tensor);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_KERNEL_GRAPH_H_
