// Numbers of the operator layer: status codes, enumerations, constants, small floats.
#include "aclnn/aclnn_base.h"
#include "graph/types.h"
#include "items.h"
#include "opdev/bfloat16.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/fp16_t.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_def.h"
#include "opdev/op_errno.h"
#include "opdev/op_executor.h"
#include "opdev/platform.h"
#include "opdev/shape_utils.h"

SAME(aclnnStatus, int32_t);
NUMBER(ACLNN_SUCCESS, 0);
NUMBER(OK, 0);
NUMBER(ACLNN_ERR_PARAM_NULLPTR, 161001);
NUMBER(ACLNN_ERR_PARAM_INVALID, 161002);
NUMBER(ACLNN_ERR_RUNTIME_ERROR, 361001);
NUMBER(ACLNN_ERR_INNER, 561000);
NUMBER(ACLNN_ERR_INNER_INFERSHAPE_ERROR, 561001);
NUMBER(ACLNN_ERR_INNER_TILING_ERROR, 561002);
NUMBER(ACLNN_ERR_INNER_FIND_KERNEL_ERROR, 561003);
NUMBER(ACLNN_ERR_INNER_CREATE_EXECUTOR, 561101);
NUMBER(ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR, 561102);
NUMBER(ACLNN_ERR_INNER_NULLPTR, 561103);
NUMBER(ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE, 561104);
NUMBER(ACLNN_ERR_INNER_KEY_CONFLICT, 561105);
NUMBER(ACLNN_ERR_INNER_KEY_CONFILICT, 561105);
NUMBER(ACLNN_ERR_INNER_INVALID_IMPL_MODE, 561106);
NUMBER(ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND, 561107);
NUMBER(ACLNN_ERR_INNER_LOAD_JSON_FAILED, 561108);
NUMBER(ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND, 561109);
NUMBER(ACLNN_ERR_INNER_JSON_FORMAT_INVALID, 561110);
NUMBER(ACLNN_ERR_INNER_JSON_DTYPE_INVALID, 561111);
NUMBER(ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND, 561112);
NUMBER(ACLNN_ERR_INNER_OP_FILE_INVALID, 561113);
NUMBER(ACLNN_ERR_INNER_ATTR_NUM_OUT_OF_BOUND, 561114);
NUMBER(ACLNN_ERR_INNER_ATTR_LEN_NOT_ENOUGH, 561115);
NUMBER(ACLNN_ERR_INNER_INPUT_NUM_IN_JSON_TOO_LARGE, 561116);
NUMBER(ACLNN_ERR_INNER_INPUT_JSON_IS_NULL, 561117);
NUMBER(ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID, 561118);
NUMBER(ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID, 561119);
NUMBER(ACLNN_ERR_INNER_RUNTIME_INVALID_HANDLE, 561201);

SAME(op::DataType, ge::DataType);
SAME(op::Format, ge::Format);
#define DATA_TYPE(name, number)  \
  NUMBER(ge::DT_##name, number); \
  NUMBER(op::DataType::DT_##name, number)
DATA_TYPE(FLOAT, 0);
DATA_TYPE(FLOAT16, 1);
DATA_TYPE(INT8, 2);
DATA_TYPE(INT32, 3);
DATA_TYPE(UINT8, 4);
DATA_TYPE(INT16, 6);
DATA_TYPE(UINT16, 7);
DATA_TYPE(UINT32, 8);
DATA_TYPE(INT64, 9);
DATA_TYPE(UINT64, 10);
DATA_TYPE(DOUBLE, 11);
DATA_TYPE(BOOL, 12);
DATA_TYPE(STRING, 13);
DATA_TYPE(DUAL_SUB_INT8, 14);
DATA_TYPE(DUAL_SUB_UINT8, 15);
DATA_TYPE(COMPLEX64, 16);
DATA_TYPE(COMPLEX128, 17);
DATA_TYPE(QINT8, 18);
DATA_TYPE(QINT16, 19);
DATA_TYPE(QINT32, 20);
DATA_TYPE(QUINT8, 21);
DATA_TYPE(QUINT16, 22);
DATA_TYPE(RESOURCE, 23);
DATA_TYPE(STRING_REF, 24);
DATA_TYPE(DUAL, 25);
DATA_TYPE(VARIANT, 26);
DATA_TYPE(BF16, 27);
DATA_TYPE(UNDEFINED, 28);
DATA_TYPE(INT4, 29);
DATA_TYPE(UINT1, 30);
DATA_TYPE(INT2, 31);
DATA_TYPE(UINT2, 32);
DATA_TYPE(COMPLEX32, 33);
DATA_TYPE(HIFLOAT8, 34);
DATA_TYPE(FLOAT8_E5M2, 35);
DATA_TYPE(FLOAT8_E4M3FN, 36);
DATA_TYPE(FLOAT8_E8M0, 37);
DATA_TYPE(FLOAT6_E3M2, 38);
DATA_TYPE(FLOAT6_E2M3, 39);
DATA_TYPE(FLOAT4_E2M1, 40);
DATA_TYPE(FLOAT4_E1M2, 41);
DATA_TYPE(HIFLOAT4, 42);
DATA_TYPE(MAX, 43);

#define FORMAT(name, number) NUMBER(ge::FORMAT_##name, number)
#include "format_numbers.inc"
FORMAT(FRACTAL_NZ_C0_2, 52);
FORMAT(FRACTAL_NZ_C0_4, 53);
FORMAT(FRACTAL_NZ_C0_8, 54);
FORMAT(END, 55);
FORMAT(MAX, 255);
static_assert(!std::is_signed<std::underlying_type<ge::Format>::type>::value,
              "formats compare with sizes without a warning");

NUMBER(ge::DEPEND_IN_SHAPE, 1);
NUMBER(ge::DEPEND_CONST_VALUE, 2);
NUMBER(ge::DEPEND_SHAPE_RANGE, 3);
NUMBER(ge::DEPEND_COMPUTE, 4);
NUMBER(ge::UnknowShapeOpType::DEPEND_IN_SHAPE, 1);

#define ARCH(number) NUMBER(NpuArch::DAV_##number, number)
ARCH(1001);
ARCH(1002);
ARCH(1003);
ARCH(1004);
ARCH(1999);
ARCH(2002);
ARCH(2003);
ARCH(2004);
ARCH(2006);
ARCH(2102);
ARCH(2103);
ARCH(2104);
ARCH(2201);
ARCH(3002);
ARCH(3003);
ARCH(3004);
ARCH(3102);
ARCH(3103);
ARCH(3113);
ARCH(3502);
ARCH(3505);
ARCH(3510);
ARCH(3801);
ARCH(5101);
ARCH(5102);
ARCH(5161);
ARCH(9201);
ARCH(9202);
ARCH(9301);
NUMBER(NpuArch::DAV_RESV, 0xFFFF);
SAME(std::underlying_type<NpuArch>::type, uint32_t);

#define SOC(name, number) NUMBER(op::SocVersion::name, number)
SOC(ASCEND910, 0);
SOC(ASCEND910B, 1);
SOC(ASCEND910_93, 2);
SOC(ASCEND910_95, 3);
SOC(ASCEND950, 3);
SOC(ASCEND910E, 4);
SOC(ASCEND310, 5);
SOC(ASCEND310P, 6);
SOC(ASCEND310B, 7);
SOC(ASCEND310C, 8);
SOC(ASCEND610LITE, 9);
SOC(KIRINX90, 10);
SOC(KIRIN9030, 11);
SOC(ASCEND350, 12);
SOC(RESERVED_VERSION, 99999);
NUMBER(op::SocSpec::INST_MMAD, 0);
NUMBER(op::SocSpec::RESERVED_SPEC, 99999);
#define ABILITY(name, number) NUMBER(op::SocSpecAbility::INST_MMAD_##name, number)
ABILITY(F162F16, 0);
ABILITY(F162F32, 1);
ABILITY(H322F32, 2);
ABILITY(F322F32, 3);
ABILITY(U32U8U8, 4);
ABILITY(S32S8S8, 5);
ABILITY(S32U8S8, 6);
ABILITY(F16F16F16, 7);
ABILITY(F32F16F16, 8);
ABILITY(F16F16U2, 9);
ABILITY(U8, 10);
ABILITY(S8, 11);
ABILITY(U8S8, 12);
ABILITY(F16U2, 13);

NUMBER(op::AI_CORE, 0);
NUMBER(op::AI_CPU, 1);
NUMBER(op::DVPP, 2);
NUMBER(op::NO_CALC, 3);
NUMBER(op::CoreType::AI_CPU, 1);
NUMBER(op::OpInputType, 0);
NUMBER(op::OpOutputType, 1);
NUMBER(op::OpWorkspaceType, 2);
NUMBER(op::OpIOType::OpInputType, 0);
#define MODE(name, number) NUMBER(op::OpImplMode::IMPL_MODE_##name, number)
MODE(DEFAULT, 1);
MODE(HIGH_PERFORMANCE, 2);
MODE(HIGH_PRECISION, 4);
MODE(SUPER_PERFORMANCE, 8);
MODE(SUPPORT_OUT_OF_BOUND_INDEX, 0x10);
MODE(ENABLE_FLOAT32_EXECUTION, 0x20);
MODE(ENABLE_HI_FLOAT32_EXECUTION, 0x40);
MODE(KEEP_FP16, 0x80);
MODE(RESERVED, 0xFFFFFFFFLL);
SAME(std::underlying_type<op::OpImplMode>::type, uint32_t);
NUMBER(op::OpExecMode::OP_EXEC_MODE_DEFAULT, 0);
NUMBER(op::OpExecMode::OP_EXEC_MODE_HF32, 1);
NUMBER(op::OpExecMode::OP_EXEC_MODE_RESERVED, 0xFFFFFFFFLL);
SAME(std::underlying_type<op::OpExecMode>::type, uint32_t);
NUMBER(DSARandomNormalTaskType, 0);
NUMBER(DSARandomTruncatedNormalTaskType, 1);
NUMBER(DSARandomUniformTaskType, 2);
NUMBER(DSAGenBitMaskTaskType, 3);
NUMBER(DSA_TASK_TYPE::DSAGenBitMaskTaskType, 3);
NUMBER(op::LevelZero, 0);
NUMBER(op::LevelOne, 1);
NUMBER(op::LevelTwo, 2);
NUMBER(op::OpLevel::LevelTwo, 2);
NUMBER(op::DfxProfilingDefault, 0);
NUMBER(op::DfxProfilingInferShape, 1);
NUMBER(op::DFXProfilingTiling, 2);
NUMBER(op::DfxProfilingKernelLaunch, 3);
NUMBER(op::DfxProfilingType::DFXProfilingTiling, 2);
NUMBER(op::OP_INPUT_ARG, 0);
NUMBER(op::OP_OUTPUT_ARG, 1);
NUMBER(op::OP_ATTR_ARG, 2);
NUMBER(op::OP_WORKSPACE_ARG, 3);
NUMBER(op::OP_OUTSHAPE_ARG, 4);
NUMBER(op::OP_OPTION_ARG, 5);
NUMBER(op::OP_EXEC_MODE_ARG, 6);
NUMBER(op::OP_MEMSET_ARG, 7);
NUMBER(op::OP_ARG_DEF_BUTT, 9);
NUMBER(op::OP_ARG_TYPE_NUM, 7);
#define ARG(name, number) NUMBER(op::OpArgType::OPARG_##name, number)
ARG(ACLTENSOR, 0);
ARG(ACLTENSOR_LIST, 1);
ARG(ACLSCALAR, 2);
ARG(STRING, 3);
ARG(BOOL, 4);
ARG(INT, 5);
ARG(UINT, 6);
ARG(FLOAT, 7);
ARG(DOUBLE, 8);
ARG(DATATYPE, 9);
ARG(INT_LIST, 10);
ARG(UINT_LIST, 11);
ARG(FLOAT_LIST, 12);
ARG(BOOL_LIST, 13);
ARG(IMPLMODE, 14);
ARG(MEMSET_WORKSPACE, 15);

NUMBER(op::MAX_DIM_NUM, 25);
static_assert(std::is_same<decltype(op::MAX_DIM_NUM), const uint64_t>::value, "MAX_DIM_NUM");
NUMBER(op::Shape::kMaxDimNum, 25);
static_assert(op::Shape::kInvalidDimValue == INT64_MIN, "kInvalidDimValue");
SAME(op::Shape, gert::Shape);
SAME(op::Tensor, gert::TensorV2);
SAME(op::StorageShape, gert::StorageShape);
SAME(op::StorageFormat, gert::StorageFormat);
SAME(op::TensorPlacement, gert::TensorPlacement);
SAME(op::Strides, op::ShapeVector);
SAME(op::Strides, op::FVector<int64_t, 25>);
SAME(op::FVector<float>, op::internal::SmallVector<float, 8, op::internal::PoolAllocator<float>>);
NUMBER(ALLOCATE_OBJ_DEFAULT_SIZE, 128);
NUMBER(K_EXECUTOR_MAGIC_NUMBER, 0x1F2E3D4C5B6ALL);
NUMBER(op::kInvalidHugeMemIndexId, -1);
NUMBER(op::INVALID_OP_TYPE, 0);
NUMBER(op::DIM_0, 0);
NUMBER(op::DIM_1, 1);
NUMBER(op::DIM_2, 2);
NUMBER(op::DIM_3, 3);

NUMBER(ge::UNKNOWN_DIM, -1);
NUMBER(ge::UNKNOWN_DIM_NUM, -2);
NUMBER(ge::SHAPE_RANGE_LOWER_LIMIT, 0);
NUMBER(gert::kOnDeviceHbm, 0);
NUMBER(gert::kOnHost, 1);
NUMBER(gert::kFollowing, 2);
NUMBER(gert::kOnDeviceP2p, 3);
NUMBER(gert::kTensorPlacementEnd, 4);

template <typename Small>
void SmallFloat() {
  static_assert(sizeof(Small) == 1, "one byte");
  Small a(uint8_t(1), Small::FromBits());
  Small b(1.5f);
  float f = static_cast<float>(b);
  double d = static_cast<double>(b);
  items::Take(f + static_cast<float>(d) + a.value);
}

void SmallFloats() {
  FREE(op::OpImplMode, op::ToOpImplMode, (const std::string &));
  FREE(int64_t, op::ToIndex, (op::OpImplMode));
  FREE(wchar_t, op::ToIndexChar, (op::OpImplMode));
  auto text = op::ToString(op::OpImplMode::IMPL_MODE_DEFAULT);
  auto text2 = op::ImplModeToString(op::OpImplMode::IMPL_MODE_DEFAULT);
  (void)text;
  (void)text2;
  SmallFloat<op::Float8E5M2>();
  SmallFloat<op::Float8E4M3FN>();
  SmallFloat<op::Float8E8M0>();
  SmallFloat<op::Float6E3M2>();
  SmallFloat<op::Float6E2M3>();
  SmallFloat<op::Float4E2M1>();
  SmallFloat<op::Float4E1M2>();
  SmallFloat<op::HiFloat4>();
  SmallFloat<op::HiFloat8>();

  op::fp16_t h;
  op::fp16_t h1(1.0f), h2(2.0), h3(int8_t(1)), h4(uint8_t(1)), h5(int16_t(1)), h6(uint16_t(0x3C00)), h7(int32_t(1)),
      h8(uint32_t(1)), h9(int64_t(1)), h10(uint64_t(1));
  SAME(op::fp16_t, op::tagFp16);
  FIELD(uint16_t, op::fp16_t, val);
  h = h1 + h2 - h3 * h4 / h5;
  h += h6;
  h -= h7;
  h *= h8;
  h /= h9;
  bool compared = h == h1 || h != h2 || h < h3 || h <= h4 || h > h5 || h >= h10;
  h = 1.0f;
  h = 1.0;
  h = int8_t(1);
  h = uint8_t(1);
  h = int16_t(1);
  h = uint16_t(1);
  h = int32_t(1);
  h = uint32_t(1);
  h = int64_t(1);
  h = uint64_t(1);
  float f = h;
  double d = h;
  bool b = h;
  int8_t i8 = h;
  uint8_t u8 = h;
  int16_t i16 = h;
  uint16_t u16 = h;
  int32_t i32 = h;
  uint32_t u32 = h;
  int64_t i64 = h;
  uint64_t u64 = h;
  op::bfloat16 hb = h;
  f = h.toFloat() + static_cast<float>(h.toDouble());
  i8 = h.toInt8();
  u8 = h.toUInt8();
  i16 = h.toInt16();
  u16 = h.toUInt16();
  i32 = h.toInt32();
  u32 = h.toUInt32();
  b = h.IsInf() != 0;

  compared = compared || std::numeric_limits<op::fp16_t>::is_specialized;
  {
    using namespace std;
    using namespace op;
    compared = compared || isnan(h);
    h = abs(h);
  }
  items::Take(static_cast<double>(f) + d + b + i8 + u8 + i16 + u16 + i32 + u32 + static_cast<double>(i64) +
              static_cast<double>(u64) + compared + hb.value);

  op::bfloat16 bf;
  op::bfloat16 bf1(uint16_t(0x3F80), op::bfloat16::from_bits());
  op::bfloat16 bf2(1.0f), bf3(1.0), bf4(1), bf5(int64_t(1)), bf6(true);
  FIELD(uint16_t, op::bfloat16, value);
  bf = 1.0f;
  bf = 1.0;
  bf = 1;
  bf = int64_t(1);
  bf = std::complex<double>(1, 2);
  bf = bf1 + bf2 - bf3 * bf4 / bf5;
  compared = bf == bf6 || bf != bf1 || bf < bf1 || bf <= bf1 || bf > bf1 || bf >= bf1;
  f = bf;
  d = bf;
  i32 = static_cast<int32_t>(bf);
  i64 = static_cast<int64_t>(bf);
  b = static_cast<bool>(bf);
  h = op::fp16_t(bf);
  std::complex<float> c64 = static_cast<std::complex<float>>(bf);
  std::complex<double> c128 = static_cast<std::complex<double>>(bf);
  bf = op::bfloat16::round_to_bfloat16(1.0f);
  bf = op::bfloat16::epsilon();
  bf = op::bfloat16::highest();
  bf = op::bfloat16::lowest();
  static_assert(
      std::numeric_limits<op::bfloat16>::digits == 8 && std::numeric_limits<op::bfloat16>::max_exponent == 128,
      "bfloat16");
  {
    using namespace std;
    using namespace op;
    compared = compared || isnan(bf) || isinf(bf) || isfinite(bf);
  }
  items::Take(static_cast<double>(c64.real()) + c128.real() + static_cast<double>(std::hash<op::bfloat16>()(bf)) +
              compared);
}
