/// @file
/// Outcome of a runtime operation: the interface's error number beside the catalogue's text. Made by `refuse`, turned into the
/// return value of an acl function by `api`, which also publishes the text as the thread's recent message.
#ifndef OPSTRATA_SRC_DEVICE_ACL_STATUS_H_
#define OPSTRATA_SRC_DEVICE_ACL_STATUS_H_

#include <exception>
#include <initializer_list>
#include <new>
#include <utility>

#include "acl/acl_base_rt.h"
#include "base/messages.h"
#include "base/status.h"

namespace opstrata::device {

class [[nodiscard]] AclStatus {
 public:
  AclStatus() = default;
  AclStatus(aclError code, Status status) : code_(code), status_(std::move(status)) {}

  bool ok() const { return code_ == ACL_SUCCESS; }
  aclError code() const { return code_; }
  const Status &status() const { return status_; }

 private:
  aclError code_ = ACL_SUCCESS;
  Status status_;
};

/// A refusal with the text of the catalogue.
inline AclStatus refuse(aclError code, Msg id, std::initializer_list<MessageValue> values) {
  return AclStatus(code, fail(id, values));
}

/// Publishes a refusal (recent message, last error number of the thread) and returns its number.
aclError publish(const AclStatus &status);

/// Body of the acl function `function`: nothing that it throws crosses the C boundary.
template <typename Body>
aclError api(const char *function, Body &&body) noexcept {
  try {
    const AclStatus status = body(function);
    return status.ok() ? ACL_SUCCESS : publish(status);
  } catch (const std::bad_alloc &) {
    return ACL_ERROR_BAD_ALLOC;
  } catch (const std::exception &e) {
    try {
      return publish(refuse(ACL_ERROR_INTERNAL_ERROR, Msg::kInternal, {{"where", function}, {"what", e.what()}}));
    } catch (...) {
      return ACL_ERROR_INTERNAL_ERROR;
    }
  }
}

}  // namespace opstrata::device

/// Returns from the enclosing function when `expr` (an AclStatus) is a refusal.
#define OPSTRATA_ACL_TRY(expr)                                                        \
  do {                                                                                \
    if (auto opstrata_acl_status = (expr); !opstrata_acl_status.ok()) return opstrata_acl_status; \
  } while (false)
/// Refuses a null pointer argument by name; `function` is the name in scope.
#define OPSTRATA_ACL_NOT_NULL(pointer)                                                                        \
  do {                                                                                                        \
    if ((pointer) == nullptr)                                                                                 \
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kNullArgument, {{"function", function}, {"parameter", #pointer}}); \
  } while (false)

#endif  // OPSTRATA_SRC_DEVICE_ACL_STATUS_H_
