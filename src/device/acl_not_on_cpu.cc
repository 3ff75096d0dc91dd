// What has no meaning on a CPU (acl-runtime-api section 16): binaries of a device. The functions exist so that programs link; they check their arguments as a device does and refuse with
// ACL_ERROR_RT_FEATURE_NOT_SUPPORT, or with an error of the handle, as no such handle can have been created.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/runtime.h"

namespace opstrata::device {
namespace {

AclStatus not_on_cpu(const char *function) {
  return refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, Msg::kNotOnCpu, {{"function", function}});
}
AclStatus device_code(const char *function, const char *what) {
  return refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, Msg::kDeviceBinary, {{"function", function}, {"what", what}});
}
AclStatus no_such(const char *function, const char *kind) {
  return refuse(ACL_ERROR_RT_INVALID_HANDLE, Msg::kNoSuchBinary, {{"function", function}, {"kind", kind}});
}

/// Every launch function: the kernel's handle, then the stream, as no handle is ever valid.
AclStatus launch(const char *function, aclrtFuncHandle funcHandle, aclrtStream stream) {
  OPSTRATA_ACL_NOT_NULL(funcHandle);
  std::shared_ptr<Stream> found;
  OPSTRATA_ACL_TRY(resolve_stream(function, stream, &found));
  return no_such(function, "funcHandle");
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtBinaryLoadFromFile(const char *binPath, aclrtBinaryLoadOptions *, aclrtBinHandle *binHandle) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(binPath);
    OPSTRATA_ACL_NOT_NULL(binHandle);
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(binPath, "rb"), std::fclose);
    if (file == nullptr) {
      return refuse(ACL_ERROR_RT_FILE_OPEN, Msg::kBinaryFile,
                    {{"function", function}, {"path", binPath}, {"reason", std::strerror(errno)}});
    }
    return device_code(function, binPath);
  });
}

aclError aclrtBinaryLoadFromData(const void *data, size_t length, const aclrtBinaryLoadOptions *,
                                 aclrtBinHandle *binHandle) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(data);
    OPSTRATA_ACL_NOT_NULL(binHandle);
    if (length == 0) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "length"}, {"value", length}, {"allowed", "1 or more"}});
    }
    return device_code(function, "data");
  });
}

aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(binHandle);
    return no_such(function, "binHandle");
  });
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char *kernelName, aclrtFuncHandle *funcHandle) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(binHandle);
    OPSTRATA_ACL_NOT_NULL(kernelName);
    OPSTRATA_ACL_NOT_NULL(funcHandle);
    return no_such(function, "binHandle");
  });
}

aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binHandle, uint64_t, aclrtFuncHandle *funcHandle) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(binHandle);
    OPSTRATA_ACL_NOT_NULL(funcHandle);
    return no_such(function, "binHandle");
  });
}

aclError aclrtRegisterCpuFunc(const aclrtBinHandle handle, const char *funcName, const char *kernelName,
                              aclrtFuncHandle *funcHandle) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(handle);
    OPSTRATA_ACL_NOT_NULL(funcName);
    OPSTRATA_ACL_NOT_NULL(kernelName);
    OPSTRATA_ACL_NOT_NULL(funcHandle);
    return no_such(function, "handle");
  });
}

aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t, const void *, size_t, aclrtStream stream) {
  return api(__func__, [&](const char *function) { return launch(function, funcHandle, stream); });
}

aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t, const void *, size_t, aclrtLaunchKernelCfg *,
                             aclrtStream stream) {
  return api(__func__, [&](const char *function) { return launch(function, funcHandle, stream); });
}

aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t, aclrtStream stream, aclrtLaunchKernelCfg *,
                                     aclrtArgsHandle, void *) {
  return api(__func__, [&](const char *function) { return launch(function, funcHandle, stream); });
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t, aclrtStream stream, aclrtLaunchKernelCfg *,
                                       void *, size_t, aclrtPlaceHolderInfo *, size_t) {
  return api(__func__, [&](const char *function) { return launch(function, funcHandle, stream); });
}

aclError aclrtGetHardwareSyncAddr(void **addr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(addr);
    return not_on_cpu(function);
  });
}

aclError aclrtCacheLastTaskOpInfo(const void *const infoPtr, const size_t) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(infoPtr);
    return not_on_cpu(function);
  });
}

}  // extern "C"
