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
std::unique_ptr<KernelState> prepare(PrepareContext &ctx, const MapOp &op, const MapOperand *from, uint32_t out) {
  const KernelTensor *y = ctx.output(0, out);
  if (y == nullptr) return ctx.refuse("%s: missing", ctx.output_name(0));
  std::array<const KernelTensor *, Inputs + 1> tensors = {};
  std::array<KernelTensor, Inputs> elements;
  std::array<MapOperand, Inputs> places;
  std::array<int64_t, Inputs> offsets = {};
  MapType type = map_type(y->dtype);
  for (uint32_t k = 0; k < Inputs; ++k) {
    places[k] = from[k];
    tensors[k] = ctx.input(from[k].ir, from[k].instance);
    if (tensors[k] == nullptr) return ctx.refuse("%s: missing", ctx.input_name(from[k].ir));
    if (from[k].element >= 0) {
      const KernelTensor &list = *tensors[k];
      if (from[k].element >= list.elements || list.rank() > 1)
        return ctx.refuse("%s: shape %s has no element %lld", ctx.input_name(from[k].ir), KernelCall::dims_text(list.shape), static_cast<long long>(from[k].element));
      offsets[k] = list.rank() == 0 ? 0 : from[k].element * list.strides[0] * item_bytes(list.dtype);
      elements[k].dtype = list.dtype;
      elements[k].elements = 1;
      tensors[k] = &elements[k];
    }
    if (!broadcasts_to(*tensors[k], y->shape)) {
      return ctx.refuse("%s: shape %s cannot be broadcast to %s, the shape of %s", ctx.input_name(from[k].ir), KernelCall::dims_text(tensors[k]->shape),
                        KernelCall::dims_text(y->shape), ctx.output_name(0));
    }
    type = std::max(type, map_type(tensors[k]->dtype));
  }
  tensors[Inputs] = y;
  if (type == kMapUint && op.forms[kMapUint].row == nullptr && op.forms[kMapInt].row != nullptr) type = kMapInt;
  while (type != kMapComplex && op.forms[type].row == nullptr) type = static_cast<MapType>(type + 1);
  const MapForm form = op.forms[type];
  if (form.row == nullptr) return ctx.refuse("%s: data type %s is not supported", ctx.input_name(from[0].ir), KernelCall::dtype_name(tensors[0]->dtype));

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
      return ctx.refuse("%s: data type %s is not supported", output ? ctx.output_name(0) : ctx.input_name(from[k].ir), KernelCall::dtype_name(own));
    }
  }
  std::array<double, kMaxMapAttrs> params = {};
  for (size_t i = 0; i < kMaxMapAttrs && op.attrs[i] != nullptr; ++i) params[i] = ctx.float_attr(op.attrs[i]);

  return make_kernel([loop = std::move(loop), operands, direct, params, row = form.row, strides, places, offsets, out](RunContext &run) {
    std::array<char *, Inputs + 1> base;
    for (uint32_t k = 0; k < Inputs; ++k) base[k] = address(run.input_data(places[k].ir, places[k].instance)) + offsets[k];
    base[Inputs] = address(run.output_data(0, out));
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
          const Operand &result = operands[Inputs];
          row(in.data(), result.convert == nullptr ? own : blocks[Inputs], count, params.data());
          if (result.convert != nullptr) result.convert(blocks[Inputs], result.item, own, strides[Inputs], count);
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

std::unique_ptr<KernelState> prepare_map(PrepareContext &ctx, const MapOp &op, const MapOperand *in, uint32_t out) {
  switch (op.inputs) {
    case 1: return prepare<1>(ctx, op, in, out);
    case 2: return prepare<2>(ctx, op, in, out);
    case 3: return prepare<3>(ctx, op, in, out);
    case 4: return prepare<4>(ctx, op, in, out);
    default: return prepare<5>(ctx, op, in, out);
  }
}
std::unique_ptr<KernelState> prepare_map(PrepareContext &ctx, const MapOp &op) {
  std::array<MapOperand, kMaxMapInputs> in;
  for (uint32_t k = 0; k < kMaxMapInputs; ++k) in[k].ir = k;
  return prepare_map(ctx, op, in.data(), 0);
}

}  // namespace opstrata::operators
