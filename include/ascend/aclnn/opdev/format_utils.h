/// @file
/// Formats and the parts of a format word (opdev-api section 2.6).
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_FORMAT_UTILS_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_FORMAT_UTILS_H_

#include <algorithm>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "opdev/common_types.h"

namespace op {

/// Formats in which elements do not lie in the order of the shape.
OPSTRATA_API bool IsPrivateFormat(Format format);
/// Format of its name ("NCHW"); FORMAT_RESERVED and a warning for an unknown one.
OPSTRATA_API Format ToFormat(const std::string &name);
/// Name of the primary format, followed by ":sub" when there is a sub-format; "RESERVED" for an unknown one.
OPSTRATA_API ge::AscendString ToString(Format format);

inline int32_t GetPrimaryFormat(int32_t format) { return static_cast<int32_t>(static_cast<uint32_t>(format) & 0xFFU); }
inline Format GetPrimaryFormat(Format format) { return static_cast<Format>(GetPrimaryFormat(static_cast<int32_t>(format))); }
inline int32_t GetSubFormat(int32_t format) { return static_cast<int32_t>((static_cast<uint32_t>(format) & 0xFFFF00U) >> 8U); }
inline int32_t GetSubFormat(Format format) { return GetSubFormat(static_cast<int32_t>(format)); }
inline bool HasSubFormat(int32_t format) { return GetSubFormat(format) > 0; }
/// The C0 value, `1 << (bits 24 to 27 - 1)` (the ge function of this name gives the bits themselves).
inline int64_t GetC0Format(int32_t format) {
  const uint32_t code = (static_cast<uint32_t>(format) & 0xF000000U) >> 24U;
  return code == 0 ? 0 : int64_t{1} << (code - 1);
}
inline bool HasC0Format(int32_t format) { return GetC0Format(format) > 0; }
inline Format GetFormatFromSub(int32_t primary, int32_t sub) {
  return static_cast<Format>((static_cast<uint32_t>(primary) & 0xFFU) | ((static_cast<uint32_t>(sub) & 0xFFFFU) << 8U));
}

inline Format ToOpFormat(aclFormat format) {
  return format == ACL_FORMAT_UNDEFINED ? ge::FORMAT_MAX : static_cast<Format>(format);
}
/// The format itself if aclFormat names it, else ACL_FORMAT_UNDEFINED.
inline aclFormat ToAclFormat(Format format) {
  switch (format) {
    case ge::FORMAT_NCHW: case ge::FORMAT_NHWC: case ge::FORMAT_ND: case ge::FORMAT_NC1HWC0: case ge::FORMAT_FRACTAL_Z:
    case ge::FORMAT_NC1HWC0_C04: case ge::FORMAT_HWCN: case ge::FORMAT_NDHWC: case ge::FORMAT_FRACTAL_NZ: case ge::FORMAT_NCDHW:
    case ge::FORMAT_NDC1HWC0: case ge::FORMAT_FRACTAL_Z_3D: case ge::FORMAT_NC: case ge::FORMAT_NCL:
    case ge::FORMAT_FRACTAL_NZ_C0_16: case ge::FORMAT_FRACTAL_NZ_C0_32: case ge::FORMAT_FRACTAL_NZ_C0_2:
    case ge::FORMAT_FRACTAL_NZ_C0_4: case ge::FORMAT_FRACTAL_NZ_C0_8:
      return static_cast<aclFormat>(format);
    default:
      return ACL_FORMAT_UNDEFINED;
  }
}

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_FORMAT_UTILS_H_
