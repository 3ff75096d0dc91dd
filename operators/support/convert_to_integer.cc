#include "support/convert_rows.h"

namespace opstrata::operators {

UnaryRow conversion_to_integer(ge::DataType from, ge::DataType to) {
  return choose_conversion<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>(from, to);
}

}  // namespace opstrata::operators
