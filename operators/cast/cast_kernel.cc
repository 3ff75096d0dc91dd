#include "support/elementwise.h"
#include "support/packed.h"

namespace opstrata::operators {
namespace {

std::unique_ptr<KernelState> prepare_cast(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0);
  const KernelTensor *y = ctx.output(0);
  if (x != nullptr && y != nullptr && ctx.has_attr("dst_type") && ctx.dtype_attr("dst_type") != y->dtype) {
    return ctx.refuse("dst_type: %s differs from the data type %s of %s", KernelCall::dtype_name(ctx.dtype_attr("dst_type")),
                      KernelCall::dtype_name(y->dtype), ctx.output_name(0));
  }
  if (x != nullptr && y != nullptr && (packed_bits(x->dtype) != 0 || packed_bits(y->dtype) != 0)) return prepare_packed_cast(ctx);
  return prepare_unary(ctx, x != nullptr && y != nullptr ? conversion(x->dtype, y->dtype) : nullptr);
}
OPSTRATA_KERNEL(Cast, prepare_cast);

}  // namespace
}  // namespace opstrata::operators
