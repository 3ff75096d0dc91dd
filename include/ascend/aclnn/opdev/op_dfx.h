/// @file
/// Where a call is and with what: entry macros of API functions (L2) and of operators (L0), operator type numbers
/// (opdev-api sections 2.17 and 2.19).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OP_DFX_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_OP_DFX_H_

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "opdev/format_utils.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_config.h"

namespace op {

constexpr int32_t kInvalidHugeMemIndexId = -1;
constexpr uint32_t INVALID_OP_TYPE = 0;

enum OpLevel { LevelZero = 0, LevelOne, LevelTwo };
enum DfxProfilingType { DfxProfilingDefault = 0, DfxProfilingInferShape, DFXProfilingTiling, DfxProfilingKernelLaunch };

inline ge::AscendString ToString(const std::string &text) { return ge::AscendString(text.data(), text.size()); }

template <typename T, typename P>
T *PtrCastTo(P *pointer) {
  return reinterpret_cast<T *>(pointer);
}
template <typename T, typename P>
const T *PtrCastTo(const P *pointer) {
  return reinterpret_cast<const T *>(pointer);
}

/// Process-wide number of an operator type, the same in every library; 0 for null and empty names. Blanks are trimmed.
OPSTRATA_API uint32_t GenOpTypeId(const char *opName);
/// Registers the framework's own types (MemSet, MemSetV2, NonFiniteCheck); every registration does so first.
OPSTRATA_API void GenInternalOpTypeId();

/// All operator types of the process. Numbers start at 1; 0 is "BEGIN__".
struct OpTypeDict {
  OPSTRATA_API static aclnnStatus Add(uint32_t &opType, const char *opName);
  OPSTRATA_API static uint32_t ToOpType(const std::string &opName);  ///< 0 when unknown
  OPSTRATA_API static const ge::AscendString ToString(uint32_t opType);
  OPSTRATA_API static size_t GetAllOpTypeSize();
};

/// Numbers under which profilers file a call.
OPSTRATA_API uint64_t GenSummaryItemId(const char *l2Name, const char *l0Name);
OPSTRATA_API uint64_t GenSummaryItemId(const char *l2Name, const char *l0Name, const char *opType);
OPSTRATA_API uint64_t GenKernelLauncherId(const char *l0Name);
/// Number of the current call on this thread.
OPSTRATA_API uint64_t OpGetLogSequence();

/// 161001 when one of the out pointers of a first phase is null, else 0.
OPSTRATA_API aclnnStatus CheckPhase1Params(aclOpExecutor **executor, uint64_t *workspaceSize);
/// Whether tensors of calls are dumped.
OPSTRATA_API bool IsDumpEnabled();
/// Starts the thread's record of one call: its user tensors, in the order of DFX_IN and DFX_OUT.
OPSTRATA_API void InitThreadLocalContext();
OPSTRATA_API void AddInputTensorToThreadLocalCtx(const aclTensor *tensor);
OPSTRATA_API void AddInputTensorToThreadLocalCtx(const aclTensorList *tensors);
OPSTRATA_API void AddOutputTensorToThreadLocalCtx(const aclTensor *tensor);
OPSTRATA_API void AddOutputTensorToThreadLocalCtx(const aclTensorList *tensors);

namespace internal {

/// Which measurements are on.
struct OpProfilingSwitch {
  bool reportFlag;
  bool kernelLaunchFlag;
  bool additionInfoFlag;
  bool recordOpArgFlag;
  bool level2ProfilingFlag;
  bool timeStampFlag;
};
extern OPSTRATA_API OpProfilingSwitch opProfilingSwitch;

/// The API function and operator that the thread is in; the texts are literals of the macros.
struct OpLogInfo {
  const char *l2ApiName = nullptr;
  const char *l0Name = nullptr;
  uint64_t l2SequenceCounter = 0;
};

/// Whether `name` + `suffix` is the name of the function that the macro stands in.
constexpr bool IsFunctionName(std::string_view name, std::string_view suffix, std::string_view function) {
#ifdef CFG_BUILD_DEBUG
  return name.size() + suffix.size() + function.size() != 0;
#else
  return function.size() == name.size() + suffix.size() && function.substr(0, name.size()) == name &&
         function.substr(name.size()) == suffix;
#endif
}

template <typename T>
constexpr bool kIsTensorArgument = std::is_same_v<std::remove_const_t<std::remove_pointer_t<T>>, aclTensor> ||
                                   std::is_same_v<std::remove_const_t<std::remove_pointer_t<T>>, aclTensorList>;
/// Records the tensors and tensor lists of DFX_IN and DFX_OUT; other arguments do not matter here.
template <bool kIsInput, typename Tuple>
void RecordTensors(const Tuple &tuple) {
  const auto record = []([[maybe_unused]] const auto &value) {
    if constexpr (!kIsTensorArgument<std::decay_t<decltype(value)>>) return;
    else if constexpr (kIsInput) AddInputTensorToThreadLocalCtx(value);
    else AddOutputTensorToThreadLocalCtx(value);
  };
  std::apply([&record](const auto &...values) { (record(values), ...); }, tuple);
}

}  // namespace internal

namespace internal {
/// Whether unqualified ToString, looked up in namespace op and by the argument's type, takes a T.
template <typename T, typename = void>
struct HasText : std::false_type {};
template <typename T>
struct HasText<T, std::void_t<decltype(ToString(std::declval<const T &>()).GetString())>> : std::true_type {};
}  // namespace internal

/// Text of one argument of DFX_IN, DFX_OUT or L0_DFX (section 2.17); of a type that has none, its size.
template <typename T>
std::string DescribeDfxArgument([[maybe_unused]] const T &value) {
  using Value = std::decay_t<T>;
  if constexpr (std::is_same_v<Value, std::nullptr_t>) {
    return "nullptr";
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return std::to_string(value);
  } else if constexpr (std::is_same_v<Value, char *> || std::is_same_v<Value, const char *>) {
    return value == nullptr ? "nullptr" : std::string(value);
  } else if constexpr (std::is_pointer_v<Value> && std::is_arithmetic_v<std::remove_pointer_t<Value>>) {
    return value == nullptr ? "nullptr" : std::to_string(*value);
  } else if constexpr (internal::HasText<Value>::value) {
    return ToString(value).GetString();
  } else {
    return std::to_string(sizeof(Value)).append(" bytes");
  }
}

/// Marks the extent of a call: logs arguments on entry and the end on leaving (levels INFO and DEBUG).
class OPSTRATA_API OpDfxGuard {
 public:
  template <typename In, typename Out>
  OpDfxGuard(const char *file, int line, OpLevel level, const char *func, const char *inNames, const char *outNames, const In &in,
             const Out &out)
      : OpDfxGuard(file, line, level, func) {
    if (IsLogged()) {
      LogEntry(inNames, DescribeAll(in).c_str());
      LogEntry(outNames, DescribeAll(out).c_str());
    }
  }
  OpDfxGuard(const char *file, int line, OpLevel level, const char *func);
  template <typename Args>
  OpDfxGuard(uint64_t id, const char *file, int line, OpLevel level, const char *func, const char *names, const Args &args)
      : OpDfxGuard(file, line, level, func) {
    id_ = id;
    if (IsLogged()) LogEntry(names, DescribeAll(args).c_str());
  }
  OpDfxGuard(uint64_t id, DfxProfilingType type);
  ~OpDfxGuard();
  OpDfxGuard(const OpDfxGuard &) = delete;
  OpDfxGuard &operator=(const OpDfxGuard &) = delete;

  /// "a, b" split at its top-level commas; the second form first takes off the name and brackets of "DFX_IN(a, b)".
  static std::vector<std::string> StringToVec(const std::string &text);
  static std::vector<std::string> StringToVecWithBrackets(const std::string &text);

 private:
  template <typename Tuple>
  static std::string DescribeAll(const Tuple &tuple) {
    std::string text;
    std::apply([&text](const auto &...values) { ((text += DescribeDfxArgument(values) + ", "), ...); }, tuple);
    return text;
  }
  bool IsLogged() const;
  void LogEntry(const char *names, const char *values) const;

  const char *file_ = nullptr;
  const char *func_ = nullptr;
  int line_ = 0;
  OpLevel level_ = LevelZero;
  DfxProfilingType type_ = DfxProfilingDefault;
  uint64_t id_ = 0;
  uint64_t begin_ = 0;
};

/// A guard's number for its operator, made once per call site.
OPSTRATA_API uint64_t CreateDfxProfiler(const char *funcName);

}  // namespace op

#define DFX_IN(...) std::make_tuple(__VA_ARGS__)
#define DFX_OUT(...) std::make_tuple(__VA_ARGS__)

#define OPDEV_L2_PHASE_1_CONTEXT(APIName, IN, OUT)                                                                      \
  static_assert(op::internal::IsFunctionName(#APIName, "GetWorkspaceSize", __func__),                                   \
                "the name given to L2_DFX_PHASE_1 must be that of the function without GetWorkspaceSize");              \
  op::InitThreadLocalContext();                                                                                         \
  op::internal::RecordTensors<true>(IN);                                                                                \
  op::internal::RecordTensors<false>(OUT);                                                                              \
  op::OpDfxGuard opDfxGuard(__FILE__, __LINE__, op::LevelTwo, #APIName "GetWorkspaceSize", #IN, #OUT, IN, OUT)

/// First statement of aclnnXxxGetWorkspaceSize; needs `workspaceSize` and `executor`. Returns 161001 when one of them is
/// null and ACLNN_SUCCESS on a cache hit.
#define L2_DFX_PHASE_1(APIName, IN, OUT)                                                                                \
  InitL2Phase1Context(#APIName, executor);                                                                              \
  do {                                                                                                                  \
    const aclnnStatus opDfxParams = op::CheckPhase1Params(executor, workspaceSize);                                     \
    if (opDfxParams != ACLNN_SUCCESS) return opDfxParams;                                                               \
  } while (false);                                                                                                      \
  OPDEV_L2_PHASE_1_CONTEXT(APIName, IN, OUT);                                                                           \
  do {                                                                                                                  \
    if (op::internal::GetFromCache(executor, workspaceSize, #APIName, IN, OUT)) return ACLNN_SUCCESS;                   \
  } while (false)

#define L2_DFX_PHASE_1_WITHOUT_CACHE(APIName, IN, OUT)                                                                  \
  InitL2Phase1Context(#APIName, executor);                                                                              \
  OPDEV_L2_PHASE_1_CONTEXT(APIName, IN, OUT)

/// First statement of aclnnXxx; needs `executor`.
#define L2_DFX_PHASE_2(APIName)                                                                                         \
  static_assert(op::internal::IsFunctionName(#APIName, "", __func__),                                                   \
                "the name given to L2_DFX_PHASE_2 must be that of the function");                                       \
  InitL2Phase2Context(#APIName, executor);                                                                              \
  op::OpDfxGuard opDfxGuard(__FILE__, __LINE__, op::LevelTwo, #APIName)

/// First statement of an operator function; needs `executor`.
#define L0_DFX(profilingName, ...)                                                                                      \
  static_assert(op::internal::IsFunctionName(#profilingName, "", __func__),                                             \
                "the name given to L0_DFX must be that of the function");                                               \
  InitL0Context(#profilingName, executor);                                                                              \
  static const uint64_t opDfxProfilerId = op::CreateDfxProfiler(#profilingName);                                        \
  op::OpDfxGuard opDfxGuard(opDfxProfilerId, __FILE__, __LINE__, op::LevelZero, #profilingName, #__VA_ARGS__,           \
                            std::make_tuple(__VA_ARGS__));

/// Defines `KernelNameOpTypeId()`. A second registration in the same namespace of one library does not link.
#define OP_TYPE_REGISTER(kernelName)                                                  \
  inline uint32_t kernelName##OpTypeId() {                                            \
    static uint32_t kernelName##OpTypeNumber = op::GenOpTypeId(#kernelName);          \
    return kernelName##OpTypeNumber;                                                  \
  }                                                                                   \
  uint32_t kernelName##Registration = kernelName##OpTypeId();

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_DFX_H_
