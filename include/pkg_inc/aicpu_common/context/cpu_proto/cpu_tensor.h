/**
 * @file
 * `aicpu::Tensor` (aicpu-kernel-api section 7).
 */
#ifndef CPU_KERNEL_TENSOR_H
#define CPU_KERNEL_TENSOR_H

#include <cstdint>
#include <memory>

#include "cpu_tensor_shape.h"

namespace aicpu {
class TensorImpl;

/** A handle onto a stored tensor, which never owns its data. Copies share it. Created by CpuKernelUtils. */
class OPSTRATA_API Tensor {
  friend class CpuKernelUtils;

 public:
  Tensor() = delete;
  /** For the framework: the stored object. */
  explicit Tensor(std::shared_ptr<TensorImpl> impl);
  const std::shared_ptr<TensorImpl> &impl() const { return impl_; }
  ~Tensor() = default;

  /** Copies the shape. False, and nothing changed, for null. */
  bool SetTensorShape(const TensorShape *shape);
  /** A handle onto this tensor's shape: changing it changes the tensor. */
  std::shared_ptr<TensorShape> GetTensorShape() const;
  void SetDataType(DataType type);
  DataType GetDataType() const;
  void SetData(void *addr);
  void *GetData() const;
  /** Bytes, as stored: not updated when the shape changes. */
  void SetDataSize(uint64_t size);
  uint64_t GetDataSize() const;
  /** Bytes by shape and type; -1 if either is not known or on overflow. */
  int64_t CalcDataSizeByShape() const;
  /** As TensorShape::NumElements. */
  int64_t NumElements() const;

 private:
  std::shared_ptr<TensorImpl> impl_;
};
}  // namespace aicpu

#endif  // CPU_KERNEL_TENSOR_H
