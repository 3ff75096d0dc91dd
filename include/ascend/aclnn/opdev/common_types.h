/// @file
/// Tensors, scalars, arrays and lists of single-operator execution (opdev-api sections 2.4, 2.9 to 2.11).
///
/// An aclTensor is a description (types, formats, three shapes, strides, offset) over an aclStorage. Views share the storage
/// object of their source; address updates, workspace placement and the order of launches all go through it.
/// No class here depends on the string ABI of the consumer.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_COMMON_TYPES_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_COMMON_TYPES_H_

#include <complex>
#include <cstdint>
#include <limits>
#include <map>
#include <type_traits>
#include <unordered_set>

#include "acl/acl_base.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tensor.h"
#include "exe_graph/runtime/tensor_data.h"
#include "graph/ascend_string.h"
#include "graph/types.h"
#include "opdev/bfloat16.h"
#include "opdev/fast_vector.h"
#include "opdev/fp16_t.h"
#include "opdev/object.h"
#include "opdev/op_def.h"
#include "opdev/small_floats.h"
#include "opstrata/visibility.h"
#include "securec.h"

namespace op {

using DataType = ge::DataType;
using Format = ge::Format;
using Shape = gert::Shape;
using StorageShape = gert::StorageShape;
using StorageFormat = gert::StorageFormat;
using Tensor = gert::TensorV2;
using TensorPlacement = gert::TensorPlacement;

constexpr uint64_t MAX_DIM_NUM = 25;
using ShapeVector = FVector<int64_t, MAX_DIM_NUM>;
using Strides = ShapeVector;

/// Serial name of a type ("DT_FLOAT"; "DT_UNDEFINED" for numbers without a type).
OPSTRATA_API ge::AscendString ToString(DataType dataType);
/// Row-major element strides of a shape; rank 0 gives none.
OPSTRATA_API void ToContiguousStrides(const Shape &shape, Strides &strides);

/// Bytes of one element, or 1000 + bits for types below a byte; 16 for types without a size.
constexpr size_t TypeSize(DataType dataType) {
  switch (dataType) {
    case ge::DT_INT8: case ge::DT_UINT8: case ge::DT_BOOL: case ge::DT_DUAL_SUB_INT8: case ge::DT_DUAL_SUB_UINT8:
    case ge::DT_QINT8: case ge::DT_QUINT8: case ge::DT_HIFLOAT8: case ge::DT_FLOAT8_E5M2: case ge::DT_FLOAT8_E4M3FN:
    case ge::DT_FLOAT8_E8M0:
      return 1;
    case ge::DT_FLOAT16: case ge::DT_BF16: case ge::DT_INT16: case ge::DT_UINT16: case ge::DT_QINT16: case ge::DT_QUINT16:
      return 2;
    case ge::DT_FLOAT: case ge::DT_INT32: case ge::DT_UINT32: case ge::DT_QINT32: case ge::DT_COMPLEX32:
      return 4;
    case ge::DT_DUAL:
      return 5;
    case ge::DT_INT64: case ge::DT_UINT64: case ge::DT_DOUBLE: case ge::DT_COMPLEX64: case ge::DT_RESOURCE: case ge::DT_VARIANT:
      return 8;
    case ge::DT_UINT1:
      return 1001;
    case ge::DT_INT2: case ge::DT_UINT2:
      return 1002;
    case ge::DT_INT4: case ge::DT_FLOAT4_E2M1: case ge::DT_FLOAT4_E1M2:
      return 1004;
    case ge::DT_FLOAT6_E3M2: case ge::DT_FLOAT6_E2M3:
      return 1006;
    default:
      return 16;
  }
}

namespace internal {

/// Data type of a C++ value, DT_UNDEFINED if it has none.
template <typename T>
constexpr DataType DataTypeOf() {
  if constexpr (std::is_same_v<T, bool>) return ge::DT_BOOL;
  else if constexpr (std::is_same_v<T, float>) return ge::DT_FLOAT;
  else if constexpr (std::is_same_v<T, double>) return ge::DT_DOUBLE;
  else if constexpr (std::is_same_v<T, fp16_t>) return ge::DT_FLOAT16;
  else if constexpr (std::is_same_v<T, bfloat16>) return ge::DT_BF16;
  else if constexpr (std::is_same_v<T, std::complex<float>>) return ge::DT_COMPLEX64;
  else if constexpr (std::is_same_v<T, std::complex<double>>) return ge::DT_COMPLEX128;
  else if constexpr (std::is_same_v<T, HiFloat8>) return ge::DT_HIFLOAT8;
  else if constexpr (std::is_same_v<T, Float8E5M2>) return ge::DT_FLOAT8_E5M2;
  else if constexpr (std::is_same_v<T, Float8E4M3FN>) return ge::DT_FLOAT8_E4M3FN;
  else if constexpr (std::is_same_v<T, Float8E8M0>) return ge::DT_FLOAT8_E8M0;
  else if constexpr (std::is_same_v<T, Float6E3M2>) return ge::DT_FLOAT6_E3M2;
  else if constexpr (std::is_same_v<T, Float6E2M3>) return ge::DT_FLOAT6_E2M3;
  else if constexpr (std::is_same_v<T, Float4E2M1>) return ge::DT_FLOAT4_E2M1;
  else if constexpr (std::is_same_v<T, Float4E1M2>) return ge::DT_FLOAT4_E1M2;
  else if constexpr (std::is_same_v<T, HiFloat4>) return ge::DT_FLOAT4_E1M2;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 1) return std::is_signed_v<T> ? ge::DT_INT8 : ge::DT_UINT8;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 2) return std::is_signed_v<T> ? ge::DT_INT16 : ge::DT_UINT16;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 4) return std::is_signed_v<T> ? ge::DT_INT32 : ge::DT_UINT32;
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) return std::is_signed_v<T> ? ge::DT_INT64 : ge::DT_UINT64;
  else return ge::DT_UNDEFINED;
}

/// What a target type can hold, for aclScalar::CheckOverflows.
struct ValueLimits {
  bool isBool;
  bool isUnsignedInteger;
  bool isComplex;
  bool hasInfinity;
  bool hasNan;
  double lowest;
  double highest;
  uint64_t highestInteger;  ///< 0 unless an integer type
};
template <typename T>
struct LimitsOf {
  static ValueLimits Get() {
    using L = std::numeric_limits<T>;
    constexpr bool kInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;
    ValueLimits limits{std::is_same_v<T, bool>, kInteger && std::is_unsigned_v<T>, false, L::has_infinity, L::has_quiet_NaN,
                       static_cast<double>(L::lowest()), static_cast<double>(L::max()), 0};
    if constexpr (kInteger) limits.highestInteger = static_cast<uint64_t>(L::max());
    return limits;
  }
};
template <typename T>
struct LimitsOf<std::complex<T>> {
  static ValueLimits Get() {
    ValueLimits limits = LimitsOf<T>::Get();
    limits.isComplex = true;
    return limits;
  }
};

}  // namespace internal
}  // namespace op

/// What a tensor and its views lie in: an address, or a place in the workspace that gets its address in phase two.
struct OPSTRATA_API aclStorage : public op::Object {
  explicit aclStorage(void *addr) : addr_(addr) {}
  explicit aclStorage(bool fromWorkspace) : fromWorkspace_(fromWorkspace) {}
  aclStorage(void *addr, bool fromWorkspace) : addr_(addr), fromWorkspace_(fromWorkspace) {}
  ~aclStorage() override;

  void *GetAddr() const { return addr_; }
  void SetAddr(void *addr) { addr_ = addr; }
  /// Bytes from the start of the workspace.
  uint64_t GetWorkspaceOffset() const { return workspaceOffset_; }
  void SetWorkspaceOffset(uint64_t offset) { workspaceOffset_ = offset; }
  bool IsFromWorkspace() const { return fromWorkspace_; }
  void SetFromWorkspace(bool fromWorkspace) { fromWorkspace_ = fromWorkspace; }
  /// Bookkeeping of the kernel graph.
  void *GetExtend() const { return extend_; }
  void SetExtend(void *extend) { extend_ = extend; }
  /// Elements from the address to the tensor's first storage element.
  int64_t GetStorageOffset() const { return storageOffset_; }
  void SetStorageOffset(int64_t offset) { storageOffset_ = offset; }

 private:
  void *addr_ = nullptr;
  uint64_t workspaceOffset_ = 0;
  int64_t storageOffset_ = 0;
  void *extend_ = nullptr;
  bool fromWorkspace_ = false;
};

/// Copied values; null pointer and size 0 give an empty array whose GetData is null. No bounds checks.
template <typename T>
struct aclArray : public op::Object {
 public:
  aclArray(const T *value, uint64_t size);
  aclArray(const aclArray &) = delete;
  aclArray &operator=(const aclArray &) = delete;
  ~aclArray() override;

  T &operator[](uint64_t index);
  const T &operator[](uint64_t index) const;
  uint64_t Size() const;
  const T *GetData() const;
  /// "[1, 2]"
  ge::AscendString ToString() const;

 private:
  T *data_ = nullptr;
  uint64_t size_ = 0;
};
extern template struct OPSTRATA_API aclArray<int64_t>;
extern template struct OPSTRATA_API aclArray<float>;
extern template struct OPSTRATA_API aclArray<bool>;
extern template struct OPSTRATA_API aclArray<op::fp16_t>;
extern template struct OPSTRATA_API aclArray<op::bfloat16>;

struct aclIntArray : public aclArray<int64_t> {
  using aclArray<int64_t>::aclArray;
};
struct aclFloatArray : public aclArray<float> {
  using aclArray<float>::aclArray;
};
struct aclBoolArray : public aclArray<bool> {
  using aclArray<bool>::aclArray;
};
struct aclFp16Array : public aclArray<op::fp16_t> {
  using aclArray<op::fp16_t>::aclArray;
};
struct aclBf16Array : public aclArray<op::bfloat16> {
  using aclArray<op::bfloat16>::aclArray;
};

/// One value of any number type, copied.
struct OPSTRATA_API aclScalar : public op::Object {
 public:
  /// Throws std::invalid_argument for types without scalar form; the factories turn that into null.
  aclScalar(const void *data, op::DataType dataType);
  aclScalar(const aclScalar &) = delete;
  aclScalar &operator=(const aclScalar &) = delete;
  ~aclScalar() override;

  const void *GetData() const { return data_; }
  uint64_t Size() const { return op::TypeSize(dataType_); }
  op::DataType GetDataType() const { return dataType_; }
  /// "aclScalar(data_type = DT_FLOAT, value = 1.000000)"
  ge::AscendString ToString() const;

  /// The value converted like static_cast; complex to real gives zero and a warning, floating to bool is |v| >= epsilon.
  float ToFloat() const;
  double ToDouble() const;
  bool ToBool() const;
  int8_t ToInt8() const;
  int16_t ToInt16() const;
  int32_t ToInt32() const;
  int64_t ToInt64() const;
  uint8_t ToUint8() const;
  uint16_t ToUint16() const;
  uint32_t ToUint32() const;
  uint64_t ToUint64() const;
  op::fp16_t ToFp16() const;
  op::bfloat16 ToBf16() const;
  op::Float8E5M2 ToFloat8E5M2() const;
  op::Float8E4M3FN ToFloat8E4M3FN() const;
  op::Float8E8M0 ToFloat8E8M0() const;
  op::Float6E3M2 ToFloat6E3M2() const;
  op::Float6E2M3 ToFloat6E2M3() const;
  op::Float4E2M1 ToFloat4E2M1() const;
  op::Float4E1M2 ToFloat4E1M2() const;
  op::HiFloat4 ToHiFloat4() const;
  op::HiFloat8 ToHiFloat8() const;
  std::complex<float> ToComplex64() const;
  std::complex<double> ToComplex128() const;

  /// Whether the value does not fit `To` (opdev-api section 2.11).
  template <typename To>
  bool CheckOverflows() const {
    return Overflows(op::internal::LimitsOf<To>::Get());
  }

 private:
  bool Overflows(const op::internal::ValueLimits &limits) const;

  alignas(16) uint8_t data_[16] = {};
  op::DataType dataType_;
};

struct OPSTRATA_API aclTensor : public op::Object {
 public:
  aclTensor(const aclTensor &) = delete;
  aclTensor &operator=(const aclTensor &) = delete;
  aclTensor &operator=(aclTensor &&) = delete;
  ~aclTensor() override;

  /// Physical shape; the setter also recomputes the byte size.
  const op::Shape &GetStorageShape() const { return tensor_.GetStorageShape(); }
  void SetStorageShape(const op::Shape &shape) const;
  /// Shape before format conversion: what inference reads and writes.
  const op::Shape &GetOriginalShape() const { return tensor_.GetOriginShape(); }
  void SetOriginalShape(const op::Shape &shape) const;
  /// Logical shape; the setter makes the strides contiguous.
  const op::Shape &GetViewShape() const { return viewShape_; }
  void SetViewShape(const op::Shape &shape);
  /// Element strides of the view.
  const op::Strides &GetViewStrides() const { return viewStrides_; }
  void SetViewStrides(const op::Strides &strides);
  void SetViewStrides(op::Strides &&strides);

  op::Format GetStorageFormat() const { return tensor_.GetStorageFormat(); }
  void SetStorageFormat(op::Format format);
  op::Format GetOriginalFormat() const { return tensor_.GetOriginFormat(); }
  void SetOriginalFormat(op::Format format);
  op::Format GetViewFormat() const { return viewFormat_; }
  void SetViewFormat(op::Format format);

  op::DataType GetDataType() const;
  /// The byte size is recomputed when the element size changes.
  void SetDataType(op::DataType dataType);

  /// Elements of the storage shape, and of the view shape.
  int64_t Size() const;
  int64_t Numel() const;
  /// Some view dimension is 0 (a scalar is not empty).
  bool IsEmpty() const;

  /// Address of the first view element; only its distance from null is meaningful before the workspace is bound.
  void *GetData() const;
  /// Address of the storage, without offsets.
  void *GetStorageAddr() const;
  void SetStorageAddr(void *addr) const;
  /// Elements.
  int64_t GetViewOffset() const { return viewOffset_; }
  void SetViewOffset(int64_t offset) const;
  int64_t GetStorageOffset() const;
  void SetStorageOffset(int64_t offset);
  /// Bytes from the start of the workspace.
  uint64_t GetWorkspaceOffset() const;
  void SetWorkspaceOffset(uint64_t offset) const;
  bool IsFromWorkspace() const;
  void SetFromWorkspace(bool fromWorkspace) const;
  op::TensorPlacement GetPlacement() const;

  op::Tensor *GetTensor() const { return &tensor_; }
  const aclStorage *GetStorage() const { return storage_; }
  void *GetExtend() const { return extend_; }
  void SetExtend(void *extend) { extend_ = extend; }
  /// A view shares the storage of another tensor and does not own it.
  bool IsView() const { return isView_; }
  /// False for a tensor that was allocated without shape until somebody sets one.
  bool HasShape() const { return hasShape_; }

  /// Host tensors only (nothing happens on device tensors): values are converted to `dataType` and written from element
  /// `index`, or from the first.
  template <typename T>
  void SetData(int64_t index, const T value, op::DataType dataType) {
    WriteHostData(index, &value, op::internal::DataTypeOf<T>(), 1, dataType);
  }
  template <typename T>
  void SetData(const T *value, uint64_t size, op::DataType dataType) {
    WriteHostData(0, value, op::internal::DataTypeOf<T>(), size, dataType);
  }
  void SetBoolData(const bool *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
  void SetIntData(const int64_t *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
  void SetFloatData(const float *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
  void SetFp16Data(const op::fp16_t *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
  void SetBf16Data(const op::bfloat16 *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
  void SetFloat8E5M2Data(const op::Float8E5M2 *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
  void SetFloat8E4M3FNData(const op::Float8E4M3FN *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
  void SetFloat8E8M0Data(const op::Float8E8M0 *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }
  void SetHiFloat8Data(const op::HiFloat8 *value, uint64_t size, op::DataType dataType) { SetData(value, size, dataType); }

  /// Arguments and rules of aclInitTensor.
  void InitTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride, int64_t offset,
                  aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum, void *addr);
  ge::AscendString ToString() const;

 private:
  friend struct aclOpExecutor;
  friend struct aclTensorList;
  friend aclTensor *::aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                                      int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                                      void *tensorData);

  // Over the caller's memory.
  aclTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride, int64_t offset,
            aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum, void *tensorDataAddr);
  // On the device; in the workspace when there is no address.
  aclTensor(op::DataType dataType, op::Format storageFormat, op::Format originFormat);
  aclTensor(const op::Shape &shape, op::DataType dataType, op::Format format, void *tensorDataAddr);
  aclTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType, op::Format storageFormat,
            op::Format originFormat, void *tensorDataAddr);
  // On the host, with a zeroed buffer of its own.
  aclTensor(const op::Shape &shape, op::DataType dataType, op::Format format);
  aclTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType, op::Format storageFormat,
            op::Format originFormat);
  // Views.
  aclTensor(const aclTensor *other, const op::Shape &shape, int64_t offset);
  aclTensor(const aclTensor *other, const op::Shape &originShape, const op::Shape &storageShape, const op::Strides &strides,
            int64_t offset);
  // On the host, holding converted values.
  aclTensor(const aclIntArray *value, op::DataType dataType);
  aclTensor(const aclBoolArray *value, op::DataType dataType);
  aclTensor(const aclFloatArray *value, op::DataType dataType);
  aclTensor(const aclFp16Array *value, op::DataType dataType);
  aclTensor(const aclBf16Array *value, op::DataType dataType);
  template <typename T>
  aclTensor(const T *value, uint64_t size, op::DataType dataType)
      : aclTensor(static_cast<const void *>(value), op::internal::DataTypeOf<T>(), size, dataType) {}
  aclTensor(const aclScalar *value, op::DataType dataType);

  aclTensor(const void *values, op::DataType valueType, uint64_t size, op::DataType dataType);
  void WriteHostData(int64_t index, const void *values, op::DataType valueType, uint64_t count, op::DataType dataType);
  void AllocateHostData();
  void UpdateByteSize() const;

  mutable op::Tensor tensor_;
  op::Shape viewShape_;
  op::Strides viewStrides_;
  mutable int64_t viewOffset_ = 0;
  op::Format viewFormat_ = ge::FORMAT_ND;
  aclStorage *storage_ = nullptr;
  void *extend_ = nullptr;
  bool isView_ = false;
  mutable bool hasShape_ = true;
};

/// Pointers to tensors that the list does not own; null elements are allowed. No bounds checks.
struct OPSTRATA_API aclTensorList : public op::Object {
 public:
  aclTensorList(const aclTensor *const *value, uint64_t size);
  aclTensorList(const aclTensorList &) = delete;
  aclTensorList &operator=(const aclTensorList &) = delete;
  ~aclTensorList() override;

  aclTensor *&operator[](uint64_t index);
  const aclTensor *operator[](uint64_t index) const;
  uint64_t Size() const;
  const aclTensor *const *GetData() const;
  ge::AscendString ToString() const;

 private:
  op::FVector<aclTensor *> tensors_;
};

/// The same of scalars.
struct OPSTRATA_API aclScalarList : public op::Object {
 public:
  aclScalarList(const aclScalar *const *value, uint64_t size);
  aclScalarList(const aclScalarList &) = delete;
  aclScalarList &operator=(const aclScalarList &) = delete;
  ~aclScalarList() override;

  aclScalar *&operator[](uint64_t index);
  const aclScalar *operator[](uint64_t index) const;
  uint64_t Size() const;
  const aclScalar *const *GetData() const;
  ge::AscendString ToString() const;

 private:
  op::FVector<aclScalar *> scalars_;
};

/// Texts of objects; the pointer forms print "nullptr" for null.
#define OPDEV_DECLARE_TO_STRING(Type)                          \
  OPSTRATA_API ge::AscendString ToString(const Type *object);  \
  OPSTRATA_API ge::AscendString ToString(const Type &object);
OPDEV_DECLARE_TO_STRING(aclTensor)
OPDEV_DECLARE_TO_STRING(aclTensorList)
OPDEV_DECLARE_TO_STRING(aclScalar)
OPDEV_DECLARE_TO_STRING(aclScalarList)
OPDEV_DECLARE_TO_STRING(aclIntArray)
OPDEV_DECLARE_TO_STRING(aclBoolArray)
OPDEV_DECLARE_TO_STRING(aclFloatArray)
OPDEV_DECLARE_TO_STRING(aclFp16Array)
OPDEV_DECLARE_TO_STRING(aclBf16Array)
#undef OPDEV_DECLARE_TO_STRING

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_COMMON_TYPES_H_
