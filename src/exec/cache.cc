// Keys of calls (opdev-api section 2.24): built by the DFX macros on the thread, injective by construction.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "device/stream.h"
#include "exec/aicpu_task.h"
#include "exec/executor_impl.h"
#include "exec/plan_cache.h"
#include "exec/report.h"
#include "exec/thread_context.h"
#include "opdev/op_cache.h"
#include "opstrata/cache.h"

namespace op::internal {

thread_local uint8_t g_hashBuf[kHashBufMaxSize];
thread_local uint8_t *g_cacheBuf = nullptr;
thread_local size_t g_hashOffset = 0;

namespace {

/// The thread's key: bytes beyond g_hashBuf move to a block of their own, so that nothing is ever cut off.
struct KeyBuilder {
  std::vector<uint8_t> block;
  std::vector<const aclTensor *> tensors;     // in order of appearance
  std::vector<const void *> addresses;        // of their storages
  bool valid = true;

  void start() {
    block.clear();
    tensors.clear();
    addresses.clear();
    valid = true;
    g_hashOffset = 0;
    g_cacheBuf = nullptr;
  }
  void append(const void *data, size_t size) {
    if (size == 0) return;
    if (g_cacheBuf == nullptr && g_hashOffset + size <= kHashBufMaxSize) {
      std::memcpy(g_hashBuf + g_hashOffset, data, size);
    } else {
      if (g_cacheBuf == nullptr) block.assign(g_hashBuf, g_hashBuf + g_hashOffset);
      const auto *bytes = static_cast<const uint8_t *>(data);
      block.insert(block.end(), bytes, bytes + size);
      g_cacheBuf = block.data();
    }
    g_hashOffset += size;
  }
  template <typename T>
  static size_t first_index(std::vector<const T *> &known, const T *value) {
    for (size_t i = 0; i < known.size(); ++i) {
      if (known[i] == value) return i;
    }
    known.push_back(value);
    return known.size() - 1;
  }
};

KeyBuilder &builder() {
  static thread_local KeyBuilder made;
  return made;
}

template <typename T>
void append_value(const T &value) {
  builder().append(&value, sizeof(value));
}

template <typename Array>
void append_array(char kind, const Array *array) {
  if (array == nullptr) return AddParamToBuf(nullptr);
  AddBytesToBuf(kind, array->GetData(), array->Size() * sizeof(array->GetData()[0]));
}

void append_shape(const op::Shape &shape) {
  append_value(shape.GetDimNum());
  for (size_t i = 0; i < shape.GetDimNum(); ++i) append_value(shape.GetDim(i));
}

}  // namespace

void AddBytesToBuf(char kind, const void *data, size_t size) {
  append_value(kind);
  append_value(size);
  builder().append(data, size);
}

void AddParamToBuf(const aclTensor *tensor) {
  if (tensor == nullptr) return AddParamToBuf(nullptr);
  KeyBuilder &key = builder();
  append_value('t');
  // Which tensors are the same object, and which lie at the same address: operator code compares both in phase one.
  append_value(KeyBuilder::first_index(key.tensors, tensor));
  append_value(KeyBuilder::first_index(key.addresses, static_cast<const void *>(tensor->GetStorageAddr())));
  append_value(tensor->GetStorageAddr() == nullptr);
  append_value(tensor->GetDataType());
  append_value(tensor->GetPlacement());
  append_value(tensor->GetViewFormat());
  append_value(tensor->GetStorageFormat());
  append_value(tensor->GetOriginalFormat());
  append_value(tensor->GetViewOffset());
  append_value(tensor->GetStorageOffset());
  append_shape(tensor->GetViewShape());
  append_value(tensor->GetViewStrides().size());
  for (const int64_t stride : tensor->GetViewStrides()) append_value(stride);
  append_shape(tensor->GetStorageShape());
  append_shape(tensor->GetOriginalShape());
}
void AddParamToBuf(const aclScalar *scalar) {
  if (scalar == nullptr) return AddParamToBuf(nullptr);
  append_value(scalar->GetDataType());
  AddBytesToBuf('c', scalar->GetData(), 16);
}
void AddParamToBuf(const aclIntArray *array) { append_array('i', array); }
void AddParamToBuf(const aclFloatArray *array) { append_array('f', array); }
void AddParamToBuf(const aclBoolArray *array) { append_array('b', array); }
void AddParamToBuf(const aclFp16Array *array) { append_array('h', array); }
void AddParamToBuf(const aclBf16Array *array) { append_array('B', array); }
void AddParamToBuf(const aclTensorList *list) {
  if (list == nullptr) return AddParamToBuf(nullptr);
  append_value('T');
  append_value(list->Size());
  for (uint64_t i = 0; i < list->Size(); ++i) AddParamToBuf((*list)[i]);
}
void AddParamToBuf(const aclScalarList *list) {
  if (list == nullptr) return AddParamToBuf(nullptr);
  append_value('C');
  append_value(list->Size());
  for (uint64_t i = 0; i < list->Size(); ++i) AddParamToBuf((*list)[i]);
}
void AddParamToBuf(const char *text) {
  if (text == nullptr) return AddParamToBuf(nullptr);
  AddBytesToBuf('s', text, std::strlen(text));
}
void AddOpConfigInfoToBuf() {
  const op::OpConfigInfo &config = opstrata::exec::thread_context().config;
  append_value(config.aicNum_);
  append_value(config.aivNum_);
  append_value(config.deterministicLevel_);
  const auto device = opstrata::device::current_device();
  append_value(device.ok() ? *device : -1);
}

void InvalidateBuf() { builder().valid = false; }

void InitExecutorCacheThreadLocal(const char *api) {
  builder().start();
  // The place of the name too: functions of one name in two libraries are two functions. And where operators come from.
  append_value(api);
  AddParamToBuf(api);
  AddParamToBuf(static_cast<const char *>(std::getenv("ASCEND_CUSTOM_OPP_PATH")));
  AddParamToBuf(static_cast<const char *>(std::getenv("ASCEND_OPP_PATH")));
}

bool CheckCacheable() { return std::getenv("DISABLE_L2_CACHE") == nullptr && !opstrata::exec::thread_context().config.isOpDumpEnable_; }

bool GetFromCache(aclOpExecutor **executor, uint64_t *workspaceSize) {
  if (const std::string *key = opstrata::exec::adapter_key(); key != nullptr) {
    builder().start();
    builder().append(key->data(), key->size());
  }
  if (!builder().valid) {
    g_hashOffset = 0;
    opstrata::exec::plan_cache().count_uncached();
    return false;
  }
  const auto *data = reinterpret_cast<const char *>(g_cacheBuf != nullptr ? g_cacheBuf : g_hashBuf);
  const auto cached = opstrata::exec::plan_cache().find({data, g_hashOffset});
  if (cached == nullptr) return false;
  try {
    aclOpExecutor *made = opstrata::exec::new_executor(cached->plan->name.c_str());
    opstrata::exec::ExecutorImpl &impl = opstrata::exec::ExecutorAccess::impl(*made);
    impl.adopt(*cached);
    if (opstrata::device::watched_by(opstrata::device::kChecks) && !impl.fits_memory()) {
      delete made;  // the long way refuses by operator and parameter
      return false;
    }
    *executor = made;
    *workspaceSize = cached->plan->workspace_bytes;
    return true;
  } catch (const std::bad_alloc &) {
    return false;  // the long way will say so
  }
}

OpExecCache::OpExecCache() {
  const uint8_t *data = g_cacheBuf != nullptr ? g_cacheBuf : g_hashBuf;
  uint64_t hash = 0xcbf29ce484222325U;
  for (size_t i = 0; i < g_hashOffset; ++i) hash = (hash ^ data[i]) * 0x100000001b3U;
  if (g_hashOffset != 0) SetKey(data, g_hashOffset, hash);
  g_hashOffset = 0;  // one executor per key
  g_cacheBuf = nullptr;
}
OpExecCache::~OpExecCache() { FreePtr(key_); }
void OpExecCache::SetKey(const uint8_t *data, size_t size, uint64_t hash) {
  ClearKey();
  key_ = static_cast<uint8_t *>(MallocPtr(size));
  if (key_ == nullptr) return;
  std::memcpy(key_, data, size);
  keySize_ = size;
  hash_ = hash;
}
void OpExecCache::ClearKey() {
  FreePtr(key_);
  key_ = nullptr;
  keySize_ = 0;
  hash_ = 0;
  usable_ = false;
}

}  // namespace op::internal

int32_t opstrata_cache_statistics(opstrata_cache_statistics_t *statistics, size_t size) {
  using namespace opstrata::exec;  // NOLINT
  if (statistics == nullptr)
    return refused(opstrata::Msg::kExecNullArgument,
                   {{"function", "opstrata_cache_statistics"}, {"parameter", "statistics"}});
  const CacheCounts counts = plan_cache().counts();
  const CacheLimits &limits = cache_limits();
  const opstrata_cache_statistics_t known{counts.hits,      counts.misses, counts.uncached, counts.plans, counts.bytes,
                                          counts.forgotten, limits.plans,  limits.bytes,    task_count(), task_limit()};
  std::memset(statistics, 0, size);
  std::memcpy(statistics, &known, std::min(size, sizeof(known)));
  return ACLNN_SUCCESS;
}
