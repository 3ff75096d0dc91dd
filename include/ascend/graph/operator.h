/**
 * @file
 * ge::Operator: one operator with its descriptions, attributes and links, and the protected functions by which REG_OP
 * registers a prototype (es-api section 2.8). An Operator is a handle: copies show the same operator. Only `const char *`
 * and AscendString cross the library boundary; the std::string flavours are inline. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_OPERATOR_H_
#define OPSTRATA_GRAPH_OPERATOR_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/error_codes.h"
#include "graph/inference_context.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace opstrata {
namespace proto {
struct OperatorImpl;
}  // namespace proto
}  // namespace opstrata

namespace ge {

class Graph;
class Operator;

/// Any integer but uint32_t: lets a literal 0 be an index, which otherwise could also be a null name.
template <typename T>
using IfOtherIndex = typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, uint32_t>::value>::type;

using SubgraphBuilder = std::function<Graph()>;
using InferShapeFunc = std::function<graphStatus(Operator &)>;
using InferFormatFunc = std::function<graphStatus(Operator &)>;
using InferValueRangeFunc = std::function<graphStatus(Operator &)>;
using VerifyFunc = std::function<graphStatus(Operator &)>;

class OPSTRATA_API Operator {
 public:
  // One alias per type word of REG_OP (es-api section 1.5).
  using OpInt = int64_t;
  using OpFloat = float32_t;
  using OpString = std::string;
  using OpAscendString = AscendString;
  using OpBool = bool;
  using OpType = ge::DataType;
  using OpTensor = Tensor;
  using OpNamedAttrs = ge::NamedAttrs;
  using OpBytes = std::vector<uint8_t>;
  using OpListInt = std::vector<int64_t>;
  using OpListFloat = std::vector<float32_t>;
  using OpListBool = std::vector<bool>;
  using OpListString = std::vector<std::string>;
  using OpListAscendString = std::vector<AscendString>;
  using OpListAcendString = std::vector<AscendString>;  // historic spelling
  using OpListType = std::vector<ge::DataType>;
  using OpListListInt = std::vector<std::vector<int64_t>>;
  using OpListTensor = std::vector<Tensor>;
  using OpListNamedAttrs = std::vector<ge::NamedAttrs>;

  /// An empty handle: `IsEmpty()`, every other function fails or does nothing.
  Operator();
  /// An operator of `type`, named like its type.
  explicit Operator(const char *type);
  explicit Operator(const AscendString &type);
  explicit Operator(const std::string &type) : Operator(type.c_str()) {}
  Operator(const char *name, const char *type);
  Operator(const AscendString &name, const AscendString &type);
  Operator(const std::string &name, const std::string &type) : Operator(name.c_str(), type.c_str()) {}
  Operator(const Operator &other);
  Operator(Operator &&other) noexcept;
  Operator &operator=(const Operator &other);
  Operator &operator=(Operator &&other) noexcept;
  virtual ~Operator();

  bool IsEmpty() const;
  graphStatus GetName(AscendString &name) const;
  graphStatus GetOpType(AscendString &type) const;
  std::string GetName() const {
    AscendString name;
    (void)GetName(name);
    return std::string(name.GetString(), name.GetLength());
  }
  std::string GetOpType() const {
    AscendString type;
    (void)GetOpType(type);
    return std::string(type.GetString(), type.GetLength());
  }

  // --- Links ------------------------------------------------------------------------------------------------------
  // `dst_name` is an instance name (`x`, or `x0` of a dynamic input). A source without output name or index must have
  // exactly one output. Refusals leave the operator as it was and become the thread's recent message.

  Operator &SetInput(const char *dst_name, const Operator &src_oprt);
  Operator &SetInput(const char *dst_name, const Operator &src_oprt, const char *name);
  Operator &SetInput(const char *dst_name, const Operator &src_oprt, uint32_t index);
  Operator &SetInput(uint32_t dst_index, const Operator &src_oprt, uint32_t src_index);
  template <typename Index, typename = IfOtherIndex<Index>>
  Operator &SetInput(const char *dst_name, const Operator &src_oprt, Index index) {
    return SetInput(dst_name, src_oprt, static_cast<uint32_t>(index));
  }
  template <typename Index, typename SrcIndex,
            typename = typename std::enable_if<std::is_integral<Index>::value && std::is_integral<SrcIndex>::value &&
                                               !(std::is_same<Index, uint32_t>::value && std::is_same<SrcIndex, uint32_t>::value)>::type>
  Operator &SetInput(Index dst_index, const Operator &src_oprt, SrcIndex src_index) {
    return SetInput(static_cast<uint32_t>(dst_index), src_oprt, static_cast<uint32_t>(src_index));
  }
  Operator &SetInput(const std::string &dst_name, const Operator &src_oprt) { return SetInput(dst_name.c_str(), src_oprt); }
  Operator &SetInput(const std::string &dst_name, const Operator &src_oprt, const std::string &name) {
    return SetInput(dst_name.c_str(), src_oprt, name.c_str());
  }
  Operator &SetInput(const std::string &dst_name, const Operator &src_oprt, uint32_t index) {
    return SetInput(dst_name.c_str(), src_oprt, index);
  }
  Operator &AddControlInput(const Operator &src_oprt);
  /// Drops the links to and from this operator, so that cyclic structures can be freed.
  void BreakConnect() const;

  /// Value of an input that is linked to a constant (attribute `value` of its source) or carries const data.
  graphStatus GetInputConstData(const char *dst_name, Tensor &data) const;
  graphStatus GetInputConstData(const std::string &dst_name, Tensor &data) const {
    return GetInputConstData(dst_name.c_str(), data);
  }

  // --- Descriptions -----------------------------------------------------------------------------------------------
  // Getters give a default description when the name or index does not exist; updates then return GRAPH_FAILED. A missing
  // optional input has format RESERVED and type UNDEFINED. `index` counts instances.

  TensorDesc GetInputDesc(uint32_t index) const;
  TensorDesc GetInputDescByName(const char *name) const;
  TensorDesc GetInputDesc(const std::string &name) const { return GetInputDescByName(name.c_str()); }
  graphStatus TryGetInputDesc(const char *name, TensorDesc &tensor_desc) const;
  graphStatus TryGetInputDesc(const std::string &name, TensorDesc &tensor_desc) const {
    return TryGetInputDesc(name.c_str(), tensor_desc);
  }
  graphStatus UpdateInputDesc(uint32_t index, const TensorDesc &tensor_desc);
  template <typename Index, typename = IfOtherIndex<Index>>
  graphStatus UpdateInputDesc(Index index, const TensorDesc &tensor_desc) {
    return UpdateInputDesc(static_cast<uint32_t>(index), tensor_desc);
  }
  graphStatus UpdateInputDesc(const char *name, const TensorDesc &tensor_desc);
  graphStatus UpdateInputDesc(const std::string &name, const TensorDesc &tensor_desc) {
    return UpdateInputDesc(name.c_str(), tensor_desc);
  }
  TensorDesc GetOutputDesc(uint32_t index) const;
  TensorDesc GetOutputDescByName(const char *name) const;
  TensorDesc GetOutputDesc(const std::string &name) const { return GetOutputDescByName(name.c_str()); }
  graphStatus UpdateOutputDesc(uint32_t index, const TensorDesc &tensor_desc);
  template <typename Index, typename = IfOtherIndex<Index>>
  graphStatus UpdateOutputDesc(Index index, const TensorDesc &tensor_desc) {
    return UpdateOutputDesc(static_cast<uint32_t>(index), tensor_desc);
  }
  graphStatus UpdateOutputDesc(const char *name, const TensorDesc &tensor_desc);
  graphStatus UpdateOutputDesc(const std::string &name, const TensorDesc &tensor_desc) {
    return UpdateOutputDesc(name.c_str(), tensor_desc);
  }
  TensorDesc GetDynamicInputDesc(const char *name, uint32_t index) const;
  TensorDesc GetDynamicInputDesc(const std::string &name, uint32_t index) const {
    return GetDynamicInputDesc(name.c_str(), index);
  }
  graphStatus UpdateDynamicInputDesc(const char *name, uint32_t index, const TensorDesc &tensor_desc);
  graphStatus UpdateDynamicInputDesc(const std::string &name, uint32_t index, const TensorDesc &tensor_desc) {
    return UpdateDynamicInputDesc(name.c_str(), index, tensor_desc);
  }
  TensorDesc GetDynamicOutputDesc(const char *name, uint32_t index) const;
  TensorDesc GetDynamicOutputDesc(const std::string &name, uint32_t index) const {
    return GetDynamicOutputDesc(name.c_str(), index);
  }
  graphStatus UpdateDynamicOutputDesc(const char *name, uint32_t index, const TensorDesc &tensor_desc);
  graphStatus UpdateDynamicOutputDesc(const std::string &name, uint32_t index, const TensorDesc &tensor_desc) {
    return UpdateDynamicOutputDesc(name.c_str(), index, tensor_desc);
  }
  /// Instances of a dynamic input or output; 0 when there is none of that name.
  int GetDynamicInputNum(const char *name) const;
  int GetDynamicInputNum(const std::string &name) const { return GetDynamicInputNum(name.c_str()); }
  int GetDynamicOutputNum(const char *name) const;
  int GetDynamicOutputNum(const std::string &name) const { return GetDynamicOutputNum(name.c_str()); }
  /// Number of instances.
  size_t GetInputsSize() const;
  size_t GetOutputsSize() const;

  // --- Inference --------------------------------------------------------------------------------------------------

  /// Runs the shape inference registered for the type (INFER_FUNC_REG and relatives). GRAPH_PARAM_INVALID when there is none.
  graphStatus InferShapeAndType();
  void SetInferenceContext(const InferenceContextPtr &inference_context);
  InferenceContextPtr GetInferenceContext() const;
  /// Required inputs linked and required attributes set (unless `disable_common_verifier`), then the registered verifier.
  graphStatus VerifyAllAttr(bool disable_common_verifier = false);

  // --- Attributes -------------------------------------------------------------------------------------------------
  // SetAttr of a name that the prototype does not declare is allowed (a private attribute). GetAttr returns GRAPH_FAILED,
  // and leaves the value, when the attribute is not set or of another kind. Integers of 32 bits are stored as 64-bit ones.

#define OPSTRATA_ATTR_ACCESSORS(T)                                                                                    \
  Operator &SetAttr(const char *name, T attr_value);                                                                   \
  Operator &SetAttr(const std::string &name, T attr_value) { return SetAttr(name.c_str(), attr_value); }               \
  graphStatus GetAttr(const char *name, std::decay<T>::type &attr_value) const;                                        \
  graphStatus GetAttr(const std::string &name, std::decay<T>::type &attr_value) const {                                \
    return GetAttr(name.c_str(), attr_value);                                                                          \
  }
  OPSTRATA_ATTR_ACCESSORS(int64_t)
  OPSTRATA_ATTR_ACCESSORS(int32_t)
  OPSTRATA_ATTR_ACCESSORS(uint32_t)
  OPSTRATA_ATTR_ACCESSORS(float32_t)
  OPSTRATA_ATTR_ACCESSORS(bool)
  OPSTRATA_ATTR_ACCESSORS(const DataType &)
  OPSTRATA_ATTR_ACCESSORS(const AscendString &)
  OPSTRATA_ATTR_ACCESSORS(const Tensor &)
  OPSTRATA_ATTR_ACCESSORS(const AttrValue &)
  OPSTRATA_ATTR_ACCESSORS(const ge::NamedAttrs &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<int64_t> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<int32_t> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<uint32_t> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<uint8_t> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<float32_t> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<bool> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<ge::DataType> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<AscendString> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<Tensor> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<std::vector<int64_t>> &)
  OPSTRATA_ATTR_ACCESSORS(const std::vector<ge::NamedAttrs> &)
#undef OPSTRATA_ATTR_ACCESSORS

  Operator &SetAttr(const char *name, const char *attr_value) { return SetAttr(name, AscendString(attr_value)); }
  Operator &SetAttr(const std::string &name, const char *attr_value) { return SetAttr(name.c_str(), attr_value); }
  // Values of std::string: `Name` is `const char *` or std::string.
  template <typename Name>
  Operator &SetAttr(const Name &name, const std::string &attr_value) {
    return SetAttr(name, AscendString(attr_value.data(), attr_value.size()));
  }
  template <typename Name>
  Operator &SetAttr(const Name &name, const std::vector<std::string> &attr_value) {
    return SetAttr(name, ToAscendStrings(attr_value));
  }
  template <typename Name>
  graphStatus GetAttr(const Name &name, std::string &attr_value) const {
    AscendString value;
    const graphStatus status = GetAttr(name, value);
    if (status == GRAPH_SUCCESS) {
      attr_value.assign(value.GetString(), value.GetLength());
    }
    return status;
  }
  template <typename Name>
  graphStatus GetAttr(const Name &name, std::vector<std::string> &attr_value) const {
    std::vector<AscendString> values;
    const graphStatus status = GetAttr(name, values);
    if (status == GRAPH_SUCCESS) {
      attr_value.clear();
      for (const auto &value : values) {
        attr_value.emplace_back(value.GetString(), value.GetLength());
      }
    }
    return status;
  }

  /// Whether an attribute of this name is set.
  bool HasAttr(const char *name) const;
  /// Attributes that are set, name to kind (`VT_INT`, `VT_LIST_FLOAT`, …).
  graphStatus GetAllAttrNamesAndTypes(std::map<AscendString, AscendString> &attr_name_types) const;
  /// Attributes that the prototype declares, name to kind.
  graphStatus GetAllIrAttrNamesAndTypes(std::map<AscendString, AscendString> &attr_name_types) const;
  // A template only so that its body costs compile time where it is used.
  template <int = 0>
  const std::map<std::string, std::string> GetAllAttrNamesAndTypes() const {
    std::map<AscendString, AscendString> all;
    (void)GetAllAttrNamesAndTypes(all);
    std::map<std::string, std::string> result;
    for (const auto &entry : all) {
      result.emplace(entry.first.GetString(), entry.second.GetString());
    }
    return result;
  }

  // Attributes of one input or output instance, by index or by name.
  Operator &SetInputAttr(const int32_t index, const char *name, const AttrValue &attr_value);
  Operator &SetInputAttr(const char *dst_name, const char *name, const AttrValue &attr_value);
  Operator &SetOutputAttr(const int32_t index, const char *name, const AttrValue &attr_value);
  Operator &SetOutputAttr(const char *dst_name, const char *name, const AttrValue &attr_value);
  graphStatus GetInputAttr(const int32_t index, const char *name, AttrValue &attr_value) const;
  graphStatus GetInputAttr(const char *dst_name, const char *name, AttrValue &attr_value) const;
  graphStatus GetOutputAttr(const int32_t index, const char *name, AttrValue &attr_value) const;
  graphStatus GetOutputAttr(const char *dst_name, const char *name, AttrValue &attr_value) const;
  /// The same for every type that AttrValue takes.
  template <typename T>
  Operator &SetInputAttr(const int32_t index, const char *name, const T &attr_value) {
    return SetInputAttr(index, name, ToAttrValue(attr_value));
  }
  template <typename T>
  graphStatus GetInputAttr(const int32_t index, const char *name, T &attr_value) const {
    AttrValue value;
    const graphStatus status = GetInputAttr(index, name, value);
    return status == GRAPH_SUCCESS ? FromAttrValue(value, attr_value) : status;
  }
  template <typename T>
  Operator &SetOutputAttr(const int32_t index, const char *name, const T &attr_value) {
    return SetOutputAttr(index, name, ToAttrValue(attr_value));
  }
  template <typename T>
  graphStatus GetOutputAttr(const int32_t index, const char *name, T &attr_value) const {
    AttrValue value;
    const graphStatus status = GetOutputAttr(index, name, value);
    return status == GRAPH_SUCCESS ? FromAttrValue(value, attr_value) : status;
  }
  template <typename T>
  Operator &SetInputAttr(const char *dst_name, const char *name, const T &attr_value) {
    return SetInputAttr(dst_name, name, ToAttrValue(attr_value));
  }
  template <typename T>
  graphStatus GetInputAttr(const char *dst_name, const char *name, T &attr_value) const {
    AttrValue value;
    const graphStatus status = GetInputAttr(dst_name, name, value);
    return status == GRAPH_SUCCESS ? FromAttrValue(value, attr_value) : status;
  }
  template <typename T>
  Operator &SetOutputAttr(const char *dst_name, const char *name, const T &attr_value) {
    return SetOutputAttr(dst_name, name, ToAttrValue(attr_value));
  }
  template <typename T>
  graphStatus GetOutputAttr(const char *dst_name, const char *name, T &attr_value) const {
    AttrValue value;
    const graphStatus status = GetOutputAttr(dst_name, name, value);
    return status == GRAPH_SUCCESS ? FromAttrValue(value, attr_value) : status;
  }

  // --- Subgraphs --------------------------------------------------------------------------------------------------

  /// Number of subgraph instances.
  size_t GetSubgraphNamesCount() const;
  /// Instance names: the IR name of a static subgraph, IR name and index of a dynamic one.
  graphStatus GetSubgraphNames(std::vector<AscendString> &names) const;
  template <int = 0>
  std::vector<std::string> GetSubgraphNames() const {
    std::vector<AscendString> names;
    (void)GetSubgraphNames(names);
    std::vector<std::string> result;
    for (const auto &name : names) {
      result.emplace_back(name.GetString(), name.GetLength());
    }
    return result;
  }
  /// Empty function when none was set.
  SubgraphBuilder GetSubgraphBuilder(const char *name) const;
  SubgraphBuilder GetSubgraphBuilder(const std::string &name) const { return GetSubgraphBuilder(name.c_str()); }
  SubgraphBuilder GetDynamicSubgraphBuilder(const char *name, uint32_t index) const;
  SubgraphBuilder GetDynamicSubgraphBuilder(const std::string &name, uint32_t index) const {
    return GetDynamicSubgraphBuilder(name.c_str(), index);
  }
  /// What the builder gives; an empty graph when there is none.
  Graph GetSubgraph(const char *name) const;
  Graph GetSubgraph(const std::string &name) const;
  Graph GetDynamicSubgraph(const char *name, uint32_t index) const;
  Graph GetDynamicSubgraph(const std::string &name, uint32_t index) const;

 protected:
  // --- Registration of a prototype (called by what REG_OP generates) -----------------------------------------------
  // Order of the calls is IR order. `datatype_symbol` is the text of the data-type expression (es-api section 1.4).

  void InputRegister(const char *name);
  void InputRegister(const char *name, const char *datatype_symbol);
  void OptionalInputRegister(const char *name);
  void OptionalInputRegister(const char *name, const char *datatype_symbol);
  /// Declares dynamic input `name` unless the prototype has it, and adds `num` instances at its place in IR order;
  /// `is_push_back` is accepted and plays no role.
  void DynamicInputRegister(const char *name, const uint32_t num, bool is_push_back = true);
  void DynamicInputRegister(const char *name, const uint32_t num, const char *datatype_symbol, bool is_push_back);
  void DynamicInputRegisterByIndex(const char *name, const uint32_t num, size_t index);
  void OutputRegister(const char *name);
  void OutputRegister(const char *name, const char *datatype_symbol);
  void DynamicOutputRegister(const char *name, const uint32_t num, bool is_push_back = true);
  void DynamicOutputRegister(const char *name, const uint32_t num, const char *datatype_symbol, bool is_push_back);

  void AttrRegister(const char *name, float32_t attr_value);
  void AttrRegister(const char *name, const std::vector<float32_t> &attr_value);
  void AttrRegister(const char *name, int64_t attr_value);
  void AttrRegister(const char *name, const std::vector<int64_t> &attr_value);
  void AttrRegister(const char *name, const char *attr_value) { AttrRegister(name, AscendString(attr_value)); }
  void AttrRegister(const char *name, const AscendString &attr_value);
  void AttrRegister(const char *name, const std::vector<AscendString> &attr_value);
  void AttrRegister(const char *name, bool attr_value);
  void AttrRegister(const char *name, const std::vector<bool> &attr_value);
  void AttrRegister(const char *name, const Tensor &attr_value);
  void AttrRegister(const char *name, const std::vector<Tensor> &attr_value);
  void AttrRegister(const char *name, const OpBytes &attr_value);
  void AttrRegister(const char *name, const std::vector<std::vector<int64_t>> &attr_value);
  void AttrRegister(const char *name, const std::vector<ge::DataType> &attr_value);
  void AttrRegister(const char *name, const ge::DataType &attr_value);
  void AttrRegister(const char *name, const ge::NamedAttrs &attr_value);
  void AttrRegister(const char *name, const std::vector<ge::NamedAttrs> &attr_value);
  /// An empty value declares the attribute and stores nothing.
  void AttrRegister(const char *name, const AttrValue &attr_value);
  void AttrRegister(const char *name, const std::string &attr_value) {
    AttrRegister(name, AscendString(attr_value.data(), attr_value.size()));
  }
  void AttrRegister(const char *name, const std::vector<std::string> &attr_value) {
    AttrRegister(name, ToAscendStrings(attr_value));
  }
  /// `type` is the type word of REG_OP.
  void RequiredAttrWithTypeRegister(const char *name, const char *type);

  void DataTypeRegister(const char *datatype_symbol, const TensorType &type_range);
  void DataTypeRegister(const char *datatype_symbol, const ListTensorType &list_type_range);
  void DataTypeRegister(const char *datatype_symbol, const Promote &promote_rule);

  void SubgraphRegister(const char *ir_name, bool dynamic);
  void SubgraphCountRegister(const char *ir_name, uint32_t count);
  void SetSubgraphBuilder(const char *ir_name, uint32_t index, const SubgraphBuilder &builder);

 private:
  static std::vector<AscendString> ToAscendStrings(const std::vector<std::string> &strings) {
    std::vector<AscendString> result;
    for (const auto &s : strings) {
      result.emplace_back(s.data(), s.size());
    }
    return result;
  }
  static AttrValue ToAttrValue(const std::string &attr_value) {
    return ToAttrValue(AscendString(attr_value.data(), attr_value.size()));
  }
  static AttrValue ToAttrValue(const std::vector<std::string> &attr_value) {
    return ToAttrValue(ToAscendStrings(attr_value));
  }
  template <typename T>
  static AttrValue ToAttrValue(const T &attr_value) {
    AttrValue value;
    using Stored = typename std::conditional<std::is_same<T, int32_t>::value || std::is_same<T, uint32_t>::value, int64_t,
                                             const T &>::type;
    (void)value.SetAttrValue(static_cast<Stored>(attr_value));
    return value;
  }
  static graphStatus FromAttrValue(const AttrValue &value, std::string &attr_value) {
    return value.GetValue<AttrValue::STR>(attr_value);
  }
  static graphStatus FromAttrValue(const AttrValue &value, int32_t &attr_value) {
    return value.GetValue<AttrValue::INT>(attr_value);
  }
  static graphStatus FromAttrValue(const AttrValue &value, uint32_t &attr_value) {
    return value.GetValue<AttrValue::INT>(attr_value);
  }
  template <typename T>
  static graphStatus FromAttrValue(const AttrValue &value, T &attr_value) {
    return value.GetAttrValue(attr_value);
  }

  friend struct opstrata::proto::OperatorImpl;
  std::shared_ptr<opstrata::proto::OperatorImpl> impl_;
};

}  // namespace ge

#endif  // OPSTRATA_GRAPH_OPERATOR_H_
