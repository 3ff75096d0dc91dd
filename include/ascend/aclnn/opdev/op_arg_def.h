/// @file
/// Arguments of operators: OP_INPUT, OP_OUTPUT, OP_ATTR … and the context that they fill (opdev-api section 2.16).
///
/// Each macro makes an object of its kind around a tuple. GetOpArgContext turns any number of such objects, in any order,
/// into one OpArgContext: a single block that holds the context, one reserved argument (for a workspace that is appended
/// later) and all arguments, those of one kind side by side. Tensors and arrays stay the caller's; texts are copied.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OP_ARG_DEF_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_OP_ARG_DEF_H_

#include <array>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "opdev/common_types.h"

namespace op {

enum OpArgDef {
  OP_INPUT_ARG = 0,
  OP_OUTPUT_ARG = 1,
  OP_ATTR_ARG = 2,
  OP_WORKSPACE_ARG = 3,
  OP_OUTSHAPE_ARG = 4,
  OP_OPTION_ARG = 5,
  OP_EXEC_MODE_ARG = 6,
  OP_MEMSET_ARG = 7,
  OP_EMPTY_ARG = 8,
  OP_ARG_DEF_BUTT = 9
};
/// Kinds that an OpArgContext holds: OP_INPUT_ARG to OP_EXEC_MODE_ARG.
constexpr int OP_ARG_TYPE_NUM = 7;

enum class OpArgType {
  OPARG_ACLTENSOR = 0,
  OPARG_ACLTENSOR_LIST = 1,
  OPARG_ACLSCALAR = 2,
  OPARG_STRING = 3,
  OPARG_BOOL = 4,
  OPARG_INT = 5,
  OPARG_UINT = 6,
  OPARG_FLOAT = 7,
  OPARG_DOUBLE = 8,
  OPARG_DATATYPE = 9,
  OPARG_INT_LIST = 10,
  OPARG_UINT_LIST = 11,
  OPARG_FLOAT_LIST = 12,
  OPARG_BOOL_LIST = 13,
  OPARG_IMPLMODE = 14,
  OPARG_MEMSET_WORKSPACE = 15
};

/// Value of an argument; `deleter` frees what `pointer` owns (texts), null otherwise.
struct OpArgValue {
  union {
    uint64_t value;
    int64_t ivalue;
    double dvalue;
    float fvalue;
    void *pointer;
  };
  void (*deleter)(void *);
};

struct OpArg {
  OpArgType type;
  OpArgValue value;
  OpArgValue *operator->() { return &value; }
  const OpArgValue *operator->() const { return &value; }
};

/// The arguments of one kind.
struct OpArgList {
  OpArg *args;
  size_t count;
  int argType;

  OpArg &operator[](uint64_t index) { return args[index]; }
  const OpArg &operator[](uint64_t index) const { return args[index]; }
  /// `f(index, arg)` for each; stops at the first result that is not 0 and returns it.
  template <typename F>
  int VisitBy(const F &f) const {
    for (size_t i = 0; i < count; ++i) {
      if (const int result = f(i, args[i]); result != 0) return result;
    }
    return 0;
  }
  template <typename F>
  void VisitByNoReturn(const F &f) const {
    for (size_t i = 0; i < count; ++i) f(i, args[i]);
  }
  template <typename F>
  void VisitAt(size_t index, const F &f) const {
    if (index < count) f(index, args[index]);
  }
};

struct OpArgContext {
  OpArgList argLists[OP_ARG_TYPE_NUM];
  OpArg *reserved;  ///< room for the argument of AppendOpWorkspaceArg; null in contexts of OpArgContextInit

  /// Null for kinds above OP_EXEC_MODE_ARG.
  OpArgList *GetOpArg(OpArgDef kind) {
    return static_cast<int>(kind) >= 0 && static_cast<int>(kind) < OP_ARG_TYPE_NUM ? &argLists[kind] : nullptr;
  }
  bool ContainsOpArgType(OpArgDef kind) {
    const OpArgList *list = GetOpArg(kind);
    return list != nullptr && list->count != 0;
  }
  /// Makes `workspace` the workspace argument unless there is one. The list stays the caller's.
  void AppendOpWorkspaceArg(aclTensorList *workspace) {
    OpArgList &list = argLists[OP_WORKSPACE_ARG];
    if (list.count != 0 || reserved == nullptr) return;
    reserved->type = OpArgType::OPARG_ACLTENSOR_LIST;
    reserved->value.pointer = workspace;
    reserved->value.deleter = nullptr;
    list.args = reserved;
    list.count = 1;
  }
};

/// Base of the argument objects: a tuple, visited with `f(index, element)`.
template <typename... T>
class OpArgBase {
 public:
  explicit OpArgBase(const std::tuple<T...> &arg) : arg_(arg) {}
  OpArgBase() = default;

  constexpr size_t Size() const { return sizeof...(T); }
  template <typename F>
  int VisitBy(const F &f) const {
    return VisitBy(f, std::index_sequence_for<T...>());
  }
  template <typename F>
  void VisitByNoReturn(const F &f) const {
    VisitByNoReturn(f, std::index_sequence_for<T...>());
  }
  template <typename F>
  void VisitAt(size_t index, const F &f) const {
    VisitByNoReturn([&](size_t i, const auto &element) {
      if (i == index) f(i, element);
    });
  }

  std::tuple<T...> arg_;

 private:
  template <typename F, size_t... I>
  int VisitBy([[maybe_unused]] const F &f, std::index_sequence<I...>) const {
    int result = 0;
    (void)(((result = f(I, std::get<I>(arg_))) == 0) && ...);
    return result;
  }
  template <typename F, size_t... I>
  void VisitByNoReturn([[maybe_unused]] const F &f, std::index_sequence<I...>) const {
    (f(I, std::get<I>(arg_)), ...);
  }
};

#define OPDEV_DEFINE_OP_ARG(Name, Kind)                                          \
  template <typename... T>                                                       \
  class Name : public OpArgBase<T...> {                                          \
   public:                                                                       \
    static constexpr int value = static_cast<int>(Kind);                         \
    explicit Name(const std::tuple<T...> &arg) : OpArgBase<T...>(arg) {}         \
    Name() = default;                                                            \
    constexpr int Type() const { return value; }                                 \
  };
OPDEV_DEFINE_OP_ARG(OpInput, OpArgDef::OP_INPUT_ARG)
OPDEV_DEFINE_OP_ARG(OpOutput, OpArgDef::OP_OUTPUT_ARG)
OPDEV_DEFINE_OP_ARG(OpAttr, OpArgDef::OP_ATTR_ARG)
OPDEV_DEFINE_OP_ARG(OpWorkspace, OpArgDef::OP_WORKSPACE_ARG)
OPDEV_DEFINE_OP_ARG(OpOutshape, OpArgDef::OP_OUTSHAPE_ARG)
OPDEV_DEFINE_OP_ARG(OpOption, OpArgDef::OP_OPTION_ARG)
OPDEV_DEFINE_OP_ARG(OpMode, OpArgDef::OP_EXEC_MODE_ARG)
OPDEV_DEFINE_OP_ARG(OpMemset, OpArgDef::OP_MEMSET_ARG)
OPDEV_DEFINE_OP_ARG(OpEmpty, OpArgDef::OP_EMPTY_ARG)
#undef OPDEV_DEFINE_OP_ARG

/// An argument that contributes nothing.
inline const OpEmpty<> EMPTY_OP_ARG{};

template <template <typename...> class Template, typename X>
struct is_instance_of_template {
  template <typename... T>
  static std::true_type Test(const Template<T...> *);
  static std::false_type Test(...);
  static constexpr bool value = decltype(Test(static_cast<std::decay_t<X> *>(nullptr)))::value;
};

namespace internal {

template <typename X>
constexpr bool kIsOpArg = is_instance_of_template<OpArgBase, X>::value;

/// Makes `value` a copy of `length` bytes of text, which may be zeros, and a terminator; a null pointer for null, and
/// when memory is exhausted. The copy knows its length: it is whole wherever the library reads it.
OPSTRATA_API void OwnText(OpArgValue &value, const char *text, size_t length);

inline void SetText(OpArg &arg, const char *text, size_t length) {
  arg.type = OpArgType::OPARG_STRING;
  OwnText(arg.value, text, length);
}
inline void SetText(OpArg &arg, const char *text) { SetText(arg, text, text == nullptr ? 0 : std::strlen(text)); }
inline void SetText(OpArg &arg, const std::string *text) {
  text == nullptr ? SetText(arg, nullptr, 0) : SetText(arg, text->data(), text->size());
}

template <typename P>
void SetPointer(OpArg &arg, OpArgType type, P *pointer) {
  arg.type = type;
  arg.value.pointer = const_cast<std::remove_const_t<P> *>(pointer);
}

/// One C++ value as one argument (table of section 2.16).
template <typename T>
void FillOpArg(OpArg &arg, const T &element) {
  using Value = std::decay_t<T>;
  using Pointee = std::remove_const_t<std::remove_pointer_t<Value>>;
  arg.value.value = 0;
  arg.value.deleter = nullptr;
  if constexpr (std::is_same_v<Value, std::nullptr_t>) {
    SetPointer(arg, OpArgType::OPARG_ACLTENSOR, static_cast<void *>(nullptr));
  } else if constexpr (std::is_pointer_v<Value>) {
    if constexpr (std::is_base_of_v<aclTensor, Pointee>) SetPointer(arg, OpArgType::OPARG_ACLTENSOR, element);
    else if constexpr (std::is_same_v<Pointee, aclTensorList>) SetPointer(arg, OpArgType::OPARG_ACLTENSOR_LIST, element);
    else if constexpr (std::is_same_v<Pointee, aclScalar>) SetPointer(arg, OpArgType::OPARG_ACLSCALAR, element);
    else if constexpr (std::is_same_v<Pointee, aclIntArray>) SetPointer(arg, OpArgType::OPARG_INT_LIST, element);
    else if constexpr (std::is_same_v<Pointee, aclFloatArray>) SetPointer(arg, OpArgType::OPARG_FLOAT_LIST, element);
    else if constexpr (std::is_same_v<Pointee, aclBoolArray>) SetPointer(arg, OpArgType::OPARG_BOOL_LIST, element);
    else if constexpr (std::is_same_v<Pointee, std::string>)
      SetText(arg, element);
    else if constexpr (std::is_same_v<Pointee, char>)
      SetText(arg, static_cast<const char *>(element));
    else static_assert(!std::is_pointer_v<Value>, "not a kind of operator argument");
  } else if constexpr (std::is_same_v<Value, std::string>) {
    SetText(arg, &element);
  } else if constexpr (std::is_same_v<Value, std::vector<std::tuple<void *, const aclTensor *>>>) {
    SetPointer(arg, OpArgType::OPARG_MEMSET_WORKSPACE, &element);
  } else if constexpr (std::is_same_v<Value, bool>) {
    arg.type = OpArgType::OPARG_BOOL;
    arg.value.value = element ? 1 : 0;
  } else if constexpr (std::is_same_v<Value, DataType>) {
    arg.type = OpArgType::OPARG_DATATYPE;
    arg.value.value = static_cast<uint64_t>(element);
  } else if constexpr (std::is_same_v<Value, OpImplMode>) {
    arg.type = OpArgType::OPARG_IMPLMODE;
    arg.value.value = static_cast<uint64_t>(element);
  } else if constexpr (std::is_same_v<Value, double>) {
    arg.type = OpArgType::OPARG_DOUBLE;
    arg.value.dvalue = element;
  } else if constexpr (std::is_same_v<Value, float>) {
    arg.type = OpArgType::OPARG_FLOAT;
    arg.value.fvalue = element;
  } else if constexpr (std::is_same_v<Value, int32_t>) {
    arg.type = OpArgType::OPARG_INT;
    arg.value.ivalue = element;
  } else if constexpr (std::is_same_v<Value, uint32_t>) {
    arg.type = OpArgType::OPARG_UINT;
    arg.value.value = element;
  } else {
    arg.type = OpArgType::OPARG_INT;
    arg.value.value = static_cast<uint64_t>(element);
  }
}

/// Appends the elements of `object` if it is of kind `kind`. OP_OUTSHAPE holds one (tensor, index) pair: two arguments.
template <typename T>
void AppendOpArgs([[maybe_unused]] int kind, [[maybe_unused]] OpArg *&next, [[maybe_unused]] const T &object) {
  if constexpr (kIsOpArg<T>) {
    if (std::decay_t<T>::value != kind) return;
    object.VisitByNoReturn([&next](size_t, const auto &element) { FillOpArg(*next++, element); });
  }
}

/// Memory of a context with `count` arguments; null when exhausted.
OPSTRATA_API OpArgContext *AllocateOpArgContext(size_t count, OpArg *&first);

}  // namespace internal

/// Fills a context of the caller, whose argument array `next` must have room for all; objects that are no operator
/// arguments are skipped. Returns 0.
template <class T, class... Ts>
int OpArgContextInit(OpArgContext &ctx, OpArg *&next, const T &t, const Ts &...ts) {
  ctx.reserved = nullptr;
  for (int kind = 0; kind < OP_ARG_TYPE_NUM; ++kind) {
    OpArg *const first = next;
    internal::AppendOpArgs(kind, next, t);
    (internal::AppendOpArgs(kind, next, ts), ...);
    ctx.argLists[kind] = OpArgList{first, static_cast<size_t>(next - first), kind};
  }
  return 0;
}

/// A new context in one block, null when memory is exhausted; free with DestroyOpArgContext.
template <class... Ts>
OpArgContext *MakeOpArgContext(const Ts &...ts) {
  size_t count = 0;
  const auto add = [&count](const auto &object) {
    if constexpr (internal::kIsOpArg<decltype(object)>) count += object.Size();
  };
  (add(ts), ...);
  OpArg *next = nullptr;
  OpArgContext *context = internal::AllocateOpArgContext(count, next);
  if (context == nullptr) return nullptr;
  OpArg *const reserved = next - 1;
  OpArgContextInit(*context, next, EMPTY_OP_ARG, ts...);
  context->reserved = reserved;
  return context;
}

template <class... Ts>
OpArgContext *GetOpArgContext(const Ts &...ts) {
  return MakeOpArgContext(ts...);
}

/// Frees the texts and the block; null is fine.
OPSTRATA_API void DestroyOpArgContext(OpArgContext *ctx);

/// The first object of kind `V`, EMPTY_OP_ARG if there is none.
template <int V>
const OpEmpty<> &ExtractOpArgType() {
  return EMPTY_OP_ARG;
}
template <int V, typename T, typename... Ts>
decltype(auto) ExtractOpArgType(const T &t, const Ts &...ts) {
  if constexpr (internal::kIsOpArg<T>) {
    if constexpr (T::value == V) {
      return (t);
    } else {
      return ExtractOpArgType<V>(ts...);
    }
  } else {
    return ExtractOpArgType<V>(ts...);
  }
}
template <int V, typename Tuple>
decltype(auto) ExtractOpArgTypeTuple(const Tuple &tuple) {
  return std::apply([](const auto &...ts) -> decltype(auto) { return ExtractOpArgType<V>(ts...); }, tuple);
}

}  // namespace op

#define OP_INPUT(...) op::OpInput(std::make_tuple(__VA_ARGS__))
#define OP_OUTPUT(...) op::OpOutput(std::make_tuple(__VA_ARGS__))
#define OP_ATTR(...) op::OpAttr(std::make_tuple(__VA_ARGS__))
#define OP_WORKSPACE(...) op::OpWorkspace(std::make_tuple(__VA_ARGS__))
#define OP_OUTSHAPE(...) op::OpOutshape(std::tuple<aclTensor *, uint64_t>(__VA_ARGS__))
#define OP_OPTION(...) op::OpOption(std::make_tuple(__VA_ARGS__))
#define OP_MODE(...) op::OpMode(std::make_tuple(__VA_ARGS__))
#define OP_EMPTY_ARG op::EMPTY_OP_ARG

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_ARG_DEF_H_
