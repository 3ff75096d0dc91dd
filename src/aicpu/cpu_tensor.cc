// Tensors, shapes and attribute values of the cpu_kernel.h family.
#include "cpu_tensor.h"

#include "aicpu/cpu_impl.h"
#include "aicpu/strings.h"
#include "base/log.h"

namespace aicpu {
namespace {

/// Product; -1 when a factor is negative or it overflows.
int64_t product(const std::vector<int64_t> &dims) {
  int64_t result = 1;
  bool zero = false;
  for (const int64_t dim : dims) {
    if (dim < 0) return -1;
    zero = zero || dim == 0;
    if (dim != 0 && __builtin_mul_overflow(result, dim, &result)) return -1;
  }
  return zero ? 0 : result;
}

template <typename T>
int32_t list_size(const AttrValueImpl &impl) {
  const auto *list = std::get_if<std::vector<T>>(&impl.value);
  return list == nullptr ? 0 : static_cast<int32_t>(list->size());
}

template <typename T>
void append(AttrValueImpl &impl, const std::vector<T> &values) {
  auto &list = impl.make<std::vector<T>>();
  list.insert(list.end(), values.begin(), values.end());
}

/// The shape or tensor that the value holds, made when it holds something else.
template <typename Impl>
std::shared_ptr<Impl> &held(AttrValueImpl &impl) {
  auto &pointer = impl.make<std::shared_ptr<Impl>>();
  if (pointer == nullptr) pointer = std::make_shared<Impl>();
  return pointer;
}

template <typename Impl>
std::shared_ptr<Impl> &append_new(AttrValueImpl &impl) {
  return impl.make<std::vector<std::shared_ptr<Impl>>>().emplace_back(std::make_shared<Impl>());
}

template <typename Impl>
void copy_pointers(std::vector<std::shared_ptr<Impl>> &list) {
  for (auto &item : list) item = std::make_shared<Impl>(*item);
}

}  // namespace

std::shared_ptr<AttrValueImpl> AttrValueImpl::clone() const {
  auto copy = std::make_shared<AttrValueImpl>(*this);
  if (auto *shape = std::get_if<Shape>(&copy->value)) *shape = std::make_shared<TensorShapeImpl>(**shape);
  if (auto *tensor = std::get_if<TensorPtr>(&copy->value)) *tensor = std::make_shared<TensorImpl>(**tensor);
  if (auto *shapes = std::get_if<std::vector<Shape>>(&copy->value)) copy_pointers(*shapes);
  if (auto *tensors = std::get_if<std::vector<TensorPtr>>(&copy->value)) copy_pointers(*tensors);
  return copy;
}

int GetSizeByDataType(DataType data_type) {
  switch (data_type) {
    case DT_STRING:
    case DT_STRING_REF:
    case DT_RESOURCE:
    case DT_UNDEFINED:
    case DT_FLOAT6_E3M2:
    case DT_FLOAT6_E2M3:
    case DT_MAX: return -1;
    case DT_INT8:
    case DT_UINT8:
    case DT_BOOL:
    case DT_DUAL_SUB_INT8:
    case DT_DUAL_SUB_UINT8:
    case DT_QINT8:
    case DT_QUINT8:
    case DT_INT4:
    case DT_UINT1:
    case DT_INT2:
    case DT_UINT2:
    case DT_HIFLOAT8:
    case DT_FLOAT8_E5M2:
    case DT_FLOAT8_E4M3FN:
    case DT_FLOAT8_E8M0:
    case DT_FLOAT4_E2M1:
    case DT_FLOAT4_E1M2: return 1;
    case DT_FLOAT16:
    case DT_BFLOAT16:
    case DT_INT16:
    case DT_UINT16:
    case DT_QINT16:
    case DT_QUINT16: return 2;
    case DT_FLOAT:
    case DT_INT32:
    case DT_UINT32:
    case DT_QINT32:
    case DT_COMPLEX32: return 4;
    case DT_DUAL: return 5;
    case DT_INT64:
    case DT_UINT64:
    case DT_DOUBLE:
    case DT_COMPLEX64: return 8;
    case DT_COMPLEX128: return 16;
  }
  return -1;
}

TensorShape::TensorShape(std::shared_ptr<TensorShapeImpl> impl) : impl_(std::move(impl)) {}
void TensorShape::SetFormat(Format format) { impl_->format = format; }
Format TensorShape::GetFormat() const { return impl_->format; }
bool TensorShape::GetUnknownRank() const { return impl_->unknown_rank; }
void TensorShape::SetUnknownRank(bool unknownRank) { impl_->unknown_rank = unknownRank; }
void TensorShape::SetDimSizes(const std::vector<int64_t> &dimSizes) { impl_->dims = dimSizes; }
std::vector<int64_t> TensorShape::GetDimSizes() const { return impl_->dims; }
int64_t TensorShape::GetDimSize(int32_t index) const {
  if (index < 0 || index >= GetDims()) {
    opstrata::log::write(opstrata::log::Level::kWarning, "aicpu",
                         "dimension " + std::to_string(index) + " of a shape of rank " + std::to_string(GetDims()));
    return 0;
  }
  return impl_->dims[static_cast<size_t>(index)];
}
int32_t TensorShape::GetDims() const { return static_cast<int32_t>(impl_->dims.size()); }
int64_t TensorShape::NumElements() const { return product(impl_->dims); }

Tensor::Tensor(std::shared_ptr<TensorImpl> impl) : impl_(std::move(impl)) {}
bool Tensor::SetTensorShape(const TensorShape *shape) {
  if (shape == nullptr) return false;
  // Into the stored shape, so that handles given out before see it.
  impl_->shape->dims = shape->GetDimSizes();
  impl_->shape->format = shape->GetFormat();
  impl_->shape->unknown_rank = shape->GetUnknownRank();
  return true;
}
std::shared_ptr<TensorShape> Tensor::GetTensorShape() const { return std::make_shared<TensorShape>(impl_->shape); }
void Tensor::SetDataType(DataType type) { impl_->dtype = type; }
DataType Tensor::GetDataType() const { return impl_->dtype; }
void Tensor::SetData(void *addr) { impl_->data = addr; }
void *Tensor::GetData() const { return impl_->data; }
void Tensor::SetDataSize(uint64_t size) { impl_->data_size = size; }
uint64_t Tensor::GetDataSize() const { return impl_->data_size; }
int64_t Tensor::CalcDataSizeByShape() const {
  const int64_t elements = NumElements();
  const int64_t size = GetSizeByDataType(impl_->dtype);
  int64_t bytes = 0;
  return elements < 0 || size < 0 || __builtin_mul_overflow(elements, size, &bytes) ? -1 : bytes;
}
int64_t Tensor::NumElements() const { return product(impl_->shape->dims); }

AttrValue::AttrValue(std::shared_ptr<AttrValueImpl> impl) : impl_(std::move(impl)) {}

// Scalars and lists of plain values: get, set, and for lists append and size.
#define OPSTRATA_SCALAR(Name, type)                            \
  type AttrValue::Get##Name() const { return impl_->get<type>(); } \
  void AttrValue::Set##Name(type value) { impl_->value = value; }
#define OPSTRATA_LIST(Name, type)                                                                    \
  std::vector<type> AttrValue::GetList##Name() const { return impl_->get<std::vector<type>>(); }     \
  void AttrValue::SetList##Name(const std::vector<type> &values) { append(*impl_, values); }         \
  void AttrValue::AddList##Name(type value) { impl_->make<std::vector<type>>().push_back(value); }   \
  int32_t AttrValue::List##Name##Size() const { return list_size<type>(*impl_); }
OPSTRATA_SCALAR(Int, int64_t)
OPSTRATA_SCALAR(Float, float)
OPSTRATA_SCALAR(Bool, bool)
OPSTRATA_SCALAR(DataType, ::aicpu::DataType)
OPSTRATA_LIST(Int, int64_t)
OPSTRATA_LIST(Float, float)
OPSTRATA_LIST(Bool, bool)
OPSTRATA_LIST(DataType, ::aicpu::DataType)
#undef OPSTRATA_SCALAR
#undef OPSTRATA_LIST

int32_t AttrValue::ListStringSize() const { return list_size<std::string>(*impl_); }
std::vector<std::vector<int64_t>> AttrValue::GetListListInt() const { return impl_->get<AttrValueImpl::ListListInt>(); }
void AttrValue::SetListListInt(const std::vector<std::vector<int64_t>> &i) { impl_->value = i; }

// Shapes and tensors: handles onto the stored value.
#define OPSTRATA_OBJECT(Name)                                                                                             \
  bool AttrValue::Set##Name(const Name *value) {                                                                          \
    if (value == nullptr) return false;                                                                                   \
    held<Name##Impl>(*impl_) = std::make_shared<Name##Impl>(*value->impl());                                              \
    return true;                                                                                                          \
  }                                                                                                                       \
  std::shared_ptr<Name> AttrValue::Get##Name() const { return std::make_shared<Name>(held<Name##Impl>(*impl_)); }         \
  uint32_t AttrValue::SetList##Name(const std::vector<Name *> &values) {                                                  \
    uint32_t stored = 0;                                                                                                  \
    for (const Name *value : values) {                                                                                    \
      std::shared_ptr<Name##Impl> &entry = append_new<Name##Impl>(*impl_);                                                \
      if (value == nullptr) continue;                                                                                     \
      entry = std::make_shared<Name##Impl>(*value->impl());                                                               \
      ++stored;                                                                                                           \
    }                                                                                                                     \
    return stored;                                                                                                        \
  }                                                                                                                       \
  std::vector<Name> AttrValue::GetList##Name() const {                                                                    \
    std::vector<Name> list;                                                                                               \
    for (const auto &entry : impl_->get<std::vector<std::shared_ptr<Name##Impl>>>()) list.emplace_back(entry);            \
    return list;                                                                                                          \
  }                                                                                                                       \
  std::shared_ptr<Name> AttrValue::AddList##Name() { return std::make_shared<Name>(append_new<Name##Impl>(*impl_)); }     \
  int32_t AttrValue::List##Name##Size() const { return list_size<std::shared_ptr<Name##Impl>>(*impl_); }
OPSTRATA_OBJECT(TensorShape)
OPSTRATA_OBJECT(Tensor)
#undef OPSTRATA_OBJECT

}  // namespace aicpu

namespace opstrata::aicpu {

std::string_view attr_text(const ::aicpu::AttrValueImpl &attr) {
  const auto *text = std::get_if<std::string>(&attr.value);
  return text == nullptr ? std::string_view() : std::string_view(*text);
}
void set_attr_text(::aicpu::AttrValueImpl &attr, std::string_view text) { attr.value = std::string(text); }
void visit_attr_texts(const ::aicpu::AttrValueImpl &attr, const Visit &visit) {
  if (const auto *list = std::get_if<std::vector<std::string>>(&attr.value)) {
    for (const std::string &text : *list) visit(text);
  }
}
void add_attr_text(::aicpu::AttrValueImpl &attr, std::string_view text) {
  attr.make<std::vector<std::string>>().emplace_back(text);
}
std::string_view tensor_name(const ::aicpu::TensorImpl &tensor) { return tensor.name; }
void set_tensor_name(::aicpu::TensorImpl &tensor, std::string_view name) { tensor.name = name; }

}  // namespace opstrata::aicpu
