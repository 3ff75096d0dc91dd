/// @file
/// Life cycle of the log of a process (foreign-build section 4.6). Logging needs no set-up here; flushing is DlogFlush.
#ifndef PLOG_H_
#define PLOG_H_

#include "log_types.h"

#endif  // PLOG_H_
