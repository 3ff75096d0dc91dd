/// @file
/// Conversion of descriptors to acl handles, JSON descriptions and files, one by one and over tuples (op-test-kit-api
/// section 10). New descriptor types join by overloads of these functions.
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_TUPLE_UTILS_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_TUPLE_UTILS_H_

#include <fstream>
#include <tuple>
#include <type_traits>
#include <typeinfo>

#include "op_api_ut_common/array_desc.h"
#include "op_api_ut_common/scalar_desc.h"
#include "op_api_ut_common/tensor_desc.h"
#include "opdev/op_executor.h"

// A descriptor becomes an acl handle (overloads beside each descriptor), anything else passes unchanged and needs no
// release.
template <typename T>
T DescToAclContainer(const T &value) {
  return value;
}
template <typename T>
void Release(const T &) {}

/// The typed null handle of a descriptor, for deduction.
template <typename T>
auto InferAclType(const T &value) {
  using A = decltype(DescToAclContainer(value));
  if constexpr (is_same<A, T>::value) {
    return value;
  } else {
    return static_cast<A>(nullptr);
  }
}
template <typename... T>
auto InferAclTypes(const tuple<T...> &values) {
  return apply([](const auto &...v) { return make_tuple(InferAclType(v)...); }, values);
}
template <typename... T>
auto ConvertDescToAclTypes(const tuple<T...> &values) {
  return apply([](const auto &...v) { return make_tuple(DescToAclContainer(v)...); }, values);
}
template <typename... T>
void ReleaseAclTypes(const tuple<T...> &handles) {
  apply([](const auto &...h) { (Release(h), ...); }, handles);
}

/// Calls the first phase with the elements of a tuple, the workspace size and the executor.
template <typename F, typename Tuple>
aclnnStatus InvokeGetWorkspaceSizeFunc(F &&first_phase, const Tuple &arguments, uint64_t *workspace_size,
                                       aclOpExecutor **executor) {
  return apply([&](const auto &...args) { return first_phase(args..., workspace_size, executor); }, arguments);
}

// Descriptions in JSON. A plain value: its type's name and value; a null pointer has the value `None`.
template <typename Json>
void DescToJson(Json &root, const TensorDesc &desc, bool is_input) {
  desc.ToJson(root, is_input);
}
template <typename Json>
void DescToJson(Json &root, const TensorListDesc &desc, bool is_input) {
  desc.ToJson(root, is_input);
}
template <typename Json>
void DescToJson(Json &root, const ScalarDesc &desc, bool) {
  desc.ToJson(root);
}
template <typename Json>
void DescToJson(Json &root, const IntArrayDesc &desc, bool) {
  desc.ToJson(root);
}
template <typename Json>
void DescToJson(Json &root, const FloatArrayDesc &desc, bool) {
  desc.ToJson(root);
}
template <typename Json>
void DescToJson(Json &root, const BoolArrayDesc &desc, bool) {
  desc.ToJson(root);
}
template <typename Json, typename T>
void DescToJson(Json &root, const T &value, bool) {
  root["dtype"] = typeid(T).name();
  if constexpr (is_convertible<T, string>::value && is_pointer<T>::value) {
    root["value"] = value == nullptr ? string("None") : string(value);
  } else if constexpr (is_pointer<T>::value || is_null_pointer<T>::value) {
    root["value"] = value == nullptr ? "None" : "a handle";
  } else if constexpr (is_enum<T>::value) {
    root["value"] = opstrata_testkit::Text(static_cast<int64_t>(value));
  } else if constexpr (is_arithmetic<T>::value) {
    root["value"] = opstrata_testkit::Text(value);
  }
}
/// Appends the description of every element to a JSON array.
template <typename Json, typename... T>
void ConvertDescToJson(Json &root, const tuple<T...> &values, bool is_input) {
  const auto append = [&](const auto &value) {
    Json element;
    DescToJson(element, value, is_input);
    root.push_back(element);
  };
  apply([&](const auto &...v) { (append(v), ...); }, values);
}

/// The storage of a tensor as a file of bytes: read into `bytes`, which says how many; written. False when that is not
/// possible.
inline bool ReloadDataFromBinaryFile(const string &file_name, vector<uint8_t> &bytes) {
  ifstream file(file_name, ios::binary);
  return bytes.empty()
             ? file.is_open()
             : file.read(reinterpret_cast<char *>(bytes.data()), static_cast<streamsize>(bytes.size())).good();
}
inline bool SaveResultToBinaryFile(const string &file_name, const vector<uint8_t> &bytes) {
  ofstream file(file_name, ios::binary);
  return file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<streamsize>(bytes.size())).good();
}

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_TUPLE_UTILS_H_
