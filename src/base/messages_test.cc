#include "base/messages.h"

#include <gtest/gtest.h>

#include <thread>

namespace opstrata {
namespace {

TEST(Messages, EveryTemplateNamesAtLeastOneValue) {
  for (uint16_t i = 0; i < static_cast<uint16_t>(Msg::kCount); ++i) {
    const auto text = message_template(static_cast<Msg>(i));
    EXPECT_NE(text.find('{'), std::string_view::npos) << message_name(static_cast<Msg>(i));
    EXPECT_NE(message_code(static_cast<Msg>(i)), Code::kOk);
  }
}

TEST(Messages, FillsNamedValuesAndAppendsOthers) {
  const Status s = fail(Msg::kInternal, {{"what", "no queue"}, {"where", "stream"}, {"id", 7}});
  EXPECT_EQ(s.text(), "internal error in stream: no queue (id=7)");
  EXPECT_EQ(s.code(), Code::kInternal);
}

TEST(Messages, RecentMessageBelongsToItsThreadAndIsTakenOnce) {
  report_text("first");
  std::thread([] { EXPECT_EQ(take_recent_message(), nullptr); }).join();
  {
    RecentMessageScope scope;
    EXPECT_EQ(recent_message(), nullptr);
    report_text("inner");
  }
  EXPECT_STREQ(take_recent_message(), "first");
  EXPECT_EQ(take_recent_message(), nullptr);
}

}  // namespace
}  // namespace opstrata
