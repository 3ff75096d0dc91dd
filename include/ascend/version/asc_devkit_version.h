/**
 * Version of the interface of the kernel toolkit that this installation offers. Sources choose branches by the number:
 * major * 10,000,000 + minor * 100,000 + patch * 1,000.
 */
#ifndef OPSTRATA_VERSION_ASC_DEVKIT_VERSION_H_
#define OPSTRATA_VERSION_ASC_DEVKIT_VERSION_H_

#define ASC_DEVKIT_MAJOR 9
#define ASC_DEVKIT_MINOR 1
#define ASC_DEVKIT_PATCH 0
#define ASC_DEVKIT_VERSION_NUM 90100000

#endif  // OPSTRATA_VERSION_ASC_DEVKIT_VERSION_H_
