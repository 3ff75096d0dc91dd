/// @file
/// The other name of infershape_test_util.h and ut_op_common.h together (op-test-kit-api section 22).
#ifndef OPSTRATA_TESTKIT_UT_OP_UTIL_H_
#define OPSTRATA_TESTKIT_UT_OP_UTIL_H_

#include "infershape_test_util.h"
#include "ut_op_common.h"

#endif  // OPSTRATA_TESTKIT_UT_OP_UTIL_H_
