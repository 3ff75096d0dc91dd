// The same functions with C++ linkage, as sources compiled with LOG_CPP call them.
#define LOG_CPP
#include "dlog_pub.h"

#include <gtest/gtest.h>

namespace {

TEST(OperatorLog, ExistsWithCxxLinkage) {
  EXPECT_EQ(dlog_setlevel(OP, DLOG_ERROR, 0), 0);
  EXPECT_EQ(CheckLogLevel(OP, DLOG_ERROR), 1);
  DlogRecord(OP, DLOG_INFO, "%s", "below the level");
  DlogFlush();
  EXPECT_EQ(dlog_setlevel(OP, DLOG_NULL, 0), 0);
  EXPECT_EQ(dlog_getlevel(OP, nullptr), DLOG_NULL);
}

}  // namespace
