/// @file
/// Memory of a run context: node information, attributes and values in the layout that the `gert` headers read
/// (opdev-api section 4.1). Used for every context that Opstrata hands out: by inference and by the context builders.
#ifndef OPSTRATA_SRC_INFER_CONTEXT_STORAGE_H_
#define OPSTRATA_SRC_INFER_CONTEXT_STORAGE_H_

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/runtime/kernel_run_context.h"
#include "exe_graph/runtime/runtime_attrs.h"
#include "infer/infer.h"
#include "register/op_impl_kernel_registry.h"

namespace opstrata::infer {

/// Builds one context in one arena; small nodes need no heap memory. Frees what context values own when it dies.
class ContextStorage {
 public:
  ContextStorage() {}  // the block is left as it is
  ~ContextStorage();
  ContextStorage(const ContextStorage &) = delete;
  ContextStorage &operator=(const ContextStorage &) = delete;

  /// Node information for `input_num` and `output_num` instances. Counts as in Node: empty = one instance each.
  void set_node(std::string_view type, std::string_view name, size_t input_num, size_t output_num,
                std::span<const uint32_t> input_counts, std::span<const uint32_t> output_counts);
  /// Attributes by position, then the private ones; every node needs them, if only an empty list.
  void set_attrs(std::span<const AttrValue> attrs,
                 const gert::OpImplKernelRegistry::PrivateAttrList *private_attrs = nullptr);
  gert::CompileTimeTensorDesc &input_desc(size_t index) { return info_->inputs_[index]; }
  gert::CompileTimeTensorDesc &output_desc(size_t index) { return info_->outputs_[index]; }

  /// Makes the context itself, with empty values.
  void make_context(size_t input_num, size_t output_num);
  AsyncAnyValue &input(size_t index) { return *context_->values[index]; }
  AsyncAnyValue &output(size_t index) { return *context_->output_start[index]; }
  template <typename Context>
  Context *context() {
    return reinterpret_cast<Context *>(context_);
  }

  /// An object in the arena. Its destructor is not run.
  template <typename T, typename... Args>
  T *make(Args &&...args) {
    static_assert(alignof(T) <= kAlignment);
    return new (take(sizeof(T))) T(std::forward<Args>(args)...);
  }
  const char *copy_text(std::string_view text);

 private:
  template <typename T>
  T *make_array(size_t count) {
    static_assert(alignof(T) <= kAlignment);
    T *items = static_cast<T *>(take(sizeof(T) * count));
    for (size_t i = 0; i < count; ++i) new (items + i) T();
    return items;
  }
  template <typename T, typename List>
  gert::ContinuousVector *make_list(const List &values);
  const void *make_attr(const AttrValue &value);
  gert::AnchorInstanceInfo *make_anchors(size_t instances, std::span<const uint32_t> counts, size_t &num);

  static constexpr size_t kAlignment = 8;
  void *take(size_t bytes) {
    bytes = (bytes + kAlignment - 1) & ~(kAlignment - 1);
    if (bytes > left_) return more_.emplace_back(std::make_unique<std::byte[]>(bytes)).get();
    left_ -= bytes;
    return first_block_.data() + first_block_.size() - left_ - bytes;
  }

  alignas(kAlignment) std::array<std::byte, 6144> first_block_;
  size_t left_ = sizeof(first_block_);
  std::vector<std::unique_ptr<std::byte[]>> more_;  ///< what does not fit
  gert::ComputeNodeInfo *info_ = nullptr;
  KernelRunContext *context_ = nullptr;
};

/// The value of a private attribute in the form of AttrValue.
AttrValue from_attr_value(const ge::AttrValue &value);

}  // namespace opstrata::infer

#endif  // OPSTRATA_SRC_INFER_CONTEXT_STORAGE_H_
