/// @file
/// The custom kernels' header by its short name: the folder `cust_op` is not among the include folders of kernel builds.
#ifndef OPSTRATA_AICPU_COMMON_CUST_CPU_UTILS_H_
#define OPSTRATA_AICPU_COMMON_CUST_CPU_UTILS_H_

#include "../cust_op/cust_cpu_utils.h"

#endif  // OPSTRATA_AICPU_COMMON_CUST_CPU_UTILS_H_
