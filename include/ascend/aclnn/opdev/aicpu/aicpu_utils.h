/// @file
/// Checks and step times of AI CPU tasks (foreign-build section 4.1). GE_PROFILING_TO_STD_OUT=1 turns the times on.
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_UTILS_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_UTILS_H_

#include <time.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "opdev/op_log.h"
#include "opstrata/visibility.h"

namespace op {
namespace internal {

#define AICPU_ASSERT_RETVAL(cond, code, fmt, ...)   \
  do {                                              \
    if (!(cond)) {                                  \
      OP_LOGE(code, fmt, ##__VA_ARGS__);            \
      return code;                                  \
    }                                               \
  } while (false)
#define AICPU_ASSERT(cond, fmt, ...) AICPU_ASSERT_RETVAL(cond, ACLNN_ERR_INNER, fmt, ##__VA_ARGS__)
#define AICPU_ASSERT_TRUE_RETVAL(cond, code) AICPU_ASSERT_RETVAL(cond, code, "%s must hold", #cond)
#define AICPU_ASSERT_TRUE(cond) AICPU_ASSERT_TRUE_RETVAL(cond, ACLNN_ERR_INNER)
#define AICPU_ASSERT_NOTNULL_RETVAL(ptr) AICPU_ASSERT_RETVAL((ptr) != nullptr, ACLNN_ERR_INNER_NULLPTR, "%s is null", #ptr)
#define AICPU_ASSERT_NOTNULL(ptr) AICPU_ASSERT_NOTNULL_RETVAL(ptr)
#define AICPU_ASSERT_EQ(a, b) AICPU_ASSERT((a) == (b), "%s must equal %s", #a, #b)
#define AICPU_ASSERT_LE(a, b) AICPU_ASSERT((a) <= (b), "%s must not exceed %s", #a, #b)
#define AICPU_ASSERT_GE(a, b) AICPU_ASSERT((a) >= (b), "%s must not be below %s", #a, #b)
#define AICPU_ASSERT_OK_RETVAL(call)                                   \
  do {                                                                 \
    const aclnnStatus aicpuAssertStatus = (call);                      \
    if (aicpuAssertStatus != ACLNN_SUCCESS) return aicpuAssertStatus;  \
  } while (false)
#define AICPU_ASSERT_RT_OK_RETVAL(call) \
  AICPU_ASSERT_RETVAL((call) == 0, ACLNN_ERR_RUNTIME_ERROR, "%s failed", #call)

/// Steps of one launch.
enum AicpuTimeStampIndex {
  kAicpuLaunchStart = 0,
  kAicpuFindTask = 1,
  kAicpuCreateTask = 2,
  kAicpuInitTask = 3,
  kAicpuSetIoTensors = 4,
  kAicpuUpdateArgs = 5,
  kAicpuUpdateExtInfo = 6,
  kAicpuCopy = 7,
  kAicpuLaunch = 8,
  kAicpuLaunchEnd = 9,
  kAicpuTimeStampNum = 10
};
struct AicpuTimeStamp {
  bool isEnabled;
  uint64_t nanoseconds[kAicpuTimeStampNum];
};
extern OPSTRATA_API AicpuTimeStamp gAicpuTimeStamp;

/// Records the time of a step when times are on.
inline void RecordAicpuTime(AicpuTimeStampIndex index) {
  if (!gAicpuTimeStamp.isEnabled) return;
  timespec now{};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  gAicpuTimeStamp.nanoseconds[index] = static_cast<uint64_t>(now.tv_sec) * 1000000000U + static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace internal
}  // namespace op

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_UTILS_H_
