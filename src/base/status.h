/// @file
/// Failures as values. Inside Opstrata a function that can fail returns `Status` or `Result<T>`; the interface's own codes
/// (aclnnStatus, aclError, graphStatus, KernelStatus) are made from them at the boundary only.
#ifndef OPSTRATA_SRC_BASE_STATUS_H_
#define OPSTRATA_SRC_BASE_STATUS_H_

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace opstrata {

/// Kind of failure. The boundary maps it to the interface's number (for example aclnn: kNull 161001, kInvalid 161002).
enum class Code : uint8_t {
  kOk = 0,
  kNull,           ///< a required pointer or object is missing
  kInvalid,        ///< a value, type, shape, format or option that is not allowed
  kNotFound,       ///< a name, file, symbol, kernel or prototype that does not exist
  kAlreadyExists,  ///< a name that is taken
  kOutOfMemory,
  kUnsupported,  ///< understood, but not offered (by this operator, data type, platform)
  kState,        ///< not allowed at this point of the object's life
  kIo,           ///< the operating system refused
  kCorrupt,      ///< input data that breaks its format
  kTimeout,
  kInternal,  ///< a defect of Opstrata
};

/// Outcome of an operation: success, or a code with a text that names operator, parameter, value and rule.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Code code, std::string text) : code_(code), text_(std::move(text)) { assert(code != Code::kOk); }

  bool ok() const { return code_ == Code::kOk; }
  explicit operator bool() const { return ok(); }
  Code code() const { return code_; }
  const std::string &text() const { return text_; }

 private:
  Code code_ = Code::kOk;
  std::string text_;
};

/// A value or the reason why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<1>, std::move(value)) {}              // NOLINT: implicit by design
  Result(Status status) : state_(std::in_place_index<0>, std::move(status)) {        // NOLINT: implicit by design
    assert(!std::get<0>(state_).ok());
  }

  bool ok() const { return state_.index() == 1; }
  explicit operator bool() const { return ok(); }
  T &value() & { return std::get<1>(state_); }
  const T &value() const & { return std::get<1>(state_); }
  T &&value() && { return std::get<1>(std::move(state_)); }
  T *operator->() { return &std::get<1>(state_); }
  const T *operator->() const { return &std::get<1>(state_); }
  T &operator*() & { return std::get<1>(state_); }
  const T &operator*() const & { return std::get<1>(state_); }
  T &&operator*() && { return std::get<1>(std::move(state_)); }
  Status status() const { return ok() ? Status() : std::get<0>(state_); }

 private:
  std::variant<Status, T> state_;
};

}  // namespace opstrata

/// Returns from the enclosing function when `expr` (a Status) failed.
#define OPSTRATA_TRY(expr)                                        \
  do {                                                            \
    if (auto opstrata_try_status = (expr); !opstrata_try_status.ok()) return opstrata_try_status; \
  } while (false)

#endif  // OPSTRATA_SRC_BASE_STATUS_H_
