// The AI CPU part of the test kit, used as the tests of kernels use it.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "node_def_builder.h"
#include "utils/aicpu_read_file.h"
#include "utils/aicpu_test_utils.h"

namespace aicpu {
const char *kKitBlocks = "KitBlocks";
/// Writes n of block_num blocks, or 2 x without blocks.
class KitBlocksKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext &ctx) override {
    if (ctx.Input(0) == nullptr || ctx.Input(0)->GetDataType() != DT_FLOAT) return KERNEL_STATUS_PARAM_INVALID;
    const auto *x = static_cast<const float *>(ctx.Input(0)->GetData());
    auto *y = static_cast<float *>(ctx.Output(0)->GetData());
    const AttrValue *id = ctx.GetAttr("block_id");
    for (int64_t i = 0; i < ctx.Input(0)->NumElements(); ++i) {
      y[i] = id == nullptr ? 2 * x[i] : static_cast<float>(id->GetInt()) / static_cast<float>(ctx.GetAttr("block_num")->GetInt());
    }
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kKitBlocks, KitBlocksKernel);
}  // namespace aicpu

using namespace aicpu;

namespace {

std::shared_ptr<NodeDef> node(DataType type, float *x, float *y) {
  auto result = CpuKernelUtils::CreateNodeDef();
  NodeDefBuilder(result.get(), "KitBlocks", "KitBlocks").Input({"x", type, {2, 2}, x}).Output({"y", type, {2, 2}, y});
  return result;
}

TEST(AicpuKit, RunsNodesAndComparesResults) {
  float x[4], y[4] = {}, expected[4];
  SetRandomValue<float>(x, 4, 1.0f, 2.0f);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(x[i] >= 1.0f && x[i] < 2.0f);
    expected[i] = x[i] + x[i];
  }
  {
    auto node_def = node(DT_FLOAT, x, y);
    RUN_KERNEL(node_def, HOST, KERNEL_STATUS_OK);
    EXPECT_FALSE(node_def_str.empty());
    EXPECT_TRUE(CompareResult(y, expected, 4));
  }
  {
    auto node_def = node(DT_INT8, x, y);
    RUN_KERNEL(node_def, DEVICE, KERNEL_STATUS_PARAM_INVALID);
  }
  {
    auto node_def = node(DT_FLOAT, x, y);
    BlkDimInfo block{4, 3};
    RUN_KERNEL_WITHBLOCK(node_def, HOST, KERNEL_STATUS_OK, &block);
    EXPECT_EQ(y[3], 0.75f);
  }
  std::vector<std::vector<int64_t>> shapes = {{2, 3}, {}, {4, 0}};
  EXPECT_EQ(CalTotalElements(shapes, 0), 6u);
  EXPECT_EQ(CalTotalElements(shapes, 1), 1u);
  EXPECT_EQ(CalTotalElements(shapes, 2), 0u);
}

template <typename T>
bool compare(T computed, T expected) {
  testing::internal::CaptureStdout();
  const bool equal = CompareResult(&computed, &expected, 1);
  EXPECT_EQ(equal, testing::internal::GetCapturedStdout().empty());
  return equal;
}

// The bounds of aicpu-kernel-api section 25: an element fails only if both errors exceed theirs.
TEST(AicpuKit, BoundsOfTheComparison) {
  EXPECT_TRUE(compare<int64_t>(5, 5));
  EXPECT_FALSE(compare<int64_t>(5, 6));
  EXPECT_FALSE(compare<int8_t>(5, 6));
  EXPECT_TRUE(compare(1000.0f, 1000.0009f));   // relative 9e-7
  EXPECT_FALSE(compare(1000.0f, 1000.0021f));  // relative 2.1e-6
  EXPECT_TRUE(compare(1e-7f, 9e-7f));          // absolute 8e-7
  EXPECT_FALSE(compare(0.0f, 2e-6f));
  EXPECT_TRUE(compare(1.0, 1.0 + 9e-11));
  EXPECT_FALSE(compare(1.0, 1.0 + 2e-10));
  EXPECT_TRUE(compare(0.0, 9e-13));
  EXPECT_TRUE(compare(Eigen::half(1000.0f), Eigen::half(1000.5f)));
  EXPECT_FALSE(compare(Eigen::half(1000.0f), Eigen::half(1002.0f)));
  EXPECT_TRUE(compare(std::complex<float>(1, 1000.0f), std::complex<float>(1, 1000.0009f)));
  EXPECT_FALSE(compare(std::complex<float>(1, 1), std::complex<float>(1, 1.1f)));
  EXPECT_FALSE(compare(std::complex<double>(1, 1), std::complex<double>(1.001, 1)));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(compare(nan, nan));
  EXPECT_FALSE(compare(nan, 1.0f));
  EXPECT_FALSE(compare(1.0f, nan));
  float a[] = {100.0f}, near[] = {100.009f}, far[] = {100.02f};
  EXPECT_TRUE(CompareResultAllClose(a, near, 1));
  testing::internal::CaptureStdout();
  EXPECT_FALSE(CompareResultAllClose(a, far, 1));
  EXPECT_NE(testing::internal::GetCapturedStdout().find("output[0] = 100, expected 100.02"), std::string::npos);
}

TEST(AicpuKit, ReadsNumbersOfTextFiles) {
  const auto path = std::filesystem::temp_directory_path() / ("aicpu_kit." + std::to_string(getpid()) + ".txt");
  std::ofstream(path) << "1 -2.5\n inf nan 7\n";
  float values[5] = {};
  EXPECT_TRUE(ReadFile2(path.string(), values, 5));
  EXPECT_EQ(values[1], -2.5f);
  EXPECT_EQ(values[2], std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(values[3]));
  Eigen::half halves[2];
  EXPECT_TRUE(ReadFile(path.string(), halves, 2));  // reads as many as there is room for
  EXPECT_EQ(static_cast<float>(halves[1]), -2.5f);
  std::ofstream(path) << "18446744073709551615 3 -4";
  std::vector<uint64_t> all;
  EXPECT_TRUE(ReadFile(path.string(), all));
  EXPECT_EQ(all, (std::vector<uint64_t>{18446744073709551615ULL, 3, static_cast<uint64_t>(-4)}));
  testing::internal::CaptureStdout();
  std::ofstream(path) << "1 x";
  EXPECT_FALSE(ReadFile(path.string(), all));
  std::filesystem::remove(path);
  EXPECT_FALSE(ReadFile2(path.string(), values, 5));
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_NE(printed.find("'x' is no number"), std::string::npos);
  EXPECT_NE(printed.find("open file"), std::string::npos);
}

}  // namespace
