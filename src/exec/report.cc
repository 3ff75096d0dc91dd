#include "exec/report.h"

#include "base/messages.h"
#include "exec/launch_watch.h"
#include "exec/thread_context.h"
#include "opdev/op_errno.h"

namespace opstrata::exec {

int32_t aclnn_code(const Status &status) {
  switch (status.code()) {
    case Code::kOk: return ACLNN_SUCCESS;
    case Code::kNull: return ACLNN_ERR_PARAM_NULLPTR;
    case Code::kInvalid:
    case Code::kUnsupported: return ACLNN_ERR_PARAM_INVALID;
    case Code::kNotFound: return ACLNN_ERR_INNER_FIND_KERNEL_ERROR;
    case Code::kIo:
    case Code::kTimeout: return ACLNN_ERR_RUNTIME_ERROR;
    default: return ACLNN_ERR_INNER;
  }
}

Status with_api_line(const Status &status) {
  const auto line = line_of_api_call();
  return line ? with_launch_line(status, *line) : status;
}

int32_t reported(const Status &failure) {
  if (failure.ok()) return ACLNN_SUCCESS;
  const Status status = with_api_line(failure);
  // The caller knows the API function that it called, and not the operators behind it.
  const char *api = thread_context().log.l2ApiName;
  if (api == nullptr || status.text().rfind(api, 0) == 0)
    report(status);
  else
    report_text(std::string(api) + ": " + status.text());
  return aclnn_code(status);
}

int32_t refused(Msg id, std::initializer_list<MessageValue> values) { return reported(fail(id, values)); }

int32_t refused_as(int32_t code, Msg id, std::initializer_list<MessageValue> values) {
  (void)refused(id, values);
  return code;
}

}  // namespace opstrata::exec
