#include "support/infer.h"

namespace opstrata::operators {

IMPL_OP_INFERSHAPE(Relu).InferShape(infer_same);

}  // namespace opstrata::operators
