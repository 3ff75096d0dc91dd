/**
 * @file
 * Space registries: the functions of chosen operator libraries by operator type (foreign-build sections 3.4, 4.10).
 */
#ifndef OPSTRATA_BASE_REGISTRY_OP_IMPL_SPACE_REGISTRY_V2_H_
#define OPSTRATA_BASE_REGISTRY_OP_IMPL_SPACE_REGISTRY_V2_H_

#include <array>
#include <memory>

#include "base/registry/opp_package_utils.h"
#include "opstrata/op_impl.h"
#include "opstrata/visibility.h"
#include "register/op_impl_kernel_registry.h"
#include "register/op_impl_registry.h"

namespace gert {
class OpImplSpaceRegistryImpl;

/** Sees exactly what was added to it. */
class OPSTRATA_API OpImplSpaceRegistryV2 {
 public:
  OpImplSpaceRegistryV2();
  ~OpImplSpaceRegistryV2();
  OpImplSpaceRegistryV2(const OpImplSpaceRegistryV2 &) = delete;
  OpImplSpaceRegistryV2 &operator=(const OpImplSpaceRegistryV2 &) = delete;

  /**
   * Loads the libraries (also such that are loaded already) for good and adds what they registered; functions that an
   * earlier library gave a type stay. GRAPH_FAILED when one does not load; the recent message then says which and why.
   */
  ge::graphStatus AddSoToRegistry(const OppSoDesc &so_desc);
  /** The functions of a type; null when no library that was added has any. Valid as long as this registry. */
  const OpImplKernelRegistry::OpImplFunctionsV2 *GetOpImpl(const char *op_type) const;

 private:
  friend std::shared_ptr<OpImplSpaceRegistryV2> opstrata::op_impls_in_force();
  std::unique_ptr<OpImplSpaceRegistryImpl> impl_;
};

using OpImplSpaceRegistryV2Ptr = std::shared_ptr<OpImplSpaceRegistryV2>;
using OpImplSpaceRegistryV2Array =
    std::array<OpImplSpaceRegistryV2Ptr, static_cast<size_t>(OppImplVersionTag::kVersionEnd)>;

/** The registries in force, one per version tag; null until one is set. */
class OPSTRATA_API DefaultOpImplSpaceRegistryV2 {
 public:
  static DefaultOpImplSpaceRegistryV2 &GetInstance();
  const std::shared_ptr<OpImplSpaceRegistryV2> GetSpaceRegistry(
      OppImplVersionTag opp_impl_version = OppImplVersionTag::kOpp) const;
  /** Null empties the place. GRAPH_FAILED for a tag out of range. */
  ge::graphStatus SetSpaceRegistry(const std::shared_ptr<OpImplSpaceRegistryV2> &space_registry,
                                   OppImplVersionTag opp_impl_version = OppImplVersionTag::kOpp);
  void ClearSpaceRegistry();

 private:
  DefaultOpImplSpaceRegistryV2() = default;
  ~DefaultOpImplSpaceRegistryV2() = default;
};
}  // namespace gert

#endif  // OPSTRATA_BASE_REGISTRY_OP_IMPL_SPACE_REGISTRY_V2_H_
