/**
 * @file
 * Eager style graph building in C++ (es-api section 10.4). Everything here is inline over the C functions, so that it
 * works with either string ABI. Sources rely on the standard headers that arrive through this file.
 *
 * Every program that uses generated functions includes this, so it counts what it instantiates: vectors are made in
 * their size (growing ones cost milliseconds), constants go through functions that are no templates.
 */
#ifndef OPSTRATA_GE_ES_GRAPH_BUILDER_H_
#define OPSTRATA_GE_ES_GRAPH_BUILDER_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ge/compliant_node_builder.h"
#include "ge/es_c_graph_builder.h"
#include "ge/es_tensor_holder.h"
#include "ge/esb_funcs.h"
#include "ge/ge_api_error_codes.h"
#include "ge/ge_api_types.h"
#include "graph/attr_value.h"
#include "graph/c_types.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
namespace es {
namespace detail {
inline bool ElementsFit(int64_t count, size_t element_size, const int64_t *dims, int64_t dim_num, ge::DataType dt) {
  return OpstrataEsCheckElements(count, element_size, dims, dim_num, static_cast<C_DataType>(dt)) == 0U;
}
}  // namespace detail

/// A constant of `graph` with `dt` elements; `value` holds the product of the dimensions in the layout of `dt`. Null when
/// sizeof(T) does not fit the data type.
template <typename T>
EsCTensorHolder *EsCreateConst(EsCGraphBuilder *graph, const T *value, const int64_t *dims, int64_t dim_num, ge::DataType dt,
                               ge::Format format = FORMAT_ND) {
  static_assert(std::is_trivially_copyable<T>::value, "constants are copied byte by byte");
  if (!detail::ElementsFit(-1, sizeof(T), dims, dim_num, dt)) {
    return nullptr;
  }
  return EsCreateConstFromData(graph, value, dims, dim_num, static_cast<C_DataType>(dt), static_cast<C_Format>(format));
}
template <typename T>
EsCTensorHolder *EsCreateConstV2(EsCGraphBuilder *graph, const T *value, const int64_t *dims, int64_t dim_num,
                                 ge::DataType dt, ge::Format format = FORMAT_ND) {
  return EsCreateConst<T>(graph, value, dims, dim_num, dt, format);
}

/// A tensor with a copy of `value`; null when the data type is not of fixed size or does not fit T.
template <typename T>
std::unique_ptr<ge::Tensor> CreateTensor(const T *value, const int64_t *dims, int64_t dim_num, ge::DataType dt,
                                         ge::Format format = FORMAT_ND) {
  if (!detail::ElementsFit(-1, sizeof(T), dims, dim_num, dt)) {
    return nullptr;
  }
  return std::unique_ptr<ge::Tensor>(reinterpret_cast<ge::Tensor *>(
      EsCreateEsCTensor(value, dims, dim_num, static_cast<C_DataType>(dt), static_cast<C_Format>(format))));
}
/// A tensor with the leading bytes of a raw file; null when the file is missing, empty or too short.
template <typename T>
std::unique_ptr<ge::Tensor> CreateTensorFromFile(const char *data_file_path, const std::vector<int64_t> &dims,
                                                 ge::DataType dt, ge::Format format = FORMAT_ND) {
  if (!detail::ElementsFit(-1, sizeof(T), dims.data(), static_cast<int64_t>(dims.size()), dt)) {
    return nullptr;
  }
  return std::unique_ptr<ge::Tensor>(reinterpret_cast<ge::Tensor *>(
      EsCreateEsCTensorFromFile(data_file_path, dims.data(), static_cast<int64_t>(dims.size()), static_cast<C_DataType>(dt),
                                static_cast<C_Format>(format))));
}

inline std::vector<EsCTensorHolder *> TensorsToEsCTensorHolders(const std::vector<EsTensorHolder> &tensors) {
  std::vector<EsCTensorHolder *> handles(tensors.size());
  for (size_t i = 0U; i < tensors.size(); ++i) {
    handles[i] = tensors[i].GetCTensorHolder();
  }
  return handles;
}
inline std::vector<C_DataType> DataTypesToEsCDataTypes(const std::vector<ge::DataType> &data_types) {
  std::vector<C_DataType> result(data_types.size());
  for (size_t i = 0U; i < data_types.size(); ++i) {
    result[i] = static_cast<C_DataType>(data_types[i]);
  }
  return result;
}
/// Pointers into `list` and the lengths of its rows; valid as long as `list`.
template <typename T>
std::pair<std::vector<const T *>, std::vector<int64_t>> ListListTypeToPtrAndCounts(const std::vector<std::vector<T>> &list) {
  std::pair<std::vector<const T *>, std::vector<int64_t>> result;
  for (const auto &row : list) {
    result.first.push_back(row.data());
    result.second.push_back(static_cast<int64_t>(row.size()));
  }
  return result;
}
/// Releases the graphs into handles for a generated C function, which takes ownership.
inline std::vector<EsCGraph *> GeGraphsToEsCGraphs(std::vector<std::unique_ptr<ge::Graph>> graphs) {
  std::vector<EsCGraph *> handles(graphs.size());
  for (size_t i = 0U; i < graphs.size(); ++i) {
    handles[i] = reinterpret_cast<EsCGraph *>(graphs[i].release());
  }
  return handles;
}

/// Builds one graph. Move-only; a moved-from builder creates nothing. Failures give null holders, null pointers or a status
/// other than SUCCESS.
class EsGraphBuilder {
 public:
  explicit EsGraphBuilder(const char *name) : builder_(EsCreateGraphBuilder(name)) {}
  EsGraphBuilder() : EsGraphBuilder(nullptr) {}
  ~EsGraphBuilder() { EsDestroyGraphBuilder(builder_); }
  EsGraphBuilder(EsGraphBuilder &&other) noexcept : builder_(other.builder_) { other.builder_ = nullptr; }
  EsGraphBuilder &operator=(EsGraphBuilder &&other) noexcept {
    if (this != &other) {
      Hold(other.builder_);
      other.builder_ = nullptr;
    }
    return *this;
  }
  EsGraphBuilder(const EsGraphBuilder &) = delete;
  EsGraphBuilder &operator=(const EsGraphBuilder &) = delete;

  /// Graph inputs (see EsCreateGraphInputWithDetails); without details float, ND, scalar.
  EsTensorHolder CreateInput(int64_t index) const { return EsTensorHolder(EsCreateGraphInput(Get(), index)); }
  EsTensorHolder CreateInput(int64_t index, const char *name) const { return CreateInput(index, name, nullptr); }
  EsTensorHolder CreateInput(int64_t index, const char *name, const char *type) const {
    return EsTensorHolder(EsCreateGraphInputWithDetails(Get(), index, name, type, C_DT_FLOAT, C_FORMAT_ND, nullptr, 0));
  }
  EsTensorHolder CreateInput(int64_t index, const char *name, ge::DataType data_type, ge::Format format,
                             const std::vector<int64_t> &shape) const {
    return EsTensorHolder(EsCreateGraphInputWithDetails(Get(), index, name, nullptr, static_cast<C_DataType>(data_type),
                                                        static_cast<C_Format>(format), shape.data(),
                                                        static_cast<int64_t>(shape.size())));
  }
  /// Inputs start_index .. start_index + N - 1: `auto [a, b] = builder.CreateInputs<2>();`
  template <size_t N>
  std::array<EsTensorHolder, N> CreateInputs(size_t start_index = 0U) const {
    std::array<EsTensorHolder, N> inputs;
    for (size_t i = 0U; i < N; ++i) {
      inputs[i] = CreateInput(static_cast<int64_t>(start_index + i));
    }
    return inputs;
  }
  std::vector<EsTensorHolder> CreateInputs(size_t input_num, size_t start_index = 0U) const {
    std::vector<EsTensorHolder> inputs(input_num);
    for (size_t i = 0U; i < input_num; ++i) {
      inputs[i] = CreateInput(static_cast<int64_t>(start_index + i));
    }
    return inputs;
  }

  /// Constants. `value` must hold the product of `dims`; otherwise the result is null.
  EsTensorHolder CreateConst(const std::vector<int64_t> &value, const std::vector<int64_t> dims) const {
    return Const(value.data(), value.size(), sizeof(int64_t), dims, DT_INT64, FORMAT_ND);
  }
  EsTensorHolder CreateConst(const std::vector<int32_t> &value, const std::vector<int64_t> dims) const {
    return Const(value.data(), value.size(), sizeof(int32_t), dims, DT_INT32, FORMAT_ND);
  }
  EsTensorHolder CreateConst(const std::vector<uint64_t> &value, const std::vector<int64_t> dims) const {
    return Const(value.data(), value.size(), sizeof(uint64_t), dims, DT_UINT64, FORMAT_ND);
  }
  EsTensorHolder CreateConst(const std::vector<uint32_t> &value, const std::vector<int64_t> dims) const {
    return Const(value.data(), value.size(), sizeof(uint32_t), dims, DT_UINT32, FORMAT_ND);
  }
  EsTensorHolder CreateConst(const std::vector<float> &value, const std::vector<int64_t> dims) const {
    return Const(value.data(), value.size(), sizeof(float), dims, DT_FLOAT, FORMAT_ND);
  }
  template <typename T>
  EsTensorHolder CreateConst(const std::vector<T> &value, const std::vector<int64_t> &dims, ge::DataType dt,
                             ge::Format format = FORMAT_ND) const {
    static_assert(std::is_trivially_copyable<T>::value, "constants are copied byte by byte");
    return Const(value.data(), value.size(), sizeof(T), dims, dt, format);
  }
  template <typename T>
  EsTensorHolder CreateConstV2(const std::vector<T> &value, const std::vector<int64_t> &dims, ge::DataType dt,
                               ge::Format format = FORMAT_ND) const {
    return CreateConst<T>(value, dims, dt, format);
  }

  EsTensorHolder CreateVector(const std::vector<int64_t> &value) const {
    return Vector(value.data(), value.size(), sizeof(int64_t), DT_INT64);
  }
  EsTensorHolder CreateVector(const std::vector<int32_t> &value) const {
    return Vector(value.data(), value.size(), sizeof(int32_t), DT_INT32);
  }
  EsTensorHolder CreateVector(const std::vector<uint64_t> &value) const {
    return Vector(value.data(), value.size(), sizeof(uint64_t), DT_UINT64);
  }
  EsTensorHolder CreateVector(const std::vector<uint32_t> &value) const {
    return Vector(value.data(), value.size(), sizeof(uint32_t), DT_UINT32);
  }
  EsTensorHolder CreateVector(const std::vector<float> &value) const {
    return Vector(value.data(), value.size(), sizeof(float), DT_FLOAT);
  }

  EsTensorHolder CreateScalar(int64_t value) const { return EsTensorHolder(EsCreateScalarInt64(Get(), value)); }
  EsTensorHolder CreateScalar(int32_t value) const { return EsTensorHolder(EsCreateScalarInt32(Get(), value)); }
  EsTensorHolder CreateScalar(uint64_t value) const { return EsTensorHolder(EsCreateScalarUInt64(Get(), value)); }
  EsTensorHolder CreateScalar(uint32_t value) const { return EsTensorHolder(EsCreateScalarUInt32(Get(), value)); }
  EsTensorHolder CreateScalar(float value) const { return EsTensorHolder(EsCreateScalarFloat(Get(), value)); }

  EsTensorHolder CreateVariable(int32_t index, const char *name) const {
    return EsTensorHolder(EsCreateVariable(Get(), index, name));
  }

  /// Tensors for Tensor attributes.
  template <typename T>
  std::unique_ptr<ge::Tensor> CreateTensor(const std::vector<T> &value, const std::vector<int64_t> &dims, ge::DataType dt,
                                           ge::Format format = FORMAT_ND) const {
    static const T kNone{};
    const T *data = value.empty() ? &kNone : value.data();
    return detail::ElementsFit(static_cast<int64_t>(value.size()), sizeof(T), dims.data(),
                               static_cast<int64_t>(dims.size()), dt)
               ? ge::es::CreateTensor<T>(data, dims.data(), static_cast<int64_t>(dims.size()), dt, format)
               : nullptr;
  }
  template <int = 0>  // so that it costs compile time where it is used
  std::unique_ptr<ge::Tensor> CreateBoolTensor(const std::vector<bool> &value, const std::vector<int64_t> &dims,
                                               ge::Format format = FORMAT_ND) const {
    return CreateTensor(std::vector<uint8_t>(value.begin(), value.end()), dims, DT_BOOL, format);
  }

  /// Attribute of the graph; fails after the build and while the graph has no node.
  Status SetAttr(const char *attr_name, int64_t value) const { return EsSetInt64AttrForGraph(Get(), attr_name, value); }
  Status SetAttr(const char *attr_name, const char *value) const { return EsSetStringAttrForGraph(Get(), attr_name, value); }
  Status SetAttr(const char *attr_name, bool value) const { return EsSetBoolAttrForGraph(Get(), attr_name, value); }
  /// Other integers (a plain `1` would be ambiguous between the three above).
  template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
  Status SetAttr(const char *attr_name, T value) const {
    return EsSetInt64AttrForGraph(Get(), attr_name, static_cast<int64_t>(value));
  }

  /// Name of the next constant or operator node (extension); without it the node is called `<type>_<number>`.
  Status SetNextNodeName(const char *name) const { return EsSetNextNodeName(Get(), name); }

  /// 0 on success.
  static int64_t SetOutput(const EsTensorHolder &tensor, int64_t output_index) {
    return static_cast<int64_t>(EsSetGraphOutput(tensor.GetCTensorHolder(), output_index));
  }

  std::unique_ptr<ge::Graph> BuildAndReset() const {
    return std::unique_ptr<ge::Graph>(reinterpret_cast<ge::Graph *>(EsBuildGraphAndReset(Get())));
  }
  /// Sets outputs 0 .. n-1 first; null when one of them is refused.
  std::unique_ptr<ge::Graph> BuildAndReset(const std::vector<EsTensorHolder> &outputs) const {
    for (size_t i = 0U; i < outputs.size(); ++i) {
      if (SetOutput(outputs[i], static_cast<int64_t>(i)) != 0) {
        return nullptr;
      }
    }
    return BuildAndReset();
  }

  /// Starts another graph, with nothing in it: what was built belongs to whom it was given to, what was not built is dropped.
  /// Tensors of the graph before must not be used any more. (BuildAndReset alone leaves a builder that creates nothing.)
  void Restart(const char *name = nullptr) { Hold(EsCreateGraphBuilder(name)); }

  /// Borrowed.
  EsCGraphBuilder *GetCGraphBuilder() const { return builder_; }

 private:
  EsCGraphBuilder *Get() const { return builder_; }

  EsTensorHolder Const(const void *value, size_t count, size_t element_size, const std::vector<int64_t> &dims,
                       ge::DataType dt, ge::Format format) const {
    const int64_t dim_num = static_cast<int64_t>(dims.size());
    if (!detail::ElementsFit(static_cast<int64_t>(count), element_size, dims.data(), dim_num, dt)) {
      return EsTensorHolder();
    }
    // Without elements there is nothing to copy, but the address must not be null.
    static const char kNone = 0;
    return EsTensorHolder(EsCreateConstFromData(Get(), value == nullptr ? &kNone : value, dims.data(), dim_num,
                                                static_cast<C_DataType>(dt), static_cast<C_Format>(format)));
  }
  EsTensorHolder Vector(const void *value, size_t count, size_t element_size, ge::DataType dt) const {
    return Const(value, count, element_size, {static_cast<int64_t>(count)}, dt, FORMAT_ND);
  }

  /// Takes `builder` over in place of the one that it has.
  void Hold(EsCGraphBuilder *builder) {
    EsDestroyGraphBuilder(builder_);
    builder_ = builder;
  }

  EsCGraphBuilder *builder_;  // owned, see EsCGraphBuilder
};
}  // namespace es
}  // namespace ge

#endif  // OPSTRATA_GE_ES_GRAPH_BUILDER_H_
