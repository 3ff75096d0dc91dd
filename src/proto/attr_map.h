/// @file
/// The attributes of an operator, a node, a port or a graph.
#ifndef OPSTRATA_SRC_PROTO_ATTR_MAP_H_
#define OPSTRATA_SRC_PROTO_ATTR_MAP_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/attr_value.h"

namespace opstrata::proto {

/// Values by name, in ascending byte order of the names. Every operator, node and port has one and most hold nothing or
/// very little, so they are a sorted list: it takes no memory while it is empty, and one piece for all of its values.
/// Changing the list invalidates iterators and references.
class AttrMap {
 public:
  using value_type = std::pair<std::string, ge::AttrValue>;
  using const_iterator = std::vector<value_type>::const_iterator;

  const_iterator begin() const { return values_.begin(); }
  const_iterator end() const { return values_.end(); }
  bool empty() const { return values_.empty(); }
  size_t size() const { return values_.size(); }
  void reserve(size_t count) { values_.reserve(count); }
  void clear() { values_.clear(); }
  void swap(AttrMap &other) noexcept { values_.swap(other.values_); }

  const_iterator find(std::string_view name) const {
    const auto at = place(name);
    return at != end() && at->first == name ? at : end();
  }
  void insert_or_assign(std::string_view name, const ge::AttrValue &value) {
    const auto at = values_.begin() + (place(name) - begin());
    if (at != values_.end() && at->first == name)
      at->second = value;
    else
      values_.emplace(at, name, value);
  }
  size_t count(std::string_view name) const { return find(name) == end() ? 0U : 1U; }
  void erase(std::string_view name) {
    if (const auto at = find(name); at != end()) values_.erase(at);
  }

 private:
  const_iterator place(std::string_view name) const {
    return std::lower_bound(begin(), end(), name,
                            [](const value_type &value, std::string_view text) { return value.first < text; });
  }

  std::vector<value_type> values_;
};

}  // namespace opstrata::proto

#endif  // OPSTRATA_SRC_PROTO_ATTR_MAP_H_
