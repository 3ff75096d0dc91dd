/// @file
/// What is inside ge::TensorType, ge::ListTensorType and ge::Promote.
#ifndef OPSTRATA_SRC_PROTO_TYPE_SETS_H_
#define OPSTRATA_SRC_PROTO_TYPE_SETS_H_

#include <string>
#include <vector>

#include "graph/types.h"

namespace ge {

class TensorTypeImpl {
 public:
  explicit TensorTypeImpl(std::vector<DataType> types) : types_(std::move(types)) {}
  static const std::vector<DataType> &types(const TensorType &set) { return set.impl_->types_; }

 private:
  std::vector<DataType> types_;
};

class ListTensorTypeImpl {
 public:
  explicit ListTensorTypeImpl(const TensorType &type) : type_(type) {}
  static const std::vector<DataType> &types(const ListTensorType &set) { return TensorTypeImpl::types(set.impl_->type_); }

 private:
  TensorType type_;
};

class PromoteImpl {
 public:
  explicit PromoteImpl(std::vector<const char *> symbols) : symbols_(std::move(symbols)) {}
  const std::vector<const char *> &symbols() const { return symbols_; }

 private:
  std::vector<const char *> symbols_;
};

}  // namespace ge

#endif  // OPSTRATA_SRC_PROTO_TYPE_SETS_H_
