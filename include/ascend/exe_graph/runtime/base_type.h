/**
 * @file
 * Basic types of the run contexts. `UINT32` and `KernelStatus` are global names of the interface (opdev-api section 4.1).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_BASE_TYPE_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_BASE_TYPE_H_

#include <stdint.h>

typedef unsigned int UINT32;
typedef UINT32 KernelStatus;

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_BASE_TYPE_H_
