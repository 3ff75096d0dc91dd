/// @file
/// The whole lower runtime layer (foreign-build section 4.9).
#ifndef CCE_RUNTIME_RT_H
#define CCE_RUNTIME_RT_H

#include "base.h"
#include "config.h"
#include "context.h"
#include "dev.h"
#include "event.h"
#include "kernel.h"
#include "mem.h"
#include "rts/rts_kernel.h"
#include "stream.h"

#endif  // CCE_RUNTIME_RT_H
