#include "base/thread_owned.h"

namespace opstrata {

OPSTRATA_THREAD_LOCAL ThreadObjects t_thread_objects{};

}  // namespace opstrata
