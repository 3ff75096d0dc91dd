/// @file
/// A graph attribute as one of the variants with which kernels and inference functions are fed.
#ifndef OPSTRATA_SRC_GRAPH_ATTR_VARIANT_H_
#define OPSTRATA_SRC_GRAPH_ATTR_VARIANT_H_

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graph/attr_value.h"

namespace opstrata::graph {

template <typename T, typename Variant>
bool attr_as(const ge::AttrValue &value, std::optional<Variant> &out) {
  T read{};
  if (value.GetAttrValue(read) != ge::GRAPH_SUCCESS) return false;
  if constexpr (std::is_same_v<T, ge::AscendString>) {
    out = std::string(read.GetString(), read.GetLength());
  } else if constexpr (std::is_same_v<T, std::vector<ge::AscendString>>) {
    std::vector<std::string> texts;
    for (const auto &text : read) texts.emplace_back(text.GetString(), text.GetLength());
    out = std::move(texts);
  } else {
    out = std::move(read);
  }
  return true;
}

/// None for kinds that neither kernels nor inference functions read (tensors, named sets).
template <typename Variant>
std::optional<Variant> attr_variant(const ge::AttrValue &value) {
  std::optional<Variant> out;
  (void)(attr_as<int64_t>(value, out) || attr_as<float>(value, out) || attr_as<bool>(value, out) || attr_as<ge::AscendString>(value, out) ||
         attr_as<ge::DataType>(value, out) || attr_as<std::vector<int64_t>>(value, out) || attr_as<std::vector<float>>(value, out) ||
         attr_as<std::vector<bool>>(value, out) || attr_as<std::vector<ge::AscendString>>(value, out) ||
         attr_as<std::vector<ge::DataType>>(value, out) || attr_as<std::vector<std::vector<int64_t>>>(value, out));
  return out;
}

}  // namespace opstrata::graph

#endif  // OPSTRATA_SRC_GRAPH_ATTR_VARIANT_H_
