/// @file
/// Data type promotion for outputs declared with `Promote`.
#ifndef OPSTRATA_SRC_INFER_PROMOTE_H_
#define OPSTRATA_SRC_INFER_PROMOTE_H_

#include "graph/types.h"

namespace opstrata::infer {

/// The smallest type that holds values of both in the sense of opdev-api section 2.5; DT_UNDEFINED when there is none.
ge::DataType promote(ge::DataType a, ge::DataType b);

}  // namespace opstrata::infer

#endif  // OPSTRATA_SRC_INFER_PROMOTE_H_
