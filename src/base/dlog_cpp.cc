// The log functions of operator code once more, with C++ linkage: what sources compiled with LOG_CPP call.
#define LOG_CPP
#include "base/operator_log.h"
#include "dlog_pub.h"

OPSTRATA_DEFINE_DLOG_FUNCTIONS
