/// @file
/// The legacy operator compiler interface; see acl/acl_op.h.
#ifndef INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_
#define INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_

#include "acl/acl_base.h"
#include "acl/acl_op.h"

#endif  // INC_EXTERNAL_ACL_ACL_OP_COMPILER_H_
