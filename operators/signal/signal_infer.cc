#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

ge::graphStatus infer_real(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t n = attr_or<int64_t>(ctx, 0, 0);
  *y = *x;
  if (IsUnknownRank(*x)) return ge::GRAPH_SUCCESS;
  if (n < 1 || x->GetDimNum() == 0)
    OPSTRATA_INFER_REFUSE(ctx, "n: %ld elements of x %s", static_cast<long>(n), ToString(*x).c_str());
  y->SetDim(x->GetDimNum() - 1, n / 2 + 1);
  y->AppendDim(2);
  return ge::GRAPH_SUCCESS;
}

enum StftAttrs : size_t { kHop, kWindow, kNormalized, kOneSided, kComplex, kSize };

ge::graphStatus infer_short(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t n = attr_or<int64_t>(ctx, kSize, 0);
  const int64_t given = attr_or<int64_t>(ctx, kHop, 0), hop = given == 0 ? n / 4 : given;
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  const size_t rank = x->GetDimNum();
  if (n < 1 || hop < 1 || rank < 1 || rank > 2 || (x->GetDim(rank - 1) >= 0 && x->GetDim(rank - 1) < n))
    OPSTRATA_INFER_REFUSE(ctx, "n_fft, hop_length: %ld elements every %ld of x %s", static_cast<long>(n),
                          static_cast<long>(hop), ToString(*x).c_str());
  y->SetDimNum(0);
  if (rank == 2) y->AppendDim(x->GetDim(0));
  y->AppendDim(attr_or(ctx, kOneSided, true) ? n / 2 + 1 : n);
  y->AppendDim(x->GetDim(rank - 1) < 0 ? ge::UNKNOWN_DIM : (x->GetDim(rank - 1) - n) / hop + 1);
  if (!attr_or(ctx, kComplex, true)) y->AppendDim(2);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus type_of_short(gert::InferDataTypeContext *ctx) {
  const ge::DataType x = ctx->GetInputDataType(0);
  const bool wide = x == ge::DT_DOUBLE || x == ge::DT_COMPLEX128;
  if (attr_or(ctx, kComplex, true)) return ctx->SetOutputDataType(0, wide ? ge::DT_COMPLEX128 : ge::DT_COMPLEX64);
  return ctx->SetOutputDataType(0, wide ? ge::DT_DOUBLE : ge::DT_FLOAT);
}

}  // namespace

IMPL_OP_INFERSHAPE(Rfft1D).InferShape(infer_real);
IMPL_OP_INFERSHAPE(STFT).InferShape(infer_short).InferDataType(type_of_short);

}  // namespace opstrata::operators
