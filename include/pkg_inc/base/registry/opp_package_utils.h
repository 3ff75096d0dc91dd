/**
 * @file
 * Operator packages as descriptions of shared objects (foreign-build section 4.10).
 */
#ifndef OPSTRATA_BASE_REGISTRY_OPP_PACKAGE_UTILS_H_
#define OPSTRATA_BASE_REGISTRY_OPP_PACKAGE_UTILS_H_

#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "opstrata/visibility.h"

namespace gert {
enum class OppImplVersionTag { kOpp, kOppKernel, kVersionEnd = 20 };

/** Paths of the shared objects of one package. */
class OppSoDesc {
 public:
  OppSoDesc(const std::vector<ge::AscendString> &so_paths, const ge::AscendString &package_name)
      : so_paths_(so_paths), package_name_(package_name) {}
  std::vector<ge::AscendString> GetSoPaths() const { return so_paths_; }
  ge::AscendString GetPackageName() const { return package_name_; }

 private:
  std::vector<ge::AscendString> so_paths_;
  ge::AscendString package_name_;
};

class OPSTRATA_API OppPackageUtils {
 public:
  /**
   * Loads the libraries with inference functions below the operator roots and makes what they registered the default space
   * registry. GRAPH_FAILED when a library did not load (the others are in the registry nevertheless).
   */
  static ge::graphStatus LoadAllOppPackage();
};
}  // namespace gert

#endif  // OPSTRATA_BASE_REGISTRY_OPP_PACKAGE_UTILS_H_
