/// @file
/// C interface of the objects of single-operator execution: tensors, scalars, arrays, lists, executors
/// (opdev-api section 2.3). Functions never throw; creation returns null on failure, everything else an aclnnStatus.
/// Objects belong to the caller until the matching aclDestroy… call; the functions are usable from any thread.
#ifndef OP_API_ACL_META_H_
#define OP_API_ACL_META_H_

#ifdef __cplusplus
#include <cstdint>
#include <cstdlib>
#else
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#endif

#include "acl/acl_base.h"
#include "opstrata/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ACLNN_META
#define ACLNN_META
typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;

typedef int32_t aclnnStatus;
#ifdef __cplusplus
constexpr aclnnStatus OK = 0;
#else
enum { OK = 0 };
#endif
#endif  /* ACLNN_META */

/// Creates a tensor over `tensorData` (not copied, not owned, may be null), placed on the device.
/// @param viewDims, viewDimsNum  logical shape; a null pointer with count 0 is a scalar, with another count an error
/// @param stride   `viewDimsNum` element strides, or null for row-major ones
/// @param offset   elements from `tensorData` to the first element of the view
/// @param storageDims, storageDimsNum  physical shape (also the original shape)
/// @return the tensor, or null; destroy with aclDestroyTensor
OPSTRATA_API aclTensor *aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType,
                                        const int64_t *stride, int64_t offset, aclFormat format,
                                        const int64_t *storageDims, uint64_t storageDimsNum, void *tensorData);
/// Copies one value of type `dataType` from `value`; null for a null value or a type without scalar form.
OPSTRATA_API aclScalar *aclCreateScalar(void *value, aclDataType dataType);
/// Copies `size` values. A null pointer or size 0 gives a valid empty array.
OPSTRATA_API aclIntArray *aclCreateIntArray(const int64_t *value, uint64_t size);
OPSTRATA_API aclFloatArray *aclCreateFloatArray(const float *value, uint64_t size);
OPSTRATA_API aclBoolArray *aclCreateBoolArray(const bool *value, uint64_t size);
/// Copies the pointers, not the elements; null elements are allowed.
OPSTRATA_API aclTensorList *aclCreateTensorList(const aclTensor *const *value, uint64_t size);
OPSTRATA_API aclScalarList *aclCreateScalarList(const aclScalar *const *value, uint64_t size);

/// Destroy one object; null is fine. The list forms destroy every element and then the list.
OPSTRATA_API aclnnStatus aclDestroyTensor(const aclTensor *tensor);
OPSTRATA_API aclnnStatus aclDestroyScalar(const aclScalar *scalar);
OPSTRATA_API aclnnStatus aclDestroyIntArray(const aclIntArray *array);
OPSTRATA_API aclnnStatus aclDestroyFloatArray(const aclFloatArray *array);
OPSTRATA_API aclnnStatus aclDestroyBoolArray(const aclBoolArray *array);
OPSTRATA_API aclnnStatus aclDestroyTensorList(const aclTensorList *array);
OPSTRATA_API aclnnStatus aclDestroyScalarList(const aclScalarList *array);

/// Copy shape or strides into a new int64_t[*n] that the caller frees with delete[]. Null argument: 161001.
OPSTRATA_API aclnnStatus aclGetViewShape(const aclTensor *tensor, int64_t **viewDims, uint64_t *viewDimsNum);
OPSTRATA_API aclnnStatus aclGetStorageShape(const aclTensor *tensor, int64_t **storageDims, uint64_t *storageDimsNum);
OPSTRATA_API aclnnStatus aclGetViewStrides(const aclTensor *tensor, int64_t **stridesValue, uint64_t *stridesNum);
/// Elements from the storage address to the first element of the view.
OPSTRATA_API aclnnStatus aclGetViewOffset(const aclTensor *tensor, int64_t *offset);
/// The view format.
OPSTRATA_API aclnnStatus aclGetFormat(const aclTensor *tensor, aclFormat *format);
OPSTRATA_API aclnnStatus aclGetDataType(const aclTensor *tensor, aclDataType *dataType);
OPSTRATA_API aclnnStatus aclGetIntArraySize(const aclIntArray *array, uint64_t *size);
OPSTRATA_API aclnnStatus aclGetFloatArraySize(const aclFloatArray *array, uint64_t *size);
OPSTRATA_API aclnnStatus aclGetBoolArraySize(const aclBoolArray *array, uint64_t *size);
OPSTRATA_API aclnnStatus aclGetTensorListSize(const aclTensorList *tensorList, uint64_t *size);
OPSTRATA_API aclnnStatus aclGetScalarListSize(const aclScalarList *scalarList, uint64_t *size);
/// The storage address, without any offset.
OPSTRATA_API aclnnStatus aclGetRawTensorAddr(const aclTensor *tensor, void **addr);

/// Re-initialises a tensor in place. A null or empty dims argument leaves that shape, a null address the address; null
/// strides are recomputed. Null tensor: 161001.
OPSTRATA_API aclnnStatus aclInitTensor(aclTensor *tensor, const int64_t *viewDims, uint64_t viewDimsNum,
                                       aclDataType dataType, const int64_t *stride, int64_t offset, aclFormat format,
                                       const int64_t *storageDims, uint64_t storageDimsNum, void *tensorDataAddr);
/// Sets the storage address (null allowed). Null tensor: 161001.
OPSTRATA_API aclnnStatus aclSetRawTensorAddr(aclTensor *tensor, void *addr);

/// New addresses for a repeatable executor (section 2.3): the address is written to the tensor's storage; the index is not
/// consulted. Null tensor or executor: 561103.
OPSTRATA_API aclnnStatus aclSetInputTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr);
OPSTRATA_API aclnnStatus aclSetOutputTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr);
OPSTRATA_API aclnnStatus aclSetTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr);
OPSTRATA_API aclnnStatus AclSetInputTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr);
OPSTRATA_API aclnnStatus AclSetOutputTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr);
OPSTRATA_API aclnnStatus AclSetTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr);
/// The same for element `relativeIndex` of a list; an index past its end is 161002, a null element 561103.
OPSTRATA_API aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex,
                                                      aclTensorList *tensors, void *addr);
OPSTRATA_API aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex,
                                                       aclTensorList *tensors, void *addr);
OPSTRATA_API aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex,
                                                 aclTensorList *tensors, void *addr);
OPSTRATA_API aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex,
                                                      aclTensorList *tensors, void *addr);
OPSTRATA_API aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex,
                                                       aclTensorList *tensors, void *addr);
OPSTRATA_API aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex,
                                                 aclTensorList *tensors, void *addr);

/// Makes an executor usable for any number of second phases (section 3.5). Null: 561103; refused: 561000, and the recent
/// message names the step that forbids it.
OPSTRATA_API aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor *executor);
/// Destroys an executor that no second phase has consumed. Null: 561103; an address that is no executor: 561000.
OPSTRATA_API aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor *executor);
/// The same under the name that some programs call it by (acl-runtime-api section 18).
OPSTRATA_API aclnnStatus aclDestroyOpExecutor(aclOpExecutor *executor);

/// Hands `inputNum` input and then `outputNum` output tensors to the dump service. Any null argument: 161001.
OPSTRATA_API aclnnStatus aclDumpOpTensors(const char *opType, const char *opName, aclTensor **tensors, size_t inputNum,
                                          size_t outputNum, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OP_API_ACL_META_H_
