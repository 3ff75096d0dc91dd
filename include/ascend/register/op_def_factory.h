/**
 * @file
 * Where operator definitions are registered (foreign-build sections 4.12, 5.1). A definition is built when somebody asks for it;
 * a second registration of a type in one library is ignored, those of several libraries are kept apart by origin.
 */
#ifndef OP_DEF_FACTORY_H
#define OP_DEF_FACTORY_H

#include <functional>

#include "opstrata/visibility.h"
#include "register/op_def.h"

namespace ops {
class OPSTRATA_API OpDefFactory {
 public:
  /** Returns 0, or -1 without a type or creator. */
  static int OpDefRegister(const char *op_type, std::function<OpDef(const char *)> creator);
  /** The same without an allocation per operator; weak, so that libraries also load beside a framework that lacks it. */
  static int OpDefRegisterV2(const char *op_type, OpDef (*creator)(const char *)) __attribute__((weak));
};
}  // namespace ops

#endif  // OP_DEF_FACTORY_H
