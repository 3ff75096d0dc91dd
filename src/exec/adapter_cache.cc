// The cache of plans as framework adapters use it (opdev-api section 2.24): they key a call themselves and run a hit
// without tensor objects, by the addresses that they list in the order of the call's tensors.
#include <new>
#include <string>
#include <vector>

#include "device/stream.h"
#include "exec/executor_impl.h"
#include "exec/plan_cache.h"
#include "exec/thread_context.h"
#include "opdev/op_cache.h"

namespace opstrata::exec {
namespace {

struct Adapter {
  bool on = false;
  std::string key;
  std::vector<void *> addresses;
};
Adapter &adapter() {
  static thread_local Adapter made;
  return made;
}

/// The adapter's bytes and the settings of the call, which the adapter does not know.
std::string full_key(char kind, const void *data, size_t size) {
  const op::OpConfigInfo config = current_config();
  const auto device = device::current_device();
  const int64_t settings[] = {device.ok() ? *device : -1, config.aicNum_, config.aivNum_, config.deterministicLevel_};
  std::string key = "adapter";
  key.push_back(kind);
  key.append(reinterpret_cast<const char *>(settings), sizeof(settings));
  key.append(static_cast<const char *>(data), size);
  return key;
}

aclOpExecutor *find(const std::string &key, uint64_t *workspace_size) {
  const auto cached = plan_cache().find(key);
  if (cached == nullptr || workspace_size == nullptr) return nullptr;
  try {
    op::InitThreadLocalContext();  // there are no tensors
    aclOpExecutor *executor = new_executor(cached->plan->name, false);
    if (ExecutorAccess::impl(*executor).adopt(cached, adapter().addresses)) {
      *workspace_size = cached->plan->workspace_bytes;
      return executor;
    }
    delete executor;
  } catch (const std::bad_alloc &) {
    // The long way will say so.
  }
  return nullptr;
}

}  // namespace

const std::string *adapter_key() { return adapter().on && !adapter().key.empty() ? &adapter().key : nullptr; }

}  // namespace opstrata::exec

using opstrata::exec::adapter;

void InitPTACacheThreadLocal(void) {
  adapter() = {};
  adapter().on = true;
}
void UnInitPTACacheThreadLocal(void) { adapter() = {}; }
void ResetCacheThreadLocal(void) {
  adapter() = {};
  opstrata::exec::thread_context().key.forget();
}
void AddTensorAddrToCachedList(void *addr) { adapter().addresses.push_back(addr); }
void SetPTAHashKey(uint64_t hash) { adapter().key = opstrata::exec::full_key('h', &hash, sizeof(hash)); }
void SetPTACacheHashKey(uint8_t *key, size_t len) {
  if (key == nullptr || len == 0) adapter().key.clear();
  else adapter().key = opstrata::exec::full_key('b', key, len);
}
bool CanUsePTACache(const char *api) { return api != nullptr && op::internal::CheckCacheable(); }
aclOpExecutor *PTAGetExecCache(uint64_t hash, uint64_t *workspaceSize) {
  return opstrata::exec::find(opstrata::exec::full_key('h', &hash, sizeof(hash)), workspaceSize);
}
aclOpExecutor *PTAFindExecCache(uint8_t *key, size_t len, uint64_t *workspaceSize) {
  return key == nullptr || len == 0 ? nullptr : opstrata::exec::find(opstrata::exec::full_key('b', key, len), workspaceSize);
}
