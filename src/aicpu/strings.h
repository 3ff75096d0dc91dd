/// @file
/// String functions of the cpu_kernel.h family over views: the core of strings_abi.cc, which is compiled for both string ABIs
/// and therefore must not see a type that holds a string.
#ifndef OPSTRATA_SRC_AICPU_STRINGS_H_
#define OPSTRATA_SRC_AICPU_STRINGS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "cpu_types.h"

namespace aicpu {
class AttrValue;
class AttrValueImpl;
class CpuKernelContextImpl;
class NodeDefImpl;
class TensorImpl;
}  // namespace aicpu

namespace opstrata::aicpu {

using Visit = std::function<void(std::string_view)>;

std::string_view attr_text(const ::aicpu::AttrValueImpl &attr);
void set_attr_text(::aicpu::AttrValueImpl &attr, std::string_view text);
void visit_attr_texts(const ::aicpu::AttrValueImpl &attr, const Visit &visit);
void add_attr_text(::aicpu::AttrValueImpl &attr, std::string_view text);

std::string_view tensor_name(const ::aicpu::TensorImpl &tensor);
void set_tensor_name(::aicpu::TensorImpl &tensor, std::string_view name);

std::string_view node_op(const ::aicpu::NodeDefImpl &node);
void set_node_op(::aicpu::NodeDefImpl &node, std::string_view op);
/// Copies the attribute; false when the name exists.
bool add_node_attr(::aicpu::NodeDefImpl &node, std::string_view name, const ::aicpu::AttrValueImpl &attr);
void visit_node_attrs(const ::aicpu::NodeDefImpl &node,
                      const std::function<void(std::string_view, const std::shared_ptr<::aicpu::AttrValueImpl> &)> &visit);
bool parse_node(::aicpu::NodeDefImpl &node, std::string_view bytes);
/// Calls `sink` once with the bytes; false when the node cannot be written.
bool serialize_node(const ::aicpu::NodeDefImpl &node, const Visit &sink);

std::string_view context_op(const ::aicpu::CpuKernelContextImpl &context);
/// Null with a warning record for an unknown name.
::aicpu::AttrValue *context_attr(const ::aicpu::CpuKernelContextImpl &context, std::string_view name);

/// "DT_FLOAT"; null for a value without a name.
const char *data_type_text(::aicpu::DataType type);
::aicpu::DataType data_type_from_text(std::string_view text);
/// "NCHW"; null for a value without a name.
const char *format_text(int32_t primary_format);
uint64_t file_size(std::string_view path);

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_STRINGS_H_
