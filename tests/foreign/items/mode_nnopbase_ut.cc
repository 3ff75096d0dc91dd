// Log macros of operator code as unit tests of the operator layer compile them: everything goes to the standard output.
#define NNOPBASE_UT
#include "opdev/op_log.h"

void LogsOfUnitTests() {
  OP_LOGD("debug %d", 1);
  OP_LOGI("info");
  OP_LOGW("warning %s", "x");
  OP_LOGE(161002, "number %d", 5);
}
