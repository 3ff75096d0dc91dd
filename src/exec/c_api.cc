// The C interface of objects (opdev-api section 2.3). Nothing here throws.
#include <algorithm>
#include <exception>
#include <new>

#include "exec/executor_impl.h"
#include "exec/executor_store.h"
#include "exec/object_life.h"
#include "exec/report.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"

using opstrata::Msg;
using opstrata::exec::refused;
using opstrata::exec::refused_as;

namespace {

/// An object, or null when its constructor refuses.
template <typename T, typename Make>
T *created(const char *function, const Make &make) {
  try {
    if (T *object = make(); object != nullptr) return object;
    refused(Msg::kExecAllocation, {{"what", function}, {"reason", "out of memory"}});
  } catch (const std::exception &e) {
    refused(Msg::kExecAllocation, {{"what", function}, {"reason", e.what()}});
  }
  return nullptr;
}

aclnnStatus no_object(const char *function, const char *parameter) {
  return refused(Msg::kBadArgument, {{"function", function},
                                     {"parameter", parameter},
                                     {"value", "a pointer to no object (destroyed before, by itself or with its list)"},
                                     {"allowed", "what was created and not yet destroyed, or null"}});
}
/// Destroys what exists. A pointer that was destroyed before, alone or with its list, is refused.
template <typename T>
aclnnStatus destroyed(const char *function, const char *parameter, const T *object) {
  if (object == nullptr) return OK;
  if (!opstrata::exec::claim_object(object)) return no_object(function, parameter);
  object->~T();
  opstrata::exec::retire(const_cast<T *>(object));
  return OK;
}
template <typename List>
aclnnStatus destroyed_with_elements(const char *function, const List *list) {
  if (list == nullptr) return OK;
  if (!opstrata::exec::claim_object(list)) return no_object(function, "list");
  aclnnStatus status = OK;
  for (uint64_t i = 0; i < list->Size(); ++i) {
    const auto *element = (*list)[i];
    const auto end = list->GetData() + i;
    if (std::find(list->GetData(), end, element) != end) continue;  // listed twice, destroyed once
    const aclnnStatus code = destroyed(function, ("list[" + std::to_string(i) + "]").c_str(), element);
    if (status == OK) status = code;
  }
  list->~List();
  opstrata::exec::retire(const_cast<List *>(list));
  return status;
}

aclnnStatus null_argument(const char *function, const char *parameter) {
  return refused(Msg::kExecNullArgument, {{"function", function}, {"parameter", parameter}});
}
/// The same where the interface prescribes 561103.
aclnnStatus inner_null(const char *function, const char *parameter) {
  return refused_as(ACLNN_ERR_INNER_NULLPTR, Msg::kExecNullArgument,
                    {{"function", function}, {"parameter", parameter}});
}

/// Returns 161001 from the enclosing C function when an argument is null, naming it.
#define OPSTRATA_NOT_NULL(pointer)                                      \
  do {                                                                  \
    if ((pointer) == nullptr) return null_argument(__func__, #pointer); \
  } while (false)

aclnnStatus copy_dims(const char *function, const int64_t *dims, size_t count, int64_t **out, uint64_t *out_count) {
  *out = new (std::nothrow) int64_t[count];
  if (*out == nullptr) return refused_as(ACLNN_ERR_INNER_NULLPTR, Msg::kOutOfMemory, {{"where", function}, {"bytes", count * sizeof(int64_t)}});
  std::copy(dims, dims + count, *out);
  *out_count = count;
  return OK;
}
aclnnStatus copy_shape(const char *function, const op::Shape &shape, int64_t **out, uint64_t *out_count) {
  return copy_dims(function, shape.GetDimNum() == 0 ? nullptr : &shape[0], shape.GetDimNum(), out, out_count);
}

template <typename Container>
aclnnStatus size_of(const char *function, const char *parameter, const Container *container, uint64_t *size) {
  if (container == nullptr) return null_argument(function, parameter);
  if (size == nullptr) return null_argument(function, "size");
  *size = container->Size();
  return OK;
}

/// The address of one tensor of a repeatable executor; the index is not consulted.
aclnnStatus set_address(const char *function, aclOpExecutor *executor, aclTensor *tensor, void *addr) {
  if (tensor == nullptr) return inner_null(function, "tensor");
  tensor->SetStorageAddr(addr);
  if (executor == nullptr) return inner_null(function, "executor");
  return OK;
}
aclnnStatus set_element_address(const char *function, aclOpExecutor *executor, size_t index, aclTensorList *tensors, void *addr) {
  if (tensors == nullptr) return inner_null(function, "tensors");
  if (index >= tensors->Size()) return refused(Msg::kExecListIndex, {{"function", function}, {"index", index}, {"size", tensors->Size()}});
  if ((*tensors)[index] == nullptr) return inner_null(function, ("tensors[" + std::to_string(index) + "]").c_str());
  return set_address(function, executor, (*tensors)[index], addr);
}

}  // namespace

aclTensor *aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                           int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                           void *tensorData) {
  if ((viewDims == nullptr && viewDimsNum != 0) || (storageDims == nullptr && storageDimsNum != 0)) {
    (void)null_argument("aclCreateTensor", viewDims == nullptr && viewDimsNum != 0 ? "viewDims" : "storageDims");
    return nullptr;
  }
  if (viewDimsNum > op::MAX_DIM_NUM || storageDimsNum > op::MAX_DIM_NUM) {
    refused(Msg::kExecTooManyDims, {{"function", "aclCreateTensor"}, {"dims", std::max(viewDimsNum, storageDimsNum)}});
    return nullptr;
  }
  try {
    return new aclTensor(viewDims, viewDimsNum, dataType, stride, offset, format, storageDims, storageDimsNum, tensorData);
  } catch (const std::exception &e) {
    refused(Msg::kExecAllocation, {{"what", "aclCreateTensor"}, {"reason", e.what()}});
    return nullptr;
  }
}
aclScalar *aclCreateScalar(void *value, aclDataType dataType) {
  return created<aclScalar>("aclCreateScalar", [&] { return new aclScalar(value, op::ToOpDataType(dataType)); });
}
aclIntArray *aclCreateIntArray(const int64_t *value, uint64_t size) {
  return created<aclIntArray>("aclCreateIntArray", [&] { return new aclIntArray(value, size); });
}
aclFloatArray *aclCreateFloatArray(const float *value, uint64_t size) {
  return created<aclFloatArray>("aclCreateFloatArray", [&] { return new aclFloatArray(value, size); });
}
aclBoolArray *aclCreateBoolArray(const bool *value, uint64_t size) {
  return created<aclBoolArray>("aclCreateBoolArray", [&] { return new aclBoolArray(value, size); });
}
aclTensorList *aclCreateTensorList(const aclTensor *const *value, uint64_t size) {
  return created<aclTensorList>("aclCreateTensorList", [&] { return new aclTensorList(value, size); });
}
aclScalarList *aclCreateScalarList(const aclScalar *const *value, uint64_t size) {
  return created<aclScalarList>("aclCreateScalarList", [&] { return new aclScalarList(value, size); });
}

aclnnStatus aclDestroyTensor(const aclTensor *tensor) { return destroyed(__func__, "tensor", tensor); }
aclnnStatus aclDestroyScalar(const aclScalar *scalar) { return destroyed(__func__, "scalar", scalar); }
aclnnStatus aclDestroyIntArray(const aclIntArray *array) { return destroyed(__func__, "array", array); }
aclnnStatus aclDestroyFloatArray(const aclFloatArray *array) { return destroyed(__func__, "array", array); }
aclnnStatus aclDestroyBoolArray(const aclBoolArray *array) { return destroyed(__func__, "array", array); }
aclnnStatus aclDestroyTensorList(const aclTensorList *array) { return destroyed_with_elements(__func__, array); }
aclnnStatus aclDestroyScalarList(const aclScalarList *array) { return destroyed_with_elements(__func__, array); }

aclnnStatus aclGetViewShape(const aclTensor *tensor, int64_t **viewDims, uint64_t *viewDimsNum) {
  OPSTRATA_NOT_NULL(tensor);
  OPSTRATA_NOT_NULL(viewDims);
  OPSTRATA_NOT_NULL(viewDimsNum);
  return copy_shape("aclGetViewShape", tensor->GetViewShape(), viewDims, viewDimsNum);
}
aclnnStatus aclGetStorageShape(const aclTensor *tensor, int64_t **storageDims, uint64_t *storageDimsNum) {
  OPSTRATA_NOT_NULL(tensor);
  OPSTRATA_NOT_NULL(storageDims);
  OPSTRATA_NOT_NULL(storageDimsNum);
  return copy_shape("aclGetStorageShape", tensor->GetStorageShape(), storageDims, storageDimsNum);
}
aclnnStatus aclGetViewStrides(const aclTensor *tensor, int64_t **stridesValue, uint64_t *stridesNum) {
  OPSTRATA_NOT_NULL(tensor);
  OPSTRATA_NOT_NULL(stridesValue);
  OPSTRATA_NOT_NULL(stridesNum);
  const op::Strides &strides = tensor->GetViewStrides();
  return copy_dims("aclGetViewStrides", strides.data(), strides.size(), stridesValue, stridesNum);
}
aclnnStatus aclGetViewOffset(const aclTensor *tensor, int64_t *offset) {
  OPSTRATA_NOT_NULL(tensor);
  OPSTRATA_NOT_NULL(offset);
  *offset = tensor->GetViewOffset();
  return OK;
}
aclnnStatus aclGetFormat(const aclTensor *tensor, aclFormat *format) {
  OPSTRATA_NOT_NULL(tensor);
  OPSTRATA_NOT_NULL(format);
  *format = op::ToAclFormat(tensor->GetViewFormat());
  return OK;
}
aclnnStatus aclGetDataType(const aclTensor *tensor, aclDataType *dataType) {
  OPSTRATA_NOT_NULL(tensor);
  OPSTRATA_NOT_NULL(dataType);
  *dataType = op::ToAclDataType(tensor->GetDataType());
  return OK;
}
aclnnStatus aclGetIntArraySize(const aclIntArray *array, uint64_t *size) {
  return size_of("aclGetIntArraySize", "array", array, size);
}
aclnnStatus aclGetFloatArraySize(const aclFloatArray *array, uint64_t *size) {
  return size_of("aclGetFloatArraySize", "array", array, size);
}
aclnnStatus aclGetBoolArraySize(const aclBoolArray *array, uint64_t *size) {
  return size_of("aclGetBoolArraySize", "array", array, size);
}
aclnnStatus aclGetTensorListSize(const aclTensorList *list, uint64_t *size) {
  return size_of("aclGetTensorListSize", "list", list, size);
}
aclnnStatus aclGetScalarListSize(const aclScalarList *list, uint64_t *size) {
  return size_of("aclGetScalarListSize", "list", list, size);
}
aclnnStatus aclGetRawTensorAddr(const aclTensor *tensor, void **addr) {
  OPSTRATA_NOT_NULL(tensor);
  OPSTRATA_NOT_NULL(addr);
  *addr = tensor->GetStorageAddr();
  return OK;
}

aclnnStatus aclInitTensor(aclTensor *tensor, const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType,
                          const int64_t *stride, int64_t offset, aclFormat format, const int64_t *storageDims,
                          uint64_t storageDimsNum, void *tensorDataAddr) {
  OPSTRATA_NOT_NULL(tensor);
  if (viewDimsNum > op::MAX_DIM_NUM || storageDimsNum > op::MAX_DIM_NUM) {
    return refused(Msg::kExecTooManyDims, {{"function", "aclInitTensor"}, {"dims", std::max(viewDimsNum, storageDimsNum)}});
  }
  tensor->InitTensor(viewDims, viewDimsNum, dataType, stride, offset, format, storageDims, storageDimsNum, tensorDataAddr);
  return OK;
}
aclnnStatus aclSetRawTensorAddr(aclTensor *tensor, void *addr) {
  OPSTRATA_NOT_NULL(tensor);
  tensor->SetStorageAddr(addr);
  return OK;
}

// Both spellings of the six address functions.
#define OPSTRATA_SET_ADDRESS(Name)                                                                     \
  aclnnStatus Name(aclOpExecutor *executor, const size_t, aclTensor *tensor, void *addr) {             \
    return set_address(#Name, executor, tensor, addr);                                                 \
  }
#define OPSTRATA_SET_ELEMENT_ADDRESS(Name)                                                                             \
  aclnnStatus Name(aclOpExecutor *executor, size_t, const size_t relativeIndex, aclTensorList *tensors, void *addr) {  \
    return set_element_address(#Name, executor, relativeIndex, tensors, addr);                                         \
  }
OPSTRATA_SET_ADDRESS(aclSetInputTensorAddr)
OPSTRATA_SET_ADDRESS(aclSetOutputTensorAddr)
OPSTRATA_SET_ADDRESS(aclSetTensorAddr)
OPSTRATA_SET_ADDRESS(AclSetInputTensorAddr)
OPSTRATA_SET_ADDRESS(AclSetOutputTensorAddr)
OPSTRATA_SET_ADDRESS(AclSetTensorAddr)
OPSTRATA_SET_ELEMENT_ADDRESS(aclSetDynamicInputTensorAddr)
OPSTRATA_SET_ELEMENT_ADDRESS(aclSetDynamicOutputTensorAddr)
OPSTRATA_SET_ELEMENT_ADDRESS(aclSetDynamicTensorAddr)
OPSTRATA_SET_ELEMENT_ADDRESS(AclSetDynamicInputTensorAddr)
OPSTRATA_SET_ELEMENT_ADDRESS(AclSetDynamicOutputTensorAddr)
OPSTRATA_SET_ELEMENT_ADDRESS(AclSetDynamicTensorAddr)

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor *executor) {
  if (executor == nullptr) return inner_null("aclSetAclOpExecutorRepeatable", "executor");
  if (!opstrata::exec::is_live_executor(executor)) {
    return refused_as(ACLNN_ERR_INNER, Msg::kExecExecutorConsumed, {{"function", "aclSetAclOpExecutorRepeatable"}});
  }
  return executor->SetRepeatable();
}
namespace {
aclnnStatus destroy_executor(const char *function, aclOpExecutor *executor) {
  if (executor == nullptr) return inner_null(function, "executor");
  if (!opstrata::exec::ExecutorStore::claim(executor, true))
    return refused_as(ACLNN_ERR_INNER, Msg::kExecExecutorConsumed, {{"function", function}});
  delete executor;
  return OK;
}
}  // namespace
aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor *executor) { return destroy_executor(__func__, executor); }
aclnnStatus aclDestroyOpExecutor(aclOpExecutor *executor) { return destroy_executor(__func__, executor); }
