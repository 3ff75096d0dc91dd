/// @file
/// Visibility of the interface's symbols. Everything else in the products is hidden.
#ifndef OPSTRATA_VISIBILITY_H_
#define OPSTRATA_VISIBILITY_H_

#if defined(__GNUC__)
#define OPSTRATA_API __attribute__((visibility("default")))
#else
#define OPSTRATA_API
#endif

#endif  // OPSTRATA_VISIBILITY_H_
