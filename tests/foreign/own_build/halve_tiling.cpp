// Splits Halve over AI Cores: only the kernel toolkit can compile it. The helper takes it out of the build.
#include "tiling/platform/platform_ascendc.h"
#error "a tiling source was not left out"
