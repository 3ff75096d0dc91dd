/**
 * Version of the interface of the graph compiler that this installation offers. Sources choose branches by the number:
 * major * 10,000,000 + minor * 100,000 + patch * 1,000.
 */
#ifndef OPSTRATA_VERSION_GE_COMPILER_VERSION_H_
#define OPSTRATA_VERSION_GE_COMPILER_VERSION_H_

#define GE_COMPILER_MAJOR 9
#define GE_COMPILER_MINOR 1
#define GE_COMPILER_PATCH 0
#define GE_COMPILER_VERSION_NUM 90100000

#endif  // OPSTRATA_VERSION_GE_COMPILER_VERSION_H_
