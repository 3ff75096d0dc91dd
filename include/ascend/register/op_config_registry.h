/**
 * @file
 * A configuration for one more chip, added to an operator's definition from another place than the definition (foreign-build
 * section 4.12).
 */
#ifndef INC_EXTERNAL_REGISTER_OP_CONFIG_REGISTRY_H_
#define INC_EXTERNAL_REGISTER_OP_CONFIG_REGISTRY_H_

#include "opstrata/visibility.h"
#include "register/op_def.h"

namespace ops {
using OpAICoreConfigFunc = OpAICoreConfig (*)();

/** Registers by its construction. The function is called when the definition of the operator is read. */
class OPSTRATA_API OpConfigRegistry {
 public:
  OpConfigRegistry(const char *op_type, const char *soc, OpAICoreConfigFunc func);
};
}  // namespace ops

/* Any number of times per file; `soc` is a string. */
#define REGISTER_OP_AICORE_CONFIG(opType, soc, func) REGISTER_OP_AICORE_CONFIG_COUNTED(opType, soc, func, __COUNTER__)
#define REGISTER_OP_AICORE_CONFIG_COUNTED(opType, soc, func, counter) REGISTER_OP_AICORE_CONFIG_NAMED(opType, soc, func, counter)
#define REGISTER_OP_AICORE_CONFIG_NAMED(opType, soc, func, counter) \
  static ::ops::OpConfigRegistry g_##opType##_config_##counter __attribute__((unused))(#opType, soc, func)

#endif  // INC_EXTERNAL_REGISTER_OP_CONFIG_REGISTRY_H_
