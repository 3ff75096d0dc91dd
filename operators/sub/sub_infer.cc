#include "support/infer.h"

namespace opstrata::operators {

IMPL_OP_INFERSHAPE(Sub).InferShape(infer_broadcast).InferDataType(infer_type_same);

}  // namespace opstrata::operators
