// Default literals: the first byte chooses the attribute's kind, the rest is the literal. What is accepted survives a round trip, and
// its text in C++, Python and comments is one line.
#include "esgen/literals.h"
#include "fuzz/fuzz_support.h"
#include "proto/prototype.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace opstrata;
  if (size == 0) return 0;
  const auto text = fuzz::text_of(data + 1, size - 1);
  proto::AttrDef attr;
  attr.name = "a";
  attr.type = static_cast<proto::AttrType>(data[0] % (static_cast<unsigned>(proto::AttrType::kUnknown) + 1));
  attr.type_word = attr.type == proto::AttrType::kUnknown ? "Unknown" : std::string(proto::attr_type_word(attr.type));
  const auto value = proto::parse_default_literal(attr.type, text);
  const std::string comment = esgen::comment_text(text);
  fuzz::require(comment.find_first_of("\n\r") == std::string::npos && comment.find("*/") == std::string::npos &&
                    (comment.empty() || comment.back() != '\\') && comment.find("\"\"\"") == std::string::npos,
                "a comment stays a comment", comment);
  for (const std::string &quoted : {esgen::cpp_string(text), esgen::python_string(text)}) {
    size_t at = 1;
    while (at < quoted.size() && quoted[at] != '"') at += quoted[at] == '\\' ? 2 : 1;
    fuzz::require(at + 1 == quoted.size() && quoted.find_first_of("\n\r") == std::string::npos, "a literal ends where it ends", quoted);
  }
  if (!value.ok()) {
    fuzz::require(!value.status().text().empty(), "a refusal has a reason");
    return 0;
  }
  attr.default_value = *value;
  const std::string literal = proto::default_literal(attr);
  const auto again = proto::parse_default_literal(attr.type, literal);
  fuzz::require(again.ok(), "what was written can be read", literal + "\n" + again.status().text());
  // NaN differs from itself.
  fuzz::require(*again == attr.default_value || !(attr.default_value == attr.default_value), "a value survives the round trip", literal);
  fuzz::require(esgen::cpp_default(attr).find('\n') == std::string::npos && esgen::python_default(attr).find('\n') == std::string::npos,
                "a default is one line", literal);
  return 0;
}
