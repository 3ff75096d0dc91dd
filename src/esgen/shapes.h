/// @file
/// Which overload sets the planner tries: the shapes that a prototype's history gives it, in the ways in which the
/// inputs of each step can be taken (es-api sections 8.5 to 8.7).
#ifndef OPSTRATA_SRC_ESGEN_SHAPES_H_
#define OPSTRATA_SRC_ESGEN_SHAPES_H_

#include <optional>
#include <string>
#include <vector>

#include "esgen/candidate.h"

namespace opstrata::esgen {

/// The shapes of one prototype. Prototype and obligations must outlive it.
class Shapes {
 public:
  /// Distinct input sets of the obligations and the full one, smallest first, reduced to both sides of the steps that
  /// do not merge into one signature (es-api section 8.5, steps 2 and 3).
  Shapes(const proto::OpPrototype &current, const std::vector<const Obligation *> &obligations, Policy policy);

  /// The sets to try, in this order, not proved yet.
  std::vector<Candidate> attempts() const;

 private:
  using Inputs = std::vector<bool>;

  bool is_mergeable(const Inputs &older, const Inputs &newer) const;
  Candidate single() const;
  template <typename Predicate>
  std::vector<std::string> releases_if(Predicate predicate) const;
  std::vector<std::string> releases_of(const Inputs &inputs) const;
  Candidate build(Mode mode, const std::vector<InputUse> &step_use) const;
  size_t old_length(const Inputs &inputs, size_t now) const;
  bool named_builder(const Inputs &inputs) const;
  bool all_optional(const Inputs &inputs) const;
  std::optional<Signature> guard_of(const Signature &shape, const std::vector<size_t> &step, size_t k) const;
  const proto::OpPrototype *oldest_with(const Inputs &inputs) const;

  const proto::OpPrototype &current_;
  const std::vector<const Obligation *> &obligations_;
  const Policy policy_;
  std::vector<std::optional<Inputs>> subsets_;  ///< per obligation
  std::vector<Inputs> shapes_;
  bool has_boundary_ = false;
};

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_SHAPES_H_
