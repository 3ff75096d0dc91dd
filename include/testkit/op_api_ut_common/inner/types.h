/// @file
/// Value types of the operator test kit, and what is known of an acl data type: one table for sizes, conversion and texts.
/// The kit is header-only, so that tests of either string ABI can use it.
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_TYPES_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_TYPES_H_

#include <complex>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "gtest/gtest.h"
#include "opdev/bfloat16.h"
#include "opdev/fp16_t.h"

using namespace std;  // NOLINT: tests of operator libraries rely on it (op-test-kit-api section 3)
namespace nlohmann {}
using namespace nlohmann;  // NOLINT: the same; the JSON functions of the kit are templates over the JSON type

/// Name of a type in case descriptions: NumPy's.
inline const string &String(aclDataType type) {
  static const pair<aclDataType, string> kNames[] = {
      {ACL_FLOAT, "float32"}, {ACL_FLOAT16, "float16"}, {ACL_BF16, "bfloat16"}, {ACL_DOUBLE, "double"}, {ACL_INT8, "int8"},
      {ACL_INT16, "int16"}, {ACL_INT32, "int32"}, {ACL_INT64, "int64"}, {ACL_UINT8, "uint8"}, {ACL_UINT16, "uint16"},
      {ACL_UINT32, "uint32"}, {ACL_UINT64, "uint64"}, {ACL_BOOL, "bool"}, {ACL_STRING, "string"}, {ACL_COMPLEX32, "complex32"},
      {ACL_COMPLEX64, "complex64"}, {ACL_COMPLEX128, "complex128"}, {ACL_HIFLOAT8, "hifloat8"}, {ACL_FLOAT8_E5M2, "float8_e5m2"},
      {ACL_FLOAT8_E4M3FN, "float8_e4m3fn"}, {ACL_FLOAT8_E8M0, "float8_e8m0"}, {ACL_DT_UNDEFINED, "undefined"}};
  for (const auto &name : kNames) {
    if (name.first == type) return name.second;
  }
  return kNames[sizeof(kNames) / sizeof(kNames[0]) - 1].second;
}

namespace opstrata_testkit {

/// A number that holds every element type's values: integers exactly, the rest as double (complex: both parts).
struct Number {
  bool integral = false;
  int64_t i = 0;
  uint64_t u = 0;
  double re = 0.0;
  double im = 0.0;
  static Number Of(double v) { return Number{false, 0, 0, v, 0.0}; }
  double real() const { return integral ? static_cast<double>(i) : re; }
};

/// Bytes of an element; 0 for types that runs do not take (strings, types below a byte). 8-bit floats count as their bytes.
inline size_t ElementBytes(aclDataType type) {
  switch (type) {
    case ACL_BOOL: case ACL_INT8: case ACL_UINT8: case ACL_HIFLOAT8: case ACL_FLOAT8_E5M2: case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0: return 1;
    case ACL_FLOAT16: case ACL_BF16: case ACL_INT16: case ACL_UINT16: return 2;
    case ACL_FLOAT: case ACL_INT32: case ACL_UINT32: case ACL_COMPLEX32: return 4;
    case ACL_DOUBLE: case ACL_INT64: case ACL_UINT64: case ACL_COMPLEX64: return 8;
    case ACL_COMPLEX128: return 16;
    default: return 0;
  }
}

inline bool IsIntegral(aclDataType type) {
  return type == ACL_INT8 || type == ACL_INT16 || type == ACL_INT32 || type == ACL_INT64 || type == ACL_UINT8 || type == ACL_UINT16 ||
         type == ACL_UINT32 || type == ACL_UINT64;
}
inline bool IsUnsigned(aclDataType type) {
  return type == ACL_UINT8 || type == ACL_UINT16 || type == ACL_UINT32 || type == ACL_UINT64;
}
inline bool IsByteFloat(aclDataType type) {
  return type == ACL_HIFLOAT8 || type == ACL_FLOAT8_E5M2 || type == ACL_FLOAT8_E4M3FN || type == ACL_FLOAT8_E8M0;
}
inline bool IsComplex(aclDataType type) { return type == ACL_COMPLEX32 || type == ACL_COMPLEX64 || type == ACL_COMPLEX128; }

namespace detail {
template <typename T>
void Put(void *to, T value) { memcpy(to, &value, sizeof(T)); }
template <typename T>
T Get(const void *from) {
  T value;
  memcpy(&value, from, sizeof(T));
  return value;
}
template <typename T>
Number GetInteger(const void *from) {
  const T v = Get<T>(from);
  return Number{true, static_cast<int64_t>(v), static_cast<uint64_t>(v), static_cast<double>(v), 0.0};
}
}  // namespace detail

/// Writes a number as an element. Integers wrap as a conversion of C++ does.
inline void Store(aclDataType type, const Number &n, void *to) {
  const int64_t i = n.integral ? n.i : static_cast<int64_t>(n.re);
  switch (type) {
    case ACL_BOOL: detail::Put(to, static_cast<uint8_t>(n.integral ? n.i != 0 : n.re != 0.0)); break;
    case ACL_INT8: detail::Put(to, static_cast<int8_t>(i)); break;
    case ACL_UINT8: case ACL_HIFLOAT8: case ACL_FLOAT8_E5M2: case ACL_FLOAT8_E4M3FN: case ACL_FLOAT8_E8M0:
      detail::Put(to, static_cast<uint8_t>(i));
      break;
    case ACL_INT16: detail::Put(to, static_cast<int16_t>(i)); break;
    case ACL_UINT16: detail::Put(to, static_cast<uint16_t>(i)); break;
    case ACL_INT32: detail::Put(to, static_cast<int32_t>(i)); break;
    case ACL_UINT32: detail::Put(to, static_cast<uint32_t>(i)); break;
    case ACL_INT64: detail::Put(to, i); break;
    case ACL_UINT64: detail::Put(to, n.integral ? n.u : static_cast<uint64_t>(i)); break;
    case ACL_FLOAT16: detail::Put(to, op::fp16_t(static_cast<float>(n.real()))); break;
    case ACL_BF16: detail::Put(to, op::bfloat16(static_cast<float>(n.real()))); break;
    case ACL_FLOAT: detail::Put(to, static_cast<float>(n.real())); break;
    case ACL_DOUBLE: detail::Put(to, n.real()); break;
    case ACL_COMPLEX32:
      detail::Put(to, op::fp16_t(static_cast<float>(n.real())));
      detail::Put(static_cast<uint8_t *>(to) + 2, op::fp16_t(static_cast<float>(n.im)));
      break;
    case ACL_COMPLEX64: detail::Put(to, complex<float>(static_cast<float>(n.real()), static_cast<float>(n.im))); break;
    case ACL_COMPLEX128: detail::Put(to, complex<double>(n.real(), n.im)); break;
    default: break;
  }
}

/// Reads an element.
inline Number Load(aclDataType type, const void *from) {
  switch (type) {
    case ACL_BOOL: case ACL_UINT8: case ACL_HIFLOAT8: case ACL_FLOAT8_E5M2: case ACL_FLOAT8_E4M3FN: case ACL_FLOAT8_E8M0:
      return detail::GetInteger<uint8_t>(from);
    case ACL_INT8: return detail::GetInteger<int8_t>(from);
    case ACL_INT16: return detail::GetInteger<int16_t>(from);
    case ACL_UINT16: return detail::GetInteger<uint16_t>(from);
    case ACL_INT32: return detail::GetInteger<int32_t>(from);
    case ACL_UINT32: return detail::GetInteger<uint32_t>(from);
    case ACL_INT64: return detail::GetInteger<int64_t>(from);
    case ACL_UINT64: return detail::GetInteger<uint64_t>(from);
    case ACL_FLOAT16: return Number::Of(static_cast<double>(static_cast<float>(detail::Get<op::fp16_t>(from))));
    case ACL_BF16: return Number::Of(static_cast<double>(static_cast<float>(detail::Get<op::bfloat16>(from))));
    case ACL_FLOAT: return Number::Of(static_cast<double>(detail::Get<float>(from)));
    case ACL_DOUBLE: return Number::Of(detail::Get<double>(from));
    case ACL_COMPLEX32: {
      const auto *parts = static_cast<const uint8_t *>(from);
      return Number{false, 0, 0, static_cast<double>(static_cast<float>(detail::Get<op::fp16_t>(parts))),
                    static_cast<double>(static_cast<float>(detail::Get<op::fp16_t>(parts + 2)))};
    }
    case ACL_COMPLEX64: { const auto c = detail::Get<complex<float>>(from); return Number{false, 0, 0, c.real(), c.imag()}; }
    case ACL_COMPLEX128: { const auto c = detail::Get<complex<double>>(from); return Number{false, 0, 0, c.real(), c.imag()}; }
    default: return Number();
  }
}

/// One element of a `[a,b,c]` text: an integer, a decimal, `True`/`False`, or `(re,im)`.
inline Number Parse(const string &text) {
  if (text == "True" || text == "true") return Number{true, 1, 1, 1.0, 0.0};
  if (text == "False" || text == "false") return Number{true, 0, 0, 0.0, 0.0};
  Number n;
  if (!text.empty() && text[0] == '(') {
    char skip;
    istringstream in(text);
    in >> skip >> n.re >> skip >> n.im;
    return n;
  }
  if (text.find_first_not_of("+-0123456789") == string::npos && !text.empty()) {
    n.integral = true;
    if (text[0] == '-') {
      n.i = strtoll(text.c_str(), nullptr, 10);
      n.u = static_cast<uint64_t>(n.i);
    } else {
      n.u = strtoull(text.c_str(), nullptr, 10);
      n.i = static_cast<int64_t>(n.u);
    }
    n.re = static_cast<double>(n.i);
    return n;
  }
  n.re = strtod(text.c_str(), nullptr);
  return n;
}

/// Elements of a `[a,b,c]` text.
inline vector<Number> ParseList(const string &text) {
  vector<Number> out;
  string item;
  int depth = 0;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ' ') continue;
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0) {
      out.push_back(Parse(item));
      item.clear();
    } else {
      item += c;
    }
  }
  if (!item.empty()) out.push_back(Parse(item));
  return out;
}

template <typename T>
void PrintValue(ostream &out, const T &value) { out << value; }
inline void PrintValue(ostream &out, int8_t value) { out << static_cast<int>(value); }
inline void PrintValue(ostream &out, uint8_t value) { out << static_cast<int>(value); }
inline void PrintValue(ostream &out, bool value) { out << (value ? "True" : "False"); }

/// A number with every digit that it needs.
template <typename T>
string Text(const T &value) {
  ostringstream out;
  out.precision(17);
  PrintValue(out, value);
  return out.str();
}

template <typename T>
string ListText(const vector<T> &values) {
  ostringstream out;
  out.precision(17);
  out << "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out << ",";
    PrintValue(out, static_cast<T>(values[i]));
  }
  out << "]";
  return out.str();
}

}  // namespace opstrata_testkit

/// Device memory over the runtime (op-test-kit-api section 12): null and non-zero codes on failure.
inline void *MallocDeviceMemory(unsigned long size) {
  void *address = nullptr;
  return aclrtMalloc(&address, size == 0 ? 1 : size, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS ? address : nullptr;
}
inline void FreeDeviceMemory(void *address) {
  if (address != nullptr) (void)aclrtFree(address);
}
inline int MemcpyToDevice(const void *host, void *device, unsigned long size) {
  return size == 0 ? 0 : aclrtMemcpy(device, size, host, size, ACL_MEMCPY_HOST_TO_DEVICE);
}
inline int MemcpyFromDevice(void *host, const void *device, unsigned long size) {
  return size == 0 ? 0 : aclrtMemcpy(host, size, device, size, ACL_MEMCPY_DEVICE_TO_HOST);
}
inline int RtsInit() {
  const int status = aclInit(nullptr);
  return status != ACL_SUCCESS && status != ACL_ERROR_REPEAT_INITIALIZE ? status : aclrtSetDevice(0);
}
inline void RtsUnInit() {
  (void)aclrtResetDevice(0);
  (void)aclFinalize();
}
inline int SynchronizeStream() { return aclrtSynchronizeStream(nullptr); }

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_INNER_TYPES_H_
