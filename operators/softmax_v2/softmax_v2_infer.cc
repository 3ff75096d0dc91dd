#include "support/infer.h"

namespace opstrata::operators {

IMPL_OP_INFERSHAPE(SoftmaxV2).InferShape(infer_same);

}  // namespace opstrata::operators
