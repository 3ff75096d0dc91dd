/**
 * @file
 * Visibility of the functions of op_common.
 */
#ifndef OP_COMMON_OPBASE_EXPORT_H
#define OP_COMMON_OPBASE_EXPORT_H

#define OPBASE_API __attribute__((visibility("default")))

#endif  // OP_COMMON_OPBASE_EXPORT_H
