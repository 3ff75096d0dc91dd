/// @file
/// Enumerations that describe how an operator runs, and their texts (opdev-api section 2.2).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OP_DEF_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_OP_DEF_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "graph/ascend_string.h"
#include "opdev/fast_vector.h"

namespace op {

enum CoreType { AI_CORE = 0, AI_CPU = 1, DVPP = 2, NO_CALC = 3 };

enum OpIOType { OpInputType = 0, OpOutputType, OpWorkspaceType };

/// Bit flags of the implementation that a caller asks for.
enum class OpImplMode : uint32_t {
  IMPL_MODE_DEFAULT = 0x1,
  IMPL_MODE_HIGH_PERFORMANCE = 0x2,
  IMPL_MODE_HIGH_PRECISION = 0x4,
  IMPL_MODE_SUPER_PERFORMANCE = 0x8,
  IMPL_MODE_SUPPORT_OUT_OF_BOUND_INDEX = 0x10,
  IMPL_MODE_ENABLE_FLOAT32_EXECUTION = 0x20,
  IMPL_MODE_ENABLE_HI_FLOAT32_EXECUTION = 0x40,
  IMPL_MODE_KEEP_FP16 = 0x80,
  IMPL_MODE_RESERVED = 0xFFFFFFFF
};

enum class OpExecMode : uint32_t { OP_EXEC_MODE_DEFAULT = 0, OP_EXEC_MODE_HF32 = 1, OP_EXEC_MODE_RESERVED = 0xFFFFFFFF };

namespace internal {
inline const char *ImplModeName(OpImplMode mode) {
  switch (mode) {
    case OpImplMode::IMPL_MODE_DEFAULT: return "default";
    case OpImplMode::IMPL_MODE_HIGH_PERFORMANCE: return "high_performance";
    case OpImplMode::IMPL_MODE_HIGH_PRECISION: return "high_precision";
    case OpImplMode::IMPL_MODE_SUPER_PERFORMANCE: return "super_performance";
    case OpImplMode::IMPL_MODE_SUPPORT_OUT_OF_BOUND_INDEX: return "support_out_of_bound_index";
    case OpImplMode::IMPL_MODE_ENABLE_FLOAT32_EXECUTION: return "enable_float32_execution";
    case OpImplMode::IMPL_MODE_ENABLE_HI_FLOAT32_EXECUTION: return "enable_hi_float32_execution";
    case OpImplMode::IMPL_MODE_KEEP_FP16: return "keep_fp16";
    default: return "unknown";
  }
}
}  // namespace internal

/// Mode of its text ("high_precision"); IMPL_MODE_RESERVED for an unknown text.
inline OpImplMode ToOpImplMode(const std::string &text) {
  for (uint32_t bit = 1; bit <= static_cast<uint32_t>(OpImplMode::IMPL_MODE_KEEP_FP16); bit <<= 1) {
    if (text == internal::ImplModeName(static_cast<OpImplMode>(bit))) return static_cast<OpImplMode>(bit);
  }
  return OpImplMode::IMPL_MODE_RESERVED;
}
/// Text of a mode; "unknown" for anything that is no single mode.
inline ge::AscendString ToString(OpImplMode mode) { return ge::AscendString(internal::ImplModeName(mode)); }
inline std::string ImplModeToString(OpImplMode mode) { return internal::ImplModeName(mode); }
/// Index of the mode's bit; -1 for anything that is no single mode.
inline int64_t ToIndex(OpImplMode mode) {
  for (int64_t index = 0; index < 8; ++index) {
    if (static_cast<uint32_t>(mode) == (1U << index)) return index;
  }
  return -1;
}
inline wchar_t ToIndexChar(OpImplMode mode) { return static_cast<wchar_t>(L'0' + ToIndex(mode)); }

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_DEF_H_
