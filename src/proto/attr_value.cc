#include "graph/attr_value.h"

#include "proto/attr_storage.h"

namespace ge {

using opstrata::proto::AttrStorage;

AttrValue::AttrValue() : impl_(std::make_shared<AttrValueImpl>()) {}
AttrValue::~AttrValue() = default;
AttrValue::AttrValue(const AttrValue &other) = default;
// Moving copies: an AttrValue always has an object behind it, because its setters are const.
AttrValue::AttrValue(AttrValue &&other) noexcept : AttrValue(static_cast<const AttrValue &>(other)) {}
AttrValue &AttrValue::operator=(const AttrValue &other) = default;
AttrValue &AttrValue::operator=(AttrValue &&other) noexcept { return *this = static_cast<const AttrValue &>(other); }

bool AttrValue::IsEmpty() const { return std::holds_alternative<std::monostate>(impl_->value); }

#define OPSTRATA_ATTR_VALUE(T)                                        \
  graphStatus AttrValue::SetAttrValue(const T &attr_value) const {    \
    impl_->value = attr_value;                                        \
    return GRAPH_SUCCESS;                                             \
  }                                                                   \
  graphStatus AttrValue::GetAttrValue(T &attr_value) const {          \
    const auto *value = std::get_if<T>(&impl_->value);                \
    if (value == nullptr) return GRAPH_FAILED;                        \
    attr_value = *value;                                              \
    return GRAPH_SUCCESS;                                             \
  }
OPSTRATA_ATTR_VALUE(int64_t)
OPSTRATA_ATTR_VALUE(float)
OPSTRATA_ATTR_VALUE(AscendString)
OPSTRATA_ATTR_VALUE(bool)
OPSTRATA_ATTR_VALUE(Tensor)
OPSTRATA_ATTR_VALUE(DataType)
OPSTRATA_ATTR_VALUE(std::vector<int64_t>)
OPSTRATA_ATTR_VALUE(std::vector<float>)
OPSTRATA_ATTR_VALUE(std::vector<AscendString>)
OPSTRATA_ATTR_VALUE(std::vector<bool>)
OPSTRATA_ATTR_VALUE(std::vector<Tensor>)
OPSTRATA_ATTR_VALUE(std::vector<DataType>)
OPSTRATA_ATTR_VALUE(std::vector<std::vector<int64_t>>)
#undef OPSTRATA_ATTR_VALUE

NamedAttrs::NamedAttrs() : impl_(std::make_shared<NamedAttrsImpl>()) {}
NamedAttrs::~NamedAttrs() = default;
NamedAttrs::NamedAttrs(const NamedAttrs &other) = default;
NamedAttrs::NamedAttrs(NamedAttrs &&other) noexcept : NamedAttrs(static_cast<const NamedAttrs &>(other)) {}
NamedAttrs &NamedAttrs::operator=(const NamedAttrs &other) = default;
NamedAttrs &NamedAttrs::operator=(NamedAttrs &&other) noexcept { return *this = static_cast<const NamedAttrs &>(other); }
void NamedAttrs::SetName(const AscendString &name) { impl_->name = name; }
AscendString NamedAttrs::GetName() const { return impl_->name; }
graphStatus NamedAttrs::SetAttr(const AscendString &name, const AttrValue &value) {
  impl_->attrs[name] = value;
  return GRAPH_SUCCESS;
}
graphStatus NamedAttrs::GetAttr(const AscendString &name, AttrValue &value) const {
  const auto it = impl_->attrs.find(name);
  if (it == impl_->attrs.end()) return GRAPH_FAILED;
  value = it->second;
  return GRAPH_SUCCESS;
}
std::vector<AscendString> NamedAttrs::GetAllAttrNames() const {
  std::vector<AscendString> names;
  for (const auto &[name, value] : impl_->attrs) names.push_back(name);
  return names;
}

}  // namespace ge

namespace opstrata::proto {

const AttrStorage &storage_of(const ge::AttrValue &value) { return ge::AttrValueImpl::of(value)->value; }

ge::AttrValue make_attr_value(AttrStorage storage) {
  ge::AttrValue value;
  ge::AttrValueImpl::of(value)->value = std::move(storage);
  return value;
}

namespace {

ge::AscendString ascend(const std::string &text) { return {text.data(), text.size()}; }
std::string plain(const ge::AscendString &text) { return {text.GetString(), text.GetLength()}; }

struct ToStorage {
  template <typename T>
  AttrStorage operator()(const T &value) const { return value; }
  AttrStorage operator()(const std::string &value) const { return ascend(value); }
  AttrStorage operator()(const TensorDefault &) const { return ge::Tensor(); }
  AttrStorage operator()(const std::vector<std::string> &values) const {
    std::vector<ge::AscendString> result;
    for (const auto &value : values) result.push_back(ascend(value));
    return result;
  }
};

struct ToPrototype {
  template <typename T>
  AttrValue operator()(const T &value) const { return value; }
  AttrValue operator()(const ge::AscendString &value) const { return plain(value); }
  AttrValue operator()(const ge::Tensor &value) const { return TensorDefault{value.GetSize() != 0}; }
  AttrValue operator()(const std::vector<ge::AscendString> &values) const {
    std::vector<std::string> result;
    for (const auto &value : values) result.push_back(plain(value));
    return result;
  }
  AttrValue operator()(const ge::NamedAttrs &) const { return {}; }
  AttrValue operator()(const std::vector<uint8_t> &) const { return {}; }
  AttrValue operator()(const std::vector<ge::Tensor> &) const { return {}; }
  AttrValue operator()(const std::vector<ge::NamedAttrs> &) const { return {}; }
};

// In the order of AttrStorage's alternatives.
constexpr AttrType kKinds[] = {AttrType::kUnknown,    AttrType::kInt,        AttrType::kFloat,       AttrType::kBool,
                               AttrType::kString,     AttrType::kType,       AttrType::kTensor,      AttrType::kNamedAttrs,
                               AttrType::kBytes,      AttrType::kListInt,    AttrType::kListFloat,   AttrType::kListBool,
                               AttrType::kListString, AttrType::kListType,   AttrType::kListListInt, AttrType::kListTensor,
                               AttrType::kListNamedAttrs};
static_assert(std::size(kKinds) == std::variant_size_v<AttrStorage>);

}  // namespace

ge::AttrValue make_attr_value(const AttrValue &value) { return make_attr_value(std::visit(ToStorage(), value)); }
AttrType kind_of(const AttrStorage &storage) { return kKinds[storage.index()]; }
AttrValue to_prototype_value(const AttrStorage &storage) { return std::visit(ToPrototype(), storage); }

}  // namespace opstrata::proto
