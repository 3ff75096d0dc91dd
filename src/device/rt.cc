// The lower runtime layer under rt names (foreign-build section 4.9): the same objects as acl's.
#include <cstring>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/chip.h"
#include "device/runtime.h"
#include "runtime/runtime/rt.h"

namespace opstrata::device {
namespace {

AclStatus put_text(const char *function, const std::string &text, char *out, uint32_t size) {
  if (text.size() < size) {
    std::memcpy(out, text.c_str(), text.size() + 1);
    return {};
  }
  return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                {{"function", function}, {"parameter", "maxLen"}, {"value", size},
                 {"allowed", "at least " + std::to_string(text.size() + 1)}});
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

#define OPSTRATA_RT_NOT_ON_CPU(name, ...)                                                                        \
  rtError_t name(__VA_ARGS__) {                                                                                  \
    return api(#name, [](const char *function) -> AclStatus {                                                    \
      return refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, Msg::kNotOnCpu, {{"function", function}});                 \
    });                                                                                                          \
  }

extern "C" {

rtError_t rtCtxCreate(rtContext_t *createCtx, uint32_t, int32_t devId) { return aclrtCreateContext(createCtx, devId); }
rtError_t rtCtxDestroy(rtContext_t destroyCtx) { return aclrtDestroyContext(destroyCtx); }
rtError_t rtCtxSetCurrent(rtContext_t currentCtx) { return aclrtSetCurrentContext(currentCtx); }
rtError_t rtCtxGetCurrent(rtContext_t *currentCtx) { return aclrtGetCurrentContext(currentCtx); }
rtError_t rtCtxSynchronize(void) { return aclrtSynchronizeDevice(); }
rtError_t rtCtxGetDevice(int32_t *devId) { return aclrtGetDevice(devId); }

rtError_t rtSetDevice(int32_t devId) { return aclrtSetDevice(devId); }
rtError_t rtDeviceReset(int32_t devId) { return aclrtResetDevice(devId); }
rtError_t rtGetDevice(int32_t *devId) { return aclrtGetDevice(devId); }
rtError_t rtGetDeviceCount(int32_t *cnt) { return aclrtGetDeviceCount(reinterpret_cast<uint32_t *>(cnt)); }
rtError_t rtDeviceSynchronize(void) { return aclrtSynchronizeDevice(); }

rtError_t rtGetDevicePhyIdByIndex(uint32_t devIndex, uint32_t *phyId) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(phyId);
    OPSTRATA_ACL_TRY(check_device(function, devIndex));
    *phyId = devIndex;
    return {};
  });
}

rtError_t rtGetDeviceInfo(uint32_t deviceId, int32_t moduleType, int32_t infoType, int64_t *val) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(val);
    OPSTRATA_ACL_TRY(check_device(function, deviceId));
    if (infoType == INFO_TYPE_CORE_NUM) {
      switch (moduleType) {
        case RT_MODULE_TYPE_AICPU: *val = chip().ai_cpus; return {};
        case RT_MODULE_TYPE_AICORE: *val = chip().cube_cores; return {};
        case RT_MODULE_TYPE_VECTOR_CORE: *val = chip().vector_cores; return {};
        default: break;
      }
    }
    return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                  {{"function", function}, {"parameter", "infoType"}, {"value", infoType},
                   {"allowed", "3 (number of cores) of module types 1, 4, 7"}, {"moduleType", moduleType}});
  });
}

rtError_t rtGetSocVersion(char *ver, const uint32_t maxLen) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(ver);
    return put_text(function, chip_name(), ver, maxLen);
  });
}

rtError_t rtGetSocSpec(const char *label, const char *key, char *val, const uint32_t maxLen) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(label);
    OPSTRATA_ACL_NOT_NULL(key);
    OPSTRATA_ACL_NOT_NULL(val);
    const auto property = chip_property(label, key);
    if (!property) {
      return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "key"}, {"value", std::string(label) + "." + key},
                     {"allowed", "labels version, SoCInfo, AICoreSpec with their keys"}});
    }
    return put_text(function, *property, val, maxLen);
  });
}

rtError_t rtStreamCreate(rtStream_t *stm, int32_t priority) {
  return aclrtCreateStreamWithConfig(stm, static_cast<uint32_t>(priority), 0);
}
rtError_t rtStreamDestroy(rtStream_t stm) { return aclrtDestroyStream(stm); }
rtError_t rtStreamSynchronize(rtStream_t stm) { return aclrtSynchronizeStream(stm); }
rtError_t rtStreamWaitEvent(rtStream_t stm, rtEvent_t evt) { return aclrtStreamWaitEvent(stm, evt); }
rtError_t rtGetStreamId(rtStream_t stm, int32_t *streamId) { return aclrtStreamGetId(stm, streamId); }

rtError_t rtEventCreate(rtEvent_t *evt) { return aclrtCreateEvent(evt); }
rtError_t rtEventDestroy(rtEvent_t evt) { return aclrtDestroyEvent(evt); }
rtError_t rtEventRecord(rtEvent_t evt, rtStream_t stm) { return aclrtRecordEvent(evt, stm); }
rtError_t rtEventSynchronize(rtEvent_t evt) { return aclrtSynchronizeEvent(evt); }

rtError_t rtMalloc(void **devPtr, uint64_t size, rtMemType_t, const uint16_t) {
  return aclrtMalloc(devPtr, size, ACL_MEM_MALLOC_HUGE_FIRST);
}
rtError_t rtFree(void *devPtr) { return aclrtFree(devPtr); }
rtError_t rtMallocHost(void **hostPtr, uint64_t size, const uint16_t) { return aclrtMallocHost(hostPtr, size); }
rtError_t rtFreeHost(void *hostPtr) { return aclrtFreeHost(hostPtr); }
rtError_t rtMemcpy(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind) {
  return aclrtMemcpy(dst, destMax, src, cnt, static_cast<aclrtMemcpyKind>(kind));
}
rtError_t rtMemcpyAsync(void *dst, uint64_t destMax, const void *src, uint64_t cnt, rtMemcpyKind_t kind, rtStream_t stm) {
  return aclrtMemcpyAsync(dst, destMax, src, cnt, static_cast<aclrtMemcpyKind>(kind), stm);
}
rtError_t rtMemset(void *devPtr, uint64_t destMax, const uint32_t val, const uint64_t cnt) {
  return aclrtMemset(devPtr, destMax, static_cast<int32_t>(val), cnt);
}

OPSTRATA_RT_NOT_ON_CPU(rtAicpuKernelLaunchExWithArgs, const uint32_t, const char *, const uint32_t, const rtAicpuArgsEx_t *,
                       rtSmDesc_t *, rtStream_t, const uint32_t)
OPSTRATA_RT_NOT_ON_CPU(rtsBinaryLoadFromFile, const char *, const rtLoadBinaryConfig_t *, rtBinHandle *)
OPSTRATA_RT_NOT_ON_CPU(rtsFuncGetByName, rtBinHandle, const char *, rtFuncHandle *)
OPSTRATA_RT_NOT_ON_CPU(rtsLaunchCpuKernel, rtFuncHandle, const uint32_t, rtStream_t, const rtKernelLaunchCfg_t *,
                       rtCpuKernelArgs_t *)

}  // extern "C"
