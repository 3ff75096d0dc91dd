// Entry and exit of API functions and operators, logging of operator code (opdev-api sections 2.17 and 2.18).
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <string>

#include "base/data_type.h"
#include "base/log.h"
#include "base/messages.h"
#include "device/stream.h"
#include "exec/dump.h"
#include "exec/executor_impl.h"
#include "exec/profile.h"
#include "exec/report.h"
#include "exec/string_core.h"
#include "exec/thread_context.h"
#include "opdev/op_executor.h"

using opstrata::exec::thread_context;
using opstrata::exec::ThreadContext;
using Level = opstrata::log::Level;

namespace opstrata::exec {

namespace {

std::string format_text(const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int size = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string text(size > 0 ? static_cast<size_t>(size) : 0, '\0');
  if (size > 0) (void)std::vsnprintf(text.data(), text.size() + 1, format, args);
#pragma GCC diagnostic pop
  return text;
}

/// Levels of op_log.h: 16 is an event, which counts as information.
Level level_of(int32_t level) { return level == 16 ? Level::kInfo : static_cast<Level>(level); }

uint64_t name_hash(std::initializer_list<const char *> names) {
  uint64_t hash = 0xcbf29ce484222325U;
  for (const char *name : names) {
    for (const char *c = name == nullptr ? "" : name; *c != '\0'; ++c) hash = (hash ^ static_cast<unsigned char>(*c)) * 0x100000001b3U;
    hash = (hash ^ 0xFFU) * 0x100000001b3U;  // names end: ("ab", "c") is not ("a", "bc")
  }
  return hash;
}

}  // namespace

void report_formatted(const char *code, const char *format, va_list args) {
  // A consumer's text seldom says which function refused; the DFX macros know.
  char function[256];
  log_api_info(function, sizeof(function));
  std::string text = std::string(code) + ": ";
  if (function[0] != '\0') text.append(function).append(": ");
  report_text(with_api_line(Status(Code::kInvalid, text + format_text(format, args))).text());
}

ge::DataType data_type_of_name(std::string_view name) { return data_type_from_name(name).value_or(ge::DT_UNDEFINED); }

ge::Format format_of_name(std::string_view name) {
  const auto format = format_from_name(name);
  if (!format && log::enabled(Level::kWarning)) log::write(Level::kWarning, "exec", "unknown format name " + std::string(name));
  return format.value_or(ge::FORMAT_RESERVED);
}

namespace {
/// The settings of the runtime.
op::OpConfigInfo runtime_config() {
  op::OpConfigInfo config;
  const device::CoreLimits cores = device::thread_core_limits();
  config.aicNum_ = cores.cube;
  config.aivNum_ = cores.vector;
  int64_t level = device::system_option(ACL_OPT_DETERMINISTIC).value_or(0);
  // A runtime that knows only on and off says by another option that it means strong consistency.
  if (level == 1 && device::system_option(ACL_OPT_STRONG_CONSISTENCY).value_or(0) != 0) level = 2;
  config.deterministicLevel_ = static_cast<uint8_t>(level);
  config.isDeterministicOn_ = level != 0;
  return config;
}
}  // namespace

op::OpConfigInfo current_config() {
  ThreadContext &context = thread_context();
  const device::SettingsStamp stamp = device::settings_stamp();
  if (!stamp.is_known() || !(stamp == context.stamp)) {
    context.settings = runtime_config();
    context.device = device::current_device_number();
    context.stamp = stamp;
  }
  op::OpConfigInfo config = context.settings;
  config.isOpDumpEnable_ = dump_folder() != nullptr;
  return config;
}

void log_api_info(char *text, size_t size) {
  const op::internal::OpLogInfo &info = thread_context().log;
  (void)std::snprintf(text, size, "%s%s%s", info.l2ApiName == nullptr ? "" : info.l2ApiName, info.l0Name == nullptr ? "" : "/",
                      info.l0Name == nullptr ? "" : info.l0Name);
}

}  // namespace opstrata::exec

void DlogRecordInner(int32_t, int32_t level, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  opstrata::log::write(opstrata::exec::level_of(level), "op", opstrata::exec::format_text(fmt, args));
  va_end(args);
}

int32_t CheckLogLevelInner(int32_t, int32_t level) { return opstrata::log::enabled(opstrata::exec::level_of(level)) ? 1 : 0; }

// --- Context of the thread -----------------------------------------------------------------------------------------------

void InitL2Phase1Context(const char *l2Name, aclOpExecutor **) {
  // Threads take numbers by the thousand, so that calls write to nothing that they share.
  static std::atomic<uint64_t> taken{1};
  constexpr uint64_t kAtOnce = 1000;
  ThreadContext &context = thread_context();
  context.key.forget();
  if (context.next_sequence == context.last_sequence) {
    context.next_sequence = taken.fetch_add(kAtOnce, std::memory_order_relaxed);
    context.last_sequence = context.next_sequence + kAtOnce;
  }
  context.log = {l2Name, nullptr, context.next_sequence++};
  context.config = opstrata::exec::current_config();
  context.environment_is_read = true;
}

void InitL2Phase2Context(const char *l2Name, aclOpExecutor *executor) {
  ThreadContext &context = thread_context();
  if (opstrata::exec::is_live_executor(executor)) {
    context.log = executor->GetLogInfo();
    context.config = executor->GetOpConfigInfo();
  }
  context.log.l2ApiName = l2Name;
  context.log.l0Name = nullptr;
}

void InitL0Context(const char *l0Name, aclOpExecutor *executor) {
  ThreadContext &context = thread_context();
  context.log.l0Name = l0Name;
  if (executor != nullptr) executor->SetLogInfo(context.log);
}

namespace op {

aclnnStatus CheckPhase1Params(aclOpExecutor **executor, uint64_t *workspaceSize) {
  if (executor != nullptr && workspaceSize != nullptr) return ACLNN_SUCCESS;
  const aclnnStatus code =
      opstrata::exec::refused(opstrata::Msg::kExecPhaseOneNull, {{"parameter", executor == nullptr ? "executor" : "workspaceSize"}});
  thread_context().log = {};  // the call ends here, before it has a guard that would say so
  thread_context().environment_is_read = false;
  return code;
}

bool IsDumpEnabled() { return thread_context().config.isOpDumpEnable_; }

void InitThreadLocalContext() {
  ThreadContext &context = thread_context();
  context.inputs.clear();
  context.outputs.clear();
  context.addresses.clear();
}

namespace {
void add_tensor(std::vector<const aclTensor *> &to, const aclTensor *tensor) {
  if (tensor != nullptr) to.push_back(tensor);
}
void add_tensors(std::vector<const aclTensor *> &to, const aclTensorList *tensors) {
  for (uint64_t i = 0; tensors != nullptr && i < tensors->Size(); ++i) add_tensor(to, (*tensors)[i]);
}
}  // namespace

void AddInputTensorToThreadLocalCtx(const aclTensor *tensor) { add_tensor(thread_context().inputs, tensor); }
void AddInputTensorToThreadLocalCtx(const aclTensorList *tensors) { add_tensors(thread_context().inputs, tensors); }
void AddOutputTensorToThreadLocalCtx(const aclTensor *tensor) { add_tensor(thread_context().outputs, tensor); }
void AddOutputTensorToThreadLocalCtx(const aclTensorList *tensors) { add_tensors(thread_context().outputs, tensors); }

uint64_t GenSummaryItemId(const char *l2Name, const char *l0Name) { return opstrata::exec::name_hash({l2Name, l0Name}); }
uint64_t GenSummaryItemId(const char *l2Name, const char *l0Name, const char *opType) {
  return opstrata::exec::name_hash({l2Name, l0Name, opType});
}
uint64_t GenKernelLauncherId(const char *l0Name) { return opstrata::exec::name_hash({l0Name}); }
uint64_t CreateDfxProfiler(const char *funcName) { return GenKernelLauncherId(funcName); }
uint64_t OpGetLogSequence() { return thread_context().log.l2SequenceCounter; }

// --- OpDfxGuard ----------------------------------------------------------------------------------------------------------

namespace {

/// What a guard without function measures.
const char *kind_of(DfxProfilingType type) {
  switch (type) {
    case DfxProfilingInferShape:
      return "infershape";
    case DFXProfilingTiling:
      return "tiling";
    case DfxProfilingKernelLaunch:
      return "launch";
    default:
      return "operator";
  }
}

}  // namespace

OpDfxGuard::OpDfxGuard(const char *file, int line, OpLevel level, const char *func)
    : file_(file), func_(func), line_(line), level_(level) {
  const bool is_logged = IsLogged();
  if (is_logged || opstrata::exec::profiles()) begin_ = opstrata::exec::profile_now();
  if (is_logged) OP_DFX_LOGI(file_, line_, func_, "enter");
}
OpDfxGuard::OpDfxGuard(uint64_t id, DfxProfilingType type) : type_(type), id_(id) {
  if (opstrata::exec::profiles()) begin_ = opstrata::exec::profile_now();
}
OpDfxGuard::~OpDfxGuard() {
  if (func_ != nullptr && begin_ != 0 && IsLogged()) {
    OP_DFX_LOGI(file_, line_, func_, "leave after %llu us",
                static_cast<unsigned long long>((opstrata::exec::profile_now() - begin_) / 1000));
  }
  if (begin_ != 0 && opstrata::exec::profiles()) {
    const op::internal::OpLogInfo &at = thread_context().log;
    const char *const l0 = at.l0Name == nullptr ? "" : at.l0Name;
    const char *const api = at.l2ApiName == nullptr ? "" : at.l2ApiName;
    if (func_ == nullptr)
      opstrata::exec::profile_event(kind_of(type_), l0, api, begin_);
    else
      opstrata::exec::profile_event(level_ == LevelTwo ? "api" : "operator", func_, api, begin_);
  }
  if (func_ == nullptr) return;
  // The texts are literals of a library that may be unloaded later.
  ThreadContext &context = thread_context();
  context.log.l0Name = nullptr;
  if (level_ != LevelTwo) return;
  context.log.l2ApiName = nullptr;
  // The call's tensors and its key end with it: an executor made later on this thread must not inherit them.
  context.inputs.clear();
  context.outputs.clear();
  context.addresses.clear();
  context.key.forget();
  context.environment_is_read = false;
}
bool OpDfxGuard::IsLogged() const { return opstrata::log::enabled(Level::kInfo); }
void OpDfxGuard::LogEntry(const char *names, const char *values) const {
  OP_DFX_LOGI(file_, line_, func_, "%s = %s", names, values);
}

}  // namespace op
