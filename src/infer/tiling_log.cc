// The one member of tiling data that takes a string: compiled for both string ABIs.
#include "infer/tiling_log.h"

#include "register/tilingdata_base.h"

namespace optiling {
void TilingDef::GeLogError(const std::string &str) const { opstrata::infer::log_tiling_error(str); }
}  // namespace optiling
