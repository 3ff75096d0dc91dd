#include "support/elementwise.h"

#include <array>
#include <complex>

#include "support/strided.h"

namespace opstrata::operators {
namespace {

/// Elements that are converted at a time when an input has another type than the output.
constexpr int64_t kBlock = 256;
constexpr int64_t kMaxItem = 16;

/// The type in which elements of `dtype` are computed (support/elements.h), as a data type.
ge::DataType compute_dtype(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_FLOAT16: case ge::DT_BF16: return ge::DT_FLOAT;
    case ge::DT_COMPLEX32: return ge::DT_COMPLEX64;
    case ge::DT_INT64: return ge::DT_UINT64;
    case ge::DT_INT8: case ge::DT_INT16: case ge::DT_INT32: case ge::DT_UINT8: case ge::DT_UINT16: return ge::DT_UINT32;
    default: return dtype;
  }
}

/// Delivers rows of an input in the type of the output.
class Source {
 public:
  bool prepare(PrepareContext &ctx, uint32_t index, ge::DataType wanted) {
    const KernelTensor *tensor = ctx.input(index);
    item_ = item_bytes(wanted);
    if (tensor->dtype == wanted) return true;
    convert_ = conversion(tensor->dtype, wanted);
    if (convert_ != nullptr) return true;
    ctx.refuse("%s: data type %s cannot be converted to %s, that of the result", ctx.input_name(index),
               KernelCall::dtype_name(tensor->dtype), KernelCall::dtype_name(wanted));
    return false;
  }
  bool converts() const { return convert_ != nullptr; }
  /// Makes `n` <= kBlock elements at `data` available; updates data and stride to where they are.
  void fetch(const char *&data, int64_t &stride, int64_t n, char *buffer) const {
    if (convert_ == nullptr) return;
    if (stride == 0) {
      convert_(data, 0, buffer, item_, 1);
    } else {
      convert_(data, stride, buffer, item_, n);
      stride = item_;
    }
    data = buffer;
  }

 private:
  UnaryRow convert_ = nullptr;
  int64_t item_ = 0;
};

bool check_broadcast(PrepareContext &ctx, uint32_t index, const KernelTensor &y) {
  const KernelTensor *tensor = ctx.input(index);
  if (tensor != nullptr && broadcasts_to(*tensor, y.shape)) return true;
  if (tensor == nullptr) {
    ctx.refuse("%s: missing", ctx.input_name(index));
  } else {
    ctx.refuse("%s: shape %s cannot be broadcast to %s, the shape of %s", ctx.input_name(index),
               KernelCall::dims_text(tensor->shape), KernelCall::dims_text(y.shape), ctx.output_name(0));
  }
  return false;
}

/// Whether the loop is one call of a row function on one thread: dividing the work costs more than the work.
template <size_t Operands>
bool is_one_row(const StridedLoop<Operands> &loop) {
  return loop.rank() <= 1 && loop.total() > 0 && loop.total() <= kElementGrain;
}

}  // namespace

std::unique_ptr<KernelState> prepare_binary(PrepareContext &ctx, BinaryRow (*choose)(ge::DataType), bool with_scalar) {
  const KernelTensor *y = ctx.output(0);
  if (y == nullptr) return ctx.refuse("%s: missing", ctx.output_name(0));
  const BinaryRow row = choose(y->dtype);
  if (row == nullptr) return ctx.refuse("%s: data type %s is not supported", ctx.output_name(0), KernelCall::dtype_name(y->dtype));
  Source left, right;
  if (!check_broadcast(ctx, 0, *y) || !check_broadcast(ctx, 1, *y)) return nullptr;
  if (!left.prepare(ctx, 0, y->dtype) || !right.prepare(ctx, 1, y->dtype)) return nullptr;
  UnaryRow load_scalar = nullptr;
  if (with_scalar) {
    const KernelTensor *scalar = ctx.input(2);
    if (scalar == nullptr || scalar->elements != 1) return ctx.refuse("%s: one value is required", ctx.input_name(2));
    load_scalar = conversion(scalar->dtype, compute_dtype(y->dtype));
    if (load_scalar == nullptr) {
      return ctx.refuse("%s: data type %s is not supported", ctx.input_name(2), KernelCall::dtype_name(scalar->dtype));
    }
  }
  auto loop = broadcast_loop<3>({ctx.input(0), ctx.input(1), y});
  if (is_one_row(loop) && load_scalar == nullptr && !left.converts() && !right.converts()) {
    return make_kernel([strides = loop.row_strides(), count = loop.total(), row](RunContext &run) {
      row(address(run.input_data(0)), strides[0], address(run.input_data(1)), strides[1], address(run.output_data(0)),
          strides[2], count, nullptr);
      return true;
    });
  }
  return make_kernel([loop = std::move(loop), row, left, right, load_scalar](RunContext &run) {
    alignas(kMaxItem) char scalar[kMaxItem] = {};
    if (load_scalar != nullptr) load_scalar(run.in<char>(2), 0, scalar, 0, 1);
    const std::array<char *, 3> base = {address(run.input_data(0)), address(run.input_data(1)), address(run.output_data(0))};
    const auto strides = loop.row_strides();
    const bool converts = left.converts() || right.converts();
    run.parallel_for(loop.total(), kElementGrain, [&](int64_t begin, int64_t end) {
      loop.run(base, begin, end, [&](const std::array<char *, 3> &p, int64_t n) {
        if (!converts) {
          row(p[0], strides[0], p[1], strides[1], p[2], strides[2], n, scalar);
          return;
        }
        alignas(kMaxItem) char left_buffer[kBlock * kMaxItem];
        alignas(kMaxItem) char right_buffer[kBlock * kMaxItem];
        for (int64_t i = 0; i < n; i += kBlock) {
          const int64_t count = std::min(kBlock, n - i);
          const char *a = p[0] + i * strides[0];
          const char *b = p[1] + i * strides[1];
          int64_t sa = strides[0], sb = strides[1];
          left.fetch(a, sa, count, left_buffer);
          right.fetch(b, sb, count, right_buffer);
          row(a, sa, b, sb, p[2] + i * strides[2], strides[2], count, scalar);
        }
      });
    });
    return true;
  });
}

std::unique_ptr<KernelState> prepare_unary(PrepareContext &ctx, UnaryRow row) {
  const KernelTensor *y = ctx.output(0);
  if (y == nullptr) return ctx.refuse("%s: missing", ctx.output_name(0));
  if (!check_broadcast(ctx, 0, *y)) return nullptr;
  if (row == nullptr) {
    return ctx.refuse("%s: data type %s is not supported with %s of type %s", ctx.input_name(0),
                      KernelCall::dtype_name(ctx.input(0)->dtype), ctx.output_name(0), KernelCall::dtype_name(y->dtype));
  }
  auto loop = broadcast_loop<2>({ctx.input(0), y});
  if (is_one_row(loop)) {
    return make_kernel([strides = loop.row_strides(), count = loop.total(), row](RunContext &run) {
      row(address(run.input_data(0)), strides[0], address(run.output_data(0)), strides[1], count);
      return true;
    });
  }
  return make_kernel([loop = std::move(loop), row](RunContext &run) {
    const auto strides = loop.row_strides();
    const std::array<char *, 2> base = {address(run.input_data(0)), address(run.output_data(0))};
    run.parallel_for(loop.total(), kElementGrain, [&](int64_t begin, int64_t end) {
      loop.run(base, begin, end, [&](const std::array<char *, 2> &p, int64_t n) { row(p[0], strides[0], p[1], strides[1], n); });
    });
    return true;
  });
}

}  // namespace opstrata::operators
