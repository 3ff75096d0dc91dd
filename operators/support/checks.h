/// @file
/// Refusals that kernels over whole tensors share.
#ifndef OPSTRATA_OPERATORS_SUPPORT_CHECKS_H_
#define OPSTRATA_OPERATORS_SUPPORT_CHECKS_H_

#include "support/values.h"

namespace opstrata::operators {

/// The first inputs and outputs, so many of each, are there and have numeric types.
inline bool are_numbers(PrepareContext &ctx, uint32_t inputs, uint32_t outputs) {
  for (uint32_t i = 0; i < inputs; ++i) {
    if (!check_numbers(ctx, i)) return false;
  }
  for (uint32_t i = 0; i < outputs; ++i) {
    if (!check_numbers(ctx, i, true)) return false;
  }
  return true;
}
inline bool same_shape(PrepareContext &ctx, const KernelTensor &t, const char *name, Dims wanted) {
  if (t.shape == wanted) return true;
  return ctx.refuse("%s: shape %s; %s is required", name, KernelCall::dims_text(t.shape),
                    KernelCall::dims_text(wanted)),
         false;
}
inline bool has_elements(PrepareContext &ctx, const KernelTensor &t, const char *name, int64_t wanted) {
  if (t.elements == wanted) return true;
  return ctx.refuse("%s: shape %s; %lld elements are required", name, KernelCall::dims_text(t.shape),
                    static_cast<long long>(wanted)),
         false;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_CHECKS_H_
