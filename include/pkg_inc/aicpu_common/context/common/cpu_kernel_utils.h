/**
 * @file
 * Factories of the kernel classes and the parallel loop (aicpu-kernel-api section 12).
 */
#ifndef AICPU_CONTEXT_INC_UTILS_H
#define AICPU_CONTEXT_INC_UTILS_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "cpu_attr_value.h"
#include "cpu_context.h"
#include "cpu_node_def.h"
#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"

namespace aicpu {
class OPSTRATA_API CpuKernelUtils {
 public:
  CpuKernelUtils() = delete;
  ~CpuKernelUtils() = delete;

  /** The forms with an argument take ownership; null gives null. */
  static std::shared_ptr<Tensor> CreateTensor();
  static std::shared_ptr<Tensor> CreateTensor(TensorImpl *tensor);
  static std::shared_ptr<TensorShape> CreateTensorShape();
  static std::shared_ptr<TensorShape> CreateTensorShape(TensorShapeImpl *tensorShape);
  static std::shared_ptr<AttrValue> CreateAttrValue();
  static std::shared_ptr<AttrValue> CreateAttrValue(AttrValueImpl *attr);
  static std::shared_ptr<NodeDef> CreateNodeDef();

  static std::shared_ptr<TensorImpl> GetImpl(const Tensor *tensor);
  static std::shared_ptr<TensorShapeImpl> GetImpl(const TensorShape *tensorShape);
  static std::shared_ptr<AttrValueImpl> GetImpl(const AttrValue *attr);

  static std::string GetTensorName(const Tensor *tensor);
  static void SetTensorName(const std::string &name, std::shared_ptr<Tensor> &tensor);

  /**
   * Runs `work(begin, end)` over disjoint ranges covering [0, total) and returns when all are done; ranges run concurrently
   * when total > perUnitSize. Non-positive sizes or no function: success without a call. KERNEL_STATUS_INNER_ERROR when
   * the context has no device or `work` throws.
   */
  static uint32_t ParallelFor(const CpuKernelContext &ctx, int64_t total, int64_t perUnitSize,
                              const std::function<void(int64_t, int64_t)> &work);
  /** Threads a loop can use, at least 2 (kernels subtract 2 without check); 0 without device. */
  static uint32_t GetCPUNum(const CpuKernelContext &ctx);

  /** Says where a custom kernel may write its log, and fills it with zeros. */
  static void UpdateCustWorkSpaceInfo(CpuKernelContext *ctx, uint64_t size, uint64_t addr);
};
}  // namespace aicpu

#endif  // AICPU_CONTEXT_INC_UTILS_H
