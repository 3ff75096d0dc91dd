/// @file
/// Basic types of model inference. Opstrata runs no offline models, so there are none (acl-runtime-api section 1).
#ifndef INC_EXTERNAL_ACL_ACL_BASE_MDL_H_
#define INC_EXTERNAL_ACL_ACL_BASE_MDL_H_

#endif  // INC_EXTERNAL_ACL_ACL_BASE_MDL_H_
