// Random number tasks: the words of the generator against its published answers, and what distributions make of them.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "base/half.h"
#include "device/test_support.h"

namespace opstrata::device {
namespace {

using AclRandomTest = DeviceTest;

template <typename T>
aclrtRandomParaInfo value(T number) {
  aclrtRandomParaInfo info = {};
  info.size = sizeof(T);
  std::memcpy(info.valueOrAddr, &number, sizeof(T));
  return info;
}
aclrtRandomParaInfo at(const void *address, uint8_t size) {
  aclrtRandomParaInfo info = value(address);
  info.isAddr = 1;
  info.size = size;
  return info;
}

aclrtRandomNumTaskInfo uniform(aclDataType type, void *result, uint64_t count, aclrtRandomParaInfo min,
                               aclrtRandomParaInfo max) {
  aclrtRandomNumTaskInfo task = {};
  task.dataType = type;
  task.randomNumFuncParaInfo.funcType = ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS;
  task.randomNumFuncParaInfo.paramInfo.uniformDisInfo = {min, max};
  task.randomResultAddr = result;
  task.randomSeed = value(uint64_t{0});
  task.randomNum = value(count);
  return task;
}

void run(const aclrtRandomNumTaskInfo &task) {
  aclrtStream stream = new_stream();
  EXPECT_EQ(aclrtRandomNumAsync(&task, stream, nullptr), ACL_SUCCESS) << recent();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << recent();
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(AclRandomTest, WordsAreThePublishedOnes) {
  // Random123, kat_vectors: philox4x32 with ten rounds; whole numbers below 2^32 - 1 are the words.
  std::vector<uint32_t> words(4);
  auto task = uniform(ACL_UINT32, words.data(), 4, value(uint32_t{0}), value(UINT32_MAX));
  run(task);
  EXPECT_EQ(words, (std::vector<uint32_t>{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  uint64_t counter[] = {0x85A308D3243F6A88, 0x0370734413198A2E}, seed = 0x299F31D0A4093822;
  task.randomCounterAddr = counter;
  task.randomSeed = at(&seed, 8);
  run(task);
  EXPECT_EQ(words, (std::vector<uint32_t>{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST_F(AclRandomTest, UniformNumbersOfEveryType) {
  std::vector<float> floats(3);
  run(uniform(ACL_FLOAT, floats.data(), 3, value(-1.0F), value(1.0F)));
  for (size_t i = 0; i < 3; ++i) {
    const uint32_t word[] = {0x6627E8D5, 0xE169C58D, 0xBC57AC4C};
    EXPECT_EQ(floats[i], static_cast<float>(std::ldexp(double(word[i] & 0x7FFFFF), -22) - 1)) << i;
  }
  std::vector<uint16_t> halves(1000);
  run(uniform(ACL_FLOAT16, halves.data(), 1000, value(float_to_fp16(2)), value(float_to_fp16(3))));
  EXPECT_TRUE(std::all_of(halves.begin(), halves.end(),
                          [](uint16_t h) { return fp16_to_float(h) >= 2 && fp16_to_float(h) <= 3; }));
  run(uniform(ACL_BF16, halves.data(), 1000, value(float_to_bf16(2)), value(float_to_bf16(3))));
  EXPECT_TRUE(std::all_of(halves.begin(), halves.end(),
                          [](uint16_t h) { return bf16_to_float(h) >= 2 && bf16_to_float(h) <= 3; }));
  std::vector<int32_t> ints(1000);
  run(uniform(ACL_INT32, ints.data(), 1000, value(int32_t{-3}), value(int32_t{2})));
  for (int32_t wanted = -3; wanted < 2; ++wanted) EXPECT_NE(std::count(ints.begin(), ints.end(), wanted), 0) << wanted;
  EXPECT_EQ(*std::max_element(ints.begin(), ints.end()), 1);
  EXPECT_EQ(*std::min_element(ints.begin(), ints.end()), -3);
  std::vector<int64_t> longs(1000);
  run(uniform(ACL_INT64, longs.data(), 1000, value(INT64_MIN), value(INT64_MAX)));
  EXPECT_NE(*std::max_element(longs.begin(), longs.end()), *std::min_element(longs.begin(), longs.end()));
  std::vector<uint64_t> wide(1000);
  run(uniform(ACL_UINT64, wide.data(), 1000, value(uint64_t{1} << 63), value(UINT64_MAX)));
  EXPECT_TRUE(std::all_of(wide.begin(), wide.end(), [](uint64_t v) { return v >> 63 != 0; }));
}

TEST_F(AclRandomTest, NormalNumbersAndMasks) {
  constexpr size_t kCount = 20000;
  std::vector<float> numbers(kCount);
  aclrtRandomNumTaskInfo task = {};
  task.dataType = ACL_FLOAT;
  task.randomNumFuncParaInfo.funcType = ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS;
  task.randomNumFuncParaInfo.paramInfo.normalDisInfo = {value(5.0F), value(2.0F)};
  task.randomResultAddr = numbers.data();
  task.randomSeed = value(uint32_t{7});
  task.randomNum = value(static_cast<uint32_t>(kCount));
  const auto deviation = [&](double &mean) {
    double square = 0;
    mean = 0;
    for (const float x : numbers) mean += double{x} / kCount;
    for (const float x : numbers) square += (x - mean) * (x - mean) / kCount;
    return std::sqrt(square);
  };
  double mean = 0;
  run(task);
  EXPECT_NEAR(deviation(mean), 2, 0.05);
  EXPECT_NEAR(mean, 5, 0.05);
  EXPECT_GT(*std::max_element(numbers.begin(), numbers.end()), 9);
  task.randomNumFuncParaInfo.funcType = ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS;
  run(task);
  EXPECT_NEAR(deviation(mean), 2 * 0.8796, 0.05);  // of a standard normal distribution cut at two
  EXPECT_LT(*std::max_element(numbers.begin(), numbers.end()), 9);

  // The parameters may be written by work that comes before.
  std::vector<uint8_t> mask(kCount / 8 + 2, 0xAA);
  float dropped = 0;
  uint64_t count = 0;
  task.randomNumFuncParaInfo.funcType = ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK;
  task.randomNumFuncParaInfo.paramInfo.dropoutBitmaskInfo.dropoutRation = at(&dropped, 4);
  task.randomNum = at(&count, 8);
  task.randomResultAddr = mask.data();
  aclrtStream stream = new_stream();
  Gate gate;
  submit(stream, [&] {
    gate.wait();
    dropped = 0.25F;
    count = kCount + 1;
  });
  EXPECT_EQ(aclrtRandomNumAsync(&task, stream, nullptr), ACL_SUCCESS) << recent();
  gate.open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << recent();
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  size_t kept = 0;
  for (size_t i = 0; i < kCount; ++i) kept += (mask[i / 8] >> (i % 8)) & 1;
  EXPECT_NEAR(static_cast<double>(kept) / kCount, 0.75, 0.02);
  EXPECT_EQ(mask.back(), 0xAA);
}

TEST_F(AclRandomTest, RefusalsNameWhatIsWrong) {
  const auto expect = [](const aclrtRandomNumTaskInfo *task, aclError code, const char *text) {
    EXPECT_EQ(aclrtRandomNumAsync(task, nullptr, nullptr), code);
    EXPECT_NE(recent().find(text), std::string::npos) << text;
  };
  void *device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  auto task = uniform(ACL_FLOAT, device, 16, value(0.0F), value(1.0F));
  expect(nullptr, ACL_ERROR_INVALID_PARAM, "taskInfo");
  task.randomResultAddr = nullptr;
  expect(&task, ACL_ERROR_INVALID_PARAM, "randomResultAddr");
  task.randomResultAddr = device;
  task.dataType = ACL_INT8;
  expect(&task, ACL_ERROR_INVALID_PARAM, "dataType");
  task.dataType = ACL_FLOAT;
  task.randomNumFuncParaInfo.funcType = static_cast<aclrtRandomNumFuncType>(4);
  expect(&task, ACL_ERROR_INVALID_PARAM, "funcType");
  task.dataType = ACL_INT32;
  task.randomNumFuncParaInfo.funcType = ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS;
  expect(&task, ACL_ERROR_INVALID_PARAM, "normal");
  task = uniform(ACL_FLOAT, device, 16, value(0.0F), value(1.0));
  expect(&task, ACL_ERROR_INVALID_PARAM, "uniformDisInfo.max.size");
  task = uniform(ACL_FLOAT, device, 16, value(0.0F), at(nullptr, 4));
  expect(&task, ACL_ERROR_INVALID_PARAM, "uniformDisInfo.max.valueOrAddr");
  task = uniform(ACL_FLOAT, device, 1000, value(0.0F), value(1.0F));
  expect(&task, ACL_ERROR_RT_PARAM_INVALID, "randomResultAddr");
  task = uniform(ACL_FLOAT, device, UINT64_MAX, value(0.0F), value(1.0F));
  expect(&task, ACL_ERROR_RT_PARAM_INVALID, "randomResultAddr");
  // What only the run can see fails the stream.
  task = uniform(ACL_INT32, device, 4, value(int32_t{3}), value(int32_t{3}));
  aclrtStream stream = new_stream();
  EXPECT_EQ(aclrtRandomNumAsync(&task, stream, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_NE(recent().find("uniformDisInfo.max"), std::string::npos);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
}

}  // namespace
}  // namespace opstrata::device
