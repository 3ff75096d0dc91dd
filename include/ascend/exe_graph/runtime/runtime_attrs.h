/**
 * @file
 * `gert::RuntimeAttrs`: attribute values of a node by position (IR order, then private attributes).
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_RUNTIME_ATTRS_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_RUNTIME_ATTRS_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "opstrata/visibility.h"

namespace opstrata {
namespace infer {
class ContextStorage;
}
}  // namespace opstrata

namespace gert {
/** Made by the framework only. Getters return null when the index is out of range; the type is not checked. */
class RuntimeAttrs {
 public:
  RuntimeAttrs(const RuntimeAttrs &) = delete;
  RuntimeAttrs(RuntimeAttrs &&) = delete;
  RuntimeAttrs &operator=(const RuntimeAttrs &) = delete;
  RuntimeAttrs &operator=(RuntimeAttrs &&) = delete;

  /** bool, int64_t, float, an enum; `char` for a string; a ContinuousVector for a list. */
  template <typename T>
  const T *GetAttrPointer(size_t index) const {
    return static_cast<const T *>(GetPointerByIndex(index));
  }
  const int64_t *GetInt(const size_t index) const { return GetAttrPointer<int64_t>(index); }
  const float *GetFloat(const size_t index) const { return GetAttrPointer<float>(index); }
  const bool *GetBool(const size_t index) const { return GetAttrPointer<bool>(index); }
  const char *GetStr(const size_t index) const { return GetAttrPointer<char>(index); }
  const Tensor *GetTensor(const size_t index) const { return GetAttrPointer<Tensor>(index); }
  const TypedContinuousVector<int64_t> *GetListInt(const size_t index) const {
    return GetAttrPointer<TypedContinuousVector<int64_t>>(index);
  }
  const TypedContinuousVector<float> *GetListFloat(const size_t index) const {
    return GetAttrPointer<TypedContinuousVector<float>>(index);
  }
  const ContinuousVectorVector *GetListListInt(const size_t index) const {
    return GetAttrPointer<ContinuousVectorVector>(index);
  }
  const ContinuousVectorVector *GetListListFloat(const size_t index) const {
    return GetAttrPointer<ContinuousVectorVector>(index);
  }
  size_t GetAttrNum() const { return num_; }

 private:
  friend class ::opstrata::infer::ContextStorage;
  RuntimeAttrs() = default;
  OPSTRATA_API const void *GetPointerByIndex(size_t index) const;

  size_t num_ = 0;
  const void *const *values_ = nullptr;
};
static_assert(std::is_standard_layout<RuntimeAttrs>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_RUNTIME_ATTRS_H_
