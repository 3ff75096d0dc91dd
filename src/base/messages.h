/// @file
/// The message catalogue: every text that refuses something is a template of `messages/<room>.def` with named values, so
/// that texts are complete (a missing value is a defect that `fail` reports), searchable and testable.
///
/// A refusal names the operator, the parameter by its prototype name, what came, what is allowed, and the rule.
/// `report` makes it the thread's recent message (`aclGetRecentErrMsg`) and logs it once.
#ifndef OPSTRATA_SRC_BASE_MESSAGES_H_
#define OPSTRATA_SRC_BASE_MESSAGES_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "base/export.h"
#include "base/status.h"

namespace opstrata {

/// Identifies a template of the catalogue.
enum class Msg : uint16_t {
#define OPSTRATA_MESSAGE(id, code, text) id,
#include "base/messages/all.def"
#undef OPSTRATA_MESSAGE
  kCount
};

/// A named value of a template: `{"op", "Add"}` fills `{op}`.
struct MessageValue {
  MessageValue(std::string_view name_, std::string_view value_) : name(name_), value(value_) {}
  MessageValue(std::string_view name_, const std::string &value_) : name(name_), value(value_) {}
  MessageValue(std::string_view name_, const char *value_) : name(name_), value(value_ == nullptr ? "null" : value_) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  MessageValue(std::string_view name_, T value_) : name(name_), value(std::to_string(value_)) {}
  std::string_view name;
  std::string value;
};

/// Makes the Status of a catalogue entry. Values that the template does not name are appended in parentheses;
/// a placeholder without value is kept visibly (`{op?}`) and asserted in debug builds.
OPSTRATA_INTERNAL Status fail(Msg id, std::initializer_list<MessageValue> values);

/// The template text of an entry, and its code.
OPSTRATA_INTERNAL std::string_view message_template(Msg id);
OPSTRATA_INTERNAL Code message_code(Msg id);
/// Name of an entry as written in the catalogue, for documentation and tests.
OPSTRATA_INTERNAL std::string_view message_name(Msg id);

/// Records `status` (which must not be ok) as this thread's recent message and logs it as an ERROR record; returns it unchanged.
OPSTRATA_INTERNAL const Status &report(const Status &status);
/// Same for a text that does not come from the catalogue (texts of consumers' log macros).
OPSTRATA_INTERNAL void report_text(std::string_view text);

/// This thread's recent message without taking it; null when there is none. Valid until the thread's next report.
OPSTRATA_INTERNAL const char *recent_message();
/// Takes this thread's recent message: returns it and forgets it; null when there is none. Valid until the next call of
/// this function or `report` on the same thread.
OPSTRATA_INTERNAL const char *take_recent_message();
/// Keeps the first of several refusals of this thread that follow from each other: what it did not give is what later
/// calls miss. Nothing happens when one is kept already.
OPSTRATA_INTERNAL void keep_first_refusal(const Status &status);
/// The text of the first refusal; empty when none is kept. Valid until it is forgotten.
OPSTRATA_INTERNAL std::string_view first_refusal();
OPSTRATA_INTERNAL void forget_first_refusal();
/// Saves and restores the recent message around work that runs on this thread for somebody else.
class OPSTRATA_INTERNAL RecentMessageScope {
 public:
  RecentMessageScope();
  ~RecentMessageScope();
  RecentMessageScope(const RecentMessageScope &) = delete;
  RecentMessageScope &operator=(const RecentMessageScope &) = delete;

 private:
  std::string saved_;
};

}  // namespace opstrata

#endif  // OPSTRATA_SRC_BASE_MESSAGES_H_
