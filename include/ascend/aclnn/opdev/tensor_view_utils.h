/// @file
/// Properties of tensor views (opdev-api section 2.8).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_TENSOR_VIEW_UTILS_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_TENSOR_VIEW_UTILS_H_

#include <initializer_list>

#include "opdev/common_types.h"

namespace op {

/// Row-major strides, dimensions of extent 1 aside. True for null, for private formats and for at most one element.
OPSTRATA_API bool IsContiguous(const aclTensor *tensor);
/// Whether the view stays inside its storage; false is reported as 161002.
OPSTRATA_API bool Validate(const aclTensor *tensor);
/// Contiguous, or a permutation of a contiguous layout.
OPSTRATA_API bool CanPickViewAsContiguous(const aclTensor *tensor);
/// All have the shape and strides of the first, which qualifies; true for an empty list.
OPSTRATA_API bool CanPickViewAsContiguous(std::initializer_list<const aclTensor *> tensorList);

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_TENSOR_VIEW_UTILS_H_
