#include "support/moves.h"

#include <cstring>

#include "support/rows.h"

namespace opstrata::operators {
namespace {

struct Item16 {
  uint64_t parts[2];
};

/// Calls `f` with a value whose type has `item` bytes.
template <class F>
void with_item(int64_t item, F f) {
  switch (item) {
    case 1: f(uint8_t{}); break;
    case 2: f(uint16_t{}); break;
    case 4: f(uint32_t{}); break;
    case 8: f(uint64_t{}); break;
    default: f(Item16{}); break;
  }
}

constexpr int64_t kTile = 32;

}  // namespace

StridedCopy::StridedCopy(Dims shape, Dims from_strides, Dims to_strides, int64_t item) : item_(item) {
  for (size_t d = 0; d < shape.size(); ++d) loop_.add(shape[d], {from_strides[d] * item, to_strides[d] * item});
  if (loop_.rank() < 2 || loop_.total() == 0) return;
  const size_t inner = loop_.rank() - 1;
  const auto dense = [&](size_t operand) {
    for (size_t d = 0; d < loop_.rank(); ++d) {
      if (loop_.strides(d)[operand] == item) return d;
    }
    return inner;
  };
  const size_t source = dense(0), target = dense(1);
  if (source == target || loop_.extent(source) < 4 || loop_.extent(target) < 4) return;
  tiled_ = true;
  rows_ = loop_.extent(source);
  columns_ = loop_.extent(target);
  row_source_ = loop_.strides(source)[0];
  row_target_ = loop_.strides(source)[1];
  column_source_ = loop_.strides(target)[0];
  column_target_ = loop_.strides(target)[1];
  for (size_t d = 0; d < loop_.rank(); ++d) {
    if (d != source && d != target) outer_.add(loop_.extent(d), loop_.strides(d));
  }
  // Bands of rows are the unit of work: they become the innermost dimension of the outer loop.
  const int64_t bands = (rows_ + kTile - 1) / kTile;
  outer_.add(bands, {kTile * row_source_, kTile * row_target_});
}

void StridedCopy::copy_tiles(const std::array<char *, 2> &base, int64_t begin, int64_t end) const {
  const int64_t bands = (rows_ + kTile - 1) / kTile;
  for (int64_t unit = begin; unit < end; ++unit) {
    const int64_t count = std::min(kTile, rows_ - unit % bands * kTile);
    outer_.run(base, unit, unit + 1, [&](const std::array<char *, 2> &p, int64_t) {
      with_item(item_, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t c0 = 0; c0 < columns_; c0 += kTile) {
          const int64_t c1 = std::min(c0 + kTile, columns_);
          for (int64_t r = 0; r < count; ++r) {
            const char *from = p[0] + r * row_source_;
            char *to = p[1] + r * row_target_;
            for (int64_t c = c0; c < c1; ++c) element<T>(to, c * column_target_) = element<T>(from, c * column_source_);
          }
        }
      });
    });
  }
}

void StridedCopy::run(const RunContext &ctx, const void *from, void *to) const {
  if (loop_.total() == 0) return;
  const std::array<char *, 2> base = {address(from), address(to)};
  if (tiled_) {
    const int64_t grain = std::max<int64_t>(1, kElementGrain / (columns_ * kTile));
    ctx.parallel_for(outer_.total(), grain, [&](int64_t begin, int64_t end) { copy_tiles(base, begin, end); });
    return;
  }
  const auto strides = loop_.row_strides();
  const bool dense = strides[0] == item_ && strides[1] == item_;
  ctx.parallel_for(loop_.total(), kElementGrain, [&](int64_t begin, int64_t end) {
    loop_.run(base, begin, end, [&](const std::array<char *, 2> &p, int64_t n) {
      if (dense) {
        std::memcpy(p[1], p[0], static_cast<size_t>(n * item_));
        return;
      }
      with_item(item_, [&](auto sample) {
        using T = decltype(sample);
        unary_row<T, T>(p[0], strides[0], p[1], strides[1], n, [](T v) { return v; });
      });
    });
  });
}

int64_t movable_item(PrepareContext &ctx, const KernelTensor *x, const KernelTensor *y) {
  if (x == nullptr || y == nullptr) {
    ctx.refuse("%s: missing", x == nullptr ? ctx.input_name(0) : ctx.output_name(0));
    return 0;
  }
  const int64_t item = item_bytes(x->dtype);
  if (item == 0 || x->dtype != y->dtype) {
    ctx.refuse("%s: data type %s cannot be moved to %s of type %s", ctx.input_name(0), KernelCall::dtype_name(x->dtype),
               ctx.output_name(0), KernelCall::dtype_name(y->dtype));
    return 0;
  }
  return item;
}

bool read_integers(const void *data, ge::DataType dtype, int64_t count, int64_t *values) {
  if (dtype != ge::DT_INT32 && dtype != ge::DT_INT64) return false;
  for (int64_t i = 0; i < count; ++i) {
    values[i] = dtype == ge::DT_INT32 ? static_cast<const int32_t *>(data)[i] : static_cast<const int64_t *>(data)[i];
  }
  return true;
}

bool constant_integers(PrepareContext &ctx, uint32_t ir_index, std::vector<int64_t> &values) {
  const KernelTensor *tensor = ctx.input(ir_index);
  if (tensor == nullptr) {
    ctx.refuse("%s: missing", ctx.input_name(ir_index));
    return false;
  }
  if (tensor->constant == nullptr && tensor->elements > 0) {
    ctx.refuse("%s: its value must be known on the host when the call is prepared", ctx.input_name(ir_index));
    return false;
  }
  values.resize(static_cast<size_t>(tensor->elements));
  if (read_integers(tensor->constant, tensor->dtype, tensor->elements, values.data())) return true;
  ctx.refuse("%s: data type %s is not supported; DT_INT32 and DT_INT64 are", ctx.input_name(ir_index),
             KernelCall::dtype_name(tensor->dtype));
  return false;
}

std::vector<int64_t> dense_strides(Dims shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t step = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = step;
    step *= shape[d];
  }
  return strides;
}

}  // namespace opstrata::operators
