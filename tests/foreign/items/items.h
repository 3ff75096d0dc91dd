// Every name of the interface is used once: a function's address is taken with the signature that the interface gives
// it, so that a missing or different declaration does not compile and a missing definition does not link; numbers of
// enumerations and constants are asserted.
#ifndef OPSTRATA_TESTS_FOREIGN_ITEMS_H
#define OPSTRATA_TESTS_FOREIGN_ITEMS_H
#include <type_traits>

namespace items {
template <typename T>
inline void Take(T item) {
  static volatile T kept;
  kept = item;
}
template <typename A, typename B>
constexpr bool kSame = std::is_same<A, B>::value;
}  // namespace items

#define FREE(result, name, args) items::Take(static_cast<result(*) args>(&name))
#define MEMBER(result, type, name, args) items::Take(static_cast<result(type::*) args>(&type::name))
#define NUMBER(name, number) static_assert(static_cast<long long>(name) == (number), #name)
#define FIELD(type, owner, name) static_assert(items::kSame<decltype(owner::name), type>, #owner "::" #name)
#define SAME(a, ...) static_assert(items::kSame<a, __VA_ARGS__>, #a)
#endif
