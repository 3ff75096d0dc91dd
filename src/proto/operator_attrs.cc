// ge::Operator: attributes, and the registration of a prototype (what REG_OP calls).
#include <algorithm>
#include <limits>

#include "base/messages.h"
#include "graph/operator.h"
#include "proto/operator_impl.h"
#include "proto/type_sets.h"

namespace ge {
namespace {

using opstrata::fail;
using opstrata::Msg;
using opstrata::report;
using opstrata::proto::AttrDef;
using opstrata::proto::AttrStorage;
using opstrata::proto::InputKind;
using opstrata::proto::kind_of;
using opstrata::proto::make_attr_value;
using opstrata::proto::OperatorPtr;
using opstrata::proto::OutputKind;
using opstrata::proto::storage_of;
using opstrata::proto::SubgraphDef;
using opstrata::proto::SubgraphKind;
using opstrata::proto::SymbolDef;

std::string_view text(const char *s) { return s == nullptr ? std::string_view() : std::string_view(s); }

void store(const OperatorPtr &op, const char *name, AttrStorage value) {
  if (op != nullptr && name != nullptr) op->attrs.insert_or_assign(name, make_attr_value(std::move(value)));
}

const AttrStorage *find(const OperatorPtr &op, const char *name) {
  if (op == nullptr) return nullptr;
  const auto it = op->attrs.find(text(name));
  return it == op->attrs.end() ? nullptr : &storage_of(it->second);
}

template <typename T>
graphStatus load(const OperatorPtr &op, const char *name, T &value) {
  const AttrStorage *stored = find(op, name);
  const T *typed = stored == nullptr ? nullptr : std::get_if<T>(stored);
  if (typed == nullptr) return GRAPH_FAILED;
  value = *typed;
  return GRAPH_SUCCESS;
}

/// A 64-bit integer as a narrower one; fails when it does not fit.
template <typename T>
bool narrow(int64_t wide, T &value) {
  if (wide < std::numeric_limits<T>::min() || wide > std::numeric_limits<T>::max()) return false;
  value = static_cast<T>(wide);
  return true;
}

template <typename T>
graphStatus load_narrow(const OperatorPtr &op, const char *name, T &value) {
  int64_t wide = 0;
  return load(op, name, wide) == GRAPH_SUCCESS && narrow(wide, value) ? GRAPH_SUCCESS : GRAPH_FAILED;
}

template <typename T>
graphStatus load_narrow(const OperatorPtr &op, const char *name, std::vector<T> &values) {
  std::vector<int64_t> wide;
  if (load(op, name, wide) != GRAPH_SUCCESS) return GRAPH_FAILED;
  std::vector<T> result(wide.size());
  for (size_t i = 0; i < wide.size(); ++i) {
    if (!narrow(wide[i], result[i])) return GRAPH_FAILED;
  }
  values = std::move(result);
  return GRAPH_SUCCESS;
}

AscendString vt_name(opstrata::proto::AttrType type) {
  const std::string_view name = attr_type_vt_name(type);
  return {name.data(), name.size()};
}

}  // namespace

// --- Values ---------------------------------------------------------------------------------------------------------------

#define OPSTRATA_ATTR(T)                                                          \
  graphStatus Operator::GetAttr(const char *name, std::decay<T>::type &attr_value) const { return load(impl_, name, attr_value); } \
  Operator &Operator::SetAttr(const char *name, T attr_value) {                   \
    store(impl_, name, attr_value);                                               \
    return *this;                                                                 \
  }
OPSTRATA_ATTR(int64_t)
OPSTRATA_ATTR(float32_t)
OPSTRATA_ATTR(bool)
OPSTRATA_ATTR(const DataType &)
OPSTRATA_ATTR(const AscendString &)
OPSTRATA_ATTR(const Tensor &)
OPSTRATA_ATTR(const ge::NamedAttrs &)
OPSTRATA_ATTR(const std::vector<int64_t> &)
OPSTRATA_ATTR(const std::vector<uint8_t> &)
OPSTRATA_ATTR(const std::vector<float32_t> &)
OPSTRATA_ATTR(const std::vector<bool> &)
OPSTRATA_ATTR(const std::vector<ge::DataType> &)
OPSTRATA_ATTR(const std::vector<AscendString> &)
OPSTRATA_ATTR(const std::vector<Tensor> &)
OPSTRATA_ATTR(const std::vector<std::vector<int64_t>> &)
OPSTRATA_ATTR(const std::vector<ge::NamedAttrs> &)
#undef OPSTRATA_ATTR

#define OPSTRATA_NARROW_ATTR(T)                                                                                       \
  graphStatus Operator::GetAttr(const char *name, T &attr_value) const { return load_narrow(impl_, name, attr_value); } \
  graphStatus Operator::GetAttr(const char *name, std::vector<T> &attr_value) const {                                 \
    return load_narrow(impl_, name, attr_value);                                                                      \
  }                                                                                                                   \
  Operator &Operator::SetAttr(const char *name, T attr_value) { return SetAttr(name, static_cast<int64_t>(attr_value)); } \
  Operator &Operator::SetAttr(const char *name, const std::vector<T> &attr_value) {                                   \
    return SetAttr(name, std::vector<int64_t>(attr_value.begin(), attr_value.end()));                                 \
  }
OPSTRATA_NARROW_ATTR(int32_t)
OPSTRATA_NARROW_ATTR(uint32_t)
#undef OPSTRATA_NARROW_ATTR

graphStatus Operator::GetAttr(const char *name, AttrValue &attr_value) const {
  const AttrStorage *stored = find(impl_, name);
  if (stored == nullptr) return GRAPH_FAILED;
  attr_value = make_attr_value(*stored);
  return GRAPH_SUCCESS;
}
Operator &Operator::SetAttr(const char *name, const AttrValue &attr_value) {
  store(impl_, name, storage_of(attr_value));
  return *this;
}

bool Operator::HasAttr(const char *name) const { return find(impl_, name) != nullptr; }

graphStatus Operator::GetAllAttrNamesAndTypes(std::map<AscendString, AscendString> &attr_name_types) const {
  attr_name_types.clear();
  if (impl_ == nullptr) return GRAPH_FAILED;
  for (const auto &[name, value] : impl_->attrs) attr_name_types[name.c_str()] = vt_name(kind_of(storage_of(value)));
  return GRAPH_SUCCESS;
}
graphStatus Operator::GetAllIrAttrNamesAndTypes(std::map<AscendString, AscendString> &attr_name_types) const {
  attr_name_types.clear();
  if (impl_ == nullptr) return GRAPH_FAILED;
  for (const AttrDef &attr : impl_->ir.attrs) attr_name_types[attr.name.c_str()] = vt_name(attr.type);
  return GRAPH_SUCCESS;
}

// --- Registration ---------------------------------------------------------------------------------------------------------

void Operator::InputRegister(const char *name) { InputRegister(name, ""); }
void Operator::InputRegister(const char *name, const char *datatype_symbol) {
  if (impl_ != nullptr) impl_->declare_input(text(name), InputKind::kRequired, text(datatype_symbol), 1);
}
void Operator::OptionalInputRegister(const char *name) { OptionalInputRegister(name, ""); }
void Operator::OptionalInputRegister(const char *name, const char *datatype_symbol) {
  if (impl_ != nullptr) impl_->declare_input(text(name), InputKind::kOptional, text(datatype_symbol), 1);
}
void Operator::DynamicInputRegister(const char *name, const uint32_t num, bool is_push_back) {
  DynamicInputRegister(name, num, "", is_push_back);
}
void Operator::DynamicInputRegister(const char *name, const uint32_t num, const char *datatype_symbol, bool is_push_back) {
  (void)is_push_back;
  if (impl_ != nullptr) impl_->declare_input(text(name), InputKind::kDynamic, text(datatype_symbol), num);
}
void Operator::DynamicInputRegisterByIndex(const char *name, const uint32_t num, size_t index) {
  (void)index;
  DynamicInputRegister(name, num, true);
}
void Operator::OutputRegister(const char *name) { OutputRegister(name, ""); }
void Operator::OutputRegister(const char *name, const char *datatype_symbol) {
  if (impl_ != nullptr) impl_->declare_output(text(name), OutputKind::kRequired, text(datatype_symbol), 1);
}
void Operator::DynamicOutputRegister(const char *name, const uint32_t num, bool is_push_back) {
  DynamicOutputRegister(name, num, "", is_push_back);
}
void Operator::DynamicOutputRegister(const char *name, const uint32_t num, const char *datatype_symbol, bool is_push_back) {
  (void)is_push_back;
  if (impl_ != nullptr) impl_->declare_output(text(name), OutputKind::kDynamic, text(datatype_symbol), num);
}

#define OPSTRATA_REGISTER(T)                                               \
  void Operator::AttrRegister(const char *name, T attr_value) {            \
    if (impl_ != nullptr) impl_->declare_attr(text(name), attr_value);     \
  }
OPSTRATA_REGISTER(float32_t)
OPSTRATA_REGISTER(const std::vector<float32_t> &)
OPSTRATA_REGISTER(int64_t)
OPSTRATA_REGISTER(const std::vector<int64_t> &)
OPSTRATA_REGISTER(const AscendString &)
OPSTRATA_REGISTER(const std::vector<AscendString> &)
OPSTRATA_REGISTER(bool)
OPSTRATA_REGISTER(const std::vector<bool> &)
OPSTRATA_REGISTER(const Tensor &)
OPSTRATA_REGISTER(const std::vector<Tensor> &)
OPSTRATA_REGISTER(const OpBytes &)
OPSTRATA_REGISTER(const std::vector<std::vector<int64_t>> &)
OPSTRATA_REGISTER(const std::vector<ge::DataType> &)
OPSTRATA_REGISTER(const ge::DataType &)
OPSTRATA_REGISTER(const ge::NamedAttrs &)
OPSTRATA_REGISTER(const std::vector<ge::NamedAttrs> &)
#undef OPSTRATA_REGISTER
void Operator::AttrRegister(const char *name, const AttrValue &attr_value) {
  if (impl_ != nullptr) impl_->declare_attr(text(name), storage_of(attr_value));
}
void Operator::RequiredAttrWithTypeRegister(const char *name, const char *type) {
  if (impl_ == nullptr) return;
  impl_->declare_attr(text(name), {});
  const auto attr = std::find_if(impl_->ir.attrs.begin(), impl_->ir.attrs.end(),
                                 [name](const AttrDef &a) { return a.name == text(name); });
  attr->required = true;
  attr->type_word = text(type);
  attr->type = opstrata::proto::attr_type_from_word(attr->type_word);
}

void Operator::DataTypeRegister(const char *datatype_symbol, const TensorType &type_range) {
  if (impl_ == nullptr) return;
  impl_->ir.symbols[std::string(text(datatype_symbol))] = {SymbolDef::Kind::kRange, TensorTypeImpl::types(type_range), {}};
}
void Operator::DataTypeRegister(const char *datatype_symbol, const ListTensorType &list_type_range) {
  if (impl_ == nullptr) return;
  impl_->ir.symbols[std::string(text(datatype_symbol))] = {SymbolDef::Kind::kListRange, ListTensorTypeImpl::types(list_type_range), {}};
}
void Operator::DataTypeRegister(const char *datatype_symbol, const Promote &promote_rule) {
  if (impl_ == nullptr) return;
  const std::vector<const char *> symbols = promote_rule.Syms();
  const std::string_view own = text(datatype_symbol);
  if (std::find(symbols.begin(), symbols.end(), own) != symbols.end()) {
    report(fail(Msg::kSelfPromotion, {{"type", impl_->type()}, {"symbol", own}}));
    return;
  }
  impl_->ir.symbols[std::string(own)] = {SymbolDef::Kind::kPromote, {}, {symbols.begin(), symbols.end()}};
}

void Operator::SubgraphRegister(const char *ir_name, bool dynamic) {
  if (impl_ == nullptr) return;
  impl_->ir.subgraphs.push_back({std::string(text(ir_name)), dynamic ? SubgraphKind::kDynamic : SubgraphKind::kStatic});
}
void Operator::SubgraphCountRegister(const char *ir_name, uint32_t count) {
  if (impl_ == nullptr) return;
  const auto &declared = impl_->ir.subgraphs;
  const auto def = std::find_if(declared.begin(), declared.end(), [ir_name](const SubgraphDef &s) { return s.name == text(ir_name); });
  if (def == declared.end()) return;
  const int ir_index = static_cast<int>(def - declared.begin());
  auto &ports = impl_->subgraphs;
  uint32_t have = 0;
  auto at = ports.begin();
  for (; at != ports.end() && at->ir_index <= ir_index; ++at) have += at->ir_index == ir_index ? 1 : 0;
  for (; have < count; ++have) {
    const std::string name = def->kind == SubgraphKind::kDynamic ? def->name + std::to_string(have) : def->name;
    at = std::next(ports.insert(at, {name, ir_index, nullptr}));
  }
}
void Operator::SetSubgraphBuilder(const char *ir_name, uint32_t index, const SubgraphBuilder &builder) {
  if (impl_ == nullptr) return;
  for (auto &port : impl_->subgraphs) {
    const SubgraphDef &def = impl_->ir.subgraphs[static_cast<size_t>(port.ir_index)];
    if (def.name != text(ir_name)) continue;
    if (def.kind == SubgraphKind::kStatic || port.name == def.name + std::to_string(index)) {
      port.builder = builder;
      return;
    }
  }
  report(fail(Msg::kNoSuchSubgraph, {{"op", impl_->name}, {"type", impl_->type()}, {"subgraph", ir_name}, {"index", index}}));
}

}  // namespace ge
