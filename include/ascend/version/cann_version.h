/**
 * Version of the interface of the toolkit as a whole that this installation offers. Sources choose branches by the number:
 * major * 10,000,000 + minor * 100,000 + patch * 1,000.
 */
#ifndef OPSTRATA_VERSION_CANN_VERSION_H_
#define OPSTRATA_VERSION_CANN_VERSION_H_

#define CANN_MAJOR 9
#define CANN_MINOR 1
#define CANN_PATCH 0
#define CANN_VERSION_NUM 90100000

#endif  // OPSTRATA_VERSION_CANN_VERSION_H_
