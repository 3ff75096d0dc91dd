/**
 * @file
 * REG_OP and its members (es-api section 1). A prototype is a chain of macros that becomes one class `ge::op::<Type>`: every
 * member macro continues the text `OpReg()` or `.N()` that the one before left open, closes that private registration
 * function, adds the public accessors of its item, and opens the next registration function. Also compiles as C++14.
 *
 * Names that an operator may have (Shape, Size, …) hide names of namespace ge inside its class, therefore everything here is
 * qualified. The place of a REG_OP travels with the registration (`opstrata_file`, `opstrata_line`).
 */
#ifndef OPSTRATA_GRAPH_OPERATOR_REG_H_
#define OPSTRATA_GRAPH_OPERATOR_REG_H_

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/compiler_def.h"
#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

#ifndef GE_FUNC_HOST_VISIBILITY
#define GE_FUNC_HOST_VISIBILITY __attribute__((visibility("default")))
#endif
#ifndef GE_FUNC_DEV_VISIBILITY
#define GE_FUNC_DEV_VISIBILITY __attribute__((visibility("default")))
#endif

/// Marks the std::string flavour of a function that has a `const char *` or AscendString one. Builds that keep on using it
/// define OPSTRATA_KEEP_STRING_API.
#ifndef ATTRIBUTED_DEPRECATED
#ifdef OPSTRATA_KEEP_STRING_API
#define ATTRIBUTED_DEPRECATED(replacement)
#else
#define ATTRIBUTED_DEPRECATED(replacement) __attribute__((deprecated("Please use " #replacement " instead.")))
#endif
#endif

/// Names under which the numbers of dynamic instances are kept.
#define DYNAMIC_INPUT_TD_NUM(name) ("__dynamic_input_" + (name) + "_cnt")
#define DYNAMIC_OUTPUT_TD_NUM(name) ("__dynamic_output_" + (name) + "_cnt")

/// Two libraries may hold different prototypes of one type, and both are loaded into one symbol scope. What depends on the
/// prototype is therefore hidden: each library registers and reads its own.
#define OPSTRATA_REG_OWN __attribute__((visibility("hidden")))

namespace ge {

/// Where a chain of member macros hangs; its functions do nothing.
class OpReg {
 public:
  OpReg &N() { return *this; }
  OpReg &ATTR() { return *this; }
  OpReg &REQUIRED_ATTR() { return *this; }
  OpReg &INPUT() { return *this; }
  OpReg &OPTIONAL_INPUT() { return *this; }
  OpReg &OUTPUT() { return *this; }
  OpReg &GRAPH() { return *this; }
  OpReg &DYNAMIC_GRAPH() { return *this; }
  OpReg &INFER_SHAPE_AND_TYPE() { return *this; }
};

/// Whether `F` is a callable object that gives attribute values of type `T`; texts may come as either string type.
template <typename F, typename T>
struct AttrFunction : std::integral_constant<bool, std::is_class<F>::value && std::is_convertible<F, std::function<T()>>::value> {};
template <typename F>
struct AttrFunction<F, std::string>
    : std::integral_constant<bool, AttrFunction<F, AscendString>::value ||
                                       (std::is_class<F>::value && std::is_convertible<F, std::function<std::string()>>::value)> {};
template <typename F>
struct AttrFunction<F, std::vector<std::string>>
    : std::integral_constant<bool, AttrFunction<F, std::vector<AscendString>>::value ||
                                       (std::is_class<F>::value &&
                                        std::is_convertible<F, std::function<std::vector<std::string>()>>::value)> {};

/// Conversions between the two kinds of text attributes, for the getters of String and ListString attributes.
inline AscendString ToAttrText(const std::string &text) { return AscendString(text.data(), text.size()); }
inline AscendString ToAttrText(const AscendString &text) { return text; }
template <typename Text>
std::vector<AscendString> ToAttrText(const std::vector<Text> &texts) {
  std::vector<AscendString> result;
  for (const auto &text : texts) {
    result.push_back(ToAttrText(text));
  }
  return result;
}

}  // namespace ge

#define REG_OP(x)                                                                                                \
  namespace op {                                                                                                 \
  class x : public ::ge::Operator {                                                                              \
    typedef x OpstrataThis;                                                                                      \
                                                                                                                 \
   public:                                                                                                       \
    OPSTRATA_REG_OWN x() : ::ge::Operator(#x) { opstrata_register(); }                                           \
    OPSTRATA_REG_OWN explicit x(const char *name) : ::ge::Operator(name, #x) { opstrata_register(); }            \
    OPSTRATA_REG_OWN explicit x(const ::ge::AscendString &name) : ::ge::Operator(name.GetString(), #x) { opstrata_register(); } \
    ATTRIBUTED_DEPRECATED(x(const char *))                                                                       \
    OPSTRATA_REG_OWN explicit x(const std::string &name) : ::ge::Operator(name.c_str(), #x) { opstrata_register(); } \
    OPSTRATA_REG_OWN static const char *opstrata_file() { return __FILE__; }                                     \
    OPSTRATA_REG_OWN static int opstrata_line() { return __LINE__; }                                             \
                                                                                                                 \
   private:                                                                                                      \
    OPSTRATA_REG_OWN void opstrata_register() {                                                                  \
      ::ge::OpReg()

// Closes the registration function that is open after calling the next one.
#define OPSTRATA_REG_NEXT(next)                                                                                  \
  N();                                                                                                           \
  next();                                                                                                        \
  }                                                                                                              \
                                                                                                                 \
 public:

// The pair of functions that give an item's name.
#define OPSTRATA_REG_NAME(function, text)                                                                        \
  ATTRIBUTED_DEPRECATED(static void function(::ge::AscendString &))                                              \
  static const std::string function() { return text; }                                                           \
  static void function(::ge::AscendString &name) { name = ::ge::AscendString(text); }

// Everything of an attribute that does not depend on whether it is required.
#define OPSTRATA_REG_ATTR_SETTERS(setter, text, Value)                                                           \
  OpstrataThis &setter(const Value &v) {                                                                         \
    (void)::ge::Operator::SetAttr(text, v);                                                                      \
    return *this;                                                                                                \
  }                                                                                                              \
  template <typename F>                                                                                          \
  typename std::enable_if<::ge::AttrFunction<F, Value>::value, OpstrataThis &>::type setter(const F &) {         \
    return *this;                                                                                                \
  }
#define OPSTRATA_REG_STRING_SETTER(setter, text)                                                                 \
  OpstrataThis &setter(const char *v) {                                                                          \
    (void)::ge::Operator::SetAttr(text, ::ge::AscendString(v));                                                  \
    return *this;                                                                                                \
  }
#define OPSTRATA_REG_LIST_STRING_SETTER(setter, text)                                                            \
  OpstrataThis &setter(const std::vector<::ge::AscendString> &v) {                                               \
    (void)::ge::Operator::SetAttr(text, v);                                                                      \
    return *this;                                                                                                \
  }
// Getters with a status: of an optional attribute (`get` gives the value or the default), and of a required one.
#define OPSTRATA_REG_OPTIONAL_TEXT(type, get)                                                                    \
  OPSTRATA_REG_OWN ::ge::graphStatus get(type &v) const {                                                                      \
    v = ::ge::ToAttrText(get());                                                                                 \
    return ::ge::GRAPH_SUCCESS;                                                                                  \
  }
#define OPSTRATA_REG_REQUIRED_TEXT(type, get, text)                                                              \
  ::ge::graphStatus get(type &v) const { return ::ge::Operator::GetAttr(text, v); }

// What attributes of one type word have in addition, for ATTR and REQUIRED_ATTR.
#define OPSTRATA_ATTR_Int(get, set, text)
#define OPSTRATA_ATTR_Float(get, set, text)
#define OPSTRATA_ATTR_Bool(get, set, text)
#define OPSTRATA_ATTR_Type(get, set, text)
#define OPSTRATA_ATTR_Tensor(get, set, text)
#define OPSTRATA_ATTR_NamedAttrs(get, set, text)
#define OPSTRATA_ATTR_Bytes(get, set, text)
#define OPSTRATA_ATTR_ListInt(get, set, text)
#define OPSTRATA_ATTR_ListFloat(get, set, text)
#define OPSTRATA_ATTR_ListBool(get, set, text)
#define OPSTRATA_ATTR_ListType(get, set, text)
#define OPSTRATA_ATTR_ListListInt(get, set, text)
#define OPSTRATA_ATTR_ListTensor(get, set, text)
#define OPSTRATA_ATTR_ListNamedAttrs(get, set, text)
#define OPSTRATA_ATTR_AscendString(get, set, text) OPSTRATA_REG_OPTIONAL_TEXT(::ge::AscendString, get)
#define OPSTRATA_ATTR_ListAscendString(get, set, text) OPSTRATA_REG_OPTIONAL_TEXT(std::vector<::ge::AscendString>, get)
#define OPSTRATA_ATTR_ListAcendString(get, set, text) OPSTRATA_ATTR_ListAscendString(get, set, text)
#define OPSTRATA_ATTR_String(get, set, text) \
  OPSTRATA_ATTR_AscendString(get, set, text) OPSTRATA_REG_STRING_SETTER(set, text)
#define OPSTRATA_ATTR_ListString(get, set, text) \
  OPSTRATA_ATTR_ListAscendString(get, set, text) OPSTRATA_REG_LIST_STRING_SETTER(set, text)

#define OPSTRATA_REQUIRED_Int(get, set, text)
#define OPSTRATA_REQUIRED_Float(get, set, text)
#define OPSTRATA_REQUIRED_Bool(get, set, text)
#define OPSTRATA_REQUIRED_Type(get, set, text)
#define OPSTRATA_REQUIRED_Tensor(get, set, text)
#define OPSTRATA_REQUIRED_NamedAttrs(get, set, text)
#define OPSTRATA_REQUIRED_Bytes(get, set, text)
#define OPSTRATA_REQUIRED_ListInt(get, set, text)
#define OPSTRATA_REQUIRED_ListFloat(get, set, text)
#define OPSTRATA_REQUIRED_ListBool(get, set, text)
#define OPSTRATA_REQUIRED_ListType(get, set, text)
#define OPSTRATA_REQUIRED_ListListInt(get, set, text)
#define OPSTRATA_REQUIRED_ListTensor(get, set, text)
#define OPSTRATA_REQUIRED_ListNamedAttrs(get, set, text)
#define OPSTRATA_REQUIRED_AscendString(get, set, text) OPSTRATA_REG_REQUIRED_TEXT(::ge::AscendString, get, text)
#define OPSTRATA_REQUIRED_ListAscendString(get, set, text) \
  OPSTRATA_REG_REQUIRED_TEXT(std::vector<::ge::AscendString>, get, text)
#define OPSTRATA_REQUIRED_ListAcendString(get, set, text) OPSTRATA_REQUIRED_ListAscendString(get, set, text)
#define OPSTRATA_REQUIRED_String(get, set, text) \
  OPSTRATA_REQUIRED_AscendString(get, set, text) OPSTRATA_REG_STRING_SETTER(set, text)
#define OPSTRATA_REQUIRED_ListString(get, set, text) \
  OPSTRATA_REQUIRED_ListAscendString(get, set, text) OPSTRATA_REG_LIST_STRING_SETTER(set, text)

#define ATTR(x, Type, ...)                                                                                       \
  OPSTRATA_REG_NEXT(opstrata_attr_##x)                                                                           \
  OPSTRATA_REG_NAME(name_attr_##x, #x)                                                                           \
  OPSTRATA_REG_OWN Op##Type get_attr_##x() const {                                                               \
    Op##Type v = __VA_ARGS__;                                                                                    \
    (void)::ge::Operator::GetAttr(#x, v);                                                                        \
    return v;                                                                                                    \
  }                                                                                                              \
  OPSTRATA_REG_ATTR_SETTERS(set_attr_##x, #x, Op##Type)                                                          \
  OPSTRATA_ATTR_##Type(get_attr_##x, set_attr_##x, #x)                                                           \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_attr_##x() {                                                                    \
    ::ge::Operator::AttrRegister(#x, Op##Type(__VA_ARGS__));                                                     \
    ::ge::OpReg()

#define REQUIRED_ATTR(x, Type)                                                                                   \
  OPSTRATA_REG_NEXT(opstrata_attr_##x)                                                                           \
  OPSTRATA_REG_NAME(name_attr_##x, #x)                                                                           \
  OPSTRATA_REG_OWN Op##Type get_attr_##x() const {                                                               \
    Op##Type v = Op##Type();                                                                                     \
    (void)::ge::Operator::GetAttr(#x, v);                                                                        \
    return v;                                                                                                    \
  }                                                                                                              \
  OPSTRATA_REG_ATTR_SETTERS(set_attr_##x, #x, Op##Type)                                                          \
  OPSTRATA_REQUIRED_##Type(get_attr_##x, set_attr_##x, #x)                                                       \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_attr_##x() {                                                                    \
    ::ge::Operator::RequiredAttrWithTypeRegister(#x, #Type);                                                     \
    ::ge::OpReg()

#define DATATYPE(x, ...)                                                                                         \
  OPSTRATA_REG_NEXT(opstrata_datatype_##x)                                                                       \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_datatype_##x() {                                                                \
    ::ge::Operator::DataTypeRegister(#x, __VA_ARGS__);                                                           \
    ::ge::OpReg()

// Accessors of a single input.
#define OPSTRATA_REG_INPUT(set, set_by_name, get_desc, update_desc, text)                                        \
  OpstrataThis &set(::ge::Operator &v) {                                                                         \
    (void)::ge::Operator::SetInput(text, v);                                                                     \
    return *this;                                                                                                \
  }                                                                                                              \
  OpstrataThis &set(::ge::Operator &v, uint32_t index) {                                                         \
    (void)::ge::Operator::SetInput(text, v, index);                                                              \
    return *this;                                                                                                \
  }                                                                                                              \
  ATTRIBUTED_DEPRECATED(OpstrataThis &set_by_name(::ge::Operator &, const char *))                               \
  OpstrataThis &set(::ge::Operator &v, const std::string &src_name) {                                            \
    (void)::ge::Operator::SetInput(text, v, src_name.c_str());                                                   \
    return *this;                                                                                                \
  }                                                                                                              \
  OpstrataThis &set_by_name(::ge::Operator &v, const char *src_name) {                                           \
    (void)::ge::Operator::SetInput(text, v, src_name);                                                           \
    return *this;                                                                                                \
  }                                                                                                              \
  OPSTRATA_REG_DESC(GetInputDescByName, UpdateInputDesc, get_desc, update_desc, text)

#define OPSTRATA_REG_DESC(Get, Update, get_desc, update_desc, text)                                              \
  ::ge::TensorDesc get_desc() const { return ::ge::Operator::Get(text); }                                        \
  ::ge::graphStatus update_desc(const ::ge::TensorDesc &tensor_desc) { return ::ge::Operator::Update(text, tensor_desc); }

#define OPSTRATA_REG_DYNAMIC_DESC(Get, Update, get_desc, update_desc, text)                                      \
  ::ge::TensorDesc get_desc(uint32_t index) const { return ::ge::Operator::Get(text, index); }                   \
  ::ge::graphStatus update_desc(uint32_t index, const ::ge::TensorDesc &tensor_desc) {                           \
    return ::ge::Operator::Update(text, index, tensor_desc);                                                     \
  }

#define INPUT(x, ...)                                                                                            \
  OPSTRATA_REG_NEXT(opstrata_input_##x)                                                                          \
  OPSTRATA_REG_NAME(name_in_##x, #x)                                                                             \
  OPSTRATA_REG_INPUT(set_input_##x, set_input_##x##_by_name, get_input_desc_##x, update_input_desc_##x, #x)      \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_input_##x() {                                                                   \
    ::ge::Operator::InputRegister(#x, #__VA_ARGS__);                                                             \
    ::ge::OpReg()

#define OPTIONAL_INPUT(x, ...)                                                                                   \
  OPSTRATA_REG_NEXT(opstrata_input_##x)                                                                          \
  OPSTRATA_REG_NAME(name_in_##x, #x)                                                                             \
  OPSTRATA_REG_INPUT(set_input_##x, set_input_##x##_by_name, get_input_desc_##x, update_input_desc_##x, #x)      \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_input_##x() {                                                                   \
    ::ge::Operator::OptionalInputRegister(#x, #__VA_ARGS__);                                                     \
    ::ge::OpReg()

#define OUTPUT(x, ...)                                                                                           \
  OPSTRATA_REG_NEXT(opstrata_output_##x)                                                                         \
  OPSTRATA_REG_NAME(name_out_##x, #x)                                                                            \
  OPSTRATA_REG_DESC(GetOutputDescByName, UpdateOutputDesc, get_output_desc_##x, update_output_desc_##x, #x)      \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_output_##x() {                                                                  \
    ::ge::Operator::OutputRegister(#x, #__VA_ARGS__);                                                            \
    ::ge::OpReg()

#define DYNAMIC_INPUT(x, ...)                                                                                    \
  OPSTRATA_REG_NEXT(opstrata_input_##x)                                                                          \
  OPSTRATA_REG_NAME(name_in_##x, #x)                                                                             \
  OpstrataThis &create_dynamic_input_##x(uint32_t num, bool is_push_back = true) {                               \
    ::ge::Operator::DynamicInputRegister(#x, num, is_push_back);                                                 \
    return *this;                                                                                                \
  }                                                                                                              \
  OpstrataThis &create_dynamic_input_byindex_##x(uint32_t num, size_t index) {                                   \
    ::ge::Operator::DynamicInputRegisterByIndex(#x, num, index);                                                 \
    return *this;                                                                                                \
  }                                                                                                              \
  OPSTRATA_REG_DYNAMIC_DESC(GetDynamicInputDesc, UpdateDynamicInputDesc, get_dynamic_input_desc_##x,             \
                            update_dynamic_input_desc_##x, #x)                                                   \
  OpstrataThis &set_dynamic_input_##x(uint32_t dst_index, ::ge::Operator &v) {                                   \
    (void)::ge::Operator::SetInput((#x + std::to_string(dst_index)).c_str(), v);                                 \
    return *this;                                                                                                \
  }                                                                                                              \
  OpstrataThis &set_dynamic_input_##x(uint32_t dst_index, ::ge::Operator &v, const char *src_name) {             \
    (void)::ge::Operator::SetInput((#x + std::to_string(dst_index)).c_str(), v, src_name);                       \
    return *this;                                                                                                \
  }                                                                                                              \
  ATTRIBUTED_DEPRECATED(OpstrataThis &set_dynamic_input_##x(uint32_t, ::ge::Operator &, const char *))           \
  OpstrataThis &set_dynamic_input_##x(uint32_t dst_index, ::ge::Operator &v, const std::string &src_name) {      \
    return set_dynamic_input_##x(dst_index, v, src_name.c_str());                                                \
  }                                                                                                              \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_input_##x() {                                                                   \
    ::ge::Operator::DynamicInputRegister(#x, 0, #__VA_ARGS__, true);                                             \
    ::ge::OpReg()

#define DYNAMIC_OUTPUT(x, ...)                                                                                   \
  OPSTRATA_REG_NEXT(opstrata_output_##x)                                                                         \
  OPSTRATA_REG_NAME(name_out_##x, #x)                                                                            \
  OpstrataThis &create_dynamic_output_##x(uint32_t num, bool is_push_back = true) {                              \
    ::ge::Operator::DynamicOutputRegister(#x, num, is_push_back);                                                \
    return *this;                                                                                                \
  }                                                                                                              \
  OPSTRATA_REG_DYNAMIC_DESC(GetDynamicOutputDesc, UpdateDynamicOutputDesc, get_dynamic_output_desc_##x,          \
                            update_dynamic_output_desc_##x, #x)                                                  \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_output_##x() {                                                                  \
    ::ge::Operator::DynamicOutputRegister(#x, 0, #__VA_ARGS__, true);                                            \
    ::ge::OpReg()

#define GRAPH(x)                                                                                                 \
  OPSTRATA_REG_NEXT(opstrata_graph_##x)                                                                          \
  OPSTRATA_REG_NAME(name_graph_##x, #x)                                                                          \
  ::ge::SubgraphBuilder get_subgraph_builder_##x() const { return ::ge::Operator::GetSubgraphBuilder(#x); }      \
  OpstrataThis &set_subgraph_builder_##x(const ::ge::SubgraphBuilder &v) {                                       \
    ::ge::Operator::SetSubgraphBuilder(#x, 0, v);                                                                \
    return *this;                                                                                                \
  }                                                                                                              \
  ::ge::Graph get_subgraph_##x() const { return ::ge::Operator::GetSubgraph(#x); }                               \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_graph_##x() {                                                                   \
    ::ge::Operator::SubgraphRegister(#x, false);                                                                 \
    ::ge::Operator::SubgraphCountRegister(#x, 1);                                                                \
    ::ge::OpReg()

#define DYNAMIC_GRAPH(x)                                                                                         \
  OPSTRATA_REG_NEXT(opstrata_graph_##x)                                                                          \
  OPSTRATA_REG_NAME(name_graph_##x, #x)                                                                          \
  OpstrataThis &create_dynamic_subgraph_##x(uint32_t num) {                                                      \
    ::ge::Operator::SubgraphCountRegister(#x, num);                                                              \
    return *this;                                                                                                \
  }                                                                                                              \
  ::ge::SubgraphBuilder get_dynamic_subgraph_builder_##x(uint32_t index) const {                                 \
    return ::ge::Operator::GetDynamicSubgraphBuilder(#x, index);                                                 \
  }                                                                                                              \
  ::ge::Graph get_dynamic_subgraph_##x(uint32_t index) const { return ::ge::Operator::GetDynamicSubgraph(#x, index); } \
  OpstrataThis &set_dynamic_subgraph_builder_##x(uint32_t index, const ::ge::SubgraphBuilder &v) {               \
    ::ge::Operator::SetSubgraphBuilder(#x, index, v);                                                            \
    return *this;                                                                                                \
  }                                                                                                              \
                                                                                                                 \
 private:                                                                                                        \
  OPSTRATA_REG_OWN void opstrata_graph_##x() {                                                                   \
    ::ge::Operator::SubgraphRegister(#x, true);                                                                  \
    ::ge::OpReg()

#define OPSTRATA_REG_END(x)                                                                                      \
  N();                                                                                                           \
  }                                                                                                              \
  static_assert(std::is_same<x, OpstrataThis>::value, "OP_END_FACTORY_REG must repeat the type of its REG_OP");  \
  }                                                                                                              \
  ;                                                                                                              \
  } /* namespace op */

#ifdef DISABLE_COMPILE_V1
#define OP_END_FACTORY_REG(x) OPSTRATA_REG_END(x)
#else
#define OP_END_FACTORY_REG(x)                                                                                    \
  OPSTRATA_REG_END(x)                                                                                            \
  static const ::ge::OperatorCreatorRegister VAR_UNUSED g_op_creator_##x(                                        \
      #x, +[](const ::ge::AscendString &name) -> ::ge::Operator { return op::x(name); }, op::x::opstrata_file(), \
      op::x::opstrata_line());
#endif

// --- Inference and verification (es-api section 1.8) ---------------------------------------------------------------------

#define IMPLEMT_INFERFUNC(op_name, func_name) static ::ge::graphStatus func_name(op::op_name &op)
#define IMPLEMT_COMMON_INFERFUNC(func_name) static ::ge::graphStatus func_name(::ge::Operator &op)
#define IMPLEMT_INFERFORMAT_FUNC(op_name, func_name) static ::ge::graphStatus func_name(op::op_name &op)
#define IMPLEMT_VERIFIER(op_name, func_name) static ::ge::graphStatus func_name(op::op_name op)
#define IMPL_INFER_VALUE_RANGE_FUNC(op_name, func_name) static ::ge::graphStatus func_name(op::op_name &op)

// A function over the generated class as one over Operator: the typed object becomes a second handle of the operator.
#define OPSTRATA_TYPED_FUNC(op_name, x)                                                                          \
  [](::ge::Operator &v) -> ::ge::graphStatus {                                                                   \
    op::op_name typed;                                                                                           \
    static_cast<::ge::Operator &>(typed) = v;                                                                    \
    return x(typed);                                                                                             \
  }
#define INFER_VERIFY_FUNC(op_name, x) OPSTRATA_TYPED_FUNC(op_name, x)
#define INFER_FORMAT_FUNC(op_name, x) OPSTRATA_TYPED_FUNC(op_name, x)
#define INFER_VALUE_RANGE_FUNC(op_name, x) OPSTRATA_TYPED_FUNC(op_name, x)
#define COMMON_INFER_VERIFY_FUNC(x) [](::ge::Operator &v) -> ::ge::graphStatus { return (x)(v); }

#define OPSTRATA_REGISTRAR(kind, op_name, ...)                                                                   \
  static const ::ge::kind VAR_UNUSED PASTE(g_##kind##_##op_name##_, __COUNTER__)(__VA_ARGS__)
#define INFER_FUNC_REG(op_name, x) \
  OPSTRATA_REGISTRAR(InferShapeFuncRegister, op_name, #op_name, INFER_VERIFY_FUNC(op_name, x))
#define COMMON_INFER_FUNC_REG(op_name, x) \
  OPSTRATA_REGISTRAR(InferShapeFuncRegister, op_name, #op_name, COMMON_INFER_VERIFY_FUNC(x))
#define VERIFY_FUNC_REG(op_name, x) OPSTRATA_REGISTRAR(VerifyFuncRegister, op_name, #op_name, INFER_VERIFY_FUNC(op_name, x))
#define INFER_FORMAT_FUNC_REG(op_name, x) \
  OPSTRATA_REGISTRAR(InferFormatFuncRegister, op_name, #op_name, INFER_FORMAT_FUNC(op_name, x))
#define INFER_VALUE_RANGE_DEFAULT_REG(op_name) OPSTRATA_REGISTRAR(InferValueRangeFuncRegister, op_name, #op_name)
#define INFER_VALUE_RANGE_CUSTOM_FUNC_REG(op_name, when_call, x) \
  OPSTRATA_REGISTRAR(InferValueRangeFuncRegister, op_name, #op_name, when_call, INFER_VALUE_RANGE_FUNC(op_name, x))

/// Inference of an operator whose output is like its input: shape, origin shape, element type and shape range.
#define ELMTWISE_INFER_SHAPEANDTYPE(in_name, out_name) \
  [](::ge::Operator &op) -> ::ge::graphStatus { return ::ge::InferLikeInput(op, in_name, out_name); }
/// Inference of an operator whose output has the broadcast shape of two inputs.
#define BROADCAST_INFER(in1_name, in2_name, out_name)                                                            \
  [](::ge::Operator &op) -> ::ge::graphStatus {                                                                  \
    return ::ge::BroadCastInfer([&op]() { return op.GetInputDescByName(in1_name).GetShape().GetDims(); },        \
                                [&op]() { return op.GetInputDescByName(in2_name).GetShape().GetDims(); },        \
                                [&op](const std::vector<int64_t> &y_shape) {                                     \
                                  ::ge::TensorDesc desc = op.GetOutputDescByName(out_name);                      \
                                  desc.SetShape(::ge::Shape(y_shape));                                           \
                                  (void)op.UpdateOutputDesc(out_name, desc);                                     \
                                });                                                                              \
  }

namespace ge {

/// ELMTWISE_INFER_SHAPEANDTYPE as a function. GRAPH_FAILED when the operator has no output `out_name`.
OPSTRATA_API graphStatus InferLikeInput(Operator &op, const char *in_name, const char *out_name);
/// Reads two shapes, broadcasts them, and hands the result to `set_out_shape`. Unknown dimensions (-1) meet a known one other
/// than 1 as that one. GRAPH_FAILED, with nothing set, when the shapes do not fit.
OPSTRATA_API graphStatus BroadCastInfer(const std::function<std::vector<int64_t>()> &get_in1_shape,
                                        const std::function<std::vector<int64_t>()> &get_in2_shape,
                                        const std::function<void(const std::vector<int64_t> &y_shape)> &set_out_shape);

}  // namespace ge

#endif  // OPSTRATA_GRAPH_OPERATOR_REG_H_
