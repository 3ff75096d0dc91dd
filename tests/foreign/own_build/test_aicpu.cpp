#include <gtest/gtest.h>

#include <Eigen/Core>

#include "cpu_kernel_register.h"
#include "node_def_builder.h"

using namespace aicpu;

TEST(HalveKernel, ComputesWithEigenBesideIt) {
  float x[6] = {2, 4, 6, 8, 10, 12}, offset[1] = {100}, y[6] = {};
  auto node = CpuKernelUtils::CreateNodeDef();
  NodeDefBuilder(node.get(), "Halve", "Halve")
      .Input({"x", DT_FLOAT, {2, 3}, x})
      .Input({"offset", DT_FLOAT, {1}, offset})
      .Output({"y", DT_FLOAT, {2, 3}, y})
      .Attr("times", static_cast<int64_t>(3));
  CpuKernelContext context(HOST);
  ASSERT_EQ(context.Init(node.get()), KERNEL_STATUS_OK);
  ASSERT_EQ(CpuKernelRegister::Instance().RunCpuKernel(context), KERNEL_STATUS_OK);
  Eigen::Map<Eigen::ArrayXf> in(x, 6), out(y, 6);
  EXPECT_TRUE((out == in / 2 * 3 + 100).all());
}
