/// @file
/// What the planner works on: what a new overload set owes, and sets under construction with their proofs.
#ifndef OPSTRATA_SRC_ESGEN_CANDIDATE_H_
#define OPSTRATA_SRC_ESGEN_CANDIDATE_H_

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "esgen/plan.h"
#include "esgen/prove.h"
#include "esgen/signature.h"

namespace opstrata::esgen {

/// Releases whose calls are alike: they differ in data types and default values at most.
struct Version {
  const proto::OpPrototype *op = nullptr;
  std::vector<std::string> releases;
};

/// What the new set owes: the calls of an old release's own header.
struct Obligation {
  const Version *version = nullptr;
  std::vector<Signature> set;
  Renames renames;
  bool reserved = false;  ///< no release of the window, but a form that a header recommended
};

/// A failure and whose it is.
struct Broken {
  const Obligation *obligation = nullptr;
  CallFailure failure;
};

/// A set under construction with its proof.
struct Candidate {
  Mode mode = Mode::kA0;
  std::vector<Signature> set;
  std::vector<Broken> broken;
  bool gates_pass = true;
  std::string reason;            ///< why it was not taken
  std::string gates;             ///< the pair of signatures that fails the gates
  bool serves_reserved = false;  ///< whether `broken` tells of reserved forms too

  /// How much breaks: the shares of realistic calls, in ten-thousandths of all calls of one old function with one
  /// number of arguments; then the ways in which any calls break. The order in which candidates are better.
  std::pair<size_t, size_t> losses() const {
    double real = 0;
    for (const auto &b : broken) real += b.failure.exotic ? 0 : b.failure.share;
    return {weight(real, ways()), broken.size()};
  }
  /// The same of the window alone: no reserved form is kept at its cost.
  size_t window_losses() const {
    double real = 0;
    size_t count = 0;
    for (const auto &b : broken) {
      if (b.failure.exotic || b.obligation->reserved) continue;
      real += b.failure.share;
      ++count;
    }
    return weight(real, count);
  }
  static size_t weight(double shares, size_t ways) {
    return ways == 0 ? 0 : std::max<size_t>(1, static_cast<size_t>(shares * 1e4 + 0.5 + 1e-6));
  }
  /// Ways in which realistic calls break.
  size_t ways() const {
    return static_cast<size_t>(
        std::count_if(broken.begin(), broken.end(), [](const Broken &b) { return !b.failure.exotic; }));
  }
};

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_CANDIDATE_H_
