/**
 * @file
 * Extended information of AI CPU tasks (foreign-build section 4.3, aicpu-kernel-api section 21).
 */
#ifndef FWK_ADPT_STRUCT_H
#define FWK_ADPT_STRUCT_H

#ifdef __cplusplus
#include <cstdint>
#else
#include <stdbool.h>
#include <stdint.h>
#endif

#ifdef __cplusplus
namespace aicpu {
namespace FWKAdapter {
#pragma pack(push, 1)

enum FWKTaskExtInfoType {
  FWK_ADPT_EXT_SHAPE_TYPE = 0,
  FWK_ADPT_EXT_INPUT_SHAPE,
  FWK_ADPT_EXT_OUTPUT_SHAPE,
  FWK_ADPT_EXT_UPDATE_ADDR,
  FWK_ADPT_EXT_OP_NAME,
  FWK_ADPT_EXT_SESSION_INFO,
  FWK_ADPT_EXT_BITMAP,
  FWK_ADPT_EXT_TOPIC_TYPE,
  FWK_ADPT_EXT_ASYNCWAIT,
  FWK_ADPT_EXT_UNKNOWN_SHAPE_INPUT_INDEX,
  FWK_ADPT_EXT_UNKNOWN_SHAPE_OUTPUT_INDEX,
  FWK_ADPT_EXT_WORKSPACE_INFO,
  FWK_ADPT_EXT_INVALID
};

constexpr uint32_t kMaxShapeDims = 8U;
/** A rank below kMaxShapeDims is ended by the smallest int64. */
struct ShapeAndType {
  int32_t type;
  int64_t dims[kMaxShapeDims];
};

struct ExtInfo {
  int32_t infoType;
  uint32_t infoLen;
  __extension__ char infoMsg[0];
};
constexpr uint32_t kExtInfoHeadSize = 8U;

enum FWKOperateType {
  FWK_ADPT_SESSION_CREATE = 0,
  FWK_ADPT_KERNEL_RUN,
  FWK_ADPT_KERNEL_DESTROY,
  FWK_ADPT_SESSION_DESTROY,
  FWK_ADPT_SINGLE_OP_RUN,
  FWK_ADPT_KERNEL_RUN_NO_SESS
};

struct StrFWKKernel {
  FWKOperateType opType;
  uint64_t sessionID;
  uint64_t stepIDAddr;
  uint64_t kernelID;
  uint64_t nodeDefLen;
  uint64_t nodeDefBuf;
  uint64_t funDefLibLen;
  uint64_t funDefLibBuf;
  uint64_t inputOutputLen;
  uint64_t inputOutputBuf;
  uint64_t workspaceBaseAddr;
  uint64_t inputOutputAddr;
  uint64_t extInfoLen;
  uint64_t extInfoAddr;
};
typedef StrFWKKernel FWKOperateParam;

struct AsyncWait {
  uint8_t waitType;
  uint32_t waitId;
  uint32_t timeOut;
  uint64_t reserved;
};
struct WorkSpaceInfo {
  uint64_t size;
  uint64_t addr;
};

#pragma pack(pop)
}  // namespace FWKAdapter
}  // namespace aicpu
#endif

#endif  // FWK_ADPT_STRUCT_H
