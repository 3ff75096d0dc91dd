/// @file
/// Model inference. Opstrata runs no offline models, so nothing is declared here (acl-runtime-api section 1).
#ifndef INC_EXTERNAL_ACL_ACL_MODEL_H_
#define INC_EXTERNAL_ACL_ACL_MODEL_H_

#endif  // INC_EXTERNAL_ACL_ACL_MODEL_H_
