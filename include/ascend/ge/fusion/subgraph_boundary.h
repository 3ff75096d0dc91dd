/// @file
/// The edges at which a part of a graph is cut out (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_SUBGRAPH_BOUNDARY_H_
#define OPSTRATA_GE_FUSION_SUBGRAPH_BOUNDARY_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "opstrata/visibility.h"

namespace ge {
namespace fusion {
/// A port of a node: an input where data enters, an output where it leaves.
struct NodeIo {
  GNode node;
  int64_t index;
};

/// One value that enters the part: all the inputs inside that take it.
class OPSTRATA_API SubgraphInput {
 public:
  SubgraphInput();
  explicit SubgraphInput(std::vector<NodeIo> node_inputs);
  SubgraphInput(const SubgraphInput &other);
  SubgraphInput &operator=(const SubgraphInput &other);
  SubgraphInput(SubgraphInput &&) noexcept;
  SubgraphInput &operator=(SubgraphInput &&) noexcept;
  ~SubgraphInput();
  /// FAILED for an empty node, an input that does not exist or one that takes another value.
  Status AddInput(const NodeIo &node_input);
  std::vector<NodeIo> GetAllInputs() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One value that leaves the part.
class OPSTRATA_API SubgraphOutput {
 public:
  SubgraphOutput();
  explicit SubgraphOutput(const NodeIo &node_output);
  SubgraphOutput(const SubgraphOutput &other);
  SubgraphOutput &operator=(const SubgraphOutput &other);
  SubgraphOutput(SubgraphOutput &&) noexcept;
  SubgraphOutput &operator=(SubgraphOutput &&) noexcept;
  ~SubgraphOutput();
  /// FAILED for an empty node or an output that does not exist.
  Status SetOutput(const NodeIo &node_output);
  /// FAILED while none is set.
  Status GetOutput(NodeIo &node_output) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class OPSTRATA_API SubgraphBoundary {
 public:
  SubgraphBoundary();
  SubgraphBoundary(std::vector<SubgraphInput> inputs, std::vector<SubgraphOutput> outputs);
  SubgraphBoundary(const SubgraphBoundary &other);
  SubgraphBoundary &operator=(const SubgraphBoundary &other);
  SubgraphBoundary(SubgraphBoundary &&) noexcept;
  SubgraphBoundary &operator=(SubgraphBoundary &&) noexcept;
  ~SubgraphBoundary();
  /// FAILED for a negative index or one that is taken.
  Status AddInput(int64_t index, SubgraphInput input);
  Status AddOutput(int64_t index, SubgraphOutput output);
  Status GetInput(int64_t index, SubgraphInput &subgraph_input) const;
  /// FAILED when an index below the greatest is missing.
  Status GetAllInputs(std::vector<SubgraphInput> &subgraph_inputs) const;
  Status GetOutput(int64_t index, SubgraphOutput &subgraph_output) const;
  Status GetAllOutputs(std::vector<SubgraphOutput> &subgraph_outputs) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_SUBGRAPH_BOUNDARY_H_
