// Sources that bring the handles and the chip numbers themselves.
#include <cstdint>

#include "acl/acl_base.h"

#define ACLNN_META
typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;
typedef int32_t aclnnStatus;
#define __SOC_SPEC_H__
enum class NpuArch : uint32_t { DAV_2201 = 2201, DAV_3510 = 3510, DAV_RESV = 0xFFFF };

#include "aclnn/aclnn_base.h"
#include "opdev/make_op_executor.h"
#include "platform/platform_info.h"
#include "platform/soc_spec.h"

bool OwnNumbers() { return static_cast<uint32_t>(NpuArch::DAV_2201) == 2201; }
