#include <cstring>

#include "support/infer.h"

namespace opstrata::operators {
namespace {

using Ctx = gert::InferShapeContext;

/// y has the type that attribute `Attr` names.
template <size_t Attr>
ge::graphStatus infer_type(gert::InferDataTypeContext *ctx) {
  const auto fallback = static_cast<int64_t>(ctx->GetOutputDataType(0));
  const int64_t wanted = attr_or<int64_t>(ctx, Attr, fallback);
  return wanted == ge::DT_UNDEFINED ? ge::GRAPH_SUCCESS : ctx->SetOutputDataType(0, static_cast<ge::DataType>(wanted));
}
/// An undefined type is that of x.
ge::graphStatus infer_type_like_input(gert::InferDataTypeContext *ctx) {
  const int64_t wanted = attr_or<int64_t>(ctx, 0, ge::DT_UNDEFINED);
  return ctx->SetOutputDataType(
      0, wanted == ge::DT_UNDEFINED ? ctx->GetInputDataType(0) : static_cast<ge::DataType>(wanted));
}
/// Bits come in bytes unless attribute output_dtype says "uint1".
ge::graphStatus infer_type_of_bits(gert::InferDataTypeContext *ctx) {
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  const char *wanted = attrs == nullptr || attrs->GetAttrNum() < 2 ? nullptr : attrs->GetStr(1);
  return ctx->SetOutputDataType(0, wanted != nullptr && std::strcmp(wanted, "uint1") == 0 ? ge::DT_UINT1 : ge::DT_UINT8);
}
/// Bits in bytes: those of `count` elements as the output's type is uint8, in whole groups of `group` bits.
void set_bits(gert::Shape *y, int64_t bits, int64_t group) {
  y->SetDimNum(0);
  y->AppendDim(bits < 0 ? ge::UNKNOWN_DIM : (bits + group - 1) / group * (group / 8));
}
ge::graphStatus infer_bit_mask(Ctx *ctx) {
  if (infer_count<0>(ctx) != ge::GRAPH_SUCCESS) return ge::GRAPH_FAILED;
  gert::Shape *y = ctx->GetOutputShape(0);
  const gert::CompileTimeTensorDesc *desc = ctx->GetOutputDesc(0);
  if (desc == nullptr || desc->GetDataType() != ge::DT_UINT1) set_bits(y, y->GetDim(0), 8);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_gen_mask(Ctx *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  gert::Shape dims;
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  set_bits(y, known_values(ctx, 0, dims) ? dims.GetShapeSize() : -1, 128);
  return ge::GRAPH_SUCCESS;
}

/// Numbers by sizes, and an offset of its own shape (input `Offset`).
template <size_t Offset>
ge::graphStatus infer_with_offset(Ctx *ctx) {
  const gert::Shape *before = ctx->GetInputShape(Offset);
  gert::Shape *after = ctx->GetOutputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, before);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, after);
  *after = *before;
  return infer_sizes<0>(ctx);
}
template <size_t Attr>
ge::graphStatus infer_type_with_offset(gert::InferDataTypeContext *ctx) {
  (void)ctx->SetOutputDataType(1, ge::DT_INT64);
  return infer_type<Attr>(ctx);
}
ge::graphStatus infer_samples(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t samples = attr_or<int64_t>(ctx, 0, 0);
  *y = *x;
  if (IsUnknownRank(*x)) return ge::GRAPH_SUCCESS;
  if (x->GetDimNum() == 0 || samples < 0)
    OPSTRATA_INFER_REFUSE(ctx, "x: %ld samples of shape %s", static_cast<long>(samples), ToString(*x).c_str());
  y->SetDim(x->GetDimNum() - 1, samples);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus infer_drop_out(Ctx *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *mask = ctx->GetOutputShape(1);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, mask);
  const int64_t count = IsUnknownRank(*x) ? -1 : x->GetShapeSize();
  set_bits(mask, count < 0 ? -1 : count, 128);
  return infer_same(ctx);
}

}  // namespace

#define OPSTRATA_BY_SIZES(Name, attr) \
  IMPL_OP_INFERSHAPE(Name).InferShape(infer_sizes<0>).InferDataType(infer_type<attr>).InputsDataDependency({0})
OPSTRATA_BY_SIZES(StatelessRandomUniformV2, 0);
OPSTRATA_BY_SIZES(StatelessRandomUniformV3, 0);
OPSTRATA_BY_SIZES(StatelessRandomNormalV2, 0);
OPSTRATA_BY_SIZES(StatelessRandomNormalV3, 0);
OPSTRATA_BY_SIZES(StatelessTruncatedNormalV2, 0);
OPSTRATA_BY_SIZES(StatelessNormal, 0);
OPSTRATA_BY_SIZES(StatelessUniform, 0);
OPSTRATA_BY_SIZES(StatelessRandom, 0);
OPSTRATA_BY_SIZES(StatelessBernoulli, 0);
OPSTRATA_BY_SIZES(RandomUniform, 0);
OPSTRATA_BY_SIZES(RandomStandardNormal, 0);
OPSTRATA_BY_SIZES(TruncatedNormal, 2);
#define OPSTRATA_BY_SIZES_AND_OFFSET(Name, attr)   \
  IMPL_OP_INFERSHAPE(Name)                         \
      .InferShape(infer_with_offset<1>)            \
      .InferDataType(infer_type_with_offset<attr>) \
      .InputsDataDependency({0})
OPSTRATA_BY_SIZES_AND_OFFSET(RandomUniformV2, 0);
OPSTRATA_BY_SIZES_AND_OFFSET(RandomStandardNormalV2, 0);
OPSTRATA_BY_SIZES_AND_OFFSET(TruncatedNormalV2, 2);
IMPL_OP_INFERSHAPE(RandomUniformIntV2).InferShape(infer_with_offset<3>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(StatelessExponential).InferShape(infer_same);
IMPL_OP_INFERSHAPE(StatelessSampleMultinomial).InferShape(infer_samples);
IMPL_OP_INFERSHAPE(MultinomialWithReplacement).InferShape(infer_samples);
IMPL_OP_INFERSHAPE(DropOutV3).InferShape(infer_drop_out);
IMPL_OP_INFERSHAPE(DropOutV3Grad).InferShape(infer_same);
IMPL_OP_INFERSHAPE(RandomUniformInt).InferShape(infer_sizes<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(StatelessBernoulliV2).InferShape(infer_same).InferDataType(infer_type_like_input);
IMPL_OP_INFERSHAPE(StatelessRandperm).InferShape(infer_count<0>).InferDataType(infer_type<1>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(DSARandomUniform).InferShape(infer_count<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(DSARandomNormal).InferShape(infer_count<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(DSARandomTruncatedNormal).InferShape(infer_count<0>).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(DSAGenBitMask)
    .InferShape(infer_bit_mask)
    .InferDataType(infer_type_of_bits)
    .InputsDataDependency({0});
IMPL_OP_INFERSHAPE(DropOutGenMask).InferShape(infer_gen_mask).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(StatelessDropOutGenMask).InferShape(infer_gen_mask).InputsDataDependency({0});
IMPL_OP_INFERSHAPE(DropOutDoMask).InferShape(infer_same);
IMPL_OP_INFERSHAPE(DropOutDoMaskV3).InferShape(infer_same);
IMPL_OP_INFERSHAPE(DropOutDoMaskV3D).InferShape(infer_same);

}  // namespace opstrata::operators
