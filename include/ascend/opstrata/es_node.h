/**
 * @file
 * Table-driven bodies of generated C functions: a constant descriptor of the operator plus one call of the node builder
 * of libeager_style_graph_builder_base. Generated code holds no logic; a fix in the builder fixes every operator.
 *
 * All tables are constants of the caller; nothing is copied but what the node keeps. Every table starts with or is reached
 * from a descriptor that carries its size and version, so that a generated library of an older generator runs on a newer
 * base; a newer descriptor on an older base is refused with both versions (docs/design.md, "Table-driven bodies").
 */
#ifndef OPSTRATA_ES_NODE_H_
#define OPSTRATA_ES_NODE_H_

#include <stdint.h>

#include "ge/esb_funcs.h" /* the handles */
#include "opstrata/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 2: functions for calls of old parameter lists. 3: counted attributes. */
#ifndef OPSTRATA_ES_NODE_VERSION
#define OPSTRATA_ES_NODE_VERSION 3u
#endif

/* Functions that came after version 1. Generated libraries refer to them weakly, so that they load with an older base
 * library; the builder of that one refuses their descriptors with both versions. */
#ifdef OPSTRATA_ES_NODE_DEFINES
#define OPSTRATA_ES_LATER OPSTRATA_API
#else
#define OPSTRATA_ES_LATER OPSTRATA_API __attribute__((weak))
#endif

/* Functions of old parameter lists are instructions where the generator knows the machine's; -DOPSTRATA_ES_PORTABLE leaves all
 * of them to the compiler (needed with -masm=intel). */
#if defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__) && !defined(OPSTRATA_ES_PORTABLE)
#define OPSTRATA_ES_X86_64 1
#endif

enum OpstrataEsInputKind { OPSTRATA_ES_INPUT_REQUIRED = 0, OPSTRATA_ES_INPUT_OPTIONAL = 1, OPSTRATA_ES_INPUT_DYNAMIC = 2 };
enum OpstrataEsOutputKind { OPSTRATA_ES_OUTPUT_REQUIRED = 0, OPSTRATA_ES_OUTPUT_DYNAMIC = 1 };
enum OpstrataEsSubgraphKind { OPSTRATA_ES_SUBGRAPH_STATIC = 0, OPSTRATA_ES_SUBGRAPH_DYNAMIC = 1 };
/* Attribute kinds, by REG_OP type word (es-api section 1.5). */
enum OpstrataEsAttrKind {
  OPSTRATA_ES_ATTR_INT = 0,
  OPSTRATA_ES_ATTR_FLOAT = 1,
  OPSTRATA_ES_ATTR_BOOL = 2,
  OPSTRATA_ES_ATTR_STRING = 3,
  OPSTRATA_ES_ATTR_TYPE = 4,
  OPSTRATA_ES_ATTR_TENSOR = 5,
  OPSTRATA_ES_ATTR_LIST_INT = 6,
  OPSTRATA_ES_ATTR_LIST_FLOAT = 7,
  OPSTRATA_ES_ATTR_LIST_BOOL = 8,
  OPSTRATA_ES_ATTR_LIST_STRING = 9,
  OPSTRATA_ES_ATTR_LIST_TYPE = 10,
  OPSTRATA_ES_ATTR_LIST_LIST_INT = 11
};

/**
 * One value: an argument of a call, or a default. Which field counts follows from the parameter:
 *   tensor / tensor attribute / static subgraph: `p` (EsCTensorHolder *, EsCTensor *, EsCGraph *);
 *   dynamic input / dynamic subgraph: `p` (array of those pointers) and `num`;
 *   dynamic output count: `i`;  Int, Bool, Type: `i`;  Float: `f`;  String: `p` (const char *);
 *   lists: `p` (const int64_t *, float *, bool *, const char **, C_DataType *) and `num`;
 *   ListListInt: `p` (const int64_t **), `num`, `inner` (const int64_t *).
 */
typedef struct OpstrataEsValue {
  int64_t i;
  float f;
  const void *p;
  int64_t num;
  const int64_t *inner;
} OpstrataEsValue;

typedef struct OpstrataEsInput {
  const char *name;  /* IR name */
  int32_t kind;      /* OpstrataEsInputKind */
  const char *dtype; /* symbol text, may be "" */
} OpstrataEsInput;

typedef struct OpstrataEsOutput {
  const char *name;
  int32_t kind; /* OpstrataEsOutputKind */
  const char *dtype;
} OpstrataEsOutput;

typedef struct OpstrataEsSubgraph {
  const char *name;
  int32_t kind; /* OpstrataEsSubgraphKind */
} OpstrataEsSubgraph;

typedef struct OpstrataEsAttr {
  const char *name;
  const char *type_word; /* as in REG_OP */
  int32_t kind;          /* OpstrataEsAttrKind */
  int32_t required;      /* 0 or 1 */
  /* Of an Int, `p` (const char *) may name a dynamic input or output: a call that passes the default `i` gets the number of its
   * tensors, and the node always has the attribute (since version 3). */
  OpstrataEsValue default_value;
} OpstrataEsAttr;

typedef struct OpstrataEsNodeDescriptor {
  uint32_t size;    /* sizeof(OpstrataEsNodeDescriptor) of the generator */
  uint32_t version; /* OPSTRATA_ES_NODE_VERSION of the generator */
  const char *op_type;
  const OpstrataEsInput *inputs;
  int32_t input_num;
  const OpstrataEsOutput *outputs;
  int32_t output_num;
  const OpstrataEsSubgraph *subgraphs;
  int32_t subgraph_num;
  const OpstrataEsAttr *attrs; /* IR order */
  int32_t attr_num;
} OpstrataEsNodeDescriptor;

/** Result for one IR output: `tensor` for a required one; `tensors`/`num` for a dynamic one (array owned by the builder). */
typedef struct OpstrataEsResult {
  EsCTensorHolder *tensor;
  EsCTensorHolder **tensors;
  int64_t num;
} OpstrataEsResult;

/**
 * Appends one node to the graph of the owner builder and connects it (es-api section 7.3: checks, names, edges, subgraphs,
 * attributes equal to their default registered without value).
 *
 * @param descriptor the operator; must stay valid for the call only.
 * @param owner explicit owner builder, or null when an input supplies it.
 * @param args one value per input (IR order), then per dynamic output its count (IR order), then per subgraph, then per
 *             attribute in IR order: input_num + dynamic outputs + subgraph_num + attr_num values.
 * @param arg_num number of values in `args`; a mismatch is refused.
 * @param results output_num entries (one entry, for the control holder, when the operator has no output).
 * @return 0, or a non-zero code, the reason being the thread's recent message (EsGetRecentError of ge/esb_funcs.h);
 *         `results` are then all null. Graphs and tensors that were passed belong to the builder in every case (without
 *         an owner they are freed).
 */
OPSTRATA_API uint32_t OpstrataEsBuildNode(const OpstrataEsNodeDescriptor *descriptor, EsCGraphBuilder *owner,
                                          const OpstrataEsValue *args, int32_t arg_num, OpstrataEsResult *results);

/**
 * What functions of old parameter lists call when a change since then cannot be bridged: sets the thread's recent message.
 *
 * @param op_type the operator.
 * @param release the first release that had the caller's parameter list.
 * @param change what has changed since.
 */
OPSTRATA_ES_LATER void OpstrataEsRefuseOldCall(const char *op_type, const char *release, const char *change);

/**
 * The same for calls that may pass graphs or tensors: these belong to the builder afterwards, as with
 * OpstrataEsBuildNode (without an owner they are freed). Nothing is built.
 *
 * @param descriptor the operator as the caller's release had it.
 * @param owner, args, arg_num as for OpstrataEsBuildNode.
 * @param release, change as for OpstrataEsRefuseOldCall.
 */
OPSTRATA_ES_LATER void OpstrataEsRefuseOldArguments(const OpstrataEsNodeDescriptor *descriptor, EsCGraphBuilder *owner,
                                                    const OpstrataEsValue *args, int32_t arg_num, const char *release,
                                                    const char *change);

/** An empty tensor, the default of a Tensor attribute that came after the caller was built; OpstrataEsBuildNode takes it over. */
OPSTRATA_ES_LATER EsCTensor *OpstrataEsEmptyTensor(void);

#ifdef __cplusplus
}

#ifndef OPSTRATA_ES_NODE_DEFINES
/* What generated functions of old parameter lists call: the functions above where the base library has them. Hidden, so
 * that libraries of several generators in one process keep their own. */
namespace opstrata_es {
#pragma GCC visibility push(hidden)
/** Refuses a call whose change since `release` cannot be bridged; a base library before version 2 says which versions
 * do not fit. Returns null, so that the refusing function is a jump to this one. */
__attribute__((noinline, cold)) inline EsCTensorHolder *refuse_old_call(const char *op_type, const char *release,
                                                                        const char *change) {
  if (OpstrataEsRefuseOldCall != nullptr) {
    OpstrataEsRefuseOldCall(op_type, release, change);
    return nullptr;
  }
  const OpstrataEsNodeDescriptor op = {sizeof(OpstrataEsNodeDescriptor),
                                       OPSTRATA_ES_NODE_VERSION,
                                       op_type,
                                       nullptr,
                                       0,
                                       nullptr,
                                       0,
                                       nullptr,
                                       0,
                                       nullptr,
                                       0};
  (void)OpstrataEsBuildNode(&op, nullptr, nullptr, 0, nullptr);
  return nullptr;
}
/** The same for calls that may pass graphs or tensors. */
__attribute__((noinline, cold)) inline EsCTensorHolder *refuse_old_arguments(const OpstrataEsNodeDescriptor *descriptor,
                                                                             EsCGraphBuilder *owner,
                                                                             const OpstrataEsValue *args,
                                                                             int32_t arg_num, const char *release,
                                                                             const char *change) {
  if (OpstrataEsRefuseOldArguments == nullptr) return refuse_old_call(descriptor->op_type, release, change);
  OpstrataEsRefuseOldArguments(descriptor, owner, args, arg_num, release, change);
  return nullptr;
}
/** The default of a Tensor attribute that came after the caller was built; null with a base library that refuses the
 * call anyway. */
__attribute__((noinline, cold)) inline EsCTensor *empty_tensor() {
  return OpstrataEsEmptyTensor != nullptr ? OpstrataEsEmptyTensor() : nullptr;
}
/** Whether a list of texts that an old call passes is another one than the default of an attribute that is gone. */
__attribute__((noinline, cold)) inline bool texts_differ(const char *const *given, int64_t num,
                                                         const char *const *expected, int64_t expected_num) {
  if (num != expected_num) return true;
  for (int64_t i = 0; i < num; ++i) {
    if (given[i] == nullptr || __builtin_strcmp(given[i], expected[i]) != 0) return true;
  }
  return false;
}
/** The same for a list of lists; `expected` are the items of all of them in order. */
__attribute__((noinline, cold)) inline bool lists_differ(const int64_t *const *given, int64_t num,
                                                         const int64_t *inner_num, const int64_t *expected,
                                                         const int64_t *expected_inner_num, int64_t expected_num) {
  if (num != expected_num) return true;
  for (int64_t i = 0; i < num; ++i) {
    if (inner_num[i] != expected_inner_num[i]) return true;
    for (int64_t k = 0; k < inner_num[i]; ++k) {
      if (given[i][k] != *expected++) return true;
    }
  }
  return false;
}
#pragma GCC visibility pop
}  // namespace opstrata_es
#endif
#endif

#endif /* OPSTRATA_ES_NODE_H_ */
