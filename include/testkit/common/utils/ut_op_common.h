/// @file
/// ut_op_common.h by the path of older tests.
#ifndef OPSTRATA_TESTKIT_COMMON_UTILS_UT_OP_COMMON_H_
#define OPSTRATA_TESTKIT_COMMON_UTILS_UT_OP_COMMON_H_

#include "ut_op_common.h"

#endif  // OPSTRATA_TESTKIT_COMMON_UTILS_UT_OP_COMMON_H_
