/// @file
/// Names of element types and formats. Sizes and the numbers themselves are interface and stand in graph/types.h.
#ifndef OPSTRATA_SRC_BASE_DATA_TYPE_H_
#define OPSTRATA_SRC_BASE_DATA_TYPE_H_

#include <optional>
#include <string_view>

#include "base/export.h"
#include "graph/types.h"

namespace opstrata {

/// Enumerator as C++ must spell it after `ge::` (`DT_FLOAT`, `DT_BF16`); empty for a value without a name (5, 43, ...).
OPSTRATA_INTERNAL std::string_view data_type_enumerator(ge::DataType type);
/// Serial name: the enumerator, but `DT_BFLOAT16` for BF16 (es-api section 2.1); empty for a value without a name.
OPSTRATA_INTERNAL std::string_view data_type_serial_name(ge::DataType type);
/// Reads either spelling (`DT_BF16`, `DT_BFLOAT16`).
OPSTRATA_INTERNAL std::optional<ge::DataType> data_type_from_name(std::string_view name);

/// Name of a primary format without `FORMAT_`; empty for a value without a name. Sub format and C0 code play no role.
OPSTRATA_INTERNAL std::string_view format_name(ge::Format format);
/// Reads a format name, with or without `FORMAT_`.
OPSTRATA_INTERNAL std::optional<ge::Format> format_from_name(std::string_view name);

/// Bits of one element, also for types below a byte; 0 for types without a fixed size.
OPSTRATA_INTERNAL int data_type_bits(ge::DataType type);

}  // namespace opstrata

#endif  // OPSTRATA_SRC_BASE_DATA_TYPE_H_
