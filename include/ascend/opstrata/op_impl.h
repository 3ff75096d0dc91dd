/**
 * @file
 * The inference and tiling functions in force, in the form of a space registry: for tests of operator libraries
 * (op-test-kit-api section 20, kit choice).
 */
#ifndef OPSTRATA_OPSTRATA_OP_IMPL_H_
#define OPSTRATA_OPSTRATA_OP_IMPL_H_

#include <memory>

#include "opstrata/visibility.h"

namespace gert {
class OpImplSpaceRegistryV2;  /* base/registry/op_impl_space_registry_v2.h */
}

namespace opstrata {
/**
 * The default space registry if one is set, else a new registry with all functions of this process: those of the program and
 * the libraries that it loaded, of custom paths, vendors and built-in operators, in that precedence. Never null.
 */
OPSTRATA_API std::shared_ptr<gert::OpImplSpaceRegistryV2> op_impls_in_force();
}  // namespace opstrata

#endif  // OPSTRATA_OPSTRATA_OP_IMPL_H_
