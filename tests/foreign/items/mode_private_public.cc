// Kernel tests that make every member public before they include the headers, with the renamings of kernel builds.
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#define private public
#define protected public
#define Eigen ascend_Eigen
#define google ascend_private
#define EIGEN_USE_THREADS
#define EIGEN_MPL2_ONLY
#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "node_def_builder.h"
#include "utils/bcast.h"
#include "utils/eigen_tensor.h"
#include "utils/kernel_util.h"

// A context without a device runs no loop.
bool ContextsWithoutDevice() {
  aicpu::CpuKernelContext ctx(aicpu::HOST);
  ctx.device_.reset();
  bool called = false;
  const uint32_t status = aicpu::CpuKernelUtils::ParallelFor(ctx, 2, 1, [&](int64_t, int64_t) { called = true; });
  return status == aicpu::KERNEL_STATUS_INNER_ERROR && !called && aicpu::CpuKernelUtils::GetCPUNum(ctx) == 0;
}
