/**
 * @file
 * The tensor of the run contexts under its short path; everything is in runtime_tensor.h.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_TENSOR_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_TENSOR_H_

#include "exe_graph/runtime/runtime_tensor.h"

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_TENSOR_H_
