/**
 * @file
 * Value type for one tensor of a graph under construction (es-api section 10.5): chainable description, attributes,
 * control edges and arithmetic.
 */
#ifndef OPSTRATA_GE_ES_TENSOR_HOLDER_H_
#define OPSTRATA_GE_ES_TENSOR_HOLDER_H_

#include <cstdint>
#include <type_traits>
#include <vector>

#include "ge/es_c_graph_builder.h"
#include "ge/es_c_tensor_holder.h"
#include "ge/esb_funcs.h"
#include "ge/ge_api_error_codes.h"
#include "graph/c_types.h"
#include "graph/gnode.h"
#include "graph/types.h"

namespace ge {
namespace es {
/// Refers to a tensor of a builder; null when default-constructed or when its creation failed. Every member is safe on a
/// null holder. The setters of the description return the holder itself, whatever happened.
class EsTensorHolder {
 public:
  EsTensorHolder() = default;
  EsTensorHolder(EsCTensorHolder *tensor) : tensor_holder_(tensor) {}  // NOLINT: implicit by interface

  EsTensorHolder &SetDataType(const ge::DataType data_type) {
    (void)EsSetDataType(tensor_holder_, static_cast<C_DataType>(data_type));
    return *this;
  }
  EsTensorHolder &SetFormat(const ge::Format format) {
    (void)EsSetFormat(tensor_holder_, static_cast<C_Format>(format));
    return *this;
  }
  EsTensorHolder &SetShape(const std::vector<int64_t> &shape) {
    (void)EsSetShape(tensor_holder_, shape.data(), static_cast<int64_t>(shape.size()));
    return *this;
  }
  /// One expression per dimension, for example {"s0", "2*s0"}.
  EsTensorHolder &SetOriginSymbolShape(const std::vector<const char *> &shape) {
    (void)EsSetOriginSymbolShape(tensor_holder_, shape.data(), static_cast<int64_t>(shape.size()));
    return *this;
  }

  /// Attribute of the tensor (the producer's output).
  Status SetAttr(const char *attr_name, int64_t value) const {
    return EsSetInt64AttrForTensor(tensor_holder_, attr_name, value);
  }
  Status SetAttr(const char *attr_name, const char *value) const {
    return EsSetStringAttrForTensor(tensor_holder_, attr_name, value);
  }
  Status SetAttr(const char *attr_name, bool value) const {
    return EsSetBoolAttrForTensor(tensor_holder_, attr_name, value);
  }
  /// Other integers (a plain `1` would be ambiguous between the three above).
  template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
  Status SetAttr(const char *attr_name, T value) const {
    return EsSetInt64AttrForTensor(tensor_holder_, attr_name, static_cast<int64_t>(value));
  }
  /// Attribute of the producing node.
  Status SetAttrForNode(const char *attr_name, int64_t value) const {
    return EsSetInt64AttrForNode(tensor_holder_, attr_name, value);
  }
  Status SetAttrForNode(const char *attr_name, const char *value) const {
    return EsSetStringAttrForNode(tensor_holder_, attr_name, value);
  }
  Status SetAttrForNode(const char *attr_name, bool value) const {
    return EsSetBoolAttrForNode(tensor_holder_, attr_name, value);
  }
  template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
  Status SetAttrForNode(const char *attr_name, T value) const {
    return EsSetInt64AttrForNode(tensor_holder_, attr_name, static_cast<int64_t>(value));
  }

  EsCTensorHolder *GetCTensorHolder() const { return tensor_holder_; }
  /// -1 for a null holder and for a node without outputs.
  int32_t GetProducerOutIndex() const { return tensor_holder_ == nullptr ? -1 : tensor_holder_->GetOutIndex(); }
  /// Borrowed; null for a null holder.
  GNode *GetProducer() const { return tensor_holder_ == nullptr ? nullptr : &tensor_holder_->GetProducer(); }

  /// Control edges from the producers of `sources` to the producer of this tensor.
  Status AddControlEdge(const std::vector<EsTensorHolder> &sources) const {
    std::vector<EsCTensorHolder *> handles(sources.size());
    for (size_t i = 0U; i < sources.size(); ++i) {
      handles[i] = sources[i].tensor_holder_;
    }
    return EsAddControlEdge(tensor_holder_, handles.data(), static_cast<int64_t>(handles.size()));
  }

  EsTensorHolder operator+(const EsTensorHolder &other) const { return Arithmetic('+', other); }
  EsTensorHolder operator-(const EsTensorHolder &other) const { return Arithmetic('-', other); }
  EsTensorHolder operator*(const EsTensorHolder &other) const { return Arithmetic('*', other); }
  EsTensorHolder operator/(const EsTensorHolder &other) const { return Arithmetic('/', other); }

 private:
  EsTensorHolder Arithmetic(char op, const EsTensorHolder &other) const {
    return EsTensorHolder(OpstrataEsArithmetic(op, tensor_holder_, other.tensor_holder_));
  }

  EsCTensorHolder *tensor_holder_ = nullptr;
};

/// Scalar operands: the scalar becomes a constant of the other operand's builder, as EsTensorLike makes it (integers and
/// bool int64, floating point float).
namespace detail {
template <typename T>
EsTensorHolder ScalarLike(const EsTensorHolder &like, T value) {
  if (like.GetCTensorHolder() == nullptr) {
    return EsTensorHolder();
  }
  EsCGraphBuilder *builder = EsGetOwnerBuilder(like.GetCTensorHolder());
  if (std::is_floating_point<T>::value) {
    return EsTensorHolder(EsCreateScalarFloat(builder, static_cast<float>(value)));
  }
  if (std::is_unsigned<T>::value && static_cast<uint64_t>(value) > static_cast<uint64_t>(INT64_MAX)) {
    return EsTensorHolder(EsCreateScalarUInt64(builder, static_cast<uint64_t>(value)));
  }
  return EsTensorHolder(EsCreateScalarInt64(builder, static_cast<int64_t>(value)));
}
template <typename T>
using IfArithmetic = std::enable_if_t<std::is_arithmetic<T>::value, EsTensorHolder>;
}  // namespace detail

template <typename T>
detail::IfArithmetic<T> operator+(const EsTensorHolder &a, T b) { return a + detail::ScalarLike(a, b); }
template <typename T>
detail::IfArithmetic<T> operator+(T a, const EsTensorHolder &b) { return detail::ScalarLike(b, a) + b; }
template <typename T>
detail::IfArithmetic<T> operator-(const EsTensorHolder &a, T b) { return a - detail::ScalarLike(a, b); }
template <typename T>
detail::IfArithmetic<T> operator-(T a, const EsTensorHolder &b) { return detail::ScalarLike(b, a) - b; }
template <typename T>
detail::IfArithmetic<T> operator*(const EsTensorHolder &a, T b) { return a * detail::ScalarLike(a, b); }
template <typename T>
detail::IfArithmetic<T> operator*(T a, const EsTensorHolder &b) { return detail::ScalarLike(b, a) * b; }
template <typename T>
detail::IfArithmetic<T> operator/(const EsTensorHolder &a, T b) { return a / detail::ScalarLike(a, b); }
template <typename T>
detail::IfArithmetic<T> operator/(T a, const EsTensorHolder &b) { return detail::ScalarLike(b, a) / b; }
}  // namespace es
}  // namespace ge

#endif  // OPSTRATA_GE_ES_TENSOR_HOLDER_H_
