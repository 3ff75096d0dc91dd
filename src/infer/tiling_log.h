/// @file
/// The error record of tiling data, apart from the members that take a std::string of either ABI.
#ifndef OPSTRATA_SRC_INFER_TILING_LOG_H_
#define OPSTRATA_SRC_INFER_TILING_LOG_H_

#include <string_view>

#include "base/log.h"

namespace opstrata::infer {

void log_tiling_error(std::string_view text);

}  // namespace opstrata::infer

#endif  // OPSTRATA_SRC_INFER_TILING_LOG_H_
