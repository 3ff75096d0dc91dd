/// @file
/// The legacy single-operator interface. It is not offered: operators are called through aclnn (acl-runtime-api section 17),
/// so nothing is declared here and programs that use it fail when they are compiled, not when they run.
#ifndef INC_EXTERNAL_ACL_ACL_OP_H_
#define INC_EXTERNAL_ACL_ACL_OP_H_

#endif  // INC_EXTERNAL_ACL_ACL_OP_H_
