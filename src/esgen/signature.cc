#include "esgen/signature.h"

#include <algorithm>

#include "esgen/literals.h"

namespace opstrata::esgen {

using proto::AttrType;
using proto::InputKind;
using proto::OpPrototype;
using proto::OutputKind;
using proto::SubgraphKind;

std::string_view cpp_type(ParamType type) {
  switch (type) {
    case ParamType::kTensorLike: return "const EsTensorLike &";
    case ParamType::kTensorHolder: return "const EsTensorHolder &";
    case ParamType::kTensorVector: return "const std::vector<EsTensorHolder> &";
    case ParamType::kBuilderRef: return "const EsGraphBuilder &";
    case ParamType::kBuilderPtr: return "const EsGraphBuilder *";
    case ParamType::kInt: return "int64_t ";
    case ParamType::kFloat: return "float ";
    case ParamType::kBool: return "bool ";
    case ParamType::kString: return "const char *";
    case ParamType::kDataType: return "ge::DataType ";
    case ParamType::kTensor: return "std::unique_ptr<ge::Tensor> ";
    case ParamType::kGraph: return "std::unique_ptr<ge::Graph> ";
    case ParamType::kGraphVector: return "std::vector<std::unique_ptr<ge::Graph>> ";
    case ParamType::kListInt: return "const std::vector<int64_t> &";
    case ParamType::kListFloat: return "const std::vector<float> &";
    case ParamType::kListBool: return "const std::vector<uint8_t> &";
    case ParamType::kListType: return "const std::vector<ge::DataType> &";
    case ParamType::kListString: return "const std::vector<const char *> &";
    case ParamType::kListListInt: return "const std::vector<std::vector<int64_t>> &";
    case ParamType::kInitInt: return "std::initializer_list<int64_t> ";
    case ParamType::kInitFloat: return "std::initializer_list<float> ";
    case ParamType::kInitBool: return "std::initializer_list<uint8_t> ";
    case ParamType::kInitType: return "std::initializer_list<ge::DataType> ";
    case ParamType::kInitString: return "std::initializer_list<const char *> ";
    case ParamType::kInitListInt: return "std::initializer_list<std::vector<int64_t>> ";
    case ParamType::kNullGuard: return "std::nullptr_t ";
    default: return cpp_type(plain_type(type));
  }
  return "";
}

ParamType companion_type(ParamType type) {
  if (type < ParamType::kListInt || type > ParamType::kListListInt) return type;
  return static_cast<ParamType>(static_cast<int>(type) + (static_cast<int>(ParamType::kInitInt) - static_cast<int>(ParamType::kListInt)));
}

bool is_companion_type(ParamType type) { return type >= ParamType::kInitInt && type <= ParamType::kInitListInt; }

namespace {

ParamType shifted(ParamType type, ParamType from, ParamType to) {
  return static_cast<ParamType>(static_cast<int>(type) - static_cast<int>(from) + static_cast<int>(to));
}

}  // namespace

ParamType only_type(ParamType type) {
  if (type >= ParamType::kInt && type <= ParamType::kDataType) return shifted(type, ParamType::kInt, ParamType::kOnlyInt);
  if (type >= ParamType::kListInt && type <= ParamType::kListListInt) return shifted(type, ParamType::kListInt, ParamType::kOnlyListInt);
  return type;
}

bool is_only_type(ParamType type) { return type >= ParamType::kOnlyInt && type <= ParamType::kOnlyListListInt; }

ParamType plain_type(ParamType type) {
  if (is_companion_type(type)) return shifted(type, ParamType::kInitInt, ParamType::kListInt);
  if (type >= ParamType::kOnlyListInt && type <= ParamType::kOnlyListListInt) return shifted(type, ParamType::kOnlyListInt, ParamType::kListInt);
  if (is_only_type(type)) return shifted(type, ParamType::kOnlyInt, ParamType::kInt);
  return type;
}

bool attr_param_type(AttrType type, ParamType *param) {
  switch (type) {
    case AttrType::kInt: *param = ParamType::kInt; return true;
    case AttrType::kFloat: *param = ParamType::kFloat; return true;
    case AttrType::kBool: *param = ParamType::kBool; return true;
    case AttrType::kString: *param = ParamType::kString; return true;
    case AttrType::kType: *param = ParamType::kDataType; return true;
    case AttrType::kTensor: *param = ParamType::kTensor; return true;
    case AttrType::kListInt: *param = ParamType::kListInt; return true;
    case AttrType::kListFloat: *param = ParamType::kListFloat; return true;
    case AttrType::kListBool: *param = ParamType::kListBool; return true;
    case AttrType::kListString: *param = ParamType::kListString; return true;
    case AttrType::kListType: *param = ParamType::kListType; return true;
    case AttrType::kListListInt: *param = ParamType::kListListInt; return true;
    default: return false;
  }
}

bool all_inputs_optional(const OpPrototype &op) {
  return !op.inputs.empty() && std::all_of(op.inputs.begin(), op.inputs.end(),
                                           [](const auto &i) { return i.kind == InputKind::kOptional; });
}

bool is_tensor_like_capable(const OpPrototype &op) {
  if (all_inputs_optional(op)) return true;
  return op.inputs.size() > 1 && std::any_of(op.inputs.begin(), op.inputs.end(),
                                             [](const auto &i) { return i.kind != InputKind::kDynamic; });
}

std::vector<size_t> attr_order(const OpPrototype &op) {
  std::vector<size_t> order;
  for (const bool required : {true, false}) {
    for (size_t i = 0; i < op.attrs.size(); ++i) {
      if (op.attrs[i].required == required) order.push_back(i);
    }
  }
  return order;
}

Signature canonical_signature(const OpPrototype &op) {
  return shape_signature(op, std::vector<InputUse>(op.inputs.size(), InputUse::kAsUsual));
}

Signature shape_signature(const OpPrototype &op, const std::vector<InputUse> &use, OwnerUse owner_use) {
  Signature signature;
  const bool like = is_tensor_like_capable(op);
  const auto present = [&](size_t i) { return use[i] != InputUse::kAbsent; };
  const auto is_new = [&](size_t i) { return use[i] == InputUse::kLike || use[i] == InputUse::kHolder; };
  size_t last_mandatory = 0;  // one past the last input that must be written
  bool any_input = false;
  bool all_optional = true;
  bool any_new = false;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    if (!present(i)) continue;
    any_input = true;
    any_new = any_new || is_new(i);
    if (op.inputs[i].kind != InputKind::kOptional || is_new(i)) last_mandatory = i + 1;
    if (op.inputs[i].kind != InputKind::kOptional) all_optional = false;
  }
  // Nothing after an omitted input may be mandatory (no default may precede a parameter without one).
  const bool tail_has_defaults =
      op.subgraphs.empty() &&
      std::none_of(op.attrs.begin(), op.attrs.end(), [](const auto &a) { return plain_default(a).empty(); }) &&
      std::none_of(op.outputs.begin(), op.outputs.end(), [](const auto &o) { return o.kind == OutputKind::kDynamic; });
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    if (!present(i)) continue;
    const auto &input = op.inputs[i];
    Param param;
    param.element = input.name;
    param.index = static_cast<int>(i);
    param.is_new = is_new(i);
    if (input.kind == InputKind::kDynamic) {
      param.type = ParamType::kTensorVector;
    } else {
      param.type = use[i] == InputUse::kHolder || !like ? ParamType::kTensorHolder : ParamType::kTensorLike;
      param.null_refused = input.kind == InputKind::kRequired;
      param.has_default = input.kind == InputKind::kOptional && i >= last_mandatory && tail_has_defaults;
      if (param.has_default) param.default_text = "nullptr";
    }
    signature.params.push_back(std::move(param));
  }
  if (!any_input || (all_optional && (!any_new || owner_use == OwnerUse::kMandatory))) {
    Param owner;
    owner.role = Role::kOwner;
    owner.type = any_input ? ParamType::kBuilderPtr : ParamType::kBuilderRef;
    owner.has_default = any_input && tail_has_defaults && owner_use == OwnerUse::kAsNeeded;
    owner.default_text = owner.has_default ? "nullptr" : "";
    signature.params.push_back(std::move(owner));
  }
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    if (op.outputs[i].kind != OutputKind::kDynamic) continue;
    Param count;
    count.role = Role::kOutputCount;
    count.type = ParamType::kInt;
    count.element = op.outputs[i].name;
    count.index = static_cast<int>(i);
    signature.params.push_back(std::move(count));
  }
  for (size_t i = 0; i < op.subgraphs.size(); ++i) {
    Param graph;
    graph.role = Role::kSubgraph;
    graph.type = op.subgraphs[i].kind == SubgraphKind::kDynamic ? ParamType::kGraphVector : ParamType::kGraph;
    graph.element = op.subgraphs[i].name;
    graph.index = static_cast<int>(i);
    graph.null_refused = true;
    signature.params.push_back(std::move(graph));
  }
  // An optional attribute without a usable default (archives may lack it) makes all attributes before it mandatory.
  const auto order = attr_order(op);
  const size_t first_param = signature.params.size();
  size_t mandatory = 0;
  for (const size_t i : order) {
    Param attr;
    if (!attr_param_type(op.attrs[i].type, &attr.type)) continue;
    attr.role = Role::kAttr;
    attr.element = op.attrs[i].name;
    attr.index = static_cast<int>(i);
    attr.default_text = cpp_default(op.attrs[i]);
    attr.has_default = !attr.default_text.empty();
    attr.null_refused = attr.type == ParamType::kString || attr.type == ParamType::kTensor;
    signature.params.push_back(std::move(attr));
    if (!signature.params.back().has_default) mandatory = signature.params.size();
  }
  for (size_t i = first_param; i < mandatory; ++i) signature.params[i].has_default = false;
  return signature;
}

std::string type_key(const Signature &signature) {
  std::string key;
  for (const auto &param : signature.params) key += static_cast<char>('A' + static_cast<int>(param.type));
  return key;
}

std::string call_form(const std::string &op_type, const Signature &signature) {
  std::string text = op_type + "(";
  const size_t required = signature.required();
  for (size_t i = 0; i < signature.params.size(); ++i) {
    const auto &param = signature.params[i];
    if (i >= required) text += '[';
    if (i > 0) text += ", ";
    text += param.role == Role::kOwner ? "owner_builder"
                                       : param.element + (param.role == Role::kOutputCount ? "_num" : "");
  }
  text += std::string(signature.params.size() - required, ']');
  return text + ")";
}

}  // namespace opstrata::esgen
