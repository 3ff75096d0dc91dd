/**
 * @file
 * Host execution functions that run a node by its two-phase API (`IMPL_OP(X).OpExecuteFunc(f)` in one stage,
 * `.Op2StageExecuteFuncs(prepare, launch)` in two): `CANN_OPS_OPB_SYN_EXEC_ACLNN` and `CANN_OPS_OPB_ASYN_EXEC_ACLNN`.
 * The API is looked up by name, so the operator package is not linked with the library that defines it.
 */
#ifndef OP_COMMON_OP_GRAPH_OP_FALLBACK_H
#define OP_COMMON_OP_GRAPH_OP_FALLBACK_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/op_execute_context.h"
#include "exe_graph/runtime/tensor.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"
#include "op_common/log/log.h"
#include "opstrata/visibility.h"
#include "register/op_impl_registry.h"

struct aclTensor;
struct aclTensorList;
struct aclIntArray;
struct aclFloatArray;
struct aclBoolArray;
struct aclOpExecutor;

namespace opstrata {
/**
 * Address of an API function: of the program and what it has loaded, of the API libraries of custom paths and vendors
 * (`op_api/lib`), of the installed ones, by that precedence of origins. Null when nobody defines `name`.
 */
OPSTRATA_API void *find_op_api(const char *name);
}  // namespace opstrata

namespace fallback {
/** Second phase of a two-phase API: workspace, its bytes, executor, stream; 0 = success. */
using OpApiFunc = int32_t (*)(void *, uint64_t, aclOpExecutor *, void *);

/** An object that was made for a call; `deleter` (may be null) destroys it. */
struct ConvertedParam {
  void *pointer;
  void (*deleter)(void *);
};

/**
 * What the first stage hands to the second one. `converted_params` are destroyed by the second stage after the launch,
 * or with this object if there was none. The executor belongs to the API: the second phase consumes it.
 */
struct OpApiParams {
  OpApiFunc op_api_func = nullptr;
  aclOpExecutor *executor = nullptr;
  std::vector<ConvertedParam> converted_params;

  OpApiParams() = default;
  OpApiParams(const OpApiParams &) = delete;
  OpApiParams &operator=(const OpApiParams &) = delete;
  ~OpApiParams() { Release(); }
  void Release() {
    for (ConvertedParam &param : converted_params) {
      if (param.deleter != nullptr) {
        param.deleter(param.pointer);
      }
    }
    converted_params.clear();
  }
};

/** `#api` did not convert, was not found, or failed; false: a value of the call was null. */
class OpApiConverter {
 public:
  explicit OpApiConverter(std::vector<ConvertedParam> &made) : made_(made) {}
  /** False when an argument could not be converted (its text has been logged). */
  bool Good() const { return good_; }

  /** Descriptor of a graph tensor: view = original shape, storage = storage shape, same memory. Null stays null. */
  aclTensor *Convert(const gert::Tensor *tensor) {
    aclTensor *made = tensor == nullptr ? nullptr : MakeTensor(*tensor);
    if (made != nullptr) {
      Keep(made, "aclDestroyTensor");
    }
    return made;
  }
  aclTensor *Convert(gert::Tensor *tensor) { return Convert(static_cast<const gert::Tensor *>(tensor)); }
  aclTensor *Convert(std::nullptr_t) { return nullptr; }
  /** List of tensors; the list owns its elements. */
  aclTensorList *Convert(const std::vector<const gert::Tensor *> &tensors) {
    std::vector<aclTensor *> elements;
    for (const gert::Tensor *tensor : tensors) {
      elements.push_back(tensor == nullptr ? nullptr : MakeTensor(*tensor));
    }
    return MakeList<aclTensorList>("aclCreateTensorList", "aclDestroyTensorList", elements.data(), elements.size());
  }
  aclTensorList *Convert(const std::vector<gert::Tensor *> &tensors) {
    return Convert(std::vector<const gert::Tensor *>(tensors.begin(), tensors.end()));
  }
  aclIntArray *Convert(const std::vector<int64_t> &values) {
    return MakeList<aclIntArray>("aclCreateIntArray", "aclDestroyIntArray", values.data(), values.size());
  }
  aclFloatArray *Convert(const std::vector<float> &values) {
    return MakeList<aclFloatArray>("aclCreateFloatArray", "aclDestroyFloatArray", values.data(), values.size());
  }
  aclBoolArray *Convert(const std::vector<bool> &values) {
    std::vector<uint8_t> bytes(values.begin(), values.end());
    return MakeList<aclBoolArray>("aclCreateBoolArray", "aclDestroyBoolArray", bytes.data(), bytes.size());
  }
  /** List attributes; an untyped list holds int64_t. */
  aclIntArray *Convert(const gert::TypedContinuousVector<int64_t> *values) {
    return values == nullptr ? nullptr : MakeInts(values->GetData(), values->GetSize());
  }
  aclIntArray *Convert(const gert::ContinuousVector *values) {
    return values == nullptr ? nullptr : MakeInts(static_cast<const int64_t *>(values->GetData()), values->GetSize());
  }
  aclFloatArray *Convert(const gert::TypedContinuousVector<float> *values) {
    return values == nullptr ? nullptr
                             : MakeList<aclFloatArray>("aclCreateFloatArray", "aclDestroyFloatArray", values->GetData(),
                                                       values->GetSize());
  }
  aclBoolArray *Convert(const gert::TypedContinuousVector<bool> *values) {
    return values == nullptr ? nullptr
                             : MakeList<aclBoolArray>("aclCreateBoolArray", "aclDestroyBoolArray", values->GetData(),
                                                      values->GetSize());
  }
  /** Texts live as long as the argument. */
  const char *Convert(const char *text) { return text; }
  const char *Convert(const std::string &text) { return text.c_str(); }
  /** Types and formats have the same numbers in both interfaces. */
  int32_t Convert(ge::DataType type) { return static_cast<int32_t>(type); }
  int32_t Convert(ge::Format format) { return static_cast<int32_t>(format); }
  /** Numbers pass as they are; the pointer of an attribute passes the attribute's value. */
  template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
  T Convert(T value) {
    return value;
  }
  template <typename T,
            typename = typename std::enable_if<std::is_arithmetic<T>::value && !std::is_same<T, char>::value>::type>
  T Convert(const T *value) {
    if (value == nullptr) {
      OP_LOGE("OpApi", "%s", "a number's pointer is null: the node does not have this attribute");
      good_ = false;
      return T();
    }
    return *value;
  }

 private:
  template <typename R, typename T>
  R *MakeList(const char *create, const char *destroy, const T *values, size_t size) {
    auto make = reinterpret_cast<R *(*)(const T *, uint64_t)>(::opstrata::find_op_api(create));
    R *made = make == nullptr ? nullptr : make(values, size);
    if (made == nullptr) {
      OP_LOGE("OpApi", "%s failed for %zu elements", create, size);
      good_ = false;
      return nullptr;
    }
    Keep(made, destroy);
    return made;
  }
  aclIntArray *MakeInts(const int64_t *values, size_t size) {
    return MakeList<aclIntArray>("aclCreateIntArray", "aclDestroyIntArray", values, size);
  }
  aclTensor *MakeTensor(const gert::Tensor &tensor) {
    const std::vector<int64_t> view = Dims(tensor.GetOriginShape());
    const std::vector<int64_t> storage = Dims(tensor.GetStorageShape());
    std::vector<int64_t> strides(view.size(), 1);
    for (size_t i = view.size(); i > 1; --i) {
      strides[i - 2] = strides[i - 1] * view[i - 1];
    }
    using Create = aclTensor *(*)(const int64_t *, uint64_t, int32_t, const int64_t *, int64_t, int32_t,
                                  const int64_t *, uint64_t, void *);
    auto make = reinterpret_cast<Create>(::opstrata::find_op_api("aclCreateTensor"));
    aclTensor *made = make == nullptr ? nullptr
                                      : make(view.data(), view.size(), static_cast<int32_t>(tensor.GetDataType()),
                                             strides.data(), 0, static_cast<int32_t>(tensor.GetStorageFormat()),
                                             storage.data(), storage.size(), const_cast<void *>(tensor.GetAddr()));
    if (made == nullptr) {
      OP_LOGE("OpApi", "no descriptor for a tensor of %zu dimensions", view.size());
      good_ = false;
    }
    return made;
  }
  static std::vector<int64_t> Dims(const gert::Shape &shape) {
    std::vector<int64_t> dims(shape.GetDimNum());
    for (size_t i = 0; i < dims.size(); ++i) {
      dims[i] = shape.GetDim(i);
    }
    return dims;
  }
  void Keep(void *pointer, const char *destroy);

  std::vector<ConvertedParam> &made_;
  bool good_ = true;
};

template <const char *Name>
inline void DestroyOpApiObject(void *pointer) {
  auto destroy = reinterpret_cast<int32_t (*)(const void *)>(::opstrata::find_op_api(Name));
  if (destroy != nullptr) {
    (void)destroy(pointer);
  }
}

inline void OpApiConverter::Keep(void *pointer, const char *destroy) {
  static constexpr char kTensor[] = "aclDestroyTensor";
  static constexpr char kTensorList[] = "aclDestroyTensorList";
  static constexpr char kIntArray[] = "aclDestroyIntArray";
  static constexpr char kFloatArray[] = "aclDestroyFloatArray";
  static constexpr char kBoolArray[] = "aclDestroyBoolArray";
  const std::string name(destroy);
  void (*deleter)(void *) = &DestroyOpApiObject<kTensor>;
  if (name == kTensorList) {
    deleter = &DestroyOpApiObject<kTensorList>;
  } else if (name == kIntArray) {
    deleter = &DestroyOpApiObject<kIntArray>;
  } else if (name == kFloatArray) {
    deleter = &DestroyOpApiObject<kFloatArray>;
  } else if (name == kBoolArray) {
    deleter = &DestroyOpApiObject<kBoolArray>;
  }
  made_.push_back({pointer, deleter});
}

/**
 * First phase of API `name`: converts the arguments, finds both functions, fills `params` and `workspace` (bytes).
 * GRAPH_FAILED, with the reason logged, when an argument does not convert, nobody defines the API, or the phase fails.
 */
template <typename... Args>
ge::graphStatus PrepareOpApi(const char *name, OpApiParams &params, uint64_t &workspace, const Args &...args) {
  const std::string first = std::string(name) + "GetWorkspaceSize";
  void *phase_one = ::opstrata::find_op_api(first.c_str());
  params.op_api_func = reinterpret_cast<OpApiFunc>(::opstrata::find_op_api(name));
  if (phase_one == nullptr || params.op_api_func == nullptr) {
    OP_LOGE(name, "no library defines %s and its workspace function", name);
    return ge::GRAPH_FAILED;
  }
  OpApiConverter converter(params.converted_params);
  auto converted = std::tuple<decltype(converter.Convert(args))...>{converter.Convert(args)...};
  if (!converter.Good()) {
    params.Release();
    return ge::GRAPH_FAILED;
  }
  const int32_t status = std::apply(
      [&](auto... values) {
        using Phase = int32_t (*)(decltype(values)..., uint64_t *, aclOpExecutor **);
        return reinterpret_cast<Phase>(phase_one)(values..., &workspace, &params.executor);
      },
      converted);
  if (status != 0) {
    OP_LOGE(name, "%sGetWorkspaceSize returned %d", name, status);
    params.Release();
    return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}

/** Both phases on the context's stream. Waits for the stream when the call needs workspace, which is freed on return.
 */
template <typename... Args>
ge::graphStatus ExecuteOpApi(gert::OpExecuteContext *context, const char *name, const Args &...args) {
  if (context == nullptr) {
    OP_LOGE(name, "the context is null");
    return ge::GRAPH_FAILED;
  }
  OpApiParams params;
  uint64_t workspace_size = 0;
  const ge::graphStatus prepared = PrepareOpApi(name, params, workspace_size, args...);
  if (prepared != ge::GRAPH_SUCCESS) {
    return prepared;
  }
  auto allocate = reinterpret_cast<int32_t (*)(void **, size_t, int32_t)>(::opstrata::find_op_api("aclrtMalloc"));
  auto wait = reinterpret_cast<int32_t (*)(void *)>(::opstrata::find_op_api("aclrtSynchronizeStream"));
  auto release = reinterpret_cast<int32_t (*)(void *)>(::opstrata::find_op_api("aclrtFree"));
  void *workspace = nullptr;
  if (workspace_size > 0 &&
      (allocate == nullptr || wait == nullptr || release == nullptr || allocate(&workspace, workspace_size, 0) != 0)) {
    OP_LOGE(name, "no workspace of %lu bytes", static_cast<unsigned long>(workspace_size));
    return ge::GRAPH_FAILED;
  }
  int32_t status = params.op_api_func(workspace, workspace_size, params.executor, context->GetStream());
  if (workspace != nullptr) {
    const int32_t waited = wait(context->GetStream());
    status = status != 0 ? status : waited;
    (void)release(workspace);
  }
  if (status != 0) {
    OP_LOGE(name, "%s returned %d", name, status);
    return ge::GRAPH_FAILED;
  }
  return ge::GRAPH_SUCCESS;
}

/** First phase only: parameters (`OpApiParams`) and workspace size go to the context's outputs for the second stage. */
template <typename... Args>
ge::graphStatus ExecuteOpApi(gert::OpExecutePrepareContext *context, const char *name, const Args &...args) {
  if (context == nullptr) {
    OP_LOGE(name, "the context is null");
    return ge::GRAPH_FAILED;
  }
  auto *params = new OpApiParams();
  uint64_t workspace_size = 0;
  ge::graphStatus status = PrepareOpApi(name, *params, workspace_size, args...);
  if (status != ge::GRAPH_SUCCESS) {
    delete params;
    return status;
  }
  status = context->SetOpApiParamsWithDefaultDeleter(params);
  if (status != ge::GRAPH_SUCCESS) {
    delete params;
    return status;
  }
  const size_t size = static_cast<size_t>(workspace_size);
  return context->SetWorkspaceSizes(&size, 1);
}
}  // namespace fallback

/** Arguments of the API's first phase without workspace size and executor: tensors, vectors of them, attributes. */
#define CANN_OPS_OPB_SYN_EXEC_ACLNN(context, api, ...) ::fallback::ExecuteOpApi(context, #api, ##__VA_ARGS__)
#define CANN_OPS_OPB_ASYN_EXEC_ACLNN(context, api, ...) ::fallback::ExecuteOpApi(context, #api, ##__VA_ARGS__)

#endif  // OP_COMMON_OP_GRAPH_OP_FALLBACK_H
