/// @file
/// Settings of a call that are part of its plan (opdev-api section 2.14).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OP_CONFIG_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_OP_CONFIG_H_

#include <cstdint>

namespace op {

struct OpConfigInfo {
  uint32_t aicNum_ = 0;  ///< cube cores
  uint32_t aivNum_ = 0;  ///< vector cores
  bool isDeterministicOn_ = false;
  bool isOpDumpEnable_ = false;
  uint8_t deterministicLevel_ = 0;  ///< 0 off, 1 deterministic, 2 strong consistency, 3 batch consistency
};

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_CONFIG_H_
