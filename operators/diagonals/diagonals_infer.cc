#include "diagonals/band.h"
#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;
using Integers = std::vector<int64_t>;

/// Shapes of input 0 and output 0.
#define OPSTRATA_SHAPES(ctx, x, y)                \
  const gert::Shape *x = (ctx)->GetInputShape(0); \
  gert::Shape *y = (ctx)->GetOutputShape(0);      \
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);             \
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);             \
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS

ge::graphStatus infer_diag(Ctx *ctx) {
  OPSTRATA_SHAPES(ctx, x, y);
  Integers dims = dims_of(*x);
  const Integers once = dims;
  if (dims.empty() || 2 * dims.size() > gert::Shape::kMaxDimNum)
    OPSTRATA_INFER_REFUSE(ctx, "x: shape %s cannot be doubled", ToString(*x).c_str());
  dims.insert(dims.end(), once.begin(), once.end());
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_diag_part(Ctx *ctx) {
  OPSTRATA_SHAPES(ctx, x, y);
  Integers dims = dims_of(*x);
  const size_t half = dims.size() / 2;
  bool good = !dims.empty() && dims.size() % 2 == 0;
  for (size_t d = 0; good && d < half; ++d) good = dims[d] == dims[d + half] || dims[d] < 0 || dims[d + half] < 0;
  if (!good) OPSTRATA_INFER_REFUSE(ctx, "x: shape %s has no two equal halves", ToString(*x).c_str());
  dims.resize(half);
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_matrix(Ctx *ctx) {
  OPSTRATA_SHAPES(ctx, x, y);
  Integers dims = dims_of(*x);
  if (dims.empty()) OPSTRATA_INFER_REFUSE(ctx, "x: a vector or a stack of them is required");
  const int64_t n = dims.back();
  dims.push_back(n);
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_part(Ctx *ctx) {
  OPSTRATA_SHAPES(ctx, x, y);
  Integers dims = dims_of(*x);
  if (dims.size() < 2)
    OPSTRATA_INFER_REFUSE(ctx, "x: shape %s; a matrix or a stack of them is required", ToString(*x).c_str());
  const int64_t columns = dims.back();
  dims.pop_back();
  dims.back() = dims.back() < 0 || columns < 0 ? -1 : std::min(dims.back(), columns);
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}

/// Matrices from diagonals k with sizes, inputs 1 to 3.
ge::graphStatus infer_matrix_of_band(Ctx *ctx) {
  OPSTRATA_SHAPES(ctx, x, y);
  Integers dims = dims_of(*x), k, rows, columns;
  if (dims.empty()) OPSTRATA_INFER_REFUSE(ctx, "%s: a vector or a stack of them is required", "diagonal");
  Band band;
  const bool known = known_list(ctx, 1, k) && known_list(ctx, 2, rows) && known_list(ctx, 3, columns);
  if (!known) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (!band.set_range(k) || rows.size() != 1 || columns.size() != 1)
    OPSTRATA_INFER_REFUSE(ctx, "k, num_rows, num_cols: one or two diagonals in order and two numbers are required");
  const int64_t length = dims.back();
  dims.pop_back();
  if (band.count() > 1) {
    if (dims.empty() || (dims.back() >= 0 && dims.back() != band.count()))
      OPSTRATA_INFER_REFUSE(ctx, "k: %ld diagonals are none of shape %s", static_cast<long>(band.count()),
                            ToString(*x).c_str());
    dims.pop_back();
  }
  if (length < 0) {
    band.rows = rows[0];
    band.columns = columns[0];
  } else if (!band.set_size(length, rows[0], columns[0])) {
    OPSTRATA_INFER_REFUSE(ctx, "num_rows, num_cols: %ld, %ld; no such matrix has diagonals of length %ld there",
                          static_cast<long>(rows[0]), static_cast<long>(columns[0]), static_cast<long>(length));
  }
  dims.push_back(band.rows);
  dims.push_back(band.columns);
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}
/// Diagonals k, input 1, of matrices.
ge::graphStatus infer_part_of_band(Ctx *ctx) {
  OPSTRATA_SHAPES(ctx, x, y);
  Integers dims = dims_of(*x), k;
  if (dims.size() < 2)
    OPSTRATA_INFER_REFUSE(ctx, "input: shape %s; a matrix or a stack of them is required", ToString(*x).c_str());
  if (!known_list(ctx, 1, k)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  Band band;
  if (!band.set_range(k)) OPSTRATA_INFER_REFUSE(ctx, "k: one diagonal or two in order are required");
  band.columns = dims.back();
  dims.pop_back();
  band.rows = dims.back();
  dims.pop_back();
  const bool known = band.rows >= 0 && band.columns >= 0;
  if (known && !band.inside())
    OPSTRATA_INFER_REFUSE(ctx, "k: [%ld, %ld] lies outside the matrices %s", static_cast<long>(band.low),
                          static_cast<long>(band.high), ToString(*x).c_str());
  if (band.count() > 1) dims.push_back(band.count());
  dims.push_back(known ? band.longest() : -1);
  return set_dims(*y, dims), ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Diag).InferShape(infer_diag);
IMPL_OP_INFERSHAPE(DiagPart).InferShape(infer_diag_part);
IMPL_OP_INFERSHAPE(MatrixDiag).InferShape(infer_matrix);
IMPL_OP_INFERSHAPE(MatrixDiagPart).InferShape(infer_part);
IMPL_OP_INFERSHAPE(MatrixDiagV2).InferShape(infer_matrix_of_band).InputsDataDependency({1, 2, 3});
IMPL_OP_INFERSHAPE(MatrixDiagV3).InferShape(infer_matrix_of_band).InputsDataDependency({1, 2, 3});
IMPL_OP_INFERSHAPE(MatrixDiagPartV2).InferShape(infer_part_of_band).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(MatrixDiagPartV3).InferShape(infer_part_of_band).InputsDataDependency({1});
IMPL_OP_INFERSHAPE(MatrixSetDiag).InferShape(infer_like<0>);
IMPL_OP_INFERSHAPE(MatrixSetDiagV2).InferShape(infer_like<0>);

}  // namespace opstrata::operators
