// The rules that a call has from its prototype, checked before anything else (opdev-api section 3.6).
#include <algorithm>

#include "base/messages.h"
#include "exec/executor_impl.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "proto/prototype.h"

namespace opstrata::exec {
namespace {

using proto::AttrType;

std::string type_name(ge::DataType type) { return op::ToString(type).GetString(); }

template <typename List, typename Name>
std::string joined(const List &list, const Name &name) {
  std::string text;
  for (const auto &element : list) text += (text.empty() ? "" : ", ") + std::string(name(element));
  return text.empty() ? "none" : text;
}

std::string element_name(const std::string &list, size_t index) { return list + "[" + std::to_string(index) + "]"; }

/// One side of a call against that of its prototype.
template <typename Def>
struct Side {
  const OpCall &call;
  const proto::OpPrototype &prototype;
  const char *name;  ///< "input", "output"
  const std::vector<CallParameter> &given;
  const std::vector<Def> &defs;

  std::string where() const { return prototype.where.to_string(); }
  std::string names() const {
    return joined(defs, [](const Def &def) { return def.name; });
  }
  static bool is_required(const Def &def) { return def.kind == decltype(def.kind)::kRequired; }
  static bool is_dynamic(const Def &def) { return def.kind == decltype(def.kind)::kDynamic; }

  /// As many parameters as declared; optional and dynamic ones at the end may be left out.
  Status check_count() const {
    if (given.size() > defs.size()) {
      return fail(Msg::kExecParameterCount, {{"op", call.op_type},
                                             {"count", given.size()},
                                             {"side", name},
                                             {"where", where()},
                                             {"declared", defs.size()},
                                             {"names", names()}});
    }
    for (size_t i = given.size(); i < defs.size(); ++i) {
      if (!is_required(defs[i])) continue;
      return fail(Msg::kExecParameterMissing, {{"op", call.op_type},
                                               {"side", name},
                                               {"parameter", defs[i].name},
                                               {"count", given.size()},
                                               {"where", where()},
                                               {"names", names()}});
    }
    return {};
  }

  Status check_parameter(const CallParameter &parameter, const Def &def) const {
    if (parameter.dynamic && !is_dynamic(def)) {
      return fail(Msg::kExecListForTensor, {{"op", call.op_type},
                                            {"side", name},
                                            {"parameter", def.name},
                                            {"count", parameter.tensors.size()},
                                            {"where", where()}});
    }
    const auto null = std::find(parameter.tensors.begin(), parameter.tensors.end(), nullptr);
    if (null == parameter.tensors.end()) return {};
    if (parameter.dynamic) {
      return fail(Msg::kExecNullParameter, {{"op", call.op_type},
                                            {"side", name},
                                            {"parameter", element_name(def.name, null - parameter.tensors.begin())},
                                            {"where", where()}});
    }
    if (is_required(def)) {
      return fail(Msg::kExecNullParameter,
                  {{"op", call.op_type}, {"side", name}, {"parameter", def.name}, {"where", where()}});
    }
    return {};
  }

  /// Of the parameters that are given, whatever their number.
  Status check_required_ones() const {
    for (size_t i = 0; i < std::min(given.size(), defs.size()); ++i) {
      // A list for a single tensor is another fault, which the launch finds.
      if (!given[i].dynamic) OPSTRATA_TRY(check_parameter(given[i], defs[i]));
    }
    return {};
  }

  Status check() const {
    OPSTRATA_TRY(check_count());
    for (size_t i = 0; i < given.size(); ++i) OPSTRATA_TRY(check_parameter(given[i], defs[i]));
    return {};
  }

  /// Of what `check` has found to be in order.
  Status check_types() const {
    for (size_t i = 0; i < given.size(); ++i) {
      const std::vector<ge::DataType> allowed = infer::allowed_types(prototype, defs[i].dtype);
      if (allowed.empty()) continue;
      for (const aclTensor *tensor : given[i].tensors) {
        if (tensor == nullptr || std::find(allowed.begin(), allowed.end(), tensor->GetDataType()) != allowed.end()) {
          continue;
        }
        return fail(Msg::kExecDataType, {{"op", call.op_type},
                                         {"side", name},
                                         {"parameter", defs[i].name},
                                         {"type", type_name(tensor->GetDataType())},
                                         {"allowed", joined(allowed, type_name)},
                                         {"where", where()}});
      }
    }
    return {};
  }
};

/// What a type symbol stands for in this call: the first tensor that a parameter declared with it brought.
struct BoundSymbol {
  const std::string *symbol;
  const char *side;
  const std::string *parameter;
  size_t element;
  bool is_element;
  ge::DataType type;
  std::string text() const { return is_element ? element_name(*parameter, element) : *parameter; }
};

/// Parameters that the prototype declares with the same symbol have the same data type, the elements of a list too; a
/// symbol of lists of types (ListTensorType) lets every element have its own.
template <typename Def>
Status check_symbols(const Side<Def> &side, op::FVector<BoundSymbol> &bound) {
  const auto &symbols = side.prototype.symbols;
  for (size_t i = 0; i < std::min(side.given.size(), side.defs.size()); ++i) {
    const auto symbol = symbols.find(side.defs[i].dtype);
    if (symbol == symbols.end() || symbol->second.kind != proto::SymbolDef::Kind::kRange) continue;
    for (size_t element = 0; element < side.given[i].tensors.size(); ++element) {
      const aclTensor *tensor = side.given[i].tensors[element];
      if (tensor == nullptr) continue;
      const BoundSymbol found{&symbol->first,       side.name, &side.defs[i].name, element, side.given[i].dynamic,
                              tensor->GetDataType()};
      const auto first = std::find_if(bound.begin(), bound.end(),
                                      [&](const BoundSymbol &known) { return known.symbol == found.symbol; });
      if (first == bound.end()) {
        bound.push_back(found);
      } else if (first->type != found.type) {
        return fail(Msg::kExecDataType,
                    {{"op", side.call.op_type},
                     {"side", side.name},
                     {"parameter", found.text()},
                     {"type", type_name(found.type)},
                     {"allowed", type_name(first->type) + ", the type of the " + first->side + " " + first->text() +
                                     ", as both are declared with " + symbol->first},
                     {"where", side.where()}});
      }
    }
  }
  return {};
}

/// Whether a value (after conversion between the kinds of numbers) is what an attribute of this kind holds. Lists
/// without elements stand for every list.
bool holds(const aicpu::CallAttrValue &value, AttrType type) {
  return std::visit(
      [type](const auto &v) {
        using T = std::decay_t<decltype(v)>;
        constexpr bool kNumber = std::is_same_v<T, int64_t> || std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                 std::is_same_v<T, bool>;
        switch (type) {
          case AttrType::kInt:
            return std::is_same_v<T, int64_t>;
          case AttrType::kBool:
            return std::is_same_v<T, bool>;
          case AttrType::kFloat:
            return kNumber;
          case AttrType::kString:
            return std::is_same_v<T, std::string>;
          case AttrType::kType:
            return std::is_same_v<T, ge::DataType>;
          case AttrType::kListInt:
          case AttrType::kListBool:
          case AttrType::kListFloat:
            if constexpr (std::is_same_v<T, std::vector<int64_t>> || std::is_same_v<T, std::vector<bool>> ||
                          std::is_same_v<T, std::vector<float>>) {
              return v.empty() || (type == AttrType::kListInt && std::is_same_v<T, std::vector<int64_t>>) ||
                     (type == AttrType::kListBool && std::is_same_v<T, std::vector<bool>>) ||
                     (type == AttrType::kListFloat && std::is_same_v<T, std::vector<float>>);
            }
            return false;
          default:
            return true;  // kinds that calls cannot give, and words of archives that this version does not know
        }
      },
      value);
}

std::string_view kind_of(const aicpu::CallAttrValue &value) {
  return std::visit(
      [](const auto &v) -> std::string_view {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, int64_t>)
          return "an integer";
        else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
          return "a floating-point number";
        else if constexpr (std::is_same_v<T, bool>)
          return "a truth value";
        else if constexpr (std::is_same_v<T, std::string>)
          return "a text";
        else if constexpr (std::is_same_v<T, ge::DataType>)
          return "a data type";
        else if constexpr (std::is_same_v<T, std::vector<int64_t>>)
          return "a list of integers";
        else if constexpr (std::is_same_v<T, std::vector<float>>)
          return "a list of floating-point numbers";
        else if constexpr (std::is_same_v<T, std::vector<bool>>)
          return "a list of truth values";
        else
          return "a list of another kind";
      },
      value);
}

}  // namespace

Status check_against_prototype(const OpCall &call, Status &types) {
  const proto::OpPrototype *prototype = infer::known_prototype(call.op_type);
  // The kernels of the other vocabulary have parameters of their own.
  if (prototype == nullptr || call.vocabulary != AttrVocabulary::kNative) return {};
  const Side<proto::InputDef> inputs{call, *prototype, "input", call.inputs, prototype->inputs};
  const Side<proto::OutputDef> outputs{call, *prototype, "output", call.outputs, prototype->outputs};
  OPSTRATA_TRY(inputs.check());
  OPSTRATA_TRY(outputs.check());
  types = inputs.check_types();
  if (types.ok()) types = outputs.check_types();
  op::FVector<BoundSymbol> bound;
  if (types.ok()) types = check_symbols(inputs, bound);
  if (types.ok()) types = check_symbols(outputs, bound);
  if (types.ok()) return {};
  // The shipped prototypes list the types of one chip's kernels. The kernels that ship compute with more and refuse the
  // rest themselves; what another library offers under that name may have a newer prototype.
  const aicpu::Kernel *kernel = aicpu::find_kernel(call.op_type);
  const bool is_kernels = kernel != nullptr && (kernel->origin().rank == OriginRank::kBuiltIn ||
                                                prototype->origin.rank == OriginRank::kBuiltIn);
  return is_kernels ? Status() : types;
}

Status check_required(const OpCall &call) {
  const proto::OpPrototype *prototype = infer::known_prototype(call.op_type);
  if (prototype == nullptr) return {};
  OPSTRATA_TRY((Side<proto::InputDef>{call, *prototype, "input", call.inputs, prototype->inputs}.check_required_ones()));
  return Side<proto::OutputDef>{call, *prototype, "output", call.outputs, prototype->outputs}.check_required_ones();
}

Status check_attribute_kind(const OpCall &call, const aicpu::CallAttr &attr, const proto::AttrDef &def,
                            const proto::OpPrototype &prototype) {
  if (holds(attr.value, def.type)) return {};
  return fail(Msg::kExecAttrType, {{"op", call.op_type},
                                   {"attr", attr.name},
                                   {"kind", kind_of(attr.value)},
                                   {"where", prototype.where.to_string()},
                                   {"type", def.type_word}});
}

}  // namespace opstrata::exec
