/// @file
/// Cache of plans: a first phase with the same key as an earlier one returns at once (opdev-api section 2.24).
///
/// The key is built from the API name, the settings and the DFX_IN and DFX_OUT arguments by AddParamToBuf. It is injective
/// (every part carries its kind and length, nothing is cut off) and contains which tensors are the same object.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OP_CACHE_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_OP_CACHE_H_

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "acl/acl_base_rt.h"
#include "aclnn/acl_meta.h"
#include "opdev/common_types.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"
#include "opdev/shape_utils.h"
#include "opstrata/visibility.h"
#include "securec.h"

namespace op {
namespace internal {

constexpr size_t kHashBufMaxSize = 8192;
/// The thread's key under construction: the first bytes lie in g_hashBuf, a longer key as a whole at g_cacheBuf.
extern OPSTRATA_API thread_local uint8_t g_hashBuf[kHashBufMaxSize];
extern OPSTRATA_API thread_local uint8_t *g_cacheBuf;
/// Bytes of the key so far.
extern OPSTRATA_API thread_local size_t g_hashOffset;

/// One entry: the plan that an executor recorded under a key.
struct OPSTRATA_API OpExecCache : public op::Object {
  OpExecCache();
  ~OpExecCache() override;
  OpExecCache(const OpExecCache &) = delete;
  OpExecCache &operator=(const OpExecCache &) = delete;

  /// Hash and bytes of the key; 0 and empty once the executor has left the cache (AbandonCache).
  uint64_t GetHash() const { return hash_; }
  const uint8_t *GetKeyData() const { return key_; }
  size_t GetKeySize() const { return keySize_; }
  /// Whether a first phase may use the plan.
  bool IsUsable() const { return usable_; }

  void SetKey(const uint8_t *data, size_t size, uint64_t hash);
  void ClearKey();
  void SetUsable(bool usable) { usable_ = usable; }

 private:
  uint64_t hash_ = 0;
  uint8_t *key_ = nullptr;
  size_t keySize_ = 0;
  bool usable_ = false;
};

/// What a cache hit may be instead of an executor. Hits of this library are executors, so none exist.
class OpExecCacheWrap;

/// Marks the thread's key as one that cannot stand for its call.
OPSTRATA_API void InvalidateBuf();
/// Appends one value to the thread's key, with its kind and length. Values of other types go in as their bytes when
/// those are all that the value is (trivially copyable, no padding, no pointer to more of it, however deep); any other
/// type makes the call uncached, and so do a pointer to anything but a text, and a class that does not show its members
/// and is aligned like a pointer.
OPSTRATA_API void AddBytesToBuf(char kind, const void *data, size_t size);
OPSTRATA_API void AddParamToBuf(const aclTensor *tensor);
OPSTRATA_API void AddParamToBuf(const aclScalar *scalar);
OPSTRATA_API void AddParamToBuf(const aclIntArray *array);
OPSTRATA_API void AddParamToBuf(const aclFloatArray *array);
OPSTRATA_API void AddParamToBuf(const aclBoolArray *array);
OPSTRATA_API void AddParamToBuf(const aclFp16Array *array);
OPSTRATA_API void AddParamToBuf(const aclBf16Array *array);
OPSTRATA_API void AddParamToBuf(const aclTensorList *list);
OPSTRATA_API void AddParamToBuf(const aclScalarList *list);
OPSTRATA_API void AddParamToBuf(const char *text);
inline void AddParamToBuf(std::string_view text) { AddBytesToBuf('s', text.data(), text.size()); }
inline void AddParamToBuf(const std::string &text) { AddParamToBuf(std::string_view(text)); }
inline void AddParamToBuf(std::nullptr_t) { AddBytesToBuf('n', nullptr, 0); }

/// Whether bytes of a T may say where more of the value lies: pointers, and classes and unions that do not show their
/// members and have the alignment of pointers.
template <typename T>
constexpr bool MayPoint() {
  return std::is_pointer_v<T> || ((std::is_class_v<T> || std::is_union_v<T>)&&alignof(T) >= alignof(void *));
}
/// Stand in for what an aggregate is made of at the bottom, between its braces: members that are no aggregates, and
/// those of members that are. One stands for any of them, the other for those that may point.
struct AnyLeaf {
  template <typename T, std::enable_if_t<!std::is_aggregate_v<T> || std::is_union_v<T>, int> = 0>
  operator T() const;  // NOLINT(google-explicit-constructor)
};
struct PointingLeaf {
  template <typename T, std::enable_if_t<(!std::is_aggregate_v<T> || std::is_union_v<T>)&&MayPoint<T>(), int> = 0>
  operator T() const;  // NOLINT(google-explicit-constructor)
};
template <size_t>
using AnyLeafAt = AnyLeaf;
template <typename T, typename Before, typename Last, typename = void>
struct HasLeaf : std::false_type {};
template <typename T, size_t... I, typename Last>
struct HasLeaf<T, std::index_sequence<I...>, Last, std::void_t<decltype(T{AnyLeafAt<I>{}..., Last{}})>>
    : std::true_type {};
template <typename T, size_t... I>
constexpr bool HasPointingLeaf(std::index_sequence<I...>) {
  return (HasLeaf<T, std::make_index_sequence<I>, PointingLeaf>::value || ...);
}
/// The same of a whole value of class or union type, whose members are looked at where it is an aggregate of at most 32
/// leaves.
template <typename T>
constexpr bool HoldsPointers() {
  constexpr size_t kMost = 32;
  if constexpr (std::is_empty_v<T>)
    return false;
  else if constexpr (!std::is_aggregate_v<T> || std::is_union_v<T> ||
                     !HasLeaf<T, std::index_sequence<>, AnyLeaf>::value ||
                     HasLeaf<T, std::make_index_sequence<kMost>, AnyLeaf>::value)
    return MayPoint<T>();
  else
    return HasPointingLeaf<T>(std::make_index_sequence<kMost>());
}
template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(std::begin(std::declval<const T &>()))>> : std::true_type {};
template <typename T, typename = void>
struct HasTupleSize : std::false_type {};
template <typename T>
struct HasTupleSize<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {};

/// How a value of C++ goes into the key: its kind, or 0 for types whose bytes do not tell it, which make the call uncached.
template <typename T>
constexpr char KeyKindOf() {
  if constexpr (std::is_same_v<T, bool>) {
    return 'o';
  } else if constexpr (std::is_enum_v<T>) {
    return 'e';
  } else if constexpr (std::is_integral_v<T>) {
    return std::is_signed_v<T> ? 'I' : 'U';
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    return 'd';
  } else if constexpr (std::is_pointer_v<T> || !std::is_trivially_copyable_v<T> || !std::has_unique_object_representations_v<T>) {
    return 0;  // bytes of padding say nothing, and equal values may differ in them
  } else if constexpr (IsRange<T>::value && HasTupleSize<T>::value) {
    return KeyKindOf<std::decay_t<decltype(*std::begin(std::declval<const T &>()))>>() == 0 ? 0 : 'v';
  } else if constexpr (IsRange<T>::value) {
    return 0;  // elements that lie elsewhere: a span, an initializer list
  } else if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
    return HoldsPointers<T>() ? 0 : 'v';
  } else {
    return 'v';
  }
}
/// What lies behind a pointer, and how much of it, is not known.
template <typename T>
void AddParamToBuf(const T *value) {
  if (value == nullptr) AddParamToBuf(nullptr);
  else InvalidateBuf();
}
template <typename T>
void AddParamToBuf(const T &value) {
  if constexpr (std::is_pointer_v<T>) {
    AddParamToBuf(static_cast<std::add_const_t<std::remove_pointer_t<T>> *>(value));
  } else if constexpr (KeyKindOf<T>() != 0) {
    AddBytesToBuf(KeyKindOf<T>(), &value, sizeof(value));
  } else {
    InvalidateBuf();
  }
}
/// The settings of the call (device, core counts, deterministic level).
OPSTRATA_API void AddOpConfigInfoToBuf();
/// The chip that the calling code sees: asked for where the macros stand, because test programs have a chip of their own.
inline void AddChipToBuf() {
  const PlatformInfo &chip = GetCurrentPlatformInfo();
  AddParamToBuf(chip.GetSocVersion());
  AddParamToBuf(chip.GetCurNpuArch());
}

/// Starts a key for `api`.
OPSTRATA_API void InitExecutorCacheThreadLocal(const char *api);
/// Whether calls of this thread use the cache at all.
OPSTRATA_API bool CheckCacheable();
/// Looks up the key that was built. On a hit makes an executor from the plan and returns true.
OPSTRATA_API bool GetFromCache(aclOpExecutor **executor, uint64_t *workspaceSize);

/// Builds the key from both tuples and looks it up.
template <typename In, typename Out>
bool GetFromCache(aclOpExecutor **executor, uint64_t *workspaceSize, const char *api, const In &in, const Out &out) {
  if (!CheckCacheable()) return false;
  InitExecutorCacheThreadLocal(api);
  AddOpConfigInfoToBuf();
  AddChipToBuf();
  const auto add_all = [](const auto &...values) { (AddParamToBuf(values), ...); };
  std::apply(add_all, in);
  AddBytesToBuf('|', nullptr, 0);
  std::apply(add_all, out);
  return GetFromCache(executor, workspaceSize);
}

}  // namespace internal
}  // namespace op

// For framework adapters, which key a call by themselves and find these functions by name. On a thread: Init, list the storage
// addresses of the call's tensors in order (inputs, then outputs; absent ones left out), set the key. With a key set, a first
// phase of the thread looks up and records its plan under that key in place of its own. Settings of the call (device, cores,
// deterministic level) are part of the key without the adapter's doing.
extern "C" {
OPSTRATA_API void InitPTACacheThreadLocal(void);
/// Ends what Init began: the thread's calls use their own keys again.
OPSTRATA_API void UnInitPTACacheThreadLocal(void);
/// The same, and forgets the key under construction.
OPSTRATA_API void ResetCacheThreadLocal(void);
OPSTRATA_API void AddTensorAddrToCachedList(void *addr);
OPSTRATA_API void SetPTAHashKey(uint64_t hash);
OPSTRATA_API void SetPTACacheHashKey(uint8_t *key, size_t len);
/// Whether calls of this thread may come from the cache.
OPSTRATA_API bool CanUsePTACache(const char *api);
/// An executor of the plan recorded under the key, for the listed addresses; null when there is none. It is run by phase two of
/// the same function and consumed by it; it cannot be made repeatable.
OPSTRATA_API aclOpExecutor *PTAGetExecCache(uint64_t hash, uint64_t *workspaceSize);
OPSTRATA_API aclOpExecutor *PTAFindExecCache(uint8_t *key, size_t len, uint64_t *workspaceSize);
}

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_CACHE_H_
