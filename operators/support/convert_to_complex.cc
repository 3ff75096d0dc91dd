#include "support/convert_rows.h"

namespace opstrata::operators {

UnaryRow conversion_to_complex(ge::DataType from, ge::DataType to) {
  return choose_conversion<Boolean, ComplexHalf, std::complex<float>, std::complex<double>>(from, to);
}

}  // namespace opstrata::operators
