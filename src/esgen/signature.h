/// @file
/// C++ signatures of generated functions as data: which parameter has which type, which element of the prototype it
/// carries, which default. The planner makes them, the resolver judges them, the back ends print them.
#ifndef OPSTRATA_SRC_ESGEN_SIGNATURE_H_
#define OPSTRATA_SRC_ESGEN_SIGNATURE_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "proto/prototype.h"

namespace opstrata::esgen {

/// The closed set of C++ parameter types of generated functions (es-api section 8.1).
enum class ParamType : uint8_t {
  kTensorLike,    ///< const EsTensorLike &
  kTensorHolder,  ///< const EsTensorHolder &
  kTensorVector,  ///< const std::vector<EsTensorHolder> &
  kBuilderRef,    ///< const EsGraphBuilder &
  kBuilderPtr,    ///< const EsGraphBuilder *
  kInt, kFloat, kBool, kString, kDataType,
  kTensor,        ///< std::unique_ptr<ge::Tensor>
  kGraph,         ///< std::unique_ptr<ge::Graph>
  kGraphVector,   ///< std::vector<std::unique_ptr<ge::Graph>>
  kListInt, kListFloat, kListBool, kListType, kListString, kListListInt,
  /// std::initializer_list<T> of companions, in the order of the lists above.
  kInitInt, kInitFloat, kInitBool, kInitType, kInitString, kInitListInt,
  /// Template parameters that take the attribute's own kind of value and nothing that converts to it: any number for the first three,
  /// else exactly the type; never braces. In forwarding overloads, where the plain type would take calls that mean something else.
  kOnlyInt, kOnlyFloat, kOnlyBool, kOnlyString, kOnlyDataType,
  kOnlyListInt, kOnlyListFloat, kOnlyListBool, kOnlyListType, kOnlyListString, kOnlyListListInt,
  kNullGuard,     ///< template parameter that only std::nullptr_t satisfies
};

/// C++ spelling of a parameter type, ready to be followed by the name: `const EsTensorLike &`, `int64_t `.
OPSTRATA_INTERNAL std::string_view cpp_type(ParamType type);
/// The companion type of a list parameter; `type` itself when it is no list.
OPSTRATA_INTERNAL ParamType companion_type(ParamType type);
OPSTRATA_INTERNAL bool is_companion_type(ParamType type);
/// The template parameter for an attribute's type; `type` itself when there is none.
OPSTRATA_INTERNAL ParamType only_type(ParamType type);
OPSTRATA_INTERNAL bool is_only_type(ParamType type);
/// The type that an attribute's parameter has without companions and templates.
OPSTRATA_INTERNAL ParamType plain_type(ParamType type);
/// Whether the parameter is printed as a template parameter.
inline bool is_template_type(ParamType type) { return type == ParamType::kNullGuard || is_only_type(type); }
/// Parameter type of an attribute. False for kinds without parameter (es-api section 1.5).
OPSTRATA_INTERNAL bool attr_param_type(proto::AttrType type, ParamType *param);

/// What a parameter carries: an element of the prototype, by role and IR name. `kNone` is accepted and ignored (the null
/// of an input that the operator no longer has).
enum class Role : uint8_t { kInput, kOwner, kOutputCount, kSubgraph, kAttr, kNone };

struct Param {
  ParamType type = ParamType::kTensorLike;
  Role role = Role::kInput;
  std::string element;       ///< IR name; empty for the owner builder
  int index = -1;            ///< position of the element in the current prototype; -1: it has none
  bool has_default = false;
  std::string default_text;  ///< C++ text, when has_default
  /// Null is no value here: required inputs, strings, tensors, graphs. Calls that pass null were refused at run time.
  bool null_refused = false;
  /// An input that arrived in the window and must be written: only a plain `nullptr` says that it is not connected, other
  /// spellings of null (`0`, `{}`) are slips.
  bool is_new = false;
  /// The current operator takes this old attribute as an input: the value is made a constant.
  bool attr_as_input = false;
};

enum class SignatureKind : uint8_t {
  kShape,      ///< full or legacy shape
  kForward,    ///< exact parameter list of an old release whose change is no plain addition
  kCompanion,  ///< legacy shape that takes braced lists as std::initializer_list
  kGuard,      ///< deleted: all new inputs are nullptr
};

struct Signature {
  SignatureKind kind = SignatureKind::kShape;
  std::vector<Param> params;
  /// Attributes that the call cannot give and the current operator requires: they get the default of the old release.
  std::vector<Param> fixed;
  std::vector<std::string> releases;  ///< releases whose calls it serves, ascending
  std::string message;                ///< text of a guard, or of the warning on a forwarding overload
  /// Legacy shape: how many of its parameters its own releases had; the rest are newer attributes, which may be given up.
  size_t old_length = 0;
  std::string old_form;               ///< guard: call form that means "not connected", e.g. `Foo(x, xo1[, mode])`
  const proto::OpPrototype *old_form_of =
      nullptr;  ///< guard: the oldest prototype with that form's inputs; null: none has exactly these
  /// Guard: a prototype whose calls that form is: today's elements, as far as the function takes them that the text
  /// recommends.
  std::shared_ptr<const proto::OpPrototype> recommended;

  size_t required() const {
    size_t n = params.size();
    while (n > 0 && params[n - 1].has_default) --n;
    return n;
  }
  /// Printed as a template: loses ties against functions that are none.
  bool is_template() const {
    for (const auto &param : params) {
      if (is_template_type(param.type)) return true;
    }
    return false;
  }
};

/// Whether inputs are `EsTensorLike` (es-api section 8.1, "tensor-like capable").
OPSTRATA_INTERNAL bool is_tensor_like_capable(const proto::OpPrototype &op);
/// Whether every input is optional and there is one.
OPSTRATA_INTERNAL bool all_inputs_optional(const proto::OpPrototype &op);
/// Order of attributes in all generated interfaces: required ones, then optional ones, each in IR order. Indices into attrs.
OPSTRATA_INTERNAL std::vector<size_t> attr_order(const proto::OpPrototype &op);

/// The signature that the operator has without history (sections 8.1 and 8.2).
OPSTRATA_INTERNAL Signature canonical_signature(const proto::OpPrototype &op);

/// How a shape treats an input of the prototype.
enum class InputUse : uint8_t {
  kAbsent,    ///< the shape does not have it
  kAsUsual,   ///< type and default as in the canonical signature
  kLike,      ///< new: required, EsTensorLike
  kHolder,    ///< new: required, EsTensorHolder
};
/// Whether a shape with new inputs still names its owner builder: the new inputs supply it, so only callers of releases
/// that had no older one (and thus an all-optional signature) write it.
enum class OwnerUse : uint8_t { kAsNeeded, kMandatory };
/// The current prototype's signature with some inputs left out or made required. `use` has one entry per input.
OPSTRATA_INTERNAL Signature shape_signature(const proto::OpPrototype &op, const std::vector<InputUse> &use,
                                            OwnerUse owner = OwnerUse::kAsNeeded);

/// `(EsTensorLike, EsTensorHolder, int64_t)`-like key: equal keys are the same function to C++.
OPSTRATA_INTERNAL std::string type_key(const Signature &signature);
/// Parameter names by index of the prototype's elements, for texts: `Foo(x, xo1[, mode])`.
OPSTRATA_INTERNAL std::string call_form(const std::string &op_type, const Signature &signature);

}  // namespace opstrata::esgen

#endif  // OPSTRATA_SRC_ESGEN_SIGNATURE_H_
