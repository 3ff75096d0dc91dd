/**
 * @file
 * Owning arguments for list attributes whose parameters are awkward (es-api section 14.29): ListString is a
 * `const std::vector<const char *> &`, whose texts somebody else has to keep alive, and ListBool a
 * `const std::vector<uint8_t> &`, into which a std::vector<bool> does not go. Both classes convert to the parameter, and an
 * argument lives until the call is over:
 *
 *     Foo(x, Strings(names_of(model)));   // std::vector<std::string>, also a temporary one
 *     Foo(x, Bools(mask));                // std::vector<bool>
 */
#ifndef OPSTRATA_GE_ES_ATTR_LISTS_H_
#define OPSTRATA_GE_ES_ATTR_LISTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ge {
namespace es {
/// A ListString attribute that owns its texts. A text ends at its first NUL, as C texts do.
class Strings {
 public:
  explicit Strings(std::vector<std::string> texts) : texts_(std::move(texts)) {
    pointers_.reserve(texts_.size());
    for (const auto &text : texts_) {
      pointers_.push_back(text.c_str());
    }
  }
  // The pointers go into the texts.
  Strings(const Strings &) = delete;
  Strings &operator=(const Strings &) = delete;

  operator const std::vector<const char *> &() const { return pointers_; }  // NOLINT: implicit, it is an argument

 private:
  std::vector<std::string> texts_;
  std::vector<const char *> pointers_;
};

/// A ListBool attribute.
class Bools {
 public:
  explicit Bools(const std::vector<bool> &values) : bytes_(values.begin(), values.end()) {}

  operator const std::vector<uint8_t> &() const { return bytes_; }  // NOLINT: implicit, it is an argument

 private:
  std::vector<uint8_t> bytes_;
};
}  // namespace es
}  // namespace ge

#endif  // OPSTRATA_GE_ES_ATTR_LISTS_H_
