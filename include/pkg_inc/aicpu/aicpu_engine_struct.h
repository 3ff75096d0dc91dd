/**
 * @file
 * The same header under the path of the AI CPU root.
 */
#ifndef AICPU_ENGINE_STRUCT_COMPAT_H
#define AICPU_ENGINE_STRUCT_COMPAT_H

#include "../aicpu_engine_struct.h"

#endif  // AICPU_ENGINE_STRUCT_COMPAT_H
