/// @file
/// From strided views to contiguous tensors and back (opdev-api section 2.33): nothing is launched where a view is enough.
#ifndef OPSTRATA_ACLNN_KERNELS_CONTIGUOUS_H_
#define OPSTRATA_ACLNN_KERNELS_CONTIGUOUS_H_

#include "opdev/common_types.h"
#include "opdev/op_def.h"
#include "opdev/op_executor.h"
#include "opstrata/visibility.h"

namespace l0op {

/// How a strided view comes out of contiguous memory: a block (slice), a change of the order of dimensions (transpose), a
/// repetition (broadcast), applied in this order, each only if its flag is set. Filled by CanOptimizeContiguous.
typedef struct {
  int64_t viewOffset;

  op::Shape transposeSrcShape;
  op::Shape transposeDstShape;
  op::FVector<int64_t, op::MAX_DIM_NUM> perm;

  op::Shape broadcastSrcShape;
  op::Shape broadcastDstShape;
  op::FVector<int64_t, op::MAX_DIM_NUM> shape;

  op::Shape sliceSrcShape;
  op::Shape sliceDstShape;
  op::FVector<int64_t, op::MAX_DIM_NUM> offset;
  op::FVector<int64_t, op::MAX_DIM_NUM> size;

  op::Shape stridedsliceSrcShape;
  op::Shape stridedsliceDstShape;
  op::FVector<int64_t, op::MAX_DIM_NUM> begin;
  op::FVector<int64_t, op::MAX_DIM_NUM> end;
  op::FVector<int64_t, op::MAX_DIM_NUM> strides;

  bool mayBroadcast;
  bool mayTranspose;
  bool maySlice;
  bool mayStridedslice;
} ContiguousParam;

/// A contiguous tensor with the elements of `x`. Contiguous already: a view of the same storage (`x` itself when its view,
/// storage and original shapes agree). Else the result of a Slice, Transpose, BroadcastTo or AsStrided launcher. Null when
/// the view leaves its storage (161002).
OPSTRATA_API const aclTensor *Contiguous(const aclTensor *x, aclOpExecutor *executor);

/// Makes `y` hold the elements of `x`. Both contiguous and `x` in the workspace: the storage of `x` becomes that of `y`, so
/// that the producing kernel writes there and nothing is copied. `x` a user tensor: nothing at the same address, else a
/// TensorMove launcher. `y` strided: a ViewCopy launcher. Returns `y`, null on failure.
OPSTRATA_API const aclTensor *ViewCopy(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor);

/// The memory behind a permuted dense view as a contiguous tensor, in the order of memory; for kernels that do not care
/// about the order. Null when `x` has gaps or repetitions (see op::CanPickViewAsContiguous).
OPSTRATA_API const aclTensor *PickViewAsContiguous(const aclTensor *x, aclOpExecutor *executor);

/// `x`, computed in the memory order of the dense view `y`, seen through shape and strides of `y`; then as ViewCopy.
OPSTRATA_API const aclTensor *ReViewToOut(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor);

/// Whether the view comes out of contiguous memory of `storageSize` elements by the steps of ContiguousParam.
OPSTRATA_API bool CanOptimizeContiguous(const op::Shape &viewShape, const op::Strides &strides, int64_t offset, int64_t storageSize,
                                        ContiguousParam &param);
/// Whether contiguous data can be written into the view by a change of the order of dimensions alone.
OPSTRATA_API bool CanOptimizeView(const op::Shape &viewShape, const op::Strides &strides, int64_t offset, ContiguousParam &param);

}  // namespace l0op

#endif  // OPSTRATA_ACLNN_KERNELS_CONTIGUOUS_H_
