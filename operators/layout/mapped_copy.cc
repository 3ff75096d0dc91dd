#include "layout/mapped_copy.h"

#include <complex>
#include <cstring>

#include "support/convert.h"
#include "support/rows.h"

namespace opstrata::operators {

MappedCopy::MappedCopy(const KernelTensor &y, const std::vector<DimMap> &maps, int64_t item) : item_(item), total_(y.elements) {
  for (size_t d = 0; d < maps.size(); ++d) {
    Integers offsets = maps[d].source;
    for (int64_t &o : offsets) o = o < 0 ? -1 : o * maps[d].stride * item;
    offsets_.push_back(std::move(offsets));
    strides_.push_back(y.strides[d] * item);
  }
  if (offsets_.empty()) {
    offsets_.push_back({0});
    strides_.push_back(item);
  }
  const Integers &inner = offsets_.back();
  dense_ = strides_.back() == item && !inner.empty() && inner[0] >= 0;
  for (size_t i = 1; dense_ && i < inner.size(); ++i) dense_ = inner[i] == inner[i - 1] + item;
}

void MappedCopy::run(const RunContext &ctx, const char *from, const char *fill, char *to) const {
  const Integers &inner = offsets_.back();
  const auto row = static_cast<int64_t>(inner.size());
  if (total_ == 0) return;
  const int64_t rows = total_ / row, step = strides_.back();
  ctx.parallel_for(rows, std::max<int64_t>(1, kElementGrain / row), [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      int64_t rest = r, source = 0, target = 0;
      bool inside = true;
      for (size_t d = offsets_.size() - 1; d-- > 0;) {
        const auto n = static_cast<int64_t>(offsets_[d].size());
        const int64_t offset = offsets_[d][static_cast<size_t>(rest % n)];
        inside = inside && offset >= 0;
        source += offset;
        target += rest % n * strides_[d];
        rest /= n;
      }
      char *y = to + target;
      if (inside && dense_) {
        std::memcpy(y, from + source + inner[0], static_cast<size_t>(row * item_));
        continue;
      }
      const auto item = static_cast<size_t>(item_);
      for (int64_t i = 0; i < row; ++i) {
        const bool copied = inside && inner[static_cast<size_t>(i)] >= 0;
        const char *x = copied ? from + source + inner[static_cast<size_t>(i)] : fill;
        switch (item) {
          case 4: element<uint32_t>(y, i * step) = element<uint32_t>(x, 0); break;
          case 2: element<uint16_t>(y, i * step) = element<uint16_t>(x, 0); break;
          default: std::memcpy(y + i * step, x, item);
        }
      }
    }
  });
}

std::unique_ptr<KernelState> prepare_mapped(PrepareContext &ctx, const std::vector<DimMap> &maps, uint32_t fill_input) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  bool fits = maps.size() == y->rank();
  for (size_t d = 0; fits && d < maps.size(); ++d) fits = static_cast<int64_t>(maps[d].source.size()) == y->shape[d];
  if (!fits) {
    return ctx.refuse("%s: the shape %s does not follow from that of %s, %s", ctx.output_name(0), KernelCall::dims_text(y->shape), ctx.input_name(0),
                      KernelCall::dims_text(x->shape));
  }
  const KernelTensor *fill = fill_input == UINT32_MAX ? nullptr : ctx.input(fill_input);
  UnaryRow convert = nullptr;
  if (fill != nullptr) {
    convert = conversion(fill->dtype, y->dtype);
    if (fill->elements != 1 || convert == nullptr) {
      return ctx.refuse("%s: one value that converts to %s is required", ctx.input_name(fill_input), KernelCall::dtype_name(y->dtype));
    }
  }
  return make_kernel([copy = MappedCopy(*y, maps, item), convert, fill_input](RunContext &run) {
    alignas(16) char constant[16] = {};
    if (convert != nullptr) convert(run.in<char>(fill_input), 0, constant, 0, 1);
    copy.run(run, run.in<char>(0), constant, run.out<char>(0));
    return true;
  });
}

namespace {

/// Sums in X, float64 or complex128.
template <class X>
std::unique_ptr<KernelState> mapped_sum(PrepareContext &ctx, MappedCopy copy) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const ge::DataType wide = sizeof(X) == sizeof(double) ? ge::DT_DOUBLE : ge::DT_COMPLEX128;
  const UnaryRow load = conversion(x->dtype, wide), store = conversion(wide, y->dtype);
  if (load == nullptr || !y->contiguous)
    return ctx.refuse("%s: data type %s cannot be summed", ctx.input_name(0), KernelCall::dtype_name(x->dtype));
  ctx.set_scratch_bytes(static_cast<size_t>(y->elements) * sizeof(X));
  return make_kernel([copy = std::move(copy), load, store, n = y->elements, item = item_bytes(x->dtype)](RunContext &run) {
    auto *sums = static_cast<X *>(run.scratch());
    std::fill_n(sums, n, X(0));
    const char *from = run.in<char>(0);
    copy.for_each([&](int64_t to, int64_t at) {
      X v(0);
      load(from + at * item, 0, reinterpret_cast<char *>(&v), 0, 1);
      sums[to] += v;
    });
    store(reinterpret_cast<const char *>(sums), sizeof(X), run.out<char>(0), item, n);
    return true;
  });
}

}  // namespace

std::unique_ptr<KernelState> prepare_mapped_sum(PrepareContext &ctx, const std::vector<DimMap> &maps) {
  const KernelTensor *x = ctx.input(0);
  if (movable_item(ctx, x, ctx.output(0)) == 0) return nullptr;
  const bool complex = x->dtype == ge::DT_COMPLEX32 || x->dtype == ge::DT_COMPLEX64 || x->dtype == ge::DT_COMPLEX128;
  MappedCopy copy(*x, maps, item_bytes(x->dtype));
  return complex ? mapped_sum<std::complex<double>>(ctx, std::move(copy)) : mapped_sum<double>(ctx, std::move(copy));
}

}  // namespace opstrata::operators
