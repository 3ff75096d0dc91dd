#include "lines/lines.h"

#include <cstring>

#include "support/convert.h"

namespace opstrata::operators {
namespace {

constexpr ge::DataType kComputed[kMapTypes] = {ge::DT_INT64, ge::DT_UINT64, ge::DT_FLOAT, ge::DT_DOUBLE, ge::DT_COMPLEX128};
/// Elements of a piece of a reduction.
constexpr int64_t kPiece = 4096;
constexpr size_t kMaxInputs = 3, kMaxOutputs = 3;
constexpr size_t kStateBytes = 64;

ge::DataType slot_type(Slot slot, MapType type) {
  switch (slot) {
    case Slot::kReal: return ge::DT_DOUBLE;
    case Slot::kIndex: return ge::DT_INT64;
    case Slot::kFlag: return ge::DT_BOOL;
    default: return kComputed[type];
  }
}

/// One tensor of the call, seen line by line.
struct Side {
  StridedLoop<1> line;          ///< the dimensions of the axes
  std::vector<int64_t> kept;    ///< byte strides of the kept dimensions
  int64_t room = 1;             ///< outputs: elements along the axes
  UnaryRow convert = nullptr;   ///< null: already of the type of computation
  int64_t item = 0;             ///< bytes in the dense array
  bool present = false;
};

struct Lines {
  std::vector<int64_t> extents;  ///< of the kept dimensions
  int64_t count = 1, length = 1;
  std::array<Side, kMaxInputs> in;
  std::array<Side, kMaxOutputs> out;
  LineForm form;
  std::array<double, kMaxMapAttrs> params = {};

  int64_t offset(const Side &side, int64_t line) const {
    int64_t result = 0;
    for (size_t d = extents.size(); d-- > 0; line /= extents[d]) result += line % extents[d] * side.kept[d];
    return result;
  }
  /// Elements [begin, end) of a line of `side` whose first element is at `x`, as a dense array, in `buffer` if need be.
  const void *gather(const Side &side, char *x, int64_t begin, int64_t end, std::vector<char> &buffer) const {
    if (side.convert == nullptr && side.line.rank() <= 1 && (side.line.row_strides()[0] == side.item || end - begin <= 1)) {
      return x + begin * side.line.row_strides()[0];
    }
    buffer.resize(static_cast<size_t>((end - begin) * side.item));
    char *to = buffer.data();
    side.line.run({x}, begin, end, [&](const std::array<char *, 1> &p, int64_t n) {
      side.convert(p[0], side.line.row_strides()[0], to, side.item, n);
      to += n * side.item;
    });
    return buffer.data();
  }
  void run(RunContext &ctx) const;
};

void Lines::run(RunContext &ctx) const {
  ctx.parallel_for(count, std::max<int64_t>(1, kElementGrain / std::max<int64_t>(1, length)), [&](int64_t begin, int64_t end) {
    std::array<std::vector<char>, kMaxInputs> buffers;
    std::array<std::vector<char>, kMaxOutputs> results;
    std::array<void *, kMaxOutputs> targets = {};
    std::array<int64_t, kMaxOutputs> room = {};
    for (size_t k = 0; k < kMaxOutputs; ++k) {
      room[k] = out[k].room;
      results[k].resize(static_cast<size_t>(room[k] * out[k].item));
      targets[k] = out[k].present ? results[k].data() : nullptr;
    }
    std::array<const void *, kMaxInputs> arrays = {};
    for (int64_t line = begin; line < end; ++line) {
      const auto take = [&](int64_t from, int64_t to) {
        for (uint32_t k = 0; k < kMaxInputs; ++k) {
          if (in[k].present) arrays[k] = gather(in[k], address(ctx.input_data(k)) + offset(in[k], line), from, to, buffers[k]);
        }
      };
      if (form.step != nullptr) {
        alignas(16) char state[kStateBytes] = {};
        for (int64_t at = 0; at < length; at += kPiece) {
          const int64_t stop = std::min(length, at + kPiece);
          take(at, stop);
          form.step(arrays.data(), stop - at, at, state, params.data());
        }
        const void *const whole[] = {state};
        form.function({whole, length, targets.data(), room.data(), params.data()});
      } else {
        take(0, length);
        form.function({arrays.data(), length, targets.data(), room.data(), params.data()});
      }
      for (uint32_t k = 0; k < kMaxOutputs; ++k) {
        const Side &side = out[k];
        if (!side.present) continue;
        const char *from = results[k].data();
        side.line.run({address(ctx.output_data(k)) + offset(side, line)}, 0, side.room, [&](const std::array<char *, 1> &p, int64_t n) {
          side.convert(from, side.item, p[0], side.line.row_strides()[0], n);
          from += n * side.item;
        });
      }
    }
  });
}

MapType line_type(const LineOp &op, ge::DataType dtype) {
  MapType type = map_type(dtype);
  if (type == kMapUint && op.forms[kMapUint].function == nullptr && op.forms[kMapInt].function != nullptr) type = kMapInt;
  while (type != kMapComplex && op.forms[type].function == nullptr) type = static_cast<MapType>(type + 1);
  return type;
}

}  // namespace

bool read_axes(PrepareContext &ctx, std::vector<int64_t> &axes) {
  const KernelTensor *x = ctx.input(0);
  if (x == nullptr) return ctx.refuse("%s: missing", ctx.input_name(0)), false;
  const char *name = "axes";
  for (const char *candidate : {"axes", "axis", "dim", "dims", "dimension"}) {
    if (ctx.has_attr(candidate)) {
      const Dims values = ctx.int_list_attr(candidate);
      axes.assign(values.begin(), values.end());
      if (axes.empty() && ctx.int_attr(candidate, INT64_MIN) != INT64_MIN) axes.push_back(ctx.int_attr(candidate));
      name = candidate;
      break;
    }
    for (uint32_t i = 1; i < ctx.input_num(); ++i) {
      if (std::strcmp(ctx.input_name(i), candidate) != 0 || ctx.input(i) == nullptr) continue;
      if (!constant_integers(ctx, i, axes)) return false;
      name = candidate;
    }
  }
  if (axes.empty() && !ctx.bool_attr("noop_with_empty_axes", false)) {
    for (size_t d = 0; d < x->rank(); ++d) axes.push_back(static_cast<int64_t>(d));
  }
  for (int64_t &axis : axes) {
    if (normalize_axis(axis, x->rank())) continue;
    return ctx.refuse("%s: %lld is outside the dimensions of %s %s", name, static_cast<long long>(axis), ctx.input_name(0), KernelCall::dims_text(x->shape)), false;
  }
  return true;
}

std::unique_ptr<KernelState> prepare_lines(PrepareContext &ctx, const LineOp &op, const std::vector<int64_t> &axes) {
  const KernelTensor *x = ctx.input(0);
  if (x == nullptr) return ctx.refuse("%s: missing", ctx.input_name(0));
  const size_t rank = x->rank();
  std::vector<bool> along(rank, false);
  for (int64_t axis : axes) {
    if (rank > 0) along[static_cast<size_t>(axis)] = true;
  }
  Lines lines;
  MapType type = map_type(x->dtype);
  for (uint32_t k = 1; k < op.inputs; ++k) {
    if (ctx.input(k) != nullptr) type = std::max(type, map_type(ctx.input(k)->dtype));
  }
  type = line_type(op, type == map_type(x->dtype) ? x->dtype : kComputed[type]);
  lines.form = op.forms[type];
  if (lines.form.function == nullptr) return ctx.refuse("%s: data type %s is not supported", ctx.input_name(0), KernelCall::dtype_name(x->dtype));
  for (size_t d = 0; d < rank; ++d) {
    if (along[d]) {
      lines.length *= x->shape[d];
    } else {
      lines.extents.push_back(x->shape[d]);
      lines.count *= x->shape[d];
    }
  }
  for (uint32_t k = 0; k < op.inputs; ++k) {
    const KernelTensor *t = ctx.input(k);
    if (t == nullptr) continue;
    if (!broadcasts_to(*t, x->shape)) {
      return ctx.refuse("%s: shape %s does not fit %s, that of %s", ctx.input_name(k), KernelCall::dims_text(t->shape), KernelCall::dims_text(x->shape), ctx.input_name(0));
    }
    Side &side = lines.in[k];
    side.present = true;
    side.item = item_bytes(kComputed[type]);
    side.convert = conversion(t->dtype, kComputed[type]);
    if (side.convert == nullptr) return ctx.refuse("%s: data type %s is not supported", ctx.input_name(k), KernelCall::dtype_name(t->dtype));
    for (size_t d = 0; d < rank; ++d) {
      const int64_t stride = broadcast_stride(*t, d, rank);
      if (along[d]) side.line.add(x->shape[d], {stride});
      else side.kept.push_back(stride);
    }
    if (t->dtype == kComputed[type] && side.line.rank() <= 1 && (side.line.row_strides()[0] == side.item || lines.length == 1)) side.convert = nullptr;
  }
  for (uint32_t k = 0; k < kMaxOutputs && op.outputs[k] != Slot::kNone; ++k) {
    const KernelTensor *y = ctx.output(k);
    if (y == nullptr) continue;
    Side &side = lines.out[k];
    const ge::DataType computed = slot_type(op.outputs[k], type);
    side.present = true;
    side.item = item_bytes(computed);
    side.convert = conversion(computed, y->dtype);
    const int64_t item = item_bytes(y->dtype);
    const bool keeps = y->rank() == rank;
    bool fits = side.convert != nullptr && (keeps || y->rank() == lines.extents.size());
    size_t own = 0, lengths = 0;  // lengths along the axes: all as in x, or one of its own
    bool as_in_x = true;
    for (size_t d = 0; fits && d < rank; ++d) {
      if (!along[d]) {
        fits = y->shape[own] == x->shape[d];
        side.kept.push_back(y->strides[own++] * item);
      } else if (keeps) {
        side.room *= y->shape[own];
        lengths += y->shape[own] != 1 ? 1 : 0;
        as_in_x = as_in_x && y->shape[own] == x->shape[d];
        side.line.add(y->shape[own], {y->strides[own] * item});
        ++own;
      }
    }
    fits = fits && (as_in_x || lengths <= 1);
    if (!fits) {
      return ctx.refuse("%s: %s %s does not follow from %s %s", ctx.output_name(k), KernelCall::dtype_name(y->dtype), KernelCall::dims_text(y->shape), ctx.input_name(0),
                        KernelCall::dims_text(x->shape));
    }
  }
  for (size_t i = 0; i < kMaxMapAttrs && op.attrs[i] != nullptr; ++i) lines.params[i] = ctx.float_attr(op.attrs[i]);
  return make_kernel([lines = std::move(lines)](RunContext &run) {
    lines.run(run);
    return true;
  });
}

}  // namespace opstrata::operators
