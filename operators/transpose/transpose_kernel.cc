#include "support/moves.h"

namespace opstrata::operators {
namespace {

/// `name`: of what says the order.
std::unique_ptr<KernelState> transpose(PrepareContext &ctx, std::vector<int64_t> perm, const char *name) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (x == nullptr || y == nullptr) return ctx.refuse("x and y are required");
  const int64_t item = item_bytes(x->dtype);
  if (item == 0 || x->dtype != y->dtype) {
    return ctx.refuse("x: data type %s cannot be moved to y of type %s", KernelCall::dtype_name(x->dtype), KernelCall::dtype_name(y->dtype));
  }
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
    return ctx.refuse("%s: %s is no order of the dimensions of x %s that gives y %s", name, KernelCall::dims_text(as_dims(perm)),
                      KernelCall::dims_text(x->shape), KernelCall::dims_text(y->shape));
  }
  return make_kernel([copy = StridedCopy(y->shape, as_dims(strides), y->strides, item)](RunContext &run) {
    copy.run(run, run.input_data(0), run.output_data(0));
    return true;
  });
}
std::unique_ptr<KernelState> prepare_transpose(PrepareContext &ctx) {
  std::vector<int64_t> perm;
  return constant_integers(ctx, 1, perm) ? transpose(ctx, perm, "perm") : nullptr;
}
std::unique_ptr<KernelState> by_attr(PrepareContext &ctx, const char *name) {
  const auto order = ctx.int_list_attr(name);
  return transpose(ctx, std::vector<int64_t>(order.begin(), order.end()), name);
}
OPSTRATA_KERNEL(Permute, [](PrepareContext &ctx) { return by_attr(ctx, "order"); });
OPSTRATA_KERNEL(TransposeD, [](PrepareContext &ctx) { return by_attr(ctx, "perm"); });
OPSTRATA_KERNEL(Transpose, prepare_transpose);
OPSTRATA_KERNEL(TransposeV2, prepare_transpose);

}  // namespace
}  // namespace opstrata::operators
