/**
 * @file
 * `gert::InferShapeRangeContext`: bounds of shapes instead of shapes (opdev-api section 4.1).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_INFER_SHAPE_RANGE_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_INFER_SHAPE_RANGE_CONTEXT_H_

#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/range.h"
#include "exe_graph/runtime/runtime_tensor.h"

namespace gert {
using TensorRange = Range<Tensor>;

/** A range of tensors is also read as a range of shapes, because a tensor starts with its original shape. */
class InferShapeRangeContext : public ExtendedKernelContext {
 public:
  const Range<Shape> *GetInputShapeRange(const size_t index) const { return GetInputPointer<Range<Shape>>(index); }
  const Range<Shape> *GetOptionalInputShapeRange(const size_t ir_index) const {
    return GetDynamicInputPointer<Range<Shape>>(ir_index, 0);
  }
  const Range<Shape> *GetRequiredInputShapeRange(const size_t ir_index) const {
    return GetDynamicInputPointer<Range<Shape>>(ir_index, 0);
  }
  const Range<Shape> *GetDynamicInputShapeRange(const size_t ir_index, const size_t relative_index) const {
    return GetDynamicInputPointer<Range<Shape>>(ir_index, relative_index);
  }
  const TensorRange *GetInputTensorRange(const size_t index) const { return GetInputPointer<TensorRange>(index); }
  const TensorRange *GetOptionalInputTensorRange(const size_t ir_index) const {
    return GetDynamicInputPointer<TensorRange>(ir_index, 0);
  }
  const TensorRange *GetRequiredInputTensorRange(const size_t ir_index) const {
    return GetDynamicInputPointer<TensorRange>(ir_index, 0);
  }
  const TensorRange *GetDynamicInputTensorRange(const size_t ir_index, const size_t relative_index) const {
    return GetDynamicInputPointer<TensorRange>(ir_index, relative_index);
  }
  /** To be written by the function: both bounds exist. */
  Range<Shape> *GetOutputShapeRange(const size_t index) { return GetOutputPointer<Range<Shape>>(index); }
};
static_assert(std::is_standard_layout<InferShapeRangeContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_INFER_SHAPE_RANGE_CONTEXT_H_
