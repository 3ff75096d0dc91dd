// Log macros of kernels as their unit tests compile them: debug and info vanish, the others print.
#define RUN_TEST
#include "utils/log.h"
#include "utils/status.h"

void LogsOfKernelTests() {
  KERNEL_LOG_DEBUG("vanished %d", 1);
  KERNEL_LOG_INFO("vanished");
  KERNEL_LOG_WARN("printed %d", 2);
  KERNEL_LOG_ERROR("printed %d", 3);
  KERNEL_LOG_EVENT("printed %d", 4);
}
