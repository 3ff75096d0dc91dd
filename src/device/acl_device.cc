// Devices, contexts and their options (acl-runtime-api sections 5, 16).
#include <string>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/chip.h"
#include "device/memory.h"
#include "device/runtime.h"
#include "device/stream.h"
#include "device/thread_state.h"

namespace opstrata::device {
namespace {

AclStatus check_option(const char *function, aclSysParamOpt option) {
  if (option >= 0 && static_cast<int>(option) < SystemOptions::kCount) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                {{"function", function}, {"parameter", "opt"}, {"value", static_cast<int>(option)}, {"allowed", "0 to 3"}});
}

AclStatus get_option(const char *function, const SystemOptions &options, aclSysParamOpt option, int64_t *value) {
  OPSTRATA_ACL_TRY(check_option(function, option));
  const auto set = options.get(static_cast<int>(option));
  if (!set) {
    return refuse(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, Msg::kOptionNotSet,
                  {{"function", function}, {"option", static_cast<int>(option)}});
  }
  *value = *set;
  return {};
}

AclStatus set_option(const char *function, SystemOptions &options, aclSysParamOpt option, int64_t value) {
  OPSTRATA_ACL_TRY(check_option(function, option));
  options.set(static_cast<int>(option), value);
  settings_changed();
  return {};
}

AclStatus check_limit_type(const char *function, aclrtDevResLimitType type) {
  if (type == ACL_RT_DEV_RES_CUBE_CORE || type == ACL_RT_DEV_RES_VECTOR_CORE) return {};
  return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                {{"function", function}, {"parameter", "type"}, {"value", static_cast<int>(type)}, {"allowed", "0, 1"}});
}

uint32_t chip_cores(aclrtDevResLimitType type) {
  return type == ACL_RT_DEV_RES_CUBE_CORE ? chip().cube_cores : chip().vector_cores;
}

uint32_t device_limit(int32_t device, aclrtDevResLimitType type) {
  const uint32_t limit = runtime().devices[static_cast<size_t>(device)].core_limits[type];
  return limit != 0 ? limit : chip_cores(type);
}

uint32_t stream_limit(const Stream &stream, aclrtDevResLimitType type) {
  const uint32_t limit = stream.core_limits[type];
  return limit != 0 ? limit : device_limit(stream.context()->device, type);
}

AclStatus check_limit(const char *function, aclrtDevResLimitType type, uint32_t value) {
  OPSTRATA_ACL_TRY(check_limit_type(function, type));
  if (value >= 1 && value <= chip_cores(type)) return {};
  return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                {{"function", function}, {"parameter", "value"}, {"value", value},
                 {"allowed", "1 to " + std::to_string(chip_cores(type))}});
}

}  // namespace

std::optional<int64_t> system_option(aclSysParamOpt option) {
  std::shared_ptr<Context> context;
  if (current_context("system_option", &context).ok()) {
    if (const auto value = context->options.get(static_cast<int>(option))) return value;
  }
  return runtime().options.get(static_cast<int>(option));
}

void set_system_option(aclSysParamOpt option, int64_t value) {
  runtime().options.set(static_cast<int>(option), value);
  settings_changed();
}

bool checks_overflow(aclrtStream stream) {
  if (!Stream::any_checks_overflow.load(std::memory_order_acquire)) return false;
  std::shared_ptr<Stream> found;
  return resolve_stream("checks_overflow", stream, &found).ok() && found->overflow_switch != 0 &&
         found->capture() == nullptr;
}

CoreLimits thread_core_limits() {
  const auto limits = [](const auto &limit) { return CoreLimits{limit(ACL_RT_DEV_RES_CUBE_CORE), limit(ACL_RT_DEV_RES_VECTOR_CORE)}; };
  if (thread_state().resource_stream != nullptr) {
    const auto stream = runtime().streams.find(thread_state().resource_stream);
    if (stream != nullptr) return limits([&](aclrtDevResLimitType type) { return stream_limit(*stream, type); });
  }
  std::shared_ptr<Context> context;
  if (!current_context("thread_core_limits", &context).ok()) return limits(chip_cores);
  return limits([&](aclrtDevResLimitType type) { return device_limit(context->device, type); });
}
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
  return api(__func__, [&](const char *) { return set_device(deviceId); });
}

aclError aclrtResetDevice(int32_t deviceId) {
  return api(__func__, [&](const char *) { return reset_device(deviceId, false); });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
  return api(__func__, [&](const char *) { return reset_device(deviceId, true); });
}

aclError aclrtGetDevice(int32_t *deviceId) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(deviceId);
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    *deviceId = context->device;
    return {};
  });
}

aclError aclrtGetDeviceCount(uint32_t *count) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(count);
    *count = static_cast<uint32_t>(runtime().devices.size());
    return {};
  });
}

aclError aclrtGetRunMode(aclrtRunMode *runMode) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(runMode);
    *runMode = ACL_HOST;
    return {};
  });
}

namespace {
aclError synchronize_device(const char *name, int32_t timeout) {
  return api(name, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_may_block(function));
    if (timeout < -1) {
      return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadTimeout, {{"function", function}, {"timeout", timeout}});
    }
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    std::optional<Clock::time_point> deadline;
    if (timeout >= 0) deadline = Clock::now() + std::chrono::milliseconds(timeout);
    return synchronize_context(*context, deadline);
  });
}
}  // namespace
aclError aclrtSynchronizeDevice(void) { return synchronize_device(__func__, -1); }
aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) { return synchronize_device(__func__, timeout); }

aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(context);
    OPSTRATA_ACL_TRY(check_device(function, deviceId));
    const auto made = make_context(deviceId, false);
    thread_state().context = made.get();
    thread_state().context_id = made->id;
    *context = made.get();
    return {};
  });
}

aclError aclrtDestroyContext(aclrtContext context) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(context);
    return destroy_context(context);
  });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(context);
    const auto found = runtime().contexts.find(context);
    if (found == nullptr) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kUnknownHandle, {{"function", function}, {"kind", "context"}});
    }
    thread_state().context = found.get();
    thread_state().context_id = found->id;
    return {};
  });
}

aclError aclrtGetCurrentContext(aclrtContext *context) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(context);
    std::shared_ptr<Context> current;
    OPSTRATA_ACL_TRY(current_context(function, &current));
    *context = current.get();
    return {};
  });
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(stream);
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, nullptr, &s));
    *stream = s.get();
    return {};
  });
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t *value) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(value);
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    return get_option(function, context->options, opt, value);
  });
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    return set_option(function, context->options, opt, value);
  });
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t *value) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(value);
    return get_option(function, runtime().options, opt, value);
  });
}

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  return api(__func__, [&](const char *function) { return set_option(function, runtime().options, opt, value); });
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t *value) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(value);
    OPSTRATA_ACL_TRY(check_device(function, deviceId));
    switch (attr) {
      case ACL_DEV_ATTR_AICPU_CORE_NUM: *value = chip().ai_cpus; return {};
      case ACL_DEV_ATTR_AICORE_CORE_NUM:
      case ACL_DEV_ATTR_CUBE_CORE_NUM: *value = chip().cube_cores; return {};
      case ACL_DEV_ATTR_VECTOR_CORE_NUM: *value = chip().vector_cores; return {};
      case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE: *value = static_cast<int64_t>(total_memory()); return {};
      case ACL_DEV_ATTR_L2_CACHE_SIZE: *value = static_cast<int64_t>(chip().l2_bytes); return {};
      case ACL_DEV_ATTR_NPU_ARCH: *value = chip().architecture; return {};
    }
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                  {{"function", function}, {"parameter", "attr"}, {"value", static_cast<int>(attr)},
                   {"allowed", "an ACL_DEV_ATTR_* number"}});
  });
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus *deviceStatus) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(deviceStatus);
    OPSTRATA_ACL_TRY(check_device(function, deviceId));
    *deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
    return {};
  });
}

aclError aclrtDeviceCanAccessPeer(int32_t *canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(canAccessPeer);
    OPSTRATA_ACL_TRY(check_device(function, deviceId));
    OPSTRATA_ACL_TRY(check_device(function, peerDeviceId));
    *canAccessPeer = deviceId == peerDeviceId ? 0 : 1;
    return {};
  });
}

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_device(function, peerDeviceId));
    if (flags != 0) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "flags"}, {"value", flags}, {"allowed", "0"}});
    }
    std::shared_ptr<Context> context;
    return current_context(function, &context);
  });
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    if (mode == ACL_RT_OVERFLOW_MODE_INFNAN) return {};
    return refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, Msg::kBadArgument,
                  {{"function", function}, {"parameter", "mode"}, {"value", static_cast<int>(mode)},
                   {"allowed", "ACL_RT_OVERFLOW_MODE_INFNAN (1), what a CPU does"}});
  });
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode *mode) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(mode);
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    *mode = ACL_RT_OVERFLOW_MODE_INFNAN;
    return {};
  });
}

aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t *value) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(value);
    OPSTRATA_ACL_TRY(check_device(function, deviceId));
    OPSTRATA_ACL_TRY(check_limit_type(function, type));
    *value = device_limit(deviceId, type);
    return {};
  });
}

aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_device(function, deviceId));
    OPSTRATA_ACL_TRY(check_limit(function, type, value));
    runtime().devices[static_cast<size_t>(deviceId)].core_limits[type] = value;
    settings_changed();
    return {};
  });
}

aclError aclrtResetDeviceResLimit(int32_t deviceId) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_device(function, deviceId));
    for (auto &limit : runtime().devices[static_cast<size_t>(deviceId)].core_limits) limit = 0;
    settings_changed();
    return {};
  });
}

namespace {
aclError limit_of_stream(const char *name, aclrtStream stream, aclrtDevResLimitType type, uint32_t *value) {
  return api(name, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(value);
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    OPSTRATA_ACL_TRY(check_limit_type(function, type));
    *value = stream_limit(*s, type);
    return {};
  });
}
}  // namespace
aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t *value) {
  return limit_of_stream(__func__, stream, type, value);
}

aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    OPSTRATA_ACL_TRY(check_limit(function, type, value));
    s->core_limits[type] = value;
    settings_changed();
    return {};
  });
}

aclError aclrtResetStreamResLimit(aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    for (auto &limit : s->core_limits) limit = 0;
    settings_changed();
    return {};
  });
}

aclError aclrtUseStreamResInCurrentThread(aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    thread_state().resource_stream = s.get();
    return {};
  });
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    if (thread_state().resource_stream == s.get()) thread_state().resource_stream = nullptr;
    return {};
  });
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t *value) {
  const auto stream = runtime().streams.find(thread_state().resource_stream);
  return limit_of_stream(__func__, stream.get(), type, value);
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout) {
  runtime().wait_timeout_s = timeout;
  return ACL_SUCCESS;
}

aclError aclrtSetOpExecuteTimeOut(uint32_t timeout) {
  return api(__func__, [&](const char *function) -> AclStatus {
    if (timeout > UINT32_MAX / 1000) {
      return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "timeout"}, {"value", timeout}, {"allowed", "up to 4294967 seconds"}});
    }
    runtime().execute_timeout_ms = timeout * 1000;
    return {};
  });
}

aclError aclrtGetOpExecuteTimeout(uint32_t *const timeoutMs) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(timeoutMs);
    *timeoutMs = runtime().execute_timeout_ms;
    return {};
  });
}

}  // extern "C"
