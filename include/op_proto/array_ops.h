/// @file
/// Inputs and constants of a graph, and the further prototypes for graph programs (see graph_program_ops.h).
#ifndef OPSTRATA_OP_PROTO_ARRAY_OPS_H_
#define OPSTRATA_OP_PROTO_ARRAY_OPS_H_

#include "graph_program_ops.h"
#include "opstrata/data_prototypes.h"

#endif  // OPSTRATA_OP_PROTO_ARRAY_OPS_H_
