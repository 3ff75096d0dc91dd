// aclnnAdd, aclnnSub and their kin: a sum with a factor.
#include <complex>

#include "level0/add.h"
#include "level0/axpy.h"
#include "level0/sub.h"
#include "support/binary.h"

namespace opstrata::operators {
namespace {

using op::DataType;

bool is_one(const aclScalar &alpha) {
  return type_kind(alpha.GetDataType()) == 3 ? alpha.ToComplex128() == 1.0 : alpha.ToDouble() == 1.0;
}

/// alpha, or -alpha, in the widest type of its kind that a result of type `result` can use.
const aclTensor *factor(const aclScalar &alpha, bool negated, DataType result, aclOpExecutor *e) {
  switch (type_kind(result)) {
    case 3: {
      const std::complex<double> value = negated ? -alpha.ToComplex128() : alpha.ToComplex128();
      const aclScalar *scalar = e->AllocScalar(&value, DataType::DT_COMPLEX128);
      return scalar == nullptr
                 ? nullptr
                 : e->ConvertToTensor(scalar, result == DataType::DT_COMPLEX128 ? result : DataType::DT_COMPLEX64);
    }
    case 2: {
      const double value = negated ? -alpha.ToDouble() : alpha.ToDouble();
      return e->ConvertToTensor(&value, 1, result == DataType::DT_DOUBLE ? result : DataType::DT_FLOAT);
    }
    default: {
      const auto bits = static_cast<uint64_t>(alpha.ToInt64());
      const auto value = static_cast<int64_t>(negated ? uint64_t{0} - bits : bits);
      return e->ConvertToTensor(&value, 1, DataType::DT_INT64);
    }
  }
}

}  // namespace

aclnnStatus first_phase_with_alpha(const char *api, bool subtracts, const aclTensor *self, const char *self_name,
                                   const Side &other, const aclScalar *alpha, const aclTensor *out,
                                   const char *out_name, uint64_t *workspace_size, aclOpExecutor **executor) {
  return first_phase(api, workspace_size, executor, [&](aclOpExecutor *e) -> aclnnStatus {
    const std::initializer_list<DataType> numbers = {
        DataType::DT_FLOAT, DataType::DT_FLOAT16,   DataType::DT_BF16,      DataType::DT_DOUBLE,
        DataType::DT_INT8,  DataType::DT_INT16,     DataType::DT_INT32,     DataType::DT_INT64,
        DataType::DT_UINT8, DataType::DT_COMPLEX32, DataType::DT_COMPLEX64, DataType::DT_COMPLEX128};
    const std::initializer_list<DataType> numbers_and_truth = {
        DataType::DT_FLOAT,     DataType::DT_FLOAT16,   DataType::DT_BF16,      DataType::DT_DOUBLE, DataType::DT_INT8,
        DataType::DT_INT16,     DataType::DT_INT32,     DataType::DT_INT64,     DataType::DT_UINT8,  DataType::DT_BOOL,
        DataType::DT_COMPLEX32, DataType::DT_COMPLEX64, DataType::DT_COMPLEX128};
    DataType dtype = DataType::DT_UNDEFINED;
    if (IsNullptr(alpha, "alpha")) return ACLNN_ERR_PARAM_NULLPTR;
    OPSTRATA_CHECK(check_binary(self, self_name, other, out, out_name, subtracts ? numbers : numbers_and_truth, dtype));
    const int kind = type_kind(dtype) == 0 ? 1 : type_kind(dtype);
    OPSTRATA_OP_CHECK(type_kind(alpha->GetDataType()) > kind, ACLNN_ERR_PARAM_INVALID, return ACLNN_ERR_PARAM_INVALID,
                      "alpha: a factor of type %s does not fit a result of type %s",
                      op::ToString(alpha->GetDataType()).GetString(), op::ToString(dtype).GetString());
    if (out->IsEmpty()) return ACLNN_SUCCESS;
    const aclTensor *left = operand(self, e), *right = side_operand(other, dtype, e);
    CHECK_RET(left != nullptr && right != nullptr, ACLNN_ERR_INNER_NULLPTR);
    if (is_one(*alpha)) return deliver(subtracts ? l0op::Sub(left, right, e) : l0op::Add(left, right, e), out, e);
    const aclTensor *scaled = factor(*alpha, subtracts, dtype, e);
    CHECK_RET(scaled != nullptr, ACLNN_ERR_INNER_NULLPTR);
    return deliver(l0op::AxpyV2(left, right, scaled, e), out, e);
  });
}

}  // namespace opstrata::operators
