#include "support/convert_rows.h"

namespace opstrata::operators {

UnaryRow conversion_to_small_float(ge::DataType from, ge::DataType to) {
  return choose_conversion<HiFloat8, Float8E5M2, Float8E4M3, Float8E8M0, Float4E2M1, Float4E1M2>(from, to);
}

}  // namespace opstrata::operators
