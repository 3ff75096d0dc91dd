// What the build of an operator library names besides: definitions, platform, logging, error reports, secure C
// functions, runtime, versions.
#include "base/err_msg.h"
#include "dlog_pub.h"
#include "err_mgr.h"
#include "items.h"
#include "log_types.h"
#include "op_common/op_host/util/opbase_export.h"
#include "platform/platform_info.h"
#include "platform/platform_info_def.h"
#include "platform/platform_infos_def.h"
#include "platform/soc_spec.h"
#include "plog.h"
#include "register/op_config_registry.h"
#include "register/op_def.h"
#include "register/op_def_factory.h"
#include "register/op_def_registry.h"
#include "register/register.h"
#include "register/tilingdata_base.h"
#include "rt_external.h"
#include "runtime/base.h"
#include "runtime/context.h"
#include "runtime/kernel.h"
#include "runtime/mem.h"
#include "runtime/rt.h"
#include "runtime/rts/rts_kernel.h"
#include "runtime/runtime/base.h"
#include "runtime/stream.h"
#include "securec.h"
#include "securectype.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_api.h"
#include "version/asc_devkit_version.h"
#include "version/cann_version.h"
#include "version/ge-compiler_version.h"

#if !defined(OP_DEF_H) || !defined(OP_DEF_FACTORY_H) || !defined(OP_DEF_REGISTRY_H) ||                        \
    !defined(INC_EXTERNAL_REGISTER_OP_CONFIG_REGISTRY_H_) || !defined(PLATFORM_INFO_DEF_H) ||                 \
    !defined(PLATFORM_INFOS_DEF_H) || !defined(PLATFORM_INFO_H) || !defined(__SOC_SPEC_H__) ||                \
    !defined(OP_COMMON_OPBASE_EXPORT_H) || !defined(DLOG_PUB_H_) || !defined(INC_EXTERNAL_BASE_ERR_MSG_H_) || \
    !defined(CCE_RUNTIME_CONTEXT_H) || !defined(__INC_REGISTER_ASCENDC_TILINGDATA_BASE_HEADER__)
#error "guards that libraries and tests rely on"
#endif

namespace ops {
using Types = std::vector<ge::DataType>;
using Formats = std::vector<ge::Format>;
#define MATCH(scope, name, number) NUMBER(scope::name, number)
NUMBER(IGNORE, 0);
NUMBER(OPTIONAL, 1);
NUMBER(REQUIRED, 2);
NUMBER(DYNAMIC, 3);
NUMBER(VIRTUAL, 4);
NUMBER(Option::REQUIRED, 2);
MATCH(FormatCheckOption, DEFAULT, 0);
MATCH(FormatCheckOption, STRICT, 1);
MATCH(FormatCheckOption, MAX, 2);
MATCH(DependScope, ALL, 0);
MATCH(DependScope, TILING, 1);
MATCH(DependScope, INVALID_SCOPE, 2);
MATCH(FollowType, ALL, 0);
MATCH(FollowType, DTYPE, 1);
MATCH(FollowType, FORMAT, 2);
MATCH(FollowType, SHAPE, 3);
MATCH(FollowType, INVALID_TYPE, 4);
MATCH(AttrDataType, ATTR_DT_BOOL, 0);
MATCH(AttrDataType, ATTR_DT_FLOAT, 1);
MATCH(AttrDataType, ATTR_DT_INT, 2);
MATCH(AttrDataType, ATTR_DT_STR, 3);
MATCH(AttrDataType, ATTR_DT_LIST_BOOL, 4);
MATCH(AttrDataType, ATTR_DT_LIST_FLOAT, 5);
MATCH(AttrDataType, ATTR_DT_LIST_INT, 6);
MATCH(AttrDataType, ATTR_DT_LIST_LIST_INT, 7);
MATCH(AttrDataType, ATTR_DT_MAX, 8);
MATCH(CommentSection, CATEGORY, 0);
MATCH(CommentSection, BRIEF, 1);
MATCH(CommentSection, CONSTRAINTS, 2);
MATCH(CommentSection, RESTRICTIONS, 3);
MATCH(CommentSection, SEE, 4);
MATCH(CommentSection, THIRDPARTYFWKCOMPAT, 5);
MATCH(CommentSection, SECTION_MAX, 6);
MATCH(ScalarType, UINT64, 0);
MATCH(ScalarType, INT64, 1);
MATCH(ScalarType, UINT32, 2);
MATCH(ScalarType, INT32, 3);
MATCH(ScalarType, UINT16, 4);
MATCH(ScalarType, INT16, 5);
MATCH(ScalarType, UINT8, 6);
MATCH(ScalarType, INT8, 7);
MATCH(ScalarType, FLOAT32, 8);
MATCH(ScalarType, FLOAT16, 9);
MATCH(ScalarType, INVALID_DTYPE, -1);
MATCH(HcclServerType, AICPU, 0);
MATCH(HcclServerType, AICORE, 1);
MATCH(HcclServerType, CCU, 2);
MATCH(HcclServerType, MAX, 3);

ge::graphStatus Shape(gert::InferShapeContext *) { return 0; }
ge::graphStatus Range(gert::InferShapeRangeContext *) { return 0; }
ge::graphStatus Type(gert::InferDataTypeContext *) { return 0; }
ge::graphStatus Tile(gert::TilingContext *) { return 0; }
ge::graphStatus Check(const ge::Operator &, ge::AscendString &) { return 0; }

class ItemsDefined : public OpDef {
 public:
  explicit ItemsDefined(const char *name) : OpDef(name) {
    this->Input("x")
        .ParamType(REQUIRED)
        .DataType({ge::DT_FLOAT})
        .DataTypeList({ge::DT_FLOAT})
        .DataTypeForBinQuery({ge::DT_FLOAT})
        .Format({ge::FORMAT_ND})
        .FormatList({ge::FORMAT_ND})
        .FormatForBinQuery({ge::FORMAT_ND})
        .UnknownShapeFormat({ge::FORMAT_ND})
        .ValueDepend(REQUIRED)
        .ValueDepend(OPTIONAL, DependScope::TILING)
        .IgnoreContiguous()
        .AutoContiguous()
        .Scalar()
        .ScalarList()
        .To(ge::DT_FLOAT)
        .To("x")
        .Version(1)
        .InitValue(uint64_t(0))
        .InitValue(ScalarVar(ScalarType::INT32, 1))
        .InitValue(std::vector<ScalarVar>{})
        .OutputShapeDependOnCompute()
        .Follow("x")
        .Follow("x", FollowType::ALL)
        .Comment("text");
    this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
    this->Attr("a")
        .AttrType(OPTIONAL)
        .Bool()
        .Bool(true)
        .Float()
        .Float(1.0f)
        .Int()
        .Int(1)
        .String()
        .String("x")
        .ListBool()
        .ListBool({true})
        .ListFloat()
        .ListFloat({1})
        .ListInt()
        .ListInt({1})
        .ListListInt()
        .ListListInt({{1}})
        .Version(1)
        .Comment("x");
    ge::AscendString &attrName = this->Attr("a").GetName();
    items::Take(attrName.GetString());
    items::Take(this->Attr("a").IsRequired());
    this->Comment(CommentSection::BRIEF, "text");
    this->SetInferShape(Shape).SetInferShapeRange(Range).SetInferDataType(Type);
    items::Take(this->GetInferShape());
    items::Take(this->GetInferShapeRange());
    items::Take(this->GetInferDataType());
    this->FormatMatchMode(FormatCheckOption::STRICT);
    this->EnableFallBack();
    OpAICoreConfig config, implicit = "soc";
    config.Input("x");
    config.Output("y");
    config.DynamicCompileStaticFlag(true)
        .DynamicFormatFlag(true)
        .DynamicRankSupportFlag(true)
        .DynamicShapeSupportFlag(true)
        .NeedCheckSupportFlag(true)
        .PrecisionReduceFlag(true)
        .ExtendCfgInfo("k", "v");
    this->AICore().AddConfig("ascend910b");
    this->AICore().AddConfig("ascend910b", config);
    this->AICore()
        .SetTiling(Tile)
        .SetCheckSupport(Check)
        .SetOpSelectFormat(Check)
        .SetOpSupportInfo(Check)
        .SetOpSpecInfo(Check)
        .SetParamGeneralize(nullptr)
        .LaunchWithZeroEleOutputTensors(true);
    items::Take(this->AICore().GetTiling());
    items::Take(this->AICore().GetCheckSupport());
    items::Take(this->AICore().GetOpSelectFormat());
    items::Take(this->AICore().GetOpSupportInfo());
    items::Take(this->AICore().GetOpSpecInfo());
    items::Take(this->AICore().GetParamGeneralize());
    this->AICPU()
        .Engine("e")
        .FlagPartial(true)
        .ComputeCost("1")
        .FlagAsync(true)
        .OpKernelLib("l")
        .KernelSo("s")
        .FunctionName("f")
        .UserDefined(true)
        .ExtendCfgInfo("k", "v");
    this->HostCPU().ExtendCfgInfo("k", "v");
    this->MC2().HcclGroup("g");
    this->MC2().HcclGroup(std::vector<const char *>{"g"});
    this->MC2().HcclServerType(HcclServerType::AICPU);
    this->MC2().HcclServerType(HcclServerType::AICPU, "s");
  }
};
OP_ADD(ItemsDefined);
OpAICoreConfig LateConfig() { return OpAICoreConfig("soc"); }
REGISTER_OP_AICORE_CONFIG(ItemsDefined, "ascend910b", LateConfig);
void Rest() {
  MEMBER(OpParamDef &, OpParamDef, DataType, (Types));
  MEMBER(OpParamDef &, OpParamDef, Format, (Formats));
  MEMBER(OpParamDef &, OpDef, Input, (const char *));
  MEMBER(OpParamDef &, OpDef, Output, (const char *));
  MEMBER(OpAttrDef &, OpDef, Attr, (const char *));
  MEMBER(OpAICoreDef &, OpDef, AICore, ());
  MEMBER(OpAICPUDef &, OpDef, AICPU, ());
  MEMBER(OpHostCPUDef &, OpDef, HostCPU, ());
  MEMBER(OpMC2Def &, OpDef, MC2, ());
  (void)ScalarVar(ScalarType::UINT64, uint64_t(1));
  (void)ScalarVar(ScalarType::INT64, int64_t(1));
  (void)ScalarVar(ScalarType::UINT32, 1U);
  (void)ScalarVar(ScalarType::FLOAT32, 1.0f);
  (void)ScalarVar(ScalarType::FLOAT32, 1.0);
  FREE(int, OpDefFactory::OpDefRegister, (const char *, std::function<OpDef(const char *)>));
  FREE(int, OpDefFactory::OpDefRegisterV2, (const char *, OpDef (*)(const char *)));
  OpDef a("a"), b(a);
  b = a;
  SAME(optiling::OP_CHECK_FUNC, ge::graphStatus(*)(const ge::Operator &, ge::AscendString &));
  optiling::OpCheckFuncHelper one(FUNC_CHECK_SUPPORTED, "Items", Check);
  optiling::OpCheckFuncHelper two("Items", static_cast<optiling::PARAM_GENERALIZE_FUNC>(nullptr));
  (void)FUNC_OP_SELECT_FORMAT;
  (void)FUNC_GET_OP_SUPPORT_INFO;
  (void)FUNC_GET_SPECIFIC_INFO;
}
}  // namespace ops

namespace optiling {
BEGIN_TILING_DATA_DEF(ItemsInner)
TILING_DATA_FIELD_DEF(uint32_t, n);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(ItemsInnerOp, ItemsInner)
BEGIN_TILING_DATA_DEF(ItemsTiling)
TILING_DATA_FIELD_DEF(uint64_t, size);
TILING_DATA_FIELD_DEF_ARR(int64_t, 4, dims);
TILING_DATA_FIELD_DEF_STRUCT(ItemsInner, inner);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(ItemsDefined, ItemsTiling)
void Tiling() {
  ItemsTiling t;
  t.set_size(1);
  items::Take(t.get_size());
  int64_t dims[4] = {};
  t.set_dims(dims);
  items::Take(t.get_dims());
  t.inner.set_n(2);
  char buffer[64];
  t.SaveToBuffer(buffer, sizeof(buffer));
  items::Take(t.GetDataSize());
  (void)t.GetFieldInfo();
  (void)t.GetTilingClassName();
  t.SetDataPtr(buffer);
  (void)sizeof(TilingDef);
  (void)sizeof(FieldInfo);
  (void)sizeof(StructSizeInfoBase);
  (void)CTilingDataClassFactory::GetInstance();
}
}  // namespace optiling

string usedUnqualified;
vector<int> usedUnqualified2;
map<int, int> usedUnqualified3;
namespace fe {
NUMBER(DDR, 0);
NUMBER(HBM, 1);
NUMBER(Cache, 0);
NUMBER(Buff, 1);
NUMBER(MemoryType::HBM, 1);
NUMBER(L2Type::Buff, 1);
NUMBER(JitCompileMode::REUSE_BINARY, 0);
NUMBER(JitCompileMode::COMPILE_ONLINE, 1);
NUMBER(JitCompileMode::AUTO, 2);
NUMBER(LocalMemType::L0_A, 0);
NUMBER(LocalMemType::L0_B, 1);
NUMBER(LocalMemType::L0_C, 2);
NUMBER(LocalMemType::L1, 3);
NUMBER(LocalMemType::L2, 4);
NUMBER(LocalMemType::UB, 5);
NUMBER(LocalMemType::HBM, 6);
NUMBER(LocalMemType::RESERVED, 7);
void Platform(PlatformInfo &i, OptionalInfo &o, PlatFormInfos &p, OptionalInfos &os) {
  using Res = std::map<std::string, std::string>;
  using Intrinsics = std::map<std::string, std::vector<std::string>>;
  i.str_info.short_soc_version = "x";
  i.soc_info.ai_core_cnt = 1;
  i.soc_info.vector_core_cnt = 1;
  i.soc_info.ai_cpu_cnt = 1;
  i.soc_info.memory_type = DDR;
  i.soc_info.memory_size = 1;
  i.soc_info.l2_type = Cache;
  i.soc_info.l2_size = 1;
  i.soc_info.l2PageNum = 1;
  i.soc_info.task_num = 1;
  NUMBER(0, 0);
  i.soc_info.arch_type = -1;
  i.soc_info.chip_type = -1;
  i.ai_core_spec.l0_a_size = 1;
  i.ai_core_spec.l0_b_size = 1;
  i.ai_core_spec.l0_c_size = 1;
  i.ai_core_spec.l1_size = 1;
  i.ai_core_spec.ub_size = 1;
  (void)i.ai_core_memory_rates;
  (void)i.ai_core_intrinsic_dtype_map;
  (void)i.vector_core_spec;
  (void)i.vector_core_memory_rates;
  (void)i.cpucache;
  (void)i.vector_core_intrinsic_dtype_map;
  (void)i.software_spec;
  (void)sizeof(StrInfo);
  (void)sizeof(SoCInfo);
  (void)sizeof(AiCoreSpec);
  (void)sizeof(AiCoreMemoryRates);
  (void)sizeof(VectorCoreSpec);
  (void)sizeof(VectorCoreMemoryRates);
  (void)sizeof(CPUCache);
  (void)sizeof(SoftwareSpec);
  o.soc_version = "x";
  o.core_type = "x";
  o.ai_core_num = 1;
  o.l1_fusion_flag = "x";
  items::Take(p.Init());
  std::string value;
  Res res;
  items::Take(p.GetPlatformRes("a", "b", value));
  items::Take(p.GetPlatformRes("a", res));
  items::Take(p.GetPlatformResWithLock("a", "b", value));
  items::Take(p.GetPlatformResWithLock("a", res));
  p.SetPlatformRes("a", res);
  MEMBER(uint32_t, PlatFormInfos, GetCoreNum, () const);
  p.SetCoreNumByCoreType(std::string("x"));
  p.SetCoreNum(1);
  (void)p.GetCoreNumByType(std::string("x"));
  uint64_t size = 0;
  p.GetLocalMemSize(LocalMemType::UB, size);
  p.GetLocalMemBw(LocalMemType::UB, size);
  Intrinsics map;
  p.SetAICoreIntrinsicDtype(map);
  (void)p.GetAICoreIntrinsicDtype();
  p.SetVectorCoreIntrinsicDtype(map);
  (void)p.GetVectorCoreIntrinsicDtype();
  p.SetFixPipeDtypeMap(map);
  (void)p.GetFixPipeDtypeMap();
  items::Take(&PlatFormInfos::SaveToBuffer);
  items::Take(&PlatFormInfos::LoadFromBuffer);
  items::Take(os.Init());
  os.SetSocVersion("x");
  (void)os.GetSocVersion();
  os.SetCoreType("x");
  (void)os.GetCoreType();
  os.SetAICoreNum(1);
  (void)os.GetAICoreNum();
  os.SetL1FusionFlag("x");
  (void)os.GetL1FusionFlag();
  auto &m = PlatformInfoManager::Instance();
  auto &g = PlatformInfoManager::GeInstance();
  SAME(decltype(m), PlatformInfoManager &);
  SAME(decltype(g), PlatformInfoManager &);
  items::Take(m.InitializePlatformInfo());
  items::Take(m.GetPlatformInfo("x", i, o));
  items::Take(m.GetPlatformInfoWithOutSocVersion(i, o));
  items::Take(m.GetPlatformInfos("x", p, os));
  items::Take(m.GetPlatformInfoWithOutSocVersion(p, os));
  m.SetOptionalCompilationInfo(o);
  m.SetOptionalCompilationInfo(os);
  (void)m.UpdatePlatformInfos(p);
  (void)m.UpdatePlatformInfos("x", p);
  (void)m.GetPlatformInstanceByDevice(0, p);
  (void)m.InitRuntimePlatformInfos("x");
  (void)m.GetRuntimePlatformInfosByDevice(0, p);
  (void)m.UpdateRuntimePlatformInfosByDevice(0, p);
  m.platform_info_map_["x"] = i;
  SAME(decltype(m.platform_info_map_), std::map<std::string, PlatformInfo>);
  m.Finalize();
}
}  // namespace fe

NUMBER(AICPU, 36);
NUMBER(GE, 45);
NUMBER(ASCENDCL, 48);
NUMBER(OP, 63);
NUMBER(RUNTIME, 7);
NUMBER(CCECPU, 25);
NUMBER(PROFILING, 31);
NUMBER(FE, 39);
NUMBER(TUNE, 60);
NUMBER(INVALID_MODULE_ID, 76);
NUMBER(DEBUG_LOG_MASK, 0x10000);
NUMBER(SECURITY_LOG_MASK, 0x100000);
NUMBER(RUN_LOG_MASK, 0x1000000);
NUMBER(STDOUT_LOG_MASK, 0x10000000);
NUMBER(LIMIT_PER_MSG, 1024);
#if !defined(WEAK_SYMBOL) || !defined(ATTRIBUTE_USED) || !defined(REG_FORMAT_ERROR_MSG) || \
    !defined(REPORT_USER_DEFINED_ERR_MSG) || !defined(__FILENAME__) || !defined(Dlog) || !defined(DlogSub)
#error "macros of base/err_msg.h and dlog_pub.h"
#endif
void Logging() {
  FREE(int32_t, CheckLogLevel, (int32_t, int32_t));
  FREE(int32_t, DlogSetAttr, (LogAttr));
  FREE(void, DlogRecord, (int32_t, int32_t, const char *, ...));
  items::Take(&DlogVaList);
  items::Take(&DlogFlush);
  FREE(int32_t, dlog_getlevel, (int32_t, int32_t *));
  FREE(int32_t, dlog_setlevel, (int32_t, int32_t, int32_t));
  dlog_error(OP, "x %d", 1);
  dlog_warn(OP, "x");
  dlog_info(OP, "x");
  dlog_debug(OP, "x");
  using Texts = std::vector<const char *>;
  FREE(int32_t, error_message::ReportInnerErrMsg,
       (const char *, const char *, uint32_t, const char *, const char *, ...));
  FREE(int32_t, error_message::ReportUserDefinedErrMsg, (const char *, const char *, ...));
  FREE(int32_t, error_message::ReportPredefinedErrMsg, (const char *, const Texts &, const Texts &));
  FREE(int32_t, error_message::ReportPredefinedErrMsg, (const char *));
  FREE(int32_t, error_message::RegisterFormatErrorMessage, (const char *, size_t));
  items::Take(&ge::ReportInnerErrMsg);
  items::Take(&ge::ReportUserDefinedErrMsg);
  items::Take(&ge::RegisterFormatErrorMessage);
  REPORT_INNER_ERR_MSG("EZ9999", "x %d", 1);
  REPORT_PREDEFINED_ERR_MSG("EZ0001");
  REPORT_PREDEFINED_ERR_MSG("EZ0001", Texts{"a"}, Texts{"b"});
  REPORT_USER_DEFINED_ERR_MSG("E1", "x");
  items::Take(&error_message::ErrMgrInit);
  items::Take(&error_message::GetErrMgrContext);
  items::Take(&error_message::SetErrMgrContext);
  items::Take(&error_message::GetErrMgrErrorMessage);
  items::Take(&error_message::GetErrMgrWarningMessage);
  items::Take(&error_message::GetErrMgrRawErrorMessages);
  SAME(errno_t, int);
  NUMBER(EOK, 0);
  (void)SECUREC_MEM_MAX_LEN;
  FREE(errno_t, memset_s, (void *, size_t, int, size_t));
  FREE(errno_t, memcpy_s, (void *, size_t, const void *, size_t));
  FREE(errno_t, memmove_s, (void *, size_t, const void *, size_t));
  FREE(errno_t, strcpy_s, (char *, size_t, const char *));
  FREE(errno_t, strcat_s, (char *, size_t, const char *));
  FREE(errno_t, strncpy_s, (char *, size_t, const char *, size_t));
  FREE(int, sprintf_s, (char *, size_t, const char *, ...));
  FREE(int, snprintf_s, (char *, size_t, size_t, const char *, ...));
  FREE(int, vsnprintf_s, (char *, size_t, size_t, const char *, va_list));
  SAME(rtError_t, int32_t);
  NUMBER(RT_ERROR_NONE, 0);
  (void)sizeof(rtStream_t);
  (void)sizeof(rtContext_t);
  FREE(rtError_t, rtGetSocSpec, (const char *, const char *, char *, uint32_t));
  FREE(rtError_t, rtGetSocVersion, (char *, uint32_t));
  items::Take(&rtGetDeviceInfo);
  items::Take(&rtCtxGetDevice);
  items::Take(&rtGetDevice);
  items::Take(&rtGetDevicePhyIdByIndex);
  items::Take(&rtAicpuKernelLaunchExWithArgs);
  NUMBER(GE_COMPILER_VERSION_NUM > 0, 1);
  NUMBER(ASC_DEVKIT_MAJOR > 0, 1);
  NUMBER(ASC_DEVKIT_VERSION_NUM > 0, 1);
  (void)ASC_DEVKIT_MINOR;
}
RTS_API int exported;
OPBASE_API int exported2;
