#include "graph/tensor.h"

#include <algorithm>
#include <cstring>

namespace ge {
namespace {

/// The object behind a handle whose copies are values: made on first change, copied when others see it too.
template <typename Impl>
Impl &own(std::shared_ptr<Impl> &impl) {
  if (impl == nullptr) {
    impl = std::make_shared<Impl>();
  } else if (impl.use_count() > 1) {
    impl = std::make_shared<Impl>(*impl);
  }
  return *impl;
}

template <typename Impl>
const Impl &look(const std::shared_ptr<Impl> &impl) {
  static const Impl *const empty = new Impl();
  return impl == nullptr ? *empty : *impl;
}

int64_t product(const std::vector<int64_t> &dims) {
  int64_t size = 1;
  for (const int64_t dim : dims) {
    if (dim < 0) return -1;
  }
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return 0;
  for (const int64_t dim : dims) {
    if (__builtin_mul_overflow(size, dim, &size)) return -1;
  }
  return size;
}

}  // namespace

// --- Shape --------------------------------------------------------------------------------------------------------------

Shape::Shape() = default;
Shape::~Shape() = default;
Shape::Shape(const std::vector<int64_t> &dims) : dims_(dims) {}
Shape::Shape(const Shape &other) = default;
Shape::Shape(Shape &&other) noexcept = default;
Shape &Shape::operator=(const Shape &other) = default;
Shape &Shape::operator=(Shape &&other) noexcept = default;

size_t Shape::GetDimNum() const { return dims_ == UNKNOWN_RANK ? 0 : dims_.size(); }
int64_t Shape::GetDim(size_t idx) const { return idx < dims_.size() ? dims_[idx] : 0; }
graphStatus Shape::SetDim(size_t idx, int64_t value) {
  if (idx >= dims_.size()) return GRAPH_FAILED;
  dims_[idx] = value;
  return GRAPH_SUCCESS;
}
std::vector<int64_t> Shape::GetDims() const { return dims_; }
int64_t Shape::GetShapeSize() const { return dims_.empty() ? 0 : product(dims_); }

// --- TensorDesc -----------------------------------------------------------------------------------------------------------

class TensorDescImpl {
 public:
  Shape shape;
  Shape origin_shape;
  Format format = FORMAT_ND;
  Format origin_format = FORMAT_ND;
  DataType data_type = DT_FLOAT;
  Placement placement = kPlacementHost;
  bool has_origin_shape = false;
  bool has_origin_format = false;
  std::vector<std::pair<int64_t, int64_t>> range;
  AscendString name;
  AscendString expand_dims_rule;
  int64_t size = 0;
  int64_t real_dim_count = 0;
  uint32_t reuse_input = UINT32_MAX;
  std::shared_ptr<uint8_t[]> const_data;
  size_t const_size = 0;
};

TensorDescImpl &TensorDesc::impl() { return own(impl_); }
const TensorDescImpl &TensorDesc::impl() const { return look(impl_); }

TensorDesc::TensorDesc() = default;
TensorDesc::~TensorDesc() = default;
TensorDesc::TensorDesc(Shape shape, Format format, DataType dt) { Update(shape, format, dt); }
TensorDesc::TensorDesc(const TensorDesc &desc) = default;
TensorDesc::TensorDesc(TensorDesc &&desc) noexcept = default;
TensorDesc &TensorDesc::operator=(const TensorDesc &desc) = default;
TensorDesc &TensorDesc::operator=(TensorDesc &&desc) noexcept = default;

void TensorDesc::Update(const Shape &shape, Format format, DataType dt) {
  TensorDescImpl &d = impl();
  d.shape = shape;
  d.format = format;
  d.data_type = dt;
}

Shape TensorDesc::GetShape() const { return impl().shape; }
void TensorDesc::SetShape(const Shape &shape) { impl().shape = shape; }
graphStatus TensorDesc::SetUnknownDimNumShape() {
  impl().shape = Shape(UNKNOWN_RANK);
  return GRAPH_SUCCESS;
}
graphStatus TensorDesc::SetShapeRange(const std::vector<std::pair<int64_t, int64_t>> &range) {
  impl().range = range;
  return GRAPH_SUCCESS;
}
graphStatus TensorDesc::GetShapeRange(std::vector<std::pair<int64_t, int64_t>> &range) const {
  range = impl().range;
  return GRAPH_SUCCESS;
}

Format TensorDesc::GetFormat() const { return impl().format; }
void TensorDesc::SetFormat(Format format) { impl().format = format; }
Shape TensorDesc::GetOriginShape() const { return impl().has_origin_shape ? impl().origin_shape : impl().shape; }
void TensorDesc::SetOriginShape(const Shape &origin_shape) {
  impl().origin_shape = origin_shape;
  impl().has_origin_shape = true;
}
Format TensorDesc::GetOriginFormat() const { return impl().has_origin_format ? impl().origin_format : impl().format; }
void TensorDesc::SetOriginFormat(Format origin_format) {
  impl().origin_format = origin_format;
  impl().has_origin_format = true;
}

DataType TensorDesc::GetDataType() const { return impl().data_type; }
void TensorDesc::SetDataType(DataType dt) { impl().data_type = dt; }
graphStatus TensorDesc::GetName(AscendString &name) const {
  name = impl().name;
  return GRAPH_SUCCESS;
}
void TensorDesc::SetName(const char *name) { impl().name = AscendString(name); }
int64_t TensorDesc::GetSize() const { return impl().size; }
void TensorDesc::SetSize(int64_t size) { impl().size = size; }
int64_t TensorDesc::GetRealDimCnt() const { return impl().real_dim_count; }
void TensorDesc::SetRealDimCnt(const int64_t real_dim_cnt) { impl().real_dim_count = real_dim_cnt; }
Placement TensorDesc::GetPlacement() const { return impl().placement; }
void TensorDesc::SetPlacement(Placement placement) { impl().placement = placement; }

void TensorDesc::SetConstData(std::unique_ptr<uint8_t[]> const_data_buffer, const size_t &const_data_len) {
  impl().const_data = std::move(const_data_buffer);
  impl().const_size = const_data_len;
}
bool TensorDesc::GetConstData(uint8_t **const_data_buffer, size_t &const_data_len) const {
  if (const_data_buffer == nullptr || impl().const_data == nullptr) return false;
  *const_data_buffer = impl().const_data.get();
  const_data_len = impl().const_size;
  return true;
}

void TensorDesc::SetExpandDimsRule(const AscendString &expand_dims_rule) { impl().expand_dims_rule = expand_dims_rule; }
graphStatus TensorDesc::GetExpandDimsRule(AscendString &expand_dims_rule) const {
  expand_dims_rule = impl().expand_dims_rule;
  return GRAPH_SUCCESS;
}
void TensorDesc::SetReuseInputIndex(const uint32_t idx) { impl().reuse_input = idx; }

// --- Tensor ---------------------------------------------------------------------------------------------------------------

class TensorImpl {
 public:
  TensorDesc desc;
  std::shared_ptr<uint8_t[]> data;
  size_t size = 0;

  graphStatus copy_data(const void *from, size_t bytes) {
    if (from == nullptr && bytes != 0) return GRAPH_PARAM_INVALID;
    data.reset(new uint8_t[bytes]);
    if (bytes != 0) std::memcpy(data.get(), from, bytes);
    size = bytes;
    return GRAPH_SUCCESS;
  }
  graphStatus take_data(uint8_t *from, size_t bytes, const Tensor::DeleteFunc &deleter) {
    if (from == nullptr && bytes != 0) return GRAPH_PARAM_INVALID;
    if (from == nullptr || deleter == nullptr) {
      data = std::shared_ptr<uint8_t[]>(from, [](uint8_t *) {});
    } else {
      data = std::shared_ptr<uint8_t[]>(from, deleter);
    }
    size = bytes;
    return GRAPH_SUCCESS;
  }
};

TensorImpl &Tensor::impl() { return own(impl_); }
const TensorImpl &Tensor::impl() const { return look(impl_); }

Tensor::Tensor() = default;
Tensor::~Tensor() = default;
Tensor::Tensor(const TensorDesc &tensor_desc) { impl().desc = tensor_desc; }
Tensor::Tensor(const TensorDesc &tensor_desc, const std::vector<uint8_t> &data) : Tensor(tensor_desc, data.data(), data.size()) {}
Tensor::Tensor(TensorDesc &&tensor_desc, std::vector<uint8_t> &&data) {
  impl().desc = std::move(tensor_desc);
  (void)SetData(std::move(data));
}
Tensor::Tensor(const TensorDesc &tensor_desc, const uint8_t *data, size_t size) : Tensor(tensor_desc) {
  (void)impl().copy_data(data, size);
}
Tensor::Tensor(const Tensor &other) = default;
Tensor::Tensor(Tensor &&other) noexcept = default;
Tensor &Tensor::operator=(const Tensor &other) = default;
Tensor &Tensor::operator=(Tensor &&other) noexcept = default;

TensorDesc Tensor::GetTensorDesc() const { return impl().desc; }
graphStatus Tensor::SetTensorDesc(const TensorDesc &tensor_desc) {
  impl().desc = tensor_desc;
  return GRAPH_SUCCESS;
}

const uint8_t *Tensor::GetData() const { return impl().data.get(); }
uint8_t *Tensor::GetData() { return look(impl_).data.get(); }
size_t Tensor::GetSize() const { return impl().size; }

std::unique_ptr<uint8_t[], Tensor::DeleteFunc> Tensor::ResetData() {
  TensorImpl &t = impl();
  std::shared_ptr<uint8_t[]> data = std::move(t.data);
  t.data = nullptr;
  const size_t size = std::exchange(t.size, 0);
  if (data == nullptr) return {nullptr, [](uint8_t *) {}};
  if (data.use_count() > 1) {
    std::unique_ptr<uint8_t[]> copy(new uint8_t[size]);
    std::memcpy(copy.get(), data.get(), size);
    return {copy.release(), [](uint8_t *p) { delete[] p; }};
  }
  uint8_t *const bytes = data.get();
  return {bytes, [data = std::move(data)](uint8_t *) mutable { data.reset(); }};
}
graphStatus Tensor::ResetData(uint8_t *data, size_t size, const DeleteFunc &deleter_func) {
  return impl().take_data(data, size, deleter_func);
}

graphStatus Tensor::SetData(std::vector<uint8_t> &&data) {
  auto owner = std::make_shared<std::vector<uint8_t>>(std::move(data));
  TensorImpl &t = impl();
  t.size = owner->size();
  t.data = std::shared_ptr<uint8_t[]>(owner, owner->data());
  return GRAPH_SUCCESS;
}
graphStatus Tensor::SetData(const std::vector<uint8_t> &data) { return SetData(data.data(), data.size()); }
graphStatus Tensor::SetData(const uint8_t *data, size_t size) { return impl().copy_data(data, size); }
graphStatus Tensor::SetData(const char *data) {
  return data == nullptr ? GRAPH_PARAM_INVALID : SetData(std::vector<AscendString>{AscendString(data)});
}
graphStatus Tensor::SetData(const std::vector<AscendString> &data) {
  size_t bytes = 0;
  for (const AscendString &s : data) bytes += sizeof(StringHead) + s.GetLength() + 1;
  std::vector<uint8_t> buffer(bytes);
  size_t head = 0;
  size_t text = data.size() * sizeof(StringHead);
  for (const AscendString &s : data) {
    const StringHead entry{static_cast<int64_t>(text), static_cast<int64_t>(s.GetLength())};
    std::memcpy(buffer.data() + head, &entry, sizeof(entry));
    std::memcpy(buffer.data() + text, s.GetString(), s.GetLength() + 1);
    head += sizeof(entry);
    text += s.GetLength() + 1;
  }
  return SetData(std::move(buffer));
}
graphStatus Tensor::SetData(uint8_t *data, size_t size, const DeleteFunc &deleter_func) {
  return impl().take_data(data, size, deleter_func);
}

graphStatus Tensor::IsValid() {
  const TensorImpl &t = look(impl_);
  const int64_t count = product(t.desc.GetShape().GetDims());
  const int64_t bytes = count < 0 ? -1 : GetSizeInBytes(count, t.desc.GetDataType());
  const bool nothing = impl_ == nullptr || (t.size == 0 && t.desc.GetShape().GetDims().empty());
  return bytes < 0 || nothing || static_cast<size_t>(bytes) == t.size ? GRAPH_SUCCESS : GRAPH_FAILED;
}

Tensor Tensor::Clone() const {
  Tensor copy(impl().desc);
  if (impl().data != nullptr) (void)copy.impl().copy_data(impl().data.get(), impl().size);
  return copy;
}

namespace {
/// Changes the dimensions of a shape: their number (new ones are 0), or one of them.
Shape with_dim_num(const Shape &shape, size_t num) {
  std::vector<int64_t> dims = shape.GetDims();
  dims.resize(num);
  return Shape(dims);
}
}  // namespace

graphStatus Tensor::SetShapeDimNum(const size_t dim_num) {
  impl().desc.SetShape(with_dim_num(impl().desc.GetShape(), dim_num));
  return GRAPH_SUCCESS;
}
size_t Tensor::GetShapeDimNum() const { return impl().desc.GetShape().GetDimNum(); }
graphStatus Tensor::SetShapeDim(const size_t idx, const int64_t dim_value) {
  Shape shape = impl().desc.GetShape();
  const graphStatus status = shape.SetDim(idx, dim_value);
  if (status == GRAPH_SUCCESS) impl().desc.SetShape(shape);
  return status;
}
int64_t Tensor::GetShapeDim(const size_t idx) const { return impl().desc.GetShape().GetDim(idx); }
graphStatus Tensor::SetOriginShapeDimNum(const size_t dim_num) {
  impl().desc.SetOriginShape(with_dim_num(impl().desc.GetOriginShape(), dim_num));
  return GRAPH_SUCCESS;
}
size_t Tensor::GetOriginShapeDimNum() const { return impl().desc.GetOriginShape().GetDimNum(); }
graphStatus Tensor::SetOriginShapeDim(const size_t idx, const int64_t dim_value) {
  Shape shape = impl().desc.GetOriginShape();
  const graphStatus status = shape.SetDim(idx, dim_value);
  if (status == GRAPH_SUCCESS) impl().desc.SetOriginShape(shape);
  return status;
}
int64_t Tensor::GetOriginShapeDim(const size_t idx) const { return impl().desc.GetOriginShape().GetDim(idx); }

#define OPSTRATA_TENSOR_DESC_PART(Name, Type)              \
  graphStatus Tensor::Set##Name(const Type value) {        \
    impl().desc.Set##Name(value);                          \
    return GRAPH_SUCCESS;                                  \
  }                                                        \
  Type Tensor::Get##Name() const { return impl().desc.Get##Name(); }
OPSTRATA_TENSOR_DESC_PART(Format, Format)
OPSTRATA_TENSOR_DESC_PART(OriginFormat, Format)
OPSTRATA_TENSOR_DESC_PART(DataType, DataType)
OPSTRATA_TENSOR_DESC_PART(Placement, Placement)
#undef OPSTRATA_TENSOR_DESC_PART

graphStatus Tensor::SetExpandDimsRule(const AscendString &expand_dims_rule) {
  impl().desc.SetExpandDimsRule(expand_dims_rule);
  return GRAPH_SUCCESS;
}
graphStatus Tensor::GetExpandDimsRule(AscendString &expand_dims_rule) const {
  return impl().desc.GetExpandDimsRule(expand_dims_rule);
}

}  // namespace ge
