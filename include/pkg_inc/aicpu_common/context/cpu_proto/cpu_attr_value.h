/**
 * @file
 * `aicpu::AttrValue`: one attribute of any kind (aicpu-kernel-api section 9).
 */
#ifndef CPU_KERNEL_ATTR_VALUE_H
#define CPU_KERNEL_ATTR_VALUE_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"

namespace aicpu {
class AttrValueImpl;

/**
 * Reading a kind that is not the stored one gives that kind's zero value; there is no error. Setting a scalar replaces what
 * was stored; SetList… appends to a list of the same kind (SetListListInt replaces). Not copyable. Created by CpuKernelUtils.
 */
class OPSTRATA_API AttrValue {
  friend class CpuKernelUtils;

 public:
  AttrValue() = delete;
  /** For the framework: the stored object. */
  explicit AttrValue(std::shared_ptr<AttrValueImpl> impl);
  const std::shared_ptr<AttrValueImpl> &impl() const { return impl_; }
  ~AttrValue() = default;
  AttrValue(const AttrValue &) = delete;
  AttrValue &operator=(const AttrValue &) = delete;

  std::string GetString() const;
  void SetString(const std::string &s);
  std::vector<std::string> GetListString() const;
  void SetListString(const std::vector<std::string> &s);
  void AddListString(const std::string &s);
  int32_t ListStringSize() const;

  int64_t GetInt() const;
  void SetInt(int64_t i);
  std::vector<int64_t> GetListInt() const;
  void SetListInt(const std::vector<int64_t> &i);
  void AddListInt(int64_t i);
  int32_t ListIntSize() const;

  std::vector<std::vector<int64_t>> GetListListInt() const;
  void SetListListInt(const std::vector<std::vector<int64_t>> &i);

  float GetFloat() const;
  void SetFloat(float f);
  std::vector<float> GetListFloat() const;
  void SetListFloat(const std::vector<float> &f);
  void AddListFloat(float f);
  int32_t ListFloatSize() const;

  bool GetBool() const;
  void SetBool(bool b);
  std::vector<bool> GetListBool() const;
  void SetListBool(const std::vector<bool> &b);
  void AddListBool(bool b);
  int32_t ListBoolSize() const;

  DataType GetDataType() const;
  void SetDataType(DataType type);
  std::vector<DataType> GetListDataType() const;
  void SetListDataType(const std::vector<DataType> &type);
  void AddListDataType(DataType type);
  int32_t ListDataTypeSize() const;

  /** Copies; false for null. */
  bool SetTensorShape(const TensorShape *shape);
  /** Mutable: a value of another kind becomes an empty shape. */
  std::shared_ptr<TensorShape> GetTensorShape() const;
  /** Number of elements stored; null elements leave an empty entry and are not counted. */
  uint32_t SetListTensorShape(const std::vector<TensorShape *> &shape);
  std::vector<TensorShape> GetListTensorShape() const;
  std::shared_ptr<TensorShape> AddListTensorShape();
  int32_t ListTensorShapeSize() const;

  /** As for shapes. */
  bool SetTensor(const Tensor *tensor);
  std::shared_ptr<Tensor> GetTensor() const;
  uint32_t SetListTensor(const std::vector<Tensor *> &tensor);
  std::vector<Tensor> GetListTensor() const;
  std::shared_ptr<Tensor> AddListTensor();
  int32_t ListTensorSize() const;

 private:
  std::shared_ptr<AttrValueImpl> impl_;
};
}  // namespace aicpu

#endif  // CPU_KERNEL_ATTR_VALUE_H
