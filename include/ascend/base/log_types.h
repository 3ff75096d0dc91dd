/// @file
/// Numbers of the log by the path of the public root; they are those of pkg_inc/base/log_types.h.
#ifndef OPSTRATA_BASE_LOG_TYPES_H_
#define OPSTRATA_BASE_LOG_TYPES_H_

#include "../../pkg_inc/base/log_types.h"

#endif  // OPSTRATA_BASE_LOG_TYPES_H_
