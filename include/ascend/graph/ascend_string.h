/**
 * @file
 * The string of the interface (es-api section 2.5): its layout does not depend on the string ABI of the consumer. Copies
 * share one immutable buffer. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_ASCEND_STRING_H_
#define OPSTRATA_GRAPH_ASCEND_STRING_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "opstrata/visibility.h"

namespace ge {

class AscendStringImpl;
class OPSTRATA_API AscendString {
 public:
  AscendString() = default;
  ~AscendString() = default;
  AscendString(const AscendString &) = default;
  AscendString(AscendString &&) = default;
  AscendString &operator=(const AscendString &) = default;
  AscendString &operator=(AscendString &&) = default;
  /// Copies `name` up to its terminator; null gives an empty string.
  AscendString(const char *name);  // NOLINT: implicit by interface
  /// Copies `length` bytes, which may contain zeros; null gives an empty string.
  AscendString(const char *name, size_t length);

  /// The characters, zero-terminated and never null; valid as long as this object or a copy of it is not assigned.
  const char *GetString() const;
  size_t GetLength() const;
  /// Position of the first occurrence of `ascend_string`, or std::string::npos.
  size_t Find(const AscendString &ascend_string) const;
  size_t Hash() const;

  bool operator<(const AscendString &d) const;
  bool operator>(const AscendString &d) const;
  bool operator<=(const AscendString &d) const;
  bool operator>=(const AscendString &d) const;
  bool operator==(const AscendString &d) const;
  bool operator!=(const AscendString &d) const;
  bool operator==(const char *d) const;
  bool operator!=(const char *d) const;

 private:
  std::shared_ptr<const AscendStringImpl> impl_;
};

}  // namespace ge

namespace std {
template <>
struct hash<ge::AscendString> {
  size_t operator()(const ge::AscendString &name) const { return name.Hash(); }
};
}  // namespace std

#endif  // OPSTRATA_GRAPH_ASCEND_STRING_H_
