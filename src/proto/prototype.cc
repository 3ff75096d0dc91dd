#include "proto/prototype.h"

#include <algorithm>

namespace opstrata::proto {
namespace {

struct KindNames {
  AttrType type;
  std::string_view word;
  std::string_view vt;
};
constexpr KindNames kKindNames[] = {
    {AttrType::kInt, "Int", "VT_INT"},
    {AttrType::kFloat, "Float", "VT_FLOAT"},
    {AttrType::kBool, "Bool", "VT_BOOL"},
    {AttrType::kString, "String", "VT_STRING"},
    {AttrType::kType, "Type", "VT_DATA_TYPE"},
    {AttrType::kTensor, "Tensor", "VT_TENSOR"},
    {AttrType::kNamedAttrs, "NamedAttrs", "VT_NAMED_ATTRS"},
    {AttrType::kBytes, "Bytes", "VT_BYTES"},
    {AttrType::kListInt, "ListInt", "VT_LIST_INT"},
    {AttrType::kListFloat, "ListFloat", "VT_LIST_FLOAT"},
    {AttrType::kListBool, "ListBool", "VT_LIST_BOOL"},
    {AttrType::kListString, "ListString", "VT_LIST_STRING"},
    {AttrType::kListType, "ListType", "VT_LIST_DATA_TYPE"},
    {AttrType::kListListInt, "ListListInt", "VT_LIST_LIST_INT"},
    {AttrType::kListTensor, "ListTensor", "VT_LIST_TENSOR"},
    {AttrType::kListNamedAttrs, "ListNamedAttrs", "VT_LIST_NAMED_ATTRS"},
    // Other words of the same kinds; the first entry of a kind is its own word.
    {AttrType::kString, "AscendString", "VT_STRING"},
    {AttrType::kListString, "ListAscendString", "VT_LIST_STRING"},
    {AttrType::kListString, "ListAcendString", "VT_LIST_STRING"},
};

const KindNames *names_of(AttrType type) {
  const auto it = std::find_if(std::begin(kKindNames), std::end(kKindNames), [type](const KindNames &k) { return k.type == type; });
  return it == std::end(kKindNames) ? nullptr : it;
}

template <typename Items>
int index_of(const Items &items, std::string_view name) {
  const auto it = std::find_if(items.begin(), items.end(), [name](const auto &item) { return item.name == name; });
  return it == items.end() ? -1 : static_cast<int>(it - items.begin());
}

}  // namespace

std::string SourceLocation::to_string() const {
  if (!pointer.empty()) return file + '#' + pointer;
  if (line > 0) return file + ':' + std::to_string(line);
  return file;
}

const AttrDef *OpPrototype::find_attr(std::string_view name) const {
  const int index = index_of(attrs, name);
  return index < 0 ? nullptr : &attrs[static_cast<size_t>(index)];
}
int OpPrototype::input_index(std::string_view name) const { return index_of(inputs, name); }
int OpPrototype::output_index(std::string_view name) const { return index_of(outputs, name); }

bool same_interface(const OpPrototype &a, const OpPrototype &b) {
  return a.type == b.type && a.inputs == b.inputs && a.outputs == b.outputs && a.attrs == b.attrs && a.subgraphs == b.subgraphs;
}

AttrType attr_type_from_word(std::string_view word) {
  for (const KindNames &kind : kKindNames) {
    if (kind.word == word) return kind.type;
  }
  return AttrType::kUnknown;
}
std::string_view attr_type_word(AttrType type) {
  const KindNames *names = names_of(type);
  return names == nullptr ? std::string_view() : names->word;
}
std::string_view attr_type_vt_name(AttrType type) {
  const KindNames *names = names_of(type);
  return names == nullptr ? std::string_view() : names->vt;
}

}  // namespace opstrata::proto
