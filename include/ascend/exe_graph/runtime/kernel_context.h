/**
 * @file
 * `gert::KernelContext`: typed access to a KernelRunContext; its address is that of the C structure.
 */
#ifndef OPSTRATA_EXE_GRAPH_RUNTIME_KERNEL_CONTEXT_H_
#define OPSTRATA_EXE_GRAPH_RUNTIME_KERNEL_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/base_type.h"
#include "exe_graph/runtime/kernel_run_context.h"

namespace gert {
/** One value of a context. */
class Chain {
 public:
  using Deleter = void (*)(void *);

  template <typename T>
  const T *GetPointer() const {
    return static_cast<const T *>(Address(std::integral_constant<bool, InPlace<T>()>()));
  }
  template <typename T>
  T *GetPointer() {
    return static_cast<T *>(const_cast<void *>(Address(std::integral_constant<bool, InPlace<T>()>())));
  }
  /** Values of at most 8 bytes only. */
  template <typename T>
  const T &GetValue() const {
    static_assert(InPlace<T>(), "larger values lie behind a pointer");
    return *GetPointer<T>();
  }
  template <typename T>
  T &GetValue() {
    static_assert(InPlace<T>(), "larger values lie behind a pointer");
    return *GetPointer<T>();
  }

  /** Frees what was there and stores `data`; `deleter` (may be null) will free it. */
  void Set(void *data, Deleter deleter) {
    FreeResource();
    any_value_.data.pointer = data;
    any_value_.deleter = deleter;
  }
  template <typename T>
  void SetWithDefaultDeleter(T *data) {
    Set(data, [](void *pointer) { delete static_cast<T *>(pointer); });
  }
  /** The same for an array made by `new T[]`. */
  template <typename T, typename std::enable_if<std::is_array<T>::value, int>::type = 0>
  void SetWithDefaultDeleter(typename std::remove_extent<T>::type *data) {
    Set(data, [](void *pointer) { delete[] static_cast<typename std::remove_extent<T>::type *>(pointer); });
  }
  bool HasDeleter() const { return any_value_.deleter != nullptr; }

 private:
  template <typename T>
  static constexpr bool InPlace() {
    return sizeof(T) <= sizeof(void *);
  }
  const void *Address(std::true_type) const { return any_value_.data.inplace; }
  const void *Address(std::false_type) const { return any_value_.data.pointer; }
  void FreeResource() {
    if (any_value_.deleter != nullptr) {
      any_value_.deleter(any_value_.data.pointer);
    }
    any_value_.data.pointer = nullptr;
    any_value_.deleter = nullptr;
  }
  AsyncAnyValue any_value_;
};
static_assert(std::is_standard_layout<Chain>::value, "contexts are read as C structures");

/** Getters return null (or the default value) when the index is out of range. */
class KernelContext {
 public:
  size_t GetInputNum() const { return context_.input_size; }
  size_t GetOutputNum() const { return context_.output_size; }

  const Chain *GetInput(size_t i) const {
    return i < context_.input_size ? reinterpret_cast<const Chain *>(Values()[i]) : nullptr;
  }
  Chain *MutableInput(size_t i) const {
    return i < context_.input_size ? reinterpret_cast<Chain *>(Values()[i]) : nullptr;
  }
  const Chain *GetOutput(size_t i) const {
    return i < context_.output_size ? reinterpret_cast<const Chain *>(context_.output_start[i]) : nullptr;
  }
  Chain *GetOutput(size_t i) {
    return i < context_.output_size ? reinterpret_cast<Chain *>(context_.output_start[i]) : nullptr;
  }

  template <typename T>
  const T *GetInputPointer(size_t i) const {
    const Chain *value = GetInput(i);
    return value == nullptr ? nullptr : value->GetPointer<T>();
  }
  template <typename T>
  T *MutableInputPointer(size_t i) const {
    Chain *value = MutableInput(i);
    return value == nullptr ? nullptr : value->GetPointer<T>();
  }
  template <typename T>
  T *GetOutputPointer(size_t i) {
    Chain *value = GetOutput(i);
    return value == nullptr ? nullptr : value->GetPointer<T>();
  }
  template <typename T>
  const T *GetOutputPointer(size_t i) const {
    const Chain *value = GetOutput(i);
    return value == nullptr ? nullptr : value->GetPointer<T>();
  }
  template <typename T>
  T GetInputValue(size_t i) const {
    const Chain *value = GetInput(i);
    return value == nullptr ? T() : value->GetValue<T>();
  }
  const char *GetInputStrPointer(size_t i) const { return GetInputValue<const char *>(i); }

  const void *GetComputeNodeExtend() const { return context_.compute_node_info; }
  const void *GetKernelExtend() const { return context_.kernel_extend_info; }
  const KernelRunContext *GetContext() const { return &context_; }
  KernelRunContext *GetContext() { return &context_; }

 private:
  AsyncAnyValue *const *Values() const { return &context_.values[0]; }
  KernelRunContext context_;
};
static_assert(std::is_standard_layout<KernelContext>::value, "contexts are read as C structures");
}  // namespace gert

#endif  // OPSTRATA_EXE_GRAPH_RUNTIME_KERNEL_CONTEXT_H_
