/**
 * @file
 * What all context builders share (foreign-build section 4.10). Builders make contexts for tests of registered functions.
 */
#ifndef OPSTRATA_BASE_CONTEXT_BUILDER_OP_CONTEXT_BUILDER_BASE_H_
#define OPSTRATA_BASE_CONTEXT_BUILDER_OP_CONTEXT_BUILDER_BASE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/context_builder/context_holder.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/storage_format.h"
#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace gert {
class ContextBuilderImpl;

template <typename T>
class OPSTRATA_API OpContextBuilderBase {
 public:
  virtual ~OpContextBuilderBase();
  OpContextBuilderBase(const OpContextBuilderBase &) = delete;
  OpContextBuilderBase(OpContextBuilderBase &&) = delete;
  OpContextBuilderBase &operator=(const OpContextBuilderBase &) = delete;
  OpContextBuilderBase &operator=(OpContextBuilderBase &&) = delete;

  T &OpType(const ge::AscendString &op_type);
  T &OpName(const ge::AscendString &op_name);
  /** Every IR input and output has one instance. */
  T &IONum(size_t input_ir_num, size_t output_ir_num);
  /** Instances of every IR input and output: 0 for an absent optional one, the length for a dynamic one. */
  T &IOInstanceNum(const std::vector<uint32_t> &input_instance_num, const std::vector<uint32_t> &output_instance_num);

  /** Adds the next attribute, in IR order. */
  T &AppendAttr(bool attr);
  T &AppendAttr(int64_t attr);
  T &AppendAttr(float attr);
  T &AppendAttr(const ge::AscendString &attr);
  T &AppendAttr(const std::vector<bool> &attr);
  T &AppendAttr(const std::vector<int64_t> &attr);
  T &AppendAttr(const std::vector<float> &attr);
  T &AppendAttr(const std::vector<ge::AscendString> &attr);
  T &AppendAttr(const std::vector<std::vector<int64_t>> &attr);

 protected:
  OpContextBuilderBase();

  /** Description of instance `index`, which comes into being when it is asked for. */
  [[nodiscard]] ge::DataType &MutableInputDataType(size_t index);
  [[nodiscard]] ge::Format &MutableInputOriginalFormat(size_t index);
  [[nodiscard]] ge::Format &MutableInputStorageFormat(size_t index);
  [[nodiscard]] ExpandDimsType &MutableInputExpandDimsType(size_t index);
  [[nodiscard]] ge::DataType &MutableOutputDataType(size_t index);
  [[nodiscard]] ge::Format &MutableOutputOriginalFormat(size_t index);
  [[nodiscard]] ge::Format &MutableOutputStorageFormat(size_t index);
  [[nodiscard]] ExpandDimsType &MutableOutputExpandDimsType(size_t index);

  std::unique_ptr<ContextBuilderImpl> impl_;
};
}  // namespace gert

#endif  // OPSTRATA_BASE_CONTEXT_BUILDER_OP_CONTEXT_BUILDER_BASE_H_
