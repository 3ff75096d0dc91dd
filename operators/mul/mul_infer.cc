#include "support/infer.h"

namespace opstrata::operators {

IMPL_OP_INFERSHAPE(Mul).InferShape(infer_broadcast);

}  // namespace opstrata::operators
