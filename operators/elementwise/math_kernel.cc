#include "elementwise/formulas.h"

namespace opstrata::operators {

#include "elementwise/math.def"

}  // namespace opstrata::operators
