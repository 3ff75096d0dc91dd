#include <cstring>
#include <string>

#include "support/moves.h"

namespace opstrata::operators {
namespace {

/// Where the elements of one logical axis lie in memory: `stride` apart, or in blocks of `block` elements whose firsts lie
/// `outer` apart (strides in elements).
struct Axis {
  int64_t stride = 0, block = 0, outer = 0;
};

/// The axes of a tensor by letter ("NCHW"); of ND tensors the last two are called M and K, those before a, b, c, ….
struct Layout {
  std::string letters;
  std::vector<int64_t> extents;
  std::vector<Axis> axes;
  int64_t memory = 0;  ///< elements in memory
};

ge::Format primary(ge::Format format) { return static_cast<ge::Format>(ge::GetPrimaryFormat(static_cast<int32_t>(format))); }

std::string letters_of(ge::Format format, size_t rank) {
  switch (primary(format)) {
    case ge::FORMAT_NCHW: return "NCHW";
    case ge::FORMAT_NHWC: return "NHWC";
    case ge::FORMAT_HWCN: return "HWCN";
    case ge::FORMAT_CHWN: return "CHWN";
    case ge::FORMAT_NCDHW: return "NCDHW";
    case ge::FORMAT_NDHWC: return "NDHWC";
    case ge::FORMAT_DHWCN: return "DHWCN";
    case ge::FORMAT_DHWNC: return "DHWNC";
    case ge::FORMAT_NCL: return "NCW";
    case ge::FORMAT_ND: {
      std::string letters;
      for (size_t i = 0; i < rank; ++i) letters += i + 2 == rank ? 'M' : i + 1 == rank ? 'K' : static_cast<char>('a' + i);
      return letters;
    }
    default: return "";
  }
}

/// Fills `axes` for a blocked format whose memory has the shape `s`; false for formats that are not known here.
bool blocked_axes(ge::Format format, Dims s, Layout &layout) {
  const std::vector<int64_t> step = dense_strides(s);
  const size_t r = s.size();
  const auto axis = [&](char letter) -> Axis & {
    static thread_local Axis unused;
    const size_t at = layout.letters.find(letter);
    return at == std::string::npos ? unused : layout.axes[at];
  };
  const auto extent = [&](char letter) {
    const size_t at = layout.letters.find(letter);
    return at == std::string::npos ? int64_t{1} : layout.extents[at];
  };
  switch (primary(format)) {
    case ge::FORMAT_NC1HWC0: case ge::FORMAT_NC1HWC0_C04:
      if (r != 5) return false;
      axis('N') = {step[0]};
      axis('C') = {1, s[4], step[1]};
      axis('H') = {step[2]};
      axis('W') = {step[3]};
      return true;
    case ge::FORMAT_NDC1HWC0:
      if (r != 6) return false;
      axis('N') = {step[0]};
      axis('D') = {step[1]};
      axis('C') = {1, s[5], step[2]};
      axis('H') = {step[3]};
      axis('W') = {step[4]};
      return true;
    case ge::FORMAT_FRACTAL_Z: case ge::FORMAT_FRACTAL_Z_3D: {
      if (r != 4) return false;
      const int64_t plane = extent('H') * extent('W') * step[0];
      axis('C') = {1, s[3], plane};
      axis('D') = {(extent('C') + s[3] - 1) / s[3] * plane};
      axis('H') = {extent('W') * step[0]};
      axis('W') = {step[0]};
      axis('N') = {step[2], s[2], step[1]};
      return true;
    }
    case ge::FORMAT_FRACTAL_NZ: case ge::FORMAT_FRACTAL_NZ_C0_2: case ge::FORMAT_FRACTAL_NZ_C0_4: case ge::FORMAT_FRACTAL_NZ_C0_8:
    case ge::FORMAT_FRACTAL_NZ_C0_16: case ge::FORMAT_FRACTAL_NZ_C0_32: {
      const size_t n = layout.axes.size();
      if (n < 2 || r != n + 2) return false;
      for (size_t i = 0; i + 2 < n; ++i) layout.axes[i] = {step[i]};
      layout.axes[n - 2] = {step[r - 2], s[r - 2], step[r - 3]};
      layout.axes[n - 1] = {1, s[r - 1], step[r - 4]};
      return true;
    }
    default: return false;
  }
}

bool make_layout(PrepareContext &ctx, const KernelTensor &t, const char *name, Layout &layout) {
  layout.letters = letters_of(t.format, t.rank());
  layout.extents.assign(t.shape.begin(), t.shape.end());
  layout.axes.resize(t.rank());
  bool known = layout.letters.size() == t.rank();
  const std::string stored = letters_of(t.storage_format, t.rank());
  if (known && primary(t.storage_format) == primary(t.format)) {
    for (size_t i = 0; i < t.rank(); ++i) layout.axes[i] = {t.strides[i]};
    layout.memory = t.elements;
  } else if (known && stored.size() == t.rank()) {  // plain formats of the same letters
    std::vector<int64_t> extents;
    for (char letter : stored) {
      const size_t at = layout.letters.find(letter);
      known = known && at != std::string::npos;
      extents.push_back(at == std::string::npos ? 1 : layout.extents[at]);
    }
    const std::vector<int64_t> step = dense_strides(as_dims(extents));
    for (size_t i = 0; known && i < stored.size(); ++i) layout.axes[layout.letters.find(stored[i])] = {step[i]};
    layout.memory = t.elements;
  } else {
    known = known && blocked_axes(t.storage_format, t.storage_shape, layout);
    layout.memory = 1;
    for (int64_t d : t.storage_shape) layout.memory *= d;
  }
  if (!known) {
    ctx.refuse("%s: shape %s in format %d, stored as format %d with shape %s, is not supported", name, KernelCall::dims_text(t.shape),
               static_cast<int>(t.format), static_cast<int>(t.storage_format), KernelCall::dims_text(t.storage_shape));
  }
  return known;
}

/// One rectangle of whole blocks (or of the rest of a block) of every axis.
struct Piece {
  StridedCopy copy;
  int64_t from, to;  ///< bytes
};

/// Collects the pieces by going through the axes; an axis that is blocked on one side splits into whole blocks and a rest.
struct Splitter {
  const Layout &from, &to;
  int64_t item;
  std::vector<Piece> pieces{};
  std::vector<int64_t> shape{}, from_strides{}, to_strides{};

  void go(size_t axis, int64_t from_offset, int64_t to_offset) {
    if (axis == from.axes.size()) {
      pieces.push_back({StridedCopy(as_dims(shape), as_dims(from_strides), as_dims(to_strides), item), from_offset * item, to_offset * item});
      return;
    }
    const Axis &a = from.axes[axis];
    const Axis &b = to.axes[to.letters.find(from.letters[axis])];
    const int64_t extent = from.extents[axis];
    const int64_t block = a.block != 0 ? a.block : b.block;
    if (block == 0) return with({{extent, a.stride, b.stride}}, axis, from_offset, to_offset);
    const int64_t a_outer = a.block != 0 ? a.outer : a.stride * block, b_outer = b.block != 0 ? b.outer : b.stride * block;
    const int64_t whole = extent / block, rest = extent % block;
    if (whole != 0) with({{whole, a_outer, b_outer}, {block, a.stride, b.stride}}, axis, from_offset, to_offset);
    if (rest != 0) with({{rest, a.stride, b.stride}}, axis, from_offset + whole * a_outer, to_offset + whole * b_outer);
  }

  struct Step {
    int64_t extent, from, to;
  };
  void with(std::initializer_list<Step> steps, size_t axis, int64_t from_offset, int64_t to_offset) {
    for (const Step &s : steps) {
      shape.push_back(s.extent);
      from_strides.push_back(s.from);
      to_strides.push_back(s.to);
    }
    go(axis + 1, from_offset, to_offset);
    for (size_t i = 0; i < steps.size(); ++i) {
      shape.pop_back();
      from_strides.pop_back();
      to_strides.pop_back();
    }
  }
};

std::unique_ptr<KernelState> prepare_trans_data(PrepareContext &ctx) {
  const KernelTensor *src = ctx.input(0), *dst = ctx.output(0);
  if (src == nullptr || dst == nullptr) return ctx.refuse("src and dst are required");
  ctx.accept_private_formats();
  const int64_t item = item_bytes(src->dtype);
  if (item == 0 || src->dtype != dst->dtype) {
    return ctx.refuse("src: data type %s cannot be moved to dst of type %s", KernelCall::dtype_name(src->dtype), KernelCall::dtype_name(dst->dtype));
  }
  if (ctx.int_attr("groups", 1) > 1) return ctx.refuse("groups: %lld; only 1 is supported", static_cast<long long>(ctx.int_attr("groups", 1)));
  Layout from, to;
  if (!make_layout(ctx, *src, "src", from) || !make_layout(ctx, *dst, "dst", to)) return nullptr;
  bool same = from.letters.size() == to.letters.size();
  for (size_t i = 0; same && i < from.letters.size(); ++i) {
    const size_t at = to.letters.find(from.letters[i]);
    same = at != std::string::npos && to.extents[at] == from.extents[i];
    // Both sides in blocks of different sizes would need pieces of pieces: go by way of the plain format.
    same = same && (from.axes[i].block == 0 || to.axes[at].block == 0 || from.axes[i].block == to.axes[at].block);
  }
  if (!same) {
    return ctx.refuse("src, dst: shapes %s and %s in formats %d and %d do not correspond", KernelCall::dims_text(src->shape),
                      KernelCall::dims_text(dst->shape), static_cast<int>(src->storage_format), static_cast<int>(dst->storage_format));
  }
  Splitter splitter{from, to, item};
  if (src->elements != 0) splitter.go(0, 0, 0);
  const size_t padded = to.memory > dst->elements ? static_cast<size_t>(to.memory * item) : 0;
  return make_kernel([pieces = std::move(splitter.pieces), padded](RunContext &run) {
    if (padded != 0) std::memset(run.output_data(0), 0, padded);
    for (const Piece &piece : pieces) piece.copy.run(run, run.in<char>(0) + piece.from, run.out<char>(0) + piece.to);
    return true;
  });
}
OPSTRATA_KERNEL(TransData, prepare_trans_data);

}  // namespace
}  // namespace opstrata::operators
