// Bounded memory and string functions of the interface (securec.h, foreign-build section 4.8).
#include "securec.h"

#include <cstdio>
#include <cstring>

namespace {

constexpr size_t kMemoryLimit = SECUREC_MEM_MAX_LEN;
constexpr size_t kStringLimit = SECUREC_STRING_MAX_LEN;

bool overlap(const void *a, const void *b, size_t count) {
  const auto x = reinterpret_cast<uintptr_t>(a);
  const auto y = reinterpret_cast<uintptr_t>(b);
  return x < y ? y - x < count : x - y < count;
}

// Without a usable destination nothing can be reset.
errno_t check_destination(const void *destination, size_t max, size_t limit) {
  if (max == 0 || max > limit) return ERANGE;
  return destination == nullptr ? EINVAL : EOK;
}

errno_t reset(char *destination, errno_t code) {
  destination[0] = '\0';
  return code;
}

errno_t copy_memory(void *dest, size_t max, const void *src, size_t count, bool may_overlap) {
  if (const errno_t bad = check_destination(dest, max, kMemoryLimit); bad != EOK) return bad;
  errno_t failure = EOK;
  if (src == nullptr) {
    failure = EINVAL_AND_RESET;
  } else if (count > max) {
    failure = ERANGE_AND_RESET;
  } else if (!may_overlap && dest != src && overlap(dest, src, count)) {
    failure = EOVERLAP_AND_RESET;
  }
  if (failure != EOK) {
    std::memset(dest, 0, max);
    return failure;
  }
  std::memmove(dest, src, count);
  return EOK;
}

// Appends at most `count` characters of `src` at `dest + used`; `used` is below `max`.
errno_t append(char *dest, size_t max, size_t used, const char *src, size_t count) {
  if (src == nullptr) return reset(dest, EINVAL_AND_RESET);
  const size_t room = max - used;
  const size_t length = strnlen(src, count < room ? count : room);
  if (length >= room) return reset(dest, ERANGE_AND_RESET);
  if (overlap(dest + used, src, length + 1) && dest + used != src) return reset(dest, EOVERLAP_AND_RESET);
  std::memmove(dest + used, src, length);
  dest[used + length] = '\0';
  return EOK;
}

errno_t concatenate(char *dest, size_t max, const char *src, size_t count) {
  if (const errno_t bad = check_destination(dest, max, kStringLimit); bad != EOK) return bad;
  const size_t used = strnlen(dest, max);
  if (used == max) return reset(dest, EINVAL_AND_RESET);
  return append(dest, max, used, src, count);
}

int print(char *dest, size_t max, size_t count, const char *format, va_list arguments) __attribute__((format(printf, 4, 0)));
int print(char *dest, size_t max, size_t count, const char *format, va_list arguments) {
  if (check_destination(dest, max, kStringLimit) != EOK) return -1;
  if (format == nullptr) return reset(dest, -1);
  const size_t room = count < max ? count + 1 : max;
  const int length = std::vsnprintf(dest, room, format, arguments);
  if (length < 0) return reset(dest, -1);
  if (static_cast<size_t>(length) < room) return length;
  // Cut to `count` characters as asked for; anything longer than the destination is a failure.
  return count < max ? -1 : reset(dest, -1);
}

}  // namespace

extern "C" {

errno_t memset_s(void *dest, size_t destMax, int c, size_t count) {
  if (const errno_t bad = check_destination(dest, destMax, kMemoryLimit); bad != EOK) return bad;
  const bool fits = count <= destMax;
  std::memset(dest, c, fits ? count : destMax);
  return fits ? EOK : ERANGE_AND_RESET;
}

errno_t memcpy_s(void *dest, size_t destMax, const void *src, size_t count) {
  return copy_memory(dest, destMax, src, count, false);
}

errno_t memmove_s(void *dest, size_t destMax, const void *src, size_t count) {
  return copy_memory(dest, destMax, src, count, true);
}

errno_t strcpy_s(char *strDest, size_t destMax, const char *strSrc) {
  return strncpy_s(strDest, destMax, strSrc, kStringLimit);
}

errno_t strncpy_s(char *strDest, size_t destMax, const char *strSrc, size_t count) {
  if (const errno_t bad = check_destination(strDest, destMax, kStringLimit); bad != EOK) return bad;
  return append(strDest, destMax, 0, strSrc, count);
}

errno_t strcat_s(char *strDest, size_t destMax, const char *strSrc) {
  return concatenate(strDest, destMax, strSrc, kStringLimit);
}

errno_t strncat_s(char *strDest, size_t destMax, const char *strSrc, size_t count) {
  return concatenate(strDest, destMax, strSrc, count);
}

int vsprintf_s(char *strDest, size_t destMax, const char *format, va_list argList) {
  return print(strDest, destMax, destMax, format, argList);
}

int sprintf_s(char *strDest, size_t destMax, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print(strDest, destMax, destMax, format, arguments);
  va_end(arguments);
  return length;
}

int vsnprintf_s(char *strDest, size_t destMax, size_t count, const char *format, va_list argList) {
  return print(strDest, destMax, count, format, argList);
}

int snprintf_s(char *strDest, size_t destMax, size_t count, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print(strDest, destMax, count, format, arguments);
  va_end(arguments);
  return length;
}

}  // extern "C"
