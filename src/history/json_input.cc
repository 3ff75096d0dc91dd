#include "history/json_input.h"

#include <algorithm>
#include <vector>

#include "base/messages.h"
#include "history/files.h"
#include "history/json_text.h"

namespace opstrata::history {
namespace {

namespace dom = simdjson::dom;

// Keys that appear twice in one object make its meaning depend on the reader, so they are refused wherever they are.
Status refuse_duplicate_keys(const JsonFile &file, dom::element element, const std::string &pointer) {
  dom::array array;
  dom::object object;
  if (!element.get(array)) {
    size_t index = 0;
    for (dom::element child : array) {
      if (child.is_object() || child.is_array()) {
        OPSTRATA_TRY(refuse_duplicate_keys(file, child, pointer + "/" + std::to_string(index)));
      }
      ++index;
    }
  } else if (!element.get(object)) {
    std::vector<std::string_view> keys;
    for (const auto [key, child] : object) {
      keys.push_back(key);
      if (child.is_object() || child.is_array()) {
        OPSTRATA_TRY(refuse_duplicate_keys(file, child, pointer + "/" + pointer_token(key)));
      }
    }
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice != keys.end()) return file.bad(pointer + "/" + pointer_token(*twice), "the key appears twice");
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<JsonFile>> JsonFile::load(const std::string &path, bool follow_links) {
  std::unique_ptr<JsonFile> file(new JsonFile);
  file->path_ = path;
  Result<std::string> text = read_file(path, kMaxFileBytes, follow_links);
  if (!text.ok()) return text.status();
  simdjson::error_code error = file->parser_.allocate(text->size() + 1, kMaxDepth);
  // The copy that simdjson makes here adds the padding that it needs; `text` stays for the error's place.
  if (!error) error = file->parser_.parse(text->data(), text->size(), true).get(file->root_);
  if (error == simdjson::DEPTH_ERROR) {
    return file->bad("", "nested deeper than " + std::to_string(kMaxDepth) + " levels");
  }
  if (error) {
    return fail(Msg::kHistoryBadJson,
                {{"file", path}, {"place", syntax_error_place(*text)}, {"reason", simdjson::error_message(error)}});
  }
  OPSTRATA_TRY(refuse_duplicate_keys(*file, file->root_, ""));
  return file;
}

Status JsonFile::bad(const std::string &pointer, std::string_view reason) const {
  return fail(Msg::kHistoryBadMember, {{"file", path_}, {"pointer", shortened(printable(pointer))}, {"reason", shortened(reason)}});
}

std::string unknown_members(simdjson::dom::object object, std::span<const std::string_view> known) {
  std::string text;
  for (const auto [key, value] : object) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    text.append(text.empty() ? "{" : ",").append(json_quote(key)).append(":").append(simdjson::minify(value));
  }
  return text.empty() ? text : text + "}";
}

}  // namespace opstrata::history
