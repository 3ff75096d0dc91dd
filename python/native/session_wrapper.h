/* C functions over ge::Session for the Python package `ge` (es-api section 11.7). The conventions are those of
 * graph_wrapper.h; tensors are its tensor handles. Options come as two arrays of `count` strings. */
#ifndef OPSTRATA_PYTHON_SESSION_WRAPPER_H_
#define OPSTRATA_PYTHON_SESSION_WRAPPER_H_

#include <stddef.h>
#include <stdint.h>

#include "opstrata/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

OPSTRATA_API uint32_t GePyInitialize(const char *const *keys, const char *const *values, size_t count);
OPSTRATA_API uint32_t GePyFinalize(void);

OPSTRATA_API void *GePySessionCreate(const char *const *keys, const char *const *values, size_t count);
/* Waits for asynchronous runs. */
OPSTRATA_API void GePySessionFree(void *session);
OPSTRATA_API uint32_t GePySessionAddGraph(void *session, uint32_t graph_id, void *graph, const char *const *keys,
                                          const char *const *values, size_t count);
OPSTRATA_API uint32_t GePySessionRemoveGraph(void *session, uint32_t graph_id);
/* `outputs` receives an array of tensor handles (GePyArrayFree frees the array). `stream` is used when `asynchronous`.
 */
OPSTRATA_API uint32_t GePySessionRun(void *session, uint32_t graph_id, void **inputs, size_t input_count,
                                     int32_t asynchronous, void *stream, void ***outputs, size_t *output_count);

/* Memory from the caller: `allocate` returns a token (0: no memory) and fills address and size; `release` gets the
 * token. */
typedef uint64_t (*GePyAllocate)(uint64_t size, void **address, uint64_t *block_size);
typedef void (*GePyRelease)(uint64_t token);
OPSTRATA_API uint32_t GePySessionRegisterAllocator(void *session, void *stream, GePyAllocate allocate,
                                                   GePyRelease release);
OPSTRATA_API uint32_t GePySessionUnregisterAllocator(void *session, void *stream);

#ifdef __cplusplus
}
#endif

#endif
