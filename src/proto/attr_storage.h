/// @file
/// What is inside ge::AttrValue: one variant over every attribute kind, and its relation to prototypes.
#ifndef OPSTRATA_SRC_PROTO_ATTR_STORAGE_H_
#define OPSTRATA_SRC_PROTO_ATTR_STORAGE_H_

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/export.h"
#include "graph/attr_value.h"
#include "proto/prototype.h"

namespace opstrata::proto {

/// Texts are AscendStrings, as they crossed the boundary. `monostate` = never set.
using AttrStorage =
    std::variant<std::monostate, int64_t, float, bool, ge::AscendString, ge::DataType, ge::Tensor, ge::NamedAttrs,
                 std::vector<uint8_t>, std::vector<int64_t>, std::vector<float>, std::vector<bool>,
                 std::vector<ge::AscendString>, std::vector<ge::DataType>, std::vector<std::vector<int64_t>>,
                 std::vector<ge::Tensor>, std::vector<ge::NamedAttrs>>;

/// The variant of a value; `monostate` for an empty one. Never null.
OPSTRATA_INTERNAL const AttrStorage &storage_of(const ge::AttrValue &value);
/// A new value (shared with nobody).
OPSTRATA_INTERNAL ge::AttrValue make_attr_value(AttrStorage storage);
/// The value of a prototype's default; empty for monostate.
OPSTRATA_INTERNAL ge::AttrValue make_attr_value(const AttrValue &value);
/// Kind of what is stored; kUnknown for `monostate`.
OPSTRATA_INTERNAL AttrType kind_of(const AttrStorage &storage);
/// As the default value of a prototype. Kinds that no prototype can archive (NamedAttrs, bytes, tensor lists) give monostate.
OPSTRATA_INTERNAL AttrValue to_prototype_value(const AttrStorage &storage);

}  // namespace opstrata::proto

namespace ge {

class AttrValueImpl {
 public:
  opstrata::proto::AttrStorage value;
  static std::shared_ptr<AttrValueImpl> &of(AttrValue &v) { return v.impl_; }
  static const std::shared_ptr<AttrValueImpl> &of(const AttrValue &v) { return v.impl_; }
};

class NamedAttrsImpl {
 public:
  AscendString name;
  std::map<AscendString, AttrValue> attrs;
  static const NamedAttrsImpl &of(const NamedAttrs &v) { return *v.impl_; }
};

}  // namespace ge

#endif  // OPSTRATA_SRC_PROTO_ATTR_STORAGE_H_
