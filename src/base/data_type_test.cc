#include "base/data_type.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <type_traits>

#include "graph/c_types.h"

namespace opstrata {
namespace {

// es-api section 2.1: value, name, bytes; 1000 + bits below a byte, -1 without size.
struct TypeRow {
  int value;
  const char *name;
  int size;
};
constexpr TypeRow kTypes[] = {
    {0, "FLOAT", 4},        {1, "FLOAT16", 2},        {2, "INT8", 1},           {3, "INT32", 4},
    {4, "UINT8", 1},        {6, "INT16", 2},          {7, "UINT16", 2},         {8, "UINT32", 4},
    {9, "INT64", 8},        {10, "UINT64", 8},        {11, "DOUBLE", 8},        {12, "BOOL", 1},
    {13, "STRING", -1},     {14, "DUAL_SUB_INT8", 1}, {15, "DUAL_SUB_UINT8", 1}, {16, "COMPLEX64", 8},
    {17, "COMPLEX128", 16}, {18, "QINT8", 1},         {19, "QINT16", 2},        {20, "QINT32", 4},
    {21, "QUINT8", 1},      {22, "QUINT16", 2},       {23, "RESOURCE", 8},      {24, "STRING_REF", -1},
    {25, "DUAL", 5},        {26, "VARIANT", 8},       {27, "BF16", 2},          {28, "UNDEFINED", -1},
    {29, "INT4", 1004},     {30, "UINT1", 1001},      {31, "INT2", 1002},       {32, "UINT2", 1002},
    {33, "COMPLEX32", 4},   {34, "HIFLOAT8", 1},      {35, "FLOAT8_E5M2", 1},   {36, "FLOAT8_E4M3FN", 1},
    {37, "FLOAT8_E8M0", 1}, {38, "FLOAT6_E3M2", 1006}, {39, "FLOAT6_E2M3", 1006}, {40, "FLOAT4_E2M1", 1004},
    {41, "FLOAT4_E1M2", 1004}, {42, "HIFLOAT4", 1004},
};

TEST(DataType, NumbersNamesAndSizesAreThoseOfTheInterface) {
  EXPECT_EQ(std::size(kTypes), static_cast<size_t>(ge::DT_MAX) - 1);  // 5 is reserved
  for (const TypeRow &row : kTypes) {
    const auto type = static_cast<ge::DataType>(row.value);
    const std::string enumerator = std::string("DT_") + row.name;
    EXPECT_EQ(data_type_enumerator(type), enumerator);
    EXPECT_EQ(data_type_serial_name(type), type == ge::DT_BF16 ? "DT_BFLOAT16" : enumerator);
    EXPECT_EQ(data_type_from_name(enumerator), type);
    EXPECT_EQ(ge::GetSizeByDataType(type), row.size) << row.name;
    EXPECT_EQ(data_type_bits(type), row.size < 0 ? 0 : row.size > 1000 ? row.size - 1000 : row.size * 8);
  }
  EXPECT_EQ(data_type_from_name("DT_BFLOAT16"), ge::DT_BF16);
  EXPECT_EQ(data_type_from_name("DT_FLOAT32"), std::nullopt);
  EXPECT_EQ(data_type_from_name(""), std::nullopt);
  EXPECT_EQ(data_type_enumerator(static_cast<ge::DataType>(5)), "");
  EXPECT_EQ(data_type_enumerator(ge::DT_MAX), "");
}

/// The enumerators of a header as written: name -> value.
std::map<std::string, int> enumerators(const std::string &header, const std::string &prefix) {
  std::ifstream file(std::string(OPSTRATA_SOURCE_DIR) + "/include/ascend/" + header);
  const std::regex line("^\\s*" + prefix + "(\\w+) = (\\d+)");
  std::map<std::string, int> result;
  for (std::string text; std::getline(file, text);) {
    if (std::smatch match; std::regex_search(text, match, line)) result[match[1]] = std::stoi(match[2]);
  }
  return result;
}

TEST(DataType, EnumeratorsOfBothHeadersEqualTheTable) {
  std::map<std::string, int> expected = {{"MAX", 43}};
  for (const TypeRow &row : kTypes) expected[row.name] = row.value;
  EXPECT_EQ(enumerators("graph/types.h", "DT_"), expected);
  EXPECT_EQ(enumerators("graph/c_types.h", "C_DT_"), expected);
}

TEST(DataType, EnumerationsAreUnscopedAndConvertToIntegers) {
  static_assert(std::is_convertible_v<ge::DataType, int64_t> && std::is_convertible_v<ge::Format, int64_t>);
  static_assert(std::is_convertible_v<ge::Placement, int> && std::is_convertible_v<ge::DeviceType, int>);
  static_assert(std::is_convertible_v<ge::UnknowShapeOpType, int>);
  static_assert(std::is_same_v<std::underlying_type_t<ge::DataType>, std::underlying_type_t<C_DataType>>);
  EXPECT_EQ(ge::NPU + 0, 0);
  EXPECT_EQ(ge::CPU + 0, 1);
  EXPECT_EQ(ge::kPlacementDevice + 0, 1);
  EXPECT_EQ(ge::DEPEND_COMPUTE + 0, 4);
}

TEST(DataType, SizesOfManyElements) {
  EXPECT_EQ(ge::GetSizeInBytes(3, ge::DT_FLOAT), 12);
  EXPECT_EQ(ge::GetSizeInBytes(3, ge::DT_INT4), 2);
  EXPECT_EQ(ge::GetSizeInBytes(9, ge::DT_UINT1), 2);
  EXPECT_EQ(ge::GetSizeInBytes(5, ge::DT_FLOAT6_E3M2), 4);
  EXPECT_EQ(ge::GetSizeInBytes(0, ge::DT_FLOAT), 0);
  EXPECT_EQ(ge::GetSizeInBytes(-1, ge::DT_FLOAT), -1);
  EXPECT_EQ(ge::GetSizeInBytes(3, ge::DT_STRING), -1);
  EXPECT_EQ(ge::GetSizeInBytes(INT64_MAX / 2, ge::DT_FLOAT), -1);
}

// es-api section 2.2.
constexpr const char *kFormats[] = {
    "NCHW", "NHWC", "ND", "NC1HWC0", "FRACTAL_Z", "NC1C0HWPAD", "NHWC1C0", "FSR_NCHW", "FRACTAL_DECONV", "C1HWNC0",
    "FRACTAL_DECONV_TRANSPOSE", "FRACTAL_DECONV_SP_STRIDE_TRANS", "NC1HWC0_C04", "FRACTAL_Z_C04", "CHWN",
    "FRACTAL_DECONV_SP_STRIDE8_TRANS", "HWCN", "NC1KHKWHWC0", "BN_WEIGHT", "FILTER_HWCK", "HASHTABLE_LOOKUP_LOOKUPS",
    "HASHTABLE_LOOKUP_KEYS", "HASHTABLE_LOOKUP_VALUE", "HASHTABLE_LOOKUP_OUTPUT", "HASHTABLE_LOOKUP_HITS", "C1HWNCoC0",
    "MD", "NDHWC", "FRACTAL_ZZ", "FRACTAL_NZ", "NCDHW", "DHWCN", "NDC1HWC0", "FRACTAL_Z_3D", "CN", "NC", "DHWNC",
    "FRACTAL_Z_3D_TRANSPOSE", "FRACTAL_ZN_LSTM", "FRACTAL_Z_G", "RESERVED", "ALL", "NULL", "ND_RNN_BIAS", "FRACTAL_ZN_RNN",
    "NYUV", "NYUV_A", "NCL", "FRACTAL_Z_WINO", "C1HWC0", "FRACTAL_NZ_C0_16", "FRACTAL_NZ_C0_32", "FRACTAL_NZ_C0_2",
    "FRACTAL_NZ_C0_4", "FRACTAL_NZ_C0_8", "END"};

TEST(Format, NumbersAndNamesAreThoseOfTheInterface) {
  std::map<std::string, int> expected = {{"MAX", 255}};
  for (size_t i = 0; i < std::size(kFormats); ++i) {
    const auto format = static_cast<ge::Format>(i);
    expected[kFormats[i]] = static_cast<int>(i);
    EXPECT_EQ(format_name(format), kFormats[i]);
    EXPECT_EQ(format_from_name(kFormats[i]), format);
    EXPECT_EQ(format_from_name(std::string("FORMAT_") + kFormats[i]), format);
  }
  EXPECT_EQ(enumerators("graph/types.h", "FORMAT_"), expected);
  EXPECT_EQ(enumerators("graph/c_types.h", "C_FORMAT_"), expected);
  EXPECT_EQ(format_name(static_cast<ge::Format>(77)), "");
  EXPECT_EQ(format_from_name("nchw"), std::nullopt);
  EXPECT_EQ(format_from_name("UNKNOWN"), std::nullopt);
}

TEST(Format, PartsOfAFormatWord) {
  const int32_t word = ge::GetFormatFromSubAndC0(ge::FORMAT_FRACTAL_Z, 300, 5);
  EXPECT_EQ(word, 4 | (300 << 8) | (5 << 24));
  EXPECT_EQ(ge::GetPrimaryFormat(word), ge::FORMAT_FRACTAL_Z);
  EXPECT_EQ(ge::GetSubFormat(word), 300);
  EXPECT_EQ(ge::GetC0Format(word), 5);
  EXPECT_EQ(ge::GetC0Value(word), 16);
  EXPECT_TRUE(ge::HasSubFormat(word) && ge::HasC0Format(word));
  EXPECT_FALSE(ge::HasSubFormat(ge::FORMAT_ND) || ge::HasC0Format(ge::FORMAT_ND));
  EXPECT_EQ(ge::GetFormatFromSub(ge::FORMAT_ND, 7), 2 | (7 << 8));
  EXPECT_EQ(ge::GetFormatFromC0(ge::FORMAT_ND, 1), 2 | (1 << 24));
  EXPECT_EQ(format_name(static_cast<ge::Format>(word)), "FRACTAL_Z");
}

}  // namespace
}  // namespace opstrata
