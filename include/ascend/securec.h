/// @file
/// Bounded memory and string functions (foreign-build section 4.8). C and C++.
///
/// All return EOK (0) or an error number and never write beyond `destMax` bytes. A null destination or a `destMax` of 0 or above
/// the limit: EINVAL or ERANGE without writing. A null source, or a source that does not fit: the destination is reset (zeroed,
/// or made the empty string) and EINVAL_AND_RESET or ERANGE_AND_RESET returned. Overlapping areas: EOVERLAP_AND_RESET, except
/// for memmove_s. The printing functions return the number of characters, or -1 with the destination made the empty string.
#ifndef SECUREC_H_
#define SECUREC_H_

#include "securectype.h"

#if defined(__GNUC__)
#define SECUREC_API __attribute__((visibility("default")))
#define SECUREC_ATTRIBUTE(fmt, first) __attribute__((format(printf, fmt, first)))
#else
#define SECUREC_API
#define SECUREC_ATTRIBUTE(fmt, first)
#endif

#ifdef __cplusplus
extern "C" {
#endif

SECUREC_API errno_t memset_s(void *dest, size_t destMax, int c, size_t count);
SECUREC_API errno_t memcpy_s(void *dest, size_t destMax, const void *src, size_t count);
SECUREC_API errno_t memmove_s(void *dest, size_t destMax, const void *src, size_t count);
SECUREC_API errno_t strcpy_s(char *strDest, size_t destMax, const char *strSrc);
SECUREC_API errno_t strncpy_s(char *strDest, size_t destMax, const char *strSrc, size_t count);
SECUREC_API errno_t strcat_s(char *strDest, size_t destMax, const char *strSrc);
SECUREC_API errno_t strncat_s(char *strDest, size_t destMax, const char *strSrc, size_t count);
SECUREC_API int vsprintf_s(char *strDest, size_t destMax, const char *format, va_list argList) SECUREC_ATTRIBUTE(3, 0);
SECUREC_API int sprintf_s(char *strDest, size_t destMax, const char *format, ...) SECUREC_ATTRIBUTE(3, 4);
/// At most `count` characters; a longer text is cut and -1 returned.
SECUREC_API int vsnprintf_s(char *strDest, size_t destMax, size_t count, const char *format, va_list argList)
    SECUREC_ATTRIBUTE(4, 0);
SECUREC_API int snprintf_s(char *strDest, size_t destMax, size_t count, const char *format, ...) SECUREC_ATTRIBUTE(4, 5);

#ifdef __cplusplus
}
#endif

#endif  // SECUREC_H_
