/// @file
/// Prototypes for graph programs (see array_ops.h) under a name by which they look for them.
#ifndef OPSTRATA_OP_PROTO_OPS_PROTO_LEGACY_H_
#define OPSTRATA_OP_PROTO_OPS_PROTO_LEGACY_H_

#include "array_ops.h"

#endif  // OPSTRATA_OP_PROTO_OPS_PROTO_LEGACY_H_
