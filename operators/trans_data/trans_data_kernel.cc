// The host unpacks private formats and packs them again, so that what is left here is an order of dimensions.
#include <string_view>

#include "opstrata/format_letters.h"
#include "support/moves.h"
#include "support/packed.h"

namespace opstrata::operators {
namespace {

std::unique_ptr<KernelState> prepare_trans_data(PrepareContext &ctx) {
  const KernelTensor *src = ctx.input(0), *dst = ctx.output(0);
  if (src == nullptr || dst == nullptr) return ctx.refuse("src and dst are required");
  const int64_t item = item_bytes(src->dtype);
  const bool packed = packed_bits(src->dtype) != 0;
  if ((item == 0 && !packed) || src->dtype != dst->dtype) {
    return ctx.refuse("src: data type %s cannot be moved to dst of type %s", KernelCall::dtype_name(src->dtype),
                      KernelCall::dtype_name(dst->dtype));
  }
  if (ctx.int_attr("groups", 1) > 1)
    return ctx.refuse("groups: %lld; only 1 is supported", static_cast<long long>(ctx.int_attr("groups", 1)));
  const std::string_view from = format_letters(src->format), to = format_letters(dst->format);
  const size_t rank = src->rank();
  const bool ordered = from.size() == rank && to.size() == rank;  // else dimensions correspond as they stand
  bool fits = dst->rank() == rank;
  std::vector<int64_t> strides(dst->rank());
  for (size_t d = 0; fits && d < rank; ++d) {
    const size_t at = ordered ? from.find(to[d]) : d;
    fits = at != std::string_view::npos && dst->shape[d] == src->shape[at];
    if (fits) strides[d] = src->strides[at];
  }
  if (!fits) {
    return ctx.refuse("src, dst: shapes %s and %s in formats %d and %d do not correspond",
                      KernelCall::dims_text(src->shape), KernelCall::dims_text(dst->shape),
                      static_cast<int>(src->format), static_cast<int>(dst->format));
  }
  if (packed) {
    if (!src->contiguous || (ordered && from != to))
      return ctx.refuse("src: elements of %s cannot be put into another order", KernelCall::dtype_name(src->dtype));
    return make_kernel(
        [from_src = ElementAccess(*src), to_dst = ElementAccess(*dst), n = src->elements](RunContext &run) {
          std::vector<char> spread(static_cast<size_t>(n));
          from_src.load(run.input_data(0), 0, n, spread.data());
          to_dst.store(run.output_data(0), 0, n, spread.data());
          return true;
        });
  }
  return make_kernel([copy = StridedCopy(dst->shape, as_dims(strides), dst->strides, item)](RunContext &run) {
    copy.run(run, run.input_data(0), run.output_data(0));
    return true;
  });
}
OPSTRATA_KERNEL(TransData, prepare_trans_data);

}  // namespace
}  // namespace opstrata::operators
