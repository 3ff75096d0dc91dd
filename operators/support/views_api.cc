// Views, copies and changes of layout: the l0op functions behind aclnn_kernels/*.h and level0/{broadcast_to,squeeze,
// tensor_move,unsqueeze}.h.
#include <algorithm>
#include <numeric>

#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/reshape.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transdata.h"
#include "aclnn_kernels/transpose.h"
#include "level0/broadcast_to.h"
#include "level0/squeeze.h"
#include "level0/tensor_move.h"
#include "level0/unsqueeze.h"
#include "opdev/format_utils.h"
#include "opdev/tensor_view_utils.h"
#include "support/axis.h"
#include "support/launch.h"

namespace l0op {

OP_TYPE_REGISTER(AsStrided);
OP_TYPE_REGISTER(BroadcastTo);
OP_TYPE_REGISTER(Pad);
OP_TYPE_REGISTER(Slice);
OP_TYPE_REGISTER(TensorMove);
OP_TYPE_REGISTER(TransData);
OP_TYPE_REGISTER(ViewCopy);

using opstrata::operators::host_integers;
using opstrata::operators::new_result;
using opstrata::operators::normalize_axis;

namespace {

using Indices = op::FVector<int64_t, op::MAX_DIM_NUM>;

op::Shape to_shape(const Indices &dims) {
  op::Shape shape;
  for (int64_t d : dims) shape.AppendDim(d);
  return shape;
}
Indices to_indices(const op::Shape &shape) {
  Indices dims;
  for (size_t i = 0; i < shape.GetDimNum(); ++i) dims.push_back(shape.GetDim(i));
  return dims;
}
const aclTensor *host_tensor(const Indices &values, aclOpExecutor *executor) { return host_integers(values.data(), values.size(), executor); }

/// The whole memory of `x` as a vector.
const aclTensor *flat_memory(const aclTensor *x, aclOpExecutor *executor) { return executor->CreateView(x, op::Shape({x->Size()}), 0); }

/// Three host tensors that describe the view of `x`: sizes, strides, offset.
struct ViewTensors {
  const aclTensor *size, *stride, *offset;
  ViewTensors(const aclTensor *x, aclOpExecutor *executor) {
    const Indices dims = to_indices(x->GetViewShape());
    const int64_t first = x->GetViewOffset();
    size = host_tensor(dims, executor);
    stride = host_integers(x->GetViewStrides().data(), x->GetViewStrides().size(), executor);
    offset = host_integers(&first, 1, executor);
  }
  bool complete() const { return size != nullptr && stride != nullptr && offset != nullptr; }
};

const aclTensor *AsStrided(const aclTensor *x, aclOpExecutor *executor) {
  L0_DFX(AsStrided, x);
  const aclTensor *memory = flat_memory(x, executor);
  const ViewTensors view(x, executor);
  aclTensor *y = new_result(x, x->GetDataType(), executor);
  CHECK_RET(memory != nullptr && view.complete() && y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(AsStrided, nullptr, OP_INPUT(memory, view.size, view.stride, view.offset), OP_OUTPUT(y));
  return y;
}

/// Copies into the strided view `y`.
const aclTensor *CopyIntoView(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  L0_DFX(CopyIntoView, x, y);
  const aclTensor *target = flat_memory(y, executor), *source = flat_memory(x, executor);
  const ViewTensors to(y, executor), from(x, executor);
  CHECK_RET(target != nullptr && source != nullptr && to.complete() && from.complete(), nullptr);
  const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(
      ViewCopy, OP_INPUT(target, to.size, to.stride, to.offset, source, from.size, from.stride, from.offset), OP_OUTPUT(target));
  return status == ACLNN_SUCCESS ? y : nullptr;
}

/// Dimensions of a view that are longer than 1 and no repetition, by falling stride: the order in which memory runs.
Indices memory_order(const op::Shape &shape, const op::Strides &strides) {
  Indices order;
  for (size_t d = 0; d < shape.GetDimNum(); ++d) {
    if (shape.GetDim(d) != 1 && strides[d] != 0) order.push_back(static_cast<int64_t>(d));
  }
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return strides[static_cast<size_t>(a)] > strides[static_cast<size_t>(b)]; });
  return order;
}

/// The kernel of `x` writes into the memory of `y` from now on.
void redirect(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  x->SetFromWorkspace(false);
  x->SetStorageAddr(y->GetStorageAddr());
  const_cast<aclTensor *>(x)->SetStorageOffset(y->GetStorageOffset() + y->GetViewOffset());
  executor->AddTensorRelation(y, x);
}

bool can_redirect(const aclTensor *x, const aclTensor *y) { return x->IsFromWorkspace() && x->GetViewOffset() == 0 && !y->IsFromWorkspace(); }

bool same_elements(const aclTensor *x, const aclTensor *y) {
  if (x->GetDataType() == y->GetDataType() && x->GetViewShape().GetShapeSize() == y->GetViewShape().GetShapeSize()) return true;
  OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a tensor of %s %s cannot be copied to one of %s %s", op::ToString(x->GetDataType()).GetString(),
          op::ToString(x->GetViewShape()).GetString(), op::ToString(y->GetDataType()).GetString(), op::ToString(y->GetViewShape()).GetString());
  return false;
}

}  // namespace

bool CanOptimizeContiguous(const op::Shape &viewShape, const op::Strides &strides, int64_t offset, int64_t storageSize,
                           ContiguousParam &param) {
  param = ContiguousParam();
  const size_t rank = viewShape.GetDimNum();
  if (strides.size() != rank || viewShape.GetShapeSize() <= 0) return false;
  param.viewOffset = offset;
  const Indices order = memory_order(viewShape, strides);
  if (order.empty()) return false;
  // Block: walk from the innermost dimension outwards; memory between two neighbouring strides is one row of the source.
  Indices extents, rows, begins;
  int64_t step = 1;
  for (size_t i = order.size(); i-- > 0;) {
    const auto d = static_cast<size_t>(order[i]);
    if (strides[d] < step || strides[d] % step != 0) return false;
    if (i + 1 == order.size() ? strides[d] != 1 : strides[d] / step < extents.back()) return false;
    if (i + 1 != order.size()) rows.push_back(strides[d] / step);
    extents.push_back(viewShape.GetDim(d));
    step = strides[d];
  }
  rows.push_back(storageSize / step);
  std::reverse(extents.begin(), extents.end());
  std::reverse(rows.begin(), rows.end());
  int64_t rest = offset;
  for (size_t i = 0; i < order.size(); ++i) {
    const int64_t stride = strides[static_cast<size_t>(order[i])];
    begins.push_back(rest / stride);
    rest %= stride;
    if (begins.back() + extents[i] > rows[i]) return false;
  }
  param.maySlice = false;
  for (size_t i = 1; i < rows.size(); ++i) param.maySlice = param.maySlice || rows[i] != extents[i];
  param.offset = begins;
  param.size = extents;
  param.sliceSrcShape = to_shape(rows);
  param.sliceDstShape = to_shape(extents);
  // Order: dimensions of extent 1 (and those to be repeated) follow the others in the source.
  Indices place = order;
  for (size_t d = 0; d < rank; ++d) {
    if (std::find(order.begin(), order.end(), static_cast<int64_t>(d)) == order.end()) place.push_back(static_cast<int64_t>(d));
  }
  param.perm.resize(rank);
  for (size_t i = 0; i < rank; ++i) param.perm[static_cast<size_t>(place[i])] = static_cast<int64_t>(i);
  param.mayTranspose = !std::is_sorted(order.begin(), order.end());
  Indices one(rank, 1);
  for (size_t i = 0; i < rank; ++i) {
    const auto d = static_cast<size_t>(place[i]);
    const int64_t extent = i < order.size() ? viewShape.GetDim(d) : 1;
    param.transposeSrcShape.AppendDim(extent);
    one[d] = extent;
    param.mayBroadcast = param.mayBroadcast || (i >= order.size() && viewShape.GetDim(d) != 1);
  }
  param.transposeDstShape = param.broadcastSrcShape = to_shape(one);
  param.broadcastDstShape = viewShape;
  param.shape = to_indices(viewShape);
  return true;
}

bool CanOptimizeView(const op::Shape &viewShape, const op::Strides &strides, int64_t offset, ContiguousParam &param) {
  return CanOptimizeContiguous(viewShape, strides, offset, offset + viewShape.GetShapeSize(), param) && offset == 0 && !param.maySlice &&
         !param.mayBroadcast;
}

const aclTensor *Contiguous(const aclTensor *x, aclOpExecutor *executor) {
  L0_DFX(Contiguous, x);
  if (IsNullptr(x, "x")) return nullptr;
  const op::Shape &shape = x->GetViewShape();
  const bool whole = shape == x->GetStorageShape() && shape == x->GetOriginalShape();
  if (op::IsContiguous(x) && (whole || op::IsPrivateFormat(x->GetStorageFormat()))) return x;
  if (IsNullptr(executor, "executor")) return nullptr;
  if (op::IsContiguous(x)) return executor->CreateView(x, shape, x->GetViewOffset());
  if (!op::Validate(x)) return nullptr;
  // One step of the chain is one kernel that reads in the order of memory; longer chains cost more than one general copy.
  ContiguousParam param;
  if (CanOptimizeContiguous(x->GetViewShape(), x->GetViewStrides(), x->GetViewOffset(), x->Size(), param) &&
      param.maySlice + param.mayTranspose + param.mayBroadcast == 1) {
    if (param.mayTranspose) {
      const aclTensor *source = executor->CreateView(x, param.transposeSrcShape, x->GetViewOffset());
      return source == nullptr ? nullptr : Transpose(source, executor->AllocIntArray(param.perm.data(), param.perm.size()), executor);
    }
    if (param.mayBroadcast) {
      const aclTensor *source = executor->CreateView(x, param.broadcastSrcShape, x->GetViewOffset());
      return source == nullptr ? nullptr : BroadcastTo(source, executor->AllocIntArray(param.shape.data(), param.shape.size()), executor);
    }
    const aclTensor *source = executor->CreateView(x, param.sliceSrcShape, 0);
    CHECK_RET(source != nullptr, nullptr);
    const aclTensor *block = Slice(source, executor->AllocIntArray(param.offset.data(), param.offset.size()),
                                   executor->AllocIntArray(param.size.data(), param.size.size()), executor);
    return block == nullptr ? nullptr : Reshape(block, x->GetViewShape(), executor);
  }
  return AsStrided(x, executor);
}

const aclTensor *ViewCopy(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  L0_DFX(ViewCopy, x, y);
  if (IsNullptr(x, "x") || IsNullptr(y, "y") || IsNullptr(executor, "executor") || !same_elements(x, y)) return nullptr;
  if (!op::IsContiguous(y)) return op::Validate(y) ? CopyIntoView(x, y, executor) : nullptr;
  const aclTensor *source = op::IsContiguous(x) ? x : Contiguous(x, executor);
  if (source == nullptr) return nullptr;
  if (can_redirect(source, y)) {
    redirect(source, y, executor);
    return y;
  }
  if (!source->IsFromWorkspace() && source->GetData() == y->GetData()) {
    executor->AbandonCache(true);  // with other addresses the copy would be needed
    return y;
  }
  const aclTensor *target = Contiguous(y, executor);
  source = Contiguous(source, executor);
  if (target == nullptr || source == nullptr) return nullptr;
  if (source->GetViewShape() != target->GetViewShape()) source = Reshape(source, target->GetViewShape(), executor);
  return source != nullptr && TensorMove(source, target, executor) != nullptr ? y : nullptr;
}

const aclTensor *PickViewAsContiguous(const aclTensor *x, aclOpExecutor *executor) {
  L0_DFX(PickViewAsContiguous, x);
  if (IsNullptr(x, "x") || !op::CanPickViewAsContiguous(x)) return nullptr;
  if (op::IsContiguous(x)) return Contiguous(x, executor);
  if (IsNullptr(executor, "executor")) return nullptr;
  op::Shape shape;
  for (int64_t d : memory_order(x->GetViewShape(), x->GetViewStrides())) shape.AppendDim(x->GetViewShape().GetDim(static_cast<size_t>(d)));
  return executor->CreateView(x, shape, x->GetViewOffset());
}

const aclTensor *ReViewToOut(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  L0_DFX(ReViewToOut, x, y);
  if (IsNullptr(x, "x") || IsNullptr(y, "y") || IsNullptr(executor, "executor") || !same_elements(x, y)) return nullptr;
  if (can_redirect(x, y)) {
    redirect(x, y, executor);
    return y;
  }
  const aclTensor *view = executor->CreateView(x, y->GetViewShape(), op::Shape({x->Size()}), y->GetViewStrides(), x->GetViewOffset());
  return view == nullptr ? nullptr : ViewCopy(view, y, executor);
}

const aclTensor *Reshape(const aclTensor *x, const op::Shape &shape, aclOpExecutor *executor) {
  L0_DFX(Reshape, x, shape);
  if (IsNullptr(x, "x")) return nullptr;
  op::Shape target = shape;
  const int64_t count = x->GetViewShape().GetShapeSize();
  int64_t known = 1;
  int unknown = -1;
  for (size_t d = 0; d < target.GetDimNum(); ++d) {
    if (target.GetDim(d) != -1) {
      known *= target.GetDim(d);
    } else {
      unknown = unknown == -1 ? static_cast<int>(d) : -2;
    }
  }
  if (unknown >= 0 && known != 0 && count % known == 0) {
    target.SetDim(static_cast<size_t>(unknown), count / known);
    known = count;
  }
  if (unknown == -2 || known != count || !op::IsContiguous(x)) {
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "x: a %s tensor of shape %s cannot be seen as %s", op::IsContiguous(x) ? "contiguous" : "strided",
            op::ToString(x->GetViewShape()).GetString(), op::ToString(shape).GetString());
    return nullptr;
  }
  if (target == x->GetViewShape() && target == x->GetStorageShape() && target == x->GetOriginalShape()) return x;
  if (IsNullptr(executor, "executor")) return nullptr;
  aclTensor *view = executor->CreateView(x, target, x->GetViewOffset());
  CHECK_RET(view != nullptr, nullptr);
  if (target.GetDimNum() != x->GetViewShape().GetDimNum()) {
    view->SetViewFormat(op::Format::FORMAT_ND);
    view->SetOriginalFormat(op::Format::FORMAT_ND);
    view->SetStorageFormat(op::Format::FORMAT_ND);
  }
  return view;
}

const aclTensor *Reshape(const aclTensor *x, const aclIntArray *shape, aclOpExecutor *executor) {
  L0_DFX(Reshape, x, shape);
  if (IsNullptr(shape, "shape") || shape->Size() == 0) return nullptr;
  op::Shape target;
  op::ToShape(shape->GetData(), shape->Size(), target);
  return Reshape(x, target, executor);
}

const aclTensor *UnsqueezeNd(const aclTensor *x, const aclIntArray *dim, aclOpExecutor *executor) {
  L0_DFX(UnsqueezeNd, x, dim);
  if (IsNullptr(x, "x") || IsNullptr(dim, "dim")) return nullptr;
  const size_t rank = x->GetViewShape().GetDimNum() + dim->Size();
  bool added[op::Shape::kMaxDimNum] = {};
  for (uint64_t i = 0; i < dim->Size(); ++i) {
    int64_t axis = (*dim)[i];
    if (rank > op::Shape::kMaxDimNum || !normalize_axis(axis, rank) || added[axis]) {
      OP_LOGE(ACLNN_ERR_PARAM_INVALID, "dim: %s are no new dimensions of %s", ::ToString(*dim).GetString(), op::ToString(x->GetViewShape()).GetString());
      return nullptr;
    }
    added[axis] = true;
  }
  op::Shape shape;
  for (size_t d = 0, next = 0; d < rank; ++d) shape.AppendDim(added[d] ? 1 : x->GetViewShape().GetDim(next++));
  return Reshape(x, shape, executor);
}
const aclTensor *UnsqueezeNd(const aclTensor *x, int64_t dim, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x);
  return UnsqueezeNd(x, executor->AllocIntArray(&dim, 1), executor);
}

const aclTensor *SqueezeNd(const aclTensor *x, const aclIntArray *dim, aclOpExecutor *executor) {
  L0_DFX(SqueezeNd, x, dim);
  if (IsNullptr(x, "x") || IsNullptr(dim, "dim")) return nullptr;
  const op::Shape &from = x->GetViewShape();
  bool removed[op::Shape::kMaxDimNum] = {};
  for (uint64_t i = 0; i < dim->Size(); ++i) {
    int64_t axis = (*dim)[i];
    if (from.GetDimNum() == 0 || !normalize_axis(axis, from.GetDimNum()) || from.GetDim(static_cast<size_t>(axis)) != 1) {
      OP_LOGE(ACLNN_ERR_PARAM_INVALID, "dim: %s are not all dimensions of extent 1 of %s", ::ToString(*dim).GetString(), op::ToString(from).GetString());
      return nullptr;
    }
    removed[axis] = true;
  }
  op::Shape shape;
  for (size_t d = 0; d < from.GetDimNum(); ++d) {
    if (!removed[d]) shape.AppendDim(from.GetDim(d));
  }
  return Reshape(x, shape, executor);
}
const aclTensor *SqueezeNd(const aclTensor *x, int64_t dim, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x);
  return SqueezeNd(x, executor->AllocIntArray(&dim, 1), executor);
}

const aclTensor *ReFormat(const aclTensor *x, const op::Format &format, aclOpExecutor *executor) {
  if (IsNullptr(x, "x")) return nullptr;
  size_t rank = 0;  // that the format has; 0: any
  switch (format) {
    case op::Format::FORMAT_NCL: rank = 3; break;
    case op::Format::FORMAT_NCHW: case op::Format::FORMAT_NHWC: case op::Format::FORMAT_HWCN: rank = 4; break;
    case op::Format::FORMAT_NCDHW: case op::Format::FORMAT_NDHWC: case op::Format::FORMAT_NC1HWC0: rank = 5; break;
    case op::Format::FORMAT_NDC1HWC0: rank = 6; break;
    default: break;
  }
  if (rank != 0 && x->GetViewShape().GetDimNum() != rank) {
    OP_LOGE(ACLNN_ERR_PARAM_INVALID, "x: the shape %s does not fit the format %s", op::ToString(x->GetViewShape()).GetString(),
            op::ToString(format).GetString());
    return nullptr;
  }
  aclTensor *target = executor == nullptr ? const_cast<aclTensor *>(x) : executor->CreateView(x, x->GetViewShape(), x->GetViewOffset());
  CHECK_RET(target != nullptr, nullptr);
  target->SetViewFormat(format);
  target->SetOriginalFormat(format);
  target->SetStorageFormat(format);
  return target;
}

const aclTensor *TransData(const aclTensor *x, op::Format dstPrimaryFormat, int64_t groups, aclOpExecutor *executor) {
  L0_DFX(TransData, x, dstPrimaryFormat, groups);
  if (IsNullptr(x, "x")) return nullptr;
  if (op::GetPrimaryFormat(x->GetStorageFormat()) == dstPrimaryFormat) return x;
  if (IsNullptr(executor, "executor")) return nullptr;
  aclTensor *y = executor->AllocTensor(x->GetDataType(), dstPrimaryFormat, x->GetOriginalFormat());
  CHECK_RET(y != nullptr, nullptr);
  const ge::AscendString from = op::ToString(x->GetStorageFormat()), to = op::ToString(dstPrimaryFormat);
  const int64_t subformat = 0;
  OPSTRATA_INFER_AND_LAUNCH(TransData, nullptr, OP_INPUT(x), OP_OUTPUT(y),
                            OP_ATTR(from.GetString(), to.GetString(), subformat, subformat, groups));
  return y;
}
const aclTensor *TransDataSpecial(const aclTensor *x, op::Format dstPrimaryFormat, int64_t groups, aclOpExecutor *executor) {
  return TransData(x, dstPrimaryFormat, groups, executor);
}

const aclTensor *TensorMove(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x, y);
  L0_DFX(TensorMove, x, y);
  return ADD_TO_LAUNCHER_LIST_AICORE(TensorMove, OP_INPUT(x), OP_OUTPUT(y)) == ACLNN_SUCCESS ? y : nullptr;
}
const aclTensor *TensorMoveAiCore(const aclTensor *x, const aclTensor *y, aclOpExecutor *executor) { return TensorMove(x, y, executor); }

const aclTensor *BroadcastTo(const aclTensor *x, const aclTensor *y, const aclTensor *shape, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x, y, shape);
  L0_DFX(BroadcastTo, x, y, shape);
  return ADD_TO_LAUNCHER_LIST_AICORE(BroadcastTo, OP_INPUT(x, shape), OP_OUTPUT(y)) == ACLNN_SUCCESS ? y : nullptr;
}
const aclTensor *BroadcastTo(const aclTensor *x, const aclIntArray *shape, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x, shape);
  L0_DFX(BroadcastTo, x, shape);
  const aclTensor *sizes = executor->ConvertToTensor(shape, op::DataType::DT_INT64);
  aclTensor *y = new_result(x, x->GetDataType(), executor);
  CHECK_RET(sizes != nullptr && y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(BroadcastTo, nullptr, OP_INPUT(x, sizes), OP_OUTPUT(y));
  return y;
}

const aclTensor *Slice(const aclTensor *x, const aclTensor *y, const aclTensor *offset, const aclTensor *size, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x, y, offset, size);
  L0_DFX(Slice, x, y, offset, size);
  return ADD_TO_LAUNCHER_LIST_AICORE(Slice, OP_INPUT(x, offset, size), OP_OUTPUT(y)) == ACLNN_SUCCESS ? y : nullptr;
}
const aclTensor *Slice(const aclTensor *x, const aclIntArray *offsets, const aclIntArray *size, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x, offsets, size);
  L0_DFX(Slice, x, offsets, size);
  const aclTensor *begin = executor->ConvertToTensor(offsets, op::DataType::DT_INT64);
  const aclTensor *extent = executor->ConvertToTensor(size, op::DataType::DT_INT64);
  aclTensor *y = new_result(x, x->GetDataType(), executor);
  CHECK_RET(begin != nullptr && extent != nullptr && y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Slice, nullptr, OP_INPUT(x, begin, extent), OP_OUTPUT(y));
  return y;
}

const aclTensor *Pad(const aclTensor *self, const aclTensor *paddings, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, paddings);
  L0_DFX(Pad, self, paddings);
  aclTensor *y = new_result(self, self->GetDataType(), executor);
  CHECK_RET(y != nullptr, nullptr);
  OPSTRATA_INFER_AND_LAUNCH(Pad, nullptr, OP_INPUT(self, paddings), OP_OUTPUT(y));
  return y;
}

}  // namespace l0op
