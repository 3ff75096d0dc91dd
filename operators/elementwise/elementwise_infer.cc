#include "support/infer.h"

namespace opstrata::operators {
namespace {

/// Shape to which all inputs are broadcast.
ge::graphStatus infer_all(gert::InferShapeContext *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  for (size_t i = 0; i < ctx->GetComputeNodeInputNum(); ++i) {
    const gert::Shape *x = ctx->GetInputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
    const gert::Shape before = i == 0 ? *x : *y;
    if (i == 0) {
      *y = *x;
    } else if (IsUnknownRank(before) || IsUnknownRank(*x)) {
      SetUnknownRank(*y);
    } else if (!BroadcastShape(&before, x, y)) {
      OPSTRATA_INFER_REFUSE(ctx, "input %zu: the shape %s cannot be broadcast to %s", i, ToString(*x).c_str(), ToString(before).c_str());
    }
  }
  return ge::GRAPH_SUCCESS;
}

/// Real type of the parts of a complex one.
ge::graphStatus infer_part_type(gert::InferDataTypeContext *ctx) {
  switch (const ge::DataType x = ctx->GetInputDataType(0); x) {
    case ge::DT_COMPLEX128: return ctx->SetOutputDataType(0, ge::DT_DOUBLE);
    case ge::DT_COMPLEX64: return ctx->SetOutputDataType(0, ge::DT_FLOAT);
    case ge::DT_COMPLEX32: return ctx->SetOutputDataType(0, ge::DT_FLOAT16);
    default: return ctx->SetOutputDataType(0, x);
  }
}
ge::graphStatus infer_complex_type(gert::InferDataTypeContext *ctx) {
  switch (ctx->GetInputDataType(0)) {
    case ge::DT_DOUBLE: return ctx->SetOutputDataType(0, ge::DT_COMPLEX128);
    case ge::DT_FLOAT16: return ctx->SetOutputDataType(0, ge::DT_COMPLEX32);
    default: return ctx->SetOutputDataType(0, ge::DT_COMPLEX64);
  }
}

// Every operator of the tables; the formulas are of no interest here.
#define MAP1(Name, ...) IMPL_OP_INFERSHAPE(Name).InferShape(infer_all);
#define MAP2(Name, ...) MAP1(Name)
#define MAP3(Name, ...) MAP1(Name)
#define MAP4(Name, ...) MAP1(Name)
#define MAP5(Name, ...) MAP1(Name)
#include "elementwise/activation.def"
#include "elementwise/arithmetic.def"
#include "elementwise/gamma.def"
#include "elementwise/math.def"

}  // namespace

IMPL_OP(Real).InferDataType(infer_part_type);
IMPL_OP(Imag).InferDataType(infer_part_type);
IMPL_OP(Angle).InferDataType(infer_part_type);
IMPL_OP(AngleV2).InferDataType(infer_part_type);
IMPL_OP(ComplexAbs).InferDataType(infer_part_type);
IMPL_OP(Complex).InferDataType(infer_complex_type);

}  // namespace opstrata::operators
