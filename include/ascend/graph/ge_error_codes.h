/**
 * @file
 * Second name of graph/error_codes.h.
 */
#ifndef OPSTRATA_GRAPH_GE_ERROR_CODES_H_
#define OPSTRATA_GRAPH_GE_ERROR_CODES_H_

#include "graph/error_codes.h"

#endif  // OPSTRATA_GRAPH_GE_ERROR_CODES_H_
