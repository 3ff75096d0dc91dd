/// @file
/// Prototypes that tests put in front of the operator under test: `Data`, `Const` and what `array_ops.h` of the
/// operator folder has. The same file is found there by its short name when that folder is on the path.
#ifndef OPSTRATA_TESTKIT_ARRAY_OPS_H_
#define OPSTRATA_TESTKIT_ARRAY_OPS_H_

#include "graph/operator_reg.h"

#if __has_include("../../../opp/built-in/op_proto/inc/array_ops.h")
#include "../../../opp/built-in/op_proto/inc/array_ops.h"
#else
#include "../op_proto/array_ops.h"
#endif

#endif  // OPSTRATA_TESTKIT_ARRAY_OPS_H_
