// Matrices and their diagonals. A diagonal is a strided view of its matrix, so every operator is a few strided copies.
#include "diagonals/band.h"
#include "support/moves.h"

namespace opstrata::operators {
namespace {

using Integers = std::vector<int64_t>;

/// A copy from input `input` (or from `constant` input, whose one element is repeated) to output 0; offsets in bytes.
struct Move {
  StridedCopy copy;
  uint32_t input = 0;
  int64_t from = 0, to = 0;
};
constexpr uint32_t kZero = UINT32_MAX;  ///< the input that stands for zeros

std::unique_ptr<KernelState> moves(std::vector<Move> all) {
  return make_kernel([all = std::move(all)](RunContext &run) {
    static constexpr char kZeros[16] = {};
    for (const Move &m : all) {
      const char *from = m.input == kZero ? kZeros : run.in<char>(m.input) + m.from;
      if (from != run.out<char>(0) + m.to) m.copy.run(run, from, run.out<char>(0) + m.to);
    }
    return true;
  });
}
/// Output 0 filled with one element of input `input`.
Move filled(const KernelTensor &y, uint32_t input, int64_t item) {
  const Integers none(y.rank(), 0);
  Move m;
  m.copy = StridedCopy(y.shape, as_dims(none), y.strides, item);
  m.input = input;
  return m;
}

std::unique_ptr<KernelState> prepare_diag(PrepareContext &ctx, bool makes) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  const KernelTensor &once = makes ? *x : *y, &twice = makes ? *y : *x;
  bool fits = twice.rank() == 2 * once.rank();
  Integers along;
  for (size_t d = 0; fits && d < once.rank(); ++d) {
    const size_t other = d + once.rank();
    fits = once.shape[d] == twice.shape[d] && once.shape[d] == twice.shape[other];
    along.push_back(twice.strides[d] + twice.strides[other]);
  }
  if (!fits)
    return ctx.refuse("%s: shape %s does not follow from x %s", ctx.output_name(0), KernelCall::dims_text(y->shape),
                      KernelCall::dims_text(x->shape));
  std::vector<Move> all;
  if (makes) all.push_back(filled(*y, kZero, item));
  Move m;
  m.copy = StridedCopy(once.shape, makes ? once.strides : as_dims(along), makes ? as_dims(along) : once.strides, item);
  if (once.elements > 0) all.push_back(std::move(m));
  return moves(std::move(all));
}

/// Reads k (input `ir_k`; kZero: the main diagonal) and align into `band`, of the matrices in `matrix`.
bool read_band(PrepareContext &ctx, const KernelTensor &matrix, uint32_t ir_k, const char *align, Band &band) {
  Integers k(1, 0);
  if (ir_k != kZero && !constant_integers(ctx, ir_k, k)) return false;
  if (!band.set_range(k)) return ctx.refuse("k: %s is no range of diagonals", KernelCall::dims_text(as_dims(k))), false;
  if (!band.set_align(align)) return ctx.refuse("align: \"%s\" is no pair of LEFT and RIGHT", align), false;
  if (matrix.rank() < 2)
    return ctx.refuse("%s: no matrices: %s", ctx.input_name(0), KernelCall::dims_text(matrix.shape)), false;
  band.rows = matrix.dim(-2);
  band.columns = matrix.dim(-1);
  if (band.inside()) return true;
  return ctx.refuse("k: %s lies outside the matrices %s", KernelCall::dims_text(as_dims(k)),
                    KernelCall::dims_text(matrix.shape)),
         false;
}
/// The diagonals of `band` between matrices and rows; `part` is input `input` or output 0, `to_matrix` says where the
/// copies lead. False after a refusal: `part` is not of their shape.
bool diagonals(PrepareContext &ctx, const Band &band, const KernelTensor &matrix, const KernelTensor &part,
               const char *name, bool to_matrix, uint32_t input, int64_t item, std::vector<Move> &all) {
  const bool many = band.count() > 1;
  const size_t batch = matrix.rank() - 2;
  Integers wanted(matrix.shape.begin(), matrix.shape.begin() + batch);
  if (many) wanted.push_back(band.count());
  wanted.push_back(band.longest());
  if (part.shape != as_dims(wanted))
    return ctx.refuse("%s: shape %s; %s is required", name, KernelCall::dims_text(part.shape),
                      KernelCall::dims_text(as_dims(wanted))),
           false;
  if (part.elements == 0) return true;
  for (int64_t d = band.high; d >= band.low; --d) {
    Integers shape(wanted.begin(), wanted.begin() + static_cast<int64_t>(batch));
    Integers in_matrix(matrix.strides.begin(), matrix.strides.begin() + batch);
    Integers in_part(part.strides.begin(), part.strides.begin() + batch);
    shape.push_back(band.length(d));
    in_matrix.push_back(matrix.strides[batch] + matrix.strides[batch + 1]);
    in_part.push_back(part.strides.back());
    const int64_t at_matrix = d < 0 ? -d * matrix.strides[batch] : d * matrix.strides[batch + 1];
    const int64_t at_part = (many ? (band.high - d) * part.strides[batch] : 0) + band.first(d) * part.strides.back();
    Move m;
    m.copy = StridedCopy(as_dims(shape), as_dims(to_matrix ? in_part : in_matrix),
                         as_dims(to_matrix ? in_matrix : in_part), item);
    m.input = input;
    m.from = (to_matrix ? at_part : at_matrix) * item;
    m.to = (to_matrix ? at_matrix : at_part) * item;
    all.push_back(std::move(m));
  }
  return true;
}
/// The one element that fills output 0 where no diagonal is; `input`: kZero for zeros.
bool fills(PrepareContext &ctx, uint32_t input) {
  if (input == kZero) return true;
  const KernelTensor *value = ctx.input(input);
  if (value != nullptr && value->elements == 1 && value->dtype == ctx.output(0)->dtype) return true;
  return ctx.refuse("%s: one element of the type of %s is required", ctx.input_name(input), ctx.output_name(0)), false;
}

std::unique_ptr<KernelState> matrices(PrepareContext &ctx, bool has_k, const char *align) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  const uint32_t padding = has_k ? 4 : kZero;
  Band band;
  std::vector<Move> all;
  if (item == 0 || !fills(ctx, padding) || !read_band(ctx, *y, has_k ? 1 : kZero, align, band)) return nullptr;
  all.push_back(filled(*y, padding, item));
  if (!diagonals(ctx, band, *y, *x, ctx.input_name(0), true, 0, item, all)) return nullptr;
  return moves(std::move(all));
}
std::unique_ptr<KernelState> parts(PrepareContext &ctx, bool has_k, const char *align) {
  const KernelTensor *x = ctx.input(0), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  const uint32_t padding = has_k ? 2 : kZero;
  Band band;
  std::vector<Move> all;
  if (item == 0 || !fills(ctx, padding) || !read_band(ctx, *x, has_k ? 1 : kZero, align, band)) return nullptr;
  if (has_k) all.push_back(filled(*y, padding, item));
  if (!diagonals(ctx, band, *x, *y, ctx.output_name(0), false, 0, item, all)) return nullptr;
  return moves(std::move(all));
}
std::unique_ptr<KernelState> with_diagonals(PrepareContext &ctx, bool has_k) {
  const KernelTensor *x = ctx.input(0), *diagonal = ctx.input(1), *y = ctx.output(0);
  const int64_t item = movable_item(ctx, x, y);
  if (item == 0) return nullptr;
  if (x->shape != y->shape || diagonal == nullptr || diagonal->dtype != y->dtype)
    return ctx.refuse("%s: shape %s, not of %s and its types", ctx.output_name(0), KernelCall::dims_text(y->shape),
                      KernelCall::dims_text(x->shape));
  Band band;
  if (!read_band(ctx, *y, has_k ? 2 : kZero, "LEFT_LEFT", band)) return nullptr;
  std::vector<Move> all(1);
  all[0].copy = StridedCopy(x->shape, x->strides, y->strides, item);
  if (!diagonals(ctx, band, *y, *diagonal, ctx.input_name(1), true, 1, item, all)) return nullptr;
  return moves(std::move(all));
}

OPSTRATA_KERNEL(Diag, [](PrepareContext &ctx) { return prepare_diag(ctx, true); });
OPSTRATA_KERNEL(DiagPart, [](PrepareContext &ctx) { return prepare_diag(ctx, false); });
OPSTRATA_KERNEL(MatrixDiag, [](PrepareContext &ctx) { return matrices(ctx, false, "LEFT_LEFT"); });
OPSTRATA_KERNEL(MatrixDiagV2, [](PrepareContext &ctx) { return matrices(ctx, true, "LEFT_LEFT"); });
OPSTRATA_KERNEL(MatrixDiagV3, [](PrepareContext &ctx) { return matrices(ctx, true, ctx.string_attr("align")); });
OPSTRATA_KERNEL(MatrixDiagPart, [](PrepareContext &ctx) { return parts(ctx, false, "LEFT_LEFT"); });
OPSTRATA_KERNEL(MatrixDiagPartV2, [](PrepareContext &ctx) { return parts(ctx, true, "LEFT_LEFT"); });
OPSTRATA_KERNEL(MatrixDiagPartV3, [](PrepareContext &ctx) { return parts(ctx, true, ctx.string_attr("align")); });
OPSTRATA_KERNEL(MatrixSetDiag, [](PrepareContext &ctx) { return with_diagonals(ctx, false); });
OPSTRATA_KERNEL(MatrixSetDiagV2, [](PrepareContext &ctx) { return with_diagonals(ctx, true); });

}  // namespace
}  // namespace opstrata::operators
