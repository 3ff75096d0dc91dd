// aclStorage and aclTensor (opdev-api section 2.9).
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "exec/kernel_graph.h"
#include "exec/object_life.h"
#include "exec/report.h"
#include "exec/values.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"
#include "opdev/shape_utils.h"

using opstrata::exec::convert_values;
using opstrata::exec::refused;

namespace {

/// Byte distance of `elements`; types below a byte round down.
int64_t byte_distance(int64_t elements, op::DataType type) {
  const int64_t size = static_cast<int64_t>(op::TypeSize(type));
  return size >= 1000 ? elements * (size - 1000) / 8 : elements * size;
}

op::Shape shape_of(const int64_t *dims, uint64_t count) {
  op::Shape shape;
  op::ToShape(dims, count, shape);
  return shape;
}

}  // namespace

aclStorage::~aclStorage() = default;

// --- Construction ---------------------------------------------------------------------------------------------------

aclTensor::aclTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                     int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                     void *tensorDataAddr)
    : viewShape_(shape_of(viewDims, viewDimsNum)), viewOffset_(offset), storage_(new aclStorage(tensorDataAddr)) {
  tensor_.SetDataType(op::ToOpDataType(dataType));
  tensor_.SetPlacement(gert::kOnDeviceHbm);
  tensor_.SetStorageFormat(op::ToOpFormat(format));
  tensor_.SetOriginFormat(op::ToOpFormat(format));
  viewFormat_ = static_cast<op::Format>(format);  // keeps -1 for ACL_FORMAT_UNDEFINED, by interface
  if (stride != nullptr) {
    viewStrides_.assign(stride, stride + viewDimsNum);
  } else {
    op::ToContiguousStrides(viewShape_, viewStrides_);
  }
  SetStorageShape(shape_of(storageDims, storageDimsNum));
  SetOriginalShape(GetStorageShape());
  SetStorageAddr(tensorDataAddr);
}

aclTensor::aclTensor(op::DataType dataType, op::Format storageFormat, op::Format originFormat)
    : aclTensor(op::Shape(), op::Shape(), dataType, storageFormat, originFormat, nullptr) {
  hasShape_ = false;
}

aclTensor::aclTensor(const op::Shape &shape, op::DataType dataType, op::Format format, void *tensorDataAddr)
    : aclTensor(shape, shape, dataType, format, format, tensorDataAddr) {}

aclTensor::aclTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType,
                     op::Format storageFormat, op::Format originFormat, void *tensorDataAddr)
    : viewFormat_(originFormat), storage_(new aclStorage(tensorDataAddr, tensorDataAddr == nullptr)) {
  tensor_.SetDataType(dataType);
  tensor_.SetPlacement(gert::kOnDeviceHbm);
  tensor_.SetStorageFormat(storageFormat);
  tensor_.SetOriginFormat(originFormat);
  SetStorageShape(storageShape);
  SetOriginalShape(originShape);
  SetViewShape(originShape);
  SetStorageAddr(tensorDataAddr);
}

aclTensor::aclTensor(const op::Shape &shape, op::DataType dataType, op::Format format)
    : aclTensor(shape, shape, dataType, format, format) {}

aclTensor::aclTensor(const op::Shape &storageShape, const op::Shape &originShape, op::DataType dataType,
                     op::Format storageFormat, op::Format originFormat)
    : aclTensor(storageShape, originShape, dataType, storageFormat, originFormat, nullptr) {
  storage_->SetFromWorkspace(false);
  tensor_.SetPlacement(gert::kOnHost);
  AllocateHostData();
}

aclTensor::aclTensor(const aclTensor *other, const op::Shape &shape, int64_t offset)
    : viewOffset_(offset), viewFormat_(other->viewFormat_), storage_(other->storage_), isView_(true) {
  opstrata::exec::retain(storage_);
  tensor_.SetDataType(other->tensor_.GetDataType());
  tensor_.SetPlacement(other->tensor_.GetPlacement());
  tensor_.MutableFormat() = other->tensor_.GetFormat();
  SetStorageShape(shape);
  SetOriginalShape(shape);
  SetViewShape(shape);
  (void)tensor_.MutableTensorData().SetAddr(storage_->GetAddr(), nullptr);
}

aclTensor::aclTensor(const aclTensor *other, const op::Shape &originShape, const op::Shape &storageShape,
                     const op::Strides &strides, int64_t offset)
    : aclTensor(other, originShape, offset) {
  op::Shape flat;
  flat.AppendDim(storageShape.GetShapeSize() - offset);
  SetStorageShape(flat);
  viewStrides_ = strides;
}

aclTensor::aclTensor(const void *values, op::DataType valueType, uint64_t size, op::DataType dataType)
    : aclTensor(op::Shape({static_cast<int64_t>(size)}), dataType, ge::FORMAT_ND) {
  if (!opstrata::exec::is_array_target(dataType) || (values == nullptr && size != 0)) {
    throw std::invalid_argument("no tensor of these values");
  }
  WriteHostData(0, values, valueType, size, dataType);
}

#define OPSTRATA_TENSOR_OF_ARRAY(Array)                                       \
  aclTensor::aclTensor(const Array *value, op::DataType dataType)             \
      : aclTensor(value->GetData(), value->Size(), dataType) {}
OPSTRATA_TENSOR_OF_ARRAY(aclIntArray)
OPSTRATA_TENSOR_OF_ARRAY(aclBoolArray)
OPSTRATA_TENSOR_OF_ARRAY(aclFloatArray)
OPSTRATA_TENSOR_OF_ARRAY(aclFp16Array)
OPSTRATA_TENSOR_OF_ARRAY(aclBf16Array)
#undef OPSTRATA_TENSOR_OF_ARRAY

aclTensor::aclTensor(const aclScalar *value, op::DataType dataType) : aclTensor(op::Shape(), dataType, ge::FORMAT_ND) {
  if (!opstrata::exec::is_value_type(dataType)) throw std::invalid_argument("no tensor of this scalar");
  WriteHostData(0, value->GetData(), value->GetDataType(), 1, dataType);
}

// Names that objects built against declarations without inline bodies import.
#define OPSTRATA_TENSOR_OF_VALUES(T) template OPSTRATA_API aclTensor::aclTensor(const T *, uint64_t, op::DataType);
OPSTRATA_TENSOR_OF_VALUES(int64_t)
OPSTRATA_TENSOR_OF_VALUES(uint64_t)
OPSTRATA_TENSOR_OF_VALUES(int32_t)
OPSTRATA_TENSOR_OF_VALUES(uint32_t)
OPSTRATA_TENSOR_OF_VALUES(int16_t)
OPSTRATA_TENSOR_OF_VALUES(uint16_t)
OPSTRATA_TENSOR_OF_VALUES(int8_t)
OPSTRATA_TENSOR_OF_VALUES(uint8_t)
OPSTRATA_TENSOR_OF_VALUES(char)
OPSTRATA_TENSOR_OF_VALUES(bool)
OPSTRATA_TENSOR_OF_VALUES(float)
OPSTRATA_TENSOR_OF_VALUES(double)
OPSTRATA_TENSOR_OF_VALUES(op::fp16_t)
OPSTRATA_TENSOR_OF_VALUES(op::bfloat16)
#undef OPSTRATA_TENSOR_OF_VALUES

aclTensor::~aclTensor() {
  tensor_.SetDataType(ge::DT_MAX);
  // Whoever uses the tensor all the same finds no memory behind it, unless an executor or a view still holds that
  // memory.
  static auto *const no_storage = new aclStorage(static_cast<void *>(nullptr));
  if (!isView_ && tensor_.GetPlacement() == gert::kOnHost) op::DeAllocated(storage_->GetAddr());
  if (opstrata::exec::release(storage_)) storage_ = no_storage;
}

void aclTensor::AllocateHostData() {
  const int64_t elements = tensor_.GetStorageShape().GetShapeSize();
  const uint64_t counted = opstrata::exec::counted_bytes(elements, tensor_.GetDataType());
  if (elements < 0 || counted > opstrata::exec::kMostBytes) {
    throw std::length_error(std::string("no memory holds a tensor of the shape ") + op::ToString(tensor_.GetStorageShape()).GetString());
  }
  const size_t bytes = std::max<size_t>(counted, 16);
  void *data = op::Allocated(bytes);
  if (data == nullptr) throw std::bad_alloc();
  std::memset(data, 0, bytes);
  SetStorageAddr(data);
}

// --- Shapes, formats, types --------------------------------------------------------------------------------------------

void aclTensor::UpdateByteSize() const {
  const int64_t elements = tensor_.GetStorageShape().GetShapeSize();
  tensor_.SetSize(elements < 0 ? 0 : static_cast<size_t>(op::CalcShapeBytes(elements, tensor_.GetDataType())));
}

void aclTensor::SetStorageShape(const op::Shape &shape) const {
  tensor_.MutableStorageShape() = shape;
  hasShape_ = true;
  UpdateByteSize();
}
void aclTensor::SetOriginalShape(const op::Shape &shape) const {
  tensor_.MutableOriginShape() = shape;
  hasShape_ = true;
}
void aclTensor::SetViewShape(const op::Shape &shape) {
  viewShape_ = shape;
  hasShape_ = true;
  op::ToContiguousStrides(viewShape_, viewStrides_);
}
void aclTensor::SetViewStrides(const op::Strides &strides) { viewStrides_ = strides; }
void aclTensor::SetViewStrides(op::Strides &&strides) { viewStrides_ = std::move(strides); }
void aclTensor::SetStorageFormat(op::Format format) { tensor_.SetStorageFormat(format); }
void aclTensor::SetOriginalFormat(op::Format format) { tensor_.SetOriginFormat(format); }
void aclTensor::SetViewFormat(op::Format format) { viewFormat_ = format; }

op::DataType aclTensor::GetDataType() const { return tensor_.GetDataType(); }
void aclTensor::SetDataType(op::DataType dataType) {
  const bool resized = op::TypeSize(dataType) != op::TypeSize(tensor_.GetDataType());
  tensor_.SetDataType(dataType);
  if (resized) UpdateByteSize();
}

int64_t aclTensor::Size() const { return tensor_.GetStorageShape().GetShapeSize(); }
int64_t aclTensor::Numel() const { return viewShape_.GetShapeSize(); }
bool aclTensor::IsEmpty() const {
  for (size_t i = 0; i < viewShape_.GetDimNum(); ++i) {
    if (viewShape_.GetDim(i) == 0) return true;
  }
  return false;
}

// --- Addresses ----------------------------------------------------------------------------------------------------------

void *aclTensor::GetData() const {
  // Integers, not pointers: before the workspace is bound the base is null, and null plus an offset is no pointer.
  const auto base = reinterpret_cast<uintptr_t>(storage_->GetAddr());
  const int64_t elements = viewOffset_ + (storage_->IsFromWorkspace() ? 0 : storage_->GetStorageOffset());
  const uint64_t workspace = storage_->IsFromWorkspace() ? storage_->GetWorkspaceOffset() : 0;
  return reinterpret_cast<void *>(base + workspace + static_cast<uintptr_t>(byte_distance(elements, tensor_.GetDataType())));
}
void *aclTensor::GetStorageAddr() const { return storage_->GetAddr(); }
void aclTensor::SetStorageAddr(void *addr) const {
  storage_->SetAddr(addr);
  const size_t bytes = tensor_.GetSize();
  const op::TensorPlacement placement = tensor_.GetPlacement();
  tensor_.SetData(gert::TensorData(addr, nullptr, bytes, placement));
}
void aclTensor::SetViewOffset(int64_t offset) const { viewOffset_ = offset; }
int64_t aclTensor::GetStorageOffset() const { return storage_->GetStorageOffset(); }
void aclTensor::SetStorageOffset(int64_t offset) { storage_->SetStorageOffset(offset); }
uint64_t aclTensor::GetWorkspaceOffset() const { return storage_->GetWorkspaceOffset(); }
void aclTensor::SetWorkspaceOffset(uint64_t offset) const { storage_->SetWorkspaceOffset(offset); }
bool aclTensor::IsFromWorkspace() const { return storage_->IsFromWorkspace(); }
void aclTensor::SetFromWorkspace(bool fromWorkspace) const { storage_->SetFromWorkspace(fromWorkspace); }
op::TensorPlacement aclTensor::GetPlacement() const { return tensor_.GetPlacement(); }

// --- Values -------------------------------------------------------------------------------------------------------------

void aclTensor::WriteHostData(int64_t index, const void *values, op::DataType valueType, uint64_t count,
                              op::DataType dataType) {
  if (tensor_.GetPlacement() != gert::kOnHost || count == 0) return;
  const int64_t size = Size();
  if (index < 0 || index > size || count > static_cast<uint64_t>(size - index) || values == nullptr) {
    refused(opstrata::Msg::kExecHostDataRange, {{"index", index}, {"count", count}, {"size", size}});
    return;
  }
  const size_t element = op::TypeSize(dataType) >= 1000 ? 1 : op::TypeSize(dataType);
  if (element > op::TypeSize(tensor_.GetDataType()) ||
      !convert_values(static_cast<uint8_t *>(storage_->GetAddr()) + static_cast<size_t>(index) * element, dataType, values,
                      valueType, count)) {
    refused(opstrata::Msg::kExecHostDataType, {{"from", op::ToString(valueType).GetString()}, {"to", op::ToString(dataType).GetString()}});
  }
}

void aclTensor::InitTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                           int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                           void *addr) {
  tensor_.SetDataType(op::ToOpDataType(dataType));
  tensor_.SetStorageFormat(op::ToOpFormat(format));
  tensor_.SetOriginFormat(op::ToOpFormat(format));
  viewFormat_ = static_cast<op::Format>(format);
  viewOffset_ = offset;
  if (viewDims != nullptr && viewDimsNum != 0) viewShape_ = shape_of(viewDims, viewDimsNum);
  if (stride != nullptr) {
    viewStrides_.assign(stride, stride + viewShape_.GetDimNum());
  } else {
    op::ToContiguousStrides(viewShape_, viewStrides_);
  }
  if (storageDims != nullptr && storageDimsNum != 0) {
    const op::Shape storage_shape = shape_of(storageDims, storageDimsNum);
    tensor_.MutableStorageShape() = storage_shape;
    SetOriginalShape(storage_shape);
  }
  UpdateByteSize();
  if (addr != nullptr) SetStorageAddr(addr);
}

ge::AscendString aclTensor::ToString() const {
  const auto text = [](const auto &part) { return std::string(op::ToString(part).GetString()); };
  char addr[32];
  (void)std::snprintf(addr, sizeof(addr), "%p", GetStorageAddr());
  return ge::AscendString(("aclTensor(view_shape = " + text(viewShape_) + ", view_strides = " + text(viewStrides_) +
                           ", view_offset = " + std::to_string(viewOffset_) + ", view_format = " + text(viewFormat_) +
                           ", storage_shape = " + text(GetStorageShape()) + ", storage_format = " + text(GetStorageFormat()) +
                           ", ori_shape = " + text(GetOriginalShape()) + ", ori_format = " + text(GetOriginalFormat()) +
                           ", data_type = " + text(GetDataType()) + ", device_ptr = " + addr + ")")
                              .c_str());
}
