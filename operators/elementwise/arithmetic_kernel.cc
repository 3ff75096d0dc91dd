#include "elementwise/formulas.h"

namespace opstrata::operators {

#include "elementwise/arithmetic.def"

}  // namespace opstrata::operators
