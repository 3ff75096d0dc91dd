#include "esgen/resolve.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace opstrata::esgen {
namespace {

using Rank = Conversion::Rank;

/// The C++ types that arguments, parameters and the parameters of constructors have.
enum class Type : uint8_t {
  kBool, kInt, kInt64, kSize, kFloat, kDouble, kDataType, kOtherEnum, kNullptr, kChars, kBuilderPtr, kHolderPtr,
  kHolder, kLike, kBuilder, kTensorPtr, kGraphPtr,
  kHolders, kInt64s, kFloats, kBytes, kDataTypes, kStrings, kInt64Lists, kGraphs,  // std::vector
  kInitHolders, kInitInt64s, kInitFloats, kInitBytes, kInitDataTypes, kInitStrings, kInitInt64Lists, kInitGraphs,
  kNullGuard
};

bool is_class(Type t) { return t >= Type::kHolder && t <= Type::kGraphs; }
bool is_vector(Type t) { return t >= Type::kHolders && t <= Type::kGraphs; }
bool is_init_list(Type t) { return t >= Type::kInitHolders && t <= Type::kInitGraphs; }
bool is_arithmetic(Type t) { return t <= Type::kDouble; }
bool is_enum(Type t) { return t == Type::kDataType || t == Type::kOtherEnum; }
bool is_pointer(Type t) { return t >= Type::kChars && t <= Type::kHolderPtr; }

Type element_of(Type t) {
  static constexpr Type kElements[] = {Type::kHolder, Type::kInt64, Type::kFloat, Type::kBool, Type::kDataType, Type::kChars,
                                       Type::kInt64s, Type::kGraphPtr};
  const int base = static_cast<int>(is_vector(t) ? Type::kHolders : Type::kInitHolders);
  return kElements[static_cast<int>(t) - base];
}

/// An argument expression: a braced list of expressions, or a value of a type.
struct Expr {
  bool braced = false;
  Type type = Type::kInt;
  bool zero_literal = false;  ///< integer literal 0: a null pointer constant
  bool constant = false;      ///< its value is known, so it narrows only when the value does not fit
  double value = 0;
  bool lvalue_only = false;   ///< an lvalue: fine everywhere here, kept for unique_ptr
  std::vector<Expr> items;
};

Expr value_of(Type type) {
  Expr e;
  e.type = type;
  return e;
}
Expr literal(Type type, double value) {
  Expr e = value_of(type);
  e.constant = true;
  e.value = value;
  e.zero_literal = (type == Type::kInt || type == Type::kInt64) && value == 0;
  return e;
}
Expr braces(std::initializer_list<Expr> items) {
  Expr e;
  e.braced = true;
  e.items = items;
  return e;
}

Conversion made(Rank rank) {
  Conversion c;
  c.rank = rank;
  return c;
}
constexpr Rank kNo = Rank::kNone;

/// Standard conversion between scalars (no user-defined ones).
Conversion scalar_conversion(const Expr &e, Type to) {
  const Type from = e.type;
  if (from == to) return made(Rank::kExact);
  if (to == Type::kNullptr) return made(e.zero_literal ? Rank::kStandard : kNo);
  if (is_pointer(to)) {
    Conversion c = made(from == Type::kNullptr || e.zero_literal ? Rank::kStandard : kNo);
    c.gives_null = c.rank != kNo;
    return c;
  }
  if (is_enum(to)) return made(kNo);
  if (to == Type::kBool) {
    if (is_arithmetic(from) || is_enum(from)) return made(Rank::kStandard);
    Conversion c = made(is_pointer(from) ? Rank::kStandard : kNo);
    c.to_bool = true;
    return c;
  }
  if (!is_arithmetic(from) && !is_enum(from)) return made(kNo);
  if (to == Type::kInt && (from == Type::kBool || is_enum(from))) return made(Rank::kPromotion);
  if (to == Type::kDouble && from == Type::kFloat) return made(Rank::kPromotion);
  return made(Rank::kStandard);
}

/// Whether list initialisation of `to` from `e` narrows ([dcl.init.list]/7). kBytes' element is uint8_t, passed as kBool
/// with `byte`.
bool narrows(const Expr &e, Type to, bool byte) {
  const Type from = e.type;
  if (from == to && !byte) return false;
  const bool from_floating = from == Type::kFloat || from == Type::kDouble;
  if (byte) {
    if (from == Type::kBool) return false;
    if (from_floating) return true;
    return !(e.constant && e.value >= 0 && e.value <= 255);
  }
  if (!is_arithmetic(to)) return false;
  if (is_pointer(from)) return true;  // pointer to bool
  if (to == Type::kFloat) {
    if (from == Type::kDouble) return !e.constant;
    return !from_floating && !e.constant;
  }
  if (to == Type::kDouble) return !from_floating && !e.constant;
  if (from_floating) return true;
  if (to == Type::kBool) return !(e.constant && (e.value == 0 || e.value == 1));
  if (to == Type::kInt64) return from == Type::kSize && !e.constant;
  if (to == Type::kSize) return !(e.constant && e.value >= 0) && from != Type::kBool;
  if (to == Type::kInt) return (from == Type::kInt64 || from == Type::kSize) && !e.constant;
  return false;
}

Conversion implicit(const Expr &e, Type to, bool byte_element = false);

/// Initialisation of a class from one unbraced value: converting constructors that are not explicit.
Conversion class_from_value(const Expr &e, Type to) {
  if (e.type == to) return made(Rank::kExact);
  Conversion user = made(Rank::kUser);
  const bool null = e.type == Type::kNullptr || e.zero_literal;
  switch (to) {
    case Type::kHolder:
      user.gives_null = null;
      return e.type == Type::kHolderPtr || null ? user : made(kNo);
    case Type::kLike: {
      const bool vector = e.type == Type::kInt64s || e.type == Type::kFloats || e.type == Type::kBytes;
      user.gives_null = e.type == Type::kNullptr;
      return e.type == Type::kHolder || e.type == Type::kHolderPtr || e.type == Type::kNullptr || is_arithmetic(e.type) || vector ? user : made(kNo);
    }
    case Type::kTensorPtr:
    case Type::kGraphPtr:
      user.gives_null = null;
      return null ? user : made(kNo);
    default:
      return made(kNo);
  }
}

/// All of `items` to `element`; the worst conversion decides.
Conversion all_items(const std::vector<Expr> &items, Type element, bool byte) {
  Conversion worst = made(Rank::kExact);
  for (const auto &item : items) {
    const Conversion c = implicit(item, element, byte);
    if (c.rank == kNo) return c;
    worst.rank = std::max(worst.rank, c.rank);
    worst.ill_formed = worst.ill_formed || c.ill_formed || (!item.braced && narrows(item, element, byte));
    worst.odd = worst.odd || c.odd;
    worst.maybe = worst.maybe || c.maybe;
    // An enumeration in a list of bytes narrows to Clang, not to GCC.
    worst.odd = worst.odd || (byte && !item.braced && is_enum(item.type) && !item.constant);
  }
  return worst;
}

Conversion like_from_list(const std::vector<Expr> &items) {
  Conversion user = made(Rank::kUser);
  if (items.empty()) return made(kNo);  // no default constructor, nothing to deduce
  // The constructor from std::initializer_list<T>: T from the items that are values, all equal.
  bool deduced = false, same = true;
  Type t = Type::kInt;
  for (const auto &item : items) {
    if (item.braced) continue;
    if (deduced && item.type != t) same = false;
    t = item.type;
    deduced = true;
  }
  if (deduced && same && is_arithmetic(t)) {
    const Conversion c = all_items(items, t, false);
    if (c.rank != kNo) {
      user.ill_formed = c.ill_formed;
      user.maybe = c.maybe;
      return user;
    }
  }
  if (items.size() != 1) return made(kNo);
  const Expr &item = items[0];
  if (item.braced) {
    // `{{…}}`: nullptr_t from the inner braces, else a holder; the copy constructor may not convert ([over.best.ics]/4).
    if (implicit(item, Type::kNullptr).rank != kNo) {
      user.gives_null = true;
      user.maybe = true;
      return user;
    }
    const Conversion holder = implicit(item, Type::kHolder);
    if (holder.rank == kNo) {
      if (like_from_list(item.items).rank == kNo) return made(kNo);
      user.maybe = true;
      return user;
    }
    user.maybe = true;
    return user;
  }
  if (item.type == Type::kNullptr) {
    user.gives_null = true;
    return user;
  }
  const Conversion holder = implicit(item, Type::kHolder);
  if (holder.rank != kNo) return user;
  return item.type == Type::kInt64s || item.type == Type::kFloats || item.type == Type::kBytes ? user : made(kNo);
}

Conversion vector_from_list(const std::vector<Expr> &items, Type to) {
  Conversion user = made(Rank::kUser);
  if (items.empty()) return user;
  const bool byte = to == Type::kBytes;
  const Type element = element_of(to);
  const Conversion list = all_items(items, element, byte);
  if (list.rank != kNo) {
    user.ill_formed = list.ill_formed;
    user.no_body = to == Type::kGraphs;  // an initializer_list of unique_ptr cannot be copied out
    user.odd = list.odd;
    user.maybe = list.maybe;
    return user;
  }
  // Other constructors take the items as arguments.
  if (items.size() == 1) {
    const Expr &item = items[0];
    if (item.braced) {
      // `{{1, 2}}` would need the copy constructor with a user-defined conversion.
      if (vector_from_list(item.items, to).rank == kNo) return made(kNo);
      user.maybe = true;
      return user;
    }
    // explicit vector(size_type)
    if (!is_arithmetic(item.type) && !is_enum(item.type)) return made(kNo);
    user.ill_formed = true;
    user.maybe = true;
    return user;
  }
  if (items.size() == 2 && !items[0].braced && !items[1].braced) {
    const bool count = is_arithmetic(items[0].type) || is_enum(items[0].type);
    if (count && implicit(items[1], element, byte).rank != kNo) {
      user.ill_formed = narrows(items[0], Type::kSize, false);
      return user;
    }
    // The iterator pair: two pointers of one type.
    if (items[0].type == items[1].type && is_pointer(items[0].type)) {
      user.no_body = true;
      return user;
    }
  }
  return made(kNo);
}

Conversion class_from_list(const std::vector<Expr> &items, Type to) {
  // A single element of the very type converts as itself ([over.ics.list]/2).
  if (items.size() == 1 && !items[0].braced && items[0].type == to) return made(Rank::kExact);
  Conversion user = made(Rank::kUser);
  switch (to) {
    case Type::kHolder: {
      if (items.empty()) {
        user.gives_null = true;
        return user;
      }
      if (items.size() > 1) return made(kNo);
      const Conversion pointer = implicit(items[0], Type::kHolderPtr);
      if (pointer.rank != kNo) {
        user.gives_null = items[0].braced || items[0].type != Type::kHolderPtr;
        return user;
      }
      // `{{z}}`: the copy constructor with an element of its own type.
      return items[0].braced && implicit(items[0], Type::kHolder).rank == Rank::kExact ? user : made(kNo);
    }
    case Type::kLike:
      return like_from_list(items);
    case Type::kTensorPtr:
    case Type::kGraphPtr: {
      if (items.empty() || (items.size() == 1 && !items[0].braced && items[0].type == Type::kNullptr)) {
        user.gives_null = true;
        return user;
      }
      if (items.size() == 1 && implicit(items[0], Type::kNullptr).rank != kNo) {
        user.gives_null = true;
        user.odd = true;  // between the pointer and the nullptr_t constructor: GCC takes the latter, to Clang it is ambiguous
        return user;
      }
      // pointer and deleter
      return items.size() == 2 && implicit(items[0], Type::kNullptr).rank != kNo && items[1].braced && items[1].items.empty() ? user
                                                                                                                      : made(kNo);
    }
    case Type::kBuilder: {
      if (items.empty()) return user;
      // explicit EsGraphBuilder(const char *)
      if (items.size() != 1 || implicit(items[0], Type::kChars).rank == kNo) return made(kNo);
      user.ill_formed = true;
      user.maybe = true;
      return user;
    }
    default:
      return vector_from_list(items, to);
  }
}

Conversion implicit(const Expr &e, Type to, bool byte_element) {
  if (to == Type::kNullGuard) return made(!e.braced && e.type == Type::kNullptr ? Rank::kExact : kNo);
  if (is_init_list(to)) {
    if (!e.braced) return made(kNo);
    Conversion c = all_items(e.items, element_of(to), to == Type::kInitBytes);
    c.list = c.rank != kNo;
    return c;
  }
  if (is_class(to)) return e.braced ? class_from_list(e.items, to) : class_from_value(e, to);
  Expr source = e;
  bool ill_formed = false;
  if (e.braced) {
    if (e.items.size() > 1) return made(kNo);
    if (e.items.empty()) {
      Conversion c = made(Rank::kExact);
      c.gives_null = is_pointer(to) || to == Type::kNullptr;
      return c;
    }
    source = e.items[0];
    if (source.braced) return made(kNo);
    ill_formed = narrows(source, to, byte_element);
  }
  if (is_class(source.type)) return made(kNo);
  Conversion c = scalar_conversion(source, to);
  // The element of std::vector<uint8_t> is an integer, not bool: nothing converts to it exactly here.
  if (byte_element && c.rank != kNo) {
    if (is_pointer(source.type)) return made(kNo);
    c.rank = Rank::kStandard;
  }
  c.ill_formed = c.ill_formed || ill_formed;
  return c;
}

Type type_of(ParamType param) {
  switch (param) {
    case ParamType::kTensorLike: return Type::kLike;
    case ParamType::kTensorHolder: return Type::kHolder;
    case ParamType::kTensorVector: return Type::kHolders;
    case ParamType::kBuilderRef: return Type::kBuilder;
    case ParamType::kBuilderPtr: return Type::kBuilderPtr;
    case ParamType::kInt: return Type::kInt64;
    case ParamType::kFloat: return Type::kFloat;
    case ParamType::kBool: return Type::kBool;
    case ParamType::kString: return Type::kChars;
    case ParamType::kDataType: return Type::kDataType;
    case ParamType::kTensor: return Type::kTensorPtr;
    case ParamType::kGraph: return Type::kGraphPtr;
    case ParamType::kGraphVector: return Type::kGraphs;
    case ParamType::kListInt: return Type::kInt64s;
    case ParamType::kListFloat: return Type::kFloats;
    case ParamType::kListBool: return Type::kBytes;
    case ParamType::kListType: return Type::kDataTypes;
    case ParamType::kListString: return Type::kStrings;
    case ParamType::kListListInt: return Type::kInt64Lists;
    case ParamType::kInitInt: return Type::kInitInt64s;
    case ParamType::kInitFloat: return Type::kInitFloats;
    case ParamType::kInitBool: return Type::kInitBytes;
    case ParamType::kInitType: return Type::kInitDataTypes;
    case ParamType::kInitString: return Type::kInitStrings;
    case ParamType::kInitListInt: return Type::kInitInt64Lists;
    case ParamType::kNullGuard: return Type::kNullGuard;
    default: return type_of(plain_type(param));
  }
  return Type::kInt;
}

/// Conversion to a parameter; template parameters deduce the argument's own type and ask whether it is theirs.
Conversion to_param(const Expr &e, ParamType param) {
  if (!is_only_type(param)) return implicit(e, type_of(param));
  if (e.braced) return made(kNo);
  const bool number = param <= ParamType::kOnlyBool;
  return made((number ? is_arithmetic(e.type) || is_enum(e.type) : e.type == type_of(param)) ? Rank::kExact : kNo);
}

struct FormSource {
  std::string_view text;
  Expr expr;
};

/// Simplest forms first: examples in reports are built from the front.
const std::vector<FormSource> &form_sources() {
  static const auto *const kForms = new std::vector<FormSource>{
      {"z", value_of(Type::kHolder)},
      {"n", value_of(Type::kInt64)},
      {"5", literal(Type::kInt, 5)},
      {"0", literal(Type::kInt, 0)},
      {"f", value_of(Type::kFloat)},
      {"true", literal(Type::kBool, 1)},
      {"\"a\"", value_of(Type::kChars)},
      {"ge::DT_INT32", literal(Type::kDataType, 3)},
      {"vi", value_of(Type::kInt64s)},
      {"vf", value_of(Type::kFloats)},
      {"vu", value_of(Type::kBytes)},
      {"vt", value_of(Type::kDataTypes)},
      {"vs", value_of(Type::kStrings)},
      {"vvi", value_of(Type::kInt64Lists)},
      {"vz", value_of(Type::kHolders)},
      {"&b", value_of(Type::kBuilderPtr)},
      {"b", value_of(Type::kBuilder)},
      {"std::unique_ptr<ge::Tensor>()", value_of(Type::kTensorPtr)},
      {"std::unique_ptr<ge::Graph>()", value_of(Type::kGraphPtr)},
      {"std::vector<std::unique_ptr<ge::Graph>>()", value_of(Type::kGraphs)},
      {"nullptr", value_of(Type::kNullptr)},
      {"{}", braces({})},
      {"{0}", braces({literal(Type::kInt, 0)})},
      {"{1}", braces({literal(Type::kInt, 1)})},
      {"{0, 1}", braces({literal(Type::kInt, 0), literal(Type::kInt, 1)})},
      {"{1, 2}", braces({literal(Type::kInt, 1), literal(Type::kInt, 2)})},
      {"{0.5f}", braces({literal(Type::kFloat, 0.5)})},
      {"{0.5f, 1.5f}", braces({literal(Type::kFloat, 0.5), literal(Type::kFloat, 1.5)})},
      {"{\"a\"}", braces({value_of(Type::kChars)})},
      {"{\"a\", \"b\", \"c\"}", braces({value_of(Type::kChars), value_of(Type::kChars), value_of(Type::kChars)})},
      {"{true}", braces({literal(Type::kBool, 1)})},
      {"{true, false}", braces({literal(Type::kBool, 1), literal(Type::kBool, 0)})},
      {"{ge::DT_INT32}", braces({literal(Type::kDataType, 3)})},
      {"{ge::DT_INT32, ge::DT_INT8}", braces({literal(Type::kDataType, 3), literal(Type::kDataType, 2)})},
      {"{z}", braces({value_of(Type::kHolder)})},
      {"{z, z}", braces({value_of(Type::kHolder), value_of(Type::kHolder)})},
      {"{{1, 2}, {3}}", braces({braces({literal(Type::kInt, 1), literal(Type::kInt, 2)}), braces({literal(Type::kInt, 3)})})},
      {"{{}}", braces({braces({})})},
      {"{{}, {}}", braces({braces({}), braces({})})},
      {"{{0}}", braces({braces({literal(Type::kInt, 0)})})},
      {"{{1, 2}}", braces({braces({literal(Type::kInt, 1), literal(Type::kInt, 2)})})},
      {"{n}", braces({value_of(Type::kInt64)})},
      {"{n, n}", braces({value_of(Type::kInt64), value_of(Type::kInt64)})},
      {"{f}", braces({value_of(Type::kFloat)})},
      {"i", value_of(Type::kInt)},
      {"u", value_of(Type::kSize)},
      {"d", value_of(Type::kDouble)},
      {"0L", literal(Type::kInt64, 0)},
      {"0.0", literal(Type::kDouble, 0)},
      {"1.0f", literal(Type::kFloat, 1)},
      {"false", literal(Type::kBool, 0)},
      {"s", value_of(Type::kChars)},
      {"t", value_of(Type::kDataType)},
      {"e", value_of(Type::kOtherEnum)},
      {"p", value_of(Type::kHolderPtr)},
      {"l", value_of(Type::kLike)},
      {"NULL", literal(Type::kInt64, 0)},
      {"{i}", braces({value_of(Type::kInt)})},
      {"{1.5}", braces({literal(Type::kDouble, 1.5)})},
      {"{p}", braces({value_of(Type::kHolderPtr)})},
      {"{nullptr}", braces({value_of(Type::kNullptr)})},
      {"{\"a\", \"b\"}", braces({value_of(Type::kChars), value_of(Type::kChars)})},
      {"{s}", braces({value_of(Type::kChars)})},
      {"{t}", braces({value_of(Type::kDataType)})},
      {"{vi}", braces({value_of(Type::kInt64s)})},
      {"{vi, vi}", braces({value_of(Type::kInt64s), value_of(Type::kInt64s)})},
  };
  return *kForms;
}

constexpr size_t kParamTypes = static_cast<size_t>(ParamType::kNullGuard) + 1;

const std::vector<std::array<Conversion, kParamTypes>> &conversion_table() {
  static const auto *const kTable = [] {
    auto *table = new std::vector<std::array<Conversion, kParamTypes>>;
    for (const auto &form : form_sources()) {
      std::array<Conversion, kParamTypes> row;
      for (size_t t = 0; t < kParamTypes; ++t) row[t] = to_param(form.expr, static_cast<ParamType>(t));
      table->push_back(row);
    }
    return table;
  }();
  return *kTable;
}

}  // namespace

const std::vector<ArgumentForm> &argument_forms() {
  static const auto *const kForms = [] {
    auto *forms = new std::vector<ArgumentForm>;
    for (const auto &source : form_sources()) {
      const Expr &e = source.expr;
      const auto names_builder = [](const Expr &v) {
        return !v.braced && (v.type == Type::kHolder || v.type == Type::kHolderPtr || v.type == Type::kLike || v.type == Type::kHolders || v.type == Type::kBuilder ||
                             v.type == Type::kBuilderPtr);
      };
      forms->push_back({source.text, e.braced, !e.braced && e.type == Type::kNullptr,
                        names_builder(e) || std::any_of(e.items.begin(), e.items.end(), names_builder)});
    }
    return forms;
  }();
  return *kForms;
}

std::string_view variable_meaning(std::string_view word) {
  static constexpr std::pair<std::string_view, std::string_view> kMeanings[] = {
      {"z", "an EsTensorHolder"},
      {"p", "an EsCTensorHolder *"},
      {"l", "an EsTensorLike"},
      {"b", "an EsGraphBuilder"},
      {"n", "an int64_t"},
      {"i", "an int"},
      {"u", "a size_t"},
      {"f", "a float"},
      {"d", "a double"},
      {"s", "a const char *"},
      {"t", "a ge::DataType"},
      {"e", "another enumeration"},
      {"vi", "a vector of int64_t"},
      {"vf", "a vector of float"},
      {"vu", "a vector of uint8_t"},
      {"vt", "a vector of ge::DataType"},
      {"vs", "a vector of const char *"},
      {"vvi", "a vector of vectors of int64_t"},
      {"vz", "a vector of EsTensorHolder"},
  };
  for (const auto &[variable, meaning] : kMeanings) {
    if (variable == word) return meaning;
  }
  return {};
}

const Conversion *conversions(FormId form) { return conversion_table()[form].data(); }

const Conversion &conversion(FormId form, ParamType type) { return conversion_table()[form][static_cast<size_t>(type)]; }

int compare(const Conversion &a, const Conversion &b) {
  const bool a_user = a.rank == Rank::kUser, b_user = b.rank == Rank::kUser;
  if (a_user != b_user) return a_user ? 1 : -1;  // a standard conversion is better than a user-defined one
  if (a.list != b.list) return a.list ? -1 : 1;  // among list initialisations that to std::initializer_list wins
  if (a_user) return 0;
  if (a.to_bool != b.to_bool && a.rank == Rank::kStandard && b.rank == Rank::kStandard) return a.to_bool ? 1 : -1;
  return a.rank == b.rank ? 0 : a.rank < b.rank ? -1 : 1;
}

bool wins_tie(const Signature &a, const Signature &b, size_t count) {
  if (!b.is_template()) return false;
  if (!a.is_template()) return true;
  bool somewhere = false;
  for (size_t i = 0; i < count; ++i) {
    const bool of_a = is_template_type(a.params[i].type), of_b = is_template_type(b.params[i].type);
    if (of_a && !of_b) return false;
    if (!of_a && !of_b && a.params[i].type != b.params[i].type) return false;
    somewhere = somewhere || (!of_a && of_b);
  }
  return somewhere;
}

namespace {

struct Answer : Resolution {
  int doubtful = 0;  ///< how many viable candidates only one compiler may see
};

/// The answer when all doubtful candidates are viable, or none.
Answer resolve_with(bool doubtful, const std::vector<const Signature *> &candidates, const std::vector<FormId> &call) {
  Answer result;
  std::vector<size_t> viable;
  for (size_t c = 0; c < candidates.size(); ++c) {
    const auto &params = candidates[c]->params;
    if (call.size() > params.size() || call.size() < candidates[c]->required()) continue;
    bool ok = true, maybe = false;
    for (size_t i = 0; i < call.size() && ok; ++i) {
      const auto &conv = conversion(call[i], params[i].type);
      ok = conv.rank != kNo && (!conv.maybe || doubtful);
      maybe = maybe || conv.maybe;
    }
    if (!ok) continue;
    viable.push_back(c);
    if (maybe) ++result.doubtful;
  }
  // `a` is better than `b`: nowhere worse and somewhere better, or equal everywhere and no template.
  const auto better = [&](size_t a, size_t b) {
    bool somewhere = false;
    for (size_t i = 0; i < call.size(); ++i) {
      const int order = compare(conversion(call[i], candidates[a]->params[i].type), conversion(call[i], candidates[b]->params[i].type));
      if (order > 0) return false;
      somewhere = somewhere || order < 0;
    }
    return somewhere || wins_tie(*candidates[a], *candidates[b], call.size());
  };
  for (const size_t a : viable) {
    if (!std::all_of(viable.begin(), viable.end(), [&](size_t b) { return a == b || better(a, b); })) continue;
    result.outcome = Resolution::kChosen;
    result.index = static_cast<int>(a);
    result.deleted = candidates[a]->kind == SignatureKind::kGuard;
    for (size_t i = 0; i < call.size(); ++i) {
      const auto &conv = conversion(call[i], candidates[a]->params[i].type);
      result.ill_formed = result.ill_formed || conv.ill_formed;
      result.no_body = result.no_body || conv.no_body;
      if (conv.odd) result.outcome = Resolution::kUnportable;
    }
    return result;
  }
  result.outcome = viable.empty() ? Resolution::kNoViable : Resolution::kAmbiguous;
  return result;
}

}  // namespace

Resolution resolve(const std::vector<const Signature *> &candidates, const std::vector<FormId> &call) {
  // A function that wins against all doubtful ones wins against any of them, so two answers cover every compiler.
  Answer most = resolve_with(true, candidates, call);
  const Answer least = resolve_with(false, candidates, call);
  const auto usable = [](const Resolution &r) { return r.outcome == Resolution::kChosen && !r.deleted && !r.ill_formed; };
  // Two or more doubtful functions that tie: a compiler that takes only one of them calls it.
  if (most.doubtful > 1 && !usable(most)) most.outcome = Resolution::kUnportable;
  const bool same = usable(most) ? usable(least) && most.index == least.index : !usable(least);
  if (!same || most.outcome == Resolution::kUnportable || least.outcome == Resolution::kUnportable) most.outcome = Resolution::kUnportable;
  return most;
}

}  // namespace opstrata::esgen
