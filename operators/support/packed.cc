#include "support/packed.h"

#include <algorithm>
#include <cstring>

#include "support/convert.h"
#include "support/strided.h"

namespace opstrata::operators {
namespace {

constexpr int64_t kBlock = 512;
constexpr int64_t kMaxItem = 16;

}  // namespace

int packed_bits(ge::DataType dtype) { return std::max(ge::GetSizeByDataType(dtype) - ge::kDataTypeSizeBitOffset, 0); }

ElementAccess::ElementAccess(const KernelTensor &tensor)
    : bits_(packed_bits(tensor.dtype)),
      has_sign_(tensor.dtype == ge::DT_INT4),
      contiguous_(tensor.contiguous),
      item_(bits_ != 0 ? 1 : item_bytes(tensor.dtype)),
      shape_(tensor.shape.begin(), tensor.shape.end()),
      strides_(tensor.strides.begin(), tensor.strides.end()) {}

int64_t ElementAccess::position(int64_t element) const {
  if (contiguous_) return element;
  int64_t place = 0;
  for (size_t d = shape_.size(); d-- > 0;) {
    place += element % shape_[d] * strides_[d];
    element /= shape_[d];
  }
  return place;
}

void ElementAccess::load(const void *base, int64_t begin, int64_t n, char *spread) const {
  const auto *bytes = static_cast<const uint8_t *>(base);
  if (bits_ == 0) {
    if (contiguous_) {
      std::memcpy(spread, bytes + begin * item_, static_cast<size_t>(n * item_));
      return;
    }
    for (int64_t i = 0; i < n; ++i)
      std::memcpy(spread + i * item_, bytes + position(begin + i) * item_, static_cast<size_t>(item_));
    return;
  }
  const auto mask = static_cast<uint8_t>((1U << bits_) - 1U);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t bit = position(begin + i) * bits_;
    auto code = static_cast<uint8_t>((bytes[bit / 8] >> (bit % 8)) & mask);
    if (has_sign_ && (code & 8U) != 0) code = static_cast<uint8_t>(code | 0xF0U);
    spread[i] = static_cast<char>(code);
  }
}

void ElementAccess::store(void *base, int64_t begin, int64_t n, const char *spread) const {
  auto *bytes = static_cast<uint8_t *>(base);
  if (bits_ == 0) {
    for (int64_t i = 0; i < n; ++i)
      std::memcpy(bytes + position(begin + i) * item_, spread + i * item_, static_cast<size_t>(item_));
    return;
  }
  const auto mask = static_cast<uint8_t>((1U << bits_) - 1U);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t bit = position(begin + i) * bits_;
    uint8_t &target = bytes[bit / 8];
    const auto code = static_cast<uint8_t>(static_cast<uint8_t>(spread[i]) & mask);
    target = static_cast<uint8_t>((target & ~(static_cast<unsigned>(mask) << (bit % 8))) |
                                  (static_cast<unsigned>(code) << (bit % 8)));
  }
}

std::unique_ptr<KernelState> prepare_packed_cast(PrepareContext &ctx) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  if (x->shape != y->shape) {
    return ctx.refuse("%s: shape %s differs from %s, that of %s", ctx.input_name(0), KernelCall::dims_text(x->shape),
                      KernelCall::dims_text(y->shape), ctx.output_name(0));
  }
  const UnaryRow row = spread_conversion(x->dtype, y->dtype);
  if (row == nullptr) {
    return ctx.refuse("%s: data type %s cannot be converted to %s", ctx.input_name(0), KernelCall::dtype_name(x->dtype),
                      KernelCall::dtype_name(y->dtype));
  }
  return make_kernel([row, from = ElementAccess(*x), to = ElementAccess(*y), total = y->elements](RunContext &run) {
    const void *source = run.input_data(0);
    void *target = run.output_data(0);
    const int64_t blocks = (total + kBlock - 1) / kBlock;
    run.parallel_for(blocks, to.write_unit() == 0 ? std::max<int64_t>(blocks, 1) : 64, [&](int64_t begin, int64_t end) {
      alignas(kMaxItem) char in[kBlock * kMaxItem];
      alignas(kMaxItem) char out[kBlock * kMaxItem];
      for (int64_t b = begin; b < end; ++b) {
        const int64_t n = std::min(kBlock, total - b * kBlock);
        from.load(source, b * kBlock, n, in);
        row(in, from.item(), out, to.item(), n);
        to.store(target, b * kBlock, n, out);
      }
    });
    return true;
  });
}

}  // namespace opstrata::operators
