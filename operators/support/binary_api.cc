#include "support/binary.h"

namespace opstrata::operators {

aclnnStatus check_binary(const aclTensor *left, const char *left_name, const Side &right, const aclTensor *out, const char *out_name,
                         std::initializer_list<op::DataType> types, op::DataType &dtype) {
  if (IsNullptr(left, left_name) || (right.scalar == nullptr && IsNullptr(right.tensor, right.name)) || IsNullptr(out, out_name)) {
    return ACLNN_ERR_PARAM_NULLPTR;
  }
  OPSTRATA_CHECK(check_tensor(left, left_name, types));
  OPSTRATA_CHECK(check_tensor(out, out_name));
  op::Shape shape = left->GetViewShape();
  if (right.scalar != nullptr) {
    dtype = type_with_scalar(left->GetDataType(), right.scalar->GetDataType());
  } else {
    OPSTRATA_CHECK(check_tensor(right.tensor, right.name, types));
    dtype = op::PromoteType(left->GetDataType(), right.tensor->GetDataType());
    const bool fits = op::BroadcastInferShape(left->GetViewShape(), right.tensor->GetViewShape(), shape);
    OPSTRATA_OP_CHECK(!fits, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID, "%s, %s: the shapes %s and %s cannot be broadcast",
                      left_name, right.name, op::ToString(left->GetViewShape()).GetString(),
                      op::ToString(right.tensor->GetViewShape()).GetString());
  }
  OPSTRATA_OP_CHECK(!op::CheckType(dtype, types), ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                    "%s, %s: the data types have no common type in which the operation is done", left_name, right.name);
  return check_result(out, out_name, shape, dtype);
}

const aclTensor *side_operand(const Side &right, op::DataType dtype, aclOpExecutor *executor) {
  return right.scalar != nullptr ? scalar_operand(right.scalar, dtype, executor) : operand(right.tensor, executor);
}

}  // namespace opstrata::operators
