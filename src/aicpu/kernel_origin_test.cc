// Kernel libraries below operator roots: found at first use, custom path > vendor > built-in (aicpu-kernel-api section
// 24).
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "aicpu/kernel_registry.h"

namespace opstrata::aicpu {
namespace {

namespace fs = std::filesystem;
constexpr const char *kFolder = "op_impl/cpu/aicpu_kernel/impl";

float run(const Kernel *kernel, OutputShapes *shapes = nullptr) {
  CallTensor tensor;
  tensor.dtype = ge::DT_FLOAT;
  tensor.shape = {4};
  const auto prepared = kernel->prepare({kernel->op_type(), {tensor}, {tensor}, {}, {}, {{"scale", 2.0}}});
  EXPECT_TRUE(prepared.ok());
  float x[4] = {}, y[4] = {};
  const void *inputs[] = {x};
  void *outputs[] = {y};
  const Status status = (*prepared)->run({inputs, outputs, nullptr, shapes});
  EXPECT_TRUE(status.ok()) << status.text();
  return y[0];
}

TEST(KernelOrigin, PrecedenceFollowsTheRootsAndLateRootsCount) {
  const fs::path root = fs::temp_directory_path() / std::string("kernel_origin.").append(std::to_string(getpid()));
  const auto install = [&](const char *library, const fs::path &below) {
    fs::create_directories(root / below / kFolder / "x86_64");
    fs::copy_file(fs::path(OPSTRATA_PLUGIN_DIR) / library, root / below / kFolder / "x86_64" / library);
  };
  install("libaicpu_test_plugin1.so", "opp/built-in");
  install("libaicpu_test_plugin2.so", "opp/vendors/b math");
  install("libaicpu_test_plugin3.so", "custom 1");
  std::ofstream(root / "opp/built-in" / kFolder / "broken.so") << "no library";
  EXPECT_EQ(find_kernel("AicpuPluginClass"), nullptr);

  setenv("ASCEND_OPP_PATH", (root / "opp/").c_str(), 1);
  const Kernel *vendor = find_kernel("AicpuPluginState");
  ASSERT_NE(vendor, nullptr);
  EXPECT_EQ(vendor->origin().rank, OriginRank::kVendor);
  EXPECT_EQ(vendor->kind(), KernelKind::kPrepared);
  EXPECT_EQ(run(vendor), 2);
  EXPECT_EQ(run(find_kernel("AicpuPluginClass")), 4);

  std::string list(1, ':');
  list.append((root / "custom 1").string()).append("//: ");
  setenv("ASCEND_CUSTOM_OPP_PATH", list.c_str(), 1);
  const std::vector<const Kernel *> candidates = kernel_candidates("AicpuPluginClass");
  ASSERT_EQ(candidates.size(), 3u);
  EXPECT_EQ(candidates[0]->origin().rank, OriginRank::kCustom);
  EXPECT_EQ(candidates[1]->origin().rank, OriginRank::kVendor);
  EXPECT_EQ(candidates[2]->origin().rank, OriginRank::kBuiltIn);
  // What a kernel logs when it fails is part of the refusal, although nothing is written to a log.
  CallTensor integers;
  integers.dtype = ge::DT_INT32;
  integers.shape = {1};
  const auto refuses = candidates[0]->prepare({"AicpuPluginClass", {integers}, {integers}, {}, {}, {{"scale", 2.0}}});
  ASSERT_TRUE(refuses.ok());
  int32_t number = 0;
  const void *from[] = {&number};
  void *to[] = {&number};
  const Status failed = (*refuses)->run({from, to, nullptr, nullptr});
  EXPECT_NE(failed.text().find("data type 3 is not float"), std::string::npos) << failed.text();
  OutputShapes shapes;
  EXPECT_EQ(run(candidates[0], &shapes), 6);
  EXPECT_EQ(shapes, (OutputShapes{{0, {1}}}));
  EXPECT_EQ(run(candidates[2]), 2);

  const Status missing = no_kernel("AicpuPluginNone");
  for (const char *part : {"AicpuPluginNone", "custom 1/op_impl/cpu/aicpu_kernel/impl (1 library)", "broken.so",
                           "file too short", "b math"}) {
    EXPECT_NE(missing.text().find(part), std::string::npos) << part << " in " << missing.text();
  }
  const std::vector<std::string> types = kernel_op_types();
  EXPECT_NE(std::find(types.begin(), types.end(), "AicpuPluginState"), types.end());

  CallTensor wrong;
  wrong.dtype = ge::DT_INT8;
  const auto prepared = candidates[0]->prepare({"AicpuPluginClass", {wrong}, {wrong}, {}, {}, {}});
  int8_t byte = 0;
  const void *inputs[] = {&byte};
  void *outputs[] = {&byte};
  const Status refused = (*prepared)->run({inputs, outputs, nullptr, nullptr});
  EXPECT_NE(refused.text().find("KERNEL_STATUS_PARAM_INVALID"), std::string::npos) << refused.text();
  fs::remove_all(root);
}

// What is in force follows the environment also when everything is loaded already.
TEST(KernelOrigin, RootsThatMoveOrGoTakeTheirKernelsAlong) {
  const fs::path root = fs::temp_directory_path() / std::string("kernel_roots.").append(std::to_string(getpid()));
  const auto install = [&](const char *library, const char *below) {
    fs::create_directories(root / below / kFolder);
    fs::copy_file(fs::path(OPSTRATA_PLUGIN_DIR) / library, root / below / kFolder / library);
    return (root / below).string();
  };
  const std::string a = install("libaicpu_test_plugin1.so", "a"), b = install("libaicpu_test_plugin2.so", "b c");
  install("libaicpu_test_plugin3.so", "opp/built-in");
  fs::create_directory_symlink(a, root / "link");
  setenv("ASCEND_OPP_PATH", (root / "opp").c_str(), 1);
  const auto of = [](const std::string &custom) {
    setenv("ASCEND_CUSTOM_OPP_PATH", custom.c_str(), 1);
    return run(find_kernel("AicpuPluginClass")) / 2;
  };
  EXPECT_EQ(of(a), 1);
  EXPECT_EQ(of(b + ":" + a), 2);
  EXPECT_EQ(of(a + "/:" + b), 1);
  EXPECT_EQ(of(b), 2);
  EXPECT_EQ(of(""), 3);
  EXPECT_EQ(of(a), 1);
  EXPECT_EQ(of((root / "link").string() + ":" + b), 1);
  EXPECT_EQ(of(b + ":" + (root / "link").string()), 2);
  unsetenv("ASCEND_CUSTOM_OPP_PATH");
  EXPECT_EQ(run(find_kernel("AicpuPluginClass")) / 2, 3);
  // Everything is still there, the strongest first.
  EXPECT_GE(kernel_candidates("AicpuPluginClass").size(), 3u);
  fs::remove_all(root);
}

}  // namespace
}  // namespace opstrata::aicpu
