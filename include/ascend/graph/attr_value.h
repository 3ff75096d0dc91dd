/**
 * @file
 * A value of any attribute kind (es-api section 1.5, 2.7). Copies share the value: the setters are const members and show
 * in every copy. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_ATTR_VALUE_H_
#define OPSTRATA_GRAPH_ATTR_VALUE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace ge {

class AttrValueImpl;
class OPSTRATA_API AttrValue {
 public:
  using INT = int64_t;
  using FLOAT = float;
  using STR = std::string;

  AttrValue();
  ~AttrValue();
  AttrValue(const AttrValue &other);
  AttrValue(AttrValue &&other) noexcept;
  AttrValue &operator=(const AttrValue &other);
  AttrValue &operator=(AttrValue &&other) noexcept;

  /// True while no value was set.
  bool IsEmpty() const;

  graphStatus SetAttrValue(const int64_t &attr_value) const;
  graphStatus SetAttrValue(const float32_t &attr_value) const;
  graphStatus SetAttrValue(const AscendString &attr_value) const;
  graphStatus SetAttrValue(const char *attr_value) const { return SetAttrValue(AscendString(attr_value)); }
  graphStatus SetAttrValue(const bool &attr_value) const;
  graphStatus SetAttrValue(const Tensor &attr_value) const;
  graphStatus SetAttrValue(const DataType &attr_value) const;
  graphStatus SetAttrValue(const std::vector<int64_t> &attr_value) const;
  graphStatus SetAttrValue(const std::vector<float32_t> &attr_value) const;
  graphStatus SetAttrValue(const std::vector<AscendString> &attr_value) const;
  graphStatus SetAttrValue(const std::vector<bool> &attr_value) const;
  graphStatus SetAttrValue(const std::vector<Tensor> &attr_value) const;
  graphStatus SetAttrValue(const std::vector<DataType> &attr_value) const;
  graphStatus SetAttrValue(const std::vector<std::vector<int64_t>> &attr_value) const;

  /// GRAPH_FAILED, and `attr_value` unchanged, when the value is empty or of another kind.
  graphStatus GetAttrValue(int64_t &attr_value) const;
  graphStatus GetAttrValue(float32_t &attr_value) const;
  graphStatus GetAttrValue(AscendString &attr_value) const;
  graphStatus GetAttrValue(bool &attr_value) const;
  graphStatus GetAttrValue(Tensor &attr_value) const;
  graphStatus GetAttrValue(DataType &attr_value) const;
  graphStatus GetAttrValue(std::vector<int64_t> &attr_value) const;
  graphStatus GetAttrValue(std::vector<float32_t> &attr_value) const;
  graphStatus GetAttrValue(std::vector<AscendString> &attr_value) const;
  graphStatus GetAttrValue(std::vector<bool> &attr_value) const;
  graphStatus GetAttrValue(std::vector<Tensor> &attr_value) const;
  graphStatus GetAttrValue(std::vector<DataType> &attr_value) const;
  graphStatus GetAttrValue(std::vector<std::vector<int64_t>> &attr_value) const;

  /// Legacy: reads the value as `T` (INT, FLOAT, STR) and converts it to `DT`.
  template <typename T, typename DT>
  graphStatus GetValue(DT &val) const {
    T read{};
    const graphStatus status = ReadLegacy(read);
    if (status == GRAPH_SUCCESS) {
      val = DT(read);
    }
    return status;
  }
  graphStatus GetValue(AscendString &val) const { return GetAttrValue(val); }
  /// Legacy: the argument as `T`.
  template <typename T, typename DT>
  static T CreateFrom(DT &&val) {
    return T(std::forward<DT>(val));
  }

 private:
  template <typename T>
  graphStatus ReadLegacy(T &value) const {
    return GetAttrValue(value);
  }
  graphStatus ReadLegacy(std::string &value) const {
    AscendString text;
    const graphStatus status = GetAttrValue(text);
    if (status == GRAPH_SUCCESS) {
      value.assign(text.GetString(), text.GetLength());
    }
    return status;
  }

  friend class AttrValueImpl;
  std::shared_ptr<AttrValueImpl> impl_;
};

class NamedAttrsImpl;
/// A named set of attributes, itself the value of attributes of kind NamedAttrs. Copies share the set.
class OPSTRATA_API NamedAttrs {
 public:
  NamedAttrs();
  ~NamedAttrs();
  NamedAttrs(const NamedAttrs &other);
  NamedAttrs(NamedAttrs &&other) noexcept;
  NamedAttrs &operator=(const NamedAttrs &other);
  NamedAttrs &operator=(NamedAttrs &&other) noexcept;

  void SetName(const AscendString &name);
  AscendString GetName() const;
  graphStatus SetAttr(const AscendString &name, const AttrValue &value);
  /// GRAPH_FAILED when there is no attribute `name`.
  graphStatus GetAttr(const AscendString &name, AttrValue &value) const;
  /// Names in ascending byte order.
  std::vector<AscendString> GetAllAttrNames() const;

 private:
  friend class NamedAttrsImpl;
  std::shared_ptr<NamedAttrsImpl> impl_;
};

}  // namespace ge

#endif  // OPSTRATA_GRAPH_ATTR_VALUE_H_
