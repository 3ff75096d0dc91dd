#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "level0/axpy.h"
#include "level0/matmul.h"
#include "level0/mul.h"
#include "level0/unsqueeze.h"
#include "support/two_phase.h"

namespace l0op {

OP_TYPE_REGISTER(MatMul);
OP_TYPE_REGISTER(BatchMatMulV2);

const aclTensor *MatMul(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, bool transposeX1, bool transposeX2,
                        aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x1, x2);
  L0_DFX(MatMul, x1, x2, bias, transposeX1, transposeX2);
  aclTensor *y = opstrata::operators::new_result(x1, x1->GetDataType(), executor);
  CHECK_RET(y != nullptr, nullptr);
  if (x1->GetViewShape().GetDimNum() == 2 && x2->GetViewShape().GetDimNum() == 2) {
    OPSTRATA_INFER_AND_LAUNCH(MatMul, nullptr, OP_INPUT(x1, x2, bias), OP_OUTPUT(y), OP_ATTR(transposeX1, transposeX2));
  } else {
    const aclTensor *offset = nullptr;
    const int64_t offset_x = 0;
    OPSTRATA_INFER_AND_LAUNCH(BatchMatMulV2, nullptr, OP_INPUT(x1, x2, bias, offset), OP_OUTPUT(y), OP_ATTR(transposeX1, transposeX2, offset_x));
  }
  return y;
}

}  // namespace l0op

namespace opstrata::operators {
namespace {

using op::DataType;

/// Shape of the product by the rules of torch.matmul; false when there is none.
bool product_shape(const op::Shape &left, const op::Shape &right, op::Shape &result) {
  const size_t l = left.GetDimNum(), r = right.GetDimNum();
  if (l == 0 || r == 0 || left.GetDim(l - 1) != right.GetDim(r == 1 ? 0 : r - 2)) return false;
  op::Shape left_batch = left, right_batch = right;
  left_batch.SetDimNum(l >= 2 ? l - 2 : 0);
  right_batch.SetDimNum(r >= 2 ? r - 2 : 0);
  if (!op::BroadcastInferShape(left_batch, right_batch, result)) return false;
  if (l >= 2) result.AppendDim(left.GetDim(l - 2));
  if (r >= 2) result.AppendDim(right.GetDim(r - 1));
  return true;
}

/// An operand as matrix: a vector becomes a row or a column.
const aclTensor *as_matrix(const aclTensor *x, DataType dtype, bool is_left, aclOpExecutor *e) {
  const aclTensor *t = l0op::Cast(operand(x, e), dtype, e);
  if (t == nullptr || x->GetViewShape().GetDimNum() != 1) return t;
  t = l0op::Contiguous(t, e);
  return t == nullptr ? nullptr : l0op::UnsqueezeNd(t, is_left ? 0 : 1, e);
}

aclnnStatus matmul_first_phase(const char *api, const aclTensor *self, const aclTensor *mat2, const aclTensor *out, int8_t cube_math_type,
                               size_t only_rank, uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, "self") || IsNullptr(mat2, "mat2") || IsNullptr(out, "out")) return ACLNN_ERR_PARAM_NULLPTR;
    const std::initializer_list<DataType> types = {DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_BF16, DataType::DT_INT32};
    OPSTRATA_CHECK(check_tensor(self, "self", types));
    OPSTRATA_CHECK(check_tensor(mat2, "mat2", types));
    OPSTRATA_CHECK(check_tensor(out, "out"));
    if (only_rank != 0) {
      OP_CHECK_WRONG_DIMENSION(self, only_rank, return ACLNN_ERR_PARAM_INVALID);
      OP_CHECK_WRONG_DIMENSION(mat2, only_rank, return ACLNN_ERR_PARAM_INVALID);
    }
    OPSTRATA_OP_CHECK(cube_math_type < 0 || cube_math_type > 3, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "cubeMathType: %d is not among 0, 1, 2, 3", static_cast<int>(cube_math_type));
    const DataType dtype = op::PromoteType(self->GetDataType(), mat2->GetDataType());
    op::Shape shape;
    OPSTRATA_OP_CHECK(!product_shape(self->GetViewShape(), mat2->GetViewShape(), shape), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "self, mat2: the shapes %s and %s cannot be multiplied", op::ToString(self->GetViewShape()).GetString(),
                      op::ToString(mat2->GetViewShape()).GetString());
    OPSTRATA_CHECK(check_result(out, "out", shape, dtype));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *left = as_matrix(self, dtype, true, e), *right = as_matrix(mat2, dtype, false, e);
    CHECK_RET(left != nullptr && right != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor *result = l0op::MatMul(left, right, nullptr, false, false, e);
    CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(result->GetViewShape() == shape ? result : l0op::Reshape(result, shape, e), out, e);
  });
}

/// beta * self + alpha * mat1 mat2; 16-bit floats are computed in float32 and rounded once.
aclnnStatus addmm_first_phase(const char *api, const aclTensor *self, const char *self_name, const aclTensor *mat1, const aclTensor *mat2,
                              const aclScalar *beta, const aclScalar *alpha, const aclTensor *out, const char *out_name, int8_t cube_math_type,
                              uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    if (IsNullptr(self, self_name) || IsNullptr(mat1, "mat1") || IsNullptr(mat2, "mat2") || IsNullptr(beta, "beta") || IsNullptr(alpha, "alpha") ||
        IsNullptr(out, out_name)) {
      return ACLNN_ERR_PARAM_NULLPTR;
    }
    const std::initializer_list<DataType> types = {DataType::DT_FLOAT, DataType::DT_FLOAT16, DataType::DT_BF16, DataType::DT_INT32};
    OPSTRATA_CHECK(check_tensor(self, self_name, types));
    OPSTRATA_CHECK(check_tensor(mat1, "mat1", types));
    OPSTRATA_CHECK(check_tensor(mat2, "mat2", types));
    OPSTRATA_CHECK(check_tensor(out, out_name));
    OP_CHECK_WRONG_DIMENSION(mat1, 2, return ACLNN_ERR_PARAM_INVALID);
    OP_CHECK_WRONG_DIMENSION(mat2, 2, return ACLNN_ERR_PARAM_INVALID);
    OPSTRATA_OP_CHECK(cube_math_type < 0 || cube_math_type > 3, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "cubeMathType: %d is not among 0, 1, 2, 3", static_cast<int>(cube_math_type));
    DataType dtype = op::PromoteType(self->GetDataType(), op::PromoteType(mat1->GetDataType(), mat2->GetDataType()));
    op::Shape shape, with_self;
    OPSTRATA_OP_CHECK(!product_shape(mat1->GetViewShape(), mat2->GetViewShape(), shape), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "mat1, mat2: the shapes %s and %s cannot be multiplied", op::ToString(mat1->GetViewShape()).GetString(),
                      op::ToString(mat2->GetViewShape()).GetString());
    const bool fits = op::BroadcastInferShape(self->GetViewShape(), shape, with_self) && with_self == shape;
    OPSTRATA_OP_CHECK(!fits, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID, "%s: the shape %s cannot be broadcast to %s, that of the product",
                      self_name, op::ToString(self->GetViewShape()).GetString(), op::ToString(shape).GetString());
    for (const auto &[number, name] : {std::pair(beta, "beta"), std::pair(alpha, "alpha")}) {
      OPSTRATA_OP_CHECK(type_kind(number->GetDataType()) > std::max(type_kind(dtype), 1), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                        "%s: a factor of type %s does not fit a result of type %s", name, op::ToString(number->GetDataType()).GetString(),
                        op::ToString(dtype).GetString());
    }
    OPSTRATA_CHECK(check_result(out, out_name, shape, dtype));
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    if (type_kind(dtype) == 2) dtype = DataType::DT_FLOAT;
    const aclTensor *left = as_matrix(mat1, dtype, true, e), *right = as_matrix(mat2, dtype, false, e), *third = l0op::Cast(operand(self, e), dtype, e);
    CHECK_RET(left != nullptr && right != nullptr && third != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor *result = l0op::MatMul(left, right, nullptr, false, false, e);
    CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
    if (alpha->ToDouble() != 1.0) {
      const aclTensor *factor = scalar_operand(alpha, dtype, e);
      result = factor == nullptr ? nullptr : l0op::Mul(result, factor, e);
      CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    if (beta->ToDouble() != 0.0) {
      const aclTensor *factor = e->ConvertToTensor(beta, dtype == DataType::DT_INT32 ? DataType::DT_INT64 : DataType::DT_FLOAT);
      result = factor == nullptr ? nullptr : l0op::AxpyV2(result, third, factor, e);
    }
    return deliver(result, out, e);
  });
}

}  // namespace
}  // namespace opstrata::operators

using opstrata::operators::addmm_first_phase;
using opstrata::operators::matmul_first_phase;

aclnnStatus aclnnMatmulGetWorkspaceSize(const aclTensor *self, const aclTensor *mat2, aclTensor *out, int8_t cubeMathType,
                                        uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnMatmul, DFX_IN(self, mat2, cubeMathType), DFX_OUT(out));
  return matmul_first_phase("aclnnMatmul", self, mat2, out, cubeMathType, 0, workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnMatmul)

aclnnStatus aclnnMmGetWorkspaceSize(const aclTensor *self, const aclTensor *mat2, aclTensor *out, int8_t cubeMathType,
                                    uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnMm, DFX_IN(self, mat2, cubeMathType), DFX_OUT(out));
  return matmul_first_phase("aclnnMm", self, mat2, out, cubeMathType, 2, workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnMm)

aclnnStatus aclnnAddmmGetWorkspaceSize(const aclTensor *self, const aclTensor *mat1, const aclTensor *mat2, const aclScalar *beta,
                                       const aclScalar *alpha, aclTensor *out, int8_t cubeMathType, uint64_t *workspaceSize,
                                       aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnAddmm, DFX_IN(self, mat1, mat2, beta, alpha, cubeMathType), DFX_OUT(out));
  return addmm_first_phase("aclnnAddmm", self, "self", mat1, mat2, beta, alpha, out, "out", cubeMathType, workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnAddmm)

aclnnStatus aclnnInplaceAddmmGetWorkspaceSize(const aclTensor *selfRef, const aclTensor *mat1, const aclTensor *mat2, const aclScalar *beta,
                                              const aclScalar *alpha, int8_t cubeMathType, uint64_t *workspaceSize, aclOpExecutor **executor) {
  L2_DFX_PHASE_1(aclnnInplaceAddmm, DFX_IN(selfRef, mat1, mat2, beta, alpha, cubeMathType), DFX_OUT(selfRef));
  return addmm_first_phase("aclnnInplaceAddmm", selfRef, "selfRef", mat1, mat2, beta, alpha, selfRef, "selfRef", cubeMathType, workspaceSize, executor);
}
OPSTRATA_SECOND_PHASE(aclnnInplaceAddmm)
