// One library of the precedence tests: `Shared` differs in every library by the default of `level`, `Same` does not.
#include "graph/operator_reg.h"

namespace ge {
REG_OP(Shared).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL()).ATTR(level, Int, OPSTRATA_TEST_LEVEL).OP_END_FACTORY_REG(Shared)
REG_OP(Same).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL()).ATTR(level, Int, 7).OP_END_FACTORY_REG(Same)
#if OPSTRATA_TEST_LEVEL == 0
REG_OP(OnlyBuiltIn).OUTPUT(y, TensorType::ALL()).OP_END_FACTORY_REG(OnlyBuiltIn)
#endif
}  // namespace ge
