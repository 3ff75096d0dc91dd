/**
 * @file
 * Runnable Dump (es-api section 13.5): a graph as C++ or Python source that builds it again through the generated API. In
 * libopstrata_esgen; from the command line: `opstrata graph dump`, from Python: `Graph.dump_source`.
 */
#ifndef OPSTRATA_RUNNABLE_DUMP_H_
#define OPSTRATA_RUNNABLE_DUMP_H_

#include "ge/esb_funcs.h" /* the handles */
#include "opstrata/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The source of `graph`, zero-terminated; freed with OpstrataFreeText. Null on refusal: the reason, which names the node, is the
 * thread's recent message (EsGetRecentError).
 *
 * @param graph a ge::Graph; subgraphs are included.
 * @param language "cpp" or "python".
 * @param history_registry package folder of the history that the generated API was made with; null or "": none. Prototypes
 *        come from the installed libraries, and from the registry's newest release for operators that they lack.
 * @param release null or "": today's API; else the source must work with this archived release, and what the release does
 *        not have is refused, each node named with the release that brought it.
 * @param module name of the generated package (null: "all").
 */
OPSTRATA_API char *OpstrataDumpRunnable(const EsCGraph *graph, const char *language, const char *history_registry, const char *release,
                                        const char *module);
/**
 * The same, and what the interface cannot express and the source therefore leaves out: `*notes` (not null) becomes a text of one
 * sentence a line, which names nodes or graphs, freed with OpstrataFreeText, or null when the source holds everything.
 */
OPSTRATA_API char *OpstrataDumpRunnableWithNotes(const EsCGraph *graph, const char *language, const char *history_registry,
                                                 const char *release, const char *module, char **notes);
OPSTRATA_API void OpstrataFreeText(char *text);

#ifdef __cplusplus
}
#endif

#endif /* OPSTRATA_RUNNABLE_DUMP_H_ */
