// Device and host memory (acl-runtime-api section 6).
#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/memory.h"
#include "device/runtime.h"

namespace opstrata::device {
namespace {

constexpr size_t kRounding = 32;
constexpr size_t kPadding = 32;

AclStatus check_config(const char *function, const aclrtMallocConfig *config) {
  if (config == nullptr || config->numAttrs == 0 || config->attrs != nullptr) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                {{"function", function}, {"parameter", "cfg->attrs"}, {"value", "null"},
                 {"allowed", "an array of cfg->numAttrs attributes"}});
}

AclStatus check_size(const char *function, size_t size, size_t extra) {
  if (size != 0 && size <= SIZE_MAX - extra - kRounding) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                {{"function", function}, {"parameter", "size"}, {"value", size}, {"allowed", "1 to what fits with rounding"}});
}

// Rounds as the device runtime does, because programs read up to the end of the padding.
AclStatus allocate_device(const char *function, void **devPtr, size_t size, size_t padding, bool rounded) {
  OPSTRATA_ACL_NOT_NULL(devPtr);
  OPSTRATA_ACL_TRY(check_size(function, size, padding));
  std::shared_ptr<Context> context;
  OPSTRATA_ACL_TRY(current_context(function, &context));
  const size_t bytes = rounded ? (size + kRounding - 1 + padding) / kRounding * kRounding : size;
  return allocate(function, size, bytes, MemoryKind::kDevice, context->device, devPtr);
}

AclStatus allocate_host(const char *function, void **hostPtr, size_t size) {
  OPSTRATA_ACL_NOT_NULL(hostPtr);
  OPSTRATA_ACL_TRY(check_size(function, size, 0));
  return allocate(function, size, size, MemoryKind::kPinned, -1, hostPtr);
}

AclStatus check_device_address(const char *function, const void *devPtr, size_t size) {
  OPSTRATA_ACL_NOT_NULL(devPtr);
  const auto block = find_block(devPtr);
  if (!block || (block->kind != MemoryKind::kDevice && block->kind != MemoryKind::kMapped)) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kNotAllocated,
                  {{"function", function}, {"wanted", "device memory"}, {"found", "another address"}});
  }
  return check_access(function, "devPtr", devPtr, size);
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy) {
  return api(__func__, [&](const char *function) { return allocate_device(function, devPtr, size, kPadding, true); });
}

aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy) {
  return api(__func__, [&](const char *function) { return allocate_device(function, devPtr, size, 0, true); });
}

aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy) {
  return api(__func__, [&](const char *function) { return allocate_device(function, devPtr, size, kPadding, true); });
}

aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy, aclrtMallocConfig *cfg) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_config(function, cfg));
    return allocate_device(function, devPtr, size, 0, false);
  });
}

aclError aclrtMemFlush(void *devPtr, size_t size) {
  return api(__func__, [&](const char *function) { return check_device_address(function, devPtr, size); });
}

aclError aclrtMemInvalidate(void *devPtr, size_t size) {
  return api(__func__, [&](const char *function) { return check_device_address(function, devPtr, size); });
}

aclError aclrtFree(void *devPtr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(devPtr);
    return release(function, devPtr, MemoryKind::kDevice);
  });
}

aclError aclrtFreeWithDevSync(void *devPtr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(devPtr);
    OPSTRATA_ACL_TRY(check_may_block(function));
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    AclStatus work = synchronize_context(*context, std::nullopt);
    OPSTRATA_ACL_TRY(release(function, devPtr, MemoryKind::kDevice));
    return work;
  });
}

aclError aclrtMallocHost(void **hostPtr, size_t size) {
  return api(__func__, [&](const char *function) { return allocate_host(function, hostPtr, size); });
}

aclError aclrtMallocHostWithCfg(void **ptr, uint64_t size, aclrtMallocConfig *cfg) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_config(function, cfg));
    return allocate_host(function, ptr, size);
  });
}

aclError aclrtFreeHost(void *hostPtr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(hostPtr);
    return release(function, hostPtr, MemoryKind::kPinned);
  });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(free);
    OPSTRATA_ACL_NOT_NULL(total);
    if (static_cast<unsigned>(attr) > static_cast<unsigned>(ACL_MEM_P2P_HUGE1G)) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "attr"}, {"value", static_cast<unsigned>(attr)}, {"allowed", "0 to 17"}});
    }
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    const size_t used = allocated_memory(context->device);
    *total = total_memory();
    *free = used < *total ? *total - used : 0;
    return {};
  });
}

aclError aclrtPointerGetAttributes(const void *ptr, aclrtPtrAttributes *attributes) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(ptr);
    OPSTRATA_ACL_NOT_NULL(attributes);
    *attributes = {};
    const auto block = find_block(ptr);
    if (!block) {
      attributes->location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
    } else if (block->device >= 0) {
      attributes->location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
      attributes->location.id = static_cast<uint32_t>(block->device);
    } else {
      attributes->location.type = ACL_MEM_LOCATION_TYPE_HOST;
    }
    attributes->pageSize = 4096;
    return {};
  });
}

aclError aclrtHostRegister(void *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(ptr);
    OPSTRATA_ACL_NOT_NULL(devPtr);
    OPSTRATA_ACL_TRY(check_size(function, size, 0));
    if (type != ACL_HOST_REGISTER_MAPPED) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "type"}, {"value", static_cast<int>(type)},
                     {"allowed", "ACL_HOST_REGISTER_MAPPED"}});
    }
    OPSTRATA_ACL_TRY(register_host(ptr, size));
    *devPtr = ptr;
    return {};
  });
}

aclError aclrtHostUnregister(void *ptr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(ptr);
    return unregister_host(ptr);
  });
}

}  // extern "C"
