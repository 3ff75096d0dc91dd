/// @file
/// Data types by the names that some attributes use. Shared by inference and kernels.
#ifndef OPSTRATA_OPERATORS_COUNTING_NAMED_TYPE_H_
#define OPSTRATA_OPERATORS_COUNTING_NAMED_TYPE_H_

#include <string_view>

#include "graph/types.h"

namespace opstrata::operators {

/// The results that ConfusionMatrix can have, as the refusal of others tells them.
inline constexpr char kNamedTypes[] = "float32, float16, int32, int8, uint8";
/// DT_UNDEFINED for any other name.
inline ge::DataType type_named(std::string_view name) {
  if (name == "float32") return ge::DT_FLOAT;
  if (name == "float16") return ge::DT_FLOAT16;
  if (name == "int32") return ge::DT_INT32;
  if (name == "int8") return ge::DT_INT8;
  return name == "uint8" ? ge::DT_UINT8 : ge::DT_UNDEFINED;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_COUNTING_NAMED_TYPE_H_
