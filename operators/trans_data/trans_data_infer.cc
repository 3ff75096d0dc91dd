#include "support/infer.h"

namespace opstrata::operators {

// The original shape stays; the framework derives the shape in memory from it and the storage format.
IMPL_OP_INFERSHAPE(TransData).InferShape(infer_same);

}  // namespace opstrata::operators
