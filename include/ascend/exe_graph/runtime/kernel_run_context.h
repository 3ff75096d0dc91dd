/**
 * @file
 * Memory layout of every run context (opdev-api section 4.1). It is interface: test kits write into it.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_KERNEL_RUN_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_KERNEL_RUN_CONTEXT_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A value: types of at most 8 bytes lie in place, larger ones behind the pointer; `deleter` frees what is owned. */
typedef struct {
  union {
    void *pointer;
    unsigned char inplace[sizeof(void *)];
  } data;
  void (*deleter)(void *);
} AsyncAnyValue;

/* `values`: input_size inputs, then output_size outputs; `output_start` points at the first output. */
typedef struct {
  size_t input_size;
  size_t output_size;
  const void *compute_node_info;
  const void *kernel_extend_info;
  AsyncAnyValue **output_start;
  AsyncAnyValue *values[1];
} KernelRunContext;

#ifdef __cplusplus
}
#endif

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_KERNEL_RUN_CONTEXT_H_
