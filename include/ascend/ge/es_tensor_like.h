/**
 * @file
 * What an operator function accepts where a tensor is expected (es-api sections 10.6, 8.10): a tensor, nullptr for an
 * optional input that is not connected, a number, a vector of numbers or a braced list of numbers.
 *
 * Which forms convert is a promise on which generated overload sets are planned (section 8.11): exactly
 *   - EsTensorHolder;  nullptr (std::nullptr_t);
 *   - every arithmetic type, by one template: integers and bool become an int64 scalar (uint64 when the value needs it),
 *     floating point a float scalar. String literals, pointers and enumerators do not convert;
 *   - std::vector<T> of an arithmetic T other than bool: a one-dimensional int64 or float constant;
 *   - a non-empty braced list of equal arithmetic types, `{1, 2}`, `{0.5f}`: the same.
 * All are user-defined conversions, so an overload whose parameter takes the argument by a standard conversion (an int64_t
 * attribute for `0`) wins. Beside an overload with a list attribute a braced list is ambiguous unless that one is also
 * offered with std::initializer_list (the companion of section 8.11).
 */
#ifndef OPSTRATA_GE_ES_TENSOR_LIKE_H_
#define OPSTRATA_GE_ES_TENSOR_LIKE_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include "ge/es_graph_builder.h"
#include "ge/es_tensor_holder.h"
#include "ge/esb_funcs.h"

namespace ge {
namespace es {
class EsTensorLike {
 public:
  EsTensorLike(const EsTensorHolder &tensor) : kind_(Kind::kTensor), tensor_(tensor) {}  // NOLINT: implicit by interface
  EsTensorLike(const std::nullptr_t) {}                                                  // NOLINT
  template <typename T, std::enable_if_t<std::is_arithmetic<T>::value, int> = 0>
  EsTensorLike(T value) : kind_(Kind::kScalar) {  // NOLINT
    Append(value);
  }
  template <typename T,
            std::enable_if_t<std::is_arithmetic<T>::value && !std::is_same<T, bool>::value, int> = 0>
  EsTensorLike(const std::vector<T> &values) : kind_(Kind::kVector), is_float_(std::is_floating_point<T>::value) {  // NOLINT
    for (const T value : values) {
      Append(value);
    }
  }
  template <typename T, std::enable_if_t<std::is_arithmetic<T>::value, int> = 0>
  EsTensorLike(std::initializer_list<T> values) : kind_(Kind::kVector), is_float_(std::is_floating_point<T>::value) {  // NOLINT
    for (const T value : values) {
      Append(value);
    }
  }
  /// A C handle is a tensor as well: operators with one input take EsTensorHolder, which converts from it, and their calls
  /// must live on when a second input turns the parameter into EsTensorLike. A template, so that null literals stay numbers.
  template <typename T, std::enable_if_t<std::is_same<T, EsCTensorHolder *>::value, char> = 0>
  EsTensorLike(T tensor) : kind_(Kind::kTensor), tensor_(tensor) {}  // NOLINT
  EsTensorLike(const EsTensorLike &) = delete;
  EsTensorLike &operator=(const EsTensorLike &) = delete;
  EsTensorLike(EsTensorLike &&) = delete;
  EsTensorLike &operator=(EsTensorLike &&) = delete;

  /// The builder of the tensor; null for everything else.
  EsCGraphBuilder *GetOwnerBuilder() const {
    return tensor_.GetCTensorHolder() == nullptr ? nullptr : EsGetOwnerBuilder(tensor_.GetCTensorHolder());
  }

  /// The tensor; for numbers a new constant of `graph` on each call; null for nullptr.
  EsTensorHolder ToTensorHolder(EsCGraphBuilder *graph) const {
    if (kind_ == Kind::kTensor || kind_ == Kind::kNone) {
      return tensor_;
    }
    if (kind_ == Kind::kScalar) {
      if (is_float_) {
        return EsTensorHolder(EsCreateScalarFloat(graph, floats_.front()));
      }
      return EsTensorHolder(needs_uint64_ ? EsCreateScalarUInt64(graph, static_cast<uint64_t>(ints_.front()))
                                          : EsCreateScalarInt64(graph, ints_.front()));
    }
    // A list without elements still has an address, so that it is a constant of shape [0].
    static const int64_t kNoInt = 0;
    static const float kNoFloat = 0.0F;
    if (is_float_) {
      return EsTensorHolder(
          EsCreateVectorFloat(graph, floats_.empty() ? &kNoFloat : floats_.data(), static_cast<int64_t>(floats_.size())));
    }
    if (needs_uint64_) {
      const std::vector<uint64_t> wide(ints_.begin(), ints_.end());
      return EsTensorHolder(EsCreateVectorUInt64(graph, wide.data(), static_cast<int64_t>(wide.size())));
    }
    return EsTensorHolder(
        EsCreateVectorInt64(graph, ints_.empty() ? &kNoInt : ints_.data(), static_cast<int64_t>(ints_.size())));
  }

 private:
  enum class Kind { kNone, kTensor, kScalar, kVector };

  template <typename T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0>
  void Append(T value) {
    is_float_ = true;
    floats_.push_back(static_cast<float>(value));
  }
  template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
  void Append(T value) {
    needs_uint64_ = needs_uint64_ || (std::is_unsigned<T>::value && !std::is_same<T, bool>::value &&
                                      static_cast<uint64_t>(value) > static_cast<uint64_t>(INT64_MAX));
    ints_.push_back(static_cast<int64_t>(value));
  }

  Kind kind_ = Kind::kNone;
  bool is_float_ = false;
  bool needs_uint64_ = false;
  EsTensorHolder tensor_;
  std::vector<int64_t> ints_;
  std::vector<float> floats_;
};

namespace detail {
inline EsCGraphBuilder *BuilderOf(std::nullptr_t) { return nullptr; }
inline EsCGraphBuilder *BuilderOf(EsCGraphBuilder *builder) { return builder; }
inline EsCGraphBuilder *BuilderOf(const EsGraphBuilder *builder) {
  return builder == nullptr ? nullptr : builder->GetCGraphBuilder();
}
inline EsCGraphBuilder *BuilderOf(const EsGraphBuilder &builder) { return builder.GetCGraphBuilder(); }
inline EsCGraphBuilder *BuilderOf(EsCTensorHolder *tensor) {
  return tensor == nullptr ? nullptr : EsGetOwnerBuilder(tensor);
}
inline EsCGraphBuilder *BuilderOf(const EsTensorHolder &tensor) { return BuilderOf(tensor.GetCTensorHolder()); }
inline EsCGraphBuilder *BuilderOf(const EsTensorLike &tensor) { return tensor.GetOwnerBuilder(); }
template <typename T>
EsCGraphBuilder *BuilderOf(const std::vector<T> &tensors) {
  for (const auto &tensor : tensors) {
    if (EsCGraphBuilder *builder = BuilderOf(tensor)) {
      return builder;
    }
  }
  return nullptr;
}

/// For generated functions: the tensors of `count` arguments, from left to right, so that constants get their names in
/// a fixed order. Returns the builder that the first of them supplies, else `owner`; null (the reason is
/// EsGetRecentError's) when there is none. No template: a program includes a thousand of its callers.
inline EsCGraphBuilder *ResolveTensors(const char *op_type, const EsTensorLike *const *inputs, size_t count, EsCTensorHolder **tensors,
                                       EsCGraphBuilder *owner = nullptr) {
  EsCGraphBuilder *builder = nullptr;
  for (size_t i = 0U; i < count && builder == nullptr; ++i) {
    builder = inputs[i]->GetOwnerBuilder();
  }
  builder = builder == nullptr ? owner : builder;
  if (builder == nullptr) {
    OpstrataEsRefuseNoBuilder(op_type);
    return nullptr;
  }
  for (size_t i = 0U; i < count; ++i) {
    tensors[i] = inputs[i]->ToTensorHolder(builder).GetCTensorHolder();
  }
  return builder;
}
}  // namespace detail

/// The first builder that an argument supplies, from left to right; arguments are tensors, tensor-likes, C holders, vectors
/// of them, builders or nullptr. Null when there is none.
template <typename... Args>
EsCGraphBuilder *ResolveBuilder(const Args &...args) {
  EsCGraphBuilder *result = nullptr;
  // Evaluates left to right and keeps the first that is not null; the leading 0 allows an empty list.
  const int order[] = {0, (result == nullptr ? (result = detail::BuilderOf(args), 0) : 0)...};
  (void)order;
  return result;
}
}  // namespace es
}  // namespace ge

#endif  // OPSTRATA_GE_ES_TENSOR_LIKE_H_
