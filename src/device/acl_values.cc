// Data types, half precision, data buffers, the application's log, versions, legal error queries (acl-runtime-api sections 4, 12).
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

#include "acl/acl_rt.h"
#include "base/half.h"
#include "base/log.h"
#include "device/acl_status.h"
#include "device/chip.h"
#include "device/thread_state.h"

struct aclDataBuffer {
  void *data;
  size_t size;
};

namespace opstrata::device {
namespace {

// Version of the interface generation that Opstrata offers; operator sources choose branches by it (aclsysGetVersionNum).
constexpr int kMajor = 9;
constexpr int kMinor = 1;
constexpr int kRelease = 0;
constexpr int kPatch = 0;
constexpr const char *kVersionText = "9.1.0";

constexpr const char *kPackages[] = {"cann", "runtime", "compiler", "ge_compiler", "ge-compiler", "ge_executor", "hccl", "toolkit",
                                     "opp", "opp_kernel", "driver", "opbase", "metadef", "asc_devkit", "bisheng_compiler"};

AclStatus check_package(const char *function, const char *pkgName) {
  OPSTRATA_ACL_NOT_NULL(pkgName);
  if (std::any_of(std::begin(kPackages), std::end(kPackages),
                  [&](const char *known) { return std::strcmp(known, pkgName) == 0; })) {
    return {};
  }
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                {{"function", function},
                 {"parameter", "pkgName"},
                 {"value", pkgName},
                 {"allowed", "a package such as runtime, ge_compiler, opbase"}});
}

AclStatus check_level(const char *function, aclrtLastErrLevel level) {
  if (level == ACL_RT_THREAD_LEVEL) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                {{"function", function}, {"parameter", "level"}, {"value", static_cast<int>(level)}, {"allowed", "ACL_RT_THREAD_LEVEL"}});
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

size_t aclDataTypeSize(aclDataType dataType) {
  switch (dataType) {
    case ACL_STRING:
    case ACL_DT_UNDEFINED: return 0;
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
    case ACL_INT4:
    case ACL_UINT1:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0: return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16: return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32: return 4;
    case ACL_COMPLEX128: return 16;
    default: return 8;  // The interface's answer for everything else, small floats included.
  }
}

float aclFloat16ToFloat(aclFloat16 value) { return opstrata::fp16_to_float(value); }

aclFloat16 aclFloatToFloat16(float value) {
  const uint16_t bits = opstrata::float_to_fp16(value);
  const bool finite = (bits & 0x7C00U) != 0x7C00U;
  return finite ? bits : static_cast<aclFloat16>((bits & 0x8000U) | 0x7BFFU);
}

aclDataBuffer *aclCreateDataBuffer(void *data, size_t size) { return new (std::nothrow) aclDataBuffer{data, size}; }

aclError aclDestroyDataBuffer(const aclDataBuffer *dataBuffer) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(dataBuffer);
    delete dataBuffer;
    return {};
  });
}

aclError aclUpdateDataBuffer(aclDataBuffer *dataBuffer, void *data, size_t size) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(dataBuffer);
    *dataBuffer = {data, size};
    return {};
  });
}

void *aclGetDataBufferAddr(const aclDataBuffer *dataBuffer) { return dataBuffer == nullptr ? nullptr : dataBuffer->data; }
size_t aclGetDataBufferSizeV2(const aclDataBuffer *dataBuffer) { return dataBuffer == nullptr ? 0 : dataBuffer->size; }
uint32_t aclGetDataBufferSize(const aclDataBuffer *dataBuffer) {
  return static_cast<uint32_t>(std::min<size_t>(aclGetDataBufferSizeV2(dataBuffer), UINT32_MAX));
}

void aclAppLog(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...) {
  const auto level = static_cast<opstrata::log::Level>(std::clamp(static_cast<int>(logLevel), 0, 3));
  if (fmt == nullptr || !opstrata::log::enabled(level)) return;
  char text[1024];
  const int head = std::snprintf(text, sizeof(text), "[%s:%u %s] ", file == nullptr ? "" : file, line, func == nullptr ? "" : func);
  const size_t used = std::min(static_cast<size_t>(std::max(head, 0)), sizeof(text) - 1);
  va_list arguments;
  va_start(arguments, fmt);
  std::vsnprintf(text + used, sizeof(text) - used, fmt, arguments);
  va_end(arguments);
  opstrata::log::write(level, "application", text);
}

const char *aclGetRecentErrMsg(void) { return opstrata::take_recent_message(); }

const char *aclrtGetSocName(void) { return chip_name(); }

aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(majorVersion);
    OPSTRATA_ACL_NOT_NULL(minorVersion);
    OPSTRATA_ACL_NOT_NULL(patchVersion);
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return {};
  });
}

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion *version) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(version);
    if (name < ACL_PKG_NAME_CANN || name > ACL_PKG_NAME_DRIVER) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "name"}, {"value", static_cast<int>(name)}, {"allowed", "0 to 7"}});
    }
    *version = {};
    std::snprintf(version->version, sizeof(version->version), "%s", kVersionText);
    std::snprintf(version->majorVersion, sizeof(version->majorVersion), "%d", kMajor);
    std::snprintf(version->minorVersion, sizeof(version->minorVersion), "%d", kMinor);
    std::snprintf(version->releaseVersion, sizeof(version->releaseVersion), "%d", kRelease);
    std::snprintf(version->patchVersion, sizeof(version->patchVersion), "%d", kPatch);
    return {};
  });
}

aclError aclsysGetVersionStr(char *pkgName, char *versionStr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_package(function, pkgName));
    OPSTRATA_ACL_NOT_NULL(versionStr);
    std::strcpy(versionStr, kVersionText);
    return {};
  });
}

aclError aclsysGetVersionNum(char *pkgName, int32_t *versionNum) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_package(function, pkgName));
    OPSTRATA_ACL_NOT_NULL(versionNum);
    *versionNum = kMajor * 10000000 + kMinor * 100000 + kRelease * 1000 + kPatch;
    return {};
  });
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
  const AclStatus status = check_level(__func__, level);
  return status.ok() ? thread_state().last_error : status.code();
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
  const aclError last = aclrtPeekAtLastError(level);
  if (level == ACL_RT_THREAD_LEVEL) thread_state().last_error = ACL_SUCCESS;
  return last;
}

}  // extern "C"
