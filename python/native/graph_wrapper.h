/* C functions over ge::Graph, ge::GNode and ge::Tensor for the Python package `ge` (es-api section 11.6): what ctypes
 * needs and esb_funcs.h does not offer. Private to that package, which is always of the same version.
 *
 * Handles are owned by the caller and freed with the matching ...Free; a handle is a copy that refers to the same
 * graph, node or tensor. Functions that return uint32_t give 0 or a non-zero code; functions that return a pointer give
 * null. The reason is the thread's recent message (EsGetRecentError). */
#ifndef OPSTRATA_PYTHON_GRAPH_WRAPPER_H_
#define OPSTRATA_PYTHON_GRAPH_WRAPPER_H_

#include <stddef.h>
#include <stdint.h>

#include "opstrata/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An attribute value. `kind` is an AttrValueType (es-api section 1.5): list kinds are 1000 + the element's kind. */
typedef struct {
  int32_t kind;
  int64_t integer;  /* INT, BOOL, DATA_TYPE */
  float real;       /* FLOAT */
  const void *data; /* STRING: bytes; TENSOR: tensor handle; lists: elements (BOOL: bytes; DATA_TYPE: int32_t; STRING
                       and LIST_INT: pointers; TENSOR: tensor handles) */
  int64_t count;    /* STRING: bytes; lists: elements */
  const int64_t *inner; /* list of STRING: bytes of each; LIST_LIST_INT: elements of each */
} GePyAttr;

/* Description of one input or output; ranks up to GE_PY_MAX_RANK. */
#define GE_PY_MAX_RANK 64
typedef struct {
  int32_t data_type, format, origin_format, rank, origin_rank;
  int64_t dims[GE_PY_MAX_RANK], origin_dims[GE_PY_MAX_RANK];
} GePyDesc;

/* Whose attribute: a graph's, a node's, that of input or output `index` of a node. */
enum { GE_PY_GRAPH = 0, GE_PY_NODE = 1, GE_PY_INPUT = 2, GE_PY_OUTPUT = 3 };

/* Text of a result, freed with GePyTextFree. */
OPSTRATA_API void GePyTextFree(char *text);
OPSTRATA_API void GePyArrayFree(void **array); /* the array only, not its handles */

OPSTRATA_API uint32_t GePyAttrSet(int32_t owner, void *object, uint32_t index, const char *name, const GePyAttr *value);
/* A view that stays valid until GePyAttrFree. Null when there is no such attribute. */
OPSTRATA_API GePyAttr *GePyAttrGet(int32_t owner, void *object, uint32_t index, const char *name);
OPSTRATA_API void GePyAttrFree(GePyAttr *value);

OPSTRATA_API void *GePyGraphCreate(const char *name);
OPSTRATA_API void *GePyGraphCopyHandle(void *graph);
OPSTRATA_API void GePyGraphFree(void *graph);
OPSTRATA_API char *GePyGraphName(void *graph);
OPSTRATA_API void **GePyGraphNodes(void *graph, int32_t with_subgraphs, size_t *count);
OPSTRATA_API void *GePyGraphFindNode(void *graph, const char *name);
OPSTRATA_API void **GePyGraphSubgraphs(void *graph, size_t *count);
OPSTRATA_API void *GePyGraphSubgraph(void *graph, const char *name);
OPSTRATA_API uint32_t GePyGraphAddSubgraph(void *graph, void *subgraph);
OPSTRATA_API uint32_t GePyGraphRemoveSubgraph(void *graph, const char *name);
OPSTRATA_API uint32_t GePyGraphRemoveNode(void *graph, void *node);
OPSTRATA_API uint32_t GePyGraphRemoveEdge(void *graph, void *src, int32_t src_port, void *dst, int32_t dst_port);
OPSTRATA_API uint32_t GePyGraphAddDataEdge(void *graph, void *src, int32_t src_port, void *dst, int32_t dst_port);
OPSTRATA_API uint32_t GePyGraphAddControlEdge(void *graph, void *src, void *dst);
OPSTRATA_API char *GePyGraphDump(void *graph, int32_t format, size_t *bytes);
OPSTRATA_API uint32_t GePyGraphDumpToFile(void *graph, int32_t format, const char *suffix);
OPSTRATA_API uint32_t GePyGraphSave(void *graph, const char *path);
OPSTRATA_API uint32_t GePyGraphLoad(void *graph, const char *path);

OPSTRATA_API void *GePyNodeCopyHandle(void *node);
OPSTRATA_API void GePyNodeFree(void *node);
OPSTRATA_API char *GePyNodeName(void *node);
OPSTRATA_API char *GePyNodeType(void *node);
OPSTRATA_API void **GePyNodeControlNodes(void *node, int32_t outgoing, size_t *count);
/* Producer of input `index` and its port (-1: not connected). */
OPSTRATA_API void *GePyNodeProducer(void *node, int32_t index, int32_t *port);
/* Consumers of output `index`; `ports` has room for none at first: call with null to learn `count`. */
OPSTRATA_API void **GePyNodeConsumers(void *node, int32_t index, size_t *count, int32_t **ports);
OPSTRATA_API void GePyPortsFree(int32_t *ports);
OPSTRATA_API size_t GePyNodeSize(void *node, int32_t outputs);
OPSTRATA_API uint32_t GePyNodeGetDesc(void *node, int32_t output, int32_t index, GePyDesc *desc);
OPSTRATA_API uint32_t GePyNodeUpdateDesc(void *node, int32_t output, int32_t index, const GePyDesc *desc);

/* `data` null: no bytes. The bytes are copied. */
OPSTRATA_API void *GePyTensorCreate(const void *data, size_t bytes, const GePyDesc *desc);
OPSTRATA_API void *GePyTensorCopyHandle(void *tensor);
OPSTRATA_API void GePyTensorFree(void *tensor);
/* The tensor's description, placement (0 host, 1 device) and bytes; the pointer is valid while the tensor is unchanged.
 */
OPSTRATA_API const void *GePyTensorView(void *tensor, GePyDesc *desc, int32_t *placement, size_t *bytes);
OPSTRATA_API uint32_t GePyTensorSetDesc(void *tensor, const GePyDesc *desc);
OPSTRATA_API uint32_t GePyTensorSetData(void *tensor, const void *data, size_t bytes);
/* Moves the bytes to the current device (1) or to the host (0). */
OPSTRATA_API uint32_t GePyTensorMove(void *tensor, int32_t placement);

#ifdef __cplusplus
}
#endif

#endif
