/**
 * @file
 * Nodes with a complete prototype description built by hand (es-api section 10.7): what generated functions do by table,
 * for operator functions that are written.
 */
#ifndef OPSTRATA_GE_COMPLIANT_NODE_BUILDER_H_
#define OPSTRATA_GE_COMPLIANT_NODE_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace ge {
namespace es {
/// Fluent builder of one node of `graph`. Move-only. Errors are kept until Build, which returns an empty GNode then; the
/// reason is the thread's recent message.
class OPSTRATA_API CompliantNodeBuilder {
 public:
  enum IrAttrType { kEsAttrRequired = 0, kEsAttrOptional, kEsAttrTypeEnd };
  enum IrInputType { kEsIrInputRequired = 0, kEsIrInputOptional, kEsIrInputDynamic, kEsIrInputTypeEnd };
  enum IrOutputType { kEsIrOutputRequired = 0, kEsIrOutputDynamic, kEsIrOutputTypeEnd };

  struct IrInputDef {
    std::string name;
    IrInputType ir_input_type;
    std::string symbol_id;
  };
  struct IrOutputDef {
    std::string name;
    IrOutputType ir_output_type;
    std::string symbol_id;
  };
  struct IrAttrDef {
    std::string attr_name;
    IrAttrType ir_attr_type;
    std::string attr_data_type;
    AttrValue attr_default_value;
  };

  /// The same without std::string, so that they cross string ABIs.
  class IrInputDefV2 {
   public:
    IrInputDefV2() = default;
    IrInputDefV2(const char *name, IrInputType type, const char *symbol_id) : name_(name), type_(type), symbol_(symbol_id) {}
    IrInputDefV2 &Name(const char *name) { name_ = AscendString(name); return *this; }
    IrInputDefV2 &InputType(IrInputType type) { type_ = type; return *this; }
    IrInputDefV2 &SymbolId(const char *symbol_id) { symbol_ = AscendString(symbol_id); return *this; }
    const char *GetName() const { return name_.GetString(); }
    IrInputType GetInputType() const { return type_; }
    const char *GetSymbolId() const { return symbol_.GetString(); }

   private:
    AscendString name_;
    IrInputType type_ = kEsIrInputTypeEnd;
    AscendString symbol_;
  };
  class IrOutputDefV2 {
   public:
    IrOutputDefV2() = default;
    IrOutputDefV2(const char *name, IrOutputType type, const char *symbol_id) : name_(name), type_(type), symbol_(symbol_id) {}
    IrOutputDefV2 &Name(const char *name) { name_ = AscendString(name); return *this; }
    IrOutputDefV2 &OutputType(IrOutputType type) { type_ = type; return *this; }
    IrOutputDefV2 &SymbolId(const char *symbol_id) { symbol_ = AscendString(symbol_id); return *this; }
    const char *GetName() const { return name_.GetString(); }
    IrOutputType GetOutputType() const { return type_; }
    const char *GetSymbolId() const { return symbol_.GetString(); }

   private:
    AscendString name_;
    IrOutputType type_ = kEsIrOutputTypeEnd;
    AscendString symbol_;
  };
  class IrAttrDefV2 {
   public:
    IrAttrDefV2() = default;
    IrAttrDefV2(const char *name, IrAttrType type, const char *data_type, const AttrValue &default_value)
        : name_(name), type_(type), data_type_(data_type), value_(default_value) {}
    IrAttrDefV2 &AttrName(const char *name) { name_ = AscendString(name); return *this; }
    IrAttrDefV2 &AttrType(IrAttrType type) { type_ = type; return *this; }
    IrAttrDefV2 &AttrDataType(const char *data_type) { data_type_ = AscendString(data_type); return *this; }
    IrAttrDefV2 &DefaultValue(const AttrValue &value) { value_ = value; return *this; }
    const char *GetAttrName() const { return name_.GetString(); }
    IrAttrType GetAttrType() const { return type_; }
    const char *GetAttrDataType() const { return data_type_.GetString(); }
    const AttrValue &GetDefaultValue() const { return value_; }

   private:
    AscendString name_;
    IrAttrType type_ = kEsAttrTypeEnd;
    AscendString data_type_;
    AttrValue value_;
  };

  /// An operator of any type whose registration methods are public.
  class OPSTRATA_API AnyTypeOperator : public Operator {
   public:
    AnyTypeOperator(const char *name, const char *type) : Operator(name, type) {}
    using Operator::AttrRegister;
    using Operator::DataTypeRegister;
    using Operator::DynamicInputRegister;
    using Operator::DynamicOutputRegister;
    using Operator::InputRegister;
    using Operator::OptionalInputRegister;
    using Operator::OutputRegister;
    using Operator::RequiredAttrWithTypeRegister;
    using Operator::SubgraphCountRegister;
    using Operator::SubgraphRegister;
  };

  /// `graph` receives the node; null makes Build fail.
  explicit CompliantNodeBuilder(ge::Graph *graph);
  ~CompliantNodeBuilder();
  CompliantNodeBuilder(CompliantNodeBuilder &&other) noexcept;
  CompliantNodeBuilder &operator=(CompliantNodeBuilder &&other) noexcept;
  CompliantNodeBuilder(const CompliantNodeBuilder &) = delete;
  CompliantNodeBuilder &operator=(const CompliantNodeBuilder &) = delete;

  CompliantNodeBuilder &OpType(const char *type);
  CompliantNodeBuilder &Name(const char *name);

  /// The prototype's inputs, outputs and attributes in its order. Required attributes are registered with their type word
  /// and set; optional ones get the given value, an empty value only records the name.
  CompliantNodeBuilder &IrDefInputsV2(const IrInputDefV2 *defs, size_t count);
  CompliantNodeBuilder &IrDefInputsV2(std::initializer_list<IrInputDefV2> defs) { return IrDefInputsV2(defs.begin(), defs.size()); }
  CompliantNodeBuilder &IrDefInputsV2(const std::vector<IrInputDefV2> &defs) { return IrDefInputsV2(defs.data(), defs.size()); }
  CompliantNodeBuilder &IrDefOutputsV2(const IrOutputDefV2 *defs, size_t count);
  CompliantNodeBuilder &IrDefOutputsV2(std::initializer_list<IrOutputDefV2> defs) { return IrDefOutputsV2(defs.begin(), defs.size()); }
  CompliantNodeBuilder &IrDefOutputsV2(const std::vector<IrOutputDefV2> &defs) { return IrDefOutputsV2(defs.data(), defs.size()); }
  CompliantNodeBuilder &IrDefAttrsV2(const IrAttrDefV2 *defs, size_t count);
  CompliantNodeBuilder &IrDefAttrsV2(std::initializer_list<IrAttrDefV2> defs) { return IrDefAttrsV2(defs.begin(), defs.size()); }
  CompliantNodeBuilder &IrDefAttrsV2(const std::vector<IrAttrDefV2> &defs) { return IrDefAttrsV2(defs.data(), defs.size()); }

  // Templates only so that their bodies cost compile time where they are used (as elsewhere in graph/ for std::string flavours).
  template <int = 0>
  CompliantNodeBuilder &IrDefInputs(std::vector<IrInputDef> defs) {
    std::vector<IrInputDefV2> v2;
    for (const auto &def : defs) {
      v2.emplace_back(def.name.c_str(), def.ir_input_type, def.symbol_id.c_str());
    }
    return IrDefInputsV2(v2);
  }
  template <int = 0>
  CompliantNodeBuilder &IrDefOutputs(std::vector<IrOutputDef> defs) {
    std::vector<IrOutputDefV2> v2;
    for (const auto &def : defs) {
      v2.emplace_back(def.name.c_str(), def.ir_output_type, def.symbol_id.c_str());
    }
    return IrDefOutputsV2(v2);
  }
  template <int = 0>
  CompliantNodeBuilder &IrDefAttrs(std::vector<IrAttrDef> defs) {
    std::vector<IrAttrDefV2> v2;
    for (const auto &def : defs) {
      v2.emplace_back(def.attr_name.c_str(), def.ir_attr_type, def.attr_data_type.c_str(), def.attr_default_value);
    }
    return IrDefAttrsV2(v2);
  }

  /// Number of elements of a dynamic input or output (0 without this call).
  CompliantNodeBuilder &InstanceDynamicInputNum(const char *ir_name, int32_t num);
  CompliantNodeBuilder &InstanceDynamicOutputNum(const char *ir_name, int32_t num);
  /// Description of an output by its name (`<name><i>` for an element of a dynamic one). Shape and format set origin and
  /// storage.
  CompliantNodeBuilder &InstanceOutputDataType(const char *name, ge::DataType data_type);
  CompliantNodeBuilder &InstanceOutputShape(const char *name, const std::vector<int64_t> &shape);
  CompliantNodeBuilder &InstanceOutputOriginShape(const char *name, const std::vector<int64_t> &shape);
  CompliantNodeBuilder &InstanceOutputStorageShape(const char *name, const std::vector<int64_t> &shape);
  CompliantNodeBuilder &InstanceOutputFormat(const char *name, ge::Format format);
  CompliantNodeBuilder &InstanceOutputOriginFormat(const char *name, ge::Format format);
  CompliantNodeBuilder &InstanceOutputStorageFormat(const char *name, ge::Format format);

  /// Adds the node to the graph. May be called once.
  GNode Build() const;

 private:
  struct Impl;
  Impl *impl_;  // owned; see EsCGraphBuilder
};

/// An attribute value of `value`: int64_t, float, bool, DataType, AscendString, const char *, Tensor or vectors of them.
template <typename T>
AttrValue CreateFrom(const T &value) {
  AttrValue attr;
  (void)attr.SetAttrValue(value);
  return attr;
}
inline AttrValue CreateFrom(const char *value) { return CreateFrom(AscendString(value)); }
inline AttrValue CreateFrom(const std::string &value) { return CreateFrom(AscendString(value.c_str(), value.size())); }
inline AttrValue CreateFrom(const std::vector<const char *> &value) {
  return CreateFrom(std::vector<AscendString>(value.begin(), value.end()));
}

/// Exact equality. Floats are equal when their bits are, so that a value that differs from the default by less than any
/// tolerance still counts as set (section 14.13).
template <typename T>
bool ValuesEqual(const T &a, const T &b) {
  return a == b;
}
inline bool ValuesEqual(const float &a, const float &b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }
inline bool ValuesEqual(const char *a, const char *b) {
  return a == b || (a != nullptr && b != nullptr && std::strcmp(a, b) == 0);
}
template <typename T>
bool ValuesEqual(const std::vector<T> &a, const std::vector<T> &b) {
  if (a.size() != b.size()) {
    return false;
  }
  for (size_t i = 0U; i < a.size(); ++i) {
    const T x = a[i];
    const T y = b[i];
    if (!ValuesEqual(x, y)) {
      return false;
    }
  }
  return true;
}

/// The value, or an empty AttrValue ("not configured") when it equals the default.
template <typename T>
AttrValue CreateFromIfNotEqual(const T &value, const T &default_value) {
  return ValuesEqual(value, default_value) ? AttrValue() : CreateFrom(value);
}
inline AttrValue CreateFromIfNotEqual(const char *value, const char *default_value) {
  return ValuesEqual(value, default_value) ? AttrValue() : CreateFrom(value);
}

/// Adds a data edge and makes the destination's description valid when it is not (an optional input that gets connected).
OPSTRATA_API graphStatus AddEdgeAndUpdatePeerDesc(Graph &graph, GNode &src_node, int32_t src_port_index, GNode &dst_node,
                                                  int32_t dst_port_index);
}  // namespace es
}  // namespace ge

#endif  // OPSTRATA_GE_COMPLIANT_NODE_BUILDER_H_
