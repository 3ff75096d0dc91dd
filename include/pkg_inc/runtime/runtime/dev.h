/// @file
/// Devices of the lower runtime layer and what they are (foreign-build section 4.9).
#ifndef CCE_RUNTIME_DEVICE_H
#define CCE_RUNTIME_DEVICE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `module_type` of rtGetDeviceInfo: 0 system, 1 AI CPU, 2 control CPU, 4 AI Core, 7 vector core; `info_type` 3 = number of cores.
typedef enum { RT_MODULE_TYPE_SYSTEM = 0, RT_MODULE_TYPE_AICPU = 1, RT_MODULE_TYPE_AICORE = 4, RT_MODULE_TYPE_VECTOR_CORE = 7 } rtModuleType_t;
typedef enum { INFO_TYPE_CORE_NUM = 3 } rtInfoType_t;

RTS_API rtError_t rtSetDevice(int32_t devId);
RTS_API rtError_t rtDeviceReset(int32_t devId);
RTS_API rtError_t rtGetDevice(int32_t *devId);
RTS_API rtError_t rtGetDeviceCount(int32_t *cnt);
RTS_API rtError_t rtDeviceSynchronize(void);
/// Devices are numbered once: the physical number is the logical one. Error: 107001.
RTS_API rtError_t rtGetDevicePhyIdByIndex(uint32_t devIndex, uint32_t *phyId);
/// A number of cores of the simulated chip. Errors: 107001, 107000 for other questions.
RTS_API rtError_t rtGetDeviceInfo(uint32_t deviceId, int32_t moduleType, int32_t infoType, int64_t *val);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_DEVICE_H
