/// @file
/// The whole lower runtime layer, by the name that newer find modules look for.
#ifndef CCE_RUNTIME_RT_EXTERNAL_H
#define CCE_RUNTIME_RT_EXTERNAL_H

#include "runtime/rt.h"

#endif  // CCE_RUNTIME_RT_EXTERNAL_H
