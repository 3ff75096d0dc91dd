/// @file
/// One generation: from current prototypes and the releases of a window to the files of all languages. Plans and prints
/// every operator by itself (in parallel), then writes the set.
#ifndef OPSTRATA_SRC_ESGEN_GENERATE_H_
#define OPSTRATA_SRC_ESGEN_GENERATE_H_

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "esgen/emit.h"
#include "esgen/output.h"
#include "esgen/plan.h"
#include "history/abi.h"
#include "history/registry.h"
#include "proto/prototype.h"

namespace opstrata::esgen {

struct GenerateRequest {
  std::vector<const proto::OpPrototype *> prototypes;  ///< current, any order
  history::Registry registry;
  history::Window window;  ///< releases of `registry` to serve; empty: no history
  std::string release;     ///< of the current prototypes, for reports; empty: it has no name yet
  std::string module = "all";
  std::string guard_prefix;
  std::string version;  ///< of the generator, printed into every file
  std::vector<std::string> exclude;
  Policy policy = Policy::kSeed;
  bool markdown = false;  ///< also write a reference page for each operator
  bool versioned = true;  ///< binary interface by parameter list (history/abi.h); false: one plain symbol per operator
  /// The record of the registry; empty: no symbol versions yet. Lists that it does not hold belong to `abi_release`.
  history::AbiRecord abi;
  std::string abi_release;
};

/// The outcome, before anything is written.
struct Generation {
  std::map<std::string, std::string> files;  ///< name -> text
  std::vector<EmitOperator> operators;       ///< ascending by type, with their plans
  std::vector<Unsupported> unsupported;
  std::vector<std::string> notes;            ///< sentences for the user: attributes without parameter
  std::vector<std::string> removed;          ///< operators of the window that have no prototype any more: all their calls are lost
  std::vector<std::string> warnings;         ///< what was asked for or archived and is not served: absent or malformed parts of releases,
                                             ///< exclusions of operators that do not exist
  bool incomplete = false;                   ///< some archived part is not served (a finding under `--strict`)
  std::array<size_t, 4> by_mode = {};        ///< operators per Mode
  std::unique_ptr<const history::AbiRecord> abi;  ///< the request's, with the current lists; `operators` point into it
  std::vector<AbiList> gone;                 ///< lists of operators that no longer exist
};

/// Errors: kNotFound when no operator is left to generate; the status of reading, one line per release, when a release of the window
/// cannot be read as a whole (its calls would be lost without a word).
OPSTRATA_INTERNAL Result<Generation> generate(const GenerateRequest &request);

/// Why an attribute has no parameter in any language: its kind, or its default; empty when it has one.
OPSTRATA_INTERNAL std::string parameterless_reason(const proto::AttrDef &attr);

/// Why the operator gets no interface (es-api section 3.6); empty when it does. Optional attributes without parameter are no reason
/// (section 14.16): they keep their default. `skip` tells the graph inputs that are
/// left out silently.
OPSTRATA_INTERNAL std::string unsupported_reason(const proto::OpPrototype &op, bool *skip);

/// The machine-readable report (`--report`): per operator mode, signatures, releases, findings, existence matrix.
OPSTRATA_INTERNAL std::string report_json(const Generation &generation, const GenerateRequest &request);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_GENERATE_H_
