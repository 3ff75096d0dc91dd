/// @file
/// Two-phase functions of element-wise operators with two operands: aclnnAdd, aclnnMul and their kin.
#ifndef OPSTRATA_OPERATORS_SUPPORT_BINARY_H_
#define OPSTRATA_OPERATORS_SUPPORT_BINARY_H_

#include "support/two_phase.h"

namespace opstrata::operators {

/// One side of the operation: a tensor or a number.
struct Side {
  const aclTensor *tensor = nullptr;
  const aclScalar *scalar = nullptr;
  const char *name = "";
};

/// Checks a call `out = f(left, right)` where `right` may be a number: null, types among `types`, dimensions, broadcasting,
/// shape and type of `out`. Gives the type of the operation.
aclnnStatus check_binary(const aclTensor *left, const char *left_name, const Side &right, const aclTensor *out, const char *out_name,
                         std::initializer_list<op::DataType> types, op::DataType &dtype);

/// `right` as a tensor; null on failure.
const aclTensor *side_operand(const Side &right, op::DataType dtype, aclOpExecutor *executor);

/// First phase of out = self + alpha * other, or with `subtracts` of self - alpha * other.
aclnnStatus first_phase_with_alpha(const char *api, bool subtracts, const aclTensor *self, const char *self_name,
                                   const Side &other, const aclScalar *alpha, const aclTensor *out,
                                   const char *out_name, uint64_t *workspace_size, aclOpExecutor **executor);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_BINARY_H_
