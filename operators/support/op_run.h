/// @file
/// Running cases of expected values for operators by their type alone, as operator libraries do with INFER_SHAPE and
/// ADD_TO_LAUNCHER_LIST_AICORE; for tests only.
#ifndef OPSTRATA_OPERATORS_SUPPORT_OP_RUN_H_
#define OPSTRATA_OPERATORS_SUPPORT_OP_RUN_H_

#include <functional>
#include <set>
#include <string>

#include "support/golden.h"

namespace opstrata::operators {

/// Runs every case of operators/<family>/<family>.golden. The name of a case begins with the operator's type and a colon; its
/// attributes are those of the prototype, in its order. Directions:
///   #in, #out  tensors of each parameter, -1 for one that is no list (default: no lists)
///   #host      inputs that are values of the host, by position
///   #max<i>    sizes that output i is planned for; the real ones come from a tensor of OP_OUTSHAPE, inference is left out
///   #format    formats of the inputs, then of the outputs (default: FORMAT_ND)
///   #given     outputs have the shapes that the case gives them, inference is left out
///   #changed   inputs that change in place, by position; the last outputs of the case are what they hold afterwards
///   #ref       outputs that are inputs, too: position of that input for each output, -1 for none
/// The shapes of the outputs must come out of inference; then the operator is launched, on the given strided outputs themselves
/// where there is no #ref. Every case runs twice. Returns the types that were run.
std::set<std::string> run_operator_golden(const std::string &family, const std::function<Tolerance(const std::string &type, const GoldenCase &)> &tolerance);

/// For what is computed in float64 and rounded once; a 16-bit float passes through float32.
Tolerance rounded_once(const std::string &type, const GoldenCase &c);

/// Runs one case of the operator `type` once. Empty, or what is wrong.
std::string run_operator_case(const std::string &type, const GoldenCase &c, Tolerance tolerance);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_OP_RUN_H_
