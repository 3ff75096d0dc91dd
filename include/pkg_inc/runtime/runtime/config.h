/// @file
/// The simulated chip (foreign-build section 4.9): rtGetSocVersion and rtGetSocSpec, which base.h declares.
#ifndef CCE_RUNTIME_CONFIG_H
#define CCE_RUNTIME_CONFIG_H

#include "base.h"

#endif  // CCE_RUNTIME_CONFIG_H
