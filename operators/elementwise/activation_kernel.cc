#include "elementwise/formulas.h"

namespace opstrata::operators {

#include "elementwise/activation.def"

}  // namespace opstrata::operators
