#include "graph/ascend_string.h"

#include <string_view>

namespace ge {

class AscendStringImpl {
 public:
  explicit AscendStringImpl(std::string_view text) : text_(text) {}
  const std::string &text() const { return text_; }

 private:
  const std::string text_;
};

namespace {
std::string_view view(const AscendString &s) { return {s.GetString(), s.GetLength()}; }
std::string_view view(const char *s) { return s == nullptr ? std::string_view() : std::string_view(s); }
}  // namespace

AscendString::AscendString(const char *name)
    : impl_(name == nullptr || *name == '\0' ? nullptr : std::make_shared<AscendStringImpl>(name)) {}
AscendString::AscendString(const char *name, size_t length)
    : impl_(name == nullptr || length == 0 ? nullptr
                                           : std::make_shared<AscendStringImpl>(std::string_view(name, length))) {}

const char *AscendString::GetString() const { return impl_ == nullptr ? "" : impl_->text().c_str(); }
size_t AscendString::GetLength() const { return impl_ == nullptr ? 0 : impl_->text().size(); }
size_t AscendString::Find(const AscendString &ascend_string) const { return view(*this).find(view(ascend_string)); }
size_t AscendString::Hash() const { return std::hash<std::string_view>()(view(*this)); }

bool AscendString::operator<(const AscendString &d) const { return view(*this) < view(d); }
bool AscendString::operator>(const AscendString &d) const { return view(*this) > view(d); }
bool AscendString::operator<=(const AscendString &d) const { return view(*this) <= view(d); }
bool AscendString::operator>=(const AscendString &d) const { return view(*this) >= view(d); }
bool AscendString::operator==(const AscendString &d) const { return view(*this) == view(d); }
bool AscendString::operator!=(const AscendString &d) const { return view(*this) != view(d); }
bool AscendString::operator==(const char *d) const { return view(*this) == view(d); }
bool AscendString::operator!=(const char *d) const { return view(*this) != view(d); }

}  // namespace ge
