#include "support/infer.h"

namespace opstrata::operators {

IMPL_OP_INFERSHAPE(Add).InferShape(infer_broadcast).InferDataType(infer_type_promoted);
IMPL_OP_INFERSHAPE(AxpyV2).InferShape(infer_broadcast).InferDataType(infer_type_same);

}  // namespace opstrata::operators
