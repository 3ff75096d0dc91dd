// Initialisation and shutdown (acl-runtime-api section 4).
#include <simdjson.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/runtime.h"
#include "device/trace.h"

namespace opstrata::device {
namespace {

template <typename Function>
struct Callback {
  aclRegisterCallbackType type;
  Function function;
  void *user_data;
};

struct Life {
  std::recursive_mutex mutex;  // Callbacks may call aclInit and friends.
  uint64_t count = 0;
  std::optional<std::string> configuration;  ///< text of the first initialisation of the process
  std::vector<Callback<aclInitCallbackFunc>> on_init;
  std::vector<Callback<aclFinalizeCallbackFunc>> on_finalize;
};

// Never destroyed: destructors of static objects may finalise.
Life &life() {
  static Life *const value = new Life;
  return *value;
}

AclStatus read_configuration(const char *path, std::string *text) {
  text->clear();
  if (path == nullptr || *path == '\0') return {};
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return refuse(ACL_ERROR_INVALID_FILE, Msg::kConfigFile, {{"path", path}, {"reason", std::strerror(errno)}});
  }
  text->assign(std::istreambuf_iterator<char>(file), {});
  return {};
}

// The only key that means something to a CPU is defaultDevice; the rest has to be JSON of sensible depth.
AclStatus parse_configuration(const char *path, const std::string &text, int32_t *default_device) {
  *default_device = -1;
  if (text.empty()) return {};
  constexpr size_t kMaxDepth = 10;
  simdjson::dom::parser parser(simdjson::SIMDJSON_MAXSIZE_BYTES);
  simdjson::dom::element root;
  simdjson::error_code error = parser.allocate(text.size() + simdjson::SIMDJSON_PADDING, kMaxDepth + 1);
  if (error == simdjson::SUCCESS) error = parser.parse(text).get(root);
  if (error == simdjson::SUCCESS && !root.is_object()) error = simdjson::INCORRECT_TYPE;
  if (error != simdjson::SUCCESS) {
    return refuse(ACL_ERROR_PARSE_FILE, Msg::kConfigText, {{"path", path}, {"reason", simdjson::error_message(error)}});
  }
  simdjson::dom::object section;
  if (root["defaultDevice"].get(section) != simdjson::SUCCESS) return {};
  std::string_view device;
  char *end = nullptr;
  const bool present = section["default_device"].get(device) == simdjson::SUCCESS && !device.empty();
  const std::string digits(device);
  const long number = present ? std::strtol(digits.c_str(), &end, 10) : -1;
  if (!present || *end != '\0' || !check_device("aclInit", number).ok()) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kConfigText,
                  {{"path", path}, {"reason", "defaultDevice.default_device is no device number in quotes: " + digits}});
  }
  *default_device = static_cast<int32_t>(number);
  return {};
}

AclStatus initialise(const char *function, const char *path) {
  Life &l = life();
  std::lock_guard lock(l.mutex);
  if (l.count > 0) {
    ++l.count;
    return refuse(ACL_ERROR_REPEAT_INITIALIZE, Msg::kRepeatInit, {{"count", l.count}});
  }
  std::string text;
  OPSTRATA_ACL_TRY(read_configuration(path, &text));
  int32_t default_device = -1;
  OPSTRATA_ACL_TRY(parse_configuration(path, text, &default_device));
  if (l.configuration && *l.configuration != text) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kConfigChanged, {{"path", path == nullptr ? "(none)" : path}});
  }
  for (const auto &callback : std::vector(l.on_init)) {
    if (const aclError code = callback.function(text.c_str(), text.size(), callback.user_data); code != ACL_SUCCESS) {
      return refuse(code, Msg::kCallbackFailed, {{"function", function}, {"code", code}});
    }
  }
  l.configuration = std::move(text);
  runtime().implicit_device = default_device;
  l.count = 1;
  return {};
}

AclStatus finalise(const char *function, bool all, uint64_t *remaining) {
  Life &l = life();
  std::lock_guard lock(l.mutex);
  if (l.count == 0) {
    if (remaining != nullptr) *remaining = 0;
    return refuse(ACL_ERROR_REPEAT_FINALIZE, Msg::kRepeatFinalize, {{"function", function}});
  }
  l.count = all ? 0 : l.count - 1;
  if (remaining != nullptr) *remaining = l.count;
  if (l.count > 0) return {};
  runtime().implicit_device = -1;
  for (const auto &callback : std::vector(l.on_finalize)) {
    if (const aclError code = callback.function(callback.user_data); code != ACL_SUCCESS) {
      return refuse(code, Msg::kCallbackFailed, {{"function", function}, {"code", code}});
    }
  }
  return {};
}

template <typename Function>
AclStatus add_callback(const char *function, std::vector<Callback<Function>> &list, aclRegisterCallbackType type,
                       Function cbFunc, void *user_data) {
  OPSTRATA_ACL_NOT_NULL(cbFunc);
  for (const auto &known : list) {
    if (known.type == type && known.function == cbFunc) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kCallbackTwice, {{"function", function}, {"type", static_cast<int>(type)}});
    }
  }
  list.push_back({type, cbFunc, user_data});
  return {};
}

template <typename Function>
AclStatus remove_callback(const char *function, std::vector<Callback<Function>> &list, aclRegisterCallbackType type,
                          Function cbFunc) {
  OPSTRATA_ACL_NOT_NULL(cbFunc);
  const auto removed =
      std::erase_if(list, [&](const auto &known) { return known.type == type && known.function == cbFunc; });
  if (removed > 0) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kCallbackUnknown, {{"function", function}, {"type", static_cast<int>(type)}});
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclInit(const char *configPath) {
  return api(__func__, [&](const char *function) { return initialise(function, configPath); });
}

aclError aclFinalize(void) {
  trace_write();
  return api(__func__, [&](const char *function) { return finalise(function, true, nullptr); });
}

aclError aclFinalizeReference(uint64_t *refCount) {
  trace_write();
  return api(__func__, [&](const char *function) { return finalise(function, false, refCount); });
}

aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc, void *userData) {
  return api(__func__, [&](const char *function) -> AclStatus {
    Life &l = life();
    std::lock_guard lock(l.mutex);
    OPSTRATA_ACL_TRY(add_callback(function, l.on_init, type, cbFunc, userData));
    if (l.count == 0) return {};
    const aclError code = cbFunc(l.configuration->c_str(), l.configuration->size(), userData);
    return code == ACL_SUCCESS ? AclStatus() : refuse(code, Msg::kCallbackFailed, {{"function", function}, {"code", code}});
  });
}

aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc) {
  return api(__func__, [&](const char *function) {
    std::lock_guard lock(life().mutex);
    return remove_callback(function, life().on_init, type, cbFunc);
  });
}

aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc, void *userData) {
  return api(__func__, [&](const char *function) {
    std::lock_guard lock(life().mutex);
    return add_callback(function, life().on_finalize, type, cbFunc, userData);
  });
}

aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc) {
  return api(__func__, [&](const char *function) {
    std::lock_guard lock(life().mutex);
    return remove_callback(function, life().on_finalize, type, cbFunc);
  });
}

}  // extern "C"
