/**
 * @file
 * Shape inference of reducing operators (opdev-api section 4.4).
 */
#ifndef OP_COMMON_OP_HOST_INFERSHAPE_REDUCE_UTIL_H
#define OP_COMMON_OP_HOST_INFERSHAPE_REDUCE_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "op_common/log/log.h"
#include "op_common/op_host/util/opbase_export.h"
#include "op_common/op_host/util/shape_util.h"

namespace Ops {
namespace Base {
/** Inputs x and axes, attribute 0 keep_dims (false when absent). Unknown rank in, unknown rank out. */
OPBASE_API ge::graphStatus InferShape4Reduce(gert::InferShapeContext *context);

/**
 * Reduced dimensions become 1. Axes outside [-rank, rank) give GRAPH_FAILED; a scalar counts as rank 1 here and stays a
 * scalar.
 */
template <typename T>
ge::graphStatus ReduceDimsWithKeepDims(const gert::Shape *x_shape, const T *axes_dims, int32_t axes_size,
                                       gert::Shape *output_shape) {
  const bool is_scalar = x_shape->GetDimNum() == 0;
  const T dim_num = is_scalar ? static_cast<T>(1) : static_cast<T>(x_shape->GetDimNum());
  gert::Shape reduced = *x_shape;
  for (int32_t i = 0; i < axes_size; ++i) {
    if (!CheckAxisBounds(dim_num, axes_dims[i])) {
      return ge::GRAPH_FAILED;
    }
    if (!is_scalar) {
      reduced.SetDim(static_cast<size_t>(axes_dims[i] < 0 ? axes_dims[i] + dim_num : axes_dims[i]), 1);
    }
  }
  *output_shape = reduced;
  return ge::GRAPH_SUCCESS;
}

/** Reduced dimensions vanish. A scalar stays a scalar, whatever the axes are. */
template <typename T>
ge::graphStatus ReduceDimsWithoutKeepDims(const gert::Shape *x_shape, const T *axes_dims, int32_t axes_size,
                                          gert::Shape *output_shape) {
  const T dim_num = static_cast<T>(x_shape->GetDimNum());
  bool is_reduced[gert::Shape::kMaxDimNum] = {false};
  for (int32_t i = 0; dim_num > 0 && i < axes_size; ++i) {
    if (!CheckAxisBounds(dim_num, axes_dims[i])) {
      return ge::GRAPH_FAILED;
    }
    is_reduced[static_cast<size_t>(axes_dims[i] < 0 ? axes_dims[i] + dim_num : axes_dims[i])] = true;
  }
  gert::Shape kept;
  for (size_t i = 0; i < x_shape->GetDimNum(); ++i) {
    if (!is_reduced[i]) {
      (void)kept.AppendDim(x_shape->GetDim(i));
    }
  }
  *output_shape = kept;
  return ge::GRAPH_SUCCESS;
}

/** Either form, with the axes from a tensor of element type T. Unknown rank passes through. */
template <typename T>
ge::graphStatus ReduceDims(const gert::Shape *x_shape, const gert::Tensor *axes_tensor, int32_t axes_size,
                           const bool keep_dims, gert::Shape *output_shape) {
  const T *axes_dims = axes_tensor->GetData<T>();
  if (axes_dims == nullptr && axes_size > 0) {
    return ge::GRAPH_FAILED;
  }
  if (IsUnknownRank(*x_shape)) {
    SetUnknownRank(*output_shape);
    return ge::GRAPH_SUCCESS;
  }
  return keep_dims ? ReduceDimsWithKeepDims<T>(x_shape, axes_dims, axes_size, output_shape)
                   : ReduceDimsWithoutKeepDims<T>(x_shape, axes_dims, axes_size, output_shape);
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_INFERSHAPE_REDUCE_UTIL_H
