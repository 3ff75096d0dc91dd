#include "support/convert_rows.h"

namespace opstrata::operators {

UnaryRow conversion_to_float(ge::DataType from, ge::DataType to) { return choose_conversion<float, Half, BFloat16, double>(from, to); }

UnaryRow conversion(ge::DataType from, ge::DataType to) {
  if (UnaryRow row = conversion_to_float(from, to)) return row;
  if (UnaryRow row = conversion_to_integer(from, to)) return row;
  return conversion_to_complex(from, to);
}

}  // namespace opstrata::operators
