// NodeDef to and from its protobuf wire form. Attributes are written in the order of their names, so that equal nodes give
// equal bytes.
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "aicpu/cpu_impl.h"
#include "aicpu/strings.h"
#include "aicpu_pb/node_def.pb.h"

namespace opstrata::aicpu {
namespace {

using ::aicpu::AttrValueImpl;
using ::aicpu::NodeDefImpl;
using ::aicpu::TensorImpl;
using ::aicpu::TensorShapeImpl;

void write(const TensorShapeImpl &shape, pb::TensorShape &out) {
  for (const int64_t dim : shape.dims) out.add_dim()->set_size(dim);
  out.set_unknown_rank(shape.unknown_rank);
  out.set_data_format(shape.format);
}

void write(const TensorImpl &tensor, pb::Tensor &out) {
  write(*tensor.shape, *out.mutable_tensor_shape());
  out.set_tensor_type(tensor.dtype);
  out.set_name(tensor.name);
  out.set_data_ptr(reinterpret_cast<uint64_t>(tensor.data));
  out.set_data_size(tensor.data_size);
}

struct AttrWriter {
  pb::AttrValue &out;
  void operator()(std::monostate) const {}
  void operator()(const std::string &text) const { out.set_s(text); }
  void operator()(int64_t value) const { out.set_i(value); }
  void operator()(float value) const { out.set_f(value); }
  void operator()(bool value) const { out.set_b(value); }
  void operator()(::aicpu::DataType value) const { out.set_type(value); }
  void operator()(const AttrValueImpl::Shape &shape) const { write(*shape, *out.mutable_shape()); }
  void operator()(const AttrValueImpl::TensorPtr &tensor) const { write(*tensor, *out.mutable_tensor()); }
  void operator()(const AttrValueImpl::ListListInt &lists) const {
    auto *target = out.mutable_list_list_int();
    for (const auto &list : lists) target->add_list_list_i()->mutable_list_i()->Assign(list.begin(), list.end());
  }
  template <typename T>
  void operator()(const std::vector<T> &list) const {
    pb::AttrValue::ArrayValue &array = *out.mutable_array();
    for (const auto &item : list) {
      if constexpr (std::is_same_v<T, std::string>) array.add_s(item);
      if constexpr (std::is_same_v<T, int64_t>) array.add_i(item);
      if constexpr (std::is_same_v<T, float>) array.add_f(item);
      if constexpr (std::is_same_v<T, bool>) array.add_b(item);
      if constexpr (std::is_same_v<T, ::aicpu::DataType>) array.add_type(item);
      if constexpr (std::is_same_v<T, AttrValueImpl::Shape>) write(*item, *array.add_shape());
      if constexpr (std::is_same_v<T, AttrValueImpl::TensorPtr>) write(*item, *array.add_tensor());
    }
  }
};

std::shared_ptr<TensorShapeImpl> read(const pb::TensorShape &in) {
  auto shape = std::make_shared<TensorShapeImpl>();
  for (const auto &dim : in.dim()) shape->dims.push_back(dim.size());
  shape->unknown_rank = in.unknown_rank();
  shape->format = static_cast<::aicpu::Format>(in.data_format());
  return shape;
}

std::shared_ptr<TensorImpl> read(const pb::Tensor &in) {
  auto tensor = std::make_shared<TensorImpl>();
  tensor->shape = read(in.tensor_shape());
  tensor->dtype = static_cast<::aicpu::DataType>(in.tensor_type());
  tensor->name = in.name();
  tensor->data = reinterpret_cast<void *>(in.data_ptr());
  tensor->data_size = in.data_size();
  return tensor;
}

template <typename T, typename List>
std::vector<T> values(const List &in) {
  std::vector<T> list;
  for (const auto &item : in) {
    if constexpr (std::is_enum_v<T>) {
      list.push_back(static_cast<T>(item));
    } else if constexpr (std::is_same_v<T, AttrValueImpl::Shape> || std::is_same_v<T, AttrValueImpl::TensorPtr>) {
      list.push_back(read(item));
    } else {
      list.push_back(item);
    }
  }
  return list;
}

std::shared_ptr<AttrValueImpl> read(const pb::AttrValue &in) {
  auto attr = std::make_shared<AttrValueImpl>();
  switch (in.value_case()) {
    case pb::AttrValue::kS: attr->value = in.s(); break;
    case pb::AttrValue::kI: attr->value = int64_t{in.i()}; break;
    case pb::AttrValue::kF: attr->value = in.f(); break;
    case pb::AttrValue::kB: attr->value = in.b(); break;
    case pb::AttrValue::kType: attr->value = static_cast<::aicpu::DataType>(in.type()); break;
    case pb::AttrValue::kShape: attr->value = read(in.shape()); break;
    case pb::AttrValue::kTensor: attr->value = read(in.tensor()); break;
    case pb::AttrValue::kListListInt: {
      AttrValueImpl::ListListInt lists;
      for (const auto &list : in.list_list_int().list_list_i()) lists.push_back(values<int64_t>(list.list_i()));
      attr->value = std::move(lists);
      break;
    }
    case pb::AttrValue::kArray: {
      const auto &array = in.array();
      if (array.s_size() > 0) attr->value = values<std::string>(array.s());
      if (array.i_size() > 0) attr->value = values<int64_t>(array.i());
      if (array.f_size() > 0) attr->value = values<float>(array.f());
      if (array.b_size() > 0) attr->value = values<bool>(array.b());
      if (array.type_size() > 0) attr->value = values<::aicpu::DataType>(array.type());
      if (array.shape_size() > 0) attr->value = values<AttrValueImpl::Shape>(array.shape());
      if (array.tensor_size() > 0) attr->value = values<AttrValueImpl::TensorPtr>(array.tensor());
      break;
    }
    case pb::AttrValue::VALUE_NOT_SET: break;
  }
  return attr;
}

}  // namespace

bool serialize_node(const NodeDefImpl &node, const Visit &sink) {
  pb::NodeDef out;
  out.set_op(node.op);
  for (const auto &[name, attr] : node.attrs) std::visit(AttrWriter{(*out.mutable_attrs())[name]}, attr->value);
  for (const auto &tensor : node.inputs) write(*tensor, *out.add_inputs());
  for (const auto &tensor : node.outputs) write(*tensor, *out.add_outputs());
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    if (!out.SerializeToCodedStream(&coded)) return false;
  }
  sink(bytes);
  return true;
}

bool parse_node(NodeDefImpl &node, std::string_view bytes) {
  pb::NodeDef in;
  if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return false;
  NodeDefImpl parsed;
  parsed.op = in.op();
  for (const auto &[name, attr] : in.attrs()) parsed.attrs.emplace(name, read(attr));
  for (const auto &tensor : in.inputs()) parsed.inputs.push_back(read(tensor));
  for (const auto &tensor : in.outputs()) parsed.outputs.push_back(read(tensor));
  node = std::move(parsed);
  return true;
}

}  // namespace opstrata::aicpu
