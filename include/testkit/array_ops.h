/// @file
/// Prototypes that tests put in front of the operator under test: inputs and constants of a graph (op-test-kit-api
/// section 22). The file of the same name in the operator folder has more; both share a guard, so that whichever comes
/// first serves.
#ifndef OPSTRATA_OP_PROTO_ARRAY_OPS_H_
#define OPSTRATA_OP_PROTO_ARRAY_OPS_H_

#include "opstrata/data_prototypes.h"

#endif  // OPSTRATA_OP_PROTO_ARRAY_OPS_H_
