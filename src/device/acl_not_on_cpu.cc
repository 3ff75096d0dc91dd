// Functions with no meaning on a CPU (acl-runtime-api section 16): device binaries, captured graphs, device address space. They
// exist so that programs link, and refuse with ACL_ERROR_RT_FEATURE_NOT_SUPPORT and their name.
#include "acl/acl_rt.h"
#include "device/acl_status.h"

using opstrata::Msg;
using opstrata::device::AclStatus;
using opstrata::device::api;
using opstrata::device::refuse;

#define OPSTRATA_NOT_ON_CPU(name, ...)                                                                            \
  aclError name(__VA_ARGS__) {                                                                                    \
    return api(#name, [](const char *function) -> AclStatus {                                                     \
      return refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, Msg::kNotOnCpu, {{"function", function}});                  \
    });                                                                                                           \
  }

extern "C" {
OPSTRATA_NOT_ON_CPU(aclrtBinaryLoadFromFile, const char *, aclrtBinaryLoadOptions *, aclrtBinHandle *)
OPSTRATA_NOT_ON_CPU(aclrtBinaryLoadFromData, const void *, size_t, const aclrtBinaryLoadOptions *, aclrtBinHandle *)
OPSTRATA_NOT_ON_CPU(aclrtBinaryUnLoad, aclrtBinHandle)
OPSTRATA_NOT_ON_CPU(aclrtBinaryGetFunction, aclrtBinHandle, const char *, aclrtFuncHandle *)
OPSTRATA_NOT_ON_CPU(aclrtBinaryGetFunctionByEntry, aclrtBinHandle, uint64_t, aclrtFuncHandle *)
OPSTRATA_NOT_ON_CPU(aclrtRegisterCpuFunc, aclrtBinHandle, const char *, const char *, aclrtFuncHandle *)
OPSTRATA_NOT_ON_CPU(aclrtLaunchKernel, aclrtFuncHandle, uint32_t, const void *, size_t, aclrtStream)
OPSTRATA_NOT_ON_CPU(aclrtLaunchKernelV2, aclrtFuncHandle, uint32_t, const void *, size_t, aclrtLaunchKernelCfg *, aclrtStream)
OPSTRATA_NOT_ON_CPU(aclrtLaunchKernelWithConfig, aclrtFuncHandle, uint32_t, aclrtStream, aclrtLaunchKernelCfg *, aclrtArgsHandle,
                    void *)
OPSTRATA_NOT_ON_CPU(aclrtLaunchKernelWithHostArgs, aclrtFuncHandle, uint32_t, aclrtStream, aclrtLaunchKernelCfg *, void *, size_t,
                    aclrtPlaceHolderInfo *, size_t)
OPSTRATA_NOT_ON_CPU(aclrtRandomNumAsync, const aclrtRandomNumTaskInfo *, aclrtStream, void *)
OPSTRATA_NOT_ON_CPU(aclrtGetOverflowStatus, void *, size_t, aclrtStream)
OPSTRATA_NOT_ON_CPU(aclrtResetOverflowStatus, aclrtStream)
OPSTRATA_NOT_ON_CPU(aclrtGetHardwareSyncAddr, void **)
OPSTRATA_NOT_ON_CPU(aclrtCtxGetFloatOverflowAddr, void **)
OPSTRATA_NOT_ON_CPU(aclrtCacheLastTaskOpInfo, const void *, size_t)
OPSTRATA_NOT_ON_CPU(aclrtReserveMemAddress, void **, size_t, size_t, void *, uint64_t)
OPSTRATA_NOT_ON_CPU(aclrtMapMem, void *, size_t, size_t, aclrtDrvMemHandle, uint64_t)
OPSTRATA_NOT_ON_CPU(aclmdlRICaptureBegin, aclrtStream, aclmdlRICaptureMode)
OPSTRATA_NOT_ON_CPU(aclmdlRICaptureEnd, aclrtStream, aclmdlRI *)
OPSTRATA_NOT_ON_CPU(aclmdlRIExecuteAsync, aclmdlRI, aclrtStream)
OPSTRATA_NOT_ON_CPU(aclmdlRIDestroy, aclmdlRI)
}
