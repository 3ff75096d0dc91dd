// Keys of calls (opdev-api section 2.24): built by the DFX macros on the thread, injective by construction.
#include "opstrata/cache.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "device/stream.h"
#include "exec/aicpu_task.h"
#include "exec/call_key.h"
#include "exec/executor_impl.h"
#include "exec/plan_cache.h"
#include "exec/report.h"
#include "exec/thread_context.h"
#include "opdev/op_cache.h"

namespace op::internal {

thread_local uint8_t g_hashBuf[kHashBufMaxSize];
thread_local uint8_t *g_cacheBuf = nullptr;
thread_local size_t g_hashOffset = 0;

namespace {

using opstrata::exec::thread_context;

opstrata::exec::CallKey &key() { return thread_context().key; }

template <typename Array>
void append_array(char kind, const Array *array) {
  if (array == nullptr) return AddParamToBuf(nullptr);
  AddBytesToBuf(kind, array->GetData(), array->Size() * sizeof(array->GetData()[0]));
}

inline void append_bytes(opstrata::exec::CallKey &key, char kind, const void *data, size_t size) {
  uint8_t *to = key.extend(1 + sizeof(size) + size);
  *to = static_cast<uint8_t>(kind);
  std::memcpy(to + 1, &size, sizeof(size));
  to += 1 + sizeof(size);
  // Numbers without a call.
  if (size == sizeof(uint32_t))
    std::memcpy(to, data, sizeof(uint32_t));
  else if (size == sizeof(uint64_t))
    std::memcpy(to, data, sizeof(uint64_t));
  else if (size != 0)
    std::memcpy(to, data, size);
}

void append_null(opstrata::exec::CallKey &key) { append_bytes(key, 'n', nullptr, 0); }

}  // namespace

void AddBytesToBuf(char kind, const void *data, size_t size) { append_bytes(key(), kind, data, size); }

void AddParamToBuf(const aclTensor *tensor) {
  if (tensor == nullptr) return append_null(key());
  key().append_tensor(*tensor);
}
void AddParamToBuf(const aclScalar *scalar) {
  opstrata::exec::CallKey &to = key();
  if (scalar == nullptr) return append_null(to);
  const ge::DataType type = scalar->GetDataType();
  uint8_t *at = to.extend(1 + sizeof(type) + 16);
  *at = 'c';
  std::memcpy(at + 1, &type, sizeof(type));
  std::memcpy(at + 1 + sizeof(type), scalar->GetData(), 16);
}
void AddParamToBuf(const aclIntArray *array) { append_array('i', array); }
void AddParamToBuf(const aclFloatArray *array) { append_array('f', array); }
void AddParamToBuf(const aclBoolArray *array) { append_array('b', array); }
void AddParamToBuf(const aclFp16Array *array) { append_array('h', array); }
void AddParamToBuf(const aclBf16Array *array) { append_array('B', array); }
void AddParamToBuf(const aclTensorList *list) {
  opstrata::exec::CallKey &to = key();
  if (list == nullptr) return append_null(to);
  to.append_value('T');
  to.append_value(list->Size());
  for (uint64_t i = 0; i < list->Size(); ++i) {
    if ((*list)[i] == nullptr) append_null(to);
    else to.append_tensor(*(*list)[i]);
  }
}
void AddParamToBuf(const aclScalarList *list) {
  if (list == nullptr) return AddParamToBuf(nullptr);
  key().append_value('C');
  key().append_value(list->Size());
  for (uint64_t i = 0; i < list->Size(); ++i) AddParamToBuf((*list)[i]);
}
void AddParamToBuf(const char *text) {
  if (text == nullptr) return AddParamToBuf(nullptr);
  AddBytesToBuf('s', text, std::strlen(text));
}
void AddOpConfigInfoToBuf() {
  auto &context = thread_context();
  const op::OpConfigInfo &config = context.config;
  const int32_t settings[] = {static_cast<int32_t>(config.aicNum_), static_cast<int32_t>(config.aivNum_),
                              static_cast<int32_t>(config.deterministicLevel_), context.device};
  context.key.append_value(settings);
}

namespace {
/// A plan is recorded only if operator code leaves the user's tensors where they were.
void note_addresses(opstrata::exec::ThreadContext &context) {
  context.addresses.clear();
  for (const auto *side : {&context.inputs, &context.outputs}) {
    for (const aclTensor *tensor : *side) context.addresses.emplace_back(tensor, tensor->GetStorageAddr());
  }
}
}  // namespace

void InvalidateBuf() { key().valid = false; }

void InitExecutorCacheThreadLocal(const char *api) {
  auto &context = thread_context();
  opstrata::exec::CallKey &to = context.key;
  to.start();
  // The place of the name too: functions of one name in two libraries are two functions. And where operators come from.
  to.append_value(api);
  const auto append_text = [&to](const char *text) {
    if (text == nullptr)
      append_null(to);
    else
      append_bytes(to, 's', text, std::strlen(text));
  };
  append_text(api);
  append_text(context.environment.last(opstrata::Variable::kCustomOpp));
  append_text(context.environment.last(opstrata::Variable::kOpp));
}

bool CheckCacheable() {
  auto &context = thread_context();
  if (!std::exchange(context.environment_is_read, false)) context.environment.refresh();
  return context.environment.last(opstrata::Variable::kDisableCache) == nullptr && !context.config.isOpDumpEnable_;
}

bool GetFromCache(aclOpExecutor **executor, uint64_t *workspaceSize) {
  using namespace opstrata::exec;  // NOLINT
  ThreadContext &context = thread_context();
  if (const std::string *adapted = adapter_key(); adapted != nullptr) {
    context.key.start();
    context.key.append(adapted->data(), adapted->size());
  }
  if (!context.key.valid) {
    context.key.forget();
    plan_cache().count_uncached();
    return false;
  }
  const std::shared_ptr<const CachedPlan> *cached = context.plans.find(context.key.bytes());
  if (cached == nullptr) {
    note_addresses(context);
    return false;
  }
  try {
    aclOpExecutor *made = new_executor((*cached)->plan->name, false);
    ExecutorImpl &impl = ExecutorAccess::impl(*made);
    impl.inputs.swap(context.inputs);
    impl.outputs.swap(context.outputs);
    impl.adopt(*cached);
    if (opstrata::device::watched_by(opstrata::device::kChecks) && !impl.fits_memory()) {
      context.inputs.swap(impl.inputs);
      context.outputs.swap(impl.outputs);
      note_addresses(context);
      delete made;  // the long way refuses by operator and parameter
      return false;
    }
    *executor = made;
    *workspaceSize = (*cached)->plan->workspace_bytes;
    context.key.forget();
    return true;
  } catch (const std::bad_alloc &) {
    return false;  // the long way will say so
  }
}

OpExecCache::OpExecCache() {
  const uint8_t *data = g_cacheBuf != nullptr ? g_cacheBuf : g_hashBuf;
  const std::string_view key(reinterpret_cast<const char *>(data), g_hashOffset);
  if (!key.empty()) SetKey(data, key.size(), opstrata::exec::key_hash(key));
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

namespace opstrata::exec {
void CallKey::append_tensor(const aclTensor &tensor) {
  const op::Tensor &described = *tensor.GetTensor();
  const aclStorage &lies_in = *tensor.GetStorage();
  const void *const address = lies_in.GetAddr();
  const op::Shape &view = tensor.GetViewShape(), &storage = tensor.GetStorageShape(),
                  &original = tensor.GetOriginalShape();
  const op::Strides &strides = tensor.GetViewStrides();
  constexpr size_t kHeadSize = 7 * sizeof(uint64_t);
  const size_t rank = view.GetDimNum();
  const uint32_t object = first_index(tensors_, &tensor), place = first_index(addresses_, address);
  uint8_t *const to = extend(kHeadSize + rank * sizeof(int64_t));
  // What follows from the rest is one bit: strides of a contiguous view (whatever those of the shape come to), shapes
  // equal to the view's.
  bool is_plain = strides.size() == rank, is_stored_so = storage.GetDimNum() == rank,
       was_so = original.GetDimNum() == rank;
  const int64_t *const given = strides.data();
  uint64_t expected = 1;
  for (size_t i = rank; i-- > 0;) {
    const int64_t dim = view[i];
    std::memcpy(to + kHeadSize + i * sizeof(int64_t), &dim, sizeof(dim));
    is_plain = is_plain && static_cast<uint64_t>(given[i]) == expected;
    is_stored_so = is_stored_so && storage[i] == dim;
    was_so = was_so && original[i] == dim;
    expected *= static_cast<uint64_t>(dim);
  }
  // Word by word: what is stored in small parts and read as a whole at once waits for the stores.
  const auto put = [to](size_t at, uint64_t word) { std::memcpy(to + at * sizeof(word), &word, sizeof(word)); };
  const auto put_two = [&put](size_t at, auto low, auto high) {
    put(at, static_cast<uint32_t>(low) | static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32U);
  };
  const auto flag = [](bool value, int byte) { return static_cast<uint64_t>(value) << (8 * byte); };
  put(0, 't' | flag(address == nullptr, 1) | flag(is_plain, 2) | flag(is_stored_so, 3) | flag(was_so, 4));
  put_two(1, described.GetPlacement(), described.GetDataType());
  put_two(2, tensor.GetViewFormat(), tensor.GetStorageFormat());
  // Which tensors are the same object, and which lie at the same address: operator code compares both in phase one.
  put_two(3, tensor.GetOriginalFormat(), object);
  put_two(4, place, rank);
  put(5, static_cast<uint64_t>(tensor.GetViewOffset()));
  put(6, static_cast<uint64_t>(lies_in.GetStorageOffset()));
  const auto append_shape = [this](const op::Shape &shape) {
    const size_t count = shape.GetDimNum();
    append_value(count);
    if (count != 0) append(&shape[0], count * sizeof(int64_t));
  };
  if (!is_plain) {
    append_value(strides.size());
    append(strides.data(), strides.size() * sizeof(int64_t));
  }
  if (!is_stored_so) append_shape(storage);
  if (!was_so) append_shape(original);
}

uint8_t *CallKey::extend_block(size_t size) {
  const size_t at = *size_;
  if (*long_key_ == nullptr) block_.assign(inline_, inline_ + at);
  block_.resize(at + size);
  *long_key_ = block_.data();
  *size_ = at + size;
  return block_.data() + at;
}

uint64_t key_hash(std::string_view key) {
  __extension__ typedef unsigned __int128 Wide;
  const auto mixed = [](uint64_t a, uint64_t b) {
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64U);
  };
  const auto word = [](const char *from) {
    uint64_t value;
    std::memcpy(&value, from, sizeof(value));
    return value;
  };
  constexpr uint64_t kOne = 0x9e3779b97f4a7c15U, kTwo = 0xd1b54a32d192ed03U;
  const char *at = key.data();
  size_t left = key.size();
  uint64_t even = kOne ^ left, odd = kTwo;
  for (; left >= 32; at += 32, left -= 32) {
    even = mixed(word(at) ^ kOne, word(at + 8) ^ even);
    odd = mixed(word(at + 16) ^ kTwo, word(at + 24) ^ odd);
  }
  char rest[32] = {};
  std::memcpy(rest, at, left);
  even = mixed(word(rest) ^ kOne, word(rest + 8) ^ even);
  odd = mixed(word(rest + 16) ^ kTwo, word(rest + 24) ^ odd);
  return mixed(even ^ kTwo, odd ^ kOne);
}

}  // namespace opstrata::exec

int32_t opstrata_cache_statistics(opstrata_cache_statistics_t *statistics, size_t size) {
  using namespace opstrata::exec;  // NOLINT
  if (statistics == nullptr)
    return refused(opstrata::Msg::kExecNullArgument,
                   {{"function", "opstrata_cache_statistics"}, {"parameter", "statistics"}});
  const CacheCounts counts = plan_cache_counts();
  const CacheLimits &limits = cache_limits();
  const opstrata_cache_statistics_t known{counts.hits,      counts.misses, counts.uncached, counts.plans, counts.bytes,
                                          counts.forgotten, limits.plans,  limits.bytes,    task_count(), task_limit()};
  std::memset(statistics, 0, size);
  std::memcpy(statistics, &known, std::min(size, sizeof(known)));
  return ACLNN_SUCCESS;
}
