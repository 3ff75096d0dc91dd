// Tiling data: the layout is that of the C structure which a kernel declares for the same fields.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>

#include "base/log.h"
#include "register/tilingdata_base.h"

namespace optiling {

BEGIN_TILING_DATA_DEF(TestPart)
TILING_DATA_FIELD_DEF(int16_t, rows);
TILING_DATA_FIELD_DEF(bool, last);
TILING_DATA_FIELD_DEF(int32_t, columns);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(TestPartOp, TestPart)

BEGIN_TILING_DATA_DEF(TestWhole)
TILING_DATA_FIELD_DEF(uint8_t, mode);
TILING_DATA_FIELD_DEF(uint64_t, total);
TILING_DATA_FIELD_DEF_ARR(float, 3, factors);
TILING_DATA_FIELD_DEF_STRUCT(TestPart, head);
TILING_DATA_FIELD_DEF(uint16_t, cores);
TILING_DATA_FIELD_DEF_STRUCT(TestPart, tail);
TILING_DATA_FIELD_DEF(int32_t, rest);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(TestWhole_64, TestWhole)

namespace {

struct alignas(8) Part {
  int16_t rows;
  bool last;
  int32_t columns;
};
struct Whole {
  uint8_t mode;
  uint64_t total;
  float factors[3];
  Part head;
  uint16_t cores;
  Part tail;
  int32_t rest;
};

void fill(TestWhole &data, int base) {
  data.set_mode(static_cast<uint8_t>(base));
  data.set_total(uint64_t{1} << 40 | static_cast<uint64_t>(base));
  const std::array<float, 3> factors{0.5F, 1.5F, static_cast<float>(base)};
  data.set_factors(factors.data());
  data.head.set_rows(static_cast<int16_t>(-base));
  data.head.set_columns(base * 10);
  data.set_cores(static_cast<uint16_t>(base + 1));
  data.tail.set_last(true);
  data.tail.set_columns(base * 20);
  data.set_rest(base + 2);
}

Whole read(TestWhole &data) {
  Whole whole;
  std::memset(&whole, 0xee, sizeof whole);
  data.SaveToBuffer(&whole, sizeof whole);
  return whole;
}

void expect(const Whole &whole, int base) {
  EXPECT_EQ(whole.mode, base);
  EXPECT_EQ(whole.total, uint64_t{1} << 40 | static_cast<uint64_t>(base));
  EXPECT_EQ(whole.factors[1], 1.5F);
  EXPECT_EQ(whole.factors[2], static_cast<float>(base));
  EXPECT_EQ(whole.head.rows, -base);
  EXPECT_FALSE(whole.head.last);
  EXPECT_EQ(whole.head.columns, base * 10);
  EXPECT_EQ(whole.cores, base + 1);
  EXPECT_TRUE(whole.tail.last);
  EXPECT_EQ(whole.tail.columns, base * 20);
  EXPECT_EQ(whole.rest, base + 2);
}

TEST(TilingData, LayoutIsThatOfTheStructure) {
  TestWhole data;
  EXPECT_EQ(data.GetDataSize(), sizeof(Whole));
  EXPECT_EQ(TestPart().GetDataSize(), sizeof(Part));
  const Whole empty = read(data);
  EXPECT_EQ(empty.total, 0U);
  EXPECT_EQ(empty.tail.columns, 0);
  fill(data, 7);
  expect(read(data), 7);
  EXPECT_EQ(data.get_cores(), 8);
  EXPECT_EQ(data.get_factors()[0], 0.5F);
  data.get_factors()[0] = 4.0F;
  EXPECT_EQ(read(data).factors[0], 4.0F);
}

TEST(TilingData, CopiesAreIndependent) {
  TestWhole first;
  fill(first, 3);
  TestWhole second = first;
  fill(first, 5);
  expect(read(second), 3);
  second = first;
  fill(first, 6);
  expect(read(second), 5);
}

TEST(TilingData, FieldsMayLiveInForeignMemory) {
  TestWhole data;
  fill(data, 3);
  Whole memory;
  data.SetDataPtr(&memory);
  expect(memory, 3);
  fill(data, 4);
  expect(memory, 4);
  expect(read(data), 4);
  data.SetDataPtr(nullptr);
  fill(data, 9);
  expect(memory, 4);
  expect(read(data), 9);
}

TEST(TilingData, FieldsAreListed) {
  const TestWhole data;
  const std::vector<FieldInfo> fields = data.GetFieldInfo();
  ASSERT_EQ(fields.size(), 7U);
  EXPECT_STREQ(fields[1].dtype_, "uint64_t");
  EXPECT_STREQ(fields[1].name_, "total");
  EXPECT_EQ(fields[2].arr_size_, 3U);
  EXPECT_STREQ(fields[3].dtype_, "struct");
  EXPECT_STREQ(fields[3].class_name_, "TestPart");
  EXPECT_EQ(fields[3].struct_size_, sizeof(Part));
  EXPECT_STREQ(data.GetTilingClassName(), "TestWhole");
}

TEST(TilingData, ClassesAreFoundByOperatorType) {
  const auto made = CTilingDataClassFactory::GetInstance().CreateTilingDataInstance("TestWhole_64");
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->GetDataSize(), sizeof(Whole));
  EXPECT_NE(dynamic_cast<TestWhole *>(made.get()), nullptr);
  EXPECT_EQ(CTilingDataClassFactory::GetInstance().CreateTilingDataInstance("TestWhole"), nullptr);
  EXPECT_EQ(CTilingDataClassFactory::GetInstance().CreateTilingDataInstance(nullptr), nullptr);
  EXPECT_EQ(StructSizeInfoBase::GetInstance().GetStructSize("TestPart"), sizeof(Part));
  EXPECT_EQ(StructSizeInfoBase::GetInstance().GetStructSize("NoSuchClass"), 0U);
}

TEST(TilingData, SmallBufferIsLeftAlone) {
  TestWhole data;
  fill(data, 1);
  Whole memory{};
  const auto before = opstrata::log::error_count();
  data.SaveToBuffer(&memory, sizeof memory - 1);
  data.SaveToBuffer(nullptr, sizeof memory);
  EXPECT_EQ(memory.mode, 0);
  EXPECT_EQ(opstrata::log::error_count(), before + 2);
}

}  // namespace
}  // namespace optiling
