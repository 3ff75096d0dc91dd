#include "register/op_def_registry.h"

namespace ops {
class Halve : public OpDef {
public:
    explicit Halve(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND}).AutoContiguous();
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Attr("rounding").AttrType(OPTIONAL).String("down");
        OpAICoreConfig config;
        config.DynamicRankSupportFlag(true).DynamicShapeSupportFlag(true).ExtendCfgInfo("opFile.value", "halve");
        this->AICore().AddConfig("ascend910b", config);
        this->AICore().AddConfig("ascend310p");
    }
};
OP_ADD(Halve);
} // namespace ops
