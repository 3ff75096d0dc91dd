/// @file
/// runnable: the Runnable Dump (es-api section 13.5, seed design 4.3.2): from a graph back to C++ or Python source that builds
/// the same graph through the generated API. Every operator is called by the oldest of its signatures that holds all connected
/// inputs, with the attributes that differ from their defaults; constants are made first; names, descriptions, control edges,
/// private attributes, subgraphs, inputs and outputs are those of the graph. The source is a program: without
/// `ES_DUMP_NO_MAIN` (C++) or as a script (Python) it prints the graph, or saves it to the file that its argument names.
#ifndef OPSTRATA_SRC_RUNNABLE_RUNNABLE_H_
#define OPSTRATA_SRC_RUNNABLE_RUNNABLE_H_

#include <string>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "graph/graph.h"
#include "history/registry.h"
#include "proto/prototype.h"

namespace opstrata::runnable {

enum class Language : uint8_t { kCpp, kPython };

struct DumpRequest {
  Language language = Language::kCpp;
  std::string module = "all";  ///< whose generated API the source uses: es_<module>_ops.h, ge.es.<module>
  std::string version;         ///< of the program, for the first line
  /// Current prototypes; operators that are not among them are taken from the newest release of `registry`.
  std::vector<const proto::OpPrototype *> prototypes;
  history::Registry registry;        ///< the history that the generated API was made with
  history::WindowRequest window;     ///< its window; without anchor: the newest release
  /// Not empty: the source must work with this release, whose prototypes then are the current ones.
  std::string release;
};

struct DumpResult {
  std::string text;
  /// What the interface cannot express and the source therefore leaves out, one sentence each.
  std::vector<std::string> notes;
};

/// Errors: kNotFound for an operator without prototype, kUnsupported for what the generated API cannot build (each with the
/// node's name), kUnsupported with one line per node for what `release` did not have, and since when there is one.
OPSTRATA_INTERNAL Result<DumpResult> dump_source(const ge::Graph &graph, const DumpRequest &request);

}  // namespace opstrata::runnable

#endif  // OPSTRATA_SRC_RUNNABLE_RUNNABLE_H_
