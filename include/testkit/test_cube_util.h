/// @file
/// Helpers of tests of matrix and convolution operators (op-test-kit-api section 22 names the file; the interface
/// describes no item of it). It brings what such tests use: descriptions, fakers and the platform of the chip under
/// test.
#ifndef OPSTRATA_TESTKIT_TEST_CUBE_UTIL_H_
#define OPSTRATA_TESTKIT_TEST_CUBE_UTIL_H_

#include "kernel_run_context_facker.h"
#include "platform/platform_info.h"
#include "ut_op_util.h"

#endif  // OPSTRATA_TESTKIT_TEST_CUBE_UTIL_H_
