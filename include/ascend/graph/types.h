/**
 * @file
 * Element types, formats and small constants of the graph interface (es-api section 2.1 to 2.3), and the type sets of
 * prototypes (section 1.4). The enumerations are unscoped and have no fixed underlying type: enumerators convert to the
 * integers that `ATTR(x, Int, DT_FLOAT)` and calls such as `Cast(x, ge::DT_FLOAT)` need. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_TYPES_H_
#define OPSTRATA_GRAPH_TYPES_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <vector>

#include "opstrata/visibility.h"

namespace ge {

using char_t = char;
using float32_t = float;
using float64_t = double;
using vector_bit_t = std::vector<bool>;

/// A dimension whose size is not known, and a shape whose number of dimensions is not known.
static const int64_t UNKNOWN_DIM = -1;
static const int64_t UNKNOWN_DIM_NUM = -2;
static const std::vector<int64_t> UNKNOWN_SHAPE = {-1};
static const std::vector<int64_t> UNKNOWN_RANK = {-2};
/// The shape of something that is not there.
static const std::vector<int64_t> DUMMY_SHAPE = {-3};
/// Smallest dimension that a shape range may name.
static const int64_t SHAPE_RANGE_LOWER_LIMIT = 0;

/// What the output shapes of an operator depend on.
enum UnknowShapeOpType {
  DEPEND_IN_SHAPE = 1,     ///< the input shapes
  DEPEND_CONST_VALUE = 2,  ///< the value of a constant input
  DEPEND_SHAPE_RANGE = 3,  ///< the computation; the range is known before
  DEPEND_COMPUTE = 4       ///< the computation
};

/// Element type of a tensor. Value 5 is reserved.
enum DataType {
  DT_FLOAT = 0,
  DT_FLOAT16 = 1,
  DT_INT8 = 2,
  DT_INT32 = 3,
  DT_UINT8 = 4,
  DT_INT16 = 6,
  DT_UINT16 = 7,
  DT_UINT32 = 8,
  DT_INT64 = 9,
  DT_UINT64 = 10,
  DT_DOUBLE = 11,
  DT_BOOL = 12,
  DT_STRING = 13,
  DT_DUAL_SUB_INT8 = 14,
  DT_DUAL_SUB_UINT8 = 15,
  DT_COMPLEX64 = 16,
  DT_COMPLEX128 = 17,
  DT_QINT8 = 18,
  DT_QINT16 = 19,
  DT_QINT32 = 20,
  DT_QUINT8 = 21,
  DT_QUINT16 = 22,
  DT_RESOURCE = 23,
  DT_STRING_REF = 24,
  DT_DUAL = 25,
  DT_VARIANT = 26,
  DT_BF16 = 27,
  DT_UNDEFINED = 28,
  DT_INT4 = 29,
  DT_UINT1 = 30,
  DT_INT2 = 31,
  DT_UINT2 = 32,
  DT_COMPLEX32 = 33,
  DT_HIFLOAT8 = 34,
  DT_FLOAT8_E5M2 = 35,
  DT_FLOAT8_E4M3FN = 36,
  DT_FLOAT8_E8M0 = 37,
  DT_FLOAT6_E3M2 = 38,
  DT_FLOAT6_E2M3 = 39,
  DT_FLOAT4_E2M1 = 40,
  DT_FLOAT4_E1M2 = 41,
  DT_HIFLOAT4 = 42,
  DT_MAX = 43
};

/// Primary format of a tensor. A format word holds more, see GetFormatFromSubAndC0.
enum Format {
  FORMAT_NCHW = 0,
  FORMAT_NHWC = 1,
  FORMAT_ND = 2,
  FORMAT_NC1HWC0 = 3,
  FORMAT_FRACTAL_Z = 4,
  FORMAT_NC1C0HWPAD = 5,
  FORMAT_NHWC1C0 = 6,
  FORMAT_FSR_NCHW = 7,
  FORMAT_FRACTAL_DECONV = 8,
  FORMAT_C1HWNC0 = 9,
  FORMAT_FRACTAL_DECONV_TRANSPOSE = 10,
  FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS = 11,
  FORMAT_NC1HWC0_C04 = 12,
  FORMAT_FRACTAL_Z_C04 = 13,
  FORMAT_CHWN = 14,
  FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS = 15,
  FORMAT_HWCN = 16,
  FORMAT_NC1KHKWHWC0 = 17,
  FORMAT_BN_WEIGHT = 18,
  FORMAT_FILTER_HWCK = 19,
  FORMAT_HASHTABLE_LOOKUP_LOOKUPS = 20,
  FORMAT_HASHTABLE_LOOKUP_KEYS = 21,
  FORMAT_HASHTABLE_LOOKUP_VALUE = 22,
  FORMAT_HASHTABLE_LOOKUP_OUTPUT = 23,
  FORMAT_HASHTABLE_LOOKUP_HITS = 24,
  FORMAT_C1HWNCoC0 = 25,
  FORMAT_MD = 26,
  FORMAT_NDHWC = 27,
  FORMAT_FRACTAL_ZZ = 28,
  FORMAT_FRACTAL_NZ = 29,
  FORMAT_NCDHW = 30,
  FORMAT_DHWCN = 31,
  FORMAT_NDC1HWC0 = 32,
  FORMAT_FRACTAL_Z_3D = 33,
  FORMAT_CN = 34,
  FORMAT_NC = 35,
  FORMAT_DHWNC = 36,
  FORMAT_FRACTAL_Z_3D_TRANSPOSE = 37,
  FORMAT_FRACTAL_ZN_LSTM = 38,
  FORMAT_FRACTAL_Z_G = 39,
  FORMAT_RESERVED = 40,
  FORMAT_ALL = 41,
  FORMAT_NULL = 42,
  FORMAT_ND_RNN_BIAS = 43,
  FORMAT_FRACTAL_ZN_RNN = 44,
  FORMAT_NYUV = 45,
  FORMAT_NYUV_A = 46,
  FORMAT_NCL = 47,
  FORMAT_FRACTAL_Z_WINO = 48,
  FORMAT_C1HWC0 = 49,
  FORMAT_FRACTAL_NZ_C0_16 = 50,
  FORMAT_FRACTAL_NZ_C0_32 = 51,
  FORMAT_FRACTAL_NZ_C0_2 = 52,
  FORMAT_FRACTAL_NZ_C0_4 = 53,
  FORMAT_FRACTAL_NZ_C0_8 = 54,
  FORMAT_END = 55,
  FORMAT_MAX = 255
};

enum DeviceType { NPU = 0, CPU = 1 };

enum Placement {
  kPlacementHost = 0,
  kPlacementDevice = 1,
  kPlacementEnd
};

/// Header of one element of a DT_STRING tensor: offset of the characters from the start of the data, and their number.
struct StringHead {
  int64_t addr;
  int64_t len;
};

/// GetSizeByDataType of a type of `bits` bits below a byte is `kDataTypeSizeBitOffset + bits`.
static const int kDataTypeSizeBitOffset = 1000;

/// Size of one element: bytes, or 1000 + bits for types below a byte; -1 for types without a fixed size and unknown ones.
inline int GetSizeByDataType(DataType data_type) {
  switch (data_type) {
    case DT_INT8:
    case DT_UINT8:
    case DT_BOOL:
    case DT_DUAL_SUB_INT8:
    case DT_DUAL_SUB_UINT8:
    case DT_QINT8:
    case DT_QUINT8:
    case DT_HIFLOAT8:
    case DT_FLOAT8_E5M2:
    case DT_FLOAT8_E4M3FN:
    case DT_FLOAT8_E8M0:
      return 1;
    case DT_FLOAT16:
    case DT_INT16:
    case DT_UINT16:
    case DT_QINT16:
    case DT_QUINT16:
    case DT_BF16:
      return 2;
    case DT_FLOAT:
    case DT_INT32:
    case DT_UINT32:
    case DT_QINT32:
    case DT_COMPLEX32:
      return 4;
    case DT_DUAL:
      return 5;
    case DT_INT64:
    case DT_UINT64:
    case DT_DOUBLE:
    case DT_COMPLEX64:
    case DT_RESOURCE:
    case DT_VARIANT:
      return 8;
    case DT_COMPLEX128:
      return 16;
    case DT_UINT1:
      return kDataTypeSizeBitOffset + 1;
    case DT_INT2:
    case DT_UINT2:
      return kDataTypeSizeBitOffset + 2;
    case DT_INT4:
    case DT_FLOAT4_E2M1:
    case DT_FLOAT4_E1M2:
    case DT_HIFLOAT4:
      return kDataTypeSizeBitOffset + 4;
    case DT_FLOAT6_E3M2:
    case DT_FLOAT6_E2M3:
      return kDataTypeSizeBitOffset + 6;
    default:
      return -1;
  }
}

/// Bytes of `element_count` elements, types below a byte rounded up to a whole one. -1 when the count is negative, the type has
/// no size, or the result does not fit.
inline int64_t GetSizeInBytes(int64_t element_count, DataType data_type) {
  const int64_t size = GetSizeByDataType(data_type);
  if (element_count < 0 || size < 0) {
    return -1;
  }
  const bool in_bits = size > kDataTypeSizeBitOffset;
  const int64_t unit = in_bits ? size - kDataTypeSizeBitOffset : size;
  if (element_count > (std::numeric_limits<int64_t>::max() - 7) / unit) {
    return -1;
  }
  return in_bits ? (element_count * unit + 7) / 8 : element_count * unit;
}

/// Name of a format without `FORMAT_` (`NCHW`); `UNKNOWN` when it has none. Only the primary part counts.
inline const char *GetFormatName(Format format) {
  switch (static_cast<Format>(static_cast<uint32_t>(format) & 0xffU)) {
    case FORMAT_NCHW:
      return "NCHW";
    case FORMAT_NHWC:
      return "NHWC";
    case FORMAT_ND:
      return "ND";
    case FORMAT_NC1HWC0:
      return "NC1HWC0";
    case FORMAT_FRACTAL_Z:
      return "FRACTAL_Z";
    case FORMAT_NC1C0HWPAD:
      return "NC1C0HWPAD";
    case FORMAT_NHWC1C0:
      return "NHWC1C0";
    case FORMAT_FSR_NCHW:
      return "FSR_NCHW";
    case FORMAT_FRACTAL_DECONV:
      return "FRACTAL_DECONV";
    case FORMAT_C1HWNC0:
      return "C1HWNC0";
    case FORMAT_FRACTAL_DECONV_TRANSPOSE:
      return "FRACTAL_DECONV_TRANSPOSE";
    case FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS:
      return "FRACTAL_DECONV_SP_STRIDE_TRANS";
    case FORMAT_NC1HWC0_C04:
      return "NC1HWC0_C04";
    case FORMAT_FRACTAL_Z_C04:
      return "FRACTAL_Z_C04";
    case FORMAT_CHWN:
      return "CHWN";
    case FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS:
      return "FRACTAL_DECONV_SP_STRIDE8_TRANS";
    case FORMAT_HWCN:
      return "HWCN";
    case FORMAT_NC1KHKWHWC0:
      return "NC1KHKWHWC0";
    case FORMAT_BN_WEIGHT:
      return "BN_WEIGHT";
    case FORMAT_FILTER_HWCK:
      return "FILTER_HWCK";
    case FORMAT_HASHTABLE_LOOKUP_LOOKUPS:
      return "HASHTABLE_LOOKUP_LOOKUPS";
    case FORMAT_HASHTABLE_LOOKUP_KEYS:
      return "HASHTABLE_LOOKUP_KEYS";
    case FORMAT_HASHTABLE_LOOKUP_VALUE:
      return "HASHTABLE_LOOKUP_VALUE";
    case FORMAT_HASHTABLE_LOOKUP_OUTPUT:
      return "HASHTABLE_LOOKUP_OUTPUT";
    case FORMAT_HASHTABLE_LOOKUP_HITS:
      return "HASHTABLE_LOOKUP_HITS";
    case FORMAT_C1HWNCoC0:
      return "C1HWNCoC0";
    case FORMAT_MD:
      return "MD";
    case FORMAT_NDHWC:
      return "NDHWC";
    case FORMAT_FRACTAL_ZZ:
      return "FRACTAL_ZZ";
    case FORMAT_FRACTAL_NZ:
      return "FRACTAL_NZ";
    case FORMAT_NCDHW:
      return "NCDHW";
    case FORMAT_DHWCN:
      return "DHWCN";
    case FORMAT_NDC1HWC0:
      return "NDC1HWC0";
    case FORMAT_FRACTAL_Z_3D:
      return "FRACTAL_Z_3D";
    case FORMAT_CN:
      return "CN";
    case FORMAT_NC:
      return "NC";
    case FORMAT_DHWNC:
      return "DHWNC";
    case FORMAT_FRACTAL_Z_3D_TRANSPOSE:
      return "FRACTAL_Z_3D_TRANSPOSE";
    case FORMAT_FRACTAL_ZN_LSTM:
      return "FRACTAL_ZN_LSTM";
    case FORMAT_FRACTAL_Z_G:
      return "FRACTAL_Z_G";
    case FORMAT_RESERVED:
      return "RESERVED";
    case FORMAT_ALL:
      return "ALL";
    case FORMAT_NULL:
      return "NULL";
    case FORMAT_ND_RNN_BIAS:
      return "ND_RNN_BIAS";
    case FORMAT_FRACTAL_ZN_RNN:
      return "FRACTAL_ZN_RNN";
    case FORMAT_NYUV:
      return "NYUV";
    case FORMAT_NYUV_A:
      return "NYUV_A";
    case FORMAT_NCL:
      return "NCL";
    case FORMAT_FRACTAL_Z_WINO:
      return "FRACTAL_Z_WINO";
    case FORMAT_C1HWC0:
      return "C1HWC0";
    case FORMAT_FRACTAL_NZ_C0_16:
      return "FRACTAL_NZ_C0_16";
    case FORMAT_FRACTAL_NZ_C0_32:
      return "FRACTAL_NZ_C0_32";
    case FORMAT_FRACTAL_NZ_C0_2:
      return "FRACTAL_NZ_C0_2";
    case FORMAT_FRACTAL_NZ_C0_4:
      return "FRACTAL_NZ_C0_4";
    case FORMAT_FRACTAL_NZ_C0_8:
      return "FRACTAL_NZ_C0_8";
    case FORMAT_END:
      return "END";
    default:
      return "UNKNOWN";
  }
}

/// Parts of a format word: bits 0-7 primary format, 8-23 sub format (for example groups), 24-27 C0 code (0 = none).
inline int32_t GetPrimaryFormat(int32_t format) {
  return static_cast<int32_t>(static_cast<uint32_t>(format) & 0xffU);
}
inline int32_t GetSubFormat(int32_t format) {
  return static_cast<int32_t>((static_cast<uint32_t>(format) & 0xffff00U) >> 8U);
}
inline bool HasSubFormat(int32_t format) { return GetSubFormat(format) > 0; }
inline int32_t GetC0Format(int32_t format) {
  return static_cast<int32_t>((static_cast<uint32_t>(format) & 0xf000000U) >> 24U);
}
inline bool HasC0Format(int32_t format) { return GetC0Format(format) > 0; }
/// Number of channels that the C0 code stands for (1 << (code - 1)); -1 when the word has none.
inline int64_t GetC0Value(int32_t format) {
  return HasC0Format(format) ? static_cast<int64_t>(1ULL << (static_cast<uint32_t>(GetC0Format(format)) - 1U)) : -1;
}
inline int32_t GetFormatFromSubAndC0(int32_t primary_format, int32_t sub_format, int32_t c0_format) {
  return static_cast<int32_t>((static_cast<uint32_t>(primary_format) & 0xffU) |
                              ((static_cast<uint32_t>(sub_format) & 0xffffU) << 8U) |
                              ((static_cast<uint32_t>(c0_format) & 0xfU) << 24U));
}
inline int32_t GetFormatFromSub(int32_t primary_format, int32_t sub_format) {
  return GetFormatFromSubAndC0(primary_format, sub_format, 0);
}
inline int32_t GetFormatFromC0(int32_t primary_format, int32_t c0_format) {
  return GetFormatFromSubAndC0(primary_format, 0, c0_format);
}

class TensorTypeImpl;
/// The element types that a symbol of a prototype may stand for (`DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))`).
class OPSTRATA_API TensorType {
 public:
  explicit TensorType(DataType data_type);
  TensorType(std::initializer_list<DataType> data_types);
  TensorType(const TensorType &other);
  TensorType &operator=(const TensorType &other);
  ~TensorType();

  // The named sets of es-api section 1.4.
  static TensorType ALL() {
    return TensorType({DT_BOOL, DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32,
                       DT_INT64, DT_INT8, DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_RESOURCE, DT_STRING,
                       DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32});
  }
  static TensorType QuantifiedType() { return TensorType({DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8}); }
  static TensorType OrdinaryType() {
    return TensorType({DT_BOOL, DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32,
                       DT_INT64, DT_INT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32});
  }
  static TensorType BasicType() {
    return TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64,
                       DT_INT8, DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                       DT_UINT8, DT_BF16, DT_COMPLEX32});
  }
  static TensorType NumberType() {
    return TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64,
                       DT_INT8, DT_QINT32, DT_QINT8, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16,
                       DT_COMPLEX32});
  }
  static TensorType RealNumberType() {
    return TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_UINT16, DT_UINT32,
                       DT_UINT64, DT_UINT8, DT_BF16});
  }
  static TensorType ComplexDataType() { return TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_COMPLEX32}); }
  static TensorType IntegerDataType() {
    return TensorType({DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8});
  }
  static TensorType SignedDataType() { return TensorType({DT_INT16, DT_INT32, DT_INT64, DT_INT8}); }
  static TensorType UnsignedDataType() { return TensorType({DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8}); }
  static TensorType FloatingDataType() { return TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16}); }
  static TensorType IndexNumberType() { return TensorType({DT_INT32, DT_INT64}); }
  static TensorType UnaryDataType() {
    return TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16, DT_COMPLEX32});
  }
  static TensorType FLOAT() { return TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}); }

 private:
  friend class TensorTypeImpl;
  std::shared_ptr<TensorTypeImpl> impl_;
};

class ListTensorTypeImpl;
/// A TensorType of which every instance of a dynamic input chooses for itself.
class OPSTRATA_API ListTensorType {
 public:
  explicit ListTensorType(const TensorType &tensor_type);
  ListTensorType(const ListTensorType &other);
  ListTensorType &operator=(const ListTensorType &other);
  ~ListTensorType();

 private:
  friend class ListTensorTypeImpl;
  std::shared_ptr<ListTensorTypeImpl> impl_;
};

class PromoteImpl;
/// The promotion of the types of other symbols: `DATATYPE(T3, Promote({"T1", "T2"}))`. The names must outlive the object.
class OPSTRATA_API Promote {
 public:
  Promote(std::initializer_list<const char *> symbols);
  Promote(const Promote &) = delete;
  Promote &operator=(const Promote &) = delete;
  Promote(Promote &&other) noexcept;
  Promote &operator=(Promote &&other) noexcept;
  ~Promote();
  /// The symbols in the order given.
  std::vector<const char *> Syms() const;

 private:
  std::shared_ptr<PromoteImpl> impl_;
};

}  // namespace ge

#endif  // OPSTRATA_GRAPH_TYPES_H_
