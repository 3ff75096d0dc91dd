/**
 * @file
 * `gert::InferShapeContext`: what a registered shape inference function sees (opdev-api section 4.1).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_INFER_SHAPE_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_INFER_SHAPE_CONTEXT_H_

#include <cstdint>
#include <memory>
#include <type_traits>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/range.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "exe_graph/runtime/shape.h"
#include "external/ge_common/ge_api_error_codes.h"
#include "external/ge_common/ge_api_types.h"
#include "graph/error_codes.h"

namespace gert {
/**
 * Inputs are instances (an absent optional input has none); `ir_index` is the position in the prototype. Shapes are original
 * shapes. A tensor has data only where the host knows it. Null when there is no such input or output.
 */
class InferShapeContext : public ExtendedKernelContext {
 public:
  const Shape *GetInputShape(const size_t index) const { return GetInputPointer<Shape>(index); }
  const Tensor *GetInputTensor(const size_t index) const { return GetInputPointer<Tensor>(index); }
  const Shape *GetOptionalInputShape(const size_t ir_index) const { return GetDynamicInputPointer<Shape>(ir_index, 0); }
  const Tensor *GetOptionalInputTensor(const size_t ir_index) const { return GetDynamicInputPointer<Tensor>(ir_index, 0); }
  const Shape *GetRequiredInputShape(const size_t ir_index) const { return GetDynamicInputPointer<Shape>(ir_index, 0); }
  const Tensor *GetRequiredInputTensor(const size_t ir_index) const { return GetDynamicInputPointer<Tensor>(ir_index, 0); }
  const Shape *GetDynamicInputShape(const size_t ir_index, const size_t relative_index) const {
    return GetDynamicInputPointer<Shape>(ir_index, relative_index);
  }
  const Tensor *GetDynamicInputTensor(const size_t ir_index, const size_t relative_index) const {
    return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
  }
  /** To be written by the function. */
  Shape *GetOutputShape(const size_t index) { return GetOutputPointer<Shape>(index); }
};
static_assert(std::is_standard_layout<InferShapeContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_INFER_SHAPE_CONTEXT_H_
