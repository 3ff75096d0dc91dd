#include "register/op_config_registry.h"
#include "register/op_def_registry.h"

namespace ops {
class HalveHost : public OpDef {
public:
    explicit HalveHost(const char* name) : OpDef(name)
    {
        const std::string file = "libhalve_aicpu.so";
        this->Input("x").DataType({ge::DT_FLOAT});
        this->Output("y").DataType({ge::DT_FLOAT});
        this->AICPU().OpKernelLib("CUSTAICPUKernel").KernelSo(file.c_str()).UserDefined(true).ExtendCfgInfo("opInfo.opsFlag", "OPS_FLAG_OPEN");
    }
};
OP_ADD(HalveHost);

static OpAICoreConfig SmallChip()
{
    return OpAICoreConfig("ascend310b");
}
REGISTER_OP_AICORE_CONFIG(HalveHost, "ascend310b", SmallChip);
} // namespace ops
