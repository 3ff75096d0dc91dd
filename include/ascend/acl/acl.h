/// @file
/// The whole acl interface (acl-runtime-api section 1).
#ifndef INC_EXTERNAL_ACL_ACL_H_
#define INC_EXTERNAL_ACL_ACL_H_

#include "acl/acl_rt.h"
#include "acl/acl_op.h"
#include "acl/acl_mdl.h"

#endif  // INC_EXTERNAL_ACL_ACL_H_
