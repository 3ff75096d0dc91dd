#include "elementwise/map.h"

#include "support/convert.h"
#include "support/strided.h"

namespace opstrata::operators {
namespace {

/// Elements that are converted at a time.
constexpr int64_t kBlock = 512;
constexpr int64_t kMaxItem = sizeof(Complex);
constexpr ge::DataType kComputed[kMapTypes] = {ge::DT_INT64, ge::DT_UINT64, ge::DT_FLOAT, ge::DT_DOUBLE, ge::DT_COMPLEX128};

/// How one operand reaches the row function: as it is, or through a block of the type of computation.
struct Operand {
  UnaryRow convert = nullptr;  ///< null: as it is
  int64_t item = 0;            ///< bytes in the block
};

template <size_t Inputs>
std::unique_ptr<KernelState> prepare(PrepareContext &ctx, const MapOp &op) {
  const KernelTensor *y = ctx.output(0);
  if (y == nullptr) return ctx.refuse("%s: missing", ctx.output_name(0));
  std::array<const KernelTensor *, Inputs + 1> tensors = {};
  MapType type = map_type(y->dtype);
  for (uint32_t k = 0; k < Inputs; ++k) {
    tensors[k] = ctx.input(k);
    if (tensors[k] == nullptr) return ctx.refuse("%s: missing", ctx.input_name(k));
    if (!broadcasts_to(*tensors[k], y->shape)) {
      return ctx.refuse("%s: shape %s cannot be broadcast to %s, the shape of %s", ctx.input_name(k), KernelCall::dims_text(tensors[k]->shape),
                        KernelCall::dims_text(y->shape), ctx.output_name(0));
    }
    type = std::max(type, map_type(tensors[k]->dtype));
  }
  tensors[Inputs] = y;
  if (type == kMapUint && op.forms[kMapUint].row == nullptr && op.forms[kMapInt].row != nullptr) type = kMapInt;
  while (type != kMapComplex && op.forms[type].row == nullptr) type = static_cast<MapType>(type + 1);
  const MapForm form = op.forms[type];
  if (form.row == nullptr) return ctx.refuse("%s: data type %s is not supported", ctx.input_name(0), KernelCall::dtype_name(tensors[0]->dtype));

  auto loop = broadcast_loop<Inputs + 1>(tensors);
  const auto strides = loop.row_strides();
  std::array<Operand, Inputs + 1> operands;
  bool direct = true;
  for (uint32_t k = 0; k <= Inputs; ++k) {
    const bool output = k == Inputs;
    const ge::DataType own = tensors[k]->dtype, wanted = output ? form.result : kComputed[type];
    operands[k].item = item_bytes(wanted);
    if (own == wanted && (strides[k] == operands[k].item || loop.row() <= 1)) continue;
    direct = false;
    operands[k].convert = output ? conversion(wanted, own) : conversion(own, wanted);
    if (operands[k].convert == nullptr) {
      return ctx.refuse("%s: data type %s is not supported", output ? ctx.output_name(0) : ctx.input_name(k), KernelCall::dtype_name(own));
    }
  }
  std::array<double, kMaxMapAttrs> params = {};
  for (size_t i = 0; i < kMaxMapAttrs && op.attrs[i] != nullptr; ++i) params[i] = ctx.float_attr(op.attrs[i]);

  return make_kernel([loop = std::move(loop), operands, direct, params, row = form.row, strides](RunContext &run) {
    std::array<char *, Inputs + 1> base;
    for (uint32_t k = 0; k < Inputs; ++k) base[k] = address(run.input_data(k));
    base[Inputs] = address(run.output_data(0));
    run.parallel_for(loop.total(), kElementGrain, [&](int64_t begin, int64_t end) {
      loop.run(base, begin, end, [&](const std::array<char *, Inputs + 1> &p, int64_t n) {
        std::array<const void *, Inputs> in;
        if (direct) {
          for (size_t k = 0; k < Inputs; ++k) in[k] = p[k];
          row(in.data(), p[Inputs], n, params.data());
          return;
        }
        alignas(kMaxItem) char blocks[Inputs + 1][kBlock * kMaxItem];
        for (int64_t i = 0; i < n; i += kBlock) {
          const int64_t count = std::min(kBlock, n - i);
          for (size_t k = 0; k < Inputs; ++k) {
            const char *own = p[k] + i * strides[k];
            in[k] = own;
            if (operands[k].convert == nullptr) continue;
            // A repeated value fills the block once.
            if (strides[k] != 0 || i == 0) operands[k].convert(own, strides[k], blocks[k], operands[k].item, count);
            in[k] = blocks[k];
          }
          char *own = p[Inputs] + i * strides[Inputs];
          const Operand &out = operands[Inputs];
          row(in.data(), out.convert == nullptr ? own : blocks[Inputs], count, params.data());
          if (out.convert != nullptr) out.convert(blocks[Inputs], out.item, own, strides[Inputs], count);
        }
      });
    });
    return true;
  });
}

}  // namespace

MapType map_type(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_UINT64: return kMapUint;
    case ge::DT_DOUBLE: return kMapDouble;
    case ge::DT_COMPLEX32: case ge::DT_COMPLEX64: case ge::DT_COMPLEX128: return kMapComplex;
    case ge::DT_BOOL: case ge::DT_INT8: case ge::DT_INT16: case ge::DT_INT32: case ge::DT_INT64: case ge::DT_UINT8: case ge::DT_UINT16:
    case ge::DT_UINT32: case ge::DT_QINT8: case ge::DT_QINT16: case ge::DT_QINT32: case ge::DT_QUINT8: case ge::DT_QUINT16:
      return kMapInt;
    default: return kMapFloat;
  }
}

std::unique_ptr<KernelState> prepare_map(PrepareContext &ctx, const MapOp &op) {
  switch (op.inputs) {
    case 1: return prepare<1>(ctx, op);
    case 2: return prepare<2>(ctx, op);
    case 3: return prepare<3>(ctx, op);
    case 4: return prepare<4>(ctx, op);
    default: return prepare<5>(ctx, op);
  }
}

}  // namespace opstrata::operators
