/// @file
/// Where the libraries of operators stand among the roots that the environment names now. Libraries stay loaded, so a
/// root that is put in front of others later, or taken away, changes what is in force without anything being
/// registered.
#ifndef OPSTRATA_SRC_BASE_ROOT_ORDER_H_
#define OPSTRATA_SRC_BASE_ROOT_ORDER_H_

#include <cstdint>

#include "base/export.h"
#include "base/origin.h"

namespace opstrata {

/// Changes with every change of the order; never 0. Registries sort anew when it is another one than when they sorted.
OPSTRATA_INTERNAL uint64_t root_order_version();

/// Whether a registration of `a` takes precedence over one of `b`: the rank decides, then the order of the roots. What
/// a LibrarySearch loaded from a root that the environment names no longer is weaker than everything that it names.
OPSTRATA_INTERNAL bool stronger(const Origin &a, const Origin &b);

}  // namespace opstrata

#endif  // OPSTRATA_SRC_BASE_ROOT_ORDER_H_
