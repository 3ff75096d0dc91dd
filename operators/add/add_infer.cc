#include "support/infer.h"

namespace opstrata::operators {

IMPL_OP_INFERSHAPE(Add).InferShape(infer_broadcast);
IMPL_OP_INFERSHAPE(AxpyV2).InferShape(infer_broadcast);

}  // namespace opstrata::operators
