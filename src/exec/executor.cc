// aclOpExecutor: allocation of objects, settings, and the lives of executors (opdev-api sections 2.14 and 2.15).
#include <exception>
#include <new>

#include "base/log.h"
#include "exec/dump.h"
#include "exec/executor_impl.h"
#include "exec/object_life.h"
#include "exec/report.h"
#include "exec/thread_context.h"
#include "opdev/shape_utils.h"

using opstrata::Msg;
using opstrata::exec::ExecutorImpl;
using opstrata::exec::refused;
using opstrata::exec::refused_as;
using opstrata::exec::reported;

namespace opstrata::exec {

bool is_live_executor(const aclOpExecutor *executor) { return ExecutorStore::is_live(executor); }

}  // namespace opstrata::exec

using opstrata::exec::is_live_executor;
using opstrata::exec::ExecutorStore;

aclOpExecutor::aclOpExecutor() : impl_(opstrata::exec::thread_context().executors.take_impl().release()) {
  ExecutorStore::set_live(this, true);
}

aclOpExecutor::~aclOpExecutor() {
  ExecutorStore::set_live(this, false);
  opstrata::exec::thread_context().executors.give_impl(std::unique_ptr<ExecutorImpl>(impl_));
}

void *aclOpExecutor::operator new(size_t size) noexcept { return opstrata::exec::thread_context().executors.take(size); }
void aclOpExecutor::operator delete(void *addr) noexcept {
  if (addr != nullptr) opstrata::exec::thread_context().executors.give(addr);
}

// --- Objects --------------------------------------------------------------------------------------------------------------

namespace {

/// Makes an object of the executor; null and a log record when its constructor refuses.
template <typename T, typename Make>
T *made_by(ExecutorImpl *impl, const char *what, const Make &make) {
  try {
    T *object = make();
    if (object == nullptr) throw std::bad_alloc();
    return impl->own(object);
  } catch (const std::exception &e) {
    refused(Msg::kExecAllocation, {{"what", what}, {"reason", e.what()}});
    return nullptr;
  }
}

}  // namespace

// The constructors are private to the executor, so the calls of `new` stand in lambdas of its members.
#define OPSTRATA_MAKE(Type, ...) made_by<Type>(impl_, #Type, [&] { return new Type(__VA_ARGS__); })

aclTensor *aclOpExecutor::AllocTensor(const op::Shape &shape, op::DataType dataType, op::Format format) {
  return OPSTRATA_MAKE(aclTensor, shape, dataType, format, nullptr);
}
aclTensor *aclOpExecutor::AllocTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType,
                                      op::Format storageFormat, op::Format originFormat) {
  return OPSTRATA_MAKE(aclTensor, storageShape, originShape, dataType, storageFormat, originFormat, nullptr);
}
aclTensor *aclOpExecutor::AllocTensor(op::DataType dataType, op::Format storageFormat, op::Format originFormat) {
  return OPSTRATA_MAKE(aclTensor, dataType, storageFormat, originFormat);
}
aclTensor *aclOpExecutor::AllocHostTensor(const op::Shape &shape, op::DataType dataType, op::Format format) {
  return OPSTRATA_MAKE(aclTensor, shape, dataType, format);
}
aclTensor *aclOpExecutor::AllocHostTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType,
                                          op::Format storageFormat, op::Format originFormat) {
  return OPSTRATA_MAKE(aclTensor, storageShape, originShape, dataType, storageFormat, originFormat);
}
#define OPSTRATA_ALLOC_HOST(T)                                                                             \
  aclTensor *aclOpExecutor::AllocHostTensor(const T *value, uint64_t size, op::DataType dataType) {        \
    return OPSTRATA_MAKE(aclTensor, value, size, dataType);                                                \
  }
OPSTRATA_ALLOC_HOST(int64_t)
OPSTRATA_ALLOC_HOST(uint64_t)
OPSTRATA_ALLOC_HOST(int32_t)
OPSTRATA_ALLOC_HOST(uint32_t)
OPSTRATA_ALLOC_HOST(int16_t)
OPSTRATA_ALLOC_HOST(uint16_t)
OPSTRATA_ALLOC_HOST(int8_t)
OPSTRATA_ALLOC_HOST(uint8_t)
OPSTRATA_ALLOC_HOST(char)
OPSTRATA_ALLOC_HOST(bool)
OPSTRATA_ALLOC_HOST(float)
OPSTRATA_ALLOC_HOST(double)
OPSTRATA_ALLOC_HOST(op::fp16_t)
OPSTRATA_ALLOC_HOST(op::bfloat16)
#undef OPSTRATA_ALLOC_HOST

const aclTensor *aclOpExecutor::AllocHostTensorFrom(const void *values, op::DataType valueType, uint64_t size, op::DataType dataType) {
  return OPSTRATA_MAKE(aclTensor, values, valueType, size, dataType);
}

#define OPSTRATA_CONVERT(Type)                                                                             \
  const aclTensor *aclOpExecutor::ConvertToTensor(const Type *value, op::DataType dataType) {              \
    if (value == nullptr) {                                                                                \
      refused(Msg::kExecAllocation, {{"what", "aclTensor"}, {"reason", "the " #Type " to convert is null"}});  \
      return nullptr;                                                                                      \
    }                                                                                                      \
    return OPSTRATA_MAKE(aclTensor, value, dataType);                                                      \
  }
OPSTRATA_CONVERT(aclIntArray)
OPSTRATA_CONVERT(aclBoolArray)
OPSTRATA_CONVERT(aclFloatArray)
OPSTRATA_CONVERT(aclFp16Array)
OPSTRATA_CONVERT(aclBf16Array)
OPSTRATA_CONVERT(aclScalar)
#undef OPSTRATA_CONVERT

aclTensor *aclOpExecutor::CreateView(const aclTensor *tensor, const op::Shape &shape, int64_t offset) {
  if (tensor == nullptr) {
    refused(Msg::kExecNullTensor, {{"where", "CreateView"}});
    return nullptr;
  }
  return OPSTRATA_MAKE(aclTensor, tensor, shape, offset);
}
aclTensor *aclOpExecutor::CreateView(const aclTensor *tensor, const op::Shape &oriShape, const op::Shape &storageShape,
                                     const op::Strides &strides, int64_t offset) {
  if (tensor == nullptr) {
    refused(Msg::kExecNullTensor, {{"where", "CreateView"}});
    return nullptr;
  }
  const int64_t elements = storageShape.GetShapeSize();
  if (offset < 0 || elements < 0 || offset > elements) {
    refused(Msg::kExecViewOffset, {{"offset", offset}, {"elements", elements}});
    return nullptr;
  }
  return OPSTRATA_MAKE(aclTensor, tensor, oriShape, storageShape, strides, offset);
}

aclIntArray *aclOpExecutor::AllocIntArray(const int64_t *value, uint64_t size) { return OPSTRATA_MAKE(aclIntArray, value, size); }
aclFloatArray *aclOpExecutor::AllocFloatArray(const float *value, uint64_t size) { return OPSTRATA_MAKE(aclFloatArray, value, size); }
aclBoolArray *aclOpExecutor::AllocBoolArray(const bool *value, uint64_t size) { return OPSTRATA_MAKE(aclBoolArray, value, size); }
aclTensorList *aclOpExecutor::AllocTensorList(const aclTensor *const *tensors, uint64_t size) {
  return OPSTRATA_MAKE(aclTensorList, tensors, size);
}
aclScalarList *aclOpExecutor::AllocScalarList(const aclScalar *const *scalars, uint64_t size) {
  return OPSTRATA_MAKE(aclScalarList, scalars, size);
}
aclScalar *aclOpExecutor::AllocScalar(const void *data, op::DataType dataType) { return OPSTRATA_MAKE(aclScalar, data, dataType); }
#define OPSTRATA_ALLOC_SCALAR(T) \
  aclScalar *aclOpExecutor::AllocScalar(T value) { return AllocScalar(&value, op::internal::DataTypeOf<T>()); }
OPSTRATA_ALLOC_SCALAR(float)
OPSTRATA_ALLOC_SCALAR(double)
OPSTRATA_ALLOC_SCALAR(op::fp16_t)
OPSTRATA_ALLOC_SCALAR(op::bfloat16)
OPSTRATA_ALLOC_SCALAR(int8_t)
OPSTRATA_ALLOC_SCALAR(uint8_t)
OPSTRATA_ALLOC_SCALAR(int16_t)
OPSTRATA_ALLOC_SCALAR(uint16_t)
OPSTRATA_ALLOC_SCALAR(int32_t)
OPSTRATA_ALLOC_SCALAR(uint32_t)
OPSTRATA_ALLOC_SCALAR(int64_t)
OPSTRATA_ALLOC_SCALAR(uint64_t)
OPSTRATA_ALLOC_SCALAR(bool)
#undef OPSTRATA_ALLOC_SCALAR

// --- Workspace and running --------------------------------------------------------------------------------------------

namespace {
uint64_t planned_bytes(ExecutorImpl &impl, bool share, uint64_t extra) {
  if (impl.bound) return impl.workspace_size;
  const auto plan = impl.plan(share);
  if (!plan.ok()) {
    (void)reported(plan.status());
    return 0;
  }
  return (*plan)->workspace_bytes + extra;
}
}  // namespace

uint64_t aclOpExecutor::GetWorkspaceSize() const { return planned_bytes(*impl_, true, workspaceDeviceAicpuMem_); }
uint64_t aclOpExecutor::GetLinearWorkspaceSize() const { return planned_bytes(*impl_, false, workspaceDeviceAicpuMem_); }
const op::FVector<uint64_t> &aclOpExecutor::GetWorkspaceOffsets() const { return impl_->workspace_offsets; }
void aclOpExecutor::SetWorkspaceOffsets(const op::FVector<uint64_t> &offsets) { impl_->workspace_offsets = offsets; }
void *aclOpExecutor::GetWorkspaceAddr() const { return impl_->workspace; }
void aclOpExecutor::UpdateTensorAddr(void *workspaceAddr, const size_t size) {
  impl_->workspace = workspaceAddr;
  impl_->workspace_size = size;
  impl_->bound = true;
  for (const auto &object : impl_->objects_) {
    const auto *tensor = dynamic_cast<const aclTensor *>(object.get());
    if (tensor != nullptr && tensor->IsFromWorkspace()) tensor->SetStorageAddr(workspaceAddr);
  }
}

aclnnStatus aclOpExecutor::Run() { return reported(impl_->run(impl_->workspace, impl_->workspace_size, impl_->stream)); }
aclrtStream aclOpExecutor::GetStream() const { return impl_->stream; }
void aclOpExecutor::SetStream(aclrtStream stream) { impl_->stream = stream; }

// --- Cache and repetition ------------------------------------------------------------------------------------------------

void aclOpExecutor::AbandonCache(bool disableRepeat) {
  impl_->abandon_key();
  if (disableRepeat && impl_->repeat_forbidden_by.empty()) {
    const bool any = !impl_->launchers.empty();
    impl_->repeat_forbidden_by =
        any ? "the launch of operator " + std::string(op::OpTypeDict::ToString(impl_->launchers.back()->GetOpType()).GetString())
            : "AbandonCache(true)";
  }
}
aclnnStatus aclOpExecutor::SetRepeatable() {
  if (const opstrata::Status status = impl_->check_repeatable(); !status.ok()) {
    (void)reported(status);
    return ACLNN_ERR_INNER;
  }
  impl_->repeatable = true;
  ExecutorStore::set_repeatable(this);
  return ACLNN_SUCCESS;
}
bool aclOpExecutor::IsRepeatable() const { return impl_->repeatable; }
bool aclOpExecutor::CheckLauncherRepeatable() { return impl_->check_repeatable().ok(); }
void aclOpExecutor::AddTensorRelation(const aclTensor *tensorOut, const aclTensor *tensorMiddle) {
  if (tensorOut == nullptr || tensorMiddle == nullptr) return;
  impl_->relate(tensorOut, tensorMiddle);
}
void aclOpExecutor::UpdateStorageAddr() {
  for (const ExecutorImpl::Relation &relation : impl_->relations) {
    const aclStorage *const storage = relation.storage.get();
    relation.middle->SetStorageAddr(storage == nullptr ? nullptr : storage->GetAddr());
  }
}
aclnnStatus aclOpExecutor::RepeatRunWithCache(void *workspaceAddr, const aclrtStream stream) {
  if (!impl_->repeatable) return refused_as(ACLNN_ERR_INNER, Msg::kExecNotRepeatable, {{"api", impl_->name}, {"reason", "it was not made repeatable"}});
  return reported(impl_->run(workspaceAddr, UINT64_MAX, stream));
}
void aclOpExecutor::FinalizeCache() {
  if (impl_->plan_ != nullptr) impl_->record(impl_->plan_);
}
void aclOpExecutor::AddCache() {}
void aclOpExecutor::DeleteCache() { impl_->abandon_key(); }
op::internal::OpExecCache *aclOpExecutor::GetOpExecCache() { return impl_->shown_key(); }
void *aclOpExecutor::GetGraph() { return &impl_->graph; }

// --- Launchers, tensors, context -----------------------------------------------------------------------------------------

void aclOpExecutor::AddToKernelLauncherList(op::KernelLauncher *obj) {
  if (obj != nullptr) impl_->add_without_node(std::unique_ptr<op::KernelLauncher>(obj));
}
namespace {
aclnnStatus add_with_graph(aclOpExecutor *executor, uint32_t opType, op::KernelLauncher *obj, const op::OpArgList *inputs,
                           const op::OpArgList *outputs, const op::OpArgList *workspace) {
  if (obj == nullptr || inputs == nullptr) {
    return refused(Msg::kExecLauncherNull, {{"op", op::OpTypeDict::ToString(opType).GetString()}, {"parameter", obj == nullptr ? "launcher" : "arguments"}});
  }
  executor->AddToKernelLauncherList(obj);
  return op::internal::BuildGraph(executor->GetGraph(), opType, *inputs, *outputs, *workspace);
}
}  // namespace
aclnnStatus aclOpExecutor::AddToKernelLauncherListDvpp(uint32_t opType, op::KernelLauncher *obj, op::OpArgContext *args) {
  return add_with_graph(this, opType, obj, args == nullptr ? nullptr : &args->argLists[0], args == nullptr ? nullptr : &args->argLists[1],
                        args == nullptr ? nullptr : &args->argLists[3]);
}
aclnnStatus aclOpExecutor::AddToKernelLauncherListAiCpu(int32_t opType, op::KernelLauncher *obj, op::OpArgContext *args) {
  AbandonCache(true);
  return AddToKernelLauncherListDvpp(static_cast<uint32_t>(opType), obj, args);
}
aclnnStatus aclOpExecutor::AddToKernelLauncherListCopyTask(uint32_t opType, op::KernelLauncher *obj, op::OpArgList &inputs,
                                                           op::OpArgList &outputs, op::OpArgList &workspace) {
  AbandonCache();
  return add_with_graph(this, opType, obj, &inputs, &outputs, &workspace);
}

size_t aclOpExecutor::LaunchObjects::size() const { return executor_->impl_->launchers.size(); }
void aclOpExecutor::LaunchObjects::clear() { executor_->impl_->drop_launches(); }

std::vector<const aclTensor *> &aclOpExecutor::GetInputTensors() { return impl_->inputs; }
std::vector<const aclTensor *> &aclOpExecutor::GetOutputTensors() { return impl_->outputs; }
void aclOpExecutor::SetIOTensorList() {
  impl_->inputs = opstrata::exec::thread_context().inputs;
  impl_->outputs = opstrata::exec::thread_context().outputs;
}
op::internal::OpLogInfo aclOpExecutor::GetLogInfo() const { return impl_->log; }
void aclOpExecutor::SetLogInfo(const op::internal::OpLogInfo &logInfo) { impl_->log = logInfo; }
op::OpConfigInfo aclOpExecutor::GetOpConfigInfo() const { return impl_->config; }
void aclOpExecutor::SetOpConfigInfo(const op::OpConfigInfo &opConfigInfo) { impl_->config = opConfigInfo; }

// --- UniqueExecutor, phase two ---------------------------------------------------------------------------------------------

namespace opstrata::exec {
namespace {
/// The API function that a call is known by: CREATE_EXECUTOR gives the name of its first phase.
std::string_view api_name(std::string_view name) {
  constexpr std::string_view kFirstPhase = "GetWorkspaceSize";
  if (name.size() > kFirstPhase.size() && name.substr(name.size() - kFirstPhase.size()) == kFirstPhase)
    name.remove_suffix(kFirstPhase.size());
  return name;
}
}  // namespace

aclOpExecutor *new_executor(std::string_view name, bool records) {
  aclOpExecutor *executor = ExecutorAccess::make();
  if (executor == nullptr) throw std::bad_alloc();
  ExecutorImpl &impl = ExecutorAccess::impl(*executor);
  ThreadContext &context = thread_context();
  impl.log = context.log;
  impl.config = context.config;
  impl.name = records ? api_name(name) : name;
  // An arrow begins in the slice of the API function; without one it begins at the launch.
  if (impl.log.l2ApiName != nullptr && opstrata::device::watched_by(opstrata::device::kTrace)) impl.begins_now();
  if (!records) return executor;
  impl.inputs = context.inputs;
  impl.outputs = context.outputs;
  impl.begin_addresses = context.addresses;
  impl.plan_key = context.key.bytes();
  context.key.forget();  // one executor per key
  return executor;
}
}  // namespace opstrata::exec

namespace {
/// Phase two without the checks of the C boundary. Consumes the executor unless it is repeatable.
opstrata::Status run_phase_two(aclOpExecutor *executor, void *workspace, uint64_t bytes, aclrtStream stream) {
  ExecutorImpl &impl = opstrata::exec::ExecutorAccess::impl(*executor);
  const auto status = [&]() -> opstrata::Status {
    if (bytes != 0 && workspace == nullptr) {
      return impl.with_first_line(
          opstrata::fail(Msg::kExecWorkspaceNull, {{"api", impl.name}, {"bytes", bytes}}));
    }
    executor->UpdateStorageAddr();
    executor->SetStream(stream);
    if (!impl.config.isOpDumpEnable_ || !opstrata::exec::dumps_calls())
      return impl.run(workspace, bytes, stream, !impl.repeatable);
    const std::string dumped = opstrata::exec::dump_name("aclnn", impl.name.c_str());
    // The user's tensors may be gone; their numbers stay.
    const auto those_alive = [](std::vector<const aclTensor *> tensors) {
      for (const aclTensor *&tensor : tensors) {
        if (!opstrata::exec::is_alive(tensor)) tensor = nullptr;
      }
      return tensors;
    };
    OPSTRATA_TRY(opstrata::exec::dump_tensors(dumped, "input", those_alive(impl.inputs), stream));
    OPSTRATA_TRY(impl.run(workspace, bytes, stream));
    return opstrata::exec::dump_tensors(dumped, "output", those_alive(impl.outputs), stream);
  }();
  // A null workspace destroys even a repeatable executor (opdev-api section 3.6).
  if (!impl.repeatable || (bytes != 0 && workspace == nullptr)) delete executor;
  return status;
}
}  // namespace

UniqueExecutor::UniqueExecutor(const char *funcName)
    : executor_(opstrata::exec::new_executor(funcName == nullptr ? "" : funcName)) {}

aclnnStatus CommonOpExecutorRun(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
  if (executor == nullptr) return refused(Msg::kExecExecutorNull, {{"function", "phase two"}});
  if (!ExecutorStore::claim(executor, false))
    return refused(Msg::kExecExecutorConsumed, {{"function", "phase two"}});
  return reported(run_phase_two(executor, workspace, workspaceSize, stream));
}

op::internal::OpExecCacheWrap *GetOpExecCacheFromExecutor(aclOpExecutor *) { return nullptr; }

namespace opstrata::exec {

Result<aclOpExecutor *> make_executor(const char *name) {
  try {
    aclOpExecutor *made = new_executor(name == nullptr ? "" : name);
    if (device::watched_by(device::kTrace)) ExecutorAccess::impl(*made).begins_now();
    return made;
  } catch (const std::bad_alloc &) {
    return fail(Msg::kOutOfMemory, {{"where", "executor"}, {"bytes", sizeof(aclOpExecutor)}});
  }
}
void destroy(aclOpExecutor *executor) {
  if (ExecutorStore::claim(executor, true)) delete executor;
}
Result<uint64_t> finish(aclOpExecutor &executor) {
  const ExecutorImpl &impl = ExecutorAccess::impl(executor);
  auto plan = ExecutorAccess::impl(executor).plan(true);
  if (!plan.ok()) return plan.status();
  // Calls without an API function have no slice of their own yet.
  if (impl.planned().at != 0 && device::watched_by(device::kTrace))
    device::trace_slice("plan", impl.name, impl.planned().at);
  return (*plan)->workspace_bytes;
}
Status run(aclOpExecutor *executor, void *workspace, uint64_t bytes, aclrtStream stream) {
  if (!ExecutorStore::claim(executor, false)) return fail(Msg::kExecExecutorConsumed, {{"function", "run"}});
  return run_phase_two(executor, workspace, bytes, stream);
}

}  // namespace opstrata::exec
