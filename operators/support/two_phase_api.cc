#include "opdev/tensor_view_utils.h"
#include "support/two_phase.h"

namespace opstrata::operators {

using op::CanCast;
using op::DataType;

aclnnStatus check_tensor(const aclTensor *tensor, const char *name, std::initializer_list<DataType> types) {
  if (IsNullptr(tensor, name)) return ACLNN_ERR_PARAM_NULLPTR;
  if (types.size() != 0 && !op::CheckType(tensor->GetDataType(), types)) {
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s: the data type %s is not supported; %s are", name, op::ToString(tensor->GetDataType()).GetString(),
            op::ToString(types).GetString());
    return ACLNN_ERR_PARAM_INVALID;
  }
  if (tensor->GetViewShape().GetDimNum() > kMaxDims) {
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s: the shape %s has more than %zu dimensions", name, op::ToString(tensor->GetViewShape()).GetString(), kMaxDims);
    return ACLNN_ERR_PARAM_INVALID;
  }
  return ACLNN_SUCCESS;
}

aclnnStatus check_result(const aclTensor *out, const char *name, const op::Shape &shape, DataType result) {
  if (out->GetViewShape() != shape) {
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s: the shape is %s; the result has the shape %s", name, op::ToString(out->GetViewShape()).GetString(),
            op::ToString(shape).GetString());
    return ACLNN_ERR_PARAM_INVALID;
  }
  OP_CHECK_RESULT_DTYPE_CAST_FAILED(result, out->GetDataType(), return ACLNN_ERR_PARAM_INVALID);
  return ACLNN_SUCCESS;
}

const aclTensor *operand(const aclTensor *x, aclOpExecutor *executor) {
  if (op::IsContiguous(x)) return l0op::Contiguous(x, executor);
  if (!op::Validate(x)) return nullptr;
  return executor->CreateView(x, x->GetViewShape(), x->GetStorageShape(), x->GetViewStrides(), x->GetViewOffset());
}

aclnnStatus deliver(const aclTensor *result, const aclTensor *out, aclOpExecutor *executor) {
  CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
  const aclTensor *converted = l0op::Cast(result, out->GetDataType(), executor);
  CHECK_RET(converted != nullptr, ACLNN_ERR_INNER_NULLPTR);
  CHECK_RET(l0op::ViewCopy(converted, out, executor) != nullptr, ACLNN_ERR_INNER_NULLPTR);
  return ACLNN_SUCCESS;
}

int type_kind(DataType dtype) {
  if (dtype == DataType::DT_BOOL) return 0;
  if (op::IsComplexType(dtype)) return 3;
  return op::IsFloatingType(dtype) ? 2 : 1;
}

DataType type_with_scalar(DataType tensor, DataType scalar) {
  if (type_kind(scalar) <= type_kind(tensor)) return tensor;
  switch (type_kind(scalar)) {
    case 1: return DataType::DT_INT64;
    case 2: return DataType::DT_FLOAT;
    default: return tensor == DataType::DT_DOUBLE ? DataType::DT_COMPLEX128 : DataType::DT_COMPLEX64;
  }
}

const aclTensor *scalar_operand(const aclScalar *scalar, DataType wanted, aclOpExecutor *executor) {
  // Complex32 has no host form; kernels convert from the wider one.
  return executor->ConvertToTensor(scalar, wanted == DataType::DT_COMPLEX32 ? DataType::DT_COMPLEX64 : wanted);
}

}  // namespace opstrata::operators
