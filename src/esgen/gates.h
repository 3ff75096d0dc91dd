/// @file
/// The seed's conservative ambiguity check (design 4.2.5 stage 2, es-api section 8.6): Gate 1 compares how many arguments
/// two signatures take, Gate 2 whether typical arguments fit both at every position. The resolver is exact; the gates stay
/// because the seed's shapes follow from them.
#ifndef OPSTRATA_SRC_ESGEN_GATES_H_
#define OPSTRATA_SRC_ESGEN_GATES_H_

#include <string>
#include <vector>

#include "base/export.h"
#include "esgen/signature.h"

namespace opstrata::esgen {

struct GateResult {
  bool clash = false;
  size_t first = 0, second = 0;  ///< the pair
  size_t arguments = 0;          ///< the argument count at which every position is shared
  std::string text;              ///< one sentence
};
/// Checks every pair of signatures that are no guards, companions or forwards.
OPSTRATA_INTERNAL GateResult check_gates(const std::string &op_type, const std::vector<Signature> &set);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_GATES_H_
