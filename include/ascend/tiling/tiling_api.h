/**
 * @file
 * Host side of the kernel toolkit, as far as it does not depend on kernels: platform information and tiling data. The
 * tiling classes of its kernel libraries (matrix products, sorts, reductions) are not part of a CPU toolkit.
 */
#ifndef LIB_TILING_API_H
#define LIB_TILING_API_H

#include "exe_graph/runtime/tiling_context.h"
#include "graph/ge_error_codes.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"

/** Sources open these namespaces whether they use something of them or not. */
namespace AscendC {}
namespace matmul_tiling {}

#endif  // LIB_TILING_API_H
