// A full-width comma in a data-type expression, as one real header has it (es-api section 1.4). GCC takes it outside pedantic
// mode; Clang refuses the character whatever a header does. Therefore a file of its own.
#include "graph/operator_reg.h"

namespace ge {
REG_OP(FullWidth).INPUT(x, TensorType({DT_FLOAT， DT_INT8})).OP_END_FACTORY_REG(FullWidth)
}  // namespace ge
