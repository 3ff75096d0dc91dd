/**
 * @file
 * Checks, names and small helpers of AI CPU kernels (aicpu-kernel-api section 15).
 */
#ifndef AICPU_UTILS_KERNEL_UTIL_H_
#define AICPU_UTILS_KERNEL_UTIL_H_

#include <climits>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "cpu_context.h"
#include "log.h"
#include "status.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace aicpu {
constexpr uint32_t kFirstInputIndex = 0;
constexpr uint32_t kSecondInputIndex = 1;
constexpr uint32_t kThirdInputIndex = 2;
constexpr uint32_t kFourthInputIndex = 3;
constexpr uint32_t kFifthInputIndex = 4;
constexpr uint32_t kSixthInputIndex = 5;
constexpr uint32_t kSeventhInputIndex = 6;
constexpr uint32_t kEighthInputIndex = 7;
constexpr uint32_t kNinthInputIndex = 8;
constexpr uint32_t kTenthInputIndex = 9;
constexpr uint32_t kEleventhInputIndex = 10;
constexpr uint32_t kTwelfthInputIndex = 11;
constexpr uint32_t kFirstOutputIndex = 0;
constexpr uint32_t kSecondOutputIndex = 1;
constexpr uint32_t kThirdOutputIndex = 2;
/** Threads that kernels leave to others when they size their loops. */
constexpr uint32_t kResvCpuNum = 2;
constexpr uint32_t kThreadNum = 32;
/** Cast to uint32_t they make NormalCheck skip that side. */
constexpr int32_t kDynamicInput = -1;
constexpr int32_t kDynamicOutput = -2;
constexpr uint64_t kEigenAlignmentBytes = 16;

/* Positions of the dimensions in the layouts. */
constexpr uint64_t kFormatNCHWIndexN = 0;
constexpr uint64_t kFormatNCHWIndexC = 1;
constexpr uint64_t kFormatNCHWIndexH = 2;
constexpr uint64_t kFormatNCHWIndexW = 3;
constexpr uint64_t kFormatCHWIndexC = 0;
constexpr uint64_t kFormatCHWIndexH = 1;
constexpr uint64_t kFormatCHWIndexW = 2;
constexpr uint64_t kFormatNHWCIndexN = 0;
constexpr uint64_t kFormatNHWCIndexH = 1;
constexpr uint64_t kFormatNHWCIndexW = 2;
constexpr uint64_t kFormatNHWCIndexC = 3;
constexpr uint64_t kFormatHWCIndexH = 0;
constexpr uint64_t kFormatHWCIndexW = 1;
constexpr uint64_t kFormatHWCIndexC = 2;

constexpr size_t INPUT_NUM0 = 0;
constexpr size_t INPUT_NUM1 = 1;
constexpr size_t INPUT_NUM2 = 2;
constexpr size_t INPUT_NUM3 = 3;
constexpr size_t INPUT_NUM4 = 4;
constexpr size_t INPUT_NUM5 = 5;
constexpr size_t INPUT_NUM6 = 6;
constexpr size_t INPUT_NUM7 = 7;
constexpr size_t INPUT_NUM8 = 8;
constexpr size_t INPUT_NUM9 = 9;
constexpr size_t INPUT_NUM32 = 32;
constexpr int kRank1 = 1;
constexpr int kRank2 = 2;
constexpr int kRank3 = 3;
constexpr int kRank4 = 4;
constexpr int kRank5 = 5;
constexpr int kRank6 = 6;
constexpr int kRank7 = 7;
constexpr int kRank8 = 8;
constexpr int kShift8 = 8;
constexpr int kShift32 = 32;

enum class SocVersion {
  ASCEND910 = 0,
  ASCEND910B,
  ASCEND910_93,
  ASCEND950,
  ASCEND910E,
  ASCEND310,
  ASCEND310P,
  ASCEND310B,
  ASCEND310C,
  ASCEND610LITE,
  RESERVED_VERSION = 99999
};

/** Parts of a combined format: low byte, next two bytes. */
inline int32_t GetPrimaryFormat(int32_t format) {
  return static_cast<int32_t>(static_cast<uint32_t>(format) & 0xffU);
}
inline int32_t GetSubFormat(int32_t format) {
  return static_cast<int32_t>((static_cast<uint32_t>(format) & 0xffff00U) >> 8U);
}
inline bool HasSubFormat(int32_t format) { return GetSubFormat(format) > 0; }
/** `NCHW`, with `:sub` appended when a sub format is set; `UNDEFINED` for an unknown one. */
OPSTRATA_API std::string FormatToSerialString(Format format);

/** Text between two names: each argument as `operator<<` writes it. `FmtToStr(x)` is `[x]`. */
template <typename T>
inline std::string FmtToStr(const T &value) {
  std::ostringstream stream;
  stream << "[" << value << "]";
  return stream.str();
}
inline void ConcatTo(std::ostringstream &) {}
template <typename T, typename... Rest>
inline void ConcatTo(std::ostringstream &stream, const T &first, const Rest &...rest) {
  stream << first;
  ConcatTo(stream, rest...);
}
template <typename... Args>
inline std::string ConcatString(const Args &...args) {
  std::ostringstream stream;
  ConcatTo(stream, args...);
  return stream.str();
}
/** `a, b, c` */
template <typename T>
inline std::string VectorToString(const std::vector<T> &values) {
  std::ostringstream stream;
  const char *separator = "";
  for (const auto &value : values) {
    stream << separator << value;
    separator = ", ";
  }
  return stream.str();
}

template <typename TI, typename TO>
inline TO *PtrToPtr(TI *ptr) {
  return reinterpret_cast<TO *>(ptr);
}
template <typename TI, typename TO>
inline const TO *PtrToPtr(const TI *ptr) {
  return reinterpret_cast<const TO *>(ptr);
}

/** No data and a dimension of size 0. */
OPSTRATA_API bool IsEmptyTensor(Tensor *tensor);
OPSTRATA_API bool IsScalar(const std::vector<int64_t> &shape);
OPSTRATA_API bool IsVector(const std::vector<int64_t> &shape);
OPSTRATA_API bool IsMatrix(const std::vector<int64_t> &shape);
OPSTRATA_API bool IsSquareMatrix(const std::vector<int64_t> &shape);
OPSTRATA_API bool IsVectorOrHigher(const std::vector<int64_t> &shape);

/** Two present inputs of one type, one present output; else KERNEL_STATUS_PARAM_INVALID. */
OPSTRATA_API uint32_t NormalMathCheck(CpuKernelContext &ctx);
/**
 * At least `inputs_num` inputs and exactly `outputs_num` outputs, each with a shape and (unless it is empty) data; counts cast
 * from kDynamicInput and kDynamicOutput skip that side. KERNEL_STATUS_INNER_ERROR for a missing tensor object, otherwise
 * KERNEL_STATUS_PARAM_INVALID. The third form also requires each named attribute.
 */
OPSTRATA_API uint32_t NormalCheck(CpuKernelContext &ctx, const uint32_t inputs_num, const uint32_t outputs_num);
OPSTRATA_API uint32_t NormalCheck(CpuKernelContext &ctx, const uint32_t inputs_num, const uint32_t outputs_num,
                                  const std::vector<std::string> &attr_names);

/** `DT_FLOAT`; `DT_UNDEFINED` for an unknown value. And back. */
OPSTRATA_API std::string DTypeStr(DataType dtype);
OPSTRATA_API DataType DType(std::string dtype_str);

OPSTRATA_API bool AddrAlignedCheck(const void *addr, uint64_t alignment = kEigenAlignmentBytes);
/** Copies or fills also what securec functions refuse as too large. False (nothing done) when it does not fit or is null. */
OPSTRATA_API bool BiggerMemCpy(void *dst, const std::size_t dst_len, const void *src, const std::size_t src_len);
OPSTRATA_API bool BiggerMemSet(void *dst, const std::size_t dst_len, const int c, const std::size_t count);
/** Quotient rounded up (not the multiple); `x` for a base of 0. */
OPSTRATA_API int64_t CeilMultiple(const int64_t x, const int64_t base);
/** Threads of the process's loops: MAX_COMPILE_CORE_NUMBER or the processors, 1 to 48. */
OPSTRATA_API int64_t GetMaxCompilerCoreNum();
/** Bytes of a file; 0 when it cannot be read. */
OPSTRATA_API uint64_t CalFileSize(const std::string &file_name);
/** `value` rounded up to a multiple of `alignment`. */
inline uint64_t AlignedTo(uint64_t value, uint64_t alignment) {
  return alignment == 0U ? value : (value + alignment - 1U) / alignment * alignment;
}

/** True and the result, or false on overflow. */
inline bool MulWithoutOverflow(const int64_t x, const int64_t y, int64_t &xy) { return !__builtin_mul_overflow(x, y, &xy); }
inline bool AddWithoutOverflow(const int64_t x, const int64_t y, int64_t &sum) {
  return !__builtin_add_overflow(x, y, &sum);
}
/** True = no overflow. */
inline bool CheckInt32MulOverflow(const int32_t a, const int32_t b) {
  int32_t product = 0;
  return !__builtin_mul_overflow(a, b, &product);
}
inline bool CheckUint32MulOverflow(const uint32_t a, const uint32_t b) {
  uint32_t product = 0;
  return !__builtin_mul_overflow(a, b, &product);
}
inline bool CheckInt64MulOverflow(const int64_t a, const int64_t b) {
  int64_t product = 0;
  return !__builtin_mul_overflow(a, b, &product);
}
inline bool CheckUint64MulOverflow(const uint64_t a, const uint64_t b) {
  uint64_t product = 0;
  return !__builtin_mul_overflow(a, b, &product);
}
/** True = the sum is finite. */
inline bool CheckFloatAddOverflow(const float a, const float b) { return std::isfinite(a + b); }

template <typename T>
inline bool IsNanVal(T value) {
  return value != value;
}

/** Relative tolerance by which values count as equal: 0 for integers. */
template <typename T>
struct ValueTolerance {
  static constexpr double value = 0.0;
};
template <>
struct ValueTolerance<float> {
  static constexpr double value = 1e-5;
};
template <>
struct ValueTolerance<double> {
  static constexpr double value = 1e-9;
};
template <>
struct ValueTolerance<Eigen::half> {
  static constexpr double value = 1e-3;
};
template <typename T, typename std::enable_if<ValueTolerance<T>::value == 0.0, int>::type = 0>
inline bool IsValueEqual(T a, T b) {
  return a == b;
}
template <typename T, typename std::enable_if<(ValueTolerance<T>::value > 0.0), int>::type = 0>
inline bool IsValueEqual(T a, T b) {
  if (a == b) {
    return true;
  }
  const double x = static_cast<double>(a);
  const double y = static_cast<double>(b);
  return std::fabs(x - y) <= ValueTolerance<T>::value * std::fmax(std::fabs(x), std::fabs(y));
}
}  // namespace aicpu

#endif  // AICPU_UTILS_KERNEL_UTIL_H_
