/**
 * @file
 * Eager style graph building in C (es-api section 10): builders, graph inputs and outputs, constants, descriptions, edges
 * and attributes. Generated operator functions (Es<OpType>) work on the same handles.
 *
 * Errors: functions that return a pointer give null, functions that return uint32_t give a non-zero code
 * (GRAPH_PARAM_INVALID or GRAPH_FAILED); nothing is printed and nothing crashes on null or wrong arguments. The reason is
 * the thread's recent message: EsGetRecentError.
 *
 * Ownership (section 10.8): a builder owns its tensor holders and everything passed to operators (subgraphs, tensors), and
 * the graph until EsBuildGraphAndReset hands it to the caller. Holders must not outlive their builder. One builder belongs
 * to one thread at a time.
 */
#ifndef OPSTRATA_GE_ESB_FUNCS_H_
#define OPSTRATA_GE_ESB_FUNCS_H_

#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stddef.h>
#include <stdint.h>

#include "graph/c_types.h"
#include "opstrata/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One output of a node (or, for a node without outputs, the node itself). Owned by its builder. */
typedef struct EsCTensorHolder EsCTensorHolder;
/* A graph under construction. */
typedef struct EsCGraphBuilder EsCGraphBuilder;
/* A ge::Tensor, a ge::Graph, a ge::GNode. */
typedef struct EsCTensor EsCTensor;
typedef struct EsCGraph EsCGraph;
typedef struct EsCNode EsCNode;

/**
 * Text of this thread's last refusal, or null; valid until the thread's next refusal. Calls that succeed do not clear
 * it: ask only after a call that gave null or a non-zero code. When an argument is missing (null, or no tensor that
 * says which graph is meant), the text ends with the first refusal since the thread made a builder or built a graph:
 * what that call did not give is mostly what is missing.
 */
OPSTRATA_API const char *EsGetRecentError(void);

/** For generated functions: records that a call of `op_type` names no graph: it has neither tensor nor builder. */
OPSTRATA_API void OpstrataEsRefuseNoBuilder(const char *op_type);

/** A builder of the graph `name` (null: "graph"). Freed with EsDestroyGraphBuilder. */
OPSTRATA_API EsCGraphBuilder *EsCreateGraphBuilder(const char *name);
/** Frees the builder and everything that it owns; null is allowed. */
OPSTRATA_API void EsDestroyGraphBuilder(EsCGraphBuilder *graph);

/**
 * A graph input.
 * @param index position among the inputs, from 0; every index once. The inputs of a graph that is built have no gaps.
 * @param name node name; null: "input_<index>".
 * @param type "Data" (also null), "RefData", "AippData" or "AnyData".
 * @param shape `dim_num` dimensions; null: scalar.
 */
OPSTRATA_API EsCTensorHolder *EsCreateGraphInputWithDetails(EsCGraphBuilder *graph, int64_t index, const char *name,
                                                            const char *type, C_DataType data_type, C_Format format,
                                                            const int64_t *shape, int64_t dim_num);
/** A float ND scalar input of type Data named "input_<index>". */
OPSTRATA_API EsCTensorHolder *EsCreateGraphInput(EsCGraphBuilder *graph, int64_t index);
/** Makes `tensor` output number `output_index` of the graph; every index once. */
OPSTRATA_API uint32_t EsSetGraphOutput(EsCTensorHolder *tensor, int64_t output_index);
/**
 * Completes the graph and hands it to the caller (a ge::Graph allocated with new). Null when it was built before, or when
 * input or output indices have gaps. The builder creates nothing afterwards, but still owns its holders.
 */
OPSTRATA_API EsCGraph *EsBuildGraphAndReset(EsCGraphBuilder *graph);

/* Constants. `dims` null or `dim_num` 0: scalar; `value` holds the product of the dimensions and is copied. */
OPSTRATA_API EsCTensorHolder *EsCreateConstInt64(EsCGraphBuilder *graph, const int64_t *value, const int64_t *dims,
                                              int64_t dim_num);
OPSTRATA_API EsCTensorHolder *EsCreateConstInt32(EsCGraphBuilder *graph, const int32_t *value, const int64_t *dims,
                                              int64_t dim_num);
OPSTRATA_API EsCTensorHolder *EsCreateConstUInt64(EsCGraphBuilder *graph, const uint64_t *value, const int64_t *dims,
                                              int64_t dim_num);
OPSTRATA_API EsCTensorHolder *EsCreateConstUInt32(EsCGraphBuilder *graph, const uint32_t *value, const int64_t *dims,
                                              int64_t dim_num);
OPSTRATA_API EsCTensorHolder *EsCreateConstFloat(EsCGraphBuilder *graph, const float *value, const int64_t *dims,
                                              int64_t dim_num);
/* One-dimensional constants of `dim` elements. */
OPSTRATA_API EsCTensorHolder *EsCreateVectorInt64(EsCGraphBuilder *graph, const int64_t *value, int64_t dim);
OPSTRATA_API EsCTensorHolder *EsCreateVectorInt32(EsCGraphBuilder *graph, const int32_t *value, int64_t dim);
OPSTRATA_API EsCTensorHolder *EsCreateVectorUInt64(EsCGraphBuilder *graph, const uint64_t *value, int64_t dim);
OPSTRATA_API EsCTensorHolder *EsCreateVectorUInt32(EsCGraphBuilder *graph, const uint32_t *value, int64_t dim);
OPSTRATA_API EsCTensorHolder *EsCreateVectorFloat(EsCGraphBuilder *graph, const float *value, int64_t dim);
/* Scalar constants. */
OPSTRATA_API EsCTensorHolder *EsCreateScalarInt64(EsCGraphBuilder *graph, int64_t value);
OPSTRATA_API EsCTensorHolder *EsCreateScalarInt32(EsCGraphBuilder *graph, int32_t value);
OPSTRATA_API EsCTensorHolder *EsCreateScalarUInt64(EsCGraphBuilder *graph, uint64_t value);
OPSTRATA_API EsCTensorHolder *EsCreateScalarUInt32(EsCGraphBuilder *graph, uint32_t value);
OPSTRATA_API EsCTensorHolder *EsCreateScalarFloat(EsCGraphBuilder *graph, float value);
/** A constant of any data type that EsCreateEsCTensor takes (an extension of this implementation). */
OPSTRATA_API EsCTensorHolder *EsCreateConstFromData(EsCGraphBuilder *graph, const void *value, const int64_t *dims,
                                                    int64_t dim_num, C_DataType data_type, C_Format format);
/**
 * Names the next node that `graph` would name itself (constants and operators; an extension of this implementation). Names are
 * not checked for uniqueness; null or "" takes the name back. A named node does not count for generated names.
 */
OPSTRATA_API uint32_t EsSetNextNodeName(EsCGraphBuilder *graph, const char *name);
/** A Variable node named `name`; variables of the same name share their value. */
OPSTRATA_API EsCTensorHolder *EsCreateVariable(EsCGraphBuilder *graph, int32_t index, const char *name);

/**
 * A tensor for a Tensor attribute; the data is copied. Every data type of fixed size is taken (sub-byte types packed, as
 * many bytes as the elements need, rounded up), which is more than the eleven types of the interface's first version.
 * The caller owns the result until it is passed to an operator.
 */
OPSTRATA_API EsCTensor *EsCreateEsCTensor(const void *data, const int64_t *dim, int64_t dim_num, C_DataType data_type,
                                          C_Format format);
/** The same from a raw file, which may be longer than needed but not shorter, and not empty. */
OPSTRATA_API EsCTensor *EsCreateEsCTensorFromFile(const char *data_file_path, const int64_t *dim, int64_t dim_num,
                                                  C_DataType data_type, C_Format format);
/** Frees a tensor that was not passed to an operator; null is allowed (an extension of this implementation). */
OPSTRATA_API void EsDestroyEsCTensor(EsCTensor *tensor);

/* Description of the tensor: data type (default float), format (default ND), shape; origin and storage alike. */
OPSTRATA_API uint32_t EsSetDataType(EsCTensorHolder *tensor, C_DataType data_type);
OPSTRATA_API uint32_t EsSetFormat(EsCTensorHolder *tensor, C_Format format);
OPSTRATA_API uint32_t EsSetShape(EsCTensorHolder *tensor, const int64_t *shape, int64_t dim_num);
/** One expression per dimension ("s0", "2*s0", "16"); kept with the output as attribute `_origin_symbol_shape`. */
OPSTRATA_API uint32_t EsSetOriginSymbolShape(EsCTensorHolder *tensor, const char *const *shape, int64_t dim_num);

/** Borrowed: the builder that owns the holder; the node that produces it (a ge::GNode). */
OPSTRATA_API EsCGraphBuilder *EsGetOwnerBuilder(EsCTensorHolder *tensor);
OPSTRATA_API EsCNode *EsGetProducer(EsCTensorHolder *tensor);

/** Control edges from the producer of each of `ctrl_num` sources to the producer of `dst`. */
OPSTRATA_API uint32_t EsAddControlEdge(EsCTensorHolder *dst, EsCTensorHolder **src_ctrl, int64_t ctrl_num);

/* Attributes of the graph (not after the build, not while it has no node), of the tensor (the producer's output), of the
 * producing node. */
OPSTRATA_API uint32_t EsSetInt64AttrForGraph(EsCGraphBuilder *graph, const char *attr_name, int64_t value);
OPSTRATA_API uint32_t EsSetStringAttrForGraph(EsCGraphBuilder *graph, const char *attr_name, const char *value);
OPSTRATA_API uint32_t EsSetBoolAttrForGraph(EsCGraphBuilder *graph, const char *attr_name, bool value);
OPSTRATA_API uint32_t EsSetInt64AttrForTensor(EsCTensorHolder *tensor, const char *attr_name, int64_t value);
OPSTRATA_API uint32_t EsSetStringAttrForTensor(EsCTensorHolder *tensor, const char *attr_name, const char *value);
OPSTRATA_API uint32_t EsSetBoolAttrForTensor(EsCTensorHolder *tensor, const char *attr_name, bool value);
OPSTRATA_API uint32_t EsSetInt64AttrForNode(EsCTensorHolder *tensor, const char *attr_name, int64_t value);
OPSTRATA_API uint32_t EsSetStringAttrForNode(EsCTensorHolder *tensor, const char *attr_name, const char *value);
OPSTRATA_API uint32_t EsSetBoolAttrForNode(EsCTensorHolder *tensor, const char *attr_name, bool value);

/**
 * Checks that `count` elements (-1: not known) of `element_size` bytes each are what a tensor of `data_type` and the given
 * shape takes; packed sub-byte types count bytes. 0, or a non-zero code with the reason in the recent message.
 */
OPSTRATA_API uint32_t OpstrataEsCheckElements(int64_t count, size_t element_size, const int64_t *dims, int64_t dim_num,
                                              C_DataType data_type);

/**
 * `x1 op x2` for op one of '+', '-', '*', '/': calls EsAdd, EsSub, EsMul or EsDiv of a generated operator library that
 * the process has loaded. Without one: null, and the message names the libraries that are expected.
 */
OPSTRATA_API EsCTensorHolder *OpstrataEsArithmetic(char op, EsCTensorHolder *x1, EsCTensorHolder *x2);

#ifdef __cplusplus
}
#endif

#endif /* OPSTRATA_GE_ESB_FUNCS_H_ */
