// Reports of errors by operator code (base/err_msg.h, err_mgr.h; foreign-build section 4.7).
#include "base/err_msg.h"

#include <simdjson.h>

#include <cstdarg>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/messages.h"
#include "err_mgr.h"

namespace opstrata {
namespace {

struct PredefinedText {
  std::string text;                ///< with one %s per argument
  std::vector<std::string> names;  ///< of the arguments, in order of the %s
};

struct PredefinedTexts {
  std::mutex mutex;
  std::map<std::string, PredefinedText, std::less<>> by_code;
};

// Never destroyed: libraries register and report while they are loaded and unloaded.
PredefinedTexts &predefined_texts() {
  static PredefinedTexts *const value = new PredefinedTexts;
  return *value;
}

thread_local error_message::ErrorManagerContext t_context;

std::string format_text(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
std::string format_text(const char *format, va_list arguments) {
  char text[LIMIT_PER_MSG];
  std::vsnprintf(text, sizeof(text), format, arguments);
  return text;
}

const char *value_or_null(const char *value) { return value == nullptr ? "null" : value; }

std::string fill(const PredefinedText &predefined, const std::vector<const char *> &keys,
                 const std::vector<const char *> &values) {
  std::string out;
  size_t next = 0;
  for (size_t i = 0; i < predefined.text.size(); ++i) {
    if (predefined.text.compare(i, 2, "%s") != 0 || next >= predefined.names.size()) {
      out.push_back(predefined.text[i]);
      continue;
    }
    const std::string &name = predefined.names[next++];
    for (size_t k = 0; k < keys.size(); ++k) {
      if (keys[k] != nullptr && name == keys[k]) out += value_or_null(values[k]);
    }
    ++i;
  }
  return out;
}

std::vector<std::string> split_names(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    std::string_view name = list.substr(0, comma);
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    names.emplace_back(name);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

error_message::unique_const_char_array copy_text(const char *text) {
  const std::string_view source = text == nullptr ? "" : text;
  auto copy = std::make_unique<char[]>(source.size() + 1);
  source.copy(copy.get(), source.size());
  return error_message::unique_const_char_array(copy.release());
}

}  // namespace
}  // namespace opstrata

namespace error_message {

int32_t ReportInnerErrMsg(const char *file_name, const char *func, uint32_t line, const char *error_code, const char *format,
                          ...) {
  if (error_code == nullptr || format == nullptr) return -1;
  va_list arguments;
  va_start(arguments, format);
  std::string text = std::string(error_code) + ": " + opstrata::format_text(format, arguments);
  va_end(arguments);
  const std::string_view file = file_name == nullptr ? "" : file_name;
  text.append(" [").append(opstrata::value_or_null(func)).append(", ").append(file.substr(file.rfind('/') + 1));
  text.append(":").append(std::to_string(line)).append("]");
  opstrata::report_text(text);
  return 0;
}

int32_t ReportUserDefinedErrMsg(const char *error_code, const char *format, ...) {
  if (error_code == nullptr || format == nullptr) return -1;
  va_list arguments;
  va_start(arguments, format);
  opstrata::report_text(std::string(error_code) + ": " + opstrata::format_text(format, arguments));
  va_end(arguments);
  return 0;
}

int32_t ReportPredefinedErrMsg(const char *error_code, const std::vector<const char *> &keys,
                               const std::vector<const char *> &values) {
  if (error_code == nullptr || keys.size() != values.size()) return -1;
  std::string text = std::string(error_code) + ": ";
  opstrata::PredefinedTexts &texts = opstrata::predefined_texts();
  {
    std::lock_guard lock(texts.mutex);
    if (const auto it = texts.by_code.find(std::string_view(error_code)); it != texts.by_code.end()) {
      text += opstrata::fill(it->second, keys, values);
      opstrata::report_text(text);
      return 0;
    }
  }
  for (size_t i = 0; i < keys.size(); ++i) {
    text.append(i == 0 ? "" : ", ").append(opstrata::value_or_null(keys[i])).append("=");
    text.append(opstrata::value_or_null(values[i]));
  }
  opstrata::report_text(text);
  return 0;
}

int32_t ReportPredefinedErrMsg(const char *error_code) { return ReportPredefinedErrMsg(error_code, {}, {}); }

int32_t RegisterFormatErrorMessage(const char *error_msg, size_t error_msg_len) {
  if (error_msg == nullptr) return -1;
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  simdjson::dom::array list;
  const simdjson::padded_string text(error_msg, error_msg_len);
  if (parser.parse(text).get(root) != simdjson::SUCCESS) return -1;
  if (root["error_info_list"].get(list) != simdjson::SUCCESS) return -1;
  opstrata::PredefinedTexts &texts = opstrata::predefined_texts();
  std::lock_guard lock(texts.mutex);
  for (const simdjson::dom::element entry : list) {
    std::string_view code;
    std::string_view message;
    std::string_view names;
    if (entry["ErrCode"].get(code) != simdjson::SUCCESS || entry["ErrMessage"].get(message) != simdjson::SUCCESS) return -1;
    if (entry["Arglist"].get(names) != simdjson::SUCCESS) names = {};
    texts.by_code.try_emplace(std::string(code), opstrata::PredefinedText{std::string(message), opstrata::split_names(names)});
  }
  return 0;
}

int32_t ErrMgrInit(ErrorMessageMode error_mode) {
  return error_mode == ErrorMessageMode::INTERNAL_MODE || error_mode == ErrorMessageMode::PROCESS_MODE ? 0 : -1;
}

ErrorManagerContext GetErrMgrContext() { return opstrata::t_context; }
void SetErrMgrContext(ErrorManagerContext error_context) { opstrata::t_context = error_context; }
unique_const_char_array GetErrMgrErrorMessage() { return opstrata::copy_text(opstrata::take_recent_message()); }
unique_const_char_array GetErrMgrWarningMessage() { return opstrata::copy_text(nullptr); }
std::vector<unique_const_char_array> GetErrMgrRawErrorMessages() {
  std::vector<unique_const_char_array> messages;
  if (unique_const_char_array text = GetErrMgrErrorMessage(); text != nullptr && text[0] != '\0') messages.push_back(std::move(text));
  return messages;
}

}  // namespace error_message
