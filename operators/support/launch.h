/// @file
/// What the l0op functions share. An l0op function allocates its result, infers its shape and adds one launcher.
#ifndef OPSTRATA_OPERATORS_SUPPORT_LAUNCH_H_
#define OPSTRATA_OPERATORS_SUPPORT_LAUNCH_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>

#include "aclnn_kernels/common/op_error_check.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "opdev/op_log.h"

namespace opstrata::operators {

/// A tensor in the workspace with the formats of `like`, whose shape inference will set. Null when memory is out.
inline aclTensor *new_result(const aclTensor *like, op::DataType dtype, aclOpExecutor *executor) {
  return executor->AllocTensor(dtype, like->GetStorageFormat(), like->GetOriginalFormat());
}
/// A host tensor of DT_INT64 with these values.
inline const aclTensor *host_integers(const int64_t *values, uint64_t count, aclOpExecutor *executor) {
  return executor->ConvertToTensor(values, count, op::DataType::DT_INT64);
}

/// What an l0op function returns that was given a null pointer where it needs a value: null, nulls or the status.
struct Nothing {
  template <typename T>
  operator T() const {  // NOLINT: implicit, so that one statement serves every function
    if constexpr (std::is_same_v<T, aclnnStatus>) {
      return ACLNN_ERR_PARAM_NULLPTR;
    } else {
      return T{};
    }
  }
};
/// Whether one of the pointers is null; reports it by its name in the comma-separated list.
template <typename... Pointers>
bool any_null(std::string_view names, const Pointers *...pointers) {
  const auto is_null = [&](const auto *pointer) {
    const size_t comma = std::min(names.find(','), names.size());
    const std::string name(names.substr(0, comma));
    names.remove_prefix(std::min(comma + 2, names.size()));
    return IsNullptr(pointer, name.c_str());
  };
  return (is_null(pointers) || ...);
}

}  // namespace opstrata::operators

/// At the top of an l0op function: the executor and these parameters are not null, or the function returns nothing.
#define OPSTRATA_REQUIRE(...)                                                          \
  if (opstrata::operators::any_null("executor, " #__VA_ARGS__, executor, __VA_ARGS__)) \
  return opstrata::operators::Nothing()

/// Infers the shapes of the outputs and launches `Name` on them; `return failure` when one of them is refused. The framework
/// has reported the reason then.
#define OPSTRATA_INFER_AND_LAUNCH(Name, failure, ...)                          \
  do {                                                                         \
    if (INFER_SHAPE(Name, __VA_ARGS__) != ACLNN_SUCCESS) return failure;       \
    if (ADD_TO_LAUNCHER_LIST_AICORE(Name, __VA_ARGS__) != ACLNN_SUCCESS) return failure; \
  } while (false)

#endif  // OPSTRATA_OPERATORS_SUPPORT_LAUNCH_H_
