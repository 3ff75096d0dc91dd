/**
 * @file
 * The export mark of API headers by the short name under which headers of operator libraries include it.
 */
#ifndef OPSTRATA_ACLNN_ACLNN_UTIL_H_
#define OPSTRATA_ACLNN_ACLNN_UTIL_H_

#include "aclnnop/aclnn_util.h"

#endif  // OPSTRATA_ACLNN_ACLNN_UTIL_H_
