/// @file
/// Tensor descriptions for tests that infer on graph operators (op-test-kit-api section 22). The names are the interface's; the
/// parameter lists are those that tests of the operator repositories use.
#ifndef OPSTRATA_TESTKIT_INFERSHAPE_TEST_UTIL_H_
#define OPSTRATA_TESTKIT_INFERSHAPE_TEST_UTIL_H_

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "exe_graph/runtime/storage_shape.h"
#include "graph/tensor.h"
#include "graph/types.h"

/// Shape, type and format, and the original ones.
inline ge::TensorDesc create_desc_with_ori(std::initializer_list<int64_t> shape_dims, ge::DataType dt = ge::DT_FLOAT,
                                           ge::Format format = ge::FORMAT_ND, std::initializer_list<int64_t> ori_shape_dims = {},
                                           ge::Format ori_format = ge::FORMAT_ND) {
  ge::TensorDesc desc(ge::Shape(std::vector<int64_t>(shape_dims)), format, dt);
  desc.SetOriginShape(ge::Shape(std::vector<int64_t>(ori_shape_dims)));
  desc.SetOriginFormat(ori_format);
  return desc;
}
inline ge::TensorDesc create_desc_with_original_shape(std::initializer_list<int64_t> shape_dims, ge::DataType dt, ge::Format format,
                                                      std::initializer_list<int64_t> ori_shape_dims, ge::Format ori_format) {
  return create_desc_with_ori(shape_dims, dt, format, ori_shape_dims, ori_format);
}
/// The original shape is the shape.
inline ge::TensorDesc create_desc(std::initializer_list<int64_t> shape_dims, ge::DataType dt = ge::DT_FLOAT) {
  return create_desc_with_ori(shape_dims, dt, ge::FORMAT_ND, shape_dims, ge::FORMAT_ND);
}
/// With bounds of every dimension.
inline ge::TensorDesc create_desc_shape_range(std::initializer_list<int64_t> shape_dims, ge::DataType dt, ge::Format format,
                                              std::initializer_list<int64_t> ori_shape_dims, ge::Format ori_format,
                                              std::vector<std::pair<int64_t, int64_t>> shape_range) {
  ge::TensorDesc desc = create_desc_with_ori(shape_dims, dt, format, ori_shape_dims, ori_format);
  (void)desc.SetShapeRange(shape_range);
  return desc;
}
/// The bounds hold for the original shape as well: descriptions have one list of bounds.
inline ge::TensorDesc create_desc_shape_and_origin_shape_range(std::initializer_list<int64_t> shape_dims, ge::DataType dt,
                                                               ge::Format format, std::initializer_list<int64_t> ori_shape_dims,
                                                               ge::Format ori_format,
                                                               std::vector<std::pair<int64_t, int64_t>> range) {
  return create_desc_shape_range(shape_dims, dt, format, ori_shape_dims, ori_format, range);
}

inline gert::Shape CreateShape(const std::vector<int64_t> &dims) {
  gert::Shape shape;
  for (const int64_t dim : dims) (void)shape.AppendDim(dim);
  return shape;
}
/// Original and storage shape alike.
inline gert::StorageShape CreateStorageShape(const std::vector<int64_t> &dims) {
  return gert::StorageShape(CreateShape(dims), CreateShape(dims));
}

#endif  // OPSTRATA_TESTKIT_INFERSHAPE_TEST_UTIL_H_
