/// @file
/// Running graphs from C: what the Python package `ge` (ge.ge_global, ge.session, ge.allocator; es-api section 11.7) calls. Graphs and
/// tensors are pointers to ge::Graph and ge::Tensor. Functions return 0 or a number other than 0; the reason is the thread's
/// recent message (opstrata_session_recent_error).
#ifndef OPSTRATA_SESSION_H_
#define OPSTRATA_SESSION_H_

#include <stddef.h>
#include <stdint.h>

#include "opstrata/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OpstrataSession OpstrataSession;

/// Options are `count` pairs of texts.
OPSTRATA_API uint32_t opstrata_ge_initialize(const char *const *keys, const char *const *values, size_t count);
OPSTRATA_API uint32_t opstrata_ge_finalize(void);
/// Takes this thread's recent error text; null when there is none. Valid until the thread's next call.
OPSTRATA_API const char *opstrata_session_recent_error(void);

/// Null only when memory is exhausted. Destroy with opstrata_session_destroy, which waits for asynchronous runs.
OPSTRATA_API OpstrataSession *opstrata_session_create(const char *const *keys, const char *const *values, size_t count);
OPSTRATA_API void opstrata_session_destroy(OpstrataSession *session);
/// `graph`: a ge::Graph *, which the session shares.
OPSTRATA_API uint32_t opstrata_session_add_graph(OpstrataSession *session, uint32_t graph_id, const void *graph,
                                                 const char *const *keys, const char *const *values, size_t count);
OPSTRATA_API uint32_t opstrata_session_remove_graph(OpstrataSession *session, uint32_t graph_id);
OPSTRATA_API uint32_t opstrata_session_compile_graph(OpstrataSession *session, uint32_t graph_id);
/// Runs with host tensors (ge::Tensor *). `*outputs` receives an array of new ge::Tensor *; free it with
/// opstrata_session_free_outputs, or take tensors out of it by setting them null.
OPSTRATA_API uint32_t opstrata_session_run_graph(OpstrataSession *session, uint32_t graph_id, const void *const *inputs,
                                                 size_t input_count, void ***outputs, size_t *output_count);
/// Puts the run on an acl stream; outputs are device tensors, valid when the stream was synchronised.
OPSTRATA_API uint32_t opstrata_session_run_graph_with_stream(OpstrataSession *session, uint32_t graph_id, void *stream,
                                                             const void *const *inputs, size_t input_count, void ***outputs,
                                                             size_t *output_count);
/// Deletes the tensors of the array, then the array.
OPSTRATA_API void opstrata_session_free_outputs(void **outputs, size_t count);

/// Memory for runs on a stream: `take(context, bytes)` answers a block (null: none), `address(context, block)` its address and
/// `give(context, block)` takes it back; they are called from any thread.
typedef void *(*OpstrataTakeBlock)(void *context, size_t bytes);
typedef void *(*OpstrataBlockAddress)(void *context, void *block);
typedef void (*OpstrataGiveBlock)(void *context, void *block);
OPSTRATA_API uint32_t opstrata_session_register_allocator(OpstrataSession *session, const void *stream, OpstrataTakeBlock take,
                                                          OpstrataBlockAddress address, OpstrataGiveBlock give, void *context);
OPSTRATA_API uint32_t opstrata_session_unregister_allocator(OpstrataSession *session, const void *stream);

#ifdef __cplusplus
}
#endif

#endif  // OPSTRATA_SESSION_H_
