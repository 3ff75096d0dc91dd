/**
 * @file
 * `ge::AnyValue`: one value of any copyable type, with the kind by which attributes are told apart. Header only, so it
 * follows the string ABI of its user.
 */
#ifndef OPSTRATA_GRAPH_ANY_VALUE_H_
#define OPSTRATA_GRAPH_ANY_VALUE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
/** Copies are deep. A value of the same kind but another type (float, double) is not converted. */
class AnyValue {
 public:
  enum ValueType {
    VT_NONE = 0,
    VT_STRING = 1,
    VT_FLOAT = 2,
    VT_BOOL = 3,
    VT_INT = 4,
    VT_TENSOR_DESC = 5,
    VT_TENSOR = 6,
    VT_LIST_LIST_INT = 10,
    VT_DATA_TYPE = 11,
    VT_LIST_LIST_FLOAT = 12,
    VT_LIST_BASE = 1000,
    VT_LIST_STRING = VT_LIST_BASE + VT_STRING,
    VT_LIST_FLOAT = VT_LIST_BASE + VT_FLOAT,
    VT_LIST_BOOL = VT_LIST_BASE + VT_BOOL,
    VT_LIST_INT = VT_LIST_BASE + VT_INT,
    VT_LIST_TENSOR_DESC = VT_LIST_BASE + VT_TENSOR_DESC,
    VT_LIST_TENSOR = VT_LIST_BASE + VT_TENSOR,
    VT_LIST_DATA_TYPE = VT_LIST_BASE + VT_DATA_TYPE
  };

  AnyValue() = default;
  AnyValue(const AnyValue &other) : holder_(other.holder_ == nullptr ? nullptr : other.holder_->Clone()) {}
  AnyValue(AnyValue &&other) noexcept = default;
  AnyValue &operator=(const AnyValue &other) {
    if (this != &other) {
      holder_ = other.holder_ == nullptr ? nullptr : other.holder_->Clone();
    }
    return *this;
  }
  AnyValue &operator=(AnyValue &&other) noexcept = default;

  template <typename T>
  static AnyValue CreateFrom(T &&value) {
    AnyValue made;
    (void)made.SetValue(std::forward<T>(value));
    return made;
  }
  template <typename T>
  graphStatus SetValue(T &&value) {
    holder_.reset(new Holder<typename std::decay<T>::type>(std::forward<T>(value)));
    return GRAPH_SUCCESS;
  }
  /** GRAPH_FAILED, and `value` unchanged, when the value is of another type. */
  template <typename T>
  graphStatus GetValue(T &value) const {
    const T *held = Get<T>();
    if (held == nullptr) {
      return GRAPH_FAILED;
    }
    value = *held;
    return GRAPH_SUCCESS;
  }
  /** Null when the value is of another type; valid until the value changes. */
  template <typename T>
  const T *Get() const {
    return SameType<T>() ? &static_cast<const Holder<T> *>(holder_.get())->value : nullptr;
  }
  template <typename T>
  T *MutableGet() {
    return SameType<T>() ? &static_cast<Holder<T> *>(holder_.get())->value : nullptr;
  }
  template <typename T>
  bool SameType() const {
    return holder_ != nullptr && holder_->Type() == typeid(T);
  }
  bool IsEmpty() const { return holder_ == nullptr; }
  void Clear() { holder_.reset(); }
  void Swap(AnyValue &other) { holder_.swap(other.holder_); }
  AnyValue Copy() const { return *this; }
  /** VT_NONE for no value and for types that are no attribute's. */
  ValueType GetValueType() const noexcept { return holder_ == nullptr ? VT_NONE : holder_->Kind(); }

 private:
  struct HolderBase {
    virtual ~HolderBase() = default;
    virtual std::unique_ptr<HolderBase> Clone() const = 0;
    virtual const std::type_info &Type() const = 0;
    virtual ValueType Kind() const = 0;
  };
  template <typename T, ValueType K>
  struct Is : std::integral_constant<ValueType, K> {};
  template <typename T, typename Enable = void>
  struct KindOf : Is<T, VT_NONE> {};
  template <typename T>
  struct KindOf<T, typename std::enable_if<std::is_floating_point<T>::value>::type> : Is<T, VT_FLOAT> {};
  template <typename T>
  struct KindOf<T, typename std::enable_if<std::is_integral<T>::value>::type>
      : Is<T, std::is_same<T, bool>::value ? VT_BOOL : VT_INT> {};
  template <typename T>
  struct KindOf<
      T, typename std::enable_if<std::is_same<T, std::string>::value || std::is_same<T, AscendString>::value>::type>
      : Is<T, VT_STRING> {};
  template <typename T>
  struct KindOf<T, typename std::enable_if<std::is_same<T, DataType>::value>::type> : Is<T, VT_DATA_TYPE> {};
  template <typename T>
  struct KindOf<T, typename std::enable_if<std::is_same<T, TensorDesc>::value>::type> : Is<T, VT_TENSOR_DESC> {};
  template <typename T>
  struct KindOf<T, typename std::enable_if<std::is_same<T, Tensor>::value>::type> : Is<T, VT_TENSOR> {};
  template <typename T>
      struct KindOf<std::vector<T>, void> : Is < std::vector<T>,
      KindOf<T>::value == VT_NONE       ? VT_NONE
      : KindOf<T>::value == VT_LIST_INT ? VT_LIST_LIST_INT
      : KindOf<T>::value == VT_LIST_FLOAT
          ? VT_LIST_LIST_FLOAT
          : KindOf<T>::value<VT_LIST_LIST_INT || KindOf<T>::value == VT_DATA_TYPE
                                 ? static_cast<ValueType>(VT_LIST_BASE + KindOf<T>::value)
                                 : VT_NONE> {};
  template <typename T>
  struct Holder : HolderBase {
    explicit Holder(const T &v) : value(v) {}
    explicit Holder(T &&v) : value(std::move(v)) {}
    std::unique_ptr<HolderBase> Clone() const override { return std::unique_ptr<HolderBase>(new Holder(value)); }
    const std::type_info &Type() const override { return typeid(T); }
    ValueType Kind() const override { return KindOf<T>::value; }
    T value;
  };

  std::unique_ptr<HolderBase> holder_;
};
}  // namespace ge

#endif  // OPSTRATA_GRAPH_ANY_VALUE_H_
