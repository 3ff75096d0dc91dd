#include "support/moves.h"

namespace opstrata::operators {
namespace {

std::unique_ptr<KernelState> prepare_transpose(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (x == nullptr || y == nullptr) return ctx.refuse("x and y are required");
  const int64_t item = item_bytes(x->dtype);
  if (item == 0 || x->dtype != y->dtype) {
    return ctx.refuse("x: data type %s cannot be moved to y of type %s", KernelCall::dtype_name(x->dtype), KernelCall::dtype_name(y->dtype));
  }
  std::vector<int64_t> perm;
  if (!constant_integers(ctx, 1, perm)) return nullptr;
  std::vector<int64_t> strides(perm.size()), shape(perm.size());
  uint32_t seen = 0;
  bool good = perm.size() == x->rank();
  for (size_t d = 0; good && d < perm.size(); ++d) {
    good = normalize_axis(perm[d], x->rank()) && (seen >> perm[d] & 1u) == 0;
    if (!good) break;
    seen |= 1u << perm[d];
    strides[d] = x->strides[static_cast<size_t>(perm[d])];
    shape[d] = x->shape[static_cast<size_t>(perm[d])];
  }
  if (!good || as_dims(shape) != y->shape) {
    return ctx.refuse("perm: %s is no order of the dimensions of x %s that gives y %s", KernelCall::dims_text(as_dims(perm)),
                      KernelCall::dims_text(x->shape), KernelCall::dims_text(y->shape));
  }
  return make_kernel([copy = StridedCopy(y->shape, as_dims(strides), y->strides, item)](RunContext &run) {
    copy.run(run, run.input_data(0), run.output_data(0));
    return true;
  });
}
OPSTRATA_KERNEL(Transpose, prepare_transpose);
OPSTRATA_KERNEL(TransposeV2, prepare_transpose);

}  // namespace
}  // namespace opstrata::operators
