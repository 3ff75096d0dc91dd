#include "proto/type_sets.h"

namespace ge {

TensorType::TensorType(DataType data_type) : TensorType({data_type}) {}
TensorType::TensorType(std::initializer_list<DataType> data_types)
    : impl_(std::make_shared<TensorTypeImpl>(std::vector<DataType>(data_types))) {}
TensorType::TensorType(const TensorType &other) = default;
TensorType &TensorType::operator=(const TensorType &other) = default;
TensorType::~TensorType() = default;

ListTensorType::ListTensorType(const TensorType &tensor_type) : impl_(std::make_shared<ListTensorTypeImpl>(tensor_type)) {}
ListTensorType::ListTensorType(const ListTensorType &other) = default;
ListTensorType &ListTensorType::operator=(const ListTensorType &other) = default;
ListTensorType::~ListTensorType() = default;

Promote::Promote(std::initializer_list<const char *> symbols)
    : impl_(std::make_shared<PromoteImpl>(std::vector<const char *>(symbols))) {}
Promote::Promote(Promote &&other) noexcept = default;
Promote &Promote::operator=(Promote &&other) noexcept = default;
Promote::~Promote() = default;
std::vector<const char *> Promote::Syms() const { return impl_ == nullptr ? std::vector<const char *>() : impl_->symbols(); }

}  // namespace ge
