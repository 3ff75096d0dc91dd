/// @file
/// Attribute values of AI CPU tasks (foreign-build section 4.1). A type of its own, unlike ge::AnyValue.
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ANY_VALUE_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ANY_VALUE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graph/types.h"
#include "opdev/small_vector.h"

namespace op {
namespace internal {

constexpr uint32_t GRAPH_SUCCESS = 0;
constexpr uint32_t GRAPH_FAILED = 0xFFFFFFFF;

/// A value of any copyable type, or none. Header only, so that it follows the string ABI of its user.
class AnyValue {
 public:
  enum ValueType {
    VT_NONE = 0,
    VT_STRING = 1,
    VT_FLOAT = 2,
    VT_BOOL = 3,
    VT_INT = 4,
    VT_TENSOR = 6,
    VT_LIST_LIST_INT = 10,
    VT_DATA_TYPE = 11,
    VT_LIST_LIST_FLOAT = 12,
    VT_LIST_BASE = 1000,
    VT_LIST_STRING = VT_LIST_BASE + VT_STRING,
    VT_LIST_FLOAT = VT_LIST_BASE + VT_FLOAT,
    VT_LIST_BOOL = VT_LIST_BASE + VT_BOOL,
    VT_LIST_INT = VT_LIST_BASE + VT_INT,
    VT_LIST_TENSOR = VT_LIST_BASE + VT_TENSOR,
    VT_LIST_DATA_TYPE = VT_LIST_BASE + VT_DATA_TYPE
  };

  template <typename T>
  static AnyValue CreateFrom(T &&value) {
    AnyValue any;
    (void)any.SetValue(std::forward<T>(value));
    return any;
  }
  template <typename T>
  uint32_t SetValue(T &&value) {
    using Value = std::decay_t<T>;
    value_ = std::make_shared<Holder<Value>>(std::forward<T>(value));
    type_ = TypeOf<Value>();
    return GRAPH_SUCCESS;
  }
  /// GRAPH_FAILED when the value is of another type.
  template <typename T>
  uint32_t GetValue(T &value) const {
    const T *held = Get<T>();
    if (held == nullptr) return GRAPH_FAILED;
    value = *held;
    return GRAPH_SUCCESS;
  }
  /// Null when the value is of another type.
  template <typename T>
  const T *Get() const {
    const auto *holder = dynamic_cast<const Holder<T> *>(value_.get());
    return holder == nullptr ? nullptr : &holder->value;
  }
  bool IsEmpty() const { return value_ == nullptr; }
  ValueType GetValueType() const { return type_; }

 private:
  struct HolderBase {
    virtual ~HolderBase() = default;
  };
  template <typename T>
  struct Holder : HolderBase {
    explicit Holder(const T &v) : value(v) {}
    T value;
  };
  template <typename T>
  static constexpr ValueType TypeOf() {
    if constexpr (std::is_same_v<T, std::string>) return VT_STRING;
    else if constexpr (std::is_same_v<T, bool>) return VT_BOOL;
    else if constexpr (std::is_floating_point_v<T>) return VT_FLOAT;
    else if constexpr (std::is_same_v<T, ge::DataType>) return VT_DATA_TYPE;
    else if constexpr (std::is_integral_v<T>) return VT_INT;
    else if constexpr (std::is_same_v<T, std::vector<std::vector<int64_t>>>) return VT_LIST_LIST_INT;
    else if constexpr (std::is_same_v<T, std::vector<std::vector<float>>>) return VT_LIST_LIST_FLOAT;
    else if constexpr (std::is_same_v<T, std::vector<std::string>>) return VT_LIST_STRING;
    else if constexpr (std::is_same_v<T, std::vector<bool>>) return VT_LIST_BOOL;
    else if constexpr (std::is_same_v<T, std::vector<float>> || std::is_same_v<T, std::vector<double>>) return VT_LIST_FLOAT;
    else if constexpr (std::is_same_v<T, std::vector<int64_t>>) return VT_LIST_INT;
    else if constexpr (std::is_same_v<T, std::vector<ge::DataType>>) return VT_LIST_DATA_TYPE;
    else return VT_NONE;
  }

  std::shared_ptr<const HolderBase> value_;
  ValueType type_ = VT_NONE;
};

using GeAttrValue = AnyValue;
using AicpuAttrs = std::map<std::string, GeAttrValue>;

}  // namespace internal
}  // namespace op

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_ANY_VALUE_H_
