/// @file
/// Attribute reduction of losses.
#ifndef OPSTRATA_OPERATORS_LOSS_REDUCTION_ATTR_H_
#define OPSTRATA_OPERATORS_LOSS_REDUCTION_ATTR_H_

#include <string_view>

#include "support/values.h"

namespace opstrata::operators {

enum class Reduction : uint8_t { kNone, kMean, kSum, kBatchMean };

inline bool read_reduction(PrepareContext &ctx, Reduction &reduction) {
  const std::string_view text = ctx.has_attr("reduction") ? ctx.string_attr("reduction") : "none";
  if (text == "none")
    reduction = Reduction::kNone;
  else if (text == "mean")
    reduction = Reduction::kMean;
  else if (text == "sum")
    reduction = Reduction::kSum;
  else if (text == "batchmean")
    reduction = Reduction::kBatchMean;
  else
    return ctx.refuse("reduction: \"%s\" is none of none, mean, sum, batchmean", ctx.string_attr("reduction")), false;
  return true;
}

/// What a mean divides by.
inline double divisor(Reduction reduction, Dims shape) {
  if (reduction == Reduction::kBatchMean) return shape.empty() ? 1.0 : static_cast<double>(shape[0]);
  if (reduction != Reduction::kMean) return 1.0;
  double n = 1;
  for (int64_t d : shape) n *= static_cast<double>(d);
  return n;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_LOSS_REDUCTION_ATTR_H_
