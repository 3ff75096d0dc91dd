/// @file
/// Prototypes of operators on sparse tensors (places of elements as rows of `indices`, their values, and the shape that
/// they would have), on rows by segments, and of what is parted and stitched together by numbers.
#ifndef OPSTRATA_OPERATORS_SPARSE_PROTO_H_
#define OPSTRATA_OPERATORS_SPARSE_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y[s] = the largest elements of the rows of x whose segment_ids, which ascend, are s; 0 for a segment without
 * rows.
 */
REG_OP(SegmentMax)
    .INPUT(x, "T")
    .INPUT(segment_ids, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(SegmentMax)

    /** y[s] = the sum of the rows indices[i] of x with segment_ids[i] = s; segment_ids ascend. */
    REG_OP(SparseSegmentSum)
    .INPUT(x, "T")
    .INPUT(indices, TensorType({DT_INT32}))
    .INPUT(segment_ids, TensorType({DT_INT32}))
    .OUTPUT(y, "T")
    .DATATYPE(T,
              TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(SparseSegmentSum)

    /** y[s] = the mean of the rows indices[i] of x with segment_ids[i] = s; segment_ids ascend. */
    REG_OP(SparseSegmentMean)
    .INPUT(x, "T")
    .INPUT(indices, TensorType({DT_INT32}))
    .INPUT(segment_ids, TensorType({DT_INT32}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SparseSegmentMean)

    /** The gradient of SparseSegmentMean: y has output_dim0 rows. */
    REG_OP(SparseSegmentMeanGrad)
    .INPUT(x, "T")
    .INPUT(indices, TensorType({DT_INT32}))
    .INPUT(segment_ids, TensorType({DT_INT32}))
    .INPUT(output_dim0, TensorType({DT_INT32}))
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(SparseSegmentMeanGrad)

    /** y[p] = the slices of x, one after another, where partitions, of the shape of the first dimensions of x, is p. */
    REG_OP(DynamicPartition)
    .INPUT(x, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL,
                          DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_STRING, DT_HIFLOAT8,
                          DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .INPUT(partitions, TensorType({DT_INT32}))
    .DYNAMIC_OUTPUT(y, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64,
                                   DT_BOOL, DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128,
                                   DT_STRING, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN}))
    .ATTR(num_partitions, Int, 1)
    .OP_END_FACTORY_REG(DynamicPartition)

    /**
     * y[indices[k][i]] = x[k][i], the last one where several name a place; 0 where none does. In graphs whose indices
     * are not known beforehand y has at most as many rows as there are indices.
     */
    REG_OP(DynamicStitch)
    .DYNAMIC_INPUT(indices, TensorType({DT_INT32}))
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(N, Int, 1)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL,
                             DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_QINT32, DT_QUINT8, DT_QINT8, DT_STRING,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(DynamicStitch)

    /** DynamicStitch. */
    REG_OP(ParallelDynamicStitch)
    .DYNAMIC_INPUT(indices, TensorType({DT_INT32}))
    .DYNAMIC_INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(N, Int, 1)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_BOOL, DT_FLOAT16, DT_FLOAT,
                             DT_DOUBLE, DT_STRING, DT_COMPLEX64, DT_COMPLEX128, DT_QINT8, DT_QUINT8, DT_QINT32}))
    .OP_END_FACTORY_REG(ParallelDynamicStitch)

    /**
     * y of shape output_shape has the values at the places of indices and default_value elsewhere; validate_indices:
     * places ascend and none is there twice. One value stands for all places.
     */
    REG_OP(SparseToDense)
    .INPUT(indices, TensorType({DT_INT32, DT_INT64}))
    .INPUT(output_shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(values, "T")
    .INPUT(default_value, "T")
    .OUTPUT(y, "T")
    .ATTR(validate_indices, Bool, true)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_BOOL,
                             DT_DOUBLE}))
    .OP_END_FACTORY_REG(SparseToDense)

    /**
     * The sparse tensor with default_value at the beginning of every row (first dimension) that has none;
     * empty_row_indicator says which, reverse_index_map where each value went. Rows come out in order.
     */
    REG_OP(SparseFillEmptyRows)
    .INPUT(indices, TensorType({DT_INT64}))
    .INPUT(values, "T")
    .INPUT(dense_shape, TensorType({DT_INT64}))
    .INPUT(default_value, "T")
    .OUTPUT(y_indices, TensorType({DT_INT64}))
    .OUTPUT(y_values, "T")
    .OUTPUT(empty_row_indicator, TensorType({DT_BOOL}))
    .OUTPUT(reverse_index_map, TensorType({DT_INT64}))
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_BOOL,
                             DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_STRING}))
    .OP_END_FACTORY_REG(SparseFillEmptyRows)

    /** y = x2 with the values of the sparse tensor x1 added at its places. */
    REG_OP(SparseTensorDenseAdd)
    .INPUT(x1_indices, TensorType({DT_INT32, DT_INT64}))
    .INPUT(x1_values, "T")
    .INPUT(x1_shape, TensorType({DT_INT32, DT_INT64}))
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_INT64, DT_INT32, DT_UINT16, DT_INT16, DT_UINT8, DT_INT8, DT_FLOAT16, DT_FLOAT,
                             DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(SparseTensorDenseAdd)

    /** y = the sparse matrix x1 times x2, either of them conjugate transposed with adjoint_a, adjoint_b. */
    REG_OP(SparseTensorDenseMatMul)
    .INPUT(x1_indices, TensorType({DT_INT32, DT_INT64}))
    .INPUT(x1_values, "T")
    .INPUT(x1_shape, TensorType({DT_INT64}))
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .ATTR(adjoint_a, Bool, false)
    .ATTR(adjoint_b, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_COMPLEX64, DT_COMPLEX128, DT_FLOAT16, DT_INT64}))
    .OP_END_FACTORY_REG(SparseTensorDenseMatMul)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SPARSE_PROTO_H_
