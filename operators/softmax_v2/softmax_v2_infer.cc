#include "support/infer.h"

namespace opstrata::operators {

IMPL_OP_INFERSHAPE(SoftmaxV2).InferShape(infer_same).InferDataType(infer_type_same);

}  // namespace opstrata::operators
