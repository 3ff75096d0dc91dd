/// @file
/// Reading back what operator code reported through base/err_msg.h (foreign-build section 4.7).
#ifndef INC_PKG_BASE_ERR_MGR_H_
#define INC_PKG_BASE_ERR_MGR_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "base/err_msg.h"

namespace error_message {

enum class ErrorMessageMode : uint32_t {
  INTERNAL_MODE = 0,  ///< messages belong to the thread
  PROCESS_MODE = 1    ///< accepted; messages belong to the thread all the same
};

/// Identifies work across threads; passing it on makes later reports of another thread belong to the same work.
struct ErrorManagerContext {
  uint64_t work_stream_id = 0;
  uint8_t reserved[56] = {0};
};

using unique_const_char_array = std::unique_ptr<const char[]>;

/// Prepares reporting. Returns 0; -1 for a mode outside the enumeration.
OPSTRATA_API int32_t ErrMgrInit(ErrorMessageMode error_mode);
/// This thread's context, and setting it.
OPSTRATA_API ErrorManagerContext GetErrMgrContext();
OPSTRATA_API void SetErrMgrContext(ErrorManagerContext error_context);
/// Takes this thread's recent error text; an empty text when there is none.
OPSTRATA_API unique_const_char_array GetErrMgrErrorMessage();
/// Takes this thread's warning text. Nothing reports warnings, so it is the empty text.
OPSTRATA_API unique_const_char_array GetErrMgrWarningMessage();
/// Takes this thread's error texts, one element each; empty when there is none. A thread keeps its recent text only, so there is at most one.
OPSTRATA_API std::vector<unique_const_char_array> GetErrMgrRawErrorMessages();

}  // namespace error_message

#endif  // INC_PKG_BASE_ERR_MGR_H_
