/**
 * @file
 * Data type functions of `opdev/data_type_utils.h` under an older name (opdev-api section 2.5). Include that header
 * instead. The note is a message and no warning, because consumers' builds turn warnings into errors.
 */
#ifndef OP_COMMON_DATA_TYPE_UTILS_H
#define OP_COMMON_DATA_TYPE_UTILS_H

#include "opdev/data_type_utils.h"

#ifndef OPSTRATA_NO_DEPRECATION_NOTES
#pragma message("op_common/data_type_utils.h is deprecated: include opdev/data_type_utils.h")
#endif

namespace opcommon {
using op::CalcShapeBytes;
using op::CanCast;
using op::CheckType;
using op::IsBasicType;
using op::IsComplexType;
using op::IsFloatingType;
using op::IsIntegralType;
using op::IsNumberType;
using op::IsRealNumberType;
using op::PromoteType;
using op::ToAclDataType;
using op::ToDataType;
using op::ToOpDataType;
using op::ToString;
using op::TypeSize;
}  // namespace opcommon

#endif  // OP_COMMON_DATA_TYPE_UTILS_H
