#include "base/messages.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "base/log.h"

namespace opstrata {
namespace {

TEST(Messages, EveryTemplateNamesAtLeastOneValue) {
  for (uint16_t i = 0; i < static_cast<uint16_t>(Msg::kCount); ++i) {
    const auto text = message_template(static_cast<Msg>(i));
    EXPECT_NE(text.find('{'), std::string_view::npos) << message_name(static_cast<Msg>(i));
    EXPECT_NE(message_code(static_cast<Msg>(i)), Code::kOk);
  }
}

// Users have this repository and its documents, not those that it was written from.
TEST(Messages, NoTextCitesADocumentThatUsersDoNotHave) {
  for (uint16_t i = 0; i < static_cast<uint16_t>(Msg::kCount); ++i) {
    const std::string text(message_template(static_cast<Msg>(i)));
    for (const char *document : {"-api", "seed", "foreign-build", "issue", "spec ", "specification", "section", "§"}) {
      EXPECT_EQ(text.find(document), std::string::npos) << text << " cites " << document;
    }
  }
}

TEST(Messages, KeepsTheErrorRecordsOfItsThread) {
  const log::ErrorTexts outer;
  {
    const log::ErrorTexts inner;
    EXPECT_TRUE(log::keeps_errors());
    log::write(log::Level::kError, "test", "one");
    log::write(log::Level::kWarning, "test", "no error");
    log::write(log::Level::kError, "test", std::string(5000, 'x'));
    log::write(log::Level::kError, "test", "three");
    std::thread([] { EXPECT_FALSE(log::keeps_errors()); }).join();
    EXPECT_EQ(inner.text(), "one; " + std::string(1000, 'x'));
  }
  EXPECT_EQ(outer.text(), "");
  log::write(log::Level::kError, "test", "two");
  EXPECT_EQ(outer.text(), "two");
  // Threads that help with the work of this one.
  log::ErrorTexts *const mine = log::ErrorTexts::of_thread();
  EXPECT_EQ(mine, &outer);
  std::thread([mine] {
    {
      const log::ErrorTexts::Share share(mine);
      log::write(log::Level::kError, "test", "helper");
    }
    EXPECT_FALSE(log::keeps_errors());
  }).join();
  EXPECT_EQ(outer.text(), "two; helper");
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
