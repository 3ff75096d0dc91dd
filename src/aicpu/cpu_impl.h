/// @file
/// What is behind the handles of the cpu_kernel.h family. Only for sources of the one string ABI that the room is built with;
/// the functions that take strings (strings_abi.cc) reach it through strings.h.
#ifndef OPSTRATA_SRC_AICPU_CPU_IMPL_H_
#define OPSTRATA_SRC_AICPU_CPU_IMPL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cpu_attr_value.h"
#include "cpu_context.h"
#include "cpu_node_def.h"
#include "cpu_tensor.h"
#include "cpu_types.h"

namespace aicpu {

class TensorShapeImpl {
 public:
  std::vector<int64_t> dims;
  Format format = FORMAT_NCHW;
  bool unknown_rank = false;
};

class TensorImpl {
 public:
  TensorImpl() = default;
  /// Copies the value, not the handle onto its shape.
  TensorImpl(const TensorImpl &other)
      : shape(std::make_shared<TensorShapeImpl>(*other.shape)), dtype(other.dtype), data(other.data),
        data_size(other.data_size), name(other.name) {}
  TensorImpl &operator=(const TensorImpl &) = delete;
  std::shared_ptr<TensorShapeImpl> shape = std::make_shared<TensorShapeImpl>();
  DataType dtype = DT_FLOAT;
  void *data = nullptr;
  uint64_t data_size = 0;
  std::string name;
};

class AttrValueImpl {
 public:
  using ListListInt = std::vector<std::vector<int64_t>>;
  using Shape = std::shared_ptr<TensorShapeImpl>;
  using TensorPtr = std::shared_ptr<TensorImpl>;
  std::variant<std::monostate, std::string, int64_t, float, bool, DataType, Shape, TensorPtr, std::vector<std::string>,
               std::vector<int64_t>, std::vector<float>, std::vector<bool>, std::vector<DataType>, std::vector<Shape>,
               std::vector<TensorPtr>, ListListInt>
      value;

  /// The value as T, or T's zero.
  template <typename T>
  T get() const {
    const T *typed = std::get_if<T>(&value);
    return typed == nullptr ? T{} : *typed;
  }
  /// The value as T; one of another kind becomes T's zero.
  template <typename T>
  T &make() {
    return std::holds_alternative<T>(value) ? std::get<T>(value) : value.emplace<T>();
  }
  std::shared_ptr<AttrValueImpl> clone() const;
};

class NodeDefImpl {
 public:
  std::string op;
  std::vector<std::shared_ptr<TensorImpl>> inputs, outputs;
  std::map<std::string, std::shared_ptr<AttrValueImpl>, std::less<>> attrs;
};

class CpuKernelContextImpl {
 public:
  std::string op;
  std::vector<std::shared_ptr<Tensor>> inputs, outputs;
  std::map<std::string, std::shared_ptr<AttrValue>, std::less<>> attrs;
  uint64_t log_size = 0;  ///< workspace for logs of custom kernels
  char *log = nullptr;
};

}  // namespace aicpu

#endif  // OPSTRATA_SRC_AICPU_CPU_IMPL_H_
