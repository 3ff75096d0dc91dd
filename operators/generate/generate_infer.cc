#include <cmath>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// The number in input `i` where the host knows it.
bool number(const Ctx *ctx, size_t i, double &value) {
  const gert::Tensor *t = ctx->GetInputTensor(i);
  if (t == nullptr || t->GetAddr() == nullptr) return false;
  switch (t->GetDataType()) {
    case ge::DT_FLOAT: value = static_cast<double>(*t->GetData<float>()); return true;
    case ge::DT_DOUBLE: value = *t->GetData<double>(); return true;
    case ge::DT_INT32: value = *t->GetData<int32_t>(); return true;
    case ge::DT_INT64: value = static_cast<double>(*t->GetData<int64_t>()); return true;
    default: return false;
  }
}
ge::graphStatus infer_range(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  double start = 0, limit = 0, delta = 0;
  set_unknown_dims(*y, 1);
  if (!number(ctx, 0, start) || !number(ctx, 1, limit) || !number(ctx, 2, delta)) return ge::GRAPH_SUCCESS;
  if (delta == 0 || (delta > 0) != (limit >= start)) OPSTRATA_INFER_REFUSE(ctx, "delta: %g does not lead from %g to %g", delta, start, limit);
  const double steps = (limit - start) / delta;
  y->SetDim(0, static_cast<int64_t>(attr_or(ctx, 0, false) ? std::floor(steps) + 1 : std::ceil(steps)));
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_log_space(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = gert::Shape({attr_or<int64_t>(ctx, 2, 100)});
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_eye(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  y->SetDimNum(0);
  for (const int64_t size : list_attr(ctx, 2)) y->AppendDim(size);
  const int64_t rows = attr_or<int64_t>(ctx, 0, 0), columns = attr_or<int64_t>(ctx, 1, 0);
  y->AppendDim(rows);
  y->AppendDim(columns > 0 ? columns : rows);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_eye_type(gert::InferDataTypeContext *ctx) {
  return ctx->SetOutputDataType(0, static_cast<ge::DataType>(attr_or<int64_t>(ctx, 3, ge::DT_FLOAT)));
}
ge::graphStatus infer_one_hot(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  int64_t axis = attr_or<int64_t>(ctx, 0, -1);
  y->SetDimNum(0);
  if (IsUnknownRank(*x)) return SetUnknownRank(*y), ge::GRAPH_SUCCESS;
  if (!normalize_axis(axis, x->GetDimNum() + 1)) OPSTRATA_INFER_REFUSE(ctx, "axis: outside the dimensions that x %s has with one more", ToString(*x).c_str());
  gert::Shape depth;
  const int64_t n = known_values(ctx, 1, depth) && depth.GetDimNum() == 1 ? depth.GetDim(0) : ge::UNKNOWN_DIM;
  for (size_t d = 0; d <= x->GetDimNum(); ++d) {
    if (d == static_cast<size_t>(axis)) y->AppendDim(n);
    if (d < x->GetDimNum()) y->AppendDim(x->GetDim(d));
  }
  return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Fill).InferShape(infer_sizes<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(Range).InferShape(infer_range).InputsDataDependency({0, 1, 2});
IMPL_OP_INFERSHAPE(LinSpace).InferShape(infer_count<2>).InputsDataDependency({2});
IMPL_OP_INFERSHAPE(LogSpace).InferShape(infer_log_space);
IMPL_OP_INFERSHAPE(Eye).InferShape(infer_eye).InferDataType(infer_eye_type);
IMPL_OP_INFERSHAPE(OneHot).InferShape(infer_one_hot).InputsDataDependency({1});

}  // namespace opstrata::operators
