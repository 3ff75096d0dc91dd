// What operator code reports and logs (foreign-build sections 4.6, 4.7).
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "base/err_msg.h"
#include "base/log.h"
#include "base/messages.h"
#include "dlog_pub.h"
#include "err_mgr.h"

// C++ linkage, as sources compiled with LOG_CPP see it.
namespace {

std::string taken() {
  const char *text = opstrata::take_recent_message();
  return text == nullptr ? "" : text;
}

TEST(OperatorReport, InnerReportNamesCodeTextAndPlace) {
  REPORT_INNER_ERR_MSG("EZ9999", "rank %d is above %s", 9, "8");
  const std::string text = taken();
  EXPECT_EQ(text.rfind("EZ9999: rank 9 is above 8 [", 0), 0U) << text;
  EXPECT_NE(text.find("operator_report_test.cc:"), std::string::npos) << text;
  EXPECT_EQ(error_message::ReportInnerErrMsg("f", "g", 1, nullptr, "x"), -1);
}

TEST(OperatorReport, UserDefinedReportIsTheTextItself) {
  REPORT_USER_DEFINED_ERR_MSG("EZ1001", "bad %s", "axis");
  EXPECT_EQ(taken(), "EZ1001: bad axis");
}

TEST(OperatorReport, PredefinedReportFillsTheRegisteredText) {
  REPORT_PREDEFINED_ERR_MSG("EZ0001", std::vector<const char *>({"param", "value"}), std::vector<const char *>({"axis", "7"}));
  EXPECT_EQ(taken(), "EZ0001: param=axis, value=7");
  const std::string json =
      R"({"error_info_list": [{"ErrCode": "EZ7001", "ErrMessage": "[%s] must be below %s.", "Arglist": "param, limit"}]})";
  EXPECT_EQ(error_message::RegisterFormatErrorMessage(json.data(), json.size()), 0);
  EXPECT_EQ(error_message::RegisterFormatErrorMessage("{", 1), -1);
  EXPECT_EQ(error_message::RegisterFormatErrorMessage("{}", 2), -1);
  EXPECT_EQ(ge::ReportPredefinedErrMsg("EZ7001", {"limit", "param"}, {"8", "axis"}), 0);
  EXPECT_EQ(taken(), "EZ7001: [axis] must be below 8.");
  EXPECT_EQ(error_message::ReportPredefinedErrMsg("EZ7001", {"limit"}, {}), -1);
  EXPECT_EQ(error_message::ReportPredefinedErrMsg("EZ0002"), 0);
  EXPECT_EQ(taken(), "EZ0002: ");
}

TEST(OperatorReport, ManagerTakesTheThreadsTextAndCarriesItsContext) {
  EXPECT_EQ(error_message::ErrMgrInit(error_message::ErrorMessageMode::INTERNAL_MODE), 0);
  EXPECT_EQ(error_message::ErrMgrInit(static_cast<error_message::ErrorMessageMode>(5)), -1);
  REPORT_USER_DEFINED_ERR_MSG("EZ1001", "text");
  EXPECT_STREQ(error_message::GetErrMgrErrorMessage().get(), "EZ1001: text");
  EXPECT_STREQ(error_message::GetErrMgrErrorMessage().get(), "");
  EXPECT_STREQ(error_message::GetErrMgrWarningMessage().get(), "");
  EXPECT_TRUE(error_message::GetErrMgrRawErrorMessages().empty());
  REPORT_USER_DEFINED_ERR_MSG("EZ1002", "raw");
  const auto raw = error_message::GetErrMgrRawErrorMessages();
  ASSERT_EQ(raw.size(), 1U);
  EXPECT_STREQ(raw[0].get(), "EZ1002: raw");
  EXPECT_TRUE(error_message::GetErrMgrRawErrorMessages().empty());
  error_message::ErrorManagerContext context;
  context.work_stream_id = 42;
  error_message::SetErrMgrContext(context);
  EXPECT_EQ(error_message::GetErrMgrContext().work_stream_id, 42U);
  std::thread([] { EXPECT_EQ(error_message::GetErrMgrContext().work_stream_id, 0U); }).join();
}

TEST(OperatorLog, LevelsDecideAndErrorsAreCounted) {
  const auto errors = opstrata::log::error_count();
  EXPECT_EQ(dlog_setlevel(OP, DLOG_NULL, 0), 0);
  EXPECT_EQ(CheckLogLevel(OP, DLOG_ERROR), 0);
  EXPECT_EQ(dlog_getlevel(OP, nullptr), DLOG_NULL);
  EXPECT_EQ(dlog_setlevel(OP, DLOG_WARN, 0), 0);
  int32_t event = 0;
  EXPECT_EQ(dlog_getlevel(OP, &event), DLOG_WARN);
  EXPECT_EQ(event, 1);
  EXPECT_EQ(CheckLogLevel(OP, DLOG_INFO), 0);
  EXPECT_EQ(CheckLogLevel(OP | RUN_LOG_MASK, DLOG_WARN), 1);
  EXPECT_EQ(dlog_setlevel(OP, 5, 0), -1);
  DlogRecord(OP, DLOG_ERROR, "%s", "counted, and written nowhere");
  EXPECT_EQ(opstrata::log::error_count(), errors + 1);
  EXPECT_EQ(dlog_setlevel(OP, DLOG_NULL, 0), 0);
  dlog_error(OP, "not asked for %d", 1);
  EXPECT_EQ(opstrata::log::error_count(), errors + 1);
  LogAttr attributes = {};
  EXPECT_EQ(DlogSetAttr(attributes), 0);
  attributes.type = static_cast<ProcessType>(2);
  EXPECT_EQ(DlogSetAttr(attributes), -1);
}

}  // namespace
