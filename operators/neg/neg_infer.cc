#include "support/infer.h"

namespace opstrata::operators {

IMPL_OP_INFERSHAPE(Neg).InferShape(infer_same);

}  // namespace opstrata::operators
