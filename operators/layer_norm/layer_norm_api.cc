#include "aclnnop/aclnn_layer_norm.h"
#include "level0/layer_norm.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(LayerNorm);
OP_TYPE_REGISTER(LayerNormV4);

using Outputs = std::tuple<const aclTensor *, const aclTensor *, const aclTensor *>;

Outputs LayerNorm(const aclTensor *x, const aclTensor *gamma, const aclTensor *beta, int64_t beginNormAxis, int64_t beginParamsAxis,
                  float epsilon, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x);
  L0_DFX(LayerNorm, x, gamma, beta, beginNormAxis, beginParamsAxis, epsilon);
  const Outputs none{};
  const op::DataType dtype = x->GetDataType();
  aclTensor *y = executor->AllocTensor(dtype, x->GetStorageFormat(), x->GetOriginalFormat());
  aclTensor *mean = executor->AllocTensor(dtype, op::Format::FORMAT_ND, op::Format::FORMAT_ND);
  aclTensor *variance = executor->AllocTensor(dtype, op::Format::FORMAT_ND, op::Format::FORMAT_ND);
  CHECK_RET(y != nullptr && mean != nullptr && variance != nullptr, none);
  OPSTRATA_INFER_AND_LAUNCH(LayerNorm, none, OP_INPUT(x, gamma, beta), OP_OUTPUT(y, mean, variance),
                            OP_ATTR(beginNormAxis, beginParamsAxis, epsilon));
  return {y, mean, variance};
}

Outputs LayerNormV4(const aclTensor *x, const aclIntArray *normalizedShape, const aclTensor *gamma, const aclTensor *beta, float epsilon,
                    aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x, normalizedShape);
  L0_DFX(LayerNormV4, x, normalizedShape, gamma, beta, epsilon);
  const Outputs none{};
  const aclTensor *shape = executor->ConvertToTensor(normalizedShape, op::DataType::DT_INT64);
  aclTensor *y = executor->AllocTensor(x->GetDataType(), x->GetStorageFormat(), x->GetOriginalFormat());
  aclTensor *mean = executor->AllocTensor(op::DataType::DT_FLOAT, op::Format::FORMAT_ND, op::Format::FORMAT_ND);
  aclTensor *rstd = executor->AllocTensor(op::DataType::DT_FLOAT, op::Format::FORMAT_ND, op::Format::FORMAT_ND);
  CHECK_RET(shape != nullptr && y != nullptr && mean != nullptr && rstd != nullptr, none);
  OPSTRATA_INFER_AND_LAUNCH(LayerNormV4, none, OP_INPUT(x, shape, gamma, beta), OP_OUTPUT(y, mean, rstd), OP_ATTR(epsilon));
  return {y, mean, rstd};
}

}  // namespace l0op

namespace opstrata::operators {
namespace {

using op::DataType;

const std::initializer_list<DataType> kLayerNormTypes = {DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_BF16};

/// Checks an optional parameter and makes its type part of the type in which is computed.
aclnnStatus check_parameter(const aclTensor *parameter, const char *name, const op::Shape &shape, DataType &dtype) {
  if (parameter == nullptr) return ACLNN_SUCCESS;
  OPSTRATA_CHECK(check_tensor(parameter, name, kLayerNormTypes));
  OPSTRATA_OP_CHECK(parameter->GetViewShape() != shape, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                    "%s: the shape is %s; normalizedShape is %s", name, op::ToString(parameter->GetViewShape()).GetString(),
                    op::ToString(shape).GetString());
  dtype = op::PromoteType(dtype, parameter->GetDataType());
  return ACLNN_SUCCESS;
}

}  // namespace
}  // namespace opstrata::operators

aclnnStatus aclnnLayerNormGetWorkspaceSize(const aclTensor *input, const aclIntArray *normalizedShape, const aclTensor *weightOptional,
                                           const aclTensor *biasOptional, double eps, aclTensor *out, aclTensor *meanOutOptional,
                                           aclTensor *rstdOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor) {
  using namespace opstrata::operators;
  L2_DFX_PHASE_1(aclnnLayerNorm, DFX_IN(input, normalizedShape, weightOptional, biasOptional, eps),
                 DFX_OUT(out, meanOutOptional, rstdOutOptional));
  return first_phase("aclnnLayerNorm", workspaceSize, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(input, "input") || IsNullptr(normalizedShape, "normalizedShape") || IsNullptr(out, "out")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_tensor(input, "input", kLayerNormTypes));
    const op::Shape &from = input->GetViewShape();
    const size_t rank = from.GetDimNum(), count = normalizedShape->Size();
    op::Shape normalized, statistics = from;
    bool fits = count > 0 && count <= rank;
    for (size_t i = 0; fits && i < count; ++i) {
      normalized.AppendDim((*normalizedShape)[i]);
      statistics.SetDim(rank - count + i, 1);
      fits = (*normalizedShape)[i] == from.GetDim(rank - count + i);
    }
    OPSTRATA_OP_CHECK(!fits, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID, "normalizedShape: %s are not the last dimensions of input %s",
                      ::ToString(*normalizedShape).GetString(), op::ToString(from).GetString());
    DataType dtype = input->GetDataType();
    OPSTRATA_CHECK(check_parameter(weightOptional, "weightOptional", normalized, dtype));
    OPSTRATA_CHECK(check_parameter(biasOptional, "biasOptional", normalized, dtype));
    OPSTRATA_CHECK(check_result(out, "out", from, dtype));
    if (meanOutOptional != nullptr) OPSTRATA_CHECK(check_result(meanOutOptional, "meanOutOptional", statistics, DataType::DT_FLOAT));
    if (rstdOutOptional != nullptr) OPSTRATA_CHECK(check_result(rstdOutOptional, "rstdOutOptional", statistics, DataType::DT_FLOAT));
    const bool wants_statistics = (meanOutOptional != nullptr && !meanOutOptional->IsEmpty()) || (rstdOutOptional != nullptr && !rstdOutOptional->IsEmpty());
    if (out->IsEmpty() && !wants_statistics) return ACLNN_SUCCESS;
    const auto prepared = [&](const aclTensor *t) { return t == nullptr ? nullptr : l0op::Cast(operand(t, e), dtype, e); };
    const aclTensor *x = prepared(input), *gamma = prepared(weightOptional), *beta = prepared(biasOptional);
    CHECK_RET(x != nullptr && (gamma != nullptr) == (weightOptional != nullptr) && (beta != nullptr) == (biasOptional != nullptr),
              ACLNN_ERR_INNER_NULLPTR);
    if (!wants_statistics && gamma != nullptr && beta != nullptr) {
      const auto axis = static_cast<int64_t>(rank - count);
      return deliver(std::get<0>(l0op::LayerNorm(x, gamma, beta, axis, axis, static_cast<float>(eps), e)), out, e);
    }
    const auto [y, mean, rstd] = l0op::LayerNormV4(x, normalizedShape, gamma, beta, static_cast<float>(eps), e);
    OPSTRATA_CHECK(deliver(y, out, e));
    if (meanOutOptional != nullptr) OPSTRATA_CHECK(deliver(mean, meanOutOptional, e));
    return rstdOutOptional == nullptr ? ACLNN_SUCCESS : deliver(rstd, rstdOutOptional, e);
  });
}
OPSTRATA_SECOND_PHASE(aclnnLayerNorm)
