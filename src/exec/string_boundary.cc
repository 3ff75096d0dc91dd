// Functions of the interface that take or return std::string, compiled once for each string ABI.
#include <cstdarg>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "exec/string_core.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"

namespace {

/// The text as a string of this ABI that lives as long as the process.
const std::string &persistent(std::string_view text) {
  static auto *mutex = new std::mutex;
  static auto *texts = new std::map<std::string, const std::string *, std::less<>>;
  const std::lock_guard<std::mutex> lock(*mutex);
  auto found = texts->find(text);
  if (found == texts->end()) found = texts->emplace(std::string(text), new std::string(text)).first;
  return *found->second;
}

}  // namespace

void ReportErrorMessageInner(const std::string &code, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  opstrata::exec::report_formatted(code.c_str(), fmt, args);
  va_end(args);
}

namespace op {

DataType ToDataType(const std::string &name) { return opstrata::exec::data_type_of_name(name); }
Format ToFormat(const std::string &name) { return opstrata::exec::format_of_name(name); }

uint32_t OpTypeDict::ToOpType(const std::string &opName) {
  return opstrata::exec::find_op_type(opName);
}

const std::string &PlatformInfo::GetSocLongVersion() const {
  return persistent(opstrata::exec::soc_long_version_of(this));
}

std::vector<std::string> OpDfxGuard::StringToVec(const std::string &text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  const auto flush = [&parts, &part] {
    const size_t first = part.find_first_not_of(" \t");
    if (first != std::string::npos) parts.push_back(part.substr(first, part.find_last_not_of(" \t") - first + 1));
    part.clear();
  };
  for (const char c : text) {
    depth += c == '(' || c == '[' || c == '{' ? 1 : (c == ')' || c == ']' || c == '}' ? -1 : 0);
    if (c == ',' && depth == 0) {
      flush();
    } else {
      part += c;
    }
  }
  flush();
  return parts;
}

std::vector<std::string> OpDfxGuard::StringToVecWithBrackets(const std::string &text) {
  const size_t open = text.find('(');
  const size_t close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return StringToVec(text);
  return StringToVec(text.substr(open + 1, close - open - 1));
}

namespace internal {

std::string GetLogApiInfo() {
  char text[256];
  opstrata::exec::log_api_info(text, sizeof(text));
  return text;
}

}  // namespace internal
}  // namespace op
