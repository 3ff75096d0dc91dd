/// @file
/// Marks what one product library offers to another (and to unit tests) behind the interface: the private, unversioned
/// `opstrata::` API. It is exported because rooms live in different shared libraries; no consumer may rely on it.
#ifndef OPSTRATA_SRC_BASE_EXPORT_H_
#define OPSTRATA_SRC_BASE_EXPORT_H_

#define OPSTRATA_INTERNAL __attribute__((visibility("default")))

#endif  // OPSTRATA_SRC_BASE_EXPORT_H_
