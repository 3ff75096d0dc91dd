/// @file
/// Checks of the parameters of two-phase functions (opdev-api section 2.18). Every macro reports why it failed (161002, or
/// 161001 for null) and then evaluates `retExpr`, usually a return. They call CheckType, CanCast and the shape helpers
/// unqualified: the code around them says `using namespace op`.
#ifndef OP_ERROR_CHECK_H__
#define OP_ERROR_CHECK_H__

#include <cstdint>
#include <memory>

#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"

const int32_t NCHW_N_DIM = 0;
const int32_t NCHW_C_DIM = 1;
const int32_t NHWC_N_DIM = 0;
const int32_t NHWC_C_DIM = 3;

/// True, with a report of 161001, when `param` is null.
template <typename T>
bool IsNullptr(const T *param, const char *name) {
  if (param != nullptr) return false;
  OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "%s: a null pointer came where a value is required", name);
  return true;
}

/// False when a dimension exceeds INT32_MAX.
static inline bool CheckDims(const aclTensor *tensor) {
  const op::Shape &shape = tensor->GetViewShape();
  for (size_t i = 0; i < shape.GetDimNum(); ++i) {
    if (shape.GetDim(i) <= INT32_MAX) continue;
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "dimension %zu is %ld; at most %d is allowed", i, static_cast<long>(shape.GetDim(i)), INT32_MAX);
    return false;
  }
  return true;
}

/// True when the shapes are equal or both have one element.
static inline bool CheckReduceOutShape(const aclTensor *inferOut, const aclTensor *out) {
  const op::Shape &inferred = inferOut->GetViewShape();
  const op::Shape &given = out->GetViewShape();
  if (inferred == given || (inferred.GetShapeSize() == 1 && given.GetShapeSize() == 1)) return true;
  OP_LOGE(ACLNN_ERR_PARAM_INVALID, "out: its shape is %s; the result has the shape %s", op::ToString(given).GetString(),
          op::ToString(inferred).GetString());
  return false;
}

/// True when both have the same extents N and C; `self` decides on NCHW or NHWC, other formats fail.
static inline bool CheckNCDimValid(const aclTensor *self, const aclTensor *out) {
  const op::Format format = self->GetStorageFormat();
  if (format != op::Format::FORMAT_NCHW && format != op::Format::FORMAT_NHWC) {
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "self: the format %s is not supported; NCHW and NHWC are", op::ToString(format).GetString());
    return false;
  }
  const size_t n = static_cast<size_t>(format == op::Format::FORMAT_NCHW ? NCHW_N_DIM : NHWC_N_DIM);
  const size_t c = static_cast<size_t>(format == op::Format::FORMAT_NCHW ? NCHW_C_DIM : NHWC_C_DIM);
  const op::Shape &a = self->GetViewShape();
  const op::Shape &b = out->GetViewShape();
  if (a.GetDim(n) == b.GetDim(n) && a.GetDim(c) == b.GetDim(c)) return true;
  OP_LOGE(ACLNN_ERR_PARAM_INVALID, "out: its shape %s differs from self %s in N or C", op::ToString(b).GetString(),
          op::ToString(a).GetString());
  return false;
}

/// A bare `if`, so that `retExpr` may be any statement.
#define OP_CHECK_NULL(param, retExpr) \
  if (IsNullptr(param, #param)) {     \
    retExpr;                          \
  }

/// The common form: reports `code` with the text and evaluates `retExpr` when `bad` is true.
#define OPSTRATA_OP_CHECK(bad, code, retExpr, ...) \
  do {                                             \
    if (bad) {                                     \
      OP_LOGE(code, __VA_ARGS__);                  \
      retExpr;                                     \
    }                                              \
  } while (0)

#define OP_CHECK_DTYPE_NOT_SUPPORT(tensor, supportList, retExpr)                                                 \
  OPSTRATA_OP_CHECK(!CheckType(tensor->GetDataType(), supportList), ACLNN_ERR_PARAM_INVALID, retExpr,            \
                    "%s: the data type %s is not supported; %s are", #tensor,                                    \
                    op::ToString(tensor->GetDataType()).GetString(), op::ToString(supportList).GetString())

#define OP_CHECK_DTYPE_NOT_MATCH(tensor, expectedDtype, retExpr)                                                 \
  OPSTRATA_OP_CHECK(tensor->GetDataType() != expectedDtype, ACLNN_ERR_PARAM_INVALID, retExpr,                    \
                    "%s: the data type is %s; %s is required", #tensor,                                          \
                    op::ToString(tensor->GetDataType()).GetString(), op::ToString(expectedDtype).GetString())

#define OP_CHECK_DTYPE_NOT_SAME(tensor1, tensor2, retExpr)                                                       \
  OPSTRATA_OP_CHECK(tensor1->GetDataType() != tensor2->GetDataType(), ACLNN_ERR_PARAM_INVALID, retExpr,          \
                    "%s, %s: the data types %s and %s must be the same", #tensor1, #tensor2,                     \
                    op::ToString(tensor1->GetDataType()).GetString(), op::ToString(tensor2->GetDataType()).GetString())

#define OP_CHECK_RESULT_DTYPE_CAST_FAILED(dtype, desiredDtype, retExpr)                                          \
  OPSTRATA_OP_CHECK(!CanCast(dtype, desiredDtype), ACLNN_ERR_PARAM_INVALID, retExpr,                             \
                    "the result has the data type %s, which cannot become %s, that of the output",               \
                    op::ToString(dtype).GetString(), op::ToString(desiredDtype).GetString())

#define OP_CHECK_BROADCAST(tensor1, tensor2, retExpr)                                                            \
  OPSTRATA_OP_CHECK(!CheckBroadcastShape(tensor1->GetViewShape(), tensor2->GetViewShape()),                      \
                    ACLNN_ERR_PARAM_INVALID, retExpr, "%s, %s: the shapes %s and %s cannot be broadcast", #tensor1, #tensor2, \
                    op::ToString(tensor1->GetViewShape()).GetString(), op::ToString(tensor2->GetViewShape()).GetString())

#define OP_CHECK_BROADCAST_WITH_SHAPE(tensor, shape, retExpr)                                                    \
  OPSTRATA_OP_CHECK(!CheckBroadcastShape(tensor->GetViewShape(), shape), ACLNN_ERR_PARAM_INVALID, retExpr,       \
                    "%s: the shape %s cannot be broadcast with %s", #tensor,                                     \
                    op::ToString(tensor->GetViewShape()).GetString(), op::ToString(shape).GetString())

#define OP_CHECK_BROADCAST_AND_INFER_SHAPE(tensor1, tensor2, retShape, retExpr)                                  \
  OPSTRATA_OP_CHECK(!BroadcastInferShape(tensor1->GetViewShape(), tensor2->GetViewShape(), retShape),            \
                    ACLNN_ERR_PARAM_INVALID, retExpr, "%s, %s: the shapes %s and %s cannot be broadcast", #tensor1, #tensor2, \
                    op::ToString(tensor1->GetViewShape()).GetString(), op::ToString(tensor2->GetViewShape()).GetString())

#define OP_CHECK_SHAPE_NOT_EQUAL(tensor1, tensor2, retExpr)                                                      \
  OPSTRATA_OP_CHECK(tensor1->GetViewShape() != tensor2->GetViewShape(), ACLNN_ERR_PARAM_INVALID, retExpr,        \
                    "%s, %s: the shapes %s and %s must be the same", #tensor1, #tensor2,                         \
                    op::ToString(tensor1->GetViewShape()).GetString(), op::ToString(tensor2->GetViewShape()).GetString())

/// As OP_CHECK_SHAPE_NOT_EQUAL; two tensors of one element each count as equal.
#define OP_CHECK_SHAPE_AND_SCALAR_EQUAL(tensor1, tensor2, retExpr)                                               \
  OPSTRATA_OP_CHECK(tensor1->GetViewShape() != tensor2->GetViewShape() &&                                        \
                        !(tensor1->GetViewShape().GetShapeSize() == 1 && tensor2->GetViewShape().GetShapeSize() == 1), \
                    ACLNN_ERR_PARAM_INVALID, retExpr, "%s, %s: the shapes %s and %s must be the same", #tensor1, #tensor2, \
                    op::ToString(tensor1->GetViewShape()).GetString(), op::ToString(tensor2->GetViewShape()).GetString())

#define OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(tensor, shape, retExpr)                                      \
  OPSTRATA_OP_CHECK(tensor->GetViewShape() != shape, ACLNN_ERR_PARAM_INVALID, retExpr,                           \
                    "%s: the shape is %s; %s is required", #tensor,                                              \
                    op::ToString(tensor->GetViewShape()).GetString(), op::ToString(shape).GetString())

#define OP_CHECK_WRONG_DIMENSION(tensor, expectedDimNum, retExpr)                                                \
  OPSTRATA_OP_CHECK(tensor->GetViewShape().GetDimNum() != expectedDimNum, ACLNN_ERR_PARAM_INVALID, retExpr,      \
                    "%s: the shape %s has not the required %zu dimensions", #tensor,                             \
                    op::ToString(tensor->GetViewShape()).GetString(), static_cast<size_t>(expectedDimNum))

#define OP_CHECK_MAX_DIM(tensor, maxDim, retExpr)                                                                \
  OPSTRATA_OP_CHECK(tensor->GetViewShape().GetDimNum() > static_cast<size_t>(maxDim), ACLNN_ERR_PARAM_INVALID, retExpr, \
                    "%s: the shape %s has more than %zu dimensions", #tensor,                                    \
                    op::ToString(tensor->GetViewShape()).GetString(), static_cast<size_t>(maxDim))

#define OP_CHECK_MIN_DIM(tensor, minDim, retExpr)                                                                \
  OPSTRATA_OP_CHECK(tensor->GetViewShape().GetDimNum() < static_cast<size_t>(minDim), ACLNN_ERR_PARAM_INVALID, retExpr, \
                    "%s: the shape %s has less than %zu dimensions", #tensor,                                    \
                    op::ToString(tensor->GetViewShape()).GetString(), static_cast<size_t>(minDim))

/// Returns 161001 from the function when an out pointer of the first phase is null.
#define OP_CHECK_COMM_INPUT(workspaceSize, executor)                                                             \
  OPSTRATA_OP_CHECK(workspaceSize == nullptr || executor == nullptr, ACLNN_ERR_PARAM_NULLPTR, return ACLNN_ERR_PARAM_NULLPTR, \
                    "%s: a null pointer came where the result is to be written", workspaceSize == nullptr ? #workspaceSize : #executor)

/// These two fire when `cond` is true.
#define OP_CHECK_ADD_TO_LAUNCHER_LIST_AICORE(cond, retExpr, errMsg, ...) \
  OPSTRATA_OP_CHECK(cond, ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID, retExpr, errMsg, ##__VA_ARGS__)
#define OP_CHECK_INFERSHAPE(cond, retExpr, errMsg, ...) \
  OPSTRATA_OP_CHECK(cond, ACLNN_ERR_INNER_INFERSHAPE_ERROR, retExpr, errMsg, ##__VA_ARGS__)

#define OP_CHECK_TENSORLIST_SIZE_EQUAL(tensorlist1, tensorlist2, retExpr)                                        \
  OPSTRATA_OP_CHECK((tensorlist1)->Size() != (tensorlist2)->Size(), ACLNN_ERR_PARAM_INVALID, retExpr,            \
                    "%s, %s: the lists have %lu and %lu tensors; as many are required", #tensorlist1, #tensorlist2, \
                    static_cast<unsigned long>((tensorlist1)->Size()), static_cast<unsigned long>((tensorlist2)->Size()))

#endif  // OP_ERROR_CHECK_H__
