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
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "acl/acl_base_rt.h"
#include "aclnn/acl_meta.h"
#include "opdev/common_types.h"
#include "opdev/op_log.h"
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
/// Appends one value to the thread's key. Kinds of section 2.24; other trivially copyable types go in as their bytes.
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
inline void AddParamToBuf(const std::string &text) { AddBytesToBuf('s', text.data(), text.size()); }
inline void AddParamToBuf(std::nullptr_t) { AddBytesToBuf('n', nullptr, 0); }
template <typename T>
void AddParamToBuf(const T *value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    AddBytesToBuf('p', value, value == nullptr ? 0 : sizeof(T));
  } else {
    InvalidateBuf();  // what lies behind the pointer is not known
  }
}
template <typename T>
void AddParamToBuf(const T &value) {
  if constexpr (std::is_pointer_v<T>) {
    AddParamToBuf(static_cast<std::add_const_t<std::remove_pointer_t<T>> *>(value));
  } else {
    static_assert(std::is_trivially_copyable_v<T>, "a cache key needs values that are their bytes");
    AddBytesToBuf('v', &value, sizeof(value));
  }
}
/// The settings of the call (core counts, deterministic level).
OPSTRATA_API void AddOpConfigInfoToBuf();

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
  const auto add_all = [](const auto &...values) { (AddParamToBuf(values), ...); };
  std::apply(add_all, in);
  AddBytesToBuf('|', nullptr, 0);
  std::apply(add_all, out);
  return GetFromCache(executor, workspaceSize);
}

}  // namespace internal
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_CACHE_H_
