/// @file
/// The planner's search: proves the candidates, repairs and extends what does not hold, and takes the best.
#ifndef OPSTRATA_SRC_ESGEN_SEARCH_H_
#define OPSTRATA_SRC_ESGEN_SEARCH_H_

#include <vector>

#include "esgen/candidate.h"

namespace opstrata::esgen {

/// The best set for `current`, in the order of emission, with what it breaks of `obligations`. `rejected`: the other
/// candidates are added; null: only the signatures are wanted, exotic calls are not looked for.
Candidate search(const proto::OpPrototype &current, const std::vector<const Obligation *> &obligations, Policy policy,
                 std::vector<RejectedMode> *rejected);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_SEARCH_H_
