/// @file
/// The chip that operator code believes to run on (opdev-api section 2.28). OPSTRATA_SOC chooses it (a short name such as
/// "Ascend910B", the default, or a long one such as "Ascend910B3").
///
/// Test builds of operator libraries replace this header by one of their own with the same names. The library therefore
/// never calls these functions itself and keeps no state in PlatformInfo.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_PLATFORM_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_PLATFORM_H_

#include <string>

#include "aclnn/aclnn_base.h"
#include "graph/ascend_string.h"
#include "opstrata/visibility.h"
#include "platform/platform_info.h"
#include "platform/soc_spec.h"

namespace op {

enum class SocVersion {
  ASCEND910 = 0,
  ASCEND910B = 1,
  ASCEND910_93 = 2,
  ASCEND910_95 = 3,
  ASCEND950 = ASCEND910_95,
  ASCEND910E = 4,
  ASCEND310 = 5,
  ASCEND310P = 6,
  ASCEND310B = 7,
  ASCEND310C = 8,
  ASCEND610LITE = 9,
  KIRINX90 = 10,
  KIRIN9030 = 11,
  ASCEND350 = 12,
  RESERVED_VERSION = 99999
};

enum class SocSpec { INST_MMAD = 0, RESERVED_SPEC = 99999 };

enum class SocSpecAbility {
  INST_MMAD_F162F16 = 0,
  INST_MMAD_F162F32,
  INST_MMAD_H322F32,
  INST_MMAD_F322F32,
  INST_MMAD_U32U8U8,
  INST_MMAD_S32S8S8,
  INST_MMAD_S32U8S8,
  INST_MMAD_F16F16F16,
  INST_MMAD_F32F16F16,
  INST_MMAD_F16F16U2,
  INST_MMAD_U8,
  INST_MMAD_S8,
  INST_MMAD_U8S8,
  INST_MMAD_F16U2
};

class PlatformInfo {
 public:
  PlatformInfo() = default;
  explicit PlatformInfo(int32_t deviceId) : deviceId_(deviceId) {}
  PlatformInfo(const PlatformInfo &) = delete;
  PlatformInfo &operator=(const PlatformInfo &) = delete;

  OPSTRATA_API SocVersion GetSocVersion() const;
  OPSTRATA_API const std::string &GetSocLongVersion() const;
  OPSTRATA_API NpuArch GetCurNpuArch() const;
  OPSTRATA_API int32_t GetDeviceId() const;
  OPSTRATA_API bool CheckSupport(SocSpec socSpec, SocSpecAbility ability) const;
  /// Bytes of the unit in which vector memory is addressed.
  OPSTRATA_API int64_t GetBlockSize() const;
  OPSTRATA_API uint32_t GetCubeCoreNum() const;
  OPSTRATA_API uint32_t GetVectorCoreNum() const;
  OPSTRATA_API bool Valid() const;
  OPSTRATA_API bool GetFftsPlusMode() const;
  OPSTRATA_API fe::PlatFormInfos *GetPlatformInfos() const;

 private:
  int32_t deviceId_ = -1;
};

/// The calling thread's chip: one object per device, an invalid one when no device is set. Valid for the life of the process.
OPSTRATA_API const PlatformInfo &GetCurrentPlatformInfo();
/// "Ascend910B"
OPSTRATA_API ge::AscendString ToString(SocVersion socVersion);

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_PLATFORM_H_
