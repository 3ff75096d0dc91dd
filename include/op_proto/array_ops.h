/// @file
/// Prototypes for graph programs (see graph_program_ops.h) under a name by which they look for them.
#ifndef OPSTRATA_OP_PROTO_ARRAY_OPS_H_
#define OPSTRATA_OP_PROTO_ARRAY_OPS_H_

#include "graph_program_ops.h"

#endif  // OPSTRATA_OP_PROTO_ARRAY_OPS_H_
