/**
 * @file
 * Shape, TensorDesc and Tensor of the graph interface (es-api section 2.6). Shapes and descriptions are values; so are
 * tensors, except that copies use the same bytes until one gets others. `Clone` copies them. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_TENSOR_H_
#define OPSTRATA_GRAPH_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace ge {

/// Dimensions of a tensor; -1 is an unknown dimension, {-2} an unknown number of dimensions. {} is a scalar.
class OPSTRATA_API Shape {
 public:
  Shape();
  ~Shape();
  explicit Shape(const std::vector<int64_t> &dims);
  Shape(const Shape &other);
  Shape(Shape &&other) noexcept;
  Shape &operator=(const Shape &other);
  Shape &operator=(Shape &&other) noexcept;

  /// Number of dimensions; 0 for a scalar and for an unknown number.
  size_t GetDimNum() const;
  /// Dimension `idx`; 0 when out of range.
  int64_t GetDim(size_t idx) const;
  /// GRAPH_FAILED when `idx` is out of range.
  graphStatus SetDim(size_t idx, int64_t value);
  std::vector<int64_t> GetDims() const;
  /// Number of elements: -1 when a dimension is unknown or the product does not fit, 0 when there are no dimensions (a scalar
  /// has one element nevertheless; the caller knows).
  int64_t GetShapeSize() const;

 private:
  std::vector<int64_t> dims_;
};

class TensorDescImpl;
/// Shape, format and element type of a tensor, and what else a graph knows about it without its bytes.
class OPSTRATA_API TensorDesc {
 public:
  TensorDesc();
  ~TensorDesc();
  explicit TensorDesc(Shape shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT);
  TensorDesc(const TensorDesc &desc);
  TensorDesc(TensorDesc &&desc) noexcept;
  TensorDesc &operator=(const TensorDesc &desc);
  TensorDesc &operator=(TensorDesc &&desc) noexcept;

  void Update(const Shape &shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT);

  Shape GetShape() const;
  void SetShape(const Shape &shape);
  /// Makes the number of dimensions unknown (shape {-2}).
  graphStatus SetUnknownDimNumShape();
  /// Smallest and largest value of every dimension (largest -1 = no bound). An empty list takes the range away.
  graphStatus SetShapeRange(const std::vector<std::pair<int64_t, int64_t>> &range);
  graphStatus GetShapeRange(std::vector<std::pair<int64_t, int64_t>> &range) const;

  Format GetFormat() const;
  void SetFormat(Format format);
  /// Shape before a change of format; the shape itself while none was set.
  Shape GetOriginShape() const;
  void SetOriginShape(const Shape &origin_shape);
  /// Format before a change; the format itself while none was set.
  Format GetOriginFormat() const;
  void SetOriginFormat(Format origin_format);

  DataType GetDataType() const;
  void SetDataType(DataType dt);

  graphStatus GetName(AscendString &name) const;
  void SetName(const char *name);
  /// std::string flavours of the two above, deprecated.
  std::string GetName() const {
    AscendString name;
    (void)GetName(name);
    return std::string(name.GetString(), name.GetLength());
  }
  void SetName(const std::string &name) { SetName(name.c_str()); }

  /// Bytes of the tensor as its producer states them; 0 = not stated.
  int64_t GetSize() const;
  void SetSize(int64_t size);
  int64_t GetRealDimCnt() const;
  void SetRealDimCnt(const int64_t real_dim_cnt);
  Placement GetPlacement() const;
  void SetPlacement(Placement placement);

  /// Attaches the bytes of a constant; copies of the description share them.
  void SetConstData(std::unique_ptr<uint8_t[]> const_data_buffer, const size_t &const_data_len);
  /// False when there are none. The buffer stays owned by the description.
  bool GetConstData(uint8_t **const_data_buffer, size_t &const_data_len) const;

  void SetExpandDimsRule(const AscendString &expand_dims_rule);
  graphStatus GetExpandDimsRule(AscendString &expand_dims_rule) const;
  /// Says that an output uses the memory of input `idx`.
  void SetReuseInputIndex(const uint32_t idx);

 private:
  TensorDescImpl &impl();
  const TensorDescImpl &impl() const;
  std::shared_ptr<TensorDescImpl> impl_;  // shared until one of the copies changes
};

class TensorImpl;
/// A description and the bytes that it describes.
class OPSTRATA_API Tensor {
 public:
  using DeleteFunc = std::function<void(uint8_t *)>;

  Tensor();
  ~Tensor();
  explicit Tensor(const TensorDesc &tensor_desc);
  /// The vectors and the bytes at `data` are copied (or moved); `data` of `size` bytes is only read during the call.
  Tensor(const TensorDesc &tensor_desc, const std::vector<uint8_t> &data);
  Tensor(TensorDesc &&tensor_desc, std::vector<uint8_t> &&data);
  Tensor(const TensorDesc &tensor_desc, const uint8_t *data, size_t size);
  Tensor(const Tensor &other);
  Tensor(Tensor &&other) noexcept;
  Tensor &operator=(const Tensor &other);
  Tensor &operator=(Tensor &&other) noexcept;

  TensorDesc GetTensorDesc() const;
  graphStatus SetTensorDesc(const TensorDesc &tensor_desc);

  /// Null when there are no bytes.
  const uint8_t *GetData() const;
  uint8_t *GetData();
  size_t GetSize() const;
  /// Hands the bytes over to the caller, with what frees them; the tensor has none afterwards. Bytes that other copies of
  /// the tensor use are copied for the caller.
  std::unique_ptr<uint8_t[], DeleteFunc> ResetData();
  /// Takes `data` over; `deleter_func` frees it when the last copy of the tensor is gone.
  graphStatus ResetData(uint8_t *data, size_t size, const DeleteFunc &deleter_func);

  graphStatus SetData(std::vector<uint8_t> &&data);
  graphStatus SetData(const std::vector<uint8_t> &data);
  graphStatus SetData(const uint8_t *data, size_t size);
  /// Strings: one StringHead each, then the zero-terminated characters; `addr` counts from the start of the data.
  graphStatus SetData(const char *data);
  graphStatus SetData(const std::vector<AscendString> &data);
  /// Takes `data` over, as ResetData does.
  graphStatus SetData(uint8_t *data, size_t size, const DeleteFunc &deleter_func);
  /// std::string flavours, deprecated.
  graphStatus SetData(const std::string &data) {
    return SetData(std::vector<AscendString>{AscendString(data.data(), data.size())});
  }
  template <int = 0>
  graphStatus SetData(const std::vector<std::string> &data) {
    std::vector<AscendString> strings;
    for (const auto &s : data) {
      strings.emplace_back(s.data(), s.size());
    }
    return SetData(strings);
  }

  /// GRAPH_SUCCESS when the number of bytes is what shape and element type need (strings and unknown shapes always are).
  graphStatus IsValid();
  /// A tensor with bytes of its own.
  Tensor Clone() const;

  // Parts of the description without copying it.
  graphStatus SetShapeDimNum(const size_t dim_num);
  size_t GetShapeDimNum() const;
  graphStatus SetShapeDim(const size_t idx, const int64_t dim_value);
  int64_t GetShapeDim(const size_t idx) const;
  graphStatus SetOriginShapeDimNum(const size_t dim_num);
  size_t GetOriginShapeDimNum() const;
  graphStatus SetOriginShapeDim(const size_t idx, const int64_t dim_value);
  int64_t GetOriginShapeDim(const size_t idx) const;
  graphStatus SetFormat(const Format format);
  Format GetFormat() const;
  graphStatus SetOriginFormat(const Format format);
  Format GetOriginFormat() const;
  graphStatus SetDataType(const DataType dtype);
  DataType GetDataType() const;
  graphStatus SetPlacement(const Placement placement);
  Placement GetPlacement() const;
  graphStatus SetExpandDimsRule(const AscendString &expand_dims_rule);
  graphStatus GetExpandDimsRule(AscendString &expand_dims_rule) const;

 private:
  TensorImpl &impl();
  const TensorImpl &impl() const;
  std::shared_ptr<TensorImpl> impl_;  // shared until one of the copies changes; the bytes stay shared
};

}  // namespace ge

#endif  // OPSTRATA_GRAPH_TENSOR_H_
