// Reductions on a stream, by hand-computed values; memory of several devices.
#include <cmath>
#include <limits>
#include <vector>

#include "device/test_support.h"

namespace opstrata::device {
namespace {

using AclReduceTest = DeviceTest;

constexpr aclrtReduceKind kSum = ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM;
constexpr aclrtReduceKind kMax = ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX;
constexpr aclrtReduceKind kMin = ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN;

template <typename T>
std::vector<T> reduce(std::vector<T> dst, const std::vector<T> &src, aclrtReduceKind kind, aclDataType type) {
  aclrtStream stream = new_stream();
  EXPECT_EQ(aclrtReduceAsync(dst.data(), src.data(), dst.size() * sizeof(T), kind, type, stream, nullptr), ACL_SUCCESS) << recent();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  return dst;
}

/// Values with every sign, the ends of the type, and a sum that leaves it.
template <typename T>
void check_integers(aclDataType type) {
  const T low = std::numeric_limits<T>::min();
  const T high = std::numeric_limits<T>::max();
  const std::vector<T> dst{1, high, low, 7}, src{2, 1, high, 7};
  EXPECT_EQ(reduce(dst, src, kMax, type), (std::vector<T>{2, high, high, 7})) << type;
  EXPECT_EQ(reduce(dst, src, kMin, type), (std::vector<T>{1, 1, low, 7})) << type;
  // One more than the largest is the smallest; smallest plus largest is all ones.
  EXPECT_EQ(reduce(dst, src, kSum, type), (std::vector<T>{3, low, static_cast<T>(low + high), 14})) << type;
}

TEST_F(AclReduceTest, IntegersOfEveryWidth) {
  check_integers<int8_t>(ACL_INT8);
  check_integers<uint8_t>(ACL_UINT8);
  check_integers<int16_t>(ACL_INT16);
  check_integers<uint16_t>(ACL_UINT16);
  check_integers<int32_t>(ACL_INT32);
  check_integers<uint32_t>(ACL_UINT32);
  check_integers<int64_t>(ACL_INT64);
  check_integers<uint64_t>(ACL_UINT64);
}

template <typename T>
void check_floats(aclDataType type) {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T inf = std::numeric_limits<T>::infinity();
  const std::vector<T> dst{T{1.5}, -inf, nan, T{2}}, src{T{-2.25}, T{3}, T{1}, nan};
  const auto same = [](const std::vector<T> &found, T first, T second) {
    return found[0] == first && found[1] == second && std::isnan(found[2]) && std::isnan(found[3]);
  };
  EXPECT_TRUE(same(reduce(dst, src, kSum, type), T{-0.75}, -inf)) << type;
  EXPECT_TRUE(same(reduce(dst, src, kMax, type), T{1.5}, T{3})) << type;
  EXPECT_TRUE(same(reduce(dst, src, kMin, type), T{-2.25}, -inf)) << type;
}

TEST_F(AclReduceTest, FloatsKeepNans) {
  check_floats<float>(ACL_FLOAT);
  check_floats<double>(ACL_DOUBLE);
}

TEST_F(AclReduceTest, SixteenBitFloatsRoundOnce) {
  // 2048 + 1 is a tie of binary16 and goes to even, 2048 + 3 to 2052; 65504 + 32 overflows. Bits by the definition of the format.
  EXPECT_EQ(reduce<uint16_t>({0x6800, 0x6800, 0x7BFF, 0x3C00}, {0x3C00, 0x4200, 0x5000, 0xC000}, kSum, ACL_FLOAT16),
            (std::vector<uint16_t>{0x6800, 0x6802, 0x7C00, 0xBC00}));
  EXPECT_EQ(reduce<uint16_t>({0x3C00, 0xBC00}, {0xC000, 0x0000}, kMax, ACL_FLOAT16), (std::vector<uint16_t>{0x3C00, 0x0000}));
  // 256 + 1 is a tie of bfloat16.
  EXPECT_EQ(reduce<uint16_t>({0x4380, 0x3F80}, {0x3F80, 0xBF80}, kSum, ACL_BF16), (std::vector<uint16_t>{0x4380, 0x0000}));
  EXPECT_EQ(reduce<uint16_t>({0x4380, 0x3F80}, {0x3F80, 0xBF80}, kMin, ACL_BF16), (std::vector<uint16_t>{0x3F80, 0xBF80}));
}

TEST_F(AclReduceTest, RunsInStreamOrder) {
  aclrtStream stream = new_stream();
  Gate gate;
  float dst = 1.0F, src = 2.0F;
  submit(stream, [&] {
    gate.wait();
    dst = 10.0F;
  });
  ASSERT_EQ(aclrtReduceAsync(&dst, &src, 4, kSum, ACL_FLOAT, stream, nullptr), ACL_SUCCESS);
  submit(stream, [&] { dst *= 2.0F; });
  EXPECT_EQ(dst, 1.0F);
  gate.open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(dst, 24.0F);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(AclReduceTest, RefusesWhatItCannotReduce) {
  float a = 1.0F, b = 2.0F;
  EXPECT_EQ(aclrtReduceAsync(nullptr, nullptr, 0, kSum, ACL_FLOAT, nullptr, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtReduceAsync(nullptr, &b, 4, kSum, ACL_FLOAT, nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtReduceAsync(&a, &b, 4, static_cast<aclrtReduceKind>(9), ACL_FLOAT, nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtReduceAsync(&a, &b, 3, kSum, ACL_FLOAT, nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtReduceAsync(&a, &b, 4, kSum, ACL_STRING, nullptr, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_NE(recent().find("data type 13"), std::string::npos);
  EXPECT_EQ(aclrtReduceAsync(&a, &b, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL, ACL_FLOAT, nullptr, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  void *block = nullptr;
  ASSERT_EQ(aclrtMallocAlign32(&block, 32, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtReduceAsync(block, block, 64, kSum, ACL_FLOAT, nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID) << "over the end of the block";
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  (void)recent();
}

// --- Several devices (OPSTRATA_DEVICES=3) ----------------------------------------------------------------------------------------

TEST_F(AclReduceTest, EveryDeviceHasItsOwnMemoryStreamsAndCount) {
  uint32_t count = 0;
  ASSERT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  ASSERT_EQ(count, 3U);
  const auto free_now = [] {
    size_t free = 0, total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    EXPECT_LE(free, total);
    return free;
  };
  const size_t free_on_0 = free_now();
  ASSERT_EQ(aclrtSetDevice(2), ACL_SUCCESS);
  const size_t free_on_2 = free_now();
  void *block = nullptr;
  constexpr size_t kBytes = 1 << 20;
  ASSERT_EQ(aclrtMalloc(&block, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  // ((size + 32 + padding - 1) / 32) * 32 with a padding of 32 (section 6).
  EXPECT_EQ(free_on_2 - free_now(), (kBytes + 32 + 32 - 1) / 32 * 32);
  aclrtPtrAttributes attributes = {};
  ASSERT_EQ(aclrtPointerGetAttributes(block, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(attributes.location.id, 2U);
  aclrtStream stream = new_stream();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(free_now(), free_on_0) << "the other device's memory is untouched";
  EXPECT_EQ(aclrtMemsetAsync(block, kBytes, 1, kBytes, stream), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_NE(recent().find("device 2"), std::string::npos);
  int32_t peer = 0;
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&peer, 0, 2), ACL_SUCCESS);
  EXPECT_EQ(peer, 1);
  EXPECT_EQ(aclrtSetDevice(3), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_NE(recent().find("devices 0 to 2"), std::string::npos);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS) << "memory of another device can be freed";
  ASSERT_EQ(aclrtSetDevice(2), ACL_SUCCESS);
  EXPECT_EQ(free_now(), free_on_2);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(aclrtResetDevice(2), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(AclReduceTest, PinnedMemoryByConfiguration) {
  void *block = nullptr;
  aclrtMallocConfig config = {nullptr, 1};
  EXPECT_EQ(aclrtMallocHostWithCfg(&block, 100, &config), ACL_ERROR_INVALID_PARAM) << "attributes are counted, but there is no array";
  EXPECT_EQ(aclrtMallocHostWithCfg(&block, 0, nullptr), ACL_ERROR_INVALID_PARAM);
  aclrtMallocAttribute attribute = {ACL_RT_MEM_ATTR_MODULE_ID, {}};
  config.attrs = &attribute;
  ASSERT_EQ(aclrtMallocHostWithCfg(&block, 100, &config), ACL_SUCCESS);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0U);
  EXPECT_EQ(aclrtFree(block), ACL_ERROR_INVALID_PARAM) << "pinned memory is released by aclrtFreeHost only";
  EXPECT_EQ(aclrtFreeHost(block), ACL_SUCCESS);
  (void)recent();
}

}  // namespace
}  // namespace opstrata::device
