/// @file
/// Types and limits of the bounded memory and string functions (foreign-build section 4.8). C and C++.
#ifndef SECURECTYPE_H_
#define SECURECTYPE_H_

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef int errno_t;

#ifndef EOK
#define EOK 0
#endif
#ifndef EINVAL
#define EINVAL 22
#endif
#ifndef ERANGE
#define ERANGE 34
#endif
#ifndef EINVAL_AND_RESET
#define EINVAL_AND_RESET 150
#endif
#ifndef ERANGE_AND_RESET
#define ERANGE_AND_RESET 162
#endif
#ifndef EOVERLAP_AND_RESET
#define EOVERLAP_AND_RESET 182
#endif

/// Largest sizes that the functions accept.
#define SECUREC_MEM_MAX_LEN (0x7fffffffUL)
#define SECUREC_STRING_MAX_LEN (0x7fffffffUL)

#endif  // SECURECTYPE_H_
