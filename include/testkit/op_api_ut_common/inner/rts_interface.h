/// @file
/// Device memory and the default stream for tests (op-test-kit-api section 12). They are defined with the value types.
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_RTS_INTERFACE_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_RTS_INTERFACE_H_

#include "op_api_ut_common/inner/types.h"

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_RTS_INTERFACE_H_
